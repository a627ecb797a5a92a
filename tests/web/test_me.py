"""A person's own play over HTTP: the report, downloads, the list of ratings, and what is kept and erased."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bowerbird.client import Client, RefusedError, first_choice
from bowerbird.hall.log_seals import log_seals
from bowerbird.learn.statistics import Example, GameJudged, GamePlayed, KindCount
from bowerbird.notation import read_egn
from bowerbird.store import Log
from kit.rows import rows
from web.conftest import KEYRING, app_on, listening

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}
SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'
PASSPHRASE = "four jacks in a row"


async def play(client: Client) -> str:
    """A short game with bots, played to its end and in the record."""
    made = await client.make_table(house_rules=SHORT, bots="novice", pace="at once")
    async with client.line(made["table"]) as line:
        await line.play_on(first_choice)
    while not (await client.get("/api/me/play"))["games"]:
        await asyncio.sleep(0.02)
    return str(made["table"])


def many() -> list[bytes]:
    """A record of forty games, with a habit."""
    facts: list[GamePlayed | GameJudged] = []
    for number in range(40):
        won = number % 3 > 0
        facts += [
            GamePlayed(
                table=f"t{number}",
                game=1,
                at=1_750_000_000_000 + 86_400_000 * number,
                book="Bicycle",
                seat="South",
                partner="p9",
                partner_name="=Betty()",
                opponents=("bot:club", "bot:club"),
                score=(10, 6) if won else (6, 10),
                won=won,
                hands=12,
                called=3,
                euchred=1,
                defended=5,
            ),
            GameJudged(
                table=f"t{number}",
                game=1,
                hands=12,
                points=4.0,
                deal=2.0,
                fall=1.0,
                skill=-0.8,
                error=0.1,
                others=0.0,
                kinds=(KindCount("passing", 4, 1, 0.5),),
                examples=(Example("passing", 17, 2, 0.5, "pass", "order it up", ("Jh", "Ah", "9h", "Kc", "9s")),),
            ),
        ]
    return [msgspec.json.encode(fact) for fact in facts]


async def filled(folder: Path, person: str) -> None:
    """Add the forty games to a record."""
    async with Log(folder, log_seals(KEYRING)) as log:
        last = await log.tail(f"record:{person}", 1)
        await log.append(f"record:{person}", last[0].seq if last else 0, many(), at=1_760_000_000_000)


async def test_a_report_with_pictures_and_links_to_examples(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        me = await client.guest("Ruth")
        await filled(tmp_path, me["person"])
        report = await client.get("/api/me/play")
        assert (report["games"], report["judged"], len(report["advice"])) == (40, 40, 1)
        page = (await client.http.get("/me", headers=HTML)).text
        assert "Call more in the first round" in page
        assert re.search(r'href="/t/t\d+/review\?game=1#d17"', page)
        assert page.count("<svg") >= 5
        assert page.count('role="img"') + page.count('aria-hidden="true"') >= page.count("<svg"), (
            "each has words or none"
        )
        assert "=Betty()" in page
        assert "Your figures come" not in page
        assert "40 games since" in page
        month = (await client.http.get("/me?time=month", headers=HTML)).text
        assert "No games in this time" in month
        assert (await client.http.get("/me?time=nonsense", headers=HTML)).status_code == 200


@rows(
    ("facts", "said"),
    [
        (1, "The teacher hasn't looked at your game yet."),
        (2, "The teacher has looked at your game."),
        (3, "The teacher has looked at 1 of your 2 games so far."),
    ],
)
async def test_after_a_first_game_the_page_says_what_is_missing(tmp_path: Path, facts: int, said: str) -> None:
    """A game and the teacher's figures for it are two facts."""
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        me = await client.guest("Ruth")
        async with Log(tmp_path, log_seals(KEYRING)) as log:
            await log.append(f"record:{me['person']}", 0, many()[:facts], at=1_760_000_000_000)
        page = (await client.http.get("/me", headers=HTML)).text
        assert "Your figures come after two games." in page
        assert f'href="/t/t{(facts - 1) // 2}/review?game=1"' in page
        assert said in page
        assert "1 of 1" not in page.partition("Things to work on")[2]
        assert "of your 1 game" not in page


async def test_a_stranger_and_a_newcomer_get_a_kind_word(people: Person) -> None:
    client = people()
    assert "Play now" in (await client.http.get("/me", headers=HTML)).text
    with pytest.raises(RefusedError):
        await client.get("/api/me/play")
    await client.guest("New")
    page = (await client.http.get("/me", headers=HTML)).text
    assert "Nothing here yet" in page
    assert "<svg" not in page
    assert (await client.get("/api/me/play"))["games"] == 0
    assert "Nothing but the name" in (await client.http.get("/me/account", headers=HTML)).text


