"""Money: the ledger, the pot and who gets what."""

from __future__ import annotations

from collections.abc import Mapping

from bowerbird.event.money import balances, is_account, ledger, payouts, pot_of, shares_for
from bowerbird.nights.expect.compare import Judge, by_colon, values
from bowerbird.nights.room import Room

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
        if posting.round in games and posting.why == "The kitty":
            shares = sorted({cents for name, cents in posting.amounts.items() if name != account})
            table = account.partition(",")[0].rpartition(" ")[2]
            key = f"table {table} game {games[posting.round]}"
            told[key] = f"{-posting.amounts[account]} each winner {' or '.join(map(str, shares))}"
    return told


KINDS: dict[str, Judge] = {
    "ledger": values(_ledger),
    "pot": values(_pot, by_colon),
    "kitty": values(_kitty, by_colon),
    "payouts": values(_payouts, by_colon),
}
