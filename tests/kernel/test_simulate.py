"""Hands and games in bulk: dealt fairly, called within the rules, played within the rules, scored by the table."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bowerbird.cards import Card, CardError, Pack, parse_cards
from bowerbird.kernel.calls import call_features, rate_calls
from bowerbird.kernel.options import BY_TRICKS, FEATURES, Calling, Need, Options, Playing, Policy
from bowerbird.kernel.position import PositionError, Trick, cards_of, mask_of
from bowerbird.kernel.sample import deals
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.seen import Seen
from bowerbird.kernel.simulate import RANDOM, RECORD, THUMB, HandRecord, games, hand_records, hands, rollouts
from bowerbird.kernel.solve import Outcome, outcome
from kernel.minimax import may_play, winner_of
from kit.rows import rows

MANY = 20_000 if COMPILED else 200
OPEN = Policy(Calling.BY_WEIGHTS, Playing.OPEN)
POLICIES = {"random": RANDOM, "rule of thumb": THUMB}


def records(
    options: Options | None = None, policy: Policy = RANDOM, count: int = MANY, seed: int = 1
) -> list[HandRecord]:
    return list(hand_records(hands(count, seed, options, (policy, policy))))


def worth(options: Options, record: HandRecord) -> tuple[int, int]:
    """Points of makers and opponents, as a rule sheet says it."""
    if record.tricks == 5:
        return (options.alone_march if record.alone else options.march), 0
    if record.tricks >= 3:
        return (options.alone_made if record.alone else options.made), 0
    euchre = options.euchre_alone if record.alone else options.euchre
    if euchre == BY_TRICKS:
        euchre = options.march if record.tricks == 0 else options.made
    return 0, euchre


OPTIONS = {
    "standard": Options(),
    "stick, natural, dealer exempt": Options(stick_the_dealer=True, need_round_one=Need.NATURAL, dealer_exempt=True),
    "partner alone, trump or left": Options(
        partner_must_go_alone=True, need_round_one=Need.TRUMP_OR_LEFT, need_round_two=Need.TRUMP_OR_LEFT
    ),
    "other points": Options(made=3, march=7, alone_made=11, alone_march=13, euchre=17, euchre_alone=19),
    "euchre by tricks": Options(euchre=BY_TRICKS, euchre_alone=BY_TRICKS, alone_made=2),
    "long pack": Options(pack=Pack(7, joker=True), may_discard_turn_up=True, lead_left_of_lone=True),
}


@rows("policy", POLICIES.values())
@rows("options", OPTIONS.values())
def test_every_hand_keeps_the_auction_and_the_points(options: Options, policy: Policy) -> None:
    played = records(options, policy)
    assert len(played) == MANY
    for place, record in enumerate(played):
        assert record.dealer == place % 4
        if record.round == 0:
            assert not options.stick_the_dealer
            assert (record.caller, record.points_ns, record.points_ew) == (-1, 0, 0)
            continue
        assert record.trump in range(4)
        if record.round == 1 and options.partner_must_go_alone and record.caller == (record.dealer + 2) % 4:
            assert record.alone
        makers, others = worth(options, record)
        assert (record.points_ns, record.points_ew) == (
            (makers, others) if record.caller % 2 == 0 else (others, makers)
        )


def test_the_random_policy_calls_one_way_as_often_as_another() -> None:
    called = Counter((record.round, (record.caller - record.dealer) % 4, record.alone) for record in records())
    for turn, seat in enumerate((1, 2, 3, 0)):
        for alone in (0, 1):
            share = (1 / 3) ** (turn + 1)
            assert abs(called[1, seat, alone] / MANY - share) < 5 * (share / MANY) ** 0.5
    trumps = Counter(record.trump for record in records())
    assert all(abs(trumps[suit] - MANY / 4) < 5 * (MANY * 3 / 16) ** 0.5 for suit in range(4))


def test_random_play_takes_the_tricks_that_plain_random_play_takes() -> None:
    """The same game written out in Python: the makers' tricks must be spread alike."""
    plain = Counter[tuple[int, int]]()
    random = Random(17)
    trials = 4_000 if COMPILED else 1_000
    for _ in range(trials):
        plain[plain_random_hand(random)] += 1
    fast = Counter(
        (record.alone, record.tricks) for record in records(count=40_000 if COMPILED else 1_000) if record.round == 1
    )
    total = sum(fast.values())
    for alone in (0, 1):
        for taken in range(6):
            share = fast[alone, taken] / total
            error = (share * (1 - share) * (1 / trials + 1 / total)) ** 0.5
            assert abs(plain[alone, taken] / trials - share) < 5 * error + 0.002


