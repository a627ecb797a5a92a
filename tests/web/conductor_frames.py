"""Frames of whole games for the test of the conductor (tests/js/conductor.test.mjs): what a hall would send.

One JSON line for each game: the frames in order, each with the facts that it brings, and how many before them stand.
Run as a program it writes them to its output; the test finds them by BOWERBIRD_FRAMES.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Final, TextIO

from bowerbird.hall import watch
from bowerbird.hall.facts import BotSat, Happened, Made, Sat, Undone, made_with
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.room import Room
from bowerbird.rulebook import load_rulebook, read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Open, Order, Phase, Play, State, TurnUp
from bowerbird.table.facts import Pass
from hall.by_chance import next_facts

#: Books, their changes, and whether the table is a real one.
TABLES: Final = [
    ("alberta", "", "guarded"),
    ("bicycle", "", "guarded"),
    ("bicycle", "", "real"),
    ("national", "", "guarded"),
    ("north-american", "", "guarded"),
    ("st-joe", "", "real"),
    ("cornwall", "", "guarded"),
    ("ccc", "", "real"),
    ("trailer-estates", "", "guarded"),
    ("alberta", 'based_on = "alberta"\n[game]\npoints = 4', "guarded"),
    ("ccc", 'based_on = "ccc"\n[game]\npoints = 4', "real"),
    (
        "bicycle",
        'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\ndefend_alone = "lone calls"\npartners_best = true\n'
        '[auction]\nno_trump = true\n[deal]\nexchange_for = ["farmer\'s hand"]',
        "guarded",
    ),
]
HANDS: Final = 200
_PERSON: Final = "p-1"


class Game:
    """One game, played by chance; gives what the hall would send to one person."""

    def __init__(self, table: tuple[str, str, str], seed: int) -> None:
        """A table with one person, who sits South, or looks on in every fourth game."""
        rules, changes, mode = table
        self.chance = random.Random(seed)
        book = read_rulebook(changes) if changes else load_rulebook(rules)
        made: Made = made_with(_PERSON, book, mode=mode)
        self.room = Room(made)
        bots = [seat for seat in Seat if seat is not Seat.S or seed % 4 == 3]
        if Seat.S not in bots:
            self.room.apply(Sat(Seat.S, _PERSON, "Ada"), 0)
        for seat in bots:
            self.room.apply(BotSat(seat, "club"), 0)
        self.seen: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []

    def play(self, hands: int) -> int:
        """Play this many hands, or a game; returns how many."""
        self._happen(Open(names=self.room.names, mode=self.room.made.mode))
        table = self.room.table
        while not table.state.is_over and len(table.state.results) < hands:
            self._happen(*self._next())
            if table.state.phase is Phase.PLAY and self.chance.random() < 0.02:
                self._undo()
        return len(table.state.results)

    def _next(self) -> list[Fact]:
        in_play = self.room.table.state.phase is Phase.PLAY
        claimed = watch.claim(self.room) if in_play else None
        return [claimed] if claimed else next_facts(self.room, self.chance, slips=0.12)

    def _undo(self) -> None:
        """Take back one or two things; facts that nobody sees may be among them."""
        keep = len(self.room.talk) - self.chance.randint(1, 2)
        self.room.apply(Undone(keep), 0)
        self.seen = [fact for fact in self.seen if fact["place"] < keep]
        self._send([])

    def _happen(self, *facts: Fact) -> None:
        """Apply what is written at once; one frame tells it."""
        brought: list[dict[str, Any]] = []
        for fact in facts:
            before = self.room.table.state
            self.room.apply(Happened(fact), 0)
            after = self.room.table.state
            place = len(self.room.talk) - 1
            line = next(iter(self.room.talk[place]), "")
            brought += [{**told, "line": line, "place": place} for told in _told(before, fact, after)]
            if len(after.results) > len(before.results):
                brought.append({"what": "result", "line": self.room.talk[place][-1], "place": place})
        self._send(brought)

    def _send(self, facts: list[dict[str, Any]]) -> None:
        kept = len(self.seen)
        self.seen += facts
        here = [seat is Seat.S for seat in Seat]
        frame = json.loads(TableSnapshot("t", self.room, here, True).frame(_PERSON, "Ada"))
        self.sent.append({"frame": frame, "kept": kept, "facts": facts})


def _told(before: State, fact: Fact, after: State) -> list[dict[str, Any]]:
    """What everybody sees of a fact on the table. Who does not defend alone only says so."""
    match fact:
        case Pass() if before.phase is Phase.DEFEND:
            return []
        case TurnUp():
            return [{"what": "turn-up", "card": str(after.hand.turn_up)}]
        case Pass() | Order() | Name():
            return [{"what": "call", "seat": int(fact.seat)}]
        case Play():
            return [{"what": "play", "seat": int(fact.seat), "card": str(fact.card)}]
    return []


def write_games(where: TextIO) -> int:
    """Write games until there are enough hands; returns how many."""
    hands, seed = 0, 0
    while hands < HANDS:
        game = Game(TABLES[seed % len(TABLES)], seed)
        hands += game.play(8)
        print(json.dumps(game.sent, separators=(",", ":")), file=where)
        seed += 1
    return hands


if __name__ == "__main__":
    write_games(sys.stdout)
