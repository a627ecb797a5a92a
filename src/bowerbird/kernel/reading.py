"""Read the table: compute the likelihood of the other players' calls and cards in each of many worlds.

A call is likely if its sum of weights is high (`bowerbird.kernel.calls`), a card if habit would play it
(`bowerbird.kernel.habit`). No player is as regular as the weights, so both are softened: no world that fits what was
seen is ruled out by them.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.options import FEATURES, Options, Playing, Policy, by_turn
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import TRUMPS, suit_of
    from cython.cimports.bowerbird.kernel.calls import legal_calls, rating
    from cython.cimports.bowerbird.kernel.habit import follow_context, likelihood
    from cython.cimports.bowerbird.kernel.hand import lay_away
    from cython.cimports.bowerbird.kernel.search import relabel
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from bowerbird.kernel.bits import TRUMPS, suit_of
    from bowerbird.kernel.calls import legal_calls, rating
    from bowerbird.kernel.habit import follow_context, likelihood
    from bowerbird.kernel.hand import lay_away
    from bowerbird.kernel.search import relabel

__all__ = ["Heard", "weigh"]

_ALL_TURNS = cython.declare(cython.int, 8 * FEATURES)

#: The softness of calls in points, and the share of arbitrary actions.
CALL_SPREAD: Final = 0.4
ANY_CALL: Final = 0.03
ANY_CARD: Final = 0.1


@dataclass(frozen=True, slots=True)
class Heard:
    """The public record of a hand, for the reader `seat`. Its own calls and cards tell it nothing."""

    seat: int
    dealer: int
    turn_up: int
    #: (seat, turn, call) in order, numbered as in `bowerbird.kernel.calls`.
    calls: tuple[tuple[int, int, int], ...] = ()
    #: (seat, card) in order, with the trick on the table.
    plays: tuple[tuple[int, int], ...] = ()
    trump: int = -1
    maker: int = -1
    out: int = 0
    #: True if the dealer took the turn-up and discarded.
    picked_up: bool = False


def weigh(
    worlds: array[int],
    heard: Heard,
    options: Options,
    policy: Policy,
    calls_count: float = 1.0,
    cards_count: float = 1.0,
) -> array[float]:
    """The likelihood of the record in each world: an `array("d")`, one number per world.

    `calls_count` and `cards_count` are the trust in calls and cards: 0 none, 1 full.
    """
    if policy.playing is not Playing.BY_HABIT:
        raise PositionError("cards are read by habit: give a policy that plays so")
    count, rest = divmod(len(worlds), WORLD)
    if rest or not 0 <= heard.turn_up <= 31:
        raise PositionError("calls are read over whole worlds, with a turn-up that is no joker")
    weights = array("d", [1.0]) * count
    calls = array("i", [number for call in heard.calls if call[0] != heard.seat for number in call])
    plays = array("i", [number for play in heard.plays for number in play])
    ratings = by_turn(policy.with_partner) + by_turn(policy.alone)
    if not count:
        return weights
    if calls and calls_count > 0:
        _weigh_calls(
            worlds,
            calls,
            len(calls) // 3,
            _played(heard),
            heard.dealer,
            heard.turn_up,
            heard.picked_up,
            options.flat(),
            ratings,
            1 / CALL_SPREAD,
            calls_count,
            weights,
            count,
        )
    if plays and cards_count > 0:
        _weigh_plays(
            worlds,
            plays,
            len(plays) // 2,
            _played(heard),
            options.pack.mask,
            heard.seat,
            heard.trump,
            heard.maker,
            heard.out,
            policy.habits,
            cards_count,
            weights,
            count,
        )
    return weights


def _played(heard: Heard) -> array[int]:
    played = array("Q", [0, 0, 0, 0])
    for seat, card in heard.plays:
        played[seat] |= 1 << card
    return played


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _willing(rate: cython.double, sharpness: cython.double) -> cython.double:
    """The probability of a call with this rating: one half at zero."""
    rate *= sharpness
    if rate > 30:
        rate = 30
    if rate < -30:
        rate = -30
    return 1 / (1 + exp(-rate))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _call_chance(
    hand: cython.ulonglong,
    turn: cython.int,
    call: cython.int,
    turn_up: cython.int,
    options: cython.int[::1],
    ratings: cython.double[::1],
    sharpness: cython.double,
) -> cython.double:
    """The likelihood that a hand makes this call, or passes (0)."""
    suit: cython.int
    rate: cython.double
    best: cython.double = -1e9
    others: cython.double = 0
    chance: cython.double = 0
    alone: cython.double = 0
    legal: cython.int = legal_calls(hand, turn, turn_up >> 3, options)
    if turn == 3:
        hand = lay_away(hand, turn_up, options)
    for suit in range(4):
        if legal >> (1 + suit) & 0x11:
            # If only alone is allowed, that is the call to rate.
            rate = rating(hand, suit, turn, turn_up, ratings, 0 if legal >> (1 + suit) & 1 else _ALL_TURNS)
            best = rate if rate > best else best
            others += _willing(rate, sharpness)
            if call and suit == call - 1 & 3:
                chance = _willing(rate, sharpness)
                if legal >> (1 + suit) & 1:
                    alone = _willing(rating(hand, suit, turn, turn_up, ratings, _ALL_TURNS), sharpness)
                    if call < 5:
                        alone = 1 - alone
                else:
                    alone = 1
    if call == 0:
        return 1 - _willing(best, sharpness)
    if others > 0:
        # The best of several suits is named, and a stuck dealer must name one, willing or not.
        chance *= (chance if legal & 1 else 1) / others
    return chance * alone


def _weigh_calls(
    worlds: cython.ulonglong[::1],
    calls: cython.int[::1],
    call_count: cython.int,
    played: cython.ulonglong[::1],
    dealer: cython.int,
    turn_up: cython.int,
    picked_up: cython.bint,
    options: cython.int[::1],
    ratings: cython.double[::1],
    sharpness: cython.double,
    trust: cython.double,
    weights: cython.double[::1],
    count: cython.Py_ssize_t,
) -> None:
    place: cython.Py_ssize_t
    number: cython.int
    seat: cython.int
    hand: cython.ulonglong
    chance: cython.double
    any_call: cython.double = ANY_CALL
    with cython.nogil:
        for place in range(count):
            for number in range(call_count):
                seat = calls[3 * number]
                hand = worlds[5 * place + seat] | played[seat]
                if picked_up and seat == dealer:
                    hand = (hand | worlds[5 * place + 4]) & ~(cython.cast(cython.ulonglong, 1) << turn_up)
                chance = _call_chance(
                    hand, calls[3 * number + 1], calls[3 * number + 2], turn_up, options, ratings, sharpness
                )
                chance = any_call + (1 - any_call) * chance
                weights[place] *= 1 - trust + trust * chance if trust < 1 else chance


def _weigh_plays(
    worlds: cython.ulonglong[::1],
    plays: cython.int[::1],
    play_count: cython.int,
    played: cython.ulonglong[::1],
    pack: cython.ulonglong,
    reader: cython.int,
    trump: cython.int,
    maker: cython.int,
    out: cython.int,
    habits: cython.double[::1],
    sharpness: cython.double,
    weights: cython.double[::1],
    count: cython.Py_ssize_t,
) -> None:
    place: cython.Py_ssize_t
    number: cython.int
    seat: cython.int
    turn: cython.int
    players: cython.int = 4
    behind: cython.int
    taken: cython.int
    tricks: cython.int
    winner: cython.int
    context: cython.int
    wins: cython.bint
    suit: cython.ulonglong
    best: cython.ulonglong
    card: cython.ulonglong
    legal: cython.ulonglong
    unseen: cython.ulonglong
    unplayed: cython.ulonglong
    any_card: cython.double = ANY_CARD
    chance: cython.double
    whole: cython.ulonglong = relabel(pack, trump)
    hands = cython.declare(cython.ulonglong[4])
    for seat in range(4):
        players -= out >> seat & 1
    with cython.nogil:
        for place in range(count):
            for seat in range(4):
                hands[seat] = relabel(worlds[5 * place + seat] | played[seat], trump)
            unplayed = whole
            taken = 0
            tricks = 0
            turn = 0
            suit = 0
            best = 0
            winner = -1
            for number in range(play_count):
                seat = plays[2 * number]
                card = relabel(cython.cast(cython.ulonglong, 1) << plays[2 * number + 1], trump)
                if seat != reader:
                    legal = hands[seat] & suit
                    unseen = unplayed ^ hands[seat]
                    behind = players - 1 - turn
                    context = follow_context(
                        behind,
                        turn >= 2 and not out >> (seat ^ 2) & 1,
                        turn >= 1 and winner == seat ^ 2,
                        best,
                        unseen,
                        legal != 0,
                        (seat ^ maker) & 1 == 0,
                    )
                    chance = likelihood(
                        card,
                        legal if legal else hands[seat],
                        hands[seat],
                        unseen,
                        suit,
                        best,
                        (seat - maker & 3) + (4 if out else 0),
                        context,
                        taken * 5 + tricks,
                        habits,
                        0,
                        sharpness,
                    )
                    weights[place] *= any_card + (1 - any_card) * chance
                hands[seat] &= ~card
                unplayed &= ~card
                if turn == 0:
                    suit = suit_of(card)
                wins = card > best and card & (suit | TRUMPS) != 0
                if wins:
                    best = card
                    winner = seat
                turn += 1
                if turn == players:
                    taken += (winner ^ maker) & 1 == 0
                    tricks += 1
                    turn = 0
                    suit = 0
                    best = 0
                    winner = -1
