"""Score cards, for each person or for each team that stays together, with what each club writes down.

The columns follow from the rulebook: what a game is worth, its number of hands, what breaks ties and what is credited.
Known scores are filled in, so that a card can be printed again in the middle of an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

from bowerbird.event.cards import card_of
from bowerbird.event.facts import Score, Table
from bowerbird.event.games import Totals, totals
from bowerbird.event.movements import movement_of
from bowerbird.event.results import result_of, worth
from bowerbird.event.scores import counted_by_hand
from bowerbird.event.state import Entry, Event, Round
from bowerbird.event.totals import shown
from bowerbird.paper.blocks import Card, Cards, Column, Grid, Words
from bowerbird.paper.job import Job, label, rounds_in_all, rule_of
from bowerbird.paper.press import code
from bowerbird.seats import Seat

__all__ = ["Chairs", "chairs", "score_at", "score_cards"]

#: Everyone's seat, by the number of the round and the name of the entry.
Chairs = Mapping[int, Mapping[str, tuple[Table, Seat]]]

_EXPLAINED = (
    "event.result",
    "event.match_points",
    "personal_card.made",
    "personal_card.march",
    "personal_card.alone_made",
    "personal_card.alone_march",
    "personal_card.alone_march_partner",
)
#: Where people mark their own cards, they also need the points that a ruling gives their side.
_ALSO_ON_OWN_CARDS = "irregularities.revoke"
#: More rounds than this need a whole page per card.
_TWO_TO_A_PAGE = 9
_MOST_HANDS = 10
#: The letters that fit into any column of names.
_ONE_LINE = 16
#: The height of the rows of a card that shares its page, and of one that does not, in points.
_HALF_PAGE, _WHOLE_PAGE = 210, 570
_LOWEST_ROW, _HIGHEST_ROW = 20, 40


class _Row(msgspec.Struct, frozen=True):
    """One round for the owner of the card: no table if they had none, no score if there is none yet."""

    event: Event
    label: str
    running: str = ""
    resting: bool = False
    table: Table | None = None
    seat: Seat = Seat.N
    score: Score | None = None


_Fill = Callable[[_Row, Table, Score], str]


def chairs(event: Event) -> Chairs:
    """Everyone's table and seat in every round; for a team, those of the player who sits first."""
    return {
        past.number: {
            event.entry_of[table.seats[seat]]: (table, seat) for table in past.tables for seat in reversed(Seat)
        }
        for past in event.rounds
    }


def score_at(past: Round, table: Table) -> Score | None:
    """The score of a table, once it counts."""
    result = past.results.get(table.number)
    return result.score if result is not None and result.status == "accepted" else None


def score_cards(job: Job) -> tuple[Cards, ...]:
    """One card for each person or team, or for one table; blank ones before anyone has entered."""
    event = job.event
    rounds = rounds_in_all(event)
    per_page: Literal[1, 2] = 2 if rounds <= _TWO_TO_A_PAGE else 1
    printer = _Printer(event, rounds)
    entries = sorted(event.entries.values(), key=lambda entry: entry.name.casefold())
    if job.table is not None:
        seated = {name for table in job.tables_of(job.chosen_round()) for name in table.seats}
        entries = [entry for entry in entries if seated.intersection(entry.players)]
    made = [_card(job, printer, entry) for entry in entries if _may_play(event, entry)]
    if not made:
        made = [_card(job, printer, Entry("", ()))] * per_page
    return (Cards(title="Score card", cards=tuple(made), per_page=per_page),)


class _Printer:
    """The data that all cards of an event share, computed once."""

    def __init__(self, event: Event, rounds: int) -> None:
        self.event, self.rounds = event, rounds
        self.so_far, self.sat = totals(event), chairs(event)
        self.fields = list(_fields(event))
        explained = (*_EXPLAINED, _ALSO_ON_OWN_CARDS) if result_of(event.book).personal else _EXPLAINED
        self.note = Words(text=rule_of(event.book, *explained), look="note")

    def line_of(self, entry: Entry) -> str:
        """`You are team A: you move up.`, by the last place of a team, where the movement tells lines apart."""
        seats = [sat[entry.name][1] for sat in self.sat.values() if entry.name in sat]
        return movement_of(self.event.book).line_notes[seats[-1].side] if seats else ""

    def grid(self, entry: Entry) -> Grid:
        played = [_row(self.event, entry, number, self.so_far, self.sat) for number in range(1, self.rounds + 1)]
        rows = tuple(tuple(fill(row) for _, fill in self.fields) for row in played)
        columns = tuple(column for column, _ in self.fields)
        return Grid(columns=columns, rows=rows, height=_height(self.rounds), lines="all")


