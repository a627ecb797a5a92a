"""JSON API and page of a club's people. A list belongs to a person; every director of their events may use it.

`whose` is `mine` for the visitor's own list, or a director's link for the list of the person who made that event.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Template

from bowerbird.desk.desk import Answer, Desk, only
from bowerbird.evening.member_list import ImportPreview, Rows, from_event, member_rows, preview, read_members, taken
from bowerbird.evening.members import (
    Entering,
    MemberFact,
    Members,
    add,
    change,
    entries_of,
    merge,
    remove,
    that_can_enter,
)
from bowerbird.evening.requests import CheckIn, Enter
from bowerbird.evening.state import Evening
from bowerbird.event.alike import near
from bowerbird.event.export import csv_text
from bowerbird.event.facts import Entered
from bowerbird.event.words import listed
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.names import letters_of
from bowerbird.web.dependencies import TheDesk, TheLimiter, TheSessions
from bowerbird.web.desk.shapes import (
    AddMember,
    Alike,
    ChangedMember,
    EnterMembers,
    ImportedMembers,
    ImportMembers,
    MemberAnswer,
    MemberRequest,
    MemberShown,
    MembersShown,
    MergeMembers,
    PastEvent,
    ReadMembers,
    RemoveMember,
)
from bowerbird.web.security.origin import from_our_own_pages
from bowerbird.web.security.sessions import Sessions

__all__ = ["members_api", "members_pages"]

Asked = Request[Any, Any, Any]
_MINE = "mine"
#: The most people of a list whose names are all compared with each other.
_COMPARED = 600
#: The number of past events that are offered.
_EVENTS = 30


async def _owner(request: Asked, sessions: Sessions, desk: Desk, whose: str) -> str:
    """The person whose list this is, if the visitor may use it."""
    if whose == _MINE:
        return sessions.known_guest(request).person
    right, live = await desk.by_token(whose)
    only(right, "director")
    return await desk.members.owner_of(live)


@get("/members/{whose:str}")
async def show_members(request: Asked, sessions: TheSessions, desk: TheDesk, whose: FromPath[str]) -> MembersShown:
    """A club's people, by name."""
    return await desk.members.ask(await _owner(request, sessions, desk, whose), _shown)


def _shown(state: Members) -> MembersShown:
    people = state.in_order()
    names = [each.name for each in people] if len(people) <= _COMPARED else []
    nearly = [(name, other) for at, name in enumerate(names) for other in near(name, names[:at])]
    numbers = {each.name: each.number for each in people}
    return MembersShown(
        [
            MemberShown(
                number=each.number,
                name=each.name,
                spoken=each.spoken,
                phone=each.phone,
                born=each.born,
                zone=each.zone,
                partner=each.partner,
                partner_name=state.people[each.partner].name if each.partner else "",
            )
            for each in people
        ],
        [(max(pair), min(pair)) for one, other in nearly if (pair := (numbers[one], numbers[other]))],
    )


@post("/members/{whose:str}", status_code=200)
async def change_members(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    desk: TheDesk,
    whose: FromPath[str],
    data: JSONBody[MemberRequest],
) -> MemberAnswer:
    """Add, change, merge or delete somebody. Somebody new whose name is nearly known is asked about first."""
    await limiter.count_write(request)
    owner = await _owner(request, sessions, desk, whose)
    return await desk.members.write(owner, partial(_answer, data=data))


def _answer(state: Members, data: MemberRequest) -> tuple[list[MemberFact], MemberAnswer]:
    if isinstance(data, AddMember) and not data.sure and not state.called(data.member.name):
        close = [each.number for each in state.nearly_called(data.member.name)]
        if close:
            return [], MemberAnswer(False, f"{data.member.name}: is this {state.member(close[0]).name}?", close)
    fact, says = _judged(state, data)
    return [fact], MemberAnswer(True, says, [])


