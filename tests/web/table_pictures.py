"""Take pictures of the table at ten sizes in three themes, through a whole game: `make pictures ONLY=table_pictures`.

A person plays against bots and steers the game until every state has come up. Each state has a folder of pictures and
a sheet with all of them. Some sheets and a few single pictures are for the guides. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from web.browsing import open_browser, open_hall
from web.pictures import PICTURES, Camera, sheet_of

#: Phones, one of them on its side, tablets, small laptops, laptops, a screen on the wall.
SIZES: Final = (
    *((390, 844), (360, 740), (844, 390), (768, 1024), (820, 1180)),
    *((1024, 600), (1366, 630), (1366, 768), (1440, 900), (1920, 1080)),
)
THEMES: Final = ("light", "dark", "contrast")
RULES: Final = (
    'name = "short"\ntitle = "Kitchen rules"\nabout = "Soon over."\nbased_on = "bicycle"\n[game]\npoints = 5\n'
)
TRICKS: Final = tuple(f"trick-{number}" for number in range(1, 6))
STATES: Final = (
    *("waiting", "turn-up", "first-round", "second-round", "discard", "lead", *TRICKS, "result", "end", "review"),
)
#: The single pictures of the guides: the state, the size.
CHOSEN: Final = {
    "table-phone": ("trick-3", (390, 844)),
    "table-laptop": ("trick-2", (1366, 768)),
    "call-phone": ("first-round", (390, 844)),
    "friends-phone": ("waiting", (390, 844)),
    "review-phone": ("review", (390, 844)),
}
#: What the page shows, in one word.
STATE: Final = """() => {
  const has = (what) => document.querySelector(what) !== null;
  if (has('.game-over')) return 'end';
  if (has('.hand-over')) return 'result';
  const taken = [...document.querySelectorAll('.pile b')].reduce((sum, pile) => sum + Number(pile.textContent), 0);
  if (has('.trick-words')) return `trick-${taken + 1}`;
  const asked = has('.question.yours') && !has('.own :is([inert], [aria-busy])');
  if (!asked) return has('.pack.shown') && !has('.said, .question.yours') ? 'turn-up' : '';
  if (has('.call-order')) return 'first-round';
  if (has('.call-name')) return 'second-round';
  if (has('.hand.cards-6')) return 'discard';
  return has('.slot') ? 'lead' : 'asked';
}"""
_PLAY: Final = """() => {
  document.querySelector('.hand-card:not(.low)')?.click();
  document.querySelector('.hand-card.chosen')?.click();
}"""
#: Long enough for the card, the sign or the panel to have arrived.
SETTLES: Final = 700


class Photographer(Camera):
    """Somebody who plays, and stops the clock to take pictures."""

    def __init__(self, browser: Any, hall: str, folder: Path, sizes: Sequence[Any], themes: Sequence[str]) -> None:
        """Come in as a guest."""
        super().__init__(browser, hall, dict(zip(("width", "height"), sizes[0], strict=True)), "/settings")
        chosen = json.dumps({"pace": "normal", "motion": "none", "played": 9})
        self.context.add_init_script(f"localStorage.setItem('bowerbird', {json.dumps(chosen)})")
        self.folder, self.sizes, self.themes = folder, sizes, themes
        self.taken: set[str] = set()
        self.post("/api/guest", {"name": "Al"})
        self.page.clock.install()

    def take(self, state: str) -> None:
        """Every size and theme of what is on the screen now."""
        self.taken.add(state)
        folder = self.folder / state
        folder.mkdir(parents=True, exist_ok=True)
        for width, height in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in self.themes:
                self.page.evaluate("theme => window.bowerbirdTheme(theme)", theme)
                picture = self.page.screenshot(type="jpeg", quality=58)
                (folder / f"{width}x{height}-{theme}.jpg").write_bytes(picture)
        self.page.evaluate("window.bowerbirdTheme('light')")

    def hold_and_take(self, state: str) -> None:
        """Stop the clock, take the pictures, and let it run."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 0.05"))
        self.take(state)
        self.page.clock.resume()

    def act(self) -> None:
        """Pass where a later state has yet to be seen, else make trump; play the first card that may be played."""
        page = self.page
        calls, bold = page.locator(".call"), page.locator(".call:not(.call-pass)")
        if not calls.count():
            page.evaluate(_PLAY)
            return
        deals = page.locator(".at-0 .dealer").count() > 0
        wanted = "second-round" in self.taken and (deals or "discard" in self.taken)
        passes = page.locator(".call-pass")
        (bold if (wanted or not passes.count()) and bold.count() else passes).first.click()

    def play(self, states: set[str]) -> None:
        """Play game after game until all these states have been seen."""
        while not states <= self.taken:
            state = self.page.evaluate(STATE)
            if state and state not in self.taken and state in states:
                self.page.wait_for_timeout(SETTLES if state != "turn-up" else 300)
                if self.page.evaluate(STATE) == state:
                    self.hold_and_take(state)
                    print(state, flush=True)
            elif state == "end":
                self.page.get_by_role("button", name="Another game").click()
            else:
                self.go_on(state)
            self.page.wait_for_timeout(40)

    def play_to_the_end(self) -> None:
        """Play one game."""
        while (state := self.page.evaluate(STATE)) != "end":
            self.go_on(state)
            self.page.wait_for_timeout(40)

    def go_on(self, state: str) -> None:
        """Do what is asked, or tap on the table."""
        if state in ("first-round", "second-round", "discard", "lead", "asked"):
            self.act()
        elif state:
            self.page.evaluate("document.querySelector('.felt').click()")


