"""Evaluate cards and discards over sampled deals with all hands open, and what may follow a call.

A world is a deal that fits what the seat has seen. The kernel gives the result of a choice in each world; this module
turns it into outlooks. `sampler` and `expert` differ in their worlds and policies.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from bowerbird.cards import Card, Trump, trump_index
from bowerbird.kernel.options import Policy
from bowerbird.kernel.position import cards_of, mask_of
from bowerbird.kernel.simulate import RECORD, rollouts
from bowerbird.kernel.solve import WORLD, solve_many, value_cards
from bowerbird.players.kernel_options import options_of
from bowerbird.players.knowledge import call_number, kernel_trick, offered_by, opening_leader, turn_of
from bowerbird.players.outlook import Outlook, Tally, different_deals
from bowerbird.players.thumb import to_lay_away
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Call, DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, View

__all__ = [
    "after_call",
    "after_cards",
    "after_defence",
    "after_discards",
    "after_open_call",
    "after_unknown_pass",
    "can_roll_out",
]


def after_cards(view: View, worlds: array[int], weights: array[float], stakes: Stakes) -> dict[Fact, Outlook]:
    """Evaluate each legal card, by open-hand search."""
    assert view.seat is not None
    assert view.maker is not None
    contract = _contract(view)
    cuts = stakes.scale(contract).cuts
    allowed = {fact.card: fact for fact in view.legal if isinstance(fact, Play)}
    spreads = value_cards(
        worlds, kernel_trick(view), mask_of(view.hand), side=view.maker.side, cuts=cuts, weights=weights
    )
    return {
        allowed[Card(card)]: _outlook(view, stakes, contract, spread, weights)
        for card, spread in spreads.items()
        if card in allowed
    }


def after_discards(
    book: Rulebook, view: View, worlds: array[int], weights: array[float], stakes: Stakes
) -> dict[Fact, Outlook]:
    """Evaluate each possible discard, by open-hand search of the play that follows."""
    assert view.seat is not None
    contract = _contract(view)
    hand = mask_of(view.hand)
    outlooks: dict[Fact, Outlook] = {}
    for fact in view.legal:
        if isinstance(fact, Discard):
            for place in range(int(view.seat), len(worlds), WORLD):
                worlds[place] = hand & ~(1 << fact.card)
            spread = _open_play(book, view, worlds, weights, contract, _out(contract, view.lone_defender), stakes)
            outlooks[fact] = _outlook(view, stakes, contract, spread, weights)
    return outlooks


def after_defence(
    book: Rulebook, view: View, worlds: array[int], weights: array[float], stakes: Stakes
) -> dict[Fact, Outlook]:
    """Evaluate defending alone or not, by open-hand search."""
    assert view.maker is not None
    outlooks: dict[Fact, Outlook] = {}
    for fact in view.legal:
        defender = fact.seat if isinstance(fact, DefendAlone) else None
        contract = Contract(view.maker, view.alone, defender is not None)
        spread = _open_play(book, view, worlds, weights, contract, _out(contract, defender), stakes)
        outlooks[fact] = _outlook(view, stakes, contract, spread, weights)
    return outlooks


def can_roll_out(view: View, call: Call) -> bool:
    """True if the kernel can continue after this call: it handles the four suits and a turn-up that isn't a joker."""
    assert view.turn_up is not None
    return not view.turn_up.is_joker and not (isinstance(call, Name) and call.trump is None)


def after_call(
    book: Rulebook,
    view: View,
    call: Call,
    worlds: array[int],
    weights: array[float],
    stakes: Stakes,
    policies: tuple[Policy, Policy],
    seed: int,
) -> Outlook:
    """Evaluate a call, or a pass with all that may follow it, by playing on with policies."""
    assert view.turn_up is not None
    number = call_number(view, call)
    records = rollouts(
        worlds,
        int(view.dealer),
        int(view.turn_up),
        turn_of(view, call.seat, view.phase is Phase.SECOND_ROUND),
        number,
        seed,
        options_of(book),
        policies,
    )
    tally = Tally(stakes, call.seat.side)
    counted: dict[tuple[int, int, int], float] = {}
    for key, weight in zip(
        zip(records[2::RECORD], records[4::RECORD], records[5::RECORD], strict=True), weights, strict=True
    ):
        counted[key] = counted.get(key, 0.0) + weight
    for (caller, alone, tricks), weight in counted.items():
        if caller < 0:
            tally.add_thrown_in(weight)
        else:
            tally.add(Contract(Seat(caller), bool(alone)), tricks, weight)
    return tally.outlook(different_deals(weights))


def after_open_call(
    book: Rulebook, view: View, call: Order | Name, worlds: array[int], weights: array[float], stakes: Stakes
) -> Outlook:
    """Evaluate a call that the kernel can't continue, by open-hand search; the dealer discards by rule of thumb."""
    trump: Trump = call.trump if isinstance(call, Name) else offered_by(view)
    contract = Contract(call.seat, call.alone)
    if isinstance(call, Order):
        assert view.turn_up is not None
        worlds = array("Q", worlds)
        for place in range(int(view.dealer), len(worlds), WORLD):
            six = cards_of(worlds[place] | 1 << view.turn_up)
            worlds[place] = mask_of(six) & ~(1 << to_lay_away(six, [c for c in six if c != view.turn_up], trump))
    spread = _open_play(book, view, worlds, weights, contract, _out(contract, None), stakes, trump_index(trump))
    return _outlook(view, stakes, contract, spread, weights)


def after_unknown_pass(call: Pass, stakes: Stakes) -> Outlook:
    """Evaluate a pass that the kernel can't continue: it counts as a hand without points."""
    tally = Tally(stakes, call.seat.side)
    tally.add_thrown_in(1.0)
    return tally.outlook()


def _contract(view: View) -> Contract:
    assert view.maker is not None
    return Contract(view.maker, view.alone, view.lone_defender is not None)


def _out(contract: Contract, lone_defender: Seat | None) -> int:
    """The seats that sit out."""
    out = 1 << contract.maker.partner if contract.alone else 0
    return out | (1 << lone_defender.partner if lone_defender is not None else 0)


def _outlook(view: View, stakes: Stakes, contract: Contract, spread: Iterable[float], weights: array[float]) -> Outlook:
    assert view.seat is not None
    tally = Tally(stakes, view.seat.side)
    tally.add_spread(contract, list(spread))
    return tally.outlook(different_deals(weights))


def _open_play(
    book: Rulebook,
    view: View,
    worlds: array[int],
    weights: array[float],
    contract: Contract,
    out: int,
    stakes: Stakes,
    trump: int | None = None,
) -> list[float]:
    """The weight of the worlds in which the makers take 0 to 5 tricks from the opening lead on."""
    hands = array("Q", worlds)
    del hands[WORLD - 1 :: WORLD]
    count = len(worlds) // WORLD
    leader = opening_leader(book, view.dealer, contract.maker, contract.alone, out)

    def repeated(number: int) -> array[int]:
        return array("B", [number]) * count

    found = solve_many(
        hands,
        repeated(trump_index(view.trump) if trump is None else trump),
        repeated(leader),
        repeated(out),
        repeated(contract.maker.side),
        stakes.scale(contract).cuts,
    )
    spread = [0.0] * 6
    for tricks, weight in zip(found, weights, strict=True):
        spread[tricks] += weight
    return spread
