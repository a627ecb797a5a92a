"""The parts that every role sees: the head of a view, the clock, the standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from msgspec.structs import replace

from bowerbird.evening.clock import (
    clock_says,
    closing_time_says,
    counts_from,
    ends_at,
    minute_of_day,
    seconds_left,
    time_is_up,
    time_words,
)
from bowerbird.evening.state import Evening
from bowerbird.evening.views.shapes import (
    BoardsMean,
    ClockShown,
    ClockState,
    Fresh,
    Head,
    MeetingShown,
    Phase,
    PhoneShown,
    Progress,
    RoundNow,
    ScoreNeeds,
    StandingLine,
    Standings,
)
from bowerbird.event.boards import PerBoard, for_everybody, per_board
from bowerbird.event.calendar import minutes_of
from bowerbird.event.clock import games_left
from bowerbird.event.cutting import still_to_deal
from bowerbird.event.facts import Table
from bowerbird.event.games import Totals, totals
from bowerbird.event.movements import movement_of
from bowerbird.event.movements.base import CutDue
from bowerbird.event.ranking import Due
from bowerbird.event.results import result_of, total_shown
from bowerbird.event.scores import card_fields, hand_values
from bowerbird.event.standings import Line, due_play_offs, standings
from bowerbird.event.state import Event, Round
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = ["Seen", "clock_view", "fresh", "next_move", "score_needs", "time_words"]

#: In a list longer than the first number, only places up to the second come with the reasons of their ties.
_MANY_LINES, _EXPLAINED = 200, 50
#: What everybody reads while boards are played.
_CLOSED = "Boards count here when nobody has to play them any more."
#: Minutes before the start at which a round is not one of that evening: somebody tries the desk, or enters old scores.
_EARLY = 60


class Seen:
    """The state with everything that several views need, computed once."""

    def __init__(self, evening: Evening, rung: bool, unopened: Mapping[int, str] = MappingProxyType({})) -> None:
        """`rung` is true if time is up, even if nobody has rung the bell.

        `unopened` are online tables of the round that could not be opened yet, with the reasons.
        """
        self.evening = evening
        self.unopened = unopened
        self.event: Event = evening.event
        self.rung = rung

    @cached_property
    def current(self) -> Round | None:
        """The round in progress, or the last one of the meeting."""
        return self.event.tonight[-1] if self.event.tonight else None

    @cached_property
    def open(self) -> Round | None:
        """The round in progress."""
        return self.event.open_round

    @cached_property
    def phase(self) -> Phase:
        """The phase of the event. `closed` is the time between two meetings."""
        if self.event.finished:
            return "play-offs" if self.due else "over"
        if self.event.meetings and not self.event.is_open:
            return "closed"
        if self.current is None:
            return "entry"
        return "round" if self.open else "between"

    @cached_property
    def progress(self) -> Progress:
        """The event on a list. It is in progress from the first person who comes."""
        if self.phase == "over":
            return "over"
        return "running" if self.event.rounds or self.event.here() else "coming"

    @cached_property
    def due(self) -> tuple[Due, ...]:
        """Coins and games that are still due."""
        return due_play_offs(self.event) if self.event.played_out else ()

    @cached_property
    def bell(self) -> bool:
        """True if the bell has rung for the round in progress."""
        return self.open is not None and (self.open.bell or self.rung)

    @cached_property
    def begun(self) -> bool:
        """True if play has started in the round in progress: the clock was started, or the first score is in."""
        return self.open is not None and (self.evening.clock.started is not None or bool(self.open.results))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The standings."""
        return standings(self.event)

    @cached_property
    def after_rounds(self) -> Totals:
        """The standings after every round: slow in a large event, so it is worked out once for all cards."""
        return totals(self.event)

    @cached_property
    def line_views(self) -> list[StandingLine]:
        """The standings as data."""
        few = len(self.lines) <= _MANY_LINES
        return _line_views(self.event, self.lines, lambda line: few or line.place <= _EXPLAINED)

    @cached_property
    def public_lines(self) -> list[StandingLine]:
        """The standings as everybody may see them: of those held back only what was announced, without reasons.

        A reason names both sides of a tie, and the other side may not be announced yet.
        """
        if not self.evening.holds_back:
            return self.line_views if self.public is self.event else self._open_lines
        announced = (line for line in self.line_views if self.evening.is_announced(line.name, line.place))
        return [replace(line, reasons=()) for line in announced]

    @cached_property
    def public(self) -> Event:
        """The event as everybody may see it: boards that somebody may still have to play have no results."""
        return for_everybody(self.event)

    @cached_property
    def _open_lines(self) -> list[StandingLine]:
        """The standings by the boards that are open; none before the first."""
        played = any(past.results for past in self.public.rounds)
        return _line_views(self.public, standings(self.public), lambda _: True) if played else []

    def may_know_place(self, entry: str) -> bool:
        """True if everybody may see the place of an entry."""
        if self.public is not self.event:
            return False
        return all(self.evening.is_announced(line.name, line.place) for line in self.lines if line.name == entry)

    @cached_property
    def places(self) -> dict[str, tuple[Table, Seat]]:
        """The table and seat of everybody in the round in progress or the last one, subs by their own names too."""
        found: dict[str, tuple[Table, Seat]] = {}
        if self.current is None:
            return found
        for table in self.current.tables:
            for seat in Seat:
                name = table.seats[seat]
                found[name] = (table, seat)
                if name in self.current.subs:
                    found[self.current.subs[name]] = (table, seat)
        return found

    @cached_property
    def cuts_due(self) -> tuple[CutDue, ...]:
        """The cuts of the round in progress, by the movement."""
        subs = self.open.subs if self.open else {}
        return tuple(due.with_subs(subs) for due in movement_of(self.event.book).cuts_due(self.event))

    @cached_property
    def _to_deal(self) -> frozenset[int]:
        return still_to_deal(self.event)

    def dealer(self, current: Round, table: Table) -> int:
        """The seat of the first dealer; -1 while people still have to cut for the deal."""
        return -1 if current is self.open and table.number in self._to_deal else int(table.dealer)

    def phone(self, name: str) -> PhoneShown | None:
        """The time when somebody claimed a phone, and how."""
        known = self.evening.phones.get(name)
        if known is None:
            return None
        return PhoneShown(time_words(known.at, self.event.zone), known.table, known.own_link)

    def head(self) -> Head:
        """The head of every view."""
        evening, event, current = self.evening, self.event, self.current
        return Head(
            title=event.title,
            place=evening.place,
            date=evening.meeting_date,
            start=evening.start,
            rules=event.book.named,
            trial=evening.trial,
            phase=self.phase,
            meeting=_meeting(event),
            round=None
            if current is None
            else RoundNow(
                number=current.number,
                name=event.round_name(current),
                of=event.planned_rounds,
                counts=current.counts,
                bell=current.bell or (self.rung and not current.closed),
                closed=current.closed,
                game=current.game,
            ),
        )

    def standings(self, lines: list[StandingLine] | None = None) -> Standings:
        """The standings for the desk, or the part of them for others."""
        total = result_of(self.event.book).on_screen
        return Standings(
            total_is=total,
            lines=self.line_views if lines is None else lines,
            of=len(self.lines),
            held=self.evening.holds_back,
            says="" if self.public is self.event else _CLOSED,
        )


