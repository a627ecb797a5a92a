"""Requests and answers of the JSON API for players. OpenAPI is generated from these."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec

from bowerbird.hall.birds import BIRDS
from bowerbird.hall.facts import Pace
from bowerbird.hall.people import LONGEST_NAME
from bowerbird.hall.practice import GameAwaited, MistakeShown

__all__ = [
    "BirdGiven",
    "BookLine",
    "Checked",
    "ChoiceGiven",
    "CodeGiven",
    "FriendInvited",
    "FriendLink",
    "FriendLinkGiven",
    "FriendMet",
    "GameNamed",
    "Me",
    "MistakesDue",
    "NameGiven",
    "NewTable",
    "NoteGiven",
    "OpenTable",
    "OwnTable",
    "PassphraseGiven",
    "RecoveryCode",
    "RecoveryGiven",
    "RulesDiffer",
    "RulesSheet",
    "RulesToCheck",
    "SessionGiven",
    "SignIn",
    "SignedInAt",
    "TableMade",
    "TableNow",
    "WantedGame",
]

Name = Annotated[
    str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, description="The name that other people see.")
]
Passphrase = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class NameGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Your name."""

    name: Name


class PassphraseGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A new passphrase for your name; `so_far` is the current one, if you have one."""

    passphrase: Passphrase
    so_far: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A saved name and its passphrase."""

    name: Name
    passphrase: Passphrase


class RecoveryGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery code as it is on paper; capitals, spaces and dashes don't matter."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class RecoveryCode(msgspec.Struct):
    """Your recovery code, and whether you have a passphrase, too."""

    code: str
    passphrase: bool


class SignedInAt(msgspec.Struct):
    """A browser where you are signed in: the sign-in by its name, the browser in words, and since when."""

    session: str
    browser: str
    since: int
    here: bool


class SessionGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A sign-in by its name."""

    session: Annotated[str, msgspec.Meta(max_length=60)]


class Me(msgspec.Struct):
    """Your id and name, and the bird that is your picture; empty for initials."""

    person: str
    name: str
    bird: str


class BirdGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The bird that is your picture; empty for initials."""

    bird: Annotated[str, msgspec.Meta(max_length=20, description=f"One of {', '.join(BIRDS)}.")]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to set up. With `bots`, you sit South, three bots of that level sit down, and the game starts."""

    rules: Annotated[str, msgspec.Meta(max_length=40)] = "bicycle"
    house_rules: Annotated[
        str, msgspec.Meta(max_length=20_000, description="TOML; empty for the rulebook as it is.")
    ] = ""
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = True
    pace: Pace = "normal"
    bots: Annotated[str, msgspec.Meta(max_length=20, description="A level; empty for none.")] | None = None
    bots_slip: Annotated[
        bool, msgspec.Meta(description="At a real table, bots make mistakes too, for you to notice.")
    ] = False
    coached: Annotated[
        bool, msgspec.Meta(description="With bots: the teacher speaks before decisions in the first game.")
    ] = False


class TableMade(msgspec.Struct):
    """A new table: its link, and a join code to read out."""

    table: str
    link: str
    code: str = ""


class CodeGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A join code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class WantedGame(msgspec.Struct, forbid_unknown_fields=True):
    """Look for a game with other people."""

    rules: Annotated[str, msgspec.Meta(max_length=40, description="A rulebook by name; empty for any.")] = ""


class FriendLink(msgspec.Struct):
    """A link for people you know. It is good for seven days."""

    link: str


class FriendLinkGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The last part of a link that somebody has sent you."""

    link: Annotated[str, msgspec.Meta(max_length=40)]


class FriendMet(msgspec.Struct):
    """The name of the person you know now."""

    name: str


class NoteGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A person on one of your lists, by the number that stands for them."""

    note: int


class FriendInvited(msgspec.Struct, forbid_unknown_fields=True):
    """A known person to be asked to the table where you sit."""

    note: int
    table: Annotated[str, msgspec.Meta(max_length=40)]


class OpenTable(msgspec.Struct):
    """A public table with a free chair."""

    table: str
    link: str
    rules: str
    title: str
    mode: str
    started: bool
    names: list[str]
    free: int


class TableNow(msgspec.Struct):
    """The state of a table: if a game is in progress, and the number of finished games."""

    on: bool
    games: int


class OwnTable(msgspec.Struct):
    """A table where you have sat."""

    table: str
    link: str
    title: str
    names: list[str]
    score: tuple[int, int]
    over: bool
    games: int
    played_at: Annotated[int, msgspec.Meta(description="The time of the last play, in milliseconds.")] | None = None


class BookLine(msgspec.Struct):
    """A rulebook in the list."""

    name: str
    title: str
    about: str


class SheetLine(msgspec.Struct):
    """One sentence, with its setting and clauses."""

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
    """One setting in two rulebooks."""

    title: str
    key: str
    a: str
    b: str


class RulesDiffer(msgspec.Struct):
    """The differences between two rulebooks."""

    a: str
    b: str
    differences: list[Difference]


class RulesToCheck(msgspec.Struct, forbid_unknown_fields=True):
    """House rules as TOML text."""

    toml: Annotated[str, msgspec.Meta(max_length=20_000)]


class Checked(msgspec.Struct, omit_defaults=True):
    """The result of a check. `why` is the problem, if there is one."""

    ok: bool
    name: str = ""
    title: str = ""
    why: str = ""


class GameNamed(msgspec.Struct, forbid_unknown_fields=True):
    """A game at a table by its number, from 1."""

    game: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class ChoiceGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Your choice in a position: its place in the list of choices, from 0."""

    choice: Annotated[int, msgspec.Meta(ge=0, le=100)]


class MistakesDue(msgspec.Struct, frozen=True):
    """The next mistake to try, if one is due today; all that are kept; those that are learned; the next day.

    If none is due, `judging` is the game just played, while its mistakes are still to come: wait for its review, post
    that it is to be kept, and ask again.
    """

    mistake: MistakeShown | None
    kept: int
    learned: int
    next: date | None
    judging: GameAwaited | None
