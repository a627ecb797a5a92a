"""The rule sheet says everything a book says: no setting without its sentence, no clause without its line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from bowerbird.rulebook import Rulebook, book_names, clauses, load_rulebook, read_rulebook
from bowerbird.rulebook.irregularities import Case, Condition, Irregularity, RemedyKind
from bowerbird.rulebook.settings import chosen_by_name
from bowerbird.rulebook.settings import settings as all_settings
from bowerbird.rulebook.sheet import Difference, SheetLine, differences, full_sheet, sheet
from kit.rows import rows, some

#: These name a book and are no rules; rulings have tests of their own.
NO_SETTINGS = {"name", "title", "about", "source", "clauses", "document", "irregularities", "unusual"}

#: A house where everything is played, so that every setting matters.
LIVELY = read_rulebook(
    """
    based_on = "alberta"
    [pack]
    joker = true
    [deal]
    cut_leaves = 4
    [auction]
    need_second_round = "natural"
    [discard]
    turn_up = true
    [alone]
    defend_alone = "lone calls"
    [personal_card]
    kept = true
    [game]
    hands = 9
    minutes = 20
    bell = "finish the hand"
    [event]
    result = "match points"
    [event.money]
    fee = 100
    stake_each_game = 10
    stake_for = ["revoke"]
    """
)


@pytest.fixture(params=book_names())
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param)


def lines(book: Rulebook) -> list[SheetLine]:
    return [line for section in sheet(book) for line in section.lines]


def text(book: Rulebook, title: str) -> str:
    """One section of a sheet as running text."""
    return " ".join(line.sentence for section in sheet(book) if section.title == title for line in section.lines)


def settings(node: inspect.Type, prefix: str = "") -> Iterator[tuple[str, inspect.Type]]:
    """Every setting of the model, with its type."""
    assert isinstance(node, inspect.StructType)
    for field in node.fields:
        key = f"{prefix}{field.encode_name}"
        if isinstance(field.type, inspect.StructType):
            yield from settings(field.type, f"{key}.")
        elif key not in NO_SETTINGS:
            yield key, field.type


SETTINGS = dict(settings(inspect.type_info(Rulebook))) | {key: all_settings()[key].type for key in chosen_by_name()}


def get(book: Rulebook, key: str) -> Any:
    value: Any = msgspec.to_builtins(book)
    for part in key.split("."):
        value = value[part]
    return value


def put(book: Rulebook, key: str, value: object) -> Rulebook:
    """The book with one setting changed, its clauses left as they are."""
    data = msgspec.to_builtins(book)
    section = data
    *path, name = key.split(".")
    for part in path:
        section = section[part]
    section[name] = value
    return msgspec.convert(data, Rulebook)


def other_values(kind: inspect.Type, now: Any) -> list[object]:
    """What else a setting could be: every word where there are words, a few numbers and texts otherwise."""
    match kind:
        case inspect.LiteralType():
            values: list[object] = list(kind.values)
        case inspect.BoolType():
            values = [True, False]
        case inspect.IntType():
            assert kind.ge is not None
            values = [kind.ge, kind.ge + 1, kind.ge + 2, kind.le]
        case inspect.StrType():
            values = ["", "20:15"] if kind.pattern else ["Something else"]
        case inspect.UnionType():
            values = [value for part in kind.types for value in other_values(part, now)]
        case inspect.VarTupleType():
            values = [(value,) for value in other_values(kind.item_type, None)]
        case inspect.TupleType():
            values = [(3, 1, 0), (2, 0, 0), (2, 1, 1)]
        case inspect.DictType(key_type=inspect.LiteralType() as words):
            values = [{word: cents} for word in words.values for cents in (25, 50)]
        case inspect.DictType():
            values = [{"3": [60, 40]}, {"5": [60, 40]}, {"3": [70, 30]}]
        case _:
            raise AssertionError(f"no values known for {kind}")
    return [value for value in values if value != now]


def said_about(book: Rulebook, key: str) -> list[str]:
    """Every sentence, quiet ones too, that speaks of a setting."""
    return [
        line.sentence for section in full_sheet(book) for line in section.lines if key == line.key or key in line.also
    ]


# Everything is said.


@rows("key", SETTINGS)
def test_every_value_of_every_setting_has_a_sentence_of_its_own(key: str) -> None:
    now = get(LIVELY, key)
    said = {str(now): said_about(LIVELY, key)}
    for value in other_values(SETTINGS[key], now):
        said[str(value)] = said_about(put(LIVELY, key, value), key)
    assert len(said) > 1
    assert all(said.values()), f"{key} has no sentence: {said}"
    assert len({tuple(sentences) for sentences in said.values()}) == len(said), f"{key} sounds alike: {said}"


@rows(("one", "two"), some(list(combinations(book_names(), 2)), quick=15))
def test_what_differs_between_two_books_sounds_different(one: str, two: str) -> None:
    a, b = load_rulebook(one), load_rulebook(two)
    differing = [key for key in SETTINGS if get(a, key) != get(b, key)]
    assert differing
    for key in differing:
        assert said_about(a, key) != said_about(b, key), key


@rows("name", [name for name in book_names() if name != "bicycle"])
def test_every_clause_of_a_club_is_on_its_sheet(name: str) -> None:
    shown = {id for line in lines(load_rulebook(name)) for id in line.clauses}
    assert shown == {clause.id for clause in clauses() if clause.rulebook == name}


def test_a_line_cites_the_clauses_of_its_setting(book: Rulebook) -> None:
    for line in lines(book):
        if not line.key.startswith("irregularities."):
            assert line.clauses[: len(book.sources(line.key))] == book.sources(line.key), line


def test_every_line_is_a_plain_sentence(book: Rulebook) -> None:
    for section in full_sheet(book):
        for line in section.lines:
            sentence = line.sentence
            assert sentence[0].isupper() or sentence[0].isdigit(), sentence
            assert sentence.endswith("."), sentence
            assert not set(sentence) & set("{}[]_"), sentence
            assert "  " not in sentence, sentence
            assert sentence.isascii(), f"prints on any terminal: {sentence}"
            assert len(sentence) < 280, f"short enough to read out: {sentence}"


def test_the_sheet_follows_the_evening(book: Rulebook) -> None:
    titles = [section.title for section in sheet(book)]
    evening = ["The cards", "The draw", "Cut and deal", "Making trump", "The discard", "Playing alone"]
    evening += ["Lead and play", "Points", "End of the game", "Keeping score", "When something goes wrong", "The event"]
    assert [title for title in titles if title in evening] == evening


def test_the_same_book_gives_the_same_sheet(book: Rulebook) -> None:
    assert sheet(book) == sheet(book)
    assert differences(book, book) == ()


# What a player reads.


def test_alberta_in_its_own_way() -> None:
    alberta = load_rulebook("alberta")
    assert "24 cards: nine to ace in four suits." in text(alberta, "The cards")
    assert "the two highest play the two lowest" in text(alberta, "The draw")
    trump = text(alberta, "Making trump")
    assert "The dealer's partner who orders it up plays alone." in trump
    assert "a card printed in the turned-up suit, not just the other jack of its colour" in trump
    assert "nobody scores and the deal passes to the left" in trump
    assert "The first side with 10 points wins." in text(alberta, "End of the game")
    assert "two fives" in text(alberta, "Keeping score")
    assert "peg board" in text(alberta, "Keeping score")


@pytest.mark.clause("ALB-T8")
def test_alberta_gives_its_advice_on_the_sheet_and_the_plain_game_gives_none() -> None:
    assert "daring" in text(load_rulebook("alberta"), "Good advice")
    assert text(load_rulebook("bicycle"), "Good advice") == ""


@pytest.mark.clause("ALB-12a", "ALB-12g")
def test_alberta_lists_the_ways_to_expose_a_card_and_says_that_earlier_scores_stand() -> None:
    wrong = text(load_rulebook("alberta"), "When something goes wrong")
    assert "(led or played out of turn, dropped face up, played with another card, or named)" in wrong
    assert "Imperfect pack: the same dealer deals again; earlier scores stand." in wrong
    assert "dropped" not in text(load_rulebook("national"), "When something goes wrong")


@pytest.mark.clause("CCC-3b")
def test_ccc_may_go_round_again_but_it_does_not_count() -> None:
    assert "You may go round again, but that does not count." in text(load_rulebook("ccc"), "The event")


@pytest.mark.clause("NAT-P9b")
def test_national_says_which_cut_is_for_the_first_game() -> None:
    assert "For the first game one player of each side cuts" in text(load_rulebook("national"), "The draw")
    assert "One player of each side cuts" in text(load_rulebook("bicycle"), "The draw")


@pytest.mark.clause("CCC-6", "CCC-7c")
def test_ccc_says_where_the_cards_lie() -> None:
    ccc = load_rulebook("ccc")
    assert "lays the card face up, partly under the deck" in text(ccc, "Making trump")
    assert '"Next"' in text(ccc, "Making trump")
    assert "The discard goes face down under the deck." in text(ccc, "The discard")
    assert "The turn-up may lie on the deck" in text(ccc, "The discard")


@pytest.mark.clause("NAT-P1", "NAT-P6")
def test_national_says_away_and_the_winner_turns_the_trick() -> None:
    national = load_rulebook("national")
    assert 'To pass, say "Away".' in text(national, "Making trump")
    assert "The winner turns the trick face down before leading on" in text(national, "Lead and play")


def test_the_stuck_dealer_and_the_eight_hands_of_trailer_estates() -> None:
    book = load_rulebook("trailer-estates")
    assert "If the other three pass again, the dealer must name trump." in text(book, "Making trump")
    assert "thrown in" not in text(book, "Making trump")
    assert "A game is eight hands, two dealt by each player." in text(book, "End of the game")
    assert "Playing costs 25 cents." in text(book, "Money")
    assert "Play starts at 6:30 pm." in text(book, "Season and calendar")


@pytest.mark.clause("STJ-7")
def test_st_joe_says_which_options_are_not_played() -> None:
    book = load_rulebook("st-joe")
    assert "However weak, a hand is played as dealt: it brings no new deal." in text(book, "Cut and deal")
    assert "No cards are exchanged for a weak hand." in text(book, "Cut and deal")
    assert "A lone player gets no card from the partner." in text(book, "Playing alone")
    assert "weak" not in text(load_rulebook("alberta"), "Cut and deal")


def test_points_are_rows_of_a_small_table() -> None:
    (section,) = (section for section in sheet(load_rulebook("st-joe")) if section.title == "Points")
    assert {line.key: line.value for line in section.lines if line.value} == {
        "points.made": "1 point",
        "points.march": "2 points",
        "points.alone_made": "2 points",
        "points.alone_march": "4 points",
        "points.euchre": "1 point, 2 with all five",
        "points.euchre_alone": "1 point, 2 with all five",
    }


def test_a_big_pack_with_a_joker() -> None:
    book = read_rulebook('based_on = "bicycle"\n[pack]\nlowest = 7\njoker = true')
    cards = text(book, "The cards")
    assert "33 cards: seven to ace in four suits, and the joker." in cards
    assert "Trumps, best first: the joker, the jack of trumps (right bower)" in cards
    assert "then ace, king, queen, ten, nine, eight, seven." in cards
    assert "13 cards are left." in text(book, "Cut and deal")


# House rules.


def test_a_line_that_house_rules_changed_cites_no_clause() -> None:
    book = read_rulebook('based_on = "ccc"\n[deal]\ncut_leaves = 6')
    (cut,) = (line for line in lines(book) if line.key == "deal.cut")
    assert cut.text == "The player on the dealer's right cuts the deck, leaving at least six cards in each part."
    assert cut.clauses == ()
    (before,) = (line for line in lines(load_rulebook("ccc")) if line.key == "deal.cut")
    assert before.clauses == ("CCC-4",)


def test_an_option_that_house_rules_put_off_by_name_is_on_the_sheet() -> None:
    book = read_rulebook('based_on = "alberta"\n[alone]\ndefend_alone = "off"')
    assert "Nobody may defend alone." in text(book, "Playing alone")
    assert "defend alone" not in text(load_rulebook("alberta"), "Playing alone")


def test_differences_are_told_by_key_in_the_words_of_both() -> None:
    base = load_rulebook("alberta")
    house = read_rulebook('based_on = "alberta"\n[auction]\npartner_orders_alone = false\n[game]\npoints = 5')
    partner, target = differences(base, house)
    assert partner.key == "auction.partner_orders_alone"
    assert partner.a.startswith("The dealer's partner who orders it up plays alone.")
    assert partner.b == "The dealer's partner may order it up and play with the dealer."
    assert target == Difference(
        "End of the game",
        "game.points",
        "The first side with 10 points wins.",
        "The first side with 5 points wins.",
    )


def test_differences_are_the_same_from_either_side() -> None:
    a, b = load_rulebook("alberta"), load_rulebook("st-joe")
    there = {(difference.key, difference.a, difference.b) for difference in differences(a, b)}
    back = {(difference.key, difference.b, difference.a) for difference in differences(b, a)}
    assert there == back


def test_differences_follow_the_order_of_the_sheet() -> None:
    titles = [section.title for section in full_sheet(LIVELY)]
    found = [difference.title for difference in differences(load_rulebook("national"), load_rulebook("st-joe"))]
    assert found == sorted(found, key=titles.index)


# What goes wrong.


def ruling(irregularity: Irregularity, *cases: Case) -> str:
    book = msgspec.structs.replace(load_rulebook("bicycle"), irregularities={irregularity: cases})
    (said,) = said_about(book, f"irregularities.{irregularity}")
    return said


def test_every_remedy_and_condition_has_words() -> None:
    remedies = {ruling("signal", Case(remedy=remedy, clause="")) for remedy in get_args(RemedyKind)}
    assert len(remedies) == len(get_args(RemedyKind))
    whens = {ruling("signal", Case(remedy="stands", clause="", when=(when,))) for when in get_args(Condition)}
    assert len(whens) == len(get_args(Condition))


def test_a_silent_book_leaves_an_irregularity_to_the_director(book: Rulebook) -> None:
    for irregularity in get_args(Irregularity):
        (said,) = said_about(book, f"irregularities.{irregularity}")
        assert said.endswith(": the director decides.") is (irregularity not in book.irregularities)


def test_cases_are_told_in_order_and_the_last_is_otherwise() -> None:
    said = ruling(
        "wrong dealer",
        Case(remedy="new deal", clause="", when=("turn-up not shown",), dealer="right"),
        Case(remedy="stands", clause=""),
    )
    assert said == "Wrong dealer: before the turn-up shows, the right dealer deals; otherwise it stands."


def test_cases_that_differ_in_points_only_are_told_as_one() -> None:
    said = ruling(
        "revoke",
        Case(remedy="correct it", clause="", when=("trick not quitted",)),
        Case(remedy="hand lost", clause="", when=("hand played alone",), points=4),
        Case(remedy="hand lost", clause="", points=2),
    )
    assert said == (
        "Renege: before the trick is turned down, it is corrected without penalty; "
        "otherwise the hand is over and 2 points (4 in a hand played alone) go to the other side."
    )


def test_cases_with_different_remedies_are_told_apart() -> None:
    said = ruling(
        "revoke",
        Case(remedy="points", clause="", when=("hand played alone",), points=4),
        Case(remedy="hand lost", clause="", points=2, by_director=True),
    )
    assert said == (
        "Renege: in a hand played alone, 4 points go to the other side, and play continues; "
        "otherwise the hand is over and 2 points go to the other side, by the director's decision."
    )


def test_a_case_after_one_that_always_holds_is_never_told() -> None:
    said = ruling("signal", Case(remedy="stands", clause=""), Case(remedy="void", clause=""))
    assert said == "Signal: it stands."
