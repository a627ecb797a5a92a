"""The desk: all events of this hall, found in the log when they are asked for, and who may do what with them."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from bowerbird.desk.links import NOT_DIRECTOR, WITHDRAWN, ForbiddenError, Links, check_not_withdrawn
from bowerbird.desk.lists import ListItem, StoredLists
from bowerbird.desk.live import LiveEvent, commands_of
from bowerbird.desk.members import MemberLists
from bowerbird.desk.online import ChairShown, OnlineTables, event_name
from bowerbird.desk.seasons import Seasons
from bowerbird.desk.size import GUEST_PEOPLE, SAVED_PEOPLE, check_sign_up, check_size
from bowerbird.evening.again import Again, AgainForm, again_form, first_command_again
from bowerbird.evening.commands import Moment, RequestContext, propose
from bowerbird.evening.commands.proposal import Proposal
from bowerbird.evening.directors import active, first_director, free_name
from bowerbird.evening.facts import CommandRecord, DirectorJoined, PhoneTaken, Withdrawn, encode_record
from bowerbird.evening.missing import Missing, choices_for
from bowerbird.evening.requests import (
    CheckIn,
    Close,
    CloseRound,
    Enter,
    Finish,
    Next,
    Online,
    Paste,
    Request,
    SeatPeople,
    SettingsForm,
    is_slow,
)
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.evening.sign_ups import only_signed_up
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.evening.views import Seen
from bowerbird.event import Event, EventError
from bowerbird.event.facts import CheckedIn, Entered, EntriesMerged, EntryRemoved, PlannedRound, Renamed
from bowerbird.event.planning import plans_by_season
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.keyring import Keyring
from bowerbird.live.keeper import Keeper
from bowerbird.store import Entry

__all__ = ["Answer", "Desk", "OwnEvent", "only"]

_CHANCE = random.SystemRandom()
#: After a restart, events in which something happened in this time are looked at (in milliseconds).
_RECENT = 24 * 3600 * 1000
#: An event counts as in progress for as long after the last step, if nobody has it open (in milliseconds).
_QUIET = 3 * 3600 * 1000
_TRY_AGAIN = "Bowerbird keeps trying. It stays under Needs attention until the table is open."


class OwnEvent(ListItem, frozen=True):
    """An event in a director's own list. `director` is the name in their links to it."""

    event: str
    director: str = ""


