"""`novice`: plays by the rules of thumb, with the mistakes of a beginner, often."""

from __future__ import annotations

from bowerbird.players.faults import Faults, FaultyPlayer

__all__ = ["NovicePlayer"]


class NovicePlayer(FaultyPlayer):
    """Rules of thumb that are not yet habits."""

    level = "novice"
    faults = Faults(
        misjudges=0.4,
        misses_left=0.25,
        misses_dealer=0.4,
        discards_lowest=0.5,
        forgets=0.8,
        takes_partners_trick=0.25,
        skips_trump_lead=0.35,
        leads_trump_in_defence=0.12,
        holds_bower=0.3,
        throws_high=0.12,
        plays_left_early=0.08,
    )
