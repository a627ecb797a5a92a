"""Requests with a copied cookie that wait in line while the owner signs out: none of them is served afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from bowerbird.client import Client
from bowerbird.hall.errors import NotAllowedError, SignedOutError
from bowerbird.hall.people import Guest, People
from bowerbird.hall.recovery import RecoveryCodes
from bowerbird.store import Log
from bowerbird.web.security.limits import Limits
from kit.clock import HandClock, quiet
from kit.rows import rows, some
from realtime.waiting import soon
from web.conftest import KEYRING, app_on, listening

COOKIE = "bowerbird"
FIRST, SECOND = "four jacks in a row", "four queens in a row"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
#: What gives somebody with a copied cookie a new cookie, a code, or something in the owner's name.
WANTED: dict[str, dict[str, Any]] = {
    "/api/guest": {"name": "Al"},
    "/api/recovery-code": {},
    "/api/tables": {},
    "/api/seasons": {"title": "Winter", "rules": "ccc", "key": "k"},
    "/api/bird": {"bird": ""},
    "/api/members/mine/read": {"text": "Eve"},
}
#: The owner's four ways to be rid of a copy.
WAYS: dict[str, tuple[str, dict[str, str]]] = {
    "sign out": ("/api/sign-out", {}),
    "everywhere else": ("/api/sign-out-elsewhere", {}),
    "first passphrase": ("/api/account", {"passphrase": FIRST}),
    "new passphrase": ("/api/account", {"passphrase": SECOND, "so_far": FIRST}),
}


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with Log(tmp_path) as log:
        yield log


@rows("way", some(WAYS, 2))
async def test_requests_that_wait_while_the_owner_signs_out(tmp_path: Path, way: str) -> None:
    """Whatever the thief has got, before or after it, is worth nothing then."""
    limits = Limits(own_writes=(6, 8))
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as owner:
        await owner.guest("Al")
        victim = str((await owner.http.get("/api/me")).json()["person"])
        if way == "new passphrase":
            await owner.post("/api/account", passphrase=FIRST)
        stolen = {"Cookie": f"{COOKIE}={owner.http.cookies[COOKIE]}", "X-Bowerbird": "1"}
        answers: list[httpx.Response] = []

        async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30, headers=stolen) as thief:

            async def ask(path: str, body: dict[str, Any]) -> None:
                answers.append(await thief.post(path, json=body))

            def flood() -> list[asyncio.Task[None]]:
                return [asyncio.create_task(ask(path, body)) for _ in range(2) for path, body in WANTED.items()]

            before = flood()
            await soon(lambda: len(answers) >= 3)
            path, body = WAYS[way]
            signing_out = asyncio.create_task(owner.post(path, **body))
            behind = flood()
            await signing_out
            assert not any(answer.status_code == 400 for answer in answers), "they ask as the pages do"
            await soon(lambda: [answer.status_code for answer in answers].count(401) > 2)
            for each in [*before, *behind]:
                each.cancel()
        async with httpx.AsyncClient(base_url=address, trust_env=False, headers={"X-Bowerbird": "1"}) as thief:
            for cookie in [answer.cookies[COOKIE] for answer in answers if COOKIE in answer.cookies]:
                me = await thief.get("/api/me", headers={"Cookie": f"{COOKIE}={cookie}"})
                assert me.status_code == 401 or me.json()["person"] != victim, "it is nobody, or somebody new"
            for code in [
                answer.json()["code"]
                for answer in answers
                if answer.url.path == "/api/recovery-code" and answer.status_code == 200 and way != "sign out"
            ]:
                assert (await thief.post("/api/recover", json={"code": code})).status_code == 404


async def test_owner_and_thief_press_sign_out_elsewhere_at_once(tmp_path: Path) -> None:
    """One of them stays, and learns of it. It never is both: the owner could not know."""
    async with listening(app_on(tmp_path)) as address, Client(address) as owner:
        await owner.guest("Al")
        both = {"Cookie": f"{COOKIE}={owner.http.cookies[COOKIE]}", "X-Bowerbird": "1"}
        async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
            pressed = await asyncio.gather(*(http.post("/api/sign-out-elsewhere", headers=both) for _ in range(6)))
            assert sorted(answer.status_code for answer in pressed) == [200, *[401] * 5]
            (stays,) = [answer.cookies[COOKIE] for answer in pressed if COOKIE in answer.cookies]
            http.cookies.clear()
            assert (await http.get("/api/me", headers={"Cookie": f"{COOKIE}={stays}"})).status_code == 200


@pytest.mark.parametrize("name", ["Al", "Zed"])
async def test_passphrase_that_is_saved_while_the_owner_signs_out(
    log: Log, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a copied cookie, under the owner's name or another: it is never a way in, and stops nobody."""
    people = People(log, lambda: 0, QUICK)
    owner = people.guest("Al")
    copied = Guest(owner.person, name, owner.since, owner.session, owner.day)
    go, beside = asyncio.Event(), people._beside

    async def held(*args: Any) -> Any:
        await go.wait()
        return await beside(*args)

    monkeypatch.setattr(people, "_beside", held)
    saving = asyncio.create_task(people.keep(copied, "the thief was here"))
    await quiet()
    owner = await people.sign_out_elsewhere(owner)
    go.set()
    with pytest.raises(SignedOutError):
        await saving
    owner = await people.keep(owner, FIRST)
    assert (await people.sign_in("Al", FIRST)).person == owner.person
    for each in ("Al", "Zed"):
        with pytest.raises(NotAllowedError, match="don't match"):
            await people.sign_in(each, "the thief was here")