def plain_random_hand(random: Random) -> tuple[int, int]:
    """Alone or not, and the makers' tricks, of a hand called at random in round one."""
    while True:
        deck = [int(card) for card in Pack().cards]
        random.shuffle(deck)
        held = [mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4)]
        caller, alone = -1, 0
        for seat in (1, 2, 3, 0):
            choice = random.randrange(3)
            if choice:
                caller, alone = seat, choice - 1
                break
        if caller >= 0:
            break
    trump = deck[20] // 8
    held[0] ^= 1 << random.choice(cards_of(held[0])) | 1 << deck[20]
    out = (caller + 2) % 4 if alone else -1
    leader, taken = 1 if out != 1 else 2, 0
    for _ in range(5):
        trick: list[tuple[int, int]] = []
        for seat in ((leader + turn) % 4 for turn in range(4)):
            if seat != out:
                card = random.choice(may_play(held[seat], trick[0][1] if trick else None, trump))
                held[seat] ^= 1 << card
                trick.append((seat, card))
        leader = winner_of(trick, trump)
        taken += leader % 2 == caller % 2
    return alone, taken


def test_the_rule_of_thumb_beats_chance_in_every_part() -> None:
    plays_badly = replace(THUMB, playing=Playing.RANDOM)
    calls_badly = replace(THUMB, calling=Calling.RANDOM)
    for worse in (plays_badly, calls_badly):
        total = 0
        for thumb_first in (True, False):
            pair = (THUMB, worse) if thumb_first else (worse, THUMB)
            buffer = hands(MANY, 3, policies=pair)
            gain = sum(buffer[6::RECORD]) - sum(buffer[7::RECORD])
            total += gain if thumb_first else -gain
        assert total / (2 * MANY) > 0.3


def test_the_same_seed_plays_the_same_hands_in_any_number_of_threads() -> None:
    assert hands(101, 5) == hands(101, 5, threads=3)
    assert hands(101, 5) != hands(101, 6)
    assert hands(50, 5) == hands(101, 5)[: 50 * RECORD]
    assert len(hands(0, 1)) == 0


def test_games_end_at_the_target_or_after_their_hands() -> None:
    for game in games(300 if COMPILED else 5, 2, target=10):
        assert max(game.points_ns, game.points_ew) in range(10, 14)
        assert min(game.points_ns, game.points_ew) < 10
    stuck = Options(stick_the_dealer=True)
    assert all(game.hands == 8 for game in games(50 if COMPILED else 3, 2, stuck, hands_in_game=8))
    assert games(10, 3) == games(10, 3)
    with pytest.raises(PositionError, match="target of points"):
        games(1, 1, target=0)


PACK = Pack().mask
TURN_UP = Card("9h")
EARLY = Seen(PACK, 1, mask_of(parse_cards("Jh Jd Ah Kh As")), (5, 5, 5, 5), gone=1 << TURN_UP)


def test_a_call_is_played_out_in_every_world() -> None:
    worlds = deals(EARLY, 60 if COMPILED else 10, seed=1)
    order = list(hand_records(rollouts(worlds, 0, TURN_UP, turn=0, call=1 + 2, seed=3)))
    alone = list(hand_records(rollouts(worlds, 0, TURN_UP, turn=0, call=5 + 2, seed=3)))
    passed = list(hand_records(rollouts(worlds, 0, TURN_UP, turn=0, call=0, seed=3)))
    assert {(r.dealer, r.round, r.caller, r.trump, r.alone) for r in order} == {(0, 1, 1, 2, 0)}
    assert {(r.dealer, r.round, r.caller, r.trump, r.alone) for r in alone} == {(0, 1, 1, 2, 1)}
    assert all(r.caller != 1 or r.round == 2 for r in passed)
    assert sum(r.tricks >= 3 for r in order) > 0.9 * len(order)


def test_open_rollouts_are_solved_hands() -> None:
    worlds = deals(EARLY, 30 if COMPILED else 3, seed=2)
    played = hand_records(rollouts(worlds, 3, TURN_UP, turn=5, call=5 + 3, seed=3, policies=(OPEN, OPEN)))
    left_of_lone = Options(lead_left_of_lone=True)
    other = hand_records(rollouts(worlds, 3, TURN_UP, 5, 5 + 3, 3, left_of_lone, policies=(OPEN, OPEN)))
    for place, (usual, second) in enumerate(zip(played, other, strict=True)):
        held = worlds[5 * place : 5 * place + 4]
        assert usual.caller == second.caller == 1
        # West deals, East is alone: North leads as the dealer's left, or South as the lone hand's left.
        for record, leader in ((usual, 0), (second, 2)):
            best = outcome(held, Trick(3, leader, out=1 << 3), makers=1)
            assert (5 if record.tricks == 5 else 3 if record.tricks == 3 else 0) == best
            assert record.points_ew == {Outcome.MARCH: 4, Outcome.MADE: 1, Outcome.EUCHRED: 0}[best]


