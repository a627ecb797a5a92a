"""Everything can be changed while the event runs, and the desk says before what it changes."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.event import EventError
from bowerbird.event.standings import standings
from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook import book_names
from bowerbird.rulebook.settings import settings as all_settings
from bowerbird.rulebook.settings import value_of
from desk.desks import DIRECTOR, HELPER, Room, crowd
from kit.amount import amount
from kit.rows import rows

VALUES: dict[str, list[Any]] = {
    "game.minutes": [0, 7, 20],
    "event.sit_out": ["nothing", "mean score", "rounded mean score", 5, 7],
    "event.money.fee": [0, 500, 600],
    "event.money.pot": ["none", "all paid out", "fixed prizes"],
    "event.money.keeps_each": [0, 100],
    "event.money.keeps_percent": [0, 10],
    "event.money.shares": [{}, {"1": [60, 40]}, {"1": [50, 30, 20]}],
    "event.money.place_prizes": [[], [2000, 1000]],
    "event.money.extra_prizes": [{}, {"last place": 500}],
    "event.money.payout": ["cents", "quarters", "five dollars"],
    "event.money.side_pots": [{}, {"most loners": 100}],
    "event.money.one_prize_each": [True, False],
    "event.money.fifty_fifty": [0, 50],
    "event.season.best_weeks": [0, 2],
    "event.calendar.minutes_per_game": [0, 15],
}
changes = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(["Monday", "Friday euchre"]),
        "rounds": st.integers(0, 9),
        "place": st.sampled_from(["", "Church hall"]),
        "start": st.sampled_from(["", "18:30"]),
        "settings": st.fixed_dictionaries({}, optional={key: st.sampled_from(of) for key, of in VALUES.items()}),
    },
)


def test_the_values_above_are_for_every_setting_that_can_change() -> None:
    assert {key for key, field in all_settings().items() if field.setting.changeable} == set(VALUES)


@rows("rules", book_names())
@settings(max_examples=amount(2, full=25), deadline=None)
@given(st.integers(4, 11), st.lists(changes, max_size=4), st.integers(0, 2))
def test_a_change_does_what_it_said_and_an_undo_brings_everything_back(
    rules: str, people: int, row: list[dict[str, Any]], rounds: int
) -> None:
    room = Room(rules, crowd(rules, people))
    for _ in range(rounds):
        try:
            room.next_round()
        except (EventError, NotAllowedError):
            break
    for wanted in row:
        before, played = room.evening, room.event.rounds
        try:
            told = room.preview("change", **wanted)
        except (EventError, NotAllowedError) as refused:
            room.refuses(str(refused)[:20].replace("(", r"\("), "change", **wanted)
            continue
        assert room.evening == before, "looking changes nothing"
        assert room.do("change", **wanted) == told
        assert told
        for key, value in wanted.get("settings", {}).items():
            assert _plain(value_of(room.event.book, key)) == _plain(value)
        assert room.event.rounds == played, "what was played stays as it was"
        assert room.view()["title"] == wanted.get("title", before.event.title)
        assert room.again().evening == room.evening
        room.do("undo")
        assert replace(room.evening, seq=before.seq) == before
        room.do("change", **wanted)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple | list) else value


def test_the_desk_says_what_a_new_fee_and_a_new_worth_of_sitting_out_do() -> None:
    room = Room("trailer-estates", 9, settings={"event.money.fee": 500, "event.sit_out": 5}, rounds=8)
    room.play_round()
    resting = room.event.round.sitting_out[0]
    room.do("paid", names=[resting])
    total = next(line.total for line in standings(room.event) if line.name == resting)
    told = room.preview(
        "change", rounds=6, settings={"event.money.fee": 600, "event.sit_out": 6, "event.calendar.minutes_per_game": 0}
    )
    assert "Rounds: 6, was 8. After round 1 there are 5 more." in told
    assert "Fee for each person: $6.00, was $5.00." in told
    assert "All fees together come to $54.00, not $45.00." in told
    assert "Collect $1.00 more from the 1 person ticked as paid." in told
    assert any(said.startswith(f"{resting} {total}, now {total + 1}") for said in told)
    assert any(said.startswith("Prizes for 9 people: 1st place $32.40 (was $27)") for said in told)


def test_minutes_move_the_bell_of_the_round_in_progress() -> None:
    room = Room("national", 8)
    room.do("clock", do="start")
    told = room.preview("change", settings={"game.minutes": 10})
    assert told[0] == "Minutes in a game: 10, was 7."
    assert told[1].startswith("The bell of this round rings at ")


@rows(
    ("wanted", "because"),
    [
        ({}, "Nothing would change"),
        ({"title": " "}, "Give the event a title"),
        ({"rounds": 1}, "Round 2 has been seated, so 1 rounds are too few"),
        ({"settings": {"game.points": 7}}, "can't change while the event runs"),
        ({"settings": {"event.ranking": "x"}}, "can't change while the event runs"),
        ({"settings": {"event.money.fees": 7}}, "isn't a setting of a rulebook"),
        ({"settings": {"event.money.fee": -1}}, "allowed: a whole number from 0"),
        ({"settings": {"event.sit_out": "plenty"}}, "What sitting out is worth: allowed"),
        ({"settings": {"event.money.shares": {"1": [50, 40]}}}, "come to 90 percent"),
    ],
)
def test_what_cannot_change_is_refused_with_the_reason(wanted: dict[str, Any], because: str) -> None:
    room = Room("trailer-estates", 8)
    room.next_round()
    room.refuses(because, "change", **wanted)


def test_only_the_director_changes_the_event() -> None:
    room = Room("trailer-estates", 8)
    room.refuses("does not give that right", "change", HELPER, title="Mine")
    room.do("change", DIRECTOR, title="Ours")


def test_money_can_be_corrected_after_the_end_and_rounds_cannot() -> None:
    room = Room("trailer-estates", 8)
    room.play_round()
    room.do("finish")
    room.do("change", settings={"event.money.fee": 500})
    room.refuses("The event is finished", "change", rounds=9)
