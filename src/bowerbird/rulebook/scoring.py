"""The settings of the points for a hand, at the table and on personal cards, each with its words. Data only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.phrases import points
from bowerbird.rulebook.setting import Said, Saying, Section, Setting

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Euchre: TypeAlias = Count | Literal["by tricks"]


def _row(text: str, value: Callable[[Rulebook], str]) -> Callable[[Rulebook], Said]:
    """A row of the table of points; none if it has no value."""
    return lambda book: Saying(text if value(book) else "", value=value(book))


_BY_TRICKS: Final = {"by tricks": "as many as the makers would have for those tricks"}


class PointRules(Section, frozen=True):
    """The table of points of one hand."""

    made: Annotated[
        Count,
        Setting(
            "Points for three or four tricks",
            _row("Makers, three or four tricks", lambda book: points(book.points.made)),
        ),
    ] = 1
    march: Annotated[
        Count,
        Setting("Points for all five tricks", _row("Makers, all five", lambda book: points(book.points.march))),
    ] = 2
    alone_made: Annotated[
        Count,
        Setting(
            "Points for three or four tricks alone",
            _row("Lone hand, three or four", lambda book: points(book.points.alone_made)),
        ),
    ] = 1
    alone_march: Annotated[
        Count,
        Setting(
            "Points for all five tricks alone",
            _row("Lone hand, all five", lambda book: points(book.points.alone_march)),
        ),
    ] = 4
    euchre: Annotated[
        Euchre,
        Setting(
            "Points for a euchre",
            _row("Euchre, to the other side", lambda book: _euchre(book, book.points.euchre)),
            words=_BY_TRICKS,
            popular=4,
        ),
    ] = 2
    euchre_alone: Annotated[
        Euchre,
        Setting(
            "Points for the euchre of a lone hand",
            _row("Euchre of a lone hand", lambda book: _euchre(book, book.points.euchre_alone)),
            words=_BY_TRICKS,
        ),
    ] = 2
    euchre_by_lone_defender: Annotated[
        Count,
        Setting(
            "Points for a euchre by a lone defender",
            _row("Euchre by a lone defender", _lone_defence),
        ),
    ] = 4


def _euchre(book: Rulebook, worth: Euchre) -> str:
    """The points for a euchre. Paid by tricks, it is worth the same as those tricks are to makers."""
    if isinstance(worth, int):
        return points(worth)
    return f"{points(book.points.made)}, {book.points.march} with all five"


def _lone_defence(book: Rulebook) -> str:
    return "" if book.alone.defend_alone == "off" else points(book.points.euchre_by_lone_defender)


class PersonalCard(Section, frozen=True):
    """Points of one hand on each personal card, if the club keeps them."""

    kept: Annotated[
        bool,
        Setting(
            "Everyone keeps a personal card",
            {
                True: "After each hand both players of the side that took most tricks mark their cards.",
                False: "Nobody keeps a personal card.",
            },
            quiet=(False,),
        ),
    ] = False
    made: Annotated[
        Count,
        Setting(
            "On the card, for three or four tricks",
            _row("Three or four tricks", lambda book: _marked(book, f"{book.personal_card.made} each")),
        ),
    ] = 1
    march: Annotated[
        Count,
        Setting(
            "On the card, for all five tricks",
            _row("All five", lambda book: _marked(book, f"{book.personal_card.march} each")),
        ),
    ] = 2
    alone_made: Annotated[
        Count,
        Setting(
            "On the card, for three or four tricks alone",
            _row(
                "Three or four, one of you alone", lambda book: _marked(book, f"{book.personal_card.alone_made} each")
            ),
        ),
    ] = 2
    alone_march: Annotated[
        Count,
        Setting(
            "On the card, for all five tricks alone",
            _row("All five alone, the lone player", lambda book: _marked(book, str(book.personal_card.alone_march))),
        ),
    ] = 5
    alone_march_partner: Annotated[
        Count,
        Setting(
            "On the partner's card, for all five tricks alone",
            _row(
                "All five alone, the partner", lambda book: _marked(book, str(book.personal_card.alone_march_partner))
            ),
        ),
    ] = 4


def _marked(book: Rulebook, points: str) -> str:
    return points if book.personal_card.kept else ""
