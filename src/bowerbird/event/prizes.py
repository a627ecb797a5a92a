"""The prizes by the rules and the number of fees: each place, the extra prizes, and what the club keeps. To the cent.

Computed before anybody has won anything, so that the set-up page, the board and the payout use the same sums.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

import msgspec

from bowerbird.event.totals import dollars
from bowerbird.rulebook.event import COINS, MoneyRules, SidePot

__all__ = [
    "SIDE_PRIZES",
    "PrizeOffered",
    "Purse",
    "offered",
    "ordinal",
    "plain_dollars",
    "purse",
    "shares_for",
    "small_coin",
    "split",
]

#: The prizes that are not for a place of the standings, as people read them.
SIDE_PRIZES: Mapping[SidePot, str] = {
    "most loners": "Most lone marches",
    "most euchres": "Most euchres",
    "last place": "Last place",
}
#: Tied players share to this coin at most: nobody gets five dollars more than an equal.
_LARGEST_SHARED = 25


class Purse(msgspec.Struct, frozen=True):
    """The fees that were taken, and where they go: by place, for extra prizes, and what the club keeps."""

    taken: int
    places: tuple[int, ...]
    extras: Mapping[SidePot, int]
    kept: int


class PrizeOffered(msgspec.Struct, frozen=True):
    """A prize before it is won: `1st place`, 12000, `$120`. A draw of tickets has no sum yet."""

    words: str
    cents: int
    amount: str


def purse(money: MoneyRules, fees: int, tables: int, places: int, unwon: Collection[SidePot] = ()) -> Purse:
    """Divide this many fees among the places. The sum of all parts is the sum of the fees.

    `places` is how many entries are ranked. An extra prize that nobody can win stays in the pot.
    """
    taken = money.fee * fees
    if money.pot == "none":
        return Purse(taken, (), {}, taken)
    left = taken - min(taken, money.keeps_each * fees + taken * money.keeps_percent // 100)
    extras: dict[SidePot, int] = {}
    for pot, cents in money.extra_prizes.items():
        if pot not in unwon:
            extras[pot] = min(cents, left)
            left -= extras[pot]
    if money.pot == "all paid out":
        parts = shares_for(money, tables)[:places]
        by_place = _by_share(left, parts, COINS[money.payout]) if parts else []
    else:
        by_place = []
        for cents in money.place_prizes[:places]:
            by_place.append(min(cents, left - sum(by_place)))
    return Purse(taken, tuple(by_place), extras, taken - sum(by_place) - sum(extras.values()))


def shares_for(money: MoneyRules, tables: int) -> tuple[int, ...]:
    """The shares of the places with this many tables; without a row in the rulebook, first place takes all."""
    rows = {int(least): parts for least, parts in money.shares.items() if int(least) <= tables}
    return rows[max(rows)] if rows else (100,)


def split(cents: int, ways: int, coin: int = 1) -> list[int]:
    """Parts as equal as whole coins can be; the first ones get the odd coins, and the very first what is no coin."""
    coins, loose = divmod(cents, coin)
    part, odd = divmod(coins, ways)
    return [coin * (part + (place < odd)) + (0 if place else loose) for place in range(ways)]


def small_coin(money: MoneyRules) -> int:
    """The coin in which tied players, and the two of a team, share a prize."""
    return min(COINS[money.payout], _LARGEST_SHARED)


def offered(money: MoneyRules, fees: int, tables: int) -> tuple[PrizeOffered, ...]:
    """Every prize for this many fees, best first, as people read it."""
    divided = purse(money, fees, max(1, tables), fees)
    prizes = [(f"{ordinal(place)} place", cents) for place, cents in enumerate(divided.places, 1)]
    prizes += [(SIDE_PRIZES[pot], cents) for pot, cents in divided.extras.items()]
    prizes += [(f"{SIDE_PRIZES[pot]}, side pot", fee * fees) for pot, fee in money.side_pots.items()]
    whole = all(cents % 100 == 0 for _, cents in prizes)
    written = plain_dollars if whole else (lambda cents: f"${dollars(cents)}")
    told = [PrizeOffered(words, cents, written(cents)) for words, cents in prizes if cents]
    if money.fifty_fifty:
        part = "half" if money.fifty_fifty == 50 else f"{money.fifty_fifty} percent"
        told.append(PrizeOffered("50-50 draw", 0, f"{part} of the tickets"))
    return tuple(told)


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def plain_dollars(cents: int) -> str:
    """`$120`, `$12.50`."""
    return f"${cents // 100 if cents % 100 == 0 else dollars(cents)}"


def _by_share(pot: int, parts: Sequence[int], coin: int) -> list[int]:
    """The prizes in whole coins, rounded down. Odd cents go to the first places; any larger rest to the first alone."""
    whole = sum(parts)
    prizes = [pot * part // whole // coin * coin for part in parts]
    rest = split(pot - sum(prizes), len(prizes)) if coin == 1 else [pot - sum(prizes)]
    return [prize + more for prize, more in zip_longest(prizes, rest, fillvalue=0)]
