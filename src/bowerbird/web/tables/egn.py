"""A finished game as Euchre Game Notation. Runs in a worker process."""

from __future__ import annotations

from bowerbird.hall.replay import FinishedGame
from bowerbird.notation import to_egn, write_egn

__all__ = ["egn_of"]


def egn_of(game: FinishedGame) -> bytes:
    """The text of the game. Its title says if it isn't rated, and why."""
    reason = "played with hints" if game.hinted else "something was undone after new cards"
    rated = "" if game.rated else f", not rated: {reason}"
    return write_egn(to_egn(game.table, title=f"{game.book.title}, game {game.number}{rated}")).encode()
