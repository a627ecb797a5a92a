"""What a level of bot is called where people choose one."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from bowerbird.client import Client
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
