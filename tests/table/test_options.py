"""Options that few clubs use but players expect: off unless a book turns them on, and right where it does."""

from __future__ import annotations

import pytest

from bowerbird.cards import JOKER, Card, Suit, parse_cards, show_cards
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.model import AloneRules
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import Phase, Table
from bowerbird.table import facts as f
from bowerbird.table.talk import tell, waits_for
from deals import ALL_BOOKS, dealt, house, opened, play_hand, play_on, refuses, say
from kit.rows import rows

ALL_PASS = "E: pass, S: pass, W: pass, N: pass"
FARMERS = "9c Tc 9d Td 9s"
ACE_NO_FACE = "Ac Tc 9d Td 9s"


def playable(table: Table) -> str:
    return show_cards(fact.card for fact in table.legal if isinstance(fact, f.Play))


# Off, unless a book puts them on.


@pytest.mark.clause("STJ-7")
@rows("book", [book for book in ALL_BOOKS if not load_rulebook(book).deal.exchange_for])
def test_a_dealt_hand_is_played(book: str) -> None:
    table = dealt(book, "N", "Ah", E=FARMERS)
    for line in ("E: exchange 9c Tc 9d", "E: ask farmer's hand"):
        refuses(table, line, "a dealt hand is played")
    table = dealt(book, "N", "Ah", E=ACE_NO_FACE)
    refuses(
        table, "E: ask ace with no face", "ace with no face: no new deal for it at this table; a dealt hand is played"
    )
    assert not any(isinstance(fact, f.Exchange | f.AskNewDeal) for fact in table.legal)


