"""The same event again: everything that was set up comes along, and nobody is here yet. Pure.

Everybody on the list comes along, also people who did not come, and subs who played where anyone can enter alone.
People whom the director removed do not. Rules, prizes and settings come along as they were at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Annotated, Final

import msgspec

from bowerbird.evening.directors import active
from bowerbird.evening.facts import Changed, CommandRecord, DirectorJoined, Note, Opened, SeasonJoined
from bowerbird.evening.requests import DATE
from bowerbird.evening.state import Evening, Settings, Story
from bowerbird.event.facts import (
    Entered,
    Entrant,
    EntriesMerged,
    EventCreated,
    Fact,
    PartnersDrawn,
    Renamed,
    SittingPlayerNamed,
    Substituted,
)
from bowerbird.event.state import Entry, Event
from bowerbird.names import letters_of
from bowerbird.rulebook.event import CLOCK

__all__ = ["Again", "AgainForm", "again_form", "first_command_again"]

_WEEK: Final = timedelta(days=7)
#: A title that counts, such as "Autumn league, week 3".
_COUNTED: Final = re.compile(r"\b(week|night|evening|session|meeting|game|no\.|number|#)(\s*)(\d{1,4})\b(?!.*\d)", re.I)


class Again(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same event again. What is left out stays as it was; the date is then a week later."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    title: Annotated[str, msgspec.Meta(max_length=120)] | None = None
    date: Annotated[str, msgspec.Meta(pattern=DATE)] | None = None
    start: Annotated[str, msgspec.Meta(pattern=CLOCK)] | None = None
    place: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class AgainForm(msgspec.Struct, frozen=True):
    """What comes along, and what can be changed before the event is created. `left_out` are people who don't."""

    title: str
    date: str
    start: str
    place: str
    rules: str
    people: int
    subs: tuple[str, ...]
    left_out: tuple[str, ...]
    directors: int
    season: bool
    trial: bool


def again_form(story: Story, today: date) -> AgainForm:
    """The form for the next event like this one."""
    evening = story.evening
    event = evening.event
    groups = list(_groups(story))
    subs = tuple(_subs(story))
    kept = {name for group in groups for name in group}
    return AgainForm(
        title=_next_title(event.title),
        date=_next_date(evening.meeting_date, today),
        start=evening.start,
        place=evening.place,
        rules=event.book.title,
        people=len(kept) + len(subs),
        subs=subs,
        left_out=tuple(name for name in event.people if name not in kept),
        directors=len(active(evening.directors)),
        season=bool(evening.season),
        trial=evening.trial,
    )


def first_command_again(
    story: Story, wanted: Again, today: date, maker: DirectorJoined, people: Mapping[str, str] | None = None
) -> CommandRecord:
    """The first command of the next event. The director who asks is its first director; the others come along.

    `people` is who the directors are now, by the names in their links: a guest may have signed in since.
    """
    evening, usual = story.evening, again_form(story, today)
    day = usual.date if wanted.date is None else wanted.date
    title = usual.title if wanted.title is None else wanted.title.strip() or usual.title
    event = evening.event
    facts: list[Fact] = [
        EventCreated(
            title=title,
            book=event.book,
            rounds=event.planned_rounds,
            zone=event.zone,
            year=int(day[:4]) if day else today.year,
        ),
        *_entered(story),
    ]
    opened = Opened(
        place=usual.place if wanted.place is None else wanted.place,
        date=day,
        start=usual.start if wanted.start is None else wanted.start,
        trial=evening.trial,
    )
    notes: list[Note] = [
        opened,
        *_changed(evening.settings),
        maker,
        *_other_directors(evening, maker.person, people or {}),
    ]
    if evening.season and not evening.trial:
        notes.append(SeasonJoined(season=evening.season))
    return CommandRecord(facts=tuple(facts), notes=tuple(notes), key=wanted.key)


def _changed(settings: Settings) -> Iterator[Changed]:
    if settings != Settings():
        yield Changed(phones=settings.phones, sign_up=settings.sign_up, bots=settings.bots)


def _other_directors(evening: Evening, asked: str, people: Mapping[str, str]) -> Iterator[DirectorJoined]:
    """Directors without an account or a browser of their own could not find the event, so they stay behind."""
    done = {"", asked}
    for name in active(evening.directors):
        known = evening.directors[name]
        person = people.get(name, known.person)
        if person not in done:
            done.add(person)
            yield DirectorJoined(name=name or known.called or "Director", person=person)


