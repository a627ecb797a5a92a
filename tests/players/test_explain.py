"""Explanations: every option with its worth, best first, and one sentence why."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from bowerbird.cards import Card
from bowerbird.players import explain as explaining
from bowerbird.players import player
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.explain import explain, render
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.reasons import reason
from bowerbird.players.outlook import Outlook
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Order, Pass, Play, View, view
from deals import dealt, say
from kit.rows import rows
from players.tables import decisions, explained, small


@rows("book", ["bicycle", "st-joe"])
def test_every_decision_of_a_game_is_explained(book: str) -> None:
    rules = load_rulebook(book)
    expert = small("expert", 1)
    for state in list(decisions(rules, (expert, small("club")), seed=3))[:60]:
        if state.turn is None:
            continue
        for option in explained(rules, view(rules, state, state.turn), expert).options:
            assert option.made + option.march + option.euchre <= 1 + 1e-9
            assert 0 <= option.win <= 1
            assert option.why.endswith(".")
            assert option.why[0].isupper()


def test_every_option_has_the_reason_that_the_judgement_gives() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    seen = table.view(Seat.E)
    judgement = judge(table.book, seen)
    expected = [reason(table.book, seen, judgement, choice) for choice in judgement.choices]
    assert [option.why for option in explain(table.book, seen).options] == expected
    assert len(set(expected)) > 1


def test_the_best_comes_first_and_a_weaker_player_s_choice_is_marked() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    found = explain(table.book, table.view(Seat.E), player("random", 5))
    assert found.options[0].fact in (Order(Seat.E), Order(Seat.E, alone=True))
    assert [option.win for option in found.options] == sorted((option.win for option in found.options), reverse=True)
    passing = next(option for option in found.options if option.fact == Pass(Seat.E))
    assert passing.verdict == "mistake"
    text = render(found)
    assert text.count("\n") == 2 * len(found.options) - 1
    assert "order it up: +" in text
    assert sum(line.startswith("*") for line in text.splitlines()) == 1


def test_the_doubt_is_as_large_as_estimates_from_other_deals_differ() -> None:
    """Doubt is two standard errors. A hundred experts who look at different deals differ by about one."""
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    for call in (Order(Seat.E), Pass(Seat.E)):
        found = [
            ExpertPlayer(seed, call_worlds=60).outlooks(table.book, table.view(Seat.E))[call] for seed in range(100)
        ]
        doubts = [outlook.doubt for outlook in found if outlook.doubt is not None]
        assert len(doubts) == len(found)
        assert 0.7 < 2 * stdev(outlook.points for outlook in found) / fmean(doubts) < 1.5


def test_more_deals_leave_less_doubt_and_no_deals_none_that_is_known() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    few, many = (
        explain(table.book, table.view(Seat.E), ExpertPlayer(1, call_worlds=worlds)).options[1].doubt
        for worlds in (50, 800)
    )
    assert few is not None
    assert many is not None
    assert 0 < many < few / 2
    assert all(option.doubt is None for option in explained(table.book, table.view(Seat.E), player("master")).options)


# The judge's voice.


def test_without_another_player_the_judge_decides_and_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    asked = []

    def counted(book: Rulebook, seen: View) -> Judgement:
        asked.append(seen)
        return judge(book, seen)

    monkeypatch.setattr(explaining, "judge", counted)
    seen = table.view(Seat.E)
    found, expected = explain(table.book, seen), judge(table.book, seen)
    assert asked == [seen]
    assert found.chosen == expected.choices[0].fact
    for option, choice in zip(found.options, expected.choices, strict=True):
        assert (option.fact, option.behind, option.error) == (choice.fact, choice.behind, choice.error)
        assert (option.points, option.win) == (choice.outlook.points, choice.outlook.game)
        assert option.verdict == expected.verdict(option.fact)


def outlook(points: float) -> Outlook:
    """A choice worth so many points, and as much in the game."""
    return Outlook(points, 0.5 + points / 10, points, 0.6, 0.2, 0.2, 0.0, 1.0, doubt=0.1)


def test_equal_cards_are_one_option_and_verdicts_say_how_sure_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt("bicycle", "E", "9h", S="Ac 9c Tc Kd As", E="Jh Ah Kh Qd Js")
    say(table, "S: pass, W: pass, N: pass, E: order, E: discard Js")
    nine, ten, ace, king, spade = (Play(Seat.S, Card(card)) for card in ("9c", "Tc", "Ac", "Kd", "As"))
    fake = Judgement(
        (
            Choice(nine, outlook(0.5), same=(ten,)),
            Choice(ace, outlook(0.44), 0.06, 0.05, 0.06, 0.05),
            Choice(king, outlook(0.43), 0.07, 0.01, 0.07, 0.01),
            Choice(spade, outlook(0.1), 0.4, 0.05, 0.4, 0.05),
        )
    )
    monkeypatch.setattr(explaining, "judge", lambda book, seen: fake)
    found = explain(table.book, table.view(Seat.S))
    assert [option.says for option in found.options] == ["lead 9♣ or 10♣", "lead A♣", "lead K♦", "lead A♠"]
    assert [option.verdict for option in found.options] == ["best", "as good", "behind", "mistake"]
    assert found.option(ten) is found.option(nine) is found.options[0]
    assert [option.doubt for option in found.options] == [None, 0.1, 0.02, 0.1]
    assert [option.cost for option in found.options] == [0, 0, 0.07, 0.4]
    text = render(found)
    assert "lead A♣: +0.44 points" in text
    assert "mistake, 0.40 ± 0.10 behind" in text
