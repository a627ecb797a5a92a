"""Steps a second of the environments beside each other: the vector environment, PettingZoo, Gymnasium, OpenSpiel.

    python bench/environments.py
    python bench/environments.py --seconds 5 --tables 8192

A step is one decision of a seat, taken at random among the legal ones, with what the next seat to decide sees. Figures
are per second of processor time on one core; `vector_over_…` is how many times as fast the vector environment is as
another. Exits with 1 if the vector environment is below a million, or below a
hundred times OpenSpiel's own euchre with its observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from bowerbird.environments.vector import VectorEuchre
from bowerbird.kernel.search import COMPILED
from common import at_least, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

#: Steps a second of the vector environment, and how many times those of OpenSpiel's own euchre.
GOAL = 1_000_000
TIMES_OPENSPIEL = 100


def vector(tables: int, **settings: Any) -> Iterator[int]:
    """Steps of the vector environment, with all that it writes."""
    env = VectorEuchre(tables, seed=1, **settings)
    while True:
        env.step(env.sample())
        yield tables


def pettingzoo() -> Iterator[int]:
    """Steps of `euchre_v0`."""
    from bowerbird.environments import euchre_v0

    env, dice = euchre_v0.raw_env(), Random(1)
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            env.step(None if ended else dice.choice(seen["action_mask"].nonzero()[0].tolist()))
            yield not ended
        env.reset()


def gymnasium() -> Iterator[int]:
    """Steps of `bowerbird/Euchre-v0` among random bots: only the agent's own count."""
    from bowerbird.environments.single import EuchreEnv

    env, dice = EuchreEnv(opponents="random", partner="random"), Random(1)
    while True:
        _, info = env.reset()
        ended = False
        while not ended:
            _, _, ended, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))
            yield 1


def openspiel(name: str, observed: bool) -> Iterator[int]:
    """Steps of a game of OpenSpiel, from Python, with or without what the next player sees."""
    import pyspiel

    game, dice = pyspiel.load_game(name), Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(dice.choice(state.legal_actions()))
                continue
            if observed:
                state.information_state_tensor(state.current_player())
            state.apply_action(dice.choice(state.legal_actions()))
            yield 1


def own_openspiel() -> Iterator[int]:
    """Steps of our game in OpenSpiel."""
    from bowerbird.environments import openspiel as ours

    return openspiel(ours.NAME, observed=True)


def rate(steps: Callable[[], Iterator[int]], seconds: float) -> float | None:
    """Steps per second of processor time; None if something is not installed."""
    try:
        walk = steps()
        for _ in range(3):
            next(walk)
    except ImportError:
        return None
    done, began = 0, process_time()
    while (spent := process_time() - began) < seconds:
        done += next(walk)
    return done / spent


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="processor time for each (default: 2)")
    parser.add_argument("--tables", type=int, default=4096, help="tables of the vector environment (default: 4096)")
    given = parser.parse_args()
    tables = given.tables if COMPILED else 16
    benches: dict[str, Callable[[], Iterator[int]]] = {
        "vector": lambda: vector(tables),
        "vector_slots": lambda: vector(tables, layout="slots"),
        "vector_against_novice": lambda: vector(tables, layout="slots", opponents="novice"),
        "pettingzoo": pettingzoo,
        "gymnasium": gymnasium,
        "openspiel": lambda: openspiel("euchre", observed=True),
        "openspiel_blind": lambda: openspiel("euchre", observed=False),
        "openspiel_by_our_rules": own_openspiel,
    }
    found: dict[str, float] = {}
    for name, steps in benches.items():
        speed = rate(steps, given.seconds)
        if speed is None:
            progress(f"{name.replace('_', ' '):24} not installed")
            continue
        found[name] = speed
        times = found["vector"] / speed
        progress(f"{name.replace('_', ' '):24}{speed:12,.0f} steps a second, vector is {times:,.1f} times as fast")
    others = [name for name in ("pettingzoo", "openspiel", "openspiel_blind") if name in found]
    figures: dict[str, float] = {f"{name}_steps_per_s": round(speed) for name, speed in found.items()}
    figures |= {f"vector_over_{name}": round(found["vector"] / found[name], 1) for name in others}
    goals = [at_least("vector_steps_per_s", GOAL)]
    if "openspiel" in found:
        goals.append(at_least("vector_over_openspiel", TIMES_OPENSPIEL))
    tell(figures, *goals)


if __name__ == "__main__":
    main()
