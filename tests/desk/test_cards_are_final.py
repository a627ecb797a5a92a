"""Cards once shown are final: whatever a director does by mistake, no board is played that anybody could know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.live import LiveEvent
from bowerbird.evening.boards import BoardCards, cards_of
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.views import Seen
from bowerbird.evening.views.boards import boards_view
from bowerbird.event import EventError
from bowerbird.hall.errors import NotAllowedError
from bowerbird.seats import Seat
from bowerbird.table import Phase
from desk.conftest import until
from desk.desks import Room, refused
from desk.test_live import ask
from kit.amount import amount
from kit.rows import rows

EVENINGS = amount(9, full=200, soak=2000)
#: Rules with a movement: boards travel, all play at once, two tables play the same.
KINDS = (("duplicate", "duplicate mitchell"), ("duplicate", "duplicate"), ("duplicate-teams", "duplicate teams"))
ACTS = (
    *("scores", "scores", "scores", "a score", "a score", "next", "next", "next early", "close early", "close-round"),
    *("undo", "undo", "undo", "undo another", "correct", "foul-board", "deal-boards", "stand-down"),
    *("seat", "seat", "sub", "back", "left", "place", "swap", "close", "open", "finish"),
)


class Guarded:
    """An evening at the desk, with everything that was public or in somebody's hand so far."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        rules, movement = KINDS[seed % len(KINDS)]
        self.people = self.chance.choice((8, 12, 16))
        settings: dict[str, Any] = {"game.hands": self.chance.randint(1, 2), "event.movement": movement}
        self.room = Room(rules, self.people, rounds=3, settings=settings)
        self.seeds: set[str] = set()
        self.public: set[str] = set()
        #: The tables at which each person has played the same cards, by round.
        self.held: dict[tuple[str, str], set[tuple[int, int]]] = {}

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.look()
            what = self.chance.choice(ACTS)
            if what == "finish" and self.chance.random() < 0.7:
                continue
            try:
                self.act(what)
            except (EventError, NotAllowedError, IndexError, ValueError):
                continue
            self.check()

    def act(self, what: str) -> None:
        room, event, chance = self.room, self.room.event, self.chance
        names = list(event.people)
        match what:
            case "scores":
                room.play_round()
            case "a score":
                self.score(chance.choice(event.round.missing()))
            case "next":
                room.do("next")
            case "next early":
                room.do("next", unfinished="not counted")
            case "close early":
                room.do("close-round", unfinished="not counted")
            case "close-round" | "deal-boards" | "seat" | "undo":
                room.do(what)
            case "undo another":
                room.do("undo", seq=chance.choice(room.story.commands).seq)
            case "close" | "finish":
                room.do(what, unfinished="not counted")
            case "open":
                room.do("open")
                room.do("check-in", names="all")
            case "correct":
                past = chance.choice(event.rounds)
                self.score(chance.choice(past.tables).number, "correct", round=past.number, reason="misread")
            case "foul-board":
                room.do("foul-board", board=chance.randint(1, 6), since=chance.randint(0, 2), reason="mixed up")
            case "stand-down":
                room.do("stand-down", table=chance.choice(event.round.tables).number, reason="nobody there")
            case "sub":
                room.do("sub", name=chance.choice(names), by=chance.choice(("Xia", "Yan", *names)))
            case "back":
                room.do("check-in", names=[chance.choice(names)])
            case "left":
                room.do("left", name=chance.choice(names))
            case "swap":
                room.do("swap", first=chance.choice(names), second=chance.choice(names))
            case "place":
                one, other = chance.sample(event.round.tables, 2)
                (a, b, c, d), (e, f, g, h) = one.seats, other.seats
                placed = [(one.number, [a, f, c, h]), (other.number, [e, b, g, d])]
                room.do("place", tables=[{"table": number, "names": seats} for number, seats in placed])

    def score(self, number: int, what: str = "score", **rest: Any) -> None:
        event = self.room.event
        past = event.rounds[rest["round"] - 1] if "round" in rest else event.round
        boards = [{"board": board, "ns": 1, "ew": 0} for board in past.table(number).boards]
        self.room.do(what, table=number, ns=len(boards), ew=0, boards=boards, **rest)

    def look(self) -> None:
        """Everybody reads the page of boards."""
        shown = boards_view(Seen(self.room.evening, False), desk=False)
        self.seeds |= {shown.seed} - {""}
        self.public |= {repr((board.cards.hands, board.cards.turn_up)) for board in shown.boards if board.cards}

    def check(self) -> None:
        event = self.room.event
        assert self.room.again().evening == self.room.evening
        for past in event.rounds:
            for table in past.tables:
                waits = past is event.open_round and table.number in past.missing()
                for board in table.boards:
                    cards = cards_of(event.book, event.board_seed, board)
                    if waits:
                        assert event.board_seed not in self.seeds, f"board {board} follows from a public number"
                        assert self.written(cards) not in self.public, f"board {board} was public"
                    elif table.number in past.results and past is event.open_round:
                        self.note(cards, (past.number, table.number), [past.subs.get(n, n) for n in table.seats])

    def note(self, cards: BoardCards, place: tuple[int, int], names: list[str]) -> None:
        for name in names:
            places = self.held.setdefault((name, self.written(cards)), set())
            places.add(place)
            assert len(places) == 1, f"{name} has seen two hands of board {cards.board}"

    def written(self, cards: BoardCards) -> str:
        sign = self.room.event.book.card_sign
        return repr((tuple(tuple(map(sign, hand)) for hand in cards.hands), sign(cards.turn_up)))


