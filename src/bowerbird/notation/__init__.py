"""Recorded games and deals: Euchre Game Notation (EGN), matches (EMN), the binary form (.egnb), one-line deals.

Reading gives the contents of the file (`EgnGame`). `replay` plays them by the rules, and `from_egn` makes a table.

Examples:
    >>> from bowerbird import Seat
    >>> from bowerbird.notation import read_egn, replay, table_from_deal, to_egn, write_egn
    >>> from bowerbird.table import Order
    >>> table = table_from_deal("bicycle", "S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd 9c9d9s")
    >>> table.push(Order(Seat.W))
    >>> game = read_egn(write_egn(to_egn(table, title="A slow game")))
    >>> replay(game).deals[0].open
    'the record stops here'
"""

from bowerbird.notation._export import from_egn, to_egn
from bowerbird.notation._record import RuleBrokenError
from bowerbird.notation._ruleset import rulebook_for, ruleset_of
from bowerbird.notation.deal_text import KnownDeal, deck_for, format_deal, parse_deal, table_from_deal
from bowerbird.notation.decisions import RecordedDecision, decisions
from bowerbird.notation.egn import EgnError, EgnGame, read_egn, write_egn
from bowerbird.notation.egnb import read_egnb, write_egnb
from bowerbird.notation.emn import EmnMatch, games_of, match_of, read_emn, write_emn
from bowerbird.notation.notes import DealNotes, notes_of
from bowerbird.notation.recorded import RecordedGames, read_games
from bowerbird.notation.replay import Replay, ReplayedDeal, replay

__all__ = [
    "DealNotes",
    "EgnError",
    "EgnGame",
    "EmnMatch",
    "KnownDeal",
    "RecordedDecision",
    "RecordedGames",
    "Replay",
    "ReplayedDeal",
    "RuleBrokenError",
    "decisions",
    "deck_for",
    "format_deal",
    "from_egn",
    "games_of",
    "match_of",
    "notes_of",
    "parse_deal",
    "read_egn",
    "read_egnb",
    "read_emn",
    "read_games",
    "replay",
    "rulebook_for",
    "ruleset_of",
    "table_from_deal",
    "to_egn",
    "write_egn",
    "write_egnb",
    "write_emn",
]