class _SignedIn(ListItem, frozen=True):
    """The account that a guest signed in to: what the guest is a director of, the account is."""

    person: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request. `link` leads on, where there is a new page to go to."""

    ok: bool
    seq: int
    says: tuple[str, ...] = ()
    link: str = ""


class Desk:
    """The events that are in use. Any process may write to any of them."""

    def __init__(self, hall: Hall, keyring: Keyring, is_saved: Callable[[str], bool] = lambda _: True) -> None:
        """In a hall, on its log and with its secret. `is_saved` tells if a person has a saved name."""
        self.hall = hall
        self._is_saved = is_saved
        self.log = hall.log
        self.clock = hall.clock
        self.work = hall.work
        self.links = Links(keyring)
        self.lists = StoredLists(self.log, self.clock)
        self.seasons = Seasons(self)
        self.members = MemberLists(self)
        self.online = OnlineTables(hall)
        self.events = Keeper(
            "event",
            hall.log,
            hall.cluster,
            fold=_told,
            make=lambda name, story: LiveEvent(name, story, self.log, self.clock, self.work, self.online.watch),
            found=self._found,
            wants_leader=lambda live: self.online.is_on(live),
            lead=lambda live: self.online.watch(live),
            follow=lambda live: self.online.unwatch(live),
        )

    def _found(self, live: LiveEvent) -> None:
        """Continue with an event from the log. The clock of a round that runs must not go back."""
        last = live.story.commands[-1].at
        if live.evening.clock.started is not None and live.evening.clock.paused is None:
            self.clock.not_before(last)

    async def make(self, person: str, wanted: NewEvent, called: str = "") -> LiveEvent:
        """A new event on a person's list; the same key again gives the same event again."""
        if wanted.season:
            _check_counts(bool(wanted.trial))
            wanted = replace(wanted, season=self.seasons.named_by_key(wanted.season))
        maker = DirectorJoined(person=person, called=called)
        return await self._made(person, wanted.key, partial(_first_command, wanted, maker))

    async def again(self, person: str, live: LiveEvent, wanted: Again, called: str = "") -> LiveEvent:
        """The same event again, on this person's list and on those of its other directors."""
        maker = DirectorJoined(person=person, called=called)
        people = await self._directing(live.evening)
        story: Any = live.packed_story
        made = await self._made(person, wanted.key, partial(_first_command_again, story, wanted, maker, people))
        for name, director in made.evening.directors.items():
            if director.person != person:
                await self.lists.add(f"events:{director.person}", _own(made.name, name))
        return made

    def again_form(self, live: LiveEvent) -> AgainForm:
        """What comes along if this event is held again."""
        return again_form(live.story, _local(live.evening, self.clock()))

    async def _made(self, person: str, key: str, first: Callable[[int], CommandRecord]) -> LiveEvent:
        """The event that begins with this command, once for each key of a person."""
        for known in await self.events_of(person):
            if known.key == key:
                return await self._counted(await self.event(known.event))
        now = self.clock()
        try:
            record, story = await self.work.run(_begun, first, now, self._room(await self._account_of(person)))
        except EventError as error:
            raise NotAllowedError(str(error)) from None
        name = secrets.token_urlsafe(8)[:10]
        await self.log.append(f"event:{name}", 0, [encode_record(record)], now)
        listed = await self.lists.add(f"events:{person}", OwnEvent(name, key=key))
        # Sent twice at the same moment, one of the two was listed first: the other is never heard of again.
        live = self.events.keep(name, story) if listed.event == name else await self.event(listed.event)
        return await self._counted(live)

    async def _counted(self, live: LiveEvent) -> LiveEvent:
        """The season knows of an event that was made for it, also when it is made again after a crash in between."""
        if live.evening.season:
            await self.seasons.join(live.evening.season, live.name)
        return live

    async def events_of(self, person: str) -> list[OwnEvent]:
        """The events on a person's list, oldest first. They may have left some of them since."""
        return await self.lists.of(f"events:{person}", OwnEvent)

    async def owner_of(self, live: LiveEvent) -> str:
        """The person to whom an event belongs: its first director. Empty if nobody has it on a list."""
        directors = live.evening.directors
        owner = directors[first_director(directors)].person
        return await self._account_of(owner or await self._listed_by(live.name))

    async def _account_of(self, person: str) -> str:
        """The account that a guest signed in to; anybody else is who they are."""
        signed_in = await self.lists.of(f"signed-in:{person}", _SignedIn) if person else []
        return signed_in[0].person if signed_in else person

    async def _directing(self, evening: Evening) -> dict[str, str]:
        """The person behind each director's name. One who was a guest and signed in since is the account."""
        directors = evening.directors
        return {name: await self._account_of(directors[name].person) for name in active(directors)}

    async def _listed_by(self, event: str) -> str:
        """The person who made an event from before directors were written down."""
        for stream in await self.log.streams("events:"):
            if any(own.event == event for own in await self.lists.of(stream, OwnEvent)):
                return stream.partition(":")[2]
        return ""

    def is_directed_by(self, own: OwnEvent, live: LiveEvent) -> bool:
        """True if the owner of this line is still a director of the event."""
        return own.director in active(live.evening.directors)

    async def join(self, token: str, guest: Guest) -> str:
        """A person becomes a director by an invitation, which is then used up. Gives their link to the desk."""
        right = self.links.read(token)
        if right.role != "invitation":
            raise ForbiddenError("This link leads to another page. Ask the director for the right one.")
        live = await self.event(right.event)
        if await self._director(live.evening, guest.person) is None:
            await self.by_token(token)

            def judge(story: Story, _: int) -> Proposal:
                check_not_withdrawn(right, story.evening)
                name = free_name(story.evening.directors, guest.name, guest.person)
                return Proposal(notes=(DirectorJoined(name=name, person=guest.person, called=guest.name),))

            # The generation is in it: somebody who left may come again by another invitation.
            await live.do(right.by, f"{right.generation} {guest.person}", judge)
        name = await self._director(live.evening, guest.person)
        if name is None:
            raise ForbiddenError(NOT_DIRECTOR)  # removed at the same moment
        await self.lists.add(f"events:{guest.person}", _own(live.name, name))
        return self.links.page(live.name, live.evening, "director", name)

    async def own_link(self, live: LiveEvent, person: str) -> str | None:
        """The link of a person who is a director of this event."""
        name = await self._director(live.evening, person)
        return None if name is None else self.links.page(live.name, live.evening, "director", name)

    async def _director(self, evening: Evening, person: str) -> str | None:
        """The name in the links of a person who is a director now, or was as a guest before signing in."""
        known = {name: evening.directors[name].person for name in active(evening.directors)}
        if person not in known.values():
            known = await self._directing(evening)
        return next((name for name, each in known.items() if each == person), None)

    async def adopt(self, person: str, into: str) -> None:
        """Put the events, seasons and members of a guest on another list too: the guest has signed in.

        From then on the guest's events belong to the account.
        """
        await self.lists.add(f"signed-in:{person}", _SignedIn(into))
        known = {(own.event, own.director) for own in await self.events_of(into)}
        for own in await self.events_of(person):
            if (own.event, own.director) not in known:
                await self.lists.add(f"events:{into}", _own(own.event, own.director))
        await self.seasons.adopt(person, into)
        await self.members.adopt(person, into)

    async def event(self, name: str) -> LiveEvent:
        """An event by its name, from memory or from the log."""
        live = await self.events.find(name)
        if live is None:
            raise NotFoundError("There is no such event. Check the link, or ask the director for a new one.")
        return live

    async def by_token(self, token: str) -> tuple[Right, LiveEvent]:
        """The right that a link gives, and its event. Forged and withdrawn links are refused."""
        right = self.links.read(token)
        live = await self.event(right.event)
        try:
            check_not_withdrawn(right, live.evening)
        except ForbiddenError:
            if self.hall.cluster.alone:
                raise
            await live.stream.look_again()  # a new link may have been made at another process just now
            check_not_withdrawn(right, live.evening)
        return right, live

    async def do(self, right: Right, live: LiveEvent, request: Request) -> Answer:
        """Carry out a request, or repeat the answer to one that was carried out before."""
        if isinstance(request, SettingsForm) and request.season is not None and right.role == "director":
            request = await self._joined(live, request)

        room = await self._room_at(live.evening) if isinstance(request, Enter | Paste | CheckIn) else SAVED_PEOPLE
        judge = partial(_proposed, right, request, room, await self._season_so_far(live, request))
        command = await live.do(right.by, request.key, judge, slow=is_slow(request))
        answer = self.answer(live, command)
        if isinstance(request, Next | Online) and (why := await self.online.open(live)):
            return replace(answer, says=(*answer.says, f"{why} {_TRY_AGAIN}"))
        if isinstance(request, Next | CloseRound | Close | Finish):
            await self.online.open_boards(live)
        return answer

    async def preview(self, right: Right, live: LiveEvent, request: Request) -> tuple[str, ...]:
        """What would be said about a request if it were carried out now. Nothing is."""
        season = await self._season_so_far(live, request)
        proposed = await self.work.run(_proposed, right, request, SAVED_PEOPLE, season, live.packed_story, self.clock())
        return proposed.says

    async def _season_so_far(self, live: LiveEvent, request: Request) -> tuple[PlannedRound, ...] | None:
        """What the plan of a week continues from; None where nothing is planned by it."""
        if not isinstance(request, SeatPeople | Next) or not plans_by_season(live.evening.event):
            return None
        return await self.seasons.so_far(live)

    def _room(self, *directors: str) -> int:
        """How many people may be entered in an event with these directors."""
        return SAVED_PEOPLE if any(map(self._is_saved, directors)) else GUEST_PEOPLE

    async def _room_at(self, evening: Evening) -> int:
        """The same for an event. Nobody knows who made one from before directors were written down."""
        directors = (await self._directing(evening)).values()
        return self._room(*directors) if all(directors) else SAVED_PEOPLE

    async def _joined(self, live: LiveEvent, request: SettingsForm) -> SettingsForm:
        """The season knows of the event before the event says so: only both together count."""
        if not request.season:
            return request
        _check_counts(live.evening.trial)
        season = self.seasons.named_by_key(request.season)
        await self.seasons.join(season, live.name)
        return replace(request, season=season)

    async def chair(self, live: LiveEvent, player: str, person: str) -> ChairShown:
        """What a player's link would do at their online table, in the browser of a person who may be unknown."""
        try:
            return await self.online.chair(live, player, person)
        except EventError as error:
            raise NotAllowedError(str(error)) from None

    async def take_chair(self, live: LiveEvent, player: str, person: str, leaving: str = "") -> str:
        """A player sits down at their online table, perhaps `leaving` another's chair; gives the hall's table."""
        try:
            return await self.online.take_chair(live, player, person, leaving)
        except EventError as error:
            raise NotAllowedError(str(error)) from None

    async def page_of_table(self, table: LiveTable, person: str) -> str:
        """The public page of the event that a table belongs to, for a person who plays there; empty for others."""
        name = event_name(table)
        if not name or table.room.seat_of(person) is None:
            return ""
        live = await self.event(name)
        return self.links.page(live.name, live.evening, "public")

    async def wake_recent(self) -> int:
        """After a restart: events with tables online go on by themselves. Returns how many events were in use."""
        streams = list(await self.log.streams("event:", since=self.clock() - _RECENT))
        await self.events.wake(streams)
        return len(streams)

    def in_progress(self) -> list[str]:
        """The titles of events between their first round and their end that people use now. No practice runs."""
        return [live.evening.event.title for live in self.events if self._is_in_progress(live)]

    def _is_in_progress(self, live: LiveEvent) -> bool:
        recent = self.clock() - live.story.commands[-1].at < _QUIET
        if live.evening.trial or not (recent or live.is_attended):
            return False
        return Seen(live.evening, False).phase in ("round", "between", "play-offs")

    async def missing(self, live: LiveEvent, name: str) -> Missing:
        """What can be done about somebody who is missing. Trying it out may take a while: nobody waits for that."""
        event = live.evening.event
        try:
            return await self.work.run(_missing, event, name)
        except EventError as error:
            raise NotAllowedError(str(error)) from None

    def answer(self, live: LiveEvent, command: Command) -> Answer:
        """What whoever asked for this command is told."""
        link = ""
        renamed = {fact.name: fact.to for fact in command.record.facts if isinstance(fact, Renamed)}
        for note in command.record.notes:
            match note:
                case PhoneTaken(name=name):
                    if live.story.withdrawn_since(command, "player", name):
                        raise ForbiddenError(WITHDRAWN)  # whoever asks again does not get what was taken away
                    link = self.links.page(live.name, live.evening, "player", name)
                case Withdrawn(role=role, name=name) if _gives_a_link(command):
                    link = self.links.page(live.name, live.evening, role, renamed.get(name, name))
        return Answer(True, command.seq, command.record.says, link)

    def stop_waiting(self) -> None:
        """Before the hall closes: nobody is kept waiting for news."""
        for live in self.events:
            live.stop_waiting()

    async def close(self) -> None:
        """Let go of everything that runs by itself; everything is on disk."""
        await self.online.close()
        await self.events.close()

    async def tidy(self) -> int:
        """Let events go for which nobody waits: the log has them. Returns how many."""
        return await self.events.tidy()


