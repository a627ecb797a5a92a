"""Rank by the points of all games."""

from __future__ import annotations

from bowerbird.event.ranking.base import Count

KIND = Count("points", "points scored", lambda tally: tally.points, unit="points")
