"""The report of a record: shares with Wilson's interval, figures as a second calculation has them, careful advice."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from bowerbird.learn.habits import HABITS, habit_of
from bowerbird.learn.statistics import (
    Example,
    GameJudged,
    GamePlayed,
    KindCount,
    Mean,
    RecordFact,
    games_of,
    report,
    wilson,
)
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Name, Open, Order, Pass, Phase, Play, Table


def a_game(number: int, *, won: bool | None = True, **more: object) -> GamePlayed:
    values: dict[str, object] = {
        "table": f"t{number}",
        "game": 1,
        "at": 1000 * number,
        "book": "Bicycle",
        "seat": "South",
        "partner": "bot:club",
        "partner_name": "Wren",
        "opponents": ("bot:club", "bot:club"),
        "score": (10, 6) if won else (7, 10),
        "won": won,
        "hands": 12,
    }
    return GamePlayed(**(values | more))  # type: ignore[arg-type]


def figures(number: int, skill: float = -0.6, kinds: tuple[KindCount, ...] = (), **more: object) -> GameJudged:
    values: dict[str, object] = {"points": 4.0, "deal": 3.0, "fall": 2.0, "error": 0.1, "others": 0.0}
    return GameJudged(table=f"t{number}", game=1, hands=12, skill=skill, kinds=kinds, **(values | more))  # type: ignore[arg-type]


def test_wilsons_interval_is_the_one_from_the_books() -> None:
    """Newcombe 1998, table I: 81 of 263 and 15 of 148, and none of 20."""
    for count, of, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        share = wilson(count, of)
        assert share.low == pytest.approx(low, abs=1e-4)
        assert share.high == pytest.approx(high, abs=1e-4)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_the_interval_covers_the_truth_nineteen_times_in_twenty() -> None:
    dice = random.Random(1)
    for truth in (0.1, 0.5, 0.6):
        found = [wilson(sum(dice.random() < truth for _ in range(60)), 60) for _ in range(2000)]
        assert 0.93 < sum(share.low <= truth <= share.high for share in found) / 2000 < 0.975


def test_an_empty_record_says_nothing() -> None:
    found = report([])
    assert (found.games, found.hands, found.line, found.advice, found.skill) == (0, 0, (), (), None)


def test_games_are_counted_once_in_the_order_in_which_they_ended() -> None:
    facts: list[RecordFact] = [a_game(2), a_game(1, won=False), a_game(2), figures(1), figures(1), figures(9)]
    assert [(game.table, judged is not None) for game, judged in games_of(facts)] == [("t1", True), ("t2", False)]
    assert report(facts).games == 2
    assert report(facts, since=2000).games == 1


def test_figures_agree_with_a_second_calculation() -> None:
    dice = random.Random(3)
    games = [
        a_game(
            number,
            won=dice.choice((True, False, None)),
            called=(called := dice.randint(1, 5)),
            euchred=dice.randint(0, called),
            alone=(alone := dice.randint(0, called)),
            alone_made=dice.randint(0, alone),
            defended=5,
            stopped=dice.randint(0, 5),
            book=dice.choice(("Bicycle", "National")),
            partner=dice.choice(("bot:club", "p7")),
            opponents=dice.choice((("bot:club", "bot:club"), ("bot:club", "bot:master"), ("p1", "bot:club"))),
        )
        for number in range(1, 90)
    ]
    judged = [figures(number, dice.gauss(-0.5, 0.4)) for number in range(1, 90, 2)]
    found = report([*games, *judged])
    decided = [game for game in games if game.won is not None]
    assert (found.won.count, found.won.of) == (sum(game.won is True for game in games), len(decided))
    assert found.lately.of == sum(game.won is not None for game in games[-60:])
    assert found.called.value == sum(game.called for game in games) / (89 * 12)
    assert found.euchred.of == found.marched.of == sum(game.called for game in games)
    assert found.alone_made.of == found.alone.count == sum(game.alone for game in games)
    assert found.stopped.of == 5 * 89
    assert {line.name: line.won.of for line in found.by_book} == {
        book: sum(game.book == book for game in decided) for book in ("Bicycle", "National")
    }
    assert {line.name for line in found.by_partner} == {"A bot: club", "Wren"}
    assert [line.name for line in found.by_level] == ["club"], "only where both opponents are of one level"
    assert found.skill is not None
    assert found.judged == len(judged)
    per_hand = [each.skill / 12 for each in judged]
    mean = sum(per_hand) / len(per_hand)
    error = sqrt(sum((each - mean) ** 2 for each in per_hand) / (len(per_hand) - 1) / len(per_hand))
    assert found.skill.value == pytest.approx(mean)
    assert found.skill.doubt == pytest.approx(1.96 * error)
    assert len(found.line) == 14
    assert found.line[-1].share == found.lately.__class__(
        *(
            getattr(wilson(sum(game.won is True for game in decided[-60:]), 60), each)
            for each in found.lately.__struct_fields__
        )
    )


def test_a_line_needs_a_few_games() -> None:
    assert report([a_game(number) for number in range(9)]).line == ()
    assert len(report([a_game(number) for number in range(10)]).line) == 1
    assert report([a_game(1)]).points is None
    assert report([a_game(1, won=False)]).by_book[0].points == Mean(-3 / 12, 0.0), "one game has a mean, and no doubt"


def test_advice_needs_evidence_and_names_the_dearest_first() -> None:
    dice = random.Random(4)

    def played(games: int, **costs: float) -> tuple[str, ...]:
        facts: list[RecordFact] = []
        for number in range(games):
            kinds = tuple(
                KindCount(kind, 4, int(cost > 0), round(max(0.0, dice.gauss(cost, cost / 2)), 3))
                for kind, cost in costs.items()
            )
            example = Example("passing", number, 1, 0.1 * number, "pass", "order it up", ("Jh",))
            facts += [a_game(number), figures(number, kinds=kinds, examples=(example,))]
        return tuple(each.kind for each in report(facts).advice)

    assert played(30, passing=0.4, lead=0.9, thin=0.2, discard=0.6) == ("lead", "discard", "passing")
    assert played(3, passing=0.4, lead=0.9) == (), "three games are no evidence"
    assert played(30, passing=0.0, lead=0.05) == (), "and what costs next to nothing is not worth it"
    rare: list[RecordFact] = [a_game(1), figures(1, kinds=(KindCount("lead", 200, 9, 8.0),))]
    rest: list[RecordFact] = [figures(number) for number in range(2, 30)]
    rest += [a_game(number) for number in range(2, 30)]
    assert report([*rare, *rest]).advice == (), "one bad evening is no habit"


def test_advice_shows_the_dearest_examples_with_their_places() -> None:
    facts: list[RecordFact] = []
    for number in range(30):
        example = Example("passing", 5, 2, round(0.1 * (number % 7), 1), "pass", "order it up", ("Jh", "Ah"))
        facts += [a_game(number), figures(number, kinds=(KindCount("passing", 4, 1, 0.4),), examples=(example,))]
    [advice] = report(facts).advice
    assert (advice.cases, advice.mistakes) == (120, 30)
    assert advice.cost.value == pytest.approx(0.4 / 12)
    assert [each.example.cost for each in advice.examples] == [0.6] * 3
    assert {each.table for each in advice.examples} <= {f"t{number}" for number in range(30)}


def test_every_decision_of_whole_games_has_a_kind_that_has_words() -> None:
    book, dice = load_rulebook("bicycle"), random.Random(5)
    seen: dict[str, set[type]] = {}
    for seed in range(6):
        table, four = Table(book, [Open(dealer=Seat.N)]), player("simple", seed)
        while not table.state.is_over:
            fact = next_automatic(book, table.state, dice)
            if fact is None:
                assert table.state.turn is not None
                view = table.view(table.state.turn)
                fact = four.choose(book, view)
                for best in view.legal:
                    kind = habit_of(view, fact, best)
                    seen.setdefault(kind, set()).add(type(fact))
                    leads = not view.trick.plays or view.trick.winner is not None
                    assert (kind in ("lead", "defence lead")) is (view.phase is Phase.PLAY and leads)
            table.push(fact)
    assert seen.keys() == {habit.kind for habit in HABITS}
    assert seen["passing"] == {Pass}
    assert seen["thin"] == {Order}
    assert seen["discard"] == {Discard}
    assert seen["second"] == {Pass, Name}
    assert seen["lead"] == seen["defence"] == {Play}
    assert seen["alone"] <= {Order, Name}
