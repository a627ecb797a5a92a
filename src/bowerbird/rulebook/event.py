"""The settings of an event, each with its words: entries, movement, ranking, money, calendar. Data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.kinds import MOVEMENTS, RANKING_STEPS
from bowerbird.rulebook.phrases import counted, listed, points, sentence_case, time_of_day
from bowerbird.rulebook.setting import Ask, Option, Part, Saying, Section, Setting

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Cents = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
#: A time of day at the event's location, such as "18:30"; empty if the rulebook names none.
CLOCK: Final = r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$"
Clock = Annotated[str, msgspec.Meta(pattern=CLOCK)]
SitOut: TypeAlias = (
    Literal["nothing", "mean score", "rounded mean score", "average of other weeks"]
    | Annotated[int, msgspec.Meta(ge=0, le=100)]
)
Weekday: TypeAlias = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
TABLES: Final = r"^[1-9][0-9]{0,3}$"
TableCount = Annotated[str, msgspec.Meta(pattern=TABLES)]

#: The card on which scores are kept.
KeptOn: TypeAlias = Literal["nothing", "master card", "table card", "personal cards", "round slips"]
#: The worth of a game on the way to first place.
ResultName: TypeAlias = Literal["wins", "winner plus margin", "points", "match points", "personal card", "difference"]
#: The reasons for another stake in the kitty.
StakeReason: TypeAlias = Literal["euchred", "failed alone", "revoke", "march against", "lost game"]
#: The coins in which prizes are paid.
Payout: TypeAlias = Literal["cents", "nickels", "dimes", "quarters", "dollars", "five dollars"]
#: The pots apart from the places, by their winners.
SidePot: TypeAlias = Literal["most loners", "most euchres", "last place"]

#: The worth of each coin, in cents.
COINS: Final[dict[Payout, int]] = {
    "cents": 1,
    "nickels": 5,
    "dimes": 10,
    "quarters": 25,
    "dollars": 100,
    "five dollars": 500,
}

_PAID_IN: Final[dict[Payout, str]] = {
    "cents": "to the last cent",
    "nickels": "in whole nickels",
    "dimes": "in whole dimes",
    "quarters": "in whole quarters",
    "dollars": "in whole dollars",
    "five dollars": "in whole five dollars",
}
_SIDE_POTS: Final[dict[SidePot, str]] = {
    "most loners": "the most hands won alone with all five tricks",
    "most euchres": "the most euchres of other sides",
    "last place": "the last place",
}
_STAKES: Final[dict[StakeReason, str]] = {
    "euchred": "is euchred",
    "failed alone": "goes alone without taking all five",
    "revoke": "{revoke}s",
    "march against": "lets the opponents take all five",
    "lost game": "loses the game",
}


class EntryRules(Section, frozen=True):
    """Entries: single players or teams, zones and ages."""

    unit: Annotated[
        Literal["people", "pairs", "people or pairs"],
        Setting(
            "Who enters",
            {
                "people": "Everyone enters as a single player.",
                "pairs": "You enter as a team of two.",
                "people or pairs": "You enter as a single player or as a team of two.",
            },
        ),
    ] = "people"
    teams_per_zone: Annotated[
        int, msgspec.Meta(ge=0, le=1000), Setting("Teams that a zone may enter (0: no zones)", _zones, quiet=(0,))
    ] = 0
    zone_word: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=20),
        Setting(
            "What a zone is called",
            lambda book: f"What a team is entered for is called its {book.event.entry.zone_word}.",
            quiet=("zone",),
        ),
    ] = "zone"
    minimum_age: Annotated[int, msgspec.Meta(ge=0, le=120), Setting("Youngest age (0: any age)", _age, quiet=(0,))] = 0


def _zones(book: Rulebook) -> str:
    teams, word = book.event.entry.teams_per_zone, book.event.entry.zone_word
    return f"A {word} may enter {counted(teams, 'team')}." if teams else "Entries do not depend on zones."


def _age(book: Rulebook) -> str:
    age = book.event.entry.minimum_age
    return f"Players are {age} or over." if age else "Players of any age may enter."


class MoneyRules(Section, frozen=True):
    """Fees and stakes in whole cents. `shares` splits the pot by place, from a number of tables on; `payout` rounds.

    Off the top come what the club keeps and the `extra_prizes`. With fixed prizes, `place_prizes` are paid in order as
    far as the money goes, and the club keeps the rest. `side_pots` are separate pots, each with its fee. With
    `one_prize_each` nobody wins two prizes. `fifty_fifty` is the winner's part of a draw, in percent of the tickets.
    """

    fee: Annotated[
        Cents,
        Setting(
            "Fee for each person",
            lambda book: f"Playing costs {cents_words(book.event.money.fee)}.",
            quiet=(0,),
            ask=Ask("Fee for each person, in dollars; 0 for none", cents=True),
            changeable=True,
        ),
    ] = 0
    pot: Annotated[
        Literal["none", "all paid out", "fixed prizes"],
        Setting(
            "What happens to the fees",
            _pot,
            quiet=("none",),
            ask=Ask(
                "What happens to the fees",
                (
                    Option(value="all paid out", words="All paid out in prizes"),
                    Option(value="fixed prizes", words="Fixed prizes; the club keeps the rest"),
                    Option(value="none", words="Kept by the house"),
                ),
            ),
            changeable=True,
        ),
    ] = "none"
    keeps_each: Annotated[
        Cents,
        Setting(
            "What the club keeps of each fee",
            _keeps_each,
            quiet=(0,),
            ask=Ask("What the club keeps of each fee, in dollars", cents=True),
            changeable=True,
        ),
    ] = 0
    keeps_percent: Annotated[
        int,
        msgspec.Meta(ge=0, le=100),
        Setting(
            "What the club keeps, in percent of the fees",
            _keeps_percent,
            quiet=(0,),
            ask=Ask("What the club keeps, in percent of the fees"),
            changeable=True,
        ),
    ] = 0
    shares: Annotated[
        dict[TableCount, tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...]],
        Setting("How the pot is split by place, from how many tables on", _shares, quiet=({},), changeable=True),
    ] = msgspec.field(default_factory=dict)
    place_prizes: Annotated[
        tuple[Cents, ...],
        Setting("Fixed prizes, first place first", _place_prizes, quiet=((),), changeable=True),
    ] = ()
    extra_prizes: Annotated[
        dict[SidePot, Cents],
        Setting("Prizes out of the fees that are not for a place", _extra_prizes, quiet=({},), changeable=True),
    ] = msgspec.field(default_factory=dict)
    payout: Annotated[
        Payout,
        Setting(
            "The coins in which prizes are paid",
            _payout,
            quiet=("cents",),
            ask=Ask(
                "In which coins are prizes paid?",
                (
                    Option(value="cents", words="To the last cent"),
                    Option(value="nickels", words="In nickels, with the rest to the first place"),
                    Option(value="dimes", words="In dimes, with the rest to the first place"),
                    Option(value="quarters", words="In quarters, with the rest to the first place"),
                    Option(value="dollars", words="In dollars, with the rest to the first place"),
                    Option(value="five dollars", words="In five dollars, with the rest to the first place"),
                ),
            ),
            changeable=True,
        ),
    ] = "cents"
    fifty_fifty: Annotated[
        int,
        msgspec.Meta(ge=0, le=100),
        Setting(
            "The winner's part of a 50-50 draw, in percent (0: no draw)",
            _fifty_fifty,
            quiet=(0,),
            ask=Ask("A 50-50 draw: percent of the tickets for the winner; 0 for no draw"),
            changeable=True,
        ),
    ] = 0
    side_pots: Annotated[
        dict[SidePot, Cents], Setting("Side pots, each with its fee", _side_pots, quiet=({},), changeable=True)
    ] = msgspec.field(default_factory=dict)
    one_prize_each: Annotated[
        bool,
        Setting(
            "Nobody wins two prizes",
            {True: "If you win one prize, you cannot win another.", False: "One player may win several prizes."},
            quiet=(False,),
            ask=Ask(
                "May one person win several prizes?",
                (Option(value=False, words="Yes"), Option(value=True, words="No, one prize each")),
            ),
            changeable=True,
        ),
    ] = False
    stake_each_game: Annotated[Cents, Setting("Stake for each game", _stake, quiet=(0,))] = 0
    stake_for: Annotated[
        tuple[StakeReason, ...],
        Setting("What puts another stake in the kitty", _stake_for),
    ] = ()


def _pot(book: Rulebook) -> str:
    money = book.event.money
    match money.pot:
        case "none":
            return "Nothing is paid out of the fees."
        case "fixed prizes":
            return "Fixed prizes are paid out of the fees. The club keeps the rest."
        case "all paid out":
            kept = money.keeps_each or money.keeps_percent
            return "The rest is paid out in prizes." if kept else "All of it is paid out in prizes."


def _keeps_each(book: Rulebook) -> str:
    kept = book.event.money.keeps_each
    return f"The club keeps {cents_words(kept)} of each fee." if kept else "The club keeps no part of each fee."


def _keeps_percent(book: Rulebook) -> str:
    kept = book.event.money.keeps_percent
    return f"The club keeps {kept} percent of the fees." if kept else "The club keeps no percentage."


def _place_prizes(book: Rulebook) -> str:
    prizes = book.event.money.place_prizes
    return f"Places get {listed(map(cents_words, prizes))}." if prizes else "There are no fixed prizes for places."


def _extra_prizes(book: Rulebook) -> str:
    prizes = book.event.money.extra_prizes
    if not prizes:
        return "There are no other prizes out of the fees."
    told = listed(f"{cents_words(cents)} for {_SIDE_POTS[pot]}" for pot, cents in prizes.items())
    return f"Out of the fees there are also {told}."


def _payout(book: Rulebook) -> str:
    payout = book.event.money.payout
    rounded = "" if payout == "cents" else ", rounded down. What is left goes to the first place"
    return f"Prizes are paid {_PAID_IN[payout]}{rounded}."


def _fifty_fifty(book: Rulebook) -> str:
    part = book.event.money.fifty_fifty
    if not part:
        return "There is no draw of tickets."
    return f"There is a draw of tickets: {part} percent of what they bring goes to the winner."


def _shares(book: Rulebook) -> str:
    shares = book.event.money.shares
    if not shares:
        return "Prizes follow no table of shares."
    told = (f"from {counted(int(tables), 'table')} {listed(map(str, parts))}" for tables, parts in shares.items())
    return f"Places get these parts of a hundred: {'; '.join(told)}."


def _side_pots(book: Rulebook) -> str:
    pots = book.event.money.side_pots
    if not pots:
        return "There are no side pots."
    told = listed(f"{cents_words(fee)} for {_SIDE_POTS[pot]}" for pot, fee in pots.items())
    return f"Everyone also pays into side pots: {told}."


def _stake(book: Rulebook) -> str:
    stake = book.event.money.stake_each_game
    if not stake:
        return "Games are played for no stake."
    return f"Everyone puts {cents_words(stake)} in the kitty before a game, and the winners split it."


def _stake_for(book: Rulebook) -> Saying:
    money = book.event.money
    if not money.stake_for:
        return Saying("Nothing else is put in.", quiet=True)
    reasons = listed((_STAKES[reason].format(revoke=book.words.revoke) for reason in money.stake_for), "or")
    told = f"Both partners put in {cents_words(money.stake_each_game)} more each time their side {reasons}."
    return Saying(told, ("event.money.stake_each_game", "words.revoke"))


def cents_words(cents: int) -> str:
    """`25 cents`, `1.50`, `nothing`."""
    if cents == 0:
        return "nothing"
    return f"{cents} cents" if cents < 100 else f"{cents // 100}.{cents % 100:02}"


class SeasonRules(Section, frozen=True):
    """Scores and credits that carry over from week to week."""

    weeks: Annotated[
        int, msgspec.Meta(ge=0, le=60), Setting("Weeks in a season (0: no season)", _weeks, quiet=(0,))
    ] = 0
    word: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=20),
        Setting(
            "What one evening of an event is called",
            lambda book: f"One evening of an event is called a {book.event.season.word}.",
            quiet=("night",),
        ),
    ] = "night"
    absent: Annotated[
        Literal["none", "zero"],
        Setting(
            "A week without you or a substitute",
            {
                "none": "A week away does not count.",
                "zero": "If you stay away and send no substitute, you have zero for that week.",
            },
            quiet=("none",),
        ),
    ] = "none"
    table_of_absent: Annotated[
        Literal["none", "average of other weeks"],
        Setting(
            "The other players at a table that is short a player",
            {
                "none": "The other players at that table keep playing.",
                "average of other weeks": "If no substitute is found, the other players at that table get their "
                "average of the other weeks, no credits.",
            },
            quiet=("none",),
        ),
    ] = "none"
    credits: Annotated[
        tuple[Literal["loners", "euchres"], ...],
        Setting("Credits kept for each player", _credits, quiet=((),)),
    ] = ()
    best_weeks: Annotated[
        int,
        msgspec.Meta(ge=0, le=60),
        Setting(
            "How many of the best weeks count (0: all)",
            _best_weeks,
            quiet=(0,),
            ask=Ask("How many of the best weeks count; 0 for all", where=lambda book: book.event.season.weeks > 0),
            changeable=True,
        ),
    ] = 0


def _weeks(book: Rulebook) -> str:
    weeks = book.event.season.weeks
    return f"The season has {counted(weeks, 'week')}." if weeks else "Nothing carries over to a season."


def _credits(book: Rulebook) -> str:
    kept = book.event.season.credits
    return f"{sentence_case(listed(kept))} are credited to each player." if kept else "No credits are kept."


def _best_weeks(book: Rulebook) -> str:
    best = book.event.season.best_weeks
    return f"Your best {counted(best, 'week')} count." if best else "Every week counts."


class CalendarRules(Section, frozen=True):
    """Days and times of play, in local time."""

    days: Annotated[tuple[Weekday, ...], Setting("Days of play", _days, quiet=((),))] = ()
    doors: Annotated[
        Clock,
        Setting("When to be there", lambda book: f"Be there by {_time(book.event.calendar.doors)}.", quiet=("",)),
    ] = ""
    start: Annotated[
        Clock,
        Setting("When play starts", lambda book: f"Play starts at {_time(book.event.calendar.start)}.", quiet=("",)),
    ] = ""
    end: Annotated[
        Clock, Setting("When play ends", lambda book: f"Play ends at {_time(book.event.calendar.end)}.", quiet=("",))
    ] = ""
    minutes_per_game: Annotated[
        int,
        msgspec.Meta(ge=0, le=240),
        Setting(
            "Minutes reckoned for a game (0: as the first games take)",
            _minutes_per_game,
            quiet=(0,),
            ask=Ask(
                "Minutes reckoned for a game, to say how many still fit; 0 to go by the first games",
                where=lambda book: bool(book.event.calendar.end),
            ),
            changeable=True,
        ),
    ] = 0
    walk_ins: Annotated[
        bool,
        Setting(
            "Coming without signing up",
            {True: "You need not sign up to play, but it helps.", False: "Nothing is said about signing up."},
            quiet=(False,),
        ),
    ] = False


def _days(book: Rulebook) -> str:
    days = book.event.calendar.days
    return f"Play is on {listed(f'{day.capitalize()}s' for day in days) if days else 'no fixed days'}."


def _time(time: str) -> str:
    """`6:30 pm` for `18:30`."""
    if not time:
        return "no fixed time"
    return time_of_day(int(time[:2]) * 60 + int(time[3:]))


def _minutes_per_game(book: Rulebook) -> str:
    minutes = book.event.calendar.minutes_per_game
    return f"A game is reckoned at {counted(minutes, 'minute')}." if minutes else "No time is reckoned for a game."


class EventRules(Section, frozen=True):
    """The running of an event in a room."""

    entry: Annotated[EntryRules, Part("Entries")] = EntryRules()
    movement: Annotated[
        str,
        MOVEMENTS,
        Setting(
            "How the room moves on after a game",
            lambda book: MOVEMENTS.all()[book.event.movement].rule,
            quiet=("none",),
            ask=Ask("How teams move", _movements_of_teams, where=_moves_teams),
        ),
    ] = "none"
    games_per_round: Annotated[
        int,
        msgspec.Meta(ge=1, le=20),
        Setting(
            "Games in a round",
            lambda book: f"A round is {counted(book.event.games_per_round, 'game')}.",
            quiet=(1,),
        ),
    ] = 1
    dealer_cut: Annotated[
        Literal["lower deals", "higher deals", "none"],
        Setting(
            "Who deals first in a new game",
            _dealer_cut,
            quiet=("none",),
        ),
    ] = "none"
    sitting_players: Annotated[
        bool,
        Setting(
            "Sitting players keep their seats",
            {
                True: "Sitting players are named at the start and keep their seats. The partner plays one game and "
                "moves on; an opponent plays one game on the sitting player's left, one on the right, and moves on.",
                False: "Nobody is a sitting player.",
            },
            quiet=(False,),
        ),
    ] = False
    kept_on: Annotated[
        KeptOn,
        Setting(
            "Where results are kept",
            _kept_on,
            quiet=("nothing",),
        ),
    ] = "nothing"
    result: Annotated[
        ResultName,
        Setting(
            "What counts",
            {
                "wins": "What counts is games won.",
                "winner plus margin": "On the card winners get their score plus the margin, losers their own points.",
                "points": "What counts is the points of each game.",
                "match points": "What counts is match points.",
                "personal card": "What counts is the total on your own card.",
                "difference": "What counts on each board is the difference from the mean of the other tables that "
                "played the same cards in your direction.",
            },
        ),
    ] = "points"
    match_points: Annotated[
        tuple[int, int, int], Setting("Match points for a win, a tie and a loss", _match_points)
    ] = (2, 1, 0)
    ranking: Annotated[
        tuple[str, ...], RANKING_STEPS, Setting("What places go by, most important first", _ranking, quiet=((),))
    ] = ("total",)
    sit_out: Annotated[
        SitOut,
        Setting(
            "What sitting out is worth",
            _sit_out,
            ask=Ask(
                "What sitting out is worth when the number of players isn't a multiple of four",
                _worth_of_sitting_out,
                where=lambda book: not _moves_teams(book),
            ),
            changeable=True,
        ),
    ] = "nothing"
    gone_home: Annotated[
        Literal["nothing", "sit-out"],
        Setting(
            "The games that somebody misses after going home",
            {
                "nothing": "If you go home early, you get nothing for the games you miss.",
                "sit-out": "If you go home early, the games you miss count as if you had to sit out.",
            },
            quiet=("nothing",),
        ),
    ] = "nothing"
    money: Annotated[MoneyRules, Part("Money")] = MoneyRules()
    season: Annotated[SeasonRules, Part("The season")] = SeasonRules()
    calendar: Annotated[CalendarRules, Part("The calendar")] = CalendarRules()


def _dealer_cut(book: Rulebook) -> str:
    if book.event.dealer_cut == "none":
        return "No cut decides who deals first in a new game."
    card = "lower" if book.event.dealer_cut == "lower deals" else "higher"
    return MOVEMENTS.all()[book.event.movement].cut_rule.format(card=card)


def _kept_on(book: Rulebook) -> str:
    match book.event.kept_on:
        case "nothing":
            return "No card is kept."
        case "master card":
            return "Results go on one master card for the room; tables need none."
        case "table card":
            keeper = "The pivot" if MOVEMENTS.all()[book.event.movement].pivot else "One player"
            return f"{keeper} keeps the card of the table."
        case "personal cards":
            return "Everyone keeps a card."
        case "round slips":
            return "Each table writes its boards on a slip, one for each round."


def _moves_teams(book: Rulebook) -> bool:
    return MOVEMENTS.all()[book.event.movement].pairs_stay


def _movements_of_teams(book: Rulebook) -> tuple[Option, ...]:
    """The movements that fit the rest of these rules: with boards or without, for pairs or for teams of four."""
    kinds = MOVEMENTS.all()
    chosen = kinds[book.event.movement]
    fitting = [
        kind
        for kind in kinds.values()
        if kind.pairs_stay and (kind.duplicate, kind.of_four) == (chosen.duplicate, chosen.of_four)
    ]
    return tuple(Option(value=kind.name, words=kind.label) for kind in fitting)


def _match_points(book: Rulebook) -> str:
    if book.event.result != "match points":
        return ""
    win, tie, loss = book.event.match_points
    return f"A win is worth {win}, a tie {tie}, a loss {loss}."


def _ranking(book: Rulebook) -> str:
    steps = ", then by ".join(RANKING_STEPS.all()[step].rule for step in book.event.ranking)
    return f"Places go by {steps}." if steps else "There are no places."


def _worth_of_sitting_out(book: Rulebook) -> tuple[Option, ...]:
    """The choices that fit: other weeks where there are some, and numbers that a game can be worth."""
    other_weeks = (Option(value="average of other weeks", words="The average of the other weeks"),)
    return (
        Option(value="nothing", words="Nothing"),
        Option(value="mean score", words="The average score for that game"),
        Option(value="rounded mean score", words="The average score for that game, rounded to a whole number"),
        *(other_weeks if book.event.season.weeks > 1 else ()),
        *(Option(value=worth, words=_worth_words(book, worth)) for worth in _usual_worths(book)),
    )


def _usual_worths(book: Rulebook) -> tuple[int, ...]:
    """Worths on the scale of a game: half of what a winner gets, and for hands that all count their usual numbers."""
    match book.event.result:
        case "match points":
            win, draw, _ = book.event.match_points
            return tuple(dict.fromkeys((draw, win)))
        case "wins":
            return (1,)
        case "points" | "winner plus margin" | "personal card":
            return (5, 7, 8) if book.game.hands else (book.game.points // 2,) if book.game.points else ()
        case "difference":
            return ()


def _worth_words(book: Rulebook, worth: int) -> str:
    match book.event.result:
        case "match points":
            return "As much as a win" if worth == book.event.match_points[0] else "As much as a draw"
        case "wins":
            return "As much as a win"
        case "points" | "winner plus margin" | "personal card" | "difference":
            return points(worth)


def _sit_out(book: Rulebook) -> Saying | str:
    match book.event.sit_out:
        case "nothing":
            # Where teams stay together nobody sits out alone, and without an event nobody does.
            return Saying("Sitting out is worth nothing.", quiet=book.event.movement == "none" or _moves_teams(book))
        case "mean score":
            return "If you have to sit out, you get the average score for that game."
        case "rounded mean score":
            return "If you have to sit out, you get the average score for that game, rounded to a whole number."
        case "average of other weeks":
            return "If you have to sit out, you get the average of the other weeks."
        case int(worth):
            return f"If you have to sit out, you get {points(worth)}."
