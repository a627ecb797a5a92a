"""Ratings of people and bots in one list, from games of teams, with their uncertainty. Pure.

The arithmetic is openskill's Plackett-Luce model (Weng and Lin), which rates each player of a team from the result of
the team. Bots are anchored: their ratings are known from thousands of games against each other (`anchors.json`, made by
`bench/ratings.py --anchors`), and games with people don't move them. So a person is measured against something that
stays the same, in a hall with three people as in one with a thousand.

Euchre is mostly luck: a pair that is much better wins six games of ten. `BETA` says so, compared with how far players
are apart. With the usual values of the model, ratings would follow luck up and down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from bowerbird.extras import needs

with needs("hall"):
    from openskill.models import PlackettLuce

__all__ = [
    "BETA",
    "NEW",
    "POINTS",
    "PROVISIONAL",
    "Anchor",
    "Rating",
    "Result",
    "anchors",
    "bot",
    "chance_to_win",
    "rate",
]

#: The strength of somebody of whom nothing is known, and how far the true one may be away (a standard deviation).
_MU: Final = 25.0
_SIGMA: Final = 25.0 / 3
#: The luck of one game, on the same scale.
BETA: Final = 2.5 * _SIGMA
#: How much strength may change from game to game: people learn.
_TAU: Final = 25.0 / 300
#: Points on the page for one unit, and those of a club player. 100 points more for each of a pair win 60 of 100 games.
POINTS: Final = 16.0
_MIDDLE: Final = 1500.0
#: A rating with more points of uncertainty than this is provisional: about forty games.
PROVISIONAL: Final = 100
#: An id of a bot begins with this.
_BOT: Final = "bot:"


class Rating(msgspec.Struct, frozen=True):
    """The strength of one player: the mean and the standard deviation of what is believed, and the number of games."""

    mu: float = _MU
    sigma: float = _SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return round(_MIDDLE + POINTS * (self.mu - _MU))

    @property
    def doubt(self) -> int:
        """How far the true strength may be away, two times in three, in the same points."""
        return max(1, round(POINTS * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """True if there are too few games to say much."""
        return self.doubt > PROVISIONAL


NEW: Final = Rating()


class Result(NamedTuple):
    """A game or a match: the ids of the players of each team, and the score of each team. The higher score wins.

    A score is the points of a game, or the difference in duplicate: only the order of the teams counts.
    """

    teams: tuple[tuple[str, ...], ...]
    scores: tuple[float, ...]

    @property
    def can_be_rated(self) -> bool:
        """True if two teams or more played, nobody in two places, and there is somebody to rate."""
        players = [player for team in self.teams for player in team]
        if len(self.teams) < 2 or len(self.scores) != len(self.teams) or not all(self.teams):
            return False
        people = [player for player in players if not player.startswith(_BOT)]
        return bool(people) and all(players) and len(set(people)) == len(people)


class Anchor(msgspec.Struct, frozen=True):
    """The known rating of a level of bots, and its standard error."""

    mu: float
    error: float


class _Shipped(msgspec.Struct, frozen=True):
    command: str
    matches: tuple[tuple[str, str, int, float], ...]
    anchors: dict[str, Anchor]


def bot(level: str) -> str:
    """The id of the bots of a level."""
    return f"{_BOT}{level}"


@lru_cache(maxsize=1)
def anchors() -> dict[str, Rating]:
    """The ratings of bots by their ids, weakest first."""
    shipped = msgspec.json.decode((files(__package__) / "anchors.json").read_bytes(), type=_Shipped)
    known = sorted(shipped.anchors.items(), key=lambda each: each[1].mu)
    return {bot(level): Rating(anchor.mu, max(anchor.error, 0.1)) for level, anchor in known}


@lru_cache(maxsize=1)
def _model() -> PlackettLuce:
    # Without `gamma` the library lets uncertainty shrink more slowly than the games warrant; see `bench/ratings.py`.
    return PlackettLuce(mu=_MU, sigma=_SIGMA, beta=BETA, tau=_TAU, gamma=lambda *_: 1.0)


def rate(
    previous: Mapping[str, Rating], results: Iterable[Result], fixed: Mapping[str, Rating] | None = None
) -> dict[str, Rating]:
    """The ratings after these results, one after the other. Players who are not in `previous` are new.

    Ratings in `fixed`, which are the bots' anchors unless others are given, are never changed. Results that can't be
    rated are left out.
    """
    known = anchors() if fixed is None else fixed
    now = dict(previous)
    model = _model()
    for result in results:
        if not result.can_be_rated:
            continue
        teams = [
            [_as_known(model, known.get(player) or now.get(player, NEW)) for player in team] for team in result.teams
        ]
        rated = model.rate(teams, scores=list(result.scores))
        for team, after in zip(result.teams, rated, strict=True):
            for player, fresh in zip(team, after, strict=True):
                if player not in known and not player.startswith(_BOT):
                    now[player] = Rating(fresh.mu, fresh.sigma, now.get(player, NEW).games + 1)
    return now


def _as_known(model: PlackettLuce, rating: Rating):  # type: ignore[no-untyped-def]  # its class is made at run time
    return model.rating(mu=rating.mu, sigma=rating.sigma)


def chance_to_win(first: Iterable[Rating], second: Iterable[Rating]) -> float:
    """How likely the first of two teams wins, by their ratings, if these were exact."""
    from math import exp, sqrt

    ahead = sum(each.mu for each in first) - sum(each.mu for each in second)
    return 1 / (1 + exp(-ahead / (sqrt(2) * BETA)))
