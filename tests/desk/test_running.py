"""The running card of a table at the desk: hands one by one, rulings between them, and the score that follows."""

from __future__ import annotations

import pytest

from bowerbird.evening.facts import CommandRecord
from bowerbird.evening.running import running
from bowerbird.evening.setup_form import setup_form
from bowerbird.evening.state import Command
from bowerbird.event.facts import Score, ScoreCorrected, SideCard
from bowerbird.event.money import balances, ledger
from bowerbird.event.scores import asks_winner
from bowerbird.event.standings import standings
from bowerbird.event.tally import Tally
from bowerbird.paper import print_sheet
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.rulebook.sheet import sheet
from bowerbird.seats import Side
from desk.desks import HELPER, Room
from kit.rows import rows
from paper.reading import Sheet


def names(room: Room, table: int = 1) -> tuple[str, str, str, str]:
    return room.event.round.table(table).seats


def card(room: Room, table: int = 1) -> Tally:
    return running(room.evening, room.event.round, table)


def hand(room: Room, seat: int, tricks: int, *, alone: bool = False, table: int = 1) -> tuple[str, ...]:
    return room.do("hand", HELPER, table=table, maker=names(room, table)[seat], tricks=tricks, alone=alone)


@pytest.mark.clause("STJ-10", "STJ-11")
def test_the_desk_says_the_points_and_who_deals_and_the_score_takes_its_cards_from_the_hands() -> None:
    room = Room("st-joe")
    dealer = room.event.round.table(1).dealer
    assert room.view()["tables"][0]["running"] is None
    said = hand(room, 1, 5, alone=True)
    assert said == (f"Table 1: 0 to 4. {names(room)[dealer.left]} deals.",)
    shown = room.view()["tables"][0]["running"]
    assert shown == {"ns": 0, "ew": 4, "hands": 1, "dealer": int(dealer.left), "over": False}
    hand(room, 3, 5, alone=True)
    hand(room, 0, 3)
    assert hand(room, 1, 5)[0].endswith("The game is over: enter the score.")
    room.refuses("The game at table 1 is over, 1 to 10", "hand", table=1, maker=names(room)[0], tricks=3)
    room.score(1, 1, 10)
    assert room.result(1).score.cards[1].loners == (1, 1)
    assert room.result(1).score.cards[1].personal == (11, 11)
    assert room.view()["tables"][0]["running"] is None, "the score is in"
    room.refuses("has its score already", "hand", table=1, maker=names(room)[0], tricks=3)
    assert room.again().evening == room.evening


@pytest.mark.clause("STJ-10")
def test_a_score_with_cards_of_its_own_goes_before_the_hands() -> None:
    room = Room("st-joe")
    for _ in range(3):
        hand(room, 0, 5, alone=True)
    room.score(1, 12, 3, cards=[{"loners": (1, 1)}, {}])
    assert room.result(1).score.cards[0].loners == (1, 1)
    assert room.result(1).score.cards[0].personal == (13, 13)


def test_a_hand_that_was_written_down_wrongly_is_undone() -> None:
    room = Room("st-joe")
    hand(room, 0, 5, alone=True)
    hand(room, 0, 5, alone=True)
    assert card(room).points == (8, 0)
    room.do("undo")
    assert card(room).points == (4, 0)


@pytest.mark.clause("STJ-12", "STJ-15")
def test_a_ruling_counts_where_it_was_given_and_not_when_it_is_undone() -> None:
    room = Room("st-joe")
    for _ in range(2):
        hand(room, 0, 5, alone=True)
    room.do("ruling", irregularity="revoke", holds=["hand played alone"], table=1, offender=names(room)[0])
    ruled = room.story.seq
    hand(room, 0, 5)
    assert (card(room).points, card(room).over, card(room).hands) == ((10, 4), True, 4)
    room.do("undo", seq=ruled)
    assert (card(room).points, card(room).hands) == ((10, 0), 3)


