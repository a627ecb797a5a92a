"""Every event can be finished, in every book and from every state, and the desk says what becomes of its games."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.boards import boards_in_play
from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook import book_names
from desk.desks import PUBLIC, Room
from kit.amount import amount
from kit.rows import rows

BOOKS = book_names()

#: Anything a director can do. The numbers pick a person or a table of those there are.
commands = st.tuples(
    st.sampled_from(
        [
            *("seat", "trial-scores", "next", "next", "score", "player's score", "dispute", "accept", "stand-down"),
            *(
                "check-in",
                "late",
                "absent",
                "left",
                "sub",
                "rule",
                "bell",
                "swap",
                "online",
                "finish",
                "undo",
                "close",
                "open",
            ),
            *("now", "hand", "no-hand", "mark", "ruling", "overrule", "paid", "place", "draw"),
        ]
    ),
    st.integers(0, 8),
)


def attempt(room: Room, what: str, number: int) -> None:
    """Do it, or have it refused."""
    names = list(room.event.people)
    name = names[number % len(names)]
    tables = room.event.rounds[-1].tables if room.event.rounds else ()
    table = tables[number % len(tables)].number if tables else 1
    asked: dict[str, dict[str, Any]] = {
        "score": {"table": table, "ns": 10, "ew": 6},
        "stand-down": {"table": table, "reason": "the lamp fell"},
        "dispute": {"table": table},
        "accept": {"table": table},
        "check-in": {"names": [name]},
        **{away: {"name": name} for away in ("late", "absent", "left")},
        "sub": {"name": name, "by": f"Sub {number}"},
        "rule": {"name": name, "action": "removed" if number > 6 else "warning", "reason": "signals"},
        "swap": {"first": name, "second": names[0]},
        "online": {"tables": [table]},
        "now": {"table": table, "ns": number, "ew": 3},
        "hand": {"table": table, "maker": name, "tricks": number % 6},
        "no-hand": {"table": table, "why": "misdeal"},
        "mark": {"table": table, "happened": "euchred", "name": name},
        "ruling": {"irregularity": "revoke", "table": table, "offender": name},
        "overrule": {"ruling": max(room.evening.rulings, default=number), "reason": "seen again"},
        "paid": {"names": [name]},
        "place": {"tables": [{"table": table, "names": (names * 4)[number : number + 4]}]},
        "draw": {"table": table, "cards": [[name, "Jh"]]},
    }
    try:
        if what == "player's score":
            room.score(0, 10, 6, room.at(table, 0))
        else:
            room.do(what, **asked.get(what, {}))
    except (EventError, NotAllowedError):
        pass


def finish_and_take_back(room: Room) -> None:
    """The event can be finished as it is now, everyone can look at it then. An undo brings it back, but no boards."""
    before = room.event
    unfinished = room.event.rounds[-1].missing() if room.event.rounds and not room.event.round.closed else ()
    offered = room.view()["next"]["finish"]
    says = room.do("finish")
    assert room.event.finished
    assert not room.event.rounds or room.event.round.closed
    assert room.view()["phase"] in ("play-offs", "over")
    assert room.view(PUBLIC)["phase"] == room.view()["phase"]
    told = " ".join(says)
    for number in unfinished:
        assert (
            f"able {number}" in told or "Tables " in told or f"{before.round_name(before.round)} was not played" in told
        )
    assert set(offered) <= set(says), "what the desk says before is what it says after"
    if boards_in_play(room.event):
        room.refuses("hold the same event again", "undo")  # the number of all boards is public
        return
    room.do("undo")
    assert room.event == before


@rows("rules", BOOKS)
@settings(max_examples=amount(2, full=25), deadline=None)
@given(st.integers(4, 9), st.sampled_from([0, 2]), st.lists(commands, max_size=10))
def test_an_event_can_be_finished_from_every_state(
    rules: str, people: int, rounds: int, row: list[tuple[str, int]]
) -> None:
    room = Room(rules, people, seat=False, rounds=rounds)
    for what, number in (("seat", 0), *row):
        attempt(room, what, number)
        if not room.event.finished:
            finish_and_take_back(room)


@rows("rules", BOOKS)
def test_where_the_number_of_rounds_is_open_both_are_offered_after_the_last_score(rules: str) -> None:
    room = Room(rules, 12, rounds=0)
    for _ in range(2):
        room.play_round()
        after = room.view()["next"]
        assert (after["can"], after["last"], after["open"]) == (True, False, True)
        room.do("next")
    assert not room.view()["next"]["can"]
    room.do("finish")
    assert len(room.event.rounds) == 2, "the round that the button seated was not played and is left out"


def test_with_planned_rounds_the_last_one_ends_the_event_and_no_other_does() -> None:
    room = Room("national", 8, rounds=2)
    room.play_round()
    assert (room.view()["next"]["last"], room.view()["next"]["open"]) == (False, False)
    room.do("next")
    room.play_round()
    assert (room.view()["next"]["last"], room.view()["next"]["open"]) == (True, False)


def test_a_round_that_was_not_played_leaves_the_places_as_they_were() -> None:
    room = Room("trailer-estates", 8, rounds=0)
    room.play_round()
    before = room.view()["standings"]
    room.do("next")
    said = room.do("finish")
    assert said[0] == "Round 2 was not played and does not count."
    assert room.view()["standings"] == before


def test_a_ruling_in_a_round_that_was_not_played_still_counts() -> None:
    room = Room("trailer-estates", 4, rounds=0)
    room.score(1, 6, 4)
    room.do("next")
    name = room.at(1, 0).name
    before = next(line for line in room.view()["standings"]["lines"] if line["name"] == name)["total"]
    room.do("rule", name=name, action="points off", points=2, reason="signals")
    room.do("finish")
    after = next(line for line in room.view()["standings"]["lines"] if line["name"] == name)["total"]
    assert float(after) == float(before) - 2


@rows(
    ("rules", "worth"),
    [
        ("alberta", "They get nothing for it."),
        ("trailer-estates", "They get the average score for this game."),
        ("ccc", "They get their average of the other weeks, without credits."),
    ],
)
def test_a_table_without_a_score_gets_what_the_rules_give_for_a_game_it_cannot_play(rules: str, worth: str) -> None:
    room = Room(rules, 8, rounds=0)
    room.score(1, *((9, 7) if rules == "trailer-estates" else (10, 6)))
    said = room.do("finish")
    assert said[0] == f"Table 2 has no score, so the game does not count. {worth}"
    assert room.event.round.stood_down == {2: "closed without a settled score"}


def test_a_score_that_nobody_has_accepted_does_not_count_and_can_still_be_corrected() -> None:
    room = Room("alberta", 8, rounds=0)
    room.score(1, 10, 6)
    room.score(0, 10, 3, room.at(2, 0))
    said = room.do("finish")
    assert said[0] == (
        "Table 2: nobody has confirmed 10 to 3, so it does not count. If it is right, enter it as a correction."
    )
    assert sum(line["games"] for line in room.view()["standings"]["lines"]) == 2
    room.do("correct", round=1, table=2, ns=10, ew=3, reason="both sides agreed")
    assert sum(line["games"] for line in room.view()["standings"]["lines"]) == 4


@rows("rules", BOOKS)
def test_an_event_in_which_nothing_was_played_can_be_closed_and_owes_no_play_off(rules: str) -> None:
    room = Room(rules, 8, seat=False)
    assert room.do("finish") == ("Nothing was played.",)
    assert room.view()["phase"] == "over"
