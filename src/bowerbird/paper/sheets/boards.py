"""The paper of a duplicate event: hands to make up boards from, slips and travellers to write on, and hand records.

Everything with cards on it is secret until its board is played, except the hand records, which come afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bowerbird.cards import Card as PlayingCard
from bowerbird.evening.boards import BoardCards, cards_of, dealt_facts
from bowerbird.event.boards import Compared, boards_told, results_of
from bowerbird.event.deals import dealer_of
from bowerbird.event.facts import Table
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event, Round
from bowerbird.event.totals import signed
from bowerbird.paper.blocks import (
    Block,
    Card,
    Cards,
    Cell,
    Column,
    Grid,
    Heading,
    Page,
    Signatures,
    Slip,
    Slips,
    Words,
)
from bowerbird.paper.errors import PaperError
from bowerbird.paper.job import Job, label, rounds_in_all, rule_of, tables_in_all
from bowerbird.paper.press import code
from bowerbird.paper.sheets.seats import plays
from bowerbird.players.par import Par, par_of
from bowerbird.seats import Seat, Side

__all__ = ["dealing_sheet", "hand_records", "hand_slips", "open_boards", "round_slips", "travellers"]

#: Lines on a traveller beyond which it needs a whole page.
_HALF_A_PAGE = 12


# Making up boards.


def dealing_sheet(job: Job) -> tuple[Page, ...]:
    """All boards for the person who makes them up."""
    event = _duplicate(job)
    names = [seat.word for seat in Seat]
    columns = (
        Column("Board", align="center"),
        *(Column(name, 3) for name in names),
        Column("Turned up", 1, "center"),
        Column("Under it", 2),
    )
    rows: list[tuple[str | Cell, ...]] = []
    for board in _boards(event):
        cards = _cards(event, board)
        hands = [
            Cell(_shown(event, hand), bold=seat is cards.dealer) for seat, hand in zip(Seat, cards.hands, strict=True)
        ]
        rows.append(
            (Cell(str(board), bold=True), *hands, event.book.card_sign(cards.turn_up), _shown(event, cards.kitty))
        )
    secret = (
        "Only for the person who makes up the boards. Nobody who plays may see this sheet. The dealer's hand is bold. "
        "Put each hand into its pocket face down, and the leftover cards under the turned-up card."
    )
    blocks: tuple[Block, ...] = (
        Words(text=secret, look="lead"),
        Grid(columns=columns, rows=tuple(rows), height=24),
    )
    return (Page(title="Boards to make up", blocks=blocks, landscape=True),)


def hand_slips(job: Job) -> tuple[Slips, ...]:
    """A slip for each hand, to go into its pocket, and one for the leftover cards."""
    event = _duplicate(job)
    return (Slips(slips=tuple(slip for board in _boards(event) for slip in _slips(event, board))),)


def _slips(event: Event, board: int) -> Iterator[Slip]:
    cards = _cards(event, board)
    for seat, hand in zip(Seat, cards.hands, strict=True):
        yield Slip(
            head=event.title,
            name=_shown(event, hand),
            where=f"Board {board}",
            seat=seat.word,
            partner="You deal" if seat is cards.dealer else f"{cards.dealer.word} deals",
            note="Count your five cards before you look. Put the same five back.",
        )
    yield Slip(
        head=event.title,
        name=_shown(event, cards.kitty),
        where=f"Board {board}",
        seat="Leftover",
        partner=f"under the {event.book.card_sign(cards.turn_up)}, which is turned up",
        note=f"{cards.dealer.word} deals.",
    )


def _duplicate(job: Job) -> Event:
    """The event, if it is played with boards."""
    if not movement_of(job.event.book).duplicate:
        raise PaperError("This event is not played with boards.")
    return job.event


def _boards(event: Event) -> range:
    """Every board that the event may need."""
    if not event.board_seed:
        raise PaperError("The boards are not dealt yet. Deal them first, then print this.")
    return range(1, movement_of(event.book).boards_in_all(event) + 1)


def _cards(event: Event, board: int) -> BoardCards:
    return cards_of(event.book, event.board_seed, board)


def _shown(event: Event, cards: Sequence[PlayingCard]) -> str:
    return "  ".join(map(event.book.card_sign, cards))


# Writing scores down.


def round_slips(job: Job) -> tuple[Cards, ...]:
    """A score slip for each table of a round, to bring to the desk; blank ones before anyone is seated."""
    event = _duplicate(job)
    if event.rounds:
        past = job.chosen_round()
        cards = [_round_slip(job, past, table) for table in job.tables_of(past)]
    else:
        blank = Table(0, ("", "", "", ""), boards=(0,) * event.book.game.hands)
        cards = [_round_slip(job, None, blank) for _ in range(2)]
    return (Cards(title="Score slip", cards=tuple(cards)),)


def _round_slip(job: Job, past: Round | None, table: Table) -> Card:
    names = [" & ".join(plays(past, name) for name in table.pair(side)) if past else "" for side in Side]
    columns = (
        Column("Board", 1, "center"),
        Column("Dealer", 1, "center"),
        Column("North-South", 2, "center"),
        Column("East-West", 2, "center"),
    )
    rows = tuple((str(board or ""), dealer_of(board).word if board else "", "", "") for board in table.boards)
    blocks: tuple[Block, ...] = (
        Words(text=f"North-South: {names[0] or '________________'}"),
        Words(text=f"East-West: {names[1] or '________________'}"),
        Grid(columns=columns, rows=rows, height=26, lines="all"),
        Words(text="Write the points of each hand. A board that was not played stays empty.", look="note"),
        Signatures(names=("North or South", "East or West")),
    )
    when = label(job.event, past.number) if past else "Round ____"
    number = f"Table {table.number}" if table.number else "Table ____"
    told = boards_told(table.boards) if past else ""
    return Card(
        title=f"{number} · {when}",
        note=f"{told[:1].upper()}{told[1:]}",
        blocks=blocks,
        code=code(job.links.tables.get(table.number, "")),
    )


def travellers(job: Job) -> tuple[Cards, ...]:
    """A slip that travels with each board, with a line for every table that plays it."""
    event = _duplicate(job)
    lines = max(4, min(rounds_in_all(event), tables_in_all(event)) if event.rounds or event.people else 8)
    columns = (
        Column("Round", 1, "center"),
        Column("North-South", 4),
        Column("East-West", 4),
        Column("N-S points", 2, "center"),
        Column("E-W points", 2, "center"),
    )
    rows = tuple(("", "", "", "", "") for _ in range(lines))
    how = "Fold this so that nobody reads it before the hand is played. Write one line, and put it back with the cards."
    cards = tuple(
        Card(
            title=f"Board {board}",
            note=f"{dealer_of(board).word} deals",
            blocks=(Grid(columns=columns, rows=rows, height=22, lines="all"), Words(text=how, look="note")),
        )
        for board in range(1, movement_of(event.book).boards_in_all(event) + 1)
    )
    return (Cards(title="Travelling score slip", cards=cards, per_page=2 if lines <= _HALF_A_PAGE else 1),)


# Afterwards.


def open_boards(event: Event) -> list[int]:
    """The boards that everybody may see."""
    movement = movement_of(event.book)
    played = sorted({board for past in event.rounds for table in past.tables for board in table.boards})
    return [board for board in played if event.board_seed and movement.boards_open(event, board)]


def hand_records(job: Job) -> tuple[Page, ...]:
    """Every board that is open: its hands, what the tables made of it, and what the master makes of it."""
    event = _duplicate(job)
    boards = open_boards(event)
    if not boards:
        raise PaperError("No board is open yet. Hand records come when nobody has to play a board any more.")
    blocks: list[Block] = [Words(text=rule_of(event.book, "event.result"), look="lead")]
    for board in boards:
        blocks += _record(event, board)
    return (Page(title="Hand records", blocks=tuple(blocks), columns=2, narrow=True),)


def _record(event: Event, board: int) -> Iterator[Block]:
    cards = _cards(event, board)
    yield Heading(text=f"Board {board}")
    hands = [
        (
            Cell(f"{seat.word}{' deals' if seat is cards.dealer else ''}", bold=seat is cards.dealer),
            _shown(event, hand),
        )
        for seat, hand in zip(Seat, cards.hands, strict=True)
    ]
    under = f"{event.book.card_sign(cards.turn_up)}, under it {_shown(event, cards.kitty)}"
    yield Grid(columns=(Column("Hand", 3), Column("Cards", 6)), rows=(*hands, ("Turned up", under)), height=16)
    columns = (
        Column("At", align="center"),
        Column("North-South, then East-West", 6),
        Column("N/S", 1, "center"),
        Column("E/W", 1, "center"),
        Column("Diff.", 2, "center"),
    )
    rows = [_line(event, each) for each in results_of(event, board)]
    yield Grid(columns=columns, rows=tuple(rows), height=16)
    yield Words(text=_par_told(par_of(event.book, dealt_facts(event.book, event.board_seed, board))), look="note")


def _line(event: Event, each: Compared) -> tuple[str | Cell, ...]:
    past = event.rounds[each.round - 1]
    table = past.table(each.table)
    names = [" & ".join(past.subs.get(name, name) for name in table.pair(side)) for side in Side]
    who = Cell(names[0], below=f"{names[1]}{' (other cards)' if each.fouled else ''}")
    if each.score.adjusted is not None:
        return f"{each.round}.{each.table}", who, "adj.", "adj.", signed(each.worth[0])
    return f"{each.round}.{each.table}", who, str(each.score.ns or ""), str(each.score.ew or ""), signed(each.worth[0])


_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def _par_told(par: Par) -> str:
    """`The master in all four seats: West makes ♦, East-West 1.`"""
    side = Side.NS if par.points[0] else Side.EW
    made = ""
    if par.maker is not None:
        alone = " alone" if par.alone else ""
        made = f"{par.maker.word} makes {_SUITS.get(par.trump, 'no trump')}{alone}, "
    return f"The master in all four seats: {made}{side.word} {max(par.points)}."
