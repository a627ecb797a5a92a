"""What can happen around a live table: people and bots sit down and leave, deals are committed to, play is undone.

What happens in the play itself is a fact of `bowerbird.table`, wrapped in `Happened`. A table's stream in the log is a
list of these, and everything about it is a fold of that list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.facts import (
    Cut,
    Deal,
    Draw,
    EndBell,
    Fact,
    Open,
    Ruling,
    Shuffle,
    StartBell,
    TurnUp,
    card_from_text,
    card_to_text,
)

__all__ = [
    "HALLS_OWN",
    "PHRASES",
    "AddedWords",
    "BellSet",
    "BotSat",
    "Closed",
    "Committed",
    "Expected",
    "HallFact",
    "HandedOver",
    "Happened",
    "Left",
    "Made",
    "Pace",
    "PaceSet",
    "Paused",
    "Phrase",
    "Resumed",
    "Revealed",
    "Said",
    "Sat",
    "TookBack",
    "UndoAnswered",
    "UndoAsked",
    "Undone",
    "decode_hall_fact",
    "encode_hall_fact",
    "made_with",
    "rules_of",
]

Pace: TypeAlias = Literal["slow", "normal", "quick", "at once"]
Phrase: TypeAlias = Literal[
    "Hello", "Well played", "Thank you", "Nice try", "Sorry", "One moment, please", "Good game", "Goodbye"
]
PHRASES: tuple[Phrase, ...] = (
    "Hello",
    "Well played",
    "Thank you",
    "Nice try",
    "Sorry",
    "One moment, please",
    "Good game",
    "Goodbye",
)
#: Facts of the play that no seat chooses: the table draws, shuffles, deals and rings by itself, a director rules.
HALLS_OWN = (Open, Draw, Shuffle, Cut, Deal, TurnUp, StartBell, EndBell, Ruling)
ShortText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Base(msgspec.Struct, frozen=True, tag_field="hall", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The shape that all facts of the hall share."""


class Made(Base, frozen=True, tag="made"):
    """A table is set up. The log contains the rules themselves: nothing outside it can change what it means.

    `rules` is the name of the rulebook that they came from.
    """

    host: str
    book: msgspec.Raw
    rules: str = ""
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = False
    code: str = ""
    pace: Pace = "normal"


@lru_cache(maxsize=256)
def _read_book(text: bytes) -> Rulebook:
    """Read a rulebook. Tables with the same rules share one."""
    return msgspec.json.decode(text, type=Rulebook)


def made_with(host: str, book: Rulebook, **more: Any) -> Made:
    """A new table with these rules."""
    return Made(host, msgspec.Raw(msgspec.json.encode(book)), book.name, **more)


def rules_of(made: Made) -> Rulebook:
    """The rules of a table."""
    return _read_book(bytes(made.book))


class Sat(Base, frozen=True, tag="sat"):
    """A person takes a chair."""

    seat: Seat
    person: str
    name: ShortText


class BotSat(Base, frozen=True, tag="bot-sat"):
    """A computer player takes a chair."""

    seat: Seat
    level: str


class Expected(Base, frozen=True, tag="expected"):
    """The chairs are kept for these people, North first; from `bots_at` on bots sit in, and with None never."""

    names: tuple[ShortText, ShortText, ShortText, ShortText]
    bots_at: int | None = None


class Closed(Base, frozen=True, tag="closed"):
    """Nobody is waited for any longer: the game of these people is not played here. `why` is for them."""

    why: str


class Left(Base, frozen=True, tag="left"):
    """A chair is empty again."""

    seat: Seat


class HandedOver(Base, frozen=True, tag="handed-over"):
    """The person in this chair is away, and a bot plays on meanwhile."""

    seat: Seat


class TookBack(Base, frozen=True, tag="took-back"):
    """The person is back."""

    seat: Seat


class Paused(Base, frozen=True, tag="paused"):
    """The host holds the play."""


class Resumed(Base, frozen=True, tag="resumed"):
    """The play goes on."""


class PaceSet(Base, frozen=True, tag="pace"):
    """How long bots take."""

    pace: Pace


class BellSet(Base, frozen=True, tag="bell-set"):
    """The clock of an event, and not the table's own, says when time is up; None while that clock stands."""

    ends_at: int | None = None


class Committed(Base, frozen=True, tag="committed"):
    """The server binds itself to the shuffle of the next hand. The digest is shown to all, the secret to nobody yet."""

    hand: int
    digest: str
    secret: str


class AddedWords(Base, frozen=True, tag="added-words"):
    """A person's own randomness for the next shuffle."""

    seat: Seat
    words: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Revealed(Base, frozen=True, tag="revealed"):
    """The hand is over: anyone can check now how it was shuffled."""

    hand: int


class Happened(Base, frozen=True, tag="happened"):
    """Something happened in the play."""

    fact: Fact


class UndoAsked(Base, frozen=True, tag="undo-asked"):
    """A person would like to take back the last own action."""

    seat: Seat


class UndoAnswered(Base, frozen=True, tag="undo-answered"):
    """Another person agrees or not."""

    seat: Seat
    agrees: bool


class Undone(Base, frozen=True, tag="undone"):
    """All agreed: only the first `keep` facts of the play still hold."""

    keep: int


class Said(Base, frozen=True, tag="said"):
    """One of the set phrases; there is no free talk at a table."""

    seat: Seat
    phrase: Phrase


HallFact: TypeAlias = (
    Made
    | Sat
    | BotSat
    | Expected
    | Closed
    | Left
    | HandedOver
    | TookBack
    | Paused
    | Resumed
    | PaceSet
    | BellSet
    | Committed
    | AddedWords
    | Revealed
    | Happened
    | UndoAsked
    | UndoAnswered
    | Undone
    | Said
)


_encoder = msgspec.json.Encoder(enc_hook=card_to_text)
_decoder: msgspec.json.Decoder[HallFact] = msgspec.json.Decoder(HallFact, dec_hook=card_from_text)


def encode_hall_fact(fact: HallFact) -> bytes:
    """One fact as JSON."""
    return _encoder.encode(fact)


def decode_hall_fact(text: bytes) -> HallFact:
    """The reverse of `encode_hall_fact`."""
    return _decoder.decode(text)
