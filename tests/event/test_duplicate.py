"""Duplicate: the same deals at every table, compared. Movements, scores, and what becomes of boards that went wrong."""

from __future__ import annotations

import random
import statistics
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from bowerbird.event import EventError, step
from bowerbird.event import facts as f
from bowerbird.event.boards import compared, margins, per_board, results_of
from bowerbird.event.deals import dealer_of
from bowerbird.event.movements import movement_of
from bowerbird.event.simulate import quick_score, simulate
from bowerbird.event.standings import standings
from bowerbird.event.state import Event
from bowerbird.rulebook import Rulebook, load_rulebook, read_rulebook
from bowerbird.seats import Seat, Side
from event.evenings import Night
from kit.amount import amount
from kit.rows import rows

MITCHELL = load_rulebook("duplicate")


def book_of(movement: str, hands: int = 4, unit: str = "pairs") -> Rulebook:
    return read_rulebook(
        f'based_on = "duplicate"\n[game]\nhands = {hands}\n[event]\nmovement = "{movement}"\n'
        f'[event.entry]\nunit = "{unit}"\nteams_per_zone = {2 if movement == "duplicate teams" else 0}\n'
    )


class Pairs(Night):
    """An event of pairs: A1 and B1, A2 and B2, …"""

    def __init__(self, book: Rulebook, pairs: int, rounds: int = 0, seed: int = 1) -> None:
        names = [f"{who}{number}" for number in range(1, pairs + 1) for who in "AB"]
        super().__init__(book, names, rounds=rounds, seed=seed)

    def play(self, table: f.Table, by: str = "") -> None:
        self.do(f.ScoreEntered(table=table.number, score=quick_score(self.event.book, table, self.chance), by=by))

    def round(self, **chosen: str) -> None:
        self.seat(**chosen)
        for table in self.event.round.tables:
            self.play(table)

    def pair(self, table: f.Table, side: Side) -> str:
        return self.event.entry_of[table.seats[side]]


def scored(*points: tuple[int, int]) -> f.Score:
    """A score of boards 1, 2, …"""
    boards = tuple(f.BoardScore(number, ns, ew) for number, (ns, ew) in enumerate(points, 1))
    return f.Score(sum(ns for ns, _ in points), sum(ew for _, ew in points), boards=boards)


def boards_by_pair(event: Event) -> dict[str, list[int]]:
    played: defaultdict[str, list[int]] = defaultdict(list)
    for past in event.rounds:
        for table in past.tables:
            for name in table.seats[:2]:
                played[event.entry_of[name]] += table.boards
    return played


# Movements.


@rows("pairs", range(2, 41, amount(5, full=1)))
def test_mitchell_never_gives_a_pair_the_same_board_twice(pairs: int) -> None:
    night = Pairs(book_of("duplicate mitchell", hands=2), pairs)
    tables = (pairs + 1) // 2
    sat_out: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for number in range(tables):
        night.round()
        current = night.event.round
        # Each board exists once, so no two tables have it at the same time.
        on_tables = [board for table in current.tables for board in table.boards]
        assert len(on_tables) == len(set(on_tables))
        for table in current.tables:
            assert table.dealer is dealer_of(table.boards[0])
            met[frozenset((night.pair(table, Side.NS), night.pair(table, Side.EW)))] += 1
        seated = [name for table in current.tables for name in table.seats]
        assert Counter([*seated, *current.sitting_out]) == Counter(list(night.event.people))
        if not (tables % 2 == 0 and number == tables - 1):
            sat_out.update(night.event.entry_of[name] for name in current.sitting_out)
    for boards in boards_by_pair(night.event).values():
        assert len(boards) == len(set(boards))
    # With an odd number of pairs one sits out in each round: both people, once, while no two meet again.
    assert max(sat_out.values(), default=0) <= 2
    # Nobody meets the same opponents twice, but for the last round of an even number of tables.
    again = [pair for pair, times in met.items() if times > 1]
    assert (len(again) == len(night.event.rounds[0].tables)) if tables % 2 == 0 else not again
    with pytest.raises(EventError, match="has played all boards"):
        night.round()


