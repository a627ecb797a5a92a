"""What the director decides by hand at the desk: places in a round, tables of a plan, cards that were really drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.test_browser_desk import Desk
from web.test_browser_pages import fits, serious

pytestmark = needs_browser


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def director(hall: str, browser: Any, request: pytest.FixtureRequest) -> Iterator[Person]:
    person = Person(browser, hall, request.param)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


@pytest.fixture
def at_laptop(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, LAPTOP)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


def seats(desk: Desk, table: int) -> list[str]:
    found = next(each for each in desk.view()["tables"] if each["number"] == table)
    return [str(seat["name"]) for seat in found["seats"]]


def place_form(desk: Desk, table: int = 1) -> Any:
    """The form for places, by way of a table."""
    desk.tile(table).click()
    desk.page.get_by_role("button", name="Place people by hand").click()
    desk.page.get_by_role("heading", name="Places by hand").wait_for()
    return desk.page.locator("#drawer form")


def shown(form: Any) -> list[str]:
    """The names in the fields, seat after seat."""
    return [field.input_value() for field in form.locator("[name^=spot-]").all()]


def closed(desk: Desk) -> None:
    desk.page.locator("#drawer:not([open])").wait_for(state="attached")


def test_a_name_for_a_seat_swaps_two_people_and_one_who_sits_out_can_be_swapped_in(director: Person) -> None:
    desk = Desk(director, "national", people=10).seated()
    page = desk.page
    before, (out, also_out) = [*seats(desk, 1), *seats(desk, 2)], desk.view()["sitting_out"]
    form = place_form(desk)
    assert shown(form) == [*before, out, also_out]
    assert serious(page) == []
    assert fits(page)
    form.get_by_role("button", name="Save these seats").click()
    page.locator("#drawer").get_by_role("alert").get_by_text("Nobody has moved yet").wait_for()
    first, second = form.get_by_role("group", name="Table 1"), form.get_by_role("group", name="Table 2")
    first.get_by_label("North").select_option(before[5])
    assert second.get_by_label("East").input_value() == before[0]
    form.get_by_text("2 people moved. Not saved yet.").wait_for()
    form.get_by_text(f"was {before[0]}", exact=True).wait_for()
    first.get_by_label("South").select_option(out)
    assert form.get_by_role("group", name="Sitting out").get_by_label("Person 1").input_value() == before[2]
    assert sorted(shown(form)) == sorted([*before, out, also_out]), "nobody is in two places, and nobody is lost"
    assert serious(page) == []
    assert all(field.bounding_box()["height"] >= 44 for field in form.locator("select").all())
    form.get_by_role("button", name="Save these seats").click()
    closed(desk)
    assert seats(desk, 1) == [before[5], before[1], out, before[3]]
    assert seats(desk, 2) == [before[4], before[0], *before[6:]]
    assert set(desk.view()["sitting_out"]) == {before[2], also_out}
    assert [trouble for trouble in director.troubles if "409" not in trouble] == []


def test_names_that_the_keyboard_runs_through_are_not_moved(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "st-joe", people=8).seated()
    before = [*seats(desk, 1), *seats(desk, 2)]
    form = place_form(desk)
    last = max(before)
    chair = 1 if before[0] == last else 0
    field = form.get_by_role("group", name="Table 1").get_by_label(("North", "East")[chair])
    field.focus()
    for _ in before:
        field.press("ArrowDown")
    form.get_by_text("2 people moved.").wait_for()
    swap = {before[chair]: last, last: before[chair]}
    assert shown(form) == [swap.get(name, name) for name in before]
    for _ in before:
        field.press("ArrowUp")
    field.press_sequentially(before[chair])
    form.get_by_text("Nobody has moved yet.").wait_for()
    assert shown(form) == before
    assert at_laptop.troubles == []


def test_a_table_with_a_score_is_not_offered_and_the_server_says_what_cannot_be(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "national", people=12)
    keepers = [person["name"] for person in desk.view()["people"][:2]]
    for name in keepers:
        desk.do("sitting", name=name)
    desk.seated().do("score", table=3, ns=11, ew=5)
    one, two = (table for table in (1, 2, 3) if set(seats(desk, table)) & set(keepers))
    scored = {3} & {one, two}
    assert not scored, "the keepers sit at the first tables"
    form = place_form(desk)
    form.get_by_role("group", name="Table 3").wait_for(state="detached")
    stranger = next(name for name in seats(desk, one) if name not in keepers)
    keeper = next(name for name in seats(desk, two) if name in keepers)
    chair = ("North", "East", "South", "West")[seats(desk, one).index(stranger)]
    form.get_by_role("group", name=f"Table {one}").get_by_label(chair).select_option(keeper)
    form.get_by_role("button", name="Save these seats").click()
    desk.page.locator("#drawer").get_by_role("alert").get_by_text("sitting players; a table can keep one").wait_for()
    assert form.get_by_role("group", name=f"Table {one}").get_by_label(chair).input_value() == keeper, "it stays"


def test_a_form_begins_again_when_another_device_has_changed_the_places(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "st-joe", people=8).seated()
    before = [*seats(desk, 1), *seats(desk, 2)]
    form = place_form(desk)
    form.get_by_role("group", name="Table 1").get_by_label("North").select_option(before[7])
    desk.do("swap", first=before[1], second=before[4])
    form.get_by_text("Nobody has moved yet.").wait_for()
    swap = {before[1]: before[4], before[4]: before[1]}
    assert shown(form) == [swap.get(name, name) for name in before]


def test_in_a_large_room_names_are_typed(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "national", people=132).seated()
    before, other = seats(desk, 1), seats(desk, 31)[2]
    form = place_form(desk)
    north = form.get_by_role("group", name="Table 1", exact=True).get_by_label("North")
    north.fill("Nobody of this name")
    north.press("Tab")
    form.get_by_role("button", name="Save these seats").click()
    desk.page.locator("#drawer").get_by_role("alert").get_by_text("“Nobody of this name” has no seat here").wait_for()
    north.fill(other)
    north.press("Tab")
    form.get_by_text("2 people moved.").wait_for()
    assert form.get_by_role("group", name="Table 31", exact=True).get_by_label("South").input_value() == before[0]
    form.get_by_role("button", name="Save these seats").click()
    closed(desk)
    assert (seats(desk, 1)[0], seats(desk, 31)[2]) == (other, before[0])


def test_teams_move_as_teams(director: Person) -> None:
    desk = Desk(director, "alberta", people=10).seated()
    first, second = seats(desk, 1), seats(desk, 2)
    (one, other) = desk.view()["sitting_out"]
    form = place_form(desk)
    table = form.get_by_role("group", name="Table 1")
    table.get_by_label("North–South").select_option(f"{one} & {other}")
    table.get_by_label("East–West").select_option(f"{second[0]} & {second[2]}")
    assert serious(desk.page) == []
    assert fits(desk.page)
    form.get_by_role("button", name="Save these seats").click()
    closed(desk)
    assert seats(desk, 1) == [one, second[0], other, second[2]]
    assert seats(desk, 2) == [first[1], second[1], first[3], second[3]]
    assert set(desk.view()["sitting_out"]) == {first[0], first[2]}


def test_the_tables_of_a_week_are_planned_by_hand_before_it_is_seated(director: Person) -> None:
    desk = Desk(director, "ccc", people=9).open()
    page = desk.page
    desk.do("check-in", names="all")
    names = [str(person["name"]) for person in desk.view()["people"]]
    page.locator(".next-button[data-main]").click()
    page.get_by_role("button", name="Plan the tables by hand").click()
    page.get_by_role("heading", name="Plan by hand").wait_for()
    form = page.locator("#drawer form")
    assert shown(form) == names, "nothing is planned yet, so in order of entry"
    form.get_by_role("group", name="Table 1").get_by_label("West").select_option(names[4])
    form.get_by_role("group", name="Table 2").get_by_label("South").select_option(names[8])
    assert serious(page) == []
    assert fits(page)
    form.get_by_role("button", name="Save the plan").click()
    closed(desk)
    assert desk.view()["plan"] == {
        "tables": [[*names[:3], names[4]], [names[3], names[5], names[8], names[7]]],
        "sitting_out": [names[6]],
    }
    page.locator(".next-button").click()
    page.get_by_role("button", name="Plan the tables by hand").click()
    assert shown(form)[3] == names[4], "the form has the plan as it is"
    page.get_by_role("button", name="‹ Back").click()
    page.locator("#drawer").get_by_role("button", name="Seat the players").click()
    desk.tile(1).wait_for()
    assert set(seats(desk, 1)) == {*names[:3], names[4]}
    assert desk.view()["sitting_out"] == [names[6]]
    assert director.troubles == []


def test_where_results_decide_nothing_is_planned(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "national", people=8).open()
    desk.do("check-in", names="all")
    desk.page.locator(".next-button[data-main]").click()
    desk.page.locator("#drawer").get_by_role("button", name="Seat the players").wait_for()
    assert desk.page.get_by_role("button", name="Plan the tables by hand").count() == 0


def test_the_cards_of_a_draw_are_tapped_on_large_keys(director: Person) -> None:
    desk = Desk(director, "ccc", people=8).seated()
    page = desk.page
    ring = seats(desk, 2)
    desk.tile(2).click()
    page.get_by_role("button", name="Enter the draw").click()
    keys = page.get_by_role("group", name="Card keys")
    assert [key.inner_text() for key in keys.get_by_role("button").all()] == [*"9", "10", *"JQKA♠♥♦♣"]
    assert all(key.bounding_box()["height"] >= 44 for key in keys.get_by_role("button").all())
    # The second player is dealt to first; the names after it go round by themselves.
    page.get_by_label("Card 1: whose").select_option(ring[1])
    assert page.get_by_label("Card 4: whose").input_value() == ring[0]
    for key in ("Hearts", "9", "Hearts", "King", "Clubs", "10", "Spades", "Jack", "Diamonds"):
        keys.get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Save the draw").click()
    page.locator("#drawer").get_by_role("alert").get_by_text("Enter them up to that jack").wait_for()
    for key in ("Ace", "Clubs", "Jack", "Clubs"):
        keys.get_by_role("button", name=key, exact=True).click()
    rows = page.locator(".draw-rows li")
    assert [row.locator("input").input_value() for row in rows.all()] == ["9♥", "K♣", "10♠", "J♦", "A♣", "J♣", ""]
    assert [row.locator("select").input_value() for row in rows.all()][3:] == [ring[0], ring[1], ring[2], ring[3]]
    assert serious(page) == []
    assert fits(page)
    page.get_by_role("button", name="Save the draw").click()
    closed(desk)
    desk.said().get_by_text(f"Table 2: {ring[0]} deals first.").wait_for()
    pivot, _, partner, _ = seats(desk, 2)
    assert (pivot, partner) == (ring[0], ring[2])
    assert [trouble for trouble in director.troubles if "409" not in trouble] == []


def test_a_draw_is_typed_with_enter_and_cut_again_among_the_tied(at_laptop: Person) -> None:
    desk = Desk(at_laptop, "alberta", people=8).seated()
    page = desk.page
    north, east, *_ = seats(desk, 1)
    desk.tile(1).click()
    page.get_by_role("button", name="Enter the draw").click()
    page.get_by_label("Card 1: which").focus()
    for card in ("9h", "9c"):
        page.keyboard.type(card)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    closed(desk)
    desk.said().get_by_text(f"Table 1: {north} and {east} showed equal cards and cut again.").wait_for()
    desk.tile(1).click()
    page.locator("#drawer").get_by_text(f"{north} and {east} showed equal cards and cut again.").wait_for()
    page.get_by_role("button", name="Enter the draw").click()
    page.get_by_label("Card 1: whose").wait_for()
    page.get_by_label("Card 1: which").fill("kd")
    page.get_by_label("Card 4: which").focus()
    page.get_by_label("Card 4: whose").select_option(east)
    page.keyboard.type("10d")
    page.keyboard.press("Enter")
    assert page.get_by_label("Card 5: which").evaluate("it => it === document.activeElement"), "Enter adds a row"
    page.keyboard.press("Enter")
    closed(desk)
    desk.said().get_by_text(f"{east} deals first.").wait_for()
    assert [table["dealer"] for table in desk.view()["tables"][:1]] == [1]
