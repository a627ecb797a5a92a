"""What each role sees: enough to act, and nothing that is not theirs to see."""

from __future__ import annotations

import json
import re

from bowerbird.rulebook import book_names
from desk.desks import HELPER, PUBLIC, SIGN_UP, Room, player, table_card
from kit.rows import rows

CLUBS = tuple(name for name in book_names() if name != "bicycle")
HEAD = {"seq", "now", "title", "place", "date", "rules", "trial", "phase", "round", "clock"}


@rows("rules", CLUBS)
def test_the_evening_goes_from_entry_to_the_end_in_every_view(rules: str) -> None:
    room = Room(rules, 12, seat=False, rounds=2)
    somebody = player(next(iter(room.event.people)))
    roles = [PUBLIC, HELPER, SIGN_UP, table_card(1), somebody]
    phases = [room.view()["phase"]]
    for what in ("seat", "trial-scores", "next", "trial-scores", "finish"):
        room.do(what)
        phases.append(room.view()["phase"])
        for right in roles:
            assert set(room.view(right)) >= HEAD
    assert phases[:5] == ["entry", "round", "round", "round", "round"]
    assert phases[5] in ("play-offs", "over")
    assert re.match(r"It is over\. You (are in|share) place \d+ of \d+\.", room.view(somebody)["sentence"])


def test_a_phone_says_where_to_sit_in_one_sentence() -> None:
    room = Room("trailer-estates", 9, seat=False)
    name = next(iter(room.event.people))
    room.do("late", name=name)
    assert room.view(player(name))["sentence"] == "You are on the list. Please check in at the desk."
    room.do("check-in", names=[name])
    assert room.view(player(name))["sentence"] == "You are checked in. Your seat comes up here."
    room.do("seat")
    table = room.event.round.table(1)
    view = room.view(player(table.seats[1]))
    assert view["sentence"] == f"Round 1. Table 1, East. Your partner is {table.seats[3]}."
    assert view["table"]["your_seat"] == "E"
    resting = room.event.round.sitting_out[0]
    assert room.view(player(resting))["sentence"] == "Round 1. You sit out this game. Please go to the sit-out table."
    assert room.view(player(resting))["may"] == {"enter": False, "accept": False, "dispute": False, "why": ""}


def test_a_phone_is_told_what_it_may_do() -> None:
    room = Room()
    first, partner, opponent = room.at(1, 0), room.at(1, 2), room.at(1, 1)
    assert room.view(first)["may"] == {"enter": True, "accept": False, "dispute": False, "why": ""}
    room.score(0, 10, 6, first)
    assert room.view(partner)["may"]["accept"] is False
    assert room.view(opponent)["may"] == {"enter": True, "accept": True, "dispute": True, "why": ""}
    room.score(0, 10, 7, opponent)
    assert room.view(first)["table"]["state"] == "disputed"
    assert room.view(first)["may"]["accept"] is True
    room.do("accept", first)
    assert room.result(1).score.points == (10, 7)
    assert room.view(opponent)["may"] == {"enter": False, "accept": False, "dispute": True, "why": ""}


def test_the_pivot_is_the_one_who_enters() -> None:
    room = Room("ccc", 8)
    table = room.event.round.table(1)
    pivot = player(table.seats[table.dealer])
    other = player(table.seats[table.dealer.left])
    assert room.view(pivot)["table"]["pivot"] is True
    assert room.view(pivot)["may"]["enter"] is True
    assert room.view(other)["may"] == {
        "enter": False,
        "accept": False,
        "dispute": False,
        "why": f"The pivot, {pivot.name}, enters the score. Then you confirm it.",
    }
    room.score(0, 10, 6, pivot)
    assert room.view(other)["may"]["accept"] is True


