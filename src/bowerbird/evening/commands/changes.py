"""Commands about the event itself while it runs: changed settings, the draw of tickets, and announcing the places."""

from __future__ import annotations

from typing import Final

from bowerbird.evening import requests
from bowerbird.evening.announcing import final_places
from bowerbird.evening.changes import changes_said
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import Announced, Changed
from bowerbird.evening.requests import Request
from bowerbird.evening.shares import check_shares
from bowerbird.evening.state import Command
from bowerbird.event import EventError
from bowerbird.event.facts import EventChanged, SettingValue, TicketsDrawn
from bowerbird.event.money import draw_of_tickets
from bowerbird.event.standings import due_play_offs
from bowerbird.event.totals import dollars
from bowerbird.event.words import listed, written_places
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.settings import settings, value_of

__all__ = ["HANDLERS"]

_SHARES: Final = "event.money.shares"
_MOST_SENTENCES: Final = 20


def _change(context: RequestContext[requests.Change]) -> Proposal:
    request, evening = context.request, context.evening
    noted = Changed(
        place=_other(request.place, evening.place),
        date=None if evening.event.meetings else _other(request.date, evening.date),
        start=_other(request.start, evening.start),
    )
    title = _other(None if request.title is None else request.title.strip(), evening.event.title)
    rounds = request.rounds if request.rounds != evening.event.planned_rounds else None
    date = _other(request.date, evening.meeting_date) if evening.event.meetings else None
    changed = EventChanged(
        title=title, rounds=rounds, date=date, settings=_differing(evening.event.book, request.settings)
    )
    facts = (changed,) if changed != EventChanged() else ()
    notes = (noted,) if noted != Changed() else ()
    if not facts and not notes:
        raise EventError("Nothing would change. Change something first.")
    if _SHARES in changed.settings:
        check_shares(changed.settings[_SHARES])
    proposal = Proposal(facts, notes)
    command = Command(context.story.seq + 1, context.moment.at, proposal.record("", ""))
    says = changes_said(evening, context.story.state_after(command), context.moment.at)
    return Proposal(facts, notes, says[:_MOST_SENTENCES])


def _other(wanted: str | None, now: str) -> str | None:
    """The wanted text, if it is another one."""
    return None if wanted == now else wanted


def _differing(book: Rulebook, wanted: dict[str, SettingValue]) -> dict[str, SettingValue]:
    """The settings with another value than now. An unknown key stays: the fold refuses it."""
    return {key: value for key, value in wanted.items() if key not in settings() or _value(book, key) != _plain(value)}


def _value(book: Rulebook, key: str) -> object:
    return _plain(value_of(book, key))


def _plain(value: object) -> object:
    """A value that can be compared, with its type: `True` is not 1."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return tuple(value) if isinstance(value, list | tuple) else (type(value), value)


def _fifty_fifty(context: RequestContext[requests.FiftyFifty]) -> Proposal:
    request = context.request
    proposal = Proposal((TicketsDrawn(taken=request.taken, winner=request.winner),))
    posting = draw_of_tickets(after := proposal.outcome(context.event))
    if posting is None or after.raffle is None:
        return Proposal(proposal.facts, says=("There was no 50-50 draw.",))
    winner = after.raffle.winner
    rest = request.taken - posting.amounts[winner]
    says = f"{winner} wins ${dollars(posting.amounts[winner])} in the 50-50 draw. The club keeps ${dollars(rest)}."
    return Proposal(proposal.facts, says=(says,))


def _reveal(context: RequestContext[requests.Reveal]) -> Proposal:
    evening, request = context.evening, context.request
    match request.do:
        case "hold":
            if evening.holds_back:
                raise EventError("The standings are held back already.")
            says = "The standings are held back. Only the desk sees them until you announce them."
            return Proposal(notes=(Announced(held=True),), says=(says,))
        case "all":
            if not evening.held:
                raise EventError("Everybody sees the standings already.")
            return Proposal(notes=(Announced(held=False),), says=("Everybody sees the standings now.",))
        case "next":
            return _next_place(context)


def _next_place(context: RequestContext[requests.Reveal]) -> Proposal:
    evening, place = context.evening, context.request.place
    if not evening.held:
        raise EventError("Everybody sees the standings already. Hold them back first, to announce them place by place.")
    if not evening.event.finished:
        raise EventError("Places can still change. Finish the event first, then announce them.")
    every = final_places(evening.event)
    hidden = [line for line in every if not evening.is_announced(line.name, line.place)]
    if not hidden:
        raise EventError("Every place has been announced.")
    places = [line.place for line in hidden if line.place >= place] if place else [hidden[-1].place]
    if not places:
        raise EventError(f"Place {place} and the places below it have been announced.")
    now = [line for line in hidden if line.place >= min(places)]
    named = {line.name for line in now}
    for due in due_play_offs(evening.event):
        if named & set(due.entries):
            raise EventError(f"{listed(due.entries)} are tied. Settle that first, or leave it shared.")
    written = {line.name: place for line, place in zip(every, written_places(every), strict=True)}
    says = tuple(
        f"Place {written[line.name]}: {line.name}, {line.total}{f', {line.prize}' if line.prize else ''}."
        for line in now[:8]
    )
    entries = {line.name: line.place for line in now}
    return Proposal(notes=(Announced(held=True, place=min(places), entries=entries),), says=says)


HANDLERS: dict[type[Request], Handler] = {
    requests.Change: _change,
    requests.FiftyFifty: _fifty_fifty,
    requests.Reveal: _reveal,
}
