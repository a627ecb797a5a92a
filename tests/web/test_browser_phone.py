"""Players' phones in real browsers: a score that one side enters and the other accepts, on good lines and bad."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest

from web.browsing import Person, needs_browser
from web.evenings import SMALLEST_TYPE, Evening, said_yes, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser


def seated(evening: Evening) -> list[str]:
    """The four at the first table, clockwise from North."""
    return [str(seat["name"]) for seat in evening.table()["seats"]]


def scores_entered(evening: Evening) -> int:
    """How many times a score of the first table was written down."""
    told = [words for did in evening.history() for words in did["words"]]
    return sum("Table 1:" in words and "entered" in words for words in told)


def is_for_thumbs(person: Person) -> bool:
    """One sentence, at most two buttons, 24 pixels, nothing sideways."""
    page = person.page
    return bool(
        page.evaluate(SMALLEST_TYPE) >= 24
        and page.locator("h1").count() == 1
        and page.locator(".phone-buttons > *").count() <= 2
        and fits(page)
    )


#: What leaves the screen at its side, names that do not fit into their card, and cards that lie on each other.
SQUEEZED = """() => { const found = [];
  for (const it of document.querySelectorAll('#phone :is(h1, p, li, .place-card, .card-name, button, a, svg, th)')) {
    const box = it.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > innerWidth + 1)) found.push(`out: ${it.textContent}`);
    if (it.matches('.card-name') && it.scrollWidth > it.clientWidth + 1) found.push(`cut: ${it.textContent}`); }
  const cards = [...document.querySelectorAll('.place-card')].map((it) => it.getBoundingClientRect());
  for (const [at, a] of cards.entries()) for (const b of cards.slice(at + 1)) {
    if (a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top) found.push('cards overlap'); }
  return found; }"""
PHONES = [{"width": 360, "height": 640}, {"width": 390, "height": 844}, {"width": 430, "height": 932}]


def test_long_names_and_larger_type_fit_every_phone(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "ccc")
    evening.do("settings", sign_up=True)
    firsts = ["Christopher", "Marguerite", "Nathaniel", "Elizabeth"]
    lasts = ["O'Shaughnessy", "Vandenberg", "MacAllister", "Quackenbush"]
    evening.do("paste", text="\n".join(f"{first} {last}" for last in lasts for first in firsts), here=True)
    somebody = Person(browser, hall)
    somebody.go(evening.link("sign_up"))
    somebody.page.get_by_label("Your name", exact=True).fill("Ann Lee")
    evening.start()
    table = evening.table()
    pivot, player = (table["seats"][at]["name"] for at in (table["dealer"], (table["dealer"] + 1) % 4))
    one, keeper = evening.phone(player), evening.phone(pivot)
    card = Person(browser, hall)
    card.go(evening.link("tables", "1"))
    card.page.get_by_role("heading", name="Who are you?").wait_for()
    page = one.page
    assert page.locator("h1 em").inner_text().startswith("Table 1, ")
    assert page.get_by_role("img", name="The room: you are at table 1").count() == 1
    assert page.locator(".room-table").count() == 4
    games = page.locator(".games-ahead li").all_inner_texts()
    assert [game.split()[1] for game in games] == ["1", "2", "3"]
    assert len({game.partition("with ")[2] for game in games}) == 3, "a partner in each game, never twice"
    keeper.page.get_by_text("You are the pivot").wait_for()
    for size_of_type in (24, 30, 36):
        for person in (one, keeper, card, somebody):
            for size in PHONES:
                person.page.set_viewport_size(size)
                assert person.page.evaluate(SQUEEZED) == [], (size_of_type, size)
                assert fits(person.page)
            assert person.page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)") == (
                size_of_type
            )
            assert size_of_type < 36 or serious(person.page) == []
            tap(person, "Normal type" if size_of_type == 36 else "Larger")
    assert somebody.page.get_by_label("Your name", exact=True).input_value() == "Ann Lee", "what was typed stays"
    assert [*one.troubles, *keeper.troubles, *card.troubles, *somebody.troubles] == []
    somebody.close()
    card.close()
    evening.close()


@pytest.mark.quick
def test_one_side_enters_and_the_other_accepts(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    north, east, south, _ = seated(evening)
    one, other = evening.phone(north), evening.phone(east)
    assert f"Table 1, North. Your partner is {south}." in one.page.locator("h1").inner_text()
    assert "You are here" in one.page.locator(".place-card.you").inner_text()
    for person in (one, other):
        assert is_for_thumbs(person)
    tap(one, "Enter the score", "10", "7", "Send the score")
    other.page.get_by_role("heading", name=f"{north} entered this score. Is it right?").wait_for()
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    assert other.page.locator(".score-picture b").all_inner_texts() == ["7", "10"]
    assert evening.table()["state"] == "waiting"
    assert serious(other.page) == []
    assert is_for_thumbs(other)
    tap(other, "Yes, it's right")
    for person in (one, other):
        person.page.get_by_role("heading", name="Your score is in:").wait_for()
    assert evening.table()["result"]["status"] == "accepted"
    one.page.get_by_role("link", name="Standings").click()
    first = one.page.locator(".own-line")
    assert north in first.inner_text()
    first.locator("summary").click()
    first.get_by_text("1 game, 1 won, 0 lost, 10 points").wait_for()
    assert serious(one.page) == []
    assert one.troubles == other.troubles == []
    evening.close()


def test_two_scores_that_differ_wait_for_the_director(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    north, east, *_ = seated(evening)
    one, other = evening.phone(north), evening.phone(east)
    tap(one, "Enter the score", "10", "7", "Send the score")
    tap(other, "Not right", "8", "10", "Send the score")
    for person in (one, other):
        person.page.get_by_role("heading", name="The two sides entered different scores.").wait_for()
        assert person.page.locator(".claims .differs").all_inner_texts() == ["7", "8"]
        assert is_for_thumbs(person)
    assert serious(one.page) == []
    assert evening.table()["state"] == "disputed"
    assert all(line["games"] == 0 for line in evening.look()["standings"]["lines"])
    evening.do("score", round=1, table=1, ns=10, ew=8)
    other.page.get_by_role("heading", name="Your score is in: 8 to 10.").wait_for()
    assert one.troubles == other.troubles == []
    evening.close()


def test_a_score_written_without_a_network_is_sent_later_and_counted_once(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    one = evening.phone(seated(evening)[0])
    one.context.set_offline(True)
    tap(one, "Enter the score", "10", "7", "Send the score")
    one.page.get_by_role("heading", name="Not sent yet. Trying again…").wait_for()
    assert one.page.locator(".score-picture b").all_inner_texts() == ["10", "7"]
    assert is_for_thumbs(one)
    assert scores_entered(evening) == 0
    one.context.set_offline(False)
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    assert scores_entered(evening) == 1
    evening.close()


def test_a_lost_answer_is_asked_for_again_also_by_a_page_opened_anew(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    one = evening.phone(seated(evening)[0])
    sent: list[str] = []

    def lose_the_answer(route: Any) -> None:
        route.fetch()
        sent.append(route.request.post_data)
        with suppress(Exception):  # the network may be put right at this very moment
            route.abort()

    one.page.route("**/do", lose_the_answer)
    tap(one, "Enter the score", "10", "7", "Send the score")
    one.page.get_by_role("heading", name="Not sent yet. Trying again…").wait_for()
    for _ in range(300):  # it asks again without a tap
        if len(sent) > 1:
            break
        one.page.wait_for_timeout(50)
    assert len(sent) > 1
    one.page.unroute("**/do")
    one.page.reload()
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    one.page.wait_for_function("() => Object.keys(localStorage).every((name) => !name.startsWith('bowerbird-unsent'))")
    assert len(set(sent)) == 1
    assert scores_entered(evening) == 1
    evening.close()


def test_a_browser_that_stores_nothing_is_good_enough(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    name = seated(evening)[0]
    one = Person(browser, hall)
    one.context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    one.open_page()
    one.go(evening.link("players", name))
    said_yes(one, name)
    one.context.set_offline(True)
    tap(one, "Enter the score", "10", "7", "Send the score")
    one.page.get_by_role("heading", name="Not sent yet. Trying again…").wait_for()
    one.context.set_offline(False)
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    assert scores_entered(evening) == 1
    one.close()
    evening.close()


def test_a_refused_score_says_why_and_changes_nothing(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    one = evening.phone(seated(evening)[0])
    tap(one, "Enter the score", "10", "10", "Send the score")
    one.page.get_by_role("alert").get_by_text("isn't possible").wait_for()
    assert evening.table()["result"] is None
    assert is_for_thumbs(one)
    evening.close()


@pytest.mark.parametrize(
    ("rules", "taps"),
    [
        ("ccc", ["10", "7", "None", "None", "None", "None", "None", "Send the score"]),
        ("st-joe", ["10", "7", "None", "Next", "Send the score"]),
        ("national", ["11", "7", "Send the score"]),
        ("trailer-estates", ["1", "0", "Next", "6", "Next", "Send the score"]),
    ],
)
def test_each_book_asks_for_what_it_writes_down(hall: str, browser: Any, rules: str, taps: list[str]) -> None:
    evening = Evening(browser, hall, rules, people=8)
    evening.start()
    table = evening.table()
    # Where a table card is kept, the pivot keeps it.
    keeper = table["seats"][table["dealer"]]["name"]
    one = evening.phone(keeper)
    tap(one, "Enter the score")
    for word in taps:
        assert is_for_thumbs(one), word
        tap(one, word)
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    assert evening.table()["state"] == "waiting"
    assert one.troubles == []
    evening.close()


def test_a_withdrawn_link_says_what_to_do(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    name = seated(evening)[0]
    one = evening.phone(name)
    evening.do("withdraw", role="player", name=name)
    words = "This link was cancelled. Ask the director for a new one."
    one.page.get_by_role("heading", name=words).wait_for()
    for opened_fresh in (False, True):
        if opened_fresh:
            one.page.reload()
        one.page.get_by_role("heading", name=words).wait_for()
        one.page.get_by_text("The director can print or show you a new QR code.").wait_for()
        assert is_for_thumbs(one)
        assert serious(one.page) == []
    evening.close()


def test_a_table_card_asks_who_you_are_only_once(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    card = evening.link("tables", "1")
    evening.do("undo")
    somebody = Person(browser, hall)
    somebody.go(card)
    somebody.page.get_by_role("heading", name="Nobody is seated at this table right now.").wait_for()
    evening.start()
    north, east, *_ = seated(evening)
    assert somebody.page.locator(".who-buttons").get_by_role("button").count() == 4
    assert serious(somebody.page) == []
    assert is_for_thumbs(somebody)
    somebody.page.get_by_role("button", name=f"{east} · East").click()
    somebody.page.get_by_role("heading", name=f"Are you {east}, East at table 1?").wait_for()
    assert serious(somebody.page) == []
    assert is_for_thumbs(somebody)
    tap(somebody, "No")
    somebody.page.get_by_role("button", name=f"{north} · North").click()
    assert not any(person["phone"] for person in evening.look()["people"]), "nothing is claimed before the yes"
    tap(somebody, f"Yes, I'm {north}")
    somebody.page.get_by_role("heading", name="Table 1, North.").wait_for()
    other = Person(browser, hall)
    other.go(card)
    other.page.get_by_role("button", name=f"{north} · North, has a phone").click()
    other.page.get_by_text(f"{north} already has a phone. If it isn't yours, tell the director.").wait_for()
    other.page.get_by_role("button", name=f"{east} · East").click()
    tap(other, f"Yes, I'm {east}")
    other.page.get_by_role("heading", name="Table 1, East.").wait_for()
    somebody.go(card)
    somebody.page.get_by_role("link", name="Go to my page").click()
    somebody.page.get_by_role("heading", name="Table 1, North.").wait_for()
    somebody.close()
    other.close()
    evening.close()


def test_one_phone_does_not_speak_for_both_sides_and_the_director_takes_it_back(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    evening.start()
    north, east, *_ = seated(evening)
    one = Person(browser, hall)
    for name, seat in ((north, "North"), (east, "East")):
        one.go(evening.link("tables", "1"))
        if name is east:
            tap(one, "I'm someone else")
        one.page.get_by_role("button", name=f"{name} · {seat}").click()
        tap(one, f"Yes, I'm {name}")
        one.page.get_by_role("heading", name=f"Table 1, {seat}.").wait_for()
    one.go(evening.link("players", north))
    tap(one, "Enter the score", "10", "7", "Send the score")
    one.page.get_by_role("heading", name="Your score is sent.").wait_for()
    one.go(evening.link("players", east))
    tap(one, "Yes, it's right")
    one.page.get_by_text(f"{north} sent the score from this very phone. Say yes on another phone").wait_for()
    assert is_for_thumbs(one)
    assert len(one.troubles) == 1, "the browser notes the refusal"
    one.troubles.clear()
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    desk.page.locator('[data-key="table 1"]').click()
    drawer = desk.page.locator("#drawer")
    drawer.get_by_text(f"Phones: {north}, {east}").click()
    drawer.get_by_role("button", name="Disconnect this phone").first.click()
    drawer.get_by_text("It had a say in the score of table 1: look at that score.").wait_for()
    one.go(evening.link("tables", "1"))
    tap(one, "I'm someone else")
    one.page.get_by_role("button", name=f"{north} · North", exact=True).wait_for()
    assert [*desk.troubles, *one.troubles] == []
    one.close()
    evening.close()


def test_people_at_an_online_table_see_for_whom_and_until_when_they_wait(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "trailer-estates")
    evening.do("paste", text="Mary\nAl\nBetty\nCarl", here=True)
    evening.do("settings", bots=True)
    evening.start()
    evening.do("online", tables="all")
    north, *others = seated(evening)
    one = evening.phone(north)
    one.page.get_by_text("a bot will play for anyone").wait_for()
    assert is_for_thumbs(one)
    one.page.get_by_role("link", name="Play at the table").click()
    one.page.get_by_text(f"Waiting for {others[0]}, {others[1]} and {others[2]}.").wait_for()
    assert re.fullmatch(r"[01]:\d\d", one.page.get_by_role("timer").inner_text())
    assert one.page.get_by_role("button", name=re.compile("Sit here|Add a bot")).count() == 0
    assert serious(one.page) == []
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    desk.page.locator('[data-key="table 1"]').click()
    desk.page.get_by_role("button", name="Start with bots now").click()
    one.page.locator(".score").wait_for()
    assert [*desk.troubles, *one.troubles] == []
    evening.close()


def test_people_at_an_online_table_that_is_taken_back_are_told_where_to_look(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "trailer-estates")
    evening.do("paste", text="Mary\nAl\nBetty\nCarl", here=True)
    evening.start()
    evening.do("online", tables="all")
    one = evening.phone(seated(evening)[0])
    one.page.get_by_role("link", name="Play at the table").click()
    one.page.get_by_text("Play starts when all four are here.").wait_for()
    evening.do("online", tables=[])
    one.page.get_by_text("This table is not played online any more.").wait_for()
    assert one.page.get_by_text("Waiting for").count() == 0
    assert one.page.get_by_text("not here yet").count() == 0
    assert serious(one.page) == []
    one.page.get_by_role("link", name="Back to the event").click()
    one.page.wait_for_url(f"**{evening.link('players', seated(evening)[0])}")
    assert one.troubles == []
    evening.close()


def test_a_link_asks_whose_phone_it_is_and_does_nothing_before(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "trailer-estates")
    evening.do("paste", text="Mary\nAl\nBetty\nCarl", here=True)
    evening.start()
    evening.do("online", tables="all")
    north, east, *_ = seated(evening)
    one = Person(browser, hall)
    evening.phones.append(one)
    own = evening.link("players", north)
    one.go(own)
    one.page.get_by_role("heading", name=f"Are you {north}?").wait_for()
    assert serious(one.page) == []
    assert is_for_thumbs(one)
    tap(one, "Just look")
    one.page.get_by_role("heading", name="Table 1, North.").wait_for()
    assert one.page.get_by_role("link", name="Play at the table").count() == 0
    one.page.reload()
    assert not any(person["phone"] for person in evening.look()["people"])
    said_yes(one, north)
    one.page.reload()
    one.page.get_by_role("heading", name="Table 1, North.").wait_for()
    assert [person["name"] for person in evening.look()["people"] if person["phone"]] == [north]
    one.go(evening.link("players", east))
    one.page.get_by_role("heading", name=f"This is {east}'s page. You are {north} on this phone.").wait_for()
    assert serious(one.page) == []
    assert is_for_thumbs(one)
    one.page.get_by_role("link", name=f"Go to {north}'s page").click()
    one.page.get_by_role("link", name="Play at the table").click()
    one.page.get_by_text("Play starts when all four are here.").wait_for()

    one.go(evening.link("players", east).replace("/p/", "/play/"))
    one.page.get_by_role("heading", name=f"This is {east}'s link, and you play as {north}.").wait_for()
    assert serious(one.page) == []
    assert is_for_thumbs(one)
    one.page.get_by_role("link", name=f"Keep playing as {north}").click()
    one.page.get_by_text("Play starts when all four are here.").wait_for()
    other = Person(browser, hall)
    evening.phones.append(other)
    other.go(evening.link("players", east).replace("/p/", "/play/"))
    other.page.get_by_role("heading", name=f"Play as {east} on this device?").wait_for()
    assert serious(other.page) == []
    assert is_for_thumbs(other)
    tap(other, f"Play as {east}")
    other.page.get_by_text("Play starts when all four are here.").wait_for()
    assert [*one.troubles, *other.troubles] == []
    evening.close()


@pytest.mark.parametrize("page", ["p", "play", "sign-up", "table"])
def test_a_link_that_never_was_is_not_called_withdrawn(hall: str, browser: Any, page: str) -> None:
    somebody = Person(browser, hall)
    somebody.go(f"/{page}/garbage")
    somebody.page.get_by_role("heading", name="This link doesn't work. Part of it may be missing.").wait_for()
    somebody.page.get_by_text("The director can print or show you a new QR code.").wait_for()
    assert somebody.page.get_by_text("Your scores are safe.").count() == int(page in ("p", "play"))
    somebody.close()


def test_people_sign_up_by_themselves(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta")
    evening.do("settings", sign_up=True)
    newcomer = Person(browser, hall)
    newcomer.go(evening.link("sign_up"))
    page = newcomer.page
    page.get_by_label("Your name", exact=True).fill("Ann Lee")
    page.get_by_label("Your partner’s name").fill("Bo Lee")
    page.get_by_label("Your zone").fill("Three")
    page.get_by_label("We are all 55 or older").check()
    assert serious(page) == []
    assert page.evaluate(SMALLEST_TYPE) >= 24
    tap(newcomer, "Sign up")
    page.get_by_role("heading", name="You are on the list. Please check in at the desk.").wait_for()
    assert {person["name"] for person in evening.look()["people"]} == {"Ann Lee", "Bo Lee"}
    assert newcomer.troubles == []
    newcomer.close()
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    tap(desk, "People", "Sign-up link")
    card = desk.page.locator('[data-key="sign_up"]')
    card.get_by_text("2 people signed up by link and aren't here.").wait_for()
    assert serious(desk.page) == []
    asked: list[str] = []

    def agree(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    desk.page.once("dialog", agree)
    tap(desk, "Take 2 people off the list")
    card.get_by_text("2 people signed up by link").wait_for(state="detached")
    assert asked == ["Take 2 people off the list? First check in everyone who is here. You can undo this."]
    assert evening.look()["people"] == []
    assert card.get_by_role("button", name="Cancel link").is_visible(), "the next thing to do"
    assert desk.troubles == []
    evening.close()
