"""Simulate many hands under a rulebook, by the kernel's fast policies or by players at a table.

Each hand is played at a score of 0–0, and the deal passes left from North. The same seed gives the same hands with any
number of workers.

Examples:
    >>> from bowerbird.players.sim import simulate
    >>> found = simulate("bicycle", 2_000, seed=1)
    >>> found.hands, found.dealer_gain.value > 0  # dealing is an advantage
    (2000, True)
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

import msgspec

from bowerbird.cards import trump_index
from bowerbird.errors import BowerbirdError, checks_kinds
from bowerbird.kernel.options import Calling, Playing, Policy
from bowerbird.kernel.simulate import RANDOM, RECORD, THUMB, HandRecord, hands
from bowerbird.players import LEVELS, make_player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.base import BotError, ask
from bowerbird.players.kernel_options import options_of
from bowerbird.players.spread import spread
from bowerbird.players.statistics import Statistics, count_up
from bowerbird.rulebook.load import Rules, load_rulebook
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Hand, HandResult, Name, Open, Order, State, step, view

__all__ = ["KERNEL_POLICIES", "SimError", "policies", "simulate", "table_hand"]

#: The fast policies of the kernel: rules of thumb, random, or calls by rules of thumb and best play with open hands.
KERNEL_POLICIES: Final = {
    "thumb": THUMB,
    "random": RANDOM,
    "open": Policy(Calling.BY_WEIGHTS, Playing.OPEN),
}

#: Hands of the kernel in one piece of work. The size is part of the seed's meaning: another size gives other hands.
_BULK: Final = 100_000


class SimError(BowerbirdError, ValueError):
    """A simulation that can't be run. The message says what can."""


class _Asked(msgspec.Struct, frozen=True):
    """What all hands of a simulation share."""

    book: Rulebook
    policy: str
    seed: int


def policies() -> tuple[str, ...]:
    """Every policy by name, the fast ones first."""
    return *KERNEL_POLICIES, *(level for level in LEVELS if level not in KERNEL_POLICIES)


@checks_kinds
def simulate(
    book: Rules = "bicycle",
    count: int = 10_000,
    seed: int = 0,
    policy: str = "thumb",
    workers: int = 1,
    dask: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> Statistics:
    """Deal, play and count hands. Raises `SimError` if that can't be done.

    Args:
        book: The rules: a rulebook, its name or its TOML file.
        count: The number of hands.
        seed: The same seed gives the same hands.
        policy: One of `policies()`, or `module:Class` for your own player.
        workers: The number of threads or processes.
        dask: The address of a Dask cluster to use instead. The module of your own player is sent there.
        progress: Called with the number of hands done.
    """
    if count < 1:
        raise SimError(f"{count} hands are too few. Use 1 or more")
    quick = policy in KERNEL_POLICIES
    if not quick:
        _refuse_unknown(policy)
    asked = _Asked(load_rulebook(book), policy, seed)
    counted: Counter[HandRecord] = Counter()
    if quick:
        pieces = ((start, min(_BULK, count - start)) for start in range(0, count, _BULK))
        # The kernel releases the interpreter, so threads will do.
        for some in spread(partial(_in_bulk, asked), pieces, workers, "threads", dask):
            counted.update(some)
            progress(counted.total())
    else:
        for done, record in enumerate(
            spread(partial(_at_table, asked), range(count), workers, dask=dask, players=(policy,)), 1
        ):
            counted[record] += 1
            progress(done)
    return count_up(counted)


def _refuse_unknown(level: str) -> None:
    try:
        make_player(level, Random(0))
    except BotError as error:
        if error.__cause__ is not None:
            raise  # the bot's own failure
        raise SimError(f"{level!r} isn't a policy. Use {', '.join(policies())} ({error})") from None


def _in_bulk(asked: _Asked, piece: tuple[int, int]) -> Counter[HandRecord]:
    start, count = piece
    policy = KERNEL_POLICIES[asked.policy]
    # Every piece of every seed has its own seed.
    own_seed = (asked.seed << 32) + start // _BULK
    records = hands(count, own_seed, options_of(asked.book), (policy, policy))
    # Few records differ, and counting them as bytes is ten times faster than reading each one.
    packed = Counter(struct.iter_unpack(f"{RECORD}s", records))
    return Counter({HandRecord(*struct.unpack(f"{RECORD}b", one)): times for (one,), times in packed.items()})


def _at_table(asked: _Asked, place: int) -> HandRecord:
    return table_hand(asked.book, asked.policy, f"{asked.seed}/{place}", Seat(place & 3), place + 1)


def table_hand(book: Rulebook, level: str, seed: str, dealer: Seat, number: int = 1) -> HandRecord:
    """Play one hand at a table, by four players of a level. Weak hands that are given back are dealt again.

    Raises `BotError` with the `number` of the hand if a player raises, or chooses something illegal.
    """
    dice = Random(seed)
    player = make_player(level, dice)
    state = step(book, State(), Open(dealer=dealer))
    while not (state.results and state.results[-1].outcome != "new deal"):
        fact = next_automatic(book, state, dice)
        if fact is None:
            fact = ask(player, level, book, view(book, state, state.turn), number)
        state = step(book, state, fact)
    assert state.last_hand is not None
    return _record(state.last_hand, state.results[-1])


def _record(hand: Hand, result: HandResult) -> HandRecord:
    assert hand.offered is not None
    made = next((call for call in hand.calls if isinstance(call, Order | Name)), None)
    return HandRecord(
        dealer=int(result.dealer),
        round=0 if made is None else 1 if isinstance(made, Order) else 2,
        caller=-1 if result.maker is None else int(result.maker),
        trump=-1 if result.maker is None else trump_index(result.trump),
        alone=int(result.alone),
        tricks=0 if result.maker is None else result.tricks[result.maker.side],
        points_ns=result.points[0],
        points_ew=result.points[1],
        turned=int(hand.offered),
    )
