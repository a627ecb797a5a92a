"""A setting of a rulebook: everything about one field of the model that isn't its type, in one place.

Each field of a section is written as `Annotated[type, Setting(...)]`: its label in forms, its sentence on rule sheets,
the words for its values, and the question that the set-up of an event asks about it. Forms, sheets, differences and the
set-up page read it from there (`bowerbird.rulebook.settings`). The clauses behind a setting differ from book to book,
so a book names them itself (`[clauses]`). Nothing here depends on a particular setting.
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
    """One way to settle a question, and what choosing it is called."""

    value: bool | int | str
    words: str


@dataclass(frozen=True, slots=True)
class Saying:
    """One line of the rule sheet: a sentence, or a row of a small table where it has a value.

    `also` names further settings that it speaks of. A quiet line says that nothing special is played.
    """

    text: str
    also: tuple[str, ...] = ()
    value: str = ""
    quiet: bool = False


#: No text: the setting doesn't matter in this book, so its line is left out.
Said: TypeAlias = str | Saying | Iterable[str | Saying]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question about a setting when an event is set up, in the books where `where` holds.

    `cents`: an amount of money, which people write in dollars.
    """

    words: str
    choices: tuple[Option, ...] | Callable[[], tuple[Option, ...]] = ()
    lowest: int | None = None
    cents: bool = False
    where: Callable[[Rulebook], bool] = lambda book: True

    def options(self) -> tuple[Option, ...]:
        """The answers to choose from; none where a number is asked for."""
        return self.choices() if callable(self.choices) else self.choices


@dataclass(frozen=True, slots=True)
class Setting:
    """What forms, sheets and the set-up of an event say about one field.

    `says` is its sentence: by value, or made from the whole book. A setting without one is spoken of in the sentence of
    another, `said_with`. `quiet` lists the values whose sentence says only that nothing special is played. `words` are
    the values as a form shows them, where the file says too little. `popular` is its place among the settings that
    tables change most.
    """

    label: str
    says: Mapping[Any, str | tuple[str, ...]] | Callable[[Rulebook], Said] | None = None
    said_with: str = ""
    also: tuple[str, ...] = ()
    quiet: tuple[object, ...] = ()
    words: Mapping[Any, str] = field(default_factory=dict)
    ask: Ask | None = None
    popular: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A section's title, and whether house rules may be made of it in a form."""

    label: str
    in_form: bool = True