@pytest.mark.clause("STJ-12")
def test_nobody_is_asked_about_points_that_the_running_card_has() -> None:
    room = Room("st-joe")
    room.do("ruling", irregularity="revoke", table=1, offender=names(room)[0])
    for _ in range(2):
        hand(room, 1, 5, alone=True)
    room.score(1, 0, 10)
    assert room.view()["tables"][0]["rulings"][0]["settled"] == "in the score"
    other = Room("st-joe")
    other.do("ruling", irregularity="revoke", table=1, offender=names(other)[0])
    other.score(1, 0, 10)
    assert other.view()["tables"][0]["rulings"][0]["open"], "nothing was written down, so somebody has to say"


@pytest.mark.clause("CCC-12", "CCC-15d")
def test_dimes_and_credits_follow_from_what_was_counted_during_the_game() -> None:
    room = Room("ccc", people=4, settings={"event.money.stake_each_game": 10})
    north, east, south, west = names(room)
    room.do("mark", HELPER, table=1, happened="euchred", name=east)
    room.do("mark", HELPER, table=1, happened="loner", name=south)
    room.score(1, 10, 6)
    money = balances(ledger(room.event))
    assert (money[north], money[east]) == (+40, -40), "a dime each; euchred, against a march, and the lost game"
    credits = {line.name: (line.loners, line.euchres) for line in standings(room.event)}
    assert credits == {north: (0, 1), south: (1, 1), east: (0, 0), west: (0, 0)}


@pytest.mark.clause("CCC-10", "CCC-12")
def test_a_renege_that_was_ruled_costs_its_dime_once() -> None:
    for answer in ("in the score", "added"):
        room = Room("ccc", people=4, settings={"event.money.stake_each_game": 10})
        room.do("ruling", irregularity="revoke", table=1, offender=names(room)[0])
        ruled = room.story.seq
        room.score(1, 10, 6)
        room.do("settle", ruling=ruled, how=answer)
        assert room.result(1).score.cards[0].revokes == 1


@pytest.mark.clause("NAT-C3", "NAT-D6")
def test_the_last_dealer_of_a_draw_follows_from_the_hands() -> None:
    room = Room("national", people=4)
    first = room.event.round.table(1).dealer
    room.do("clock", do="start")
    hand(room, 0, 5)
    room.do("trump-dealt", table=1)
    room.do("bell")
    room.do("no-hand", table=1, why="thrown in")
    assert not card(room).over, "no hand was completed"
    hand(room, 1, 5)
    assert card(room).over
    room.score(1, 2, 2)
    assert room.result(1).score.last_dealer is first.partner


@pytest.mark.clause("NAT-D6")
def test_the_bell_before_the_trump_card_ends_the_game_at_once() -> None:
    room = Room("national", people=4)
    hand(room, 0, 5)
    room.do("bell")
    assert card(room).over
    room.refuses("The game at table 1 is over", "hand", table=1, maker=names(room)[0], tricks=3)
    room.refuses("The game at table 1 is over", "trump-dealt", table=1)


@pytest.mark.clause("STJ-5", "TE-5d")
def test_no_hand_is_thrown_in_where_the_dealer_is_stuck() -> None:
    for rules in ("st-joe", "trailer-estates"):
        Room(rules).refuses("the dealer must name trump", "no-hand", table=1, why="thrown in")


def test_a_card_begins_anew_when_other_people_sit_there() -> None:
    room = Room("st-joe")
    hand(room, 0, 5)
    one, two = (list(names(room, table)) for table in (1, 2))
    room.do("place", tables=[{"table": 1, "names": two}, {"table": 2, "names": one}])
    assert card(room).hands == 0


def test_a_sub_is_named_on_the_card_like_the_player_who_is_replaced() -> None:
    room = Room("st-joe")
    away = names(room)[2]
    room.do("sub", name=away, by="Zara")
    room.do("hand", table=1, maker="Zara", tricks=3)
    assert card(room).points == (1, 0)
    room.refuses("does not play at table 1", "hand", table=1, maker=names(room, 2)[0], tricks=3)


# Games that nobody ends with a score.


