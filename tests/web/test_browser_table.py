"""The table in a real browser: all in sight on small screens, the keyboard kept, the turn-up before the calls."""

from __future__ import annotations

import json
import re
from itertools import dropwhile, takewhile
from typing import Any

import pytest

from web.browsing import Person, needs_browser, play_on
from web.test_browser_play import table_for

pytestmark = needs_browser

#: Two small laptops, two phones, and one of them on its side.
SMALL = [(1366, 630), (1024, 600), (390, 844), (360, 740), (844, 390)]
#: What cannot be seen whole without scrolling, of the things that match: beyond the edge, or under something else.
OUT_OF_SIGHT = """(what) => [...document.querySelectorAll(what)].filter((found) => {
  const box = found.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const asks = found.closest('.asks')?.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    || (asks && box.bottom > asks.bottom + 1)
    || !(found.contains(top) || (top?.contains(found) && top.closest('.name-plate, .side, .calls')));
}).map((found) => found.innerText || found.dataset.card || found.getAttribute('card'))"""
#: Everything that somebody who is asked for a call needs to see.
NEEDED = ".hand-card, .calls button, .question, .pack playing-card, .felt .name, .points"
#: The ink and the paper of what was called by the player whose turn it is.
CALLED = """() => [...document.querySelectorAll('.chair.turn .said')].map((said) => {
  const { color, backgroundColor } = getComputedStyle(said);
  return [color, backgroundColor];
})"""
#: Names and cards that lie on what is told of the trick at its winner's name, or under it.
ON_THE_WORDS = """() => {
  const told = document.querySelector('.trick-words');
  const words = told.getBoundingClientRect();
  return [...document.querySelectorAll('.name-plate, .played playing-card')].filter((found) => {
    const box = found.getBoundingClientRect();
    return !found.contains(told) && box.right > words.left + 1 && words.right > box.left + 1
      && box.bottom > words.top + 1 && words.bottom > box.top + 1;
  }).map((found) => found.innerText || found.getAttribute('card'));
}"""
#: How wide a card of the trick is at least. A card is 1.4 times as high.
CARDS_AT_LEAST = {
    (390, 844): 126,
    (360, 740): 92,
    (844, 390): 104,
    (768, 1024): 165,
    (820, 1180): 220,
    (1024, 600): 150,
    (1366, 630): 148,
    (1366, 768): 164,
    (1440, 900): 194,
    (1920, 1080): 240,
}
#: The cards of the trick: the narrowest, those whose index is under another, and the names that one of them covers.
TRICK = """() => {
  const cards = [...document.querySelectorAll('.played playing-card')];
  const boxes = cards.map((card) => [card, card.getBoundingClientRect()]);
  const hidden = boxes.filter(([card, { left, top, width, height }]) =>
    [[16, 24], [62, 24], [38, 60], [18, 110], [60, 110], [38, 126]].some(([x, y]) => {
      const on = document.elementFromPoint(left + (width * x) / 250, top + (height * y) / 350);
      return on?.closest('.played') !== card.parentElement;
    }));
  const covered = [...document.querySelectorAll('.felt .name-plate, .felt .pile')].filter((plate) => {
    const box = plate.getBoundingClientRect();
    return boxes.some(([, { left, right, top, bottom }]) =>
      box.right > left + 5 && right > box.left + 5 && box.bottom > top + 5 && bottom > box.top + 5);
  });
  return {
    narrowest: Math.min(...cards.map((card) => card.offsetWidth)),
    hidden: hidden.map(([card]) => card.getAttribute('card')),
    covered: covered.map((plate) => plate.innerText),
  };
}"""
#: Where the table and the four pictures on its rim are.
PLACES = """() => [...document.querySelectorAll('.felt, .felt .picture')].map((found) => {
  const { left, top, width, height } = found.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""


def small(page: Any, size: tuple[int, int], scale: float = 1.0) -> None:
    """Look at the page on such a screen, with type of that size."""
    wanted = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)
    page.evaluate("scale => document.documentElement.style.setProperty('--type', scale)", scale)


def at_ease(person: Person) -> None:
    """Somebody who takes the time to look, though not long."""
    chosen = json.dumps({"pace": "quick", "motion": "none"})
    person.context.add_init_script(f"localStorage.setItem('bowerbird', {json.dumps(chosen)})")


def at_a_standstill(person: Person, path: str) -> None:
    """At a table where time stands still: everything lies until a tap goes on."""
    at_ease(person)
    person.page.clock.install()
    person.go(path)
    person.page.locator(".hand-card").first.wait_for()
    person.page.clock.pause_at(person.page.evaluate("Date.now() / 1000") + 3)


def tap_the_table(person: Person) -> None:
    """A tap goes on."""
    person.page.evaluate("document.querySelector('.felt').click()")


def four_at(hall: str, browser: Any, rules: str) -> list[Person]:
    """Four people in whose game the calls begin."""
    people = [Person(browser, hall) for _ in range(4)]
    al = people[0]
    al.post("/api/guest", {"name": "Al"})
    path = str(al.post("/api/tables", {"rules": rules})["link"])
    al.go(path)
    for person, name, seat in zip(people[1:], ("Betty", "Carl", "Dora"), ("North", "East", "West"), strict=True):
        person.come_in(path, name)
        person.sit(seat)
    al.page.get_by_role("button", name="Start game").click()
    return people


#: The calls differ in these: plain, alone by the partner, with a bell, with a stuck dealer and naturals.
CALLS = ("bicycle", "alberta", "national", "trailer-estates")


@pytest.mark.parametrize("rules", CALLS)
def test_the_hand_is_in_sight_while_trump_is_named(hall: str, browser: Any, rules: str) -> None:
    people = four_at(hall, browser, rules)
    for named in (".call-order", ".call-name"):
        while not any(person.to_act and person.page.locator(named).count() for person in people):
            asked = next((person for person in people if person.to_act), None)
            if asked is None:
                people[0].page.wait_for_timeout(15)
            else:
                asked.page.locator(".call-pass").click()
                asked.page.locator(".call-pass").wait_for(state="detached")
        page = next(person for person in people if person.to_act).page
        for size in SMALL:
            for scale in (1.0, 1.25, 1.5):
                small(page, size, scale)
                assert page.evaluate(OUT_OF_SIGHT, NEEDED) == [], (named, size, scale)
    for person in people:
        if person.page is not page:  # one's own last call is not shown beside the question
            person.page.wait_for_function(f"() => ({CALLED})().length > 0", polling=20)
            assert person.page.evaluate(CALLED) == [["rgb(25, 25, 25)", "rgb(255, 253, 247)"]]
        assert person.troubles == []
        person.close()


def test_a_score_of_two_figures_fits_a_phone_when_the_game_is_over(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go(table_for(al, "simple", points=1))
    play_on([al], lambda: al.is_over)
    al.page.evaluate("document.querySelectorAll('.points').forEach((points) => { points.textContent = '10'; })")
    for size in SMALL:
        for scale in (1.0, 1.25, 1.5):
            small(al.page, size, scale)
            assert al.page.evaluate(OUT_OF_SIGHT, ".points, .side-word, .marker") == [], (size, scale)
    al.close()


#: Names and hands of a replay that a card of the trick covers.
TRICK_ON_NAMES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.small-play')].map(box);
  return [...document.querySelectorAll('.open-name, .open-picture, .open-cards > *')]
    .filter((element) => cards.some((card) => {
      const other = box(element);
      return card.left < other.right - 3 && other.left < card.right - 3
        && card.top < other.bottom - 3 && other.top < card.bottom - 3;
    }))
    .map((element) => element.className);
}"""


