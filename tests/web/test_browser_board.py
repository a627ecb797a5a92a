"""The board on the wall and the pages that everybody may read, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, PROJECTOR, Person, needs_browser
from web.evenings import SMALLEST_TYPE, Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: Screens on which a board hangs: a projector, a small television, a laptop, and an old projector of 4 to 3.
SIZES = [PROJECTOR, {"width": 1280, "height": 720}, LAPTOP, {"width": 1024, "height": 768}]
#: Counts the strokes of the bell: each makes one tone at the bell's own note.
LISTEN = """window.strokes = 0;
const make = AudioContext.prototype.createDynamicsCompressor;
AudioContext.prototype.createDynamicsCompressor = function () { window.strokes += 1; return make.call(this); };"""
#: What on the board is cut off, runs off the screen, or does not fit into its place.
CUT = """() => [...document.querySelectorAll('#board *')].filter((it) => !it.closest('.visually-hidden')
  && ((it.matches('.board-page, .tile, .chairs, aside, h1, .moves, figcaption, :is(.ranking, .find, .placed) li')
      && (it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 2))
    || it.getBoundingClientRect().right > innerWidth + 1 || it.getBoundingClientRect().bottom > innerHeight + 1))
  .map((it) => it.outerHTML.slice(0, 80))"""
#: The heights of the board's parts, to find out why something is cut off.
HEIGHTS = """() => [...document.querySelectorAll('#board > *, .tiles, .tile, .chairs, .chair')].slice(0, 12)
  .map((it) => `${it.className} ${it.clientWidth}x${it.clientHeight} in ${it.scrollWidth}x${it.scrollHeight}`)"""
#: Names, numbers and marks whose boxes lie on each other.
OVERLAP = """() => { const all = [...document.querySelectorAll(
    '#board :is(.name, .cloth, .mark, strong, h1, .board-clock, .moves, .chair i, .placed i, .ranking i)')]
    .filter((it) => it.checkVisibility() && !it.closest('[aria-hidden], .board-controls'))
    .map((it) => { const words = document.createRange();
      const seen = [...it.childNodes].filter((node) => !(node.matches?.('.visually-hidden')));
      words.setStartBefore(seen[0] ?? it); words.setEndAfter(seen.at(-1) ?? it);
      return { it, box: words.getBoundingClientRect() }; }).filter(({ box }) => box.width > 1);
  const found = [];
  for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) {
    const [a, b] = [one.box, other.box];
    const apart = a.right <= b.left + 1 || b.right <= a.left + 1
      || a.bottom <= b.top + a.height * 0.3 || b.bottom <= a.top + b.height * 0.3;
    if (!apart && !one.it.contains(other.it) && !other.it.contains(one.it)) {
      found.push(`${one.it.textContent} / ${other.it.textContent}`); } }
  return found.slice(0, 5); }"""
#: The smallest name, in points of a screen of 1920 x 1080.
SMALLEST_NAME = """() => Math.min(...[...document.querySelectorAll('#board .name')]
  .map((it) => parseFloat(getComputedStyle(it).fontSize) / Math.min(innerWidth / 1920, innerHeight / 1080)))"""
FIRST = ["Nathaniel", "Dorothy", "Lawrence", "Isabella", "Frederick", "Margaret", "Elizabeth", "Jonathan"]
FIRST += ["William", "Harriet", "Kenneth", "Geraldine", "Christopher", "Josephine", "Kathleen", "Marguerite"]
LAST = [
    "O'Shaughnessy",
    "Vandenberg",
    "Kowalczyk",
    "Smith",
    "Fitzgerald",
    "MacAllister",
    "Zimmerman",
    "Lee",
    "Novak",
    "Abernathy",
]
#: Up to 25 letters.
LONG_NAMES = [f"{first} {last}" for last in LAST for first in FIRST]


def wall(evening: Evening, size: dict[str, int] | None = None) -> Person:
    """A screen on the wall, whose time can be wound on."""
    screen = Person(evening.browser, evening.hall, size or PROJECTOR)
    screen.page.clock.install()
    screen.page.add_init_script(LISTEN)
    screen.go(evening.link("board"))
    screen.page.locator(".board-page").wait_for()
    evening.phones.append(screen)
    return screen


def kind(screen: Person) -> str:
    """The page that is on the wall."""
    return str(screen.page.locator(".board-page").get_attribute("data-kind"))


def hold(screen: Person) -> None:
    """Pages turn by themselves no more: a test can take longer than a page stands."""
    screen.page.keyboard.press(" ")


def resize(screen: Person, size: dict[str, int]) -> None:
    """Another screen; the board is drawn for it when this returns."""
    screen.page.set_viewport_size(size)
    screen.page.wait_for_function(
        "() => parseFloat(getComputedStyle(document.querySelector('#board')).getPropertyValue('--p')).toFixed(3)"
        " === Math.min(innerWidth / 1920, innerHeight / 1080).toFixed(3)"
    )


def turn_to(screen: Person, wanted: str) -> None:
    """Turn by the arrow key until this page is on the wall, and wait until the buttons have gone."""
    for _ in range(40):
        if kind(screen) == wanted:
            break
        screen.page.keyboard.press("ArrowRight")
    assert kind(screen) == wanted
    screen.page.clock.fast_forward(6_500)


def assert_readable(screen: Person, sizes: list[dict[str, int]] | None = None) -> None:
    """Nothing to scroll, nothing cut off and no name on another, in type that can be read from the back."""
    page = screen.page
    shown = page.locator(".board-page").get_attribute("data-key")
    for size in sizes or [page.viewport_size]:
        resize(screen, size)
        about = f"{kind(screen)} {size}"
        assert page.locator(".board-page").get_attribute("data-key") == shown, f"{about}: a resize turns no page"
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), about
        cut = page.evaluate(CUT)
        assert cut == [], (about, page.locator("#board").get_attribute("style"), page.evaluate(HEIGHTS))
        assert page.evaluate(OVERLAP) == [], about
        assert page.evaluate(SMALLEST_NAME) >= 27.9, about
        assert page.evaluate(SMALLEST_TYPE) >= min(18, size["width"] * 0.011), about
    resize(screen, PROJECTOR)


@pytest.mark.parametrize("people", [60, 240])
def test_the_board_turns_its_pages(hall: str, browser: Any, people: int) -> None:
    evening = Evening(browser, hall, "national", people=people)
    screen = wall(evening)
    screen.page.get_by_role("heading", name="Welcome").wait_for()
    evening.do("seat")
    screen.page.get_by_role("heading", name="Who sits where").wait_for()
    pages = 1 if people == 60 else 6
    seen: list[str] = []
    for number in range(1, pages + 1):
        assert kind(screen) == ("seats" if people == 60 else "names")
        assert pages == 1 or screen.page.get_by_role("img", name=f"Page {number} of {pages}").count() == 1
        assert_readable(screen)
        seen += screen.page.locator(".name").all_inner_texts()
        screen.page.clock.fast_forward(14_300)
        screen.page.wait_for_timeout(300)
    view = evening.look()
    names = [seat["name"] for table in view["tables"] for seat in table["seats"]]
    assert sorted(seen) == sorted(names + (view["sitting_out"] if pages > 1 else []))
    assert pages == 1 or seen == sorted(seen, key=str.casefold)
    assert screen.troubles == []
    evening.close()


@pytest.mark.parametrize(("rules", "tables"), [("national", 4), ("ccc", 16), ("trailer-estates", 40)])
def test_long_names_are_whole_on_every_screen(hall: str, browser: Any, rules: str, tables: int) -> None:
    evening = Evening(browser, hall, rules)
    evening.do("paste", text="\n".join(LONG_NAMES[: 4 * tables]), here=True)
    screen = wall(evening)
    evening.do("seat")
    page = screen.page
    page.get_by_role("heading", name="Who sits where").wait_for()
    hold(screen)
    assert_readable(screen, SIZES)
    if evening.look()["clock"]["minutes"]:
        evening.do("clock", do="start")
    seated = evening.look()["tables"]
    most = evening.look()["needs"]["target"] or 10
    for table in seated[::2]:
        evening.do("score", round=1, table=table["number"], ns=most, ew=table["number"] % 7)
    page.get_by_text(f"{len(seated[::2])} of {tables} scores are in").wait_for()
    assert_readable(screen, SIZES)
    turn_to(screen, "seats" if tables <= 18 else "names")
    assert_readable(screen, SIZES)
    for table in seated[1::2]:
        evening.do("score", round=1, table=table["number"], ns=table["number"] % 7, ew=most)
    evening.do("close")
    page.get_by_role("heading", name="Results").wait_for()
    assert_readable(screen, SIZES)
    first = seated[0]
    assert page.locator(".pair[data-won]").first.locator(".name").all_inner_texts() == [
        first["seats"][at]["name"] for at in (0, 2)
    ]
    turn_to(screen, "standings")
    assert_readable(screen, SIZES)
    written = page.locator(".ranking i").all_inner_texts()
    lines = evening.look()["standings"]["lines"]
    shared = [line["place"] for line in lines]
    assert written == [f"{at}{'=' if shared.count(at) > 1 else ''}" for at in shared[: len(written)]]
    assert serious(page) == []
    assert screen.troubles == []
    evening.close()


def test_marks_say_who_deals_moves_and_stays(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=16)
    evening.do("seat")
    screen = wall(evening)
    page = screen.page
    page.locator(".tile").first.wait_for()
    tables = evening.look()["tables"]
    assert page.locator(".tile [data-mark=D]").count() == len(tables)
    for number, table in enumerate(tables):
        tile = page.locator(".tile").nth(number)
        assert tile.locator(".name").all_inner_texts() == [table["seats"][at]["name"] for at in (0, 2, 1, 3)]
        lines = tile.locator("[data-mark=A], [data-mark=B]").evaluate_all("all => all.map((it) => it.dataset.mark)")
        assert lines == ["A", "A", "B", "B"]
        dealer = tile.locator(".chair", has=page.locator("[data-mark=D]")).locator(".name").inner_text()
        assert dealer == table["seats"][table["dealer"]]["name"]
    assert_readable(screen, SIZES)
    evening.close()
    keeping = Evening(browser, hall, "national")
    keeping.do("paste", text="Al\nBo\nCy\nDi\nEd\nFay\nGus\nHal\nIda", here=True)
    sitting = "Fay"
    keeping.do("sitting", name=sitting, sitting=True)
    keeping.do("seat")
    screen = wall(keeping)
    stays = screen.page.locator(".chair", has=screen.page.locator("[data-mark=sitting]"))
    assert stays.locator(".name").all_inner_texts() == [sitting]
    (out,) = keeping.look()["sitting_out"]
    screen.page.get_by_text(f"{out} sits out.").wait_for()
    keeping.close()


def test_places_are_announced_from_the_bottom_up_and_no_page_has_them_before(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "trailer-estates", people=16)
    evening.do("seat")
    screen, reader = wall(evening), Person(browser, hall)
    page = screen.page
    for number, table in enumerate(evening.look()["tables"]):
        evening.do("score", round=1, table=table["number"], ns=20 - number, ew=2 * number)
    turn_to(screen, "prizes")
    page.get_by_text("1st place").wait_for()
    assert_readable(screen, SIZES)
    evening.do("reveal", do="hold")
    evening.do("finish")
    page.get_by_role("heading", name="The places").wait_for()
    lines = evening.look()["standings"]["lines"]
    winner = lines[0]["name"]
    one = evening.phone(winner)
    reader.go(evening.link("public"))
    reader.page.get_by_text("The places are announced soon.").wait_for()
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    desk.page.get_by_role("button", name="Standings", exact=True).first.click()
    desk.page.get_by_role("button", name="Announce place", exact=False).first.focus()
    places = sorted({line["place"] for line in lines}, reverse=True)
    for place in places:
        hidden = [line["name"] for line in lines if line["place"] <= place]
        for person in (screen, reader):
            assert not [name for name in hidden if f">{name}<" in person.page.content()], place
        assert "place 1 " not in one.page.content()
        desk.page.get_by_role("button", name=f"Announce place {place}", exact=True).wait_for()
        desk.page.keyboard.press("Enter")  # one key press a step
        now = [line for line in lines if line["place"] == place]
        shown = page.locator("[data-now]", has_text=now[0]["name"]).first
        if place > 8:
            page.get_by_text(now[0]["name"]).first.wait_for()
        else:
            shown.wait_for()
        if place <= 8:
            assert_readable(screen, SIZES)
            assert all(line["name"] in shown.inner_text() for line in now) or place > 3
    assert page.locator(".pod playing-card[card=back]").count() == 0
    assert page.locator(".pod[data-place='1']").get_by_text(winner, exact=True).count() == 1
    assert serious(page) == []
    one.page.get_by_role("heading", name=f"place 1 of {len(lines)}").wait_for()
    assert [*screen.troubles, *reader.troubles, *one.troubles, *desk.troubles] == []
    reader.close()
    evening.close()


@pytest.mark.quick
def test_results_standings_and_the_bell(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national", people=48)
    evening.do("seat")
    screen = wall(evening)
    page = screen.page
    tap(screen, "Turn the sound on")
    page.get_by_role("button", name="Sound is on").wait_for()
    assert page.evaluate("strokes") == 1
    evening.do("clock", do="start")
    page.get_by_text("to the bell").wait_for()
    page.wait_for_function("() => strokes === 2")
    assert serious(page) == []
    evening.do("bell")
    page.locator(".big-clock").get_by_text("Finish this hand").wait_for()
    page.wait_for_function("() => strokes === 3")
    assert serious(page) == []
    evening.do("score", round=1, table=3, ns=9, ew=5)
    turn_to(screen, "play")
    page.get_by_text(f"1 of {len(evening.look()['tables'])} scores are in").wait_for()
    page.clock.fast_forward(20_300)
    page.get_by_role("heading", name="Who sits where").wait_for()
    page.get_by_text("Bell: finish this hand").wait_for()
    assert page.locator(".tile[data-state=in] strong").all_inner_texts() == ["9", "5"]
    assert_readable(screen)
    turn_to(screen, "standings")
    assert page.get_by_role("img", name="Page 1 of 3").count() == 1
    assert page.locator(".ranking li").count() == 20
    assert_readable(screen)
    tap(screen, "Hold this page")
    page.clock.fast_forward(60_000)
    page.wait_for_timeout(300)
    assert page.get_by_role("img", name="Page 1 of 3").count() == 1
    assert serious(page) == []
    assert screen.troubles == []
    evening.close()


def test_the_public_page_gives_the_reasons_of_ties(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=16)
    evening.do("seat", choices={"in_order": "yes"})
    reader = Person(browser, hall)
    reader.go(evening.link("public"))
    reader.page.get_by_text("No standings yet").or_(reader.page.locator(".standings")).first.wait_for()
    for table in evening.look()["tables"]:
        evening.do("score", round=1, table=table["number"], ns=10, ew=7)
    expected = next(line["reasons"] for line in evening.look()["standings"]["lines"] if line["reasons"])
    reader.page.locator(".reasons li", has_text=expected[0]).first.wait_for(state="attached")
    reader.page.get_by_text("why?").first.click()
    assert reader.page.locator(".reasons:visible li").all_inner_texts() == list(expected)
    for size in (PHONE, LAPTOP):
        reader.page.set_viewport_size(size)
        assert fits(reader.page)
    assert serious(reader.page) == []
    assert reader.troubles == []
    reader.close()
    evening.close()


def test_a_season_of_two_weeks(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "ccc", date="2026-11-05", start="19:00")
    season = evening.director.post("/api/seasons", {"title": "Winter season", "rules": "ccc", "key": "winter"})
    weeks = [evening, Evening(browser, hall, "ccc", date="2026-11-12", start="19:00")]
    for week in weeks:
        week.do("settings", season=season["season"])
        week.do("paste", text="Al\nBo\nCy\nDi Featherstonehaugh\nEd\nFay\nGus\nHal\nIda\nJo\nKit\nLou", here=True)
        week.do("seat")
        for table in week.look()["tables"]:
            week.do("score", round=1, table=table["number"], ns=10, ew=table["number"])
        week.do("next")
    reader = Person(browser, hall, LAPTOP)
    reader.go(str(season["link"]))
    page = reader.page
    page.get_by_role("heading", name="Winter season").wait_for()
    told = evening.director.context.request.get(f"{hall}/api{season['link']}").json()
    assert page.locator(".weeks tbody th").count() == len(told["lines"])
    assert page.locator(".weeks .total").first.inner_text().split()[0] == told["lines"][0]["total"]
    page.locator("summary").first.click()
    name, others = sorted((name, others) for name, others in told["not_met"].items() if others)[0]
    assert page.locator("details p").first.inner_text() == ", ".join(others), name
    for export in page.locator(".exports a").all():
        answer = evening.director.context.request.get(hall + str(export.get_attribute("href")))
        assert answer.ok, export.inner_text()
    page.set_viewport_size(PHONE)
    assert fits(page)
    assert serious(page) == []
    evening.director.post(f"/api/seasons/{season['season']}/ladder", {"shown": True})
    reader.go(str(season["link"]).replace("/season/", "/ladder/"))
    page.get_by_role("heading", name="Ladder: Winter season").wait_for()
    assert page.locator(".ratings tbody tr").count() == 12
    scrolls = page.locator(".table-scroll").evaluate("it => it.scrollWidth > it.clientWidth")
    assert not scrolls, "no column is cut off on a phone"
    assert fits(page)
    assert serious(page) == []
    assert reader.troubles == []
    reader.close()
    for week in weeks:
        week.close()
