"""Play hands and games in bulk under the rules of a rulebook, and play out what may follow a call.

A hand is recorded as `RECORD` numbers in an `array("b")`. `hand_records` reads them as `HandRecord`.

Examples:
    >>> from bowerbird import load_rulebook
    >>> from bowerbird.kernel.simulate import hand_records, hands
    >>> from bowerbird.players.kernel_options import options_of
    >>> records = hands(500, seed=3, options=options_of(load_rulebook("national")))
    >>> len(list(hand_records(records)))
    500
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.chance import seeded
from bowerbird.kernel.options import HABITS, Calling, Options, Playing, Policy, by_turn
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD, in_threads

if cython.compiled:
    from cython.cimports.bowerbird.kernel.chance import deal
    from cython.cimports.bowerbird.kernel.hand import auction, finish, prepare, score
    from cython.cimports.bowerbird.kernel.lanes import HAS_LANES, play_lanes
else:
    from bowerbird.kernel.chance import deal
    from bowerbird.kernel.hand import auction, finish

__all__ = ["RANDOM", "RECORD", "THUMB", "GameRecord", "HandRecord", "games", "hand_records", "hands", "rollouts"]

#: The record of a hand is this many numbers.
RECORD: int = 9
_SIZE = cython.declare(cython.int, RECORD)

#: Calls and plays by rules of thumb.
THUMB = Policy()
#: Calls and plays at random.
RANDOM = Policy(Calling.RANDOM, Playing.RANDOM)


class HandRecord(NamedTuple):
    """One hand of bulk play."""

    dealer: int
    #: The round in which trump was made; 0 if the hand was thrown in.
    round: int
    #: The seat that made trump.
    caller: int
    trump: int
    #: 1 if it was played alone.
    alone: int
    #: The makers' tricks. With `Playing.OPEN` 0, 1, 3 or 5: as far as points depend on it.
    tricks: int
    points_ns: int
    points_ew: int
    #: The suit of the turn-up.
    turned: int


class GameRecord(NamedTuple):
    """One game of bulk play."""

    points_ns: int
    points_ew: int
    #: Hands played. Thrown-in deals don't count.
    hands: int


def hand_records(records: array[int]) -> Iterator[HandRecord]:
    """Read records, one by one."""
    for place in range(0, len(records), RECORD):
        yield HandRecord(*records[place : place + RECORD])


def hands(
    count: int,
    seed: int,
    options: Options | None = None,
    policies: tuple[Policy, Policy] = (THUMB, THUMB),
    threads: int = 1,
) -> array[int]:
    """Deal and play hands. The deal passes left from North.

    Args:
        count: The number of hands.
        seed: The same seed gives the same hands, with any number of threads.
        options: The rules; by default, the plain game.
        policies: How North–South and East–West play.
        threads: The number of threads.
    """
    options = options or Options()
    cards = bytearray(options.pack.cards)
    flat, styles, weights = options.flat(), _styles(policies), _weights(policies)
    records = array("b", [0]) * (RECORD * count)
    start_state = seeded(seed)

    def work(_: int, start: int, stop: int) -> None:
        _hand_range(
            bytearray(cards), len(cards), options.pack.mask, flat, styles, weights, start_state, records, start, stop
        )

    if count:
        in_threads(work, count, threads)
    return records


def games(
    count: int,
    seed: int,
    options: Options | None = None,
    policies: tuple[Policy, Policy] = (THUMB, THUMB),
    target: int = 10,
    hands_in_game: int = 0,
) -> list[GameRecord]:
    """Play `count` games to `target` points, or of `hands_in_game` hands if that isn't 0."""
    if target < 1 and not hands_in_game:
        raise PositionError("a game needs a target of points, or a number of hands")
    options = options or Options()
    cards = bytearray(options.pack.cards)
    results = array("i", bytes(4 * 3 * count))
    flat, styles, weights = options.flat(), _styles(policies), _weights(policies)
    if count:
        _game_range(
            cards,
            len(cards),
            options.pack.mask,
            flat,
            styles,
            weights,
            seeded(seed, 1),
            target,
            hands_in_game,
            results,
            count,
        )
    return [GameRecord(*results[place : place + 3]) for place in range(0, 3 * count, 3)]


