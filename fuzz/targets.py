"""The readers of outside text: for each, examples to start with and the errors that it may raise.

Any other exception of a reader is a fault of ours. They can be used without a fuzzer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from random import Random
from typing import Final, NamedTuple

from bowerbird.cards import CardError
from bowerbird.event import EventError
from bowerbird.event.entry_list import read_csv, read_list
from bowerbird.notation import (
    EgnError,
    RuleBrokenError,
    from_egn,
    match_of,
    notes_of,
    read_egn,
    read_egnb,
    read_games,
    replay,
    table_from_deal,
    to_egn,
    write_egn,
    write_egnb,
    write_emn,
)
from bowerbird.rulebook import RulebookError, book_names, read_rulebook
from bowerbird.rulebook.sheet import sheet
from bowerbird.seats import Seat
from bowerbird.table import (
    EndBell,
    IllegalActionError,
    InvalidActionError,
    Open,
    Phase,
    Shuffle,
    StartBell,
    Table,
    decode_fact,
    encode_fact,
)

__all__ = ["TARGETS", "Target", "mutated"]


class Target(NamedTuple):
    """A reader, the errors that it may raise, and its examples."""

    read: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    seeds: Callable[[], list[bytes]]

    def try_(self, data: bytes) -> bool:
        """Read this; only an error written for people may come out. True if it was accepted."""
        try:
            self.read(data)
        except self.errors as error:
            if not str(error).strip():
                raise AssertionError("an error says what is wrong") from error
            return False
        return True


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _games(count: int) -> list[Table]:
    """Games of random legal actions."""
    found = []
    for seed in range(count):
        dice = Random(seed)
        table = Table(("bicycle", "alberta", "national")[seed % 3], [Open(dealer=Seat.N, partners_arranged=True)])
        if table.book.deal.after_start_bell:
            table.push(StartBell())
        while not table.state.is_over and len(table.state.results) < 2:
            if table.state.phase is Phase.SHUFFLE:
                deck = list(table.book.cards())
                dice.shuffle(deck)
                table.push(Shuffle(tuple(deck)))
                continue
            table.push(dice.choice([fact for fact in table.legal if not isinstance(fact, EndBell)]))
        found.append(table)
    return found


def _read_egn(data: bytes) -> None:
    game = read_egn(data)
    assert read_egn(write_egn(game)) == game, "what was read can be written and read again"
    replay(game)
    from_egn(game)


def _egn_seeds() -> list[bytes]:
    found = []
    for table in _games(6):
        text = write_egn(to_egn(table, title="Tuesday"))
        found += [text.encode(), json.dumps(json.loads(text)).encode()]
    return found


def _read_games(data: bytes) -> None:
    """Any file of recorded games, with its notes and other lines."""
    for game in read_games(data).games:
        notes_of(game, replay(game))
        with suppress(EgnError):  # the binary form hasn't room for everything
            read_egnb(write_egnb(game))


def _games_seeds() -> list[bytes]:
    games = [to_egn(table) for table in _games(6)]
    return [*map(write_egnb, games), write_emn(match_of(games[:2])).encode()]


def _read_rules(data: bytes) -> None:
    sheet(read_rulebook(_text(data)))


def _rules_seeds() -> list[bytes]:
    books = resources.files("bowerbird.rulebook") / "books"
    own = [(books / f"{name}.toml").read_bytes() for name in book_names()]
    return [*own, b'based_on = "ccc"\n[game]\npoints = 5\n', b'based_on = "bicycle"\n[pack]\njoker = true\n']


def _read_people(data: bytes) -> None:
    text = _text(data)
    with suppress(EventError):  # a list of names isn't a spreadsheet
        read_csv(text)
    assert all(entry.players for entry in read_list(text).entries)


_PEOPLE: Final = [
    b"Ann\nBob\n\nCy & Di\n",
    b"name,partner,zone,born\nAnn,Bob,3,1950\nCy,,4,\n",
    b'name;of_age\n"O\'Neil; Pat";yes\n',
    b"\xef\xbb\xbfName\tZone\nAnn\t1\n",
]
_DEALS: Final = [
    b"S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd 9c9d9s",
    b"N:Jc 9h9dKsQcTs AhKhQhJhTh AcKcQs9cTc AdKdQdJdTd AsJs9s",
]


def _read_deal(data: bytes) -> None:
    table = table_from_deal("bicycle", _text(data))
    assert table.state.hand is not None


def _read_fact(data: bytes) -> None:
    assert decode_fact(encode_fact(decode_fact(data))) == decode_fact(data)


#: By the names that `make fuzz` uses.
TARGETS: Final[dict[str, Target]] = {
    "egn": Target(_read_egn, (EgnError, RuleBrokenError), _egn_seeds),
    "games": Target(_read_games, (EgnError, RuleBrokenError), _games_seeds),
    "toml": Target(_read_rules, (RulebookError,), _rules_seeds),
    "csv": Target(_read_people, (EventError,), lambda: _PEOPLE),
    "deal": Target(_read_deal, (CardError, IllegalActionError), lambda: _DEALS),
    "fact": Target(
        _read_fact, (InvalidActionError,), lambda: [encode_fact(fact) for table in _games(2) for fact in table.facts]
    ),
}

_PIECES: Final = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b'"',
    b"'",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"-1",
    b"1e999",
    b"null",
    b"\n",
    b",",
)
_PIECES_OF_TEXT: Final = ("\u202e", "\ud7ff", "é", "🂡", "٣", "\u2028", "9" * 40, "a" * 400)


def mutated(data: bytes, dice: Random) -> bytes:
    """The same with a few things changed, cut out, doubled or moved."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        at = dice.randrange(len(changed) + 1)
        end = min(len(changed), at + dice.choice((0, 1, 1, 2, 8, 60)))
        match dice.randrange(6):
            case 0:
                changed[at:end] = dice.choice(_PIECES)
            case 1:
                changed[at:end] = dice.choice(_PIECES_OF_TEXT).encode()
            case 2:
                changed[at:end] = changed[at:end] * dice.choice((0, 2, 3, 50))
            case 3:
                changed[at:end] = dice.randbytes(end - at)
            case 4:
                to = dice.randrange(len(changed) + 1)
                changed[to:to] = changed[at:end]
            case _:
                changed[at:end] = bytes([dice.randrange(48, 58)])
    return bytes(changed)
