"""The state of an event at the desk, as the fold of its commands: the event, and everything the desk adds. Pure.

`after` returns the state one command later, or refuses it with an `EventError` and changes nothing. `Story` is the list
of commands itself, with the undone ones; an undo folds the rest again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

import msgspec
from msgspec.structs import replace

from bowerbird.evening.clock import NO_CLOCK, ClockState, moved
from bowerbird.evening.directors import MAKER, Director, joined, left
from bowerbird.evening.facts import (
    Announced,
    BotsCalled,
    Changed,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    CommandRecord,
    DirectorJoined,
    DirectorLeft,
    Note,
    Opened,
    Overruled,
    PhoneTaken,
    PlayedOnline,
    PointsRuled,
    PointsSettled,
    Role,
    RulingGiven,
    SeasonJoined,
    SentFrom,
    StandIns,
    TakenBack,
    TimeAdded,
    Withdrawn,
)
from bowerbird.evening.penalties import Penalty, answered, overruled
from bowerbird.event import Event, EventError, step
from bowerbird.event.boards import for_everybody
from bowerbird.event.facts import Entered, EntriesMerged, EntryRemoved, EventCreated, Renamed, RoundStarted, Ruled
from bowerbird.event.standings import standings
from bowerbird.event.state import Round, tidy_name

__all__ = ["BOTS_WAIT", "Command", "Evening", "GivenRuling", "Phone", "Settings", "Story", "after"]

#: Milliseconds that people have to come to their online table before a bot plays for them.
BOTS_WAIT = 90_000


class Settings(msgspec.Struct, frozen=True):
    """Permissions from the director: phones for scores, signing up by link, bots for missing people online."""

    phones: bool = True
    sign_up: bool = True
    bots: bool = False


class Phone(msgspec.Struct, frozen=True):
    """A phone that somebody claimed: when, at the card of which table or by their own link, and the number it drew."""

    at: int
    table: int = 0
    number: str = ""
    own_link: bool = False

    @property
    def at_sign_up(self) -> bool:
        """True if it is known only from signing up."""
        return not self.table and not self.own_link


class GivenRuling(msgspec.Struct, frozen=True):
    """A ruling in the record: a decision of the event by its `place` there, or a `note` that names nobody.

    `overruled` is the reason, if it no longer counts.
    """

    round: int
    place: int | None = None
    note: RulingGiven | None = None
    overruled: str = ""


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """An event and its desk at one moment. `online` maps round and table to the name of an online table.

    `online_since` says since when, `bots_called` at which of them bots play at once, and `stand_ins` for whom bots play
    there, since when. `rulings` and `penalties` are keyed by the number of the command that ruled them. `sent_from` has
    the number of the phone from which somebody sent a score in this round, and `signed_up` how many people signed up on
    the device with a number. `by_link` are the people who were entered by the sign-up link. Standings that are `held`
    back are for the desk only, except entries in the place that was `told` with their name. `announced` is the place
    announced last, and `held_since` the number of the meeting at which they were first held back.
    """

    event: Event
    seq: int = 0
    place: str = ""
    date: str = ""
    start: str = ""
    trial: bool = False
    season: str = ""
    settings: Settings = Settings()
    clock: ClockState = NO_CLOCK
    generation: Mapping[tuple[str, str], int] = {}
    directors: Mapping[str, Director] = msgspec.field(default_factory=lambda: MAKER)
    phones: Mapping[str, Phone] = {}
    sent_from: Mapping[str, str] = {}
    signed_up: Mapping[str, int] = {}
    by_link: frozenset[str] = frozenset()
    online: Mapping[tuple[int, int], str] = {}
    online_since: Mapping[tuple[int, int], int] = {}
    bots_called: frozenset[tuple[int, int]] = frozenset()
    stand_ins: Mapping[tuple[int, int], Mapping[str, int]] = {}
    rulings: Mapping[int, GivenRuling] = {}
    penalties: Mapping[int, Penalty] = {}
    held: bool = False
    held_since: int = 0
    announced: int = 0
    told: Mapping[str, int] = {}

    @property
    def holds_back(self) -> bool:
        """True while some place of the standings is not for everybody, or is no longer as it was announced."""
        if not self.held or not self.event.finished:
            return self.held
        return not all(self.is_announced(line.name, line.place) for line in standings(self.event))

    def is_announced(self, entry: str, place: int) -> bool:
        """True if everybody may see this entry in this place. While people play, nothing that was held back is."""
        return not self.held or (self.event.finished and self.told.get(entry) == place)

    @property
    def for_everybody(self) -> Evening | None:
        """The meetings whose results are not held back: all, the earlier ones, or none.

        Boards that somebody may still have to play have no results yet.
        """
        if not self.holds_back:
            public = for_everybody(self.event)
            return self if public is self.event else replace(self, event=public)
        earlier = self.event.up_to(self.held_since - 1)
        return replace(self, event=earlier, held=False) if earlier.rounds else None

    @property
    def meeting_date(self) -> str:
        """The date of the meeting in progress or the last one; before the first, the date of the event."""
        return (self.event.meeting.date if self.event.meetings else "") or self.date

    def phone_of(self, name: str) -> str:
        """The number of the phone that somebody uses, as far as is known.

        The device used for signing up does not count: a family does that on one computer, and comes with many phones.
        """
        known = self.phones.get(name)
        return self.sent_from.get(name) or (known.number if known and not known.at_sign_up else "")

    def has_own_phone(self, name: str) -> bool:
        """True if somebody has their link already: from a table's card, by using it, or by signing up.

        Having signed up on a device that others used too is not enough: a family does that on one computer.
        """
        known = self.phones.get(name)
        return known is not None and (not known.at_sign_up or self.signed_up.get(known.number, 0) < 2)

    def bots_at(self, round_: int, table: int, wait: int = BOTS_WAIT) -> int | None:
        """The time from which bots play for anyone missing at an online table; None if bots are not allowed."""
        place = (round_, table)
        if place not in self.online:
            return None
        if self.trial or place in self.bots_called:
            return self.online_since[place]
        return self.online_since[place] + wait if self.settings.bots else None


class Command(msgspec.Struct, frozen=True):
    """A command in the log, and the time it was carried out, in milliseconds."""

    seq: int
    at: int
    record: CommandRecord


def after(evening: Evening | None, command: Command) -> Evening:
    """The state one command later."""
    event = evening.event if evening else None
    clock = evening.clock if evening else NO_CLOCK
    sent_from: Mapping[str, str] = evening.sent_from if evening else {}
    rulings: Mapping[int, GivenRuling] = evening.rulings if evening else {}
    for fact in command.record.facts:
        event = step(event, fact)
        if isinstance(fact, RoundStarted):
            clock, sent_from = NO_CLOCK, {}
        elif isinstance(fact, Ruled):
            rulings = {**rulings, command.seq: GivenRuling(event.rulings[-1][0], len(event.rulings) - 1)}
    if event is None:
        raise EventError("No event has been made yet.")
    before = evening or Evening(event=event)
    by_link = _by_link(before.by_link, command.record, event)
    evening = replace(
        before, event=event, clock=clock, sent_from=sent_from, rulings=rulings, by_link=by_link, seq=command.seq
    )
    for note in command.record.notes:
        if isinstance(note, PointsSettled | Overruled):
            evening = _settled(evening, note, before.event)
        else:
            evening = _noted(evening, note, command.at)
    return _used(evening, command)


def _by_link(known: frozenset[str], record: CommandRecord, event: Event) -> frozenset[str]:
    """The people who were entered by the sign-up link. One whose entry was corrected at the desk is known there."""
    if record.by == "sign-up":
        entered = (fact for fact in record.facts if isinstance(fact, Entered))
        known |= {tidy_name(player.name) for fact in entered for player in fact.players}
    elif known and any(isinstance(fact, EntryRemoved | EntriesMerged | Renamed) for fact in record.facts):
        merged = {fact.into for fact in record.facts if isinstance(fact, EntriesMerged)}
        known = (known & event.people.keys()) - merged
    return known


def _used(evening: Evening, command: Command) -> Evening:
    """Note that somebody uses their own link, if that was not known from anything but signing up."""
    role, _, name = command.record.by.partition(":")
    known = evening.phones.get(name)
    if role != "player" or (known is not None and not known.at_sign_up):
        return evening
    return replace(evening, phones={**evening.phones, name: Phone(command.at, own_link=True)})


def _noted(evening: Evening, note: Note, at: int) -> Evening:
    match note:
        case Opened():
            return replace(
                evening,
                place=note.place,
                date=note.date,
                start=note.start,
                trial=note.trial,
            )
        case Changed():
            return _changed(evening, note)
        case ClockStarted() | ClockPaused() | ClockResumed() | TimeAdded():
            if not evening.event.rounds or evening.event.round.closed:
                raise EventError("No round is on. Seat the players first.")
            return replace(evening, clock=moved(evening.clock, note, at))
        case Withdrawn():
            who = (note.role, note.name)
            void = note.name if note.role == "player" else ""
            phones = {name: phone for name, phone in evening.phones.items() if name != void}
            # Not one more than before: after an undo, that number would be used a second time.
            generation = {**evening.generation, who: evening.seq}
            return replace(evening, generation=generation, phones=phones)
        case DirectorJoined():
            # An invitation is good for one person. Directors from the beginning came without one.
            used = dict.fromkeys((("director", note.name), ("invitation", "")), evening.seq) if evening.seq > 1 else {}
            return replace(
                evening, directors=joined(evening.directors, note), generation={**evening.generation, **used}
            )
        case DirectorLeft():
            # They have seen these links. They may know those of players and tables too, which are on paper in the
            # room and stay: the director cancels single ones.
            seen = dict.fromkeys((("director", note.name), ("invitation", ""), ("helper", "")), evening.seq)
            return replace(
                evening, directors=left(evening.directors, note.name), generation={**evening.generation, **seen}
            )
        case PhoneTaken():
            return _taken(evening, note, at)
        case SentFrom():
            return replace(evening, sent_from={**evening.sent_from, note.name: note.phone})
        case PlayedOnline():
            place = (note.round, note.table)
            online = {**evening.online, place: note.hall_table}
            return replace(
                evening,
                online={place: name for place, name in online.items() if name},
                online_since={**evening.online_since, place: at},
                bots_called=evening.bots_called - {place},
            )
        case BotsCalled():
            return replace(evening, bots_called=evening.bots_called | {(note.round, note.table)})
        case StandIns():
            place = (note.round, note.table)
            known = evening.stand_ins.get(place, {})
            names = {name: known.get(name, at) for name in note.names}
            return replace(evening, stand_ins={**evening.stand_ins, place: names})
        case RulingGiven():
            number = evening.event.rounds[-1].number if evening.event.rounds else 0
            return replace(evening, rulings={**evening.rulings, evening.seq: GivenRuling(number, note=note)})
        case PointsRuled():
            return replace(evening, penalties={**evening.penalties, evening.seq: Penalty(note)})
        case SeasonJoined():
            return replace(evening, season=note.season)
        case Announced():
            told = {**evening.told, **note.entries} if note.place else {}
            since = evening.held_since if evening.held else len(evening.event.meetings)
            return replace(evening, held=note.held, held_since=since, announced=note.place, told=told)
        case PointsSettled() | Overruled() | TakenBack():
            raise TypeError(f"{type(note).__name__} is folded elsewhere")


def _taken(evening: Evening, note: PhoneTaken, at: int) -> Evening:
    phone = Phone(at, note.table, note.phone, note.own_link)
    phones = {**evening.phones, note.name: phone}
    signed_up = evening.signed_up
    if note.phone and phone.at_sign_up:
        signed_up = {**signed_up, note.phone: signed_up.get(note.phone, 0) + 1}
    return replace(evening, phones=phones, signed_up=signed_up)


def _settled(evening: Evening, note: PointsSettled | Overruled, before: Event) -> Evening:
    """Note what became of a ruling. `before` is the event without the change that the same command made."""
    penalties, number = evening.penalties, note.ruling
    penalty, given = penalties.get(number), evening.rulings.get(number)
    if penalty is None and (given is None or isinstance(note, PointsSettled)):
        raise EventError("What was said about that ruling later still counts. Undo that first.")
    if penalty is not None:
        rounds = (_round(before, penalty.ruled.round), _round(evening.event, penalty.ruled.round))
        if isinstance(note, PointsSettled):
            penalties = answered(penalties, number, note.how, evening.seq, rounds)
        else:
            penalties = overruled(penalties, number, note.reason, rounds)
    rulings = evening.rulings
    if given is not None and isinstance(note, Overruled):
        rulings = {**rulings, number: replace(given, overruled=note.reason)}
    return replace(evening, penalties=penalties, rulings=rulings)


def _round(event: Event, number: int) -> Round | None:
    return event.rounds[number - 1] if 1 <= number <= len(event.rounds) else None


def _changed(evening: Evening, note: Changed) -> Evening:
    allowed = {name: getattr(note, name) for name in ("phones", "sign_up", "bots") if getattr(note, name) is not None}
    told = {name: getattr(note, name) for name in ("place", "date", "start") if getattr(note, name) is not None}
    return replace(evening, settings=replace(evening.settings, **allowed), **told)


class Story:
    """All commands of an event in order, and the state that follows from all but the undone ones."""

    def __init__(self, commands: Iterable[Command]) -> None:
        """Fold the commands of a log."""
        self.commands: list[Command] = []
        self.taken_back: set[int] = set()
        self.keys: dict[tuple[str, str], Command] = {}
        for command in commands:
            self._keep(command)
        self.evening = self._folded(self.taken_back)

    @property
    def seq(self) -> int:
        """The number of the last command."""
        return self.commands[-1].seq

    def told(self, by: str, key: str) -> Command | None:
        """The command that was already carried out for this sender under this key."""
        return self.keys.get((by, key)) if key else None

    def state_after(self, command: Command) -> Evening:
        """The state after one more command, which is not kept yet."""
        taken = _taken_back(command.record)
        if taken:
            self._check_taken_back(taken)
            return replace(self._folded(self.taken_back | taken), seq=command.seq)
        return after(self.evening, command)

    def keep(self, command: Command, evening: Evening | None = None) -> None:
        """Keep one more command, which is on disk; `evening` is the state that `state_after` returned for it."""
        self.evening = evening or self.state_after(command)
        self._keep(command)

    def copy(self) -> Story:
        """The story so far, which does not go on."""
        other = copy(self)
        other.commands, other.taken_back, other.keys = [*self.commands], {*self.taken_back}, {**self.keys}
        return other

    def counts(self, command: Command) -> bool:
        """True if this command was not undone."""
        return command.seq not in self.taken_back

    def withdrawn_since(self, command: Command, role: Role, name: str) -> bool:
        """True if a link that this command gave out was cancelled later."""
        void = Withdrawn(role=role, name=name)
        return any(void in each.record.notes and self.counts(each) for each in self.commands if each.seq > command.seq)

    def _keep(self, command: Command) -> None:
        self.commands.append(command)
        self.taken_back |= _taken_back(command.record)
        if command.record.key:
            self.keys[command.record.by, command.record.key] = command

    def _folded(self, without: set[int]) -> Evening:
        evening: Evening | None = None
        for command in self.commands:
            if command.seq not in without and not _taken_back(command.record):
                evening = after(evening, command)
        if evening is None:
            raise EventError("This log is empty. Make an event first.")
        return replace(evening, seq=self.seq)

    def _check_taken_back(self, numbers: set[int]) -> None:
        for number in numbers:
            command = next((each for each in self.commands if each.seq == number), None)
            if command is None:
                raise EventError("There is nothing to undo.")
            if number in self.taken_back:
                raise EventError(f"There is nothing to undo: step {number} was undone already.")
            if _taken_back(command.record):
                raise EventError("There is nothing to undo: that step is an undo itself. Do the undone step again.")
            if any(isinstance(fact, EventCreated) for fact in command.record.facts):
                raise EventError("There is nothing to undo.")
            if any(isinstance(note, DirectorJoined | DirectorLeft) for note in command.record.notes):
                raise EventError("Who directs is changed under Directors. It can't be undone.")


def _taken_back(record: CommandRecord) -> set[int]:
    return {note.command for note in record.notes if isinstance(note, TakenBack)}
