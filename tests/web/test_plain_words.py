"""What a level of bot is called where people choose one."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

from bowerbird.client import Client
from bowerbird.hall.birds import BOTS, shown_birds
from bowerbird.players import LEVEL_WORDS, LEVELS

PAGE = {"Accept": "text/html"}


def test_every_level_has_words_of_its_own() -> None:
    assert list(LEVEL_WORDS) == list(LEVELS)
    assert len(set(LEVEL_WORDS.values())) == len(LEVELS)
    assert not {"Random", "Sampler"} & set(LEVEL_WORDS.values())


async def test_levels_are_chosen_by_plain_words_and_sent_by_name(people: Callable[[], Client]) -> None:
    client = people()
    await client.guest("Al")
    home = (await client.http.get("/", headers=PAGE)).text
    options = re.findall(r'<option value="(\w+)"(?: selected)?>([^<]+)</option>', home.partition('id="bots"')[2])
    assert dict(options[: len(LEVELS)]) == LEVEL_WORDS
    made = await client.make_table(rules="bicycle")
    page = (await client.http.get(f"/t/{made['table']}", headers=PAGE)).text
    found = re.search(r'data-levels="([^"]+)"', page)
    assert found is not None
    assert html.unescape(found[1]).split("|") == list(LEVEL_WORDS.values())


async def test_the_birds_are_shown_at_any_level_and_on_the_page_of_a_table(people: Callable[[], Client]) -> None:
    client = people()
    for level in LEVELS:
        page = html.unescape((await client.http.get("/birds", params={"level": level}, headers=PAGE)).text)
        for bird in shown_birds():
            assert bird.bird.capitalize() in page
            assert bird.style in page
            assert bird.levels[level].words in page
    refused = await client.http.get("/birds", params={"level": "grandmaster"}, headers=PAGE)
    assert refused.status_code == 404
    assert "There is no bot of that level. Choose random, novice" in refused.text
    await client.guest("Al")
    made = await client.make_table(rules="bicycle")
    page = (await client.http.get(f"/t/{made['table']}", headers=PAGE)).text
    found = re.search(r"data-birds='([^']+)'", page)
    assert found is not None
    assert [each["bird"] for each in json.loads(html.unescape(found[1]))] == list(BOTS)
