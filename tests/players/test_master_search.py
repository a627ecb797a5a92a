"""Worlds, a search on top of a net, and whole games in bulk: they tell what is true of the hands they stand for.

These need torch, which the product does not: without it they are left out.
"""
# ruff: noqa: E402  # what is imported below imports torch
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="torch is not installed: training is not part of the product")
if shutil.which("g++") is None:
    pytest.skip("the environment is compiled with g++", allow_module_level=True)

from bowerbird import load_rulebook
from training import situations, weights
from training.duel import best, by_chance
from training.environment import Hand
from training.games import follow_the_score, play
from training.nets import Actor, is_legal
from training.search import Rule, Searcher, duel, measure
from training.tables import Tables
from training.worlds import imagine, likelihood, log_chances, play_out

#: What the net leaves to chance, as the likelihood counts it.
SLIP = 0.02
BOOKS = ("bicycle", "alberta", "national", "trailer-estates")


@pytest.fixture(scope="module")
def actor() -> Actor:
    """A net that knows nothing, but has its likings."""
    torch.set_num_threads(1)
    torch.manual_seed(3)
    made = Actor(48, 1)
    torch.nn.init.normal_(made.policy.weight, std=0.4)
    return made


def tables_of(count: int, seed: int) -> Tables:
    return Tables(
        count, situations.gathered([(load_rulebook(book), (0, 0), "points", False) for book in BOOKS]), "cpu", seed
    )


def hands_of(tables: Tables) -> list[Hand]:
    return [Hand.from_buffer_copy(bytes(row.tolist())) for row in tables.hands]


@torch.no_grad()
def test_how_likely_the_past_is_is_the_product_of_its_choices(actor: Actor) -> None:
    tables, look = tables_of(150, seed=2), log_chances(actor)
    told = torch.zeros(tables.count, 4)
    for _ in range(12):
        found = likelihood(tables, tables.hands.clone(), look)
        others = told.clone()
        others[torch.arange(tables.count), tables.turns()] = 0
        assert torch.allclose(found, others.sum(1), atol=1e-4)
        chances = look(tables.bits, tables.rows(), tables.legal).exp()
        action = by_chance(tables.bits, tables.rows(), tables.legal)
        taken = chances.gather(1, action.unsqueeze(1)).squeeze(1)
        turns = tables.turns()
        told[torch.arange(tables.count), turns] += ((1 - SLIP) * taken + SLIP / is_legal(tables.legal).sum(1)).log()
        tables.play(action)
        told[tables.outcome >= 0] = 0


