"""Commands about the desk itself: undo, links, settings, and claims of phones."""

from __future__ import annotations

from bowerbird.evening import requests
from bowerbird.evening.announcing import announced_otherwise
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.commands.shown import check_seating, check_undo
from bowerbird.evening.directors import first_director, shown_name
from bowerbird.evening.facts import (
    Changed,
    CommandRecord,
    DirectorJoined,
    DirectorLeft,
    Opened,
    PhoneTaken,
    SeasonJoined,
    TakenBack,
    Withdrawn,
)
from bowerbird.evening.history import words_of
from bowerbird.evening.requests import Request
from bowerbird.evening.state import Command, Story
from bowerbird.event import Event, EventError
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import RoundStarted, ScoreAccepted, ScoreEntered
from bowerbird.event.state import tidy_name

__all__ = ["HANDLERS", "last_from_desk"]

_SENTENCES = 12
_AT_THE_DESK = ("director", "helper")
#: Commands that are not undone: other things are changed in their own place.
_STAYS = (TakenBack, Opened, DirectorJoined, DirectorLeft)


def _undo(context: RequestContext[requests.Undo]) -> Proposal:
    request = context.request
    meant = _meant(context.story, request.seq)
    check_seating(context.story, meant)
    note = TakenBack(command=meant.seq)
    try:
        after = context.story.state_after(
            Command(context.story.seq + 1, context.moment.at, CommandRecord(notes=(note,)))
        )
    except EventError as error:
        if str(error).startswith("There is nothing to undo"):
            raise
        raise EventError(f"This can't be undone by itself: {error} Undo the later steps first.") from None
    check_undo(context.story, after)
    says = [f"Undone: {words}" for words in words_of(meant, context.story.commands, context.event)[:3]]
    says += (*announced_otherwise(context.evening, after), *what_changed(context.event, after.event))
    return Proposal(notes=(note,), says=tuple(says[:_SENTENCES]))


def last_from_desk(story: Story) -> Command | None:
    """The command that an undo reverses: the desk's last, never one that a phone has sent."""
    for command in reversed(story.commands):
        plain = not any(isinstance(note, _STAYS) for note in command.record.notes)
        if plain and story.counts(command) and command.record.by.partition(":")[0] in _AT_THE_DESK:
            return command
    return None


def _meant(story: Story, seq: int) -> Command:
    """The command with this number, or the last one from the desk."""
    found = next((each for each in story.commands if each.seq == seq), None) if seq else last_from_desk(story)
    if found is None:
        raise EventError("There is nothing to undo.")
    return found


def _withdraw(context: RequestContext[requests.Withdraw]) -> Proposal:
    request = context.request
    if request.role in ("season", "season key"):
        raise EventError("This link belongs to a season, not to this event. Cancel it on the season's page.")
    name = _whose(context.event, request.name) if request.role == "player" else request.name
    if request.role not in ("player", "table") and name:
        raise EventError("This link has no name. Cancel it by its role alone.")
    if request.role == "director":
        name = context.right.director  # the others keep theirs
    if request.role == "table" and not (name.isascii() and name.isdigit()):
        raise EventError("Give the number of the table whose link you want to cancel.")
    whose = {"player": f"The link of {name}", "table": f"The link of table {name}"}.get(
        request.role, f"The {request.role} link"
    )
    says = [f"{whose} no longer works. There is a new one."]
    if request.role == "player" and (table := _had_a_say(context.story, name)):
        says.append(f"It had a say in the score of table {table}: look at that score.")
    return Proposal(notes=(Withdrawn(role=request.role, name=name),), says=tuple(says))


