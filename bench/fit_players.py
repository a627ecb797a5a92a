"""Fit the weights of `club` and the shares of outcomes: writes `policy.json` and `shares.json` of the players.

    python bench/fit_players.py cards     the weights of cards, from decisions of `sampler` at tables (minutes)
    python bench/fit_players.py calls     the weights of calls, from bulk play with the cards as they are (minutes)
    python bench/fit_players.py shares    the outcomes of hands, from bulk play with both (seconds)

Calls are fitted in turns: a policy plays, the worth of each call over a pass is fitted to its results, and a new policy
is kept only if it beats the old one in a match. Needs numpy and a compiled kernel.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bowerbird.players
from bowerbird.kernel.calls import call_features
from bowerbird.kernel.habit import habit_places
from bowerbird.kernel.hand import thumb_discard
from bowerbird.kernel.options import FEATURES, HABITS, Options, Playing, Policy, by_turn
from bowerbird.kernel.position import mask_of
from bowerbird.kernel.simulate import RECORD, hand_records, hands, rollouts
from bowerbird.players.automatic import next_automatic
from bowerbird.players.knowledge import kernel_trick, unseen_by
from bowerbird.players.outlook import Outlook
from bowerbird.players.policy import club_policy
from bowerbird.players.sampler import SamplerPlayer
from bowerbird.players.spread import spread
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, Phase, Play, State, View, step, view
from common import parser_for  # type: ignore[import-not-found]  # beside this file

FOLDER = Path(bowerbird.players.__file__).parent
Floats = NDArray[np.float64]
#: One decision: for each legal card the positions of its weights, and its worth in points.
Decision = list[tuple[list[int], float]]

# Cards.


class Recorder(SamplerPlayer):
    """A sampler that records its rating of each card."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, samples=60)
        self.decisions: list[Decision] = []

    def _outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        outlooks = super()._outlooks(book, view)
        if view.phase is Phase.PLAY and view.maker is not None:
            places = habit_places(mask_of(view.hand), kernel_trick(view), int(view.maker), unseen_by(book, view))
            worths = {fact.card: outlook.points for fact, outlook in outlooks.items() if isinstance(fact, Play)}
            self.decisions.append([(places[card], worth) for card, worth in worths.items()])
        return outlooks


def record(count: int, part: int) -> list[Decision]:
    """The decisions of some hands."""
    book = load_rulebook("bicycle")
    player = Recorder(part)
    for place in range(count):
        dice = Random(f"{part}/{place}")
        state = step(book, State(), Open(dealer=Seat(place % 4)))
        while not state.results:
            fact = next_automatic(book, state, dice)
            state = step(book, state, fact or player.choose(book, view(book, state, state.turn)))
    return player.decisions


def fit_cards(decisions: list[Decision], rounds: int = 60, softness: float = 0.1) -> Floats:
    """Weights that make a card as likely as its worth, by steps of a diagonal Newton method."""
    places = np.array([card for decision in decisions for card, _ in decision])
    worths = np.array([worth for decision in decisions for _, worth in decision])
    group = np.repeat(np.arange(len(decisions)), [len(decision) for decision in decisions])
    target = _soft(worths / softness, group)
    weights = np.zeros(HABITS)
    for _ in range(rounds):
        chance = _soft(weights[places].sum(axis=1), group)
        slope = np.zeros(HABITS)
        bend = np.zeros(HABITS)
        for column in places.T:
            slope += np.bincount(column, target - chance, HABITS)
            bend += np.bincount(column, chance * (1 - chance), HABITS)
        weights += 0.5 * (slope - 2 * weights) / (bend + 4)
    return weights


def _soft(rates: Floats, group: NDArray[np.int64]) -> Floats:
    """The softmax within each group."""
    count = int(group[-1]) + 1
    top = np.full(count, -np.inf)
    np.maximum.at(top, group, rates)
    shares: Floats = np.exp(rates - top[group])
    return shares / np.bincount(group, shares, count)[group]


# Calls.


def fit_calls(policy: Policy, options: Options, rounds: int = 4, deals: int = 5_000) -> Policy:
    """Better and better weights of calls. A round that does not win its match is discarded."""
    for number in range(rounds):
        with_partner, alone = _refit(policy, _collect(policy, options, deals, number))
        found = _with_calls(policy, with_partner, alone)
        won = play_off(found, policy, options)
        print(f"  round {number + 1}: {won:+.4f} points a hand", flush=True)
        if won > 0:
            policy = found
    return policy


def _with_calls(policy: Policy, with_partner: Floats, alone: Floats) -> Policy:
    return Policy(
        playing=policy.playing,
        with_partner=array("d", with_partner.ravel()),
        alone=array("d", alone.ravel()),
        habits=policy.habits,
    )


#: For one turn: features of each call, and the results of a pass, of the call, and of the call alone.
Turn = tuple[Floats, Floats, Floats, Floats]


def _collect(policy: Policy, options: Options, deals: int, seed: int) -> list[Turn]:
    """The results of every call at every turn that is reached, in this many deals per turn-up. North deals."""
    dice = np.random.default_rng(seed)
    found: list[list[Turn]] = [[] for _ in range(8)]
    ratings = np.array([by_turn(policy.with_partner), by_turn(policy.alone)]).reshape(2, 8, FEATURES)
    for turn_up in map(int, options.pack.cards):
        worlds = _worlds(turn_up, options, deals, dice)
        for turn in range(8):
            seat = 1 + turn & 3
            held = [int(hand) for hand in worlds[:, seat]]
            if turn == 3:
                held = [(hand | 1 << turn_up) & ~(1 << thumb_discard(hand, turn_up, options)) for hand in held]
            after = partial(_after, worlds, turn_up, turn, seat, options, policy, seed)
            passed = after(0)
            best = np.full(len(held), -np.inf)
            for suit in range(4):
                if (suit == turn_up >> 3) == (turn < 4):
                    features = _features(held, suit, turn, turn_up)
                    found[turn].append((features, passed, after(1 + suit), after(5 + suit)))
                    best = np.maximum(best, (features @ ratings[:, turn].T).max(axis=1))
            # Drop hands that would have called, except for hesitant ones, so that late turns are learned too.
            worlds = worlds[best <= 0.1]
    return [tuple(np.concatenate(part) for part in zip(*rows, strict=True)) for rows in found]  # type: ignore[misc]