@rows("pairs", [4, 5, 7, 8, 12, 16, 21])
def test_every_board_of_a_mitchell_is_played_as_often_and_in_the_same_directions(pairs: int) -> None:
    night = Pairs(book_of("duplicate mitchell", hands=3), pairs)
    tables = (pairs + 1) // 2
    for _ in range(tables):
        night.round()
    north = {night.pair(table, Side.NS) for past in night.event.rounds for table in past.tables}
    east = {night.pair(table, Side.EW) for past in night.event.rounds for table in past.tables}
    assert not north & east
    times = Counter(each.score.board for lines in compared(night.event).values() for each in lines)
    if pairs % 2 == 0:
        assert set(times.values()) == {tables}
        assert set(times) == set(range(1, 3 * tables + 1))
        # Everybody in a direction has played every board once.
        assert all(sorted(boards) == sorted(times) for boards in boards_by_pair(night.event).values())


@rows(("room", "home"), [(4, 4), (6, 10), (7, 8), (9, 5), (12, 1)])
def test_sections_keep_apart_and_are_compared_on_the_same_boards(room: int, home: int) -> None:
    night = Pairs(book_of("duplicate mitchell", hands=2), 0)
    for number in range(room + home):
        players = (f.Entrant(f"A{number}"), f.Entrant(f"B{number}"))
        night.do(f.Entered(players=players, zone="room" if number < room else "home"))
    night.do(*(f.CheckedIn(name=name) for name in night.event.people))
    for _ in range((max(room, home) + 1) // 2):
        night.round()
        for table in night.event.round.tables:
            zones = {night.event.entries[night.pair(table, side)].zone for side in Side}
            assert len(zones) == 1
        for zone in ("room", "home"):
            numbers = [
                table.number
                for table in night.event.round.tables
                if night.event.entries[night.pair(table, Side.NS)].zone == zone
            ]
            assert not numbers or max(numbers) - min(numbers) < (max(room, home) + 1) // 2
    assert all(len(boards) == len(set(boards)) for boards in boards_by_pair(night.event).values())
    if home > 1:
        zones = {
            night.event.entries[night.pair(night.event.rounds[each.round - 1].table(each.table), Side.NS)].zone
            for each in results_of(night.event, 1)
        }
        assert zones == {"room", "home"}


@rows("movement", ["duplicate", "duplicate teams"])
@rows("pairs", range(4, 41, amount(9, full=3)))
def test_where_all_play_at_once_every_round_has_new_boards(movement: str, pairs: int) -> None:
    pairs += pairs % 2 if movement == "duplicate teams" else 0
    night = Pairs(book_of(movement, hands=2), pairs)
    rounds = min(6, pairs // 2 - 1 if movement == "duplicate teams" else pairs - 1)
    met: Counter[frozenset[str]] = Counter()
    for number in range(rounds):
        night.round()
        assert {table.boards for table in night.event.round.tables} == {(2 * number + 1, 2 * number + 2)}
        for table in night.event.round.tables:
            sides = [night.event.entries[night.pair(table, side)] for side in Side]
            met[frozenset(side.zone or side.name for side in sides)] += 1
    assert all(len(boards) == len(set(boards)) for boards in boards_by_pair(night.event).values())
    assert set(met.values()) == {2 if movement == "duplicate teams" else 1}
    if movement == "duplicate":
        for name in night.event.entries:
            north = sum(night.pair(table, Side.NS) == name for past in night.event.rounds for table in past.tables)
            east = sum(night.pair(table, Side.EW) == name for past in night.event.rounds for table in past.tables)
            assert abs(north - east) <= 3


@rows("seed", range(12))
def test_a_pair_never_meets_a_board_again_whoever_comes_and_goes(seed: int) -> None:
    night = Pairs(book_of("duplicate mitchell", hands=2), 9, seed=seed)
    chance = random.Random(seed)
    for number in range(5):
        night.round(**({"arrow": "on"} if number == 3 else {}))
        entry = chance.choice(list(night.event.entries.values()))
        for name in entry.players:
            night.do(f.CheckedIn(name=name) if night.event.presence(name) == "left" else f.Left(name=name))
        if number == 1:
            night.do(f.Entered(players=(f.Entrant("Late A"), f.Entrant("Late B"))))
            night.do(f.CheckedIn(name="Late A"), f.CheckedIn(name="Late B"))
    for boards in boards_by_pair(night.event).values():
        assert len(boards) == len(set(boards))
    assert "Late A & Late B" in boards_by_pair(night.event)


def test_teams_of_four_sit_at_both_tables_of_a_match_in_both_directions() -> None:
    night = Pairs(book_of("duplicate teams"), 6)
    night.round()
    first, second = night.event.round.tables
    zones = {side: [night.event.entries[night.pair(table, side)].zone for table in (first, second)] for side in Side}
    assert zones[Side.NS] == zones[Side.EW][::-1]
    assert zones[Side.NS][0] != zones[Side.NS][1]
    assert first.boards == second.boards
    # The third team sits out.
    assert len(night.event.round.sitting_out) == 4


# Scores.


def test_a_board_is_worth_the_difference_from_the_mean_of_the_other_tables() -> None:
    night = Pairs(book_of("duplicate", hands=1), 6)
    night.seat(in_order="yes")
    for table, points in zip(night.event.round.tables, [(4, 0), (1, 0), (0, 2)], strict=True):
        night.do(f.ScoreEntered(table=table.number, score=scored(points)))
    worth = [each.worth[Side.NS] for each in results_of(night.event, 1)]
    assert worth == [Fraction(9, 2), Fraction(0), Fraction(-9, 2)]
    lines = {line.name: line.total for line in standings(night.event)}
    for table, own in zip(night.event.round.tables, worth, strict=True):
        assert Fraction(lines[night.pair(table, Side.NS)]) == own == -Fraction(lines[night.pair(table, Side.EW)])


def test_in_a_match_of_teams_only_its_own_two_tables_are_compared() -> None:
    night = Pairs(book_of("duplicate teams", hands=1), 8)
    night.seat(in_order="yes")
    for table, points in zip(night.event.round.tables, [(4, 0), (1, 0), (0, 2), (0, 2)], strict=True):
        night.do(f.ScoreEntered(table=table.number, score=scored(points)))
    won = {line.name: line.total for line in standings(night.event)}
    first = night.event.round.tables[0]
    home = night.event.entries[night.pair(first, Side.NS)].zone
    # Both pairs of the team have what the team has won by: 4 - 1.
    assert [won[name] for name, entry in night.event.entries.items() if entry.zone == home] == [3, 3]
    assert sorted(won.values()) == [-3, -3, 0, 0, 0, 0, 3, 3]


@rows("movement", ["duplicate", "duplicate mitchell", "duplicate teams"])
@rows("seed", range(4))
def test_everything_adds_up_to_nothing(movement: str, seed: int) -> None:
    night = Pairs(book_of(movement, hands=3), 14, seed=seed)
    for _ in range(5):
        night.round()
    assert sum(sum(each.worth, Fraction(0)) for lines in compared(night.event).values() for each in lines) == 0
    for board in {each.score.board for lines in compared(night.event).values() for each in lines}:
        assert sum((each.worth[Side.NS] for each in results_of(night.event, board)), Fraction(0)) == 0
    # Totals are rounded to two decimals, each once.
    off = sum((Fraction(line.total) for line in standings(night.event)), Fraction(0))
    assert abs(off) <= Fraction(len(night.event.entries), 200)


def test_the_average_gain_on_a_board_comes_with_its_standard_error() -> None:
    night = Pairs(book_of("duplicate", hands=3), 6)
    night.seat(in_order="yes")
    sheets = [((4, 0), (1, 0), (1, 0)), ((1, 0), (1, 0), (0, 2)), ((0, 2), (1, 0), (1, 0))]
    for table, points in zip(night.event.round.tables, sheets, strict=True):
        night.do(f.ScoreEntered(table=table.number, score=scored(*points)))
    first, second, _ = night.event.round.tables
    gains = per_board(night.event)
    # 4.5, 0 and 1.5 against the other two tables.
    own = gains[night.pair(first, Side.NS)]
    assert (own.boards, own.mean) == (3, 2.0)
    assert own.error == pytest.approx(statistics.stdev([4.5, 0, 1.5]) / 3**0.5)
    assert gains[night.pair(first, Side.EW)].mean == -2.0
    other = gains[night.pair(second, Side.NS)]
    assert (other.boards, other.mean) == (3, -1.0)
    assert other.error == pytest.approx(1.0)


def test_one_board_has_no_standard_error() -> None:
    night = Pairs(book_of("duplicate", hands=1), 6)
    night.round()
    assert per_board(night.event) == {}
    night.round()
    assert all(each.boards == 2 for each in per_board(night.event).values())
    assert len(per_board(night.event)) == 6


def test_a_pair_that_always_has_the_average_ends_with_nothing() -> None:
    night = Pairs(book_of("duplicate", hands=2), 8)
    for _ in range(4):
        night.seat()
        first = night.event.round.table_of("A1")
        assert first is not None
        boards = first.boards
        for table in night.event.round.tables:
            # A1's table makes the mean of the other three: -2, 1 and 4 on one board, 1, 1 and 1 on the other.
            others = [each.number for each in night.event.round.tables if each is not first]
            one = (1, 0) if table is first else [(0, 2), (1, 0), (4, 0)][others.index(table.number)]
            each = (f.BoardScore(boards[0], *one), f.BoardScore(boards[1], 1, 0))
            score = f.Score(one[0] + 1, one[1], boards=each)
            night.do(f.ScoreEntered(table=table.number, score=score))
    total = {line.name: line.total for line in standings(night.event)}
    assert total["A1 & B1"] == 0
    assert any(total.values())


def test_a_single_table_has_nothing_to_compare_with() -> None:
    night = Pairs(book_of("duplicate"), 2)
    night.round()
    assert {line.total for line in standings(night.event)} == {0}
    assert "nothing to be compared with" in movement_of(night.event.book).advice(night.event, {})[0]


def test_every_table_is_a_result_for_ratings() -> None:
    night = Pairs(book_of("duplicate", hands=2), 8)
    night.do(f.Left(name="A1"), f.Substituted(name="A1", by="Sub"))
    for _ in range(2):
        night.round()
    found = list(margins(night.event))
    assert [(each.round, each.table) for each in found] == [
        (number, table) for number in (1, 2) for table in range(1, 5)
    ]
    assert sum(each.margin for each in found) == 0
    assert {each.boards for each in found} == {2}
    people = {name for each in found for side in each.people for name in side}
    assert "Sub" in people
    assert "A1" not in people


# What goes wrong.


def two_tables() -> Pairs:
    night = Pairs(book_of("duplicate", hands=2), 4)
    night.seat(in_order="yes")
    return night


@rows(
    ("score", "words"),
    [
        (scored((1, 0)), "plays boards 1 and 2"),
        (scored((1, 1), (1, 0)), "Board 1: 1 to 1 isn't possible"),
        (scored((3, 0), (1, 0)), "One side scores 1, 2 or 4"),
        (scored((0, 0), (1, 0)), "isn't possible"),
        (f.Score(5, 0, boards=(f.BoardScore(1, 1), f.BoardScore(2, 1))), "isn't the sum"),
        (f.Score(1, 0, boards=(f.BoardScore(1, 1), f.BoardScore(2, adjusted=(2, 0)))), "average plus or minus"),
        (f.Score(2, 0, boards=(f.BoardScore(1, 1), f.BoardScore(2, 1, adjusted=(0, 0)))), "Enter one of the two"),
        (f.Score(2, 0, lost_by=Side.EW, boards=(f.BoardScore(1, 1), f.BoardScore(2, 1))), "Adjust the board"),
    ],
)
def test_impossible_scores_are_refused_with_the_reason(score: f.Score, words: str) -> None:
    night = two_tables()
    with pytest.raises(EventError, match=words):
        night.do(f.ScoreEntered(table=1, score=score))


def test_a_board_that_was_not_played_is_an_average_and_can_be_played_late() -> None:
    night = two_tables()
    late = f.Score(1, 0, boards=(f.BoardScore(1, 1), f.BoardScore(2, adjusted=(0, 0))))
    night.do(f.ScoreEntered(table=1, score=late), f.ScoreEntered(table=2, score=scored((1, 0), (4, 0))))
    assert {line.total for line in standings(night.event)} == {0}
    night.do(f.RoundClosed())
    night.do(f.ScoreCorrected(round=1, table=1, score=scored((1, 0), (0, 2)), reason="played late"))
    assert sorted(line.total for line in standings(night.event)) == [-6, -6, 6, 6]


def test_an_adjusted_board_counts_for_itself_and_not_for_others() -> None:
    night = Pairs(book_of("duplicate", hands=1), 6)
    night.seat(in_order="yes")
    ruled = f.Score(0, 0, boards=(f.BoardScore(1, adjusted=(1, -1)),))
    night.do(f.ScoreEntered(table=1, score=ruled))
    night.do(f.ScoreEntered(table=2, score=scored((1, 0))), f.ScoreEntered(table=3, score=scored((0, 2))))
    assert [each.worth[0] for each in results_of(night.event, 1)] == [1, 3, -3]
    assert [each.worth[1] for each in results_of(night.event, 1)] == [-1, -3, 3]


def test_a_fouled_board_is_compared_in_two_groups_and_online_tables_keep_the_right_cards() -> None:
    night = Pairs(book_of("duplicate mitchell", hands=1), 10, rounds=5)
    points = iter([(1, 0), (2, 0), (0, 2), (4, 0), (1, 0)])
    for number in range(5):
        night.seat(**({} if number else {"in_order": "yes"}))
        for table in night.event.round.tables:
            if table.boards == (3,):
                ns, ew = next(points)
                by = f.HALL if number == 4 else ""
                score = f.Score(ns, ew, boards=(f.BoardScore(3, ns, ew),))
                night.do(f.ScoreEntered(table=table.number, score=score, by=by))
            else:
                night.play(table)
    assert [each.others for each in results_of(night.event, 3)] == [4] * 5
    night.do(f.BoardFouled(board=3, since=3, reason="two hands were put back into the wrong pockets"))
    found = {each.round: each for each in results_of(night.event, 3)}
    assert [found[number].fouled for number in range(1, 6)] == [False, False, True, True, False]
    assert [found[number].worth[0] for number in range(1, 6)] == [
        Fraction(1) - Fraction(3, 2),
        Fraction(2) - Fraction(1),
        Fraction(-2 - 4),
        Fraction(4 + 2),
        Fraction(1) - Fraction(3, 2),
    ]
    night.do(f.BoardFouled(board=3, since=0))
    assert [each.others for each in results_of(night.event, 3)] == [4] * 5
    with pytest.raises(EventError, match="has not been played"):
        night.do(f.BoardFouled(board=99, since=1))


def test_a_correction_reaches_every_total() -> None:
    night = two_tables()
    night.do(
        f.ScoreEntered(table=1, score=scored((1, 0), (1, 0))), f.ScoreEntered(table=2, score=scored((1, 0), (1, 0)))
    )
    night.do(f.ScoreCorrected(round=1, table=2, score=scored((0, 2), (1, 0)), reason="euchred"))
    assert sorted(line.total for line in standings(night.event)) == [-3, -3, 3, 3]


def test_a_sub_plays_for_the_pair_and_the_pair_keeps_the_score() -> None:
    night = Pairs(book_of("duplicate", hands=1), 4)
    night.do(f.Left(name="A1"), f.Substituted(name="A1", by="Sub"))
    night.seat(in_order="yes")
    for table in night.event.round.tables:
        night.do(f.ScoreEntered(table=table.number, score=scored((4, 0) if table.number == 1 else (1, 0))))
    assert {line.name: line.total for line in standings(night.event)}["A1 & B1"] == 3


# Secrets.


def test_boards_are_dealt_once_and_open_when_nobody_can_play_them_any_more() -> None:
    mitchell, at_once = Pairs(book_of("duplicate mitchell"), 6), Pairs(book_of("duplicate"), 6)
    for night in (mitchell, at_once):
        night.round()
        seed = night.event.board_seed
        assert len(seed) == 64
        night.round()
        assert night.event.board_seed == seed

    def is_open(night: Pairs, board: int) -> bool:
        return movement_of(night.event.book).boards_open(night.event, board)

    # At once: round 1 is closed, and round 2 is in progress.
    assert is_open(at_once, 1)
    assert not is_open(at_once, 5)
    assert not is_open(mitchell, 1)
    assert not is_open(mitchell, 5)
    for night in (mitchell, at_once):
        night.do(f.RoundClosed())
    assert is_open(at_once, 5)
    assert not is_open(mitchell, 1)
    mitchell.do(f.MeetingClosed())
    assert all(is_open(mitchell, board) for board in range(1, 13))


# Books.


@rows(
    ("changes", "words"),
    [
        ('[event]\nresult = "points"', "difference"),
        ("[game]\npoints = 10", "a number of hands"),
        ("[game]\nhands = 0\npoints = 10", "a number of hands"),
        ("[auction]\nstick_the_dealer = false", "can't be dealt again"),
        ('[deal]\nnew_deal_for = ["ace with no face"]', "can't be dealt again"),
        ('[event]\nmovement = "duplicate teams"', "two teams of two"),
    ],
)
def test_rules_under_which_boards_cannot_be_compared_are_refused(changes: str, words: str) -> None:
    book = read_rulebook(f'based_on = "duplicate"\n{changes}')
    with pytest.raises(EventError, match=words):
        step(None, f.EventCreated(title="Duplicate", book=book))


def test_only_duplicate_movements_are_scored_by_the_difference() -> None:
    book = read_rulebook('based_on = "bicycle"\n[event]\nresult = "difference"')
    with pytest.raises(EventError, match="Choose a duplicate movement"):
        step(None, f.EventCreated(title="Duplicate", book=book))


def test_people_who_come_alone_draw_for_partners() -> None:
    event, _ = simulate(book_of("duplicate", unit="people"), 12, 3, random.Random(3))
    assert len(standings(event)) == 6
    assert sum(line.games for line in standings(event)) == 18


def test_the_number_of_a_board_says_who_deals() -> None:
    assert [dealer_of(board) for board in (1, 2, 3, 4, 5, 17)] == [Seat.N, Seat.E, Seat.S, Seat.W, Seat.N, Seat.N]


def test_a_book_for_teams_of_four_asks_for_the_name_of_the_team() -> None:
    book = load_rulebook("duplicate-teams")
    event = step(None, f.EventCreated(title="Match", book=book))
    with pytest.raises(EventError, match="Name the team of four"):
        step(event, f.Entered(players=(f.Entrant("Ann"), f.Entrant("Bob"))))