def rollouts(
    worlds: array[int],
    dealer: int,
    turn_up: int,
    turn: int,
    call: int,
    seed: int,
    options: Options | None = None,
    policies: tuple[Policy, Policy] = (THUMB, THUMB),
    discard: int = -1,
    threads: int = 1,
) -> array[int]:
    """Play each world on from a call, and return one record per world. Raises `PositionError` for an impossible call.

    The same seed gives every world the same random numbers after any call, so calls can be compared.

    Args:
        worlds: An `array("Q")` of `WORLD` numbers per world. Every seat has five cards, without the turn-up.
        dealer: The seat that deals.
        turn_up: The turned-up card; not the joker.
        turn: 0 to 3 for the seats from the dealer's left in round one, 4 to 7 in round two.
        call: 0 to pass, 1 to 4 to make a suit trump, 5 to 8 to do so alone.
        seed: The same seed gives the same hands.
        options: The rules; by default, the plain game.
        policies: How North–South and East–West go on.
        discard: The dealer's discard after a call of round one; -1 leaves it to the policy.
        threads: The number of threads.
    """
    count, rest = divmod(len(worlds), WORLD)
    if rest or not 0 <= dealer <= 3 or not 0 <= turn_up <= 31 or not 0 <= turn <= 7 or not 0 <= call <= 8:
        raise PositionError(
            "a rollout has whole worlds, a dealer, a turn-up that is no joker, a turn 0 to 7 and a call 0 to 8"
        )
    if call and (call - 1 & 3 == turn_up >> 3) != (turn < 4):
        raise PositionError("round one makes the suit of the turn-up trump, round two another")
    options = options or Options()
    records = array("b", [0]) * (RECORD * count)
    flat, styles, weights = options.flat(), _styles(policies), _weights(policies)
    start_state = seeded(seed, 2)

    def work(_: int, start: int, stop: int) -> None:
        _rollout_range(
            worlds,
            options.pack.mask,
            dealer,
            turn_up,
            turn,
            call,
            1 << discard if discard >= 0 else 0,
            flat,
            styles,
            weights,
            start_state,
            records,
            start,
            stop,
        )

    if count:
        in_threads(work, count, threads)
    return records


def _styles(policies: tuple[Policy, Policy]) -> array[int]:
    if (policies[0].playing == Playing.OPEN) != (policies[1].playing == Playing.OPEN):
        raise PositionError("with open hands all four play best: both policies must be Playing.OPEN, or none")
    return array("i", [*(policy.calling for policy in policies), *(policy.playing for policy in policies)])


def _weights(policies: tuple[Policy, Policy]) -> array[float]:
    """The weights of both sides' calls, then those of their cards, if any play by habit."""
    calls = array("d")
    for policy in policies:
        calls += by_turn(policy.with_partner) + by_turn(policy.alone)
    if all(policy.playing is not Playing.BY_HABIT for policy in policies):
        return calls
    return calls + (policies[0].habits or array("d", bytes(8 * HABITS))) + policies[1].habits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _stream(seed: cython.ulonglong, place: cython.Py_ssize_t) -> cython.ulonglong:
    """A separate random state for each number, so that threads change nothing."""
    return seed ^ cython.cast(cython.ulonglong, place) << 20


