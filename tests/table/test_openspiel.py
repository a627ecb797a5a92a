"""OpenSpiel's euchre as referee: the same calls, the same legal cards at every play, the same points.

It is compared around three differences: it never lets the dealer discard the turn-up (nor does the plain game here),
it asks about playing alone after the discard, where here "alone" is said with the call, and it deals card by card,
the dealer first.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Deal, Discard, Name, Open, Order, Pass, Phase, Play, Shuffle, State, TurnUp, legal, step
from deals import house, random_deck
from kit.amount import amount
from kit.rows import rows

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the test extra has it)")


HANDS = amount(300, full=2_500)
#: OpenSpiel numbers a card by rank, then suit: clubs, diamonds, hearts, spades.
TO_SPIEL = {Card(f"{rank}{suit}"): place for place, (rank, suit) in enumerate((r, s) for r in "9TJQKA" for s in "cdhs")}
FROM_SPIEL = {place: card for card, place in TO_SPIEL.items()}
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
CALLS = range(24, 29)

PLAN = Deal(("3-2", "3-2", "3-2", "3-2"))


class Lockstep:
    """One hand played in both at once."""

    def __init__(self, game: Any, book: Rulebook, chance: random.Random) -> None:
        """Deal the same cards in both, and turn the same card up."""
        self.book, self.chance = book, chance
        dealer = Seat(chance.randrange(4))
        deck = random_deck(book, chance)
        self.state = State()
        for fact in (Open(dealer=dealer), Shuffle(deck), PLAN, TurnUp()):
            self.state = step(book, self.state, fact)
        self.spiel = game.new_initial_state()
        self.spiel.apply_action(int(dealer))
        in_turn = [self.state.hand.cards(seat) for seat in dealer.round_from()]
        for card in [card for five in zip(*in_turn, strict=True) for card in five]:
            self.spiel.apply_action(TO_SPIEL[card])
        self.spiel.apply_action(TO_SPIEL[deck[20]])

    def check_deal(self) -> None:
        """Both have dealt the same hands."""
        holders = self.spiel.card_holder()
        for seat in Seat:
            assert {FROM_SPIEL[place] for place in range(24) if holders[place] == seat} == set(
                self.state.hand.cards(seat)
            )

    def call(self) -> bool:
        """The calls, to the end of the auction; whether anybody made trump."""
        while self.state.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND):
            assert self.state.turn is not None
            assert self.spiel.current_player() == int(self.state.turn)
            ours: dict[int, list[Pass | Order | Name]] = {}
            for fact in legal(self.book, self.state):
                assert isinstance(fact, Pass | Order | Name)
                ours.setdefault(self.as_spiel(fact), []).append(fact)
            assert sorted(ours) == self.spiel.legal_actions()
            # Most hands should be played, and by all four seats: everyone passes three times out of four.
            choices = [PASS] if PASS in ours and self.chance.random() < 0.75 else sorted(ours)
            action = self.chance.choice(choices)
            self.state = step(self.book, self.state, self.chance.choice(ours[action]))
            self.spiel.apply_action(action)
        return self.state.hand.maker is not None

    def as_spiel(self, call: Pass | Order | Name) -> int:
        """The number of a call; "alone" is another question there."""
        if isinstance(call, Pass):
            return PASS
        suit = self.state.hand.offered if isinstance(call, Order) else call.trump
        assert suit is not None
        return FIRST_SUIT + int(suit)

    def discard(self) -> None:
        """The dealer's discard; then the maker's word about playing alone, which is known here already."""
        if self.state.phase is Phase.DISCARD:
            assert self.spiel.current_player() == int(self.state.dealer)
            ours = {TO_SPIEL[fact.card]: fact for fact in legal(self.book, self.state) if isinstance(fact, Discard)}
            assert sorted(ours) == self.spiel.legal_actions()
            action = self.chance.choice(sorted(ours))
            self.state = step(self.book, self.state, ours[action])
            self.spiel.apply_action(action)
        assert self.spiel.current_player() == self.state.hand.maker
        self.spiel.apply_action(ALONE if self.state.hand.alone else WITH_PARTNER)

    def play(self) -> int:
        """All the tricks; how many times the legal cards were compared."""
        compared = 0
        while self.state.phase is Phase.PLAY:
            assert self.spiel.current_player() == self.state.turn
            ours = {TO_SPIEL[fact.card]: fact for fact in legal(self.book, self.state) if isinstance(fact, Play)}
            actions = self.spiel.legal_actions()
            assert sorted(ours) == actions
            action = self.chance.choice(actions)
            self.state = step(self.book, self.state, ours[action])
            self.spiel.apply_action(action)
            compared += 1
        return compared

    def check_points(self) -> None:
        """The same points; there each point won is also a point lost by the others."""
        assert self.spiel.is_terminal()
        ns, ew = self.state.results[-1].points
        assert [int(points) for points in self.spiel.returns()] == [ns - ew, ew - ns, ns - ew, ew - ns]


def compare(stuck: bool, seed: int) -> None:
    """Play `HANDS` random hands in both, and compare the deals that are thrown in on the way."""
    changes = f'deal.cut = "optional"\nauction.stick_the_dealer = {str(stuck).lower()}'
    book = house(changes)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stuck, "allow_lone_defender": False})
    chance = random.Random(seed)
    thrown_in = compared = 0
    played = {"with partner": 0, "alone": 0}
    while sum(played.values()) < HANDS:
        hand = Lockstep(game, book, chance)
        hand.check_deal()
        if hand.call():
            hand.discard()
            compared += hand.play()
            played["alone" if hand.state.results[-1].alone else "with partner"] += 1
        else:
            thrown_in += 1
        hand.check_points()
    assert compared == 20 * played["with partner"] + 15 * played["alone"]
    assert min(played.values()) > HANDS // 10
    assert (thrown_in == 0) is stuck


@rows("seed", range(amount(1, full=4)))
def test_the_referee_agrees_when_hands_may_be_thrown_in(seed: int) -> None:
    compare(stuck=False, seed=seed)


@rows("seed", range(4, 4 + amount(1, full=4)))
def test_the_referee_agrees_when_the_dealer_is_stuck(seed: int) -> None:
    compare(stuck=True, seed=seed)


def test_the_referee_names_cards_as_we_read_them() -> None:
    """The numbers of the cards are read off OpenSpiel itself, so a renumbering there is noticed here."""
    state = pyspiel.load_game("euchre").new_initial_state()
    state.apply_action(0)
    for action in state.legal_actions():
        suit, rank = state.action_to_string(-1, action)
        assert FROM_SPIEL[action] == Card(rank + suit.lower())
    assert [FIRST_SUIT + suit for suit in Suit] == list(CALLS[1:])
    assert [Side(seat % 2) for seat in Seat] == [seat.side for seat in Seat]