def test_two_scores_that_differ_turn_the_table_red_and_say_so_on_the_list() -> None:
    room = Room()
    first, opponent = room.at(1, 0), room.at(1, 1)
    room.score(0, 10, 7, first)
    waiting = room.view()["tables"][0]
    assert (waiting["state"], waiting["words"]) == ("waiting", "Score to confirm")
    said = room.score(0, 10, 8, opponent)
    note = f"We have 10–7 from {first.name} and 10–8 from {opponent.name}. Ask them and enter the right one."
    assert said == (f"Table 1: {note}",)
    view = room.view()
    tile = view["tables"][0]
    assert (tile["state"], tile["words"]) == ("disputed", "Sides disagree")
    assert tile["result"]["claims"] == [
        {"by": first.name, "ns": 10, "ew": 7},
        {"by": opponent.name, "ns": 10, "ew": 8},
    ]
    assert view["list"][0] == {"table": 1, "words": f"Table 1: {note}", "urgent": True}
    assert view["next"]["can"] is False
    assert all(line["games"] == 0 for line in view["standings"]["lines"])
    assert room.view(PUBLIC)["tables"][0]["result"] is None
    assert room.view(PUBLIC)["results"] == []
    room.do("accept", table=1, claim=opponent.name)
    assert room.view(PUBLIC)["tables"][0]["result"] == {"ns": 10, "ew": 8, "winner": "NS"}


def test_links_money_and_rulings_stay_at_the_desk() -> None:
    room = Room("ccc", 8)
    name = room.at(1, 0).name
    room.do("rule", name=name, action="warning", reason="a word about signals", clause="")
    room.do("ruling", irregularity="revoke", table=2)
    room.play_round()
    desk = room.view()
    assert {ruling["reason"] for ruling in desk["rulings"]} == {
        "a word about signals",
        "Renege: The hand is over and 2 points go to the other side.",
    }
    assert desk["ledger"]
    secrets = [desk["links"]["director"], desk["links"]["helper"], desk["links"]["players"][name]]
    for right in (PUBLIC, SIGN_UP, table_card(1), room.at(2, 0)):
        text = json.dumps(room.view(right))
        assert "signals" not in text
        assert "Renege" not in text
        assert "ledger" not in text
        assert not any(link.rpartition("/")[2] in text for link in secrets)
    helper = json.dumps(room.view(HELPER))
    assert not any(link.rpartition("/")[2] in helper for link in secrets)
    assert room.view(HELPER)["ledger"] == []


def test_a_phone_knows_no_link_but_its_own() -> None:
    room = Room()
    first, other = room.at(1, 0), room.at(1, 1)
    tokens = {name: link.rpartition("/")[2] for name, link in room.view()["links"]["players"].items()}
    text = json.dumps(room.view(first))
    assert tokens[first.name] in text
    assert tokens[other.name] not in text


def test_the_desk_says_why_nobody_can_move_yet() -> None:
    room = Room("alberta", 12)
    assert room.view()["next"]["why"] == "Table 1 has no score, and 2 more are missing."
    room.score(1, 10, 6)
    room.score(2, 10, 6)
    room.score(0, 10, 6, room.at(3, 0))
    assert room.view()["next"] == {
        "step": "next",
        "can": False,
        "why": "Table 3 has a score that nobody has confirmed.",
        "words": "Close round 1 and seat round 2",
        "last": False,
        "asks": "",
        "open": True,
        "finish": [
            "Table 3: nobody has confirmed 10 to 6, so it does not count. If it is right, enter it as a correction."
        ],
    }
    room.do("accept", table=3)
    assert room.view()["next"]["can"] is True


def test_the_last_planned_round_is_known_as_such() -> None:
    room = Room("alberta", 8, rounds=1)
    room.play_round()
    assert room.view()["next"]["last"] is True


def test_the_table_card_asks_for_one_of_four_names() -> None:
    room = Room()
    names = list(room.event.round.table(1).seats)
    room.do("claim", table_card(1), name=names[2])
    view = room.view(table_card(1))
    assert [(each["name"], each["taken"]) for each in view["names"]] == [(name, name == names[2]) for name in names]
    assert room.view(table_card(9))["table"] is None


def test_a_sub_has_the_chair_on_phone_board_and_desk() -> None:
    room = Room("trailer-estates", 8)
    replaced = room.event.round.table(1).seats[0]
    room.do("sub", name=replaced, by="Stan")
    view = room.view(player("Stan"))
    assert view["sentence"].startswith("Round 1. Table 1, North.")
    assert view["your_line"] is None
    room.score(0, 5, 4, player("Stan"))
    assert room.result(1).by == replaced
    assert room.view(PUBLIC)["tables"][0]["seats"][0] == "Stan"
    assert "Stan" in room.view()["links"]["players"]