def evenings(many: int) -> None:
    for seed in range(many):
        Guarded(seed).go(40)


@rows("seed", range(EVENINGS))
def test_no_board_could_be_known_before_it_was_played(seed: int) -> None:
    Guarded(seed).go(40)


def test_these_evenings_tell_if_an_undo_reaches_behind_what_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.evening.commands.room.check_undo", lambda *_: None)
    monkeypatch.setattr("bowerbird.evening.commands.room.check_seating", lambda *_: None)
    with pytest.raises(AssertionError, match=r"was public|follows from a public number"):
        evenings(60)


def test_these_evenings_tell_if_the_number_is_public_after_the_first_of_two_meetings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shows = "bowerbird.evening.views.boards.seed_for_everybody"
    monkeypatch.setattr(shows, lambda event: "" if event.is_open or not event.rounds else event.board_seed)
    with pytest.raises(AssertionError, match="follows from a public number"):
        evenings(60)


def test_these_evenings_tell_if_people_are_moved_to_a_second_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.evening.commands.moved", lambda _, proposal: proposal)
    with pytest.raises(AssertionError, match="has seen two hands"):
        evenings(400)


# One by one.


def played(movement: str = "duplicate", people: int = 12, **settings: Any) -> Room:
    room = Room("duplicate", people, rounds=3, settings={"game.hands": 1, "event.movement": movement, **settings})
    room.play_round()
    return room


def shown_seed(room: Room) -> str:
    return boards_view(Seen(room.evening, False), desk=False).seed


def test_after_the_end_of_an_event_with_boards_nothing_goes_on() -> None:
    room = played("duplicate mitchell")
    room.do("finish", unfinished="not counted")
    assert shown_seed(room) == room.event.board_seed
    room.refuses("number from which all its boards follow.*hold the same event again", "undo")
    # A correction is no play, and can be undone.
    boards = [{"board": board, "adjusted": [0, 0]} for board in room.event.round.table(1).boards]
    room.do("correct", round=1, table=1, ns=0, ew=0, boards=boards, reason="nobody played it")
    room.do("undo")


def test_the_number_of_all_boards_stays_secret_between_two_meetings() -> None:
    room = played("duplicate mitchell")
    room.do("close", unfinished="not counted")
    assert all(board.cards for board in boards_view(Seen(room.evening, False), desk=False).boards)
    assert shown_seed(room) == ""
    room.do("open")
    room.do("check-in", names="all")
    room.do("seat")
    room.play_round()
    room.do("finish", unfinished="not counted")
    assert shown_seed(room) == room.event.board_seed


@rows("close", ["next", "close-round", "close"])
def test_boards_that_everybody_may_see_are_not_played_again(close: str) -> None:
    room = played()
    room.do(close)
    room.refuses("Everybody may know the cards of board 1 now", "undo")


