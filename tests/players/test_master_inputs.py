"""What the master reads: the bits written at a table equal those of the training environment, hand by hand.

A soak compares more hands than the quick tests have time for.
"""

from __future__ import annotations

import shutil
from random import Random

import numpy as np
import pytest

from bowerbird import Card, Seat, Table, load_rulebook
from bowerbird.cards import Rank, Suit
from bowerbird.players.net.inputs import (
    ACTIONS,
    CARDS,
    FIELDS,
    INPUTS,
    OUTCOMES,
    START,
    WORDS,
    card_in_slot,
    seen_by_master,
    worth_row,
)
from bowerbird.players.worth import Aim, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, EndBell, Fact, Open, Phase, Play, StartBell, State, TurnUp, step, view
from deals import cards, dealt, deck_of, say, seat, to_turn_up
from kit.amount import amount
from kit.rows import rows
from training.environment import Hand, Hands
from training.situations import Drawn, any_situation, gathered

HANDS = amount(100, full=400, soak=20_000)
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="the environment is compiled with g++")


def bits_of(name: str, bits: int) -> int:
    return bits >> START[name] & (1 << FIELDS[name]) - 1


def test_the_layout_is_full_and_without_gaps() -> None:
    assert list(START.values()) == [sum(list(FIELDS.values())[:place]) for place in range(len(FIELDS))]
    assert sum(FIELDS.values()) == 32 * WORDS
    assert INPUTS == 32 * WORDS + OUTCOMES


@rows("base", Suit)
def test_every_card_has_a_slot_of_its_own_and_trumps_come_first(base: Suit) -> None:
    slots = [card_in_slot(slot, base) for slot in range(CARDS)]
    assert len(set(slots)) == CARDS
    assert slots[0] == Card(Rank.JACK, base)
    assert slots[1] == Card(Rank.JACK, base.next)
    assert {card.suit for card in slots[2:7]} == {base}
    assert {card.suit for card in slots[7:12]} == {base.next}


def test_what_a_seat_sees_is_told_from_where_it_sits() -> None:
    table = dealt("bicycle", "S", "9h", W="Jh Jd Ah Kc Qc", N="Ac Tc 9c As Ks")
    say(table, "W: order alone, S: discard Ad")
    found = seen_by_master(table.book, table.view(seat("W")))
    assert found.base is Suit.HEARTS
    assert bits_of("hand", found.bits) & 0b111 == 0b111, "both bowers and the ace are the first three slots"
    assert bits_of("maker", found.bits) == 1
    assert bits_of("dealer", found.bits) == 1 << 3
    assert bits_of("alone", found.bits) == 1
    assert bits_of("phase", found.bits) == 1 << 3
    assert {fact.card for fact in found.legal.values() if isinstance(fact, Play)} == set(cards("Jh Jd Ah Kc Qc"))


def test_a_worth_row_mirrors_itself_and_keeps_the_common_points() -> None:
    book = load_rulebook("bicycle")
    state = step(book, State(), Open(dealer=Seat.N))
    row = worth_row(Stakes(book, view(book, state, Seat.S), "points"), Seat.S)
    assert row == pytest.approx([-2, -2, 1, 2, -2, -2, 1, 4, 2, 2, -1, -2, 2, 2, -1, -4, 0], abs=1e-3)
    for score in ((0, 0), (9, 6), (3, 8)):
        state = step(book, State(), Open(dealer=Seat.N, score=score))
        ours, theirs = (worth_row(Stakes(book, view(book, state, who)), who) for who in (Seat.S, Seat.E))
        assert ours[:8] == pytest.approx([-worth for worth in theirs[8:16]])
        assert ours[16] == pytest.approx(-theirs[16])


def test_the_score_decides_what_is_worth_playing_for() -> None:
    book = load_rulebook("bicycle")

    def row(score: tuple[int, int], aim: Aim = "game") -> tuple[float, ...]:
        state = step(book, State(), Open(dealer=Seat.N, score=score))
        return worth_row(Stakes(book, view(book, state, Seat.N), aim), Seat.N)

    assert row((9, 6))[2] == row((9, 6))[3], "at nine, a march is worth no more than three tricks"
    assert row((9, 6))[15] < 3 * row((9, 6))[1], "and what must not happen is a lone march of theirs"
    assert row((9, 6), "points") == row((0, 0), "points")


class Lockstep(Hands):
    """Many hands in the environment, and the same hands at tables."""

    def __init__(self, drawn: list[Drawn], count: int, seed: int) -> None:
        """Deal in the environment."""
        self.drawn = drawn
        super().__init__(count, gathered(drawn), seed)

    def table_of(self, place: int) -> tuple[Drawn, State]:
        """A table with the hand that was just dealt, or dealt and passed by those who had to."""
        hand = self.state[place]
        drawn = self.drawn[hand.situation]
        book, score, _, last = drawn
        dealer = Seat(hand.dealer)
        assert hand.phase in (0, 1)
        holding = {who.name: " ".join(str(card) for card in cards_of(hand.held[who])) for who in Seat}
        ordered = score if dealer.side == 0 else score[::-1]
        table = Table(book, [Open(dealer=dealer, score=ordered)])
        to_turn_up(table, deck_of(book, dealer, str(card_at(hand.turn_up)), holding))
        if book.deal.after_start_bell:
            table.push(StartBell())
        table.push(TurnUp())
        if last and EndBell() in table.legal:
            table.push(EndBell())
        return drawn, table.state


