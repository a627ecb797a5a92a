"""Random nights: people come late, leave, have subs, dispute and are corrected, in every book and in any order.

Everything goes through the desk's requests. What was accepted is written down in a diary, which a second calculation
reads; what is refused must have changed nothing; and now and then the night is finished on the spot, to see that it
can be.
"""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from bowerbird.evening.commands import Moment, RequestContext, propose
from bowerbird.evening.requests import Finish
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.state import Command
from bowerbird.event import EventError
from bowerbird.event.cutting import drawn_cuts
from bowerbird.nights.room import Room
from nights.reckoning import Diary, Game

SETTINGS: dict[str, dict[str, Any]] = {"ccc": {"event.season.weeks": 3}}


class RandomNight:
    """One night, or one series, in the making."""

    def __init__(self, book: str, seed: int) -> None:
        """Make the event and enter people."""
        self.chance = random.Random(f"{book} {seed}")
        self.book = book
        self.room = Room(
            NewEvent(rules=book, key="night", title=f"{book} {seed}", settings=SETTINGS.get(book, {})), 2026
        )
        self.refused = 0
        self.finished_early = 0
        self.undone = 0
        self.by_hand = 0
        self.finished = False
        people = [f"P{number}" for number in range(self.chance.choice((4, 5, 7, 8, 8, 9, 12, 13, 16)))]
        self.diary = Diary(people=people)
        if self.room.event.pairs_stay:
            people += ["Last"] * (len(people) % 2)
            self.diary.people = people
            self.diary.teams = [(people[first], people[first + 1]) for first in range(0, len(people), 2)]
            for zone, (one, two) in enumerate(self.diary.teams):
                form = {"name": one, "partner": two, "of_age": True, "zone": f"Zone {zone // 2}"}
                self.ask("enter", people=[form])
        else:
            self.ask("enter", people=[{"name": name} for name in people])
        self.here: set[str] = set()
        self.gone: set[str] = set()
        self.subs = 0
        #: The games as they were when people moved on: a later correction moves nobody.
        self.as_seated: list[Game] = []

    # The desk.

    def ask(self, what: str, **fields: Any) -> None:
        """Ask for something that must be accepted. Now and then it is undone, and asked for again."""
        before = self.room.event
        self.room.ask(what, **fields)
        if self.chance.random() < 0.03:
            self.room.ask("undo")
            assert self.room.event == before, f"{what} was not undone"
            self.room.ask(what, **fields)
            self.undone += 1
        if self.chance.random() < 0.04:
            self._could_finish()

    def try_(self, what: str, **fields: Any) -> bool:
        """Ask for something that may be refused; a refusal changes nothing."""
        before, seq, why = self.room.event, self.room.story.seq, ""
        try:
            self.ask(what, **fields)
        except EventError as error:
            why = str(error) or "no reason"
        if not why:
            return True
        assert why != "no reason"
        assert self.room.event is before
        assert self.room.story.seq == seq
        self.refused += 1
        return False

    def _could_finish(self) -> None:
        """No dead end: from here the event can be finished, and the evening as it is stays as it is."""
        room = self.room
        if room.event.finished:
            return
        moment = Moment(room.at, random.Random(1))
        context = RequestContext(Finish(key="end"), Right("", "director"), room.evening, room.story, moment)
        record = propose(context).record("director", "end")
        after = room.story.state_after(Command(room.story.seq + 1, room.at, record))
        assert after.event.finished
        self.finished_early += 1

    # The night.

    def play(self) -> Diary:
        """Play it from the first name to the end."""
        for _ in range(3 if self.book == "ccc" else 1):
            self._meeting()
        self.ask("finish")
        self.finished = True
        return self.diary

    def _meeting(self) -> None:
        diary, chance = self.diary, self.chance
        diary.meetings += 1
        self.here, self.gone = set(), set()
        self.ask("open", date=f"2026-11-{diary.meetings:02}")
        units = [list(team) for team in diary.teams] or [[name] for name in diary.people]
        chance.shuffle(units)
        missing = chance.choice((0, 0, 0, 1, 1, 2)) if len(units) * len(units[0]) - 4 > 2 * len(units[0]) else 0
        for unit in units[missing:]:
            self._come(unit)
        for unit in units[:missing]:
            self._stay_away(unit)
        if len(self.here | diary.subbed[diary.meetings]) < 4:
            self._come(units[0])
        rounds = 3 if self.book == "ccc" else chance.choice((1, 2, 3, 4))
        self._plan_by_hand()
        self._name_sitting_players()
        self.ask("seat")
        self._sat_down()
        self._name_sitting_players()
        for number in range(rounds):
            if self.book == "national":
                self.ask("bell")
            self._change_places()
            self._before_the_scores(first=number == 0)
            self._scores()
            self._after_the_scores()
            if number + 1 < rounds:
                self.as_seated.append(deepcopy(diary.games[-1]))
                self._come_and_go(units)
                self._cut()
                self.ask("next", unfinished="not counted")
                self._sat_down()
        for name in diary.people:
            if name not in self.here and name not in diary.subbed[diary.meetings] and name not in self.gone:
                diary.absent[diary.meetings].add(name)
        self.as_seated.append(deepcopy(diary.games[-1]))
        self.ask("close")

    def _cut(self) -> None:
        """Where a table has tied, nobody moves before somebody has cut, or asked for the cards to be drawn."""
        for cut in drawn_cuts(self.room.event, self.chance.shuffle):
            assert not self.try_("next", unfinished="not counted")
            by_hand = {"draw": True} if self.chance.random() < 0.5 else {"cards": dict(cut.cards)}
            self.ask("cut", table=cut.table, purpose=cut.purpose, last_dealer=cut.last_dealer, **by_hand)

    def _plan_by_hand(self) -> None:
        """In CCC, mostly a plan of the director's own."""
        if self.book == "ccc" and self.chance.random() < 0.8:
            people = self.chance.sample(self.diary.people, len(self.diary.people))
            fours = [people[first : first + 4] for first in range(0, len(people) // 4 * 4, 4)]
            self.ask("plan", tables=[{"table": number, "names": four} for number, four in enumerate(fours, 1)])

    def _name_sitting_players(self) -> None:
        """In National, perhaps one or two people keep a chair; two at one table are refused."""
        most = min(2, len(self.here) // 4)
        for name in self.chance.sample(sorted(self.here - self.diary.sitting), most):
            if self.book != "national" or self.chance.random() > 0.3 or len(self.diary.sitting) == most:
                continue
            seated = self.diary.games[-1].tables.values() if self.diary.games else ()
            if any(name in four and self.diary.sitting & set(four) for four in seated):
                assert not self.try_("sitting", name=name)
            else:
                self.ask("sitting", name=name)
                self.diary.sitting.add(name)

    def _change_places(self) -> None:
        """Two people change places by the director's hand, or two who face the same way at two tables."""
        chance, game = self.chance, self.diary.games[-1]
        playing = [number for number in game.tables if number not in game.idle]
        if chance.random() > 0.15 or len(playing) < 2:
            return
        one, other = chance.sample(playing, 2)
        seats = (1, 3) if self.diary.teams else (chance.randrange(4),)
        chairs = {number: list(game.tables[number]) for number in (one, other)}
        for seat in seats:
            chairs[one][seat], chairs[other][seat] = chairs[other][seat], chairs[one][seat]
        if len(seats) == 1 and chance.random() < 0.5:
            done = self.try_("swap", first=game.tables[one][seats[0]], second=game.tables[other][seats[0]])
        else:
            done = self.try_("place", tables=[{"table": number, "names": four} for number, four in chairs.items()])
        if not done:
            return
        self.by_hand += 1
        game.by_hand = True
        for number, (north, east, south, west) in chairs.items():
            game.tables[number] = (north, east, south, west)
        assert {table.number: table.seats for table in self.room.event.round.tables} == game.tables
        self._chairs_again()

    def _come(self, names: list[str]) -> None:
        self.ask("check-in", names=names)
        assert not self.try_("check-in", names=names)
        self.here |= set(names)
        self.diary.payers += [name for name in names if name not in self.diary.payers]

    def _stay_away(self, names: list[str]) -> None:
        """Say so, or say nothing; perhaps somebody plays instead."""
        diary, chance = self.diary, self.chance
        said = chance.random()
        for name in names:
            if said < 0.5:
                self.ask("absent", name=name)
                diary.absent[diary.meetings].add(name)
            elif said < 0.7:
                self.ask("late", name=name)
        if chance.random() < 0.4:
            for name in names:
                self._sub(name)

    def _sub(self, name: str) -> None:
        self.subs += 1
        fields: dict[str, Any] = {"name": name, "by": f"Sub {self.subs}"}
        if self.try_("sub", **fields):
            diary = self.diary
            diary.subbed[diary.meetings].add(name)
            diary.payers += [name] if name not in diary.payers else []
            if diary.games and diary.games[-1].meeting == diary.meetings and self.room.event.open_round is not None:
                self._chairs_again()

    def _sat_down(self) -> None:
        current = self.room.event.round
        self.diary.games.append(
            Game(
                self.diary.meetings,
                {table.number: table.seats for table in current.tables},
                current.sitting_out,
                current.counts,
            )
        )
        self._chairs_again()

    def _chairs_again(self) -> None:
        """Look round the room: who plays for whom, and which tables wait for somebody."""
        game, current = self.diary.games[-1], self.room.event.round
        game.subs = dict(current.subs)
        game.out = current.sitting_out
        game.idle = {
            number: {name for name in game.tables[number] if name in current.gone} for number in current.stood_down
        }

    def _before_the_scores(self, *, first: bool) -> None:
        """Somebody does not come, or goes home, and perhaps a sub is found."""
        chance, game = self.chance, self.diary.games[-1]
        playing = [name for number, four in game.tables.items() if number not in game.idle for name in four]
        if chance.random() > 0.15 or not playing or len(game.tables) < 2:
            return
        name = chance.choice(playing)
        if name in game.subs or (self.book == "ccc" and not first):
            return
        if first and self.book == "ccc":
            self.ask("absent", name=name)
            self.diary.absent[self.diary.meetings].add(name)
        else:
            self.ask("left", name=name)
            self.gone.add(name)
        self.here.discard(name)
        self._chairs_again()
        if chance.random() < 0.5:
            self._sub(name)

    def _scores(self) -> None:
        game, chance = self.diary.games[-1], self.chance
        numbers = [number for number in game.tables if number not in game.idle]
        chance.shuffle(numbers)
        for number in numbers:
            assert not self.try_("score", table=number, ns=900, ew=901)
            points, cards = self._a_score()
            self.ask("score", table=number, ns=points[0], ew=points[1], **self._as_form(points, cards))
            self._write(game, number, points, cards)
            if chance.random() < 0.1:
                self.ask("dispute", table=number, reason="not ours")
                self._correct(game, len(self.diary.games), number, "counted again")

    def _write(self, game: Game, number: int, points: tuple[int, int], cards: dict[str, Any]) -> None:
        game.points[number] = points
        game.loners[number] = cards.get("loners", (0, 0, 0, 0))
        game.euchred[number] = cards.get("euchred", (0, 0))

    def _correct(self, game: Game, round_: int, table: int, why: str) -> None:
        """Correct a score; the same score again is refused, unless it was disputed."""
        points, cards = self._a_score()
        form = self._as_form(points, cards)
        if self.try_("correct", round=round_, table=table, ns=points[0], ew=points[1], reason=why, **form):
            self._write(game, table, points, cards)
        else:
            assert game.points[table] == points

    def _as_form(self, points: tuple[int, int], cards: dict[str, Any]) -> dict[str, Any]:
        if not cards:
            return {}
        alone, euchred = cards["loners"], cards["euchred"]
        return {"cards": [{"loners": (alone[side], alone[side + 2]), "euchred": euchred[side]} for side in (0, 1)]}

    def _after_the_scores(self) -> None:
        """A correction of any game so far, or points off somebody's card."""
        chance, diary = self.chance, self.diary
        if chance.random() < 0.3:
            number = chance.randrange(len(diary.games))
            game = diary.games[number]
            if game.points:
                table = chance.choice(list(game.points))
                self._correct(game, number + 1, table, "found later")
        if chance.random() < 0.2 and self.book == "st-joe":
            name = chance.choice([name for four in diary.games[-1].tables.values() for name in four])
            self.ask("rule", name=name, action="points off", points=2, reason="signals")
            diary.off.append((name, 2))

    def _come_and_go(self, units: list[list[str]]) -> None:
        """Between two games: somebody comes late, somebody goes home for good."""
        if self.book == "ccc":
            return
        chance, diary = self.chance, self.diary
        away = [unit for unit in units if not set(unit) & (self.here | self.gone | diary.subbed[diary.meetings])]
        if away and chance.random() < 0.4:
            self._come(chance.choice(away))
        staying = [unit for unit in units if set(unit) <= self.here]
        if chance.random() < 0.25 and len(staying) * len(staying[0]) > 4 + 2 * len(staying[0]):
            sent_home = not diary.teams and chance.random() < 0.3
            for name in chance.choice(staying):
                if sent_home:
                    self.ask("rule", name=name, action="removed", reason="shouting")
                else:
                    self.ask("left", name=name)
                self.here.discard(name)
                self.gone.add(name)

    def _a_score(self) -> tuple[tuple[int, int], dict[str, Any]]:
        """A score that the club's rules make possible, and what else stands on the card."""
        chance = self.chance
        if self.book == "trailer-estates":
            points = [0, 0]
            for _ in range(8):
                points[chance.randrange(2)] += chance.choice((1, 1, 2, 2, 4))
            return (points[0], points[1]), {}
        if self.book == "national":
            return chance.choice(((11, 6), (3, 11), (7, 7), (2, 5), (9, 8), (12, 0), (0, 0))), {}
        high = chance.choice((10, 10, 10, 11, 13)) if self.book == "ccc" else 10
        low = chance.randrange(10)
        points_made = (high, low) if chance.random() < 0.5 else (low, high)
        if self.book == "alberta":
            return points_made, {}
        winner = 0 if points_made[0] > points_made[1] else 1
        loners, euchred = [0, 0, 0, 0], [0, 0]
        if chance.random() < 0.4:
            loners[winner + 2 * chance.randrange(2)] = 1
        if self.book == "ccc":
            euchred[1 - winner] = chance.randrange(3)
            euchred[winner] = chance.randrange(min(3, 1 + low // 2))
        return points_made, {"loners": tuple(loners), "euchred": tuple(euchred)}
