"""The flow of a game: apply facts that are allowed.

`bowerbird.table.legal` decides which facts are allowed; `bowerbird.table.real` applies mistakes.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bowerbird.cards import Card, Trump, trump_index
from bowerbird.kernel.play import legal_cards, winning_place
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import draw
from bowerbird.table.facts import (
    AskNewDeal,
    ClaimRest,
    Cut,
    Deal,
    DefendAlone,
    Discard,
    Draw,
    EndBell,
    Exchange,
    GiveBest,
    Name,
    Open,
    Order,
    Pass,
    PlainFact,
    Play,
    Shuffle,
    StandFor,
    StartBell,
    TurnUp,
)
from bowerbird.table.points import added, score_hand, worth
from bowerbird.table.state import Gain, GameResult, Hand, HandResult, Phase, Scored, State, Trick, cards_in, mask_of

__all__ = [
    "apply",
    "game_over",
    "hand_over",
    "hand_scored",
    "leader",
    "new_deal",
    "play_card",
    "quit_trick",
    "swap",
    "with_hand",
]


def apply(book: Rulebook, state: State, fact: PlainFact) -> State:
    """Apply a fact that is allowed."""
    match fact:  # most frequent first
        case Play():
            return play_card(book, state, fact)
        case ClaimRest():
            return _claim_rest(book, state, fact)
        case Open():
            return _open(fact)
        case Draw():
            return _draw(book, state, fact)
        case Shuffle():
            return replace(state, hand=Hand(deck=fact.deck), phase=Phase.CUT)
        case Cut():
            deck = state.hand.deck[fact.at :] + state.hand.deck[: fact.at]
            return replace(state, hand=replace(state.hand, deck=deck), phase=Phase.DEAL)
        case Deal():
            return _deal(state, fact)
        case TurnUp():
            return _turn_up(state)
        case StandFor():
            return _first_round(state, replace(state.hand, stands_for=fact.suit))
        case Exchange():
            return _exchange(state, fact)
        case AskNewDeal():
            return new_deal(state, state.dealer)
        case Pass() if state.phase is Phase.DEFEND:
            return _after_defender(book, state, fact.seat)
        case Pass():
            return _pass(book, state, fact)
        case Order():
            return _order(book, state, fact)
        case Name():
            return _make_trump(book, _said(state, fact), fact.seat, fact.trump, fact.alone)
        case Discard():
            return _discard(book, state, fact)
        case DefendAlone():
            return _after_call(book, with_hand(state, lone_defender=fact.seat), Phase.DEFEND)
        case GiveBest():
            return _give_best(state, fact)
        case StartBell():
            return replace(state, started=True)
        case EndBell():
            return _end_bell(book, state)


def with_hand(state: State, **changes: Any) -> State:
    """The state with some fields of its hand changed."""
    return replace(state, hand=replace(state.hand, **changes))


def swap(held: tuple[int, int, int, int], seat: Seat, mask: int) -> tuple[int, int, int, int]:
    """The four masks with one seat's changed."""
    masks = list(held)
    masks[seat] = mask
    return (masks[0], masks[1], masks[2], masks[3])


def without(hand: Hand, seat: Seat, card: Card) -> Hand:
    """The hand after a card has left a seat."""
    return replace(hand, held=swap(hand.held, seat, hand.held[seat] & ~(1 << card)))


# Sitting down and dealing.


def _open(fact: Open) -> State:
    return State(
        phase=Phase.DRAW if fact.dealer is None else Phase.SHUFFLE,
        guarded=fact.mode == "guarded",
        names=fact.names,
        partners_arranged=fact.partners_arranged,
        dealer=Seat.N if fact.dealer is None else fact.dealer,
        score=fact.score,
        sheet=(Gain(fact.score),),
    )


