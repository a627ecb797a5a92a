"""The history of an event in words: who did what, in order, and what was undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import msgspec

from bowerbird.evening import facts as f
from bowerbird.evening.directors import by_name
from bowerbird.evening.state import Command, Story
from bowerbird.event import Event
from bowerbird.event.facts import (
    CheckedIn,
    Entered,
    EntryRemoved,
    Fact,
    FeePaid,
    RoundCalledOff,
    RoundClosed,
    RoundStarted,
    RulingOverruled,
    ScoreCorrected,
)
from bowerbird.event.tell import told
from bowerbird.event.words import listed
from bowerbird.rulebook.rulings import points_words

__all__ = ["HistoryLine", "history", "words_of"]

#: More people than this who enter, check in or go off the list at once are told in one sentence.
_FEW = 2
#: Facts that change totals: the record says which.
_CHANGES_TOTALS = (ScoreCorrected, RulingOverruled)
#: Facts about one round, which they do not name.
_OF_ROUND = (RoundStarted, RoundClosed, RoundCalledOff)
_SETTLEMENTS: dict[f.Settlement, str] = {
    "in the score": "the score includes them",
    "as played": "the score stays as played",
    "added": "added to the score",
    "taken off": "taken off the score",
    "game lost": "the game is lost",
}


class HistoryLine(msgspec.Struct, frozen=True):
    """A command in the record: when, by whom, in words, and whether it was undone."""

    seq: int
    at: int
    time: str
    by: str
    words: list[str]
    undone: bool


def words_of(command: Command, commands: Sequence[Command], event: Event) -> list[str]:
    """Tell in sentences what a command did; `commands` are all of the event, by which its rounds are numbered."""
    record = command.record
    facts: tuple[Fact, ...] = record.facts
    names = _round_names(command, commands, event)
    kinds = groupby(zip(facts, names, strict=True), lambda each: type(each[0]))
    words = [said for _, group in kinds for said in _together([*group])]
    words += _notes(record.notes)
    return [*words, *record.says] if any(isinstance(fact, _CHANGES_TOTALS) for fact in facts) else words


def _round_names(command: Command, commands: Sequence[Command], event: Event) -> list[str]:
    """The name of the round that each fact of a command starts or ends; empty for other facts."""
    facts = command.record.facts
    if not any(isinstance(fact, _OF_ROUND) for fact in facts):
        return [""] * len(facts)
    undone = {note.command for each in commands for note in each.record.notes if isinstance(note, f.TakenBack)}
    before = (each for each in commands if each.seq < command.seq and each.seq not in undone)
    number = sum(_rounds_more(fact) for each in before for fact in each.record.facts)
    names = []
    for fact in facts:
        number += isinstance(fact, RoundStarted)
        names.append(_name_of(event, number) if isinstance(fact, _OF_ROUND) else "")
        number -= isinstance(fact, RoundCalledOff)
    return names


def _rounds_more(fact: Fact) -> int:
    return isinstance(fact, RoundStarted) - isinstance(fact, RoundCalledOff)


def _name_of(event: Event, number: int) -> str:
    """The name of a round; if it was undone where there are several meetings, none."""
    if 0 < number <= len(event.rounds):
        return event.round_name(event.rounds[number - 1])
    return "" if event.has_meetings else f"Round {number}"


def _together(named: Sequence[tuple[Fact, str]]) -> list[str]:
    """The sentences of facts of one kind; many people who enter, check in or go off the list are one sentence."""
    facts = [fact for fact, _ in named]
    entered = [" & ".join(each.name for each in fact.players) for fact in facts if isinstance(fact, Entered)]
    came = [fact.name for fact in facts if isinstance(fact, CheckedIn) and fact.here and not fact.meeting]
    paid = [fact.name for fact in facts if isinstance(fact, FeePaid) and fact.paid and not fact.meeting]
    gone = [fact.name for fact in facts if isinstance(fact, EntryRemoved)]
    off = "were taken off the list"
    for names, did in ((entered, "entered"), (came, "checked in"), (paid, "paid the fee"), (gone, off)):
        if len(names) == len(facts) > _FEW:
            return [f"{len(names)} {did}: {', '.join(names)}."]
    return [told(fact, name) for fact, name in named]


def history(story: Story, time_of: Callable[[int], str]) -> list[HistoryLine]:
    """Every command, oldest first; `time_of` writes a moment in the event's local time."""
    return [
        HistoryLine(
            seq=command.seq,
            at=command.at,
            time=time_of(command.at),
            by=by_name(story.evening.directors, command.record.by),
            words=words_of(command, story.commands, story.evening.event),
            undone=not story.counts(command),
        )
        for command in story.commands
    ]


