"""The glossary: every word of the game under every rulebook, in the club's own words."""

from __future__ import annotations

import pytest

from bowerbird.learn.glossary import glossary
from bowerbird.rulebook import Rulebook, book_names, load_rulebook, read_rulebook

#: Words that have a meaning under all rules.
ALWAYS = {
    *("Trump", "Trick", "Bower", "Right bower", "Left bower", "Turn-up", "Order up", "Assist", "Take it up"),
    *("Turn down", "Discard", "Next", "Crossing", "March", "Euchre", "Alone", "Eldest", "Quitted trick", "Follow suit"),
}


def words(book: Rulebook | str) -> dict[str, str]:
    return {word.word: word.says for word in glossary(load_rulebook(book) if isinstance(book, str) else book)}


@pytest.mark.parametrize("rules", book_names())
def test_every_book_has_the_words_of_the_game_each_form_once(rules: str) -> None:
    found = glossary(load_rulebook(rules))
    names = [word.word for word in found]
    assert set(names) >= ALWAYS
    assert names == sorted(set(names), key=str.casefold)
    forms = [form.casefold() for word in found for form in word.forms]
    assert len(forms) == len(set(forms)), "a form has one meaning"
    for word in found:
        assert word.says.endswith((".", "?")), word
        assert "{" not in f"{word.says}{word.forms}", word
        assert all(form == form.strip() and form for form in word.forms), word


def test_meanings_are_those_of_the_book() -> None:
    assert "“Away”" in words("national")["Pass"]
    assert "“Pass”" in words("bicycle")["Pass"]
    assert "“Pick it up”" in words("alberta")["Order up"]
    assert "must then play alone" in words("alberta")["Assist"]
    assert "must then play alone" not in words("bicycle")["Assist"]
    assert "4 points" in words("bicycle")["Alone"]
    assert "three or four 2 points" in words("st-joe")["Alone"]
    assert "1 point, or 2" in words("st-joe")["Euchre"]
    assert "Only the benny beats it." in words("cornwall")["Right bower"]
    assert "No card beats it." in words("bicycle")["Right bower"]


@pytest.mark.parametrize(
    ("word", "has", "lacks"),
    [
        ("Benny", "cornwall", "bicycle"),
        ("Stick the dealer", "st-joe", "bicycle"),
        ("Thrown in", "bicycle", "st-joe"),
        ("Farmer's hand", "north-american", "bicycle"),
        ("Ace no face", "north-american", "bicycle"),
        ("Defend alone", "north-american", "bicycle"),
        ("Natural", "alberta", "bicycle"),
        ("Pivot", "ccc", "bicycle"),
        ("Sitting player", "national", "ccc"),
        ("Revoke", "alberta", "bicycle"),
        ("Renege", "bicycle", "alberta"),
    ],
)
def test_a_word_is_there_only_where_the_rules_have_it(word: str, has: str, lacks: str) -> None:
    assert word in words(has)
    assert word not in words(lacks)


def test_house_rules_have_their_own_words() -> None:
    rules = ['based_on = "bicycle"', "[alone]", "partners_best = true", "[deal]", 'new_deal_for = ["farmer\'s hand"]']
    house = read_rulebook("\n".join(rules))
    assert "one card from the partner" in words(house)["Partner's best"]
    assert "ask for a new deal" in words(house)["Farmer's hand"]
