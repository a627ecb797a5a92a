"""Rankings and ties, each with its reason in plain words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import ranking as ranking_package
from bowerbird.event import replay, standings
from bowerbird.event.facts import CoinsTossed, PlayOffPlayed
from bowerbird.event.ranking import Contest, Due, Encounter, Ranking, Tally, rank, step_named
from bowerbird.event.simulate import simulate
from bowerbird.event.standings import due_play_offs
from bowerbird.rulebook import Rulebook, RulebookError, load_rulebook, read_rulebook
from bowerbird.rulebook.kinds import RANKING_STEPS
from bowerbird.rulebook.sheet import sheet
from event.evenings import Night, sat
from event.test_write_a_movement import file_added
from kit.rows import rows

ALBERTA = ("wins", "head to head", "points", "play-off")


def ranked(
    rows: str,
    games: str = "",
    steps: Sequence[str] = ALBERTA,
    coins: Sequence[CoinsTossed] = (),
    play_offs: Sequence[PlayOffPlayed] = (),
) -> Ranking:
    """`ranked("A 6 58, B 6 55", "3:A>B")`: name, wins and points; the game number and who beat whom, or `A=B`."""
    tallies = {}
    for row in rows.split(","):
        name, wins, points, *loners = row.split()
        tallies[name] = Tally(Decimal(wins), int(wins), points=int(points), loners=int(loners[0]) if loners else 0)
    met: dict[frozenset[str], list[Encounter]] = {}
    for game in games.split():
        number, _, pair = game.partition(":")
        one, other = pair.replace("=", ">").split(">")
        met.setdefault(frozenset((one, other)), []).append(Encounter(int(number), one if ">" in pair else ""))
    contest = Contest(tallies, "wins", lambda a, b: met.get(frozenset((a, b)), ()), coins, play_offs)
    return rank(contest, [step_named(step) for step in steps])


def order(ranking: Ranking) -> str:
    return " ".join("=".join(group.names) for group in ranking.groups)


def reasons(ranking: Ranking, name: str) -> tuple[str, ...]:
    return next(group.reasons for group in ranking.groups if name in group.names)


@pytest.mark.clause("ALB-T10a")
def test_wins_rank_first_whatever_the_points() -> None:
    ranking = ranked("A 5 40, B 6 30, C 4 60")
    assert order(ranking) == "B A C"
    assert reasons(ranking, "A") == ()


@pytest.mark.clause("ALB-T10b")
def test_two_level_go_by_who_beat_whom() -> None:
    ranking = ranked("A 6 50, B 6 58, C 2 20", "3:A>B")
    assert order(ranking) == "A B C"
    assert reasons(ranking, "B") == ("A and B are tied on 6 wins.", "A beat B in game 3.")


@pytest.mark.clause("ALB-T10b")
def test_two_who_never_met_go_by_points() -> None:
    ranking = ranked("A 6 50, B 6 58")
    assert order(ranking) == "B A"
    assert reasons(ranking, "A") == ("A and B are tied on 6 wins.", "They did not meet.", "By points: B 58, A 50.")


@pytest.mark.clause("ALB-T10b")
def test_two_who_met_more_than_once_go_by_the_wins_between_them() -> None:
    assert order(ranked("A 6 50, B 6 58", "1:A>B 4:B>A 7:A>B")) == "A B"
    split = ranked("A 6 50, B 6 58", "1:A>B 4:B>A")
    assert order(split) == "B A"
    assert "They met twice and won equally often." in reasons(split, "B")


@pytest.mark.clause("ALB-T10c")
def test_three_level_go_by_points_and_not_by_who_beat_whom() -> None:
    ranking = ranked("A 6 50, B 6 58, C 6 54", "1:A>B 2:A>C 3:C>B")
    assert order(ranking) == "B C A"
    assert reasons(ranking, "A") == ("A, B and C are tied on 6 wins.", "By points: B 58, C 54, A 50.")


@pytest.mark.clause("ALB-T10c")
def test_two_of_three_level_on_points_follow_the_rule_for_two() -> None:
    ranking = ranked("A 6 54, B 6 58, C 6 54", "1:B>A 2:C>A")
    assert order(ranking) == "B C A"
    assert reasons(ranking, "A")[-1] == "C beat A in game 2."
    unmet = ranked("A 6 54, B 6 58, C 6 54")
    assert order(unmet) == "B A=C"
    assert unmet.due == [Due("game", ("A", "C"))]


@pytest.mark.clause("ALB-T10c")
def test_more_than_three_go_by_points_and_then_by_the_rules_within_each_level_group() -> None:
    ranking = ranked("A 6 54, B 6 58, C 6 54, D 6 58, E 6 40", "1:D>B 2:A>C")
    assert order(ranking) == "D B A C E"
    four_level = ranked("A 6 54, B 6 54, C 6 54, D 6 58")
    assert order(four_level) == "D A=B=C"
    assert four_level.due == [Due("coins", ("A", "B", "C"))]


@pytest.mark.clause("ALB-T10d")
def test_two_still_level_play_one_extra_game() -> None:
    level = "A 6 50, B 6 50"
    assert ranked(level).due == [Due("game", ("A", "B"))]
    done = ranked(level, play_offs=[PlayOffPlayed(winner="B", loser="A")])
    assert order(done) == "B A"
    assert reasons(done, "A")[-1] == "B won the extra game against A."


@pytest.mark.clause("ALB-T10d")
def test_three_still_level_toss_coins_until_one_is_odd_and_play_off_to_the_end() -> None:
    level = "A 6 50, B 6 50, C 6 50"
    same = CoinsTossed(coins={"A": "heads", "B": "heads", "C": "heads"})
    odd = CoinsTossed(coins={"A": "heads", "B": "tails", "C": "heads"})
    semi = PlayOffPlayed(winner="C", loser="A")
    assert ranked(level).due == [Due("coins", ("A", "B", "C"))]
    assert ranked(level, coins=[same]).due == [Due("coins", ("A", "B", "C"))]
    assert ranked(level, coins=[same, odd]).due == [Due("game", ("A", "C"))]
    half = ranked(level, coins=[odd], play_offs=[semi])
    assert order(half) == "C=B A"
    assert half.due == [Due("game", ("C", "B"))]
    bye_wins = ranked(level, coins=[odd], play_offs=[semi, PlayOffPlayed(winner="B", loser="C")])
    assert order(bye_wins) == "B C A"
    assert not bye_wins.due
    assert reasons(bye_wins, "A") == (
        "A, B and C are tied on 6 wins.",
        "Tied on 50 points too.",
        "B had the odd coin and the bye.",
        "C beat A.",
        "B beat C in the last game.",
    )


@pytest.mark.clause("ALB-T10d")
def test_a_play_off_is_played_to_the_end_in_a_real_event() -> None:
    night = Night("alberta", ["Ann", "Al", "Bob", "Bea", "Cy", "Cat"])
    for tables, out in (("Ann Bob Al Bea", "Cy Cat"), ("Bob Cy Bea Cat", "Ann Al"), ("Cy Ann Cat Al", "Bob Bea")):
        night.sit(tables, sitting_out=out)
        night.score(1, 10, 7)
    toss = CoinsTossed(coins={"Ann & Al": "heads", "Bob & Bea": "heads", "Cy & Cat": "tails"})
    night.refuses(toss, "Close the meeting, or finish the event, first")
    night.end()
    assert {line.place for line in standings(night.event)} == {1}
    wrong = PlayOffPlayed(winner="Ann & Al", loser="Bob & Bea")
    night.refuses(wrong, "have no play-off game to play")
    night.refuses(CoinsTossed(coins={"Ann & Al": "heads"}), "no coins to toss")
    night.do(toss)
    assert due_play_offs(night.event) == (Due("game", ("Ann & Al", "Bob & Bea")),)
    night.refuses(PlayOffPlayed(winner="Bob & Bea", loser="Ann & Al", winner_points=3, loser_points=10), "more points")
    night.do(PlayOffPlayed(winner="Bob & Bea", loser="Ann & Al", winner_points=10, loser_points=3))
    night.do(PlayOffPlayed(winner="Cy & Cat", loser="Bob & Bea", winner_points=10, loser_points=9))
    assert [(line.place, line.name) for line in standings(night.event)] == [
        (1, "Cy & Cat"),
        (2, "Bob & Bea"),
        (3, "Ann & Al"),
    ]
    assert not due_play_offs(night.event)
    assert standings(replay(night.facts)) == standings(night.event)


def test_everybody_level_shares_one_place_where_the_book_is_silent() -> None:
    ranking = ranked("A 3 30, B 3 30, C 3 30, D 3 30, E 3 30", "1:A>B")
    assert order(ranking) == "A=B=C=D=E"
    assert not ranking.due
    assert reasons(ranking, "E")[-2] == "A play-off is for two or three, and 5 are tied."
    assert reasons(ranking, "E")[-1] == "The rules don't separate them, so they share the place."


@pytest.mark.clause("NAT-X")
def test_national_ranks_by_match_points_then_wins_then_game_points_then_shares() -> None:
    steps = load_rulebook("national").event.ranking
    assert steps == ("total", "wins", "points")
    night = sat("national", "n1 e1 s1 w1", "n2 e2 s2 w2")
    night.score(1, 11, 6)
    night.score(2, 11, 8)
    lines = standings(night.event)
    assert [(line.place, int(line.total)) for line in lines] == [(1, 2)] * 4 + [(5, 0)] * 2 + [(7, 0)] * 2
    assert {line.name for line in lines[4:6]} == {"e2", "w2"}
    assert lines[4].reasons[-2:] == (
        "By points: e2 and w2 8, e1 and w1 6.",
        "The rules don't separate them, so they share the place.",
    )


@pytest.mark.clause("STJ-X")
def test_st_joe_ranks_by_personal_total_then_loners_then_shares() -> None:
    ranking = ranked("A 40 0 1, B 40 0 3, C 41 0 0, D 40 0 1", steps=load_rulebook("st-joe").event.ranking)
    assert order(ranking) == "C B A=D"
    assert "By lone marches: B 3, A and D 1." in reasons(ranking, "A")


@pytest.mark.clause("STJ-X")
@rows("rounds", [1, 3, 11])
def test_the_director_sets_the_number_of_rounds(rounds: int) -> None:
    event, _ = simulate(load_rulebook("st-joe"), 9, rounds, random.Random(rounds))
    assert len(event.rounds) == rounds
    lines = standings(event)
    assert [line.total for line in lines] == sorted((line.total for line in lines), reverse=True)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12), st.integers(0, 99))
def test_everybody_is_ranked_once_and_never_against_the_wins(rows: list[tuple[int, int]], seed: int) -> None:
    chance = random.Random(seed)
    names = [f"T{number}" for number in range(len(rows))]
    text = ",".join(f"{name} {wins} {points}" for name, (wins, points) in zip(names, rows, strict=True))
    games = " ".join(f"{n}:{'>'.join(chance.sample(names, 2))}" for n in range(6)) if len(names) > 1 else ""
    ranking = ranked(text, games)
    flat = [name for group in ranking.groups for name in group.names]
    assert sorted(flat) == sorted(names)
    wins = dict(zip(names, (row[0] for row in rows), strict=True))
    assert [wins[name] for name in flat] == sorted((wins[name] for name in flat), reverse=True)
    for group in ranking.groups:
        assert len({wins[name] for name in group.names}) == 1
        assert len(group.names) == 1 or group.reasons


NEW_STEP = """
from bowerbird.event.ranking.base import Count

KIND = Count("fewest losses", "games lost, the fewest first", lambda tally: -tally.losses, unit="losses")
"""


def test_one_file_is_a_new_step(tmp_path: Path) -> None:
    file = tmp_path / "losses.py"
    file.write_text(NEW_STEP, "utf-8")
    rules = 'based_on = "st-joe"\n[event]\nranking = ["fewest losses", "total"]'
    with pytest.raises(RulebookError, match=r"event\.ranking: 'fewest losses'"):
        read_rulebook(rules)
    with file_added(ranking_package, RANKING_STEPS, file):
        book = read_rulebook(rules)
        assert any("Places go by games lost, the fewest first, then by the total." in line for line in all_lines(book))
        lines = standings(simulate(book, 12, 5, random.Random(1))[0])
    losses = [line.losses for line in lines]
    assert losses == sorted(losses)
    assert losses[0] < losses[-1]


def all_lines(book: Rulebook) -> list[str]:
    return [line.sentence for section in sheet(book) for line in section.lines]