def card_at(index: int) -> Card:
    return Card(Rank(9 + index % 6), Suit(index // 6))


def cards_of(mask: int) -> list[Card]:
    return [card_at(index) for index in range(CARDS) if mask >> index & 1]


def forced(book: Rulebook, state: State, hand: Hand) -> Fact | None:
    """What the environment has played without asking."""
    assert state.turn is not None
    seen = view(book, state, state.turn)
    if len(seen.legal) == 1:
        return seen.legal[0]
    if state.phase is Phase.DISCARD and state.hand.is_out(state.turn):
        return Discard(state.turn, card_at(hand.discard))
    return None


def level_of(tricks: int) -> int:
    return (0, 1, 1, 2, 2, 3)[tricks]


@needs_compiler
def test_the_environment_and_the_table_agree() -> None:
    dice = Random(5)
    drawn = [any_situation(dice) for _ in range(120)]
    lockstep = Lockstep(drawn, HANDS, seed=7)
    tables = [lockstep.table_of(place) for place in range(HANDS)]
    going = set(range(HANDS))
    decided = 0
    while going:
        actions = np.zeros(HANDS, np.int8)
        chosen: dict[int, Fact] = {}
        for place in range(HANDS):
            legal = [action for action in range(ACTIONS) if int(lockstep.legal[place]) >> action & 1]
            if place not in going:
                actions[place] = legal[0]
                continue
            (book, _, aim, last), state = tables[place]
            while (fact := forced(book, state, lockstep.state[place])) is not None:
                state = step(book, state, fact)
            tables[place] = tables[place][0], state
            assert state.turn == lockstep.state[place].turn
            seen = view(book, state, state.turn)
            found = seen_by_master(book, seen)
            words = [found.bits >> 32 * word & 0xFFFFFFFF for word in range(WORDS)]
            assert words == list(lockstep.bits[place]), fields_that_differ(words, list(lockstep.bits[place]))
            assert sorted(found.legal) == legal
            assert set(found.legal.values()) == set(seen.legal)
            assert state.turn is not None
            expected = worth_row(Stakes(book, seen, aim), state.turn)
            table_row = lockstep.situations.worth.reshape(-1, OUTCOMES)[lockstep.row[place]]
            if not last or state.bell_rung:
                assert list(table_row) == pytest.approx(expected, abs=1e-4)
            check_hidden(lockstep, place, state, found.base)
            # Passing most of the time brings all seats and both rounds into play.
            action = legal[0] if legal[0] == 0 and dice.random() < 0.6 else dice.choice(legal)
            actions[place], chosen[place] = action, found.legal[action]
            decided += 1
        before = [lockstep.state[place].discard for place in range(HANDS)]
        lockstep.play(actions)
        for place in sorted(going):
            (book, *_), state = tables[place]
            state = step(book, state, chosen[place])
            if lockstep.outcome[place] >= 0:
                check_outcome(book, state, int(lockstep.outcome[place]), before[place])
                going.discard(place)
            tables[place] = tables[place][0], state
    assert decided > 8 * HANDS


def check_hidden(lockstep: Lockstep, place: int, state: State, base: Suit) -> None:
    """What only the critic is shown is true too."""
    assert state.turn is not None
    for other, who in enumerate(state.turn.round_from()[1:]):
        slots = [slot for slot in range(CARDS) if int(lockstep.hidden[place, other]) >> slot & 1]
        assert {card_in_slot(slot, base) for slot in slots} == set(state.hand.cards(who))


def check_outcome(book: Rulebook, state: State, outcome: int, discard: int) -> None:
    """Play what was forced to the end, and compare how the hand came out."""
    while not state.results:
        assert state.turn is not None
        options = view(book, state, state.turn).legal
        if len(options) > 1:
            # The last forced stretch may begin with a dealer who sits out and lays any card away.
            assert state.phase is Phase.DISCARD
        state = step(book, state, options[0])
    result = state.results[-1]
    if result.maker is None:
        assert outcome == 16
    else:
        side = result.maker.side
        assert outcome == 8 * side + 4 * result.alone + level_of(result.tricks[side])


def fields_that_differ(ours: list[int], theirs: list[int]) -> str:
    one, two = (sum(int(word) << 32 * place for place, word in enumerate(words)) for words in (ours, theirs))
    return ", ".join(name for name in FIELDS if bits_of(name, one) != bits_of(name, two))
