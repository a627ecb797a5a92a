"""May this happen at a table that is played as at a real one: tricks turned down, leads called, choices, rulings?"""

from __future__ import annotations

from typing import Literal

from bowerbird.table.checks.common import CALLING, Breach, Verdict, held, only, wrong_phase
from bowerbird.table.checks.playing import lead_caller
from bowerbird.table.facts import (
    CallLead,
    Choose,
    Expose,
    Gather,
    InvalidAction,
    LookAtQuitted,
    MixTricks,
    Quit,
    Ruling,
)
from bowerbird.table.state import Phase, State

CHOICES: tuple[Literal["as played", "add points", "take points"], ...] = ("as played", "add points", "take points")


def check_quit(state: State, fact: Quit) -> Verdict:
    """The winner turns the complete trick down."""
    winner = state.hand.trick.winner
    if state.phase is not Phase.PLAY or winner is None:
        return Breach("there is no complete trick to turn down")
    return only(winner, fact.seat, "won the trick and turns it down")


def check_count(state: State, fact: Gather | Choose) -> Verdict:
    """After the last trick: choices first, then the cards are gathered."""
    wrong = wrong_phase(state, Phase.COUNT)
    if wrong:
        return wrong
    choosing = [owed.side for owed in state.hand.owed]
    if isinstance(fact, Gather):
        return Breach(f"{choosing[0].word} must choose first: as played, or the points") if choosing else None
    if fact.seat.side in choosing:
        return None
    return Breach(f"{fact.seat.side.word} have nothing to choose")


def check_call_lead(state: State, fact: CallLead) -> Verdict:
    """The last player to the trick names the suit."""
    caller = lead_caller(state)
    if caller is None:
        return Breach("there is no lead to call now")
    return only(caller, fact.seat, "plays last to this trick and may name the suit")


def check_expose(state: State, fact: Expose) -> Verdict:
    """A card of one's own that does not lie open yet."""
    wrong = wrong_phase(state, *CALLING, Phase.DISCARD, Phase.DEFEND, Phase.BEST, Phase.PLAY)
    wrong = wrong or held(state, fact.seat, fact.card)
    if wrong is None and state.hand.is_out(fact.seat):
        return Breach(f"{fact.seat.word} has laid the cards away")
    if wrong is None and state.hand.exposed[fact.seat] >> fact.card & 1:
        return Breach(f"{fact.card} lies face up already")
    return wrong


def check_ruling(state: State, fact: Ruling) -> Verdict:
    """A reason always; a side where points move; something to overrule or take back."""
    if not fact.reason.strip():
        return Breach("a ruling needs its reason in the record")
    if fact.points < 0 or fact.points > 20:
        raise InvalidAction("points of a ruling are from 0 to 20")
    if fact.decision in ("hand lost", "points", "points off", "game lost") and fact.offender is None:
        return Breach(f'"{fact.decision}" needs the offending side')
    standing = [record for record in state.records if not record.overruled]
    if fact.overrules and not standing:
        return Breach("there is no ruling to overrule")
    if state.phase is Phase.OVER and not fact.overrules:
        return Breach("the game is over: only its last ruling can be overruled")
    in_hand = state.hand.turn_up is not None or (fact.overrules and standing[-1].age == state.age)
    if fact.decision in ("new deal", "hand lost") and not in_hand:
        return Breach(f'"{fact.decision}" is for a hand in play; give or take points instead')
    if (
        fact.decision == "take it back"
        and state.asked is None
        and not (fact.overrules and standing[-1].age == state.age)
    ):
        return Breach("there is nothing to take back")
    return None


def check_quitted(state: State, fact: LookAtQuitted | MixTricks) -> Verdict:
    """Turned-down tricks can be looked at or mixed only when there are some."""
    wrong = wrong_phase(state, Phase.PLAY, Phase.COUNT)
    return wrong or (None if state.hand.tricks else Breach("no trick has been turned down yet"))
