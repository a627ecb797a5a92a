"""Claims at a real table: their proof, and the circumstances for the ruling.

A slip in the log proves its claim. Something that no log can show (a card exposed in the deal, a signal) has been seen
by everyone at the table: the claim itself is the record of it.
"""

from __future__ import annotations

from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import Circumstances, Remedy, rule
from bowerbird.seats import Seat
from bowerbird.table.checks.common import CALLING, Breach, Verdict, wrong_phase
from bowerbird.table.facts import Claim
from bowerbird.table.state import Past, Phase, Slip, State

__all__ = ["IN_HAND", "check", "circumstances", "proof", "remedy_for", "rightful_dealer", "waits_for_the_count"]

_BEFORE_PLAY = (Phase.TURN_UP, Phase.JOKER, *CALLING)
IN_HAND = (*_BEFORE_PLAY, Phase.DISCARD, Phase.DEFEND, Phase.BEST, Phase.PLAY, Phase.COUNT)

#: Irregularities that everyone sees but no log can show, and the phases for claiming them.
_SEEN: dict[Irregularity, tuple[Phase, ...]] = {
    "card exposed in the deal": _BEFORE_PLAY,
    "card faced in the pack": IN_HAND,
    "imperfect pack": IN_HAND,
    "card not played singly": (Phase.PLAY, Phase.COUNT),
    "signal": IN_HAND,
}


def check(book: Rulebook, state: State, claim: Claim) -> Verdict:
    """Check that a claim comes in time and that something supports it."""
    kind, offender = claim.irregularity, claim.offender
    wrong = wrong_phase(state, *_SEEN.get(kind, IN_HAND))
    if wrong:
        return wrong
    if kind == "tricks mixed":
        return Breach(f"mixed tricks alone aren't an offence: claim the {book.words.revoke} that they hide")
    if claim in state.hand.claims:
        return Breach("this is claimed already, and settled when the tricks are counted")
    if waits_for_the_count(book, state, claim) or proof(book, state, claim) is not None:
        return None
    if kind == "wrong number of cards" and _slip(state, "discard forgotten", offender) is not None:
        return Breach(f'{offender.word} has a card too many from the turn-up: claim "discard forgotten"')
    return Breach(f"nothing shows that: {offender.word}, {kind}")


def proof(book: Rulebook, state: State, claim: Claim) -> Slip | None:
    """The proof of a claim: something that everyone saw, the latest such slip, or tricks mixed beyond proof."""
    kind, offender = claim.irregularity, claim.offender
    if kind in _SEEN:
        return Slip(kind, offender, Past(state), trick=len(state.hand.tricks))
    slip = _slip(state, kind, offender)
    if slip is None and kind == "revoke" and offender.side in state.hand.mixed:
        mixed = Slip("tricks mixed", offender, Past(state), trick=-1)
        proved = remedy_for(book, state, mixed).kind == "claim proved"
        return Slip("revoke", offender, Past(state), trick=-1) if proved else mixed
    return slip


def _slip(state: State, kind: Irregularity, offender: Seat) -> Slip | None:
    slips = (slip for slip in reversed(state.hand.slips) if slip.irregularity == kind and slip.seat is offender)
    return next(slips, None)


def waits_for_the_count(book: Rulebook, state: State, claim: Claim) -> bool:
    """True if the claim waits until the hand is played: a revoke with a choice of points is proved from the tricks."""
    if claim.irregularity != "revoke" or state.phase is not Phase.PLAY or not state.hand.card_led:
        return False
    slip = _slip(state, "revoke", claim.offender) or Slip("revoke", claim.offender, Past(state), trick=-1)
    return remedy_for(book, state, slip).kind == "choice"


def remedy_for(book: Rulebook, state: State, slip: Slip) -> Remedy:
    """The rulebook's remedy for a slip, in the circumstances now."""
    return rule(book, slip.irregularity, circumstances(state, slip))


def circumstances(state: State, slip: Slip) -> Circumstances:
    """The circumstances of a slip now, as far as a ruling depends on them."""
    hand, here = state.hand, slip.trick == len(state.hand.tricks)
    return Circumstances(
        offender=slip.seat,
        dealer=rightful_dealer(state, slip),
        turn_up_shown=hand.turn_up is not None,
        card_led=hand.card_led,
        tricks_quitted=len(hand.tricks),
        trick_quitted=not here,
        next_card_led=not here and (len(hand.tricks) > slip.trick + 1 or bool(hand.trick.plays)),
        all_have_played=not here or hand.trick.winner is not None,
        hand_alone=hand.alone or hand.lone_defender is not None,
        offender_alone=slip.seat is hand.lone_defender or (hand.alone and slip.seat is hand.maker),
        misdeals=state.misdeals,
        only_a_pass=slip.only_a_pass,
    )


def rightful_dealer(state: State, slip: Slip | None) -> Seat:
    """The player who deals again if a slip makes the deal void; once the turn-up shows, the player who dealt."""
    slips = state.hand.slips if slip is None else (*state.hand.slips, slip)
    wrong = (other.past.state.dealer for other in slips if other.irregularity == "wrong dealer")
    return next(wrong, state.dealer) if state.hand.turn_up is None else state.dealer
