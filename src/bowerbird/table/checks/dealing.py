"""Check everything before the calls: draw, shuffle, cut, deal, turn-up, hands given back, and the bells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bowerbird.cards import CardError
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import draw
from bowerbird.table.checks.common import Breach, Verdict, held, in_turn, only, wrong_phase
from bowerbird.table.facts import AskNewDeal, Cut, Deal, Draw, Exchange, InvalidActionError, Open, Packets, Shuffle
from bowerbird.table.state import Phase, State


def check_open(book: Rulebook, fact: Open) -> Verdict:
    """Check the opening score. An event may bring one, but not one that has already ended the game."""
    target = book.game.points
    if min(fact.score) < 0 or (target and max(fact.score) >= target):
        room = f"0 to {target - 1}" if target else "0 or more"
        raise InvalidActionError(f"no game starts at {fact.score[0]} to {fact.score[1]}: each side has {room} points")
    return None


def check_draw(book: Rulebook, state: State, fact: Draw) -> Verdict:
    """Check a card in the draw."""
    if state.phase is not Phase.DRAW:
        return Breach("partners and dealer are settled: there is nothing to draw for")
    if fact.card not in book.cards():
        raise InvalidActionError(f"{fact.card} is not in this deck of {len(book.cards())}")
    waiting = draw.awaited(book, state.draws, state.partners_arranged)
    if fact.seat not in waiting:
        return Breach(f"{fact.seat.word} does not draw now; the next card is for {_either(waiting)}")
    by_jacks = book.draw.dealer == "first jack"
    if fact.card.is_joker and not by_jacks:
        return Breach(f"the {book.words.joker} has no rank in a draw: put it back and take another card")
    size = len(book.cards())
    lying = state.draws[len(state.draws) // size * size :] if by_jacks else ()
    if fact.card in (card for _, card in lying):
        return Breach(f"{fact.card} is already on the table")
    return None


def _either(seats: tuple[Seat, ...]) -> str:
    return " or ".join(seat.word for seat in seats)


def check_shuffle(book: Rulebook, state: State, fact: Shuffle) -> Verdict:
    """Check that the pack is complete and that nothing has been dealt."""
    try:
        book.cards().check(fact.deck)
    except CardError as error:
        raise InvalidActionError(str(error)) from None
    # The dealer has the right to shuffle last, so a second shuffle is allowed until the pack is cut or dealt.
    return wrong_phase(state, Phase.SHUFFLE, Phase.CUT)


def check_cut(book: Rulebook, state: State, fact: Cut) -> Verdict:
    """Check that the right player cuts, with enough cards in each packet."""
    wrong = wrong_phase(state, Phase.CUT) or only(state.dealer.right, fact.seat, "cuts")
    if wrong:
        return wrong
    size, leave = len(book.cards()), book.deal.cut_leaves
    if not 0 < fact.at < size:
        raise InvalidActionError(f"a deck of {size} cannot be cut at {fact.at}: lift 1 to {size - 1} cards")
    if not leave <= fact.at <= size - leave:
        return Breach(f"a cut leaves at least {leave} cards in each packet: lift {leave} to {size - leave}")
    return None


def check_deal(book: Rulebook, state: State, fact: Deal) -> Verdict:
    """Check that the dealer deals, in packets that the rulebook allows."""
    return _impossible_deal(book, state, fact) or next(deal_breaches(state, fact), None)


def _impossible_deal(book: Rulebook, state: State, fact: Deal) -> Verdict:
    """Refuse a deal that no table accepts, not even as a mistake."""
    if state.phase is Phase.CUT and book.deal.cut == "required":
        return Breach(f"{state.dealer.right.word} must cut first")
    wrong = wrong_phase(state, Phase.CUT, Phase.DEAL)
    if wrong:
        return wrong
    counts = cards_dealt(fact)
    if any(not 3 <= count <= 7 for count in counts) or sum(counts) >= len(book.cards()):
        raise InvalidActionError(f"{' '.join(fact.packets)} isn't a deal of five cards each")
    if len({packets.count("-") for packets in fact.packets}) > 1:
        return Breach("all four get their cards in the same number of rounds")
    if any(count != 5 for count in counts):
        return None
    for packets in fact.packets:
        if packets not in book.deal.packets:
            return Breach(f"cards are dealt {' or '.join(book.deal.packets)}, not {packets}")
    if book.deal.plan == "all alike" and len(set(fact.packets)) > 1:
        return Breach("the dealer keeps to one plan: the same packets for all four")
    return None


def deal_breaches(state: State, fact: Deal) -> Iterator[Breach]:
    """Yield everything that dealers get wrong: the wrong dealer may also misdeal."""
    if any(count != 5 for count in cards_dealt(fact)):
        yield Breach("each player gets five cards", "wrong number of cards")
    if fact.by is not None and fact.by is not state.dealer:
        yield Breach(f"{state.dealer.word} deals, not {fact.by.word}", "wrong dealer")


def cards_dealt(fact: Deal) -> list[int]:
    """The number of cards that each player gets, from the dealer's left."""
    return [_size(packets) for packets in fact.packets]


