"""The worlds that the judge and the champion believe in: deals that fit, the likely ones first and with more weight."""

from __future__ import annotations

import numpy as np
import pytest

from bowerbird import Rulebook, Seat, load_rulebook
from bowerbird.players.judge.worlds import BelievedWorlds, Preference
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import seen_by_master, worth_rows
from bowerbird.players.net.weights import shipped
from bowerbird.table import Phase, View, view
from players.tables import decisions, small

#: Where a record has the dealer's discard.
DISCARD = 4


def believed(book: Rulebook, seen: View, count: int, seed: int) -> BelievedWorlds:
    ours, theirs = worth_rows(book, seen)
    holders = shipped()(seen_by_master(book, seen).bits, ours).holders
    return BelievedWorlds(book, seen, story_of(book, seen, ours, theirs), prepared(shipped()), holders, count, seed)


def test_worlds_are_deals_that_fit_and_the_likely_ones_weigh_more() -> None:
    book = load_rulebook("bicycle")
    better = looked = 0.0
    for state in decisions(book, (small("master"), small("master")), seed=12):
        if state.phase is not Phase.PLAY or state.turn is None or len(state.hand.tricks) != 2:
            continue
        seen = view(book, state, state.turn)
        found = believed(book, seen, 3000, seed=4)
        found.more(50)
        worlds, shares = found.likeliest(50)
        assert shares.sum() == pytest.approx(1)
        assert (np.diff(shares) <= 0).all()
        for seat in Seat:
            assert (np.bitwise_count(worlds[:, seat]) == seen.counts[seat]).all()
        assert (np.bitwise_count(np.bitwise_or.reduce(worlds, axis=1)) == np.bitwise_count(worlds).sum(axis=1)).all()
        # Cards that lie where they do in truth: more of them in the likelier worlds.
        right = np.bitwise_count(worlds[:, :4] & np.array(state.hand.held, np.uint64)).sum(axis=1)
        better += float(right @ shares) - float(np.mean(right))
        looked += 1
        if looked == 16:
            break
    assert better / looked > 0.1


def test_the_likeliest_are_those_with_the_largest_shares() -> None:
    book = load_rulebook("bicycle")
    states = decisions(book, (small("master"), small("master")), seed=3)
    state = next(state for state in states if state.phase is Phase.PLAY and len(state.hand.tricks) == 1)
    assert state.turn is not None
    found = believed(book, view(book, state, state.turn), 400, seed=1)
    found.more(20)
    first = found.worlds
    found.more(60)
    assert np.array_equal(found.worlds[: len(first)], first)
    assert len(found.worlds) > len(first)
    shares = {tuple(world): share for world, share in zip(found.worlds, found.shares(), strict=True)}
    worlds, of_these = found.likeliest(5)
    largest = sorted(shares.values(), reverse=True)[:5]
    assert [shares[tuple(world)] for world in worlds] == largest
    assert of_these == pytest.approx(np.array(largest) / sum(largest))


def test_what_is_picked_makes_up_for_being_preferred() -> None:
    """A sum over all is what the weighted sum over the first ones comes to, in the long run."""
    logs = np.log(np.random.default_rng(1).gamma(0.5, size=300))
    likely = np.exp(logs) * np.random.default_rng(2).random(300)
    sums = []
    for seed in range(300):
        preference = Preference(logs, seed)
        first = preference.order[:60]
        assert len(set(first.tolist())) == 60
        sums.append(float((likely[first] * np.exp(preference.correction(60))).sum()))
    assert np.mean(sums) == pytest.approx(likely.sum(), rel=0.02)
    assert Preference(logs[:10], 1).correction(60).tolist() == [0.0] * 10


def test_a_discard_that_was_seen_is_no_riddle() -> None:
    """The dealer knows the discard: no world says otherwise."""
    book = load_rulebook("national")
    for state in decisions(book, (small("master"), small("master")), seed=9):
        if state.turn is None or len(state.hand.tricks) != 1:
            continue
        seen = view(book, state, state.turn)
        if seen.discards and len(seen.legal) > 1:
            (mine,) = seen.discards
            found = believed(book, seen, 50, seed=1)
            found.more(20)
            worlds = found.worlds
            assert not (worlds >> np.uint64(mine) & np.uint64(1)).any()
            assert (found.play(worlds, [min(seen_by_master(book, seen).legal)])[:, :, DISCARD] == mine).all()
            return
    pytest.fail("no dealer discarded")
