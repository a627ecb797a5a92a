"""Draws and cuts: only the people whom the rules name, only cards that were shown or asked for, put right later."""

from __future__ import annotations

import pytest

from desk.desks import Room


def seats(room: Room, table: int = 1) -> tuple[str, str, str, str]:
    return room.event.round.table(table).seats


@pytest.mark.clause("ALB-4a", "ALB-T4b")
def test_opponents_cut_for_the_deal_and_partners_are_refused_by_name() -> None:
    room = Room("alberta")
    north, east, south, west = seats(room)
    refusal = (
        f"{north} and {south} are partners, and opponents cut. Enter one card of {north} or {south}, and one of "
        f"{east} or {west}."
    )
    room.refuses(refusal, "draw", table=1, cards=[(north, "Qh"), (south, "Tc")])
    room.refuses(refusal, "cut", table=1, purpose="deal", cards={north: "Qh", south: "Tc"})
    everybody = dict(zip((north, east, south, west), ("Qh", "Tc", "9s", "Kd"), strict=True))
    for cards in (everybody, {north: "Qh", east: "Tc", south: "9s"}):
        room.refuses("Two people cut at table 1: one of", "cut", table=1, purpose="deal", cards=cards)
        room.refuses("Two people cut at table 1: one of", "draw", table=1, cards=list(cards.items()))
    room.do("draw", table=1, cards=[(north, "Qh"), (west, "Tc")])
    assert room.event.round.table(1).dealer == 3
    room.do("cut", table=1, purpose="deal", cards={south: "9h", east: "Tc"})
    assert room.event.round.table(1).dealer == 2


@pytest.mark.clause("ALB-4a")
def test_a_sub_who_cuts_is_refused_by_the_own_name() -> None:
    room = Room("alberta")
    north, _, south, _ = seats(room)
    room.do("sub", name=south, by="Stan", born=1950, zone="Red")
    room.refuses(f"{north} and Stan are partners", "cut", table=1, purpose="deal", cards={north: "Qh", "Stan": "Tc"})


@pytest.mark.parametrize("rules", ["trailer-estates", "national", "alberta"])
def test_two_of_a_side_never_draw_for_the_first_deal(rules: str) -> None:
    room = Room(rules)
    _, east, _, west = seats(room)
    room.refuses(f"{east} and {west} are partners", "draw", table=1, cards=[(east, "Qh"), (west, "Tc")])


@pytest.mark.parametrize("rules", ["trailer-estates", "national"])
def test_where_partners_change_all_four_draw_or_one_of_each_side(rules: str) -> None:
    room = Room(rules)
    four = seats(room)
    cards = list(zip(four, ("Qh", "Tc", "9s", "Kd"), strict=True))
    room.refuses("All four cut at table 1, or one of each side", "draw", table=1, cards=cards[:3])
    room.do("draw", table=1, cards=cards)
    room.do("draw", table=1, cards=cards[:2])
    room.refuses("It takes two to cut", "draw", table=1, cards=cards[:1])
    other = seats(room, 2)[0]
    room.refuses("does not play at table 1", "draw", table=1, cards=[(four[0], "Qh"), (other, "Tc")])
