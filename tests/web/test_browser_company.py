"""People who don't know each other meet in the lobby, play, leave and come back; people who do find each other."""

from __future__ import annotations

from typing import Any

from web.browsing import Person, needs_browser, play_on
from web.test_browser_pages import serious
from web.test_browser_play import RULES

pytestmark = needs_browser


def finds_a_game(person: Person, name: str) -> None:
    """Press the one button in the lobby, and come to a table."""
    person.go("/lobby")
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_role("button", name="Find a game").click()
    person.page.wait_for_url("**/t/*")


def test_four_people_meet_in_the_lobby_and_another_takes_over(hall: str, browser: Any) -> None:
    people = {name: Person(browser, hall) for name in ("Ann", "Bob", "Cy", "Dee")}
    finds_a_game(people["Ann"], "Ann")
    people["Ann"].page.get_by_text("Looking for other players").wait_for()
    watcher = Person(browser, hall)
    watcher.go("/lobby")
    watcher.page.locator(".looking", has_text="Ann").wait_for()
    watcher.page.locator(".tables li", has_text="Ann").wait_for()
    assert serious(watcher.page) == []
    for name in ("Bob", "Cy", "Dee"):
        finds_a_game(people[name], name)
    assert len({person.page.url for person in people.values()}) == 1
    everyone = list(people.values())
    play_on(everyone, lambda: people["Ann"].page.locator(".hand-card").count() in (1, 2, 3))

    # What is said is shown, and one tap mutes it.
    people["Bob"].page.get_by_role("button", name="Say", exact=True).click()
    people["Bob"].page.get_by_role("button", name="Thank you").click()
    bubble = people["Ann"].page.locator(".bubble", has_text="Thank you")
    bubble.wait_for()
    bubble.click()
    people["Ann"].page.locator(".question.why", has_text="Muted").wait_for()

    # One leaves: a bot plays, and the next person from the lobby takes its seat.
    people["Dee"].page.get_by_role("button", name="More").click()
    people["Dee"].page.get_by_role("button", name="Leave my seat").click()
    people["Dee"].page.get_by_role("button", name="Go back to your seat").wait_for()
    finds_a_game(watcher, "Eve")
    assert watcher.page.url == people["Ann"].page.url
    watcher.page.get_by_text("you play from the next hand on").first.wait_for()
    assert watcher.page.locator(".hand-card").count() == 0, "nobody sees two hands"
    players = [people["Ann"], people["Bob"], people["Cy"], watcher]
    play_on(players, lambda: watcher.page.locator(".hand-card").count() > 0)

    # Block, so that the lobby never brings the two together again.
    people["Ann"].page.get_by_role("button", name="More").click()
    people["Ann"].page.get_by_role("button", name="People at the table").click()
    people["Ann"].page.get_by_role("button", name="Block Eve").click()
    people["Ann"].page.locator(".people li", has_text="Eve").get_by_text("Blocked").wait_for()
    people["Ann"].page.get_by_label("Report Eve").select_option("stalls")
    assert serious(people["Ann"].page) == []
    people["Ann"].go("/lobby")
    people["Ann"].page.get_by_text("People you have blocked (1)").click()
    people["Ann"].page.get_by_role("button", name="Unblock Eve").wait_for()
    for person in (*everyone, watcher):
        assert person.troubles == []
        person.close()


def test_the_same_four_play_again_with_new_partners(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    made = al.post("/api/tables", {"house_rules": RULES.format(1), "pace": "at once", "private": True})
    al.go(str(made["link"]))
    betty.come_in(str(made["link"]), "Betty")
    betty.sit("North")
    al.page.get_by_role("button", name="Fill 2 free seats").click()
    al.page.get_by_role("button", name="Start game").click()
    play_on([al, betty], lambda: al.is_over and betty.is_over)
    al.page.get_by_role("button", name="Same four, new partners").click()
    al.page.get_by_text("You asked for another game at a new table, with new partners").wait_for()
    betty.page.get_by_text("Al asks for another game at a new table, with new partners").wait_for()
    for person in (al, betty):
        person.page.get_by_role("link", name="Go to the new table").click()
        person.page.locator(".waiting-room").wait_for()
    betty.page.locator(".chair", has_text="Betty").get_by_role("button", name="Sit here").click()
    betty.page.locator(".chair.mine").wait_for()
    al.page.get_by_role("button", name="Start game").click()
    betty.page.locator(".hand-card").first.wait_for()
    for person in (al, betty):
        assert person.troubles == []
        person.close()


def test_a_link_makes_people_known_to_each_other(hall: str, browser: Any) -> None:
    al, betty = Person(browser, hall), Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    al.go("/lobby")
    al.page.get_by_role("button", name="Make a link").click()
    link = al.page.get_by_label("Link for people you know").input_value()
    betty.go(link.removeprefix(hall) if link.startswith(hall) else "/friends/" + link.rpartition("/")[2])
    betty.page.get_by_role("heading", name="Al has sent you this link").wait_for()
    assert al.page.locator(".friends li").count() == 0, "opening a link changes nothing"
    assert serious(betty.page) == []
    betty.page.get_by_label("Your name").fill("Betty")
    betty.page.get_by_role("button", name="Yes, I know Al").click()
    betty.page.wait_for_url("**/lobby")
    betty.page.locator(".friends li", has_text="Al").get_by_text("is here").wait_for()
    al.page.locator(".friends li", has_text="Betty").get_by_text("is here").wait_for()
    # A table where Al sits: Betty is asked there.
    al.post("/api/tables", {})
    al.page.get_by_role("button", name="Invite Betty").click()
    betty.page.locator(".invitations", has_text="Al asks you to a table").wait_for()
    assert serious(betty.page) == []
    betty.page.get_by_role("button", name="Remove Al").click()
    betty.page.locator(".friends li").wait_for(state="detached")
    al.page.locator(".friends li").wait_for(state="detached")
    for person in (al, betty):
        assert person.troubles == []
        person.close()
