"""A season: events that count together. Its results are computed from its events, never stored. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from bowerbird.evening.state import Evening
from bowerbird.event.met import not_met
from bowerbird.event.money import balances, is_account, ledger
from bowerbird.event.season import Cell, SeasonLine, played_meetings, season, weeks_of
from bowerbird.event.state import Event
from bowerbird.event.totals import mean, shown
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.rulebook.event import SeasonRules

__all__ = [
    "LadderSwitched",
    "LinkWithdrawn",
    "SeasonFact",
    "SeasonMade",
    "SeasonShown",
    "SeasonState",
    "WeekAdded",
    "money_of",
    "played_weeks",
    "rules_named",
    "season_rules",
    "shown_season",
]


class SeasonMade(msgspec.Struct, frozen=True, tag_field="season", tag="made"):
    """A season begins. `key` is the sender's own, so that the season is created once."""

    title: str
    rules: str
    key: str = ""


class WeekAdded(msgspec.Struct, frozen=True, tag_field="season", tag="week added"):
    """An event may count for the season; it does if the event says so too."""

    event: str


class LinkWithdrawn(msgspec.Struct, frozen=True, tag_field="season", tag="link withdrawn"):
    """The public link so far is cancelled."""


class LadderSwitched(msgspec.Struct, frozen=True, tag_field="season", tag="ladder"):
    """The owner shows a ladder of the season's people, or hides it again."""

    shown: bool


SeasonFact: TypeAlias = SeasonMade | WeekAdded | LinkWithdrawn | LadderSwitched


class SeasonState(msgspec.Struct, frozen=True):
    """The fold of a season's facts."""

    title: str
    rules: str
    events: tuple[str, ...] = ()
    generation: int = 0
    ladder: bool = False

    @classmethod
    def fold(cls, facts: Iterable[SeasonFact]) -> SeasonState:
        """The season that follows from these facts."""
        title = rules = ""
        events: list[str] = []
        generation, ladder = 0, False
        for fact in facts:
            match fact:
                case SeasonMade():
                    title, rules = fact.title, fact.rules
                case WeekAdded(event=event):
                    events += [event] if event not in events else []
                case LinkWithdrawn():
                    generation += 1
                case LadderSwitched():
                    ladder = fact.shown
        return cls(title, rules, tuple(events), generation, ladder)


class WeekShown(msgspec.Struct, frozen=True):
    """One week of the season: a whole event, or the games at the same tables within one."""

    event: str
    date: str
    title: str


class CellShown(msgspec.Struct, frozen=True):
    """One person's week."""

    status: str
    points: str
    loners: int
    euchres: int
    sub: str
    provisional: bool
    games: int


class LineShown(msgspec.Struct, frozen=True):
    """One person's season."""

    place: int
    name: str
    total: str
    average: str
    loners: int
    euchres: int
    weeks: tuple[CellShown | None, ...]
    counted: tuple[int, ...]
    provisional: bool


class Credit(msgspec.Struct, frozen=True):
    """A person's credits besides the points."""

    name: str
    loners: int
    euchres: int


class Balance(msgspec.Struct, frozen=True):
    """The sum of a person's payments and payouts, in cents."""

    name: str
    cents: int


class SeasonShown(msgspec.Struct, frozen=True):
    """A season as everybody may see it. `says` names its rules and what counts, in sentences.

    `ladder` is true if its owner shows one.
    """

    title: str
    rules: str
    says: tuple[str, ...]
    weeks: tuple[WeekShown, ...]
    lines: tuple[LineShown, ...]
    not_met: Mapping[str, tuple[str, ...]]
    credits: tuple[Credit, ...] | None
    money: tuple[Balance, ...]
    ladder: bool = False


def played_weeks(evenings: Sequence[tuple[str, Evening]]) -> tuple[tuple[WeekShown, ...], tuple[SeasonLine, ...]]:
    """The weeks in order and the season's lines, by the rules of the newest event."""
    ordered = sorted(evenings, key=lambda each: each[1].date or "9999")
    if not ordered:
        return (), ()
    weeks = [
        (name, evening, meeting, week)
        for name, evening in ordered
        for meeting, week in zip(played_meetings(evening.event), weeks_of(evening.event), strict=True)
    ]
    rules: SeasonRules = ordered[-1][1].event.book.event.season
    over = bool(rules.weeks) and len(weeks) >= rules.weeks and all(evening.event.finished for _, evening in ordered)
    shown_weeks = tuple(
        WeekShown(name, meeting.date or evening.date, evening.event.title) for name, evening, meeting, _ in weeks
    )
    return shown_weeks, season([week for _, _, _, week in weeks], rules, over)


def shown_season(state: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> SeasonShown:
    """The season's page."""
    weeks, lines = played_weeks(evenings)
    events = [evening.event for _, evening in evenings]
    credited = any(event.book.event.season.credits for event in events)
    return SeasonShown(
        state.title,
        state.rules,
        season_rules(state, evenings),
        weeks,
        tuple(_line(line) for line in lines),
        not_met(events),
        tuple(Credit(line.name, line.loners, line.euchres) for line in lines) if credited else None,
        tuple(Balance(name, cents) for name, cents in money_of(events).items()),
        state.ladder,
    )


def season_rules(state: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> tuple[str, ...]:
    """The season's rules in sentences: by name, which weeks count, and a week away. The newest event's, if any."""
    ordered = sorted(evenings, key=lambda each: each[1].date or "9999")
    book = ordered[-1][1].event.book if ordered else rules_named(state.rules)
    if book is None:
        return ()
    rules = book.event.season
    best = f"The best {rules.best_weeks} weeks of each player count." if rules.best_weeks else "Every week counts."
    away = "A week away without a sub counts as zero." if rules.absent == "zero" else "A week away does not count."
    return f"Rules: {book.title}.", best, away


def rules_named(name: str) -> Rulebook | None:
    """The rulebook that a season was made with, if there still is one by this name."""
    return load_rulebook(name) if name in book_names() else None


def _line(line: SeasonLine) -> LineShown:
    played = [cell.points for cell in line.weeks if cell is not None and cell.games]
    return LineShown(
        line.place,
        line.name,
        shown(line.total),
        shown(mean(played)),
        line.loners,
        line.euchres,
        tuple(None if cell is None else _cell(cell) for cell in line.weeks),
        line.counted,
        line.provisional,
    )


def _cell(cell: Cell) -> CellShown:
    return CellShown(cell.status, shown(cell.points), cell.loners, cell.euchres, cell.sub, cell.provisional, cell.games)


def money_of(events: Sequence[Event]) -> dict[str, int]:
    """Everybody's payments and payouts over the season, without pots and kitties."""
    total: Counter[str] = Counter()
    for event in events:
        for account, cents in balances(ledger(event)).items():
            if not is_account(account):
                total[account] += cents
    return {name: cents for name, cents in sorted(total.items(), key=lambda item: (-item[1], item[0])) if cents}