@pytest.mark.clause("TE-9")
@rows("what", ["finish", "close", "close-round", "next"])
def test_hands_that_were_written_down_count_when_the_game_is_broken_off(what: str) -> None:
    room = Room("trailer-estates", people=12)
    hand(room, 0, 4)
    hand(room, 0, 5)
    room.do("now", HELPER, table=2, ns=5, ew=4)
    offered = room.view()["next"]["finish"]
    assert "Table 1: 3 to 0 is written down, but no score was entered, so the game does not count. " in offered[1]
    said = room.do(what, unfinished="counted")
    assert {
        "Table 1: stopped at 3 to 0. The hands played so far count.",
        "Table 2: stopped at 5 to 4. The hands played so far count.",
        "Table 3 has no score, so the game does not count. They get the average score for this game.",
    } <= set(said)
    first, *_ = room.event.rounds
    totals = {line.name: (int(line.total), line.games) for line in standings(room.event)}
    assert [totals[name] for name in first.table(1).seats] == [(3, 1), (0, 1), (3, 1), (0, 1)]
    assert list(first.stood_down) == [3]
    assert room.again().evening == room.evening


@rows("rules", [name for name in book_names() if not name.startswith("duplicate")])
def test_in_every_book_hands_count_when_the_event_is_broken_off(rules: str) -> None:
    room = Room(rules)
    hand(room, 0, 4)
    hand(room, 1, 5)
    before = card(room)
    room.do("finish", unfinished="counted")
    score = room.result(1).score
    assert (score.points, score.stopped, score.last_dealer) == (before.points, True, before.last_dealer)


def test_a_ruling_on_the_card_is_in_the_score_when_the_game_is_broken_off() -> None:
    room = Room("trailer-estates", people=4)
    hand(room, 0, 4)
    room.do("ruling", irregularity="revoke", table=1, offender=names(room)[0])
    assert not any("Nobody has said yet" in each for each in room.do("finish", unfinished="counted"))
    assert room.result(1).score.points == (1, 2)


def test_points_that_no_hands_make_are_refused_by_their_table_and_leave_the_event_open() -> None:
    room = Room("trailer-estates", people=4)
    room.do("now", table=1, ns=40, ew=3)
    room.refuses("^Table 1: 40 to 3 cannot be the points of 8 hands", "finish", unfinished="counted")
    room.do("finish")


# Points off for signals.


@pytest.mark.clause("STJ-8")
def test_points_come_off_the_card_the_game_or_both_also_at_nil() -> None:
    room = Room("st-joe", people=4)
    north, east, _, _ = names(room)
    room.do("rule", name=north, action="points off", points=2, off="game", reason="signs")
    assert card(room).points == (0, 0)
    hand(room, 1, 5, alone=True)
    room.do("ruling", irregularity="signal", table=1, offender=east, points=1, off="both")
    assert card(room).points == (0, 3)
    for _ in range(2):
        hand(room, 3, 5, alone=True)
    room.score(1, 0, 11)
    totals = {line.name: int(line.total) for line in standings(room.event)}
    assert totals[east] == 13 - 1, "five and four and four on the card, and one off it"
    assert totals[north] == 0


def takes_two_off(room: Room, why: str) -> int:
    """Two points off the side of North, for the reason; gives the number of the ruling."""
    if why == "the director's word":
        room.do("rule", name=names(room)[0], action="points off", points=2, off="game", reason="shouting")
    else:
        room.do("ruling", irregularity=why, table=1, offender=names(room)[0], points=2, off="game")
    return room.story.seq


def wins(room: Room) -> set[str]:
    return {line.name for line in standings(room.event) if line.wins}


def asked(room: Room) -> list[str]:
    return [need["words"] for need in room.view()["list"] if need["table"] == 1]


OFF = ["revoke", "signal", "the director's word"]


