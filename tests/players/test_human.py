"""The comparison with people: it finds every decision of a recorded game, and says the same of the same choices."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench import human
from bowerbird.notation import Replay, replay, to_egn, write_egn
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, Order, Pass, Play, Table

SAMPLES = Path(__file__).parents[3] / "shared" / "egn"


def a_game(level: str) -> Table:
    """A whole game of a level."""
    table, dice, chooser = Table(load_rulebook("bicycle")), Random(1), player(level, 1)
    table.push(Open(dealer=Seat.N, partners_arranged=True))
    while not table.state.is_over:
        fact = next_automatic(table.book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = chooser.choose(table.book, table.view(table.state.turn))
        table.push(fact)
    return table


@pytest.fixture(scope="module")
def recorded() -> Replay:
    return replay(to_egn(a_game("club")))


def test_a_player_agrees_with_itself_and_less_with_another(recorded: Replay) -> None:
    decisions = list(human.decisions(recorded))
    assert {each.kind for each in decisions} >= set(human.KINDS) - {human.KINDS[2]}
    shares = {}
    for level in ("club", "random"):
        chooser = player(level, 1)
        same = [is_same for each in decisions for _, is_same in human.agree(each, chooser.choose(each.book, each.view))]
        shares[level] = sum(same) / len(same)
    assert shares["club"] > 0.97, "but for what it forgets, and for the cards that it doesn't know"
    assert shares["random"] < 0.8


def test_every_view_is_the_persons_own(recorded: Replay) -> None:
    for each in human.decisions(recorded):
        assert each.chosen in each.view.legal
        assert getattr(each.chosen, "seat", None) is each.view.seat


def test_calls_are_counted_and_a_call_alone_is_another_decision(recorded: Replay) -> None:
    made = human.made_by_people([recorded])
    assert made.ordered + made.named == made.deals == len(recorded.deals)
    assert 0 < made.euchred < made.deals
    first = next(each for each in human.decisions(recorded) if isinstance(each.chosen, Order))
    assert first.view.seat is not None
    assert isinstance(first.chosen, Order)
    assert dict(human.agree(first, Order(first.view.seat, alone=not first.chosen.alone))) == {
        human.KINDS[0]: True,
        human.KINDS[2]: False,
    }
    assert dict(human.agree(first, Pass(first.view.seat))) == {human.KINDS[0]: False}


def test_neighbours_of_a_suit_are_the_same_card(recorded: Replay) -> None:
    alike = different = 0
    for each in human.decisions(recorded):
        if isinstance(each.chosen, Play):
            for other in each.view.legal:
                [(_, is_same)] = human.agree(each, other)
                alike += is_same and other != each.chosen
                different += not is_same
    assert 0 < alike < different


def test_a_folder_of_games_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.egn").write_text(write_egn(to_egn(a_game("simple"))), encoding="utf-8")
    (tmp_path / "two.egn").write_text("{}", encoding="utf-8")
    human.main([str(tmp_path), "--levels", "simple", "--hands", "20", "--seeds", "1"])
    said = capsys.readouterr().out
    assert "two.egn is left out: not EGN" in said
    assert "1 games with " in said
    assert "| simple | 20 |" in said


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the recorded games of people aren't here")
def test_people_are_closer_to_thinking_players_than_to_chance() -> None:
    decisions = [each for game in human.games(SAMPLES) for each in human.decisions(game)]
    assert len(decisions) > 1_000
    shares = []
    for level in ("random", "club"):
        chooser = player(level, 1)
        same = [dict(human.agree(each, chooser.choose(each.book, each.view)))[each.kind] for each in decisions]
        shares.append(sum(same) / len(same))
    assert shares[1] > shares[0] + 0.15
