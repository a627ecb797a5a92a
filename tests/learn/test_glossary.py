"""The glossary: every word of the game under every rulebook, in the club's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bowerbird.cards import Card, Suit
from bowerbird.learn.glossary import glossary
from bowerbird.learn.lessons import all_lessons
from bowerbird.learn.telling import tell
from bowerbird.notation.deal_text import table_from_deal
from bowerbird.players.says import doing, says
from bowerbird.rulebook import Rulebook, book_names, load_rulebook, read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, Table
from bowerbird.table.words import call_words
from kit.rows import rows

#: Words that have a meaning under all rules.
ALWAYS = {
    *("Trump", "Trick", "Bower", "Right bower", "Left bower", "Turn-up", "Order up", "Assist", "Take it up"),
    *("Turn down", "Discard", "Next", "Crossing", "March", "Euchre", "Alone", "Eldest", "Quitted trick", "Follow suit"),
}


def words(book: Rulebook | str) -> dict[str, str]:
    return {word.word: word.says for word in glossary(load_rulebook(book) if isinstance(book, str) else book)}


@rows("rules", book_names())
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


@rows(
    "word, has, lacks",
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


def found(book: Rulebook, text: str) -> list[str]:
    """The headings of the words that a page marks in a text, as `pieces` in `glossary.js` does."""
    forms = {form: word.word for word in glossary(book) for form in word.forms}
    longest = sorted(map(re.escape, forms), key=len, reverse=True)
    written = re.findall(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])", text, re.IGNORECASE)
    return [forms.get(form) or ("" if "“" in form else forms.get(form.lower(), "")) for form in written]


def said_of(table: Table, fact: Fact) -> Iterator[str]:
    """All that is said of a choice: by the coach, at the start of a sentence, and on its button."""
    book, view = table.book, table.view(getattr(fact, "seat", Seat.S))
    yield f"I would {says(book, view, (fact,))}."
    if not isinstance(fact, Name):
        # A named suit is plain English there: “naming hearts”.
        sentence = doing(book, view, fact)
        yield f"{sentence[0].upper()}{sentence[1:]} gets us euchred."
    if isinstance(fact, Pass | Order | Name | DefendAlone):
        offered = None if view.turn_up is None else view.turn_up.suit
        yield f"“{call_words(book, view.phase, view.dealer, offered, fact)}”"


def ordered_up(rules: str) -> Table:
    """North deals, East orders hearts up; everyone still has five cards."""
    table = table_from_deal(rules, "N:9h AsKsQs9cTc ThKhQhJsTs AdKdQd9sTd AcKcQcJcAh")
    table.push(Order(Seat.E))
    return table


def choices(rules: str) -> Iterator[tuple[Table, Fact, set[str]]]:
    """Every kind of choice under these rules, and the words that explain it."""
    table = ordered_up(rules)
    yield table, Discard(Seat.N, Card("9c")), {"Discard"}
    table.push(Discard(Seat.N, Card("9c")))
    while table.state.phase is Phase.DEFEND and table.state.turn is not None:
        yield table, DefendAlone(table.state.turn), {"Defend alone"}
        table.push(Pass(table.state.turn))
    yield table, Play(Seat.E, Card("Js")), {"Lead"}
    table.push(Play(Seat.E, Card("Js")))
    table.push(Play(Seat.S, Card("9s")))
    yield table, Play(Seat.W, Card("Ah")), {"Trump in"}
    yield table, Play(Seat.W, Card("Ac")), {"Throw away"}
    table = table_from_deal(rules, "N:9h AsKsQs9cTc ThKhQhJsTs AdKdQd9sTd AcKcQcJcAh")
    for seat in (Seat.E, Seat.S, Seat.W, Seat.N):
        means = {Seat.N: "Take it up", Seat.S: "Assist"}.get(seat, "Order up")
        if seat is Seat.S and table.book.auction.partner_orders_alone:
            yield table, Order(seat, alone=True), {means, "Order up"}
        else:
            yield table, Order(seat), {means}
            yield table, Order(seat, alone=True), {"Alone"}
        # A club may have one word for both.
        yield table, Pass(seat), {"Turn down", "Pass"} if seat is Seat.N else {"Pass"}
        table.push(Pass(seat))
    for suit in (Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES):
        yield table, Name(Seat.E, suit), {"Next" if suit is Suit.DIAMONDS else "Crossing"}
        yield table, Name(Seat.E, suit, alone=True), {"Alone"}


@rows("rules", book_names())
def test_what_is_said_of_any_choice_can_be_tapped_for_its_meaning(rules: str) -> None:
    for table, fact, means in choices(rules):
        for text in said_of(table, fact):
            assert means & set(found(table.book, text)), f"{text} has none of {means}"


def test_what_the_coach_does_is_not_confused_with_what_a_card_does() -> None:
    assert found(load_rulebook("alberta"), "I would take it.") == ["Take it up"]
    assert found(load_rulebook("bicycle"), "I would take it.") == []
    assert found(load_rulebook("bicycle"), "The next card. Next, the dealer calls.") == []


def test_the_second_round_ends_with_a_word_that_can_be_tapped() -> None:
    book = load_rulebook("bicycle")
    assert "Next" in found(book, tell(all_lessons()["second-round"].end, book))


@rows(
    "text, word",
    [
        ("Assisting", "Assist"),
        ("Taking it up", "Take it up"),
        ("Picking it up", "Take it up"),
        ("Turning it down", "Turn down"),
        ("trumped", "Trump in"),
        ("An opponent overruffs you", "Overruff"),
        ("(next)", "Next"),
        ("(crossing)", "Crossing"),
        ("“Next”", "Next"),
    ],
)
def test_words_of_explanations_are_found(text: str, word: str) -> None:
    assert found(load_rulebook("bicycle"), text) == [word]
