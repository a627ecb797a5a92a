"""The cards in a browser: chosen on the settings page, told apart at 44 px without colours, ribbons never covered."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from bowerbird.cards import Pack
from web.browsing import Person, needs_browser, play_on
from web.test_browser_pages import serious

pytestmark = needs_browser

CARDS = [str(card) for card in Pack(lowest=9)]

# Cards 44 pixels wide in a row, as the page draws them, at places that are whole pixels.
SHOW = """cards => {
  const row = Object.assign(document.createElement('div'), { id: 'row' });
  for (const [place, card] of cards.entries()) {
    const shown = document.createElement('playing-card');
    shown.setAttribute('card', card);
    row.append(shown);
    Object.assign(shown.style, { position: 'absolute', left: `${place * 50}px`, top: 0, width: '44px' });
  }
  const place = { position: 'fixed', inset: '0 auto auto 0', zIndex: 99, width: '1250px', height: '70px' };
  Object.assign(row.style, { ...place, background: '#fff' });
  document.body.append(row);
}"""

# How much the two indices differ that are most alike, in grey: as many pixels as if each were black on one card and
# white on the other. And the lightest index: its darkest pixel, 0 to 255.
CLOSEST = """async ({ picture, count }) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const greys = Array.from({ length: count }, (_, place) => {
    const { data } = canvas.getImageData(place * 50 + 2, 2, 11, 24);
    const grey = (at) => (data[at * 4] * 2 + data[at * 4 + 1] * 5 + data[at * 4 + 2]) / 8;
    return Array.from({ length: data.length / 4 }, (_, at) => grey(at));
  });
  let closest = Infinity;
  for (const [place, one] of greys.entries())
    for (const other of greys.slice(place + 1))
      closest = Math.min(closest, one.reduce((sum, grey, at) => sum + Math.abs(grey - other[at]), 0) / 255);
  return { closest, lightest: Math.max(...greys.map((grey) => Math.min(...grey))) };
}"""

# Ribbons in the hand, each with how much of it is in sight.
RIBBONS = """() => [...document.querySelectorAll('.hand-card .ribbon')].map((ribbon) => {
  const { left, top, right, bottom } = ribbon.getBoundingClientRect();
  const points = [[left + 1, top + 4], [right - 1, top + 4], [(left + right) / 2, bottom - 4]];
  const card = ribbon.closest('.hand-card');
  return points.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.hand-card') === card);
})"""


@pytest.mark.parametrize("deck", ["Classic", "Birds"])
def test_a_deck_is_chosen_and_every_card_is_known_at_44_pixels(hall: str, browser: Any, deck: str) -> None:
    al = Person(browser, hall, {"width": 1366, "height": 630}, bypass_csp=True)  # for the test's own styles
    al.post("/api/guest", {"name": "Al Baker"})
    link = str(al.post("/api/tables", {"bots": "simple", "pace": "at once"})["link"])
    al.go(link)
    play_on([al], lambda: al.to_act and al.page.locator(".hand-card").count() > 0)

    def choose(words: str) -> None:
        al.page.get_by_role("button", name="More").click()
        al.page.get_by_role("button", name="Settings").click()
        al.page.get_by_role("radio", name=words, exact=True).check(force=True)
        al.page.get_by_role("button", name="Close").click()

    choose(deck)
    al.page.locator('#drawings-deck [id="card-back"]').wait_for(state="attached")
    in_page = al.page.locator("#drawings-deck [id^=card-], #drawings-deck [id^=large-]").count()
    assert 1 < in_page < 24, "those that are shown, not the whole deck"
    assert al.page.locator(".hand-card use").first.get_attribute("href", timeout=2000).startswith("#card-")
    assert serious(al.page) == []
    choose("Four, in large type")
    assert al.page.locator(".hand-card use").first.get_attribute("href").startswith("#large-")
    choose("Two")
    for four in (False, True):
        if four:
            choose("Four colours")
        al.page.evaluate(SHOW, CARDS)
        taken = al.page.screenshot(clip={"x": 0, "y": 0, "width": 1250, "height": 70})
        picture = f"data:image/png;base64,{base64.b64encode(taken).decode()}"
        found = al.page.evaluate(CLOSEST, {"picture": picture, "count": len(CARDS)})
        assert found["closest"] > 4, "the indices differ, in grey too"
        assert found["lightest"] < 110, "every index is dark on its paper"
        al.page.evaluate("document.getElementById('row').remove()")
    assert al.troubles == []
    al.close()


def test_ribbons_are_in_sight_and_seats_tell_who_deals_and_who_made_it(hall: str, browser: Any) -> None:
    al = Person(browser, hall, {"width": 360, "height": 640})
    al.post("/api/guest", {"name": "Al Baker"})
    al.go("/settings")
    al.page.locator("legend", has_text="Your picture").wait_for()
    al.page.get_by_label("Owl").check(force=True)
    al.page.locator("fieldset", has_text="Cards").get_by_label("Large", exact=True).check(force=True)
    kept = al.page.evaluate("localStorage.getItem('bowerbird')")
    al.context.add_init_script(f"localStorage.setItem('bowerbird', {kept!r})")
    al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once"})["link"]))
    play_on([al], lambda: al.to_act and al.page.locator(".felt.tricks").count() > 0)
    al.page.evaluate(
        "document.querySelectorAll('.hand playing-card').forEach((card) => card.setAttribute('ribbon', 'R'))"
    )
    in_sight = al.page.evaluate(RIBBONS)
    assert len(in_sight) == al.page.locator(".hand-card").count() > 0
    assert all(in_sight)
    birds = al.page.locator(".chair bird-portrait use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert "#bird-owl" in birds, "the person's own"
    assert len(set(birds)) == 4
    assert al.page.locator(".chair .dealer").count() == al.page.locator(".chair .maker").count() == 1
    made = al.page.locator(".chair", has=al.page.locator(".maker")).locator(".name").inner_text()
    assert made.lower() in al.page.locator(".trump-words").inner_text().lower()
    assert al.page.locator(".chair.at-2 .seat-letter").inner_text().replace("\xa0", " ").endswith("partner, bot")
    assert serious(al.page) == []
    assert al.troubles == []
    al.close()


def test_without_the_drawings_cards_can_be_read_and_they_come_later(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.context.route("**/decks/*.svg*", lambda route: route.abort())
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once"})["link"]))
    play_on([al], lambda: al.page.locator(".hand-card").count() == 5)
    for held in al.page.locator(".hand-card").all():
        rank, suit = held.get_attribute("data-card") or "  "
        assert held.locator("text").first.text_content() == {"T": "10"}.get(rank, rank) + "♣♦♥♠"["cdhs".index(suit)]
    al.context.unroute("**/decks/*.svg*")
    al.page.locator('.hand-card use[href^="#card-"]').first.wait_for(state="attached")
    al.close()
