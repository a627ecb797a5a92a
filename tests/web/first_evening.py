"""Follow the tutorial for directors on the real pages, with a picture of each step: docs/tutorial-director.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["NAMES", "first_evening"]

NAMES = ["Al", "Bea", "Cleo", "Dora", "Ed", "Fay", "Gus", "Ida", "Jim", "Kay", "Lou", "Ned"]
#: Points of North and South, and of East and West, at three tables in three games.
SCORES = [[(10, 6), (4, 10), (10, 8)], [(10, 5), (7, 10), (10, 3)], [(9, 10), (10, 5), (5, 10)]]


def first_evening(director: Any) -> Iterator[tuple[str, bytes]]:
    """Run the evening. `director` is a camera, on the first page."""
    page = director.page
    page.get_by_role("link", name="Run an event").first.click()
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("North American club euchre").check()
    page.get_by_label("Name", exact=True).fill("Friday euchre")
    page.get_by_label("Location").fill("Community hall")
    page.get_by_label("How many rounds?").fill("3")
    page.get_by_label("Fee for each person, in dollars").fill("5")
    page.get_by_label("What happens to the fees").select_option(label="All paid out in prizes")
    page.get_by_label("Who gets the pot?").select_option(label="60 and 40")
    page.get_by_label("Paste or type the names").fill("\n".join(NAMES))
    page.locator("#summary").get_by_text("12 people").wait_for()
    page.get_by_role("heading", name="Money and prizes").or_(page.get_by_text("4. Money and prizes")).first.evaluate(
        "part => part.scrollIntoView()"
    )
    yield "tutorial-set-up", director.picture()
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("heading", name="Who is here").wait_for()
    for name in NAMES[:7]:
        page.locator(f'[data-key="person {name}"] .door-here').click()
        page.locator(f'.door.here[data-key="person {name}"]').wait_for()
    yield "tutorial-check-in", director.picture()
    page.get_by_role("button", name="Everyone is here").click()
    page.locator(".door.here").nth(len(NAMES) - 1).wait_for()
    press_next(page, "Seat the players")
    page.locator("#drawer").get_by_role("button", name="Seat the players").click()
    page.locator('[data-key="table 3"]').wait_for()
    page.get_by_role("button", name="Open the list of people who haven't paid").click()
    page.locator("#drawer").get_by_role("button", name="paid").first.wait_for()
    page.locator("#drawer").get_by_role("button", name="Mark all").click()
    page.locator("#drawer").get_by_text("Everyone who came has paid.").wait_for()
    page.keyboard.press("Escape")
    page.locator("#drawer:not([open])").wait_for(state="attached")
    yield "tutorial-seated", director.picture()
    for number, games in enumerate(SCORES, 1):
        page.locator("#desk-clock").get_by_role("button", name="Start play").click()
        for table, (ns, ew) in enumerate(games, 1):
            if table == 1:
                page.keyboard.press("1")
                page.keyboard.press("Enter")
            page.locator("#register [name=ns]").fill(str(ns))
            page.locator("#register [name=ew]").fill(str(ew))
            page.keyboard.press("Control+Enter")
            page.locator(f'[data-key="table {table}"].in').wait_for()
            if (number, table) == (1, 2):
                yield "tutorial-scores", director.picture()
        if number < len(SCORES):
            press_next(page, f"seat round {number + 1}")
            page.locator('[data-key="table 1"]:not(.in)').wait_for()
    press_next(page, "Finish the evening")
    page.locator("#drawer").get_by_role("button", name="Finish the e").first.click()
    page.locator("#desk-clock").get_by_text("Play is over.").wait_for()
    page.locator('.desk-nav [data-open="standings"]').click()
    yield "tutorial-standings", director.picture()
    page.locator("#drawer").get_by_text("Prizes and money").first.click()
    yield "tutorial-prizes", director.picture()


def press_next(page: Any, words: str) -> None:
    """Press the blue button when it says this."""
    page.locator("#desk-next .next-button", has_text=words).click()
