"""PPO in forty lines of numpy: proximal policy optimization of a small net on the vector environment, on one core.

The learner decides for the seats that have no bot, all of one side. A net is four arrays: weights and biases of the
hidden layer, then of the outputs, which are a logit for each action and the expected reward.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TypeAlias

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np
    import numpy.typing as npt

from bowerbird.environments.vector import VectorEuchre

__all__ = ["Net", "Told", "look", "train"]

Numbers: TypeAlias = npt.NDArray[np.float32]
Net: TypeAlias = list[Numbers]
Told: TypeAlias = Callable[[float, int, float], None]


def look(net: Net, rows: npt.NDArray[np.int8], masks: npt.NDArray[np.int8]) -> tuple[Numbers, Numbers, Numbers]:
    """The hidden layer, the chance of each action, and the expected reward, for rows of observations."""
    hidden = np.maximum(rows.astype(np.float32) @ net[0] + net[1], 0)
    outputs = hidden @ net[2] + net[3]
    likely = np.exp(np.where(masks, outputs[:, :-1] - outputs[:, :-1].max(1, keepdims=True), np.float32(-1e9)))
    return hidden, likely / likely.sum(1, keepdims=True), outputs[:, -1]


def train(env: VectorEuchre, seconds: float, seed: int = 0, told: Told = lambda *_: None) -> Net:
    """A net that has learned for so many seconds of processor time. `told` gets time, decisions and points a hand."""
    dice, began, tables, steps, decisions = np.random.default_rng(seed), process_time(), env.count, 32, 0
    width, actions, size = env.observations.shape[1], env.masks.shape[1], steps * tables
    net = [dice.normal(0, 0.1, shape).astype("f") for shape in ((width, 64), 64, (64, actions + 1), actions + 1)]
    means, squares = ([np.zeros_like(part) for part in net] for _ in range(2))
    while (spent := process_time() - began) < seconds:
        # Play: every table takes `steps` decisions.
        rows, masks = np.empty((steps, tables, width), np.int8), np.empty((steps, tables, actions), np.int8)
        worth, chance, reward, live, gain = np.zeros((5, steps + 1, tables), np.float32)
        chosen = np.zeros((steps, tables), np.int32)
        for now in range(steps):
            rows[now], masks[now] = env.observations, env.masks
            _, likely, worth[now] = look(net, rows[now], masks[now])
            chosen[now] = (likely.cumsum(1) > 0.9999 * dice.random((tables, 1))).argmax(1)
            chance[now] = likely[np.arange(tables), chosen[now]]
            env.step(chosen[now])
            reward[now], live[now] = env.rewards[:, 0], ~env.ended
        # Credit: what came of each decision, beyond what was expected before it.
        worth[steps] = look(net, env.observations, env.masks)[2]
        for now in reversed(range(steps)):
            gain[now] = reward[now] + live[now] * (worth[now + 1] + 0.95 * gain[now + 1]) - worth[now]
        # Learn: make what went well more likely, but never by more than a fifth at once.
        for batch in np.array_split(dice.permutation(np.tile(np.arange(size), 2)), max(1, size // 2048)):
            at, there = (np.arange(len(batch)), chosen.ravel()[batch]), np.unravel_index(batch, chosen.shape)
            hidden, likely, expected = look(net, rows[there], masks[there])
            ratio, logs, credit = likely[at] / chance[there], np.log(likely + 1e-9), gain[there] / gain[:steps].std()
            push = np.where(np.where(credit > 0, ratio < 1.2, ratio > 0.8), ratio * credit, 0)[:, None]
            slope = np.hstack([likely * (push + 0.01 * (logs - (likely * logs).sum(1, keepdims=True))), push])
            slope[at] -= push[:, 0]
            slope[:, -1] = (expected - worth[there] - gain[there]) / 2
            back = slope @ net[2].T * (hidden > 0)
            slopes = rows[there].T.astype(np.float32) @ back, back.sum(0), hidden.T @ slope, slope.sum(0)
            for part, mean, square, found in zip(net, means, squares, slopes, strict=True):
                mean += 0.1 * (found - mean)
                square += 0.001 * (found**2 - square)
                part -= 0.002 * (1 - spent / seconds) * mean / (np.sqrt(square) + 1e-8)
        told(spent, decisions := decisions + size, float(reward.sum() / np.maximum(1, size - live.sum())))
    return net
