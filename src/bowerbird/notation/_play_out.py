"""Replay a recorded deal from the last call to the last recorded card.

If the record leaves open which card it was, the possible cards are tried in turn, and the first way that breaks no rule
is taken. Only if there is none, a rule was broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bowerbird.cards import SUIT_AS_PLAYED, Card, trump_index
from bowerbird.errors import BowerbirdError
from bowerbird.kernel.play import legal_cards
from bowerbird.notation._card_text import sole
from bowerbird.notation._record import DealRecord, RuleBrokenError
from bowerbird.notation._turns import Fall, about_to_play, and_another, handed, say_of_defender
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, GiveBest, Phase, Play, State
from bowerbird.table.state import cards_in

if TYPE_CHECKING:
    from bowerbird.notation._walk import Walk

__all__ = ["TooManyWaysError", "play_out"]

#: The most steps to try. A record with every card known needs about twenty; one with many hidden cards not many more.
_MOST_STEPS: Final = 300


class TooManyWaysError(BowerbirdError):
    """Too much is hidden to say whether a rule was broken."""


def play_out(table: Walk, record: DealRecord) -> Walk:
    """Replay everything that the record shows."""
    falls = [fall for trick in table.falls.tricks for fall in trick]
    return _Search(record, falls).on(table, 0)


class _Search:
    def __init__(self, record: DealRecord, falls: list[Fall]) -> None:
        self.record = record
        self.falls = falls
        self.steps = 0

    def on(self, table: Walk, played: int) -> Walk:
        """Continue at a table where this many cards have been played."""
        before_the_lead = table.state.phase is not Phase.PLAY and not played
        if not before_the_lead and played == len(self.falls):
            return table
        worst: RuleBrokenError | None = None
        choices = self._before_the_lead(table) if before_the_lead else self._falling(table, self.falls[played])
        for ready, fact in choices:
            self.steps += 1
            if self.steps > _MOST_STEPS:
                raise TooManyWaysError
            branch = replace(table, state=ready)
            try:
                if isinstance(fact, Play):
                    return self._after_play(table, branch, fact, played)
                branch.push(fact, card=str(fact.card) if isinstance(fact, Discard | GiveBest) else "")
                return self.on(branch, played)
            except RuleBrokenError as broken:
                # The attempt that got furthest shows best what is wrong.
                worst = broken if worst is None or broken.trick > worst.trick else worst
        raise worst or self._nothing_left(table, played, before_the_lead)

    def _nothing_left(self, table: Walk, played: int, before_the_lead: bool) -> RuleBrokenError:
        if before_the_lead:
            who = table.state.turn.word if table.state.turn is not None else "the dealer"
            return RuleBrokenError(f"{who} has no card left to discard")
        fall = self.falls[played]
        return RuleBrokenError("every such card is somewhere else", trick=fall.trick, card=fall.text)

    # Discard, lone defender and partner's best.

    def _before_the_lead(self, table: Walk) -> Iterator[tuple[State, Fact]]:
        state, seat = table.state, table.state.turn
        assert seat is not None
        if state.phase is Phase.DEFEND:
            yield state, say_of_defender(state, self.record)
        elif state.phase is Phase.BEST:
            written = next((given.cards for given in self.record.given if given.giver is seat), ())
            for hand, card in self._leaving(table, seat, "".join(written[:1]), size=5):
                yield handed(state, seat, hand), GiveBest(seat, card)
        else:
            # A file has room for one discard: the dealer's, or the lone player's if the dealer took nothing.
            text = self.record.discard if state.hand.given is None or not self.record.ordered else ""
            for hand, card in self._leaving(table, seat, text, size=6):
                yield handed(state, seat, hand), Discard(seat, card)

    def _leaving(self, table: Walk, seat: Seat, text: str, size: int) -> Iterator[tuple[int, Card]]:
        """The cards that may have left a hand of `size`: the partner's plays, then hidden cards, then known ones."""
        held = table.known(seat)
        options = self.record.options(text) if text else self.record.pack.mask
        card = sole(options)
        if card is not None:
            yield and_another(held, card, table.spare), card
            return
        free = held & ~table.falls.of(seat) & options
        wanted = free & table.falls.of(seat.partner)
        for card in cards_in(wanted):
            yield and_another(held, card, table.spare), card
        hidden = [spare for spare in table.spare if options >> spare & 1] if held.bit_count() < size else []
        for card in hidden[:1]:
            yield and_another(held | 1 << card, card, table.spare), card
        for card in cards_in(free & ~wanted):
            yield and_another(held, card, table.spare), card

    # The tricks.

    def _falling(self, table: Walk, fall: Fall) -> Iterator[tuple[State, Fact]]:
        held = tuple(table.known(seat) for seat in Seat)
        bare = replace(table.state, hand=replace(table.state.hand, held=held))
        for hand, card in _cards_of(table, fall):
            play = Play(fall.seat, card)
            yield about_to_play(bare, play, hand, table.spare), play

    def _after_play(self, table: Walk, branch: Walk, play: Play, played: int) -> Walk:
        fall = self.falls[played]
        before = branch.state
        try:
            branch.push(play, trick=fall.trick, card=fall.text)
        except RuleBrokenError as broken:
            why = broken.why + _shown_later(before, table, fall, play.card)
            raise RuleBrokenError(why, trick=fall.trick, card=fall.text) from None
        if fall is not table.falls.tricks[fall.trick - 1][-1]:
            return self.on(branch, played + 1)
        if fall.trick == table.falls.lost_after:
            return table  # the card was checked, but a stand-in must not decide the trick
        if fall.trick <= len(table.falls.winners) and _winner(branch.state, fall.trick) is not self._won(table, fall):
            raise RuleBrokenError(f"{self._won(table, fall).word} won the trick", trick=fall.trick, card=fall.text)
        return self.on(branch, played + 1)

    def _won(self, table: Walk, fall: Fall) -> Seat:
        return table.falls.winners[fall.trick - 1]


def _winner(state: State, trick: int) -> Seat | None:
    hand = state.hand if state.phase is Phase.PLAY else state.last_hand
    return None if hand is None else hand.tricks[trick - 1].winner


def _cards_of(table: Walk, fall: Fall) -> Iterator[tuple[int, Card]]:
    """The cards that may have been played, each with the hand this needs; for hidden ones, one of each suit first."""
    held = table.known(fall.seat)
    if fall.card is not None:
        yield held, fall.card
        return
    yield from ((held, card) for card in cards_in(held & ~table.falls.of(fall.seat) & fall.options))
    if held.bit_count() >= 5 - len(table.state.hand.tricks):
        return
    on_table = table.state.hand.on_table.cards
    hidden = [card for card in table.spare if fall.options >> card & 1 and card not in on_table]
    row = SUIT_AS_PLAYED[trump_index(table.state.hand.trump)]
    first = {row[card]: card for card in reversed(hidden)}.values()
    yield from ((held | 1 << card, card) for card in (*first, *(card for card in hidden if card not in first)))


def _shown_later(state: State, table: Walk, fall: Fall, card: Card) -> str:
    """After a revoke, the place where the record shows it."""
    hand = state.hand
    held = hand.held[fall.seat]
    if not held >> card & 1:
        return ""
    due = legal_cards(held, hand.on_table.led, trump_index(hand.trump))
    later = (other for trick in table.falls.tricks[fall.trick :] for other in trick if other.seat is fall.seat)
    shown = next((other for other in later if other.card is not None and other.options & due), None)
    return "" if shown is None else f" ({shown.card} is played in trick {shown.trick})"
