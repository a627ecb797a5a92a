"""The fold of facts about the boards of a duplicate event."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import BoardFouled, BoardsDealt
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event

__all__ = ["deal", "foul"]


def deal(event: Event, fact: BoardsDealt) -> Event:
    """Keep the seed of all boards. Boards that people may have seen are never dealt again."""
    if not movement_of(event.book).duplicate:
        raise EventError(f"{event.book.title} is not played with boards.")
    if event.board_seed:
        raise EventError("The boards are dealt already.")
    return replace(event, board_seed=fact.seed)


def foul(event: Event, fact: BoardFouled) -> Event:
    """Note from which round on the cards of a board were others."""
    if not any(fact.board in table.boards for past in event.rounds for table in past.tables):
        raise EventError(f"Board {fact.board} has not been played in this event.")
    if not 0 <= fact.since <= len(event.rounds):
        raise EventError(f"There is no round {fact.since} yet. Name the round in which the board was played wrongly.")
    fouled = {board: since for board, since in event.fouled.items() if board != fact.board}
    return replace(event, fouled={**fouled, fact.board: fact.since} if fact.since else fouled)