@pytest.mark.clause("STJ-8", "STJ-11")
@rows("why", OFF)
@rows("told", ["settle", "score", "phone"])
def test_who_has_won_is_asked_when_points_come_off_the_winner(why: str, told: str) -> None:
    room = Room("st-joe", people=4)
    first = takes_two_off(room, why) if told == "phone" else 0
    if told == "phone":
        room.refuses("The director says who has won, or that you play on", "score", room.at(1, 1), ns=8, ew=9)
    room.score(1, 10, 9, cards=[{"loners": (1, 0)}, {}])
    ruling = first or takes_two_off(room, why)
    words = [each["words"] for each in room.view()["tables"][0]["rulings"][0]["choices"]]
    assert words[1].startswith("No, take 2 points off")
    assert words[1].endswith(": 8–9, and nobody has won until you say who")
    said = room.do("settle", ruling=ruling, how="taken off")
    pair = f"{names(room)[0]} & {names(room)[2]}"
    asks = (
        f"Table 1: 2 points came off {pair}, so nobody has 10 at 8–9. "
        "Who has won? Say which side lost by a ruling, or let the table play on."
    )
    assert (list(said), asked(room), wins(room)) == ([asks], [asks], set())
    assert 1 in room.event.round.missing()
    assert "so nobody has 10 at 8–9. The director says who has won" in room.view(room.at(1, 1))["sentence"]
    room.refuses("Who has won", "score", table=1, ns=8, ew=9)
    room.refuses("Who has won", "stop", table=1, ns=8, ew=9)
    room.refuses("The director says who has won", "score", room.at(1, 1), ns=8, ew=9)
    if told == "score":
        room.score(1, 8, 9, lost_by="EW")
    else:
        room.do("settle", ruling=ruling, how="taken off", lost_by="EW")
    assert (asked(room), wins(room)) == ([], {names(room)[0], names(room)[2]})
    score = room.result(1).score
    assert (score.points, score.cards[0].loners) == ((8, 9), (1, 0)), "the rest of the card is kept"
    assert score.cards[0].personal == (11, 10), "their own cards stay as they were written"
    room.refuses("nobody has 10 at 8–9", "correct", table=1, ns=8, ew=9, reason="misread")
    room.do("overrule", ruling=ruling, reason="seen again")
    assert room.result(1).score.points == (10, 9)
    assert room.again().evening == room.evening


def test_a_second_ruling_on_an_undecided_game_is_asked_about_before_it_is_said_to_have_taken_points() -> None:
    room = Room("st-joe", people=4)
    room.score(1, 10, 9)
    first = takes_two_off(room, "signal")
    room.do("settle", ruling=first, how="taken off")
    name, partner = names(room)[0], names(room)[2]
    room.do("rule", name=partner, action="points off", points=1, off="game", reason="again")
    second = max(room.evening.penalties)
    assert asked(room)[0].startswith(f"Table 1: 2 points came off {name} & {partner}, so nobody has 10 at 8–9.")
    one, other = room.view()["tables"][0]["rulings"]
    assert [each["lost_by"] for each in one["choices"]] == ["EW", "NS"]
    assert [(each["how"], each["lost_by"]) for each in other["choices"]] == [
        ("in the score", None),
        ("taken off", None),
    ]
    room.do("settle", ruling=second, how="taken off")
    assert asked(room)[0].startswith(f"Table 1: 3 points came off {name} & {partner}, so nobody has 10 at 7–9.")


@rows("unfinished", ["counted", "not counted"])
@rows("what", ["finish", "close", "close-round", "next"])
def test_closing_says_that_a_game_does_not_count_because_nobody_said_who_has_won(what: str, unfinished: str) -> None:
    told = (
        "Table 1: nobody has said who won at 8 to 9, so the game does not count. If it should, say who has won first."
    )
    for others in ((), (2,)):
        room = Room("st-joe", people=8)
        room.score(1, 10, 9)
        room.do("settle", ruling=takes_two_off(room, "signal"), how="taken off")
        for table in others:
            room.score(table, 10, 4)
        missing = () if others else ("Table 2 has no score, so the game does not count.",)
        assert room.view()["next"]["finish"] == [*missing, told]
        said = room.do(what, unfinished=unfinished)
        assert [each for each in said if "does not count" in each] == [*missing, told]


