"""A night at Trailer Estates from the door to the last coin, through the requests of the desk."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from bowerbird.cli import app
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.setup_form import setup_form
from bowerbird.evening.views.common import clock_view
from bowerbird.event import EventError
from bowerbird.event.calendar import note_of
from bowerbird.event.money import payouts, pot_of, unpaid
from bowerbird.event.prizes import shares_for, split
from bowerbird.event.standings import standings
from bowerbird.nights.room import Room
from bowerbird.paper import print_sheet
from bowerbird.rulebook import load_rulebook, read_house_rules
from bowerbird.rulebook.event import COINS, MoneyRules
from kit.amount import amount
from kit.rows import rows
from paper.reading import Sheet

DAY = "2026-02-02"


def room_of(people: int, **settings: Any) -> Room:
    """A room with people at the door, at half past six."""
    wanted = NewEvent(rules="trailer-estates", key="night", title="Monday", date=DAY, settings=settings)
    room = Room(wanted, 2026)
    room.set_clock(DAY)
    room.ask("open", date=DAY)
    room.ask("enter", people=[{"name": f"P{number:02}"} for number in range(people)], here=True)
    return room


def play(room: Room, ns: int, ew: int) -> None:
    for table in room.event.round.tables:
        room.ask("score", table=table.number, ns=ns + table.number % 7, ew=ew)


@pytest.mark.clause("TE-7", "TE-9")
@rows("games", [1, 3, 9])
def test_a_night_without_a_number_of_rounds_ends_with_places_payouts_and_certificates(games: int) -> None:
    room = room_of(9)
    assert room.event.planned_rounds == 0
    for game in range(games):
        room.propose_seating("next" if game else "seat")
        play(room, 6, 4 + game % 3)
    room.ask("close")
    room.ask("finish")
    event = room.event
    assert event.finished
    assert next(line.place for line in standings(event)) == 1
    assert sum(payouts(event).values()) == pot_of(event) == 225
    winner = standings(event)[0].name
    assert Sheet(print_sheet("certificates", event)).has(winner)
    assert Sheet(print_sheet("payout", event)).has(winner)


@pytest.mark.clause("TE-9")
def test_any_game_can_be_stopped_and_the_hands_played_so_far_count() -> None:
    room = room_of(12)
    room.ask("seat")
    first, second, third = room.event.round.tables
    room.ask("score", table=1, ns=9, ew=6)
    room.ask("stop", table=2, ns=5, ew=4)
    room.ask("stop", table=3, ns=0, ew=0)
    totals = {line.name: line.total for line in standings(room.event)}
    assert [totals[name] for name in second.seats] == [5, 4, 5, 4]
    assert {totals[name] for name in third.seats} == {Decimal(0)}
    assert totals[first.seats[0]] == 9
    room.ask("correct", table=3, ns=2, ew=1, reason="one hand had been played")
    assert {line.name: line.total for line in standings(room.event)}[third.seats[0]] == 2


@pytest.mark.clause("TE-9")
def test_from_nine_on_a_game_that_the_clock_cut_off_has_its_score_and_before_the_refusal_names_the_way() -> None:
    room = room_of(8)
    room.ask("seat")
    play(room, 6, 4)
    room.ask("next")
    room.set_clock(DAY, "20:59")
    with pytest.raises(EventError, match=r"3 to 2 cannot be .* 8 hands") as refused:
        room.ask("score", table=1, ns=3, ew=2)
    assert str(refused.value).endswith(
        "Add the card up again. If the game was stopped early, the desk enters it as a stopped game. "
        "From 9:00 pm on that night, a game in progress is entered as it is."
    )
    room.set_clock(DAY, "21:00")
    assert room.ask("score", table=1, ns=3, ew=2) == (
        "Table 1: stopped at 3 to 2. The hands played so far count.",
        "Still missing: table 2.",
    )
    assert room.ask("score", table=2, ns=9, ew=6)[0] == "Table 2: 9 to 6.", "eight hands can make this"
    with pytest.raises(EventError, match=r"25 to 31 cannot be .* Add the card up again\.$"):
        room.ask("correct", table=2, ns=25, ew=31, reason="no number of hands makes this")
    room.ask("correct", table=2, ns=1, ew=0, reason="read from the wrong card")
    results = room.event.round.results
    assert [(results[number].score.points, results[number].score.stopped) for number in (1, 2)] == [
        ((3, 2), True),
        ((1, 0), True),
    ]
    with pytest.raises(EventError, match="enters it as a stopped game"):
        room.ask("correct", round=1, table=1, ns=3, ew=2, reason="this game was over long before nine")
    before = {line.name: line.total for line in standings(room.event)}
    room.set_clock("2026-02-03", "10:00")
    room.ask("correct", table=1, ns=2, ew=1, reason="one hand too many was counted")
    seats = room.event.round.table(1).seats
    after = {line.name: line.total for line in standings(room.event)}
    assert {name: before[name] - after[name] for name in seats} == dict.fromkeys(seats, 1)


@pytest.mark.clause("TE-9")
def test_a_night_that_is_typed_in_on_another_day_has_no_closing_time_and_stop_still_works() -> None:
    room = room_of(8)
    room.set_clock("2026-02-03", "22:00")
    room.ask("seat")
    with pytest.raises(EventError, match="stopped game"):
        room.ask("score", table=1, ns=3, ew=2)
    assert room.ask("stop", table=1, ns=3, ew=2)[0] == "Table 1: stopped at 3 to 2. The hands played so far count."


@pytest.mark.clause("TE-9")
def test_a_game_to_ten_is_cut_off_by_a_club_that_closes() -> None:
    for rules in ("alberta", "ccc", "st-joe"):
        wanted = NewEvent(rules=rules, key="night", title="Monday", date=DAY, trial=4)
        room = Room(replace(wanted, settings={"event.calendar.end": "21:00"}), 2026)
        room.set_clock(DAY, "20:00")
        room.ask("seat")
        with pytest.raises(
            EventError,
            match=r"nobody has 10 points\..* From 9:00 pm on that night, a game in progress is entered as it is\.",
        ):
            room.ask("score", table=1, ns=6, ew=4)
        room.set_clock(DAY, "21:05")
        assert "stopped at 6 to 4" in room.ask("score", table=1, ns=6, ew=4)[0]


@rows(("start", "time", "fit"), [("18:30", "18:00", 7), ("18:30", "02:00", None), ("", "18:30", None)])
def test_games_fit_only_when_the_start_is_known_and_near(start: str, time: str, fit: int | None) -> None:
    room = room_of(8, **{"event.calendar.minutes_per_game": 25, "event.calendar.start": start})
    room.ask("seat")
    room.set_clock(DAY, time)
    assert clock_view(room.evening, room.at).games_fit == fit


@pytest.mark.clause("TE-9")
def test_the_desk_and_next_say_in_good_time_that_no_further_game_fits() -> None:
    room = room_of(8, **{"event.calendar.minutes_per_game": 25})
    assert not any("9:00" in said for said in room.ask("seat"))
    shown = clock_view(room.evening, room.at)
    assert (shown.games_fit, shown.says) == (6, ())
    play(room, 6, 4)
    room.set_clock(DAY, "20:20")
    shown = clock_view(room.evening, room.at)
    assert (shown.games_fit, shown.says) == (1, ("Only one more game of 25 minutes fits before 9:00 pm.",))
    says = room.ask("next")
    assert says[-1] == "After this game at most one more game of 25 minutes fits before 9:00 pm."
    room.set_clock(DAY, "20:40")
    last = "This is the last game: no other fits before 9:00 pm. Stopped then, it counts with the hands played so far."
    assert clock_view(room.evening, room.at).says == (last,)
    room.set_clock(DAY, "21:00")
    assert clock_view(room.evening, room.at).says == (
        "It is 9:00 pm, and play ends. Stop the games: the hands played so far count.",
    )
    play(room, 6, 4)
    none = "No further game of 25 minutes fits before 9:00 pm. One that is begun is stopped then, and its hands count."
    assert clock_view(room.evening, room.at).says == (none,)
    assert none in room.ask("close-round")
    room.set_clock("2026-02-03", "21:30")
    assert clock_view(room.evening, room.at).says == (), "scores are typed in on the next day"


@pytest.mark.clause("TE-9")
def test_the_command_line_says_that_no_further_game_fits(tmp_path: Path) -> None:
    file = str(tmp_path / "night.event")

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, ["event", *words], env={"COLUMNS": "200"})
        assert done.exit_code == 0, done.output
        return done.output

    run("new", file, "--rules", "trailer-estates", "--date", DAY)
    for name in ("Ann", "Bob", "Cal", "Dee"):
        run("enter", file, name, "--here")
    run("seat", file)
    run("score", file, "1", "6", "4")
    assert "8 games of 18 minutes still fit" in run("status", file, "--now", "18:30")
    late = run("status", file, "--now", "20:50")
    assert "No further game fits before 9:00 pm. Next: finish, or `next` for one more." in late
    run("paid", file, "Ann", "Bob")
    assert "Still to pay: Cal and Dee." in run("ledger", file)


@pytest.mark.clause("TE-9")
def test_the_command_takes_a_game_that_was_cut_off_from_nine_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "night.event")

    def call(time: str, *words: str) -> Result:
        at = int(datetime.fromisoformat(f"{DAY}T{time}").replace(tzinfo=UTC).timestamp() * 1000)
        monkeypatch.setattr("bowerbird.cli.event._file.now_in_ms", lambda: at)
        return CliRunner().invoke(app, ["event", *words], env={"COLUMNS": "300"})

    call("18:30", "new", file, "--rules", "trailer-estates", "--date", DAY, "--zone", "UTC")
    call("18:30", "enter", file, "Ann", "Bob", "Cal", "Dee", "--here")
    call("20:30", "seat", file)
    early = call("20:59", "score", file, "1", "3", "2")
    assert (early.exit_code, "From 9:00 pm on that night, a game in progress is entered as it is." in early.stderr) == (
        2,
        True,
    )
    assert (
        "Table 1: stopped at 3 to 2. The hands played so far count."
        in call("21:00", "score", file, "1", "3", "2").stdout
    )


@pytest.mark.clause("TE-9")
def test_set_up_suggests_the_games_from_half_past_six_to_nine_and_asks_for_the_coins() -> None:
    form = setup_form(load_rulebook("trailer-estates"))
    rounds = form.settings[0]
    assert (rounds.key, rounds.default, rounds.min, rounds.clause) == ("rounds", 8, 0, "TE-9")
    assert "8 games of 18 minutes fit from 6:30 pm to 9:00 pm; the minutes are our reckoning" in rounds.words
    coins = next(asked for asked in form.settings if asked.key == "event.money.payout")
    assert [choice.value for choice in coins.choices] == list(COINS)
    assert setup_form(load_rulebook("ccc")).settings[0].default == 12
    assert setup_form(load_rulebook("st-joe")).settings[0].default == 0


@pytest.mark.clause("TE-1", "TE-9")
def test_the_fee_is_ticked_at_the_door_and_the_desk_shows_who_has_not_paid() -> None:
    room = room_of(4)
    assert unpaid(room.event) == ("P00", "P01", "P02", "P03")
    assert room.ask("paid", names=["P01", "p02"]) == ("P01 and P02 have paid.", "Still to pay: P00 and P03.")
    with pytest.raises(EventError, match="P01 is ticked as paid already"):
        room.ask("paid", names=["P01"])
    assert room.ask("paid", names=["P02"], paid=False)[0] == "P02 has not paid."
    room.ask("late", name="P01")
    room.ask("check-in", names=["P01"])
    room.ask("sub", name="P01", by="Zed")
    assert unpaid(room.event) == ("P00", "P02", "P03"), "a tick outlives coming, going and a sub"
    assert room.ask("paid", names=["P00", "P02", "P03"])[1] == "Everybody who has come has paid."
    assert pot_of(room.event) == 100
    free = Room(NewEvent(rules="national", key="night"), 2026)
    free.ask("enter", people=[{"name": "Ann"}], here=True)
    with pytest.raises(EventError, match="Playing costs nothing"):
        free.ask("paid", names=["Ann"])


@pytest.mark.clause("TE-1")
def test_the_calendar_entry_says_when_to_come_what_it_costs_and_that_nobody_needs_to_sign_up() -> None:
    said = "Please be there by 6:15 pm. Playing costs 25 cents. You need not sign up, but it helps."
    assert note_of(load_rulebook("trailer-estates")) == said
    done = CliRunner().invoke(
        app,
        ["event", "calendar", "--rules", "trailer-estates", "--zone", "America/New_York", "--from", DAY],
    )
    assert "6:15 pm" in done.output
    assert "25 cents" in done.output
    assert "sign up" in done.output.replace("\r", "").replace("\n ", "")
    assert note_of(load_rulebook("bicycle")) == ""


@pytest.mark.clause("TE-9")
@rows("tables", [1, 2, 5, 13, 31, 200][: amount(5, full=6)])
@rows("coins", ["cents", "quarters"])
def test_the_pot_is_paid_out_for_any_number_of_tables(tables: int, coins: str) -> None:
    room = room_of(4 * tables, **{"event.money.payout": coins})
    room.ask("seat")
    play(room, 6, 4)
    room.ask("finish")
    paid, lines = payouts(room.event), standings(room.event)
    assert sum(paid.values()) == 100 * tables
    first = {line.name for line in lines if line.place == 1}
    assert all(
        cents % COINS[room.event.book.event.money.payout] == 0 for name, cents in paid.items() if name not in first
    )
    assert len(shares_for(room.event.book.event.money, tables)) <= len(paid)


@pytest.mark.clause("TE-9")
def test_shares_for_thirty_one_tables_can_be_set_in_the_form_and_in_a_file() -> None:
    rows = {"1": (100,), "31": (50, 25, 25)}
    room = room_of(4, **{"event.money.shares": rows})
    text = 'based_on = "trailer-estates"\n[event.money.shares]\n1 = [100]\n31 = [50, 25, 25]\n'
    for money in (room.event.book.event.money, read_house_rules(text).event.money):
        assert shares_for(money, 30) == (100,)
        assert shares_for(money, 31) == shares_for(money, 62) == (50, 25, 25)
    with pytest.raises(EventError, match="come to 90 percent"):
        room_of(4, **{"event.money.shares": {"31": (50, 40)}})
    assert shares_for(MoneyRules(), 31) == (100,)


@rows("cents", [0, 1, 24, 25, 99, 175, 1300])
@rows("ways", [1, 2, 3, 7])
@rows("coin", [1, 25])
def test_a_prize_is_split_as_evenly_as_its_coins_allow(cents: int, ways: int, coin: int) -> None:
    parts = split(cents, ways, coin)
    assert (len(parts), sum(parts)) == (ways, cents)
    assert all(part % coin == 0 for part in parts[1:])
    assert all(abs(Fraction(part) - Fraction(cents, ways)) < 2 * coin for part in parts)
    assert max(parts) - min(parts) < 2 * coin
