"""What must hold under any rules, in any hand: no leak, no dead end, the book's points, the same fold every time."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.cards import CARD_COUNT, NO_TRUMP, Card, Suit, Trump, parse_cards
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.model import PointRules
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat, Side
from bowerbird.table import Hand, IllegalActionError, Phase, State, Table, fold, step, view
from bowerbird.table import facts as f
from deals import ALL_BOOKS, opened, random_deck, to_turn_up
from kit.amount import amount
from kit.rows import rows
from random_books import any_book, played_on, random_books

SEEDS = st.integers(0, 2**32 - 1)
EVERY_CARD = [Card(index) for index in range(CARD_COUNT)]


# Views never leak.


def one_hand(book: Rulebook, seed: int) -> Table:
    """One hand under random play, from the opening to its last card, or to a new deal."""
    table = Table(book)
    for table in played_on(book, seed, 80):
        if table.state.results:
            break
    return table


def seen_by(states: list[State], seat: Seat | None) -> set[Card]:
    """Every card whose place this seat (or a watcher, None) has come to know in these states of one hand."""
    seen: set[Card] = set()
    for hand in (part for state in states for part in (state.hand, state.last_hand) if part is not None):
        if hand.turn_up is None:
            continue
        seen.add(hand.turn_up)
        seen |= {card for trick in (*hand.tricks, hand.trick) for _, card in trick.plays}
        if seat is not None:
            seen |= set(hand.cards(seat))
    return seen


def with_cards(fact: f.Fact, other: dict[Card, Card]) -> f.Fact:
    """The same fact in the world where some cards have changed places. What is played face up is the same card."""
    match fact:
        case f.Shuffle():
            return f.Shuffle(tuple(other.get(card, card) for card in fact.deck))
        case f.Discard():
            return f.Discard(fact.seat, other.get(fact.card, fact.card))
        case f.GiveBest():
            return f.GiveBest(fact.seat, other.get(fact.card, fact.card))
        case f.Exchange():
            one, two, three = (other.get(card, card) for card in fact.cards)
            return f.Exchange(fact.seat, (one, two, three))
    return fact


def states_of(book: Rulebook, facts: Iterable[f.Fact]) -> list[State] | None:
    """Every state on the way, or None if these facts could not have happened."""
    states = [State()]
    try:
        for fact in facts:
            states.append(step(book, states[-1], fact))
    except IllegalActionError:
        return None
    return states


def two_worlds(table: Table, seat: Seat | None, chance: random.Random) -> tuple[list[State], list[State]]:
    """The states of a hand up to some moment, and of another with the same public facts, in which cards lie elsewhere
    that `seat` has not seen by then."""
    facts = table.facts[: chance.randint(1, len(table.facts))]
    here = states_of(table.book, facts)
    assert here is not None
    there = here
    hidden = sorted(set(table.book.cards()) - seen_by(here, seat))
    other: dict[Card, Card] = {}
    for _ in range(8 if len(hidden) > 1 else 0):
        one, two = chance.sample(hidden, 2)
        tried = other | {one: other.get(two, two), two: other.get(one, one)}
        states = states_of(table.book, [with_cards(fact, tried) for fact in facts])
        if states is not None:
            other, there = tried, states
    return here, there


@settings(max_examples=amount(20, full=80))
@given(book=any_book, seed=SEEDS)
def test_a_view_shows_nothing_that_the_seat_cannot_see(book: Rulebook, seed: int) -> None:
    table = one_hand(book, seed)
    chance = random.Random(seed)
    for seat in (*Seat, None):
        for here, there in zip(*two_worlds(table, seat, chance), strict=True):
            assert view(book, here, seat) == view(book, there, seat)


def test_the_two_worlds_of_that_test_are_really_two() -> None:
    chance = random.Random(7)
    different = 0
    for seed in range(20):
        here, there = two_worlds(one_hand(load_rulebook("national"), seed), Seat.N, chance)
        different += here[-1].hand.held != there[-1].hand.held
    assert different > 12


@rows("name", ALL_BOOKS)
def test_before_the_turn_up_nobody_has_looked_at_a_card(name: str) -> None:
    tables = []
    for seed in (1, 2):
        table = opened(name, "N")
        to_turn_up(table, random_deck(table.book, random.Random(seed)))
        tables.append(table)
    one, two = tables
    assert one.state.hand.held != two.state.hand.held
    for seat in (*Seat, None):
        assert one.view(seat) == two.view(seat)
        assert one.view(seat).hand == ()


@settings(max_examples=amount(10, full=40))
@given(book=any_book, seed=SEEDS)
def test_a_view_shows_a_seat_its_own_cards_and_its_own_legal_actions(book: Rulebook, seed: int) -> None:
    for table in played_on(book, seed, 60):
        for seat in Seat:
            seen = table.view(seat)
            if table.state.hand.turn_up is not None and table.state.phase is not Phase.JOKER:
                assert sorted(seen.hand) == list(table.state.hand.cards(seat))
            assert set(seen.legal) == {fact for fact in table.legal if getattr(fact, "seat", None) is seat}
        watcher = table.view(None)
        assert (watcher.hand, watcher.legal, watcher.discards) == ((), (), ())


# Every fold is repeatable.


@settings(max_examples=amount(10, full=40))
@given(book=any_book, seed=SEEDS)
def test_facts_through_json_fold_to_the_same_state_and_undo_goes_back_the_same_way(book: Rulebook, seed: int) -> None:
    *_, table = played_on(book, seed, 150)
    facts = [f.decode_fact(f.encode_fact(fact)) for fact in table.facts]
    assert facts == list(table.facts)
    assert fold(book, facts) == table.state
    states = [table.state]
    while table.facts:
        table.pop()
        states.append(table.state)
    assert table.state == State()
    for fact, before in zip(facts, reversed(states), strict=False):
        assert table.state == before
        table.push(fact)
    assert table.state == states[0]


# No dead end.


@settings(max_examples=amount(30, full=120))
@given(book=random_books, seed=SEEDS)
def test_legal_actions_never_lead_to_a_dead_end(book: Rulebook, seed: int) -> None:
    table = Table(book)
    for table in played_on(book, seed, 250):
        state = table.state
        waits = [fact for fact in table.legal if not isinstance(fact, f.EndBell)]
        if state.is_over:
            assert waits == []
            assert state.result is not None
            assert state.result.score == state.score
        else:
            assert waits or state.phase is Phase.SHUFFLE
        all_held = [card for seat in Seat for card in state.hand.cards(seat)]
        assert len(all_held) == len(set(all_held)) <= 21


@settings(max_examples=amount(7, full=30))
@given(book=random_books, seed=SEEDS)
def test_every_game_comes_to_its_end(book: Rulebook, seed: int) -> None:
    settled = replace(
        book,
        game=replace(book.game, hands=2, level_at_bell="draw"),
        auction=replace(book.auction, stick_the_dealer=True),
        deal=replace(book.deal, new_deal_for=(), exchange_for=()),
    )
    *_, table = played_on(settled, seed, 100)
    assert table.state.is_over


# `legal` and `breach` agree.


def everything(table: Table) -> Iterator[f.Fact]:
    """Everything that anybody could try, but for orders of the pack and for what only real tables know."""
    yield from (f.TurnUp(), f.StartBell(), f.EndBell(), f.Open())
    ways = ("3-2", "2-3", "1-1-1-1-1", "4-1", "1-4")
    yield from (f.Deal(plan) for plan in product(ways, ways, ways, ways))
    for seat in Seat:
        yield from (f.Pass(seat), f.Order(seat), f.Order(seat, alone=True), f.DefendAlone(seat))
        yield from (f.AskNewDeal(seat, weak) for weak in WEAK_HANDS)
        yield from (f.StandFor(seat, suit) for suit in Suit)
        yield from (f.Name(seat, trump, alone) for trump in (*Suit, NO_TRUMP) for alone in (False, True))
        yield from (f.Cut(seat, at) for at in range(-1, CARD_COUNT + 2))
        for card in EVERY_CARD:
            yield from (f.Play(seat, card), f.Discard(seat, card), f.GiveBest(seat, card), f.Draw(seat, card))
        yield from (f.Exchange(seat, three) for three in combinations(table.state.hand.cards(seat), 3))


def allowed(table: Table, fact: f.Fact) -> bool:
    try:
        return table.allows(fact)
    except f.InvalidActionError:
        return False


def same_thing(book: Rulebook, dealer: Seat, fact: f.Fact) -> f.Fact:
    """The dealer's partner who must go alone need not say so: both ways of ordering are one action."""
    if isinstance(fact, f.Order) and book.auction.partner_orders_alone and fact.seat is dealer.partner:
        return f.Order(fact.seat, alone=True)
    return fact


