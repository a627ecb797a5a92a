"""Everybody's games, one after the other: table, seat, partner, opponents, score, and what became of the rest.

This is what a person's card and the grid of all games are made of, on screen and on paper. Computed, never stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.event.boards import worth_of
from bowerbird.event.facts import Score, Table
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Event, Result, Round
from bowerbird.event.words import written_places
from bowerbird.seats import Seat

__all__ = [
    "Game",
    "Status",
    "Totals",
    "after_round",
    "all_games",
    "games_of",
    "is_known",
    "places",
    "totals",
]

#: What became of a game. `open` has no score yet; `absent` had no place in the round.
Status: TypeAlias = Literal["played", "waiting", "disputed", "open", "stood down", "sat out", "absent"]
#: Everyone's line after every round, by the number of the round and the name of the entry.
Totals: TypeAlias = Mapping[int, Mapping[str, Line]]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One round for one person. `sub` played instead of them; `plays_for` is the player whose chair they took."""

    round: Round
    status: Status
    table: Table | None = None
    seat: Seat | None = None
    sub: str = ""
    plays_for: str = ""

    @property
    def result(self) -> Result | None:
        """The score of the table, with its history, if it has one."""
        return self.round.results.get(self.table.number) if self.table else None

    @property
    def score(self) -> Score | None:
        """The score, if it counts."""
        return self.result.score if self.result and self.status == "played" else None

    @property
    def partner(self) -> str:
        """The person across the table, as they really sat there."""
        return self._at(self.seat.partner) if self.seat is not None else ""

    @property
    def opponents(self) -> tuple[str, ...]:
        """The two others, the one on the left first."""
        return (self._at(self.seat.left), self._at(self.seat.left.partner)) if self.seat is not None else ()

    def own_and_theirs(self, score: Score) -> tuple[int, int]:
        """The points of the person's own side, and of the other."""
        assert self.seat is not None
        return score.points[self.seat.side], score.points[self.seat.side.other]

    def worth(self, event: Event) -> Decimal | None:
        """What the game adds to the total, if it counts."""
        if self.score is None or self.seat is None or self.table is None:
            return None
        return worth_of(event, self.round, self.table, self.seat)

    def _at(self, seat: Seat) -> str:
        assert self.table is not None
        name = self.table.seats[seat]
        return self.round.subs.get(name, name)


def is_known(event: Event, name: str) -> bool:
    """True if somebody is on the list, or played as a sub."""
    return name in event.people or any(name in past.subs.values() for past in event.rounds)


def games_of(event: Event, name: str) -> tuple[Game, ...]:
    """Every round as this person had it. A sub, who has no line of their own, gets the rounds that they played."""
    return all_games(event, [name])[name]


def all_games(event: Event, names: Iterable[str]) -> dict[str, tuple[Game, ...]]:
    """Every round of several people."""
    rounds = [(_seated(past), past) for past in event.rounds]
    found = {name: [seated.get(name) or _elsewhere(past, name) for seated, past in rounds] for name in names}
    return {
        name: tuple(game for game in games if game.status != "absent" or name in event.people)
        for name, games in found.items()
    }


def _seated(past: Round) -> dict[str, Game]:
    """Everybody with a chair in this round, subs by their own names too."""
    games: dict[str, Game] = {}
    for table in past.tables:
        status = _status(past, table)
        for seat, player in zip(Seat, table.seats, strict=True):
            sub = past.subs.get(player, "")
            game = Game(round=past, status=status, table=table, seat=seat, sub=sub)
            games[player] = game
            if sub:
                games[sub] = replace(game, sub="", plays_for=player)
    return games


def _elsewhere(past: Round, name: str) -> Game:
    return Game(round=past, status="sat out" if name in past.sitting_out else "absent")


def _status(past: Round, table: Table) -> Status:
    if table.number in past.stood_down:
        return "stood down"
    result = past.results.get(table.number)
    if result is None:
        return "open"
    return "played" if result.status == "accepted" else result.status


def after_round(event: Event, number: int) -> Event:
    """The event after this round, with later corrections."""
    if number >= len(event.rounds):
        return event
    return replace(
        event,
        rounds=event.rounds[:number],
        rulings=tuple((given, ruling) for given, ruling in event.rulings if given <= number),
        coins=(),
        play_offs=(),
        finished=False,
    )


def totals(event: Event) -> Totals:
    """The standings after every round."""
    return {
        past.number: {line.name: line for line in standings(after_round(event, past.number))} for past in event.rounds
    }


def places(lines: Sequence[Line]) -> dict[str, str]:
    """Everybody's place in words: `2`, or `2=` where it is shared."""
    return {line.name: place for line, place in zip(lines, written_places(lines), strict=True)}
