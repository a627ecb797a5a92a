"""Attacks on what is kept about people: read it, erase it for them, or see a rating that nobody wanted to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.client import Client, RefusedError
from bowerbird.hall.log_seals import log_seals
from bowerbird.store import Log
from bowerbird.web.security.limits import Limits
from security.test_attacks_cookies import with_the_cookie_of
from web.conftest import KEYRING, app_on, listening

PASSPHRASE = "four jacks in a row"
KEPT = b'{"type":"played","table":"t","game":1,"at":1,"book":"Bicycle","seat":"South","partner":"bot:club",' + (
    b'"partner_name":"Wren","opponents":["bot:club","bot:club"],"score":[10,2],"won":true,"hands":9}'
)


async def filled(folder: Path, person: str, *streams: str) -> None:
    async with Log(folder, log_seals(KEYRING)) as log:
        await log.append(f"record:{person}", 0, [KEPT], at=1)
        game = (
            b'{"type":"game","table":"t","game":1,"teams":[["%b","bot:club"],["bot:club","bot:club"]],"scores":[10,2]}'
        )
        await log.append("rated:games", 0, [game % person.encode()], at=1)


async def test_erase_with_a_stolen_cookie(tmp_path: Path) -> None:
    """A person with a passphrase is asked for it, and guessing it is slow."""
    limits = Limits(sign_ins=(3, 0.001), turns=0.05)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as victim:
        me = await victim.guest("Al")
        await filled(tmp_path, me["person"])
        await victim.post("/api/account", passphrase=PASSPHRASE)
        async with with_the_cookie_of(victim, address) as thief:
            for guess in ("", "wrong", "four jacks", "", "again", "and again"):
                for path, more in (("erase", {"kind": "record"}), ("delete", {"sure": True})):
                    with pytest.raises(RefusedError):
                        await thief.post(f"/api/me/{path}", passphrase=guess, **more)
        assert "record" in {line["kind"] for line in await victim.get("/api/me/kept")}
        assert (await victim.get("/api/me"))["person"] == me["person"], "and nobody was shut out"
        await victim.post("/api/me/erase", kind="record", passphrase=PASSPHRASE)
        assert "record" not in {line["kind"] for line in await victim.get("/api/me/kept")}


async def test_read_or_erase_what_is_kept_about_another_person(tmp_path: Path) -> None:
    """With that person's id, in every place where one could be put."""
    async with listening(app_on(tmp_path)) as address, Client(address) as victim, Client(address) as other:
        theirs = (await victim.guest("Al"))["person"]
        await other.guest("Eve")
        await filled(tmp_path, theirs)
        for path in ("play", "kept", "kept.json", "games.csv", "games.zip"):
            for query in (f"person={theirs}", f"guest={theirs}", f"name={theirs}"):
                answer = await other.http.get(f"/api/me/{path}?{query}")
                assert b"Wren" not in answer.content
                assert theirs.encode() not in answer.content
        for fields in (
            {"kind": "record", "person": theirs},
            {"kind": f"record:{theirs}"},
            {"kind": "record:"},
            {"kind": f"../record:{theirs}"},
            {"kind": "person"},
            {"kind": "withdrawn"},
        ):
            with pytest.raises(RefusedError):
                await other.post("/api/me/erase", **fields)
        await other.post("/api/me/erase", kind="record")
        await other.post("/api/me/delete", sure=True)
        assert (await victim.get("/api/me/play"))["games"] == 1
        without_header = await victim.http.post("/api/me/delete", json={"sure": True}, headers={"X-Bowerbird": ""})
        assert without_header.status_code == 403, "and no other site can do it for them"
        assert (await victim.get("/api/me/play"))["games"] == 1


async def test_see_the_rating_of_somebody_who_is_not_listed(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, Client(address) as victim, Client(address) as other:
        theirs = (await victim.guest("Al Private"))["person"]
        await other.guest("Eve")
        await filled(tmp_path, theirs)
        await other.post("/api/me/listed", listed=True)
        with pytest.raises(RefusedError):
            await other.post("/api/me/listed", listed=True, person=theirs)
        for path in ("/ratings", "/api/ratings", f"/api/ratings?person={theirs}", "/me", "/me/account"):
            answer = await other.http.get(path, headers={"Accept": "text/html, application/json"})
            assert "Al Private" not in answer.text
            assert theirs not in answer.text
        assert "Al Private" in (await victim.http.get("/ratings", headers={"Accept": "text/html"})).text
