"""Take the pictures of the guides: `make pictures ONLY=pictures`, or into another folder for `make docs`.

They show made-up people at a made-up club.

Each picture is of a real page in a real browser. Nothing here is a test.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from web.browsing import CHROMIUM, Person, open_browser, open_hall, play_on
from web.evenings import Evening, said_yes
from web.first_evening import first_evening

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
#: The pages use the system's font; these pictures should not show a poor one.
_FONT: Final = """document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = "body, button, input, textarea { font-family: Inter, 'Noto Sans', sans-serif !important }";
  document.head.append(style);
});"""
LAPTOP = {"width": 1366, "height": 768}
PROJECTOR = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
QUALITY = 62
NAMES = """
Al Novak, Amos Stoltz, Bea Thornton, Betty Adams, Bob Young, Carl Haddad, Cleo Reese, Dee Price, Dora Snider, Ed Moyer,
Ella Weaver, Fay Lindqvist, Finn Novak, Gail Stoltz, Gus Thornton, Hal Adams, Ida Young, Ivy Haddad, Jim Reese,
Kay Price, Lea Snider, Lou Moyer, Mabel Weaver, Ned Lindqvist
"""
PEOPLE = [" ".join(name.split()) for name in NAMES.split(",")]


class Camera(Person):
    """Somebody whose browser has the font of the drawings."""

    def __init__(self, browser: Any, hall: str, size: dict[str, int], path: str) -> None:
        """Open a page of the hall."""
        super().__init__(browser, hall, size, bypass_csp=True)
        self.context.add_init_script(_FONT)
        self.go(path)

    def picture(self) -> bytes:
        """What is on the screen once the page has settled."""
        self.page.wait_for_timeout(1200)
        taken: bytes = self.page.screenshot(type="jpeg", quality=QUALITY)
        return taken


def event(browser: Any, hall: str) -> Iterator[tuple[str, bytes]]:
    """An evening: the door, a round, the board, two phones."""
    fee = {"event.money.fee": 500, "event.money.pot": "all paid out"}
    evening = Evening(browser, hall, "st-joe", title="Friday euchre", place="Church hall", settings=fee, rounds=6)
    evening.do("paste", text="\n".join(PEOPLE))
    evening.do("check-in", names=PEOPLE[:17])
    evening.do("paid", names=PEOPLE[:15])
    desk = Camera(browser, hall, LAPTOP, f"/desk/{evening.token}")
    yield "desk-check-in", desk.picture()
    evening.do("check-in", names="all")
    evening.do("paid", names=PEOPLE[15:])
    evening.start()
    for table, (ns, ew) in enumerate([(10, 6), (7, 10), (10, 9)], 1):
        evening.do("score", table=table, ns=ns, ew=ew)
    sent, other = (evening.table(4)["seats"][seat]["name"] for seat in (0, 1))
    token = evening.link("players", sent).rpartition("/")[2]
    evening.director.post(f"/api/desk/{token}/do", {"what": "score", "key": "sent", "round": 1, "ns": 10, "ew": 4})
    yield "desk-round", desk.picture()
    yield "desk-board", Camera(browser, hall, PROJECTOR, evening.link("board")).picture()
    sits = evening.table(5)["seats"][1]["name"]
    phones = {name: Camera(browser, hall, PHONE, evening.link("players", name)) for name in (sits, other)}
    for name, phone in phones.items():
        said_yes(phone, name)
    yield "desk-phone", beside(browser, [phone.picture() for phone in phones.values()])


def first_page(browser: Any, hall: str) -> Iterator[tuple[str, bytes]]:
    """The first page, for somebody who comes for the first time."""
    yield "home-laptop", Camera(browser, hall, LAPTOP, "/").picture()
    yield "home-phone", Camera(browser, hall, PHONE, "/").picture()


def looking_back(browser: Any, hall: str) -> Iterator[tuple[str, bytes]]:
    """A game that is over: its review, one moment of it, and that moment on the table."""
    ann = Camera(browser, hall, LAPTOP, "/")
    ann.post("/api/guest", {"name": "Ann Young"})
    link = str(ann.post("/api/tables", {"bots": "club", "pace": "at once"})["link"])
    ann.go(link)
    play_on([ann], lambda: ann.is_over)
    ann.go(f"{link}/review")
    ann.page.locator(".moments").wait_for(timeout=120_000)  # the teacher looks at every decision
    yield "review-laptop", ann.picture()
    # A card that could have been another, if there was one.
    card = ann.page.locator(".decision", has=ann.page.locator(".small-card.mark-you"))
    moment = card.first if card.count() else ann.page.locator(".decision").first
    moment.evaluate("entry => entry.scrollIntoView()")
    yield "review-moment", ann.picture()
    moment.get_by_role("link", name="See it on the table").click()
    ann.page.locator(".evaluation .choices").wait_for()
    yield "replay-laptop", ann.picture()


def beside(browser: Any, pictures: list[bytes]) -> bytes:
    """Pictures of phones beside each other."""
    page = browser.new_page(viewport={"width": 2 * PHONE["width"] + 24, "height": PHONE["height"]})
    shown = "".join(
        f'<img width={PHONE["width"]} src="data:image/jpeg;base64,{b64encode(each).decode()}">' for each in pictures
    )
    page.set_content(f'<body style="margin:0;display:flex;gap:24px">{shown}')
    taken: bytes = page.screenshot(type="jpeg", quality=QUALITY)
    return taken


def sheet_of(browser: Any, rows: list[list[Path]], width: int = 1000) -> bytes:
    """Rows of pictures on one sheet, each row as high as fits."""
    page = browser.new_page(viewport={"width": width, "height": 100})
    shown = "".join(
        "<p>"
        + "".join(f'<img src="data:image/jpeg;base64,{b64encode(each.read_bytes()).decode()}">' for each in row)
        + "</p>"
        for row in rows
    )
    page.set_content(f"<style>{_SHEET}</style>{shown}")
    page.evaluate(_FIT, width - 40)
    taken: bytes = page.screenshot(type="jpeg", quality=QUALITY // 2, full_page=True)
    page.close()
    return taken


_SHEET: Final = "body{margin:20px;background:#888}p{display:flex;gap:10px;margin:0 0 14px}"
#: Make every picture of a row as high as all of them beside each other allow.
_FIT: Final = """async (width) => {
  await Promise.all([...document.images].map((image) => image.decode()));
  for (const row of document.querySelectorAll('p')) {
    const ratios = [...row.children].reduce((sum, shown) => sum + shown.naturalWidth / shown.naturalHeight, 0);
    const height = Math.min(900, (width - 10 * (row.children.length - 1)) / ratios);
    for (const image of row.children) image.style.height = `${height}px`;
  }
}"""


def main(folder: Path = PICTURES) -> None:
    """Take them all. A site without a browser has those that were taken before."""
    if not Path(CHROMIUM).exists():
        print(f"There is no browser at {CHROMIUM}, so no new pictures are taken.")
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_hall(Path(data)) as hall, open_browser() as browser:
        tutorial = first_evening(Camera(browser, hall, LAPTOP, "/"))
        for name, picture in (
            *first_page(browser, hall),
            *looking_back(browser, hall),
            *event(browser, hall),
            *tutorial,
        ):
            (folder / f"{name}.jpg").write_bytes(picture)
            print(f"{name}: {len(picture) // 1000} KB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