def _judged(state: Members, data: MemberRequest) -> tuple[MemberFact, str]:
    match data:
        case AddMember(member=form):
            added = add(state, form)
            return added, f"{added.member.name} is on the list."
        case ChangedMember(member=form):
            changed = change(state, form)
            return changed, f"{changed.member.name} was changed."
        case RemoveMember(number=number):
            return remove(state, number), f"{state.member(number).name} is off the list."
        case MergeMembers(number=number, into=into):
            fact = merge(state, number, into)
            return fact, f"{state.member(number).name} and {state.member(into).name} are one line now."


async def _source(desk: Desk, owner: str, text: str, event: str) -> Any:
    """A text with people, or one of the owner's own events, packed for the work queue."""
    if not event:
        return text
    own = next((each for each in await desk.events_of(owner) if each.event == event), None)
    live = await desk.event(event) if own is not None else None
    if own is None or live is None or not desk.is_directed_by(own, live):
        raise NotFoundError("There is no such event on your list.")
    return live.packed


def _rows(source: str | Evening) -> Rows:
    return read_members(source) if isinstance(source, str) else from_event(source.event)


def _preview(state: Members, source: str | Evening) -> ImportPreview:
    return preview(state, _rows(source))


def _taken(
    state: Members, source: str | Evening, same: dict[str, int]
) -> tuple[tuple[MemberFact, ...], ImportedMembers]:
    facts, _ = taken(state, _rows(source), same)
    after = state
    for fact in facts:
        after = after.after(fact)
    new = len(after.people) - len(state.people)
    people = "person is" if new == 1 else "people are"
    return facts, ImportedMembers(f"{new} new {people} on the list. It has {len(after.people)} now.")


@post("/members/{whose:str}/read", status_code=200, request_max_body_size=512 * 1024)
async def read_list(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    desk: TheDesk,
    whose: FromPath[str],
    data: JSONBody[ReadMembers],
) -> ImportPreview:
    """What an import would do, line by line. Nothing is changed."""
    await limiter.count_write(request)
    owner = await _owner(request, sessions, desk, whose)
    return await desk.members.ask(owner, _preview, await _source(desk, owner, data.text, data.event))


@post("/members/{whose:str}/import", status_code=200, request_max_body_size=512 * 1024)
async def import_list(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    desk: TheDesk,
    whose: FromPath[str],
    data: JSONBody[ImportMembers],
) -> ImportedMembers:
    """Import a list: all of it, or with anything wrong in it nothing."""
    await limiter.count_write(request)
    owner = await _owner(request, sessions, desk, whose)
    source = await _source(desk, owner, data.text, data.event)
    return await desk.members.write(owner, partial(_taken, source=source, same=data.same))


@get("/members/{whose:str}/events")
async def past_events(request: Asked, sessions: TheSessions, desk: TheDesk, whose: FromPath[str]) -> list[PastEvent]:
    """The owner's events whose people can be imported, newest first."""
    owner = await _owner(request, sessions, desk, whose)
    found = []
    for own in reversed((await desk.events_of(owner))[-_EVENTS:]):
        live = await desk.event(own.event)
        evening = live.evening
        if evening.event.people and not evening.trial and desk.is_directed_by(own, live):
            found.append(PastEvent(own.event, evening.event.title, evening.date, len(evening.event.people)))
    return found


