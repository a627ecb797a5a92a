"""Ratings: people of known strength are found, bots stay where matches put them, and odd results are left out."""

from __future__ import annotations

import random

import msgspec
import pytest

from bench.ratings import ANCHORS, MATCHES, averaged, fitted, rank_correlation
from bowerbird.learn.ratings import NEW, Rating, Result, anchors, bot, chance_to_win, rate
from bowerbird.players import LEVELS
from kit.rows import rows


def test_a_win_raises_both_of_a_pair_and_makes_all_four_surer() -> None:
    after = rate({}, [Result((("a", "b"), ("c", "d")), (10, 7))])
    assert after["a"] == after["b"]
    assert after["c"] == after["d"]
    assert after["a"].mu > NEW.mu > after["c"].mu
    assert all(rating.sigma < NEW.sigma and rating.games == 1 for rating in after.values())
    assert rate({}, [Result((("a", "b"), ("c", "d")), (10, 9))]) == after, "the margin is luck, and doesn't count"
    tied = rate({}, [Result((("a", "b"), ("c", "d")), (5, 5))])
    assert tied["a"].mu == pytest.approx(NEW.mu) == pytest.approx(tied["d"].mu)


def test_bots_are_not_moved_and_a_win_against_the_champion_is_worth_more() -> None:
    gains = []
    for level in ("novice", "club", "champion"):
        opponents = (bot(level), bot(level))
        after = rate({}, [Result((("me", bot("club")), opponents), (10, 0))])
        assert after.keys() == {"me"}
        gains.append(after["me"].mu - NEW.mu)
    assert gains == sorted(gains)
    assert gains[0] > 0


@rows(
    "result",
    [
        Result((("a", "b"), ("a", "c")), (1, 0)),
        Result((("a", "a"), ("b", "c")), (1, 0)),
        Result((("a", "b"),), (1,)),
        Result((("a", "b"), ()), (1, 0)),
        Result((("a", ""), ("b", "c")), (1, 0)),
        Result((("a", "b"), ("c", "d")), (1,)),
        Result(((bot("club"), bot("club")), (bot("novice"), bot("club"))), (1, 0)),
    ],
)
def test_what_cannot_be_rated_changes_nothing(result: Result) -> None:
    assert rate({}, [result]) == {}


def test_ratings_do_not_depend_on_how_they_are_worked_out() -> None:
    """All at once, one by one, and only with the four who played: the same."""
    dice = random.Random(2)
    results = []
    for _ in range(60):
        a, b, c, d = dice.sample("abcdefgh", 4)
        results.append(Result(((a, b), (c, d)), (dice.random(), dice.random())))
    whole = rate({}, results)
    stepwise: dict[str, Rating] = {}
    for result in results:
        four = {player for team in result.teams for player in team}
        stepwise |= rate({name: stepwise[name] for name in four if name in stepwise}, [result])
    assert stepwise == whole


def test_duplicate_with_more_than_two_teams_ranks_them() -> None:
    after = rate({}, [Result((("a", "b"), ("c", "d"), ("e", "f")), (3.5, -1.0, 0.25))] * 5)
    assert after["a"].mu > after["e"].mu > after["c"].mu


def test_a_new_rating_is_provisional_until_there_are_some_dozen_games() -> None:
    now: dict[str, Rating] = {}
    dice = random.Random(1)
    steady = 0
    for number in range(1, 120):
        now = rate(now, [Result((("me", bot("club")), (bot("club"), bot("club"))), (dice.random(), dice.random()))])
        if now["me"].is_provisional:
            steady = number
    assert 25 < steady < 80
    assert now["me"].doubt < 100 < NEW.doubt


def test_a_hundred_points_mean_what_is_said() -> None:
    better = Rating(NEW.mu + 100 / 16)
    assert better.points - NEW.points == 100
    assert chance_to_win([better, better], [NEW, NEW]) == pytest.approx(0.6, abs=0.01)


def test_the_anchors_are_those_that_fit_the_matches_and_keep_the_levels_order() -> None:
    shipped = msgspec.json.decode(ANCHORS.read_bytes())
    assert [tuple(match) for match in shipped["matches"]] == list(MATCHES)
    for level, (mu, error) in fitted().items():
        assert shipped["anchors"][level] == {"mu": pytest.approx(mu, abs=0.01), "error": pytest.approx(error, abs=0.01)}
    assert list(anchors()) == [bot(level) for level in LEVELS], "weakest first, as everywhere"
    for first, second, games, share in MATCHES:
        one, other = anchors()[bot(first)], anchors()[bot(second)]
        spread = 3 * (share * (1 - share) / games) ** 0.5 + 0.005
        assert chance_to_win([one] * 2, [other] * 2) == pytest.approx(share, abs=spread), (first, second)


def test_people_of_known_strength_are_ranked_rightly_in_spite_of_luck_and_partners() -> None:
    line = {games: (right, within) for games, right, within in averaged(24, 150, 3)}
    assert line[150][0] > 0.7 > line[1][0]
    late = [within for games, (_, within) in line.items() if games > 30]
    assert 0.55 < sum(late) / len(late) < 0.8, "the doubt that is shown is the doubt there is"


def test_bots_come_out_in_their_known_order_if_they_are_rated_like_people() -> None:
    """Four bots of each level as people, in games that they win as often as the matches say."""
    dice = random.Random(6)
    levels = ["novice", "simple", "club", "expert", "champion"]
    true = {f"{level} {number}": anchors()[bot(level)] for level in levels for number in range(4)}
    now: dict[str, Rating] = {}
    results = []
    for _ in range(2500):
        a, b, c, d = dice.sample(list(true), 4)
        won = dice.random() < chance_to_win([true[a], true[b]], [true[c], true[d]])
        results.append(Result(((a, b), (c, d)), (won, not won)))
    now = rate(now, results)
    means = [sum(now[f"{level} {number}"].mu for number in range(4)) / 4 for level in levels]
    assert means == sorted(means)


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == -1
