"""The real table, where people can make mistakes and play continues until somebody notices.

A slip is carried out as people carry it out (a revoke is just a card on the table) and remembered with the table before
it. A claim is checked against the rulebook (`bowerbird.table.claims`), and the remedy is carried out
(`bowerbird.table.remedies`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Side
from bowerbird.table import director, flow
from bowerbird.table.checks.calling import call_breaches
from bowerbird.table.checks.common import Breach
from bowerbird.table.checks.dealing import cards_dealt, deal_breaches
from bowerbird.table.checks.playing import play_breaches
from bowerbird.table.checks.real import own_slip
from bowerbird.table.claims import proof, remedy_for, waits_for_the_count
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
    RealFact,
    Ruling,
    TakeBack,
    TurnUp,
)
from bowerbird.table.flow import with_hand
from bowerbird.table.points import added, score_hand, worth
from bowerbird.table.remedies import noted, on_record, rule_on
from bowerbird.table.state import Chosen, Past, Phase, Record, Scored, Slip, State

__all__ = ["apply", "play_begins", "slip"]

# Slips.


def slip(book: Rulebook, state: State, fact: Fact, breach: Breach) -> State:
    """Carry out a fact that is against the rules, and remember it as a slip."""
    assert breach.irregularity is not None
    past = Past(state)
    match fact:
        case Play():
            return _play_wrongly(book, state, fact)
        case TurnUp():
            return rule_on(book, state, Slip(breach.irregularity, state.dealer, past))
        case Deal():
            return noted(flow.apply(book, state, fact), *_slips_in_dealing(state, fact))
        case Pass():
            turned_down = fact.seat is state.dealer and state.phase is Phase.FIRST_ROUND
            return noted(state, Slip(breach.irregularity, fact.seat, past, only_a_pass=not turned_down))
        case Order() | Name():
            wrongs = [found.irregularity for found in call_breaches(book, state, fact)]
            slips = [Slip(irregularity, fact.seat, past) for irregularity in wrongs if irregularity is not None]
            return noted(flow.apply(book, state, fact), *slips)
        case _:
            raise AssertionError(f"no slip in {fact}")


def _slips_in_dealing(state: State, fact: Deal) -> list[Slip]:
    """The slips in a deal. A wrong number is the slip of the hand that has it: the rules may penalize that side."""
    by, past = state.dealer if fact.by is None else fact.by, Past(state)
    hands = zip(by.left.round_from(), cards_dealt(fact), strict=True)
    slips = [Slip("wrong number of cards", seat, past) for seat, count in hands if count != 5]
    if any(found.irregularity == "wrong dealer" for found in deal_breaches(state, fact)):
        slips.append(Slip("wrong dealer", by, past))
    return slips


def _play_wrongly(book: Rulebook, state: State, fact: Play) -> State:
    past = Past(state)
    state = play_begins(book, state)
    wrongs = [found.irregularity for found in play_breaches(state, fact) if found.irregularity is not None]
    here = len(state.hand.tricks) + (state.hand.trick.winner is not None)
    slips = [Slip(irregularity, fact.seat, past, fact.card, here) for irregularity in wrongs]
    if "discard forgotten" in wrongs:
        state = with_hand(state, undiscarded=False)
    return noted(flow.play_card(book, state, fact), *slips)


def play_begins(book: Rulebook, state: State) -> State:
    """Start the play if somebody leads before the dealer has discarded."""
    if state.phase is not Phase.DISCARD:
        return state
    return flow.begin_play(book, with_hand(state, undiscarded=True))


# Facts that are allowed at real tables only.


def apply(book: Rulebook, state: State, fact: RealFact) -> State:
    """Apply a fact that exists only at real tables."""
    match fact:
        case Quit():
            return _judged(book, flow.quit_trick(book, state))
        case Gather():
            return _gather(book, state)
        case Expose():
            seen = Slip("card exposed", fact.seat, Past(state), fact.card, len(state.hand.tricks))
            return _rule_if_written(book, state, seen)
        case TakeBack():
            return take_back(book, state, fact)
        case LookAtQuitted():
            return _rule_if_written(book, state, Slip("quitted trick turned up", fact.seat, Past(state)))
        case MixTricks():
            return with_hand(state, mixed=(*state.hand.mixed, fact.seat.side))
        case Claim():
            return _claim(book, state, fact)
        case Choose():
            return _choose(state, fact)
        case CallLead():
            return _call_lead(state, fact)
        case Ruling():
            return director.ruling(book, state, fact)
    assert_never(fact)


def _rule_if_written(book: Rulebook, state: State, seen: Slip) -> State:
    """Rule at once on something that everyone sees, if the rulebook has a rule; otherwise wait for a claim."""
    if seen.irregularity in book.irregularities:
        return rule_on(book, state, seen)
    return noted(state, seen)


def take_back(book: Rulebook, state: State, fact: TakeBack) -> State:
    """Correct the player's own slip, and play another card if one is given."""
    own = own_slip(book, state, fact)
    assert own is not None
    state = rule_on(book, state, own)
    return state if fact.instead is None else flow.play_card(book, state, Play(fact.seat, fact.instead))


