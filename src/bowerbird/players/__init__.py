"""Players by level. They see views and choose among legal actions, and do not depend on a running table.

`player("expert", seed=7)` makes one; `player("module:Class", seed=7)` makes one of your own.
"""

from bowerbird.players.base import Player
from bowerbird.players.levels import LEVEL_WORDS, LEVELS, make_player, player
from bowerbird.players.style import STYLES

__all__ = ["LEVELS", "LEVEL_WORDS", "STYLES", "Player", "make_player", "player"]