def _draw(book: Rulebook, state: State, fact: Draw) -> State:
    draws = (*state.draws, (fact.seat, fact.card))
    state = replace(state, draws=draws)
    found = draw.outcome(book, draws, state.partners_arranged)
    if found is None:
        return state
    names = state.names
    if found.partner is not None:
        # The dealer keeps the seat, the partner sits across, and the other two take the sides in their order.
        others = [seat for seat in found.dealer.round_from() if seat not in (found.dealer, found.partner)]
        chairs = {found.dealer: found.dealer, found.dealer.partner: found.partner}
        chairs |= {found.dealer.left: others[0], found.dealer.right: others[1]}
        names = (names[chairs[Seat.N]], names[chairs[Seat.E]], names[chairs[Seat.S]], names[chairs[Seat.W]])
    return replace(state, names=names, dealer=found.dealer, phase=Phase.SHUFFLE)


def _deal(state: State, fact: Deal) -> State:
    if fact.by is not None:
        state = replace(state, dealer=fact.by)
    deck = state.hand.deck
    masks = [0, 0, 0, 0]
    sizes = [[int(size) for size in packets.split("-")] for packets in fact.packets]
    top = 0
    for packets in zip(*sizes, strict=True):
        for seat, size in zip(state.dealer.left.round_from(), packets, strict=True):
            masks[seat] |= mask_of(deck[top : top + size])
            top += size
    held = (masks[0], masks[1], masks[2], masks[3])
    return replace(state, hand=replace(state.hand, held=held, dealt=held), phase=Phase.TURN_UP)


def _turn_up(state: State) -> State:
    card = state.hand.deck[sum(mask.bit_count() for mask in state.hand.dealt)]
    hand = replace(state.hand, turn_up=card, turn_up_is="shown")
    if card.is_joker:
        return replace(state, hand=hand, phase=Phase.JOKER, turn=state.dealer)
    return _first_round(state, hand)


def _first_round(state: State, hand: Hand) -> State:
    return replace(state, hand=hand, phase=Phase.FIRST_ROUND, turn=state.dealer.left)


def _exchange(state: State, fact: Exchange) -> State:
    under = sum(mask.bit_count() for mask in state.hand.dealt) + 1
    gone, come = mask_of(fact.cards), mask_of(state.hand.deck[under : under + 3])
    held = swap(state.hand.held, fact.seat, state.hand.held[fact.seat] & ~gone | come)
    return with_hand(state, held=held, exchanged=fact.seat)


def new_deal(state: State, dealer: Seat, misdeal: bool = False) -> State:
    """End the deal without a result. Another follows even after the bell: a hand once begun must be completed."""
    result = HandResult(dealer=state.dealer, outcome="new deal")
    return replace(
        state,
        phase=Phase.SHUFFLE,
        turn=None,
        dealer=dealer,
        hand=Hand(),
        results=(*state.results, result),
        misdeals=state.misdeals + 1 if misdeal and dealer is state.dealer else 0,
    )


# Making trump.


def _said(state: State, call: Pass | Order | Name) -> State:
    return with_hand(state, calls=(*state.hand.calls, call))


def _pass(book: Rulebook, state: State, fact: Pass) -> State:
    state = _said(state, fact)
    if fact.seat is not state.dealer:
        return replace(state, turn=fact.seat.left)
    if state.phase is Phase.FIRST_ROUND:
        state = with_hand(state, turn_up_is="turned down")
        return replace(state, phase=Phase.SECOND_ROUND, turn=state.dealer.left)
    next_dealer = state.dealer.left if book.auction.all_pass == "next dealer" else state.dealer
    return hand_over(book, state, HandResult(dealer=state.dealer, outcome="thrown in"), next_dealer)


def _order(book: Rulebook, state: State, fact: Order) -> State:
    alone = fact.alone or (book.auction.partner_orders_alone and fact.seat is state.dealer.partner)
    state = _said(state, replace(fact, alone=alone))
    hand = state.hand
    assert hand.turn_up is not None
    held = swap(hand.held, state.dealer, hand.held[state.dealer] | 1 << hand.turn_up)
    state = with_hand(state, held=held, turn_up_is="taken", maker=fact.seat, trump=hand.offered, alone=alone)
    return replace(state, phase=Phase.DISCARD, turn=state.dealer)


