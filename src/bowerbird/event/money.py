"""Money in whole cents: fees, stakes, kitties, payouts. Every posting sums to zero, so the whole ledger does.

The ledger is computed from the event, so that a corrected score moves the money too. It records only what was paid
here: an account below zero has paid in, one above zero has been paid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from bowerbird.event.facts import Score, Table
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Event, Round
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import COINS, MoneyRules, SidePot, StakeReason
from bowerbird.rulebook.phrases import listed
from bowerbird.seats import Side

__all__ = [
    "POT",
    "Posting",
    "balances",
    "fee_of",
    "is_account",
    "ledger",
    "payers",
    "payouts",
    "pot_of",
    "shares_for",
    "side_prizes",
    "split",
    "split_words",
    "unpaid",
]

POT = "The pot"
_SIDE_POT = "Side pot, "
_KITTY = "Kitty of table "


class Posting(msgspec.Struct, frozen=True):
    """Money that moves between accounts, for one reason. The amounts sum to zero."""

    why: str
    amounts: Mapping[str, int]
    round: int = 0


def ledger(event: Event) -> tuple[Posting, ...]:
    """Everything that was paid so far; prizes are paid when the event is finished."""
    postings = [*_fees(event)]
    for past in event.rounds:
        postings.extend(_stakes(event, past))
    if event.finished:
        prizes = payouts(event)
        if prizes:
            postings.append(Posting("Prizes", {POT: -sum(prizes.values()), **prizes}))
        for pot, prizes in side_prizes(event).items():
            postings.append(Posting(_side(pot), {_side(pot): -sum(prizes.values()), **prizes}))
    return tuple(postings)


def balances(postings: Iterable[Posting]) -> dict[str, int]:
    """The balance of each account, in cents; they sum to zero."""
    total: Counter[str] = Counter()
    for posting in postings:
        for account, cents in posting.amounts.items():
            total[account] += cents
    return dict(total)


def is_account(name: str) -> bool:
    """True if this is the name of a money account: a person of the same name would mix theirs with it."""
    folded = name.casefold()
    return folded == POT.casefold() or folded.startswith((_SIDE_POT.casefold(), _KITTY.casefold()))


def pot_of(event: Event) -> int:
    """The fee times the people who came, meeting by meeting."""
    return event.book.event.money.fee * len(payers(event))


def fee_of(book: Rulebook) -> int:
    """What one person pays at the door: the fee, with the side pots."""
    return book.event.money.fee + sum(book.event.money.side_pots.values())


def payers(event: Event) -> tuple[str, ...]:
    """Everybody who owes the fee, once for each meeting that they, or a sub, came to."""
    return tuple(name for meeting in event.meetings for name, seen in meeting.attendance.items() if seen.came)


def unpaid(event: Event, meeting: int = 0) -> tuple[str, ...]:
    """Everybody who came to a meeting and is not ticked as paid; without a number, to the one in progress."""
    if not event.meetings or not event.book.event.money.fee:
        return ()
    attendance = event.meetings[(meeting or len(event.meetings)) - 1].attendance
    return tuple(name for name, seen in attendance.items() if seen.came and not seen.paid)


def _fees(event: Event) -> Iterable[Posting]:
    money = event.book.event.money
    fees = {POT: money.fee} | {_side(pot): fee for pot, fee in money.side_pots.items()}
    fees = {account: fee for account, fee in fees.items() if fee}
    # If nothing was played, everybody keeps the fee.
    for name in payers(event) if fees and (event.rounds or not event.finished) else ():
        yield Posting(f"Fee of {name}", {name: -sum(fees.values()), **fees})


def _stakes(event: Event, past: Round) -> Iterable[Posting]:
    money = event.book.event.money
    if not money.stake_each_game:
        return
    for table in past.tables:
        result = past.results.get(table.number)
        if result is not None and result.status == "accepted":
            # The people who really play pay and win the stakes, subs included.
            north, east, south, west = (past.subs.get(name, name) for name in table.seats)
            played = replace(table, seats=(north, east, south, west))
            yield from _kitty(money, past.number, played, result.score)


def _kitty(money: MoneyRules, number: int, table: Table, score: Score) -> Iterable[Posting]:
    """The kitty of one game: everybody's stake, one more from a pair for each reason, and all of it to the winners."""
    kitty = f"{_KITTY}{table.number}, game {number}"
    stake = money.stake_each_game
    paid = 4 * stake
    yield Posting("A stake each", {**dict.fromkeys(table.seats, -stake), kitty: paid}, number)
    for side in Side:
        for reason in money.stake_for:
            times = _times(reason, score, side)
            if times:
                amount = stake * times
                pair = dict.fromkeys(table.pair(side), -amount)
                yield Posting(f"{reason} ({times})".capitalize(), {**pair, kitty: 2 * amount}, number)
                paid += 2 * amount
    winners = table.seats if score.winner is None else table.pair(score.winner)
    yield Posting("The kitty", {kitty: -paid, **dict(zip(winners, split(paid, len(winners)), strict=True))}, number)


