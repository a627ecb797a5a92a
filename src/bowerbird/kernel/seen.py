"""The knowledge of one seat about a hand: the only input of the sampler.

`Seen` records where cards are known to be or not to be. `Seen.of_play` builds it from the public record (turn-up,
calls, plays) and the seat's own cards; there is no way to pass another hand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bowerbird.cards import SUIT_AS_PLAYED, show_cards
from bowerbird.kernel.play import SUIT_MASK
from bowerbird.kernel.position import PositionError, cards_of
from bowerbird.seats import Seat

__all__ = ["Seen"]

_Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """The possible places of the cards, as one seat knows them. All sets of cards are bit masks."""

    #: The whole deck, the observing seat, and the cards in its hand.
    pack: int
    seat: int
    hand: int
    #: The number of cards of each hand now, including hands that sit out.
    sizes: _Four
    #: Known cards that are in no hand any more: played, turned down, the seat's own discard.
    gone: int = 0
    #: Cards known to be in a hand: the turn-up that the dealer took and has not played.
    holds: _Four = (0, 0, 0, 0)
    #: Cards that a hand can't hold: suits it did not follow.
    lacks: _Four = (0, 0, 0, 0)
    #: Unless 0, at least one of these is in that hand (for the dealer: or is the discard), as a call has shown.
    needs: _Four = (0, 0, 0, 0)
    #: The dealer, if a card was discarded that the seat has not seen; else -1.
    hidden_discard: int = -1
    #: The turn-up, if the dealer may have discarded it again; else 0.
    perhaps_discarded: int = 0

    def __post_init__(self) -> None:
        """Refuse what is impossible."""
        if self.hand.bit_count() != self.sizes[self.seat]:
            raise PositionError(
                f"{Seat(self.seat).word} holds {self.hand.bit_count()} cards, not {self.sizes[self.seat]}"
            )
        placed = [self.hand, self.gone, *self.holds, self.perhaps_discarded]
        seen = 0
        for cards in placed:
            if cards & ~self.pack:
                raise PositionError(f"not in this deck: {show_cards(cards_of(cards & ~self.pack))}")
            if cards & seen:
                raise PositionError(f"in two places at once: {show_cards(cards_of(cards & seen))}")
            seen |= cards
        unseen = (self.pack & ~self.gone).bit_count()
        if sum(self.sizes) + (self.hidden_discard >= 0) > unseen:
            raise PositionError(f"the hands hold more cards than the {unseen} that are left")

    @classmethod
    def of_play(
        cls,
        pack: int,
        seat: int,
        hand: int,
        dealer: int,
        turn_up: int,
        *,
        picked_up: bool = False,
        own_discard: int | None = None,
        may_discard_turn_up: bool = False,
        trump: int = 4,
        plays: Iterable[tuple[int, int]] = (),
        lone_seats: int = 0,
        needs: Mapping[int, int] | None = None,
    ) -> Seen:
        """The knowledge of `seat`, holding `hand`, after the public part of a hand.

        `plays` are the (seat, card) of all tricks in order, including the trick on the table. `lone_seats` is the mask
        of seats whose partner sits out. `needs` has, for a seat whose call required certain cards, the cards of which
        it held at least one (never the turn-up, which was in no hand). Before the dealer has discarded, leave
        `picked_up` off: then the turn-up is seen, and in no hand.
        """
        sizes = [5, 5, 5, 5]
        lacks = [0, 0, 0, 0]
        holds = [0, 0, 0, 0]
        missing = dict(needs or {})
        gone = 0
        played = list(plays)
        players = 4 - lone_seats.bit_count()
        for place, (player, card) in enumerate(played):
            led = SUIT_MASK[trump][SUIT_AS_PLAYED[trump][played[place - place % players][1]]]
            if not led >> card & 1:
                lacks[player] |= led
            if missing.get(player, 0) >> card & 1:
                del missing[player]
            sizes[player] -= 1
            gone |= 1 << card
        perhaps = 0
        if not picked_up:
            gone |= 1 << turn_up
        elif dealer == seat:
            if own_discard is None:
                raise PositionError(f"{Seat(seat).word} dealt and took the turn-up. Give the discarded card")
            gone |= 1 << own_discard
        elif not gone >> turn_up & 1:
            if may_discard_turn_up:
                perhaps = 1 << turn_up
            else:
                holds[dealer] = 1 << turn_up
        wanted = [missing.get(place, 0) for place in range(4)]
        wanted[seat] = 0
        if sizes[seat] != hand.bit_count():
            raise PositionError(
                f"{Seat(seat).word} holds {show_cards(cards_of(hand))} after playing {5 - sizes[seat]} cards"
            )
        return cls(
            pack=pack,
            seat=seat,
            hand=hand,
            sizes=(sizes[0], sizes[1], sizes[2], sizes[3]),
            gone=gone,
            holds=(holds[0], holds[1], holds[2], holds[3]),
            lacks=(lacks[0], lacks[1], lacks[2], lacks[3]),
            needs=(wanted[0], wanted[1], wanted[2], wanted[3]),
            hidden_discard=dealer if picked_up and dealer != seat else -1,
            perhaps_discarded=perhaps,
        )