def _worlds(turn_up: int, options: Options, deals: int, dice: np.random.Generator) -> NDArray[np.uint64]:
    rest = np.array([card for card in options.pack.cards if card != turn_up], dtype=np.uint64)
    order = np.argsort(dice.random((deals, len(rest))), axis=1)[:, :20]
    worlds = np.zeros((deals, 5), dtype=np.uint64)
    worlds[:, :4] = np.bitwise_or.reduce((np.uint64(1) << rest)[order].reshape(deals, 4, 5), axis=2)
    return worlds


def _after(
    worlds: NDArray[np.uint64],
    turn_up: int,
    turn: int,
    seat: int,
    options: Options,
    policy: Policy,
    seed: int,
    call: int,
) -> Floats:
    """Net points of the caller's side after a call, in each world."""
    buffer = array("Q", worlds.tobytes())
    records = rollouts(buffer, 0, turn_up, turn, call, seed, options, (policy, policy), threads=2)
    points = np.frombuffer(records, dtype=np.int8).reshape(-1, RECORD)[:, 6:8].astype(np.float64)
    return points[:, seat & 1] - points[:, 1 - (seat & 1)]


def _features(held: list[int], suit: int, turn: int, turn_up: int) -> Floats:
    features = np.zeros((len(held), FEATURES))
    for row, hand in zip(features, held, strict=True):
        for place in call_features(hand, suit, turn, turn_up):
            row[place] += 1
    return features


def _refit(policy: Policy, turns: list[Turn]) -> tuple[Floats, Floats]:
    with_partner = np.array(by_turn(policy.with_partner)).reshape(8, FEATURES)
    alone = np.array(by_turn(policy.alone)).reshape(8, FEATURES)
    for turn, (features, passed, called, called_alone) in enumerate(turns):
        with_partner[turn] = _least_squares(features, called - passed, with_partner[turn])
        instead = np.where(features @ with_partner[turn] > 0, called, passed)
        alone[turn] = _least_squares(features, called_alone - instead, alone[turn])
    return with_partner, alone


def _least_squares(features: Floats, worth: Floats, before: Floats) -> Floats:
    """Fit mostly to hands near the decision: the rest are called or passed anyway.

    With little data, stay close to the previous weights.
    """
    counts = np.ones(len(worth))
    weights = before
    for _ in range(4):
        weighted = features * counts[:, None]
        square = weighted.T @ features + 10 * np.eye(FEATURES)
        weights = np.linalg.solve(square, weighted.T @ worth + 10 * before).astype(np.float64)
        counts = np.exp(-0.5 * (features @ weights / 0.8) ** 2) + 0.02
    return weights


def play_off(first: Policy, second: Policy, options: Options, count: int = 400_000) -> float:
    """Net points per hand of the first policy, on the same deals with the sides swapped."""
    net = 0
    for sign, policies in ((1, (first, second)), (-1, (second, first))):
        records = hands(count, 1, options, policies, threads=2)
        net += sign * (sum(records[6::RECORD]) - sum(records[7::RECORD]))
    return net / 2 / count


# Outcomes.


def shares_of(policy: Policy, options: Options, count: int = 1_000_000) -> dict[str, float]:
    """The share of each outcome of a hand: which side made it, alone or not, with how many tricks."""
    counted: Counter[str] = Counter()
    for hand in hand_records(hands(count, 1, options, (policy, policy), threads=2)):
        side = "dealers" if (hand.caller ^ hand.dealer) & 1 == 0 else "others"
        alone = "alone" if hand.alone else "together"
        counted["thrown in" if hand.caller < 0 else f"{side} {alone} {hand.tricks}"] += 1
    return {outcome: round(times / count, 5) for outcome, times in sorted(counted.items())}


def main() -> None:
    """Fit the named parts, and write the results."""
    parser = parser_for(__doc__)
    parser.add_argument("parts", nargs="+", choices=("cards", "calls", "shares"))
    parts = parser.parse_args().parts
    path = FOLDER / "policy.json"
    weights: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if "cards" in parts:
        pieces = list(spread(partial(record, 500), range(16), workers=2))
        weights["cards"] = _rounded(fit_cards([decision for piece in pieces for decision in piece]))
    if "calls" in parts:
        fitted = fit_calls(Policy(playing=Playing.BY_HABIT, habits=array("d", weights["cards"])), Options())
        weights |= {"with_partner": _rounded(fitted.with_partner), "alone": _rounded(fitted.alone)}
    path.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
    if "shares" in parts:
        club_policy.cache_clear()
        shares = {
            ("stick" if stick else "pass") + (" partner alone" if partner_alone else ""): shares_of(
                club_policy(), Options(stick_the_dealer=stick, partner_must_go_alone=partner_alone)
            )
            for stick in (False, True)
            for partner_alone in (False, True)
        }
        (FOLDER / "shares.json").write_text(json.dumps(shares, indent=1) + "\n", encoding="utf-8")


def _rounded(weights: Any) -> list[float]:
    return [round(float(weight), 3) + 0.0 for weight in weights]


if __name__ == "__main__":
    main()
