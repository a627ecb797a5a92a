"""Whole games in bulk: one net in all seats, one pair playing for the chance to win, the other for points.

    python -m training.games src/bowerbird/players/net/master.npz --books bicycle alberta national --games 500000

Every game is played twice with the same cards in each of its hands, and the pairs swapped. A line of JSON for each
rulebook shows the gain of playing to the score. Bells are left out: games end by their target.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator"

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from bowerbird import load_rulebook
from bowerbird.players.net.inputs import LEVELS, OUTCOMES
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.points import hand_points
from bowerbird.table.points import added
from training import situations, weights
from training.duel import Chooser, best
from training.tables import Notes, Tables

__all__ = ["Played", "follow_the_score", "play"]

#: A game that has not ended after this many deals counts as it is.
_MOST_DEALS: Final = 200
_THROWN_IN: Final = OUTCOMES - 1


class Played:
    """The results of games: 1 if North–South won, and the points and hands of each."""

    def __init__(self, won: Tensor, points: Tensor, hands: Tensor) -> None:
        """One row per game; points of North–South, then of East–West."""
        self.won = won
        self.points = points
        self.hands = hands


class _Scores:
    """A rulebook's scores as tensors: the situation of a score, and the score after an outcome."""

    def __init__(self, book: Rulebook, device: torch.device) -> None:
        self.target = book.game.points
        self.keeps_dealer = book.auction.all_pass == "same dealer"
        steps = range(self.target)
        self.situations = situations.gathered([(book, (a, b), "game", False) for a in steps for b in steps])
        points = [_points(book, outcome) for outcome in range(OUTCOMES)]
        self.points = torch.tensor(points, device=device)
        after = [[added(book, (score, 0), (gained, 0))[0] for gained in range(6)] for score in steps]
        self.after = torch.tensor(after, device=device)


def _points(book: Rulebook, outcome: int) -> tuple[int, int]:
    """The points of North–South and East–West."""
    if outcome == _THROWN_IN:
        return 0, 0
    side, alone, level = outcome // 8, outcome // 4 % 2, outcome % 4
    makers, others = hand_points(book.points, LEVELS[level], bool(alone), False)
    return (others, makers) if side else (makers, others)


@torch.no_grad()
def play(book: Rulebook, choose: Chooser, count: int, device: str, seed: int, follows: int) -> Played:
    """Play games. The side `follows` (1 for East–West) plays for the game, the other for points."""
    on = torch.device(device)
    scores = _Scores(book, on)
    tables = Tables(count, scores.situations, device, seed)
    for_points = torch.from_numpy(situations.one(book, aim="points").worth[0]).to(on)
    score = torch.zeros(count, 2, dtype=torch.int64, device=on)
    total = torch.zeros(count, 2, dtype=torch.int64, device=on)
    hands = torch.zeros(count, dtype=torch.int64, device=on)
    dealer = torch.arange(count, device=on) % 4
    going = torch.arange(count, device=on)
    for deal in range(_MOST_DEALS):
        ours, theirs = (score.gather(1, (dealer + side).remainder(2).unsqueeze(1)).squeeze(1) for side in (0, 1))
        situation = (ours * scores.target + theirs).clamp(max=len(scores.situations) - 1).int()
        dealers = dealer.to(torch.int8)
        tables.library.deal_to(
            count,
            tables.hands.data_ptr(),
            seed * _MOST_DEALS + deal,
            dealers.data_ptr(),
            situation.data_ptr(),
            tables.stream(),
        )
        outcome = _play_hand(tables, tables.hands[going], choose, for_points, follows)
        points = scores.points[outcome]
        total[going] += points
        score[going] = scores.after[score[going], points]
        thrown_in = outcome == _THROWN_IN
        hands[going] += (~thrown_in).long()
        passes_on = ~thrown_in if scores.keeps_dealer else torch.ones_like(thrown_in)
        dealer[going] = (dealer[going] + passes_on).remainder(4)
        going = going[(score[going] < scores.target).all(1)]
        if not len(going):
            break
    ahead = (score[:, 0] - score[:, 1]).sign()
    return Played((ahead + 1) / 2, total, hands)


def _play_hand(tables: Tables, hands: Tensor, choose: Chooser, for_points: Tensor, follows: int) -> Tensor:
    """The outcome of each hand."""
    found = torch.full((len(hands),), -1, dtype=torch.int64, device=hands.device)
    place = torch.arange(len(hands), device=hands.device)
    actions: Tensor | None = None
    while len(place):
        notes = Notes(len(place), hands.device)
        hands = hands.contiguous()
        tables.step(hands, actions, notes)
        ended = notes.outcome >= 0
        found[place[ended]] = notes.outcome[ended].long()
        on = (~ended).nonzero().squeeze(1)
        hands, place = hands[on], place[on]
        row = notes.row[on].long()
        plays_for_game = (notes.side[on] == follows).unsqueeze(1)
        worth = torch.where(plays_for_game, tables.worth[row], for_points[row % 2])
        actions = choose(notes.bits[on], worth, notes.legal[on])
    return found


def follow_the_score(book: Rulebook, choose: Chooser, count: int, device: str, seed: int) -> dict[str, Any]:
    """The share of `2 * count` games won by playing to the score, in percent, and the points it gives up."""
    straight, exchanged = (play(book, choose, count, device, seed, side) for side in (0, 1))
    wins = (straight.won + 1 - exchanged.won) / 2
    ahead = straight.points[:, 0] - straight.points[:, 1] + exchanged.points[:, 1] - exchanged.points[:, 0]
    hands = straight.hands + exchanged.hands
    rate = float(ahead.sum() / hands.sum())
    spread = (ahead - rate * hands).double().std()
    return {
        "rules": book.name,
        "games": 2 * count,
        "games_won": 100 * float(wins.double().mean()),
        "stderr": 100 * float(wins.double().std() / count**0.5),
        "points_per_hand": rate,
        "points_stderr": float(spread * count**0.5 / hands.sum()),
        "hands_per_game": float(hands.sum()) / (2 * count),
    }


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path, help="a checkpoint, or a weights file of the package")
    parser.add_argument("--books", nargs="+", default=["bicycle"])
    parser.add_argument("--games", type=int, default=500_000, help="games of each book; each is played twice")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    choose = best(weights.load(given.net, device)[0])
    for name in given.books:
        print(json.dumps(follow_the_score(load_rulebook(name), choose, given.games, device, given.seed)), flush=True)


if __name__ == "__main__":
    main()
