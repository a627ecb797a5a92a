"""The master's net, compiled: the logits of the legal actions in several positions at once.

A net is one flat buffer, see `Weights`. The kernel does not know where it comes from. Uncompiled, the caller's own
arithmetic is used, because loops in Python would take far too long.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.layout import ACTIONS, INPUTS, OUTCOMES
from bowerbird.kernel.position import PositionError

if cython.compiled:
    from cython.cimports.bowerbird.kernel.vector import look

__all__ = ["LANES", "MOST_SEEN", "TILE", "Look", "Plain", "Weights", "logits", "padded"]

#: Outputs of a layer are worked out this many at a time, so widths are padded with zeros to a multiple.
TILE: int = 16
#: The most positions in one pass. More would not be quicker for a net of the size of the master.
LANES: int = 48
#: No seat ever sees this many bits set.
MOST_SEEN: int = 192

_BITS = cython.declare(cython.int, INPUTS - OUTCOMES)
_ACTIONS = cython.declare(cython.int, ACTIONS)
_OUTCOMES = cython.declare(cython.int, OUTCOMES)
_LANES = cython.declare(cython.int, LANES)
_MOST_SEEN = cython.declare(cython.int, MOST_SEEN)

#: Logits of all actions from rows of inputs: an `array("f")` with the rows one after the other, and their number.
Plain = Callable[[Any, int], Sequence[float]]


def padded(width: int) -> int:
    """The numbers that a layer of this width takes in a buffer."""
    return -(-width // TILE) * TILE


@cython.cclass
class Weights:
    """A net of any width, with any number of residual blocks.

    `values` are, as 32-bit floats: for each bit the row of its weights in the first layer, padded; for each block the
    layer into it (the biases, then for each sixteen outputs sixteen weights for each input) and the layer out of it
    (the biases, then a padded row for each input); the biases of the policy, then a padded row for each action. The
    weights and biases of the norms are already in the layers after them. `worths` are the rows of the first layer for
    the outcomes, then its biases.
    """

    def __init__(self, width: int, hidden: int, blocks: int, values: Any, worths: Any, plain: Plain) -> None:
        wide, deep = padded(width), padded(hidden)
        size = _BITS * wide + blocks * (2 * wide * deep + wide + deep) + _ACTIONS * (1 + wide)
        if len(values) != size or len(worths) != (OUTCOMES + 1) * wide:
            raise PositionError(f"the weights of a net of width {width} with {blocks} blocks are {size} numbers")
        self.width = width
        self.wide = wide
        self.deep = deep
        self.blocks = blocks
        self.values = values
        self.worths = worths
        self.plain = plain


@cython.cclass
class Look:
    """Space for passes of a net over up to `LANES` positions, and the worth of the hand to both sides.

    After a pass, `found` has the logits of the legal actions, `ACTIONS` numbers for each position.
    """

    def __init__(self, weights: Weights, rows: tuple[Sequence[float], Sequence[float]]) -> None:
        if len(rows) != 2 or any(len(row) != OUTCOMES for row in rows):
            raise PositionError(f"the worth of a hand is {OUTCOMES} numbers for each side")
        self.weights = weights
        self.rows = rows
        self.found = array("f", bytes(4 * LANES * ACTIONS))
        if cython.compiled:
            lane = 2 * weights.wide + weights.deep
            self.room = array("f", bytes(4 * (2 * weights.wide + LANES * lane + weights.deep)))
            self._start(0, array("d", rows[0]))
            self._start(1, array("d", rows[1]))

    @cython.cfunc
    def _start(self, side: cython.int, row: cython.double[::1]) -> cython.void:
        """What the worth row of a side and the biases bring to the first layer."""
        wide: cython.int = self.weights.wide
        place: cython.int
        outcome: cython.int
        total: cython.double
        for place in range(wide):
            total = self.weights.worths[_OUTCOMES * wide + place]
            for outcome in range(_OUTCOMES):
                total += row[outcome] * self.weights.worths[outcome * wide + place]
            self.room[side * wide + place] = total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def at(
        self,
        count: cython.int,
        seen: cython.p_ushort,
        counts: cython.p_int,
        sides: cython.p_int,
        legal: cython.p_ulonglong,
    ) -> cython.void:
        """One pass. `seen` has `MOST_SEEN` places for the bits of each position; the first `counts` are used."""
        if cython.compiled:
            look(
                cython.address(self.weights.values[0]),
                _BITS,
                _ACTIONS,
                self.weights.width,
                self.weights.wide,
                self.weights.deep,
                self.weights.blocks,
                count,
                _MOST_SEEN,
                seen,
                counts,
                sides,
                legal,
                cython.address(self.room[0]),
                _LANES,
                cython.address(self.found[0]),
            )
        else:
            inputs = array("f")
            for lane in range(count):
                bits = [0.0] * _BITS
                for place in range(counts[lane]):
                    bits[seen[MOST_SEEN * lane + place]] = 1.0
                inputs.extend(array("f", [*bits, *self.rows[sides[lane]]]))
            self.found[: count * ACTIONS] = array("f", self.weights.plain(inputs, count))


def logits(weights: Weights, bits: int, row: Sequence[float]) -> list[float]:
    """The logits of all actions in one position."""
    space: Look = Look(weights, (row, row))
    seen = cython.declare(cython.ushort[192])
    counts = cython.declare(cython.int[1])
    sides = cython.declare(cython.int[1])
    legal = cython.declare(cython.ulonglong[1])
    count: cython.int = 0
    for place in range(_BITS):
        if bits >> place & 1:
            if count == MOST_SEEN:
                raise PositionError("no seat sees that much")
            seen[count] = place
            count += 1
    counts[0] = count
    sides[0] = 0
    legal[0] = (1 << ACTIONS) - 1
    space.at(1, seen, counts, sides, legal)
    return list(space.found[:ACTIONS])