@torch.no_grad()
def test_worlds_keep_what_the_seat_has_seen_and_deal_the_rest(actor: Actor) -> None:
    tables = tables_of(60, seed=4)
    moved = 0
    for number in range(10):
        beliefs = torch.zeros(tables.count, 24, 4)
        worlds, _ = imagine(tables, torch.arange(tables.count), beliefs, 3, seed=number)
        for place, row in enumerate(worlds):
            world, hand = Hand.from_buffer_copy(bytes(row.tolist())), hands_of(tables)[place // 3]
            assert world.held[hand.turn] == hand.held[hand.turn]
            assert list(world.played) == list(hand.played)
            cards = [*world.held, *world.played, 1 << world.discard if world.discard >= 0 else 0]
            assert sum(mask.bit_count() for mask in cards) == sum(cards).bit_count(), "no card is in two places"
            assert [mask.bit_count() for mask in world.held] == [mask.bit_count() for mask in hand.held]
            if hand.turn == hand.dealer:
                assert world.discard == hand.discard
            moved += list(world.held) != list(hand.held)
            break
        tables.play(by_chance(tables.bits, tables.rows(), tables.legal))
    assert moved >= 9


@torch.no_grad()
def test_beliefs_decide_where_cards_lie() -> None:
    tables = tables_of(40, seed=5)
    beliefs = torch.zeros(tables.count, 24, 4)
    beliefs[:, 0] = torch.tensor([5.0, 0.0, 0.0, 0.0])  # the right bower is on the left
    worlds, density = imagine(tables, torch.arange(tables.count), beliefs, 20, seed=1)
    found = hidden = 0
    for place, row in enumerate(worlds):
        world = Hand.from_buffer_copy(bytes(row.tolist()))
        right = 1 << (6 * world.base + 2)
        if not world.held[world.turn] & right and world.turn_up != 6 * world.base + 2:
            hidden += 1
            held = bool(world.held[(world.turn + 1) % 4] & right)
            found += held
            assert float(density[place]) == pytest.approx(5.0 if held else 0.0)
    assert found > 0.9 * hidden > 0


@torch.no_grad()
def test_playing_out_is_what_comes_if_the_net_plays_on(actor: Actor) -> None:
    tables, choose = tables_of(100, seed=6), best(actor)
    for _ in range(3):
        tables.play(by_chance(tables.bits, tables.rows(), tables.legal))
    action = choose(tables.bits, tables.rows(), tables.legal)
    found = play_out(tables, tables.hands, action, choose)
    came = torch.full((tables.count,), -1)
    for _ in range(29):
        tables.play(choose(tables.bits, tables.rows(), tables.legal))
        came = torch.where(came < 0, tables.outcome.long(), came)
    assert torch.equal(found, came)


def test_a_search_that_never_changes_its_mind_is_level_with_the_net(actor: Actor) -> None:
    plain = situations.one(load_rulebook("bicycle"), aim="points")
    searcher = Searcher(actor, None, worlds=4)
    assert duel(searcher, Rule(4, habit=1e6), 20, plain, "cpu", 5, stages=3) == (0.0, 0.0)


def test_a_search_gains_over_a_net_that_knows_nothing(actor: Actor) -> None:
    plain = situations.one(load_rulebook("bicycle"), aim="points")
    searcher = Searcher(actor, None, worlds=12)
    gain, error = duel(searcher, Rule(12, caution=0.0), 120, plain, "cpu", 5, stages=3)
    assert gain > 2 * error
    found = list(measure(searcher, Tables(30, plain, "cpu", seed=9), seconds=0))
    assert found[0]["decisions in doubt"] > 0
    assert all(len(line["by stage"]) == 8 for line in found[1:])


def test_who_ignores_what_a_hand_is_worth_gains_nothing_by_the_score() -> None:
    """A player who never looks at the score wins half of the games, on cards that are the same both ways."""

    def first_legal(bits: Any, row: Any, legal: Any) -> Any:
        return is_legal(legal).long().argmax(1)

    def last_legal(bits: Any, row: Any, legal: Any) -> Any:
        return 56 - is_legal(legal).flip(1).long().argmax(1)

    book = load_rulebook("national")
    found = follow_the_score(book, last_legal, 40, "cpu", seed=1)
    assert found["games_won"] == 50
    assert found["points_per_hand"] == 0
    played = play(book, last_legal, 40, "cpu", seed=1, follows=0)
    assert bool((played.points.amax(1) >= 11).all())
    assert bool(((played.won == 1) == (played.points[:, 0] > played.points[:, 1])).all())
    assert bool((play(book, first_legal, 3, "cpu", seed=1, follows=0).won == 0.5).all()), (
        "who always passes wins nothing"
    )


def test_a_net_is_read_from_the_file_of_the_package_too(actor: Actor, tmp_path: Path) -> None:
    record = {"settings": {"width": 48, "blocks": 1}}
    weights.packed(tmp_path / "net.npz", actor, record)
    found, told = weights.load(tmp_path / "net.npz", "cpu")
    assert told == record
    tables = tables_of(50, seed=1)
    ours, theirs = (best(net)(tables.bits, tables.rows(), tables.legal) for net in (actor, found))
    assert float((ours == theirs).float().mean()) > 0.95
