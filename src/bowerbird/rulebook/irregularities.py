"""Irregularities at a table, and the cases in which a rulebook rules on them. Data only.

For each irregularity a rulebook lists its cases in order; the first case whose conditions all hold is the ruling. If it
lists none, or none holds, the director decides. `bowerbird.rulebook.rulings` applies this.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Irregularity: TypeAlias = Literal[
    "card exposed in the deal",
    "card faced in the pack",
    "imperfect pack",
    "wrong dealer",
    "turn-up before the bell",
    "wrong number of cards",
    "turned-down suit named",
    "call out of turn",
    "call without the card",
    "discard forgotten",
    "lead out of turn",
    "play out of turn",
    "card exposed",
    "quitted trick turned up",
    "revoke",
    "tricks mixed",
    "card not played singly",
    "signal",
]

#: Conditions at the moment of a ruling on which a case may depend.
Condition: TypeAlias = Literal[
    "turn-up not shown",
    "before the opening lead",
    "first trick not quitted",
    "trick not quitted",
    "next card not led",
    "all have played to it",
    "hand played alone",
    "by a lone hand",
    "second misdeal",
    "nothing but a pass",
]

RemedyKind: TypeAlias = Literal[
    "new deal",
    "stands",
    "void and barred",
    "void",
    "exposed card",
    "correct it",
    "correct it, card face up",
    "take it back and call a lead",
    "call a lead",
    "play on without score",
    "play the five dealt",
    "points",
    "hand lost",
    "choice",
    "claim proved",
    "game lost",
    "points off",
    "director decides",
]


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer of a rulebook: under these conditions, this remedy, from this clause."""

    remedy: RemedyKind
    clause: str = ""
    when: tuple[Condition, ...] = ()
    points: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    dealer: Literal["same", "right", "next"] = "same"
    by_director: bool = False
    scores_stand: bool = False
    """True if the rulebook says, with a new deal, that earlier scores stand."""
