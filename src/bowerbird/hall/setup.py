"""What a new table is like: its rules, its manner, and what it is for."""

from __future__ import annotations

from typing import Literal

import msgspec

from bowerbird.hall.facts import Board, Gathers, HallFact, KeptFor, Pace, made_with
from bowerbird.rulebook import Rulebook

__all__ = ["USUAL", "TableSetup"]


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A table that somebody wants: a rulebook by name, house rules as TOML text, or rules that were read already.

    A `name` must be as hard to guess as a generated one. `daily` is the date of a daily hand, `boards` are the hands of
    a duplicate event. With `bots_at`, people from the lobby meet there, and `kept_for` are the people whose chairs are
    kept.
    """

    rules: str = "bicycle"
    house_rules: str = ""
    book: Rulebook | None = None
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = True
    pace: Pace = "normal"
    bots_slip: bool = False
    coached: bool = False
    name: str = ""
    daily: str = ""
    bots_at: int | None = None
    kept_for: KeptFor | None = None
    boards: tuple[Board, ...] = ()

    def facts(self, host: str, book: Rulebook, code: str) -> list[HallFact]:
        """The first facts of the table, with its rules and its join code."""
        made = made_with(
            host,
            book,
            mode=self.mode,
            private=self.private,
            code=code,
            pace=self.pace,
            bots_slip=self.bots_slip,
            coached=self.coached,
            daily=self.daily,
            boards=self.boards,
        )
        gathers = [] if self.bots_at is None else [Gathers(self.bots_at)]
        return [made, *gathers, *([] if self.kept_for is None else [self.kept_for])]


#: A private table with the usual rules.
USUAL = TableSetup()
