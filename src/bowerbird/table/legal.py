"""What may happen now, and why not when it may not.

`breach` is the one place that knows whether a fact is allowed; `legal` lists what it allows. Where a breach is something
that people do at real tables, it names the irregularity, and a table that is not guarded lives on with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TypeAlias

import msgspec

from bowerbird.cards import (
    NO_TRUMP,
    Card,
    CardError,
    Rank,
    Suit,
    Trump,
    left_bower,
    show_cards,
    suit_as_played,
    trump_index,
    trump_word,
)
from bowerbird.kernel.play import legal_cards
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.model import Need, Rulebook
from bowerbird.seats import Seat
from bowerbird.table import draw
from bowerbird.table.facts import (
    AskNewDeal,
    Cut,
    Deal,
    DefendAlone,
    Discard,
    Draw,
    EndBell,
    Exchange,
    Fact,
    GiveBest,
    InvalidAction,
    Name,
    Open,
    Order,
    Packets,
    Pass,
    Play,
    Shuffle,
    StandFor,
    StartBell,
    TurnUp,
)
from bowerbird.table.state import Phase, State, cards_in, mask_of

__all__ = ["Breach", "IllegalAction", "breach", "legal"]


class IllegalAction(ValueError):
    """Something that this table's rules do not allow now. The text says why and what would be allowed."""


class Breach(msgspec.Struct, frozen=True):
    """Why a fact may not happen; and the irregularity, where people do such things at real tables."""

    why: str
    irregularity: Irregularity | None = None


Verdict: TypeAlias = Breach | None

_CALLING = (Phase.FIRST_ROUND, Phase.SECOND_ROUND)
_BEFORE_TURN_UP = (Phase.SHUFFLE, Phase.CUT, Phase.DEAL, Phase.TURN_UP)


def legal(book: Rulebook, state: State) -> list[Fact]:
    """Every action that the table waits for and the rules allow. A shuffle cannot be listed: it is any order of the pack."""
    return [fact for fact in _candidates(book, state) if breach(book, state, fact) is None]


def _candidates(book: Rulebook, state: State) -> Iterator[Fact]:
    turn = state.turn
    match state.phase:
        case Phase.DRAW:
            for seat in draw.awaited(book, state.draws, state.partners_arranged):
                yield from (Draw(seat, card) for card in book.cards())
        case Phase.CUT | Phase.DEAL:
            yield from (Cut(state.dealer.right, at) for at in range(1, len(book.cards())))
            yield from (Deal(plan) for plan in _plans(book))
        case Phase.TURN_UP:
            yield TurnUp()
        case Phase.JOKER:
            yield from (StandFor(state.dealer, suit) for suit in Suit)
        case Phase.PLAY if turn is not None:
            yield from (Play(turn, card) for card in state.hand.cards(turn))
        case Phase.DISCARD if turn is not None:
            yield from (Discard(turn, card) for card in state.hand.cards(turn))
        case Phase.BEST if turn is not None:
            yield from (GiveBest(turn, card) for card in state.hand.cards(turn))
        case Phase.DEFEND if turn is not None:
            yield from (Pass(turn), DefendAlone(turn))
        case Phase.FIRST_ROUND if turn is not None:
            yield Pass(turn)
            if not _partner_must_go_alone(book, state, turn):
                yield Order(turn)
            yield Order(turn, alone=True)
            yield from _hands_given_back(state, turn)
        case Phase.SECOND_ROUND if turn is not None:
            yield Pass(turn)
            for trump in (*Suit, NO_TRUMP):
                yield from (Name(turn, trump), Name(turn, trump, alone=True))
    yield from (StartBell(), EndBell())


def _plans(book: Rulebook) -> Iterator[tuple[Packets, Packets, Packets, Packets]]:
    ways = book.deal.packets
    return product(ways, ways, ways, ways)


def _hands_given_back(state: State, seat: Seat) -> Iterator[Fact]:
    cards = state.hand.cards(seat)
    yield from (AskNewDeal(seat, "farmer's hand"), AskNewDeal(seat, "ace-no-face"))
    yield from (Exchange(seat, three) for three in combinations(cards, 3))


