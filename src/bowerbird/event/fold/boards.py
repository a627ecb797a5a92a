"""The fold of facts about the boards of a duplicate event."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import BoardFouled, BoardsDealt, BoardsSeen
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event

__all__ = ["deal", "foul", "look", "remember"]


def deal(event: Event, fact: BoardsDealt) -> Event:
    """Keep the seed of all boards. Boards that people may have seen are never dealt again."""
    if not movement_of(event.book).duplicate:
        raise EventError(f"{event.book.title} is not played with boards.")
    if event.board_seed:
        raise EventError("The boards are dealt already.")
    return replace(event, board_seed=fact.seed)


def look(event: Event, fact: BoardsSeen) -> Event:
    """Note that the people at a table have looked at their cards."""
    current = event.open_round
    if current is None or not current.table(fact.table).boards:
        raise EventError(f"Table {fact.table} plays no boards now.")
    seen = replace(current, looked=current.looked | {fact.table})
    return replace(event, rounds=(*event.rounds[:-1], seen))


def remember(before: Event, event: Event) -> Event:
    """Remember who has seen which boards, whatever chair they have later."""
    current = event.open_round
    if current is None or not current.looked:
        return event
    known = before.rounds[-1] if len(before.rounds) == len(event.rounds) else None
    if known and (known.tables, known.subs, known.looked) == (current.tables, current.subs, current.looked):
        return event
    seen = dict(event.seen)
    for number in current.looked:
        table = current.table(number)
        for name in current.players_at(table):
            seen[name] = seen.get(name, frozenset()) | set(table.boards)
    return replace(event, seen=seen)


def foul(event: Event, fact: BoardFouled) -> Event:
    """Note from which round on the cards of a board were others."""
    if not any(fact.board in table.boards for past in event.rounds for table in past.tables):
        raise EventError(f"Board {fact.board} has not been played in this event.")
    if not 0 <= fact.since <= len(event.rounds):
        raise EventError(f"There is no round {fact.since} yet. Name the round in which the board was played wrongly.")
    fouled = {board: since for board, since in event.fouled.items() if board != fact.board}
    return replace(event, fouled={**fouled, fact.board: fact.since} if fact.since else fouled)
