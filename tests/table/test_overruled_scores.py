"""A ruling that is overruled leaves the score as a replay without it: whatever was floored, capped or ruled since."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Fact, IllegalActionError, InvalidActionError, Phase, State, Table
from bowerbird.table import facts as f
from bowerbird.table.facts import Choice, Decision
from deals import ALL_BOOKS, random_deck, say
from kit.amount import amount
from table.real_tables import REVOKE, claim, gather, in_play, real_deal

SEEDS = st.integers(0, 2**32 - 1)
DECISIONS: tuple[Decision, ...] = get_args(Decision)
#: East leads, South trumps and keeps the ten of spades, and it is claimed once the trick is turned down.
LATE_REVOKE = f"{REVOKE}, W: As, N: Tc, S: 9d"
#: East plays alone, revokes with the ace of trumps, and makes the hand, which counts one point.
ALONE = "E: order alone, N: discard Jd, E: 9s Ts Tc, S: 9d 9c Ah, E: Jh Th 9h, E: Kd Td Jc, E: Qd Kh Qc"


def overrule(table: Table, number: int) -> Table:
    table.push(f.Ruling("as it stands", "seen again", overrules=number))
    return table


def after_revoke(score: tuple[int, int], choice: Choice) -> Table:
    """A hand with East's revoke, for which North and South chose this."""
    table = claim(say(real_deal("alberta", score), ALONE), "N", "revoke", "E")
    return gather(table, f.Choose(Seat.S, choice))


# Floors and caps.


@pytest.mark.clause("ALB-12i", "ALB-T9")
def test_points_taken_off_nothing_are_not_given_back() -> None:
    assert after_revoke((0, 0), "as played").state.score == (0, 1)
    table = after_revoke((0, 0), "take points")
    assert (table.state.score, table.state.records[0].points) == ((0, 0), 4)
    assert overrule(table, 1).state.score == (0, 1)


@pytest.mark.clause("ALB-12i", "ALB-T7", "ALB-T9")
def test_points_added_past_the_target_come_off_only_as_far_as_they_counted() -> None:
    table = after_revoke((9, 3), "add points")
    assert (table.state.score, table.state.is_over) == ((10, 3), True)
    overrule(table, 1)
    assert (table.state.score, table.state.is_over) == ((9, 4), False)


def test_points_off_that_fell_under_zero_count_as_they_would_have_without_the_one_before() -> None:
    table = in_play("bicycle", score=(1, 0))
    table.push(f.Ruling("points off", "a signal", Side.NS, points=2))
    table.push(f.Ruling("points off", "another", Side.NS, points=1))
    assert overrule(table, 1).state.score == (0, 0), "one point, less the one of the second ruling"
    table.push(f.Ruling("points", "a look at the kitty", Side.EW, points=3))
    assert overrule(table, 2).state.score == (4, 0)


# Several rulings in one hand.


def test_a_side_that_two_rulings_keep_from_scoring_scores_when_both_are_overruled() -> None:
    plain = gather(in_play("alberta")).state.score
    table = in_play("alberta")
    winners = Side.NS if plain[0] else Side.EW
    for _ in range(2):
        table.push(f.Ruling("play on without score", "six cards", winners))
    gather(table)
    assert overrule(table, 1).state.score == (0, 0)
    assert overrule(table, 2).state.score == plain


def test_of_two_revokes_in_a_hand_each_is_overruled_by_itself() -> None:
    lines = f"{LATE_REVOKE}, W: Ac, N: 9h, E: Kd, N: Jd, E: Qd, S: Th, W: Qh, N: Jc"
    scores = []
    for numbers in ((), (1,), (2,), (1, 2), (2, 1)):
        table = claim(claim(in_play("alberta", lines, (5, 5)), "E", "revoke", "S"), "N", "revoke", "E")
        gather(table, f.Choose(Seat.W, "take points"), f.Choose(Seat.S, "add points"))
        for number in numbers:
            overrule(table, number)
        scores.append(table.state.score)
    plain = gather(in_play("alberta", lines, (5, 5))).state.score
    assert scores == [(5, 5), (7, 5), (3, 5), plain, plain]


@pytest.mark.clause("STJ-10", "STJ-12")
def test_points_of_an_overruled_ruling_leave_the_personal_cards_too() -> None:
    table = claim(in_play("st-joe", REVOKE), "W", "revoke", "S")
    assert table.state.results[0].personal == (0, 2, 0, 2)
    table.push(f.Shuffle(random_deck(table.book, random.Random(1))))
    overrule(table, 1)
    assert (table.state.score, table.state.results[0].personal) == ((0, 0), (0, 0, 0, 0))


def test_a_lost_game_goes_on_though_another_ruling_was_overruled_first() -> None:
    table = in_play("national", "E: 9s")
    table.push(f.Ruling("points", "a remark", Side.EW, points=2))
    table.push(f.Ruling("game lost", "a second remark", Side.EW))
    assert overrule(table, 1).state.is_over
    overrule(table, 2)
    assert (table.state.phase, table.state.turn, table.state.score) == (Phase.PLAY, Seat.S, (0, 0))


def test_a_game_that_an_overruling_ended_goes_on_at_the_card_at_which_it_ended() -> None:
    table = in_play("national", score=(10, 3))
    table.push(f.Ruling("points off", "a signal", Side.NS, points=1))
    table.push(f.Ruling("points", "another", Side.EW, points=1))
    say(table, "E: 9s, S: Ts")
    assert overrule(table, 1).state.is_over
    overrule(table, 2)
    assert (table.state.phase, table.state.turn, table.state.score) == (Phase.PLAY, Seat.W, (10, 3))
    say(table, "W: As")


