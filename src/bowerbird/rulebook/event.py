"""What a rulebook can say about an event: entries, movement, ranking, money, calendar. Data only."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

Cents = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
#: A time of day in the hall, such as "18:30"; empty where the book names none.
CLOCK: Final = r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$"
Clock = Annotated[str, msgspec.Meta(pattern=CLOCK)]
SitOut = Literal["nothing", "mean score", "average of other weeks"] | Annotated[int, msgspec.Meta(ge=0, le=100)]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
TABLES: Final = r"^[1-9][0-9]{0,3}$"
TableCount = Annotated[str, msgspec.Meta(pattern=TABLES)]

#: Where scores are kept.
KeptOn: TypeAlias = Literal["nothing", "master card", "table card", "personal cards"]
#: What a game is worth on the way to first place.
ResultName: TypeAlias = Literal["wins", "winner plus margin", "points", "match points", "personal card"]
#: What ranks people, most important first; where the list ends, places are shared.
RankingStep: TypeAlias = Literal["total", "wins", "head to head", "points", "loners", "play-off"]
#: What puts another stake into the kitty.
StakeReason: TypeAlias = Literal["euchred", "failed alone", "revoke", "march against", "lost game"]
#: Who wins a pot of its own, beside the places.
SidePot: TypeAlias = Literal["most loners", "most euchres", "last place"]


class EventSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the event settings."""


class EntryRules(EventSection, frozen=True):
    """Who may enter, and as what."""

    unit: Literal["people", "pairs", "people or pairs"] = "people"
    teams_per_zone: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    minimum_age: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0


class MoneyRules(EventSection, frozen=True):
    """Fees and stakes in whole cents. `shares` says, from how many tables on, how the pot is split by place.

    `side_pots` are pots of their own, each with its fee. With `one_prize_each` nobody wins two prizes.
    """

    fee: Cents = 0
    pot: Literal["none", "all paid out"] = "none"
    shares: dict[TableCount, tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...]] = {}
    side_pots: dict[SidePot, Cents] = {}
    one_prize_each: bool = False
    stake_each_game: Cents = 0
    stake_for: tuple[StakeReason, ...] = ()


class SeasonRules(EventSection, frozen=True):
    """What carries over from week to week."""

    weeks: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    word: Annotated[str, msgspec.Meta(min_length=1, max_length=20)] = "night"
    absent: Literal["none", "zero"] = "none"
    table_of_absent: Literal["none", "average of other weeks"] = "none"
    credits: tuple[Literal["loners", "euchres"], ...] = ()
    best_weeks: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class CalendarRules(EventSection, frozen=True):
    """When people come together, in the hall's own time."""

    days: tuple[Weekday, ...] = ()
    doors: Clock = ""
    start: Clock = ""
    end: Clock = ""
    minutes_per_game: Annotated[int, msgspec.Meta(ge=0, le=240)] = 0


class EventRules(EventSection, frozen=True):
    """How a room is run."""

    entry: EntryRules = EntryRules()
    movement: str = "none"  # one of `kinds.MOVEMENTS`
    games_per_round: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    dealer_cut: Literal["lower deals", "higher deals", "none"] = "none"
    sitting_players: bool = False
    kept_on: KeptOn = "nothing"
    result: ResultName = "points"
    match_points: tuple[int, int, int] = (2, 1, 0)
    ranking: tuple[RankingStep, ...] = ("total",)
    sit_out: Literal["nothing", "mean score", "average of other weeks"] | Annotated[int, msgspec.Meta(ge=0, le=100)] = (
        "nothing"
    )
    money: MoneyRules = MoneyRules()
    season: SeasonRules = SeasonRules()
    calendar: CalendarRules = CalendarRules()