def _notes(notes: Sequence[f.Note]) -> list[str]:
    """The sentences of notes; many players whose links are cancelled at once are one sentence."""
    others = [note for note in notes if not (isinstance(note, f.Withdrawn) and note.role == "player")]
    void = len(notes) - len(others)
    said = [_note(note) for note in (others if void > _FEW else notes)]
    together = [f"The links of {void} players were cancelled."] if void > _FEW else []
    return [*filter(None, said), *together]


def _note(note: f.Note) -> str:
    match note:
        case f.Opened(trial=trial):
            return "A trial run with made-up people." if trial else "The desk was opened."
        case f.Changed():
            return "Settings were changed."
        case f.ClockStarted():
            return "The clock was started."
        case f.ClockPaused():
            return "The clock was paused."
        case f.ClockResumed():
            return "The clock was resumed."
        case f.TimeAdded(minutes=minutes):
            return f"{minutes:+d} minute{'' if abs(minutes) == 1 else 's'} on the clock."
        case f.Withdrawn(role=role, name=name):
            return f"The {role} link{f' of {name}' if name else ''} was cancelled."
        case f.DirectorJoined(name=name):
            return f"{name} is a director now." if name else ""
        case f.DirectorLeft(name=name):
            return f"{name or 'The director who made the event'} is no longer a director."
        case f.PhoneTaken(name=name, own_link=True):
            return f"{name} uses their own link."
        case f.PhoneTaken(name=name, table=table):
            return f"{name}'s phone is connected" + (f", by the QR code of table {table}." if table else ".")
        case f.SentFrom():
            return ""
        case f.PlayedOnline(table=table, hall_table=hall_table):
            return f"Table {table} plays online." if hall_table else f"Table {table} no longer plays online."
        case f.BotsCalled(table=table):
            return f"Bots play at table {table} right away."
        case f.StandIns(table=table, names=names):
            return f"A bot plays for {listed(names)} at table {table}." if names else f"No bot plays at table {table}."
        case f.RulingGiven(table=table, reason=reason, clause=clause):
            where = f"Table {table}. " if table else ""
            return f"{where}{reason}{f' [{clause}]' if clause else ''}"
        case f.PointsRuled(table=table, side=side, remedy="game lost"):
            return f"Table {table}: {side.word} lose the game by the ruling."
        case f.PointsRuled(table=table, side=side, points=points, remedy="points off"):
            return f"Table {table}: {points_words(points)} off {side.word} by the ruling."
        case f.PointsRuled(table=table, side=side, points=points):
            return f"Table {table}: {points_words(points)} for {side.other.word} by the ruling."
        case f.PointsSettled(ruling=ruling, how=how):
            return f"The points of ruling {ruling}: {_SETTLEMENTS[how]}."
        case f.Overruled(ruling=ruling, reason=reason):
            return f"Ruling {ruling} was overruled ({reason})."
        case f.SeasonJoined(season=season):
            return "This event counts for a season." if season else "This event counts for no season."
        case f.Announced(held=True, place=0):
            return "The standings are held back."
        case f.Announced(held=True, place=place, entries=entries):
            shared = "=" if [*entries.values()].count(place) > 1 else ""
            return f"Place {place}{shared} was announced."
        case f.Announced():
            return "The standings are public."
        case f.TakenBack(command=command):
            return f"Number {command} was undone."