@get("/members/{whose:str}/members.csv")
async def export_members(request: Asked, sessions: TheSessions, desk: TheDesk, whose: FromPath[str]) -> Response[bytes]:
    """The list for a spreadsheet, in the form that can be imported again."""
    text = await desk.members.ask(await _owner(request, sessions, desk, whose), _csv)
    headers = {"Content-Disposition": 'attachment; filename="members.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


def _csv(state: Members) -> bytes:
    return csv_text(member_rows(state)).encode()


# Members and an event.


@post("/members/{whose:str}/enter", status_code=200)
async def enter_members(desk: TheDesk, whose: FromPath[str], data: JSONBody[EnterMembers]) -> Answer:
    """Enter members in the event of a director's link: these, or everybody on the list who can enter.

    Sent again under the same key, nobody enters twice, and people who were not checked in yet are.
    """
    right, live = await desk.by_token(whose)
    only(right, "director")
    owner = await desk.members.owner_of(live)
    entering, asked = await desk.members.ask(owner, _entering, data.numbers, live.packed)
    command = live.story.told(right.by, data.key)
    left_out = ""
    if command is None:
        left_out = f"Not entered: {listed(entering.left_out, 4)}." if entering.left_out else ""
        if not entering.forms:
            raise NotAllowedError(left_out or "Everybody on your list has entered already.")
        answer = await desk.do(right, live, Enter(key=data.key, people=entering.forms, sure=True))
        command = live.story.told(right.by, data.key)
    else:
        answer = desk.answer(live, command)
    says = (*answer.says, *filter(None, [left_out]))
    if data.here and command is not None:
        # A partner who enters with somebody may still be on the way.
        entered = (each for fact in command.record.facts if isinstance(fact, Entered) for each in fact.players)
        here = tuple(each.name for each in entered if each.name in asked)
        answer = await desk.do(right, live, CheckIn(key=f"{data.key[:60]} in", names=here))
        says = (*says, *answer.says)
    return Answer(answer.ok, answer.seq, says)


def _entering(state: Members, numbers: Sequence[int], evening: Evening) -> tuple[Entering, set[str]]:
    """The entries of these members, or of all, as far as the event takes them; and the names of these members."""
    wanted = numbers or [each.number for each in state.in_order()]
    event = evening.event
    entering = that_can_enter(event, entries_of(state, wanted, event.book.event.entry, event.people))
    return entering, {state.people[number].name for number in wanted if number in state.people}


@get("/desk/{token:str}/alike")
async def names_alike(
    desk: TheDesk, token: FromPath[str], name: Annotated[str, QueryParameter(min_length=1, max_length=130)]
) -> list[Alike]:
    """People whom a typed name may mean: of the event and, for a director, of the club's list.

    Somebody who signs up learns only which names of the event are near, and whether a phone has been connected to each.
    """
    right, live = await desk.by_token(token)
    only(right, "director", "sign-up")
    director = right.role == "director"
    owner = await desk.owner_of(live) if director else ""
    return await desk.members.ask(owner, _alike, name, live.packed, director)


def _alike(state: Members, name: str, evening: Evening, director: bool) -> list[Alike]:
    event = evening.event
    found = [
        Alike(
            name=each,
            same=letters_of(each) == letters_of(name),
            entered=True,
            partner=next((other for other in event.entry(each).players if other != each), ""),
            taken=each in evening.phones,
            here=director and event.presence(each) == "here",
            paid=director and event.attendance(each).paid,
        )
        for each in near(name, event.people)
    ]
    there = {letters_of(each) for each in event.people}
    for each in near(name, [member.name for member in state.people.values() if letters_of(member.name) not in there]):
        member = state.called(each)
        assert member is not None
        partner = state.people[member.partner].name if member.partner else ""
        same = letters_of(each) == letters_of(name)
        found.append(Alike(name=each, same=same, entered=False, partner=partner, number=member.number))
    return found


# The page.


@get("/members", include_in_schema=False)
async def own_page(request: Asked, sessions: TheSessions) -> Template:
    """Your club's people."""
    return _page(sessions.guest(request) is not None, _MINE)


@get("/members/{whose:str}", include_in_schema=False)
async def event_page(desk: TheDesk, whose: FromPath[str]) -> Template:
    """The people of the club whose event this is, for its directors."""
    right, live = await desk.by_token(whose)
    only(right, "director")
    await desk.members.owner_of(live)
    return _page(True, whose, live.evening.event.title)


def _page(known: bool, whose: str, event: str = "") -> Template:
    context = {"known": known, "whose": whose, "event": event, "title": "Your club's people"}
    return Template("desk/members.html", context=context)


members_api = Router(
    "/api",
    route_handlers=[
        show_members,
        change_members,
        read_list,
        import_list,
        past_events,
        export_members,
        enter_members,
        names_alike,
    ],
    guards=[from_our_own_pages],
)
members_pages = Router("/", route_handlers=[own_page, event_page])
