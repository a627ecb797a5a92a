"""Rank by lone marches."""

from __future__ import annotations

from bowerbird.event.ranking.base import Count

KIND = Count(
    "loners",
    "hands won alone with all five tricks",
    lambda tally: tally.loners,
    unit="lone marches",
    on_cards="loners",
)