def _make_trump(book: Rulebook, state: State, maker: Seat, trump: Trump, alone: bool) -> State:
    return _after_call(book, with_hand(state, maker=maker, trump=trump, alone=alone), Phase.SECOND_ROUND)


def _discard(book: Rulebook, state: State, fact: Discard) -> State:
    hand = without(state.hand, fact.seat, fact.card)
    discards = (*hand.discards, (fact.seat, fact.card))
    state = replace(state, hand=replace(hand, discards=discards, undiscarded=False))
    if state.phase is Phase.PLAY:
        return state
    return _after_call(book, state, Phase.BEST if hand.given is not None else Phase.DISCARD)


def _after_call(book: Rulebook, state: State, done: Phase) -> State:
    """The next phase after a call: the defenders' choice, the partner's best card, the lead. `done` is the last one."""
    hand = state.hand
    assert hand.maker is not None
    if _may_defend_alone(book, hand) and done in (Phase.DISCARD, Phase.SECOND_ROUND):
        return replace(state, phase=Phase.DEFEND, turn=hand.maker.left)
    if hand.alone and book.alone.partners_best and done is not Phase.BEST:
        return replace(state, phase=Phase.BEST, turn=hand.maker.partner)
    return begin_play(book, state)


def _may_defend_alone(book: Rulebook, hand: Hand) -> bool:
    match book.alone.defend_alone:
        case "off":
            return False
        case "lone calls":
            return hand.alone
        case "any call":
            return True


def begin_play(book: Rulebook, state: State) -> State:
    """Start the play with the opening lead."""
    return replace(state, phase=Phase.PLAY, turn=to_lead(book, state))


def to_lead(book: Rulebook, state: State) -> Seat:
    """The leader of the next trick: the winner of the last one, or the next player if the winner has no cards left."""
    hand = state.hand
    if hand.tricks:
        winner = hand.tricks[-1].winner
        assert winner is not None
        return winner if hand.held[winner] else hand.next_playing(winner)
    assert hand.maker is not None
    return hand.next_playing(hand.maker if hand.alone and book.lead.opening == "left of lone hand" else state.dealer)


def _after_defender(book: Rulebook, state: State, seat: Seat) -> State:
    assert state.hand.maker is not None
    if seat is state.hand.maker.left:
        return replace(state, turn=seat.partner)
    return _after_call(book, state, Phase.DEFEND)


def _give_best(state: State, fact: GiveBest) -> State:
    hand = without(state.hand, fact.seat, fact.card)
    assert hand.maker is not None
    held = swap(hand.held, hand.maker, hand.held[hand.maker] | 1 << fact.card)
    return replace(state, hand=replace(hand, held=held, given=fact.card), phase=Phase.DISCARD, turn=hand.maker)


# The play and the score.


def play_card(book: Rulebook, state: State, fact: Play) -> State:
    """Play a card and settle a full trick. A guarded table turns it down at once."""
    if state.hand.trick.winner is not None:
        state = quit_trick(book, state)
    hand = without(state.hand, fact.seat, fact.card)
    called = hand.lead_call_on(fact.seat)
    calls = hand.lead_calls
    if called is not None and called.named and not hand.trick.plays and fact.seat is state.turn:
        calls = tuple(call for call in calls if call is not called)
    hand = replace(hand, trick=Trick((*hand.trick.plays, (fact.seat, fact.card))), lead_calls=calls)
    return settle_trick(book, replace(state, hand=hand))


def _claim_rest(book: Rulebook, state: State, fact: ClaimRest) -> State:
    """Play the remaining tricks: the claimer's cards in order, of the others the lowest that are legal."""
    hands, own = len(state.results), list(fact.cards)
    state = with_hand(state, claimed=fact)
    while len(state.results) == hands:
        seat, hand = state.turn, state.hand
        assert seat is not None
        legal = cards_in(legal_cards(hand.held[seat], hand.trick.led, trump_index(hand.trump)))
        state = play_card(book, state, Play(seat, own.pop(0) if seat is fact.seat else legal[0]))
    return state