def _meeting(event: Event) -> MeetingShown | None:
    """The meeting in progress, or the last one; nothing before the first."""
    if not event.meetings:
        return None
    meeting = event.meeting
    return MeetingShown(
        number=meeting.number,
        name=event.meeting_name(meeting.number),
        next=event.meeting_name(meeting.number + 1),
        of=event.planned_meetings,
        several=event.has_meetings,
        closed=meeting.closed,
        date=meeting.date,
        games=event.book.event.games_per_round if event.sitting_is_all else 0,
    )


def _line_views(event: Event, lines: Sequence[Line], why: Callable[[Line], bool]) -> list[StandingLine]:
    """Lines as data, with reasons where `why` is true."""
    gains = per_board(event)
    return [_line(event.book, line, why(line), gains.get(line.name)) for line in lines]


def _line(book: Rulebook, line: Line, why: bool, gain: PerBoard | None) -> StandingLine:
    return StandingLine(
        place=line.place,
        name=line.name,
        total=total_shown(book, line.total),
        players=line.players,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        points=line.points,
        loners=line.loners,
        euchres=line.euchres,
        games=line.games,
        sat_out=line.sat_out,
        to_come=line.to_come,
        reasons=line.reasons if why else (),
        per_board=None if gain is None else BoardsMean(gain.boards, round(gain.mean, 2), round(gain.error, 2)),
    )


