"""Every page in a real browser: axe finds nothing serious, no error in the console, small, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from kit.rows import rows
from web.browsing import LAPTOP, PHONE, Person, needs_browser, play_on
from web.evenings import Evening

axe_api = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="needs axe: pip install axe-playwright-python"
)
pytestmark = needs_browser

PAGES = [
    "/",
    "/learn",
    "/learn/first-hand",
    "/words",
    "/rules",
    "/rules/alberta",
    "/rules/alberta/diff/ccc",
    "/house-rules",
    "/games",
    "/lobby",
    "/fair",
    "/daily",
    "/daily/2026-01-05",
    "/puzzles",
    "/practice",
    "/me",
    "/me/account",
    "/ratings",
    "/api",
    "/offline",
    "/there-is-no-such-page",
]
MISSING = "the server responded with a status of 404 (Not Found)"
SHORT = 'name = "short"\ntitle = "Short game"\nabout = "Four points."\nbased_on = "bicycle"\n[game]\npoints = 4\n'


#: By night only the colours are others.
ASKED_OF_AXE: dict[str, dict[str, object]] = {
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
    "light": {},
}
AXE = axe_api.Axe()


def serious(page: Any) -> list[str]:
    """What axe finds that would keep somebody out, by day or by night."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = []
    for scheme, asked in ASKED_OF_AXE.items():
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate("asked => axe.run(asked).then((told) => told.violations)", asked)
    return [
        f"{problem['id']}: {problem['nodes'][0]['target']} {problem['nodes'][0].get('failureSummary', '')}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]


def fits(page: Any) -> bool:
    """Nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.fixture(scope="module")
def reader(hall: str, browser: Any) -> Iterator[Person]:
    """Somebody who reads one page after the other."""
    person = Person(browser, hall)
    yield person
    person.close()


@pytest.mark.quick
@rows("path", PAGES)
def test_a_page_keeps_nobody_out(reader: Person, path: str) -> None:
    reader.troubles.clear()
    reader.go(path)
    assert serious(reader.page) == []
    for size in (LAPTOP, PHONE):
        reader.page.set_viewport_size(size)
        assert fits(reader.page)
    assert [trouble for trouble in reader.troubles if path in PAGES[:-1] or MISSING not in trouble] == []


def open_from_more(person: Person, sheet: str) -> None:
    """A sheet of the table, opened, judged and closed."""
    person.page.get_by_role("button", name="More").click()
    person.page.get_by_role("button", name=sheet, exact=True).click()
    person.page.get_by_role("heading", name=sheet).wait_for()
    assert serious(person.page) == [], sheet
    person.page.keyboard.press("Escape")


@pytest.mark.quick
def test_the_table_keeps_nobody_out(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"house_rules": SHORT})["link"]))
    al.page.locator(".chair.mine").wait_for()
    assert serious(al.page) == []
    assert fits(al.page)
    open_from_more(al, "Invite people")
    al.page.get_by_role("button", name="Fill 3 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    moments: list[Callable[[], bool]] = [
        lambda: al.page.locator(".call").count() > 0 or al.is_over,
        lambda: al.page.locator(".played").count() > 0 or al.is_over,
        lambda: al.is_over,
    ]
    for moment in moments:
        play_on([al], moment)
        assert serious(al.page) == []
        assert fits(al.page)
    for sheet in ("Settings", "Is the deal fair?", "Host"):
        open_from_more(al, sheet)
    al.page.set_viewport_size(LAPTOP)
    open_from_more(al, "Keys")
    al.page.set_viewport_size(PHONE)
    for page in ("replay", "review"):
        al.go(f"{al.page.url.removeprefix(hall).split('/re')[0]}/{page}")
        al.page.get_by_role("link", name="Table", exact=True).wait_for()
        assert serious(al.page) == [], page
        assert fits(al.page)
    assert al.troubles == []
    al.close()


def test_house_rules_follow_the_book_that_is_chosen(reader: Person) -> None:
    page = reader.page
    reader.go("/house-rules?auction.stick_the_dealer=true")
    page.get_by_label("Start from").select_option("alberta")
    page.wait_for_url("**/house-rules?based_on=alberta&auction.stick_the_dealer=true#have")
    page.get_by_label("Points that win the game").fill("7")
    page.get_by_role("button", name="Show changes").click()
    page.wait_for_url("**/house-rules?based_on=alberta&auction.stick_the_dealer=true&game.points=7#have")
    assert "The first side with 7 points wins." in page.locator(".stays").inner_text()
    page.get_by_text("All other rules").click()
    page.get_by_label("How partners are found").select_option("second jack")
    page.get_by_role("button", name="Show changes").click()
    page.get_by_role("link", name="Who deals first").wait_for()
    assert page.get_by_label("Who deals first").is_visible()
    assert serious(page) == []


@rows("button", ["Set up a table for friends", "Play with bots"])
def test_house_rules_are_played_as_chosen_whichever_button_is_pressed(hall: str, browser: Any, button: str) -> None:
    margaret = Person(browser, hall)
    page = margaret.page
    margaret.go("/house-rules?based_on=national")
    page.get_by_label("Stick the dealer").select_option("yes")
    page.locator(".stays li", has_text="the dealer must name trump").wait_for()
    page.locator("#name").fill("Margaret")
    page.get_by_label("Points that win the game").fill("7")
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/*")
    margaret.go(f"{page.url.removeprefix(hall)}/rules")
    said = page.locator("main").inner_text()
    assert "The first side with 7 points wins" in said
    assert "the dealer must name trump" in said
    assert "Eleven points" not in said, "what the book says about itself is changed"
    assert margaret.context.request.get(f"{hall}/api/me").json()["name"] == "Margaret"
    page.go_back()
    page.go_back()
    assert page.get_by_label("Points that win the game").input_value() == "7", "the address keeps the choices"
    assert margaret.troubles == []
    margaret.close()


def test_the_rules_played_last_are_offered_again(hall: str, browser: Any) -> None:
    margaret = Person(browser, hall)
    page = margaret.page
    margaret.go("/house-rules?based_on=national&title=Margaret's Tuesday&game.points=5")
    page.get_by_role("button", name="Play with bots").click()
    page.wait_for_url("**/t/*")
    margaret.go("/")
    assert page.locator("#rules option:checked").inner_text() == "Margaret's Tuesday"
    assert page.get_by_role("link", name="See or change these rules").get_attribute("href").endswith("game.points=5")
    page.get_by_label("Your name").fill("Margaret")
    page.get_by_role("button", name="With friends").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("heading", name="Margaret's Tuesday").wait_for()
    margaret.go("/")
    page.locator("#rules").select_option("ccc")
    page.get_by_text("See or change these rules").wait_for(state="hidden")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    margaret.go("/")
    assert page.locator("#rules").input_value() == "ccc"
    assert page.locator("#rules option", has_text="Margaret's Tuesday").count() == 1
    assert margaret.troubles == []
    margaret.close()


def test_house_rules_as_text_are_played_as_they_stand(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    page = al.page
    al.go("/house-rules")
    page.get_by_text("As text").click()
    page.get_by_label("House rules as TOML").fill('based_on = "ccc"\ntitle = "Our own"\n[game]\npoints = 6\n')
    page.get_by_role("button", name="Play with bots").click()
    page.wait_for_url("**/t/*")
    al.go(f"{page.url.removeprefix(hall)}/rules")
    assert page.locator("h1").inner_text() == "Our own"
    assert "6 points" in page.locator("main").inner_text()
    al.close()


def test_what_changes_is_in_sight_on_a_phone(reader: Person) -> None:
    page = reader.page
    page.set_viewport_size(PHONE)
    reader.go("/house-rules?pack.joker=true")
    page.get_by_role("button", name="Show changes").click()
    page.wait_for_url("**#have")
    top = page.locator("#have").bounding_box()["y"]
    assert -1 < top < PHONE["height"] / 2, "at the top of the screen, to the pixel"
    page.get_by_label("Points that win the game").fill("999")
    page.get_by_role("button", name="Play with bots").click()
    page.get_by_text("You can't play by these rules yet").wait_for()
    assert "999" in page.url


def test_any_two_books_side_by_side_on_a_phone(reader: Person) -> None:
    reader.page.set_viewport_size(PHONE)
    reader.go("/rules")
    reader.page.get_by_label("First rulebook").select_option("alberta")
    reader.page.get_by_label("Second rulebook").select_option("national")
    reader.page.get_by_role("button", name="Compare").click()
    reader.page.wait_for_url("**/rules/alberta/diff/national")
    assert fits(reader.page)


def told(page: Any, alert: str, words: str) -> None:
    """A sentence at a field that has to be corrected, which has the focus."""
    page.locator(f"#{alert}-wrong", has_text=words).wait_for()
    assert page.evaluate("document.activeElement.id") == alert
    assert page.locator(f"#{alert}").get_attribute("aria-invalid") == "true"


def blue(page: Any) -> list[str]:
    """The buttons and links of the first page that stand out."""
    words: list[str] = page.locator(".main-button, [data-main]").all_inner_texts()
    return words


def test_one_name_serves_all_three_ways_in(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    page, name = al.page, al.page.get_by_label("Your name")
    al.go("/")
    assert blue(page) == ["Play now"]
    name.fill("   ")
    page.get_by_role("button", name="With friends").click()
    told(page, "name", "Enter your name first.")
    by_code = page.get_by_role("button", name="Join by code")
    by_code.click()
    assert by_code.get_attribute("aria-expanded") == "true"
    code = page.get_by_role("textbox", name="Join code")
    page.get_by_role("button", name="Join", exact=True).click()
    told(page, "code", "Enter the join code.")
    code.fill("zzz999")
    page.keyboard.press("Enter")
    told(page, "code", "No table has this code.")
    assert not name.get_attribute("aria-invalid"), "a guest needs no name"
    code.press("End")
    code.press_sequentially("9")
    assert page.locator("#code-wrong").inner_text() == "", "what is corrected is no longer wrong"
    code.fill("zzz999")
    name.fill("Al")
    assert (name.input_value(), code.input_value()) == ("Al", "zzz999"), "what was typed stays"
    page.get_by_role("button", name="With friends").click()
    page.locator(".chair.mine").wait_for()
    table = page.url

    betty.go("/")
    betty.page.get_by_label("Your name").fill("Betty")
    betty.page.get_by_role("button", name="Join by code").click()
    betty.page.get_by_role("textbox", name="Join code").fill(page.locator(".code").first.inner_text().lower())
    betty.page.keyboard.press("Enter")
    betty.page.wait_for_url(table)
    betty.sit("East")

    al.go("/")
    assert name.input_value() == "Al", "known here"
    assert "with Betty. The game hasn't started." in page.locator(".way-back").inner_text()
    assert blue(page) == ["Back to your table"], "Play now gives up the blue"
    name.fill("Allan")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(lambda url: "/t/" in url and url != table)
    assert al.context.request.get(f"{hall}/api/me").json()["name"] == "Allan"
    al.go("/")
    ways = page.locator(".way-back")
    ways.locator(".small-table").first.wait_for()
    assert [way.locator("a").inner_text().split(":")[0].strip() for way in ways.all()] == [
        "Back to your game",
        "Back to your table",
    ]
    assert blue(page) == ["Back to your game"]
    by_code.click()
    page.get_by_role("button", name="Join", exact=True).click()
    told(page, "code", "Enter the join code.")
    assert serious(page) == []
    assert fits(page)
    page.get_by_role("link", name="Back to your game").click()
    page.wait_for_url("**/t/*")
    assert [trouble for trouble in al.troubles if MISSING not in trouble] + betty.troubles == [], "but the wrong code"
    al.close()
    betty.close()


def test_a_running_event_is_one_step_from_the_first_page(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national")
    evening.do("paste", text="Ann\nBob\nCal\nDot")
    evening.do("check-in", names="all")
    director, ann = evening.director, evening.phone("Ann")
    director.go("/")
    assert blue(director.page) == ["Back to your event"]
    director.page.get_by_role("link", name="Back to your event").click()
    director.page.wait_for_url("**/desk/*")
    own = ann.page.url
    ann.go("/")
    way = ann.page.locator(".way-back", has_text="Thursday euchre")
    way.wait_for()
    assert blue(ann.page) == ["Back to your event"], "a phone that was given no name finds its way back, too"
    way.get_by_role("link").click()
    ann.page.wait_for_url(own)
    evening.do("finish")
    ann.go("/")
    ann.page.locator("#picture .fan playing-card").first.wait_for()
    assert way.count() == 0
    assert director.troubles + ann.troubles == []
    evening.close()


_HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_table_on_the_first_page_moves_only_where_it_is_wanted(hall: str, browser: Any) -> None:
    somebody = Person(browser, hall, reduced_motion="no-preference")
    somebody.context.add_init_script("localStorage.removeItem('bowerbird')")
    page = somebody.page
    page.clock.install()
    somebody.go("/")
    picture, playing = page.locator("#picture"), page.locator("#picture[data-playing]")

    def passes() -> bool:
        """True if the picture is another one after ten seconds."""
        before = picture.get_attribute("data-moment")
        page.clock.run_for(10_000)
        return bool(picture.get_attribute("data-moment") != before)

    playing.wait_for()
    assert passes()
    ways: list[tuple[Callable[[], object], Callable[[], object]]] = [
        (lambda: page.evaluate(_HIDDEN, True), lambda: page.evaluate(_HIDDEN, False)),
        (lambda: page.evaluate("scrollTo(0, 9999)"), lambda: page.evaluate("scrollTo(0, 0)")),
        (
            lambda: page.emulate_media(reduced_motion="reduce"),
            lambda: page.emulate_media(reduced_motion="no-preference"),
        ),
        (lambda: page.locator("#pause").click(), lambda: page.locator("#pause").click()),
    ]
    for stop, go in ways:
        stop()
        playing.wait_for(state="detached")
        assert not passes()
        go()
        playing.wait_for()
        assert passes()
    assert picture.get_attribute("aria-hidden") == "true"
    assert page.get_by_text("Picture: three birds and you play a hand of euchre.").count() == 1
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    picture.locator(".fan playing-card").first.wait_for()
    assert page.get_by_role("button", name="Pause the picture").count() == 0
    assert picture.evaluate("it => it.getAnimations({ subtree: true }).length") == 0
    assert not passes()
    assert somebody.troubles == []
    somebody.close()


def test_friends_are_told_what_a_link_is_worth(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.context.add_init_script("navigator.share = async (what) => { window.shared = what.url; }")
    al.go("/")
    al.page.get_by_label("Your name").fill("Al")
    al.page.get_by_role("button", name="With friends").click()
    al.page.locator(".chair.mine").wait_for()
    place = al.page.locator(".own")
    assert "You can start when all four seats are taken." in place.inner_text()
    assert "works on this computer only" in place.inner_text()
    assert place.get_by_role("button", name="Let devices on my network in").is_visible()
    assert place.get_by_role("button", name="Copy").is_visible()
    place.get_by_role("button", name="Share").click()
    assert al.page.evaluate("window.shared") == al.page.url
    al.page.get_by_role("button", name="Add a bot, North").click()
    al.page.get_by_role("button", name="Fill 2 free seats").wait_for()
    assert al.troubles == []
    al.close()


def test_a_newcomer_is_told_how_cards_are_played_until_it_is_known(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"rules": "bicycle", "bots": "simple", "pace": "at once"})["link"]))
    hint = al.page.locator(".tap-hint")
    told = 0
    while told < 3:
        play_on([al], lambda: al.to_act and not al.page.locator(".call").count())
        asked = al.page.locator(".question").inner_text()
        assert ("A second click" in asked) != (asked == "Your trick. You lead."), asked
        al.page.locator(".hand-card:not(.low)").first.click()
        assert hint.is_visible()
        assert "again to" in al.page.locator(".question").inner_text()
        al.act_on_chosen()
        told += 1
    play_on([al], lambda: al.to_act and not al.page.locator(".call").count())
    assert "A second click" not in al.page.locator(".question").inner_text()
    al.page.locator(".hand-card:not(.low)").first.click()
    al.page.locator(".hand-card.chosen").wait_for()
    assert hint.count() == 0
    al.close()


def test_the_switch_for_alone_stands_after_the_calls_and_is_no_call(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"rules": "bicycle", "bots": "simple", "pace": "at once"})["link"]))
    switch = al.page.get_by_role("button", name="Go alone", exact=True)
    play_on([al], lambda: switch.count() > 0)
    for size in (PHONE, LAPTOP):
        al.page.set_viewport_size(size)
        own = switch.bounding_box()
        calls = [box for box in (call.bounding_box() for call in al.page.locator(".call").all()) if box]
        assert len(calls) >= 2
        for box in calls:  # right of every call, or under it, with a gap for the finger
            under = own["y"] >= box["y"] + box["height"] + 4
            assert under or (own["x"] >= box["x"] + box["width"] + 4 and own["y"] >= box["y"] - 1), (size, own, box)
        assert own["height"] >= 44
        assert switch.locator(".switch").is_visible()  # it looks like a switch: it is set, the calls are made
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    al.page.set_viewport_size(PHONE)
    al.page.get_by_role("button", name="More").click()
    al.page.get_by_role("button", name="Settings").wait_for()
    for hidden in ("Keys", "Invite people"):
        assert not al.page.get_by_role("button", name=hidden).is_visible(), hidden
    al.close()


def test_whoever_comes_by_a_link_is_told_whose_table_it_is_and_who_is_a_bot(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    link = str(al.post("/api/tables", {"rules": "national"})["link"])
    al.go(link)
    al.page.locator(".chair.mine").wait_for()
    betty.go(link)
    assert "Al set up this table. Rules: National rules." in betty.page.locator("form").inner_text()
    betty.page.get_by_label("Your name").fill("Betty")
    betty.page.get_by_role("button", name="Continue").click()
    betty.page.get_by_text("Choose your seat.").wait_for()
    betty.sit("East")
    betty.page.get_by_text("The host can start when all four seats are taken.").wait_for()
    al.page.get_by_role("button", name="Fill 2 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    plates = betty.page.locator(".name-plate")
    plates.first.wait_for()
    said = [plate.text_content() for plate in plates.all()]
    assert any(words.startswith("Al, South, on your left") for words in said), said
    assert any("your partner, a bot" in words for words in said), said
    assert sum("a bot" in words for words in said) == 2
    assert al.troubles + betty.troubles == []
    al.close()
    betty.close()


def test_a_call_that_may_not_be_made_is_dull_and_says_why(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    long = 'based_on = "alberta"\n[game]\npoints = 60\n'
    al.go(str(al.post("/api/tables", {"house_rules": long, "bots": "simple", "pace": "at once"})["link"]))
    dull = al.page.locator(".held-back")
    play_on([al], lambda: dull.count() > 0)
    assert dull.first.get_attribute("aria-disabled") == "true"
    assert serious(al.page) == []
    why = dull.first.get_attribute("data-why")
    assert why
    dull.first.click(force=True)
    al.page.locator(".question.why", has_text=why).wait_for()
    low, led = al.page.locator(".hand-card.low"), al.page.locator(".played")
    play_on([al], lambda: al.to_act and led.count() > 0 and low.count() > 0)
    al.page.locator(".hand-card.low").first.click(force=True)
    al.page.locator(".question.why", has_text="You must follow").wait_for()
    al.close()


class File(NamedTuple):
    """What a page has asked for, as the page itself knows it: sizes in bytes, times in milliseconds."""

    path: str
    packed: int
    unpacked: int
    sent: int  # with headers; nothing if the browser had it
    asked: float
    there: float


_FILES = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind)).map((it) => [
  new URL(it.name).pathname, it.encodedBodySize, it.decodedBodySize, it.transferSize, it.startTime, it.responseEnd])"""


def files(page: Any) -> list[File]:
    """The page and everything that came for it, so far. A page that is asked anything counts as touched: ask late."""
    return [File(*each) for each in page.evaluate(_FILES)]


def until_drawn(page: Any, open_it: Callable[[], object]) -> None:
    """Open a page and wait for its two drawings, which come when the browser has nothing else to do."""
    drawings: list[str] = []

    def hear(answer: Any) -> None:
        if "/decks/" in answer.url:
            drawings.append(answer.url)

    page.on("response", hear)
    open_it()
    for _ in range(200):
        page.wait_for_load_state("networkidle")
        if len(drawings) > 1:
            break
        page.wait_for_timeout(100)
    page.remove_listener("response", hear)


def asked_for_trump(person: Person, browser: Any) -> str:
    """A table where this person is asked for trump. Before the deal, and while cards are played, a page needs more."""
    for _ in range(30):
        elsewhere = Person(browser, person.hall)
        elsewhere.context.add_cookies(person.context.cookies())
        path = str(elsewhere.post("/api/tables", {"bots": "simple"})["link"])
        elsewhere.go(path)
        elsewhere.page.locator(".question.yours").wait_for()
        is_asked = elsewhere.page.locator(".call").count() > 0
        elsewhere.close()
        if is_asked:
            return path
    raise AssertionError("the bots order up every time")


#: What is unpacked in the browser, and what is sent.
@rows(("first", "unpacked", "packed"), [("/", 110_000, 60_000), ("table", 190_000, 65_000)])
def test_the_first_page_is_small(hall: str, browser: Any, first: str, unpacked: int, packed: int) -> None:
    somebody = Person(browser, hall)
    somebody.post("/api/guest", {"name": "Al"})
    path = asked_for_trump(somebody, browser) if first == "table" else first
    until_drawn(somebody.page, lambda: somebody.go(path))
    every = files(somebody.page)
    drawings = [file for file in every if "/decks/" in file.path]
    page = [file for file in every if file not in drawings]
    assert len(page) > 3
    assert 0 < sum(file.unpacked for file in page) < unpacked
    assert 0 < sum(file.packed for file in page) < packed
    assert len(drawings) == 2, "one deck, and the birds"
    assert 0 < sum(file.packed for file in drawings) < 20_000
    if first == "/":
        usable = next(file.there for file in page if "home.js" in file.path)
        assert all(file.asked > usable for file in drawings), "drawings come when the page is usable"
    until_drawn(somebody.page, somebody.page.reload)
    assert sum(file.sent for file in files(somebody.page) if "/decks/" in file.path) == 0, "the browser keeps them"
    assert somebody.troubles == []
    somebody.close()


def test_the_whole_table_is_small_and_motion_comes_when_it_is_chosen(hall: str, browser: Any) -> None:
    """All that a game on a laptop needs, drawings, sounds, moments and the settings included."""
    al = Person(browser, hall, LAPTOP, reduced_motion="no-preference")
    al.post("/api/guest", {"name": "Al"})
    link = str(al.post("/api/tables", {"bots": "simple", "pace": "at once"})["link"])

    def has(*names: str) -> bool:
        return all(any(f"/{name}" in file.path for file in files(al.page)) for name in names)

    al.go(link)
    al.page.locator(".hand-card").first.wait_for()
    al.page.wait_for_load_state("networkidle")
    assert not has("motion.js"), "nothing moves in this browser"
    al.page.get_by_role("button", name="More").click()
    al.page.get_by_role("button", name="Settings").click()
    with al.page.expect_response("**/motion.js*"):
        al.page.locator("fieldset", has_text="Motion").get_by_label("As on this device").check(force=True)
    al.page.get_by_role("button", name="Close").click()
    play_on([al], lambda: has("moments.js", "ending.js", "sound.js", "company.js", "classic.svg", "portraits.svg"))
    al.page.wait_for_load_state("networkidle")
    assert 0 < sum(file.packed for file in files(al.page)) < 110_000
    assert al.troubles == []
    al.close()
