"""The mistakes of a finished game with their proof: the trick, the card, and the cards that were held.

A proof shows cards from a hand, so it belongs to a review or a replay, never to a game in progress.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from bowerbird.cards import Card, sort_hand, suit_as_played, trump_index
from bowerbird.hall.scenes import Scene, scene_at
from bowerbird.kernel.play import legal_cards
from bowerbird.kernel.position import cards_of
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.seats import Seat
from bowerbird.table import Phase, Table
from bowerbird.table.state import Slip

__all__ = ["Missed", "Proof", "missed", "proof"]

#: What somebody did, as it follows their name. A revoke has the club's own word.
_DID: Final[dict[Irregularity, str]] = {
    "card exposed in the deal": "showed a card in the deal",
    "card faced in the pack": "left a card face up in the deck",
    "imperfect pack": "dealt from a deck with a card too few or too many",
    "wrong dealer": "dealt out of turn",
    "turn-up before the bell": "turned a card up before the bell",
    "wrong number of cards": "was dealt a wrong number of cards",
    "turned-down suit named": "named the suit that was turned down",
    "call out of turn": "called out of turn",
    "call without the card": "called without a card of that suit",
    "discard forgotten": "forgot to discard",
    "lead out of turn": "led out of turn",
    "play out of turn": "played out of turn",
    "card exposed": "showed a card",
    "quitted trick turned up": "looked at a finished trick",
    "revoke": "revoked",
    "tricks mixed": "mixed the tricks",
    "card not played singly": "played two cards at once",
    "signal": "gave a sign",
}


class Proof(msgspec.Struct, frozen=True):
    """The trick up to the card, the card, and the cards of the suit led that were held, if it should have followed.

    `trick` counts from 1. `words` is one sentence about the cards. `scene` is the table just before, with the hand.
    """

    trick: int
    plays: tuple[tuple[Seat, Card], ...]
    card: Card
    held: tuple[Card, ...]
    words: str
    scene: Scene


class Missed(msgspec.Struct, frozen=True):
    """A mistake that nobody claimed. `did` follows the name of its player. `step` is its place in the replay."""

    step: int
    hand: int
    seat: Seat
    irregularity: Irregularity
    did: str
    proof: Proof | None


def proof(book: Rulebook, slip: Slip | None) -> Proof | None:
    """The proof of a card that was played wrongly; None for anything else."""
    if slip is None or slip.card is None or slip.irregularity not in ("revoke", "lead out of turn", "play out of turn"):
        return None
    then = slip.past.state
    before = then.hand.on_table.plays
    lies = (*before, (slip.seat, slip.card))
    held: tuple[Card, ...] = ()
    if slip.irregularity == "revoke":
        had_to = legal_cards(then.hand.held[slip.seat], int(before[0][1]), trump_index(then.hand.trump))
        held = tuple(sort_hand(cards_of(had_to), then.hand.trump))
    scene = scene_at(book, then, slip.seat)
    return Proof(slip.trick + 1, lies, slip.card, held, _words(book, slip, held), scene)


def _words(book: Rulebook, slip: Slip, held: tuple[Card, ...]) -> str:
    assert slip.card is not None
    then, card = slip.past.state, book.card_sign(slip.card)
    if slip.irregularity != "revoke":
        in_turn = then.turn if then.phase is Phase.PLAY else None
        return f"{card} was played." + ("" if in_turn is None else f" It was the turn of {then.names[in_turn]}.")
    led = then.hand.on_table.plays[0][1]
    suit = suit_as_played(led, then.hand.trump)
    what = book.card_sign(led) + " was led" if suit is None else f"{suit.word.capitalize()} were led"
    return f"{what}, and {card} was played with {_and([book.card_sign(each) for each in held])} in the hand."


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def missed(table: Table, steps: dict[int, int]) -> tuple[Missed, ...]:
    """The mistakes of a finished game that nobody claimed while there was time. `steps` are the steps of the replay."""
    return tuple(_missed(table, steps))


def _missed(table: Table, steps: dict[int, int]) -> Iterator[Missed]:
    again = Table(table.book)
    made: dict[int, int] = {}  # the place of the fact that made a slip, by the age of the table with it
    for place, fact in enumerate(table.facts):
        before = again.state
        made[before.age + 1] = place
        again.push(fact)
        over = again.state.is_over or len(again.state.results) > len(before.results)
        if not over or before.is_over:
            continue
        settled = [record.slip for record in again.state.records[len(before.records) :]]
        for slip in before.hand.slips:
            if slip not in settled:
                step, hand = steps[made[slip.past.state.age]], before.hands_played + 1
                did = _did(table.book, slip)
                yield Missed(step, hand, slip.seat, slip.irregularity, did, proof(table.book, slip))


def _did(book: Rulebook, slip: Slip) -> str:
    did = f"{book.words.revoke.removesuffix('e')}ed" if slip.irregularity == "revoke" else _DID[slip.irregularity]
    return f"{did} in trick {slip.trick + 1}" if slip.card is not None else did
