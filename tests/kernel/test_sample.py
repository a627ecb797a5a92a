"""Deals for a seat: they fit all that was seen, and each that fits comes as often as another."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bowerbird.cards import JOKER, Card, Pack, parse_cards
from bowerbird.kernel.play import SUIT_MASK
from bowerbird.kernel.position import OUTCOME, PositionError, Trick, cards_of, mask_of
from bowerbird.kernel.sample import deals, pimc
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.seen import Seen
from bowerbird.kernel.solve import WORLD, card_values, value_cards
from kernel.minimax import may_play, winner_of
from kit.amount import amount
from kit.rows import rows

PACK = Pack().mask


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def worlds_of(buffer: array[int]) -> list[tuple[int, ...]]:
    return [tuple(buffer[place : place + WORLD]) for place in range(0, len(buffer), WORLD)]


def every_deal(seen: Seen) -> set[tuple[int, ...]]:
    """All deals that fit, by trying every hand for every seat."""
    found = set()
    loose = seen.pack & ~(seen.gone | seen.hand | sum(seen.holds))
    others = [seat for seat in range(4) if seat != seen.seat]

    def deal(place: int, left: int, hands: dict[int, int]) -> None:
        if place < len(others):
            seat = others[place]
            wanted = seen.sizes[seat] - seen.holds[seat].bit_count()
            for chosen in combinations(cards_of(left), wanted):
                hand = mask_of(chosen) | seen.holds[seat]
                if not mask_of(chosen) & seen.lacks[seat]:
                    deal(place + 1, left & ~hand, {**hands, seat: hand})
            return
        for discard in [1 << card for card in cards_of(left)] if seen.hidden_discard >= 0 else [0]:
            if fits(seen, hands, discard):
                found.add((*(hands[seat] for seat in range(4)), discard))

    deal(0, loose, {seen.seat: seen.hand})
    return found


def fits(seen: Seen, hands: dict[int, int], discard: int) -> bool:
    for seat in range(4):
        held = hands[seat] | (discard if seat == seen.hidden_discard else 0)
        if seen.needs[seat] and not held & seen.needs[seat]:
            return False
    return not seen.perhaps_discarded or bool(seen.perhaps_discarded & (hands[seen.hidden_discard] | discard))


def assert_uniform(seen: Seen, per_deal: int = 60) -> None:
    """Every deal comes, no other comes, and chi square lies within five standard deviations of its mean."""
    expected = every_deal(seen)
    assert expected
    count = per_deal * len(expected)
    came = Counter(worlds_of(deals(seen, count, seed=11)))
    assert set(came) <= expected
    chi = sum((came[deal] - per_deal) ** 2 / per_deal for deal in expected)
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 1e-9


HEARTS, CLUBS, SPADES, DIAMONDS = (SUIT_MASK[2][suit] for suit in (2, 0, 3, 1))

LATE = {
    "nothing shown": {},
    "one void": {"lacks": (0, HEARTS, 0, 0)},
    "two voids": {"lacks": (0, HEARTS, CLUBS, 0)},
    "three voids": {"lacks": (0, HEARTS, CLUBS, SPADES | DIAMONDS)},
    "three hands with several voids": {"lacks": (0, HEARTS | CLUBS, CLUBS | DIAMONDS, DIAMONDS)},
    "the turn-up is with the dealer": {"holds": (0, 0, 1 << Card("Ah"), 0), "hidden_discard": 2},
    "the turn-up may lie in the discard": {"perhaps_discarded": 1 << Card("Ah"), "hidden_discard": 3},
    "that, and voids": {
        "perhaps_discarded": 1 << Card("Ah"),
        "hidden_discard": 3,
        "lacks": (0, HEARTS, SPADES, CLUBS),
    },
    "a caller held a heart": {"needs": (0, HEARTS, 0, 0), "lacks": (0, 0, HEARTS, 0)},
    "the dealer held a heart, perhaps laid away": {"needs": (0, HEARTS, 0, 0), "hidden_discard": 1},
}


@rows("shown", LATE.values())
def test_every_deal_that_fits_is_as_likely_as_another(shown: dict[str, object]) -> None:
    unseen = cards("Ah Kh Qh Ac Kc Ks Qs Kd Qd")
    own = cards("9h 9c")
    seen = Seen(PACK, 0, own, (2, 2, 2, 2), gone=PACK & ~(unseen | own), **shown)  # type: ignore[arg-type]
    assert_uniform(seen, amount(25, full=60) if COMPILED else 10)


def test_hands_of_different_lengths_in_the_middle_of_a_trick() -> None:
    unseen = cards("Ah Kh Ac Kc Ks Qs Kd")
    own = cards("9h 9c 9d")
    seen = Seen(PACK, 1, own, (2, 3, 2, 1), gone=PACK & ~(unseen | own), lacks=(CLUBS, 0, HEARTS, SPADES))
    assert_uniform(seen)


def test_what_cannot_be_is_refused() -> None:
    own = cards("9h 9c")
    unseen = cards("Ah Kh Ac Kc As Ks")
    with pytest.raises(PositionError, match="no deal fits"):
        deals(Seen(PACK, 0, own, (2, 2, 2, 2), PACK & ~(unseen | own), lacks=(0, HEARTS, HEARTS, HEARTS)), 5, 1)
    elsewhere = PACK & ~(unseen | own)
    with pytest.raises(PositionError, match="East cannot hold what the call needs"):
        deals(Seen(PACK, 0, own, (2, 2, 2, 2), elsewhere, lacks=(0, HEARTS, 0, 0), needs=(0, HEARTS, 0, 0)), 5, 1)
    both_need = 1 << Card("Ah")
    with pytest.raises(PositionError, match="no deal was found"):
        deals(Seen(PACK, 0, own, (2, 2, 2, 2), elsewhere, needs=(0, both_need, both_need, 0)), 5, 1)
    with pytest.raises(PositionError, match="more cards than"):
        Seen(PACK, 0, own, (2, 3, 3, 2), PACK & ~(unseen | own))
    with pytest.raises(PositionError, match="two places"):
        Seen(PACK, 0, own, (2, 2, 2, 2), own)
    with pytest.raises(PositionError, match="holds 2 cards"):
        Seen(PACK, 0, own, (5, 5, 5, 5))
    with pytest.raises(PositionError, match="not in this deck"):
        Seen(PACK, 0, 1 << JOKER, (1, 1, 1, 1))


def played_hand(random: Random) -> tuple[list[int], int, int, int, int, list[tuple[int, int]]]:
    """A random hand up to a random card: hands now, dealer, turn-up, trump, discard and plays."""
    deck = [int(card) for card in Pack().cards]
    random.shuffle(deck)
    hands = [mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4)]
    dealer, turn_up = random.randrange(4), deck[20]
    trump = turn_up // 8
    discard = random.choice(cards_of(hands[dealer]))
    hands[dealer] ^= 1 << discard | 1 << turn_up
    plays: list[tuple[int, int]] = []
    seat = (dealer + 1) % 4
    for place in range(random.randrange(20)):
        trick = plays[place - place % 4 :]
        card = random.choice(may_play(hands[seat], trick[0][1] if trick else None, trump))
        hands[seat] ^= 1 << card
        plays.append((seat, card))
        seat = winner_of(plays[-4:], trump) if len(plays) % 4 == 0 else (seat + 1) % 4
    return hands, dealer, turn_up, trump, discard, plays


def test_real_hands_are_among_the_deals_that_fit() -> None:
    random = Random(5)
    for _ in range(200 if COMPILED else 30):
        hands, dealer, turn_up, trump, discard, plays = played_hand(random)
        for seat in range(4):
            seen = Seen.of_play(
                PACK,
                seat,
                hands[seat],
                dealer,
                turn_up,
                picked_up=True,
                own_discard=discard if seat == dealer else None,
                trump=trump,
                plays=plays,
            )
            truth = dict(enumerate(hands))
            assert all(not hands[place] & seen.lacks[place] for place in range(4) if place != seat)
            assert all(hands[place] & seen.holds[place] == seen.holds[place] for place in range(4))
            assert fits(seen, truth, 1 << discard if seat != dealer else 0)
            for world in worlds_of(deals(seen, 20, seed=3)):
                assert world[seat] == hands[seat]
                assert [hand.bit_count() for hand in world[:4]] == [hand.bit_count() for hand in hands]
                every_card = [card for hand in world for card in cards_of(hand)]
                assert len(set(every_card)) == len(every_card)
                assert not mask_of(every_card) & seen.gone


def test_the_same_seed_deals_the_same_and_another_seed_another() -> None:
    seen = Seen(PACK, 0, cards("9h 9c Ts Kd Ah"), (5, 5, 5, 5), gone=1 << Card("Jh"))
    assert deals(seen, 50, 7) == deals(seen, 50, 7)
    assert deals(seen, 50, 7) != deals(seen, 50, 8)
    assert len(deals(seen, 0, 7)) == 0


def test_the_worth_of_a_card_is_the_mean_over_the_deals() -> None:
    hand = cards("9h 9c Ts Kd Ah")
    seen = Seen.of_play(PACK, 1, hand, dealer=0, turn_up=Card("Jh"), picked_up=True, trump=2)
    trick = Trick(trump=2, leader=1)
    table = pimc(seen, trick, 40, seed=4)
    assert set(table) == set(cards_of(hand))
    assert all(sum(row) == 40 for row in table.values())
    counted = {card: [0.0] * 6 for card in table}
    for world in worlds_of(deals(seen, 40, seed=4)):
        for card, tricks in card_values(world[:4], trick, cuts=OUTCOME).items():
            counted[card][tricks] += 1
    assert table == counted


def test_weights_count_as_often_as_they_say() -> None:
    hand = cards("9h 9c Ts Kd Ah")
    seen = Seen.of_play(PACK, 1, hand, dealer=0, turn_up=Card("Jh"), picked_up=True, trump=2)
    trick = Trick(trump=2, leader=1)
    worlds = deals(seen, 3, seed=2)
    weighed = value_cards(worlds, trick, hand, weights=array("d", [0.0, 2.0, 0.5]))
    doubled = value_cards(worlds[5:10] * 4 + worlds[10:15], trick, hand)
    assert weighed == {card: [share / 2 for share in row] for card, row in doubled.items()}


def test_threads_change_nothing() -> None:
    hand = cards("9h 9c Ts Kd Ah")
    seen = Seen.of_play(PACK, 1, hand, dealer=0, turn_up=Card("Jh"), picked_up=True, trump=2)
    trick = Trick(trump=2, leader=1)
    assert pimc(seen, trick, 31, seed=4, threads=3) == pimc(seen, trick, 31, seed=4)


def test_a_seat_that_is_not_to_play_is_told_so() -> None:
    seen = Seen(PACK, 0, cards("9h 9c Ts Kd Ah"), (5, 5, 5, 5), gone=1 << Card("Jh"))
    with pytest.raises(PositionError, match="not this seat's turn"):
        pimc(seen, Trick(2, leader=1), 10, seed=1)


def test_a_dealer_must_say_what_was_discarded() -> None:
    with pytest.raises(PositionError, match="Give the discarded card"):
        Seen.of_play(PACK, 0, cards("9h 9c Ts Kd Ah"), 0, Card("Jh"), picked_up=True, trump=2)


def test_a_shown_card_frees_the_caller_of_the_need() -> None:
    hand = cards("9c Ts Kd Ks")
    plays = [(1, Card("Ah")), (2, Card("Qh")), (3, Card("9s")), (0, Card("9h"))]
    seen = Seen.of_play(
        PACK, 0, hand, 3, Card("Jh"), picked_up=True, trump=2, plays=plays, needs={2: HEARTS, 1: 1 << Card("Kh")}
    )
    assert seen.needs == (0, 1 << Card("Kh"), 0, 0)
    assert seen.lacks == (0, 0, 0, HEARTS)
    assert seen.holds == (0, 0, 0, 1 << Card("Jh"))