def _hand_range(
    cards: cython.uchar[::1],
    pack_size: cython.int,
    pack: cython.ulonglong,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    seed: cython.ulonglong,
    records: cython.schar[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> None:
    place: cython.Py_ssize_t
    turn_up: cython.int
    index: cython.int
    deck = cython.declare(cython.uchar[33])
    dealt = cython.declare(cython.ulonglong[4])
    state = cython.declare(cython.ulonglong[1])
    with cython.nogil:
        if cython.compiled and HAS_LANES and styles[2] == 0 and styles[3] == 0:
            while start + 8 <= stop:
                _eight_hands(cards, pack_size, options, styles, weights, seed, records, start)
                start += 8
        for place in range(start, stop):
            state[0] = _stream(seed, place)
            for index in range(pack_size):
                deck[index] = cards[index]
            turn_up = deal(deck, pack_size, state, dealt)
            if auction(dealt, place & 3, turn_up, 0, -1, options, styles, weights, state, records, 9 * place):
                finish(dealt, pack, turn_up, 0, options, styles, weights, state, records, 9 * place)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _eight_hands(
    cards: cython.uchar[::1],
    pack_size: cython.int,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    seed: cython.ulonglong,
    records: cython.schar[::1],
    first: cython.Py_ssize_t,
) -> cython.void:
    """Eight hands with random play: dealt and called one by one, played side by side. Only compiled."""
    lane: cython.int
    seat: cython.int
    index: cython.int
    turn_up: cython.int
    at: cython.Py_ssize_t
    deck = cython.declare(cython.uchar[33])
    dealt = cython.declare(cython.ulonglong[4])
    ready = cython.declare(cython.ulonglong[4])
    state = cython.declare(cython.ulonglong[1])
    # By place in the trick, then by lane. A hand that was thrown in has no cards to play.
    hands = cython.declare(cython.ulonglong[32])
    states = cython.declare(cython.ulonglong[8])
    taken = cython.declare(cython.ulonglong[8])
    made = cython.declare(cython.bint[8])
    for lane in range(8):
        at = _SIZE * (first + lane)
        state[0] = _stream(seed, first + lane)
        for index in range(pack_size):
            deck[index] = cards[index]
        turn_up = deal(deck, pack_size, state, dealt)
        made[lane] = auction(dealt, first + lane & 3, turn_up, 0, -1, options, styles, weights, state, records, at)
        seat = 0
        for index in range(4):
            ready[index] = 0
        if made[lane]:
            seat = prepare(dealt, turn_up, 0, options, styles, state, records, at, ready)
        for index in range(4):
            hands[8 * index + lane] = ready[seat + index & 3]
        states[lane] = state[0]
        taken[lane] = 1 - ((seat ^ records[at + 2]) & 1)
    play_lanes(hands, states, taken)
    for lane in range(8):
        if made[lane]:
            score(records, _SIZE * (first + lane), taken[lane], options)


def _game_range(
    cards: cython.uchar[::1],
    pack_size: cython.int,
    pack: cython.ulonglong,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    seed: cython.ulonglong,
    target: cython.int,
    hands_in_game: cython.int,
    results: cython.int[::1],
    count: cython.Py_ssize_t,
) -> None:
    game: cython.Py_ssize_t
    dealer: cython.int
    turn_up: cython.int
    index: cython.int
    played: cython.int
    north_south: cython.int
    east_west: cython.int
    deck = cython.declare(cython.uchar[33])
    dealt = cython.declare(cython.ulonglong[4])
    state = cython.declare(cython.ulonglong[1])
    buffer = array("b", bytes(RECORD))
    record: cython.schar[::1] = buffer
    for index in range(pack_size):
        deck[index] = cards[index]
    state[0] = seed
    with cython.nogil:
        for game in range(count):
            dealer = game & 3
            played = 0
            north_south = 0
            east_west = 0
            while played < hands_in_game or (hands_in_game == 0 and north_south < target and east_west < target):
                turn_up = deal(deck, pack_size, state, dealt)
                if auction(dealt, dealer, turn_up, 0, -1, options, styles, weights, state, record, 0):
                    finish(dealt, pack, turn_up, 0, options, styles, weights, state, record, 0)
                    north_south += record[6]
                    east_west += record[7]
                    played += 1
                dealer = dealer + 1 & 3
            results[3 * game] = north_south
            results[3 * game + 1] = east_west
            results[3 * game + 2] = played


def _rollout_range(
    worlds: cython.ulonglong[::1],
    pack: cython.ulonglong,
    dealer: cython.int,
    turn_up: cython.int,
    turn: cython.int,
    call: cython.int,
    discard: cython.ulonglong,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    seed: cython.ulonglong,
    records: cython.schar[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> None:
    place: cython.Py_ssize_t
    seat: cython.int
    dealt = cython.declare(cython.ulonglong[4])
    state = cython.declare(cython.ulonglong[1])
    with cython.nogil:
        for place in range(start, stop):
            state[0] = _stream(seed, place)
            for seat in range(4):
                dealt[seat] = worlds[5 * place + seat]
            if auction(dealt, dealer, turn_up, turn, call, options, styles, weights, state, records, 9 * place):
                finish(dealt, pack, turn_up, discard, options, styles, weights, state, records, 9 * place)
