"""What cards are worth by the rules of thumb, and what a hand needs: the numbers of every player that counts by them.

`bowerbird.players.thumb` counts with them at a table, `bowerbird.kernel.beginner` in the batch.
"""

from __future__ import annotations

from typing import Final

from bowerbird.cards import NO_TRUMP, Card, Rank, Trump, left_bower, right_bower

__all__ = [
    "ENOUGH_ALONE",
    "ENOUGH_TO_CALL",
    "ENOUGH_TO_DEFEND_ALONE",
    "FEWEST_TRUMPS",
    "LEFT",
    "LONGEST_SHORT_SUIT",
    "SIDE_ACE",
    "SIDE_ACE_IN_A_LONG_SUIT",
    "SIDE_KING",
    "TURN_UP_SHARE",
    "VOID",
    "WORTH_A_NEW_DEAL",
    "trump_worth",
]

# The worth of a card in tricks. Nine to king of trumps differ little: what matters is that they are trumps.
_RIGHT: Final = 1.0
LEFT: Final = 0.85
_TRUMPS: Final[dict[Rank, float]] = {
    Rank.ACE: 0.7,
    Rank.KING: 0.55,
    Rank.QUEEN: 0.48,
    Rank.TEN: 0.42,
    Rank.NINE: 0.38,
}
_LOWEST_TRUMP: Final = 0.35
_IN_NO_TRUMP: Final[dict[Rank, float]] = {Rank.ACE: 0.85, Rank.KING: 0.35}
SIDE_ACE: Final = 0.6
SIDE_ACE_IN_A_LONG_SUIT: Final = 0.4
#: A suit of more cards than this is long.
LONGEST_SHORT_SUIT: Final = 2
SIDE_KING: Final = 0.15
VOID: Final = 0.25

# The worth a hand needs. The partner is good for about one trick.
ENOUGH_TO_CALL: Final = 2.1
ENOUGH_ALONE: Final = 3.3
ENOUGH_TO_DEFEND_ALONE: Final = 3.4
FEWEST_TRUMPS: Final = 2
#: The turn-up goes to the dealer, which helps one side, so it counts before a call.
TURN_UP_SHARE: Final = 0.6
WORTH_A_NEW_DEAL: Final = 1.5


def trump_worth(card: Card, trump: Trump) -> float:
    """The worth of a card as a trump, and in no trump the worth of any card."""
    if card.is_joker or card == right_bower(trump):
        return _RIGHT
    if trump is NO_TRUMP:
        return _IN_NO_TRUMP.get(card.rank, 0.0)
    return LEFT if card == left_bower(trump) else _TRUMPS.get(card.rank, _LOWEST_TRUMP)
