"""Frames of whole games for the test of the conductor (tests/js/conductor.test.mjs): what a hall would send.

One JSON line for each game: the frames in order, each with the facts that it brings, and how many before them stand.
Run as a program it writes them to its output; the test finds them by BOWERBIRD_FRAMES.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any, Final, TextIO

from bowerbird.hall import watch
from bowerbird.hall.facts import (
    BotSat,
    HallFact,
    Happened,
    Made,
    Paused,
    Resumed,
    Sat,
    UndoAnswered,
    UndoAsked,
    Undone,
    made_with,
)
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.room import Room
from bowerbird.rulebook import load_rulebook, read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Open, Order, Phase, Play, State, TurnUp
from bowerbird.table.facts import ClaimRest, Discard, Gather, Pass, Quit, TakeBack
from bowerbird.table.rest import can_claim, known_to, winning_order
from hall.by_chance import next_facts
from kit.amount import amount

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
#: Where much happens that is rare: short games, one after the other.
LIVELY: Final = [
    (
        "bicycle",
        'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\ndefend_alone = "any call"\npartners_best = true\n'
        '[game]\npoints = 3\n[deal]\nexchange_for = ["farmer\'s hand"]\nnew_deal_for = ["ace with no face"]',
        "guarded",
    ),
    ("alberta", 'based_on = "alberta"\n[game]\npoints = 3', "real"),
]
LIVELY_TABLES: Final = 8
HANDS: Final = amount(90, full=210)
#: How often these happen at least in all games together.
AT_LEAST: Final = {
    "take-back": 5,
    "defend-alone": 5,
    "exchange": 5,
    "ask-new-deal": 5,
    "stand-for": 5,
    "give-best": 5,
    "undo of a discard": 2,
    "undo": 20,
    "undo asked": 10,
    "undo refused": 5,
    "another game": 5,
    "seat lost": 3,
    "seat again": 3,
    "paused": 3,
    "claim-rest": 5,
}
_PERSON: Final = "p-1"
_FRIEND: Final = "p-2"


class Game:
    """A table, played by chance; gives what the hall would send to one person."""

    def __init__(self, table: tuple[str, str, str], seed: int, lively: bool = False) -> None:
        """A table with one person, who sits South, or watches every fourth game; with a friend where it is lively."""
        rules, changes, mode = table
        self.chance = random.Random(seed)
        self.claims = random.Random(seed)
        self.lively = lively
        book = read_rulebook(changes) if changes else load_rulebook(rules)
        made: Made = made_with(_FRIEND if lively else _PERSON, book, mode=mode)
        self.room = Room(made)
        watches = seed % 4 == 3 and not lively
        people = {} if watches else {Seat.S: (_PERSON, "Ada"), **({Seat.N: (_FRIEND, "Bea")} if lively else {})}
        for seat in Seat:
            self.room.apply(Sat(seat, *people[seat]) if seat in people else BotSat(seat, "club"), 0)
        self.seen: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.hands = 0
        self.counts: Counter[str] = Counter()

    def play(self, hands: int) -> int:
        """Play this many hands, or a game, or where it is lively one game after the other; returns how many."""
        self._open()
        while self.hands < hands and (self.lively or not self.room.table.state.is_over):
            if self.room.table.state.is_over:
                self.counts["another game"] += 1
                self._open()
            self._happen(*self._next())
            in_play = self.room.table.state.phase is Phase.PLAY
            if in_play and self.chance.random() < 0.02:
                self._undo(len(self.room.talk) - self.chance.randint(1, 2))
            if self.lively:
                self._around()
        return self.hands

    def _open(self) -> None:
        self._happen(Open(names=self.room.names, mode=self.room.made.mode))

    def _next(self) -> list[Fact]:
        in_play = self.room.table.state.phase is Phase.PLAY
        claimed = watch.claim(self.room) if in_play and not self.lively else None
        if claimed:
            return [claimed]
        rest = self._rest()
        if rest:
            return [rest]
        return next_facts(self.room, self.chance, slips=0.4 if self.lively else 0.12, rare=0.6 if self.lively else 0)

    def _rest(self) -> ClaimRest | None:
        """The rest of the tricks, where somebody is certain of them and says so."""
        table, turn = self.room.table, self.room.table.state.turn
        if turn is None or not can_claim(table.state, turn) or self.claims.random() < 0.3:
            return None
        order = winning_order(known_to(table.book, table.state, turn))
        return None if order is None else ClaimRest(turn, order)

    def _around(self) -> None:
        """What happens besides the play: a pause, a request to undo, a seat that the host gives to a bot."""
        what = self.chance.random()
        if isinstance(self.room.table.facts[-1], Discard) and what < 0.5:
            self._ask_to_undo()
        elif what < 0.01:
            self._room("paused", Paused())
            self._room("resumed", Resumed())
        elif what < 0.08:
            self._ask_to_undo()
        elif what < 0.09:
            seat = self.room.seat_of(_PERSON)
            if seat is None:
                free = next(place for place in Seat if not self.room.chairs[place].person)
                self._room("seat again", Sat(free, _PERSON, "Ada"))
            else:
                self._room("seat lost", BotSat(seat, "club"))

    def _room(self, what: str, *facts: HallFact) -> None:
        for fact in facts:
            self.room.apply(fact, 0)
        self.counts[what] += 1
        self._send([])

    def _ask_to_undo(self) -> None:
        """The friend asks for an undo of the last action, and it is granted or refused."""
        asker, other = self.room.seat_of(_FRIEND), self.room.seat_of(_PERSON)
        facts = self.room.table.facts
        keep = len(facts) - 1
        while keep and getattr(facts[keep], "seat", None) is not asker and not isinstance(facts[keep], TurnUp):
            keep -= 1
        state = self.room.table.state
        if asker is None or other is None or state.is_over or state.phase is Phase.SHUFFLE:
            return
        if isinstance(facts[keep], TurnUp | Open | Quit | Gather):
            return
        self._room("undo asked", UndoAsked(asker))
        if self.chance.random() < 0.4:
            self._room("undo refused", UndoAnswered(other, False))
            return
        self.counts["undo of a discard"] += isinstance(facts[-1], Discard) and keep == len(facts) - 1
        self._undo(keep)

    def _undo(self, keep: int) -> None:
        """Take back what happened since; facts that nobody sees may be among it."""
        self.room.apply(Undone(keep), 0)
        self.counts["undo"] += 1
        game = len(self.room.past)
        self.seen = [fact for fact in self.seen if fact["game"] < game or fact["place"] < keep]
        self.hands = sum(fact["what"] == "result" for fact in self.seen)
        self._send([])

    def _happen(self, *facts: Fact) -> None:
        """Apply what is written at once; one frame tells it."""
        brought: list[dict[str, Any]] = []
        for fact in facts:
            before = self.room.table.state
            self.room.apply(Happened(fact), 0)
            self.counts[str(fact.__struct_config__.tag)] += 1
            after = self.room.table.state
            place = len(self.room.talk) - 1
            where = {"place": place, "game": len(self.room.past)}
            line = next(iter(self.room.talk[place]), "")
            brought += [{**told, "line": line, **where} for told in _told(before, fact, after)]
            if len(after.results) > len(before.results):
                brought.append({"what": "result", "line": self.room.talk[place][-1], **where})
                self.hands += 1
            else:
                self._forget_what_went_back(before, after)
        self._send(brought)

    def _forget_what_went_back(self, before: State, after: State) -> None:
        """A ruling may give cards on the table back to the players."""
        gone = _cards_down(before) - _cards_down(after)
        while gone and (self.seen[-1]["what"] == "play" and self.seen[-1]["card"] in gone):
            gone.discard(self.seen.pop()["card"])
        assert not gone, "what went back was played last"

    def _send(self, facts: list[dict[str, Any]]) -> None:
        kept = len(self.seen)
        self.seen += facts
        here = [seat is Seat.S for seat in Seat]
        frame = json.loads(TableSnapshot("t", self.room, here, True).frame(_PERSON, "Ada"))
        self.sent.append({"frame": frame, "kept": kept, "facts": facts})


def _cards_down(state: State) -> set[str]:
    return {str(card) for trick in (*state.hand.tricks, state.hand.trick) for _, card in trick.plays}


def _told(before: State, fact: Fact, after: State) -> list[dict[str, Any]]:
    """What everybody sees of a fact on the table. Who does not defend alone only says so."""
    match fact:
        case Open():
            return [{"what": "game"}]
        case TakeBack() if fact.instead is not None:
            return [{"what": "play", "seat": int(fact.seat), "card": str(fact.instead)}]
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
    """Write games until there are enough hands; returns how many. What is rare happens in them, too."""
    hands, seed = 0, 0
    counts: Counter[str] = Counter()
    while hands < HANDS:
        lively = seed < LIVELY_TABLES
        table = LIVELY[seed % len(LIVELY)] if lively else TABLES[seed % len(TABLES)]
        game = Game(table, seed, lively)
        hands += game.play(8)
        counts += game.counts
        print(json.dumps(game.sent, separators=(",", ":")), file=where)
        seed += 1
    few = {what: counts[what] for what, least in AT_LEAST.items() if counts[what] < max(1, least * HANDS // 210)}
    assert not few, f"too few of these: {few}"
    return hands


if __name__ == "__main__":
    write_games(sys.stdout)
