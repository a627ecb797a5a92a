"""House rules from a form: the settings that a book may choose, made from the rulebook's own types, and TOML out.

What a setting is called here is for people at a kitchen table; the names in the file are `docs/house-rules.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import inspect

from bowerbird.rulebook import Rulebook, RulebookError
from bowerbird.rulebook.model import (
    AloneRules,
    AuctionRules,
    DealRules,
    DiscardRules,
    DrawRules,
    GameRules,
    LeadRules,
    PackRules,
    PointRules,
)

__all__ = ["Choice", "Field", "FormPart", "cut_off", "field_at_fault", "form_parts", "only_differences", "toml_from"]

_PARTS: Final = {
    "pack": ("The pack", PackRules),
    "draw": ("The draw", DrawRules),
    "deal": ("The deal", DealRules),
    "auction": ("Making trump", AuctionRules),
    "discard": ("The discard", DiscardRules),
    "alone": ("Playing alone", AloneRules),
    "lead": ("The lead", LeadRules),
    "points": ("Points", PointRules),
    "game": ("The game", GameRules),
}

#: What tables change most, and so are asked first.
_POPULAR: Final = (
    "auction.stick_the_dealer",
    "game.points",
    "lead.opening",
    "points.euchre",
    "auction.partner_orders_alone",
)

_LABELS: Final = {
    "pack.lowest": "The lowest card in the pack",
    "pack.joker": "The joker plays, as the highest trump",
    "draw.partners": "How partners are found",
    "draw.dealer": "Who deals first",
    "deal.cut": "The pack is cut before the deal",
    "deal.cut_leaves": "A cut leaves at least so many cards in each part",
    "deal.plan": "Threes and twos: how the dealer deals",
    "deal.after_start_bell": "The card is turned up only after the start bell",
    "deal.second_misdeal": "After two misdeals in a row",
    "deal.farmers_hand": "A farmer's hand, nothing above a ten",
    "deal.ace_no_face": "A hand with an ace and no face card",
    "auction.need_first_round": "To accept the turn-up you must hold",
    "auction.need_second_round": "To name a suit you must hold",
    "auction.dealer_needs": "The dealer needs such a card too",
    "auction.partner_orders_alone": "The dealer's partner who orders it up must play alone",
    "auction.stick_the_dealer": "Stick the dealer: if all others pass twice, the dealer must name trump",
    "auction.all_pass": "When all four pass twice",
    "auction.no_trump": "“No trump” may be named, with no suit above the others",
    "discard.turn_up": "The dealer may lay the turn-up itself away",
    "discard.keep_turn_up_in_a_flush": "With five cards of its suit, the dealer must keep the turn-up",
    "alone.defend_alone": "An opponent may defend alone against a lone hand",
    "alone.partners_best": "A lone player gets the partner's best card",
    "lead.opening": "Who leads against a lone hand",
    "points.made": "Points for three or four tricks",
    "points.march": "Points for all five tricks",
    "points.alone_made": "Points for three or four tricks alone",
    "points.alone_march": "Points for all five tricks alone",
    "points.euchre": "Points for a euchre",
    "points.euchre_alone": "Points for the euchre of a lone hand",
    "points.euchre_by_lone_defender": "Points for a euchre by a lone defender",
    "game.points": "Points that win the game (0: points do not end it)",
    "game.hands": "Hands in a game (0: hands do not end it)",
    "game.minutes": "Minutes in a game (0: the clock does not end it)",
    "game.bell": "At the bell",
    "game.level_at_bell": "Level at the bell",
    "game.over_target": "Points beyond the target",
    "game.advised_minutes": "A game should take at most so many minutes (0: no advice)",
}

_NEEDS: Final = {
    "nothing": "nothing in particular",
    "natural": "a card printed in that suit",
    "trump or left bower": "a card of that suit, or its left bower",
}
_BY_TRICKS: Final = {"by tricks": "as many as the makers would have for those tricks"}

#: Where the value of the file says too little by itself.
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "draw.partners": {
        "arranged": "they are arranged before play",
        "highs against lows": "all draw a card: the two highest play the two lowest",
        "second jack": "the first two who are dealt a jack are partners",
    },
    "draw.dealer": {
        "lowest card": "whoever draws the lowest card",
        "highest card": "whoever draws the highest card",
        "first jack": "whoever is dealt the first jack",
    },
    "deal.cut": {"required": "always", "optional": "if the player on the dealer's right wants to"},
    "deal.plan": {"each player": "as they like, player by player", "all alike": "one way for the whole deal"},
    "deal.second_misdeal": {"same dealer": "the same dealer deals again", "next dealer": "the next player deals"},
    "deal.farmers_hand": {
        "off": "is played like any other",
        "exchange": "may change three cards",
        "new deal": "may have a new deal",
    },
    "deal.ace_no_face": {"off": "is played like any other", "new deal": "may have a new deal"},
    "auction.need_first_round": _NEEDS,
    "auction.need_second_round": _NEEDS,
    "auction.all_pass": {"next dealer": "the deal passes to the left", "same dealer": "the same dealer deals again"},
    "lead.opening": {
        "left of dealer": "the dealer's left",
        "left of lone hand": "the lone hand's left",
    },
    "points.euchre": _BY_TRICKS,
    "points.euchre_alone": _BY_TRICKS,
    "game.bell": {"none": "there is no bell", "finish the hand": "the hand is played out, and the game is over"},
    "game.level_at_bell": {"draw": "the game is drawn", "one more hand": "one more hand is played"},
    "game.over_target": {"counted": "they count", "not counted": "they do not count"},
}
_YES_NO: Final = {"true": "yes", "false": "no"}


class Choice(msgspec.Struct, frozen=True):
    """One value of a setting, and what it means."""

    value: str
    words: str


class Field(msgspec.Struct, frozen=True):
    """One setting: what may be chosen (or a range of whole numbers), what the book says, and what was chosen."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    lowest: int | None
    highest: int | None
    in_book: Choice
    chosen: str