# Whatever happens.


def ruled_evening(book: Rulebook, seed: int, steps: int = 180) -> Table:
    """A game at a real table with wrong cards, claims, rulings of every kind, and many of them overruled."""
    chance = random.Random(seed)
    score = (chance.choice([0, 0, 1, 5, 8, 9]), chance.choice([0, 0, 1, 5, 8, 9]))
    table = Table(book, [f.Open(mode="real", dealer=Seat(chance.randrange(4)), score=score)])
    for _ in range(steps):
        if table.state.is_over and chance.random() < 0.3:
            break
        try:
            table.push(_next(table, chance))
        except (IllegalActionError, InvalidActionError):
            continue
    return table


def _next(table: Table, chance: random.Random) -> Fact:
    state, side = table.state, chance.choice(list(Side))
    standing = [number for number, record in enumerate(state.records, 1) if not record.overruled]
    if standing and (state.is_over or chance.random() < 0.06):
        decision: Decision = chance.choice(("as it stands", "as it stands", "points", "points off"))
        return f.Ruling(decision, "seen again", side, chance.randrange(4), chance.choice(standing))
    if state.is_over or chance.random() < 0.06:
        decision = chance.choice([*DECISIONS, *("points", "points off", "play on without score") * 4])
        return f.Ruling(decision, "seen", side, chance.randrange(5))
    if state.asked is not None:
        return f.Ruling(chance.choice(("as it stands", "points", "hand lost")), "asked", state.asked.seat.side, 2)
    if state.phase is Phase.SHUFFLE:
        return f.Shuffle(random_deck(table.book, chance))
    if state.phase is Phase.PLAY and state.turn is not None and chance.random() < 0.25:
        return f.Play(state.turn, chance.choice(state.hand.cards(state.turn) or tuple(table.book.cards())))
    if state.hand.slips and chance.random() < 0.15:
        slip = state.hand.slips[-1]
        return f.Claim(chance.choice(list(Seat)), slip.irregularity, slip.seat)
    if state.phase is Phase.PLAY and chance.random() < 0.02:
        return f.Claim(Seat.N, "card not played singly", chance.choice(list(Seat)))
    return chance.choice([fact for fact in table.legal if not isinstance(fact, f.EndBell) or chance.random() < 0.02])


def without_the_overruled(table: Table) -> Table:
    """The same game again, in which no ruling that was overruled in the end has done anything to the score.

    Rulings keep their numbers: one that gave points gives none, one that kept a side from scoring is a warning, and of
    a choice the score as played is taken.
    """
    void = {place for place, record in enumerate(table.state.records) if record.overruled}
    main, again = Table(table.book), Table(table.book)
    for fact in table.facts:
        before = main.state
        main.push(fact)
        for wanted in _instead(before, main.state, again.state, fact, void):
            again.push(wanted)
    return again


def _instead(before: State, after: State, again: State, fact: Fact, void: set[int]) -> list[Fact]:
    if isinstance(fact, f.Choose):
        owed = next(owed for owed in before.hand.owed if owed.side is fact.seat.side)
        return [replace(fact, choice="as played") if owed.record in void else fact]
    if isinstance(fact, f.Gather):
        return [*(f.Choose(owed.side.seats[0], "as played") for owed in again.hand.owed), fact]
    new = range(len(before.records), len(after.records))
    if len(new) != 1 or new[0] not in void:
        return [fact]
    record = after.records[new[0]]
    overrules = fact.overrules if isinstance(fact, f.Ruling) else 0
    match record.kind:
        case "points" | "points off" | "hand lost":
            return [f.Ruling(record.kind, "no points", record.offender, 0, overrules)]
        case "play on without score" | "game lost":
            return [f.Ruling("warning", "no more than that", record.offender, 0, overrules)]
        case _:
            return [fact]


def personal(state: State) -> list[int]:
    return [sum(result.personal[seat] for result in state.results) for seat in Seat]


def compared(book: Rulebook, seed: int) -> Counter[str]:
    """Compare one game with its replay, and give the overruled rulings by kind; nothing where it cannot be replayed."""
    table = ruled_evening(book, seed)
    try:
        again = without_the_overruled(table)
    except IllegalActionError:
        return Counter()  # without a ruling the game was over sooner, or a card that it opened could stay closed
    assert table.state.score == again.state.score
    assert personal(table.state) == personal(again.state)
    assert (table.state.phase, table.state.result) == (again.state.phase, again.state.result)
    return Counter(record.kind for record in table.state.records if record.overruled)


@settings(max_examples=amount(20, full=80))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_overruling_gives_the_score_of_a_replay_without_the_ruling(name: str, seed: int) -> None:
    compared(load_rulebook(name), seed)


def test_those_games_overrule_every_remedy_that_moves_a_score() -> None:
    overruled: Counter[str] = Counter()
    for seed in range(amount(8, full=12)):
        for name in ALL_BOOKS:
            overruled += compared(load_rulebook(name), seed)
    kinds = ("points", "points off", "play on without score", "hand lost", "choice", "game lost", "new deal")
    assert min(overruled[kind] for kind in kinds) >= 2
