"""Random nights of every club, and the same nights reckoned a second time with pencil and paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise

from bowerbird.event.money import balances, is_account, ledger
from bowerbird.event.money import payouts as paid_out
from bowerbird.event.season import settle, weeks_of
from bowerbird.event.standings import standings
from kit.amount import amount
from kit.rows import rows
from nights import reckoning
from nights.generator import RandomNight
from nights.reckoning import Diary, Game

#: Nights for each club.
NIGHTS = amount(1, full=25, soak=2000)
#: Nights in one test, so that the work can be shared and progress shows.
CHUNK = 25
CLUBS = ("alberta", "ccc", "national", "st-joe", "trailer-estates")


@rows("first", range(0, NIGHTS, CHUNK))
@rows("book", CLUBS)
def test_a_random_night_comes_out_as_reckoned_a_second_time(book: str, first: int) -> None:
    done = Counter[str]()
    seeds = range(first, min(first + CHUNK, NIGHTS))
    for seed in seeds:
        night = RandomNight(book, seed)
        try:
            CHECKS[book](night, night.play())
        except AssertionError as error:
            raise AssertionError(f"{book}, night {seed}: {error}") from error
        done += Counter(refused=night.refused, ends=night.finished_early, undone=night.undone, by_hand=night.by_hand)
    assert len(done) == 4 or len(seeds) < 8, f"nothing tried but {done}"


def _shown(night: RandomNight) -> dict[str, tuple[int, Fraction]]:
    return {line.name: (line.place, Fraction(line.total)) for line in standings(night.room.event)}


def _compare(night: RandomNight, keys: dict[str, tuple[Fraction, ...]]) -> dict[str, int]:
    """Totals, which come first in a key, and places."""
    places = reckoning.places(keys)
    assert _shown(night) == {name: (places[name], keys[name][0]) for name in keys}
    return places


def _undisturbed(before: Game, after: Game, *, out: bool = False) -> bool:
    """True if nobody came or went, so that the movement alone decided."""
    same = {name for four in before.tables.values() for name in four} == {
        name for four in after.tables.values() for name in four
    }
    return (
        same
        and not before.idle
        and not after.by_hand
        and (out or not (before.out or after.out))
        and before.meeting == after.meeting
    )


def _check_moves(diary: Diary, moved: Callable[[Game, Game], str], as_scored: list[Game]) -> None:
    for number, (before, after) in enumerate(pairwise(as_scored)):
        if _undisturbed(before, diary.games[number + 1]):
            assert not (wrong := moved(before, after)), wrong


def _st_joe(night: RandomNight, diary: Diary) -> None:
    totals = reckoning.people_totals(diary, reckoning.plain, loner_bonus=1)
    loners = {name: Fraction(own[2]) for name, own in reckoning.tallies(diary).items()}
    _compare(night, {name: (total, loners[name]) for name, total in totals.items()})
    _check_moves(diary, reckoning.st_joe_moved, night.as_seated)


def _national(night: RandomNight, diary: Diary) -> None:
    totals = reckoning.people_totals(diary, reckoning.match_points)
    tally = reckoning.tallies(diary)
    _compare(
        night, {name: (total, Fraction(tally[name][0]), Fraction(tally[name][1])) for name, total in totals.items()}
    )
    moved = partial(reckoning.national_moved, sitting=diary.sitting)
    _check_moves(diary, moved, night.as_seated)


def _trailer_estates(night: RandomNight, diary: Diary) -> None:
    totals = reckoning.people_totals(diary, reckoning.plain, rest_is_mean=True)
    places = _compare(night, {name: (total,) for name, total in totals.items()})
    tables = max(len(game.tables) for game in diary.games)
    shares = [100] if tables < 2 else [60, 40] if tables < 4 else [50, 30, 20] if tables < 8 else [40, 25, 15, 12, 8]
    paid = paid_out(night.room.event)
    for group, money in reckoning.payouts(diary, 25, shares, places).items():
        assert sum(paid.get(name, 0) for name in group) == money
        assert max(paid.get(name, 0) for name in group) - min(paid.get(name, 0) for name in group) <= 1
    assert sum(paid.values()) == 25 * len(diary.payers)
    for before, after in pairwise(diary.games):
        if _undisturbed(before, after, out=True) and len(before.tables) > 1 and not before.by_hand:
            assert not reckoning.partners(before) & reckoning.partners(after)


def _ccc(night: RandomNight, diary: Diary) -> None:
    event = night.room.event
    weeks = reckoning.ccc_weeks(diary)
    cells = settle(weeks_of(event), over=True)
    found = {name: [Fraction(cell.points) if cell else None for cell in own] for name, own in cells.items()}
    assert found == {name: own for name, own in weeks.items() if name in found}
    assert not any(sum(own) for name, own in weeks.items() if name not in found)
    _compare(night, {name: (sum(weeks[name], Fraction(0)),) for name in found})
    held = {name: money for name, money in balances(ledger(event)).items() if not is_account(name) and money}
    assert held == {name: money for name, money in reckoning.dimes(diary, 10).items() if money}
    for before, after in pairwise(diary.games):
        if before.meeting == after.meeting and not after.by_hand:
            assert not (wrong := reckoning.ccc_moved(before, after)), wrong


def _alberta(night: RandomNight, diary: Diary) -> None:
    event = night.room.event
    wins = reckoning.people_totals(diary, reckoning.one_win)
    points = {name: own[1] for name, own in reckoning.tallies(diary).items()}
    lines = standings(event)
    for line in lines:
        first = line.players[0]
        assert (Fraction(line.wins), line.points) == (wins[first], points[first])
    for better, worse in pairwise(lines):
        assert better.wins >= worse.wins
    _check_moves(diary, reckoning.alberta_moved, night.as_seated)


CHECKS: dict[str, Callable[[RandomNight, Diary], None]] = {
    "alberta": _alberta,
    "ccc": _ccc,
    "national": _national,
    "st-joe": _st_joe,
    "trailer-estates": _trailer_estates,
}
