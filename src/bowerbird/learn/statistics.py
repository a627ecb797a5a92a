"""A person's play over time, from the facts of their record: shares and means with their uncertainty, and advice. Pure.

A record has a fact for each finished game, and another one with the teacher's figures once there are any. Nothing here
judges a decision: what a choice cost was said by the teacher. Nothing is said at all without enough evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Final, TypeAlias

import msgspec

from bowerbird.learn.habits import HABITS, Habit

__all__ = [
    "Advice",
    "Example",
    "GameAt",
    "GameJudged",
    "GamePlayed",
    "KindCount",
    "Mean",
    "RecordFact",
    "RecordLine",
    "Report",
    "Share",
    "SkillPoint",
    "WinPoint",
    "games_of",
    "report",
    "wilson",
]

#: Standard errors on each side of a figure in which the truth is found nineteen times in twenty.
_SURE: Final = 1.96
#: Games in the window of the line of games won, the fewest that give a point, and points of the line at most.
WINDOW: Final = 60
_FEWEST: Final = 10
_POINTS: Final = 14
#: What advice needs: decisions of the kind, mistakes among them, and points a hand that they cost at least.
_CASES: Final = 20
_MISTAKES: Final = 4
_COST: Final = 0.01
#: Pieces of advice at most, examples for each, and lines in a list.
_ADVICE: Final = 3
_EXAMPLES: Final = 3
_LINES: Final = 12


class GamePlayed(msgspec.Struct, frozen=True, tag="played", omit_defaults=True):
    """A finished game of one person. `score` has their own side first, and `won` is None after a tie.

    `partner` and `opponents` are ids of people, or levels as `bot:club`. `called` are hands in which this person made
    trump, `marched` and `euchred` are of those, and so is `alone`, with `alone_made` for all tricks. `defended` are
    hands in which the other side made trump, and `stopped` are the euchres among them.
    """

    table: str
    game: int
    at: int
    book: str
    seat: str
    partner: str
    partner_name: str
    opponents: tuple[str, str]
    score: tuple[int, int]
    won: bool | None
    hands: int
    called: int = 0
    euchred: int = 0
    marched: int = 0
    alone: int = 0
    alone_made: int = 0
    defended: int = 0
    stopped: int = 0
    rated: bool = True


class KindCount(msgspec.Struct, frozen=True, array_like=True):
    """Decisions of one kind in a game: how many, how many mistakes, and what they cost in points, as the judge says."""

    kind: str
    cases: int
    mistakes: int
    cost: float


class Example(msgspec.Struct, frozen=True, array_like=True):
    """A mistake: its kind, step in the replay, hand and cost, what was done, what was best, and the cards held."""

    kind: str
    step: int
    hand: int
    cost: float
    did: str
    best: str
    cards: tuple[str, ...] = ()


class GameJudged(msgspec.Struct, frozen=True, tag="judged", omit_defaults=True):
    """The teacher's figures for a game of one person, for their own side.

    `points` are those of the whole game and add up from the others: luck of the deal and of the fall, the average hand,
    the skill of this person (`error` is its standard error), and of the three others.
    """

    table: str
    game: int
    hands: int
    points: float
    deal: float
    fall: float
    skill: float
    error: float
    others: float
    kinds: tuple[KindCount, ...] = ()
    examples: tuple[Example, ...] = ()


RecordFact: TypeAlias = GamePlayed | GameJudged


class Share(msgspec.Struct, frozen=True):
    """A share, and between which values the true one lies nineteen times in twenty (Wilson's interval)."""

    value: float
    low: float
    high: float
    count: int
    of: int


class Mean(msgspec.Struct, frozen=True):
    """A mean, and how far away the true one may be nineteen times in twenty."""

    value: float
    doubt: float


class WinPoint(msgspec.Struct, frozen=True):
    """The share of games won among the games up to this time, `WINDOW` at most."""

    at: int
    share: Share


class SkillPoint(msgspec.Struct, frozen=True):
    """Skill per hand in some games that follow each other."""

    at: int
    skill: float


class RecordLine(msgspec.Struct, frozen=True):
    """Games of one kind: by one book, with one partner, or against bots of one level."""

    name: str
    won: Share
    points: Mean


class ExampleAt(msgspec.Struct, frozen=True):
    """An example with the place of its game."""

    table: str
    game: int
    example: Example


class Advice(msgspec.Struct, frozen=True):
    """One thing to work on: decisions of what kind, mistakes among them, the cost a hand, and the dearest examples."""

    kind: str
    title: str
    words: str
    cases: int
    mistakes: int
    cost: Mean
    examples: tuple[ExampleAt, ...]


class GameAt(msgspec.Struct, frozen=True):
    """The place of a game: its table, and its number there."""

    table: str
    game: int


class Report(msgspec.Struct, frozen=True):
    """Everything about a person's play. What there is not enough evidence for is None or empty.

    `judged` are the games that the teacher has looked at; `luck` and `skill` need two of them. `last` is the last game.
    """

    games: int
    hands: int
    since: int
    judged: int
    won: Share
    lately: Share
    line: tuple[WinPoint, ...]
    points: Mean | None
    luck: Mean | None
    skill: Mean | None
    skill_line: tuple[SkillPoint, ...]
    called: Share
    euchred: Share
    marched: Share
    alone: Share
    alone_made: Share
    stopped: Share
    by_book: tuple[RecordLine, ...]
    by_partner: tuple[RecordLine, ...]
    by_level: tuple[RecordLine, ...]
    advice: tuple[Advice, ...]
    last: GameAt | None = None


def wilson(count: int, of: int) -> Share:
    """A share with Wilson's interval, which is right for few cases and for shares near none and all."""
    if not of:
        return Share(0.0, 0.0, 1.0, 0, 0)
    share, z = count / of, _SURE
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return Share(share, max(0.0, middle - half), min(1.0, middle + half), count, of)


def games_of(facts: Iterable[RecordFact]) -> list[tuple[GamePlayed, GameJudged | None]]:
    """The games of a record in the order in which they ended, each with the teacher's figures if there are any.

    A fact that was written twice counts once.
    """
    played: dict[tuple[str, int], GamePlayed] = {}
    judged: dict[tuple[str, int], GameJudged] = {}
    for fact in facts:
        if isinstance(fact, GamePlayed):
            played.setdefault((fact.table, fact.game), fact)
        else:
            judged[fact.table, fact.game] = fact
    games = [(game, judged.get(key)) for key, game in played.items()]
    return sorted(games, key=lambda each: (each[0].at, each[0].table, each[0].game))


def report(
    facts: Iterable[RecordFact],
    since: int = 0,
    level_words: Callable[[str], str] = lambda level: level,
) -> Report:
    """The report of the games that ended from a time on. `level_words` names a level of bots."""
    games = [each for each in games_of(facts) if each[0].at >= since]
    played = [game for game, _ in games]
    judged = [figures for _, figures in games if figures is not None]
    times = {(game.table, game.game): game.at for game in played}
    return Report(
        games=len(played),
        hands=sum(game.hands for game in played),
        since=played[0].at if played else 0,
        judged=len(judged),
        won=_won(played),
        lately=_won(played[-WINDOW:]),
        line=_line(played),
        points=_per_hand([(game.score[0] - game.score[1], game.hands) for game in played]),
        luck=_per_hand([(each.deal + each.fall, each.hands) for each in judged]),
        skill=_per_hand([(each.skill, each.hands) for each in judged]),
        skill_line=_skill_line([(times[each.table, each.game], each) for each in judged]),
        called=_share(played, lambda game: game.called, lambda game: game.hands),
        euchred=_share(played, lambda game: game.euchred, lambda game: game.called),
        marched=_share(played, lambda game: game.marched, lambda game: game.called),
        alone=_share(played, lambda game: game.alone, lambda game: game.hands),
        alone_made=_share(played, lambda game: game.alone_made, lambda game: game.alone),
        stopped=_share(played, lambda game: game.stopped, lambda game: game.defended),
        by_book=_lines(played, lambda game: [(game.book, game.book)]),
        by_partner=_lines(played, lambda game: [_partner(game, level_words)]),
        by_level=_lines(played, lambda game: _levels(game, level_words)),
        advice=_advice(judged),
        last=GameAt(played[-1].table, played[-1].game) if played else None,
    )


def _won(games: Sequence[GamePlayed]) -> Share:
    """Games that were tied are nobody's."""
    decided = [game for game in games if game.won is not None]
    return wilson(sum(bool(game.won) for game in decided), len(decided))


def _share(games: Sequence[GamePlayed], count: Callable[[GamePlayed], int], of: Callable[[GamePlayed], int]) -> Share:
    return wilson(sum(map(count, games)), sum(map(of, games)))


def _line(games: Sequence[GamePlayed]) -> tuple[WinPoint, ...]:
    """The line of games won: at most so many points, as far apart as can be, the last one with the last game."""
    decided = [game for game in games if game.won is not None]
    ends = _spread(_FEWEST, len(decided))
    return tuple(WinPoint(decided[end - 1].at, _won(decided[max(0, end - WINDOW) : end])) for end in ends)


def _spread(first: int, last: int) -> list[int]:
    """Whole numbers from the first to the last, evenly spread, `_POINTS` at most; none if there are too few."""
    if last < first:
        return []
    steps = min(_POINTS - 1, last - first)
    return [last] if not steps else [round(first + step * (last - first) / steps) for step in range(steps + 1)]


def _per_hand(figures: Sequence[tuple[float, int]]) -> Mean | None:
    """The mean per hand of figures per game, with its doubt; None for fewer than two games.

    A ratio of two sums: its variance is that of what each game differs from the mean.
    """
    hands = sum(hands for _, hands in figures)
    if len(figures) < 2 or not hands:
        return None
    mean = sum(value for value, _ in figures) / hands
    spread = sum((value - mean * own) ** 2 for value, own in figures)
    error = sqrt(spread * len(figures) / (len(figures) - 1)) / hands
    return Mean(mean, _SURE * error)


def _skill_line(games: Sequence[tuple[int, GameJudged]]) -> tuple[SkillPoint, ...]:
    """Skill per hand in groups of games that follow each other, `_POINTS - 2` at most."""
    groups = min(_POINTS - 2, len(games) // 3)
    if groups < 2:
        return ()
    found = []
    for number in range(groups):
        part = games[number * len(games) // groups : (number + 1) * len(games) // groups]
        hands = sum(each.hands for _, each in part)
        found.append(SkillPoint(part[-1][0], sum(each.skill for _, each in part) / max(1, hands)))
    return tuple(found)


def _partner(game: GamePlayed, level_words: Callable[[str], str]) -> tuple[str, str]:
    """What partners are told apart by, and what they are called. Bots of one level are one partner."""
    level = _level(game.partner)
    return (game.partner, f"A bot: {level_words(level)}") if level else (game.partner, game.partner_name)


def _levels(game: GamePlayed, level_words: Callable[[str], str]) -> list[tuple[str, str]]:
    """The level of two bots who are opponents; nothing unless both are of the same."""
    first, second = (_level(each) for each in game.opponents)
    return [(first, level_words(first))] if first and first == second else []


def _level(player: str) -> str:
    kind, _, level = player.partition(":")
    return level if kind == "bot" else ""


def _lines(
    games: Sequence[GamePlayed], kinds: Callable[[GamePlayed], Sequence[tuple[str, str]]]
) -> tuple[RecordLine, ...]:
    """The games by kind, the most played first. A kind has the name that it had last."""
    names: dict[str, str] = {}
    parts: dict[str, list[GamePlayed]] = {}
    for game in games:
        for key, name in kinds(game):
            names[key] = name
            parts.setdefault(key, []).append(game)
    most = sorted(parts, key=lambda key: (-len(parts[key]), names[key]))[:_LINES]
    return tuple(RecordLine(names[key], _won(parts[key]), _points_per_hand(parts[key])) for key in most)


def _points_per_hand(games: Sequence[GamePlayed]) -> Mean:
    """The points of some games per hand. One game has a mean, and nothing to tell its doubt by."""
    figures = [(game.score[0] - game.score[1], game.hands) for game in games]
    ahead, hands = (sum(each) for each in zip(*figures, strict=True))
    return _per_hand(figures) or Mean(ahead / hands if hands else 0.0, 0.0)


def _advice(games: Sequence[GameJudged]) -> tuple[Advice, ...]:
    """What costs most a hand, if there is enough evidence that it costs anything worth working on."""
    found = [advice for habit in HABITS if (advice := _advice_on(habit, games)) is not None]
    return tuple(sorted(found, key=lambda each: -each.cost.value)[:_ADVICE])


def _advice_on(habit: Habit, games: Sequence[GameJudged]) -> Advice | None:
    counts = [(game, next((each for each in game.kinds if each.kind == habit.kind), None)) for game in games]
    cases = sum(each.cases for _, each in counts if each)
    mistakes = sum(each.mistakes for _, each in counts if each)
    cost = _per_hand([(each.cost if each else 0.0, game.hands) for game, each in counts])
    enough = cases >= _CASES and mistakes >= _MISTAKES
    if not enough or cost is None or cost.value < _COST or cost.value - cost.doubt <= 0:
        return None
    examples = [
        ExampleAt(game.table, game.game, example)
        for game in games
        for example in game.examples
        if example.kind == habit.kind
    ]
    dearest = tuple(sorted(examples, key=lambda each: -each.example.cost)[:_EXAMPLES])
    return Advice(habit.kind, habit.title, habit.words, cases, mistakes, cost, dearest)
