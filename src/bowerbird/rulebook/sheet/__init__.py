"""The rule sheet: everything that a player needs to know, in short sentences, in the order of play.

The sentence of a setting is beside its field in the model; this module only sets their order, and adds rules that are
the same at every club. Nothing here depends on how a sheet is drawn: terminal, page and paper each do that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import msgspec

from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.sheet import common
from bowerbird.rulebook.sheet.line import SheetLine, SheetSection, lines_about
from bowerbird.rulebook.sheet.wrong import wrong

__all__ = ["Difference", "SheetLine", "SheetSection", "differences", "full_sheet", "sheet"]

#: A setting by its key, or lines that do not come from a setting.
_Entry: TypeAlias = str | Callable[[Rulebook], Iterator[SheetLine]]

_SECTIONS: Final[dict[str, tuple[_Entry, ...]]] = {
    "The cards": ("pack.lowest", common.ranks),
    "The draw": ("draw.partners", "draw.dealer"),
    "Cut and deal": (
        "deal.shuffles_last",
        "deal.cut",
        "deal.packets",
        "deal.plan",
        common.turn_up,
        "pack.joker",
        common.next_deal,
        "deal.after_start_bell",
        "deal.second_misdeal",
        "deal.new_deal_for",
        "deal.exchange_for",
    ),
    "Making trump": (
        common.first_round,
        "words.order",
        "words.pass",
        "auction.need_first_round",
        "auction.dealer_needs",
        "auction.partner_orders_alone",
        "words.turned_down_lies",
        common.second_round,
        "words.next",
        "auction.need_second_round",
        "auction.no_trump",
        "auction.stick_the_dealer",
        "auction.all_pass",
    ),
    "The discard": (
        "discard.turn_up",
        "discard.keep_turn_up_in_a_flush",
        "words.discard_goes",
        "words.turn_up_stays",
        "words.pack_lies",
    ),
    "Playing alone": (
        common.alone,
        "words.alone",
        common.partner_of_alone,
        "alone.defend_alone",
        "alone.partners_best",
    ),
    "Lead and play": ("lead.opening", common.play, "words.trick_turned_by_winner"),
    "Points": (
        common.tricks,
        "points.made",
        "points.march",
        "points.alone_made",
        "points.alone_march",
        "points.euchre",
        "points.euchre_alone",
        "points.euchre_by_lone_defender",
    ),
    "Your own card": (
        "personal_card.kept",
        "personal_card.made",
        "personal_card.march",
        "personal_card.alone_made",
        "personal_card.alone_march",
        "personal_card.alone_march_partner",
    ),
    "End of the game": (
        "game.points",
        "game.over_target",
        "game.hands",
        "game.minutes",
        "game.bell",
        "game.level_at_bell",
        "game.advised_minutes",
    ),
    "Keeping score": ("game.markers",),
    "Good advice": ("words.tip",),
    "When something goes wrong": (wrong,),
    "The event": (
        "event.entry.unit",
        "event.entry.teams_per_zone",
        "event.entry.zone_word",
        "event.entry.minimum_age",
        "event.movement",
        "event.games_per_round",
        "event.dealer_cut",
        "event.sitting_players",
        "event.sit_out",
        "event.gone_home",
        "event.kept_on",
        common.marked,
        "event.result",
        "event.match_points",
        "event.ranking",
    ),
    "Money": (
        "event.money.fee",
        "event.money.keeps_each",
        "event.money.keeps_percent",
        "event.money.pot",
        "event.money.shares",
        "event.money.place_prizes",
        "event.money.extra_prizes",
        "event.money.payout",
        "event.money.side_pots",
        "event.money.fifty_fifty",
        "event.money.one_prize_each",
        "event.money.stake_each_game",
        "event.money.stake_for",
    ),
    "Season and calendar": (
        "event.season.weeks",
        "event.season.word",
        "event.season.absent",
        "event.season.table_of_absent",
        "event.season.credits",
        "event.season.best_weeks",
        "event.calendar.days",
        "event.calendar.doors",
        "event.calendar.start",
        "event.calendar.end",
        "event.calendar.minutes_per_game",
        "event.calendar.walk_ins",
    ),
}


class Difference(msgspec.Struct, frozen=True):
    """The sentences of two rulebooks where they differ; the text is empty for a rulebook without one."""

    title: str
    key: str
    a: str
    b: str


def sheet(book: Rulebook) -> tuple[SheetSection, ...]:
    """The rule sheet of a rulebook. Options that are off are left out, unless one of its clauses turns them off."""
    loud = (
        SheetSection(section.title, tuple(line for line in section.lines if not line.quiet))
        for section in full_sheet(book)
    )
    return tuple(section for section in loud if section.lines)


def full_sheet(book: Rulebook) -> tuple[SheetSection, ...]:
    """Every section with every line, including quiet ones: one sentence for each setting that matters here."""
    return tuple(SheetSection(title, tuple(_lines(book, entries))) for title, entries in _SECTIONS.items())


def _lines(book: Rulebook, entries: tuple[_Entry, ...]) -> Iterator[SheetLine]:
    for entry in entries:
        yield from lines_about(book, entry) if isinstance(entry, str) else entry(book)


def differences(a: Rulebook, b: Rulebook) -> tuple[Difference, ...]:
    """The differences between two rulebooks, setting by setting, in the order of the sheet."""
    ours, theirs = _sentences(a), _sentences(b)
    titles = list(_SECTIONS)
    places = sorted({**ours, **theirs}, key=lambda place: titles.index(place[0]))
    pairs = ((place, ours.get(place, ""), theirs.get(place, "")) for place in places)
    return tuple(Difference(title, key, ours, theirs) for (title, key), ours, theirs in pairs if ours != theirs)


def _sentences(book: Rulebook) -> dict[tuple[str, str], str]:
    """The sentences of a rulebook by section and key."""
    said: dict[tuple[str, str], list[str]] = {}
    for section in full_sheet(book):
        for line in section.lines:
            said.setdefault((section.title, line.key), []).append(line.sentence)
    return {place: " ".join(sentences) for place, sentences in said.items()}
