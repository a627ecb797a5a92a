"""Whatever happens, in whatever order, sensible or not: nobody is in two places, and the money sums to zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import EventError, Fact, replay, standings
from bowerbird.event import facts as f
from bowerbird.event.export import event_record, result_rows
from bowerbird.event.money import balances, ledger
from bowerbird.event.room import where
from bowerbird.event.season import season, weeks_of
from bowerbird.event.simulate import quick_game
from bowerbird.event.tell import told
from bowerbird.seats import Seat
from event.evenings import CLUBS, Night, house, name_of, seated
from kit.amount import amount

MONEY = """
[event.money]
fee = 333
pot = "all paid out"
stake_each_game = 7
one_prize_each = true
side_pots = { "most loners" = 50, "last place" = 11 }
"""

people = st.integers(0, 13).map(name_of)
anybody = st.one_of(people, st.sampled_from(["Zed", "Yve", ""]))
tables = st.integers(1, 3)
facts: st.SearchStrategy[Fact] = st.one_of(
    *(st.builds(kind, name=people) for kind in (f.CheckedIn, f.Late, f.Absent, f.Left)),
    st.builds(f.Renamed, name=people, to=anybody),
    st.builds(f.EntryRemoved, name=people),
    st.builds(f.EntriesMerged, name=people, into=people),
    st.builds(f.CheckedIn, name=people, here=st.just(False)),
    st.builds(f.FeePaid, name=people, paid=st.booleans()),
    st.builds(f.Substituted, name=people, by=anybody),
    st.builds(f.Moved, first=people, second=people),
    st.builds(f.Ruled, name=people, action=st.just("points off"), points=st.integers(0, 3), reason=st.just("x")),
    st.builds(f.Ruled, name=people, action=st.just("removed"), reason=st.sampled_from(["x", ""])),
    st.builds(f.StoodDown, table=tables, reason=st.just("x")),
    st.builds(f.ScoreAccepted, table=tables, by=anybody),
    st.builds(f.ScoreDisputed, table=tables, by=anybody),
    st.builds(f.SittingPlayerNamed, name=people, sitting=st.booleans()),
    st.builds(
        f.Cut,
        table=tables,
        purpose=st.sampled_from(["move", "deal"]),
        cards=st.dictionaries(people, st.sampled_from(["Ah", "9c", "Td"])),
    ),
    st.sampled_from([f.Bell(), f.RoundClosed(), f.TargetSet(points=7), f.Finished()]),
)
rows = st.lists(st.one_of(facts, st.sampled_from(["play", "play", "next", "score", "correct", "walk in", "undo"])))


def attempt(night: Night, what: Any, data: st.DataObject) -> None:
    """Let it happen, or be refused."""

    def score() -> f.Score:
        return quick_game(night.event.book, Seat.N, night.chance)

    acts: dict[str, Callable[[], None]] = {
        "play": lambda: night.quick(),
        "next": lambda: night.seat(lines=data.draw(st.sampled_from(["A up", "B down", "both"]))),
        "score": lambda: night.do(f.ScoreEntered(table=data.draw(tables), score=score(), by=data.draw(anybody))),
        "correct": lambda: night.do(
            f.ScoreCorrected(round=data.draw(tables), table=data.draw(tables), score=score(), reason="x")
        ),
        "walk in": lambda: night.enter(name_of(len(night.event.people))),
        "undo": lambda: night.undo(data.draw(st.integers(1, 3))),
    }
    if isinstance(what, str):
        acts[what]()
    else:
        night.do(what)


def check(night: Night) -> None:
    event = night.event
    postings = ledger(event)
    assert all(sum(posting.amounts.values()) == 0 for posting in postings)
    money = balances(postings)
    assert sum(money.values()) == 0
    if event.finished:
        assert not any(cents for account, cents in money.items() if account not in event.people)
    ranked = Counter(name for line in standings(event) for name in line.players)
    assert set(ranked.values()) <= {1}
    for past in event.rounds:
        placed = [name for table in past.tables for name in table.seats] + list(past.sitting_out)
        assert len(set(placed)) == len(placed)
        playing = [
            past.subs.get(name, name)
            for table in past.tables
            if table.number not in past.stood_down or table.number in past.results
            for name in table.seats
        ]
        assert len(set(playing)) == len(playing)


@settings(max_examples=amount(8, full=60), deadline=None)
@given(st.sampled_from(CLUBS), st.integers(4, 13), st.integers(0, 99), rows, st.data())
def test_any_row_of_facts_leaves_the_room_and_the_money_in_order(
    rules: str, count: int, seed: int, row: list[Any], data: st.DataObject
) -> None:
    night = seated(house(rules, MONEY), count, rounds=6, seed=seed)
    for what in row:
        before = night.event
        try:
            attempt(night, what, data)
        except EventError:
            assert night.event == before or what == "walk in"
        check(night)
    assert replay(night.facts) == night.event
    # Everything that people look at can be looked at.
    assert all(told(fact) for fact in night.facts)
    assert len(result_rows(night.event)) == 1 + sum(len(past.tables) for past in night.event.rounds)
    assert all(where(night.event, name) for name in night.event.people if night.event.rounds)
    season(weeks_of(night.event), night.event.book.event.season, night.event.finished)
    assert event_record(night.event)["players"] == list(night.event.people)
