"""Seasons on this server: created, found in the log, joined by events. Joining takes the season's key."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from bowerbird.desk.ladder import Ladder, ladder_of
from bowerbird.desk.links import WITHDRAWN, ForbiddenError
from bowerbird.desk.lists import ListItem
from bowerbird.desk.live import LiveEvent
from bowerbird.evening.rights import Right
from bowerbird.evening.season import (
    LadderSwitched,
    LinkWithdrawn,
    SeasonFact,
    SeasonMade,
    SeasonState,
    WeekAdded,
    rules_named,
)
from bowerbird.evening.state import Evening
from bowerbird.event.facts import PlannedRound
from bowerbird.event.met import season_so_far
from bowerbird.hall.effort import in_thread
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.rulebook import book_names
from bowerbird.store import ConflictError

if TYPE_CHECKING:
    from bowerbird.desk.desk import Desk

__all__ = ["NewSeason", "OwnSeason", "Seasons"]

T = TypeVar("T")
_decoder: msgspec.json.Decoder[SeasonFact] = msgspec.json.Decoder(SeasonFact)


class NewSeason(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season to be created."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    rules: Annotated[str, msgspec.Meta(max_length=40)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class OwnSeason(msgspec.Struct, frozen=True):
    """A season in its owner's list: the key that events join with, its public page, and its rules by name.

    `ladder` is true if everyone who has the public link can see a ladder.
    """

    season: str
    title: str
    link: str
    rules: str
    ladder: bool = False


class _Listed(ListItem, frozen=True):
    season: str


class Seasons:
    """Seasons on the log."""

    def __init__(self, desk: Desk) -> None:
        """Use the desk, whose events the seasons count."""
        self._desk = desk
        self._log = desk.log

    async def make(self, person: str, wanted: NewSeason) -> OwnSeason:
        """Create a season on a person's list; the same key returns the same season."""
        if wanted.rules not in book_names():
            raise NotAllowedError(f"There is no rulebook {wanted.rules[:40]!r}; choose {', '.join(book_names())}.")
        for known in await self._listed(person):
            if known.key == wanted.key:
                return await self._own(known.season)
        name = secrets.token_urlsafe(8)[:10]
        await self._write(name, SeasonMade(wanted.title.strip() or "A season", wanted.rules, wanted.key))
        listed = await self._desk.lists.add(f"seasons:{person}", _Listed(name, key=wanted.key))
        return await self._own(listed.season)

    async def of(self, person: str) -> list[OwnSeason]:
        """A person's own seasons, newest first."""
        return [await self._own(known.season) for known in reversed(await self._listed(person))]

    async def adopt(self, person: str, into: str) -> None:
        """Put a guest's seasons on another list too."""
        known = {each.season for each in await self._listed(into)}
        for each in await self._listed(person):
            if each.season not in known:
                line = _Listed(each.season, key=f"season {each.season}")
                await self._desk.lists.add(f"seasons:{into}", line)

    async def _listed(self, person: str) -> list[_Listed]:
        return await self._desk.lists.of(f"seasons:{person}", _Listed)

    async def _own(self, name: str) -> OwnSeason:
        state = await self.state(name)
        key = self._desk.links.token(Right(name, "season key"))
        public = self._desk.links.token(Right(name, "season", state.generation))
        book = rules_named(state.rules)
        return OwnSeason(key, state.title, f"/season/{public}", book.title if book else state.rules, state.ladder)

    async def state(self, name: str) -> SeasonState:
        """The season as it is now."""
        entries = await self._log.read(f"season:{name}")
        if not entries:
            raise NotFoundError("There is no such season. Check the link.")
        return SeasonState.fold(_decoder.decode(entry.body) for entry in entries)

    async def by_token(self, token: str) -> tuple[str, SeasonState]:
        """The season that a public link or a key leads to."""
        right = self._desk.links.read(token)
        if right.role not in ("season", "season key"):
            raise ForbiddenError("This link leads to another page. Ask the director for the right one.")
        state = await self.state(right.event)
        if right.role == "season" and right.generation != state.generation:
            raise ForbiddenError(WITHDRAWN)
        return right.event, state

    def named_by_key(self, token: str) -> str:
        """The season that a key opens."""
        right = self._desk.links.read(token)
        if right.role != "season key":
            raise NotAllowedError("An event joins a season by the season's own key, which its owner has.")
        return right.event

    async def join(self, season: str, event: str) -> None:
        """Count an event for a season from now on."""
        if event in (await self.state(season)).events:
            return
        await self._write(season, WeekAdded(event))

    async def withdraw(self, token: str) -> OwnSeason:
        """Cancel the public link and return a new one."""
        name = self.named_by_key(token)
        await self._write(name, LinkWithdrawn())
        return await self._own(name)

    async def show_ladder(self, token: str, shown: bool) -> OwnSeason:
        """Show the ladder to everyone who has the public link, or hide it, given the season's key."""
        name = self.named_by_key(token)
        if (await self.state(name)).ladder is not shown:
            await self._write(name, LadderSwitched(shown))
        return await self._own(name)

    async def ladder(self, token: str) -> Ladder:
        """The ladder of a season, if its owner shows it."""
        season, state = await self.by_token(token)
        if not state.ladder:
            raise NotFoundError("This season has no ladder. Its director can show one.")
        return await self.ask(season, state, ladder_of)

    async def evenings(self, season: str, state: SeasonState) -> list[tuple[str, Evening]]:
        """The events on the season's list that also name the season, each without the weeks that are held back."""
        return _public([(live.name, live.evening) for live in await self._events(season, state)])

    async def ask(self, season: str, state: SeasonState, question: Callable[..., T], *args: object) -> T:
        """The answer to a question about a season and its events, from the work queue."""
        events = [(live.name, live.packed) for live in await self._events(season, state)]
        return await self._desk.work.run(_answered, events, question, state, *args)

    async def so_far(self, live: LiveEvent) -> tuple[PlannedRound, ...]:
        """Who sat with whom in the other events of an event's season. Weeks that are held back count too."""
        season = live.evening.season
        try:
            others = await self._events(season, await self.state(season)) if season else []
        except NotFoundError:
            return ()  # the season is not on this server
        return await in_thread(season_so_far, [each.evening.event for each in others if each.name != live.name])

    async def _events(self, season: str, state: SeasonState) -> list[LiveEvent]:
        found = []
        for name in state.events:
            try:
                live = await self._desk.event(name)
            except NotFoundError:
                continue  # an event that was never created
            if live.evening.season == season:
                found.append(live)
        return found

    async def _write(self, name: str, fact: SeasonFact) -> None:
        stream = f"season:{name}"
        while True:
            known = len(await self._log.read(stream))
            try:
                await self._log.append(stream, known, [msgspec.json.encode(fact)], self._desk.clock())
            except ConflictError:
                continue
            return


def _public(events: Sequence[tuple[str, Evening]]) -> list[tuple[str, Evening]]:
    return [(name, public) for name, evening in events if (public := evening.for_everybody) is not None]


def _answered(
    events: Sequence[tuple[str, Evening]], question: Callable[..., T], state: SeasonState, *args: object
) -> T:
    return question(state, _public(events), *args)