def _remove_director(context: RequestContext[requests.RemoveDirector]) -> Proposal:
    directors, me, name = context.evening.directors, context.right.director, context.request.name
    gone = directors.get(name)
    if name != me and me != first_director(directors):
        raise EventError(f"Only {shown_name(directors, first_director(directors))} can remove other directors.")
    if gone is None or gone.gone:
        raise EventError(f"{name[:60]!r} isn't a director of this event.")
    who = shown_name(directors, name)
    said = f"{who} is no longer a director." if name != me else "You are no longer a director of this event."
    note = DirectorLeft(name=name)
    return Proposal(notes=(note,), says=(said, "The helper link was cancelled too. There is a new one."))


def _whose(event: Event, name: str) -> str:
    """The owner of the link; a sub of this round has one too."""
    subs = event.rounds[-1].subs.values() if event.rounds else ()
    sub = next((sub for sub in subs if sub.casefold() == tidy_name(name).casefold()), None)
    return sub or event.person(name).name


def _had_a_say(story: Story, name: str) -> int:
    """The table of this round whose score was entered or accepted with somebody's link, or 0."""
    for command in reversed(story.commands):
        for fact in command.record.facts:
            if isinstance(fact, RoundStarted):
                return 0
            ours = command.record.by == f"player:{name}" and story.counts(command)
            if ours and isinstance(fact, ScoreEntered | ScoreAccepted):
                return fact.table
    return 0


def _settings(context: RequestContext[requests.SettingsForm]) -> Proposal:
    request = context.request
    changed = Changed(
        phones=request.phones,
        sign_up=request.sign_up,
        bots=request.bots,
        place=request.place,
        date=request.date,
        start=request.start,
    )
    joined = () if request.season is None else (SeasonJoined(season=request.season),)
    if not joined:
        said = "Changed."
    else:
        said = "This event counts for the season now." if request.season else "This event counts for no season now."
    return Proposal(notes=(changed, *joined), says=(said,))


def _claim(context: RequestContext[requests.Claim]) -> Proposal:
    request = context.request
    event = context.event
    if context.right.role == "sign-up":
        return _claim_entry(context)
    if context.right.player:
        return _claim_own(context)
    if not context.evening.settings.phones:
        raise EventError("Scores go to the desk tonight, not by phone.")
    current = event.round
    table = current.table(int(context.right.name))
    plays = {current.subs.get(player, player) for player in table.seats}
    name = next((each for each in plays if each.casefold() == request.name.strip().casefold()), None)
    if name is None:
        raise EventError(f"{request.name.strip()} does not sit at table {table.number} in this round.")
    if context.evening.has_own_phone(name):
        raise EventError(f"{name} has a phone already. Ask the director.")
    taken = PhoneTaken(name=name, table=table.number, phone=request.phone)
    return Proposal(notes=(taken,), says=(f"Welcome, {name}.",))


def _claim_own(context: RequestContext[requests.Claim]) -> Proposal:
    """Somebody says that the phone on which they opened their own link is theirs."""
    name = context.right.player
    if context.request.name.strip() != name:
        raise EventError(f"This is {name}'s link. Open your own.")
    return Proposal(notes=(PhoneTaken(name=name, phone=context.request.phone, own_link=True),))


def _claim_entry(context: RequestContext[requests.Claim]) -> Proposal:
    """Somebody on the list says on the sign-up page that it is them."""
    if not context.evening.settings.sign_up:
        raise EventError("Signing up is closed here. Ask the director at the desk.")
    if context.event.open_round is not None:
        raise EventError("A round is being played. Scan the QR code on your table, or ask the director.")
    name = context.event.person(context.request.name).name
    if name in context.evening.phones:
        raise EventError(f"{name} has a phone already. Ask the director.")
    taken = PhoneTaken(name=name, phone=context.request.phone)
    here = context.event.presence(name) == "here"
    return Proposal(notes=(taken,), says=(f"Welcome, {name}.{'' if here else ' Please check in when you arrive.'}",))


HANDLERS: dict[type[Request], Handler] = {
    requests.Undo: _undo,
    requests.Withdraw: _withdraw,
    requests.RemoveDirector: _remove_director,
    requests.SettingsForm: _settings,
    requests.Claim: _claim,
}