@pytest.mark.clause("STJ-7")
@rows("book", [book for book in ALL_BOOKS if load_rulebook(book).alone == AloneRules()])
def test_no_partners_best_and_no_lone_defence(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    say(table, "E: order alone, N: discard 9c")
    assert table.state.phase is Phase.PLAY
    for line in ("W: give As", "S: defend alone"):
        refuses(table, line, "not now: the table waits for East to play")


@rows("book", ALL_BOOKS)
def test_no_trump_is_refused_where_it_is_not_played(book: str) -> None:
    table = say(dealt(book, "N", "9h"), ALL_PASS)
    refuses(table, "E: name no trump", "no trump is not played at this table; name clubs or diamonds or spades")


# Defending alone.

DEFEND = house("alone.defend_alone = 'lone calls'")
LONE_HANDS = {"E": "Jh Jd 9c 9d Tc", "S": "Ac Kc Ad Kd As", "W": "9h Th Jc Td Ts", "N": "Qc Qd Ks Qs Js"}


def east_alone() -> Table:
    return say(dealt(DEFEND, "N", "9s", **LONE_HANDS), f"{ALL_PASS}, E: name hearts alone")


def test_each_opponent_of_a_lone_hand_is_asked_the_left_one_first() -> None:
    table = east_alone()
    assert table.state.phase is Phase.DEFEND
    assert table.legal == [f.Pass(Seat.S), f.DefendAlone(Seat.S)]
    refuses(table, "N: defend alone", "South says whether to defend alone, not North")
    refuses(table, "N: pass", "South says whether to defend alone, not North")
    say(table, "S: pass")
    assert table.legal == [f.Pass(Seat.N), f.DefendAlone(Seat.N)]
    table = say(table, "N: pass")
    assert table.state.phase is Phase.PLAY
    assert table.state.hand.lone_defender is None
    assert list(table.state.hand.playing()) == [Seat.N, Seat.E, Seat.S]


def test_a_lone_defender_plays_one_against_one_and_a_euchre_is_worth_four() -> None:
    table = say(east_alone(), "S: defend alone")
    assert table.state.phase is Phase.PLAY
    assert table.view(Seat.E).sitting_out == (Seat.N, Seat.W)
    assert table.view(Seat.E).lone_defender is Seat.S
    refuses(table, "N: Qc", "North is sitting out this hand")
    say(table, "E: Jh As, E: Jd Kd, E: 9c Ac, S: Kc Tc, S: Ad 9d")
    assert table.state.score == (4, 0)
    assert table.state.results[-1].lone_defender is Seat.S


def test_the_second_opponent_may_defend_alone_when_the_first_does_not() -> None:
    table = say(east_alone(), "S: pass, N: defend alone")
    assert table.state.hand.lone_defender is Seat.N
    assert list(table.state.hand.playing()) == [Seat.N, Seat.E]


def test_a_euchre_against_a_lone_hand_by_both_opponents_is_the_usual_one() -> None:
    table = play_on(say(east_alone(), "S: pass, N: pass"))
    assert table.state.results[-1].lone_defender is None
    assert table.state.score == (2, 0)


def test_a_lone_hand_that_makes_it_scores_the_same_against_a_lone_defender() -> None:
    table = dealt(DEFEND, "N", "9s", E="Jh Jd Ah Kh Qh")
    say(table, f"{ALL_PASS}, E: name hearts alone, S: defend alone")
    assert play_on(table).state.score == (0, 4)


def test_nobody_is_asked_when_the_maker_plays_with_the_partner() -> None:
    table = say(dealt(DEFEND, "N", "9s", **LONE_HANDS), f"{ALL_PASS}, E: name hearts")
    assert table.state.phase is Phase.PLAY


ANY_CALL = house("alone.defend_alone = 'any call'")


@rows(("up", "calls"), [("9s", f"{ALL_PASS}, E: name hearts"), ("9h", "E: order, N: discard Qc")])
def test_where_any_call_may_be_defended_alone_both_makers_play_against_one(up: str, calls: str) -> None:
    hands = LONE_HANDS if up == "9s" else LONE_HANDS | {"W": "9s Th Jc Td Ts"}
    table = say(dealt(ANY_CALL, "N", up, **hands), calls)
    assert table.legal == [f.Pass(Seat.S), f.DefendAlone(Seat.S)]
    say(table, "S: defend alone")
    assert table.state.phase is Phase.PLAY
    assert list(table.state.hand.playing()) == [Seat.E, Seat.S, Seat.W]
    assert table.view(Seat.E).sitting_out == (Seat.N,)
    result = play_on(table).state.results[-1]
    assert (result.alone, result.lone_defender) == (False, Seat.S)


def test_a_lone_defender_who_euchres_both_makers_scores_four() -> None:
    table = say(dealt(ANY_CALL, "N", "9s", **LONE_HANDS), f"{ALL_PASS}, E: name clubs, S: defend alone")
    assert play_on(table).state.score == (4, 0)


def test_any_call_may_be_left_to_both_opponents() -> None:
    table = say(dealt(ANY_CALL, "N", "9s", **LONE_HANDS), f"{ALL_PASS}, E: name hearts, S: pass, N: pass")
    assert list(table.state.hand.playing()) == list(Seat)


def test_the_lead_passes_over_both_hands_that_were_laid_away() -> None:
    table = dealt(DEFEND, "N", "9s", W="Jh Jd Ah Kh Qh")
    say(table, f"{ALL_PASS}, E: pass, S: pass, W: name hearts alone, N: defend alone")
    # East and South are out: the next on the dealer's left who plays is West.
    assert table.state.turn is Seat.W


def test_after_an_order_the_dealer_discards_before_the_defenders_speak() -> None:
    table = dealt(DEFEND, "N", "9h", E="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    say(table, "E: order alone")
    assert table.state.phase is Phase.DISCARD
    table = say(table, "N: discard 9c")
    assert table.state.phase is Phase.DEFEND


# Partner's best.

BEST = house("alone.partners_best = true")


def test_the_partner_hands_over_one_card_and_the_lone_player_discards_one() -> None:
    table = dealt(BEST, "N", "9s", E="Jh Ah Kh 9c 9d", W="Jd Tc Td Ts Qs")
    say(table, f"{ALL_PASS}, E: name hearts alone")
    assert table.state.phase is Phase.BEST
    assert table.legal == [f.GiveBest(Seat.W, card) for card in sorted(parse_cards("Jd Tc Td Ts Qs"))]
    refuses(table, "E: give 9c", "West gives a card, not East")
    refuses(table, "W: give As", "West does not hold As")
    table = say(table, "W: give Jd")
    assert table.state.phase is Phase.DISCARD
    assert table.state.turn is Seat.E
    assert len(table.state.hand.cards(Seat.E)) == 6
    assert {fact.card for fact in table.legal if isinstance(fact, f.Discard)} == set(parse_cards("Jh Ah Kh 9c 9d Jd"))
    # Only the two of them know which card it was.
    assert table.view(Seat.E).given == table.view(Seat.W).given == Card("Jd")
    assert table.view(Seat.N).given is table.view(Seat.S).given is table.view(None).given is None
    table = say(table, "E: discard 9c")
    assert table.state.phase is Phase.PLAY
    assert set(table.state.hand.cards(Seat.E)) == set(parse_cards("Jh Ah Kh 9d Jd"))
    assert table.state.hand.is_out(Seat.W)


def test_the_lone_player_may_give_the_card_up_again() -> None:
    table = dealt(BEST, "N", "9s", E="Jh Ah Kh Qh Jd", W="9c Tc Td Ts Qs")
    say(table, f"{ALL_PASS}, E: name hearts alone, W: give 9c, E: discard 9c")
    assert set(table.state.hand.cards(Seat.E)) == set(parse_cards("Jh Ah Kh Qh Jd"))
    assert play_on(table).state.score == (0, 4)


def test_a_dealer_who_goes_alone_discards_twice_and_then_even_the_turn_up_may_go() -> None:
    table = dealt(BEST, "N", "9h", N="Jh Ah Kh Qh 9c", S="Jd 9d Td Ts Qs")
    say(table, "E: pass, S: pass, W: pass, N: order alone, N: discard 9c")
    assert table.state.phase is Phase.BEST
    say(table, "S: give Jd, N: discard 9h")
    assert set(table.state.hand.cards(Seat.N)) == set(parse_cards("Jh Ah Kh Qh Jd"))
    assert table.view(Seat.N).discards == (Card("9c"), Card("9h"))


def test_no_card_is_given_when_the_maker_plays_with_the_partner() -> None:
    table = say(dealt(BEST, "N", "9s", E="Jh Ah Kh 9c 9d"), f"{ALL_PASS}, E: name hearts")
    assert table.state.phase is Phase.PLAY


def test_the_defenders_speak_before_the_partner_gives_a_card() -> None:
    both = house("alone = {partners_best = true, defend_alone = 'lone calls'}")
    table = dealt(both, "N", "9s", E="Jh Ah Kh 9c 9d", W="Jd Tc Td Ts Qs")
    say(table, f"{ALL_PASS}, E: name hearts alone")
    assert table.state.phase is Phase.DEFEND
    table = say(table, "S: pass, N: defend alone")
    assert table.state.phase is Phase.BEST
    table = say(table, "W: give Jd, E: discard 9c")
    assert table.state.phase is Phase.PLAY
    assert list(table.state.hand.playing()) == [Seat.N, Seat.E]


# Farmer's hand.

EXCHANGE = house('deal.exchange_for = ["farmer\'s hand"]')


def test_a_farmers_hand_is_exchanged_for_the_three_cards_under_the_turn_up() -> None:
    table = dealt(EXCHANGE, "N", "Ah", kitty="Jh Jd Ks", E=FARMERS)
    assert sum(isinstance(fact, f.Exchange) for fact in table.legal) == 10
    say(table, "E: exchange 9c Tc 9d")
    assert set(table.state.hand.cards(Seat.E)) == set(parse_cards("Td 9s Jh Jd Ks"))
    assert table.state.turn is Seat.E
    assert table.view(Seat.S).exchanged is Seat.E
    assert len(set().union(*(table.state.hand.cards(who) for who in Seat))) == 20
    refuses(table, "E: exchange Td 9s Jh", "East has exchanged already, and the three cards are gone")
    say(table, "E: order")
    assert table.state.hand.maker is Seat.E


def test_only_a_hand_with_nothing_above_a_ten_is_exchanged() -> None:
    table = dealt(EXCHANGE, "N", "Ah", E="9c Tc 9d Td Js")
    assert not any(isinstance(fact, f.Exchange) for fact in table.legal)
    refuses(table, "E: exchange 9c Tc 9d", "only a hand with nothing above a ten may be exchanged")


def test_an_exchange_is_of_three_different_cards_that_are_held() -> None:
    table = dealt(EXCHANGE, "N", "Ah", E=FARMERS)
    before = table.state
    refuses(table, "E: exchange 9c Tc As", "East does not hold As")
    with pytest.raises(f.InvalidActionError, match="an exchange is of three different cards"):
        say(table, "E: exchange 9c 9c Tc")
    refuses(table, "S: exchange 9c Tc 9d", "East calls, not South")
    assert table.state is before


def test_an_exchange_is_asked_for_in_the_first_round() -> None:
    table = say(dealt(EXCHANGE, "N", "Ah", E=FARMERS), ALL_PASS)
    refuses(table, "E: exchange 9c Tc 9d", "not now: the table waits for East to call")


def test_the_other_kind_of_farmers_hand_brings_a_new_deal_by_the_same_dealer() -> None:
    book = house('deal.new_deal_for = ["farmer\'s hand"]')
    table = dealt(book, "N", "Ah", E="9c Tc 9d Td Js", S="9s Ts 9h Th Jc")
    refuses(table, "E: ask farmer's hand", "farmer's hand means nothing above a ten")
    table = dealt(book, "N", "Ah", E=FARMERS)
    refuses(table, "E: exchange 9c Tc 9d", "no hand is exchanged at this table")
    assert f.AskNewDeal(Seat.E, "farmer's hand") in table.legal
    table = say(table, "E: ask farmer's hand")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.N
    assert table.state.results[-1].outcome == "new deal"
    assert table.state.score == (0, 0)


# Ace-no-face.


def test_ace_no_face_brings_a_new_deal() -> None:
    book = house('deal.new_deal_for = ["ace with no face"]')
    table = dealt(book, "N", "9h", E=ACE_NO_FACE)
    assert f.AskNewDeal(Seat.E, "ace with no face") in table.legal
    assert f.AskNewDeal(Seat.E, "farmer's hand") not in table.legal
    table = say(table, "E: ask ace with no face")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.N


@rows("hand", [FARMERS, "Ac Jc 9d Td 9s", "Ac Qc 9d Td 9s", "Ac Kc 9d Td 9s"])
def test_a_hand_without_an_ace_or_with_a_face_is_played(hand: str) -> None:
    table = dealt(house('deal.new_deal_for = ["ace with no face"]'), "N", "9h", E=hand)
    assert not any(isinstance(fact, f.AskNewDeal) for fact in table.legal)
    refuses(table, "E: ask ace with no face", "ace with no face means an ace and no king, queen or jack")


@rows("hand", ["B Tc 9d Td 9s", "B Ac 9d Td 9s"])
def test_the_joker_is_no_poor_card(hand: str) -> None:
    book = house('pack.joker = true\ndeal = {new_deal_for = ["farmer\'s hand", "ace with no face"]}')
    table = dealt(book, "N", "9h", E=hand)
    assert not any(isinstance(fact, f.AskNewDeal) for fact in table.legal)


# Weak hands by name.


@rows(
    ("hand", "names"),
    [
        ("9c Tc 9d Td 9s", {"no ace no face", "farmer's hand", "only nines and tens"}),
        ("7c Tc 9d 8d 9s", {"no ace no face", "farmer's hand"}),
        ("Ac Tc 9d 8d 9s", {"ace with no face"}),
        ("Ac Ah As Ad 7s", {"ace with no face"}),
        ("Ac Kh 9s 9d 7s", set()),
        ("Jc Th 9s 9d 7s", set()),
        ("B Th 9s 9d Ts", set()),
        ("B Ah 9s 9d Ts", set()),
    ],
)
def test_which_hands_bring_a_new_deal_by_which_name(hand: str, names: set[str]) -> None:
    every = ", ".join(f'"{name}"' for name in WEAK_HANDS)
    table = dealt(house(f"deal.new_deal_for = [{every}]\npack = {{joker = true, lowest = 7}}"), "N", "Qh", E=hand)
    assert {fact.reason for fact in table.legal if isinstance(fact, f.AskNewDeal)} == names


@rows("name", WEAK_HANDS)
def test_a_hand_that_no_name_of_the_table_fits_is_played(name: str) -> None:
    table = dealt(house("deal.cut = 'optional'"), "N", "Qh", E=ACE_NO_FACE)
    refuses(table, f"E: ask {name}", f"{name}: no new deal for it at this table; a dealt hand is played")


# The joker.


def test_the_joker_has_the_name_that_the_club_gives_it() -> None:
    table = dealt("cornwall", "N", "B")
    names = ("Al", "Betty", "Carl", "Dora")
    before = table.state
    assert waits_for(before, names) == "Al to name a suit for the turn-up"
    table.push(f.StandFor(Seat.N, Suit.HEARTS))
    assert tell(table.book, before, f.StandFor(Seat.N, Suit.HEARTS), table.state, names) == (
        "Al: the benny stands for hearts.",
    )
    assert table.book.card_sign(Card("B")) == "Benny"
    assert table.why_not(f.StandFor(Seat.N, Suit.HEARTS)) == "the benny was not turned up"


WITH_JOKER = house("pack.joker = true")


def test_the_joker_is_the_highest_trump() -> None:
    table = dealt(WITH_JOKER, "N", "9s", E="Jh 9c Tc 9d Td", S="Ah As Ks Qs Ts", W="B Jd Ac Kc Qc")
    say(table, f"{ALL_PASS}, E: name hearts, E: Jh, S: Ah")
    # The joker belongs to the trumps, so West must follow with a trump.
    assert playable(table) == "Jd B"
    say(table, "W: B")
    table.push(next(fact for fact in table.legal if isinstance(fact, f.Play)))
    assert table.state.hand.tricks[0].winner is Seat.W


def test_the_joker_does_not_follow_a_plain_suit() -> None:
    table = dealt(WITH_JOKER, "N", "9s", E="Jh 9c Tc 9d Td", S="B Kc As Ks Qs")
    say(table, f"{ALL_PASS}, E: name hearts, E: 9c")
    assert playable(table) == "Kc"
    refuses(table, "S: B", "South must follow clubs: Kc")


def test_a_joker_turned_up_stands_for_the_suit_that_the_dealer_names_before_looking() -> None:
    table = dealt(WITH_JOKER, "N", "B", E="Jh Ah 9c 9d Tc")
    assert table.state.phase is Phase.JOKER
    assert table.state.turn is Seat.N
    # Nobody has looked at a card yet, the dealer least of all.
    assert all(table.view(who).hand == () for who in Seat)
    assert table.legal == [f.StandFor(Seat.N, suit) for suit in Suit]
    refuses(table, "E: stand for hearts", "North names the suit that the joker stands for, not East")
    refuses(table, "E: pass", "not now: the table waits for North to name a suit for the turn-up")
    table = say(table, "N: stand for hearts")
    assert table.state.phase is Phase.FIRST_ROUND
    assert table.state.turn is Seat.E
    assert len(table.view(Seat.E).hand) == 5
    assert table.view(Seat.W).stands_for is Suit.HEARTS
    say(table, "E: order")
    assert table.state.hand.trump is Suit.HEARTS
    assert JOKER in table.state.hand.cards(Seat.N)
    refuses(table, "N: discard B", "the dealer keeps the turn-up B and discards another card")


def test_the_suit_that_a_refused_joker_stood_for_cannot_be_named() -> None:
    table = say(dealt(WITH_JOKER, "N", "B"), f"N: stand for hearts, {ALL_PASS}")
    assert {fact.trump for fact in table.legal if isinstance(fact, f.Name)} == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    refuses(table, "E: name hearts", "hearts were turned down and cannot be named")


def test_the_joker_stands_for_a_suit_only_when_it_is_turned_up() -> None:
    table = dealt(WITH_JOKER, "N", "9h")
    refuses(table, "N: stand for hearts", "the joker was not turned up")


def test_the_joker_counts_as_a_trump_in_hand_but_not_as_a_natural() -> None:
    hand = "B 9c Tc 9d Td"
    trump_needed = house("pack.joker = true", "ccc")
    assert f.Order(Seat.E) in dealt(trump_needed, "N", "9h", E=hand).legal
    natural_needed = house("pack.joker = true", "trailer-estates")
    assert f.Order(Seat.E) not in dealt(natural_needed, "N", "9h", E=hand).legal


# No trump.

NO_TRUMP_PLAYED = house("auction.no_trump = true\npack.joker = true")


def test_no_trump_is_named_in_the_second_round_and_needs_no_card() -> None:
    book = house("auction.no_trump = true", "ccc")
    table = dealt(book, "N", "9h", E="9c Tc Jc Qc Kc")
    refuses(table, "E: name no trump", "the first round is about hearts only")
    say(table, ALL_PASS)
    assert {fact.trump for fact in table.legal if isinstance(fact, f.Name)} == {Suit.CLUBS, Suit.SPADES, None}
    refuses(table, "E: name hearts", "name clubs or diamonds or spades or no trump")
    say(table, "E: name no trump")
    assert table.state.hand.trump is None
    assert table.state.hand.maker is Seat.E


def test_in_no_trump_jacks_are_plain_and_the_suit_led_decides() -> None:
    book = house("auction.no_trump = true")
    table = dealt(book, "N", "9s", E="Jh Jd 9c 9d Tc", S="Ah Kd Ac Kc As", W="9h Qd Jc Td Ts", N="Kh Ad Qc Ks Js")
    say(table, f"{ALL_PASS}, E: name no trump, E: Jd")
    # The jack of diamonds is a diamond: South and West follow with diamonds, North's ace wins.
    refuses(table, "S: Ah", "South must follow diamonds: Kd")
    say(table, "S: Kd, W: Qd, N: Ad")
    assert table.state.hand.tricks[0].winner is Seat.N


def test_in_no_trump_the_joker_takes_any_trick_and_nobody_can_follow_it() -> None:
    table = dealt(NO_TRUMP_PLAYED, "N", "9s", E="B Jd 9c 9d Tc", S="Ah Kd Ac Kc As", W="9h Qd Jc Td Ts")
    say(table, f"{ALL_PASS}, E: name no trump, E: B")
    assert playable(table) == show_cards(sorted(parse_cards("Ah Kd Ac Kc As")))
    say(table, "S: Kd, W: Qd")
    table.push(next(fact for fact in table.legal if isinstance(fact, f.Play)))
    assert table.state.hand.tricks[0].winner is Seat.E
    table = dealt(NO_TRUMP_PLAYED, "N", "9s", E="Ac Ad 9c 9d Tc", S="B Kh Kc Ts As", W="9h Qd Jc Td Qs", N="Kd")
    say(table, f"{ALL_PASS}, E: name no trump, E: Ad, S: B, W: Qd, N: Kd")
    assert table.state.hand.tricks[0].winner is Seat.S


# Four points for a euchred lone hand, and bigger packs.


def test_four_for_a_euchred_lone_hand_and_two_for_one_with_a_partner() -> None:
    book = house("points.euchre_alone = 4", "alberta")
    assert play_hand(opened(book, "N"), 0, alone=True).state.score == (4, 0)
    assert play_hand(opened(book, "N"), 0).state.score == (2, 0)


@rows(("lowest", "joker", "left"), [(7, False, 11), (8, False, 7), (9, True, 4), (7, True, 12)])
def test_bigger_packs_leave_a_bigger_kitty_and_play_the_same(lowest: int, joker: bool, left: int) -> None:
    book = house(f"pack = {{lowest = {lowest}, joker = {str(joker).lower()}}}")
    table = dealt(book, "N", "9s", E="Jh Jd Ah Kh Qh")
    assert len(table.state.hand.deck) - 21 == left
    say(table, f"{ALL_PASS}, E: name hearts alone")
    play_on(table)
    assert table.state.phase is Phase.SHUFFLE
    assert sum(table.state.results[-1].tricks) == 5


# A stuck dealer who must hold something to name it.


def stuck(book: str, changes: str, hand: str, up: str = "9h") -> set[Suit | None]:
    table = dealt(house(f"auction.stick_the_dealer = true\n{changes}", book), "N", up, N=hand)
    for letter in "ESWNESW":
        say(table, f"{letter}: pass")
    assert f.Pass(Seat.N) not in table.legal
    return {fact.trump for fact in table.legal if isinstance(fact, f.Name)}


def test_a_stuck_dealer_names_a_suit_that_the_book_lets_him_name() -> None:
    assert stuck("ccc", "", "Ac Kc Qc Tc 9c") == {Suit.CLUBS}
    assert stuck("ccc", "", "Ac Kc Qc Jc 9c") == {Suit.CLUBS, Suit.SPADES}
    # Five hearts, but the jack would be the left bower of diamonds.
    assert stuck("ccc", "", "Ah Kh Qh Th Jh") == {Suit.DIAMONDS}


def test_a_stuck_dealer_who_holds_nothing_to_name_may_name_anything() -> None:
    assert stuck("ccc", "", "Ah Kh Qh Th 9h", up="Jh") == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    natural = 'auction.need_second_round = "natural"'
    assert stuck("bicycle", natural, "Ah Kh Qh Th Jh") == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}


def test_a_stuck_dealer_can_always_name_no_trump_where_it_is_played() -> None:
    assert stuck("ccc", "auction.no_trump = true", "Ac Kc Qc Tc 9c") == {Suit.CLUBS, None}
