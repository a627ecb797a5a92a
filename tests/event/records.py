"""Checks on the record of a simulated event, from the record alone: places, movement, sit-outs, scores.

Written from the rule documents and not from the code: each movement is followed person by person.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]

SEATS = "NESW"
PAIRS = {"NS": ("N", "S"), "EW": ("E", "W")}
OTHER = {"NS": "EW", "EW": "NS"}


def left_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def across(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 2) % 4]


def places(record: Record) -> dict[str, tuple[int, str]]:
    """Who sits at which table in which seat."""
    return {table[seat]: (table["table"], seat) for table in record["tables"] for seat in SEATS}


def partner_of(record: Record) -> dict[str, str]:
    return {table[seat]: table[across(seat)] for table in record["tables"] for seat in SEATS}


def check_everybody_has_one_place(record: Record) -> None:
    for each in record["rounds"]:
        seen = Counter(name for table in each["tables"] for name in (table[seat] for seat in SEATS))
        seen.update(each["sitting_out"])
        assert seen == Counter(record["players"])
        assert all(table["dealer"] in SEATS for table in each["tables"])


def check_sit_outs(record: Record, runs: int = 1) -> None:
    """Spread evenly, and never twice in a row; `runs` rounds make one sitting."""
    sittings = record["rounds"][::runs]
    times = Counter(name for each in sittings for name in each["sitting_out"])
    counts = [times[name] for name in record["players"]]
    assert max(counts) - min(counts) <= 1
    for before, after in pairwise(sittings):
        assert not set(before["sitting_out"]) & set(after["sitting_out"])


def check_alberta(record: Record) -> None:
    """Teams stay together; A goes up one table of the ring, B stays. Where teams are odd, one place is the bye."""
    teams = len(record["players"]) // 2
    tables = (teams + 1) // 2
    reserve = {name for name in record["players"] if all(name in each["sitting_out"] for each in record["rounds"])}
    assert len(reserve) == len(record["players"]) % 2

    def lines(each: Record) -> tuple[dict[frozenset[str], int], dict[frozenset[str], int]]:
        a = {frozenset((table["N"], table["S"])): table["table"] for table in each["tables"]}
        b = {frozenset((table["E"], table["W"])): table["table"] for table in each["tables"]}
        bye = frozenset(each["sitting_out"]) - reserve
        if bye:
            (free,) = set(range(1, tables + 1)) - set(a.values())
            a[frozenset(bye)] = free
        return a, b

    for before, after in pairwise(record["rounds"]):
        (a, b), (a_next, b_next) = lines(before), lines(after)
        assert b == b_next
        assert a_next == {team: table % tables + 1 for team, table in a.items()}


def check_ccc(record: Record) -> None:
    """Three games at one table: the pivot stays and deals, the others go on clockwise, everybody partners everybody."""
    for first in range(0, len(record["rounds"]), 3):
        week = record["rounds"][first : first + 3]
        for before, after in pairwise(week):
            for table, then in zip(before["tables"], after["tables"], strict=True):
                pivot = table["dealer"]
                assert then["dealer"] == pivot
                assert then[pivot] == table[pivot]
                for seat in SEATS:
                    if seat != pivot:
                        to = left_of(seat) if left_of(seat) != pivot else left_of(pivot)
                        assert then[to] == table[seat]
        if len(week) == 3:
            partners = [partner_of(each) for each in week]
            assert all(len({had[name] for had in partners}) == 3 for name in partners[0])


def check_trailer_estates(record: Record) -> None:
    """No partner twice, from twelve people on, as long as there are people left to partner."""
    if len(record["players"]) < 12 or len(record["rounds"]) >= len(record["players"]):
        return
    pairs = Counter(frozenset(pair) for each in record["rounds"] for pair in partner_of(each).items())
    assert max(pairs.values()) == 2  # counted from both sides of the table


def check_national(record: Record) -> None:
    """Winners one table up and one down; losers stay, split, one deals and the other is next to deal."""
    for before, after in pairwise(record["rounds"]):
        count = len(before["tables"])
        now, resting = places(after), set(after["sitting_out"])
        for table in before["tables"]:
            candidates = [table["winner"]] if table["winner"] != "draw" else ["NS", "EW"]
            assert any(_ring_move(table, side, now, resting, count) for side in candidates)
            if not resting:
                then = after["tables"][table["table"] - 1]
                dealer = then["dealer"]
                stayed = {table[seat] for seat in SEATS} & {then[dealer], then[left_of(dealer)]}
                assert len(stayed) == 2
        _check_new_partners(before, after)


def _ring_move(table: Record, moved: str, now: dict[str, tuple[int, str]], resting: set[str], count: int) -> bool:
    number = table["table"]
    up, down = number % count + 1, (number - 2) % count + 1
    first, second = (table[seat] for seat in PAIRS[moved])
    losers = [table[seat] for seat in PAIRS[OTHER[moved]]]
    ways = [(first, up), (second, down)]
    return all(name in resting or now[name][0] == to for name, to in ways) and all(
        name in resting or now[name][0] == number for name in losers
    )


def check_st_joe(record: Record) -> None:
    """Losers go to the next table; winners stay and become opponents."""
    for before, after in pairwise(record["rounds"]):
        count = len(before["tables"])
        now, resting = places(after), set(after["sitting_out"])
        for table in before["tables"]:
            assert table["winner"] in PAIRS
            for seat in PAIRS[table["winner"]]:
                assert table[seat] in resting or now[table[seat]][0] == table["table"]
            for seat in PAIRS[OTHER[table["winner"]]]:
                assert table[seat] in resting or now[table[seat]][0] == table["table"] % count + 1
        _check_new_partners(before, after)


def _check_new_partners(before: Record, after: Record) -> None:
    had, have = partner_of(before), partner_of(after)
    assert not [name for name in have if had.get(name) == have[name]]


CHECKS = {
    "alberta": check_alberta,
    "ccc": check_ccc,
    "trailer-estates": check_trailer_estates,
    "national": check_national,
    "st-joe": check_st_joe,
}


def check_record(record: Record) -> None:
    """Everything that the book of a simulated event demands of its rooms."""
    check_everybody_has_one_place(record)
    CHECKS[record["rules"]](record)
    if record["rules"] in ("national", "st-joe", "trailer-estates"):
        check_sit_outs(record)
    if record["rules"] == "ccc":
        check_sit_outs(record, runs=3)