def breach(book: Rulebook, state: State, fact: Fact) -> Verdict:
    """None if `fact` may happen now, otherwise why not. Raises `InvalidAction` for what could never happen."""
    if state.phase is Phase.OPENING:
        return None if isinstance(fact, Open) else Breach("nobody sits at this table yet: it must be opened first")
    if state.phase is Phase.OVER:
        return Breach("the game is over")
    match fact:
        case Open():
            return Breach("this table is open already")
        case Draw():
            return _check_draw(book, state, fact)
        case Shuffle():
            return _check_shuffle(book, state, fact)
        case Cut():
            return _check_cut(book, state, fact)
        case Deal():
            return _check_deal(book, state, fact)
        case TurnUp():
            return _check_turn_up(book, state)
        case StandFor():
            if state.phase is not Phase.JOKER:
                return Breach("the joker was not turned up")
            return _only(state.dealer, fact.seat, "names the suit that the joker stands for")
        case Exchange() | AskNewDeal():
            return _check_hand_given_back(book, state, fact)
        case Pass() if state.phase is Phase.DEFEND:
            return _in_turn(state, fact.seat, "says whether to defend alone")
        case Pass() | Order() | Name():
            return _check_call(book, state, fact)
        case DefendAlone():
            return _wrong_phase(state, Phase.DEFEND) or _in_turn(state, fact.seat, "says whether to defend alone")
        case Discard():
            return _check_discard(book, state, fact)
        case GiveBest():
            return (
                _wrong_phase(state, Phase.BEST)
                or _in_turn(state, fact.seat, "gives a card")
                or _held(state, fact.seat, fact.card)
            )
        case Play():
            return _check_play(state, fact)
        case StartBell():
            return _check_start_bell(book, state)
        case EndBell():
            return _check_end_bell(book, state)
    return Breach("this is for a table that is played as at a real one; here nothing against the rules can happen")


# What the table waits for, in words.


def waits_for(state: State) -> str:
    """What must happen next, for error messages and for people."""
    turn = state.turn.word if state.turn is not None else ""
    return {
        Phase.OPENING: "people to sit down",
        Phase.DRAW: "a card in the draw",
        Phase.SHUFFLE: f"{state.dealer.word} to shuffle",
        Phase.CUT: f"{state.dealer.right.word} to cut",
        Phase.DEAL: f"{state.dealer.word} to deal",
        Phase.TURN_UP: f"{state.dealer.word} to turn up a card",
        Phase.JOKER: f"{state.dealer.word} to name a suit for the joker",
        Phase.FIRST_ROUND: f"{turn} to call",
        Phase.SECOND_ROUND: f"{turn} to call",
        Phase.DISCARD: f"{turn} to discard",
        Phase.DEFEND: f"{turn} to say whether to defend alone",
        Phase.BEST: f"{turn} to give a card",
        Phase.PLAY: f"{turn} to play",
        Phase.OVER: "nothing: the game is over",
    }[state.phase]


def _wrong_phase(state: State, *phases: Phase) -> Verdict:
    return None if state.phase in phases else Breach(f"not now: the table waits for {waits_for(state)}")


def _only(who: Seat, seat: Seat, does: str) -> Verdict:
    return None if seat is who else Breach(f"{who.word} {does}, not {seat.word}")


def _in_turn(state: State, seat: Seat, does: str) -> Verdict:
    assert state.turn is not None
    return _only(state.turn, seat, does)


def _held(state: State, seat: Seat, card: Card) -> Verdict:
    if state.hand.held[seat] >> card & 1:
        return None
    return Breach(f"{seat.word} does not hold {card}; {seat.word}'s cards are {show_cards(state.hand.cards(seat))}")


# Before the cards are out.


