"""One deal of a record, walked through the table itself.

A record seldom shows the hands. So each player is given the cards that the record shows in that hand sooner or later,
and no others: recorded, discarded, passed on or played. On those the table checks every rule that can be checked (who
failed to follow and shows the suit later has revoked), and the rules stay in one place. Where a card must be somewhere
and the record does not say which, one that the record never mentions stands in for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card, Rank, Suit, Trump, parse_trump, trump_index
from bowerbird.kernel.play import legal_cards
from bowerbird.notation.card_text import sole
from bowerbird.notation.record import DealRecord, RuleBroken
from bowerbird.notation.seating import Fall, Falls, about_to_play, fell, handed, say_of_defender, seated
from bowerbird.notation.whereabouts import check_whereabouts, dealt_hands, known_cards, taken_from_left_over
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    Call,
    Discard,
    Exchange,
    Fact,
    GiveBest,
    Hand,
    IllegalAction,
    Name,
    Order,
    Pass,
    Phase,
    Play,
    StandFor,
    State,
    say,
    step,
)
from bowerbird.table.state import cards_in, mask_of

__all__ = ["Walk", "walk"]

_CALLING = (Phase.JOKER, Phase.FIRST_ROUND, Phase.SECOND_ROUND)


class Walk(msgspec.Struct):
    """The table on its way through a deal, and what happened since the first call. Bad facts raise `RuleBroken`."""

    book: Rulebook
    state: State
    #: Cards that the record never mentions: they stand in where one must be held, laid away or played.
    spare: tuple[Card, ...]
    facts: tuple[Fact, ...] = ()
    said: tuple[tuple[Seat, str], ...] = ()
    falls: Falls = Falls()
    #: Why the deal cannot be followed to its end, although the record goes on.
    lost: str = ""

    def known(self, seat: Seat) -> int:
        """What a seat holds by the record, stand-ins aside."""
        return self.state.hand.held[seat] & ~mask_of(self.spare)

    def push(self, fact: Fact, *, call: int = 0, trick: int = 0, card: str = "") -> None:
        """Let a fact happen at the table."""
        if isinstance(fact, Call):
            self.said = (*self.said, (fact.seat, say(self.book, self.state, fact)))
        try:
            self.state = step(self.book, self.state, fact)
        except IllegalAction as wrong:
            raise RuleBroken(str(wrong), call=call, trick=trick, card=card) from None
        self.facts = (*self.facts, fact)

    def branch(self, seat: Seat, hand: int) -> Walk:
        """The same table, with another hand for one seat."""
        return replace(self, state=handed(self.state, seat, hand))


def walk(book: Rulebook, before: State, record: DealRecord) -> Walk:
    """Walk a deal through the table, from the state that the deal before left."""
    start = _dealt_out(before, record)
    spare = _spare(record, start)
    # The calls are first heard without looking at a hand: they tell the trump that some cards are written by.
    blind = _auction(Walk(book, seated(start, record.pack.cards), spare), record)
    if blind.lost:
        return blind
    if blind.state.phase in _CALLING or blind.state.hand.maker is None:
        if record.tricks:
            card = record.tricks[0][0] if record.tricks[0] else ""
            raise RuleBroken("a card is played, but nobody has made trump", trick=1, card=card)
        return blind
    _check_lone_defender(book, blind.state, record)
    falls = fell(book, blind.state, record)
    check_whereabouts(book, record, blind.state, falls)
    hand = replace(start.hand, held=dealt_hands(record, blind.state, falls))
    start = seated(replace(start, hand=replace(hand, dealt=hand.held)), spare)
    seen = Walk(book, start, spare, falls=falls)
    seen = _auction(seen, record, _farmers(record))
    if not record.tricks and not record.discard:
        return seen
    done = _before_the_lead(seen, record)
    if falls.lost_after:
        done.lost = f"who won trick {falls.lost_after} cannot be told from the cards that are known"
    return done


# The deal and the calls.


def _dealt_out(before: State, record: DealRecord) -> State:
    turn_up = _turn_up(record)
    hand = Hand(deck=_deck(record, turn_up), turn_up=turn_up, turn_up_is="shown")
    joker = turn_up.is_joker
    return replace(
        before,
        phase=Phase.JOKER if joker else Phase.FIRST_ROUND,
        dealer=record.dealer,
        turn=record.dealer if joker else record.dealer.left,
        hand=hand,
    )


def _turn_up(record: DealRecord) -> Card:
    """The turn-up, or a card that can stand in for it: of the trump suit if ordered, of another if turned down."""
    options = record.options(record.up)
    card = sole(options)
    if card is not None:
        return card
    free = [card for card in cards_in(options & ~record.mentioned()) if not card.is_joker]
    if record.known_trump and record.maker_call >= 0:
        free = [card for card in free if (card.suit is record.trumps[0]) is record.ordered] or free
    if not free:
        raise RuleBroken("every card that could be the turn-up is somewhere else", card=record.up)
    return free[0]


def _deck(record: DealRecord, turn_up: Card) -> tuple[Card, ...]:
    """A pack in which only the turn-up and the cards under it matter: nobody is dealt from it."""
    under = [card for seat in Seat for card in _taken(record, seat)]
    above = [card for card in record.pack if card != turn_up and card not in under]
    return (*above[:20], turn_up, *under, *above[20:])


def _taken(record: DealRecord, seat: Seat) -> tuple[Card, ...]:
    """The three cards that came for a farmer's hand, where they are known."""
    given = taken_from_left_over(record, seat)
    cards = cards_in(known_cards(record, given.cards)) if given is not None else ()
    return cards if len(cards) == 3 else ()


