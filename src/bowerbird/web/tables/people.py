"""JSON API for visitors: their names, passphrases, and signing in and out."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody

from bowerbird.hall.people import Guest
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.shapes import Checked, Me, NameGiven, PassphraseGiven, SignIn

__all__ = ["people_handlers"]

Asked = Request[Any, Any, Any]


@post("/guest", status_code=200)
async def make_guest(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[NameGiven]
) -> Response[Me]:
    """Enter your name, or change it, also in the chairs you hold."""
    known = sessions.guest(request)
    limiter.count_write(request, known)
    guest = sessions.people.guest(data.name, known)
    if known is not None:
        await hall.rename(guest.person, guest.name)
    return _known(sessions, guest)


@get("/me")
async def who_am_i(request: Asked, sessions: TheSessions) -> Me:
    """Your id and name."""
    guest = sessions.known_guest(request)
    return Me(guest.person, guest.name)


@post("/account", status_code=200)
async def keep_name(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, data: JSONBody[PassphraseGiven]
) -> Response[Me]:
    """Save your name with a passphrase, so that you can sign in elsewhere. Other browsers are signed out.

    If you have a passphrase already, send it as `so_far`.
    """
    limiter.count_write(request, sessions.guest(request))
    guest = sessions.known_guest(request)
    async with limiter.passphrase(request, guest.person):
        return _known(sessions, await sessions.people.keep(guest, data.passphrase, data.so_far))


@post("/sign-in", status_code=200)
async def sign_in(request: Asked, sessions: TheSessions, limiter: TheLimiter, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in with a saved name."""
    async with limiter.passphrase(request, data.name):
        return _known(sessions, await sessions.people.sign_in(data.name, data.passphrase))


@post("/sign-out", status_code=200)
async def sign_out(sessions: TheSessions) -> Response[Checked]:
    """Sign out in this browser."""
    return Response(Checked(True), cookies=[sessions.no_cookie()])


def _known(sessions: Sessions, guest: Guest) -> Response[Me]:
    return Response(Me(guest.person, guest.name), cookies=[sessions.cookie(guest)])


people_handlers = (make_guest, who_am_i, keep_name, sign_in, sign_out)
