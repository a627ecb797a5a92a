"""People play in real browsers: a newcomer alone, four together, one who drops off and comes back."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from web.browsing import Person, needs_browser, open_hall, play_on
from web.test_browser_pages import serious

pytestmark = needs_browser

RULES = 'name = "short"\ntitle = "Short game"\nabout = "Soon over."\nbased_on = "bicycle"\n[game]\npoints = {}\n'


def table_for(person: Person, bots: str | None, points: int = 2, private: bool = True) -> str:
    """A table of one's own with a game that is soon over; gives its path."""
    person.post("/api/guest", {"name": "Al"})
    wanted: dict[str, object] = {
        "house_rules": RULES.format(points),
        "pace": "at once",
        "bots": bots,
        "private": private,
    }
    made = person.post("/api/tables", wanted)
    return str(made["link"])


def choose_picture(person: Person, words: str) -> None:
    person.page.get_by_role("button", name="More").click()
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("radio", name=words, exact=True).check(force=True)
    person.page.get_by_role("button", name="Close").click()


@pytest.mark.quick
def test_a_newcomer_plays_a_game_from_the_first_page_to_the_end(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go("/")
    al.page.get_by_label("Your name").fill("Al")
    al.page.get_by_role("button", name="Play now").click()
    al.page.wait_for_url(re.compile("/t/"))
    play_on([al], lambda: al.is_over)
    assert "win" in al.page.locator(".game-over h2").inner_text()
    al.page.get_by_role("button", name="More").click()
    al.page.get_by_role("button", name="Is the deal fair?").click()
    al.page.get_by_text("The secret matches its digest").first.wait_for()
    al.page.get_by_role("button", name="Close").click()
    al.page.get_by_role("link", name="Replay").click()
    al.page.wait_for_url(re.compile("/replay"))
    walk_through_the_replay(al.page)
    with al.page.expect_download() as download:
        al.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "game-1.egn.json"
    al.page.get_by_role("link", name="Review").click()
    walk_from_the_review_and_back(al.page)
    assert al.troubles == []
    al.close()


def walk_through_the_replay(page: Any) -> None:
    """By card, by hand, to both ends; all four hands are open, and the dealer is seen from the start."""
    page.locator(".open-table").wait_for()
    assert page.locator(".small-chip.deals").count() == 1
    page.keyboard.press("ArrowRight")
    page.locator('.hand-numbers [aria-label="Hand 1"][aria-current]').wait_for()
    assert [seat.locator("playing-card").count() for seat in page.locator(".open-cards").all()] == [5, 5, 5, 5]
    page.keyboard.press("Shift+ArrowRight")
    page.locator('.hand-numbers [aria-label="Hand 2"][aria-current]').wait_for()
    page.keyboard.press("PageUp")
    page.locator('.hand-numbers [aria-label="Hand 1"][aria-current]').wait_for()
    page.keyboard.press("End")
    page.locator(".open-result h2", has_text="win").wait_for()
    page.locator(".talk .word").first.wait_for()
    words = page.locator(".talk .word").all_inner_texts()
    assert len(words) == len({word.lower() for word in words}), "each word can be tapped once, where it comes first"
    page.get_by_role("button", name="Hand 1", exact=True).click()
    page.locator(".open-cards").first.wait_for()
    page.keyboard.press("Home")
    page.locator(".step-number", has_text="0 of").wait_for()


def walk_from_the_review_and_back(page: Any) -> None:
    """An entry shows the cards and the worth of each choice; the table shows it too, and leads back to it."""
    good = page.locator("summary", has_text="as good as the teacher's")
    good.wait_for()
    if not page.locator(".moments .decision").count():
        page.locator(".moments summary").first.click()  # there is no mistake to show
        page.locator(".moments .decision summary").first.click()
    first = page.locator(".moments .decision").first
    first.locator(".small-table playing-card").first.wait_for()
    assert page.locator(".moments .decision-fold[open]").count() == 1, "the others are a line each"
    marks = first.locator(".choices .mark").all_inner_texts()
    assert {"✓ Best", "You"} <= set(marks)
    best, *others = first.locator(".choices li").all()
    assert best.locator(".whisker").count() == 0, "the doubt is about the difference from the best"
    assert best.locator(".mark", has_text="Best").count() == 1
    worths = [choice.locator(".worth").inner_text().splitlines()[-1] for choice in (best, *others)]
    assert all(re.fullmatch(r"[+−]\d\.\d\d( ± \d\.\d\d)?", worth) for worth in worths), worths
    assert [bool(choice.locator(".whisker").count()) for choice in others] == ["±" in worth for worth in worths[1:]]
    assert first.locator(".small-table").get_attribute("aria-label")
    title, entry = first.locator("h3").inner_text(), first.get_attribute("id")
    first.get_by_role("link", name="See it on the table").click()
    page.wait_for_url(re.compile(f"/replay.*from={entry}"))
    page.locator(".evaluation h2", has_text=title).wait_for()
    assert page.locator(".evaluation .choices .mark").all_inner_texts() == marks
    page.keyboard.press("ArrowRight")
    page.locator(".evaluation h2", has_text=title).wait_for(state="detached")
    page.get_by_role("link", name="Back to the review").click()
    page.wait_for_url(re.compile(f"/review.*#{entry}"))
    page.wait_for_function("entry => document.activeElement?.id === entry", arg=entry)
    first.locator(".small-table").wait_for()
    if not page.locator(".more[open] .decision").count():
        good.click()
    folded = page.locator(".more[open] .decision").last
    folded.locator("summary").focus()
    page.keyboard.press("Enter")
    folded.locator(".small-table playing-card").first.wait_for()
    entry = folded.get_attribute("id")
    folded.get_by_role("link", name="See it on the table").click()
    page.get_by_role("link", name="Back to the review").click()
    page.wait_for_function("entry => document.activeElement?.id === entry", arg=entry)
    page.locator(f"#{entry} .small-table").wait_for()


def test_the_browsers_own_words_reach_the_very_first_deal(tmp_path: Path, browser: Any) -> None:
    with open_hall(tmp_path, words_wait=5.0) as hall:  # as long as they are missing, and no longer
        al = Person(browser, hall)
        path = table_for(al, "simple", points=10)
        al.go(path)
        fair = f"{hall}/api/tables/{path.rpartition('/')[2]}/fair/1"
        play_on([al], lambda: al.context.request.get(fair).ok)
        words = al.context.request.get(fair).json()["words"]
        assert [bool(word) for word in words].count(True) == 1
        assert re.fullmatch("[0-9a-f]{32}", next(filter(None, words)))
        assert al.troubles == []
        al.close()


def test_four_people_play_together_and_one_comes_back(hall: str, browser: Any) -> None:
    al, betty, carl, dora = people = [Person(browser, hall) for _ in range(4)]
    path = table_for(al, None)
    al.go(path)
    for person, name, seat in ((betty, "Betty", "North"), (carl, "Carl", "East"), (dora, "Dora", "West")):
        person.come_in(path, name)
        person.sit(seat)
    choose_picture(betty, "Owl")
    al.page.locator(".chair.waiting", has_text="Betty").locator('use[href="#bird-owl"]').wait_for(state="attached")
    al.page.get_by_role("button", name="Start game").click()
    for person in people:
        person.page.locator(".score").wait_for()
    choose_picture(carl, "Owl")
    owls = al.page.locator(".chair bird-portrait", has=al.page.locator('use[href="#bird-owl"]'))
    owls.nth(1).wait_for()
    assert len(set(owls.evaluate_all("all => all.map((each) => getComputedStyle(each).borderColor)"))) == 2
    assert al.page.locator(".chair .initials").count() == 2, "the others keep theirs"
    # Whoever of the others is to follow to the first trick: who leads and who makes trump is up to the cards.
    play_on(people, lambda: al.page.locator(".played").count() > 0 and any(other.to_act for other in people[1:]))
    gone = next(other for other in people[1:] if other.to_act)
    gone.page.close()
    al.page.get_by_text("away, a bot is playing").wait_for()
    gone.open_page()
    gone.go(path)
    gone.page.get_by_text(re.compile(r"A bot played \d cards? for you")).wait_for()
    al.page.get_by_text("away, a bot is playing").wait_for(state="detached")
    play_on(people, lambda: all(person.is_over for person in people))
    results = {person.page.locator(".points").all_inner_texts()[0] for person in (al, betty)}
    assert len(results) == 1
    for person in people:
        assert person.troubles == []
        person.close()


def test_a_lost_line_comes_back_and_what_was_not_answered_is_sent_again(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    lines: list[Any] = []
    away = False

    def connect(line: Any) -> None:
        if away:
            line.close(code=1001)
        else:
            line.connect_to_server()
            lines.append(line)

    al.page.route_web_socket(re.compile("/ws/"), connect)
    al.go(table_for(al, "simple"))
    play_on([al], lambda: al.page.locator(".question.yours").count() > 0 and al.page.locator(".call").count() == 0)
    away = True
    lines[-1].close(code=1001)
    al.page.locator(".lost").wait_for()
    held = al.page.locator(".hand-card").count()
    card = al.page.locator(".hand-card:not(.low)").first
    card.click()
    card.click()
    away = False
    al.page.locator(".lost").wait_for(state="detached")
    al.page.wait_for_function("held => document.querySelectorAll('.hand-card').length < held", arg=held)
    assert len(lines) == 2
    play_on([al], lambda: al.is_over)
    al.close()


#: Everything that the live region said, and how often the page has asked for sound. Only a real key counts as a touch:
#: to the browser, every question of a test is one too.
_EARS = """
  window.heard = [];
  window.studios = 0;
  const touch = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: touch });
  addEventListener("keydown", () => { touch.hasBeenActive = true; }, true);
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.studios += 1;
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const live = document.querySelector("#live");
    if (live) new MutationObserver(() => live.textContent && window.heard.push(live.textContent.trim()))
      .observe(live, { childList: true, characterData: true, subtree: true });
  });
"""
_IN_HAND = "() => document.activeElement.closest('.hand, .game-over') !== null"


def call_by_keyboard(al: Person, times: int) -> None:
    """Make a call by its letter, or walk to its button from the hand."""
    keys = al.page.keyboard
    if al.page.locator(".call-pass").count() == 0:
        for key in "oschd":
            keys.press(key)
    elif times % 2:
        keys.press("p")
    else:
        for _ in range(9):
            keys.press("Shift+Tab")
            if al.page.evaluate("document.activeElement.matches('.call-pass')"):
                break
        keys.press("Enter")


def card_by_keyboard(al: Person, times: int) -> None:
    """Play a card by its number, or walk to it."""
    keys = al.page.keyboard
    place = al.page.locator(".hand-card").evaluate_all("all => all.findIndex(c => !c.matches('.low'))")
    if times % 2:
        keys.press(str(place + 1))
    else:
        for _ in range(7):
            if al.page.evaluate("document.activeElement.matches('.hand-card:not(.low)')"):
                break
            keys.press("ArrowRight")
        keys.press("Enter")
    al.page.locator(".hand-card.chosen").wait_for()
    keys.press("Enter")
    assert al.page.evaluate(_IN_HAND), "while the hall has not answered"
    al.page.wait_for_function("() => !document.querySelector('.hand-card.chosen, .own [aria-busy]')")


def test_the_keyboard_and_the_ear_are_enough(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.context.add_init_script(_EARS)
    al.go(table_for(al, "simple"))
    al.page.locator(".hand-card").first.wait_for()
    assert al.page.evaluate("window.studios") == 0, "no sound before the first key"
    until = monotonic() + 90
    al.page.keyboard.press("ArrowRight")
    done = {call_by_keyboard: 0, card_by_keyboard: 0}
    while not al.is_over and monotonic() < until:
        assert al.page.evaluate(_IN_HAND), f"the focus has left the hand after {done}"
        if not al.to_act:
            al.page.wait_for_timeout(15)
            continue
        doing = call_by_keyboard if al.page.locator(".call").count() else card_by_keyboard
        doing(al, done[doing])
        done[doing] += 1
        al.page.wait_for_function("() => !document.querySelector('.own :is([inert], [aria-busy])')")
    assert al.is_over
    assert done[card_by_keyboard] >= 5
    al.page.wait_for_function(_IN_HAND)
    al.page.keyboard.press("t")
    al.page.wait_for_function("() => window.heard.at(-1).includes('The game is over')")
    assert al.page.evaluate("window.studios") == 1
    heard = " ".join(al.page.evaluate("window.heard"))
    hands = re.findall(r"Hand (\d+)\. \w+ deals?\. Turned up: [a-z ]+\. Your hand: ", heard)
    ended = re.findall(r"(?:We|They) score \d|is thrown in", heard)
    # The first hand may have been in progress when the page was there: then it is told how everything stands.
    late = re.search(r"The game is to \d+\. Score: ", heard) is not None
    assert len(ended) == len(hands) + late, "every hand is announced once"
    assert len(re.findall(r"wins? the trick: we \d, they \d\.", heard)) >= 5 * done[card_by_keyboard] // 6
    assert len(re.findall(r"\bYou(?:: | lead the )\w+ of \w+", heard)) == done[card_by_keyboard] - discards(heard)
    assert al.troubles == []
    al.close()


def discards(heard: str) -> int:
    return len(re.findall(r"You discard the ", heard))


def test_the_teacher_is_asked_by_key_or_tap_and_its_choice_is_marked(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go(table_for(al, "simple"))
    page = al.page
    choices = page.locator(".call, .hand-card:not(.low)")
    play_on([al], lambda: al.to_act and choices.count() > 1)
    page.keyboard.press("w")
    sheet = page.get_by_role("dialog")
    said = sheet.locator(".hint-best")
    sheet.get_by_role("button", name="A nudge").click()
    said.wait_for(timeout=60_000)  # the teacher starts with the first question, and gives way to bots
    assert not said.inner_text().startswith("The teacher would ")
    assert sheet.locator(".choices").count() == page.locator(".advised").count() == 0
    sheet.get_by_role("button", name="Show me").click()
    sheet.locator(".choices .bar").first.wait_for()
    assert serious(page) == []
    words = said.inner_text()
    assert words.startswith("The teacher would ")
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.locator(".question.yours", has_text=words).wait_for()
    marked = page.locator(".advised").first
    assert "the teacher's choice" in (marked.get_attribute("aria-label") or marked.inner_text())
    page.get_by_role("button", name="Hint: what would the teacher do?").click()
    said.wait_for()
    page.get_by_role("button", name="Back to the table").click()
    play_on([al], lambda: al.is_over or (al.to_act and page.locator(".hand-card").count() == 1))
    if not al.is_over:  # it is if the partner has gone alone
        page.keyboard.press("w")
        page.locator(".question", has_text="There is nothing to choose here.").wait_for()
        assert sheet.count() == 0
    play_on([al], lambda: al.is_over)
    page.get_by_text("The teacher gave hints, so this game isn't rated.").wait_for()
    assert al.troubles == []
    al.close()


def test_a_card_that_may_not_be_played_says_why(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go(table_for(al, "simple", points=10))
    play_on([al], lambda: al.page.locator(".hand-card.low").count() > 0 or al.is_over)
    al.page.locator(".hand-card.low").first.click(force=True)
    why = al.page.locator(".question.why").inner_text().strip()
    assert why
    al.page.locator("#live", has_text=why).wait_for(state="attached")
    assert al.page.locator(".hand-card.chosen").count() == 0
    al.close()


def point_out_own(person: Person, what: str) -> None:
    """Say at a real table, when the first call is due, that one has done something oneself."""
    play_on([person], lambda: person.page.locator(".call-pass").count() > 0)
    person.page.get_by_role("button", name="Director").click()
    person.page.get_by_label("What", exact=True).select_option(what)
    person.page.get_by_label("Who", exact=True).select_option("2")
    person.page.get_by_role("button", name="Report it").click()


def test_as_at_a_real_table_what_went_wrong_is_pointed_out_and_ruled(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})

    def point_out(rules: str, what: str) -> None:
        made = al.post("/api/tables", {"rules": rules, "mode": "real", "bots": "simple", "pace": "at once"})
        al.go(str(made["link"]))
        point_out_own(al, what)

    point_out("alberta", "card exposed in the deal")
    al.page.locator(".question.ruling", has_text="Card exposed in the deal: ").get_by_text("deals again").wait_for()
    link = str(al.page.locator(".question.ruling a").get_attribute("href"))
    al.page.get_by_role("button", name="OK").click()
    al.page.locator(".question.ruling").wait_for(state="detached")
    al.page.get_by_role("button", name="More").click()
    al.page.get_by_role("button", name="Rulings so far").click()
    assert al.page.locator(f'.rulings a[href="{link}"]').count() == 1
    al.page.get_by_role("button", name="Close").click()
    sheet = al.context.request.get(hall + link.partition("#")[0]).text()
    assert f'id="{link.partition("#")[2]}">Card exposed in the deal' in sheet
    play_on([al], lambda: al.page.get_by_role("button", name="Gather the cards").count() > 0)

    point_out("bicycle", "signal")
    al.page.get_by_text("Waiting for the director's decision").wait_for()
    al.page.get_by_role("button", name="Director").click()
    al.page.get_by_label("Decision").select_option("warning")
    al.page.get_by_label("Reason").fill("A cough is no call")
    al.page.get_by_role("button", name="Decide").click()
    al.page.locator(".question.ruling", has_text="A cough is no call").wait_for()
    assert al.troubles == []
    al.close()


def test_people_say_set_phrases_and_agree_to_take_back(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    al.context.add_init_script(_EARS)
    path = table_for(al, None, points=10)
    al.go(path)
    betty.come_in(path, "Betty")
    betty.sit("North")
    al.page.get_by_role("button", name="Fill 2 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    play_on([betty, al], lambda: al.page.locator(".played.from-0").count() > 0 and betty.to_act)
    held = al.page.locator(".hand-card").count()
    al.page.get_by_role("button", name="Undo").click()
    betty.page.get_by_role("button", name="Agree").click()
    # It is said who takes what back, for a short while; then the question is there again.
    betty.page.locator(".question.why", has_text="Al takes back the ").wait_for()
    betty.page.locator(".question:not(.why)").wait_for()
    al.page.wait_for_function("() => window.heard.some((text) => text.includes('You take back your '))")
    al.page.wait_for_function("held => document.querySelectorAll('.hand-card').length > held", arg=held)
    betty.page.get_by_role("button", name="Say", exact=True).click()
    betty.page.get_by_role("button", name="Thank you").click()
    al.page.locator(".bubble", has_text="Thank you").wait_for()
    al.page.get_by_role("button", name="More").click()
    al.page.locator("#sheet button", has_text="Host").click()
    al.page.locator("#sheet [data-do=remove]").click()
    betty.page.locator(".question.why", has_text="The host has given your seat to a bot.").wait_for()
    for person in (al, betty):
        assert person.troubles == []
        person.close()


def test_the_review_has_the_ruling_and_the_replay_says_why_it_is_no_file(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    made = al.post("/api/tables", {"rules": "national", "mode": "real", "bots": "simple", "pace": "at once"})
    al.go(str(made["link"]))
    point_out_own(al, "signal")
    al.page.get_by_text("Waiting for the director's decision").wait_for()
    al.page.get_by_role("button", name="Director").click()
    al.page.get_by_label("Decision").select_option("game lost")
    al.page.get_by_label("Reason").fill("A sign is a sign")
    al.page.get_by_role("button", name="Decide").click()
    al.page.locator(".game-over").wait_for()
    al.page.get_by_role("link", name="Review").click()
    ruling = al.page.locator(".decision", has_text="Signal: You (South)")
    ruling.wait_for()
    if not ruling.locator("details[open]").count():  # there was another one before it
        ruling.locator("summary").click()
    ruling.get_by_text("A sign is a sign").wait_for()
    ruling.get_by_role("link", name="See it on the table").click()
    al.page.locator(".evaluation", has_text="Signal: You (South)").wait_for()
    assert al.troubles == []
    al.page.get_by_role("link", name="Download").click()
    al.page.locator(".question.why", has_text="can't be written in EGN").wait_for()
    refuse_the_evaluation(al.page)
    al.close()


def refuse_the_evaluation(page: Any) -> None:
    """A refusal is shown and not asked for again, until somebody wants to see the evaluation again."""
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=409, body='{"why": "Many games to review."}', content_type="application/json")

    page.route("**/api/tables/*/review*", refuse)
    page.reload()
    refusal = page.locator(".evaluation", has_text="Many games to review.")
    refusal.wait_for()
    page.wait_for_timeout(500)  # it would be asked for again after 150 ms
    assert len(asked) == 1
    for _ in range(2):
        page.get_by_role("button", name="Evaluation").click()
    refusal.wait_for()
    page.wait_for_timeout(500)
    assert len(asked) == 2


def test_who_reads_the_review_is_called_to_another_game(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    path = table_for(al, None, points=1)
    al.go(path)
    betty.come_in(path, "Betty")
    betty.sit("North")
    al.page.get_by_role("button", name="Fill 2 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    play_on([al, betty], lambda: al.is_over and betty.is_over)
    betty.page.get_by_role("link", name="Review").click()
    betty.page.locator("#review-page h1").wait_for()
    al.page.get_by_text("Not at the table: Betty.").wait_for()
    al.page.wait_for_timeout(1000)  # longer than the grace time: nobody sits in after the game
    assert al.page.get_by_text("away, a bot is playing").count() == 0
    al.page.get_by_role("button", name="Another game").click()
    betty.page.get_by_text("A game has started at the table").wait_for()
    betty.page.get_by_role("link", name="Join game").click()
    betty.page.locator(".chair").first.wait_for()
    assert betty.page.url.endswith(path)
    for person in (al, betty):
        assert person.troubles == []
        person.close()


def test_who_leaves_in_a_hand_comes_back_to_it_and_plays_elsewhere_from_the_next(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    path = table_for(al, None, points=10)
    al.go(path)
    betty.come_in(path, "Betty")
    betty.sit("North")
    al.page.get_by_role("button", name="Fill 2 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    betty.page.locator(".hand-card").first.wait_for()
    al.page.get_by_role("button", name="More").click()
    al.page.get_by_role("button", name="Host").click()
    al.page.get_by_role("button", name="Pause game").click()
    betty.page.locator(".question", has_text="The host has paused the table.").wait_for()
    al.page.get_by_label("Bird for East").select_option("magpie")
    al.page.locator("#sheet .manner", has_text="Magpie (club player) has an eye for jacks. Looks for a lone").wait_for()
    held = betty.page.locator(".hand-card").count()
    betty.page.get_by_role("button", name="More").click()
    betty.page.get_by_text("In another seat, you play from the next hand on.").wait_for()
    betty.page.get_by_role("button", name="Leave my seat").click()
    betty.page.get_by_text("In another seat, you play from the next hand on. A bot plays this one.").wait_for()
    betty.page.get_by_role("button", name="Go back to your seat").click()
    betty.page.locator(".hand-card").first.wait_for()
    assert betty.page.locator(".hand-card").count() == held
    al.page.get_by_role("listitem").filter(has_text="Betty").get_by_role("button", name="Give to a bot").click()
    betty.page.locator(".question", has_text="The host has given your seat to a bot.").wait_for()
    betty.page.get_by_role("button", name="Go back to your seat").click()
    betty.page.locator(".question.why", has_text="Ask the host to give it back.").wait_for()
    al.page.get_by_role("button", name="Give back to Betty").click()
    betty.page.locator(".hand-card").first.wait_for()
    assert betty.page.locator(".hand-card").count() == held
    for person in (al, betty):
        assert person.troubles == []
        person.close()


def test_a_newcomer_takes_a_seat_in_a_hand_and_plays_from_the_next(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    path = table_for(al, "simple", points=10, private=False)
    al.go(path)
    al.page.locator(".hand-card").first.wait_for()
    betty.come_in(path, "Betty")
    betty.page.get_by_text("If you sit down now, you play from the next hand on. A bot plays this one.").wait_for()
    betty.page.get_by_role("button", name="'s seat").first.click()
    betty.page.get_by_text("A bot plays this hand, and you play from the next hand on.").first.wait_for()
    assert betty.page.locator(".hand-card").count() == 0
    al.page.locator(".note", has_text="next hand").wait_for()
    betty.page.get_by_role("button", name="Leave this seat").click()
    betty.page.get_by_role("button", name="'s seat").first.click()
    betty.page.get_by_text("A bot plays this hand, and you play from the next hand on.").first.wait_for()
    play_on([al, betty], lambda: betty.page.locator(".hand-card").count() > 0)
    for person in (al, betty):
        assert person.troubles == []
        person.close()
