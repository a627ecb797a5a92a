"""Situations to train in: the rules of a hand, and the worth of each outcome to either side. Needs no torch.

Most are one of the rulebooks, at some score or for points; some are random house rules, so that the net learns each
option and not the rulebooks by heart.

    python -m training.situations build/training/situations.npz
    python -m training.situations build/training/bicycle.npz bicycle

The second form writes the one situation of a rulebook at 0–0, for points.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec.structs import replace

from bowerbird import load_rulebook
from bowerbird.players.kernel_options import options_of
from bowerbird.players.net.inputs import OUTCOMES, rule_bits, worth_row
from bowerbird.players.worth import Aim, Stakes
from bowerbird.rulebook.model import AuctionRules, DiscardRules, LeadRules, Need, PersonalCard, PointRules, Rulebook
from bowerbird.rulebook.points import hand_points
from bowerbird.seats import Seat
from bowerbird.table import Open, State, step, view

__all__ = ["Drawn", "Situations", "any_situation", "draw", "gathered", "load", "one", "save"]

#: The percentage of each rulebook; the rest are house rules based on one of them.
_BOOKS: Final = {"bicycle": 28, "alberta": 13, "national": 13, "ccc": 10, "st-joe": 11, "trailer-estates": 10}
_HOUSE: Final = 15
_FOR_POINTS: Final = 0.3
_AT_NOTHING: Final = 0.3
_LAST_HAND: Final = 0.04
#: The share of hands that begin with passes by chance where a euchre costs so little that the net's eldest hand would
#: always call, so that it learns what to call after a pass.
_PASSES_IF_EUCHRES_ARE_CHEAP: Final = 0.6


#: A rulebook, the score (the dealer's side first), what is played for, and whether the bell has rung.
Drawn: TypeAlias = tuple[Rulebook, tuple[int, int], Aim, bool]


class Situations:
    """Rules (one number each), worth rows (first for the dealer's side, then for the other), and shares of passes."""

    def __init__(self, rules: Any, worth: Any, passes: Any) -> None:
        """Arrays of n numbers, of n times 2 times `OUTCOMES`, and of n shares of hands that begin with passes."""
        self.rules = rules
        self.worth = worth
        self.passes = passes

    def __len__(self) -> int:
        return len(self.rules)


def one(book: Rulebook, score: tuple[int, int] = (0, 0), aim: Aim = "game", last: bool = False) -> Situations:
    """A single situation: the dealer's side has the first figure of the score."""
    return gathered([(book, score, aim, last)])


def draw(count: int, seed: int) -> Situations:
    """Random situations."""
    dice = Random(seed)
    return gathered([any_situation(dice) for _ in range(count)])


def gathered(drawn: Sequence[Drawn]) -> Situations:
    """Situations as arrays."""
    rules = np.zeros(len(drawn), np.uint16)
    worth = np.zeros((len(drawn), 2, OUTCOMES), np.float32)
    passes = np.zeros(len(drawn), np.float32)
    for place, (book, score, aim, last) in enumerate(drawn):
        rules[place] = rule_bits(options_of(book))
        if hand_points(book.points, 2, alone=False, defended_alone=False)[1] < 2:
            passes[place] = _PASSES_IF_EUCHRES_ARE_CHEAP
        state = replace(step(book, State(), Open(dealer=Seat.N, score=score)), bell_rung=last)
        for side, seat in enumerate((Seat.N, Seat.E)):
            worth[place, side] = worth_row(Stakes(book, view(book, state, seat), aim), seat)
    return Situations(rules, worth, passes)


def any_situation(dice: Random) -> Drawn:
    """One of the rulebooks or house rules, at some score or for points."""
    names = list(_BOOKS)
    book = load_rulebook(dice.choices(names, list(_BOOKS.values()))[0])
    if dice.random() < _HOUSE / (_HOUSE + sum(_BOOKS.values())):
        book = _house_rules(book, dice)
    target = book.game.points
    if not target or dice.random() < _FOR_POINTS:
        return book, (0, 0), "points", False
    if dice.random() < _AT_NOTHING:
        return book, (0, 0), "game", False
    score = dice.randrange(target), dice.randrange(target)
    return book, score, "game", dice.random() < _LAST_HAND


def _house_rules(book: Rulebook, dice: Random) -> Rulebook:
    """The rulebook with every option of a hand drawn at random, and sometimes the points."""
    needs: tuple[Need, ...] = ("nothing", "nothing", "natural", "trump or left bower")

    def perhaps() -> bool:
        return dice.random() < 0.4

    book = replace(
        book,
        auction=AuctionRules(
            need_first_round=dice.choice(needs),
            need_second_round=dice.choice(needs),
            dealer_needs=not perhaps(),
            partner_orders_alone=perhaps(),
            stick_the_dealer=perhaps(),
            all_pass="next dealer" if perhaps() else "same dealer",
        ),
        discard=DiscardRules(turn_up=perhaps(), keep_turn_up_in_a_flush=perhaps()),
        lead=LeadRules(opening="left of lone hand" if perhaps() else "left of dealer"),
        personal_card=PersonalCard(),
        game=replace(book.game, points=dice.choice((5, 7, 10, 10, 11, 13, 15))),
    )
    if not perhaps():
        return book
    points = PointRules(
        march=dice.choice((2, 2, 3)),
        alone_made=dice.choice((1, 1, 2)),
        alone_march=dice.choice((3, 4, 4, 5)),
        euchre=dice.choice((1, 2, 2, 3, "by tricks")),
        euchre_alone=dice.choice((2, 2, 3, 4, "by tricks")),
    )
    return replace(book, points=points)


def save(situations: Situations, path: Path) -> None:
    """Write them down."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, rules=situations.rules, worth=situations.worth, passes=situations.passes)


def load(path: Path) -> Situations:
    """Read them back."""
    with np.load(path) as found:
        return Situations(found["rules"], found["worth"], found["passes"])


def main() -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("book", nargs="?", help="a book, for its one situation at nothing all")
    given = parser.parse_args()
    save(one(load_rulebook(given.book), aim="points") if given.book else draw(32_768, seed=1), given.out)


if __name__ == "__main__":
    main()
