"""Claim the rest of the tricks: only what is certain from the claimer's own view, checked by the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

import pytest
from msgspec.structs import replace

from bowerbird.cards import Card, trump_index
from bowerbird.kernel import solve
from bowerbird.kernel.play import legal_cards, winning_place
from bowerbird.kernel.position import Trick
from bowerbird.kernel.sample import deals as sampled_deals
from bowerbird.notation import from_egn, read_egn, to_egn, write_egn
from bowerbird.players.knowledge import seen_by
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, State, Table, fold
from bowerbird.table import facts as f
from bowerbird.table.legal import Breach, breach
from bowerbird.table.rest import can_claim, known_to, winning_order
from bowerbird.table.state import cards_in
from deals import ALL_BOOKS, refuses
from kit.amount import amount
from random_books import played_on

#: Hands under random play, and worlds sampled for each position.
HANDS = amount(20, full=60, soak=5000)
WORLDS = 12


def order_of(table: Table, seat: Seat) -> tuple[Card, ...] | None:
    return winning_order(known_to(table.book, table.state, seat)) if can_claim(table.state, seat) else None


def positions(hands: int) -> Iterator[Table]:
    """Tables at which somebody has to play a card, under random play by every rulebook."""
    for number in range(hands):
        book = load_rulebook(ALL_BOOKS[number % len(ALL_BOOKS)])
        for table in played_on(book, number, 60):
            if table.state.turn is not None and can_claim(table.state, table.state.turn):
                yield table


def worlds(table: Table, seat: Seat, count: int, seed: int) -> list[list[int]]:
    """Four hands each, as they may lie for all that the seat knows."""
    flat = sampled_deals(seen_by(table.book, table.view(seat)), count, seed)
    return [list(flat[at : at + 4]) for at in range(0, len(flat), 5)]


def trick_of(state: State) -> Trick:
    hand = state.hand
    out = sum(1 << seat for seat in Seat if hand.is_out(seat))
    leader = hand.trick.plays[0][0] if hand.trick.plays else state.turn
    assert leader is not None
    won = (hand.tricks_of(Seat.N.side), hand.tricks_of(Seat.E.side))
    return Trick(trump_index(hand.trump), int(leader), tuple(hand.trick.cards), out, won)


def takes_all(hands: list[int], trick: Trick, seat: int, order: tuple[int, ...]) -> bool:
    """True if these cards of a seat take every trick, whatever the three others play."""
    mover = trick.to_move
    if not hands[mover]:
        return True
    led = trick.cards[0] if trick.cards else -1
    legal = legal_cards(hands[mover], led, trick.trump)
    if mover == seat:
        if not legal >> order[0] & 1:
            return False
        choices, order = [order[0]], order[1:]
    else:
        choices = [int(card) for card in cards_in(legal)]
    for card in choices:
        left = [hand & ~(1 << card) if who == mover else hand for who, hand in enumerate(hands)]
        played = (*trick.cards, card)
        if len(played) < len(trick.seats):
            after = Trick(trick.trump, trick.leader, played, trick.out)
        else:
            if trick.seats[winning_place(list(played), trick.trump)] != seat:
                return False
            after = Trick(trick.trump, seat, (), trick.out)
        if not takes_all(left, after, seat, order):
            return False
    return True


def test_what_can_be_claimed_is_won_in_every_deal_whatever_anybody_plays() -> None:
    claims = 0
    for number, table in enumerate(positions(HANDS)):
        seat = table.state.turn
        assert seat is not None
        order = order_of(table, seat)
        if order is None:
            continue
        claims += 1
        trick, own = trick_of(table.state), tuple(int(card) for card in table.state.hand.cards(seat))
        for hands in worlds(table, seat, WORLDS, number):
            to_come = len(own)
            best = solve.tricks(hands, trick)
            ours = best if seat.side is Seat.N.side else 5 - best
            assert ours == trick.won[seat.side] + to_come
            if to_come <= 3:
                assert takes_all(hands, trick, int(seat), order)
    assert claims > HANDS // 4


def test_few_certain_claims_are_missed() -> None:
    """Of the positions that are certain in all sampled deals by some order of the cards, most are found."""
    found = certain = 0
    for number, table in enumerate(positions(HANDS)):
        seat = table.state.turn
        assert seat is not None
        own = tuple(int(card) for card in table.state.hand.cards(seat))
        if not 2 <= len(own) <= 2:
            continue
        trick, lying = trick_of(table.state), worlds(table, seat, 5 * WORLDS, number)
        if any(all(takes_all(hands, trick, int(seat), order) for hands in lying) for order in permutations(own)):
            certain += 1
            found += order_of(table, seat) is not None
    assert certain > 5
    assert found >= 0.9 * certain, f"{found} of {certain}"


def test_the_fact_needs_the_order_that_is_certain() -> None:
    table = next(table for table in positions(400) if table.state.turn and order_of(table, table.state.turn))
    seat = table.state.turn
    assert seat is not None
    order = order_of(table, seat)
    assert order is not None
    wrong = f.ClaimRest(seat, tuple(reversed(order)))
    if wrong.cards != order:
        refuses(table, wrong, "not certain")
    for other in Seat:
        if other is not seat:
            with pytest.raises(IllegalActionError):
                table.push(f.ClaimRest(other, order))


def claimable(hands: int = 400) -> Iterator[tuple[Table, f.ClaimRest]]:
    for table in positions(hands):
        seat = table.state.turn
        assert seat is not None
        order = order_of(table, seat)
        if order is not None:
            yield Table(table.book, table.facts), f.ClaimRest(seat, order)


def test_a_claim_is_decided_by_what_the_claimer_knows() -> None:
    """The cards that a player has not seen may lie anywhere: what is offered and refused stays the same."""
    compared = 0
    for number, table in enumerate(positions(HANDS // 3)):
        state, seat = table.state, table.state.turn
        assert seat is not None
        for hands in worlds(table, seat, 4, number):
            held = (hands[0], hands[1], hands[2], hands[3])
            other = replace(state, hand=replace(state.hand, held=held))
            assert known_to(table.book, other, seat) == known_to(table.book, state, seat)
            compared += held != state.hand.held
    assert compared > HANDS


def test_a_claim_gives_the_result_of_the_cards_played_out() -> None:
    for number, (table, claim) in enumerate(claimable()):
        if number == 12:
            return
        played = Table(table.book, table.facts)
        won = table.state.hand.tricks_of(claim.seat.side)
        table.push(claim)
        own = list(claim.cards)
        while len(played.state.results) < len(table.state.results):
            legal = [fact for fact in played.legal if isinstance(fact, f.Play)]
            mine = legal[0].seat is claim.seat
            played.push(f.Play(claim.seat, own.pop(0)) if mine else random.Random(number).choice(legal))
        result = table.state.results[-1]
        assert result == played.state.results[-1]
        assert result.tricks[claim.seat.side] == won + len(claim.cards)
        assert fold(table.book, table.facts) == table.state
        assert f.decode_fact(f.encode_fact(claim)) == claim
    raise AssertionError("too few claims")


def test_a_claim_can_be_undone() -> None:
    table, claim = next(claimable())
    before = table.state
    table.push(claim)
    assert table.pop() == claim
    assert table.state == before


def test_notation_has_the_cards_of_a_claim() -> None:
    table, claim = next(
        (table, claim) for table, claim in claimable() if table.book.name == "bicycle" and not table.state.results
    )
    table.push(claim)
    again = from_egn(read_egn(write_egn(to_egn(table))))
    assert again.state.results == table.state.results


def test_real_tables_play_the_cards_out() -> None:
    table, claim = next(claimable())
    playing = replace(table.state, guarded=False)
    assert "played out" in (breach(table.book, playing, claim) or Breach("")).why
