"""Whatever people do at a real table, and whatever they claim, the table stays whole and plays on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import get_args

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.cards import Suit
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.seats import Seat, Side
from bowerbird.table import IllegalActionError, Phase, Table, fold
from bowerbird.table import facts as f
from deals import ALL_BOOKS, random_deck, say
from kit.amount import amount
from kit.rows import rows
from random_books import random_books
from table.real_tables import HANDS, ORDERED, real_deal

SEEDS = st.integers(0, 2**32 - 1)
IRREGULARITIES: tuple[Irregularity, ...] = get_args(Irregularity)
DECISIONS: tuple[f.Decision, ...] = get_args(f.Decision)
CHOICES: tuple[f.Choice, ...] = get_args(f.Choice)


def misdeed(table: Table, chance: random.Random) -> f.Fact:
    """Something that somebody might do, mostly wrong, with no look at whether it may happen."""
    state, hand = table.state, table.state.hand
    who = chance.choice([*Seat, *[state.turn or state.dealer] * 4])
    own = hand.cards(who) or tuple(table.book.cards())
    card = chance.choice(own)
    slip = chance.choice([*hand.slips, *hand.slips[-1:] * 4]) if hand.slips else None
    claimed = chance.choice(IRREGULARITIES) if slip is None or chance.random() < 0.3 else slip.irregularity
    offender = chance.choice(list(Seat)) if slip is None or chance.random() < 0.3 else slip.seat
    taken = slip.card if slip is not None and slip.card is not None else card
    decision = chance.choice(DECISIONS)
    if decision in ("game lost", "new deal", "hand lost") and chance.random() < 0.8:
        decision = "as it stands"
    packets = ("3-2", "2-3", "3-3", "2-2", "1-1-1-1-1")
    options: list[f.Fact] = [
        *[f.Play(who, card)] * 6,
        *[f.Claim(chance.choice(list(Seat)), claimed, offender)] * (4 if slip else 1),
        *[f.TakeBack(offender, taken, chance.choice([None, None, None, *hand.cards(offender)]))] * (4 if slip else 0),
        f.Pass(who),
        *[f.Order(chance.choice(list(Seat)), chance.random() < 0.3)] * (6 if state.phase is Phase.FIRST_ROUND else 1),
        f.Name(who, chance.choice(list(Suit)), chance.random() < 0.3),
        f.Discard(who, card),
        f.Expose(who, card),
        f.LookAtQuitted(who),
        f.MixTricks(who),
        f.CallLead(who, chance.choice([None, *Suit])),
        f.Choose(who, chance.choice(CHOICES)),
        f.Quit(who),
        f.Gather(who),
        f.TurnUp(),
        f.Deal(tuple(chance.choice(packets) for _ in range(4)), chance.choice([None, who])),  # type: ignore[arg-type]
        f.Ruling(
            decision,
            "because",
            chance.choice([None, *Side]),
            chance.randrange(4),
            chance.choice([0, 0, 1, len(state.records), len(state.records)]),
        ),
    ]
    return chance.choice(options)


def lawful(table: Table, chance: random.Random) -> f.Fact:
    """Something that the table waits for."""
    if table.state.asked is not None:
        side = table.state.asked.seat.side
        return f.Ruling(chance.choice(["as it stands", "take it back", "new deal", "points"]), "because", side, 1)
    if table.state.phase is Phase.SHUFFLE:
        return f.Shuffle(random_deck(table.book, chance))
    waits = [fact for fact in table.legal if not isinstance(fact, f.EndBell) or chance.random() < 0.02]
    return chance.choice(waits)


def wild(book: Rulebook, seed: int, steps: int) -> Iterator[Table]:
    """A real table among people who do anything, after each thing that happens."""
    chance = random.Random(seed)
    table = Table(book, [f.Open(mode="real", dealer=Seat(chance.randrange(4)))])
    wildness = chance.choice([0.1, 0.3, 0.6])
    for _ in range(steps):
        if table.state.is_over and chance.random() < 0.8:
            return
        before = table.state
        fact = misdeed(table, chance) if table.state.is_over or chance.random() < wildness else lawful(table, chance)
        try:
            table.push(fact)
        except (IllegalActionError, f.InvalidActionError):
            assert table.state is before
            continue
        yield table


def whole(table: Table) -> None:
    """Every card is in one place, what lies open is held, no score is under zero, and somebody can do something."""
    state, hand = table.state, table.state.hand
    places = [card for seat in Seat for card in hand.cards(seat)]
    places += [card for trick in (*hand.tricks, hand.trick) for _, card in trick.plays]
    places += [card for _, card in hand.discards]
    assert [card for card, times in Counter(places).items() if times > 1] == []
    if any(hand.dealt):
        out_of_hands = len(places) + (hand.turn_up_is == "out of play")
        dealt = sum(mask.bit_count() for mask in hand.dealt)
        swapped = 3 if hand.exchanged is not None else 0
        taken = hand.turn_up_is in ("taken", "out of play")
        assert dealt + taken - swapped <= out_of_hands <= dealt + taken
    for seat in Seat:
        assert not hand.face_up(seat) & ~hand.held[seat]
    assert min(state.score) >= 0
    if state.is_over:
        assert state.result is not None
        assert state.result.score == state.score
        assert state.asked is None
    elif state.asked is None and state.phase is not Phase.SHUFFLE:
        assert [fact for fact in table.legal if not isinstance(fact, f.EndBell)]
    for record in state.records:
        assert record.sentence
    assert table.view(None).hand == ()


@settings(max_examples=amount(37, full=150))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_no_misbehaviour_and_no_claim_breaks_a_table_of_the_five_clubs(name: str, seed: int) -> None:
    for table in wild(load_rulebook(name), seed, 150):
        whole(table)


@settings(max_examples=amount(20, full=80))
@given(book=random_books, rulings=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_no_misbehaviour_breaks_a_table_under_any_rules(book: Rulebook, rulings: str, seed: int) -> None:
    house = replace(book, irregularities=load_rulebook(rulings).irregularities)
    for table in wild(house, seed, 120):
        whole(table)


@settings(max_examples=amount(15, full=60))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_the_encoded_log_of_any_evening_folds_to_the_same_table(name: str, seed: int) -> None:
    *_, table = wild(load_rulebook(name), seed, 120)
    assert fold(table.book, [f.decode_fact(f.encode_fact(fact)) for fact in table.facts]) == table.state


def test_those_evenings_are_really_wild() -> None:
    """What the properties above are worth: how much went wrong, was ruled and was overruled in them."""
    facts: Counter[str] = Counter()
    rulings: Counter[str] = Counter()
    for seed in range(100):
        *_, table = wild(load_rulebook("alberta"), seed, 150)
        facts.update(type(fact).__name__ for fact in table.facts)
        rulings.update(record.kind for record in table.state.records)
        rulings["overruled"] += sum(record.overruled for record in table.state.records)
    assert min(facts[name] for name in ("Claim", "Expose", "MixTricks", "LookAtQuitted", "Ruling", "TakeBack")) >= 5
    kinds = ("new deal", "exposed card", "take it back and call a lead", "correct it", "choice", "void and barred")
    assert min(rulings[kind] for kind in (*kinds, "stands", "call a lead", "overruled")) >= 3


# A guarded table.


@settings(max_examples=amount(12, full=50))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_a_guarded_table_accepts_none_of_it(name: str, seed: int) -> None:
    chance = random.Random(seed)
    table = Table(name, [f.Open(dealer=Seat(chance.randrange(4)))])
    for _ in range(120):
        if table.state.is_over:
            break
        fact = misdeed(table, chance)
        if isinstance(fact, f.Ruling):
            continue
        state, legal = table.state, table.legal
        accepted = True
        try:
            table.push(fact)
        except (IllegalActionError, f.InvalidActionError):
            accepted = False
        same_call = isinstance(fact, f.Order) and replace(fact, alone=True) in legal
        same_deal = isinstance(fact, f.Deal) and replace(fact, by=None) in legal and fact.by in (None, state.dealer)
        assert accepted == (fact in legal or same_call or same_deal)
        assert accepted or table.state is state
        assert table.state.hand.slips == ()
        assert table.state.records == ()
        if not table.state.is_over and chance.random() < 0.8:
            table.push(lawful(table, chance))


# What nobody noticed, nobody sees.


@rows("book", ALL_BOOKS)
def test_an_unnoticed_revoke_shows_in_no_view(book: str) -> None:
    """Two worlds: in one South holds the ten of spades and trumps a spade, in the other the ten lies in the kitty."""
    revoking = say(real_deal(book), ORDERED)
    honest = say(real_deal(book, E=HANDS["E"], S="Kh Th 9d Td Ad", W=HANDS["W"], N=HANDS["N"]), ORDERED)
    for line in ("E: 9s", "S: Kh", "W: As", "N: Tc", "S: 9d", "W: Ac", "N: 9h", "E: Kd", "N: Jc"):
        for table in (revoking, honest):
            say(table, line)
        for seat in (Seat.N, Seat.E, Seat.W, None):
            assert revoking.view(seat) == honest.view(seat)
    assert [slip.irregularity for slip in revoking.state.hand.slips] == ["revoke"]
    assert honest.state.hand.slips == ()


def lawless_hand(book: Rulebook, chance: random.Random) -> Table:
    """A hand in which anybody plays any card at any time, and nobody says a word."""
    table = Table(book, [f.Open(mode="real", dealer=Seat(chance.randrange(4)))])
    while not table.state.hand.card_led and not table.state.results and not table.state.is_over:
        table.push(lawful(table, chance))
    for _ in range(25):
        hand, who = table.state.hand, chance.choice([*Seat, table.state.turn or Seat.N])
        if table.state.phase is Phase.PLAY and hand.held[who]:
            try:
                table.push(f.Play(who, chance.choice(hand.cards(who))))
            except IllegalActionError:
                continue
    return table


@settings(max_examples=amount(15, full=60))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
@example(name="north-american", seed=4449)  # North exchanges, and gets the three cards under the turn-up
def test_where_an_unseen_card_lies_shows_in_no_other_view(name: str, seed: int) -> None:
    chance = random.Random(seed)
    table = lawless_hand(load_rulebook(name), chance)
    hand = table.state.hand
    seen = {hand.turn_up} | {card for _, card in hand.discards}
    whose = [seat for seat in Seat if set(hand.cards(seat)) - seen]
    kitty = hand.deck[21 if hand.exchanged is None else 24 :]
    if not whose or not kitty:
        return
    who = chance.choice(whose)
    one, two = chance.choice(sorted(set(hand.cards(who)) - seen)), chance.choice(kitty)
    other = Table(table.book)
    again = Table(table.book)
    for fact in table.facts:
        again.push(fact)
        if isinstance(fact, f.Shuffle):
            swap = {one: two, two: one}
            fact = f.Shuffle(tuple(swap.get(card, card) for card in fact.deck))
        try:
            other.push(fact)
        except IllegalActionError:
            return
        for seat in (*Seat, None):
            assert seat is who or again.view(seat) == other.view(seat)


def test_those_other_worlds_differ_in_what_only_the_log_knows() -> None:
    slips = Counter(
        slip.irregularity
        for seed in range(40)
        for slip in lawless_hand(load_rulebook("bicycle"), random.Random(seed)).state.hand.slips
    )
    assert min(slips[kind] for kind in ("revoke", "lead out of turn", "play out of turn")) >= 5
