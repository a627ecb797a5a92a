"""Drawing for partners and places, cutting for the deal, and the first jack."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Card, Pack, Rank
from bowerbird.event import EventError
from bowerbird.event.draw import Cutter, cut_order, cut_order_of, first_dealer, jacks, two_teams
from bowerbird.event.facts import Cut
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from event.evenings import Night, seated
from kit.rows import rows


class Stacked:
    """A shuffle that puts these cards on top, one text for each shuffle; after that, chance."""

    def __init__(self, *tops: str) -> None:
        self.tops = [[Card(text) for text in top.split()] for top in tops]

    def __call__(self, things: list[Any], /) -> None:
        if not self.tops:
            random.Random(1).shuffle(things)
            return
        top = self.tops.pop(0)
        things[:] = [*top, *(thing for thing in things if thing not in top)]


@pytest.mark.clause("ALB-2", "ALB-T4a")
def test_two_highs_play_two_lows_and_the_lowest_deals_for_the_a_team() -> None:
    order = cut_order(["Ann", "Bob", "Cy", "Dee"], Pack(), Stacked("Ts Ah Jd 9c"))
    assert order.names == ("Bob", "Cy", "Ann", "Dee")
    a_team, b_team = two_teams(order)
    assert (a_team, b_team) == (("Dee", "Ann"), ("Bob", "Cy"))


@pytest.mark.clause("ALB-2")
def test_a_tie_for_a_place_is_drawn_again_among_the_tied() -> None:
    order = cut_order(["Ann", "Bob", "Cy", "Dee"], Pack(), Stacked("Kh Ks 9c Ad", "Jh Qc"))
    assert order.names == ("Dee", "Bob", "Ann", "Cy")
    assert order.cards[4:] == (("Ann", "Jh"), ("Bob", "Qc"))


@pytest.mark.clause("ALB-2")
def test_bowers_are_no_bowers_in_a_draw() -> None:
    order = cut_order_of({"Ann": "Jh", "Bob": "Qd", "Cy": "Jd".replace("J", "T"), "Dee": "As"})
    assert order.names == ("Dee", "Bob", "Ann", "Cy")


@pytest.mark.clause("ALB-4a", "ALB-T4b")
def test_one_of_each_team_cuts_and_the_lower_card_deals() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    night.seat(in_order="yes")
    night.do(Cut(table=1, purpose="deal", cards={"Bob": "9h", "Cy": "Kd"}))
    assert night.event.round.table(1).dealer is Seat.S
    night.do(Cut(table=1, purpose="deal", cards={"Ann": "Ah", "Dee": "Kd"}))
    assert night.event.round.table(1).dealer is Seat.W


@pytest.mark.clause("ALB-4a")
def test_equal_ranks_cut_again() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    night.seat(in_order="yes")
    night.refuses(Cut(table=1, purpose="deal", cards={"Ann": "Kh", "Cy": "Kd"}), "both cut a king. They cut again")
    night.refuses(Cut(table=1, purpose="deal", cards={"Ann": "Kh"}), "It takes two to cut")
    night.refuses(Cut(table=1, purpose="deal", cards={"Ann": "Zz", "Cy": "Kd"}), "isn't a card")
    night.refuses(Cut(table=1, purpose="deal", cards={"Ann": "B", "Cy": "Kd"}), "The joker does not count")


@pytest.mark.clause("ALB-T4a")
def test_people_without_partners_sit_down_in_fours_and_cut() -> None:
    night = Night("alberta")
    for name in ("Ann", "Bob", "Cy", "Dee"):
        night.enter(name)
    night.seat()
    table = night.event.round.table(1)
    cards = {name: Card(text).rank for name, text in reversed(table.cut)}
    lows = {table.seats[Seat.N], table.seats[Seat.S]}
    assert max(cards[name] for name in lows) <= min(cards[name] for name in cards if name not in lows)
    assert cards[table.seats[table.dealer]] == min(cards.values())
    assert table.dealer is Seat.N
    assert len(night.event.entries) == 2


@pytest.mark.clause("ALB-T4a")
@rows(("people", "teams", "waiting"), [(5, 2, 1), (6, 3, 2), (7, 3, 3), (8, 4, 0), (11, 5, 3)])
def test_who_is_left_over_pairs_up_or_waits(people: int, teams: int, waiting: int) -> None:
    night = Night("alberta")
    for number in range(people):
        night.enter(f"Player {number}")
    night.seat()
    pairs = [entry for entry in night.event.entries.values() if len(entry.players) == 2]
    assert len(pairs) == teams
    assert len(night.event.round.sitting_out) == waiting
    night.quick()
    night.seat()


@pytest.mark.clause("ALB-T4b")
def test_teams_draw_for_places_or_take_the_first_open_one() -> None:
    in_order = Night("alberta", 16)
    in_order.seat(in_order="yes")
    assert [table.seats[0] for table in in_order.event.round.tables] == ["Ann", "Eve", "Ida", "Max"]
    firsts = set()
    for seed in range(8):
        drawn = seated("alberta", 16, seed=seed)
        firsts.add(drawn.at(1, "N"))
        # Nobody has shown a card yet, so none is written down.
        assert not any(table.cut for table in drawn.event.round.tables)
    assert len(firsts) > 2


@pytest.mark.clause("CCC-3a")
def test_the_first_jack_is_the_pivot_and_the_second_the_partner() -> None:
    assert jacks(Seat, Pack(), Stacked("9c 9d Jh 9s Tc Jd")) == (Seat.S, Seat.E)


@pytest.mark.clause("CCC-3a")
def test_two_jacks_to_one_player_do_not_make_a_partner() -> None:
    assert jacks(Seat, Pack(), Stacked("Jh 9d 9h 9s Jd Td Th Js")) == (Seat.N, Seat.W)
    all_four = "Jh 9d 9h 9s Jd Td Th Ts Jc Qd Qh Qs Js Kd Kh Ks"
    assert jacks(Seat, Pack(), Stacked(all_four, "9d Jh")) == (Seat.N, Seat.E)


@pytest.mark.clause("STJ-1")
def test_the_first_jack_deals() -> None:
    dealer = first_dealer(("Ann", "Bob", "Cy", "Dee"), load_rulebook("st-joe"), Stacked("9c 9d 9h Js"))
    assert dealer is Seat.W


@pytest.mark.clause("STJ-1")
def test_each_game_has_its_own_draw_for_the_dealer() -> None:
    night = Night("st-joe", 4)
    dealers = set()
    for _ in range(12):
        night.seat()
        dealers.add(night.event.round.table(1).dealer)
        night.quick()
    assert len(dealers) > 1


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_a_cut_always_ends_with_everybody_in_one_place(seed: int, people: int) -> None:
    names = [f"P{number}" for number in range(people)]
    order = cut_order(names, Pack(), random.Random(seed).shuffle)
    assert sorted(order.names) == names
    drawn = {name: [Card(card).rank for who, card in order.cards if who == name] for name in names}
    for higher, lower in zip(order.names, order.names[1:], strict=False):
        assert drawn[higher] > drawn[lower]


def test_a_cut_made_at_the_table_goes_before_the_machine() -> None:
    cutter = Cutter(Pack(), random.Random(1).shuffle, {(3, "deal"): {"Ann": "9h", "Bob": "Ah"}})
    assert cutter.between(3, "deal", ["Ann"], ["Bob"]).highest == "Bob"
    strangers = cutter.between(3, "deal", ["Cy"], ["Dee"])
    assert set(strangers.names) == {"Cy", "Dee"}


def test_level_cards_from_a_table_are_refused() -> None:
    with pytest.raises(EventError, match="They cut again"):
        cut_order_of({"Ann": "9h", "Bob": "9c"})
    assert Card("9h").rank is Rank.NINE
