"""The books say what the clubs' documents say: values that show a clause by themselves.

What a value does at the table is shown where it is played; here stands what people see and say, what is on and what is
off, and the tables of points and rulings as the documents print them.
"""

from __future__ import annotations

import pytest

from bowerbird.cards import Suit, show_cards, sort_hand
from bowerbird.rulebook import Rulebook, book_names, clauses, load_rulebook
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.rulings import cases_of
from bowerbird.rulebook.sheet import sheet

#: The clubs whose documents are compared here.
CLUBS = ("alberta", "ccc", "national", "st-joe", "trailer-estates")


@pytest.fixture(params=CLUBS)
def club(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param)


def table_of_points(book: Rulebook) -> tuple[int, int, int, int, int | str, int | str]:
    """Made, march, alone made, alone march, euchre, euchre of a lone hand."""
    points = book.points
    return (points.made, points.march, points.alone_made, points.alone_march, points.euchre, points.euchre_alone)


def rulings(book: Rulebook) -> dict[str, list[tuple[tuple[str, ...], str, int]]]:
    """Irregularity, conditions, remedy, points."""
    return {
        irregularity: [(case.when, case.remedy, case.points) for case in cases]
        for irregularity, cases in book.irregularities.items()
    }


# What they have in common.


@pytest.mark.clause("STJ-7")
def test_options_that_none_of_these_clubs_plays_are_off(club: Rulebook) -> None:
    assert club.alone.defend_alone == "off"
    assert not club.alone.partners_best
    assert club.deal.new_deal_for == club.deal.exchange_for == ()
    assert not club.pack.joker
    assert not club.auction.no_trump
    assert club.points.euchre_alone != 4


@pytest.mark.clause("ALB-3", "CCC-2", "TE-2", "STJ-13")
def test_every_club_plays_with_24_cards_in_the_usual_ranks(club: Rulebook) -> None:
    assert len(club.cards()) == 24
    with_diamonds_as_trumps = (
        "Jd Jh Ad Kd Qd Td 9d "  # the bowers, then the other trumps
        "As Ks Qs Js Ts 9s Ah Kh Qh Th 9h Ac Kc Qc Jc Tc 9c"  # hearts lack their jack: it is the left bower
    )
    assert show_cards(sort_hand(club.cards(), Suit.DIAMONDS)) == with_diamonds_as_trumps


def test_the_lead_is_left_of_the_dealer_at_all_of_these_clubs(club: Rulebook) -> None:
    assert club.lead.opening == "left of dealer"


@pytest.mark.parametrize("name", ["alberta", "ccc", "trailer-estates", "national"])
def test_four_clubs_share_one_table_of_points(name: str) -> None:
    assert table_of_points(load_rulebook(name)) == (1, 2, 1, 4, 2, 2)


def test_at_st_joe_points_go_by_tricks_and_a_lone_hand_makes_two() -> None:
    assert table_of_points(load_rulebook("st-joe")) == (1, 2, 2, 4, "by tricks", "by tricks")
    assert load_rulebook("st-joe").game.points == 10


# The cut and the deal.


def test_a_cut_with_at_least_four_cards_in_each_packet_is_required_at_two_clubs() -> None:
    cuts = {name: load_rulebook(name).deal for name in CLUBS}
    required = {name: deal.cut_leaves for name, deal in cuts.items() if deal.cut == "required"}
    assert required == {"ccc": 4, "st-joe": 4}


@pytest.mark.parametrize(
    ("name", "packets", "plan"),
    [
        ("alberta", {"3-2", "2-3"}, "each player"),
        ("ccc", {"3-2", "2-3"}, "all alike"),
        ("trailer-estates", {"3-2", "2-3", "1-1-1-1-1"}, "all alike"),
        ("national", {"3-2", "2-3"}, "each player"),
        ("st-joe", {"3-2", "2-3", "4-1", "1-4"}, "each player"),
    ],
)
def test_the_ways_to_deal(name: str, packets: set[str], plan: str) -> None:
    deal = load_rulebook(name).deal
    assert (set(deal.packets), deal.plan) == (packets, plan)


def test_the_usual_way_at_st_joe_begins_with_two() -> None:
    assert load_rulebook("st-joe").deal.packets[0] == "2-3"


def test_only_national_waits_for_the_start_bell_and_takes_the_deal_away() -> None:
    for name in CLUBS:
        deal = load_rulebook(name).deal
        assert deal.after_start_bell is (name == "national")
        assert (deal.second_misdeal == "next dealer") is (name == "national")


