"""Money: the ledger, the pot and who gets what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from bowerbird.event.money import KITTY_WON, balances, is_account, ledger, payouts, pot_of
from bowerbird.event.prizes import shares_for
from bowerbird.event.standings import standings
from bowerbird.nights.expect.compare import Judge, by_colon, holding, values
from bowerbird.nights.room import Room
from bowerbird.nights.text import Expectation, Fact
from bowerbird.rulebook.event import COINS

__all__ = ["KINDS"]


def _ledger(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    event = room.event
    postings = ledger(event)
    if arguments[:1] == ("meeting",):
        meeting = int(arguments[1])
        rounds = {past.number for past in event.rounds if past.meeting == meeting}
        postings = tuple(posting for posting in postings if posting.round in rounds)
    held = balances(postings)
    return {name: held.get(name, 0) for name in dict.fromkeys([*event.people, *held]) if not is_account(name)}


def _pot(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    event = room.event
    tables = max(len(past.tables) for past in event.rounds)
    return {"pot": pot_of(event), "places": len(shares_for(event.book.event.money, tables))}


def _payouts(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    paid = payouts(room.event)
    return {**paid, "sum": sum(paid.values()), "people": len(paid)}


def _kitty(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The kitties of this meeting: `table T game G: 120 each winner 60`."""
    event = room.event
    games = {past.number: past.game for past in event.tonight}
    told = {}
    for posting in ledger(event):
        account = next((name for name, cents in posting.amounts.items() if is_account(name) and cents < 0), "")
        if posting.round in games and posting.why == KITTY_WON:
            shares = sorted({cents for name, cents in posting.amounts.items() if name != account})
            table = account.partition(",")[0].rpartition(" ")[2]
            key = f"table {table} game {games[posting.round]}"
            told[key] = f"{-posting.amounts[account]} each winner {' or '.join(map(str, shares))}"
    return told


def _group(room: Room, expected: Expectation, line: Fact) -> str:
    """`A B C: cents`: what these people get together. Of a fraction of a cent, either whole cent is right."""
    names, value = by_colon(line)
    together, wanted = _paid_to(room, names.split()), Fraction(value)
    return "" if floor(wanted) <= together <= ceil(wanted) else str(together)


def _paid_to(room: Room, names: Sequence[str]) -> int:
    paid = payouts(room.event)
    return sum(paid.get(room.event.person(name).name, 0) for name in names)


def _payout_shape(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    event = room.event
    paid = payouts(event)
    first = {name for line in standings(event) if line.place == 1 for name in line.players}
    odd = [name for name, cents in paid.items() if name not in first and cents % COINS["quarters"]]
    shape = f"no: {', '.join(f'{name} {paid[name]}' for name in odd)}" if odd else "yes"
    return {"quarters-but-the-first": shape, "sum": sum(paid.values()), "people": len(paid)}


KINDS: dict[str, Judge] = {
    "ledger": values(_ledger),
    "pot": values(_pot, by_colon),
    "kitty": values(_kitty, by_colon),
    "payouts": values(_payouts, by_colon),
    "group": holding(_group),
    "payout-shape": values(_payout_shape, by_colon),
}
