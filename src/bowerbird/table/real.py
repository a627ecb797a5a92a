"""The table as at a real one: it lives on with what people do wrong, until somebody notices.

A slip is carried out as people carry it out (a revoke is just a card on the table) and remembered with the table before
it. A claim asks the book (`bowerbird.rulebook.rulings`) and the remedy is applied here. Everything ruled is on record.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import Remedy
from bowerbird.seats import Seat, Side
from bowerbird.table import flow
from bowerbird.table.checks.common import Breach
from bowerbird.table.checks.playing import play_breaches
from bowerbird.table.claims import found, remedy_for, waits_for_the_count
from bowerbird.table.facts import (
    CallLead,
    Choose,
    Claim,
    Deal,
    Expose,
    Fact,
    Gather,
    LookAtQuitted,
    MixTricks,
    Name,
    Order,
    Pass,
    Play,
    Quit,
    Ruling,
    TakeBack,
    TurnUp,
)
from bowerbird.table.flow import swap, with_hand
from bowerbird.table.points import score_hand
from bowerbird.table.state import GameResult, HandResult, LeadCall, Owed, Past, Phase, Record, Slip, State, Trick

__all__ = ["RealFact", "apply", "slip"]

RealFact = Quit | Gather | Expose | TakeBack | LookAtQuitted | MixTricks | Claim | Choose | CallLead | Ruling


# Slips.


def slip(book: Rulebook, state: State, fact: Fact, breach: Breach) -> State:
    """Something against the rules happens, and the table goes on as tables do."""
    assert breach.irregularity is not None
    past = Past(state)
    match fact:
        case Play():
            return _play_wrongly(book, state, fact)
        case TurnUp():
            return _rule(book, state, Slip(breach.irregularity, state.dealer, past))
        case Deal():
            seat = state.dealer if fact.by is None else fact.by
            return _noted(flow.apply(book, state, fact), Slip(breach.irregularity, seat, past))
        case Pass():
            return _noted(state, Slip(breach.irregularity, fact.seat, past, only_a_pass=True))
        case Order() | Name():
            return _noted(flow.apply(book, state, fact), Slip(breach.irregularity, fact.seat, past))
    raise AssertionError(f"no slip in {fact}")


def _noted(state: State, *slips: Slip) -> State:
    return with_hand(state, slips=(*state.hand.slips, *slips))


def _play_wrongly(book: Rulebook, state: State, fact: Play) -> State:
    past = Past(state)
    state = play_begins(book, state)
    wrongs = [found.irregularity for found in play_breaches(state, fact) if found.irregularity is not None]
    here = len(state.hand.tricks) + (state.hand.trick.winner is not None)
    slips = [Slip(irregularity, fact.seat, past, fact.card, here) for irregularity in wrongs]
    if "discard forgotten" in wrongs:
        state = with_hand(state, undiscarded=False)
    return _noted(flow.play_card(book, state, fact), *slips)


def play_begins(book: Rulebook, state: State) -> State:
    """Somebody leads while the dealer has still to discard."""
    if state.phase is not Phase.DISCARD:
        return state
    return flow.begin_play(book, with_hand(state, undiscarded=True))


# What is allowed, but only here.


def apply(book: Rulebook, state: State, fact: RealFact) -> State:
    """What follows from a fact that only real tables know."""
    match fact:
        case Quit():
            return _judged(book, flow.quit_trick(book, state))
        case Gather():
            return _gather(book, state)
        case Expose():
            seen = Slip("card exposed", fact.seat, Past(state), fact.card, len(state.hand.tricks))
            return _rule_if_written(book, state, seen)
        case TakeBack():
            return _take_back(book, state, fact)
        case LookAtQuitted():
            return _rule_if_written(book, state, Slip("quitted trick turned up", fact.seat, Past(state)))
        case MixTricks():
            return with_hand(state, mixed=(*state.hand.mixed, fact.seat.side))
        case Claim():
            return _claim(book, state, fact)
        case Choose():
            return _choose(state, fact)
        case CallLead():
            assert state.hand.lead_call is not None
            if fact.suit is None:
                return with_hand(state, lead_call=None)
            return with_hand(state, lead_call=replace(state.hand.lead_call, suit=fact.suit, named=True))
        case Ruling():
            return _ruling(book, state, fact)
    assert_never(fact)


def _rule_if_written(book: Rulebook, state: State, seen: Slip) -> State:
    """What everyone sees at once is ruled at once, if the book has a rule; otherwise somebody must ask."""
    if seen.irregularity in book.irregularities:
        return _rule(book, state, seen)
    return _noted(state, seen)


def _take_back(book: Rulebook, state: State, fact: TakeBack) -> State:
    own = next(s for s in reversed(state.hand.slips) if s.seat is fact.seat and s.card == fact.card)
    state = _rule(book, state, own)
    if fact.instead is None:
        return state
    return flow.play_card(book, state, Play(fact.seat, fact.instead))


def _claim(book: Rulebook, state: State, claim: Claim) -> State:
    if waits_for_the_count(book, state, claim):
        return with_hand(state, claims=(*state.hand.claims, claim))
    seen = found(state, claim.irregularity, claim.offender)
    if seen is None:  # the tricks were mixed: the claim counts as proved
        seen = Slip(claim.irregularity, claim.offender, Past(state), trick=-1)
    return _rule(book, state, seen)


def _judged(book: Rulebook, state: State) -> State:
    """The tricks are counted: claims of a revoke are proved from them, or from their having been mixed."""
    if state.phase is not Phase.COUNT:
        return state
    for claim in state.hand.claims:
        proof = found(state, "revoke", claim.offender)
        if proof is None and claim.offender.side in state.hand.mixed:
            proof = Slip("revoke", claim.offender, Past(state), trick=-1)
        if proof is not None:
            state = _rule(book, state, proof)
    return with_hand(state, claims=())


def _choose(state: State, fact: Choose) -> State:
    side = fact.seat.side
    owed = next(owed for owed in state.hand.owed if owed.side is side)
    rest = list(state.hand.owed)
    rest.remove(owed)
    chosen = (*state.hand.choices, (side, fact.choice, owed.points))
    return with_hand(state, owed=tuple(rest), choices=chosen)


def _gather(book: Rulebook, state: State) -> State:
    hand = state.hand
    result = score_hand(book, hand, state.dealer)
    points = [0 if side in hand.unscored else result.points[side] for side in Side]
    personal = [0 if seat.side in hand.unscored else result.personal[seat] for seat in Seat]
    taken = [(side, choice, worth) for side, choice, worth in hand.choices if choice != "as played"]
    if taken:
        points, personal = [0, 0], [0, 0, 0, 0]
        for side, choice, worth in taken:
            if choice == "add points":
                points[side] += worth
            else:
                points[side.other] -= worth
    changed = replace(
        result,
        outcome="ruled" if taken else result.outcome,
        points=(points[0], points[1]),
        personal=(personal[0], personal[1], personal[2], personal[3]),
    )
    return flow.hand_over(book, state, changed, state.dealer.left)


# Remedies.


def _rule(book: Rulebook, state: State, seen: Slip) -> State:
    remedy = remedy_for(book, state, seen)
    if remedy.by_director:
        return replace(state, asked=seen)
    after = _carry_out(book, state, seen, remedy)
    return _on_record(after, state, remedy.sentence, remedy.clause, "book", seen.seat.side)


def _on_record(after: State, before: State, sentence: str, clause: str, by: str, offender: Side | None) -> State:
    gave = (after.score[0] - before.score[0], after.score[1] - before.score[1])
    record = Record(sentence, clause, "book" if by == "book" else "director", offender, Past(before), gave, after.age)
    return replace(after, records=(*before.records, record))


def _carry_out(book: Rulebook, state: State, seen: Slip, remedy: Remedy) -> State:
    side = seen.seat.side
    state = with_hand(state, slips=tuple(slip for slip in state.hand.slips if slip is not seen))
    match remedy.kind:
        case "new deal":
            assert remedy.dealer is not None
            return flow.new_deal(replace(state, dealer=seen.past.state.dealer), remedy.dealer, misdeal=True)
        case "stands" | "void":
            return state
        case "void and barred":
            state = with_hand(back_to(state, seen), barred=(*seen.past.state.hand.barred, side))
            return flow.new_deal(state, state.dealer) if len(set(state.hand.barred)) == 2 else state
        case "exposed card":
            return _lay_open(_returned(book, state, seen), seen)
        case "correct it":
            return _returned(book, state, seen)
        case "take it back and call a lead":
            return with_hand(_lay_open(_returned(book, state, seen), seen), lead_call=LeadCall(side))
        case "call a lead":
            return with_hand(state, lead_call=LeadCall(side))
        case "play on without score":
            return with_hand(state, unscored=(*state.hand.unscored, side))
        case "play the five dealt":
            return _without_turn_up(book, state, seen)
        case "points":
            return _points_to(book, state, side.other, remedy.points)
        case "hand lost":
            return _hand_lost(book, state, side, remedy.points)
        case "choice":
            owed = Owed(side.other, remedy.points, remedy.clause)
            return with_hand(state, owed=(*state.hand.owed, owed))
        case "game lost":
            return flow.game_over(state, GameResult(state.score, side.other, "ruling"))
        case "points off":
            return _points_to(book, state, side, -remedy.points)
        case "director decides":
            return replace(state, asked=seen)
    assert_never(remedy.kind)


def back_to(state: State, seen: Slip) -> State:
    """The table as it was before a slip, older and with everything that was ruled since."""
    return replace(seen.past.state, age=state.age, records=state.records, asked=None, bell_rung=state.bell_rung)


def _returned(book: Rulebook, state: State, seen: Slip) -> State:
    """The card of a slip goes back to its hand, and with a lead or a revoke the cards that were played to it."""
    if seen.irregularity == "card exposed" or seen.card is None:
        return state
    if seen.irregularity == "lead out of turn":
        return back_to(state, seen)
    if seen.irregularity == "revoke":
        if len(state.hand.tricks) > seen.trick:  # turned down, but no card led since
            *tricks, last = state.hand.tricks
            state = replace(with_hand(state, tricks=tuple(tricks), trick=last), phase=Phase.PLAY)
        place = state.hand.trick.plays.index((seen.seat, seen.card))
        gone = state.hand.trick.plays[place:]
    else:
        gone = ((seen.seat, seen.card),)
    return take_cards_back(book, state, gone)


def take_cards_back(book: Rulebook, state: State, gone: tuple[tuple[Seat, Card], ...]) -> State:
    """Cards of the trick on the table go back to the hands they came from."""
    hand = state.hand
    held = hand.held
    for seat, card in gone:
        held = swap(held, seat, held[seat] | 1 << card)
    plays = tuple(play for play in hand.trick.plays if play not in gone)
    slips = tuple(slip for slip in hand.slips if (slip.seat, slip.card) not in gone or slip.trick != len(hand.tricks))
    state = with_hand(state, held=held, trick=Trick(plays), slips=slips)
    return flow.settle_trick(book, state)


def _lay_open(state: State, seen: Slip) -> State:
    if seen.card is None:
        return state
    exposed = state.hand.exposed
    return with_hand(state, exposed=swap(exposed, seen.seat, exposed[seen.seat] | 1 << seen.card))


def _without_turn_up(book: Rulebook, state: State, seen: Slip) -> State:
    """The dealer forgot to discard: the turn-up goes out, from the hand or from the trick on the table."""
    hand, dealer = state.hand, seen.seat
    assert hand.turn_up is not None
    if (dealer, hand.turn_up) in hand.trick.plays:
        place = hand.trick.plays.index((dealer, hand.turn_up))
        state = take_cards_back(book, state, hand.trick.plays[place:])
    elif not hand.held[dealer] >> hand.turn_up & 1:
        # It has been played to a trick that is turned down: the hand simply has a card too many.
        return _rule(book, state, Slip("wrong number of cards", dealer, seen.past, trick=seen.trick))
    held = swap(state.hand.held, dealer, state.hand.held[dealer] & ~(1 << hand.turn_up))
    return with_hand(state, held=held, turn_up_is="out of play")


def _points_to(book: Rulebook, state: State, side: Side, points: int) -> State:
    gain = (points, 0) if side is Side.NS else (0, points)
    state = replace(state, score=flow.added(book, state.score, gain))
    target = book.game.points
    if target and max(state.score) >= target:
        return flow.game_over(state, GameResult(state.score, flow.leader(state.score), "points"))
    return state


def _hand_lost(book: Rulebook, state: State, offender: Side, points: int) -> State:
    hand = state.hand
    result = HandResult(
        dealer=state.dealer,
        outcome="ruled",
        maker=hand.maker,
        trump=hand.trump,
        alone=hand.alone,
        lone_defender=hand.lone_defender,
        tricks=(hand.tricks_of(Side.NS), hand.tricks_of(Side.EW)),
        points=(0, points) if offender is Side.NS else (points, 0),
    )
    return flow.hand_over(book, state, result, state.dealer.left)


# The director.


def _ruling(book: Rulebook, state: State, fact: Ruling) -> State:
    sentence = f"{fact.decision}: {fact.reason}"
    if not fact.overrules:
        after = _decided(book, replace(state, asked=None), fact, state.asked)
        return _on_record(after, state, sentence, "", "director", fact.offender)
    place = max(place for place, record in enumerate(state.records) if not record.overruled)
    old = state.records[place]
    records = (*state.records[:place], replace(old, overruled=True), *state.records[place + 1 :])
    if old.age == state.age - 1:  # nothing has happened since: the table goes back to before the ruling
        base = replace(old.past.state, age=state.age, records=records, asked=None)
        seen = old.past.state.asked or next(iter(reversed(old.past.state.hand.slips)), None)
    else:  # play has gone on: only the points are put right
        base = replace(state, score=flow.added(book, state.score, (-old.gave[0], -old.gave[1])), records=records)
        seen = None
    return _on_record(_decided(book, base, fact, seen), base, sentence, "", "director", fact.offender)


def _decided(book: Rulebook, state: State, fact: Ruling, seen: Slip | None) -> State:
    side = fact.offender
    match fact.decision:
        case "take it back":
            return state if seen is None else back_to(state, seen)
        case "new deal":
            return flow.new_deal(state, state.dealer)
        case "hand lost":
            assert side is not None
            return _hand_lost(book, state, side, fact.points)
        case "points":
            assert side is not None
            return _points_to(book, state, side.other, fact.points)
        case "points off":
            assert side is not None
            return _points_to(book, state, side, -fact.points)
        case "game lost":
            assert side is not None
            return flow.game_over(state, GameResult(state.score, side.other, "ruling"))
        case "as it stands" | "warning" | "removal":
            return state
    assert_never(fact.decision)
