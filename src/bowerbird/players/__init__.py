"""Bots by level, and your own. A player gets the view of its seat, and chooses one of the legal actions.

Examples:
    >>> from bowerbird import Seat
    >>> from bowerbird.notation import table_from_deal
    >>> from bowerbird.players import player
    >>> table = table_from_deal("bicycle", "S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd")
    >>> club = player("club", seed=7)
    >>> club.choose(table.book, table.view(Seat.W))
    Pass(seat=<Seat.W: 3>)
"""

from bowerbird.players.base import BotError, Player
from bowerbird.players.levels import LEVEL_WORDS, LEVELS, make_player, player
from bowerbird.players.style import STYLES

__all__ = ["LEVELS", "LEVEL_WORDS", "STYLES", "BotError", "Player", "make_player", "player"]