@lru_cache(maxsize=64)
def _size(packets: Packets) -> int:
    return sum(int(size) for size in packets.split("-"))


def check_turn_up(book: Rulebook, state: State) -> Verdict:
    """Check that a card is turned up after the deal, and after the start bell if one is used."""
    wrong = wrong_phase(state, Phase.TURN_UP)
    if wrong is None and book.deal.after_start_bell and not state.started:
        return Breach("no card is turned up before the start bell", "turn-up before the bell")
    return wrong


def check_hand_given_back(book: Rulebook, state: State, fact: Exchange | AskNewDeal) -> Verdict:
    """Check that a hand is weak enough to be exchanged or dealt again at this table."""
    wrong = wrong_phase(state, Phase.FIRST_ROUND) or in_turn(state, fact.seat, "calls")
    if wrong:
        return wrong
    if isinstance(fact, Exchange):
        return _check_exchange(book, state, fact)
    if fact.reason not in book.deal.new_deal_for:
        return Breach(f"{fact.reason}: no new deal for it at this table; a dealt hand is played")
    rule = WEAK_HANDS[fact.reason]
    return None if rule.fits(state.hand.cards(fact.seat)) else Breach(f"{fact.reason} means {rule.words}")


def _check_exchange(book: Rulebook, state: State, fact: Exchange) -> Verdict:
    if not book.deal.exchange_for:
        return Breach("no hand is exchanged at this table: a dealt hand is played")
    if state.hand.exchanged is not None:
        return Breach(f"{state.hand.exchanged.word} has exchanged already, and the three cards are gone")
    cards = state.hand.cards(fact.seat)
    missing = [card for card in fact.cards if card not in cards]
    if missing:
        return held(state, fact.seat, missing[0])
    if len(set(fact.cards)) < 3:
        raise InvalidActionError("an exchange is of three different cards")
    rules = [WEAK_HANDS[name] for name in book.deal.exchange_for]
    if any(rule.fits(cards) for rule in rules):
        return None
    return Breach(f"only a hand with {' or '.join(rule.words for rule in rules)} may be exchanged")


def check_start_bell(book: Rulebook, state: State) -> Verdict:
    """Check that a start bell is used and rings only once."""
    if not book.deal.after_start_bell:
        return Breach("no start bell is used in this game")
    return Breach("the start bell has rung already") if state.started else None


def check_end_bell(book: Rulebook, state: State) -> Verdict:
    """Check that the game is played to a bell, which rings only once."""
    if book.game.bell == "none":
        return Breach("this game is not played to a bell")
    if book.deal.after_start_bell and not state.started:
        return Breach("the start bell has not rung yet")
    if state.phase is Phase.DRAW:
        return Breach("the game has not started: nobody has dealt")
    return Breach("the bell has rung already") if state.bell_rung else None