async def test_passphrase_that_is_written_while_the_owner_saves_one(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thief's is on disk behind the owner's, and the owner's revocation comes before the thief's."""
    people, clock = People(log, lambda: 0, QUICK), HandClock()
    owner = people.guest("Al")
    revoke = people._revocations.revoke
    thief: list[asyncio.Task[Guest]] = []

    async def slowly(*args: Any) -> int:
        if not thief:
            thief.append(asyncio.create_task(people.keep(owner, "the thief was here")))
            await clock.sleep(0.2)
        else:
            await clock.sleep(0.4)
        return await revoke(*args)

    monkeypatch.setattr(people._revocations, "revoke", slowly)
    keeping = asyncio.create_task(people.keep(owner, FIRST))
    await clock.until(lambda: keeping.done() and thief[0].done())
    kept = keeping.result()
    with suppress(NotAllowedError):
        thief[0].result()
    assert len(await log.read(next(iter(await log.streams("person:"))))) == 2, "both are on disk"
    assert people.knows(kept)
    assert (await people.sign_in("Al", FIRST)).person == owner.person
    with pytest.raises(NotAllowedError, match="don't match"):
        await people.sign_in("Al", "the thief was here")


async def test_sign_in_that_waits_while_the_passphrase_changes(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(log, lambda: 0, QUICK)
    owner = await people.keep(people.guest("Al"), FIRST)
    verify, late = people._is_right, asyncio.Event()

    async def slowly(*args: Any) -> bool:
        right = await verify(*args)
        await late.wait()
        return right

    monkeypatch.setattr(people, "_is_right", slowly)
    signing_in = asyncio.create_task(people.sign_in("Al", FIRST))
    await quiet()
    monkeypatch.undo()
    await people.keep(owner, SECOND, FIRST)
    late.set()
    with pytest.raises(NotAllowedError, match="don't match"):
        await signing_in


async def test_recovery_code_between_revocation_and_renewal(log: Log) -> None:
    """The code is revoked with the cookies, not some time later: a code as a cookie reads it, and one that it makes."""
    people = People(log, lambda: 0, QUICK)
    codes = RecoveryCodes(log, lambda: 0, KEYRING, people)
    thiefs = owner = people.guest("Al")
    seen = await codes.renew(thiefs)
    assert await codes.person(seen) == (owner.person, "Al")
    owner = await people.sign_out_elsewhere(owner)
    for void in (seen, "BCDF-BCDF-BCDF-BCDF"):
        with pytest.raises(NotAllowedError, match="isn't a recovery code"):
            await codes.person(void)
    for asked in (codes.known, codes.code_of, codes.renew):
        with pytest.raises(SignedOutError):
            await asked(thiefs)
    assert await codes.known(owner) == ""
    new = await codes.code_of(owner)
    assert await codes.known(owner) == new != seen
    assert await codes.person(new) == (owner.person, "Al")