class FormPart(msgspec.Struct, frozen=True):
    """The settings of one part of the game."""

    title: str
    fields: tuple[Field, ...]

    @property
    def is_touched(self) -> bool:
        """Whether something in it was chosen, so that it should be in sight."""
        return any(field.chosen for field in self.fields)


def form_parts(book: Rulebook, chosen: Mapping[str, str]) -> list[FormPart]:
    """The form for house rules on top of a book, with what was chosen so far. What tables change most comes first."""
    sections = {section: tuple(_fields(section, book, chosen)) for section in _PARTS}
    by_key = {field.key: field for fields in sections.values() for field in fields}
    rest = (
        FormPart(title, tuple(field for field in sections[section] if field.key not in _POPULAR))
        for section, (title, _) in _PARTS.items()
    )
    popular = FormPart("What tables change most", tuple(by_key[key] for key in _POPULAR))
    return [popular, *(part for part in rest if part.fields)]


def only_differences(book: Rulebook, asked: Mapping[str, str]) -> dict[str, str]:
    """What was asked for, without what is empty or says what the book says anyway."""
    said = {field.key: field.in_book.value for section in _PARTS for field in _fields(section, book, {})}
    broken = set(cut_off(asked))
    return {key: value for key, value in asked.items() if key in broken or (value and value != said.get(key))}


def cut_off(asked: Mapping[str, str]) -> list[str]:
    """What a link says that no rule is called, or of which it does not say how it is: it may have lost its end.

    The form itself sends what was left empty, too; it has a title.
    """
    whole = "title" in asked
    return [
        key
        for key, value in asked.items()
        if key not in ("based_on", "title", "toml") and (key not in _LABELS or not (value or whole))
    ]


def field_at_fault(error: RulebookError, parts: list[FormPart]) -> Field | None:
    """The field to look at. A fault of a whole section is shown at the first setting of that section."""
    fields = [field for part in parts for field in part.fields]
    exact = (field for field in fields if field.key == error.key)
    return next(exact, None) or next((field for field in fields if field.key.startswith(f"{error.key}.")), None)


def _fields(section: str, book: Rulebook, chosen: Mapping[str, str]) -> Iterator[Field]:
    rules = getattr(book, section)
    info = inspect.type_info(_PARTS[section][1])
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        values, lowest, highest = _values(field.type)
        if not values and lowest is None:
            continue  # lists are for the text form
        key = f"{section}.{field.encode_name}"
        words = _YES_NO | dict(_CHOICES.get(key, {}))
        value = _written(getattr(rules, field.name)).strip('"')
        in_book = Choice(value, words.get(value, value))
        choices = tuple(Choice(each, words.get(each, each)) for each in values)
        yield Field(key, _LABELS[key], choices, lowest, highest, in_book, chosen.get(key, ""))


def _values(kind: inspect.Type) -> tuple[tuple[str, ...], int | None, int | None]:
    match kind:
        case inspect.BoolType():
            return ("true", "false"), None, None
        case inspect.LiteralType():
            return tuple(str(value) for value in kind.values), None, None
        case inspect.IntType():
            return (), kind.ge or 0, kind.le
        case inspect.UnionType(types=types) if all(
            isinstance(part, inspect.IntType | inspect.LiteralType) for part in types
        ):
            words = [value for part in types if isinstance(part, inspect.LiteralType) for value in part.values]
            return (*(str(number) for number in range(6)), *map(str, words)), None, None
    return (), None, None


def toml_from(base: str, title: str, chosen: Mapping[str, str]) -> str:
    """The differences as TOML text. What the form does not know is left out; the loader judges the values."""
    from bowerbird.rulebook import load_rulebook

    lines = [f"based_on = {_written(base)}"]
    if title:
        lines.append(f"title = {_written(title[:80])}")
    for section in _PARTS:
        fields = _fields(section, load_rulebook(base), chosen)
        changed = [field for field in fields if field.chosen and field.chosen != field.in_book.value]
        if changed:
            lines += ["", f"[{section}]"]
            lines += [f"{field.key.partition('.')[2]} = {_typed(field.chosen)}" for field in changed]
    return "\n".join(lines) + "\n"


def _typed(text: str) -> str:
    """A number or a yes or no as it is; everything else is a word."""
    return (
        text if text in ("true", "false") or (text.isascii() and text.isdigit() and len(text) < 6) else _written(text)
    )


def _written(value: object) -> str:
    """A value as TOML writes it: JSON's strings are TOML's basic strings."""
    return msgspec.json.encode(value).decode()