@settings(max_examples=amount(6, full=25))
@given(book=any_book, seed=SEEDS)
def test_what_is_listed_is_exactly_what_is_allowed(book: Rulebook, seed: int) -> None:
    chance = random.Random(seed)
    for table in played_on(book, seed, 60):
        if chance.random() < 0.7:
            continue
        dealer = table.state.dealer
        may = {same_thing(book, dealer, fact) for fact in everything(table) if allowed(table, fact)}
        assert len(table.legal) == len(set(table.legal))
        assert set(table.legal) == may


@rows("name", ALL_BOOKS)
@rows("arranged", [True, False])
def test_in_the_draw_too_what_is_listed_is_what_is_allowed(name: str, arranged: bool) -> None:
    chance = random.Random(11)
    table = Table(name, [f.Open(partners_arranged=arranged)])
    while table.state.phase is Phase.DRAW:
        may = {fact for fact in everything(table) if allowed(table, fact)}
        assert set(table.legal) == may
        table.push(chance.choice([fact for fact in table.legal if isinstance(fact, f.Draw)]))
    assert table.state.phase is Phase.SHUFFLE


# The points of a hand match the book's table.


def worth_of(card: Card, led: Card, trump: Trump) -> int:
    """A card's place in a trick, worked out from the rule text alone: higher wins, 0 never does."""
    if card.is_joker:
        return 1000
    plain = ["7", "8", "9", "T", "J", "Q", "K", "A"].index(str(card)[0])
    if trump is NO_TRUMP:
        return 1 + plain if not led.is_joker and card.suit is led.suit else 0
    if card == Card(f"J{trump.letter}"):
        return 900
    if card == Card(f"J{trump.next.letter}"):
        return 800
    if card.suit is trump:
        return 100 + plain
    left_led = str(led) == f"J{trump.next.letter}"
    return 1 + plain if not led.is_joker and not left_led and card.suit is led.suit else 0


