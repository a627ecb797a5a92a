"""Rank by games won."""

from __future__ import annotations

from bowerbird.event.ranking.base import Count

KIND = Count("wins", "games won", lambda tally: tally.wins, unit="wins")
