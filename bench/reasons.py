"""Print decisions that went wrong in games of a level, with the judgement and its reasons, to be read by people.

    python bench/reasons.py 20 [--level club] [--rules bicycle] [--seed 1]

For each mistake: the position as the player saw it, the choices with their figures, and the sentences about the best
choice and the one made.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bowerbird.cards import trump_word
from bowerbird.players import Player, player
from bowerbird.players.decisions import decisions_of_game
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.reasons import reason
from bowerbird.players.says import doing
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Name, Order, Pass, View
from common import parser_for  # type: ignore[import-not-found]  # beside this file


def mistakes(book: Rulebook, chooser: Player, seed: int) -> Iterator[tuple[View, Judgement, Choice]]:
    """Decisions that the judge calls mistakes, in game after game."""
    while True:
        for _, seen, fact in decisions_of_game(book, chooser.choose, Random(seed), Seat(seed % 4)):
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
    parser = parser_for(__doc__)
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
