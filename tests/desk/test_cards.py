"""A person's card and the grid of all games: what each says is what was played, corrected, ruled and paid."""

from __future__ import annotations

from collections import Counter

import pytest

from bowerbird.evening.views import Seen
from bowerbird.evening.views.card import PersonCard, person_card
from bowerbird.evening.views.grid import grid_view
from bowerbird.event import EventError
from bowerbird.event.games import places
from bowerbird.event.money import balances, ledger
from bowerbird.event.results import total_shown
from bowerbird.event.standings import standings
from bowerbird.rulebook import book_names
from desk.desks import Room
from kit.amount import amount
from kit.rows import rows


def card(room: Room, name: str, *, money: bool = True) -> PersonCard:
    return person_card(Seen(room.evening, rung=False), name, money=money, forecast=True)


def played(rules: str, people: int, rounds: int = 3) -> Room:
    room = Room(rules, people, rounds=rounds)
    for number in range(rounds):
        room.do("trial-scores")
        if number + 1 < rounds:
            room.do("next")
    return room


@rows("people", [14, 12][: amount(1, full=2)])
@rows("rules", book_names())
def test_cards_tell_every_game_once_for_each_of_the_four(rules: str, people: int) -> None:
    room = played(rules, people)
    event, lines = room.event, {line.name: line for line in standings(room.event)}
    seen: Counter[tuple[int, int]] = Counter()
    for name in event.people:
        own = card(room, name)
        assert [game.round for game in own.games] == [1, 2, 3]
        for game, past in zip(own.games, event.rounds, strict=True):
            if game.status == "sat out":
                assert name in past.sitting_out
                continue
            table = past.table(game.table)
            four = {name, game.partner, *game.against}
            assert four == set(table.seats)
            assert table.seats[("North", "East", "South", "West").index(game.seat)] == name
            assert game.partner in table.pair(table.side_of(name))
            score, side = past.results[game.table].score, table.side_of(name)
            assert (game.own, game.theirs) == (score.points[side], score.points[side.other])
            assert game.outcome == ("tied" if score.winner is None else "won" if score.winner is side else "lost")
            seen[past.number, game.table] += 1
        line = lines[event.entry_of[name]]
        assert own.total == total_shown(event.book, line.total)
        assert own.games[-1].total in ("", own.total)
    assert set(seen.values()) == {4}
    assert len(seen) == sum(len(past.tables) for past in event.rounds)


@rows("rules", book_names())
def test_the_grid_has_the_cards_of_everybody(rules: str) -> None:
    room = played(rules, 14)
    grid = grid_view(Seen(room.evening, rung=False))
    assert [line.name for line in grid.lines] == sorted((line.name for line in grid.lines), key=str.casefold)
    assert {line.name for line in grid.lines} == {line.name for line in standings(room.event)}
    place = places(standings(room.event))
    for line in grid.lines:
        own = card(room, line.players[0])
        assert (line.total, line.place) == (own.total, own.place) == (own.total, place[line.name])
        assert [(cell.status, cell.table, cell.own, cell.theirs, cell.outcome, cell.worth) for cell in line.cells] == [
            (game.status, game.table, game.own, game.theirs, game.outcome, game.worth) for game in own.games
        ]
    assert [head.round for head in grid.rounds] == [1, 2, 3]
    weeks = room.event.has_meetings
    assert grid.rounds[0].short == ("1.1" if weeks else "1")


def test_a_shared_place_has_the_sign_of_it() -> None:
    room = played("trailer-estates", 16, rounds=1)
    room.do("correct", round=1, table=2, ns=7, ew=3, reason="so that two sides are level")
    room.do("correct", round=1, table=1, ns=7, ew=3, reason="so that two sides are level")
    numbers = Counter(line.place for line in standings(room.event))
    assert max(numbers.values()) > 1
    for line in standings(room.event):
        shared = numbers[line.place] > 1
        assert card(room, line.players[0]).place == (f"{line.place}=" if shared else str(line.place))


def test_a_correction_is_on_the_cards_of_all_four() -> None:
    room = played("alberta", 8, rounds=2)
    table = room.event.rounds[0].table(1)
    room.do("correct", round=1, table=1, ns=10, ew=3, reason="misread the card")
    before = [was for game in card(room, table.seats[0]).games[:1] for was in game.earlier]
    assert before[-1].why == "misread the card"
    for seat, name in enumerate(table.seats):
        game = card(room, name).games[0]
        assert (game.own, game.theirs) == ((10, 3), (3, 10))[seat % 2]
        was = (game.earlier[-1].own, game.earlier[-1].theirs)
        assert was == (before[-1].own, before[-1].theirs)[:: -1 if seat % 2 else 1]
    marked = [line.cells[0].corrected for line in grid_view(Seen(room.evening, rung=False)).lines]
    assert marked.count(True) == 2, "both teams of the table"


def test_a_sub_has_a_card_and_is_on_the_card_of_the_player() -> None:
    room = Room("trailer-estates", 8, rounds=2)
    name = room.event.round.table(1).seats[0]
    room.do("sub", name=name, by="Stan Stand-in")
    room.do("trial-scores")
    own, stan = card(room, name).games[0], card(room, "Stan Stand-in")
    assert own.sub == "Stan Stand-in"
    assert [(game.plays_for, game.own) for game in stan.games] == [(name, own.own)]
    assert not stan.on_list
    assert card(room, own.partner).games[0].partner == "Stan Stand-in"
    cell = next(line for line in grid_view(Seen(room.evening, rung=False)).lines if line.name == name).cells[0]
    assert cell.sub == "Stan Stand-in"


def test_rulings_and_money_are_on_the_card_and_only_where_they_may_be() -> None:
    room = Room("national", 8, rounds=2, settings={"event.money.fee": 500})
    name = room.event.round.table(1).seats[0]
    room.do("rule", name=name, action="warning", reason="slow play")
    room.do("paid", names=[name], paid=True)
    room.do("trial-scores")
    own = card(room, name)
    assert [(ruling.words, ruling.overruled) for ruling in own.rulings] == [("Warning: slow play", "")]
    assert own.paid is True
    assert card(room, room.event.round.table(1).seats[1]).paid is False
    assert [(line.words, line.cents) for line in own.money if line.sure] == [("Fee", -500)]
    assert (card(room, name, money=False).paid, card(room, name, money=False).money) == (None, ())
    room.do("finish")
    sums = balances(ledger(room.event))
    for person in room.event.people:
        assert all(line.sure for line in card(room, person).money)
        assert sum(line.cents for line in card(room, person).money) == sums[person]


def test_nobody_else_has_a_card() -> None:
    with pytest.raises(EventError, match="Nobody called 'Nessie'"):
        card(Room("alberta", 8), "Nessie")
