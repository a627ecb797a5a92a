"""Convert games between our table and EGN: a table's facts to a file, and a file with all hands known to facts."""

from __future__ import annotations

from msgspec import UNSET

from bowerbird.cards import Card, trump_letter
from bowerbird.notation._record import RuleBrokenError
from bowerbird.notation._ruleset import ruleset_of
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

__all__ = ["from_egn", "to_egn"]


def to_egn(table: Table, title: str = "", date: str = "") -> EgnGame:
    """Write a table's game as EGN, with all hands. Refuses what EGN can't express (a ruling, a club's own points)."""
    state = table.state
    start = next((fact.score for fact in table.facts if isinstance(fact, Open)), (0, 0))
    game = EgnGame(
        metadata=Metadata(
            players=[name[:64] for name in state.names],
            initial_score=list(start),
            final_score=list(state.score) if state.is_over else UNSET,
            title=title[:128] if title else UNSET,
            date=date if date else UNSET,
            ruleset=ruleset_of(table.book),
        ),
        deals=list(_deals(table)),
    )
    _check_told(game, state)
    return game


def _check_told(game: EgnGame, state: State) -> None:
    """Read back what was written. EGN has no penalties or rulings, so a score that included them would be wrong."""
    try:
        told = replay(game)
    except RuleBrokenError as broken:
        raise EgnError(f"EGN can't express this game: {broken}") from None
    target = told.book.game.points or max(told.score)
    if state.score not in (told.score, (min(told.score[0], target), min(told.score[1], target))):
        raise EgnError("EGN can't express this game: its score doesn't follow from its tricks")
    if state.result is not None and state.result.ended_by == "ruling":
        raise EgnError("EGN can't express this game: a ruling ended it")


def _deals(table: Table) -> list[EgnDeal]:
    """Every deal that was played, thrown in or is in progress. A deal without a result leaves a gap in the numbers."""
    deals: list[EgnDeal] = []
    state = State()
    for fact in table.facts:
        before, state = state, step(table.book, state, fact)
        if len(state.results) == len(before.results):
            continue
        result = state.results[-1]
        if result.outcome == "ruled":
            raise EgnError(f"deal {len(state.results)} was decided by a ruling, which EGN can't express")
        if result.outcome != "new deal" and state.last_hand is not None:
            deals.append(_deal(state.last_hand, result.dealer, len(state.results) - 1, table))
    if state.hand.turn_up is not None:
        deals.append(_deal(state.hand, state.dealer, len(state.results), table))
    return deals


def _deal(hand: Hand, dealer: Seat, number: int, table: Table) -> EgnDeal:
    known = KnownDeal.of_hand(hand, dealer)
    phases: list[Phase] = []
    if hand.calls:
        phases.append(_bidding(hand, table))
    tricks = [*hand.tricks, hand.on_table] if hand.on_table.plays else list(hand.tricks)
    if tricks:
        phases.append(TrickPlay(phase_number=1, tricks=[[str(card) for _, card in trick.plays] for trick in tricks]))
    return EgnDeal(
        deal_number=number,
        initial_state=InitialState(
            dealer=int(dealer), up_card=str(known.turn_up), player_cards=[_texts(cards) for cards in known.hands]
        ),
        phases=phases,
    )


def _bidding(hand: Hand, table: Table) -> Bidding:
    lone = hand.alone and table.book.alone.defend_alone != "off"
    defender = -1 if hand.lone_defender is None else int(hand.lone_defender)
    exchanges = _exchanges(hand)
    return Bidding(
        phase_number=0,
        calls=[_call(call, hand) for call in hand.calls],
        is_alone=hand.alone,
        alone_defender=defender if lone else UNSET,
        discard=str(hand.discards[0][1]) if hand.discards else UNSET,
        card_exchanges=exchanges if exchanges else UNSET,
    )


def _call(call: Call, hand: Hand) -> CallText:
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
    """Convert a game to facts at our table, by its own rules. Every hand of every deal must be known."""
    replayed = replay(game)
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