def take_all(
    hall: str, browser: Any, folder: Path, only: set[str], sizes: Sequence[Any], themes: Sequence[str]
) -> None:
    """Every state that is wanted."""
    al = Photographer(browser, hall, folder, sizes, themes)
    if "waiting" in only:
        al.go(str(al.post("/api/tables", {"rules": "bicycle"})["link"]))
        al.page.locator(".chair.mine").wait_for()
        al.page.get_by_role("button", name="Add a bot, North").click()
        al.page.locator(".at-2.bot").wait_for()
        al.take("waiting")
    wanted: dict[str, object] = {"house_rules": RULES, "pace": "at once", "bots": "simple"}
    al.go(str(al.post("/api/tables", wanted)["link"]))
    al.play({state for state in only if state not in ("waiting", "review")})
    if "review" in only:
        link = str(al.post("/api/tables", wanted)["link"])
        al.go(link)
        al.play_to_the_end()
        al.go(f"{link}/review")
        al.page.locator(".small-table").first.wait_for()
        al.take("review")
    al.close()


def sheets(browser: Any, folder: Path) -> None:
    """One sheet for each state: every picture of it, theme by theme."""
    for state in sorted(found for found in folder.iterdir() if found.is_dir()):
        rows = [row for theme in THEMES for row in _rows(sorted(state.glob(f"*-{theme}.jpg"), key=_size))]
        (folder / f"{state.name}.jpg").write_bytes(sheet_of(browser, rows))


def _rows(pictures: list[Path]) -> list[list[Path]]:
    """Upright ones beside each other, wide ones in threes."""
    upright, wide = ([each for each in pictures if _is_wide(each) is is_wide] for is_wide in (False, True))
    return [row for row in (upright, *(wide[at : at + 3] for at in range(0, len(wide), 3))) if row]


def _size(picture: Path) -> tuple[int, ...]:
    return tuple(map(int, picture.name.partition("-")[0].split("x")))


def _is_wide(picture: Path) -> bool:
    width, height = _size(picture)
    return width > height


def choose(folder: Path) -> None:
    """Put the sheets and the single pictures into the guides."""
    (PICTURES / "table").mkdir(exist_ok=True)
    for sheet in folder.glob("*.jpg"):
        shutil.copy(sheet, PICTURES / "table" / sheet.name)
    for name, (state, (width, height)) in CHOSEN.items():
        shutil.copy(folder / state / f"{width}x{height}-light.jpg", PICTURES / f"{name}.jpg")


def main() -> None:
    """Take what was asked for; all of it goes into the guides too."""
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("folder", nargs="?", type=Path, default=Path("build/table-pictures"))
    asks.add_argument("--only", nargs="*", choices=STATES, default=[])
    asks.add_argument("--sizes", nargs="*", default=[])
    asks.add_argument("--themes", nargs="*", choices=THEMES, default=list(THEMES))
    asked = asks.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in asked.sizes] or SIZES
    with tempfile.TemporaryDirectory() as data, open_hall(Path(data)) as hall, open_browser() as browser:
        take_all(hall, browser, asked.folder, set(asked.only or STATES), sizes, asked.themes)
        sheets(browser, asked.folder)
    if not (asked.only or asked.sizes) and asked.themes == list(THEMES):
        choose(asked.folder)


if __name__ == "__main__":
    main()