@pytest.mark.clause("STJ-8", "STJ-11")
def test_a_game_that_points_off_left_open_is_played_on() -> None:
    room = Room("st-joe", people=4)
    room.score(1, 10, 9)
    ruling = takes_two_off(room, "signal")
    room.do("settle", ruling=ruling, how="taken off")
    assert hand(room, 1, 3)[0] == "Table 1: 8 to 10. The game is over: enter the score."
    assert asked(room) == []
    room.score(1, 8, 10)
    assert wins(room) == {names(room)[1], names(room)[3]}


@pytest.mark.clause("STJ-8", "STJ-11")
@rows("why", OFF)
def test_who_has_won_is_asked_from_the_running_card_too(why: str) -> None:
    room = Room("st-joe", people=4)
    for seat, tricks, alone in ((0, 5, True), (1, 5, True), (0, 5, True), (1, 5, True), (1, 3, False), (0, 5, False)):
        hand(room, seat, tricks, alone=alone)
    ruling = takes_two_off(room, why)
    assert (card(room).points, card(room).over) == ((8, 9), False)
    assert "so nobody has 10 at 8–9. Who has won?" in asked(room)[0]
    room.refuses("so nobody has 10 at 8–9. Who has won?", "score", table=1, ns=8, ew=9)
    room.refuses("The director says who has won", "score", room.at(1, 0), ns=8, ew=9)
    assert wins(room) == set()
    room.do("settle", ruling=ruling, how="in the score", lost_by="NS")
    assert wins(room) == {names(room)[1], names(room)[3]}
    assert room.result(1).score.cards[0].personal == (12, 10)
    assert asked(room) == []


@pytest.mark.clause("STJ-8")
@rows("why", OFF)
def test_in_a_closed_round_the_answer_says_who_has_won(why: str) -> None:
    room = Room("st-joe", people=4)
    room.score(1, 10, 9)
    ruling = takes_two_off(room, why)
    room.do("next")
    room.refuses("Who has won at table 1", "settle", ruling=ruling, how="taken off")
    asks = r"Who has won\? Say which side lost by a ruling\.$"
    room.refuses(asks, "correct", round=1, table=1, ns=8, ew=9, reason="nobody plays on")
    room.do("settle", ruling=ruling, how="taken off", lost_by="NS")
    assert room.event.rounds[0].results[1].score.points == (8, 9)
    assert room.event.rounds[0].results[1].score.lost_by is Side.NS


@pytest.mark.clause("STJ-11")
def test_a_game_whose_winner_nobody_has_named_does_not_count_at_the_end() -> None:
    room = Room("st-joe", people=4)
    room.score(1, 10, 9)
    room.do("settle", ruling=takes_two_off(room, "signal"), how="taken off")
    room.do("finish", unfinished="counted")
    assert wins(room) == set()


def test_a_log_from_before_who_has_won_was_asked_is_read_as_it_was() -> None:
    room = Room("st-joe", people=4)
    room.score(1, 10, 9)
    cards = (SideCard(personal=(10, 10), off=2), SideCard(personal=(9, 9)))
    old = CommandRecord(facts=(ScoreCorrected(round=1, table=1, score=Score(8, 9, cards), reason="signs"),))
    room.story.keep(Command(room.story.seq + 1, room.now, old))
    assert room.result(1).score.winner is Side.EW
    assert asks_winner(room.event.book, room.result(1).score)


@rows(("ns", "ew", "then"), [(6, 4, "4–4, a tie"), (6, 5, "4–5, and {others} win")])
def test_points_off_a_game_that_the_bell_ended_say_who_wins_then(ns: int, ew: int, then: str) -> None:
    room = Room("national")
    room.do("bell")
    room.score(1, ns, ew)
    takes_two_off(room, "the director's word")
    words = room.view()["tables"][0]["rulings"][0]["choices"][1]["words"]
    assert words.endswith(then.format(others=f"{names(room)[1]} & {names(room)[3]}"))


