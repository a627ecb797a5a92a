"""JSON API for visitors: their names, passphrases, and signing in and out."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody

from bowerbird.desk.desk import Desk
from bowerbird.hall.hall import Hall
from bowerbird.hall.people import Guest
from bowerbird.web.dependencies import TheDesk, TheHall, TheLimiter, TheRecovery, TheSessions
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.shapes import (
    BirdGiven,
    Checked,
    Me,
    NameGiven,
    PassphraseGiven,
    RecoveryCode,
    RecoveryGiven,
    SignIn,
)

__all__ = ["people_handlers"]

Asked = Request[Any, Any, Any]


@post("/guest", status_code=200)
async def make_guest(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[NameGiven]
) -> Response[Me]:
    """Enter your name, or change it, also in the chairs you hold."""
    known = sessions.guest(request)
    await limiter.count_write(request)
    guest = sessions.people.guest(data.name, known)
    if known is not None:
        await hall.rename(guest.person, guest.name)
    return await _known(sessions, hall, guest)


@get("/me")
async def who_am_i(request: Asked, sessions: TheSessions, hall: TheHall) -> Me:
    """Your id and name, and your picture."""
    return await _me(hall, sessions.known_guest(request))


@post("/bird", status_code=200)
async def choose_bird(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[BirdGiven]
) -> Me:
    """Choose a bird as your picture, also in the chairs you hold; empty for initials. Others at the table see it."""
    guest = sessions.known_guest(request)
    await limiter.count_write(request)
    await hall.choose_bird(guest.person, data.bird)
    return await _me(hall, guest)


@post("/account", status_code=200)
async def keep_name(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    hall: TheHall,
    data: JSONBody[PassphraseGiven],
) -> Response[Me]:
    """Save your name with a passphrase, so that you can sign in elsewhere. Other browsers are signed out.

    If you have a passphrase already, send it as `so_far`. You also get a new recovery code.
    """
    await limiter.count_write(request)
    guest = sessions.known_guest(request)
    async with limiter.passphrase(request, guest.person, at_home=True):
        kept = await sessions.people.keep(guest, data.passphrase, data.so_far)
    await recovery.renew_if_any(kept)  # someone with a copy of the cookie may have seen the code
    return await _known(sessions, hall, kept)


@post("/sign-in", status_code=200)
async def sign_in(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, desk: TheDesk, hall: TheHall, data: JSONBody[SignIn]
) -> Response[Me]:
    """Sign in with a saved name. Events that you set up in this browser as a guest are on your list, too."""
    at_home = sessions.people.keeps(sessions.person_before(request), data.name)
    async with limiter.passphrase(request, data.name, at_home=at_home):
        guest = await sessions.people.sign_in(data.name, data.passphrase)
    await _adopt(desk, sessions, sessions.guest(request), guest)
    return await _known(sessions, hall, guest)


@post("/recover", status_code=200)
async def recover(
    request: Asked,
    sessions: TheSessions,
    recovery: TheRecovery,
    desk: TheDesk,
    hall: TheHall,
    data: JSONBody[RecoveryGiven],
) -> Response[Me]:
    """Sign in with a recovery code. Events that you set up in this browser as a guest are on your list, too."""
    person, name = await recovery.person(data.code)
    guest = sessions.people.recovered(person, name)
    await _adopt(desk, sessions, sessions.guest(request), guest)
    return await _known(sessions, hall, guest)


@get("/recovery-code")
async def recovery_code(request: Asked, sessions: TheSessions, recovery: TheRecovery) -> RecoveryCode:
    """Your recovery code, which brings your events to another browser."""
    guest = sessions.known_guest(request)
    return RecoveryCode(await recovery.code_of(guest), sessions.people.is_kept(guest.person))


@post("/recovery-code", status_code=200)
async def new_recovery_code(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, recovery: TheRecovery
) -> RecoveryCode:
    """A new recovery code. The one before no longer works."""
    guest = sessions.known_guest(request)
    await limiter.count_write(request)
    return RecoveryCode(await recovery.renew(guest), sessions.people.is_kept(guest.person))


@post("/sign-out", status_code=200)
async def sign_out(sessions: TheSessions) -> Response[Checked]:
    """Sign out in this browser."""
    return Response(Checked(True), cookies=[sessions.no_cookie()])


async def _adopt(desk: Desk, sessions: Sessions, before: Guest | None, guest: Guest) -> None:
    """Take along what this browser's guest has set up; never what belongs to another saved name."""
    if before is not None and before.person != guest.person and not sessions.people.is_kept(before.person):
        await desk.adopt(before.person, guest.person)


async def _known(sessions: Sessions, hall: Hall, guest: Guest) -> Response[Me]:
    cookies = [sessions.cookie(guest)]
    if sessions.people.is_kept(guest.person):
        cookies.append(sessions.mark(guest))
    return Response(await _me(hall, guest), cookies=cookies)


async def _me(hall: Hall, guest: Guest) -> Me:
    return Me(guest.person, guest.name, await hall.portraits.of(guest.person))


people_handlers = (
    make_guest,
    who_am_i,
    choose_bird,
    keep_name,
    sign_in,
    sign_out,
    recover,
    recovery_code,
    new_recovery_code,
)