@rows(
    ("rules", "cards"),
    [
        ("alberta", []),
        ("ccc", ["euchred", "failed_alone", "revokes", "marches", "loners"]),
        ("trailer-estates", []),
        ("national", []),
        ("st-joe", ["loners", "personal"]),
    ],
)
def test_a_score_asks_for_what_the_book_needs_and_no_more(rules: str, cards: list[str]) -> None:
    room = Room(rules, 8)
    assert room.view()["needs"]["cards"] == cards
    assert room.view(room.at(1, 0))["needs"] == room.view()["needs"]


def test_personal_cards_that_nobody_wrote_follow_from_the_score() -> None:
    room = Room("st-joe", 8)
    room.do("score", table=1, ns=10, ew=6, cards=[{"loners": [1, 0]}, {}])
    cards = room.result(1).score.cards
    assert (cards[0].personal, cards[0].marches, cards[1].personal) == ((11, 10), 1, (6, 6))


def test_a_large_event_keeps_phones_light_and_names_its_rounds() -> None:
    room = Room("trailer-estates", 900)
    phone = room.view(player(room.event.round.table(100).seats[0]))
    assert len(phone["standings"]["lines"]) < 40
    assert phone["standings"]["of"] == 900
    room.next_round()
    assert [past["tables"] for past in room.view()["rounds"]] == [None, None]
    assert len(room.view()["tables"]) == 225


def test_the_undo_button_knows_what_it_would_take_back() -> None:
    room = Room()
    room.score(1, 10, 6)
    seq = room.story.seq
    room.score(0, 10, 6, room.at(2, 0))
    assert room.view()["undo"] == {
        "seq": seq,
        "by": "director",
        "words": "Table 1: 10 to 6, entered by the director.",
    }
    assert room.view(HELPER)["undo"] is None


def test_whoever_is_replaced_has_no_chair_on_the_phone() -> None:
    room = Room()
    replaced = room.at(1, 1)
    room.do("sub", name=replaced.name, by="Stan", of_age=True, zone="Zone 1")
    seen = room.view(replaced)
    assert seen["table"] is None
    assert seen["may"]["enter"] is False
    assert seen["sentence"] == "You have no place in this round. See the director."
    room.refuses("You have no table in this round", "score", replaced, ns=10, ew=6)


def test_the_till_says_what_is_short_and_keeps_a_fee_of_somebody_who_goes_home_at_once() -> None:
    room = Room("trailer-estates", 9)
    fee = room.view()["door"]["fee"]
    missing, resting = room.event.round.table(1).seats[0], room.event.round.sitting_out[0]
    room.do("paid", names=[missing, resting])
    assert (room.view()["door"]["short"], len(room.view()["door"]["owing"])) == (7 * fee, 7)
    room.do("away", name=missing, by=resting, until="for good")
    room.do("paid", names=list(room.view()["door"]["owing"]))
    room.play_round()
    room.do("finish")
    assert room.view()["door"]["short"] == 0
    assert sum(prize["cents"] for prize in room.view()["prizes"]) == 9 * fee


def test_a_check_in_after_the_start_does_not_offer_to_undo_the_seating() -> None:
    room = Room("trailer-estates", 8)
    room.do("enter", people=[{"name": "Late One"}, {"name": "Late Two"}])
    assert any("undo the seating" in sentence for sentence in room.do("check-in", names=["Late One"]))
    room.do("clock", do="start")
    assert not any("undo the seating" in sentence for sentence in room.do("check-in", names=["Late Two"]))


def test_a_pasted_list_is_refused_with_the_line_to_correct() -> None:
    room = Room("trailer-estates", 4, seat=False)
    room.refuses("in your list twice, in lines 1 and 4", "paste", text="Zed Able\n\nZoe\nzed  able\n")
    room.refuses("Line 2, Fay & Gus: .* one by one", "paste", text="Zed\nFay & Gus\n")
    room.refuses("Line 3, Fay & Gus: .* one by one", "paste", text="name,partner\nZed,\nFay,Gus\n")
    teams = Room("alberta", 4, seat=False)
    teams.refuses(
        "Line 1, Zed & Zoe & Zak: a team is two", "paste", text="Zed & Zoe & Zak\n", of_age=True, zone="North"
    )
