"""Hand the net and the story of a hand to the kernel, which plays many worlds with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np
    import numpy.typing as npt

from bowerbird.cards import Suit
from bowerbird.kernel.net import TILE, Weights, padded
from bowerbird.kernel.story import Story
from bowerbird.players.kernel_options import options_of
from bowerbird.players.net.inputs import INPUTS, OUTCOMES, action_of, rule_bits
from bowerbird.players.net.weights import Net
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Call, Discard, Order, Play, View

__all__ = ["prepared", "story_of"]

Floats: TypeAlias = npt.NDArray[np.float32]


@lru_cache(maxsize=4)
def prepared(net: Net) -> Weights:
    """The weights as the compiled pass wants them."""
    weights = net.weights
    first = _rows(weights["trunk.first.weight"].T)
    parts = [first[: INPUTS - OUTCOMES]]
    for block in range(net.blocks):
        name = f"trunk.blocks.{block}."
        weight, bias = _with_norm(weights, name + "norm", name + "into")
        parts += [_rows(bias[None]), _tiles(weight)]
        parts += [_rows(weights[name + "out.bias"][None]), _square(weights[name + "out.weight"]).T]
    weight, bias = _with_norm(weights, "trunk.norm", "policy")
    parts += [bias, _rows(weight)]
    worths = [first[INPUTS - OUTCOMES :], _rows(weights["trunk.first.bias"][None])]
    width = len(weights["trunk.first.bias"])
    hidden = len(weights["trunk.blocks.0.into.bias"]) if net.blocks else width

    def plain(inputs: Any, count: int) -> list[float]:
        found: list[float] = net.policies(np.frombuffer(inputs, np.float32).reshape(count, INPUTS)).ravel().tolist()
        return found

    return Weights(width, hidden, net.blocks, _flat(parts), _flat(worths), plain)


def _with_norm(weights: dict[str, Floats], norm: str, layer: str) -> tuple[Floats, Floats]:
    """A layer that does the shift and the stretch of the norm before it too."""
    weight = weights[layer + ".weight"]
    bias: Floats = weights[layer + ".bias"] + weight @ weights[norm + ".bias"]
    return weight * weights[norm + ".weight"], bias


def _tiles(weight: Floats) -> Floats:
    """For each tile of outputs a row for each input."""
    square = _square(weight)
    return square.reshape(-1, TILE, square.shape[1]).transpose(0, 2, 1)


def _square(weight: Floats) -> Floats:
    """Weights with both sides padded with zeros."""
    return _rows(_rows(weight).T).T


def _rows(rows: Floats) -> Floats:
    """Rows, padded with zeros."""
    found = np.zeros((len(rows), padded(rows.shape[1])), np.float32)
    found[:, : rows.shape[1]] = rows
    return found


def _flat(parts: list[Floats]) -> Floats:
    return np.concatenate([np.ascontiguousarray(part).ravel() for part in parts])


def story_of(book: Rulebook, view: View, ours: Sequence[float], theirs: Sequence[float]) -> Story:
    """What all worlds of a view share; the rows are the worth of the hand to the seat's side and to the other."""
    assert view.seat is not None
    assert view.turn_up is not None
    turned = view.turn_up.suit
    facts: list[tuple[Call | Discard | Play, Suit]] = [(call, turned) for call in view.calls]
    trump = turned if view.trump is None else view.trump
    if view.calls and isinstance(view.calls[-1], Order):
        facts += [(Discard(view.dealer, card), trump) for card in view.discards]
    facts += [(Play(seat, card), trump) for trick in (*view.tricks, view.trick) for seat, card in trick.plays]
    return Story(
        dealer=int(view.dealer),
        turn_up=int(view.turn_up),
        rules=rule_bits(options_of(book)),
        seat=int(view.seat),
        done=tuple((int(fact.seat), action_of(fact, base)) for fact, base in facts),
        ours=ours,
        theirs=theirs,
    )
