"""Setting up: what is asked, with default and clause; what is unusual; the event that comes of the answers."""

from __future__ import annotations

from itertools import islice

import pytest

from bowerbird.evening.setup import NewEvent, first_command, house_text
from bowerbird.evening.setup_form import setup_form
from bowerbird.evening.state import Command, Story
from bowerbird.evening.trial import made_up_names
from bowerbird.event import Event, EventError
from bowerbird.event.prizes import shares_for
from bowerbird.rulebook import book_names, clause, load_rulebook, read_rulebook
from bowerbird.rulebook.settings import value_of
from kit.rows import rows

#: The books with a document of a club, or of several.
CLUBS = tuple(name for name in book_names() if load_rulebook(name).document)
#: Those with rules that surprise people.
UNUSUAL = tuple(name for name in CLUBS if load_rulebook(name).unusual)


def made(**wanted: object) -> Event:
    record = first_command(NewEvent(**{"key": "k", **wanted}), 2026)  # type: ignore[arg-type]
    return Story([Command(1, 0, record)]).evening.event


@rows("name", book_names())
def test_every_question_has_an_answer_of_the_books_own(name: str) -> None:
    form = setup_form(load_rulebook(name))
    keys = [setting.key for setting in form.settings]
    assert keys[0] == "rounds"
    assert "event.money.fee" in keys
    for setting in form.settings:
        assert setting.words
        assert setting.clause_says == (clause(setting.clause).says if setting.clause else "")
        if setting.choices:
            assert setting.default in [option.value for option in setting.choices]
        else:
            assert isinstance(setting.default, int)
            assert setting.min is not None
            assert setting.max is not None
            assert setting.min <= setting.default <= setting.max


@rows("name", CLUBS)
def test_the_books_own_answers_leave_the_book_as_it_is(name: str) -> None:
    book = load_rulebook(name)
    form = setup_form(book)
    answers = {setting.key: setting.default for setting in form.settings if setting.key != "rounds"}
    answers |= {text.key: text.options[0].value for text in form.unusual}
    assert made(rules=name, settings=answers).book == book


def test_the_clubs_with_a_sheet_of_their_own_ask_about_unusual_rules() -> None:
    assert {"alberta", "ccc", "national", "st-joe", "trailer-estates", "cornwall", "north-american"} <= set(UNUSUAL)


@rows("name", UNUSUAL)
def test_every_unusual_text_names_its_clause_and_every_option_works(name: str) -> None:
    book = load_rulebook(name)
    for text in book.unusual:
        assert clause(text.clause).rulebook == name
        assert value_of(book, text.key) == text.options[0].value, "the sheet's own way comes first"
        for option in text.options:
            event = made(rules=name, settings={text.key: option.value}, trial=12)
            for key in (text.key, *text.also):
                assert value_of(event.book, key) == option.value


@pytest.mark.clause("STJ-11")
def test_the_set_up_says_that_a_euchre_is_worth_one_and_asks() -> None:
    text = next(each for each in setup_form(load_rulebook("st-joe")).unusual if each.key == "points.euchre")
    assert text.asks == "2 for a euchre as elsewhere, or 1 as the sheet says?"
    event = made(rules="st-joe", settings={"points.euchre": 2})
    assert (event.book.points.euchre, event.book.points.euchre_alone) == (2, 2)
    assert event.book.title == "St Joe Church"
    assert event.book.sources("points.euchre") == ()


@rows("name", [*CLUBS, "bicycle"])
@rows("people", [8, 60])
def test_a_trial_run_has_people_who_may_enter(name: str, people: int) -> None:
    event = made(rules=name, trial=people)
    assert len(event.people) == people
    assert len(event.here()) == people - 2


def test_a_thousand_made_up_people_have_a_thousand_names() -> None:
    names = list(islice(made_up_names(), 3000))
    assert len({name.casefold() for name in names}) == 3000


