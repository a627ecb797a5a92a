"""Find out who played what. A record gives the cards of a trick in order; the table shows whose turn it was.

Only the number of cards is checked here. Each player is given the recorded card, so that the table objects to nothing
and only shows whose turn it is. `bowerbird.notation._walk` checks the rules afterwards.
A table skips a hand without cards, so a hand that the record does not show holds a stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bowerbird.cards import SUIT_AS_PLAYED, Card, trump_index
from bowerbird.notation._card_text import possible_tricks, possible_winners, sole
from bowerbird.notation._record import DealRecord, RuleBrokenError
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Fact, GiveBest, Pass, Phase, Play, State, step
from bowerbird.table.state import cards_in, mask_of

__all__ = ["Fall", "Falls", "about_to_play", "and_another", "fell", "handed", "say_of_defender", "seated"]


class Fall(msgspec.Struct, frozen=True):
    """A card that was played: its seat, its trick (from 1), and the cards it may be."""

    seat: Seat
    trick: int
    text: str
    options: int

    @property
    def card(self) -> Card | None:
        """The card, if it is known."""
        return sole(self.options)


class Falls(msgspec.Struct, frozen=True):
    """The tricks of a deal, card by card, and their winners. After `lost_after` (0: none) the leader is unknown."""

    tricks: tuple[tuple[Fall, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    lost_after: int = 0

    def of(self, seat: Seat) -> int:
        """The known cards that a seat plays."""
        mask = 0
        for trick in self.tricks:
            for fall in trick:
                if fall.seat is seat and fall.card is not None:
                    mask |= fall.options
        return mask


def handed(state: State, seat: Seat, mask: int) -> State:
    """The state with a new hand for one seat."""
    held = list(state.hand.held)
    held[seat] = mask
    return replace(state, hand=replace(state.hand, held=tuple(held)))


def seated(state: State, pool: Sequence[Card]) -> State:
    """The state with a stand-in from `pool` for each empty hand."""
    if not pool:
        return state
    held = tuple(mask or 1 << pool[0] for mask in state.hand.held)
    return replace(state, hand=replace(state.hand, held=held))


def and_another(hand: int, card: Card, pool: Sequence[Card]) -> int:
    """The hand, with a stand-in if `card` is its only card."""
    if hand & ~(1 << card):
        return hand
    return hand | mask_of([other for other in pool if other != card][:1])


def about_to_play(state: State, play: Play, hand: int, pool: Sequence[Card]) -> State:
    """The state in which a seat holds `hand`, with a stand-in (not of the suit led) if this card is its last."""
    state = seated(handed(state, play.seat, hand), pool)
    if len(state.hand.tricks) == 4:
        return state
    led, row = state.hand.on_table.led, trump_index(state.hand.trump)
    if led >= 0:
        pool = [card for card in pool if SUIT_AS_PLAYED[row][card] != SUIT_AS_PLAYED[row][led]] or pool
    return handed(state, play.seat, and_another(hand, play.card, pool))


def say_of_defender(state: State, record: DealRecord) -> Fact:
    """The call of an opponent of a lone hand whose turn it is."""
    assert state.turn is not None
    return DefendAlone(state.turn) if state.turn is record.lone_defender else Pass(state.turn)


def fell(book: Rulebook, state: State, record: DealRecord) -> Falls:
    """Find who played each card, from the state after the last call."""
    if not record.tricks:
        return Falls()
    state = _at_the_lead(book, state, record)
    if record.leader is not None and record.leader is not state.turn:
        assert state.turn is not None
        raise RuleBrokenError(f"{state.turn.word} leads, not {record.leader.word}", trick=1)
    tricks: list[tuple[Fall, ...]] = []
    winners: list[Seat] = []
    for number, texts in enumerate(record.tricks, start=1):
        _check_size(state, record, number)
        assert state.turn is not None
        seats = [seat for seat in state.turn.round_from() if not state.hand.is_out(seat)]
        pairs = zip(seats, texts, strict=False)
        trick = tuple(Fall(seat, number, text, _options(record, text, number)) for seat, text in pairs)
        tricks.append(trick)
        options = [_narrowed(record, fall) for fall in trick]
        cards = next(possible_tricks(options), tuple(cards_in(mask)[0] for mask in options))
        for fall, card in zip(trick, cards, strict=True):
            play = Play(fall.seat, card)
            state = step(book, about_to_play(state, play, 1 << card, record.pack.cards), play)
        if len(trick) < len(seats):
            break
        won_by = possible_winners(options, record.trumps[0]) or {0}
        if len(won_by) > 1:
            return Falls(tuple(tricks), tuple(winners), lost_after=number)
        winners.append(seats[won_by.pop()])
    return Falls(tuple(tricks), tuple(winners))


def _at_the_lead(book: Rulebook, state: State, record: DealRecord) -> State:
    any_card = record.pack.cards[0]
    while state.phase is not Phase.PLAY:
        assert state.turn is not None
        seat = state.turn
        hand = and_another(1 << any_card, any_card, record.pack.cards)
        state = seated(handed(state, seat, hand), record.pack.cards)
        fact: Fact
        match state.phase:
            case Phase.DISCARD:
                fact = Discard(seat, any_card)
            case Phase.BEST:
                fact = GiveBest(seat, any_card)
            case _:
                fact = say_of_defender(state, record)
        state = step(book, state, fact)
    return state


def _options(record: DealRecord, text: str, trick: int) -> int:
    try:
        return record.options(text)
    except RuleBrokenError as broken:
        raise RuleBrokenError(broken.why, trick=trick, card=text) from None


def _narrowed(record: DealRecord, fall: Fall) -> int:
    if fall.card is not None:
        return fall.options
    return fall.options & ~record.elsewhere(fall.seat) or fall.options


def _check_size(state: State, record: DealRecord, number: int) -> None:
    cards = record.tricks[number - 1]
    if state.phase is not Phase.PLAY:
        raise RuleBrokenError("a hand has five tricks, but this is another", trick=number, card=" ".join(cards))
    players = sum(1 for _ in state.hand.playing())
    if len(cards) > players:
        alone = " because a hand is played alone" if players < 4 else ""
        extra = cards[players]
        raise RuleBrokenError(f"the trick has {len(cards)} cards, but {players} play{alone}", trick=number, card=extra)
    if len(cards) < players and number < len(record.tricks):
        why = f"the trick has {len(cards)} of its {players} cards, but another follows"
        raise RuleBrokenError(why, trick=number, card=" ".join(cards))
