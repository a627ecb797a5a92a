"""Print decisions that went wrong in games of a level, with the judgement and its reasons, to be read by people.

    python bench/reasons.py 20 [--level club] [--rules bicycle] [--seed 1]

For each mistake: the position as the player saw it, the choices with their figures, and the sentences about the best
choice and the one made.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from bowerbird.cards import trump_word
from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.reasons import reason
from bowerbird.players.says import doing
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Open, Order, Pass, State, View, step, view


def decisions(book: Rulebook, chooser: Player, seed: int) -> Iterator[tuple[View, Fact]]:
    """Every decision of a game with a choice, and what was chosen."""
    dice = Random(seed)
    state = step(book, State(), Open(dealer=Seat(seed % 4)))
    while not state.is_over:
        fact = next_automatic(book, state, dice)
        if fact is None:
            assert state.turn is not None
            seen = view(book, state, state.turn)
            fact = chooser.choose(book, seen)
            if len(seen.legal) > 1:
                yield seen, fact
        state = step(book, state, fact)


def mistakes(book: Rulebook, chooser: Player, seed: int) -> Iterator[tuple[View, Judgement, Choice]]:
    """Decisions that the judge calls mistakes, in game after game."""
    while True:
        for seen, fact in decisions(book, chooser, seed):
            judgement = judge(book, seen)
            choice = judgement.choice(fact)
            if choice is not None and choice.is_mistake:
                yield seen, judgement, choice
        seed += 1


def position(book: Rulebook, seen: View) -> str:
    """The position as the player saw it."""
    assert seen.seat is not None
    assert seen.turn_up is not None
    ours, theirs = seen.score[seen.seat.side], seen.score[seen.seat.side.other]
    words = {seen.seat: "you", seen.seat.left: "left", seen.seat.partner: "partner", seen.seat.right: "right"}
    lines = [
        f"Score {ours}–{theirs}, {words[seen.dealer]} dealt, {book.card_sign(seen.turn_up)} turned up. "
        f"You hold {' '.join(book.card_sign(card) for card in seen.hand)}."
    ]
    said = []
    for call in seen.calls:
        match call:
            case Pass():
                said.append(f"{words[call.seat]} passes")
            case Order() | Name():
                trump = f"names {trump_word(call.trump)}" if isinstance(call, Name) else "orders it up"
                said.append(f"{words[call.seat]} {trump}{' alone' if call.alone else ''}")
    if said:
        lines.append("Calls: " + ", ".join(said) + ".")
    for trick in (*seen.tricks, seen.trick):
        if trick.plays:
            lines.append("Trick: " + ", ".join(f"{words[seat]} {book.card_sign(card)}" for seat, card in trick.plays))
    return "\n".join(lines)


def told(book: Rulebook, seen: View, judgement: Judgement, chosen: Choice) -> str:
    """A position with its choices and reasons."""
    lines = [position(book, seen)]
    for choice in judgement.choices:
        mark = "*" if choice is chosen else " "
        outlook = choice.outlook
        lines.append(
            f" {mark} {doing(book, seen, choice.fact)}: {outlook.points:+.2f}, behind {choice.behind:.2f} ± "
            f"{choice.error:.2f} (euchre {outlook.euchre:.0%}, march {outlook.march:.0%}, ours {outlook.ours:.0%})"
        )
        lines.append(f"      {reason(book, seen, judgement, choice)}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="mistakes to print")
    parser.add_argument("--level", default="club")
    parser.add_argument("--rules", default="bicycle")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    book = load_rulebook(options.rules)
    found = mistakes(book, player(options.level, options.seed), options.seed)
    for number in range(1, options.count + 1):
        print(f"--- {number}")
        print(told(book, *next(found)))


if __name__ == "__main__":
    main()