def test_house_rules_and_settings_go_together() -> None:
    house = 'based_on = "alberta"\n[game]\npoints = 7\n[auction]\nstick_the_dealer = true'
    event = made(rules="alberta", house_rules=house, settings={"game.points": 5})
    assert (event.book.game.points, event.book.auction.stick_the_dealer) == (5, True)
    again = read_rulebook(house_text("alberta", house, {"game.points": 5}))
    assert again == event.book


def test_house_rules_with_tables_in_lists_survive_the_writing() -> None:
    house = (
        'based_on = "st-joe"\n[[irregularities.revoke]]\nremedy = "hand lost"\npoints = 3\nclause = "STJ-12"\n'
        '[event.money.shares]\n1 = [100]\n8 = [60, 40]\n[words]\npass = "Knock \\"twice\\""'
    )
    assert read_rulebook(house_text("st-joe", house, {})) == read_rulebook(house)


GUIDE = """based_on = "st-joe"
title = "St Joe Church"

[event.money]
fee = 500
pot = "all paid out"
shares = {1 = [50, 30, 20]}
"""


def shared(*parts: int, rules: str = "st-joe") -> Event:
    return made(rules=rules, settings={"event.money.fee": 500, "event.money.shares": {"1": parts}})


def test_shares_chosen_in_the_form_are_the_house_rules_of_the_guide() -> None:
    assert shared(50, 30, 20).book == read_rulebook(GUIDE)


@rows("name", book_names())
def test_who_gets_the_pot_is_asked_for_every_book(name: str) -> None:
    book = load_rulebook(name)
    prizes = setup_form(book).prizes
    assert bool(prizes.says) == bool(book.event.money.shares)
    for choice in prizes.choices:
        assert sum(choice.parts) == 100
        assert shares_for(shared(*choice.parts, rules=name).book.event.money, 5) == choice.parts
    if not prizes.says:
        assert prizes.choices[0].parts == shares_for(book.event.money, 1), "what happens if nobody chooses comes first"


@pytest.mark.clause("TE-9")
def test_a_book_with_shares_says_them_and_the_club_can_have_others() -> None:
    prizes = setup_form(load_rulebook("trailer-estates")).prizes
    assert "from four tables 50, 30 and 20" in prizes.says
    assert prizes.clause == "", "the document has no shares of its own"
    for tables in (1, 4, 12):
        assert shares_for(shared(60, 40, rules="trailer-estates").book.event.money, tables) == (60, 40)


def test_house_rules_with_shares_and_a_choice_of_others_do_not_go_together() -> None:
    with pytest.raises(EventError, match="Your house rules say already who gets the pot"):
        made(rules="st-joe", house_rules=GUIDE, settings={"event.money.shares": {"1": (60, 40)}})


@rows(
    ("parts", "because"),
    [
        ((50, 30), "come to 80 percent. Write whole percents that make 100"),
        ((60, 60), "come to 120 percent"),
        ((), "come to 0 percent"),
        ((100, 0), "A share of the pot is 0 percent. Leave it out"),
    ],
)
def test_shares_that_are_not_the_whole_pot_are_refused(parts: tuple[int, ...], because: str) -> None:
    with pytest.raises(EventError, match=because):
        shared(*parts)


def test_the_list_of_what_is_needed_counts_the_tables() -> None:
    assert setup_form(load_rulebook("st-joe"), 3).checklist[0].startswith("3 tables of four chairs")


@rows(
    ("wanted", "because"),
    [
        ({"rules": "nowhere"}, "There is no rulebook 'nowhere'"),
        ({"rules": "ccc", "zone": "Mars/Olympus"}, "isn't a time zone"),
        ({"rules": "ccc", "settings": {"game.speed": 3}}, "'game.speed' isn't a setting"),
        ({"rules": "ccc", "settings": {"game.points": "many"}}, "game.points"),
        ({"rules": "ccc", "house_rules": "points = ["}, "isn't valid TOML"),
        ({"rules": "ccc", "house_rules": 'based_on = "ccc"\n[game]\nspeed = 3'}, "no such setting"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(wanted: dict[str, object], because: str) -> None:
    with pytest.raises(EventError, match=because):
        made(**wanted)
