"""Cards that were shown are final: what people know of the boards of a duplicate event can't be undone. Pure.

Everybody knows a board once it is open, and all of them once the event is finished and its seed is public. An undo that
would let such a board be played is refused, and so is one of a seating whose cards have been looked at. And whoever has
seen a hand of a board is brought to another hand of it only if the director says so, knowing that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bowerbird.evening.commands.proposal import Proposal, RequestContext
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.event import Event, EventError
from bowerbird.event.boards import boards_in_play, boards_seen, boards_told, opened, seed_for_everybody
from bowerbird.event.facts import BoardsSeen, HandPlayed, HandVoided, PointsSoFar, RoundStarted, ScoreEntered
from bowerbird.names import is_among

__all__ = ["check_seating", "check_undo", "moved"]

#: Facts that tell that people at a table have looked at their cards.
_PLAYED: Final = (BoardsSeen, HandPlayed, HandVoided, PointsSoFar, ScoreEntered)


def check_seating(story: Story, meant: Command) -> None:
    """Refuse to undo a seating with boards once somebody has looked at cards."""
    facts = (fact for fact in meant.record.facts if isinstance(fact, RoundStarted))
    boards = {board for fact in facts for table in fact.tables for board in table.boards}
    if boards and _played_since(story, meant.seq):
        raise EventError(
            f"Cards of {_told(boards)} have been looked at since, so this seating can't be undone: the same boards "
            "would come again, to other chairs. Place people by hand, or enter a sub."
        )


def check_undo(story: Story, after: Evening) -> None:
    """Refuse an undo, after which the evening would be as given, if that reaches behind shown cards."""
    before, event = story.evening.event, after.event
    if seed_for_everybody(before) and not event.finished:
        raise EventError(
            "The event is finished, and everybody may know the number from which all its boards follow. So it can't "
            "go on with these boards. To play more, hold the same event again: it deals new ones."
        )
    if shut := opened(before) - opened(event):
        raise EventError(
            f"Everybody may know the cards of {_told(shut)} now, so nobody can play them any more, and this can't be "
            "undone. If a score is wrong, correct it. If the seats are wrong, place people by hand."
        )
    if event.board_seed != before.board_seed and boards_in_play(event):
        raise EventError("The boards are on the tables, so they stay as they were dealt.")
    forgotten = any(seen - event.seen.get(name, frozenset()) for name, seen in before.seen.items())
    if forgotten or _sees_again(story, event) or _left(story, event):
        raise EventError(
            "People have looked at cards since they have these chairs, so this can't be undone. "
            "Place people by hand, or enter another sub."
        )


def moved(context: RequestContext[Any], proposal: Proposal) -> Proposal:
    """The proposal, with what people have seen of the boards at the tables that they leave.

    Somebody is brought to another hand of a board that they have seen only if the director is sure.
    """
    sure: bool | None = getattr(context.request, "sure", None)
    if sure is None or not _boards_of(context.event):
        return proposal
    after = proposal.outcome(context.event)
    if not sure and (why := _sees_again(context.story, after)):
        raise EventError(f"{why}. That would be unfair. Choose somebody else, or say that you are sure.")
    return proposal.after(*(BoardsSeen(table=number) for number in _left(context.story, after)))


def _sees_again(story: Story, after: Event) -> str:
    """Who would come to another hand of a board that they have seen, and where; empty if nobody."""
    event = story.evening.event
    if not _boards_of(event) or event.open_round is None or len(after.rounds) != len(event.rounds):
        return ""
    current, played = event.open_round, _played_in_this_round(story)
    for table in after.round.tables:
        were = current.players_at(current.table(table.number))
        for name in after.round.players_at(table):
            here = (each for each in current.tables if each.number in played)
            boards = (each.boards for each in here if is_among(name, current.players_at(each)))
            again = boards_seen(event, name).union(*boards).intersection(table.boards)
            if again and not is_among(name, were):
                return f"{name} has seen a hand of {_told(again)}, and would see another one at table {table.number}"
    return ""


def _left(story: Story, after: Event) -> list[int]:
    """The tables that have played and have other people then, where nobody has told yet who has seen cards."""
    event = story.evening.event
    if not _boards_of(event) or event.open_round is None or len(after.rounds) != len(event.rounds):
        return []
    current, then = event.open_round, after.round
    unknown = _played_in_this_round(story) - current.looked
    tables = (table for table in current.tables if table.number in unknown)
    return [each.number for each in tables if current.players_at(each) != then.players_at(then.table(each.number))]


def _told(boards: Iterable[int]) -> str:
    return boards_told(tuple(sorted(boards)))


def _boards_of(event: Event) -> set[int]:
    """The boards of the round in progress, or of the last one."""
    return {board for table in event.rounds[-1].tables for board in table.boards} if event.rounds else set()


def _seats(command: Command) -> bool:
    return any(isinstance(fact, RoundStarted) for fact in command.record.facts)


def _played_in_this_round(story: Story) -> set[int]:
    return _played_since(story, max(each.seq for each in story.commands if story.counts(each) and _seats(each)))


def _played_since(story: Story, seating: int) -> set[int]:
    """The tables that have played since the command with this number, also those whose score was undone."""
    commands = (command for command in story.commands if command.seq > seating)
    return {fact.table for command in commands for fact in command.record.facts if isinstance(fact, _PLAYED)}
