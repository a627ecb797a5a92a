"""JSON API of the lobby: look for a game, people you know, people you have blocked."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody

from bowerbird.hall.company import LobbyShown
from bowerbird.hall.errors import NotAllowedError
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.tables.shapes import (
    FriendInvited,
    FriendLink,
    FriendLinkGiven,
    FriendMet,
    NoteGiven,
    TableMade,
    WantedGame,
)

__all__ = ["lobby_handlers"]

Asked = Request[Any, Any, Any]


@get("/lobby")
async def lobby_now(request: Asked, sessions: TheSessions, hall: TheHall) -> LobbyShown:
    """The lobby as you see it: people who look for a game, tables with a free seat, people you know."""
    guest = sessions.guest(request)
    if guest is not None:
        hall.visits_lobby(guest.person)
    return await hall.company.lobby(guest.person if guest else "")


@post("/lobby/play", status_code=200)
async def play_with_people(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[WantedGame]
) -> TableMade:
    """Sit down with other people who look for a game. After a minute, bots take the free seats."""
    guest = await limiter.write_of(request, sessions)
    live = await hall.lobby.play(guest, data.rules)
    return TableMade(live.name, f"/t/{live.name}", live.room.made.code)


@post("/friends/link", status_code=201)
async def make_friend_link(request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall) -> FriendLink:
    """Make a link for people you know. It is good for seven days."""
    guest = await limiter.write_of(request, sessions)
    return FriendLink(f"/friends/{await hall.friends.new_link(guest)}")


@post("/friends", status_code=200)
async def accept_friend(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[FriendLinkGiven]
) -> FriendMet:
    """Say that you know the person who made a link. You are on each other's lists then."""
    guest = await limiter.write_of(request, sessions)
    return FriendMet(await hall.friends.accept(data.link, guest))


@post("/friends/end", status_code=204)
async def end_friend(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[NoteGiven]
) -> Response[None]:
    """Take a person off your list, and yourself off theirs."""
    guest = await limiter.write_of(request, sessions)
    await hall.friends.end(guest.person, data.note)
    return Response(None, status_code=204)


@post("/friends/invite", status_code=204)
async def invite_friend(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[FriendInvited]
) -> Response[None]:
    """Ask a known person to the table where you sit. They see it in the lobby for a quarter of an hour."""
    guest = await limiter.write_of(request, sessions)
    live = await hall.table(data.table)
    if live.room.seat_of(guest.person) is None:
        raise NotAllowedError("Sit down at the table first, then ask people to come.")
    await hall.friends.invite(guest, data.note, live.name)
    return Response(None, status_code=204)


@post("/blocks/end", status_code=204)
async def unblock(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[NoteGiven]
) -> Response[None]:
    """Unblock a person."""
    guest = await limiter.write_of(request, sessions)
    await hall.blocks.unblock(guest.person, data.note)
    return Response(None, status_code=204)


lobby_handlers = [
    lobby_now,
    play_with_people,
    make_friend_link,
    accept_friend,
    end_friend,
    invite_friend,
    unblock,
]
