"""The ranking of entries with equal totals, and the reasons, step by step in plain words.

The rulebook lists the steps. A head-to-head decides between two only: a larger group continues with the next step, and
as soon as two of it are left tied, their head-to-head comes first. Where the list ends, places are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from bowerbird.event.facts import CoinsTossed, PlayOffPlayed
from bowerbird.event.totals import shown
from bowerbird.event.words import listed
from bowerbird.rulebook.event import RankingStep

__all__ = ["Due", "Group", "Meeting", "Ranking", "Tally", "rank"]


class Tally(msgspec.Struct):
    """The counts of one entry for the ranking."""

    total: Decimal = Decimal(0)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    loners: int = 0
    euchres: int = 0
    games: int = 0
    sat_out: int = 0
    to_come: int = 0


class Meeting(msgspec.Struct, frozen=True):
    """A game between two entries: its number, and its winner, if any."""

    game: int
    winner: str


class Due(msgspec.Struct, frozen=True):
    """The next step for tied entries: toss coins for the bye, or play a game."""

    needs: Literal["coins", "game"]
    entries: tuple[str, ...]


class Group(msgspec.Struct, frozen=True):
    """Entries that share a place, and the reasons."""

    names: tuple[str, ...]
    reasons: tuple[str, ...] = ()


class Ranking(msgspec.Struct):
    """The groups from first to last, and the play-offs that are still due."""

    groups: list[Group] = []
    due: list[Due] = []


class _Judge(msgspec.Struct):
    """Everything that the steps depend on."""

    tallies: Mapping[str, Tally]
    total_word: str
    meetings: Callable[[str, str], Sequence[Meeting]]
    coins: Sequence[CoinsTossed]
    play_offs: Sequence[PlayOffPlayed]
    due: list[Due]


def rank(
    tallies: Mapping[str, Tally],
    steps: Sequence[RankingStep],
    total_word: str,
    meetings: Callable[[str, str], Sequence[Meeting]],
    coins: Sequence[CoinsTossed] = (),
    play_offs: Sequence[PlayOffPlayed] = (),
) -> Ranking:
    """Rank everybody. `meetings` gives the games between two entries; `total_word` is the unit of a total."""
    judge = _Judge(tallies, total_word, meetings, coins, play_offs, [])
    names = sorted(tallies, key=str.casefold)
    return Ranking(_order(judge, tuple(names), tuple(steps), (), first=True), judge.due)


def _order(
    judge: _Judge,
    group: tuple[str, ...],
    steps: tuple[RankingStep, ...],
    said: tuple[str, ...],
    *,
    first: bool = False,
    skipped: bool = False,
) -> list[Group]:
    if len(group) <= 1:
        return [Group(group, said)] if group else []
    if skipped and len(group) == 2:
        return _order(judge, group, ("head to head", *steps), said)
    if not steps:
        return [Group(group, (*said, "The rules say no more, so they share the place."))]
    step, rest = steps[0], steps[1:]
    if step == "head to head":
        if len(group) > 2:
            return _order(judge, group, rest, said, skipped=True)
        return _head_to_head(judge, group, rest, said)
    if step == "play-off":
        return _play_off(judge, group, rest, said)
    return _by_value(judge, group, step, rest, said, first=first, skipped=skipped)


def _by_value(
    judge: _Judge,
    group: tuple[str, ...],
    step: RankingStep,
    rest: tuple[RankingStep, ...],
    said: tuple[str, ...],
    *,
    first: bool,
    skipped: bool,
) -> list[Group]:
    word = judge.total_word if step == "total" else {"loners": "lone marches"}.get(step, str(step))
    levels: dict[Decimal | int, list[str]] = {}
    for name in group:
        levels.setdefault(getattr(judge.tallies[name], step), []).append(name)
    groups: list[Group] = []
    values = sorted(levels, reverse=True)
    decided = f"By {word}: " + ", ".join(f"{listed(levels[value])} {shown(value)}" for value in values) + "."
    for value in values:
        level = tuple(levels[value])
        reasons: tuple[str, ...]
        if first:
            reasons = (f"{listed(level)} are tied on {_counted(value, word)}.",) if len(level) > 1 else ()
        elif len(levels) > 1:
            reasons = (*said, decided)
        else:
            reasons = (*said, f"Tied on {_counted(value, word)} too.")
        groups += _order(judge, level, rest, reasons, skipped=skipped)
    return groups


def _head_to_head(
    judge: _Judge, group: tuple[str, ...], rest: tuple[RankingStep, ...], said: tuple[str, ...]
) -> list[Group]:
    one, other = group
    met = judge.meetings(one, other)
    wins = {name: [meeting.game for meeting in met if meeting.winner == name] for name in group}
    if not met:
        return _order(judge, group, rest, (*said, "They did not meet."))
    if len(wins[one]) == len(wins[other]):
        return _order(judge, group, rest, (*said, f"They met {_times(len(met))} and won equally often."))
    better, worse = (one, other) if len(wins[one]) > len(wins[other]) else (other, one)
    if len(met) == 1:
        why = f"{better} beat {worse} in game {wins[better][0]}."
    else:
        why = f"{better} won {len(wins[better])} of the {len(met)} games against {worse}."
    return [Group((better,), (*said, why)), Group((worse,), (*said, why))]


def _play_off(
    judge: _Judge, group: tuple[str, ...], rest: tuple[RankingStep, ...], said: tuple[str, ...]
) -> list[Group]:
    if len(group) == 2:
        return _extra_game(judge, group, said)
    if len(group) == 3:
        return _bye_and_final(judge, group, said)
    return _order(judge, group, rest, said)


def _extra_game(judge: _Judge, group: tuple[str, ...], said: tuple[str, ...]) -> list[Group]:
    game = _game_between(judge, group[0], group[1], 0)
    if game is None:
        judge.due.append(Due("game", group))
        return [Group(group, (*said, f"{listed(group)} play one extra game for it."))]
    reasons = (*said, f"{game.winner} won the extra game against {game.loser}.")
    return [Group((game.winner,), reasons), Group((game.loser,), reasons)]


def _bye_and_final(judge: _Judge, group: tuple[str, ...], said: tuple[str, ...]) -> list[Group]:
    """Toss coins until one is odd; the other two play; the winner plays the one who had the bye."""
    bye = next((odd for toss in judge.coins if set(toss.coins) == set(group) and (odd := _odd(toss))), None)
    if bye is None:
        judge.due.append(Due("coins", group))
        return [Group(group, (*said, f"{listed(group)} toss coins until one is odd and has the bye."))]
    others = tuple(name for name in group if name != bye)
    said = (*said, f"{bye} had the odd coin and the bye.")
    semi = _game_between(judge, others[0], others[1], 0)
    if semi is None:
        judge.due.append(Due("game", others))
        return [Group(group, (*said, f"{listed(others)} play; the winner plays {bye}."))]
    said = (*said, f"{semi.winner} beat {semi.loser}.")
    after = judge.play_offs.index(semi) + 1
    final = _game_between(judge, semi.winner, bye, after)
    if final is None:
        judge.due.append(Due("game", (semi.winner, bye)))
        last = Group((semi.loser,), said)
        return [Group((semi.winner, bye), (*said, f"{semi.winner} and {bye} play for the higher place.")), last]
    said = (*said, f"{final.winner} beat {final.loser} in the last game.")
    return [Group((final.winner,), said), Group((final.loser,), said), Group((semi.loser,), said)]


def _odd(toss: CoinsTossed) -> str:
    """The person whose coin differs from the other two, if any."""
    sides = list(toss.coins.values())
    return next((name for name, side in toss.coins.items() if sides.count(side) == 1), "")


def _game_between(judge: _Judge, one: str, other: str, after: int) -> PlayOffPlayed | None:
    pair = {one, other}
    return next((game for game in judge.play_offs[after:] if {game.winner, game.loser} == pair), None)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _counted(value: Decimal | int, word: str) -> str:
    one = word.removesuffix("es" if word.endswith("ches") else "s")
    return f"{shown(value)} {one if value == 1 else word}"
