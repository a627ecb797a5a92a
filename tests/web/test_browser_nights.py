"""One night of each club through the desk's page, as people would do it: what is shown agrees with the night's text.

The nights are those that `bowerbird night` runs. Everything is set up, typed and tapped on the page, and what the page
shows is compared: seats on the tiles, scores, standings, totals and prizes. The other expectations of a night are
tested through the desk's requests.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bowerbird.nights.lines.registry import after, numbered_table, points
from bowerbird.nights.settings import event_of
from bowerbird.nights.text import Expectation, Fact, read_night
from bowerbird.nights.text import Night as NightText
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.settings import value_of
from web.browsing import needs_browser
from web.nights import Night

pytestmark = needs_browser

OWN = Path(__file__).parents[1] / "nights"
SHARED = Path(__file__).parents[3] / "shared" / "nights"
#: A short night of each club.
SHORT = {
    "alberta": "alb-09-three-way-two-level",
    "ccc": "ccc-03-over-ten",
    "national": "national-09-two-tables",
    "st-joe": "st-joe-09-one-table",
    "trailer-estates": "te-01-quiet",
}
TITLES = {
    "alberta": "Alberta 55 Plus",
    "ccc": "CCC weekly tournament",
    "national": "National rules",
    "st-joe": "St Joe Church",
    "trailer-estates": "Trailer Estates",
}
_ROWS = """() => {
  const names = (it) => [...it.querySelectorAll(':scope > .name-link')].map((name) => name.textContent).join(' & ');
  const words = (it) => names(it) || (it.firstChild?.textContent ?? '');
  const heads = [...document.querySelectorAll('#drawer .standings thead th')].map(words);
  return [...document.querySelectorAll('#drawer .standings tbody tr')]
    .map((row) => Object.fromEntries([...row.cells].map((cell, at) => [at === 2 ? 'total' : heads[at], words(cell)])));
}"""
_TILES = """() => [...document.querySelectorAll('.tile[data-open=table]')].map((tile) => [
  Number(tile.querySelector('b').textContent),
  [...tile.querySelectorAll('.tile-names')].map((it) =>
    [...it.querySelectorAll('.tile-name > span:not(.mark)')].map((name) => name.textContent)),
  [...tile.querySelectorAll('.tile-points')].map((it) => it.textContent)])"""


class PlayedNight:
    """A night's lines, done at the page."""

    def __init__(self, desk: Night, text: NightText) -> None:
        """At a desk on which nothing was done yet."""
        self.desk, self.page, self.text = desk, desk.page, text
        self.places: dict[int, list[str]] = {}
        self.plan: dict[int, list[str]] = {}
        self.draws: dict[int, list[tuple[str, str]]] = {}
        self.compared: dict[str, int] = {}

    def play(self) -> None:
        """Do every line, and compare what the page can show."""
        self.set_up()
        for item in self.text.items:
            if isinstance(item, Fact):
                DOES[item.words[0]](self, item)
            elif item.kind in SHOWS:
                self.compare(item)
                self.compared[item.kind] = self.compared.get(item.kind, 0) + len(item.lines)

    def compare(self, expected: Expectation) -> None:
        """See that the page shows what is right. It follows a moment after what was done."""
        until = time.monotonic() + 10
        while True:
            try:
                SHOWS[expected.kind](self, expected)
            except AssertionError:
                if time.monotonic() > until:
                    raise
                self.page.wait_for_timeout(50)
            else:
                return

    # Before the first round.

    def set_up(self) -> None:
        """Fill in the page for a new event."""
        wanted, _ = event_of(self.text)
        self.desk.director.go("/events/new")
        self.page.get_by_label(TITLES[wanted.rules]).check()
        self.page.locator("#settings .setting").first.wait_for()
        self.page.get_by_label("Name", exact=True).fill(self.text.name)
        self.page.get_by_label("Date", exact=True).fill(wanted.date)
        if wanted.rounds:
            self.page.get_by_label("How many rounds?").fill(str(wanted.rounds))
        for key, value in wanted.settings.items():
            self.answer(key, value)
        self.page.get_by_label("Paste or type the names").fill(self.names())
        self.page.get_by_role("button", name="Create event").click()
        self.page.get_by_role("heading", name="Who is here").wait_for()
        self.desk.token = self.page.url.rpartition("/")[2]

    def answer(self, key: str, value: Any) -> None:
        """Answer one question of the set-up, in the form in which it is asked, unless the rules say so already."""
        if value_of(load_rulebook(self.text.book), key) == value:
            return
        if key == "event.money.shares":
            self.page.get_by_label("Who gets the pot?").select_option(label="Your own shares")
            (shares,) = value.values()
            self.page.get_by_label("Percent for each place").fill(", ".join(map(str, shares)))
            return
        field = self.page.locator(f'[name="setting {key}"]')
        if not field.count():
            self.page.locator(f'[name="unusual {key}"][value={json.dumps(json.dumps(value))}]').check()
        elif field.get_attribute("data-kind") == "json":
            field.select_option(json.dumps(value))
        else:
            field.fill(str(Decimal(value) / 100) if field.get_attribute("data-kind") == "cents" else str(value))

    def names(self) -> str:
        """The people as a list to paste; teams with zones and ages as CSV."""
        if not any("zone" in line.words for line in self.text.people):
            return "\n".join(line.text for line in self.text.people)
        rows = ["name,partner,zone,born,born_partner,of_age"]
        for line in self.text.people:
            one, _, other = line.words[1].partition("/")
            born = [word for word in line.words[line.words.index("zone") + 2 :] if word.isdigit()]
            zone, of_age = after(line.words, "zone"), "yes" if "confirmed" in line.words else ""
            rows.append(",".join([one, other, zone, *(born or ["", ""]), of_age]))
        return "\n".join(rows)

    def check_in(self, fact: Fact) -> None:
        """Tap every name, or the one button for all."""
        if fact.words[1:] == ("all",):
            self.desk.everybody_is_here()
        for name in fact.words[1:] if fact.words[1:] != ("all",) else ():
            self.desk.check_in(name)

    def take_plan(self, fact: Fact) -> None:
        """Write down the plan: it is handed in before people sit down."""
        if fact.words[1:] == ("in", "order"):
            names = [line.words[0] for line in self.text.people]
            self.plan = {at // 4 + 1: names[at : at + 4] for at in range(0, len(names) // 4 * 4, 4)}
        else:
            number, four = numbered_table(fact.words[1:])
            self.plan[number] = list(four)

    def take_draw(self, fact: Fact) -> None:
        """Write down the cards: they are shown when people sit down."""
        if fact.words[1:] == ("as", "listed"):
            for number, four in self.plan.items():
                self.draws[number] = list(zip(four, ("Jh", "9c", "Jc"), strict=False))
        else:
            number, cards = numbered_table(fact.words[1:])
            self.draws[number] = self.cards(cards)

    def seat(self, fact: Fact) -> None:
        """Seat everybody by the plan, or in the order of entry; then enter the draws."""
        if fact.words[1:2] == ("table",):
            number, four = numbered_table(fact.words[1:])
            self.places[number] = list(four)
            return
        in_order = fact.words[-2:] == ("in", "order")
        if self.plan:
            self.page.locator(".next-button[data-main]").click()
            self.page.get_by_role("button", name="Plan the tables by hand").click()
            self.fill_places(self.plan, "Save the plan")
        choice = "In the order of entry" if in_order and self.text.book == "alberta" else ""
        self.desk.seat(choice)
        if in_order and not choice:
            here = [person["name"] for person in self.desk.view()["people"] if person["presence"] == "here"]
            self.place({at // 4 + 1: here[at : at + 4] for at in range(0, len(here) // 4 * 4, 4)})
        for number, cards in self.draws.items():
            self.draw(number, cards)
        self.plan, self.draws = {}, {}

    # Rounds.

    def place(self, places: dict[int, list[str]]) -> None:
        """Place people by hand, unless they sit there already."""
        now = self.seats()
        if all(now[number] == names for number, names in places.items()):
            return
        self.desk.tile(min(places)).click()
        self.page.get_by_role("button", name="Place people by hand").click()
        self.fill_places(places, "Save these seats")
        until = time.monotonic() + 10
        while any(self.seats()[number] != names for number, names in places.items()) and time.monotonic() < until:
            self.page.wait_for_timeout(50)  # the room follows a moment after the sheet has closed

    def fill_places(self, places: dict[int, list[str]], button: str) -> None:
        """Choose a name for every seat."""
        form = self.page.locator("#drawer form[data-read=places]")
        for number, names in places.items():
            for seat, name in zip(("North", "East", "South", "West"), names, strict=True):
                field = form.locator(f'[data-key="{number}"].places').get_by_label(seat)
                if field.input_value() != name:
                    field.select_option(name)
        form.get_by_role("button", name=button).click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    def seated(self, fact: Fact) -> None:
        """Place people as the lines before this one say."""
        self.place(self.places)
        self.places = {}

    def chairs(self, fact: Fact) -> None:
        """Let the four of a table change chairs."""
        number, four = numbered_table(fact.words[1:])
        self.place({number: list(four)})

    def draw(self, table: int, cards: list[tuple[str, str]]) -> None:
        """Type the cards of a draw, each with its name."""
        self.desk.tile(table).click()
        drawer = self.page.locator("#drawer")
        drawer.get_by_role("button", name="Enter the draw").click()
        for row, (name, card) in enumerate(cards, 1):
            if drawer.get_by_label(f"Card {row}: whose").input_value() != name:
                drawer.get_by_label(f"Card {row}: whose").select_option(name)
            drawer.get_by_label(f"Card {row}: which").fill(card)
            if row == drawer.locator(".draw-rows li").count() < len(cards):
                drawer.get_by_role("button", name="Add a card").click()
        drawer.get_by_role("button", name="Save the draw").click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    def cut(self, fact: Fact) -> None:
        """Record a cut between two games, or the draw of a table."""
        number, words = numbered_table(fact.words[1:])
        if words[0] not in ("deal", "draw"):
            self.draw(number, self.cards(words))
            return
        self.desk.tile(number).click()
        drawer = self.page.locator("#drawer")
        drawer.get_by_text("Record a cut").click()
        form = drawer.locator('details[data-key="cut"] form')
        form.get_by_label("They cut for").select_option("deal" if words[0] == "deal" else "move")
        for name, card in self.cards(words[1:]):
            form.get_by_label(name, exact=True).fill(card)
        form.get_by_role("button", name="Save the cut").click()
        drawer.get_by_text("The cut is saved.").wait_for()
        self.desk.close_drawer()

    def bell(self, fact: Fact) -> None:
        """Press what the clock shows."""
        start = fact.words[1] == "start"
        self.desk.clock(
            "Start the clock" if start else "Ring the bell", "to the bell" if start else "The bell has rung"
        )

    def score(self, fact: Fact) -> None:
        """Type the scores; what else is on a card goes in at its table."""
        for part in " ".join(fact.words[1:]).split(","):
            number, result, *more = part.split()
            ns, ew = points(result)
            if dealer := after(more, "last-dealer"):
                self.score_at_table(int(number), ns, ew, self.name(dealer))
            else:
                self.desk.register(int(number), ns, ew)

    def score_at_table(self, table: int, ns: int, ew: int, last_dealer: str) -> None:
        """Enter a score in the table's drawer, with the player who dealt last."""
        self.page.keyboard.press("Escape")
        self.desk.tile(table).click()
        form = self.page.locator("#drawer .score-form")
        form.locator("[name=ns]").fill(str(ns))
        form.locator("[name=ew]").fill(str(ew))
        form.get_by_text("More about this game").click()
        form.get_by_label("Who dealt the last hand?").select_option(label=last_dealer)
        form.get_by_role("button", name="Save").click()
        self.desk.tile(table, "in").wait_for()

    def close(self, fact: Fact) -> None:
        """Close the week; an event of one night is finished at once."""
        meeting = self.desk.view()["meeting"]
        if meeting["several"]:
            self.page.locator(".next-button[data-main]").click()
            self.page.locator("#drawer").get_by_role("button", name=f"Close {meeting['name'].lower()}").click()
            self.page.locator(".next-button", has_text="Open ").wait_for()
        else:
            self.finish(fact)

    def finish(self, fact: Fact) -> None:
        """Finish the event, if closing it has not done so."""
        if self.desk.view()["phase"] in ("over", "play-offs"):
            return
        self.page.locator("#desk-next").get_by_role("button", name="Finish the e").click()
        self.page.locator("#drawer").get_by_role("button", name="Finish the e").first.click()
        self.page.locator("#desk-clock").get_by_text("Play is over.").wait_for()

    # What the page shows.

    def seats(self) -> dict[int, list[str]]:
        """The people of every tile, North first and then clockwise."""
        return {number: [one[0], other[0], one[1], other[1]] for number, (one, other), _ in self.page.evaluate(_TILES)}

    def name(self, word: str) -> str:
        """A person; `2N` is whoever sits at table 2 North."""
        if word[:-1].isdigit() and word[-1] in "NESW":
            return self.seats()[int(word[:-1])]["NESW".index(word[-1])]
        return word

    def cards(self, words: tuple[str, ...]) -> list[tuple[str, str]]:
        """`Ann=9h Bob=Js`, in order."""
        found = [word.partition("=") for word in words]
        return [(self.name(name), card) for name, _, card in found]

    def standings(self) -> dict[str, dict[str, str]]:
        """The rows of the standings by name, a team written `Ann/Bob`."""
        self.desk.open("standings").locator(".standings tbody tr").first.wait_for()
        rows = {row["Name"].strip().replace(" & ", "/"): row for row in self.page.evaluate(_ROWS)}
        self.desk.close_drawer()
        return rows

    def assert_seating(self, expected: Expectation) -> None:
        """`table 1: Ann Bob Cal Dee`; with teams, `table 1: A Ann/Bob B Cas/Dot`."""
        seats = self.seats()
        for line in expected.lines:
            if line.words[0] != "table":
                continue
            north, east, south, west = seats[int(line.words[1].rstrip(":"))]
            if line.words[2] == "A":
                assert [{north, south}, {east, west}] == [set(team.split("/")) for team in line.words[3::2]], line
            else:
                assert [north, east, south, west] == list(line.words[2:]), line

    def assert_scores(self, expected: Expectation) -> None:
        """`table 1: 10-4`, as the tile has it."""
        shown = {number: "-".join(scores) for number, _, scores in self.page.evaluate(_TILES)}
        for line in expected.lines:
            assert shown[int(line.words[1].rstrip(":"))] == line.words[2], line

    def assert_totals(self, expected: Expectation) -> None:
        """`Ann 33`, and `everybody: 240`."""
        rows = self.standings()
        for line in expected.lines:
            who, value = line.words
            total = sum(Decimal(row["total"]) for row in rows.values()) if who == "everybody:" else rows[who]["total"]
            assert Decimal(total) == Decimal(value), line

    def assert_standings(self, expected: Expectation) -> None:
        """`1 Fay total 5`, `1 Kit/Lou wins 3 points 30`."""
        rows = self.standings()
        places = Counter(line.words[0] for line in expected.lines)
        for line in expected.lines:
            place, who, *values = line.words
            assert rows[who]["Place"] == (f"{place}=" if places[place] > 1 else place), line
            self.assert_values(rows[who], values, line)

    def assert_record(self, expected: Expectation) -> None:
        """`Ann/Bob wins 2 points 26 games 3`."""
        rows = self.standings()
        for line in expected.lines:
            self.assert_values(rows[line.words[0]], list(line.words[1:]), line)

    def assert_values(self, row: dict[str, str], values: list[str], line: Fact) -> None:
        """Pairs of a word and a number, in the columns of the page."""
        columns = {"points": "Points", "games": "Games", "total": "total", "wins": "Won" if "Won" in row else "total"}
        for word, value in zip(values[::2], values[1::2], strict=True):
            assert Decimal(row[columns[word]]) == Decimal(value), line

    def assert_payouts(self, expected: Expectation) -> None:
        """`Hal 120` in cents; the sum, and how many are paid."""
        drawer = self.desk.open("standings", "Prizes and money")
        paid = {}
        for each in drawer.locator(".money").first.locator("li").all():
            dollars, name, *_ = each.inner_text().split()
            paid[name] = int(Decimal(dollars.removeprefix("$")) * 100)
        self.desk.close_drawer()
        known = {**paid, "sum:": sum(paid.values()), "people:": len(paid)}
        for line in expected.lines:
            assert known[line.words[0]] == int(line.words[1]), line


Line = Callable[[PlayedNight, Fact], None]
DOES: dict[str, Line] = {
    "meeting": lambda night, fact: None,
    "check-in": PlayedNight.check_in,
    "plan": PlayedNight.take_plan,
    "draw": PlayedNight.take_draw,
    "seat": PlayedNight.seat,
    "sits": lambda night, fact: None,
    "seated": PlayedNight.seated,
    "chairs": PlayedNight.chairs,
    "cut": PlayedNight.cut,
    "bell": PlayedNight.bell,
    "score": PlayedNight.score,
    "next": lambda night, fact: night.desk.next_round(),
    "close": PlayedNight.close,
    "finish": PlayedNight.finish,
}
SHOWS: dict[str, Callable[[PlayedNight, Expectation], None]] = {
    "seating": PlayedNight.assert_seating,
    "score": PlayedNight.assert_scores,
    "total": PlayedNight.assert_totals,
    "week": PlayedNight.assert_totals,
    "standings": PlayedNight.assert_standings,
    "record": PlayedNight.assert_record,
    "payouts": PlayedNight.assert_payouts,
}

#: What every night at the page must show at its end, in one of these ways.
TOTALS = {"standings", "total", "week"}


def night_of(book: str) -> NightText | None:
    """The short night of a club, or one of our own that has only lines that are done here."""
    shared = SHARED / f"{SHORT[book]}.night"
    if shared.exists():
        return read_night(shared.read_text(encoding="utf-8"))
    own = [read_night(path.read_text(encoding="utf-8")) for path in sorted(OWN.glob("*.night"))]
    fitting = (
        night
        for night in own
        if night.book == book
        and all(item.words[0] in DOES for item in night.items if isinstance(item, Fact))
        and any(item.kind in TOTALS for item in night.items if isinstance(item, Expectation))
    )
    return min(fitting, key=lambda night: len(night.items), default=None)


@pytest.fixture
def desk(hall: str, browser: Any, tmp_path: Path) -> Iterator[Night]:
    night = Night(browser, hall, tmp_path)
    yield night
    night.close()


@pytest.mark.parametrize("book", SHORT)
def test_a_night_at_the_page(desk: Night, book: str) -> None:
    text = night_of(book)
    if text is None:
        pytest.skip(f"there is no short night of {book} here")
    played = PlayedNight(desk, text)
    played.play()
    assert TOTALS & played.compared.keys(), "no total was compared"


SMALL = """
night: small
book: st-joe
settings:
  rounds = 1
people:
  Ann
  Bob
  Cal
  Dee
meeting 2026-06-01
check-in Ann Bob Cal Dee
seat in order
expect seating
  table 1: Ann Bob Cal Dee
because: order of entry
score 1 10-6
finish
expect total only
  Ann 10
  Bob 6
  Cal 10
  Dee 6
  everybody: 32
because: STJ-10
"""


def test_a_spoiled_number_is_noticed_at_the_page(desk: Night) -> None:
    played = PlayedNight(desk, read_night(SMALL))
    played.play()
    assert played.compared == {"seating": 1, "total": 5}
    spoiled = read_night(SMALL.replace("Dee 6", "Dee 7"))
    with pytest.raises(AssertionError, match="Dee"):
        played.assert_totals(next(item for item in reversed(spoiled.items) if isinstance(item, Expectation)))
