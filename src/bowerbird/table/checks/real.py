"""Check actions that exist only at a real table: tricks turned down, leads called, choices, rulings."""

from __future__ import annotations

from typing import Final, get_args

from msgspec.structs import replace

from bowerbird.rulebook.irregularities import RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.table.checks.common import CALLING, Breach, Verdict, held, only, wrong_phase
from bowerbird.table.checks.playing import lead_callers, play_breaches
from bowerbird.table.claims import IN_HAND, remedy_for
from bowerbird.table.director import set_aside
from bowerbird.table.facts import (
    CallLead,
    Choice,
    Choose,
    Decision,
    Expose,
    InvalidActionError,
    LookAtQuitted,
    MixTricks,
    Play,
    Quit,
    Ruling,
    TakeBack,
)
from bowerbird.table.remedies import can_go_back, rule_on
from bowerbird.table.state import Phase, Slip, State

CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)


def check_quit(state: State, fact: Quit) -> Verdict:
    """Check that the winner turns down a complete trick."""
    winner = state.hand.trick.winner
    if state.phase is not Phase.PLAY or winner is None:
        return Breach("there is no complete trick to turn down")
    return only(winner, fact.seat, "won the trick and turns it down")


def check_gather(state: State) -> Verdict:
    """Check that the last trick is played and every choice is made."""
    wrong = wrong_phase(state, Phase.COUNT)
    if wrong is None and state.hand.owed:
        return Breach(f"{state.hand.owed[0].side.word} must choose first: as played, or the points")
    return wrong


def check_choose(state: State, fact: Choose) -> Verdict:
    """Check that the injured side chooses. A side that cannot score this deal cannot add to its score."""
    side = fact.seat.side
    wrong = wrong_phase(state, Phase.COUNT)
    if wrong is None and all(owed.side is not side for owed in state.hand.owed):
        return Breach(f"{side.word} have nothing to choose")
    if wrong is None and fact.choice == "add points" and side in state.hand.unscored:
        return Breach(f"{side.word} cannot score this deal: as played, or points off the others")
    return wrong


def check_call_lead(state: State, fact: CallLead) -> Verdict:
    """Check that somebody names the suit who may: the last player to the trick, or either opponent."""
    callers = lead_callers(state)
    if not callers:
        return Breach("there is no lead to call now")
    if len(callers) == 1:
        return only(callers[0], fact.seat, "plays last to this trick and may name the suit")
    return None if fact.seat in callers else Breach(f"the opponents may name the suit, not {fact.seat.word}")


def check_expose(state: State, fact: Expose) -> Verdict:
    """Check that the card is the player's own and not yet exposed."""
    wrong = wrong_phase(state, *CALLING, Phase.DISCARD, Phase.DEFEND, Phase.BEST, Phase.PLAY)
    wrong = wrong or held(state, fact.seat, fact.card)
    if wrong is None and state.hand.is_out(fact.seat):
        return Breach(f"{fact.seat.word} is sitting out this hand")
    if wrong is None and state.hand.face_up(fact.seat) >> fact.card & 1:
        return Breach(f"{fact.card} is already face up")
    return wrong


def check_quitted(state: State, fact: LookAtQuitted | MixTricks) -> Verdict:
    """Check that there are quitted tricks to mix, or during play to look at. After play anybody may look at them."""
    phases = (Phase.PLAY,) if isinstance(fact, LookAtQuitted) else (Phase.PLAY, Phase.COUNT)
    return wrong_phase(state, *phases) or (None if state.hand.tricks else Breach("no trick has been turned down yet"))


#: Remedies that leave it to the player to take a card back.
_CORRECTIONS: Final[frozenset[RemedyKind]] = frozenset({"correct it", "correct it, card face up"})


def own_slip(book: Rulebook, state: State, fact: TakeBack) -> Slip | None:
    """The slip that a player may correct by taking a card back: everything wrong with the card is simply corrected."""
    played = (slip for slip in state.hand.slips if slip.seat is fact.seat and slip.irregularity != "card exposed")
    own = [slip for slip in played if slip.card == fact.card and can_go_back(state, slip)]
    remedies = {remedy_for(book, state, slip).kind for slip in own}
    return own[-1] if own and remedies <= _CORRECTIONS else None


def check_take_back(book: Rulebook, state: State, fact: TakeBack) -> Verdict:
    """Check that the rulebook still lets players correct their slip, and that the new card may be played."""
    slip = own_slip(book, state, fact)
    if slip is None:
        return Breach(f"{fact.seat.word} cannot take {fact.card} back: the rules do not allow a correction now")
    if fact.instead is None:
        return None
    wrong = next(play_breaches(rule_on(book, state, slip), Play(fact.seat, fact.instead)), None)
    return None if wrong is None else Breach(wrong.why)  # a second slip in a correction is refused


# The director.

#: Decisions against a side, which the director names or a claim has named.
_AGAINST: Final[tuple[Decision, ...]] = (
    "void and barred",
    "call a lead",
    "play on without score",
    "hand lost",
    "points",
    "points off",
    "game lost",
    "warning",
    "removal",
)
_FOR_A_HAND: Final[tuple[Decision, ...]] = (
    "new deal",
    "void and barred",
    "exposed card",
    "call a lead",
    "play on without score",
    "hand lost",
)
_CALLS: Final = ("turned-down suit named", "call out of turn", "call without the card")


def check_ruling(book: Rulebook, state: State, fact: Ruling) -> Verdict:
    """Check that a ruling has a reason, overrules one that it can, and makes sense at this table."""
    if not 0 <= fact.points <= 20:
        raise InvalidActionError("points of a ruling are from 0 to 20")
    if fact.overrules < 0:
        raise InvalidActionError("the rulings in the record are numbered from 1")
    if not fact.reason.strip():
        return Breach("a ruling needs its reason in the record")
    if fact.overrules > len(state.records):
        return Breach(f"there is no ruling {fact.overrules} to overrule: the record has {len(state.records)}")
    if fact.overrules and state.records[fact.overrules - 1].overruled:
        return Breach(f"ruling {fact.overrules} is overruled already")
    if state.phase is Phase.OVER and not fact.overrules:
        return Breach("the game is over: only a ruling in its record can be overruled")
    before, slip = set_aside(book, replace(state, age=state.age + 1), fact)
    return _check_decision(before, slip, fact)


def _check_decision(before: State, slip: Slip | None, fact: Ruling) -> Verdict:
    decision = fact.decision
    if decision in _AGAINST and fact.offender is None and slip is None:
        return Breach(f'"{decision}" needs the offending side')
    if decision in _FOR_A_HAND and before.phase not in IN_HAND:
        return Breach(f'"{decision}" is for a hand in play; give or take points instead')
    if decision == "take it back" and slip is None:
        return Breach("there is nothing to take back")
    if decision == "exposed card" and (slip is None or not can_go_back(before, slip)):
        return Breach("no card was claimed that can lie face up now")
    if decision == "void and barred" and (slip is None or slip.irregularity not in _CALLS or before.hand.card_led):
        return Breach("only a call that was claimed before the first lead can be void")
    return None
