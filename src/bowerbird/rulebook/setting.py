"""A setting of a rulebook: everything about one field of the model except its type, in one place.

Each field of a section is written as `Annotated[type, Setting(...)]`: its label in forms, its sentence on rule sheets,
the words for its values, and the question about it when an event is set up. Forms, sheets, differences and the set-up
page read it from there (`bowerbird.rulebook.settings`). The clauses behind a setting differ between rulebooks, so each
rulebook names them (`[clauses]`). Nothing here depends on a particular setting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

__all__ = ["Ask", "Option", "Part", "Said", "Saying", "Section", "Setting"]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a rulebook."""


class Option(Section, frozen=True):
    """One answer to a question, and its words."""

    value: bool | int | str
    words: str


@dataclass(frozen=True, slots=True)
class Saying:
    """One line of the rule sheet: a sentence, or a row of a small table if it has a value.

    `also` names further settings that the line covers. A quiet line says that nothing special is played.
    """

    text: str
    also: tuple[str, ...] = ()
    value: str = ""
    quiet: bool = False


#: Without text, the setting does not matter in this rulebook, and its line is left out.
Said: TypeAlias = str | Saying | Iterable[str | Saying]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question about a setting when an event is set up, in rulebooks for which `where` holds.

    `cents`: an amount of money, which people write in dollars.
    """

    words: str
    choices: tuple[Option, ...] | Callable[[Rulebook], tuple[Option, ...]] = ()
    lowest: int | None = None
    cents: bool = False
    where: Callable[[Rulebook], bool] = lambda book: True

    def options(self, book: Rulebook) -> tuple[Option, ...]:
        """The answers to choose from in this rulebook; none if the answer is a number."""
        return self.choices(book) if callable(self.choices) else self.choices


@dataclass(frozen=True, slots=True)
class Setting:
    """The words about one field on forms, on sheets and when an event is set up.

    `says` is its sentence: by value, or made from the whole rulebook. A setting without one is covered by the sentence
    of another, `said_with`. `quiet` lists the values whose sentence says only that nothing special is played. `words`
    are the values as a form shows them, if those in the file are not clear enough. `popular` is its place among the
    settings that tables change most. `changeable` settings may change while an event runs: those that decide coming
    rounds only, and those that count for the whole event, such as money. What a played game is worth may not change.
    """

    label: str
    says: Mapping[Any, str | tuple[str, ...]] | Callable[[Rulebook], Said] | None = None
    said_with: str = ""
    also: tuple[str, ...] = ()
    quiet: tuple[object, ...] = ()
    words: Mapping[Any, str] = field(default_factory=dict)
    ask: Ask | None = None
    popular: int = 0
    changeable: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A section's title. `in_form` is true if a form for house rules includes it."""

    label: str
    in_form: bool = True