def _times(reason: StakeReason, score: Score, side: Side) -> int:
    card, other = score.cards[side], score.cards[side.other]
    match reason:
        case "euchred":
            return card.euchred
        case "failed alone":
            return card.failed_alone
        case "revoke":
            return card.revokes
        case "march against":
            return other.marches
        case "lost game":
            return int(score.winner is side.other)


def shares_for(money: MoneyRules, tables: int) -> tuple[int, ...]:
    """The shares of the places with this many tables; without a row in the rulebook, first place takes all."""
    rows = {int(least): parts for least, parts in money.shares.items() if int(least) <= tables}
    return rows[max(rows)] if rows else (100,)


def split(cents: int, ways: int, coin: int = 1) -> list[int]:
    """Parts as equal as whole coins can be; the first ones get the odd coins, and the very first what is no coin."""
    coins, loose = divmod(cents, coin)
    part, odd = divmod(coins, ways)
    return [coin * (part + (place < odd)) + (0 if place else loose) for place in range(ways)]


def payouts(event: Event) -> dict[str, int]:
    """The payouts from the pot by the standings now, to the last cent. Tied places share their prizes.

    Where prizes are paid in quarters, only the first place gets other coins.
    """
    money = event.book.event.money
    lines = standings(event)
    if money.pot == "none" or not lines or not event.rounds:
        return {}
    coin = COINS[money.payout]
    prizes = _by_place(pot_of(event), _parts(event, len(lines)), coin)
    paid: dict[str, int] = {}
    for place in sorted({line.place for line in lines}):
        level = [line for line in lines if line.place == place]
        pool = sum(prizes[place - 1 : place - 1 + len(level)])
        paid |= _shared(pool, level, 1 if place == 1 else coin)
    return paid


def split_words(event: Event) -> str:
    """A sentence about how the places split the pot; empty if there is none to split."""
    money = event.book.event.money
    if money.pot == "none" or not money.fee or not event.rounds:
        return ""
    parts = _parts(event, len(standings(event)))
    if len(parts) == 1:
        return "The first place takes all of it."
    if sum(parts) == 100:
        return f"The places split it {listed(map(str, parts))} percent."
    return f"The places split it {' to '.join(map(str, parts))}."


def _parts(event: Event, places: int) -> tuple[int, ...]:
    """The shares by the most tables of any round, so that people who go home do not change the prizes."""
    return shares_for(event.book.event.money, max(len(past.tables) for past in event.rounds))[:places]


def _shared(cents: int, lines: Sequence[Line], coin: int = 1) -> dict[str, int]:
    """Equal parts for these entries, and of each part equal parts for its people, less people who get nothing."""
    paid: dict[str, int] = {}
    for line, amount in zip(lines, split(cents, len(lines), coin), strict=True):
        paid |= zip(line.players, split(amount, len(line.players), coin), strict=True)
    return {name: part for name, part in paid.items() if part}


def side_prizes(event: Event) -> dict[SidePot, dict[str, int]]:
    """The payouts from each side pot by the standings now. A pot that nobody can win goes back to everyone who paid."""
    money = event.book.event.money
    paid = payers(event)
    lines = standings(event)
    if not event.rounds or not paid:
        return {}
    won = set(payouts(event))
    prizes: dict[SidePot, dict[str, int]] = {}
    for pot, fee in money.side_pots.items():
        rivals = [line for line in lines if not (money.one_prize_each and won & set(line.players))]
        winners = _winners(pot, rivals)
        back = {name: fee * times for name, times in Counter(paid).items() if fee}
        prizes[pot] = _shared(fee * len(paid), winners) if winners else back
        won |= set(prizes[pot]) if winners else set()
    return prizes


def _winners(pot: SidePot, rivals: Sequence[Line]) -> list[Line]:
    if pot == "last place":
        last = max((line.place for line in rivals), default=1)
        return [line for line in rivals if line.place == last > 1]
    counts = [line.loners if pot == "most loners" else line.euchres for line in rivals]
    most = max(counts, default=0)
    return [line for line, count in zip(rivals, counts, strict=True) if count == most > 0]


def _side(pot: SidePot) -> str:
    return f"{_SIDE_POT}{pot}"


def _by_place(pot: int, parts: Sequence[int], coin: int) -> list[int]:
    """The prizes in whole coins, rounded down. Odd cents go to the first places; any larger rest to the first alone."""
    whole = sum(parts)
    prizes = [pot * part // whole // coin * coin for part in parts]
    rest = split(pot - sum(prizes), len(prizes)) if coin == 1 else [pot - sum(prizes)]
    return [prize + more for prize, more in zip_longest(prizes, rest, fillvalue=0)]
