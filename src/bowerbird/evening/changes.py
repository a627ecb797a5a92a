"""A change of the event in words: what it changes in money, totals, rounds and times. Compares two states. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bowerbird.evening.clock import ends_at, time_words
from bowerbird.evening.state import Evening
from bowerbird.event import Event
from bowerbird.event.calendar import minutes_of
from bowerbird.event.money import expected_fees, fee_of, prizes_offered, till
from bowerbird.event.standings import standings
from bowerbird.event.totals import dollars, shown
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.phrases import sentence_case, time_of_day
from bowerbird.rulebook.settings import settings, value_of

__all__ = ["changes_said", "value_words"]

#: The most people whose new totals are named.
_NAMED = 12


def changes_said(before: Evening, after: Evening, now: int) -> tuple[str, ...]:
    """Sentences about everything that differs, the change itself first and then what it brings about."""
    return (
        *_about_the_event(before, after),
        *_rounds(before.event, after.event),
        *_settings(before.event.book, after.event.book),
        *_bell(before, after, now),
        *_till(before.event, after.event),
        *_prizes(before.event, after.event),
        *_totals(before.event, after.event),
    )


def _about_the_event(before: Evening, after: Evening) -> Iterator[str]:
    told = (
        ("Name", before.event.title, after.event.title),
        ("Location", before.place, after.place),
        ("Date", before.meeting_date, after.meeting_date),
        ("Start", _clock(before.start), _clock(after.start)),
    )
    for what, old, new in told:
        if old != new:
            yield f"{what}: {new or 'none'}{f', was {old}' if old else ''}."


def _clock(time: str) -> str:
    return time_of_day(minutes_of(time)) if time else ""


def _rounds(before: Event, after: Event) -> Iterator[str]:
    old, new = before.planned_rounds, after.planned_rounds
    if old == new:
        return
    was = f", was {old or 'open'}"
    if not new:
        yield f"Rounds: open{was}. Play goes on until you finish the event."
        return
    left = new - len(after.rounds)
    if not after.rounds:
        yield f"Rounds: {new}{was}."
    elif left:
        yield f"Rounds: {new}{was}. After round {len(after.rounds)} there {'is' if left == 1 else 'are'} {left} more."
    else:
        yield f"Rounds: {new}{was}. Round {new} is the last one."


def _settings(before: Rulebook, after: Rulebook) -> Iterator[str]:
    for key, field in settings().items():
        if not field.setting.changeable or value_of(before, key) == value_of(after, key):
            continue
        if isinstance(value_of(after, key), dict | tuple):
            yield value_words(after, key)
        else:
            label = field.setting.label.partition(" (")[0]
            yield f"{label}: {_lower(value_words(after, key))}, was {_lower(value_words(before, key))}."


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def value_words(book: Rulebook, key: str) -> str:
    """The value of a setting as people say it: `$5.00`, `The average score for that game`, or a whole sentence."""
    setting, value = settings()[key].setting, value_of(book, key)
    if isinstance(value, dict | tuple):
        assert callable(setting.says)
        said: Any = setting.says(book)
        return str(said)
    if setting.ask is not None:
        if setting.ask.cents:
            return f"${dollars(value)}"
        for option in setting.ask.options(book):
            if option.value == value and type(option.value) is type(value):
                return option.words
    return str(value)


def _bell(before: Evening, after: Evening, now: int) -> Iterator[str]:
    old, new = (ends_at(each.event, each.clock, now) for each in (before, after))
    if old == new or after.event.open_round is None:
        return
    if new is None:
        yield "No bell rings in this round."
    elif new <= now:
        yield "The bell of this round rings at once."
    else:
        yield f"The bell of this round rings at {time_words(new, after.event.zone)}."


def _till(before: Event, after: Event) -> Iterator[str]:
    old, new = till(before), till(after)
    if old == new:
        return
    yield f"All fees together come to ${dollars(new)}, not ${dollars(old)}."
    attendance = after.meeting.attendance if after.meetings else {}
    paid = [name for name, seen in attendance.items() if seen.paid]
    each = fee_of(after.book) - fee_of(before.book)
    if paid and each:
        do = f"Collect ${dollars(each)} more from" if each > 0 else f"Give ${dollars(-each)} back to"
        yield f"{do} the {_people(len(paid))} ticked as paid."


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def _prizes(before: Event, after: Event) -> Iterator[str]:
    old, new = ({prize.words: prize.amount for prize in prizes_offered(event)} for event in (before, after))
    changed = [
        f"{words} {new.get(words, 'nothing')} (was {old.get(words, 'nothing')})"
        for words in dict.fromkeys([*new, *old])
        if old.get(words) != new.get(words)
    ]
    if changed:
        yield f"Prizes for {_people(expected_fees(after))}: {', '.join(changed)}."


def _totals(before: Event, after: Event) -> Iterator[str]:
    old = {line.name: line.total for line in standings(before)}
    changed = [
        f"{line.name} {shown(old[line.name])}, now {shown(line.total)}"
        for line in standings(after)
        if line.name in old and old[line.name] != line.total
    ]
    if changed:
        more = len(changed) - _NAMED
        named = [*changed[:_NAMED], f"and {more} more"] if more > 0 else changed
        yield f"{sentence_case('; '.join(named))}."
    first = [[line.name for line in standings(event) if line.place == 1] for event in (before, after)]
    if first[0] != first[1] and after.rounds:
        yield f"First place: {listed(first[1])}, was {listed(first[0])}."
