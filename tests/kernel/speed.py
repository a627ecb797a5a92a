"""How fast the kernel plays random hands, to be asked of a compiled and of an uncompiled one."""

from __future__ import annotations

from time import process_time

from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.simulate import RANDOM, hands


def answers() -> str:
    """Hands for each second of processor time, the best of three."""
    count = 100_000 if COMPILED else 200
    best = float("inf")
    for seed in range(3):
        start = process_time()
        hands(count, seed, policies=(RANDOM, RANDOM))
        best = min(best, process_time() - start)
    return f"{count / max(best, 1e-9):.0f}"