def test_who_wins_the_trick_is_told_beside_the_cards_and_names(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    at_a_standstill(al, table_for(al, "simple", points=1))
    words = al.page.locator(".trick-words")
    tricks = 0

    def look() -> None:
        for size in SMALL:
            for scale in (1.0, 1.5):
                small(al.page, size, scale)
                assert al.page.evaluate(OUT_OF_SIGHT, ".trick-words, .felt .name") == [], (size, scale)
                assert al.page.evaluate(ON_THE_WORDS) == [], (size, scale)

    while not al.is_over:
        if words.count():
            look()
            tricks += 1
            tap_the_table(al)
        elif al.to_act:
            al.act()
        else:  # a trick that is complete by now is looked at first
            al.page.evaluate("document.querySelector('.trick-words') ?? document.querySelector('.felt').click()")
        al.page.wait_for_timeout(15)
    assert tricks >= 3
    al.go(al.page.url.removeprefix(hall) + "/replay")
    al.page.locator(".open-table").wait_for()
    replayed = 0
    steps = int(al.page.locator("[type=range]").get_attribute("max"))
    for _ in range(steps):
        al.page.keyboard.press("ArrowRight")
        if al.page.locator(".small-play.won").count() and al.page.locator(".small-play").count() == 4:
            replayed += "wins the trick" in al.page.locator(".question").inner_text()
            for size in SMALL:
                for scale in (1.0, 1.5):
                    small(al.page, size, scale)
                    assert al.page.evaluate(TRICK_ON_NAMES) == [], (size, scale)
    assert replayed >= 3
    al.close()


def test_the_table_stays_in_its_place_and_its_cards_are_large(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    at_a_standstill(al, table_for(al, "simple", points=1))
    page = al.page
    places: dict[tuple[int, int], list[list[int]]] = {}
    seen: set[str] = set()

    def look(moment: str) -> None:
        for size, least in CARDS_AT_LEAST.items():
            small(page, size)
            now = page.evaluate(PLACES)
            assert places.setdefault(size, now) == now, (moment, size)
            if moment == "trick":
                trick = page.evaluate(TRICK)
                assert (trick["hidden"], trick["covered"]) == ([], []), size
                assert trick["narrowest"] >= least, size
            if moment == "over":
                assert page.evaluate(OUT_OF_SIGHT, ".points, .felt .name, .game-over h2, .ending button") == [], size
        seen.add(moment)

    while not (al.is_over and "call" in seen):
        if al.is_over:  # somebody else made trump in every hand
            page.get_by_role("button", name="Another game").click()
            page.locator(".game-over").wait_for(state="detached")
        moment = page.evaluate(_MOMENT)
        if moment not in seen or moment == "trick":
            look(moment)
        if al.to_act and moment not in ("trick", "result"):
            al.act()
        else:
            tap_the_table(al)
        page.wait_for_timeout(15)
    look("over")
    assert seen >= {"call", "card", "waits", "trick", "over"}
    al.close()


#: What the person at this table sees now.
_MOMENT = """() => {
  const has = (what) => document.querySelector(what) !== null;
  if (has('.hand-over, .moment')) return 'result';
  if (has('.trick-words')) return 'trick';
  return has('.calls') ? 'call' : has('.question.yours') ? 'card' : 'waits';
}"""


#: What is painted, again and again: which hand it is, the turn-up, the calls beside the names, and what was told.
_WATCH = """() => {
  window.painted = [];
  const look = () => {
    const page = document.querySelector('#table-page');
    if (page?.querySelector('.felt .name')) window.painted.push({
      hand: page.querySelector('.score-middle').innerText,
      turnUp: page.querySelector('.pack.shown playing-card')?.getAttribute('card') ?? null,
      begun: Boolean(page.querySelector('.note, .trump, .played')),
      asked: Boolean(page.querySelector('.question.yours')),
      told: document.querySelector('#live').textContent,
      at: performance.now(),
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def lay_alone(painted: list[dict[str, Any]]) -> bool:
    """Whether a hand's turn-up was seen before anything else of that hand, and long enough to take it in."""
    before = list(takewhile(lambda seen: not seen["begun"], painted))
    told = [seen["at"] for seen in before if seen["turnUp"]]
    if not told:
        return False
    # It lies until something else is painted, however seldom a busy machine paints.
    lay_until = painted[min(len(before), len(painted) - 1)]["at"]
    # Whoever is asked for the first call ends it by calling.
    return bool(before[-1]["asked"] or lay_until - min(told) > 400)


def test_every_turn_up_is_shown_and_told_before_the_first_call(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    at_ease(al)
    al.context.add_init_script(f"({_WATCH})()")
    # In the page's own time, which passes here as quickly as the machine can paint it.
    al.page.clock.install(time=0)
    al.page.clock.pause_at(1)
    al.go(table_for(al, "simple", points=5))  # no hand is worth five: there are two or more
    while not al.is_over:
        al.page.clock.run_for(100)
        if al.to_act:
            al.page.clock.run_for(1000)  # people hear what is told before they act
            al.act()
    painted = al.page.evaluate("window.painted")
    hands = list(dict.fromkeys(seen["hand"] for seen in painted if seen["hand"].startswith("Hand")))
    assert len(hands) >= 2
    for hand in hands:
        # The result of the hand before is shown under this number too, until there is a turn-up.
        own = [seen for seen in painted if seen["hand"] == hand]
        if hand == hands[-1] and not any(seen["turnUp"] for seen in own):
            continue  # the game ended under the number of a hand that never was
        assert lay_alone(list(dropwhile(lambda seen: not seen["turnUp"], own))), hand
    heard = " ".join(dict.fromkeys(seen["told"] for seen in painted))
    for hand in hands:
        # In the voice it comes first too: nothing of the hand is told before its number, the dealer and the card.
        number = hand.partition("\n")[0]
        assert re.search(rf"{number}\. \w+ deals?\. Turned up: [a-z ]+\. Your hand: ", heard), hand
    al.close()


def test_who_comes_back_to_a_hand_that_has_just_begun_sees_the_turn_up_first(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    at_ease(al)
    al.context.add_init_script(f"({_WATCH})()")
    al.go(table_for(al, "simple", points=30))
    called = al.page.locator(".note")
    play_on([al], lambda: al.to_act and al.page.locator(".call-order").count() > 0 and called.count() > 0)
    turned_up = al.page.locator(".pack.shown playing-card").get_attribute("card")
    al.page.reload()
    called.first.wait_for()
    painted = al.page.evaluate("window.painted")
    assert painted[0]["turnUp"] == turned_up
    assert lay_alone(painted)
    al.close()
