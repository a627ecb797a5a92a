"""The desk over HTTP: links and their pages, views by long poll, what is refused and how, files to take away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bowerbird.client import Client, EventLink, RefusedError
from bowerbird.evening.views.common import time_words
from bowerbird.web.security.limits import Limits
from kit.rows import rows
from paper.reading import Sheet
from web.conftest import app_on, listening

People = Callable[[], Client]


async def evening(people: People, rules: str = "alberta", trial: int = 8, **wanted: Any) -> EventLink:
    """A director's link to a trial evening whose first round is seated."""
    client = people()
    await client.guest("Director")
    desk = await client.make_event(rules, trial=trial, title="Friday", **wanted)
    await desk.do("check-in", names="all")
    await desk.do("seat")
    return desk


async def phone(people: People, desk: EventLink, table: int, seat: int) -> EventLink:
    view = await desk.view()
    name = view["tables"][table - 1]["seats"][seat]["plays"]
    return EventLink(people(), view["links"]["players"][name])


async def test_a_score_from_one_phone_is_accepted_on_another(people: People) -> None:
    desk = await evening(people)
    one, other = await phone(people, desk, 1, 0), await phone(people, desk, 1, 1)
    seq = (await other.view())["seq"]
    waiting = asyncio.create_task(other.view(seq))
    await one.do("score", round=1, ns=10, ew=6)
    seen = await asyncio.wait_for(waiting, 10)
    assert seen["may"]["accept"] is True
    assert (await other.do("accept", round=1))["says"] == ["Table 1: 10 to 6 is confirmed."]
    assert (await desk.view())["tables"][0]["state"] == "in"


@pytest.mark.clause("TE-9")
async def test_a_game_that_the_clock_cut_off_comes_from_a_phone_and_from_a_helper(people: People) -> None:
    noon = f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"  # where it is between twelve and one now
    early = await evening(people, "trailer-estates", zone=noon, settings={"event.calendar.end": "23:00"})
    late = await evening(people, "trailer-estates", zone=noon, settings={"event.calendar.end": "01:00"})
    for desk in (early, late):
        one, other = await phone(people, desk, 1, 0), await phone(people, desk, 1, 1)
        helper = EventLink(people(), (await desk.view())["links"]["helper"])
        if desk is early:
            for link in (desk, helper, one):
                with pytest.raises(
                    RefusedError,
                    match=r"stopped game\. From 11:00 pm on that night, a game in progress is entered as it is\.",
                ):
                    await link.do("score", round=1, table=1, ns=3, ew=2)
            continue
        sent = await one.do("score", round=1, ns=3, ew=2)
        assert sent["says"] == [
            "Table 1: stopped at 3 to 2. The hands played so far count. Now one of the other side accepts it."
        ]
        assert (await other.view())["table"]["result"]["stopped"] is True
        assert (await other.do("accept", round=1))["says"] == ["Table 1: 3 to 2 is confirmed."]
        assert (await helper.do("score", round=1, table=2, ns=0, ew=4))["says"] == [
            "Table 2: stopped at 0 to 4. The hands played so far count.",
            "All scores are in.",
        ]
        assert sorted(line["total"] for line in (await desk.view())["standings"]["lines"])[-2:] == ["4", "4"]


