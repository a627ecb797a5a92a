"""Print what a decision of the net costs in the compiled pass and in numpy: `python bench/net.py --width 128 --blocks 2`.

Exits with 1 if a small net takes longer than the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np

from bowerbird import Seat, load_rulebook
from bowerbird.kernel.play_on import Story
from bowerbird.kernel.sample import deals
from bowerbird.players.automatic import next_automatic
from bowerbird.players.knowledge import seen_by
from bowerbird.players.net.compiled import story_of
from bowerbird.players.net.inputs import ACTIONS, INPUTS, worth_row
from bowerbird.players.net.weights import Net
from bowerbird.players.worth import Stakes
from bowerbird.table import Fact, Open, Pass, Phase, State, View, step, view

#: Microseconds for a decision of the small net.
GOAL = 5.0
SLIP = 0.02


def small_net(width: int, blocks: int) -> Net:
    dice = np.random.default_rng(1)
    shapes = {"trunk.first": (width, INPUTS), "policy": (ACTIONS, width)}
    norms = ["trunk.norm"]
    for block in range(blocks):
        shapes |= {f"trunk.blocks.{block}.{layer}": (width, width) for layer in ("into", "out")}
        norms.append(f"trunk.blocks.{block}.norm")
    weights = {name + ".weight": dice.normal(size=shape) / width**0.5 for name, shape in shapes.items()}
    weights |= {name + ".bias": np.zeros(shape[0]) for name, shape in shapes.items()}
    weights |= {name + ".weight": np.ones(width) for name in norms} | {
        name + ".bias": np.zeros(width) for name in norms
    }
    return Net(weights, {})


def views(phase: Phase, tricks: int, count: int) -> list[View]:
    """Views of decisions in hands played by chance."""
    book, dice, found = load_rulebook("bicycle"), Random(1), []
    while len(found) < count:
        state = step(book, State(), Open(dealer=Seat(dice.randrange(4))))
        while not state.results:
            fact: Fact | None = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                if state.phase is phase and len(state.hand.tricks) == tricks and len(seen.legal) > 1:
                    found.append(seen)
                    break
                passes = [fact for fact in seen.legal if isinstance(fact, Pass)]
                fact = passes[0] if passes and dice.random() < 0.6 else dice.choice(seen.legal)
            state = step(book, state, fact)
    return found


def story_and_worlds(seen: View, count: int) -> tuple[Story, object]:
    book = load_rulebook("bicycle")
    assert seen.seat is not None
    row = worth_row(Stakes(book, seen), seen.seat)
    return story_of(book, seen, row, tuple(-worth for worth in row)), deals(seen_by(book, seen), count, 1)


def seconds(work: Callable[[], object]) -> float:
    """The quickest of three."""
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