def _next_title(title: str) -> str:
    """`Week 4` after `Week 3`; other titles stay."""
    return _COUNTED.sub(lambda found: f"{found[1]}{found[2]}{int(found[3]) + 1}", title)


def _next_date(last: str, today: date) -> str:
    """A week later, and not in the past: the same weekday. Without a date, none."""
    try:
        day = date.fromisoformat(last) + _WEEK
    except ValueError:
        return ""
    late = max(0, (today - day).days)
    return (day + _WEEK * -(-late // 7)).isoformat()


# People.


def _entered(story: Story) -> Iterator[Fact]:
    """Everybody who comes along. A sitting player keeps the same chair."""
    event = story.evening.event
    forms = _forms(story)
    for group in _groups(story):
        zone = event.people[group[0]].zone
        yield Entered(players=tuple(forms.get(name, Entrant(name, of_age=True)) for name in group), zone=zone)
    for name in _subs(story):
        yield Entered(players=(forms.get(name, Entrant(name, of_age=True)),))
    for group in _groups(story):
        yield from (SittingPlayerNamed(name=name) for name in group if event.people[name].sitting)


def _groups(story: Story) -> Iterator[tuple[str, ...]]:
    """People and pairs as they came, in that order; teams that were drawn for the night are not kept."""
    event = story.evening.event
    pairs = _pairs_entered(story)
    done: set[str] = set()
    for name in event.people:
        entry = event.entry(name)
        together = event.book.event.entry.unit == "pairs" or frozenset(entry.players) in pairs
        if name in done:
            continue
        done.update(entry.players if together else (name,))
        yield from _still_there(event, entry, name, together)


def _still_there(event: Event, entry: Entry, name: str, together: bool) -> Iterator[tuple[str, ...]]:
    """This entry without removed people. Where only pairs enter, a pair stays behind with the one who was removed."""
    kept = tuple(each for each in (entry.players if together else (name,)) if not event.people[each].removed)
    if len(kept) == 2 or (kept and event.book.event.entry.unit != "pairs"):
        yield kept


def _facts(story: Story) -> Iterator[Fact]:
    for command in story.commands:
        if story.counts(command):
            yield from command.record.facts


def _forms(story: Story) -> dict[str, Entrant]:
    """Everybody's year of birth, by their name now."""
    forms: dict[str, Entrant] = {}
    for fact in _facts(story):
        match fact:
            case Entered(players=players):
                forms |= {each.name: each for each in players}
            case Substituted(by=by, born=born, of_age=of_age) if by not in forms:
                forms[by] = Entrant.called(by, born, of_age)
            case Renamed(name=name, to=to) if (old := _known(forms, name)) is not None:
                was = forms.pop(old)
                forms[" ".join(to.split())] = Entrant.called(to, was.born, was.of_age)
            case _:
                pass
    known = {letters_of(name): form for name, form in forms.items()}
    event = story.evening.event
    return {
        name: Entrant(name, known[letters_of(name)].born, known[letters_of(name)].of_age)
        for name in (*event.people, *_subs(story))
        if letters_of(name) in known
    }


def _known(forms: dict[str, Entrant], name: str) -> str | None:
    return next((each for each in forms if letters_of(each) == letters_of(name)), None)


def _pairs_entered(story: Story) -> set[frozenset[str]]:
    """The pairs who entered together or were made partners at the door, by their names now.

    Partners by a draw have cards; they are drawn again.
    """
    called = {letters_of(name): name for name in story.evening.event.people}
    pairs: list[list[str]] = []
    for fact in _facts(story):
        match fact:
            case Entered(players=(first, second)):
                pairs.append([letters_of(first.name), letters_of(second.name)])
            case PartnersDrawn(teams=teams, cards=()):
                pairs += [[letters_of(first), letters_of(second)] for first, second in teams]
            case Renamed(name=name, to=to) | EntriesMerged(name=name, into=to):
                old, new = letters_of(name), letters_of(to)
                pairs = [[new if each == old else each for each in pair] for pair in pairs]
            case _:
                pass
    return {frozenset(called[each] for each in pair) for pair in pairs if all(each in called for each in pair)}


def _subs(story: Story) -> Iterator[str]:
    """Subs who played and are not on the list, where people can enter alone and no zone has a limit."""
    event = story.evening.event
    rules = event.book.event.entry
    if rules.unit == "pairs" or rules.teams_per_zone:
        return
    known = {letters_of(name) for name in event.people}
    for past in event.rounds:
        for name in past.subs.values():
            if letters_of(name) not in known:
                known.add(letters_of(name))
                yield name
