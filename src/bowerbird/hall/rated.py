"""The ratings of a hall: a fold over its rated games, which are in one stream, and the people who want to be listed.

A rated game is a reference to a table with the ids of its players and the score: no names. Whether a person is on the
list, and under what name, is in that person's own stream, which they can erase. So nobody is listed who has not asked
for it, and it ends at once, for all processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence, Set
from typing import TypeAlias

import msgspec

from bowerbird.clock import Now
from bowerbird.learn.ratings import NEW, Rating, Result, anchors, rate
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["ListedRating", "Ratings"]

_STREAM = "rated:games"


class _Game(msgspec.Struct, frozen=True, tag="game"):
    """A rated game: its table, its number there, the two teams, and their scores."""

    table: str
    game: int
    teams: tuple[tuple[str, str], tuple[str, str]]
    scores: tuple[int, int]


class _Forgotten(msgspec.Struct, frozen=True, tag="forgotten"):
    """A person has had everything erased: whatever they play from now on, they begin as somebody new."""

    person: str


_Fact: TypeAlias = _Game | _Forgotten
_decoder: msgspec.json.Decoder[_Fact] = msgspec.json.Decoder(_Fact)


class _Listing(msgspec.Struct, frozen=True):
    """A person wants to be listed under this name, or no longer."""

    name: str = ""


class ListedRating(msgspec.Struct, frozen=True):
    """A line of the list: a bot with its level, or a person with the name they have chosen to show."""

    player: str
    name: str
    rating: Rating


class Ratings:
    """All ratings, as far as this process has read the games."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log; games are read when somebody asks."""
        self._log = log
        self._clock = clock
        self._seq = 0
        self._games: set[tuple[str, int]] = set()
        self._ratings: dict[str, Rating] = {}
        self._turn = asyncio.Lock()
        self._listings: dict[str, tuple[int, str]] = {}

    async def of(self, person: str) -> Rating:
        """The rating of a person, whether they are listed or not."""
        async with self._turn:
            await self._catch_up()
            return self._ratings.get(person, NEW)

    async def note(self, table: str, game: int, players: tuple[str, str, str, str], scores: tuple[int, int]) -> None:
        """Rate a finished game, once. Players are by seat; North and South are a team. Games of bots only are left."""
        teams = (players[0], players[2]), (players[1], players[3])
        if not Result(teams, scores).can_be_rated or not _all_known(players):
            return
        body = msgspec.json.encode(_Game(table, game, teams, scores))
        while True:
            async with self._turn:
                await self._catch_up()
                if (table, game) in self._games:
                    return
                try:
                    await self._log.append(_STREAM, self._seq, [body], self._clock())
                except ConflictError:
                    continue
                return

    async def forget(self, person: str) -> None:
        """Let a person start over."""
        while True:
            async with self._turn:
                await self._catch_up()
                if person not in self._ratings:
                    return
                try:
                    body = msgspec.json.encode(_Forgotten(person))
                    await self._log.append(_STREAM, self._seq, [body], self._clock())
                except ConflictError:
                    continue
                return

    async def _catch_up(self) -> None:
        entries = await self._log.read(_STREAM, self._seq)
        if entries:
            # Years of games take a while the first time: nobody waits for that.
            ratings, games = await asyncio.to_thread(_folded, self._ratings, entries, self._games)
            # Not before: somebody may have stopped waiting, and the next one reads the same games.
            self._ratings, self._seq = ratings, entries[-1].seq
            self._games |= games

    # Who is on the list.

    async def show(self, person: str, name: str) -> None:
        """Put a person on the list under this name; without one, take them off it."""
        stream = _listing(person)
        while True:
            last = await self._log.tail(stream, 1)
            if (_shown(last[-1]) if last else "") == name:
                return
            try:
                body = msgspec.json.encode(_Listing(name))
                await self._log.append(stream, last[0].seq if last else 0, [body], self._clock())
            except ConflictError:
                continue
            return

    async def rename(self, person: str, name: str) -> None:
        """Show a person who is listed under a new name."""
        if await self.shown_as(person):
            await self.show(person, name)

    async def shown_as(self, person: str) -> str:
        """The name under which a person is listed; empty if they aren't."""
        last = await self._log.tail(_listing(person), 1)
        return _shown(last[-1]) if last else ""

    async def listed(self) -> list[ListedRating]:
        """Bots, and the people who want to be on the list and have a rated game; the best first."""
        async with self._turn:
            await self._catch_up()
            names = await self._names()
            ratings = self._ratings
        people = [ListedRating(person, name, ratings[person]) for person, name in names.items() if person in ratings]
        bots = [ListedRating(player, "", rating) for player, rating in anchors().items()]
        return sorted([*people, *bots], key=lambda line: (-line.rating.mu, line.name))

    async def _names(self) -> dict[str, str]:
        """The names of all listed people. Only what has changed since the last time is read."""
        last = await self._log.streams(_listing(""))
        for stream, seq in last.items():
            if self._listings.get(stream, (0, ""))[0] != seq:
                found = await self._log.tail(stream, 1)
                self._listings[stream] = (found[-1].seq, _shown(found[-1])) if found else (0, "")
        shown = ((stream.partition(":")[2], self._listings[stream][1]) for stream in last)
        return {person: name for person, name in shown if name}


def _folded(
    before: dict[str, Rating], entries: Sequence[Entry], known: Set[tuple[str, int]]
) -> tuple[dict[str, Rating], set[tuple[str, int]]]:
    """The ratings after more facts, and their games. A game that was written twice counts once."""
    now, games = dict(before), set[tuple[str, int]]()
    for entry in entries:
        fact = _decoder.decode(entry.body)
        if isinstance(fact, _Forgotten):
            now.pop(fact.person, None)
        elif (game := (fact.table, fact.game)) not in known and game not in games:
            games.add(game)
            now |= _rated(now, fact)
    return now, games


def _rated(before: dict[str, Rating], game: _Game) -> dict[str, Rating]:
    players = [player for team in game.teams for player in team]
    return rate({player: before[player] for player in players if player in before}, [Result(game.teams, game.scores)])


def _all_known(players: Sequence[str]) -> bool:
    """True if every bot is of a level whose strength is known."""
    return all(player in anchors() for player in players if player.startswith("bot:"))


def _listing(person: str) -> str:
    return f"listing:{person}"


def _shown(entry: Entry) -> str:
    return "" if entry.is_erased else msgspec.json.decode(entry.body, type=_Listing).name