# Making trump.


@pytest.mark.parametrize(
    ("name", "first", "second", "dealer"),
    [
        ("alberta", "natural", "nothing", True),
        ("ccc", "trump or left bower", "trump or left bower", True),
        ("trailer-estates", "natural", "nothing", True),
        ("national", "trump or left bower", "trump or left bower", False),
        ("st-joe", "nothing", "nothing", True),
    ],
)
def test_what_a_player_must_hold_to_make_trump(name: str, first: str, second: str, dealer: bool) -> None:
    auction = load_rulebook(name).auction
    assert (auction.need_first_round, auction.need_second_round, auction.dealer_needs) == (first, second, dealer)


def test_only_at_alberta_the_dealers_partner_goes_alone() -> None:
    assert [name for name in CLUBS if load_rulebook(name).auction.partner_orders_alone] == ["alberta"]


def test_two_clubs_stick_the_dealer_and_the_others_pass_the_deal_on() -> None:
    stuck = [name for name in CLUBS if load_rulebook(name).auction.stick_the_dealer]
    assert stuck == ["st-joe", "trailer-estates"]
    assert all(load_rulebook(name).auction.all_pass == "next dealer" for name in CLUBS if name not in stuck)


@pytest.mark.clause("CCC-6b", "TE-4b", "NAT-P7")
def test_three_clubs_let_the_dealer_decline_the_exchange_and_national_not_with_a_flush() -> None:
    discards = {name: load_rulebook(name).discard for name in CLUBS}
    assert {name for name, rules in discards.items() if rules.turn_up} == {"ccc", "national", "trailer-estates"}
    assert {name for name, rules in discards.items() if rules.keep_turn_up_in_a_flush} == {"national"}


@pytest.mark.clause("TE-4c")
def test_the_rest_of_the_pack_lies_at_the_dealers_left_in_trailer_estates() -> None:
    lies = {name: load_rulebook(name).words.pack_lies for name in CLUBS}
    assert {name for name, where in lies.items() if where == "at the dealer's left"} == {"trailer-estates"}
    sentences = [line.sentence for part in sheet(load_rulebook("trailer-estates")) for line in part.lines]
    assert "The rest of the deck lies at the dealer's left." in sentences


# What people say and see.


@pytest.mark.clause("NAT-P1")
def test_a_pass_is_said_away_at_national() -> None:
    said = {name: load_rulebook(name).words.pass_ for name in CLUBS}
    assert said.pop("national") == "Away"
    assert set(said.values()) == {"Pass"}


@pytest.mark.clause("CCC-7a")
@pytest.mark.parametrize("name", ["ccc", "trailer-estates"])
def test_the_words_of_the_first_round(name: str) -> None:
    words = load_rulebook(name).words
    assert (words.order, words.assist, words.take) == ("I order it up", "I assist", "I take it up")


@pytest.mark.clause("CCC-6")
def test_the_turn_up_stays_on_the_pack_and_the_discard_goes_under_it_at_ccc() -> None:
    words = load_rulebook("ccc").words
    assert (words.turn_up_stays, words.discard_goes) == (True, "under the pack")


@pytest.mark.clause("CCC-7c")
def test_a_turned_down_card_lies_face_up_at_ccc_and_colours_are_next_and_crossing() -> None:
    words = load_rulebook("ccc").words
    assert (words.turned_down_lies, words.next, words.crossing) == ("face up", "Next", "Crossing")


@pytest.mark.parametrize("name", ["alberta", "trailer-estates"])
def test_a_turned_down_card_lies_face_down(name: str) -> None:
    assert load_rulebook(name).words.turned_down_lies == "face down"


def test_a_lone_player_says_going_alone_at_st_joe() -> None:
    assert load_rulebook("st-joe").words.alone == "Going alone"


@pytest.mark.clause("NAT-P6")
def test_only_at_national_the_winner_turns_the_trick() -> None:
    assert [name for name in CLUBS if load_rulebook(name).words.trick_turned_by_winner] == ["national"]


@pytest.mark.clause("ALB-T8")
def test_alberta_advises_daring_and_no_other_club_advises() -> None:
    tips = {name: load_rulebook(name).words.tip for name in CLUBS}
    tip = tips.pop("alberta")
    assert all(word in tip for word in ("daring", "few points", "partner", "trick"))
    assert set(tips.values()) == {""}