def _call_lead(state: State, fact: CallLead) -> State:
    assert state.turn is not None
    called = state.hand.lead_call_on(state.turn)
    assert called is not None
    named = () if fact.suit is None else (replace(called, suit=fact.suit, named=True),)
    return with_hand(state, lead_calls=(*named, *(call for call in state.hand.lead_calls if call is not called)))


def _claim(book: Rulebook, state: State, claim: Claim) -> State:
    if waits_for_the_count(book, state, claim):
        return with_hand(state, claims=(*state.hand.claims, claim))
    shown = proof(book, state, claim)
    assert shown is not None
    return rule_on(book, state, shown)


# The count.


def _judged(book: Rulebook, state: State) -> State:
    """Judge the claims of revokes at the count: the tricks prove them, or the fact that they were mixed."""
    if state.phase is not Phase.COUNT:
        return state
    claims = state.hand.claims
    state = with_hand(state, claims=())
    for claim in claims:
        shown = proof(book, state, claim)
        state = _unproved(book, state, claim) if shown is None else rule_on(book, state, shown)
    return state


def _unproved(book: Rulebook, state: State, claim: Claim) -> State:
    offender = claim.offender
    clause = remedy_for(book, state, Slip("revoke", offender, Past(state), trick=-1)).clause
    sentence = f"The tricks show no {book.words.revoke} by {offender.word}."
    return on_record(state, Record("stands", sentence, clause, "book", offender.side, 0, Past(state)))


def _choose(state: State, fact: Choose) -> State:
    owed = next(owed for owed in state.hand.owed if owed.side is fact.seat.side)
    rest = tuple(other for other in state.hand.owed if other is not owed)
    return with_hand(state, owed=rest, choices=(*state.hand.choices, Chosen(owed, fact.choice)))


def _gather(book: Rulebook, state: State) -> State:
    """Score the hand, and record what each ruling that affected it did to the score."""
    scored = Scored(
        place=len(state.results),
        played=score_hand(book, state.hand, state.dealer),
        unscored=tuple(_cannot_score(state)),
        taken=tuple(chosen for chosen in state.hand.choices if chosen.choice != "as played"),
    )
    records, score = list(state.records), added(book, state.score, worth(scored).points)
    for place in {*(chosen.owed.record for chosen in scored.taken), *(place for _, place in scored.unscored)}:
        other = added(book, state.score, worth(scored, (place,)).points)
        records[place] = replace(records[place], gave=(score[0] - other[0], score[1] - other[1]))
    return flow.hand_scored(book, replace(state, records=tuple(records)), scored, state.dealer.left)


def _cannot_score(state: State) -> Iterator[tuple[Side, int]]:
    """The sides that cannot score this hand, each with the place of the ruling that says so."""
    for place, record in enumerate(state.records):
        here = len(record.past.state.results) == len(state.results) and not record.overruled
        if here and record.kind == "play on without score" and record.offender is not None:
            yield record.offender, place