def _check_draw(book: Rulebook, state: State, fact: Draw) -> Verdict:
    if state.phase is not Phase.DRAW:
        return Breach("partners and dealer are settled: there is nothing to draw for")
    if fact.card not in book.cards():
        raise InvalidAction(f"{fact.card} is not in this pack of {len(book.cards())}")
    waiting = draw.awaited(book, state.draws, state.partners_arranged)
    if fact.seat not in waiting:
        return Breach(f"{fact.seat.word} does not draw now; the next card is for {_either(waiting)}")
    by_jacks = book.draw.dealer == "first jack"
    if fact.card.is_joker and not by_jacks:
        return Breach("the joker has no rank in a draw: put it back and take another card")
    size = len(book.cards())
    lying = state.draws[len(state.draws) // size * size :] if by_jacks else ()
    if fact.card in (card for _, card in lying):
        return Breach(f"{fact.card} lies on the table already")
    return None


def _either(seats: tuple[Seat, ...]) -> str:
    return " or ".join(seat.word for seat in seats)


def _check_shuffle(book: Rulebook, state: State, fact: Shuffle) -> Verdict:
    try:
        book.cards().check(fact.deck)
    except CardError as error:
        raise InvalidAction(str(error)) from None
    # The dealer has the right to shuffle last, so a second shuffle is no offence while nothing was cut or dealt.
    return _wrong_phase(state, Phase.SHUFFLE, Phase.CUT)


def _check_cut(book: Rulebook, state: State, fact: Cut) -> Verdict:
    wrong = _wrong_phase(state, Phase.CUT) or _only(state.dealer.right, fact.seat, "cuts")
    if wrong:
        return wrong
    size, leave = len(book.cards()), book.deal.cut_leaves
    if not 0 < fact.at < size:
        raise InvalidAction(f"a pack of {size} cannot be cut at {fact.at}: lift 1 to {size - 1} cards")
    if not leave <= fact.at <= size - leave:
        return Breach(f"a cut leaves at least {leave} cards in each packet: lift {leave} to {size - leave}")
    return None


def _check_deal(book: Rulebook, state: State, fact: Deal) -> Verdict:
    if state.phase is Phase.CUT and book.deal.cut == "required":
        return Breach(f"{state.dealer.right.word} must cut first")
    wrong = _wrong_phase(state, Phase.CUT, Phase.DEAL)
    if wrong:
        return wrong
    for packets in fact.packets:
        if packets not in book.deal.packets:
            return Breach(f"cards are dealt {' or '.join(book.deal.packets)}, not {packets}")
    if book.deal.plan == "all alike" and len(set(fact.packets)) > 1:
        return Breach("the dealer keeps to one plan: the same packets for all four")
    if len({packets.count("-") for packets in fact.packets}) > 1:
        return Breach("all four get their cards in the same number of rounds")
    return None


def _check_turn_up(book: Rulebook, state: State) -> Verdict:
    wrong = _wrong_phase(state, Phase.TURN_UP)
    if wrong is None and book.deal.after_start_bell and not state.started:
        return Breach("no card is turned up before the start bell", "turn-up before the bell")
    return wrong


def _check_hand_given_back(book: Rulebook, state: State, fact: Exchange | AskNewDeal) -> Verdict:
    wrong = _wrong_phase(state, Phase.FIRST_ROUND) or _in_turn(state, fact.seat, "calls")
    if wrong:
        return wrong
    cards = state.hand.cards(fact.seat)
    poor = all(not card.is_joker and card.rank <= Rank.TEN for card in cards)
    if isinstance(fact, Exchange):
        if book.deal.farmers_hand != "exchange":
            return Breach("a farmer's hand is not exchanged at this table: a dealt hand is played")
        if state.hand.exchanged is not None:
            return Breach(f"{state.hand.exchanged.word} has exchanged already, and the three cards are gone")
        missing = [card for card in fact.cards if card not in cards]
        if missing:
            return _held(state, fact.seat, missing[0])
        if len(set(fact.cards)) < 3:
            raise InvalidAction("an exchange is of three different cards")
        return None if poor else Breach("only a hand with nothing above a ten may be exchanged")
    if fact.reason == "farmer's hand":
        if book.deal.farmers_hand != "new deal":
            return Breach("a farmer's hand is no new deal at this table: a dealt hand is played")
        return None if poor else Breach("this is no farmer's hand: it holds a card above a ten")
    if book.deal.ace_no_face != "new deal":
        return Breach("ace-no-face is no new deal at this table: a dealt hand is played")
    faces = any(card.is_joker or card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING) for card in cards)
    if not faces and any(card.rank is Rank.ACE for card in cards):
        return None
    return Breach("ace-no-face is a hand with an ace and no king, queen or jack")


# Making trump.


def _check_call(book: Rulebook, state: State, fact: Pass | Order | Name) -> Verdict:
    hand = state.hand
    if hand.maker is not None:
        if isinstance(fact, Order | Name) and fact.alone and fact.seat is hand.maker and not hand.alone:
            return Breach('"alone" is said with the call; it is too late now')
        return Breach("trump is made: the calls are over")
    wrong = _wrong_phase(state, *_CALLING)
    if wrong:
        return wrong
    assert state.turn is not None
    if fact.seat is not state.turn:
        return Breach(f"it is {state.turn.word}'s turn to call, not {fact.seat.word}'s", "call out of turn")
    first = state.phase is Phase.FIRST_ROUND
    match fact:
        case Pass():
            if not first and book.auction.stick_the_dealer and fact.seat is state.dealer:
                return Breach(f"the dealer is stuck: {fact.seat.word} must name {_suits_to_name(book, state)}")
            return None
        case Order():
            if not first:
                return Breach(f"{_offered_word(state)} were turned down; name {_suits_to_name(book, state)}")
            return _check_need(book, state, fact.seat, hand.offered, book.auction.need_first_round)
        case Name():
            if first:
                return Breach(f"the first round is about {_offered_word(state)} only: order it up or pass")
            if fact.trump is NO_TRUMP:
                if book.auction.no_trump:
                    return None
                return Breach(f"no trump is not played at this table; name {_suits_to_name(book, state)}")
            if fact.trump is hand.offered:
                return Breach(
                    f"{_offered_word(state)} were turned down and cannot be named; name {_suits_to_name(book, state)}",
                    "turned-down suit named",
                )
            return _check_need(book, state, fact.seat, fact.trump, book.auction.need_second_round)


