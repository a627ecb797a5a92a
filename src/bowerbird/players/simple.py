"""`simple`: plays by the rules of thumb that people learn first, and still makes a few of a beginner's mistakes."""

from __future__ import annotations

from bowerbird.players.faults import Faults, FaultyPlayer

__all__ = ["SimplePlayer"]


class SimplePlayer(FaultyPlayer):
    """Rules of thumb, and now and then a mistake."""

    level = "simple"
    faults = Faults(
        misjudges=0.1,
        misses_dealer=0.05,
        discards_lowest=0.1,
        forgets=0.3,
        takes_partners_trick=0.03,
        skips_trump_lead=0.05,
        holds_bower=0.05,
        throws_high=0.03,
    )
