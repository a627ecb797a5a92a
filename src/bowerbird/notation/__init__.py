"""Games as text: read and write Euchre Game Notation, replay recorded games, and write deals as one line.

Matches of several games (EMN), and games in binary form (.egnb), too.
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
