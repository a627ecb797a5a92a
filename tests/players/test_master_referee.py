"""OpenSpiel's euchre as referee of the training environment: who decides, what is legal, and what the hand is worth.

Hands are played by chance in the environment, and every move is made in OpenSpiel too. The environment plays forced
moves without asking and says "alone" with the call; OpenSpiel asks for every card, and for "alone" after the discard.
A soak compares more hands than the quick tests have time for.
"""

from __future__ import annotations

import shutil
from random import Random
from typing import Any

import numpy as np
import pytest

from bowerbird.players.net.inputs import ACTIONS, CARDS, OUTCOMES
from deals import house
from kit.amount import amount
from kit.rows import rows
from training.environment import Hand, Hands
from training.situations import one

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the test extra has it)")
if shutil.which("g++") is None:
    pytest.skip("the environment is compiled with g++", allow_module_level=True)

HANDS = amount(100, full=300, soak=20_000)
#: What OpenSpiel calls its actions: 24 cards by rank, then suit, then these.
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
#: What the environment calls its own.
ORDER, NAME, PLAY, LAY_AWAY = 1, 3, 9, 33
IN_AUCTION, IN_DISCARD = (0, 1), 2
NOBODY = -1


def spiel_card(index: int) -> int:
    """A card of the environment (suit by suit from the nine) as OpenSpiel numbers it (rank by rank from clubs)."""
    return 4 * (index % 6) + index // 6


def suits_from(base: int) -> list[int]:
    """The base suit, next, and the two others in their order."""
    return [base, 3 - base, *(suit for suit in range(4) if suit not in (base, 3 - base))]


def card_in(slot: int, base: int) -> int:
    """The card in a slot: bowers first, then trumps and next without their jacks, then the other suits, ace first."""
    trump, following, third, fourth = suits_from(base)
    slots = [(trump, 2), (following, 2)]
    slots += [(suit, rank) for suit in (trump, following) for rank in (5, 4, 3, 1, 0)]
    slots += [(suit, rank) for suit in (third, fourth) for rank in (5, 4, 3, 2, 1, 0)]
    suit, rank = slots[slot]
    return 6 * suit + rank


class Refereed:
    """One hand of the environment, followed in OpenSpiel."""

    def __init__(self, game: Any, hand: Hand) -> None:
        """Deal the same cards: there the dealer is drawn first, and gets the first card."""
        self.spiel = game.new_initial_state()
        self.alone = False
        self.spiel.apply_action(int(hand.dealer))
        cards = [[card for card in range(CARDS) if hand.held[seat] >> card & 1] for seat in range(4)]
        in_turn = [cards[(hand.dealer + place) % 4] for place in range(4)]
        for five in zip(*in_turn, strict=True):
            for card in five:
                self.spiel.apply_action(spiel_card(card))
        self.spiel.apply_action(spiel_card(hand.turn_up))

    def catch_up(self, hand: Hand) -> None:
        """Make the moves that the environment made without asking, up to its next decision."""
        while not self._is_asked_too(hand):
            self._move_by_itself(int(hand.discard))

    def _is_asked_too(self, hand: Hand) -> bool:
        actions = self.spiel.legal_actions()
        return len(actions) > 1 and actions != [ALONE, WITH_PARTNER] and not self._dealer_sits_out(hand)

    def _dealer_sits_out(self, hand: Hand) -> bool:
        """Whether a dealer lays a card away whose partner plays alone: the environment does not ask for it."""
        return bool(hand.phase > IN_DISCARD and hand.discard != NOBODY and self._must_lay_away())

    def _must_lay_away(self) -> bool:
        return list(self.spiel.card_holder()).count(self.spiel.current_player()) == 6

    def _move_by_itself(self, discard: int) -> None:
        actions = self.spiel.legal_actions()
        if actions == [ALONE, WITH_PARTNER]:
            self.spiel.apply_action(ALONE if self.alone else WITH_PARTNER)
        elif len(actions) == 1:
            self.spiel.apply_action(actions[0])
        else:
            assert self._must_lay_away()
            self.spiel.apply_action(spiel_card(discard))

    def act(self, action: int, base: int) -> None:
        """Make a move that the environment was asked for."""
        self.alone = self.alone or action in (ORDER + 1, *range(NAME + 3, NAME + 6))
        self.spiel.apply_action(as_spiel(action, base))

    def finish(self) -> list[int]:
        """Play what is forced to the end; the points of each seat."""
        while not self.spiel.is_terminal():
            self._move_by_itself(NOBODY)
        return [int(points) for points in self.spiel.returns()]


def as_spiel(action: int, base: int) -> int:
    """An action of the environment as OpenSpiel numbers it; "alone" is another question there."""
    if action == 0:
        return PASS
    if action < NAME:
        return FIRST_SUIT + base
    if action < PLAY:
        return FIRST_SUIT + suits_from(base)[1 + (action - NAME) % 3]
    return spiel_card(card_in(action - (PLAY if action < LAY_AWAY else LAY_AWAY), base))


@rows("stuck", [False, True])
def test_openspiel_agrees_with_the_environment(stuck: bool) -> None:
    dice = Random(17 + stuck)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stuck, "allow_lone_defender": False})
    plain = one(house(f"auction.stick_the_dealer = {str(stuck).lower()}"), aim="points")
    count = HANDS // 2
    hands = Hands(count, plain, seed=23 + stuck)
    followed = [Refereed(game, hands.state[place]) for place in range(count)]
    ended = [False] * count
    compared = alone = thrown_in = 0
    while not all(ended):
        actions = np.zeros(count, np.int8)
        for place, refereed in enumerate(followed):
            hand = hands.state[place]
            legal = [action for action in range(ACTIONS) if int(hands.legal[place]) >> action & 1]
            actions[place] = legal[0]
            if ended[place]:
                continue
            refereed.catch_up(hand)
            assert refereed.spiel.current_player() == hand.turn
            assert sorted({as_spiel(action, hand.base) for action in legal}) == refereed.spiel.legal_actions()
            # Most hands should be played, and made by all four seats: a pass comes three times out of four.
            may_pass = legal[0] == 0 and hand.phase in IN_AUCTION
            actions[place] = 0 if may_pass and dice.random() < 0.75 else dice.choice(legal)
            refereed.act(int(actions[place]), hand.base)
            compared += 1
        dealers = [hand.dealer & 1 for hand in hands.state]
        hands.play(actions)
        for place in range(count):
            if not ended[place] and hands.outcome[place] >= 0:
                outcome = int(hands.outcome[place])
                north_south = plain.worth.reshape(-1, OUTCOMES)[dealers[place], outcome]
                points = followed[place].finish()
                assert points[0] == points[2] == -points[1] == -points[3] == pytest.approx(north_south, abs=0.01)
                ended[place] = True
                alone += outcome % 8 >= 4 and outcome < 16
                thrown_in += outcome == 16
    assert compared > 8 * count
    assert alone > count // 20
    assert (thrown_in == 0) is stuck