def test_the_seating_can_be_undone_until_somebody_has_looked_at_cards() -> None:
    room = played("duplicate mitchell")
    room.do("next")
    room.do("undo")  # the boards travel, and nobody has looked at those of round 2
    room.do("undo")  # the scores
    room.refuses("Cards of boards 1 to 3 have been looked at", "undo")


def test_boards_that_were_dealt_stay_dealt_while_they_are_on_the_tables() -> None:
    room = Room("duplicate", 8, seat=False)
    room.do("deal-boards")
    dealt = room.story.seq
    room.do("seat")
    room.refuses("The boards are on the tables", "undo", seq=dealt)


def test_a_round_of_boards_that_is_closed_without_scores_does_not_come_again() -> None:
    room = Room("duplicate", 12, rounds=3, settings={"game.hands": 2})
    first = {table.number: table.boards for table in room.event.round.tables}
    says = room.do("close-round", unfinished="not counted")
    assert "Round 1 was not played and does not count. Its boards don't come again." in says
    room.do("seat")
    teams = [{frozenset(table.seats): table.boards for table in past.tables} for past in room.event.rounds]
    assert [table.boards for table in room.event.rounds[0].tables] == list(first.values())
    for table in room.event.round.tables:
        for name in table.seats:
            before = next(boards for seats, boards in teams[0].items() if name in seats)
            assert not set(before) & set(table.boards)


def test_a_sub_who_has_seen_a_board_plays_another_hand_of_it_only_if_the_director_is_sure() -> None:
    room = Room("duplicate", 12, rounds=3, settings={"game.hands": 1})
    away = room.event.round.table(1).seats[0]
    room.do("sub", name=away, by="Zed")
    room.play_round()
    room.do("check-in", names=[away])
    room.do("next")
    other = next(table for table in room.event.round.tables if table.boards == (1,))
    name = other.seats[1]
    because = f"Zed has seen a hand of board 1, and would see another one at table {other.number}"
    room.refuses(because, "sub", name=name, by="Zed")
    room.refuses(because.replace("Zed", "zed"), "sub", name=name, by="  zed ")
    room.do("sub", name=name, by="Zed", sure=True)
    assert room.event.round.subs[name] == "Zed"


@rows("again", ["Zed", "zed"])
def test_a_team_sits_out_rather_than_bring_a_sub_to_a_second_hand_of_a_board(again: str) -> None:
    room = Room("duplicate", 12, rounds=3, settings={"game.hands": 1})
    first = room.event.round.table(1)
    room.do("sub", name=first.seats[0], by="Zed")
    room.play_round()
    room.do("check-in", names=[first.seats[0]])
    room.do("next")
    fresh = next(each for each in room.event.round.tables if each.boards != first.boards)
    name = next(name for name in fresh.seats if name not in first.seats)
    room.do("sub", name=name, by=again)
    room.next_round()
    for table in room.event.round.tables:
        assert name not in table.seats or table.boards != first.boards


def test_a_table_that_has_played_is_moved_to_the_same_boards_only_if_the_director_is_sure() -> None:
    room = Room("duplicate", 8, rounds=3, settings={"game.hands": 1, "event.movement": "duplicate"})
    one, two = room.event.round.tables
    swapped = [
        {"table": 1, "names": [one.seats[0], two.seats[1], one.seats[2], two.seats[3]]},
        {"table": 2, "names": [two.seats[0], one.seats[1], two.seats[2], one.seats[3]]},
    ]
    room.do("place", tables=swapped)
    room.do("undo")  # nobody has looked yet
    board = {"board": 1, "ns": 1, "ew": 0}
    room.do("score", table=1, ns=1, ew=0, boards=[board])
    room.do("undo")
    room.refuses("has seen a hand of board 1, and would see another one", "place", tables=swapped)
    room.do("place", tables=swapped, sure=True)
    room.refuses("People have looked at cards", "undo")


# Online.


