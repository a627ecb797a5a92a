"""Draws and cuts: only the people whom the rules name, only cards that were shown or asked for, put right later."""

from __future__ import annotations

from typing import Any

import pytest

from bowerbird.evening.history import words_of
from bowerbird.event import EventError
from bowerbird.event.cutting import drawn_cuts
from bowerbird.event.facts import Bell, Cut
from bowerbird.event.room import where
from bowerbird.seats import Seat
from desk.desks import PUBLIC, Room
from event.evenings import Night, house
from kit.rows import rows


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


def test_who_deals_and_who_cuts_again_are_told_with_subs_by_their_own_names() -> None:
    room = Room("alberta")
    north, east, south, west = seats(room)
    room.do("sub", name=north, by="Stan", born=1950, zone="Red")
    said = room.do("draw", table=1, cards=[("Stan", "Qh"), (east, "Qc")])
    assert said == (f"Table 1: Stan and {east} showed equal cards and cut again.",)
    said = room.do("draw", table=1, cards=[("Stan", "9h"), (east, "Qc")])
    teams = f"Stan and {south} are team A. {east} and {west} are team B."
    assert said == (f"Table 1: {teams} Stan deals first.",)
    said = room.do("cut", table=1, purpose="deal", cards={"Stan": "9h", west: "Qc"}, reason="they cut again")
    assert said[-1] == "Table 1: Stan deals first."
    tied = Room("national", people=8)
    tied.score(2, 11, 4)
    tied.do("sub", name=seats(tied)[0], by="Stan")
    tied.do("bell")
    tied.score(1, 3, 3, last_dealer=0)
    assert "drawn for Stan: " in tied.do("cut", table=1, purpose="move", draw=True)[0]


@rows("rules", ["trailer-estates", "national", "alberta"])
def test_two_of_a_side_never_draw_for_the_first_deal(rules: str) -> None:
    room = Room(rules)
    _, east, _, west = seats(room)
    room.refuses(f"{east} and {west} are partners", "draw", table=1, cards=[(east, "Qh"), (west, "Tc")])


@rows("rules", ["trailer-estates", "national"])
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


