"""Tables that are played as at a real one, for tests of what goes wrong there.

The deal is always the same. North deals and turns up the nine of hearts; in hearts the hands are

    East Jh Ah Kd Qd 9s   South Kh Th 9d Td Ts   West Qh Ac Kc Qs As   North 9c Tc Jc Qc Jd

so that East can order it up anywhere, and South can revoke when East leads the nine of spades.
"""

from __future__ import annotations

from bowerbird.cards import Card
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.seats import Seat
from bowerbird.table import Fact, Phase, Table, decode_fact, encode_fact, fold
from bowerbird.table import facts as f
from bowerbird.table.state import Record
from deals import deal, say, seat

__all__ = [
    "HANDS",
    "ORDERED",
    "REVOKE",
    "ask",
    "cards_of",
    "claim",
    "count",
    "gather",
    "in_play",
    "last",
    "real",
    "real_deal",
    "replays",
]

HANDS = {"E": "Jh Ah Kd Qd 9s", "S": "Kh Th 9d Td Ts", "W": "Qh Ac Kc Qs As", "N": "9c Tc Jc Qc Jd"}
ORDERED = "E: order, N: discard 9c"
#: South trumps a spade while holding the ten.
REVOKE = "E: 9s, S: Kh"


def real(book: Rulebook | str, score: tuple[int, int] = (0, 0)) -> Table:
    """A real table at which North is the first dealer."""
    return Table(book, [f.Open(mode="real", dealer=Seat.N, score=score)])


def real_deal(book: Rulebook | str, score: tuple[int, int] = (0, 0), up: str = "9h", **hands: str) -> Table:
    """The usual deal at a real table, with other hands where they are given."""
    return deal(real(book, score), up, **(hands or HANDS))


def in_play(book: Rulebook | str, lines: str = "", score: tuple[int, int] = (0, 0), alone: bool = False) -> Table:
    """Hearts are trump, East made them, and these cards have fallen."""
    table = say(real_deal(book, score), ORDERED.replace("order", "order alone") if alone else ORDERED)
    return say(table, lines)


def claim(table: Table, who: str, irregularity: Irregularity, offender: str) -> Table:
    """Somebody points it out."""
    table.push(f.Claim(seat(who), irregularity, seat(offender)))
    return table


def ask(table: Table, *facts: Fact) -> Table:
    """Let these facts happen."""
    for fact in facts:
        table.push(fact)
    return table


def last(table: Table) -> Record:
    """The last ruling in the record."""
    return table.state.records[-1]


def count(table: Table) -> Table:
    """Everyone plays a lawful card, up to the count of the tricks. Leads that may be called are let go."""
    while table.state.phase is Phase.PLAY:
        lawful = table.legal
        quits = [fact for fact in lawful if isinstance(fact, f.Quit)]
        waived = [fact for fact in lawful if isinstance(fact, f.CallLead) and fact.suit is None]
        plays = [fact for fact in lawful if isinstance(fact, f.Play)]
        table.push((quits or waived or plays)[0])
    return table


def gather(table: Table, *choices: f.Choose) -> Table:
    """The choices are made and the cards gathered."""
    ask(count(table), *choices)
    table.push(f.Gather(Seat.N))
    return table


def replays(table: Table) -> bool:
    """Whether the encoded facts fold to the same table."""
    return fold(table.book, [decode_fact(encode_fact(fact)) for fact in table.facts]) == table.state


def cards_of(table: Table, who: str) -> tuple[Card, ...]:
    """What a seat holds."""
    return table.state.hand.cards(seat(who))
