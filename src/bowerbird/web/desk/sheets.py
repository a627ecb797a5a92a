"""The sheets an event can print now, depending on its rules and progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from bowerbird import paper
from bowerbird.evening.state import Evening
from bowerbird.event.cards import CARDS, card_of

__all__ = ["WITH_MONEY", "SheetOffered", "sheets_of"]


class SheetOffered(msgspec.Struct, frozen=True):
    """A sheet: its name in the address, and its title."""

    what: str
    words: str


def _keeps(sheet: str) -> Callable[[Evening], bool]:
    return lambda evening: card_of(evening.event.book).sheet == sheet


def _has_money(evening: Evening) -> bool:
    money = evening.event.book.event.money
    return bool(money.fee or money.stake_each_game or money.side_pots)


def _has_rounds(evening: Evening) -> bool:
    return bool(evening.event.rounds)


def _has_season(evening: Evening) -> bool:
    return _has_rounds(evening) and bool(evening.season or evening.event.book.event.season.weeks)


#: Conditions of sheets that not every event has. Other sheets are always offered.
_ONLY_WHERE: Final[Mapping[str, Callable[[Evening], bool]]] = {
    "slips": _has_rounds,
    "standings": _has_rounds,
    "certificates": _has_rounds,
    **{card.sheet: _keeps(card.sheet) for card in CARDS.values() if card.sheet},
    "payout": _has_money,
    "season": _has_season,
}


#: Sheets with money, which a helper does not see.
WITH_MONEY: Final = frozenset({"all", "payout", "season"})


def sheets_of(evening: Evening, *, helper: bool = False) -> list[SheetOffered]:
    """The sheets to offer for printing."""
    return [
        SheetOffered(what, words)
        for what, words in paper.WHATS.items()
        if (what not in _ONLY_WHERE or _ONLY_WHERE[what](evening)) and not (helper and what in WITH_MONEY)
    ]
