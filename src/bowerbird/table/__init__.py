"""One table of four, from the first shuffle to the last trick. No clock, no randomness and no I/O.

A game is a list of facts, such as `Order(Seat.W)` or `Play(Seat.E, Card("Jh"))`. A fact is also the action of a player:
`Table.push` appends it if the rules allow it. Shuffles, cuts and deals are facts, too, so chance comes from outside.

A table is *guarded* (legal plays only) or *real*: there players can make mistakes, and the rulebook decides what
happens. Facts for real tables only are `Quit`, `Gather`, `Expose`, `TakeBack`, `LookAtQuitted`, `MixTricks`, `Claim`,
`Choose`, `CallLead` and `Ruling`.
"""

from bowerbird.table.facts import (
    AskNewDeal,
    Call,
    CallLead,
    Choose,
    Claim,
    ClaimRest,
    Cut,
    Deal,
    DefendAlone,
    Discard,
    Draw,
    EndBell,
    Exchange,
    Expose,
    Fact,
    Gather,
    GiveBest,
    InvalidActionError,
    LookAtQuitted,
    MixTricks,
    Name,
    Open,
    Order,
    Pass,
    Play,
    Quit,
    Ruling,
    Shuffle,
    StandFor,
    StartBell,
    TakeBack,
    TurnUp,
    decode_fact,
    encode_fact,
)
from bowerbird.table.game import Table
from bowerbird.table.legal import IllegalActionError, legal
from bowerbird.table.state import GameResult, Hand, HandResult, Phase, State, Trick
from bowerbird.table.step import fold, step
from bowerbird.table.view import View, view
from bowerbird.table.words import markers, say

__all__ = [
    "AskNewDeal",
    "Call",
    "CallLead",
    "Choose",
    "Claim",
    "ClaimRest",
    "Cut",
    "Deal",
    "DefendAlone",
    "Discard",
    "Draw",
    "EndBell",
    "Exchange",
    "Expose",
    "Fact",
    "GameResult",
    "Gather",
    "GiveBest",
    "Hand",
    "HandResult",
    "IllegalActionError",
    "InvalidActionError",
    "LookAtQuitted",
    "MixTricks",
    "Name",
    "Open",
    "Order",
    "Pass",
    "Phase",
    "Play",
    "Quit",
    "Ruling",
    "Shuffle",
    "StandFor",
    "StartBell",
    "State",
    "Table",
    "TakeBack",
    "Trick",
    "TurnUp",
    "View",
    "decode_fact",
    "encode_fact",
    "fold",
    "legal",
    "markers",
    "say",
    "step",
    "view",
]
