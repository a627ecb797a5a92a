"""Where people went from the last game to this one: the round in progress, held against the round before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bowerbird.event import EventError
from bowerbird.event.state import Round
from bowerbird.nights.expect.compare import Judge, holding
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Expectation, Fact
from bowerbird.seats import Seat

__all__ = ["KINDS"]


class _Places:
    """Where everybody sits in a round; a sub in the chair of the player who is replaced, under either name."""

    def __init__(self, round_: Round) -> None:
        self.chairs: dict[str, tuple[int, Seat]] = {}
        for table in round_.tables:
            for seat, name in zip(Seat, table.seats, strict=True):
                self.chairs[name] = self.chairs[round_.subs.get(name, name)] = (table.number, seat)
        self.dealers = {table.number: table.dealer for table in round_.tables}

    def table(self, name: str) -> int:
        """The number of somebody's table; 0 for people who sit out."""
        return self.chairs.get(name, (0, Seat.N))[0]

    def chair(self, name: str) -> str:
        """`2N`, or the words for somebody without a chair."""
        number, seat = self.chairs.get(name, (0, Seat.N))
        return f"{number}{seat.name}" if number else "no chair"

    def at(self, number: int, seat: Seat) -> str:
        """The player in a chair, for texts."""
        names = [name for name, chair in self.chairs.items() if chair == (number, seat)]
        return names[-1] if names else "nobody"

    def are_partners(self, one: str, other: str) -> bool:
        """True if two people sit across from each other."""
        if not (self.table(one) and self.table(other)):
            return False
        (number, seat), (number_of_other, opposite) = self.chairs[one], self.chairs[other]
        return number == number_of_other and opposite is seat.partner


#: Judges one line by the words before the colon and behind it: what is wrong, or nothing.
_Check: TypeAlias = Callable[[_Places, _Places, list[str], list[str]], str]


def _tables(before: _Places, after: _Places, names: list[str]) -> str:
    return ", ".join(f"{name} from {before.table(name) or 'out'} to {after.table(name) or 'out'}" for name in names)


def _stay(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    number = int(key[0])
    stayed = all(before.table(name) == after.table(name) == number for name in value)
    return "" if stayed else _tables(before, after, value)


def _go(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    """`go T: A B to 2 and 4`: one to each; `to 2`: both."""
    place = value.index("to")
    names, wanted = value[:place], [int(word) for word in value[place + 1 :] if word != "and"]
    if len(wanted) == 1:
        wanted *= len(names)
    went = sorted(after.table(name) for name in names) == sorted(wanted)
    came = all(before.table(name) == int(key[0]) for name in names)
    return "" if went and came else _tables(before, after, names)


def _apart(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    together = after.are_partners(key[0], key[1])
    return "" if together is (value != ["yes"]) else f"{' and '.join(key)} {'are' if together else 'are not'} partners"


def _keeps(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    chairs = (before.chair(key[0]), after.chair(key[0]))
    return "" if chairs == (value[0], value[0]) else f"from {chairs[0]} to {chairs[1]}"


def _shift(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    """A change of chairs at the same table."""
    chairs = (before.chair(key[0]), after.chair(key[0]))
    shifted = chairs[1] == value[0] != chairs[0] and before.table(key[0]) == after.table(key[0])
    return "" if shifted else f"from {chairs[0]} to {chairs[1]}"


def _leave(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    number = int(key[0])
    left = all(before.table(name) == number != after.table(name) for name in value)
    return "" if left else _tables(before, after, value)


def _first_dealer(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    return _dealer(after, int(key[1]), value[0], 0)


def _second_dealer(before: _Places, after: _Places, key: list[str], value: list[str]) -> str:
    return _dealer(after, int(key[1]), value[0], 1)


def _dealer(after: _Places, number: int, name: str, turn: int) -> str:
    """The first dealer, or the player on the left who deals second."""
    if number not in after.dealers:
        raise NotExpressibleError(f"there is no table {number}")
    seat = Seat((after.dealers[number] + turn) % 4)
    return "" if after.chairs.get(name) == (number, seat) else after.at(number, seat)


_CHECKS: dict[str, _Check] = {
    "stay": _stay,
    "go": _go,
    "apart": _apart,
    "keeps": _keeps,
    "shift": _shift,
    "leave": _leave,
    "first": _first_dealer,
    "second": _second_dealer,
}


def _move(room: Room, expected: Expectation, line: Fact) -> str:
    key, colon, value = line.text.partition(":")
    what, *rest = key.split()
    if not colon or what not in _CHECKS:
        raise NotExpressibleError(f"{line.text!r} isn't a move such as `stay 1: Ann Cal`")
    rounds = room.event.rounds
    if len(rounds) < 2:
        raise EventError("nobody has moved yet")
    try:
        return _CHECKS[what](_Places(rounds[-2]), _Places(rounds[-1]), rest, value.split())
    except (ValueError, IndexError):
        raise NotExpressibleError(f"{line.text!r} can't be read") from None


KINDS: dict[str, Judge] = {"move": holding(_move)}