def _farmers(record: DealRecord) -> tuple[Seat, ...]:
    return tuple(seat for seat in Seat if _taken(record, seat))


def _auction(table: Walk, record: DealRecord, farmers: tuple[Seat, ...] = ()) -> Walk:
    if table.state.phase is Phase.JOKER:
        table.push(StandFor(record.dealer, _joker_suit(record)))
    for number, word in enumerate(record.calls, start=1):
        seat = Seat((record.dealer + number) % 4)
        if table.state.phase not in _CALLING:
            why = "everyone has passed twice" if table.state.hand.maker is None else "trump is made"
            raise RuleBroken(f"{why}: the calls are over", call=number, card=word)
        if word == "x" or (word == "Order" and number <= 4 and not record.known_trump):
            table.lost = "the record does not tell which suit was made trump"
            return table
        if seat in farmers and table.state.phase is Phase.FIRST_ROUND:
            _exchange(table, record, seat)
        call = _call(record, seat, word, number)
        table.push(call, call=number, card=f"{word} by {seat.word}")
    return table


def _call(record: DealRecord, seat: Seat, word: str, number: int) -> Call:
    if word == "Pass":
        return Pass(seat)
    if word == "Order" or (record.up == "B" and number <= 4):
        return Order(seat, record.alone)
    return Name(seat, parse_trump(word), record.alone)


def _joker_suit(record: DealRecord) -> Suit:
    """The suit that a turned-up joker stood for, or one that does not contradict what was named later."""
    made: Trump = record.trumps[0] if record.known_trump else Suit.CLUBS
    if made is None:
        return Suit.CLUBS
    return made if record.ordered else made.next


def _exchange(table: Walk, record: DealRecord, seat: Seat) -> None:
    """A farmer's hand, before the first call of that player: the three that went are cards that never show again."""
    held = table.known(seat)
    kept = table.falls.of(seat) | known_cards(record, (record.discard,) if record.discard else ())
    gone = list(cards_in(held & ~kept))
    gone += [card for card in table.spare if not card.is_joker and card.rank <= Rank.TEN]
    if len(gone) < 3:
        raise RuleBroken(f"{seat.word} has no three cards that can have gone for a farmer's hand")
    three = (gone[0], gone[1], gone[2])
    table.state = handed(table.state, seat, held | mask_of(three))
    table.push(Exchange(seat, three))


def _check_lone_defender(book: Rulebook, state: State, record: DealRecord) -> None:
    seat, hand = record.lone_defender, state.hand
    if seat is None or hand.maker is None:
        return
    if not book.alone.defend_alone:
        raise RuleBroken(f"{seat.word} defends alone, and the rules of this game do not allow it")
    if not hand.alone or seat.side is hand.maker.side:
        raise RuleBroken(f"{seat.word} cannot defend alone: only an opponent of a lone hand can")


# From the last call to the last trick.


def _spare(record: DealRecord, state: State) -> tuple[Card, ...]:
    mentioned = record.mentioned()
    return tuple(card for card in record.pack if card != state.hand.turn_up and not mentioned >> card & 1)


