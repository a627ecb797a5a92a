"""JSON API for visitors: their names, passphrases, and signing in and out."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody

from bowerbird.desk.desk import Desk
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.people import Guest, account_of
from bowerbird.hall.sign_ins import SignIns
from bowerbird.web.dependencies import TheDesk, TheHall, TheLimiter, TheRecovery, TheSessions, TheSignIns
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.browsers import browser_words
from bowerbird.web.tables.shapes import (
    BirdGiven,
    Checked,
    Me,
    NameGiven,
    PassphraseGiven,
    RecoveryCode,
    RecoveryGiven,
    SessionGiven,
    SignedInAt,
    SignIn,
)

__all__ = ["people_handlers", "signed_in_at"]

Asked = Request[Any, Any, Any]
_DAY = 24 * 3600 * 1000


@post("/guest", status_code=200)
async def make_guest(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    hall: TheHall,
    data: JSONBody[NameGiven],
) -> Response[Me]:
    """Enter your name, or change it, also in the chairs you hold."""
    await limiter.count_write(request)
    known = sessions.guest(request)
    guest = sessions.people.guest(data.name, known)
    if known is not None:
        await hall.rename(guest.person, guest.name)
        await recovery.rename_if_any(guest)
        await hall.ratings.rename(guest.person, guest.name)
        await hall.known_as.rename(guest)
    return await _known(request, sessions, hall, guest)


@get("/me")
async def who_am_i(request: Asked, sessions: TheSessions, hall: TheHall) -> Me:
    """Your id and name, and your picture."""
    return await _me(hall, sessions.known_guest(request))


@post("/bird", status_code=200)
async def choose_bird(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[BirdGiven]
) -> Me:
    """Choose a bird as your picture, also in the chairs you hold; empty for initials. Others at the table see it."""
    guest = await limiter.write_of(request, sessions)
    await hall.choose_bird(guest.person, data.bird)
    return await _me(hall, guest)


@post("/account", status_code=200)
async def keep_name(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    sign_ins: TheSignIns,
    hall: TheHall,
    data: JSONBody[PassphraseGiven],
) -> Response[Me]:
    """Save your name with a passphrase, so that you can sign in elsewhere. Other browsers are signed out.

    If you have a passphrase already, send it as `so_far`. You also get a new recovery code.
    """
    guest = await limiter.write_of(request, sessions)
    async with limiter.passphrase(request, guest.person, at_home=True):
        kept = await sessions.people.keep(guest, data.passphrase, data.so_far)
    await recovery.renew_if_any(kept)  # the one before was revoked with the cookies
    await sign_ins.note(kept, browser_words(request))
    return await _known(request, sessions, hall, kept)


@post("/sign-in", status_code=200)
async def sign_in(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    sign_ins: TheSignIns,
    desk: TheDesk,
    hall: TheHall,
    data: JSONBody[SignIn],
) -> Response[Me]:
    """Sign in with a saved name. Events that you set up in this browser as a guest are on your list, too."""
    at_home = sessions.people.keeps(sessions.person_before(request), data.name)
    async with limiter.passphrase(request, account_of(data.name), at_home=at_home):
        guest = await sessions.people.sign_in(data.name, data.passphrase)
    await limiter.count_sign_in(request, guest)
    await _adopt(desk, sessions, sessions.guest(request), guest)
    await sign_ins.note(guest, browser_words(request))
    return await _known(request, sessions, hall, guest)


@post("/recover", status_code=200)
async def recover(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    sign_ins: TheSignIns,
    desk: TheDesk,
    hall: TheHall,
    data: JSONBody[RecoveryGiven],
) -> Response[Me]:
    """Sign in with a recovery code. Events that you set up in this browser as a guest are on your list, too."""
    person, name = await recovery.person(data.code)
    guest = sessions.people.recovered(person, name)
    await limiter.count_sign_in(request, guest)
    await _adopt(desk, sessions, sessions.guest(request), guest)
    await sign_ins.note(guest, browser_words(request))
    return await _known(request, sessions, hall, guest)


@get("/recovery-code")
async def recovery_code(request: Asked, sessions: TheSessions, recovery: TheRecovery) -> RecoveryCode:
    """Your recovery code, which brings your events to another browser; empty if you have none yet. POST makes one."""
    guest = sessions.known_guest(request)
    return RecoveryCode(await recovery.known(guest), sessions.people.is_kept(guest.person))


@post("/recovery-code", status_code=200)
async def new_recovery_code(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, recovery: TheRecovery
) -> RecoveryCode:
    """Your first recovery code, or a new one: the one before no longer works."""
    guest = await limiter.write_of(request, sessions)
    return RecoveryCode(await recovery.renew(guest), sessions.people.is_kept(guest.person))


@post("/sign-out", status_code=200)
async def sign_out(request: Asked, sessions: TheSessions, limiter: TheLimiter) -> Response[Checked]:
    """Sign out in this browser. A copy of its cookie no longer works either."""
    if sessions.guest(request) is not None:
        await limiter.count_write(request)
    guest = sessions.guest(request)
    if guest is not None:
        await sessions.people.sign_out(guest)
    return Response(Checked(True), cookies=sessions.cookies(request, None))


@post("/sign-out-elsewhere", status_code=200)
async def sign_out_elsewhere(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    sign_ins: TheSignIns,
    hall: TheHall,
) -> Response[Me]:
    """Sign out in all other browsers. You also get a new recovery code; your passphrase stays the same."""
    guest = await limiter.write_of(request, sessions)
    guest = await sessions.people.sign_out_elsewhere(guest)
    await recovery.renew_if_any(guest)  # the one before was revoked with the cookies
    await sign_ins.note(guest, browser_words(request))
    return await _known(request, sessions, hall, guest)


@get("/sign-ins")
async def list_sign_ins(request: Asked, sessions: TheSessions, sign_ins: TheSignIns) -> list[SignedInAt]:
    """The browsers where you are signed in by passphrase or recovery code, and this one."""
    return await signed_in_at(sign_ins, request, sessions.known_guest(request))


@post("/sign-ins/end", status_code=200)
async def end_sign_in(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    sign_ins: TheSignIns,
    data: JSONBody[SessionGiven],
) -> Checked:
    """Sign out in one other browser."""
    guest = await limiter.write_of(request, sessions)
    await sign_ins.end(guest, data.session)
    return Checked(True)


async def signed_in_at(sign_ins: SignIns, request: Asked, guest: Guest) -> list[SignedInAt]:
    """The sign-ins of a person, this browser first."""
    found = [
        SignedInAt(each.session, each.browser, each.at, each.session == guest.session)
        for each in await sign_ins.of(guest)
    ]
    if not any(each.here for each in found):
        found.append(SignedInAt(guest.session, browser_words(request), guest.day * _DAY, True))
    return sorted(found, key=lambda each: not each.here)


@post("/continue", status_code=200)
async def go_on(request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall) -> Response[Me]:
    """Continue as the person in a cookie from before this server was reached by https."""
    await limiter.count_write(request)
    guest = sessions.left_behind(request)
    if guest is None:
        raise NotAllowedError("There is no earlier sign-in in this browser. Enter your name.")
    return await _known(request, sessions, hall, sessions.people.renewed(guest))


async def _adopt(desk: Desk, sessions: Sessions, before: Guest | None, guest: Guest) -> None:
    """Take along what this browser's guest has set up; never what belongs to another saved name."""
    if before is not None and before.person != guest.person and not sessions.people.is_kept(before.person):
        await desk.adopt(before.person, guest.person)


async def _known(request: Asked, sessions: Sessions, hall: Hall, guest: Guest) -> Response[Me]:
    return Response(await _me(hall, guest), cookies=sessions.cookies(request, guest))


async def _me(hall: Hall, guest: Guest) -> Me:
    return Me(guest.person, guest.name, await hall.portraits.of(guest.person))


people_handlers = (
    make_guest,
    who_am_i,
    choose_bird,
    keep_name,
    sign_in,
    sign_out,
    sign_out_elsewhere,
    list_sign_ins,
    end_sign_in,
    go_on,
    recover,
    recovery_code,
    new_recovery_code,
)
