"""Claims at a real table: is there something to them, and what were the circumstances?

What the log has recorded as a slip is proved by it. What no log can show (a card exposed in the deal, a signal)
everyone at the table has seen: the claim itself is the record of it.
"""

from __future__ import annotations

from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import Circumstances, Remedy, rule
from bowerbird.seats import Seat
from bowerbird.table.checks.common import CALLING, Breach, Verdict, wrong_phase
from bowerbird.table.facts import Claim, TakeBack
from bowerbird.table.state import Past, Phase, Slip, State

__all__ = ["check", "check_take_back", "circumstances", "found", "remedy_for"]

_IN_HAND = (Phase.TURN_UP, Phase.JOKER, *CALLING, Phase.DISCARD, Phase.DEFEND, Phase.BEST, Phase.PLAY, Phase.COUNT)
_BEFORE_PLAY = (Phase.TURN_UP, Phase.JOKER, *CALLING)

#: What everyone sees and no log can show, and when it can be pointed out.
_SEEN: dict[Irregularity, tuple[Phase, ...]] = {
    "card exposed in the deal": _BEFORE_PLAY,
    "card faced in the pack": _BEFORE_PLAY,
    "imperfect pack": _IN_HAND,
    "card not played singly": (Phase.PLAY, Phase.COUNT),
    "signal": _IN_HAND,
}


def found(state: State, irregularity: Irregularity, offender: Seat) -> Slip | None:
    """The slip that a claim is about: the latest of its kind by that player."""
    if irregularity in _SEEN or (irregularity == "wrong number of cards" and has_wrong_number(state, offender)):
        return Slip(irregularity, offender, Past(state), trick=len(state.hand.tricks))
    slips = (slip for slip in reversed(state.hand.slips) if slip.irregularity == irregularity and slip.seat is offender)
    return next(slips, None)


def has_wrong_number(state: State, seat: Seat) -> bool:
    """Whether a hand has too many or too few cards, counting what it has played."""
    hand = state.hand
    if hand.dealt[seat].bit_count() != 5:
        return True
    tricks = [*hand.tricks, hand.trick]
    total = hand.held[seat].bit_count() + sum(trick.card_of(seat) is not None for trick in tricks)
    return state.phase in (Phase.PLAY, Phase.COUNT) and not hand.undiscarded and total != 5


def circumstances(state: State, slip: Slip) -> Circumstances:
    """What matters about the moment at which a slip is noticed."""
    hand, here = state.hand, slip.trick == len(state.hand.tricks)
    return Circumstances(
        offender=slip.seat,
        dealer=slip.past.state.dealer,
        turn_up_shown=hand.turn_up is not None,
        card_led=hand.card_led,
        tricks_quitted=len(hand.tricks),
        trick_quitted=not here,
        next_card_led=not here and (len(hand.tricks) > slip.trick + 1 or bool(hand.trick.plays)),
        all_have_played=not here or hand.trick.winner is not None,
        hand_alone=hand.alone,
        offender_alone=hand.alone and slip.seat in (hand.maker, hand.lone_defender),
        misdeals=state.misdeals,
        only_a_pass=slip.only_a_pass,
    )


def remedy_for(book: Rulebook, state: State, slip: Slip) -> Remedy:
    """The book's answer to a slip, as things stand now."""
    return rule(book, slip.irregularity, circumstances(state, slip))


def waits_for_the_count(book: Rulebook, state: State, claim: Claim) -> bool:
    """A revoke whose points are a choice is proved from the tricks, and those may not be looked at before the end."""
    if claim.irregularity != "revoke" or state.phase is Phase.COUNT:
        return False
    slip = found(state, "revoke", claim.offender) or Slip("revoke", claim.offender, Past(state), trick=-1)
    return remedy_for(book, state, slip).kind == "choice"


def check(book: Rulebook, state: State, claim: Claim) -> Verdict:
    """A claim counts in its time, and when there is something to it."""
    kind, offender = claim.irregularity, claim.offender
    wrong = wrong_phase(state, *_SEEN.get(kind, _IN_HAND))
    if wrong or kind in _SEEN:
        return wrong
    if kind == "revoke" and state.hand.card_led:
        if claim in state.hand.claims:
            return Breach("this is claimed already, and settled when the tricks are counted")
        if waits_for_the_count(book, state, claim) or offender.side in state.hand.mixed:
            return None
    if found(state, kind, offender) is None:
        return Breach(f"nothing shows that: {offender.word}, {kind}")
    return None


def check_take_back(book: Rulebook, state: State, fact: TakeBack) -> Verdict:
    """A player may correct an own slip while the book allows it."""
    for slip in reversed(state.hand.slips):
        if slip.seat is fact.seat and slip.card == fact.card:
            if remedy_for(book, state, slip).kind == "correct it":
                return None
            return Breach(f"too late to correct: {fact.card} by {fact.seat.word} stays as it was played")
    return Breach(f"{fact.seat.word} has nothing to correct with {fact.card}: a card played in order stays")
