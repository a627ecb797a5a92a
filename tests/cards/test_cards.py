"""Cards, suits, ranks and packs: text both ways, bowers, strengths, and packs that are not whole."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest

from bowerbird.cards import (
    CARD_COUNT,
    JOKER,
    NO_TRUMP,
    STRENGTH,
    SUIT_AS_PLAYED,
    Card,
    CardError,
    Pack,
    Rank,
    Suit,
    Trump,
    is_trump,
    left_bower,
    parse_cards,
    parse_trump,
    right_bower,
    show_cards,
    sort_hand,
    suit_as_played,
    trump_index,
    trump_letter,
    trump_word,
)
from kit.rows import rows

EVERY_CARD = [Card(index) for index in range(CARD_COUNT)]
EVERY_TRUMP: list[Trump] = [*Suit, NO_TRUMP]


# Text.


@rows("card", EVERY_CARD)
def test_a_card_reads_back_from_its_own_text(card: Card) -> None:
    assert Card(str(card)) is card
    assert eval(repr(card)) is card
    assert Card(card.sign) is card
    assert Card(int(card)) is card


def test_a_card_is_its_index() -> None:
    assert Card("7c") == 0
    assert Card("Ac") == 7
    assert Card("9d") == 10
    assert Card("Jh") == 20
    assert Card("As") == 31
    assert Card("B") == JOKER == 32
    assert {Card("Jh"): "x"}[Card(20)] == "x"


def test_cards_are_written_in_the_ways_people_write_them() -> None:
    assert Card("10h") is Card("Th") is Card("th") is Card("TH") is Card(" Th ") is Card("10♥") is Card("T♥")
    assert Card("jS") is Card("J♠") is Card(Rank.JACK, Suit.SPADES)
    assert Card("b") is Card("B") is Card("joker") is JOKER


@rows("text", ["", "J", "h", "1h", "11h", "0c", "Jx", "Jhh", "hJ", "2c", "6s", "BB", "Bh", " ", "9", "♥"])
def test_text_that_is_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(
        CardError, match=r"isn't a card: write rank and suit as in 9c, Td, Jh or As, and B for the joker"
    ):
        Card(text)


@rows("index", [-1, 33, 100])
def test_a_number_that_is_no_card_is_refused(index: int) -> None:
    with pytest.raises(CardError, match=f"{index} isn't a card"):
        Card(index)


def test_a_rank_without_a_suit_is_no_card() -> None:
    with pytest.raises(CardError, match="isn't a card"):
        Card(Rank.JACK)


def test_a_card_for_eyes_and_ears() -> None:
    ten, jack = Card("Ts"), Card("Jh")
    assert (str(ten), ten.sign, ten.word) == ("Ts", "10♠", "ten of spades")
    assert (str(jack), jack.sign, jack.word) == ("Jh", "J♥", "jack of hearts")
    assert (str(JOKER), JOKER.sign, JOKER.word) == ("B", "Joker", "joker")
    assert f"{jack:>4}" == "  Jh"


def test_the_joker_has_no_rank_and_no_suit() -> None:
    assert JOKER.is_joker
    assert not Card("As").is_joker
    with pytest.raises(CardError, match="the joker has no rank"):
        _ = JOKER.rank
    with pytest.raises(CardError, match="the joker has no suit"):
        _ = JOKER.suit


@rows("card", EVERY_CARD[::8])
def test_a_copied_card_is_still_a_card(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


def test_cards_in_a_row_are_read_with_or_without_spaces() -> None:
    wanted = [Card("Ah"), Card("Kh"), Card("9s"), Card("Tc"), JOKER, Card("Jd")]
    assert parse_cards("AhKh9sTcBJd") == wanted
    assert parse_cards("Ah, Kh 9s,10c B Jd") == wanted
    assert parse_cards("A♥ K♥ 9♠ 10♣ b J♦") == wanted
    assert parse_cards("") == []
    assert show_cards(wanted) == "Ah Kh 9s Tc B Jd"
    assert parse_cards(show_cards(wanted)) == wanted


@rows("text", ["AhK", "A hKx", "xx", "Ah;Kh"])
def test_a_row_with_something_else_in_it_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="isn't a card"):
        parse_cards(text)


# Suits and ranks.


def test_suits_know_their_letter_sign_word_and_colour() -> None:
    assert [suit.letter for suit in Suit] == ["c", "d", "h", "s"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [suit.is_red for suit in Suit] == [False, True, True, False]
    assert [suit.next for suit in Suit] == [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]


def test_suits_are_read_from_their_letters() -> None:
    assert [Suit.from_letter(letter) for letter in "cdhsCDHS"] == [*Suit, *Suit]
    for letter in ("", "x", "ch", "♣♣"):
        with pytest.raises(CardError, match="isn't a suit: use c, d, h or s"):
            Suit.from_letter(letter)


def test_ranks_know_their_letter_and_word() -> None:
    assert "".join(rank.letter for rank in Rank) == "789TJQKA"
    assert [Rank.SEVEN.word, Rank.TEN.word, Rank.ACE.word] == ["seven", "ten", "ace"]


def test_trumps_are_written_with_a_letter_and_read_back() -> None:
    assert [trump_letter(trump) for trump in EVERY_TRUMP] == ["c", "d", "h", "s", "n"]
    assert [parse_trump(trump_letter(trump)) for trump in EVERY_TRUMP] == EVERY_TRUMP
    assert parse_trump("N") is NO_TRUMP
    assert [trump_word(trump) for trump in EVERY_TRUMP] == ["clubs", "diamonds", "hearts", "spades", "no trump"]
    assert [trump_index(trump) for trump in EVERY_TRUMP] == [0, 1, 2, 3, 4]
    with pytest.raises(CardError, match="isn't a suit"):
        parse_trump("x")


# Bowers and strengths.


@pytest.mark.clause("ALB-3", "CCC-2", "TE-2")
def test_the_bowers_are_the_jack_of_trumps_and_the_other_jack_of_that_colour() -> None:
    assert [str(right_bower(suit)) for suit in Suit] == ["Jc", "Jd", "Jh", "Js"]
    assert [str(left_bower(suit)) for suit in Suit] == ["Js", "Jh", "Jd", "Jc"]
    assert right_bower(NO_TRUMP) is None
    assert left_bower(NO_TRUMP) is None


def by_strength(trump: Trump, cards: list[Card]) -> str:
    row = STRENGTH[trump_index(trump)]
    return show_cards(sorted(cards, key=lambda card: -row[card]))


@pytest.mark.clause("ALB-3", "CCC-2", "TE-2")
@rows(
    ("trump", "order"),
    [
        (Suit.CLUBS, "Jc Js Ac Kc Qc Tc 9c"),
        (Suit.DIAMONDS, "Jd Jh Ad Kd Qd Td 9d"),
        (Suit.HEARTS, "Jh Jd Ah Kh Qh Th 9h"),
        (Suit.SPADES, "Js Jc As Ks Qs Ts 9s"),
    ],
)
def test_trumps_rank_right_bower_left_bower_then_ace_to_nine(trump: Suit, order: str) -> None:
    trumps = [card for card in Pack() if is_trump(card, trump)]
    assert by_strength(trump, trumps) == order
    assert {suit_as_played(card, trump) for card in trumps} == {trump}


@pytest.mark.clause("ALB-3", "CCC-2", "TE-2")
def test_plain_suits_rank_ace_to_nine_without_the_jack_that_became_left_bower() -> None:
    def plain(suit: Suit) -> list[Card]:
        return [card for card in Pack() if suit_as_played(card, Suit.HEARTS) is suit]

    assert by_strength(Suit.HEARTS, plain(Suit.DIAMONDS)) == "Ad Kd Qd Td 9d"
    assert by_strength(Suit.HEARTS, plain(Suit.CLUBS)) == "Ac Kc Qc Jc Tc 9c"
    assert by_strength(Suit.HEARTS, plain(Suit.SPADES)) == "As Ks Qs Js Ts 9s"


def test_with_sevens_and_eights_the_order_goes_on_down() -> None:
    trumps = [card for card in Pack(7, joker=True) if is_trump(card, Suit.SPADES)]
    assert by_strength(Suit.SPADES, trumps) == "B Js Jc As Ks Qs Ts 9s 8s 7s"


def test_every_trump_is_above_every_other_card() -> None:
    for trump in Suit:
        row = STRENGTH[trump_index(trump)]
        weakest = min(row[card] for card in EVERY_CARD if is_trump(card, trump))
        strongest = max(row[card] for card in EVERY_CARD if not is_trump(card, trump))
        assert weakest > 20 > strongest
        assert sum(is_trump(card, trump) for card in EVERY_CARD) == 10


def test_no_two_cards_of_a_suit_are_equal() -> None:
    for trump in EVERY_TRUMP:
        row = trump_index(trump)
        for suit in range(5):
            strengths = [STRENGTH[row][card] for card in EVERY_CARD if SUIT_AS_PLAYED[row][card] == suit]
            assert len(strengths) == len(set(strengths))


def test_in_no_trump_there_are_no_bowers_and_the_joker_beats_everything() -> None:
    assert is_trump(JOKER, NO_TRUMP)
    assert suit_as_played(JOKER, NO_TRUMP) is None
    assert not any(is_trump(card, NO_TRUMP) for card in EVERY_CARD[:-1])
    for suit in Suit:
        own = [card for card in EVERY_CARD[:-1] if suit_as_played(card, NO_TRUMP) is suit]
        assert all(card.suit is suit for card in own)
        assert all(
            STRENGTH[4][low] < STRENGTH[4][high] for low, high in pairwise(sorted(own, key=lambda card: card.rank))
        )


def test_with_a_trump_suit_the_joker_is_the_highest_trump() -> None:
    for suit in Suit:
        assert suit_as_played(JOKER, suit) is suit
        assert max(EVERY_CARD, key=lambda card: STRENGTH[suit][card]) is JOKER


# Hands as people hold them.


def test_a_hand_is_held_in_suits_of_alternating_colours_high_to_low() -> None:
    hand = parse_cards("9d Jh As Kc 9h Ts Ad")
    assert show_cards(sort_hand(hand)) == "As Ts Jh 9h Kc Ad 9d"


def test_once_trump_is_named_the_trumps_come_first_and_the_left_bower_among_them() -> None:
    hand = parse_cards("9d Jh As Kc 9h Ts Jd")
    assert show_cards(sort_hand(hand, Suit.DIAMONDS)) == "Jd Jh 9d As Ts 9h Kc"
    assert show_cards(sort_hand(hand, Suit.HEARTS)) == "Jh Jd 9h Kc 9d As Ts"
    assert show_cards(sort_hand(hand, Suit.CLUBS)) == "Kc Jd 9d As Ts Jh 9h"
    assert show_cards(sort_hand(hand, Suit.SPADES)) == "As Ts Jh 9h Kc Jd 9d"


def test_the_joker_is_held_first() -> None:
    hand = [Card("Ah"), JOKER, Card("Jh")]
    assert sort_hand(hand, Suit.HEARTS) == [JOKER, Card("Jh"), Card("Ah")]
    assert sort_hand(hand) == [JOKER, Card("Ah"), Card("Jh")]


# Packs.


@rows(
    ("lowest", "joker", "size"),
    [(9, False, 24), (9, True, 25), (8, False, 28), (8, True, 29), (7, False, 32), (7, True, 33)],
)
def test_packs_have_their_cards_once_each(lowest: int, joker: bool, size: int) -> None:
    pack = Pack(lowest, joker)
    assert len(pack) == len(pack.cards) == len(set(pack)) == size
    assert pack.mask.bit_count() == size
    assert all(card in pack for card in pack)
    assert (JOKER in pack) is joker
    assert all((card in pack) is (card.rank >= lowest) for card in EVERY_CARD[:-1])
    pack.check(reversed(pack.cards))


def test_a_pack_holds_cards_only_and_is_equal_to_its_like() -> None:
    assert 20 not in Pack()
    assert "Jh" not in Pack()
    assert Pack() == Pack(9) != Pack(8)
    assert Pack() != Pack(9, joker=True)
    assert Pack() != "a pack"
    assert len({Pack(), Pack(9, False), Pack(7)}) == 2
    assert repr(Pack(7, True)) == "Pack(lowest=7, joker=True)"


@rows("lowest", [0, 6, 10])
def test_a_pack_from_another_rank_is_refused(lowest: int) -> None:
    with pytest.raises(CardError, match=f"the lowest rank of a deck is 7, 8 or 9, not {lowest}"):
        Pack(lowest)


def test_a_deck_with_a_doubled_card_is_refused_and_both_faults_are_named() -> None:
    deck = [Card("Jh"), *Pack().cards[1:]]
    with pytest.raises(CardError) as refused:
        Pack().check(deck)
    assert str(refused.value) == "this isn't a deck of 24 cards (doubled: Jh; missing: 9c)"


def test_a_deck_with_a_card_too_few_or_too_many_is_refused() -> None:
    with pytest.raises(CardError) as refused:
        Pack().check(Pack().cards[:-1])
    assert str(refused.value) == "this isn't a deck of 24 cards (missing: As)"
    with pytest.raises(CardError) as refused:
        Pack().check([*Pack().cards, Card("9c"), Card("7h"), JOKER])
    assert str(refused.value) == "this isn't a deck of 24 cards (doubled: 9c; not in this deck: 7h B)"
    with pytest.raises(CardError, match=r"missing: B\)"):
        Pack(9, joker=True).check(Pack().cards)
