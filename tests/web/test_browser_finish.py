"""An evening always ends: from every state of every book, the desk's own button leads to the final page."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bowerbird.event.facts import Table
from bowerbird.event.simulate import quick_score
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat
from web.browsing import needs_browser
from web.evenings import Evening

pytestmark = needs_browser


class Ending(Evening):
    """An evening that is finished at the page, and taken back to go on."""

    def __init__(self, browser: Any, hall: str, rules: str, people: int, rounds: int) -> None:
        super().__init__(browser, hall, rules, people, rounds=rounds)
        self.book = load_rulebook(rules)
        self.director.go(self.link("director"))
        self.page = self.director.page

    def finish(self, state: str, *, from_more: bool = False) -> bool:
        """Press what the page offers, see the end, and take it back; false where the end has shown boards for good."""
        page = self.page
        seq = self.look()["seq"]
        page.wait_for_function("(seq) => Number(document.querySelector('#desk').dataset.seq) >= seq", arg=seq)
        if from_more:
            page.locator('.desk-nav [data-open="more"]').click()
            page.locator("#drawer").get_by_role("button", name="Finish the e").click()
        else:
            page.locator("#desk-next").get_by_role("button", name="Finish ").first.click()
        if self.look()["boards"]:
            page.locator("#drawer").get_by_text("You can't undo it").first.wait_for()
        page.locator("#drawer").get_by_role("button", name="Finish the e").first.click()
        page.locator("#desk-clock").get_by_text("Play is over.").wait_for()
        page.locator("#drawer:not([open])").wait_for(state="attached")
        assert page.locator("#desk-clock .clock-figures").inner_text() == "Finished", state
        assert page.locator("#desk-next").get_by_role("button", name="Finish ").count() == 0, state
        assert self.look()["phase"] in ("over", "play-offs"), state
        ended = self.look()
        if ended["boards"] and ended["rounds"]:
            return False
        self.do("undo")
        page.locator("#desk-clock").get_by_text("Play is over.").wait_for(state="detached")
        return True

    def score(self, table: dict[str, Any]) -> None:
        if self.book.game.minutes:
            self.do("bell")
        number = table["number"]
        seats = Table(number, ("", "", "", ""), Seat(table["dealer"]), boards=tuple(table["boards"]))
        game = quick_score(self.book, seats, random.Random(number))
        boards = [{"board": each.board, "ns": each.ns, "ew": each.ew} for each in game.boards]
        self.do("score", table=number, ns=game.ns, ew=game.ew, boards=boards)

    def close(self) -> None:
        super().close()
        assert self.director.troubles == []


@pytest.mark.parametrize("rules", book_names())
def test_the_page_finishes_from_every_state(hall: str, browser: Any, rules: str) -> None:
    night = Ending(browser, hall, rules, 12, rounds=0)
    states: list[tuple[str, Callable[[], object]]] = [
        ("checked in", lambda: night.do("check-in", names="all")),
        ("seated", lambda: night.do("seat")),
        ("playing", lambda: night.do("clock", do="start")),
        ("some scores in", lambda: night.score(night.table(1))),
        ("all scores in", lambda: night.do("trial-scores")),
        ("between rounds", lambda: night.do("close-round")),
        ("the second round seated", lambda: night.do("seat")),
    ]
    for at, (state, reach) in enumerate(states):
        reach()
        if state == "all scores in":  # with rounds left open, both ways are offered at once
            night.page.locator(
                ".next-button[data-main]:has-text('Close') ~ .other-button:has-text('Finish')"
            ).wait_for()
        if not night.finish(state, from_more=at % 3 == 2):
            night.close()
            night = Ending(browser, hall, rules, 12, rounds=0)
            for _, again in states[: at + 1]:
                again()
    night.close()


@pytest.mark.parametrize("rules", book_names())
def test_the_page_finishes_after_the_last_round_and_before_anybody_is_here(hall: str, browser: Any, rules: str) -> None:
    people = 12 if rules == "duplicate-teams" else 8  # two are still to come, and a match needs eight
    night = Ending(browser, hall, rules, people, rounds=1)
    for what in ("seat", "trial-scores"):
        night.do(what)
    page = night.page
    if not night.look()["meeting"]["several"]:
        page.locator(".next-button[data-main]", has_text="Finish the evening").wait_for()
        page.locator(".other-button", has_text="Play one more round").wait_for()
    night.finish("after the last round")
    night.close()
    early = Ending(browser, hall, rules, 0, rounds=0)
    early.page.locator("#desk-next .next-button").wait_for()
    early.finish("nobody on the list")
    early.close()