def test_the_dealers_discard_can_be_given() -> None:
    hand = mask_of(parse_cards("Jh Ah Kh Qh 9c"))
    seen = Seen(PACK, 0, hand, (5, 5, 5, 5), gone=1 << TURN_UP)
    worlds = deals(seen, 40 if COMPILED else 5, seed=4)
    keep, throw = (
        sum(
            record.points_ns - record.points_ew
            for record in hand_records(
                rollouts(worlds, 0, TURN_UP, 3, 5 + 2, 1, policies=(OPEN, OPEN), discard=Card(card))
            )
        )
        for card in ("9c", "Jh")
    )
    assert keep > throw


def test_what_cannot_be_rolled_out_is_refused() -> None:
    worlds = deals(EARLY, 2, seed=1)
    with pytest.raises(PositionError, match="round one makes"):
        rollouts(worlds, 0, TURN_UP, turn=0, call=1, seed=1)
    with pytest.raises(PositionError, match="round one makes"):
        rollouts(worlds, 0, TURN_UP, turn=4, call=3, seed=1)
    with pytest.raises(PositionError, match="whole worlds"):
        rollouts(worlds[:7], 0, TURN_UP, turn=0, call=0, seed=1)
    with pytest.raises(PositionError, match="both policies"):
        hands(1, 1, policies=(OPEN, THUMB))
    with pytest.raises(PositionError, match="62 weights"):
        Policy(alone=array("d", [1.0]))
    with pytest.raises(PositionError, match="between 0 and 100"):
        Options(made=-1)
    with pytest.raises(PositionError, match="62 weights"):
        rate_calls(worlds, 0, 2, 0, TURN_UP, array("d", [1.0]))
    with pytest.raises(PositionError, match="a call has a hand of five"):
        call_features(EARLY.hand, 4, 0, TURN_UP)
    with pytest.raises(CardError):
        Options(pack=Pack(10))


def test_the_features_of_a_call_are_its_cards_and_its_turn() -> None:
    hand = mask_of(parse_cards("Jh Jd 9h As Ts"))
    expected = {0, 26 + 3, 8 + 8, 8 + 7, 8 + 2, 18 + 7, 18 + 3, 32 + 1, 36 + 2}
    assert set(call_features(hand, 2, 0, TURN_UP)) == expected
    assert set(call_features(hand, 2, 1, TURN_UP)) == (expected - {0, 38}) | {1, 44 + 2}
    in_round_two = set(call_features(hand, 1, 5, TURN_UP))
    assert 60 in in_round_two
    assert 61 in set(call_features(hand, 3, 5, TURN_UP))
    weights = array("d", [float(1 << place) if place < 40 else 0.0 for place in range(FEATURES)])
    rated = rate_calls(array("Q", [0, hand, 0, 0, 0]), 1, 2, 0, TURN_UP, weights)
    assert list(rated) == [float(sum(1 << place for place in expected))]


def test_a_need_keeps_hands_without_the_card_from_calling() -> None:
    left_bower_only = mask_of(parse_cards("Jd As Ks Qs Ts"))
    seen = Seen(PACK, 1, left_bower_only, (5, 5, 5, 5), gone=1 << TURN_UP)
    worlds = deals(seen, 60 if COMPILED else 20, seed=1)
    for need, allowed in ((Need.NATURAL, False), (Need.TRUMP_OR_LEFT, True), (Need.NOTHING, True)):
        # West deals and North passes first, so East speaks next.
        after_pass = rollouts(worlds, 3, TURN_UP, 0, 0, 9, Options(need_round_one=need), (RANDOM, RANDOM))
        called = any(record.round == 1 and record.caller == 1 for record in hand_records(after_pass))
        assert called is allowed


def test_a_dealer_without_the_card_calls_only_where_exempt_or_stuck() -> None:
    no_trump_at_all = mask_of(parse_cards("As Ks Qs Ts 9s"))
    seen = Seen(PACK, 3, no_trump_at_all, (5, 5, 5, 5), gone=1 << TURN_UP)
    worlds = deals(seen, 40, seed=1)

    def dealer_calls(options: Options) -> set[tuple[int, int]]:
        played = rollouts(worlds, 3, TURN_UP, 2, 0, 9, options, (RANDOM, RANDOM))
        return {(r.round, r.trump) for r in hand_records(played) if r.caller == 3}

    assert all(round_ == 2 for round_, _ in dealer_calls(Options(need_round_one=Need.NATURAL)))
    assert any(round_ == 1 for round_, _ in dealer_calls(Options(need_round_one=Need.NATURAL, dealer_exempt=True)))
    strict = Options(need_round_one=Need.NATURAL, need_round_two=Need.NATURAL, stick_the_dealer=True)
    assert {trump for _, trump in dealer_calls(strict)} <= {3}