def tricks_taken(hand: Hand) -> dict[Side, int]:
    taken = {Side.NS: 0, Side.EW: 0}
    for trick in hand.tricks:
        led = trick.plays[0][1]
        winner = max(trick.plays, key=lambda play: worth_of(play[1], led, hand.trump))[0]
        assert trick.winner is winner
        taken[winner.side] += 1
    return taken


def points_by_the_book(rules: PointRules, tricks: int, alone: bool, lone_defender: bool) -> tuple[int, int]:
    """Makers' and opponents' points, read off the book line by line."""
    table: dict[int, tuple[int, int]] = {
        5: (rules.alone_march if alone else rules.march, 0),
        4: (rules.alone_made if alone else rules.made, 0),
        3: (rules.alone_made if alone else rules.made, 0),
    }
    if tricks in table:
        return table[tricks]
    euchre = rules.euchre_alone if alone else rules.euchre
    if lone_defender:
        return 0, rules.euchre_by_lone_defender
    if isinstance(euchre, int):
        return 0, euchre
    return 0, (rules.march if tricks == 0 else rules.made)


@settings(max_examples=amount(20, full=80))
@given(book=any_book, seed=SEEDS)
def test_the_points_of_a_hand_match_the_books_table(book: Rulebook, seed: int) -> None:
    score = [0, 0]
    hands = deals = 0
    for table in played_on(book, seed, 250):
        state = table.state
        if len(state.results) == deals:
            continue
        deals += 1
        result, hand = state.results[-1], state.last_hand
        if result.outcome in ("thrown in", "new deal"):
            assert result.points == (0, 0)
            continue
        hands += 1
        assert hand is not None
        assert hand.maker is not None
        taken = tricks_taken(hand)
        makers = hand.maker.side
        assert sum(taken.values()) == 5
        assert result.tricks == (taken[Side.NS], taken[Side.EW])
        mine, theirs = points_by_the_book(book.points, taken[makers], hand.alone, hand.lone_defender is not None)
        assert (result.points[makers], result.points[makers.other]) == (mine, theirs)
        for side in Side:
            score[side] += result.points[side]
            if book.game.points and book.game.over_target == "not counted":
                score[side] = min(score[side], book.game.points)
        assert state.score == tuple(score)
        assert state.hands_played == hands


def test_the_yardstick_of_that_test_knows_the_bowers() -> None:
    led, *others = parse_cards("9d Ad Jd Jh 9h As B")
    assert [worth_of(card, led, Suit.HEARTS) for card in (led, *others)] == [3, 8, 800, 900, 102, 0, 1000]