def settle_trick(book: Rulebook, state: State) -> State:
    """Set whose turn it is, and the winner once all have played."""
    hand = state.hand
    if not hand.trick.plays:
        return replace(state, turn=to_lead(book, state))
    waiting = hand.awaited()
    if waiting:
        return replace(state, turn=waiting[0])
    winner = hand.trick.plays[winning_place(hand.trick.cards, trump_index(hand.trump))][0]
    state = replace(with_hand(state, trick=replace(hand.trick, winner=winner)), turn=winner)
    return quit_trick(book, state) if state.guarded else state


def quit_trick(book: Rulebook, state: State) -> State:
    """Turn the trick down. After the fifth, a guarded table scores the hand; at a real table the tricks are counted."""
    hand = state.hand
    state = with_hand(state, tricks=(*hand.tricks, hand.trick), trick=Trick())
    hand = state.hand
    if len(hand.tricks) < 5 and any(hand.held[seat] for seat in hand.playing()):
        return replace(state, turn=to_lead(book, state))
    if state.guarded:
        return hand_over(book, state, score_hand(book, hand, state.dealer), state.dealer.left)
    return replace(state, phase=Phase.COUNT, turn=None)


def hand_over(book: Rulebook, state: State, result: HandResult, next_dealer: Seat) -> State:
    """Score a finished hand; then the game ends or the deal passes."""
    return hand_scored(book, state, Scored(len(state.results), result), next_dealer)


def hand_scored(book: Rulebook, state: State, scored: Scored, next_dealer: Seat) -> State:
    """Score a finished hand that rulings may have changed; then the game ends or the deal passes."""
    result = worth(scored)
    state = replace(
        state,
        score=added(book, state.score, result.points),
        sheet=(*state.sheet, scored),
        hands_played=state.hands_played + result.counts,
        results=(*state.results, result),
        last_hand=state.hand,
        hand=Hand(),
        phase=Phase.SHUFFLE,
        turn=None,
        dealer=next_dealer,
        misdeals=0,
    )
    return end_of_game(book, state, completed=result.counts)


def end_of_game(book: Rulebook, state: State, *, completed: bool = True) -> State:
    """End the game by points, by hands or by the bell, or let it continue: after the bell a hand is completed."""
    game = book.game
    by_points = end_by_points(book, state)
    if by_points is not None:
        return by_points
    if game.hands and state.hands_played >= game.hands:
        return game_over(state, GameResult(state.score, leader(state.score), "hands"))
    last = state.bell_rung and (completed or game.bell == "finish or throw in")
    if last and (leader(state.score) is not None or game.level_at_bell == "draw"):
        return game_over(state, GameResult(state.score, leader(state.score), "bell"))
    return state


def end_by_points(book: Rulebook, state: State) -> State | None:
    """End the game if a side has the points. A ruling can do that in the middle of a hand."""
    if book.game.points and max(state.score) >= book.game.points:
        return game_over(state, GameResult(state.score, leader(state.score), "points"))
    return None


def leader(score: tuple[int, int]) -> Side | None:
    """The side that is ahead."""
    if score[0] == score[1]:
        return None
    return Side.NS if score[0] > score[1] else Side.EW


def game_over(state: State, result: GameResult) -> State:
    """End the game with this result."""
    stopped = state.stopped if state.phase is Phase.OVER else (state.phase, state.turn)
    return replace(state, phase=Phase.OVER, turn=None, result=result, stopped=stopped, asked=None)


def _end_bell(book: Rulebook, state: State) -> State:
    state = replace(state, bell_rung=True)
    # Once a card is turned up, the hand is played out; before that, the bell ends the game.
    return state if state.hand.turn_up is not None else end_of_game(book, state)
