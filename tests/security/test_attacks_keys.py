"""Somebody has a copy of the server's secret file: a new key, and the end of the old one, end that while it runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.client import Client, RefusedError
from bowerbird.desk.links import Links
from bowerbird.evening.rights import Right
from bowerbird.hall.cookies import sign_cookie
from bowerbird.hall.people import Guest
from bowerbird.hall.recovery import _code
from bowerbird.keyring import FIRST, Keyring, drop_key, rotate_keys
from kit.rows import rows
from web.conftest import app_on, listening

COOKIE = "bowerbird"


@pytest.fixture(autouse=True)
def _looks_at_the_file_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.keyring._LOOK_EVERY", 0.0)


@rows("first", [True, False], ids=["a key of an earlier version", "a key of this one"])
async def test_stolen_key_after_it_was_dropped(tmp_path: Path, first: bool) -> None:
    """Until then a new key alone changes nothing for anyone: cookies, links on paper and recovery codes stay good."""
    secret, copy = tmp_path / "secret", tmp_path / "copy"
    if first:
        secret.write_bytes(bytes(range(32)))
        secret.chmod(0o600)
    keyring = Keyring.from_file(secret)
    shutil.copy(secret, copy)
    async with (
        listening(app_on(tmp_path, keyring=keyring)) as address,
        Client(address) as victim,
        Client(address) as other,
    ):
        person = (await victim.guest("Ann"))["person"]
        paper = await victim.make_event("st-joe", title="Friday")
        code = (await victim.post("/api/recovery-code"))["code"]

        stolen = Keyring.from_file(copy)
        assert (stolen.keys[0].made == FIRST) == first
        forged_cookie = sign_cookie(stolen, Guest(person, "Ann", 0, "forged", 40_000))
        forged_link = Links(stolen).token(Right(paper.token.partition(".")[0], "director"))
        forged = [_code(stolen.keys[0], person, number) for number in range(1, 9)]
        assert code in forged, "the thief needs a few tries"

        async def thief_gets_in() -> list[bool]:
            other.http.cookies.clear()
            async with Client(address) as recovering:
                cookie = await other.http.get("/api/me", headers={"Cookie": f"{COOKIE}={forged_cookie}"})
                link = await other.http.get(f"/api/desk/{forged_link}/view")
                recovered = await recovering.http.post("/api/recover", json={"code": code})
                return [cookie.status_code == 200, link.status_code == 200, recovered.status_code == 200]

        assert await thief_gets_in() == [True, True, True]
        rotate_keys(secret)
        assert await thief_gets_in() == [True, True, True], "it is accepted until it is dropped"
        assert (await victim.get("/api/me"))["person"] == person
        assert (await paper.view())["title"] == "Friday"
        assert (await victim.get("/api/recovery-code"))["code"] == code

        await victim.guest("Ann")  # the next cookie comes from the new key
        drop_key(secret, stolen.keys[0].name)
        assert await thief_gets_in() == [False, False, False]
        assert (await victim.get("/api/me"))["person"] == person
        with pytest.raises(RefusedError, match="This link doesn't work"):
            await paper.view()
        (event,) = await victim.get("/api/events")
        assert (await victim.http.get(event["link"])).status_code == 200, "there is a new link"
        assert (await victim.get("/api/recovery-code"))["code"] == "", "it has ended with its key"
        new = (await victim.post("/api/recovery-code"))["code"]
        assert new != code
        assert (await other.post("/api/recover", code=new))["person"] == person


def test_keys_by_command(tmp_path: Path) -> None:
    """The command shows no secret, asks before it ends anything, and refuses to leave no key."""
    run = CliRunner()

    def keys(*words: str, answer: str = "") -> tuple[int, str]:
        done = run.invoke(app, ["keys", *words, "--data", str(tmp_path)], input=answer)
        assert not any(key.secret.hex() in done.output for key in Keyring.from_file(secret).keys)
        return done.exit_code, done.output

    secret = tmp_path / "secret"
    assert run.invoke(app, ["keys", "list", "--data", str(tmp_path)]).exit_code == 2
    assert not secret.exists(), "nothing is made in a wrong folder"
    (old,) = Keyring.from_file(secret).keys
    assert keys("list") == (0, f"{old.name}  made on {old.made}, signs\n")
    assert keys("drop", old.name, "--yes")[0] == 2, "it is the only one"
    status, said = keys("rotate")
    assert (status, f"bowerbird keys drop {old.name}" in said) == (0, True)
    new, _ = Keyring.from_file(secret).keys
    assert keys("list")[1].splitlines()[1] == f"{old.name}  made on {old.made}, accepted"
    assert keys("drop", old.name, answer="n\n")[0] == 1
    assert len(Keyring.from_file(secret).keys) == 2
    assert keys("drop", old.name, answer="y\n")[0] == 0
    assert [key.secret for key in Keyring.from_file(secret).keys] == [new.secret]