async def test_a_look_waits_for_news_and_says_when_there_is_none(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bowerbird.web.desk.api._PATIENCE", 0.05)
    desk = await evening(people)
    seq = (await desk.view())["seq"]
    nothing = await desk.view(seq)
    assert (nothing["seq"], nothing["same"], nothing["clock"]["state"]) == (seq, True, "ready")
    assert "people" not in nothing
    assert "people" in await desk.view(seq - 1)


async def test_time_that_runs_out_is_news(people: People) -> None:
    desk = await evening(people, "national", settings={"game.minutes": 1})
    await desk.do("clock", do="start")
    seen = await desk.view()
    assert seen["clock"]["state"] == "running"
    await desk.do("clock", do="add", minutes=-1)
    assert (await desk.view())["tables"][0]["state"] == "late"


@rows("what", ["view", "history", "rulings", "export.json", "standings.csv", "qr.svg?to=/p/x"])
async def test_dead_links_are_refused_everywhere(people: People, what: str) -> None:
    desk = await evening(people)
    helper = EventLink(people(), (await desk.view())["links"]["helper"])
    await helper.view()
    await desk.do("withdraw", role="helper")
    forged = EventLink(people(), helper.token[:-4] + "AAAA")
    for dead, why in ((helper, "was cancelled"), (forged, "doesn't work. Part of it may be missing")):
        with pytest.raises(RefusedError, match=rf"This link {why}\. Ask the director") as refused:
            await dead.get(what)
        assert refused.value.status == 403
        with pytest.raises(RefusedError) as refused:
            await dead.do("score", table=1, ns=10, ew=6)
        assert refused.value.status == 403


async def test_a_look_that_waits_is_told_when_its_link_is_withdrawn(people: People) -> None:
    desk = await evening(people)
    helper = EventLink(people(), (await desk.view())["links"]["helper"])
    waiting = asyncio.create_task(helper.view((await helper.view())["seq"]))
    await asyncio.sleep(0.05)
    await desk.do("withdraw", role="helper")
    with pytest.raises(RefusedError, match="cancelled"):
        await waiting


async def test_rights_hold_over_http(people: People) -> None:
    desk = await evening(people, "ccc")
    view = await desk.view()
    helper, public = (EventLink(people(), view["links"][role]) for role in ("helper", "public"))
    player = await phone(people, desk, 1, 0)
    for link in (helper, public, player):
        for what in ("ledger.csv", "missing?name=Ada"):
            with pytest.raises(RefusedError, match="does not give that right"):
                await link.get(what)
        with pytest.raises(RefusedError, match="does not give that right") as refused:
            await link.do("undo")
        assert refused.value.status == 409
    for what in ("history", "export.json", "round/1"):
        assert "ledger" not in await helper.get(what)
        with pytest.raises(RefusedError, match="does not give that right"):
            await player.get(what)


async def test_a_helper_prints_neither_money_nor_anybodys_link(people: People) -> None:
    desk = await evening(people, "ccc")
    helper = EventLink(people(), (await desk.view())["links"]["helper"])
    offered = {each["what"] for each in (await helper.view())["sheets"]}
    assert offered
    assert not offered & {"all", "payout", "season"}
    codes = {}
    for link in (desk, helper):
        for what in ("all", "payout"):
            answer = await link.client.http.get(f"/paper/{link.token}/{what}.pdf")
            assert answer.status_code == (200 if link is desk else 409)
        slips = Sheet((await link.client.http.get(f"/paper/{link.token}/slips.pdf")).content)
        codes[link] = [code for number in range(len(slips)) for code in slips.codes(number)]
        assert slips.has("Table 1")
    assert len(codes[desk]) == 8
    assert codes[helper] == []


async def test_the_record_tells_the_time_of_the_hall(people: People) -> None:
    record = [
        (await (await evening(people, zone=zone)).get("history"))[-1]
        for zone in ("UTC", "America/Edmonton", "Asia/Tokyo")
    ]
    for entry, zone in zip(record, ("UTC", "America/Edmonton", "Asia/Tokyo"), strict=True):
        assert entry["time"] == time_words(entry["at"], zone)
    assert len({entry["time"] for entry in record}) == 3


async def test_what_cannot_be_read_is_refused_in_words(people: People) -> None:
    desk = await evening(people)
    for body in (
        {},
        {"what": "fly", "key": "k"},
        {"what": "score", "key": "k", "ns": "ten", "ew": 1},
        {"what": "bell"},
    ):
        answer = await desk.client.http.post(f"/api/desk/{desk.token}/do", json=body)
        assert answer.status_code == 400
        assert answer.json()["why"].startswith("This can't be read.")
    answer = await desk.client.http.post(
        f"/api/desk/{desk.token}/do", json={"what": "bell", "key": "k"}, headers={"X-Bowerbird": "no"}
    )
    assert answer.status_code == 403


async def test_every_page_opens_for_its_own_link_and_no_other(people: People) -> None:
    desk = await evening(people)
    links = (await desk.view())["links"]
    pages = [links["director"], links["helper"], links["public"], links["board"], links["sign_up"]]
    pages += [links["tables"]["1"], next(iter(links["players"].values())), "/events", "/events/new"]
    stranger = people()
    for page in pages:
        answer = await stranger.http.get(page)
        assert answer.status_code == 200, page
        assert "Friday" in answer.text or page.startswith("/events")
        if not page.startswith("/events"):
            assert page.rpartition("/")[2] in answer.text
    token = links["public"].rpartition("/")[2]
    for place in ("desk", "p", "table", "sign-up"):
        answer = await stranger.http.get(f"/{place}/{token}", headers={"accept": "text/html"})
        assert answer.status_code == 403
        assert "leads to another page" in answer.text
    sheet = await stranger.http.get(f"/sheet/{token}")
    assert sheet.headers["location"] == "/rules/alberta"


async def test_the_sheet_of_house_rules_is_the_events_own(people: People) -> None:
    desk = await evening(people, settings={"game.points": 7})
    sheet = await people().http.get(f"/sheet/{desk.token}")
    assert sheet.status_code == 200
    assert "7 points" in sheet.text


async def test_signing_up_gives_a_phone(people: People) -> None:
    desk = await evening(people, "trailer-estates")
    form = EventLink(people(), (await desk.view())["links"]["sign_up"])
    assert (await form.view())["open"] is True
    answer = await form.do("enter", "my key", people=[{"name": "Zed Newcomer"}])
    own = EventLink(people(), answer["link"])
    assert (await own.view())["you"] == {"name": "Zed Newcomer", "presence": "entered"}
    assert await form.do("enter", "my key", people=[{"name": "Zed Newcomer"}]) == answer


async def test_rulings_take_one_question_at_a_time(people: People) -> None:
    desk = await evening(people)
    irregularities = await desk.get("rulings")
    assert {"irregularity": "revoke", "words": "Revoke: did not follow suit"} in irregularities
    first = await desk.get("ruling?irregularity=revoke")
    assert [question["condition"] for question in first["questions"]] == ["trick not quitted"]
    second = await desk.get("ruling?irregularity=revoke&lacks=trick not quitted")
    assert [question["condition"] for question in second["questions"]] == ["hand played alone"]
    found = await desk.get("ruling?irregularity=revoke&lacks=trick not quitted,hand played alone")
    assert (found["remedy"]["clause"], found["remedy"]["points"]) == ("ALB-12i", 2)
    assert found["remedy"]["clause_says"]
    with pytest.raises(RefusedError, match="isn't an irregularity"):
        await desk.get("ruling?irregularity=sneezing")


async def test_files_to_take_away(people: People) -> None:
    desk = await evening(people, "ccc", date="2026-03-06", start="18:30", zone="America/New_York")
    await desk.do("trial-scores")
    get = desk.client.http.get
    record = (await get(f"/api/desk/{desk.token}/export.json")).json()
    assert (record["title"], len(record["rounds"]), record["date"]) == ("Friday", 1, "2026-03-06")
    standings = (await get(f"/api/desk/{desk.token}/standings.csv")).text.splitlines()
    assert len(standings) == 9
    assert standings[0].startswith("place,name,")
    assert standings[0].endswith(",reasons,written_place")
    results = (await get(f"/api/desk/{desk.token}/results.csv")).text.splitlines()
    assert results[0].startswith("round,table,N,E,S,W")
    ledger = (await get(f"/api/desk/{desk.token}/ledger.csv")).text.splitlines()
    assert sum(int(line.rsplit(",", 1)[1]) for line in ledger[1:] if ",balance," in line) == 0
    night = await get(f"/api/desk/{desk.token}/night.ics")
    assert "DTSTART:20260306T233000Z" in night.text
    assert night.headers["content-type"].startswith("text/calendar")
    code = await get(f"/api/desk/{desk.token}/qr.svg?to=/p/x")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.text.startswith("<?xml") or code.text.startswith("<svg")
    sheet = await get(f"/paper/{desk.token}/slips.pdf?size=a4")
    assert sheet.content.startswith(b"%PDF")
    offered = {each["what"] for each in (await desk.view())["sheets"]}
    assert "pivot-cards" in offered
    assert "master" in offered, "for every book"
    answer = await get(f"/paper/{desk.token}/nonsense.pdf")
    assert answer.status_code == 409


async def test_ones_own_events_are_listed_newest_first(people: People) -> None:
    director, stranger = people(), people()
    await director.guest("Director")
    await stranger.guest("Somebody")
    for title in ("First", "Second"):
        await director.make_event("alberta", title=title)
    assert [line["title"] for line in await director.get("/api/events")] == ["Second", "First"]
    assert await stranger.get("/api/events") == []
    with pytest.raises(RefusedError, match="Enter your name first"):
        await people().make_event("alberta")


async def test_an_event_is_made_once_for_a_key(people: People) -> None:
    director = people()
    await director.guest("Director")
    one = await director.make_event("alberta", key="the form", title="Once")
    two = await director.make_event("alberta", key="the form", title="Once")
    assert one.token == two.token
    with pytest.raises(RefusedError, match="There is no rulebook"):
        await director.make_event("nowhere")


async def test_a_season_over_http(people: People) -> None:
    director = people()
    await director.guest("Director")
    own = await director.post("/api/seasons", title="Winter", rules="ccc", key="s")
    assert (await director.get("/api/seasons"))[0] == own
    desk = await director.make_event("ccc", title="Week one", date="2026-01-05", start="19:00", season=own["season"])
    await desk.do("paste", text="\n".join("ABCDEFGH"), here=True)
    await desk.do("seat")
    for table in (1, 2):
        await desk.do("score", table=table, ns=10, ew=6)
    await desk.do("finish")
    token = own["link"].rpartition("/")[2]
    reader = people()
    season = await reader.get(f"/api/season/{token}")
    assert [week["title"] for week in season["weeks"]] == ["Week one"]
    assert [line["total"] for line in season["lines"]] == ["14"] * 4 + ["6"] * 4
    assert len(season["credits"]) == 8
    assert sum(balance["cents"] for balance in season["money"]) == 0
    rows = (await reader.http.get(f"/api/season/{token}/season.csv")).text.splitlines()
    assert rows[0] == "place,name,week 1,total,loners,euchres,written_place"
    assert len((await reader.http.get(f"/api/season/{token}/season.json")).json()["lines"]) == 8
    assert "BEGIN:VEVENT" in (await reader.http.get(f"/api/season/{token}/season.ics")).text
    assert "Winter" in (await reader.http.get(own["link"])).text
    assert (await reader.http.get(f"/paper/{token}/season.pdf")).content.startswith(b"%PDF")
    assert (await reader.http.get(f"/paper/{token}/ledger.pdf")).status_code == 409


async def test_a_player_comes_to_the_online_table_by_the_phones_link(people: People) -> None:
    director = people()
    await director.guest("Director")
    desk = await director.make_event("trailer-estates", title="Online")
    await desk.do("paste", text="Ann\nBob\nCy\nDee", here=True)
    await desk.do("seat")
    await desk.do("online", tables="all")
    ann = await phone(people, desk, 1, 0)
    view = await ann.view()
    assert view["online"] == f"/play/{ann.token}"
    assert view["may"]["enter"] is False
    asked = await ann.client.http.get(view["online"])
    name = view["you"]["name"]
    assert f"Play as {name} on this device?" in asked.text
    assert f"This link is for {name}: Round 1, table 1, North." in asked.text
    table = (await ann.client.post(f"/api/desk/{ann.token}/chair"))["link"]
    assert table == (await desk.view())["tables"][0]["online"]
    async with ann.client.line(table.rpartition("/")[2]) as line:
        assert line.seat == 0
        assert line.frame["you"]["name"]
    again = await ann.client.http.get(view["online"])
    assert again.headers["location"] == table, "the browser that plays already goes on"
    standings = (await desk.view())["links"]["public"]
    for page in (table, f"{table}/review", f"{table}/replay"):
        assert f'data-event="{standings}"' in (await ann.client.http.get(page)).text
        assert "data-event" not in (await director.http.get(page)).text, "a link to the event is for its players"


async def test_another_players_link_leads_back_to_ones_own_game(people: People) -> None:
    director = people()
    await director.guest("Director")
    desk = await director.make_event("trailer-estates", title="Online")
    await desk.do("paste", text="Ann\nBob\nCy\nDee", here=True)
    await desk.do("seat")
    await desk.do("online", tables="all")
    phones = [await phone(people, desk, 1, seat) for seat in range(4)]
    for each in phones:
        table = (await each.client.post(f"/api/desk/{each.token}/chair"))["link"]
    own, other = [(await each.view())["you"]["name"] for each in phones[:2]]
    async with phones[0].client.line(table.rpartition("/")[2]) as line:
        await line.until(lambda frame: frame["view"] is not None)
        page = await phones[0].client.http.get(f"/play/{phones[1].token}", headers={"accept": "text/html"})
        assert f"This is {other}'s link, and you play as {own}." in page.text
        assert f'href="{table}">Keep playing as {own}' in page.text
        await line.do("ping")
        assert line.seat == 0
        assert [chair["kind"] for chair in line.frame["room"]["chairs"]] == ["person"] * 4


async def test_sixty_phones_behind_one_address_are_not_too_many(tmp_path: Path) -> None:
    limits = Limits(requests=(30, 0.01), strangers=(10, 0.01), writes=(10, 1), pause=0)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Director")
        desk = await client.make_event("trailer-estates", trial=60)
        await desk.do("check-in", names="all")
        await desk.do("seat")
        links = (await desk.view())["links"]["players"]
        phones = [EventLink(client, link) for link in links.values()]
        for _ in range(3):
            await asyncio.gather(*(each.view() for each in phones))
        looks = await asyncio.gather(*(phones[0].view() for _ in range(40)), return_exceptions=True)
        assert {each.status for each in looks if isinstance(each, RefusedError)} == {429}
        await phones[1].view()


async def test_a_thousand_names_can_be_pasted(people: People) -> None:
    director = people()
    await director.guest("Director")
    await director.post("/api/account", passphrase="four jacks in a row")
    desk = await director.make_event("st-joe")
    names = "\n".join(f"Somebody with the number {number}" for number in range(1000))
    assert (await desk.do("paste", text=names, here=True))["says"] == ["1000 people have entered and checked in."]
    await desk.do("seat")
    view = await desk.view()
    assert len(view["tables"]) == 250
    assert len(json.dumps(view)) < 1_500_000


async def test_missing_over_http(people: People) -> None:
    desk = await evening(people, "trailer-estates", trial=9)
    name = (await desk.view())["tables"][0]["seats"][0]["name"]
    found = await desk.get(f"missing?name={name}")
    assert found["name"] == name
    ask = dict(found["choices"][0]["what"])
    await desk.do(ask.pop("what"), **ask)
    with pytest.raises(RefusedError, match="Nobody called"):
        await desk.get("missing?name=Nemo")


async def test_a_change_is_previewed_over_http_and_prizes_are_worked_out(people: People) -> None:
    desk = await evening(people, "trailer-estates", trial=9)
    form = await desk.get("change")
    assert {"rounds", "event.money.fee", "event.sit_out"} <= {setting["key"] for setting in form["settings"]}
    wanted: dict[str, Any] = {"what": "change", "key": "look", "settings": {"event.money.fee": 500}}
    told = (await desk.client.post(f"/api/desk/{desk.token}/preview", **wanted))["says"]
    assert "Fee for each person: $5.00, was $0.25." in told
    assert (await desk.get("change"))["money"]["fee"] == 25, "nothing was saved"
    refused = await desk.client.post(f"/api/desk/{desk.token}/preview", **{**wanted, "settings": {"game.points": 5}})
    assert "can't change while the event runs" in refused["why"]
    assert (await desk.do("change", settings={"event.money.fee": 500}))["says"] == told
    asked: dict[str, Any] = {"rules": "trailer-estates", "people": 24, "settings": {"event.money.fee": 500}}
    table = await desk.client.post("/api/events/prizes", **asked)
    assert (table["taken"], sum(prize["cents"] for prize in table["prizes"]) + table["kept"]) == (12000, 12000)
    wrong = await desk.client.post(
        "/api/events/prizes", **{**asked, "settings": {"event.money.shares": {"1": [50, 40]}}}
    )
    assert "come to 90 percent" in wrong["why"]
