"""The shapes of the JSON interface: what is sent and what is answered. The OpenAPI page is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bowerbird.hall.facts import Pace
from bowerbird.hall.people import LONGEST_NAME

__all__ = [
    "BookLine",
    "Checked",
    "CodeGiven",
    "Me",
    "NameGiven",
    "NewTable",
    "OpenTable",
    "OwnTable",
    "PassphraseGiven",
    "RulesDiffer",
    "RulesSheet",
    "RulesToCheck",
    "SignIn",
    "TableMade",
    "TableNow",
]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, description="As others see it.")]
Passphrase = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class NameGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Who you are."""

    name: Name


class PassphraseGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Keep your name with a passphrase; `so_far` is the one that you have chosen before, if you have."""

    passphrase: Passphrase
    so_far: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name that was kept, and its passphrase."""

    name: Name
    passphrase: Passphrase


class Me(msgspec.Struct):
    """You, as the hall knows you."""

    person: str
    name: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to set up. With `bots`, you sit South, three bots of that level sit down, and the game starts."""

    rules: Annotated[str, msgspec.Meta(max_length=40)] = "bicycle"
    house_rules: Annotated[str, msgspec.Meta(max_length=20_000, description="TOML; empty for the book as it is.")] = ""
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = True
    pace: Pace = "normal"
    bots: Annotated[str, msgspec.Meta(max_length=20, description="A level, or nothing.")] | None = None


class TableMade(msgspec.Struct):
    """Where the table is. The code is for reading out."""

    table: str
    link: str
    code: str = ""


class CodeGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A join code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OpenTable(msgspec.Struct):
    """A public table with a chair to take."""

    table: str
    link: str
    rules: str
    title: str
    mode: str
    started: bool
    names: list[str]
    free: int


class TableNow(msgspec.Struct):
    """Whether a game is on at a table, and how many are over."""

    on: bool
    games: int


class OwnTable(msgspec.Struct):
    """A table at which you have sat."""

    table: str
    link: str
    title: str
    names: list[str]
    score: tuple[int, int]
    over: bool
    games: int


class BookLine(msgspec.Struct):
    """A rulebook in the list."""

    name: str
    title: str
    about: str


class SheetLine(msgspec.Struct):
    """One sentence, with the setting and the clauses that it comes from."""

    key: str
    text: str
    clauses: tuple[str, ...]


class SheetSection(msgspec.Struct):
    """A part of the sheet."""

    title: str
    lines: list[SheetLine]


class RulesSheet(msgspec.Struct):
    """A rulebook as people read it."""

    name: str
    title: str
    about: str
    sections: list[SheetSection]


class Difference(msgspec.Struct):
    """What two books say about one setting."""

    title: str
    key: str
    a: str
    b: str


class RulesDiffer(msgspec.Struct):
    """Where two books differ."""

    a: str
    b: str
    differences: list[Difference]


class RulesToCheck(msgspec.Struct, forbid_unknown_fields=True):
    """House rules as TOML text."""

    toml: Annotated[str, msgspec.Meta(max_length=20_000)]


class Checked(msgspec.Struct, omit_defaults=True):
    """Whether house rules can be used, and if not, what is wrong with them."""

    ok: bool
    name: str = ""
    title: str = ""
    why: str = ""