async def online(desk: Desk, movement: str = "duplicate mitchell") -> tuple[LiveEvent, Right]:
    """Three tables of people who come to their own chairs, in round 1; the first two are online."""
    settings: dict[str, Any] = {"game.hands": 1, "event.movement": movement}
    live = await desk.make("director", NewEvent(rules="duplicate", key="dup", rounds=3, settings=settings))
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    teams = "\n".join(f"A{number} & B{number}" for number in range(1, 7))
    await desk.do(director, live, ask("paste", "p", text=teams, here=True))
    await desk.do(director, live, ask("seat", "s"))
    await desk.do(director, live, ask("online", "o", tables=[1, 2]))
    return live, director


async def start(desk: Desk, live: LiveEvent, number: int) -> None:
    """All four come to an online table, each by the own link, and look at their cards."""
    current = live.evening.event.round
    for name in current.table(number).seats:
        await desk.take_chair(live, name, f"p-{name}")
    room = (await desk.hall.table(live.evening.online[current.number, number])).room
    await until(desk, lambda: bool(room.owners) and room.table.state.phase is Phase.FIRST_ROUND)


async def test_the_seating_stays_once_a_board_was_dealt_online(desk: Desk) -> None:
    live, director = await online(desk)
    await start(desk, live, 1)
    await until(desk, lambda: live.evening.event.round.looked == {1})
    await refused(
        desk.do(director, live, ask("undo", "u", seq=_seating(live))), "Cards of boards 1 to 3 have been looked at"
    )
    looked = live.story.seq
    await refused(desk.do(director, live, ask("undo", "u2", seq=looked)), "People have looked at cards")


async def test_a_table_whose_board_was_dealt_online_goes_on_with_it(desk: Desk) -> None:
    live, director = await online(desk)
    await start(desk, live, 1)
    await until(desk, lambda: live.evening.event.round.looked == {1})
    names = dict(live.evening.online)
    await desk.do(director, live, ask("online", "off", tables=[]))
    assert not live.evening.online
    await desk.do(director, live, ask("online", "on", tables="all"))
    assert live.evening.online[1, 1] == names[1, 1]
    assert live.evening.online[1, 2] != names[1, 2]


async def test_a_browser_that_has_seen_a_hand_of_a_board_sees_no_other(desk: Desk) -> None:
    live, director = await online(desk)
    await start(desk, live, 1)
    north = live.evening.event.round.table(1).seats[0]
    numbers = {table.number: table.boards for table in live.evening.event.round.tables}
    for number, boards in numbers.items():
        score = {"table": number, "ns": 1, "ew": 0, "boards": [{"board": board, "ns": 1, "ew": 0} for board in boards]}
        await desk.do(director, live, ask("score", f"s{number}", **score))
    await desk.do(director, live, ask("next", "n"))
    current = live.evening.event.round
    again = next(table for table in current.tables if table.boards == numbers[1])
    await desk.do(director, live, ask("online", "o2", tables="all"))
    other = again.seats[1]
    await refused(
        desk.take_chair(live, other, f"p-{north}"),
        f"In this browser {north} has seen a hand of board 1, and nobody sees two",
    )
    await desk.take_chair(live, other, "p-a browser of their own")
    # Everybody else's boards are new to this browser.
    await desk.take_chair(live, north, f"p-{north}")


async def test_a_browser_that_goes_to_another_table_with_the_same_boards_leaves_its_chair(desk: Desk) -> None:
    live, _ = await online(desk, "duplicate")
    one, two = live.evening.event.round.tables[:2]
    away, other = one.seats[0], two.seats[0]
    await desk.take_chair(live, away, "p-both")
    await desk.take_chair(live, other, "p-both", leaving=away)
    rooms = [(await desk.hall.table(live.evening.online[1, number])).room for number in (1, 2)]
    assert [room.seat_of("p-both") for room in rooms] == [None, Seat.N]
    # Once cards are dealt at the other table, there is no way back.
    for name in two.seats[1:]:
        await desk.take_chair(live, name, f"p-{name}")
    await until(desk, lambda: bool(rooms[1].owners))
    await refused(
        desk.take_chair(live, away, "p-both", leaving=other), f"In this browser {other} has seen a hand of board 1,"
    )


def _seating(live: LiveEvent) -> int:
    return next(each.seq for each in live.story.commands if each.record.key == "s")
