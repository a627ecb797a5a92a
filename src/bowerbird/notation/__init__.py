"""Games as text: read and write Euchre Game Notation, replay recorded games, and write deals as one line."""

from bowerbird.notation._export import from_egn, to_egn
from bowerbird.notation._record import RuleBrokenError
from bowerbird.notation._ruleset import rulebook_for, ruleset_of
from bowerbird.notation.deal_text import KnownDeal, deck_for, format_deal, parse_deal, table_from_deal
from bowerbird.notation.decisions import RecordedDecision, decisions
from bowerbird.notation.egn import EgnError, EgnGame, read_egn, write_egn
from bowerbird.notation.replay import Replay, ReplayedDeal, replay

__all__ = [
    "EgnError",
    "EgnGame",
    "KnownDeal",
    "RecordedDecision",
    "Replay",
    "ReplayedDeal",
    "RuleBrokenError",
    "decisions",
    "deck_for",
    "format_deal",
    "from_egn",
    "parse_deal",
    "read_egn",
    "replay",
    "rulebook_for",
    "ruleset_of",
    "table_from_deal",
    "to_egn",
    "write_egn",
]