def next_move(event: Event) -> str:
    """Who goes where after this round; the last game of a meeting's rotation leads nowhere."""
    if event.sitting_is_all and event.tonight and not event.same_sitting():
        return f"This is the last game of {event.meeting_name(event.meeting.number).lower()}."
    return movement_of(event.book).next_move


def score_needs(book: Rulebook) -> ScoreNeeds:
    """The fields of a score under this rulebook, so that a page shows no others."""
    game = book.game
    most = game.points if game.over_target == "not counted" else game.points - 1 + hand_values(book)[-1]
    personal = result_of(book).personal
    bonus = book.personal_card.alone_march - book.personal_card.alone_march_partner
    return ScoreNeeds(
        cards=card_fields(book),
        target=game.points,
        most=most if game.points else 0,
        hands=game.hands,
        bell=game.bell != "none",
        level_ok=not (game.points and game.level_at_bell == "one more hand")
        and (not game.points or bool(game.minutes)),
        lone_bonus=bonus if personal else 0,
        board_points=hand_values(book) if movement_of(book).duplicate else (),
    )


def fresh(evening: Evening, now: int, turn: int) -> Fresh:
    """Give the part that is different at every look."""
    return Fresh(evening.seq, now, clock_view(evening, now), turn)


def clock_view(evening: Evening, now: int) -> ClockShown:
    """The round's clock."""
    event, clock = evening.event, evening.clock
    end = ends_at(event, clock, now)
    state = _clock_state(evening, now)
    return ClockShown(
        state=state,
        ends_at=end if state == "running" else None,
        left=seconds_left(event, clock, now) if state in ("ready", "running", "paused") else None,
        started_at=counts_from(clock, now),
        minutes=event.book.game.minutes,
        says=tuple(filter(None, (*clock_says(event, clock, now), closing_time_says(event, now)))),
        games_fit=_games_fit(evening, now),
        next=_next_words(evening, state, end),
    )


def _games_fit(evening: Evening, now: int) -> int | None:
    """The games that still fit before closing time; nothing if nobody knows when play starts, or at another time."""
    event, minute = evening.event, minute_of_day(evening.event, now)
    start = evening.start or event.book.event.calendar.start
    if not start or (event.tonight and minute < minutes_of(start) - _EARLY):
        return None
    return games_left(event, minute)


def _clock_state(evening: Evening, now: int) -> ClockState:
    event, clock = evening.event, evening.clock
    if event.finished:
        return "over"
    if event.open_round is None:
        return "off"
    if event.round.bell or time_is_up(event, clock, now):
        return "rung"
    if clock.started is None:
        return "ready"
    return "paused" if clock.paused is not None else "running"


def _next_words(evening: Evening, state: ClockState, end: int | None) -> str:
    event = evening.event
    match state:
        case "over":
            return "Play is over."
        case "off":
            if not event.tonight:
                return "Check people in, then seat the first round."
            if not event.is_open:
                return f"{event.meeting_name(event.meeting.number)} is closed."
            return "Seat the next round, or finish."
        case "ready" if event.book.game.minutes or not event.round.results:
            first = "Start the clock" if event.book.game.minutes else "Start play"
            return f"{first} when everyone is seated."
        case "paused":
            return "The clock is paused. Resume it when play continues."
        case "rung":
            return "Finish this hand, then bring the score."
        case _:
            if end is not None:
                return f"Ring the bell at {time_words(end, event.zone)}"
            return "Close the round when every score is in."
