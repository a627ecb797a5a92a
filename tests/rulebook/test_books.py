"""The books say what the clubs' documents say: which club has what, and where the others differ.

What a value does at the table is shown where it is played, in `tests/table`.
"""

from __future__ import annotations

import pytest

from bowerbird.rulebook import Rulebook, book_names, clauses, load_rulebook
from bowerbird.rulebook.settings import value_of
from bowerbird.rulebook.sheet import sheet
from kit.rows import rows

#: The clubs whose documents are compared here.
CLUBS = ("alberta", "ccc", "national", "st-joe", "trailer-estates")


@pytest.fixture(params=CLUBS)
def club(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param)


@pytest.mark.clause("STJ-7")
def test_options_that_none_of_these_clubs_plays_are_off(club: Rulebook) -> None:
    assert club.alone.defend_alone == "off"
    assert not club.alone.partners_best
    assert club.deal.new_deal_for == club.deal.exchange_for == ()
    assert not club.pack.joker
    assert not club.auction.no_trump
    assert club.points.euchre_alone != 4


#: What is on, or set to something, at these clubs and at none of the others.
ONLY = {
    "auction.partner_orders_alone": "alberta",
    "auction.stick_the_dealer": "st-joe trailer-estates",
    "deal.after_start_bell": "national",
    "discard.keep_turn_up_in_a_flush": "national",
    "discard.turn_up": "ccc national trailer-estates",
    "game.minutes": "national",
    "personal_card.kept": "st-joe",
    "words.tip": "alberta",
    "words.trick_turned_by_winner": "national",
    "words.turn_up_stays": "ccc",
}


@pytest.mark.clause("ALB-T8", "CCC-6b", "TE-4b", "NAT-P6", "NAT-P7")
@rows(("key", "clubs"), ONLY.items())
def test_what_only_some_clubs_have(key: str, clubs: str) -> None:
    assert [name for name in CLUBS if value_of(load_rulebook(name), key)] == clubs.split()


#: What each club says or does, in the order of `CLUBS`.
EACH: dict[str, tuple[object, ...]] = {
    "auction.all_pass": ("next dealer",) * 5,
    "deal.cut": ("optional", "required", "optional", "required", "optional"),
    "deal.plan": ("each player", "all alike", "each player", "each player", "all alike"),
    "deal.second_misdeal": ("same dealer", "same dealer", "next dealer", "same dealer", "same dealer"),
    "game.bell": ("none", "none", "finish the hand", "none", "none"),
    "game.hands": (0, 0, 0, 0, 8),
    "game.points": (10, 10, 11, 10, 0),
    "lead.opening": ("left of dealer",) * 5,
    "words.pass": ("Pass", "Pass", "Away", "Pass", "Pass"),
    "words.revoke": ("revoke", "renege", "renege", "renege", "renege"),
}


@pytest.mark.clause("STJ-14", "NAT-P1")
@rows(("key", "values"), EACH.items())
def test_what_each_club_has(key: str, values: tuple[object, ...]) -> None:
    assert tuple(value_of(load_rulebook(name), key) for name in CLUBS) == values


@pytest.mark.clause("NAT-C1")
def test_level_at_the_bell_is_a_draw_at_national_and_points_past_ten_count_at_st_joe() -> None:
    assert load_rulebook("national").game.level_at_bell == "draw"
    assert load_rulebook("st-joe").game.over_target == "counted"


def test_the_usual_way_at_st_joe_begins_with_two() -> None:
    assert load_rulebook("st-joe").deal.packets[0] == "2-3"


@pytest.mark.clause("TE-4c")
def test_the_rest_of_the_pack_lies_at_the_dealers_left_in_trailer_estates() -> None:
    lies = {name: load_rulebook(name).words.pack_lies for name in CLUBS}
    assert {name for name, where in lies.items() if where == "at the dealer's left"} == {"trailer-estates"}
    sentences = [line.sentence for part in sheet(load_rulebook("trailer-estates")) for line in part.lines]
    assert "The rest of the deck lies at the dealer's left." in sentences


@rows("name", book_names())
def test_a_book_cites_its_own_document_and_all_of_it(name: str) -> None:
    book = load_rulebook(name)
    cited = {id for ids in book.clauses.values() for id in ids}
    cited |= {case.clause for cases in book.irregularities.values() for case in cases if case.clause}
    assert cited == set(book.document) == {clause.id for clause in clauses() if clause.rulebook == name}


def test_the_plain_game_cites_nothing() -> None:
    book = load_rulebook("bicycle")
    assert not book.clauses
    assert {case.clause for cases in book.irregularities.values() for case in cases} <= {""}
