"""The inputs and actions of the master's net as numbers: which bit says what, and what each action means.

Cards are slots here: a card's position once the suits are relabelled as trump (or the suit turned up), next, and the
other two. Both bowers are trumps, and a lower slot beats a higher one of its suit. Seats are counted from the observer.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACTIONS",
    "CARDS",
    "FIELDS",
    "FIRST_DISCARD",
    "FIRST_NAME",
    "FIRST_NAME_ALONE",
    "FIRST_PLAY",
    "GROUPS",
    "INPUTS",
    "ORDER",
    "ORDER_ALONE",
    "OUTCOMES",
    "PASS",
    "START",
    "WORDS",
]

#: The cards that the net was trained with: nine to ace.
CARDS: Final = 24
#: The ranges of slots for trumps, next and the other two.
GROUPS: Final = ((0, 7), (7, 12), (12, 18), (18, 24))

#: The fields of bits in order, with their sizes.
FIELDS: Final[dict[str, int]] = {
    "hand": CARDS,
    "turn_up": CARDS,
    "turn_up_is": 2,  # taken, turned down
    "discarded": CARDS,
    "played": 4 * CARDS,
    "on_table": 3 * CARDS,  # by the left opponent, the partner, the right opponent
    "led": 4,
    "winning": CARDS,
    "winner": 3,
    "leads": 4 * 4,
    "voids": 3 * 4,
    "dealer": 4,
    "phase": 4,
    "maker": 4,
    "alone": 1,
    "our_tricks": 5,
    "their_tricks": 5,
    "trick": 5,
    "place": 4,
    "legal_cards": CARDS,
    "legal_calls": 9,
    "top": CARDS,
    "trumps_unseen": 8,
    "may_hold": 3 * CARDS,
    "rules": 10,
}
#: The start of each field.
START: Final[dict[str, int]] = {
    name: sum(size for _, size in list(FIELDS.items())[:place]) for place, name in enumerate(FIELDS)
}
#: The number of 32-bit words for all bits.
WORDS: Final = -(-sum(FIELDS.values()) // 32)

#: The outcomes of a hand: ours or theirs, with the partner or alone, none, some, most or all tricks; or thrown in.
OUTCOMES: Final = 17
#: The bits, and the worth of each outcome.
INPUTS: Final = 32 * WORDS + OUTCOMES

#: Actions: pass, order, order alone, name next and the other two, the same alone, play a slot, discard a slot.
PASS: Final = 0
ORDER, ORDER_ALONE, FIRST_NAME, FIRST_NAME_ALONE, FIRST_PLAY, FIRST_DISCARD = 1, 2, 3, 6, 9, 33
ACTIONS: Final = 57