def _first_command(wanted: NewEvent, maker: DirectorJoined, now: int) -> CommandRecord:
    record = first_command(wanted, _utc(now).year)
    return replace(record, notes=(*record.notes, maker))


def _first_command_again(
    story: Story, wanted: Again, maker: DirectorJoined, people: dict[str, str], now: int
) -> CommandRecord:
    return first_command_again(story, wanted, _local(story.evening, now), maker, people)


def _begun(first: Callable[[int], CommandRecord], now: int, room: int) -> tuple[CommandRecord, Story]:
    """An event with its first command. House rules are read for it, and a thousand people made up."""
    record = first(now)
    check_size(0, record.facts, room)
    return record, Story([Command(1, now, record)])


def _proposed(
    right: Right, request: Request, room: int, season: tuple[PlannedRound, ...] | None, story: Story, at: int
) -> Proposal:
    check_not_withdrawn(right, story.evening)
    proposal = propose(RequestContext(request, right, story.evening, story, Moment(at, _CHANCE), season))
    if any(isinstance(fact, Entered | CheckedIn) for fact in proposal.facts):
        signed_up = only_signed_up(story.evening)
        if right.role == "sign-up":
            check_sign_up(len(signed_up), proposal.facts)
        else:
            check_size(len(story.evening.event.people), proposal.facts, room, signed_up)
    return proposal