def _offered_word(state: State) -> str:
    return trump_word(state.hand.offered)


def _suits_to_name(book: Rulebook, state: State) -> str:
    words = [suit.word for suit in Suit if suit is not state.hand.offered]
    return " or ".join([*words, "no trump"] if book.auction.no_trump else words)


def _partner_must_go_alone(book: Rulebook, state: State, seat: Seat) -> bool:
    return book.auction.partner_orders_alone and seat is state.dealer.partner


def holds_need(state: State, seat: Seat, trump: Trump, need: Need) -> bool:
    """Whether a seat holds what must be held to make `trump`. The turn-up on the pack is nobody's card."""
    held = state.hand.cards(seat)
    if trump is NO_TRUMP or need == "nothing":
        return True
    natural = any(not card.is_joker and card.suit is trump for card in held)
    if need == "natural":
        return natural
    return natural or left_bower(trump) in held or any(card.is_joker for card in held)


def _check_need(book: Rulebook, state: State, seat: Seat, trump: Trump, need: Need) -> Verdict:
    dealer = seat is state.dealer
    if holds_need(state, seat, trump, need) or (dealer and not book.auction.dealer_needs):
        return None
    stuck = dealer and state.phase is Phase.SECOND_ROUND and book.auction.stick_the_dealer
    others = (suit for suit in Suit if suit is not state.hand.offered)
    if stuck and not any(holds_need(state, seat, suit, need) for suit in others):
        return None  # a stuck dealer must be able to name something
    word = trump_word(trump)
    what = f"a card printed in {word}" if need == "natural" else f"a trump: one of the {word}, or the left bower"
    return Breach(f"{seat.word} needs {what} in hand to make {word} trump", "call without the card")


def _check_discard(book: Rulebook, state: State, fact: Discard) -> Verdict:
    wrong = (
        _wrong_phase(state, Phase.DISCARD)
        or _in_turn(state, fact.seat, "discards")
        or _held(state, fact.seat, fact.card)
    )
    hand = state.hand
    if wrong or fact.card != hand.turn_up or fact.seat is not state.dealer or hand.given is not None:
        return wrong
    if not book.discard.turn_up:
        return Breach(f"the dealer keeps the turn-up {fact.card} and discards another card")
    others = cards_in(hand.held[fact.seat] & ~mask_of([fact.card]))
    flush = all(not card.is_joker and card.suit is hand.offered for card in others)
    if book.discard.keep_turn_up_in_a_flush and flush:
        return Breach(f"with five {_offered_word(state)} in hand the dealer must keep the turn-up {fact.card}")
    return None


# The play.


def _check_play(state: State, fact: Play) -> Verdict:
    wrong = _wrong_phase(state, Phase.PLAY)
    if wrong:
        return wrong
    hand = state.hand
    if hand.is_out(fact.seat):
        return Breach(f"{fact.seat.word} has laid the cards away and does not play this hand")
    missing = _held(state, fact.seat, fact.card)
    if missing:
        return missing
    assert state.turn is not None
    if fact.seat is not state.turn:
        leads = "lead" if not hand.trick.plays else "play"
        kind: Irregularity = "lead out of turn" if not hand.trick.plays else "play out of turn"
        return Breach(f"it is {state.turn.word}'s turn to {leads}, not {fact.seat.word}'s", kind)
    trump = trump_index(hand.trump)
    allowed = legal_cards(hand.held[fact.seat], hand.trick.led, trump)
    if allowed >> fact.card & 1:
        return None
    suit = suit_as_played(hand.trick.plays[0][1], hand.trump)
    word = "the joker" if suit is None else suit.word
    follow = " or ".join(str(card) for card in cards_in(allowed))
    return Breach(f"{fact.seat.word} must follow {word}: {follow}", "revoke")


# Bells.


def _check_start_bell(book: Rulebook, state: State) -> Verdict:
    if not book.deal.after_start_bell:
        return Breach("no start bell is used in this game")
    return Breach("the start bell has rung already") if state.started else None


def _check_end_bell(book: Rulebook, state: State) -> Verdict:
    if book.game.bell == "none":
        return Breach("this game is not played to a bell")
    if book.deal.after_start_bell and not state.started:
        return Breach("the start bell has not rung yet")
    if state.phase is Phase.DRAW:
        return Breach("the game has not begun: nobody has dealt")
    return Breach("the bell has rung already") if state.bell_rung else None
