"""How ties were broken, by the reasons that the standings give; and the medals of places that are settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from typing import Final

from bowerbird.event.standings import Line, due_play_offs, standings
from bowerbird.nights.expect.compare import Judge, by_colon, finding, spelled, values
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Expectation, Fact
from bowerbird.nights.verdict import Finding

__all__ = ["KINDS"]

#: Words for a step that broke a tie, and a part of the sentence that the standings say about it.
_SAYS: Final = {
    "points": ("By points: ",),
    "beat": (" beat ", " games against "),
    "extra game": (" won the extra game against ",),
    "coins": (" had the odd coin and the bye.",),
}
#: Words for what is still to be done.
_OPEN: Final = {"extra game": "game", "coins": "coins"}
_MEDALS: Final = ("gold", "silver", "bronze")


def _ties(room: Room, expected: Expectation) -> Iterator[Finding]:
    lines = {spelled("/".join(line.players)): line for line in standings(room.event)}
    named: set[frozenset[str]] = set()
    for line in expected.lines:
        chain, signs, how = _read(line)
        named |= {frozenset(pair) for pair in combinations(chain, 2)}
        wrong = _wrong(room, lines, chain, signs, how)
        yield finding(expected, line, wrong, holds=not wrong)
    if expected.only:
        for one, other in combinations(lines, 2):
            if lines[one].total == lines[other].total and frozenset((one, other)) not in named:
                extra = Fact(expected.number, ("no", "tie", "of", one, "and", other))
                yield finding(expected, extra, f"{one} and {other} are tied on {lines[one].total}", holds=False)


def _read(line: Fact) -> tuple[list[str], list[str], str]:
    """`a > b = c by points`, or `a = b open, coins`: the entries, the signs between them, and the words behind."""
    words = list(line.words)
    end = next((place for place, word in enumerate(words) if word in ("by", "open,", "open")), len(words))
    chain, signs = [spelled(word) for word in words[:end:2]], words[1:end:2]
    if len(chain) < 2 or len(signs) != len(chain) - 1 or not set(signs) <= {">", "="}:
        raise NotExpressibleError(f"{line.text!r} isn't a tie such as `Ann/Bob > Cas/Dot by points`")
    return chain, signs, " ".join(words[end:]).replace(",", "")


def _wrong(room: Room, lines: Mapping[str, Line], chain: list[str], signs: list[str], how: str) -> str:
    """What is not so about a tie; empty if everything is."""
    if missing := [name for name in chain if name not in lines]:
        return f"{missing[0]} is not in the standings"
    if len({lines[name].total for name in chain}) > 1:
        return "not tied: " + ", ".join(f"{name} {lines[name].total}" for name in chain)
    word, _, step = how.partition(" ")
    if word == "open":
        return _wrong_open(room, lines, chain, step)
    told = [reason for reason in lines[chain[0]].reasons if any(part in reason for part in _SAYS.get(step, ()))]
    if word != "by" or not any(all(reason in lines[name].reasons for name in chain) for reason in told):
        return f"the standings say: {' '.join(lines[chain[0]].reasons)}"
    for (one, other), sign in zip(pairwise(chain), signs, strict=True):
        if sign == ">" and lines[one].place >= lines[other].place:
            return f"{one} has place {lines[one].place}, {other} has place {lines[other].place}"
        if sign == "=" and lines[one].points != lines[other].points:
            return f"{one} has {lines[one].points} points, {other} has {lines[other].points}"
    return ""


def _wrong_open(room: Room, lines: Mapping[str, Line], chain: list[str], step: str) -> str:
    """What is not so about a tie that is still open."""
    if len({lines[name].place for name in chain}) > 1:
        return "places " + ", ".join(f"{name} {lines[name].place}" for name in chain)
    due = [(each.needs, {_written(room, name) for name in each.entries}) for each in due_play_offs(room.event)]
    wanted = (_OPEN.get(step, step), set(chain))
    return "" if not step or wanted in due else f"still to be done: {due}"


def _written(room: Room, entry: str) -> str:
    """An entry as a night writes it."""
    return spelled("/".join(room.event.entries[entry].players))


def _medals(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The first three places, unless they still wait for coins or a game."""
    waiting = {name for due in due_play_offs(room.event) for name in due.entries}
    won: dict[str, list[str]] = {}
    for line in standings(room.event):
        if line.place <= len(_MEDALS) and line.name not in waiting:
            won.setdefault(_MEDALS[line.place - 1], []).append("/".join(line.players))
    return {medal: " ".join(teams) for medal, teams in won.items()}


KINDS: dict[str, Judge] = {"tie": _ties, "medals": values(_medals, by_colon)}