def _missing(event: Event, name: str) -> Missing:
    """The choices for somebody who is missing. Each is tried out."""
    return Missing(event.person(name).name, choices_for(event, name, _CHANCE))


def _own(event: str, director: str) -> OwnEvent:
    """A line for an event that somebody else made."""
    return OwnEvent(event, director, key=f"event {event} {director}")


def _utc(now: int) -> datetime:
    return datetime.fromtimestamp(now / 1000, UTC)


def _local(evening: Evening, now: int) -> date:
    """The date where the event is."""
    return _utc(now).astimezone(ZoneInfo(evening.event.zone)).date()


def _told(entries: Sequence[Entry]) -> Story:
    return Story(commands_of(entries))


def _gives_a_link(command: Command) -> bool:
    """True if the director who withdrew a link gets a new one: not if the name itself is off the list."""
    gone = any(isinstance(fact, EntryRemoved | EntriesMerged) for fact in command.record.facts)
    return command.record.by.partition(":")[0] == "director" and not gone


def _check_counts(trial: bool) -> None:
    if trial:
        raise NotAllowedError("A practice run doesn't count for a season.")


def only(right: Right, *roles: str) -> None:
    """Refuse whoever has another role."""
    if right.role not in roles:
        raise NotAllowedError("This link does not give that right. Ask the director.")