async def test_all_games_at_once_as_csv_and_egn(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        me = await client.guest("Al")
        table = await play(client)
        page = (await client.http.get("/me", headers=HTML)).text
        assert "yet. With about twenty it can tell a habit" in page or "your game. With about" in page
        assert "Nothing stands out" not in page, "one game says nothing about habits"
        await filled(tmp_path, me["person"])
        rows = list(csv.DictReader(io.StringIO((await client.http.get("/api/me/games.csv")).text)))
        assert len(rows) == 41
        [own] = [row for row in rows if row["table"].lstrip("'") == table]
        assert (own["rated"], own["left"], own["rules"]) == ("1", "novice", "Standard euchre, house rules")
        assert {"0", "1"} >= {row["won"] for row in rows}
        assert next(row for row in rows if row["table"] == "t3")["partner"] == "'=Betty()", "no formula"
        assert me["person"] not in json.dumps(rows)
        archive = zipfile.ZipFile(io.BytesIO((await client.http.get("/api/me/games.zip")).content))
        written = [name for name in archive.namelist() if name.endswith(".egn.json")]
        assert len(written) == 1
        assert len(archive.namelist()) == 41, "and a line about each game that isn't here any more"
        assert read_egn(archive.read(written[0]).decode())


async def test_the_list_of_ratings_has_only_people_who_asked(people: Person) -> None:
    al, betty = people(), people()
    await al.guest("Al")
    await betty.guest("Betty")
    await play(al)
    await play(betty)

    async def names(client: Client) -> set[str]:
        return {line["name"] for line in await client.get("/api/ratings") if not line["bot"]}

    assert await names(al) == {"Al"}, "one's own line, for oneself"
    assert "only you see this line" in (await al.http.get("/ratings", headers=HTML)).text
    assert await names(betty) == {"Betty"}
    await al.post("/api/me/listed", listed=True)
    assert await names(betty) == {"Al", "Betty"}
    stranger = people()
    assert await names(stranger) == {"Al"}
    await al.guest("Allan")
    assert await names(stranger) == {"Allan"}
    await al.post("/api/me/listed", listed=False)
    assert await names(stranger) == set()
    lines = await stranger.get("/api/ratings")
    assert lines[0]["name"] == "Champion"
    assert [line["points"] for line in lines] == sorted((line["points"] for line in lines), reverse=True)


async def test_what_is_kept_is_shown_downloaded_and_erased(people: Person) -> None:
    client = people()
    await client.guest("Al")
    table = await play(client)
    await client.post("/api/bird", bird="wren")
    kept = {line["kind"]: line for line in await client.get("/api/me/kept")}
    # The teacher may have found mistakes to practise by now, or not.
    assert kept.keys() - {"practice"} == {"record", "tables", "portrait"}
    page = (await client.http.get("/me/account", headers=HTML)).text
    assert all(line["title"] in page for line in kept.values())
    download = (await client.http.get("/api/me/kept.json")).json()
    assert download["tables"][0]["fact"] == {"table": table}
    await client.post("/api/me/erase", kind="record")
    assert {line["kind"] for line in await client.get("/api/me/kept")} - {"practice"} == {"tables", "portrait"}
    assert (await client.get("/api/me/play"))["games"] == 0, "and looking doesn't bring it back"
    for kind in ("events", "table", "person", "", "record:x"):
        with pytest.raises(RefusedError):
            await client.post("/api/me/erase", kind=kind)
    with pytest.raises(RefusedError, match="Tick the box"):
        await client.post("/api/me/delete", sure=False)
    await client.post("/api/me/delete", sure=True)
    assert (await client.http.get("/api/me")).status_code == 401
    assert (await client.http.get(f"/t/{table}/replay", headers=HTML)).status_code == 200, "games stay at their tables"


async def test_a_deleted_name_is_free_and_its_cookies_are_void(people: Person) -> None:
    first, other, new = people(), people(), people()
    await first.guest("Mia")
    await first.post("/api/account", passphrase=PASSPHRASE)
    await other.post("/api/sign-in", name="Mia", passphrase=PASSPHRASE)
    with pytest.raises(RefusedError, match="isn't your passphrase"):
        await first.post("/api/me/delete", sure=True, passphrase="not this one")
    await first.post("/api/me/delete", sure=True, passphrase=PASSPHRASE)
    assert (await other.http.get("/api/me")).status_code == 401
    with pytest.raises(RefusedError, match="don't match"):
        await new.post("/api/sign-in", name="Mia", passphrase=PASSPHRASE)
    await new.guest("Mia")
    await new.post("/api/account", passphrase="another one entirely")


async def test_old_links_to_the_account_still_lead_there(people: Person) -> None:
    client = people()
    await client.guest("Al")
    assert 'href="/me/account"' in (await client.http.get("/me", headers=HTML)).text
