"""Take pictures of *My play*, the account and the ratings, with a record of 130 games that never were.

    PYTHONPATH=src:tests python tests/web/me_pictures.py FOLDER

One picture for each page at three sizes, light and dark, and the one of the guide (docs/pictures/my-play-laptop.jpg).
What axe finds, and pages that are wider than the screen, are printed. Nothing here is a test.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import async_playwright

from bowerbird.hall.log_seals import log_seals
from bowerbird.learn.habits import HABITS
from bowerbird.learn.statistics import Example, GameJudged, GamePlayed, KindCount, RecordFact
from bowerbird.store import Log
from web.conftest import KEYRING, app_on, listening

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "my-play-laptop.jpg"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1366, 768)}
PAGES = ("/me", "/me/account", "/ratings")
DAY = 24 * 3600 * 1000
#: How much each kind of decision costs this person in a game, in the order of `HABITS`.
COSTS = (0.1, 0.5, 0.08, 0.02, 0.01, 0.3, 0.03, 0.02, 0.2)
HELD = (("Jh", "Ah", "9h", "Kc", "9s"), ("Js", "As", "Ks", "9d", "Td"), ("Ad", "9c", "Kc", "Qh", "Th"))
NAMES = {"p7": "Betty", "p9": "Al Baker"}


def games(dice: random.Random, now: int) -> list[RecordFact]:
    """Eight months of somebody who gets better."""
    found: list[RecordFact] = []
    for number in range(130):
        table, at = f"t{number}", now - (131 - number) * 240 * DAY // 131
        won = dice.random() < 0.5 + number / 1300
        partner, level = dice.choice(("bot:club", "bot:expert", *NAMES)), dice.choice(("club", "expert", "master"))
        called, alone = dice.randint(1, 5), int(dice.random() < 0.25)
        found += [
            GamePlayed(
                table=table,
                game=1,
                at=at,
                book=dice.choice(("Bicycle", "Bicycle", "National")),
                seat="South",
                partner=partner,
                partner_name=NAMES.get(partner, "Wren"),
                opponents=(f"bot:{level}", f"bot:{level}"),
                score=(10, dice.randint(2, 9)) if won else (dice.randint(2, 9), 10),
                won=won,
                hands=12,
                called=called,
                euchred=int(dice.random() < 0.14 * called),
                alone=alone,
                alone_made=alone * dice.randint(0, 1),
                defended=5,
                stopped=dice.randint(0, 2),
            ),
            _judged(dice, table, number),
        ]
    return found


def _judged(dice: random.Random, table: str, number: int) -> GameJudged:
    kinds = tuple(
        KindCount(habit.kind, dice.randint(1, 4), int(dice.random() < cost), round(abs(dice.gauss(cost, cost / 2)), 3))
        for habit, cost in zip(HABITS, COSTS, strict=True)
    )
    examples = tuple(
        Example(habit.kind, 20, 3, round(dice.random(), 2), *_choice(habit.kind), dice.choice(HELD))
        for habit in dice.sample(HABITS, 3)
    )
    luck = dice.gauss(0.5, 3), dice.gauss(0.2, 2)
    skill = dice.gauss(-1.4 + number * 0.006, 0.5)
    return GameJudged(table, 1, 12, sum(luck) + skill, *luck, skill, 0.1, 0.0, kinds, examples)


def _choice(kind: str) -> tuple[str, str]:
    return ("pass", "order it up") if kind == "passing" else ("lead 9♠", "lead A♥")


async def fill(folder: Path, person: str) -> None:
    """Write the record, its games as rated ones, and two people who want to be listed."""
    now = time.time_ns() // 1_000_000
    record = games(random.Random(7), now)
    rated = [
        {
            "type": "game",
            "table": game.table,
            "game": 1,
            "teams": [[person, game.partner], game.opponents],
            "scores": game.score,
        }
        for game in record
        if isinstance(game, GamePlayed)
    ]
    async with Log(folder, log_seals(KEYRING)) as log:
        await log.append(f"record:{person}", 0, [msgspec.json.encode(fact) for fact in record], now)
        await log.append("rated:games", 0, [msgspec.json.encode(game) for game in rated], now)
        for who, name in NAMES.items():
            await log.append(f"listing:{who}", 0, [msgspec.json.encode({"name": name})], now)


async def take(browser: Any, address: str, cookies: Any, folder: Path, before: str, pages: tuple[str, ...]) -> None:
    """Take every page at every size, light and dark."""
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            context = await browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
            await context.add_cookies(cookies)
            page = await context.new_page()
            for path in pages:
                await page.goto(f"{address}{path}", wait_until="networkidle")
                name = f"{before}{path.strip('/').replace('/', '-')}-{size}-{theme}"
                await page.screenshot(path=folder / f"{name}.png", full_page=True)
                if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    print(f"{name} is wider than the screen")
                found = await Axe().run(page)
                if found.violations_count:
                    print(name, found.generate_report())
                if name == "me-laptop-light":
                    clip = {"x": 0, "y": 0, "width": width, "height": 1290}
                    await page.screenshot(path=GUIDE, full_page=True, clip=clip, type="jpeg", quality=55)
            await context.close()


async def main(folder: Path) -> None:
    """Open a hall, take the first look of a newcomer, fill it, and take the rest."""
    folder.mkdir(parents=True, exist_ok=True)
    data = Path(tempfile.mkdtemp())
    async with listening(app_on(data)) as address, async_playwright() as play:
        browser = await play.chromium.launch(executable_path="/usr/bin/chromium")
        context = await browser.new_context()
        ours = {"X-Bowerbird": "1"}
        made = await context.request.post(f"{address}/api/guest", data={"name": "Ruth"}, headers=ours)
        await context.request.post(f"{address}/api/bird", data={"bird": "magpie"}, headers=ours)
        cookies = await context.cookies()
        await take(browser, address, cookies, folder, "first-", ("/me",))
        await fill(data, (await made.json())["person"])
        await take(browser, address, cookies, folder, "", PAGES)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