def tied(*, last_dealer: int | None = None, people: int = 8) -> Room:
    """A National round in which table 1 has tied, and every other table has not."""
    room = Room("national", people)
    room.do("bell")
    for number in range(2, people // 4 + 1):
        room.score(number, 11, 3)
    room.score(1, 5, 5, last_dealer=None if last_dealer is None else "NESW"[last_dealer])
    return room


def cuts(room: Room) -> list[Cut]:
    return [fact for command in room.story.commands for fact in command.record.facts if isinstance(fact, Cut)]


@pytest.mark.clause("NAT-C3")
@rows("what", ["next", "close-round"])
@rows("unfinished", [{}, {"unfinished": "not counted"}])
def test_nobody_moves_after_a_tie_until_the_cut_is_entered(what: str, unfinished: dict[str, Any]) -> None:
    room = tied()
    room.refuses("Table 1 is tied. Who dealt the last hand", what, **unfinished)
    assert cuts(room) == []
    north, east, *_ = seats(room)
    room.do("correct", table=1, ns=5, ew=5, last_dealer="E", reason="asked")
    room.refuses(f"Table 1 is tied. {east} and {north} cut: the pair with the higher card moves", what, **unfinished)
    room.do("cut", table=1, purpose="move", cards={east: "Kh", north: "9c"})
    room.do(what, **unfinished)
    assert [fact.cards for fact in cuts(room)] == [{east: "Kh", north: "9c"}]


@pytest.mark.clause("NAT-C3")
def test_the_cut_names_the_last_dealer_whom_nobody_wrote_down() -> None:
    room = tied()
    north, east, south, west = seats(room)
    room.refuses("Who dealt the last hand at table 1", "cut", table=1, purpose="move", cards={east: "Kh", north: "9c"})
    room.refuses("Who dealt the last hand at table 1", "cut", table=1, purpose="move", draw=True)
    wrong = f"At table 1 {east}, who dealt last, and {north}, on the right, cut, and nobody else"
    for cards in ({south: "Kh", east: "9c"}, {south: "Kh", west: "9c"}, {north: "Kh", east: "9c", south: "9h"}):
        room.refuses(wrong, "cut", table=1, purpose="move", last_dealer=east, cards=cards)
    room.do("cut", table=1, purpose="move", last_dealer=east, cards={east: "Kh", north: "9c"})
    assert room.result(1).score.last_dealer == 1
    room.do("next")
    moved = {name for table in room.event.round.tables[1:] for name in table.seats}
    assert moved >= {east, west}


@pytest.mark.clause("NAT-C3")
def test_the_score_and_the_cut_name_the_same_last_dealer() -> None:
    room = tied(last_dealer=2)
    north, east, south, _ = seats(room)
    refusal = f"By its score, {south} dealt the last hand at table 1"
    room.refuses(refusal, "cut", table=1, purpose="move", last_dealer=east, cards={east: "Kh", north: "9c"})
    room.do("cut", table=1, purpose="move", cards={south: "Kh", east: "9c"})
    # The score says otherwise later, so other people cut.
    room.do("correct", table=1, ns=5, ew=5, last_dealer="E", reason="asked")
    room.refuses(f"Table 1 is tied. {east} and {north} cut", "next")


@pytest.mark.clause("NAT-C3")
def test_cards_are_drawn_only_when_somebody_asks_for_it() -> None:
    room = tied()
    north, _, _, west = seats(room)
    room.refuses("not both", "cut", table=1, purpose="move", draw=True, last_dealer=north, cards={north: "Kh"})
    said = room.do("cut", table=1, purpose="move", last_dealer=north, draw=True)
    (drawn,) = cuts(room)
    assert drawn.drawn
    assert set(drawn.cards) == {north, west}
    assert said[0].startswith(f"Table 1: drawn for {north}: ")
    assert any("drawn by Bowerbird" in words for words in told(room))
    room.do("next")
    assert len(cuts(room)) == 1


def told(room: Room) -> list[str]:
    return [words for command in room.story.commands for words in words_of(command, room.story.commands, room.event)]


@pytest.mark.clause("NAT-C3")
@rows("later", [0, 1, 2])
def test_a_wrong_cut_is_put_right_also_after_the_next_seating_with_what_it_changes_shown_before(later: int) -> None:
    room = tied(last_dealer=1)
    north, east, south, west = seats(room)
    room.do("cut", table=1, purpose="move", cards={east: "Kh", north: "9c"})
    if later:
        room.do("next")
    if later > 1:
        room.next_round()
    before = room.event.rounds[1:]
    right: dict[str, Any] = {"round": 1, "table": 1, "purpose": "move", "cards": {east: "9h", north: "Kc"}}
    shown = f"{north} & {south} move, not {east} & {west}"
    room.refuses(f"Table 1 has a cut already.*{shown}.*Say why", "cut", **right)
    room.refuses("has this cut already", "cut", **{**right, "cards": {east: "Kh", north: "9c"}}, reason="again")
    said = " ".join(room.do("cut", **right, reason="read the wrong way round"))
    assert shown in said
    assert ("Round 2 stays as it was seated" in said) == bool(later)
    assert ("undo the seating" in said) == (later == 1)
    assert dict(room.event.rounds[0].cuts[1, "move"]) == {east: "9h", north: "Kc"}
    assert room.event.rounds[1:] == before
    assert room.again().evening == room.evening
    if not later:
        room.do("next")
        assert {name for table in room.event.round.tables[1:] for name in table.seats} >= {north, south}


@pytest.mark.clause("NAT-C3")
def test_a_tie_that_is_found_once_the_round_is_closed_takes_its_cut_as_before() -> None:
    room = Room("national", 8)
    room.do("bell")
    room.score(1, 6, 5)
    room.score(2, 11, 3)
    room.do("close-round")
    room.do("correct", table=1, ns=5, ew=5, reason="added up wrongly")
    room.refuses("Table 1 is tied. Who dealt the last hand", "next")
    north, east, *_ = seats(room)
    room.do("cut", table=1, purpose="move", last_dealer=east, cards={east: "Kh", north: "9c"})
    assert [fact.round for fact in cuts(room)] == [1]
    room.do("next")
    assert room.again().evening == room.evening


@pytest.mark.clause("NAT-C3")
def test_another_last_dealer_is_told_by_name() -> None:
    room = tied(last_dealer=1)
    _, _, south, _ = seats(room)
    said = room.do("correct", table=1, ns=5, ew=5, last_dealer="S", reason="asked")
    assert said[0] == f"Round 1, table 1: 5 to 5 stays, and {south} dealt the last hand."


@pytest.mark.clause("NAT-C3")
def test_a_drawing_that_is_refused_shows_the_cut_that_counts_and_no_cards_that_were_not_drawn() -> None:
    room = tied(last_dealer=1)
    north, east, *_ = seats(room)
    room.do("cut", table=1, purpose="move", cards={east: "Kh", north: "9c"})
    refusal = rf"^Table 1 has a cut already: {east} Kh, {north} 9c\. Say why to replace it\.$"
    room.refuses(refusal, "cut", table=1, purpose="move", draw=True)


@pytest.mark.clause("NAT-C5", "NAT-P9b")
def test_only_the_losers_cut_for_the_next_deal_and_only_the_sitting_player_with_the_opposition() -> None:
    room = Room("national", 8, seat=False)
    keeper = next(iter(room.event.people))
    room.do("sitting", name=keeper)
    room.do("seat")
    room.do("bell")
    kept, other = sorted((1, 2), key=lambda number: keeper not in seats(room, number))
    room.score(kept, 11, 3)
    room.score(other, 11, 3)
    north, east, _, west = seats(room, other)
    refusal = f"{north} and {east} can't cut for this deal. {east} and {west} cut for the deal"
    room.refuses(refusal, "cut", table=other, purpose="deal", cards={north: "Kh", east: "9c"})
    room.do("cut", table=other, purpose="deal", cards={east: "Kh", west: "9c"})
    room.refuses(f"has a cut already.*{west} deals", "cut", table=other, purpose="deal", cards={east: "9h", west: "Kc"})
    stranger = dict(zip(seats(room, kept)[:2], ("Kh", "9c"), strict=True))
    room.refuses("Seat the next round first", "cut", table=kept, purpose="deal", cards=stranger)
    room.do("next")
    four = seats(room, kept)
    chair = Seat(four.index(keeper))
    opposition = {four[chair.left]: "Kh", four[chair.right]: "9c"}
    room.refuses(f"{keeper} and .* cut for the deal", "cut", table=kept, purpose="deal", cards=opposition)
    room.do("cut", table=kept, purpose="deal", cards={four[chair]: "9h", four[chair.right]: "Tc"})
    assert four[chair.right] == seats(room, kept)[room.event.round.table(kept).dealer]
    room.do("cut", table=kept, purpose="deal", draw=True)
    assert cuts(room)[-1].drawn


def test_nobody_cuts_to_move_where_results_do_not_move_people() -> None:
    room = Room("alberta")
    room.score(1, 10, 4)
    north, east, *_ = seats(room)
    room.refuses("no draw, so nobody cuts", "cut", table=1, purpose="move", cards={north: "Kh", east: "9c"})
    room.refuses("after everyone has moved", "cut", table=1, purpose="deal", cards={north: "Kh", east: "9c"})


def test_a_tie_that_is_only_written_down_is_entered_before_its_cut() -> None:
    room = Room("national", people=8)
    room.score(2, 11, 4)
    north, east, *_ = seats(room)
    for maker in (north, east):
        room.do("hand", table=1, maker=maker, tricks=3)
    dealt, right = seats(room)[room.event.round.table(1).dealer.left], seats(room)[room.event.round.table(1).dealer]
    room.refuses(f"{dealt} and {right} cut", "next", unfinished="counted")
    cards = {dealt: "Kh", right: "9c"}
    room.refuses("Table 1 has no score yet. Enter it first, then the cut.", "cut", table=1, purpose="move", cards=cards)
    room.do("stop", table=1, ns=1, ew=1)
    room.do("cut", table=1, purpose="move", cards=cards)
    room.do("next")
    other = Room("alberta")
    north, east, *_ = seats(other)
    other.refuses("no draw, so nobody cuts", "cut", table=1, purpose="move", cards={north: "Kh", east: "9c"})


@pytest.mark.clause("NAT-C5")
def test_nobody_is_told_to_deal_before_the_losers_have_cut() -> None:
    room = tied(last_dealer=1, people=12)
    room.do("cut", table=1, purpose="move", draw=True)
    room.do("cut", table=2, purpose="deal", draw=True)
    room.do("next")
    dealt = room.event.round.table(2)
    assert [table["dealer"] for table in room.view(PUBLIC)["tables"]] == [-1, int(dealt.dealer), -1]
    assert [table["dealer"] for table in room.view()["tables"]] == [-1, int(dealt.dealer), -1]
    first = room.event.round.table(1)
    assert not any("You deal first" in where(room.event, name) for name in first.seats)
    # The board, the desk and the phones name the two who cut.
    assert "cut for the deal" in room.view()["tables"][0]["cut"]
    room.do("cut", table=1, purpose="deal", draw=True)
    dealer = room.event.round.table(1).dealer
    assert room.view(PUBLIC)["tables"][0]["dealer"] == dealer
    assert "You deal first" in where(room.event, room.event.round.table(1).seats[dealer])


def test_a_table_that_did_not_play_has_no_cut_to_put_right() -> None:
    room = Room("national")
    room.do("bell")
    room.score(1, 11, 3)
    north, east, *_ = seats(room, 2)
    room.do("next", unfinished="not counted")
    asked = {"table": 2, "purpose": "deal", "cards": {north: "Kh", east: "9c"}, "last_dealer": north}
    room.refuses("Table 2 did not play in round 1", "cut", round=1, **asked)


def test_an_evening_ends_on_a_tie_without_a_cut() -> None:
    room = tied()
    room.do("finish")
    assert cuts(room) == []
    assert room.event.finished


@rows("movement", ["head table", "losers move on", "winners round the ring"])
def test_every_movement_by_results_waits_for_the_cut_after_a_tie(movement: str) -> None:
    night = Night(house("national", f'[event]\nmovement = "{movement}"'), 8)
    night.seat()
    night.do(Bell())
    night.score(1, 5, 5)
    night.score(2, 11, 3)
    with pytest.raises(EventError, match=r"Table 1 is tied\. Who dealt the last hand"):
        night.seat()
    night.do(*drawn_cuts(night.event, night.chance.shuffle))
    night.seat()
