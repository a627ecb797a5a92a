"""Bots at a real table see what the cards show, claim it in time, and never claim what did not happen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.cards import trump_index
from bowerbird.kernel.play import legal_cards
from bowerbird.players import LEVELS
from bowerbird.players.eyes import ATTENTION, points_out, slip
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, Phase, Table
from bowerbird.table import facts as f
from bowerbird.table.state import Slip
from deals import ALL_BOOKS, say
from kit.amount import amount
from kit.rows import rows
from table.real_tables import REVOKE, count, in_play
from table.test_real_properties import lawful, misdeed

SEEDS = st.integers(0, 2**32 - 1)
EVERYONE = frozenset(Seat)
#: South trumps a spade, and plays the ten of spades to the next one.
SHOWN = f"{REVOKE}, W: As, N: Tc, S: 9d, W: Ac, N: 9h, E: Kd, N: Jc, E: Qd, S: Ts"


def watched(table: Table, level: str, people: frozenset[Seat], seed: int = 1) -> f.Claim | None:
    """What a bot at this table points out now, the first that speaks."""
    bots = (seat for seat in Seat if people == EVERYONE or seat not in people)
    claims = (points_out(level, seed, table.book, table.view(seat), people) for seat in bots)
    return next((claim for claim in claims if claim is not None), None)


def proved(table: Table, claim: f.Claim) -> bool:
    """Whether the full record has it."""
    return any((s.irregularity, s.seat) == (claim.irregularity, claim.offender) for s in table.state.hand.slips)


def claims_made(table: Table, people: frozenset[Seat]) -> Iterator[f.Claim]:
    """The sharpest bots point out everything that they see."""
    while (claim := watched(table, "champion", people)) is not None:
        assert proved(table, claim), f"{claim} did not happen"
        table.push(claim)
        yield claim


def shown_by_the_cards(table: Table, slip: Slip) -> bool:
    """By the full record: a card that had to be played there was played in a later trick."""
    if slip.irregularity != "revoke" or slip.card is None:
        return False
    then, hand = slip.past.state.hand, table.state.hand
    trick = [*hand.tricks, hand.trick][slip.trick]
    had_to = legal_cards(then.held[slip.seat], trick.led, trump_index(hand.trump))
    later = [*hand.tricks, hand.trick][slip.trick + 1 :]
    return any(seat is slip.seat and had_to >> card & 1 for trick in later for seat, card in trick.plays)


def careless(table: Table, people: frozenset[Seat], chance: random.Random) -> f.Fact:
    """A person plays any card, sometimes out of turn, or shows one; everything else is as it should be."""
    state = table.state
    if state.phase is Phase.PLAY and state.asked is None and state.hand.trick.winner is None:
        who = state.turn if chance.random() < 0.9 else chance.choice(sorted(people))
        if who in people and state.hand.held[who] and chance.random() < 0.8:
            kind = f.Expose if chance.random() < 0.05 else f.Play
            return kind(who, chance.choice(state.hand.cards(who)))
    return lawful(table, chance)


def careless_game(book: Rulebook, seed: int, facts: int = 160) -> Iterator[tuple[Table, frozenset[Seat]]]:
    """A real table of careless people and sharp bots, after everything that happens."""
    chance = random.Random(seed)
    people = frozenset(chance.sample(list(Seat), chance.randrange(1, 4)))
    table = Table(book, [f.Open(mode="real", dealer=Seat(chance.randrange(4)))])
    for _ in range(facts):
        if table.state.is_over:
            return
        fact = careless(table, people, chance)
        try:
            table.push(fact)
        except IllegalActionError:
            continue
        yield table, people


@settings(max_examples=amount(8, full=80))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_the_sharpest_bots_claim_all_that_the_cards_show_and_nothing_else(name: str, seed: int) -> None:
    for table, people in careless_game(load_rulebook(name), seed):
        list(claims_made(table, people))
        waits = {claim.offender for claim in table.state.hand.claims}
        for each in table.state.hand.slips if table.state.asked is None else ():
            seen_by_a_bot = each.seat in people and not {each.seat.left, each.seat.right} <= people
            if seen_by_a_bot and shown_by_the_cards(table, each):
                assert each.seat in waits, f"nobody claimed {each.irregularity} in trick {each.trick + 1}"
        assert not any(record.sentence.startswith("The tricks show no") for record in table.state.records)


@settings(max_examples=amount(8, full=80))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_no_claim_is_wrong_whatever_people_do_claim_and_decide(name: str, seed: int) -> None:
    chance = random.Random(seed)
    table = Table(name, [f.Open(mode="real", dealer=Seat(chance.randrange(4)))])
    for _ in range(150):
        wild = table.state.is_over or chance.random() < 0.4
        try:
            table.push(misdeed(table, chance) if wild else lawful(table, chance))
        except (IllegalActionError, f.InvalidActionError):
            continue
        list(claims_made(table, EVERYONE))


def test_those_games_have_much_to_see() -> None:
    """What the properties above are worth."""
    made: Counter[str] = Counter()
    for seed in range(amount(30, full=60)):
        for table, people in careless_game(load_rulebook(ALL_BOOKS[seed % len(ALL_BOOKS)]), seed):
            made.update(claim.irregularity for claim in claims_made(table, people))
    assert min(made[kind] for kind in ("revoke", "lead out of turn", "play out of turn")) >= amount(7, full=15)


# The limits of what a bot sees.


def test_no_claim_depends_on_a_hidden_card() -> None:
    """Worlds that look alike from a seat, in some of which the revoke never happened, give the same claims."""
    differed = 0
    for seed in range(60):
        chance = random.Random(seed)
        *_, (table, _) = careless_game(load_rulebook("bicycle"), seed, facts=40)
        hand = table.state.hand
        hidden = {seat: set(hand.cards(seat)) - {hand.turn_up} for seat in Seat}
        who = chance.choice(list(Seat))
        kitty = [card for card in hand.deck[21:] if card not in hand.cards(who)]
        if not hidden[who] or not kitty:
            continue
        one, two = chance.choice(sorted(hidden[who])), chance.choice(kitty)
        here, there = Table(table.book), Table(table.book)
        swapped = {one: two, two: one}
        for fact in table.facts:
            try:
                here.push(fact)
                if isinstance(fact, f.Shuffle) and fact.deck == table.facts[_last_shuffle(table)].deck:  # type: ignore[union-attr]
                    fact = f.Shuffle(tuple(swapped.get(card, card) for card in fact.deck))
                there.push(fact)
            except IllegalActionError:
                break
            if here.state.asked is not None or len(here.state.hand.slips) != len(there.state.hand.slips):
                differed += 1
            for seat in Seat:
                if seat is not who and here.view(seat) == there.view(seat):
                    claims = [points_out("champion", 1, w.book, w.view(seat), EVERYONE) for w in (here, there)]
                    assert claims[0] == claims[1]
    assert differed >= 20, "the worlds hardly differ: this test shows nothing"


def _last_shuffle(table: Table) -> int:
    return max(place for place, fact in enumerate(table.facts) if isinstance(fact, f.Shuffle))


def test_a_revoke_is_not_claimed_before_the_cards_show_it() -> None:
    table = in_play("bicycle", SHOWN.removesuffix(", S: Ts"))
    assert watched(table, "champion", frozenset({Seat.S})) is None
    say(table, "S: Ts")
    assert watched(table, "champion", frozenset({Seat.S})) == f.Claim(Seat.E, "revoke", Seat.S)


def test_the_turn_up_in_the_dealers_hand_is_known_and_not_followed_with_shows_at_once() -> None:
    table = in_play("bicycle", "E: Ah, S: Th, W: Qh, N: Qc")
    assert watched(table, "champion", frozenset({Seat.N})) == f.Claim(Seat.E, "revoke", Seat.N)


def test_a_partner_is_not_given_away() -> None:
    table = in_play("bicycle", SHOWN)
    assert points_out("champion", 1, table.book, table.view(Seat.N), EVERYONE) is None
    assert points_out("champion", 1, table.book, table.view(Seat.E), frozenset({Seat.W})) is None


def test_where_a_claim_waits_for_the_count_only_one_bot_makes_it() -> None:
    table = in_play("alberta", SHOWN)
    assert [claim.offender for claim in claims_made(table, frozenset({Seat.S, Seat.N}))] == [Seat.S]
    count(table)
    assert watched(table, "champion", frozenset({Seat.S, Seat.N})) is None
    assert [record.kind for record in table.state.records] == ["choice"]


@rows("line, irregularity", [("W: Ac", "lead out of turn"), ("E: 9s, W: As", "play out of turn")])
def test_a_card_out_of_turn_is_pointed_out_while_it_can_be_corrected(line: str, irregularity: str) -> None:
    table = in_play("alberta", line)
    claim = watched(table, "champion", frozenset({Seat.W}))
    assert claim is not None
    assert (claim.irregularity, claim.offender) == (irregularity, Seat.W)
    table.push(claim)
    assert watched(table, "champion", frozenset({Seat.W})) is None


# Attention.


def test_every_level_has_its_attention_and_more_of_it_than_the_level_below() -> None:
    assert list(ATTENTION) == list(LEVELS)
    sees = [(attention.at_once, attention.at_once + attention.late) for attention in ATTENTION.values()]
    assert sees == sorted(sees)
    assert sees[-1] == (1, 1)
    slips = [attention.slips for attention in ATTENTION.values()]
    assert slips == sorted(slips, reverse=True)


def test_a_lower_level_sometimes_notices_late_and_sometimes_never() -> None:
    shown = in_play("bicycle", SHOWN)
    later = count(in_play("bicycle", SHOWN))
    seen: Counter[str] = Counter()
    for seed in range(400):
        now = points_out("club", seed, shown.book, shown.view(Seat.E), EVERYONE) is not None
        then = points_out("club", seed, later.book, later.view(Seat.E), EVERYONE) is not None
        assert then or not now, "what was noticed is not forgotten"
        seen["at once" if now else "late" if then else "never"] += 1
    assert 200 < seen["at once"] < 280
    assert 60 < seen["late"] < 140
    assert 30 < seen["never"] < 100


# Slips of their own.


def test_a_bot_slips_now_and_then_only_where_it_has_to_follow_suit() -> None:
    slipped = 0
    table = in_play("bicycle", "E: 9s")
    for seed in range(1000):
        card = slip("club", seed, table.view(Seat.S))
        if card is not None:
            assert not table.allows(card)
            assert table.takes(card)
            slipped += 1
    assert 25 < slipped < 90
    assert all(slip("random", seed, in_play("bicycle").view(Seat.E)) is None for seed in range(200)), "a lead"
    guarded = say(Table("bicycle", [f.Open(dealer=Seat.N)]), "")
    assert slip("random", 1, guarded.view(Seat.E)) is None


def test_fifteen_reneges_are_noticed() -> None:
    """One person reneges whenever possible. Of what the cards show, the sharpest bots miss nothing."""
    shown = claimed = reneges = 0
    seed = 0
    while reneges < 15:
        chance = random.Random(seed)
        table = Table("ccc", [f.Open(mode="real", dealer=Seat(seed % 4))])
        while not table.state.is_over and not (table.state.results and table.state.phase is Phase.SHUFFLE):
            state = table.state
            fact = lawful(table, chance)
            if isinstance(fact, f.Play) and fact.seat is Seat.S and state.hand.on_table.plays:
                lawful_cards = {each.card for each in table.legal if isinstance(each, f.Play)}
                wrong = [card for card in state.hand.cards(Seat.S) if card not in lawful_cards]
                reneges += bool(wrong)
                fact = f.Play(Seat.S, wrong[0]) if wrong else fact
            table.push(fact)
            shown += any(shown_by_the_cards(table, each) for each in table.state.hand.slips)
            claimed += sum(claim.offender is Seat.S for claim in claims_made(table, frozenset({Seat.S})))
        seed += 1
    assert shown == claimed >= 5
