"""Every sheet by its name, and the function that prints it. The same job always gives the same PDF."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypedDict, Unpack

import msgspec

from bowerbird.event.cards import card_of
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event
from bowerbird.paper.blocks import Document, Part
from bowerbird.paper.errors import PaperError
from bowerbird.paper.forecast import goes_by_results
from bowerbird.paper.job import Job, Season, day
from bowerbird.paper.join import join
from bowerbird.paper.links import Links
from bowerbird.paper.pieces import pieces
from bowerbird.paper.press import forget, pdf
from bowerbird.paper.sheets.boards import (
    dealing_sheet,
    hand_records,
    hand_slips,
    open_boards,
    round_slips,
    travellers,
)
from bowerbird.paper.sheets.cards import score_cards
from bowerbird.paper.sheets.lists import sign_up, tonight
from bowerbird.paper.sheets.master import master
from bowerbird.paper.sheets.payout import payout
from bowerbird.paper.sheets.places import certificates, certified, places
from bowerbird.paper.sheets.rules import rules, rulings
from bowerbird.paper.sheets.schedule import schedule
from bowerbird.paper.sheets.season import season_sheet
from bowerbird.paper.sheets.seats import slips, tents
from bowerbird.paper.sheets.table_card import table_cards
from bowerbird.paper.sheets.wall import wall_list

__all__ = ["SIZES", "TOGETHER", "WHATS", "Started", "finish", "press", "print_sheet", "sheets_for", "start"]

#: The number of pieces of a very long sheet that one process prints.
TOGETHER: Final = 24
#: The longest text on one line of a slip.
_LONGEST_HEAD = 68
#: Paper sizes by their common names.
SIZES: Final[Mapping[str, Literal["us-letter", "a4"]]] = {"letter": "us-letter", "a4": "a4"}


class About(TypedDict, total=False):
    """What to print of an event."""

    place: str
    date: str
    links: Links
    round: int | None
    table: int | None
    season: Season | None


class _Sheet(NamedTuple):
    """A sheet: its title, and the function that lays it out."""

    title: str
    parts: Callable[[Job], Sequence[Part]]


_SHEETS: Final[Mapping[str, _Sheet]] = {
    "tonight": _Sheet("Checklist", tonight),
    "sign-up": _Sheet("Sign-up list", sign_up),
    "wall-list": _Sheet("Wall list: who sits where", wall_list),
    "slips": _Sheet("Seat slips", slips),
    "table-cards": _Sheet("Table numbers", tents),
    "score-cards": _Sheet("Score cards", score_cards),
    "pivot-cards": _Sheet("Table score cards", table_cards),
    "master": _Sheet("Master score card", master),
    "boards": _Sheet("Boards to make up (secret)", dealing_sheet),
    "hands": _Sheet("Hand slips for the boards (secret)", hand_slips),
    "round-slips": _Sheet("Score slips for a round", round_slips),
    "travellers": _Sheet("Travelling score slips", travellers),
    "hand-records": _Sheet("Hand records", hand_records),
    "schedule": _Sheet("Schedule", schedule),
    "standings": _Sheet("Standings", places),
    "payout": _Sheet("Payout sheet", payout),
    "season": _Sheet("Season", season_sheet),
    "rules": _Sheet("Rule sheet", rules),
    "rulings": _Sheet("Ruling sheet", rulings),
    "certificates": _Sheet("Certificates", certificates),
}
#: The title of every sheet, by its name.
WHATS: Final[Mapping[str, str]] = {
    "all": "What the director needs tonight",
    **{name: sheet.title for name, sheet in _SHEETS.items()},
}


def _has_people(event: Event) -> bool:
    return bool(event.people)


def _has_rounds(event: Event) -> bool:
    return bool(event.rounds)


def _has_money(event: Event) -> bool:
    money = event.book.event.money
    return bool(money.fee or money.stake_each_game or money.side_pots)


def _has_boards(event: Event) -> bool:
    return movement_of(event.book).duplicate


def _has_hands(event: Event) -> bool:
    return _has_boards(event) and bool(event.board_seed)


def _has_records(event: Event) -> bool:
    return _has_boards(event) and bool(open_boards(event))


def _has_certificates(event: Event) -> bool:
    return event.finished and bool(certified(event))


#: When there is something to print. Sheets that are not named here can always be printed.
_ONLY_WHERE: Final[Mapping[str, Callable[[Event], bool]]] = {
    "table-cards": _has_people,
    "slips": _has_rounds,
    "wall-list": _has_rounds,
    "standings": _has_rounds,
    "boards": _has_hands,
    "hands": _has_hands,
    "round-slips": _has_boards,
    "travellers": _has_boards,
    "hand-records": _has_records,
    "payout": _has_money,
    "certificates": _has_certificates,
}


def sheets_for(event: Event, *, season: bool = False) -> tuple[str, ...]:
    """The names of the sheets that make sense for an event now. `season`: it counts toward a longer season."""
    weeks = event.rounds and (season or event.book.event.season.weeks)
    wanted = [what for what in WHATS if what not in _ONLY_WHERE or _ONLY_WHERE[what](event)]
    return tuple(what for what in wanted if what != "season" or weeks)


class Started(msgspec.Struct, frozen=True):
    """A sheet that is being printed."""

    #: The PDF, if it is finished.
    pdf: bytes
    #: The first pieces otherwise, for `finish`.
    pressed: tuple[bytes, ...] = ()
    #: The pieces still to be printed, for `press`.
    left: tuple[bytes, ...] = ()


def print_sheet(what: str, event: Event, *, size: str = "letter", **about: Unpack[About]) -> bytes:
    """Print a sheet, and return the PDF. Raises `PaperError` if there is nothing to print, or no such sheet or size.

    Args:
        what: The name of a sheet in `WHATS`.
        event: The event as it is now.
        size: The name of a paper size in `SIZES`.
        **about: `place` and `date` are printed at the top, and `links` as QR codes. `round` and `table` select slips,
            cards and standings. `season` is for the season sheet.
    """
    return finish(press(_laid_out(what, event, size=size, **about)))


def start(what: str, event: Event, *, size: str = "letter", **about: Unpack[About]) -> Started:
    """Print a sheet, or the beginning of a very long one. The parameters are those of `print_sheet`."""
    made = tuple(_laid_out(what, event, size=size, **about))
    pressed, left = press(made[:TOGETHER]), made[TOGETHER:]
    return Started(b"", pressed, left) if left else Started(finish(pressed))


def press(some: Iterable[bytes]) -> tuple[bytes, ...]:
    """Print pieces of a sheet, for `finish`."""
    pressed: list[bytes] = []
    for piece in some:
        if pressed:
            forget()
        pressed.append(zlib.compress(pdf(zlib.decompress(piece)), 1))
    return tuple(pressed)


def finish(pressed: Sequence[bytes]) -> bytes:
    """Join all pieces of a sheet to one PDF."""
    if len(pressed) == 1:
        return zlib.decompress(pressed[0])
    return join(map(zlib.decompress, pressed))


def _laid_out(what: str, event: Event, *, size: str = "letter", **about: Unpack[About]) -> Iterator[bytes]:
    """The pieces of a sheet, compressed."""
    document = _document(what, event, size=size, **about)
    return (zlib.compress(msgspec.json.encode(piece), 1) for piece in pieces(document))


def _document(what: str, event: Event, *, size: str = "letter", **about: Unpack[About]) -> Document:
    if what not in WHATS:
        raise PaperError(f"{what!r} is no sheet. Print one of: {', '.join(WHATS)}.")
    if size.lower() not in SIZES:
        raise PaperError(f"{size!r} is no paper size. Use one of: {', '.join(SIZES)}.")
    job = Job(event=event, **about)
    when = " · ".join(filter(None, (job.place.strip(), day(job.date.strip()))))
    return Document(
        title=f"{event.title}: {WHATS[what]}",
        paper=SIZES[size.lower()],
        event=event.title,
        when=when,
        head=_shortened(" · ".join(filter(None, (event.title, when)))),
        parts=tuple(part for sheet in _wanted(what, event) for part in sheet.parts(job)),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_HEAD else f"{text[: _LONGEST_HEAD - 1].rstrip()}…"


def _wanted(what: str, event: Event) -> Iterator[_Sheet]:
    for name in _for_tonight(event) if what == "all" else (what,):
        yield _SHEETS[name]


def _for_tonight(event: Event) -> Iterator[str]:
    """Before the end, everything to lay out and hand out; then the results, the payouts, and what people take home."""
    if not event.finished:
        yield from ("tonight", "sign-up")
        yield from ("table-cards",) if event.people else ()
    card = card_of(event.book)
    if card.sheet and (card.shows_results or not event.finished):
        yield card.sheet
    if not event.finished:
        yield "schedule"
        # Where results move people, everybody reads the wall before each round.
        yield from (("wall-list" if goes_by_results(event) else "slips"),) if event.rounds else ()
    yield from ("standings",) if event.rounds else ()
    yield from ("hand-records",) if event.finished and _has_records(event) else ()
    yield from ("payout",) if _has_money(event) else ()
    yield from ("season",) if event.book.event.season.weeks and event.rounds else ()
    if not event.finished:
        yield from ("rules", "rulings")
    elif certified(event):
        yield "certificates"