def test_the_score_markers() -> None:
    assert load_rulebook("alberta").game.markers == ("two fives", "peg board")
    assert load_rulebook("ccc").game.markers == ("three and two",)


# The game.


@pytest.mark.parametrize(
    ("name", "points", "hands", "minutes"),
    [
        ("alberta", 10, 0, 0),
        ("ccc", 10, 0, 0),
        ("trailer-estates", 0, 8, 0),
        ("national", 11, 0, 7),
        ("st-joe", 10, 0, 0),
    ],
)
def test_how_long_a_game_is(name: str, points: int, hands: int, minutes: int) -> None:
    game = load_rulebook(name).game
    assert (game.points, game.hands, game.minutes) == (points, hands, minutes)


def test_a_game_at_alberta_should_take_half_an_hour_at_most() -> None:
    assert load_rulebook("alberta").game.advised_minutes == 30


@pytest.mark.clause("STJ-14", "NAT-C1")
def test_a_bell_ends_games_at_national_only_and_level_is_a_draw() -> None:
    assert [name for name in CLUBS if load_rulebook(name).game.bell != "none"] == ["national"]
    assert load_rulebook("national").game.level_at_bell == "draw"
    assert load_rulebook("st-joe").game.over_target == "counted"


def test_the_personal_card_of_st_joe_and_of_no_other_club() -> None:
    assert [name for name in CLUBS if load_rulebook(name).personal_card.kept] == ["st-joe"]
    card = load_rulebook("st-joe").personal_card
    assert (card.made, card.march, card.alone_made, card.alone_march, card.alone_march_partner) == (1, 2, 2, 5, 4)


# Rulings.


@pytest.mark.parametrize(
    ("name", "word", "cases"),
    [
        (
            "alberta",
            "revoke",
            [
                (("trick not quitted",), "correct it", 0),
                (("hand played alone",), "choice", 4),
                ((), "choice", 2),
            ],
        ),
        ("ccc", "renege", [((), "hand lost", 2)]),
        ("trailer-estates", "renege", [(("hand played alone",), "hand lost", 4), ((), "hand lost", 2)]),
        (
            "national",
            "renege",
            [
                (("next card not led",), "correct it, card face up", 0),
                (("hand played alone",), "hand lost", 4),
                ((), "hand lost", 2),
            ],
        ),
        ("st-joe", "renege", [(("hand played alone",), "hand lost", 4), ((), "hand lost", 2)]),
    ],
)
def test_what_a_revoke_costs(name: str, word: str, cases: list[tuple[tuple[str, ...], str, int]]) -> None:
    book = load_rulebook(name)
    assert book.words.revoke == word
    assert rulings(book)["revoke"] == cases


def test_a_renege_at_trailer_estates_is_left_to_the_director() -> None:
    cases = load_rulebook("trailer-estates").irregularities["revoke"]
    assert all(case.by_director for case in cases)


def test_the_misdeals_of_national_pass_the_deal_the_second_time() -> None:
    book = load_rulebook("national")
    misdeals: tuple[Irregularity, ...] = (
        "card exposed in the deal",
        "turn-up before the bell",
        "wrong number of cards",
    )
    for irregularity in misdeals:
        second, first = cases_of(book, irregularity)
        assert (second.when, second.remedy, second.dealer) == (("second misdeal",), "new deal", "next")
        assert (first.when, first.remedy, first.dealer) == ((), "new deal", "same")


def test_a_call_without_the_card_loses_the_game_at_national_and_the_call_at_alberta() -> None:
    assert load_rulebook("national").irregularities["call without the card"][0].remedy == "game lost"
    assert load_rulebook("alberta").irregularities["call without the card"][0].remedy == "void and barred"


# The books and the index of clauses.


@pytest.mark.parametrize("name", book_names())
def test_a_book_cites_its_own_document_and_all_of_it(name: str) -> None:
    book = load_rulebook(name)
    cited = {id for ids in book.clauses.values() for id in ids}
    cited |= {case.clause for cases in book.irregularities.values() for case in cases if case.clause}
    assert cited == set(book.document) == {clause.id for clause in clauses() if clause.rulebook == name}


def test_the_plain_game_cites_nothing() -> None:
    book = load_rulebook("bicycle")
    assert not book.clauses
    assert {case.clause for cases in book.irregularities.values() for case in cases} <= {""}
