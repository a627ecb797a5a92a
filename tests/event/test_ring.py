"""Winners round the ring, losers split, draws by cut, and sitting players."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Pack
from bowerbird.event import EventError
from bowerbird.event import facts as f
from bowerbird.event.draw import Cutter
from bowerbird.event.export import event_record
from bowerbird.event.movements import movement_of
from bowerbird.event.movements._people import winners_of
from bowerbird.event.movements._places import Outcome
from bowerbird.event.movements.ring import round_the_ring
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat, Side
from event.evenings import Night, four
from event.records import check_everybody_has_one_place, check_sit_outs
from kit.rows import rows

THREE_TABLES = ("n1 e1 s1 w1", "n2 e2 s2 w2", "n3 e3 s3 w3")
PEOPLE = " ".join(THREE_TABLES).split()


def cuts(**made: str) -> Cutter:
    """`cuts(t1="e1=Kh w1=9c")`: the cuts for the deal, by table."""
    read = {(int(key[1:]), "deal"): dict(cut.split("=") for cut in text.split()) for key, text in made.items()}
    return Cutter(Pack(), random.Random(1).shuffle, read)


def outcomes(*winners: Side | None, tables: tuple[str, ...] = THREE_TABLES) -> list[Outcome]:
    return [
        Outcome(f.Table(number, four(names)), winner)
        for number, (names, winner) in enumerate(zip(tables, winners, strict=True), 1)
    ]


@pytest.mark.clause("NAT-C4")
def test_the_two_winners_go_opposite_ways_one_table() -> None:
    places, _ = round_the_ring(outcomes(Side.NS, Side.EW, Side.NS), (), cuts(), "higher deals")
    at = {name: number for number, place in enumerate(places, 1) for name in place.chairs}
    assert (at["n1"], at["s1"]) == (2, 3)
    assert (at["e2"], at["w2"]) == (3, 1)
    assert (at["n3"], at["s3"]) == (1, 2)


@pytest.mark.clause("NAT-C5")
def test_the_losers_stay_and_cut_and_the_higher_card_deals_first_the_other_second() -> None:
    cutter = cuts(t1="e1=9h w1=Kh", t2="n2=Ah s2=Th", t3="e3=Qd w3=Jd")
    places, _ = round_the_ring(outcomes(Side.NS, Side.EW, Side.NS), (), cutter, "higher deals")
    for place, (first, second) in zip(places, [("w1", "e1"), ("n2", "s2"), ("e3", "w3")], strict=True):
        assert place.dealer is not None
        assert place.chairs[place.dealer] == first
        assert place.chairs[place.dealer.left] == second
        assert place.chairs[place.dealer.partner] not in (first, second)


@pytest.mark.clause("NAT-C5")
def test_a_cut_written_down_by_the_director_decides_who_deals() -> None:
    night = Night("national", PEOPLE)
    night.sit(*THREE_TABLES)
    for number in (1, 2, 3):
        night.score(number, 11, 3)
    night.do(f.Cut(table=1, purpose="deal", cards={"e1": "9h", "w1": "Ah"}))
    night.seat()
    table = night.event.round.table(1)
    assert table.seats[table.dealer] == "w1"
    assert table.seats[table.dealer.left] == "e1"


@pytest.mark.clause("NAT-C3")
def test_after_a_draw_the_last_dealer_and_the_player_on_the_right_cut_and_the_higher_pair_moves() -> None:
    made = {(1, "move"): {"e1": "Ah", "n1": "9h"}}
    cutter = Cutter(Pack(), random.Random(1).shuffle, made)
    table = f.Table(1, four(THREE_TABLES[0]))
    assert winners_of(Outcome(table, None, Seat.E), cutter) is Side.EW
    low = Cutter(Pack(), random.Random(1).shuffle, {(1, "move"): {"e1": "Th", "n1": "Jh"}})
    assert winners_of(Outcome(table, None, Seat.E), low) is Side.NS


@pytest.mark.clause("NAT-C3")
@rows("dealer", Seat)
def test_without_a_written_cut_the_right_two_people_cut(dealer: Seat) -> None:
    asked: list[tuple[str, str]] = []

    class Watching(Cutter):
        def between(self, table: int, purpose: str, first: Any, second: Any) -> Any:
            asked.append((first[0], second[0]))
            return super().between(table, purpose, first, second)

    table = f.Table(1, four(THREE_TABLES[0]))
    winners_of(Outcome(table, None, dealer), Watching(Pack(), random.Random(1).shuffle, {}))
    assert asked == [(table.seats[dealer], table.seats[dealer.right])]


@pytest.mark.clause("NAT-C3", "NAT-C1")
def test_the_cut_after_a_draw_does_not_touch_the_score() -> None:
    night = Night("national", PEOPLE)
    night.sit(*THREE_TABLES)
    night.do(f.Bell())
    night.score(1, 5, 5)
    night.score(2, 11, 3)
    night.score(3, 4, 6)
    night.refuses(f.Cut(table=2, purpose="move", cards={"n2": "Ah", "e2": "9h"}), "has no draw, so nobody cuts to move")
    night.refuses(f.Cut(table=1, purpose="move", cards={"w1": "Ah", "e1": "9h"}), "one of each side")
    night.refuses(f.Cut(table=1, purpose="move", cards={"w1": "Ah", "n2": "9h"}), "one of each side")
    night.refuses(f.Cut(table=1, purpose="deal", cards={"w2": "Ah", "n2": "9h"}), "w2 and n2 do not sit at table 1")
    night.do(f.Cut(table=1, purpose="move", cards={"w1": "Ah", "s1": "9h"}))
    night.seat()
    assert (night.table_of("e1"), night.table_of("w1")) == (2, 3)
    assert {night.table_of("n1"), night.table_of("s1")} == {1}
    assert [night.line(name).total for name in ("n1", "e1", "n2", "e2", "n3", "e3")] == [1, 1, 2, 0, 0, 2]
    assert [night.line(name).draws for name in ("n1", "w1", "n2")] == [1, 1, 0]


@pytest.mark.clause("NAT-C2")
def test_nobody_moves_before_every_table_has_its_score() -> None:
    night = Night("national", PEOPLE)
    night.sit(*THREE_TABLES)
    night.score(1, 11, 3)
    night.score(3, 11, 3)
    night.refuses(f.RoundClosed(), "Nobody can move yet. Missing: table 2 with no score")
    with pytest.raises(EventError, match="table 2 with no score"):
        night.seat()
    night.do(f.ScoreEntered(table=2, score=f.Score(2, 11), by="n2"))
    night.refuses(f.RoundClosed(), "table 2 with a score that nobody has accepted")


@pytest.mark.clause("NAT-P9a")
def test_beside_a_sitting_player_one_game_across_left_then_right_then_out() -> None:
    places, movers = round_the_ring(outcomes(Side.EW, Side.NS, Side.NS), {"n1"}, cuts(), "higher deals")
    first = places[0].chairs
    assert first[Seat.N] == "n1"
    assert first[Seat.W] == "e1"  # from the sitting player's left to the right
    at = {name: number for number, place in enumerate(places, 1) for name in place.chairs}
    assert (at["s1"], at["w1"]) == (2, 3)  # the partner and the player on the right have gone, win or lose
    assert {first[Seat.S], first[Seat.E]} == {"n3", "s2"}
    assert len(movers) == 6


@pytest.mark.clause("NAT-P9a")
@rows("winner", Side)
@rows("seat", Seat)
def test_a_sitting_player_stays_win_or_lose_in_any_chair(winner: Side, seat: Seat) -> None:
    rows = outcomes(winner, Side.NS, Side.EW)
    keeper = rows[0].table.seats[seat]
    places, _ = round_the_ring(rows, {keeper}, cuts(), "higher deals")
    assert places[0].chairs[seat] == keeper
    assert places[0].chairs[seat.right] == rows[0].table.seats[seat.left]


@pytest.mark.clause("NAT-P9b")
def test_the_sitting_player_cuts_against_the_opposition_and_the_higher_card_deals() -> None:
    rows = outcomes(Side.EW, Side.NS, Side.NS)
    place = round_the_ring(rows, {"n1"}, cuts(), "higher deals")[0][0]
    assert place.cut == ()  # nobody has shown a card
    assert place.dealer in (Seat.N, Seat.E)
    for opponent in (place.chairs[Seat.E], place.chairs[Seat.W]):
        for own, other in (("9h", "Kc"), ("Kh", "9c")):
            made = cuts(t1=f"n1={own} {opponent}={other}")
            place = round_the_ring(rows, {"n1"}, made, "higher deals")[0][0]
            assert place.dealer is not None
            assert place.chairs[place.dealer] == ("n1" if own == "Kh" else opponent)
            assert dict(place.cut) == {"n1": own, opponent: other}


@pytest.mark.clause("NAT-P9a")
def test_two_sitting_players_at_one_table_are_refused() -> None:
    night = Night("national", PEOPLE)
    night.do(f.SittingPlayerNamed(name="n1"), f.SittingPlayerNamed(name="e1"))
    both = tuple(f.Table(number, four(names)) for number, names in enumerate(THREE_TABLES, 1))
    night.refuses(f.RoundStarted(tables=both), "n1 and e1 are sitting players; a table can keep one of them only")
    night.seat()
    assert night.table_of("n1") != night.table_of("e1")


@pytest.mark.clause("NAT-P9a")
def test_of_more_sitting_players_than_tables_the_last_move_like_everybody_else() -> None:
    night = Night("national", PEOPLE)
    night.do(*(f.SittingPlayerNamed(name=name) for name in PEOPLE[:4]))
    night.seat()
    assert night.event.keepers() == tuple(PEOPLE[:3])
    assert len({night.table_of(name) for name in PEOPLE[:3]}) == 3
    says = movement_of(night.event.book).shifted(night.event)
    assert says == (f"There are more sitting players than tables. {PEOPLE[3]} moves like everybody else.",)
    chairs = {name: night.event.round.table_of(name) for name in PEOPLE[:3]}
    night.quick()
    night.seat()
    assert all(table and table.number == night.table_of(name) for name, table in chairs.items())
    night.quick()
    night.do(*(f.Left(name=name) for name in PEOPLE[8:]))
    night.seat()
    assert night.event.keepers() == tuple(PEOPLE[:2])


def test_at_one_table_a_sitting_player_partners_everybody_in_turn() -> None:
    night = Night("national", 4)
    night.do(f.SittingPlayerNamed(name="Ann"))
    partners = []
    for _ in range(3):
        night.seat()
        table = night.event.round.table(1)
        partners.append(table.seats[Seat(table.seats.index("Ann")).partner])
        night.quick()
    assert sorted(partners) == ["Bob", "Cy", "Dee"]


@given(st.integers(1, 50), st.data())
def test_the_ring_conserves_people_and_changes_partners(tables: int, data: st.DataObject) -> None:
    rows = []
    for number in range(1, tables + 1):
        names = four(" ".join(f"{letter}{number}" for letter in "nesw"))
        winner = data.draw(st.sampled_from((Side.NS, Side.EW, None)))
        rows.append(Outcome(f.Table(number, names), winner))
    sitting = {data.draw(st.sampled_from(row.table.seats)) for row in rows if data.draw(st.integers(0, 3)) == 0}
    seed = data.draw(st.integers(0, 1000))
    places, movers = round_the_ring(rows, sitting, Cutter(Pack(), random.Random(seed).shuffle, {}), "higher deals")
    now = Counter(name for place in places for name in place.chairs)
    assert now == Counter(name for row in rows for name in row.table.seats)
    assert len(movers) == 2 * tables
    had = {row.table.seats[seat]: row.table.seats[seat.partner] for row in rows for seat in Seat}
    for place in places:
        for seat in Seat:
            assert had[place.chairs[seat]] != place.chairs[seat.partner]


@rows("people", [4, 5, 6, 7, 9, 14, 23])
@rows("sitting", [0, 1])
def test_sit_outs_are_even_and_sitting_players_keep_their_chairs(people: int, sitting: int) -> None:
    event, _ = simulate(load_rulebook("national"), people, 14, random.Random(people), sitting=sitting)
    record = event_record(event)
    check_everybody_has_one_place(record)
    if not sitting:
        check_sit_outs(record)
    for name in record["players"][:sitting]:
        chairs = {
            (table["table"], seat)
            for each in record["rounds"]
            for table in each["tables"]
            for seat in "NESW"
            if table[seat] == name
        }
        assert len(chairs) == 1