@pytest.mark.clause("TE-7")
def test_eight_hands_stay_eight_hands_when_points_come_off() -> None:
    room = Room("trailer-estates")
    room.score(1, 8, 0)
    room.do("settle", ruling=takes_two_off(room, "the director's word"), how="taken off")
    assert room.result(1).score.points == (6, 0)


@pytest.mark.clause("STJ-8")
def test_a_side_with_nothing_loses_nothing_and_the_ruling_is_still_settled() -> None:
    room = Room("st-joe", people=4)
    room.do("ruling", irregularity="signal", table=1, offender=names(room)[1], points=2, off="game")
    ruled = room.story.seq
    room.score(1, 10, 0)
    room.do("settle", ruling=ruled, how="taken off")
    assert room.result(1).score.points == (10, 0)
    assert not room.view()["tables"][0]["rulings"][0]["open"]


def test_points_come_off_a_game_in_progress_only() -> None:
    room = Room("st-joe", people=5)
    resting = room.event.round.sitting_out[0]
    room.refuses("no game in progress", "rule", name=resting, action="points off", points=1, off="game", reason="signs")
    room.refuses("Say how many points", "rule", name=names(room)[0], action="points off", off="game", reason="signs")


# The church's sheets and questions.


@pytest.mark.clause("STJ-14")
def test_the_churchs_sheet_has_no_bell_and_no_cap_and_says_what_a_sit_out_is_worth() -> None:
    said = [line.sentence for section in sheet(load_rulebook("st-joe")) for line in section.lines]
    assert not [sentence for sentence in said if "bell" in sentence.lower() or "do not count" in sentence]
    assert "Sitting out is worth nothing." in said
    ways = "two then three, or three then two, or four then one, or one then four"
    assert f"Five cards each, from the dealer's left: {ways}." in said


@pytest.mark.clause("STJ-12")
def test_the_legend_of_a_score_card_has_the_points_of_a_renege() -> None:
    paper = Sheet(print_sheet("score-cards", Room("st-joe").event))
    assert paper.has("Renege: the hand is over and 2 points (4 in a hand played alone) go to the other side.")
    assert not Sheet(print_sheet("score-cards", Room("national").event)).has("Renege")


@rows(
    ("rules", "values"),
    [
        ("st-joe", ["nothing", "mean score", "rounded mean score", 5]),
        ("national", ["nothing", "mean score", "rounded mean score", 1, 2]),
        ("trailer-estates", ["nothing", "mean score", "rounded mean score", 5, 7, 8]),
        ("ccc", ["nothing", "mean score", "rounded mean score", "average of other weeks", 5]),
    ],
)
@pytest.mark.clause("TE-X", "STJ-X")
def test_what_a_sit_out_is_worth_is_asked_with_choices_that_fit(rules: str, values: list[object]) -> None:
    asked = next(each for each in setup_form(load_rulebook(rules)).settings if each.key == "event.sit_out")
    assert [option.value for option in asked.choices] == values


def test_teams_that_stay_together_are_not_asked_about_sitting_out() -> None:
    assert "event.sit_out" not in [each.key for each in setup_form(load_rulebook("alberta")).settings]


@pytest.mark.clause("STJ-1")
def test_the_first_jack_deals_whatever_else_was_shown() -> None:
    room = Room("st-joe", people=4)
    north, east, south, west = names(room)
    shown = [(north, "Ah"), (east, "9c"), (south, "9d"), (west, "Kd"), (north, "10s"), (east, "Jc"), (south, "Jh")]
    room.do("draw", table=1, cards=shown)
    assert names(room)[room.event.round.table(1).dealer] == east
    room.do("cut", table=1, purpose="deal", cards={north: "Ah", east: "Kc", south: "Js", west: "Jd"})
    assert names(room)[room.event.round.table(1).dealer] == south, "the first jack, not the highest card"
    room.refuses("end before the jack", "cut", table=1, purpose="deal", cards={north: "Ah", east: "Kc"})
