"""Commands about the desk itself: undo, links, settings, whose phone is whose."""

from __future__ import annotations

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.evening import Command, Story
from bowerbird.desk.facts import Changed, Did, Opened, PhoneTaken, SeasonJoined, TakenBack, Withdrawn
from bowerbird.desk.history import words_of
from bowerbird.event import Event, EventError
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import RoundStarted, ScoreAccepted, ScoreEntered
from bowerbird.event.state import tidy_name

__all__ = ["HANDLERS", "last_from_desk"]

_SENTENCES = 12
_AT_THE_DESK = ("director", "helper")


def _undo(asked: Asked[asks.Undo]) -> Proposal:
    ask = asked.ask
    meant = _meant(asked.story, ask.seq)
    note = TakenBack(command=meant.seq)
    try:
        after = asked.story.try_(Command(asked.story.seq + 1, asked.moment.at, Did(notes=(note,))))
    except EventError as error:
        if str(error).startswith("There is nothing to undo"):
            raise
        raise EventError(f"What came after it would not stand: {error} Take back the later ones first.") from None
    says = [f"Taken back: {words}" for words in words_of(meant.did)[:3]]
    says += what_changed(asked.event, after.event)
    return Proposal(notes=(note,), says=tuple(says[:_SENTENCES]))


def last_from_desk(story: Story) -> Command | None:
    """What an undo takes back: nobody means what a phone has just sent."""
    for command in reversed(story.commands):
        plain = not any(isinstance(note, TakenBack | Opened) for note in command.did.notes)
        if plain and story.counts(command) and command.did.by in _AT_THE_DESK:
            return command
    return None


def _meant(story: Story, seq: int) -> Command:
    """The command with this number, or the last one from the desk."""
    found = next((each for each in story.commands if each.seq == seq), None) if seq else last_from_desk(story)
    if found is None:
        raise EventError("There is nothing to undo.")
    return found


def _withdraw(asked: Asked[asks.Withdraw]) -> Proposal:
    ask = asked.ask
    if ask.role in ("season", "season key"):
        raise EventError("A season's link is no link of this event. Withdraw it where the season was made.")
    name = _whose(asked.event, ask.name) if ask.role == "player" else ask.name
    if ask.role not in ("player", "table") and name:
        raise EventError("This link has no name. Withdraw it by its role alone.")
    if ask.role == "table" and not (name.isascii() and name.isdigit()):
        raise EventError("Say by its number which table's link is withdrawn.")
    whose = {"player": f"The link of {name}", "table": f"The link of table {name}"}.get(
        ask.role, f"The {ask.role} link"
    )
    says = [f"{whose} no longer works. There is a new one."]
    if ask.role == "player" and (table := _had_a_say(asked.story, name)):
        says.append(f"It had a say in the score of table {table}: look at that score.")
    return Proposal(notes=(Withdrawn(role=ask.role, name=name),), says=tuple(says))


def _whose(event: Event, name: str) -> str:
    """Whose link is meant; a sub of this round has one too."""
    subs = event.rounds[-1].subs.values() if event.rounds else ()
    sub = next((sub for sub in subs if sub.casefold() == tidy_name(name).casefold()), None)
    return sub or event.person(name).name


def _had_a_say(story: Story, name: str) -> int:
    """The table of this round whose score was entered or accepted by somebody's link, or 0."""
    for command in reversed(story.commands):
        for fact in command.did.facts:
            if isinstance(fact, RoundStarted):
                return 0
            ours = command.did.by == f"player:{name}" and story.counts(command)
            if ours and isinstance(fact, ScoreEntered | ScoreAccepted):
                return fact.table
    return 0


def _settings(asked: Asked[asks.SettingsForm]) -> Proposal:
    ask = asked.ask
    changed = Changed(
        phones=ask.phones, sign_up=ask.sign_up, bots=ask.bots, place=ask.place, date=ask.date, start=ask.start
    )
    joined = () if ask.season is None else (SeasonJoined(season=ask.season),)
    if not joined:
        said = "Changed."
    else:
        said = "This event counts for the season now." if ask.season else "This event counts for no season now."
    return Proposal(notes=(changed, *joined), says=(said,))


def _claim(asked: Asked[asks.Claim]) -> Proposal:
    ask = asked.ask
    event = asked.event
    if not asked.evening.settings.phones:
        raise EventError("Scores go to the desk tonight, not by phone.")
    current = event.round
    table = current.table(int(asked.right.name))
    plays = {current.subs.get(player, player) for player in table.seats}
    name = next((each for each in plays if each.casefold() == ask.name.strip().casefold()), None)
    if name is None:
        raise EventError(f"{ask.name.strip()} does not sit at table {table.number} in this round.")
    if asked.evening.has_own_phone(name):
        raise EventError(f"{name} has a phone already. Ask the director.")
    taken = PhoneTaken(name=name, table=table.number, phone=ask.phone)
    return Proposal(notes=(taken,), says=(f"Welcome, {name}.",))


HANDLERS: dict[type[Ask], Handler] = {
    asks.Undo: _undo,
    asks.Withdraw: _withdraw,
    asks.SettingsForm: _settings,
    asks.Claim: _claim,
}