def _height(rounds: int) -> float:
    """As much room to write as the page allows."""
    room = _HALF_PAGE if rounds <= _TWO_TO_A_PAGE else _WHOLE_PAGE
    return min(_HIGHEST_ROW, max(_LOWEST_ROW, room / rounds))


def _may_play(event: Event, entry: Entry) -> bool:
    return any(event.came(name) or event.presence(name) in ("entered", "here", "late") for name in entry.players)


def _card(job: Job, printer: _Printer, entry: Entry) -> Card:
    sitting = any(job.event.people[name].sitting for name in entry.players)
    notes = [entry.zone, "Sitting player: keeps one chair all evening" if sitting else "", printer.line_of(entry)]
    link = job.links.players.get(entry.players[0], "") if len(entry.players) == 1 else ""
    grid = printer.grid(entry)
    tight = any(len(str(cell)) > _ONE_LINE for row in grid.rows for cell in row)
    return Card(
        title=entry.name,
        note=" · ".join(filter(None, notes)),
        blocks=(grid, printer.note),
        code=code(link),
        tight=tight or len(entry.name) > _ONE_LINE,
    )


def _row(event: Event, entry: Entry, number: int, so_far: Totals, sat: Chairs) -> _Row:
    said = label(event, number).removeprefix("Round ")
    line = so_far.get(number, {}).get(entry.name)
    if line is None:
        return _Row(event, said)
    past = event.rounds[number - 1]
    running = shown(line.total)
    if entry.name in sat[number]:
        table, seat = sat[number][entry.name]
        return _Row(event, said, running, table=table, seat=seat, score=score_at(past, table))
    return _Row(event, said, running, resting=any(name in past.sitting_out for name in entry.players))


def _fields(event: Event) -> Iterator[tuple[Column, Callable[[_Row], str]]]:
    """The columns of a card, each with its contents."""
    book = event.book
    rules = book.event
    yield Column("Game" if rules.games_per_round > 1 else "Round", align="center"), lambda row: row.label
    yield Column("Table", align="center"), lambda row: str(row.table.number) if row.table else ""
    yield Column("Against" if event.pairs_stay else "Partner", 3), _across
    if result_of(book).personal:
        yield Column("Marks, hand by hand", 3.5), _nothing
    elif result_of(book).own_column:
        yield Column("We", 0.8, "center"), _scored(lambda row, table, score: str(score.points[row.seat.side]))
        yield Column("They", 0.8, "center"), _scored(lambda row, table, score: str(score.points[row.seat.side.other]))
    elif book.game.hands <= _MOST_HANDS:
        for hand in range(1, book.game.hands + 1):
            yield Column(str(hand), 0.7, "center"), _nothing
    for what in counted_by_hand(book):
        yield Column(what.capitalize(), align="center"), _scored(_loners if what == "loners" else _euchres)
    head = result_of(book).game_head
    yield Column(head, align="center"), _scored(lambda row, _, score: str(worth(book, score, row.seat)))
    yield Column("Total", 1, "center"), lambda row: row.running if row.score or row.resting else ""
    if card_of(book).initials:
        yield Column("Initials", align="center"), _nothing


def _scored(fill: _Fill) -> Callable[[_Row], str]:
    """Empty if there is no score yet."""
    return lambda row: fill(row, row.table, row.score) if row.table is not None and row.score is not None else ""


def _nothing(row: _Row) -> str:
    return ""


def _across(row: _Row) -> str:
    if row.table is None:
        return "sat out" if row.resting else ""
    if row.event.pairs_stay:
        return row.event.entry_of[row.table.seats[row.seat.left]]
    return row.table.seats[row.seat.partner]


def _loners(row: _Row, table: Table, score: Score) -> str:
    own = score.cards[row.seat.side].loners
    return str(sum(own) if row.event.pairs_stay else own[row.seat // 2])


def _euchres(row: _Row, table: Table, score: Score) -> str:
    return str(score.cards[row.seat.side.other].euchred)
