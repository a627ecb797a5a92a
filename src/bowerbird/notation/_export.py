"""Convert games between our table and EGN: a table's facts to a file, and a file with all hands known to facts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from bowerbird.cards import Card, trump_letter
from bowerbird.notation._lacks import PlayedDeal, no_mistake, wanting
from bowerbird.notation._record import RuleBrokenError
from bowerbird.notation._ruleset import rulebook_for, ruleset_of
from bowerbird.notation.deal_text import KnownDeal, deal_facts
from bowerbird.notation.egn import (
    Bidding,
    CallText,
    CardExchange,
    EgnDeal,
    EgnError,
    EgnGame,
    InitialState,
    Metadata,
    Phase,
    TrickPlay,
)
from bowerbird.notation.replay import ReplayedDeal, replay
from bowerbird.seats import Seat
from bowerbird.table import Call, Fact, Hand, Open, Order, Pass, State, Table
from bowerbird.table.state import cards_in
from bowerbird.table.step import step

__all__ = ["call_text", "from_egn", "played_deals", "to_egn"]


def to_egn(table: Table, title: str = "", date: str = "") -> EgnGame:
    """The game of a table as EGN, with all hands. Raises `EgnError` for a rule or a ruling that EGN can't express."""
    state = table.state
    start = next((fact.score for fact in table.facts if isinstance(fact, Open)), (0, 0))
    by_hands = state.result is not None and state.result.ended_by == "hands"
    ruleset = ruleset_of(table.book, ended_by_hands=by_hands)
    played = played_deals(table)
    for lacked in wanting(table, played, rulebook_for(ruleset)):
        raise EgnError(lacked)
    game = EgnGame(
        metadata=Metadata(
            players=[name[:64] for name in state.names],
            initial_score=list(start),
            final_score=list(state.score) if state.is_over else UNSET,
            title=title[:128] if title else UNSET,
            date=date if date else UNSET,
            ruleset=ruleset,
        ),
        deals=[_deal(deal, table) for deal in played],
    )
    _check_told(game)
    return game


def _check_told(game: EgnGame) -> None:
    """Read back what was written: it must follow the rules, and come to the same score."""
    try:
        replay(game, strict=True)
    except RuleBrokenError as broken:
        raise EgnError(no_mistake(str(broken))) from None


def played_deals(table: Table) -> list[PlayedDeal]:
    """Every deal that was played, thrown in or is in progress. A deal without a result leaves a gap in the numbers.

    So does a dealer whose turn it was not: deals that do not follow each other are a selection.
    """
    deals: list[PlayedDeal] = []
    state, gaps = State(), 0
    for fact in table.facts:
        before, state = state, step(table.book, state, fact)
        if len(state.results) == len(before.results):
            continue
        result, number = state.results[-1], len(state.results) - 1
        if result.outcome != "new deal" and state.last_hand is not None:
            gaps += _out_of_turn(deals, result.dealer, number + gaps)
            deals.append(PlayedDeal(number + gaps, result.dealer, state.last_hand, result, state.score))
    if state.hand.turn_up is not None:
        number = len(state.results) + gaps
        deals.append(PlayedDeal(number + _out_of_turn(deals, state.dealer, number), state.dealer, state.hand))
    return deals


def _out_of_turn(deals: Sequence[PlayedDeal], dealer: Seat, number: int) -> bool:
    """True if the deal of this number follows the last one, and its dealer does not."""
    if not deals or deals[-1].number + 1 != number:
        return False
    last = deals[-1]
    again = last.result is not None and last.result.outcome == "thrown in"
    return dealer is not last.dealer.left and not (again and dealer is last.dealer)


def _deal(deal: PlayedDeal, table: Table) -> EgnDeal:
    hand = deal.hand
    known = KnownDeal.of_hand(hand, deal.dealer)
    phases: list[Phase] = []
    if hand.calls:
        phases.append(_bidding(hand, table))
    tricks = [*hand.tricks, hand.on_table] if hand.on_table.plays else list(hand.tricks)
    if tricks:
        phases.append(TrickPlay(phase_number=1, tricks=[[str(card) for _, card in trick.plays] for trick in tricks]))
    return EgnDeal(
        deal_number=deal.number,
        initial_state=InitialState(
            dealer=int(deal.dealer), up_card=str(known.turn_up), player_cards=[_texts(cards) for cards in known.hands]
        ),
        phases=phases,
    )


def _bidding(hand: Hand, table: Table) -> Bidding:
    lone = hand.alone and table.book.alone.defend_alone != "off"
    defender = -1 if hand.lone_defender is None else int(hand.lone_defender)
    exchanges = _exchanges(hand)
    return Bidding(
        phase_number=0,
        calls=[call_text(call, hand) for call in hand.calls],
        is_alone=hand.alone,
        alone_defender=defender if lone else UNSET,
        discard=str(hand.discards[0][1]) if hand.discards else UNSET,
        card_exchanges=exchanges if exchanges else UNSET,
    )


def call_text(call: Call, hand: Hand) -> CallText:
    """A call as EGN writes it."""
    match call:
        case Pass():
            return "Pass"
        case Order() if hand.turn_up is not None and not hand.turn_up.is_joker:
            return "Order"
    # EGN can't express the suit of a turned-up joker, so its order is written as the suit.
    letter: CallText = trump_letter(hand.trump)  # type: ignore[assignment]
    return letter


def _exchanges(hand: Hand) -> list[CardExchange]:
    exchanges = []
    if hand.exchanged is not None:
        exchanges.append(CardExchange(receiver=int(hand.exchanged), cards=_texts(hand.deck[21:24])))
    if hand.given is not None and hand.maker is not None:
        giver = int(hand.maker.partner)
        exchanges.append(CardExchange(sender=giver, receiver=int(hand.maker), cards=[str(hand.given)]))
    return exchanges


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def from_egn(game: EgnGame) -> Table:
    """Make a table of a recorded game, by its own rules.

    Raises `EgnError` if a hand isn't recorded in full, and `RuleBrokenError` if the game breaks a rule.
    """
    replayed = replay(game, strict=True)
    dealer = replayed.deals[0].dealer if replayed.deals else None
    table = Table(replayed.book, [Open(replayed.names, dealer=dealer, score=replayed.start)])
    for deal in replayed.deals:
        if deal.dealer is not table.state.dealer:
            raise EgnError(f"deal {deal.number} doesn't follow from the one before: {deal.dealer.word} deals")
        for fact in _facts(deal, table):
            table.push(fact)
    return table


def _facts(deal: ReplayedDeal, table: Table) -> tuple[Fact, ...]:
    hand = deal.hand
    hidden = [seat.word for seat in Seat if hand.dealt[seat].bit_count() < 5]
    if hidden or hand.turn_up is None or str(hand.turn_up) != deal.turn_up:
        raise EgnError(f"deal {deal.number} isn't known card by card: {', '.join(hidden) or 'the turn-up'} is missing")
    hands = tuple(cards_in(mask) for mask in hand.dealt)
    dealt = {hand.turn_up, *(card for cards in hands for card in cards)}
    under = [card for card in hand.deck[21:24] if card not in dealt] if hand.exchanged is not None else []
    rest = [*under, *(card for card in table.book.cards() if card not in dealt and card not in under)]
    return (*deal_facts(table.book, KnownDeal(deal.dealer, hand.turn_up, hands, tuple(rest))), *deal.facts)
