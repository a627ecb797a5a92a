"""Rank by the total."""

from __future__ import annotations

from bowerbird.event.ranking.base import Count

KIND = Count("total", "the total", lambda tally: tally.total)
