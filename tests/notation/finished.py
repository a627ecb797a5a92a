"""Finished games of the hall, and what becomes of them in EGN. As a command, a table of every book:

python tests/notation/finished.py [GAMES]
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter

from bowerbird.hall.facts import Happened, Undone, made_with
from bowerbird.hall.room import Room
from bowerbird.notation import EgnError, from_egn, read_egn, replay, to_egn, write_egn
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, EndBell, Exchange, Fact, Name, Open, Order, Pass, Play, Table
from hall.by_chance import next_facts

__all__ = ["LACKS", "MODES", "becomes", "finished"]

#: Everything that EGN lacks, as a refusal names it.
LACKS = [
    r"an EGN file has at most 100 deals, and this game has \d+",
    r"EGN has no rulings, and one ended this game",
    r"EGN has no rulings, and one decided a hand \(deal \d+\)",
    r"EGN has no rulings, and a side could not score because of one \(deal \d+\)",
    r"EGN has no penalties, and a ruling changed the score",
    r"EGN has no lone defence unless the makers are alone too, and \w+ defended alone \(deal \d+\)",
    r"EGN exchanges farmer's hands only, and \w+ exchanged another hand \(deal \d+\)",
    r"EGN has no calls out of turn, and one was accepted \(deal \d+\)",
    r"EGN has no cards out of turn, and one was accepted in trick \d \(deal \d+\)",
    r"EGN has no euchre that scores by tricks \(deal \d+\)",
    r"EGN has no points for [\w ]+ but \d+, and here it is \d+ \(deal \d+\)",
    r"EGN has no way to write a mistake, and one stands\. Deal \d+, trick \d, \w+: \w+ must follow .+",
]
#: Mode, how often somebody slips, and how often somebody does what is rare.
MODES = {"guarded": (0.0, 0.03), "real": (0.004, 0.02)}
_TOLD = (Pass, Order, Name, DefendAlone, Exchange, Discard, Play)


def finished(book: Rulebook, mode: str, seed: int) -> Table:
    """A game to its end: bells ring, cards are taken back, somebody slips at a real table."""
    chance = random.Random(seed)
    slips, rare = MODES[mode]
    room = Room(made_with("host", book, mode=mode))
    room.apply(Happened(Open(names=("Ann", "Bo", "Cy", "Di"), mode="real" if mode == "real" else "guarded")), 0)
    bell = chance.randrange(60, 500) if book.game.bell != "none" else 0
    for count in range(30_000):
        if room.table.state.is_over:
            return room.table
        if bell and count > bell and room.table.allows(EndBell()):
            room.apply(Happened(EndBell()), 0)
            continue
        for fact in next_facts(room, chance, slips, rare):
            room.apply(Happened(fact), 0)
        seat = chance.choice(list(Seat))
        keep = room.undo_to(seat) if chance.random() < 0.01 else None
        if keep is not None:
            room.apply(Undone(keep), 0)
    raise AssertionError("the game never ends")


def becomes(table: Table) -> str:
    """What EGN makes of a game: "written", or the reason against it. Raises if a file is not the same game."""
    try:
        text = write_egn(to_egn(table))
    except EgnError as error:
        return str(error)
    read = read_egn(text)
    result = [(each.points, each.tricks) for each in table.state.results if each.outcome != "new deal"]
    assert [(deal.points, deal.taken()) for deal in replay(read).deals] == result
    assert read.metadata.final_score == list(table.state.score)
    if table.state.guarded:
        assert _told(from_egn(read).facts) == _told(_without_new_deals(table))
    return "written"


def _told(facts: tuple[Fact, ...]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, _TOLD)]


def _without_new_deals(table: Table) -> tuple[Fact, ...]:
    """The facts without those of a deal that was given back."""
    kept: list[Fact] = []
    again, start = Table(table.book), 0
    for fact in table.facts:
        results = len(again.state.results)
        start = start if any(again.state.hand.dealt) else len(kept)
        again.push(fact)
        kept.append(fact)
        if len(again.state.results) > results and again.state.results[-1].outcome == "new deal":
            del kept[start:]
    return tuple(kept)


def _main(games: int) -> int:
    wrong = 0
    for name in book_names():
        for mode in MODES:
            counts = Counter(becomes(finished(load_rulebook(name), mode, seed)) for seed in range(games))
            written = counts.pop("written", 0)
            print(f"{name:16} {mode:8} written {written:4} of {games}")
            lacked: Counter[str] = Counter()
            for reason, number in counts.items():
                found = next((lack for lack in LACKS if re.fullmatch(lack, reason)), "")
                wrong += 0 if found else number
                lacked[found or f"NOT NAMED: {reason}"] += number
            for lack, number in lacked.most_common():
                print(f"{'':25} {number:4} {lack}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(_main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
