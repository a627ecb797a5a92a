"""Money in whole cents: fees, stakes, kitties, payouts. Every posting sums to zero, so the whole ledger does.

The ledger is computed from the event, so that a corrected score moves the money too. It records only what was paid
here: an account below zero has paid in, one above zero has been paid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bowerbird.event.facts import Score, Table
from bowerbird.event.prizes import SIDE_PRIZES, PrizeOffered, Purse, offered, purse, shares_for, small_coin, split
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Event, Round
from bowerbird.event.totals import dollars
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import COINS, MoneyRules, SidePot, StakeReason
from bowerbird.rulebook.phrases import listed
from bowerbird.seats import Side

__all__ = [
    "CLUB",
    "KITTY_WON",
    "POT",
    "TICKETS",
    "Posting",
    "balances",
    "draw_of_tickets",
    "expected_fees",
    "extra_prizes",
    "fee_of",
    "is_account",
    "kept",
    "ledger",
    "payers",
    "payouts",
    "pot_of",
    "prizes_offered",
    "side_prizes",
    "split_words",
    "tables_so_far",
    "till",
    "unpaid",
]

POT = "The pot"
CLUB = "Kept by the club"
TICKETS = "50-50 tickets"
_SIDE_POT = "Side pot, "
#: The reason of a posting that pays a kitty out.
KITTY_WON = "Kitty"
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
    if (drawn := draw_of_tickets(event)) is not None:
        postings.append(drawn)
    if event.finished:
        prizes = payouts(event)
        if prizes:
            postings.append(Posting("Prizes", {POT: -sum(prizes.values()), **prizes}))
        for pot, prizes in extra_prizes(event).items():
            postings.append(Posting(SIDE_PRIZES[pot], {POT: -sum(prizes.values()), **prizes}))
        if rest := kept(event):
            postings.append(Posting(CLUB, {POT: -rest, CLUB: rest}))
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
    whole = (POT.casefold(), CLUB.casefold(), TICKETS.casefold())
    return folded in whole or folded.startswith((_SIDE_POT.casefold(), _KITTY.casefold()))


def pot_of(event: Event) -> int:
    """The fee times the people who came, meeting by meeting."""
    return event.book.event.money.fee * len(payers(event))


def fee_of(book: Rulebook) -> int:
    """What one person pays at the door: the fee, with the side pots."""
    return book.event.money.fee + sum(book.event.money.side_pots.values())


def payers(event: Event) -> tuple[str, ...]:
    """Everybody who owes the fee, once for each meeting that they, or a sub, came to.

    A fee that was taken stays in the pot if the person does not play after all, until the tick is taken back.
    """
    return tuple(
        name for meeting in event.meetings for name, seen in meeting.attendance.items() if seen.came or seen.paid
    )


def till(event: Event) -> int:
    """What everybody who came pays at the door, side pots included."""
    return fee_of(event.book) * len(payers(event))


def expected_fees(event: Event) -> int:
    """The fees to reckon prizes with: those that are owed, or before play one for everybody here or on the list."""
    return len(payers(event)) or len(event.here()) or len(event.people)


def prizes_offered(event: Event) -> tuple[PrizeOffered, ...]:
    """The prizes as people read them before they are won."""
    fees = expected_fees(event)
    return offered(event.book.event.money, fees, tables_so_far(event) or fees // 4)


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
    yield Posting("Stake", {**dict.fromkeys(table.seats, -stake), kitty: paid}, number)
    for side in Side:
        for reason in money.stake_for:
            times = _times(reason, score, side)
            if times:
                amount = stake * times
                pair = dict.fromkeys(table.pair(side), -amount)
                yield Posting(
                    f"Extra stake, {reason}{f' {times} times' if times > 1 else ''}",
                    {**pair, kitty: 2 * amount},
                    number,
                )
                paid += 2 * amount
    winners = table.seats if score.winner is None else table.pair(score.winner)
    yield Posting(KITTY_WON, {kitty: -paid, **dict(zip(winners, split(paid, len(winners)), strict=True))}, number)


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


def payouts(event: Event) -> dict[str, int]:
    """The payouts from the pot by the standings now, to the last cent. Tied places share their prizes.

    Where prizes are paid in coins, only the first place gets other coins.
    """
    money = event.book.event.money
    lines = standings(event)
    if money.pot == "none" or not lines or not event.rounds:
        return {}
    prizes = _purse(event).places
    coin = small_coin(money)
    paid: dict[str, int] = {}
    for place in sorted({line.place for line in lines}):
        level = [line for line in lines if line.place == place]
        pool = sum(prizes[place - 1 : place - 1 + len(level)])
        paid |= _shared(pool, level, 1 if place == 1 else coin)
    return paid


def kept(event: Event) -> int:
    """The part of the fees that the club keeps by the standings now."""
    if not event.rounds:
        return 0
    extras = sum(sum(prizes.values()) for prizes in extra_prizes(event).values())
    return pot_of(event) - sum(payouts(event).values()) - extras


def split_words(event: Event) -> str:
    """Sentences about where the pot goes; empty if nothing is paid out of it."""
    money = event.book.event.money
    if money.pot == "none" or not money.fee or not event.rounds:
        return ""
    says = [_places_words(event)]
    says += [
        f"{SIDE_PRIZES[pot]}: {dollars(sum(prizes.values()))}." for pot, prizes in extra_prizes(event).items() if prizes
    ]
    says += [f"The club keeps {dollars(kept(event))}."] if kept(event) else []
    return " ".join(filter(None, says))


def _places_words(event: Event) -> str:
    money = event.book.event.money
    places = len(standings(event))
    if money.pot == "fixed prizes":
        prizes = _purse(event).places
        return f"The places get {listed(map(dollars, prizes))}." if prizes else ""
    parts = shares_for(money, tables_so_far(event))[:places]
    if len(parts) == 1:
        return "The first place takes all of it."
    if sum(parts) == 100:
        return f"The places split it {listed(map(str, parts))} percent."
    return f"The places split it {' to '.join(map(str, parts))}."


def tables_so_far(event: Event) -> int:
    """The most tables of any round, so that people who go home do not change the prizes."""
    return max((len(past.tables) for past in event.rounds), default=0)


def _purse(event: Event, unwon: Collection[SidePot] | None = None) -> Purse:
    """The pot divided; without `unwon`, extra prizes that nobody can win now stay in it."""
    if unwon is None:
        unwon = [pot for pot in event.book.event.money.extra_prizes if not _extra_winners(event).get(pot)]
    return purse(event.book.event.money, len(payers(event)), tables_so_far(event), len(standings(event)), unwon)


def _shared(cents: int, lines: Sequence[Line], coin: int = 1) -> dict[str, int]:
    """Equal parts for these entries, and of each part equal parts for its people, less people who get nothing."""
    paid: dict[str, int] = {}
    for line, amount in zip(lines, split(cents, len(lines), coin), strict=True):
        paid |= zip(line.players, split(amount, len(line.players), coin), strict=True)
    return {name: part for name, part in paid.items() if part}


def extra_prizes(event: Event) -> dict[SidePot, dict[str, int]]:
    """The payouts from the pot that are not for a place, by the standings now."""
    money = event.book.event.money
    if money.pot == "none" or not event.rounds or not money.extra_prizes:
        return {}
    winners, coin = _extra_winners(event), small_coin(money)
    return {pot: _shared(cents, winners[pot], coin) for pot, cents in _purse(event).extras.items()}


def _extra_winners(event: Event) -> dict[SidePot, list[Line]]:
    """The winners of the extra prizes, without people who win one already where everybody wins one at most."""
    money = event.book.event.money
    lines = standings(event)
    won = _in_the_money(event) if money.one_prize_each else set()
    found: dict[SidePot, list[Line]] = {}
    for pot in money.extra_prizes:
        found[pot] = _winners(pot, [line for line in lines if not won & set(line.players)])
        won |= {name for line in found[pot] for name in line.players} if money.one_prize_each else set()
    return found


def _in_the_money(event: Event) -> set[str]:
    """Everybody in a place that has a prize, even if the money does not reach it."""
    money = event.book.event.money
    if money.pot == "none" or not pot_of(event):
        return set()
    paid = len(money.place_prizes) if money.pot == "fixed prizes" else len(shares_for(money, tables_so_far(event)))
    return {name for line in standings(event) if line.place <= paid for name in line.players}


def side_prizes(event: Event) -> dict[SidePot, dict[str, int]]:
    """The payouts from each side pot by the standings now. A pot that nobody can win goes back to everyone who paid."""
    money = event.book.event.money
    paid = payers(event)
    lines = standings(event)
    if not event.rounds or not paid:
        return {}
    won = {name for prizes in (payouts(event), *extra_prizes(event).values()) for name in prizes}
    coin = small_coin(money)
    prizes: dict[SidePot, dict[str, int]] = {}
    for pot, fee in money.side_pots.items():
        rivals = [line for line in lines if not (money.one_prize_each and won & set(line.players))]
        winners = _winners(pot, rivals)
        back = {name: fee * times for name, times in Counter(paid).items() if fee}
        prizes[pot] = _shared(fee * len(paid), winners, coin) if winners else back
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


def draw_of_tickets(event: Event) -> Posting | None:
    """The 50-50 draw: the winner's part in whole coins, rounded down, and the rest for the club."""
    drawn = event.raffle
    if drawn is None or not drawn.taken:
        return None
    money = event.book.event.money
    coin = COINS[money.payout]
    part = drawn.taken * money.fifty_fifty // 100 // coin * coin
    return Posting("50-50 draw", {TICKETS: -drawn.taken, drawn.winner: part, CLUB: drawn.taken - part})
