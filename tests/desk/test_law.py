"""The room decides: nothing that people do is in the log unless somebody entered it, or asked for it to be drawn.

Evenings of every club by the simulator, with a director who makes mistakes: cuts of the wrong people, forgotten last
dealers, corrections, undone commands, rounds and evenings that are ended early. Every fact is held against the request
that brought it. A soak takes 2,000 evenings of each book.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from bowerbird.evening.commands import rounds as commands
from bowerbird.event import Event, EventError, Fact, seating, step
from bowerbird.event import facts as f
from bowerbird.event.cutting import drawn_cuts
from bowerbird.event.draw import Cutter, cut_order
from bowerbird.event.movements import movement_of
from bowerbird.event.simulate import quick_score
from bowerbird.hall.errors import NotAllowedError
from bowerbird.seats import Seat
from desk.desks import Room
from event.evenings import CLUBS
from kit.amount import amount
from kit.rows import rows

EVENINGS = amount(3, full=50, soak=2000)
RANKS = "9TQK"
#: The facts that say what people did with cards, coins, tickets and scores, with the requests that may bring them.
BROUGHT_BY: dict[type, set[str]] = {
    f.Cut: {"cut"},
    f.CardsShown: {"draw"},
    f.PartnersDrawn: {"pair", "seat"},
    f.RoundStarted: {"seat", "next"},
    f.CoinsTossed: {"coins"},
    f.PlayOffPlayed: {"play-off"},
    f.TicketsDrawn: {"fifty-fifty"},
    f.DealGiven: {"deals"},
    f.ScoreEntered: {"score", "stop", "next", "close-round", "close", "finish"},
    f.ScoreCorrected: {"correct"},
}


class LawBrokenError(AssertionError):
    """Something is in the log that nobody entered or asked for."""


class Watched(Room):
    """A room whose every command is held against the request that brought it."""

    def __init__(self, rules: str, people: int, seed: int) -> None:
        self.entered: set[tuple[str, str]] = set()
        self.dice = random.Random(seed)
        super().__init__(rules, people, seat=False, rounds=4)
        self.chance = random.Random(seed)

    def do(self, what: str, /, *rights: Any, **asked: Any) -> tuple[str, ...]:
        before, seq = self.event, self.story.seq
        said = super().do(what, *rights, **asked)
        if what == "undo":
            return said
        for command in self.story.commands:
            if command.seq > seq:
                self._judge(what, asked, command.record.facts, before)
        return said

    def _judge(self, what: str, asked: dict[str, Any], facts: Iterable[Fact], before: Event) -> None:
        for fact in facts:
            allowed = BROUGHT_BY.get(type(fact))
            if allowed is not None and what not in allowed:
                raise LawBrokenError(f"{what} wrote {fact}")
            match fact:
                case f.Cut(cards=cards):
                    self._judge_cut(fact, asked)
                    self.entered.update(cards.items())
                case f.CardsShown(cards=cards):
                    if list(cards) != [tuple(each) for each in asked["cards"]]:
                        raise LawBrokenError(f"{fact} has other cards than {asked}")
                    self.entered.update(cards)
                case f.PartnersDrawn(cards=cards):
                    self.entered.update(cards)
                case f.RoundStarted():
                    self._judge_seating(fact, before, what)
                case f.ScoreEntered(score=score) | f.ScoreCorrected(score=score) if what in ("score", "correct"):
                    self._judge_score(score, asked, before)
            before = step(before, fact)

    def _judge_cut(self, fact: f.Cut, asked: dict[str, Any]) -> None:
        if fact.drawn != bool(asked.get("draw")) or (not fact.drawn and fact.cards != asked.get("cards")):
            raise LawBrokenError(f"{fact} is not what was asked: {asked}")
        if fact.last_dealer != asked.get("last_dealer", ""):
            raise LawBrokenError(f"{fact} names a last dealer whom nobody named: {asked}")

    def _judge_seating(self, fact: f.RoundStarted, before: Event, what: str) -> None:
        for table in fact.tables:
            strange = set(table.cut) - self.entered
            if strange:
                raise LawBrokenError(f"{what} wrote a cut of table {table.number} that nobody made: {strange}")
        if not before.tonight:
            return
        past = before.round
        for table in past.tables:
            result = past.results.get(table.number)
            if result is None or result.status != "accepted" or result.score.winner is not None:
                continue
            if movement_of(before.book).cut_after_tie and not set(before.keepers()) & set(table.seats):
                dealer = result.score.last_dealer
                cut = set(past.cuts.get((table.number, "move"), ()))
                if dealer is None or cut != {table.seats[dealer], table.seats[dealer.right]}:
                    raise LawBrokenError(
                        f"{what} moved people from table {table.number}, where nobody cut: {past.cuts}"
                    )

    def _judge_score(self, score: f.Score, asked: dict[str, Any], before: Event) -> None:
        capped = before.book.game.points if before.book.game.over_target == "not counted" else 0
        entered = tuple(min(points, capped) if capped else points for points in (asked["ns"], asked["ew"]))
        dealt = asked.get("last_dealer")
        if score.points != entered or score.lost_by is not None:
            raise LawBrokenError(f"{score} is not what was entered: {asked}")
        if score.last_dealer != (None if dealt is None else Seat[dealt]):
            raise LawBrokenError(f"{score} names a last dealer whom nobody named: {asked}")


class Evening:
    """One evening by the simulator, run by a director who makes mistakes."""

    def __init__(self, rules: str, seed: int) -> None:
        self.dice = random.Random(f"{rules} {seed}")
        self.room = Watched(rules, self.dice.choice((8, 9, 11, 12)) if rules != "alberta" else 8, seed)
        self.seen = Counter[str]()

    @property
    def event(self) -> Event:
        return self.room.event

    def attempt(self, what: str, **asked: Any) -> bool:
        """Ask for it; true if it was not refused."""
        try:
            self.room.do(what, **asked)
        except (EventError, NotAllowedError):
            self.seen[f"{what} refused"] += 1
            return False
        self.seen[what] += 1
        return True

    def play(self) -> Counter[str]:
        if self.event.book.event.sitting_players and self.dice.random() < 0.3:
            self.attempt("sitting", name=next(iter(self.event.people)))
        self.attempt("seat", choices={"in_order": "yes"} if self.dice.random() < 0.3 else {})
        for _ in range(4):
            if self.event.finished:
                break
            self.round()
        self.attempt("finish", unfinished=self.dice.choice(("counted", "not counted")))
        return self.seen

    def round(self) -> None:
        """A round: draws, scores and mistakes in any order, until people move on."""
        for _ in range(self.dice.randint(0, 3)):
            self.draw()
        if self.event.book.game.minutes:
            self.attempt("bell")
        missing = list(self.event.round.missing()) if self.event.rounds else []
        self.dice.shuffle(missing)
        for number in missing:
            if self.dice.random() < 0.97:
                self.score("score", number)
            if self.dice.random() < 0.4:
                self.dice.choice((self.undo, self.correct, self.cut, self.cut, self.draw, self.swap, self.leave))()
        self.move_on()

    def move_on(self) -> None:
        """Try to move on at once, as a director in a hurry does; then enter what is asked for."""
        early = {"unfinished": self.dice.choice(("counted", "not counted"))} if self.dice.random() < 0.3 else {}
        for attempt in range(12):
            what = self.dice.choice(("next", "next", "next", "close-round", "close" if attempt else "next"))
            if self.dice.random() < 0.02:
                what, early = "finish", {}
            if self.attempt(what, **(early if what != "finish" else {"unfinished": "not counted"})):
                break
            for number in self.event.round.missing() if self.event.rounds else ():
                self.score("score", number)
            self.cut()
        if self.event.open_round is None and not self.event.finished:
            if not self.event.is_open:
                self.attempt("open")
                self.attempt("check-in", names="all")
            self.attempt("seat")
        if self.dice.random() < 0.15:
            self.undo()
        if len(self.event.rounds) > 1 and self.dice.random() < 0.3:
            self.cut(self.event.round.number - 1)

    def score(self, what: str, number: int, **more: Any) -> None:
        event = self.event
        score = quick_score(event.book, event.round.table(number), self.dice)
        ns, ew = score.points
        if event.book.game.minutes and self.dice.random() < 0.4:
            ns = ew = min(ns, ew, 10)
        told = score.last_dealer if self.dice.random() < 0.4 else None
        cards = {}
        if not event.book.game.minutes:
            cards = {"cards": [self.card(card) for card in score.cards]}
        self.attempt(what, table=number, ns=ns, ew=ew, last_dealer=None if told is None else told.name, **cards, **more)

    def card(self, card: f.SideCard) -> dict[str, Any]:
        made: dict[str, Any] = {
            "euchred": card.euchred,
            "failed_alone": card.failed_alone,
            "marches": card.marches,
            "loners": card.loners,
        }
        return made if card.personal is None else {**made, "personal": card.personal}

    def some_table(self, number: int = 0) -> f.Table:
        past = self.event.rounds[number - 1] if number else self.event.round
        return self.dice.choice(past.tables)

    def correct(self) -> None:
        if self.event.rounds:
            self.score("correct", self.some_table().number, reason="misread", round=self.event.round.number)

    def undo(self) -> None:
        if self.story_is_long():
            self.attempt("undo")

    def story_is_long(self) -> bool:
        return self.room.story.seq > 4

    def swap(self) -> None:
        first, second = self.dice.sample(list(self.event.people), 2)
        self.attempt("swap", first=first, second=second)

    def leave(self) -> None:
        name = self.dice.choice(list(self.event.people))
        if self.dice.random() < 0.5:
            self.attempt("left", name=name)
        else:
            self.attempt("check-in", names=[name])

    def cut(self, number: int = 0) -> None:
        """A cut of some people at some table: the right ones, or not; entered, or drawn."""
        if not self.event.rounds:
            return
        past = self.event.rounds[number - 1] if number else self.event.round
        for table in past.tables if self.dice.random() < 0.7 else [self.some_table(number)]:
            result = past.results.get(table.number)
            known = None if result is None else result.score.last_dealer
            dealer = known if known is not None and self.dice.random() < 0.9 else self.dice.choice(list(Seat))
            other = dealer.right if self.dice.random() < 0.7 else self.dice.choice([dealer.left, dealer.partner])
            one, two = table.seats[dealer], table.seats[other]
            asked: dict[str, Any] = {"purpose": self.dice.choice(("move", "move", "deal"))}
            if self.dice.random() < 0.3:
                asked["draw"] = True
            else:
                asked["cards"] = {one: self.dice.choice(RANKS) + "h", two: self.dice.choice(RANKS) + "s"}
            if self.dice.random() < 0.7:
                asked["last_dealer"] = one
            if self.dice.random() < 0.3:
                asked["reason"] = "read wrong"
            self.attempt("cut", table=table.number, round=number, **asked)

    def draw(self) -> None:
        """Cards shown at a table: of a side, of opponents, of all four, up to the first jack."""
        if not self.event.rounds:
            return
        table = self.some_table()
        names = self.dice.sample(table.seats, self.dice.choice((2, 2, 4)))
        cards = [(name, rank + "hscd"[at]) for at, (name, rank) in enumerate(zip(names, "JJ9K", strict=False))]
        self.dice.shuffle(cards)
        self.attempt("draw", table=table.number, cards=cards)


@rows("rules", CLUBS)
def test_nothing_is_in_the_log_that_nobody_entered_or_asked_for(rules: str) -> None:
    seen = Counter[str]()
    for seed in range(EVENINGS):
        evening = Evening(rules, seed)
        try:
            seen += evening.play()
        except LawBrokenError as broken:
            pytest.fail(f"{rules}, evening {seed}: {broken}")
    assert seen["next"] + seen["seat"] > EVENINGS
    assert seen["undo"] > 0
    assert seen["cut refused"] > 0
    if rules == "national":
        assert seen["cut"] > 0
        assert seen["next refused"] > 0


def _old_next(event: Event, shuffle: Any, chosen: Any = None, at: int = 0) -> tuple[Fact, ...]:
    """Move people on, and make the cuts that nobody made."""
    cuts = drawn_cuts(event, shuffle) if event.open_round is not None else ()
    for cut in cuts:
        event = step(event, cut)
    return *cuts, *seating.next_round(event, shuffle, chosen, at)


def _invents_cuts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(commands, "next_round", _old_next)


def _moves_without_a_cut(patch: pytest.MonkeyPatch) -> None:
    for module in (commands, seating):
        patch.setattr(module, "check_cuts", lambda event: None)


def _writes_cards_that_nobody_showed(patch: pytest.MonkeyPatch) -> None:
    def between(cutter: Cutter, table: int, purpose: str, first: list[str], second: list[str]) -> Any:
        return cut_order((first[0], second[0]), cutter._pack, cutter._shuffle)

    patch.setattr(Cutter, "between", between)


@pytest.mark.parametrize("mistake", [_invents_cuts, _moves_without_a_cut, _writes_cards_that_nobody_showed])
def test_the_law_sees_what_the_program_makes_up(
    mistake: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake(monkeypatch)

    def play() -> None:
        for seed in range(20):
            Evening("national", seed).play()

    with pytest.raises(LawBrokenError):
        play()