def _before_the_lead(table: Walk, record: DealRecord) -> Walk:
    """Discard, lone defender and partner's best. Where the record leaves a choice, the first that breaks no rule."""
    if table.state.phase is Phase.PLAY:
        return _tricks(table)
    seat = table.state.turn
    assert seat is not None
    first: RuleBroken | None = None
    for hand, fact in _choices(table, record, seat):
        branch = table.branch(seat, hand)
        card = str(fact.card) if isinstance(fact, Discard | GiveBest) else ""
        try:
            branch.push(fact, card=card)
            return _before_the_lead(branch, record)
        except RuleBroken as broken:
            first = first or broken
    raise first or RuleBroken(f"no card is left for {seat.word}")


def _choices(table: Walk, record: DealRecord, seat: Seat) -> Iterator[tuple[int, Fact]]:
    """What can have happened next, each with the hand that this takes."""
    state = table.state
    if state.phase is Phase.DEFEND:
        yield table.known(seat), say_of_defender(state, record)
    elif state.phase is Phase.BEST:
        written = next((given.cards for given in record.given if given.giver is seat), ())
        for hand, card in _candidates(table, record, seat, "".join(written[:1]), size=5):
            yield hand, GiveBest(seat, card)
    else:
        # A file has room for one discard: the dealer's, or the lone player's where the dealer took nothing.
        text = record.discard if state.hand.given is None or not record.ordered else ""
        for hand, card in _candidates(table, record, seat, text, size=6):
            yield hand, Discard(seat, card)


def _candidates(table: Walk, record: DealRecord, seat: Seat, text: str, size: int) -> Iterator[tuple[int, Card]]:
    """The cards that can have left a hand of `size`: what the partner plays, then a hidden card, then the known."""
    held = table.known(seat)
    options = record.options(text) if text else record.pack.mask
    card = sole(options)
    if card is not None:
        yield held, card
        return
    free = held & ~table.falls.of(seat) & options
    wanted = free & table.falls.of(seat.partner)
    yield from ((held, card) for card in cards_in(wanted))
    if held.bit_count() < size:
        hidden = [spare for spare in table.spare if options >> spare & 1]
        yield from ((held | 1 << spare, spare) for spare in hidden[:1])
    yield from ((held, card) for card in cards_in(free & ~wanted))


def _tricks(table: Walk) -> Walk:
    for trick in table.falls.tricks:
        for fall in trick:
            after = _let_fall(table, fall)
            if fall.trick == table.falls.lost_after and fall is trick[-1]:
                return table  # the card was checked, but the table must not take a stand-in for the winner
            table = after
    return table


def _let_fall(table: Walk, fall: Fall) -> Walk:
    held = tuple(table.known(seat) for seat in Seat)
    bare = replace(table.state, hand=replace(table.state.hand, held=held))
    first: RuleBroken | None = None
    for hand, card in _cards_of(table, fall):
        play = Play(fall.seat, card)
        branch = replace(table, state=about_to_play(bare, play, hand, table.spare))
        try:
            branch.push(play, trick=fall.trick, card=fall.text)
            return branch
        except RuleBroken as broken:
            why = broken.why + _shown_later(branch, fall, card)
            first = first or RuleBroken(why, trick=fall.trick, card=fall.text)
    raise first or RuleBroken("every such card is somewhere else", trick=fall.trick, card=fall.text)


def _cards_of(table: Walk, fall: Fall) -> Iterator[tuple[int, Card]]:
    """The cards that can have fallen, each with the hand that this takes."""
    held = table.known(fall.seat)
    if fall.card is not None:
        yield held, fall.card
        return
    yield from ((held, card) for card in cards_in(held & ~table.falls.of(fall.seat) & fall.options))
    if held.bit_count() < 5 - len(table.state.hand.tricks):
        yield from ((held | 1 << card, card) for card in table.spare if fall.options >> card & 1)


def _shown_later(table: Walk, fall: Fall, card: Card) -> str:
    """When a player has revoked: where the record shows it."""
    hand = table.state.hand
    held = hand.held[fall.seat]
    if not held >> card & 1:
        return ""
    due = legal_cards(held, hand.on_table.led, trump_index(hand.trump))
    later = (other for trick in table.falls.tricks[fall.trick :] for other in trick if other.seat is fall.seat)
    shown = next((other for other in later if other.card is not None and other.options & due), None)
    return "" if shown is None else f" ({shown.card} falls in trick {shown.trick})"
