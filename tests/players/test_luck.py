"""Luck and skill add up to the score, and each part is what it says."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.explanation import Weighed
from bowerbird.players.judge.judge import Bounds
from bowerbird.players.luck import game as judged
from bowerbird.players.luck.deals import waits_for_first_call
from bowerbird.players.luck.fortune import GRAIN, Breakdown, Cost, Dealt, Estimate, Fortune
from bowerbird.players.luck.game import fortune_of, weigh
from bowerbird.players.luck.in_effect import in_effect
from bowerbird.players.luck.par import average, par
from bowerbird.players.luck.told import told
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Fact, Open, Play, Ruling, State, Table, step
from deals import ALL_BOOKS, dealt, house, say
from kit.amount import amount
from kit.rows import rows
from players.tables import EVERY_OPTION, changed
from random_books import random_books
from table.real_tables import REVOKE, claim, gather, in_play, real_deal
from table.test_real_properties import wild

SEEDS = st.integers(0, 2**32 - 1)
#: Fewer worlds than usual: quick, and less sure.
FEW = Bounds((16, 32))
#: South makes hearts. East leads the king to the fourth trick. South has the jack and the nine, the only other trumps.
DEAL = {"E": "Ah Kh Ac Ks 9d", "S": "Jh 9h As 9c Ts", "W": "Jd Tc Kc Qd Td", "N": "Qh 9s Kd Ad Qs"}
BEFORE = "E: pass, S: order, N: discard Qs, E: Ac 9c Tc Th, N: 9s Ks As Jd, W: Kc Qh Ah Ts"
TAKEN = f"{BEFORE}, E: Kh Jh Qd Kd, S: 9h Td Ad 9d"
THROWN_AWAY = f"{BEFORE}, E: Kh 9h Qd Kd, E: 9d Jh Td Ad"


def whole(table: Table) -> Fortune:
    """The luck and skill of a game with decisions and deals of any worth: it adds up, whatever has happened."""
    dice = Random(len(table.facts))
    weighed = {
        place: Cost(fact.seat, dice.uniform(-0.2, 2), dice.uniform(0, 0.2), dice.random() < 0.1)
        for place, fact in enumerate(table.facts)
        if isinstance(fact, Weighed) and dice.random() < 0.8
    }
    fortune = fortune_of(table, weighed)
    score = table.state.score
    assert fortune.start + fortune.game.points == score[0] - score[1]
    assert fortune.game.points == sum(hand.points for hand in fortune.hands)
    assert len(fortune.hands) == max(1, len(table.state.results))
    for each in (fortune.game, *fortune.hands):
        adds_up(each)
    return fortune


def adds_up(parts: Breakdown) -> None:
    """Exactly, in any order."""
    skill = [(1 if seat.side is Side.NS else -1) * parts.skill[seat].value for seat in Seat]
    every = [*skill, parts.average.value, parts.deal.value, parts.bots.value, parts.fall.value, parts.rules]
    assert sum(every) == parts.points
    assert sum(sorted(every)) == parts.points
    assert all(part % GRAIN == 0 for part in every)
    errors = [each.error for each in (*parts.skill, parts.average, parts.deal, parts.bots, parts.fall)]
    assert min(errors) >= 0


@pytest.fixture
def any_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals of any worth, which take no time."""

    def worth(book: Rulebook, state: State) -> Dealt:
        dice = Random(repr(state.hand.held))
        return Dealt(Estimate(dice.gauss(), 0.01), Estimate(dice.gauss(0, 2), dice.random()))

    monkeypatch.setattr(judged, "dealt", worth)


def bots_play(book: Rulebook, seed: int, level: str = "simple") -> Table:
    """A game of four bots."""
    dice, bot = Random(seed), player(level, seed)
    table = Table(book, [Open(dealer=Seat(seed % 4))])
    while not table.state.is_over and len(table.state.results) < 30:
        fact = next_automatic(table.book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = bot.choose(book, table.view(table.state.turn))
        table.push(fact)
    return table


# They add up.


@pytest.mark.usefixtures("any_deal")
@settings(max_examples=amount(15, full=60))
@given(name=st.sampled_from(ALL_BOOKS), seed=SEEDS)
def test_luck_and_skill_add_up_whatever_is_done_and_ruled_at_a_real_table(name: str, seed: int) -> None:
    *_, table = wild(load_rulebook(name), seed, 150)
    whole(table)


@pytest.mark.usefixtures("any_deal")
@settings(max_examples=amount(10, full=40))
@given(book=random_books, seed=SEEDS)
def test_luck_and_skill_add_up_under_any_rules(book: Rulebook, seed: int) -> None:
    whole(bots_play(book, seed % 1000, "random"))


def test_those_games_had_everything_in_them() -> None:
    """What the properties above are worth: all kinds of hands and rulings were in them."""
    seen: set[object] = set()
    for seed in range(60):
        *_, table = wild(load_rulebook(ALL_BOOKS[seed % len(ALL_BOOKS)]), seed, 150)
        seen |= {result.outcome for result in table.state.results}
        seen |= {"alone" for result in table.state.results if result.alone}
        seen |= {("overruled", record.overruled) for record in table.state.records if any(record.gave)}
    assert seen >= {"made", "march", "euchre", "new deal", "ruled", "alone"}
    assert seen >= {("overruled", False), ("overruled", True)}


@pytest.mark.usefixtures("any_deal")
@rows("changes", EVERY_OPTION.values())
def test_luck_and_skill_add_up_with_every_option(changes: dict[str, dict[str, object]]) -> None:
    for seed in range(3):
        fortune = whole(bots_play(changed("bicycle", changes), seed))
        assert any(hand.fall.error for hand in fortune.hands)


@pytest.mark.usefixtures("any_deal")
def test_a_game_may_start_with_a_score() -> None:
    table = real_deal("national", score=(3, 1))
    fortune = whole(gather(say(table, "E: order, N: discard 9c")))
    assert fortune.start == 2


def nothing(parts: Breakdown) -> bool:
    """No luck and no skill."""
    return not any(each.value for each in (*parts.skill, parts.average, parts.deal, parts.bots, parts.fall))


def test_who_passes_the_best_cards_gives_points_away_when_the_hand_is_thrown_in() -> None:
    passes = ", ".join(f"{who}: pass" for who in "ESWNESWN")
    table = say(dealt("bicycle", "N", "9h", N="Jh Jd Ah As Ac"), passes)
    (hand,) = fortune_of(table, weigh(table, FEW)).hands
    adds_up(hand)
    assert hand.points == 0
    assert hand.skill[Seat.N].value < -1
    assert hand.skill[Seat.N].value == min(each.value for each in hand.skill)


def test_points_over_the_target_are_neither_luck_nor_skill() -> None:
    last = house("[game]\npoints = 1\nover_target = 'not counted'\n")
    (hand,), (whole_hand,) = (
        fortune_of(say(dealt(book, "N", "Th", **DEAL), THROWN_AWAY), {}).hands for book in (last, "bicycle")
    )
    assert (whole_hand.points, whole_hand.rules) == (-2, 0)
    assert (hand.points, hand.rules) == (-1, 1)
    adds_up(hand)


# Rulings.

#: South reneges, and that costs two points.
RULED = "national"


def test_a_penalty_is_the_skill_of_the_player_it_is_ruled_against() -> None:
    table = claim(in_play(RULED, f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    (hand,) = fortune_of(table, weigh(table, FEW)).hands
    assert hand.points == -2
    assert hand.skill[Seat.S] == Estimate(-2.0)
    assert nothing(replace(hand, skill=(Estimate(),) * 4)), "the hand was not played out"


def test_a_penalty_for_nobody_in_particular_is_nobodys_skill() -> None:
    table = in_play(RULED)
    table.push(Ruling("points", "for the noise", Side.EW, 1))
    (hand,) = fortune_of(table, {}).hands
    assert (hand.points, hand.rules) == (1, 1.0)
    assert nothing(hand)


def test_an_overruled_penalty_is_gone() -> None:
    table = claim(in_play(RULED, f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    table.push(Ruling("as it stands", "it was no renege", overrules=1))
    (hand,) = fortune_of(table, {}).hands
    assert hand.points == 0
    assert nothing(hand)


# What each part is.


def test_a_sure_trick_thrown_away_is_the_skill_of_that_player_alone() -> None:
    taken, thrown = (say(dealt("bicycle", "N", "Th", **DEAL), lines) for lines in (TAKEN, THROWN_AWAY))
    (good,), (bad,) = (fortune_of(table, weigh(table, FEW)).hands for table in (taken, thrown))
    assert (good.points, bad.points) == (1, -2), "made, or euchred"
    assert good.skill[Seat.S].value - bad.skill[Seat.S].value == 3
    assert [good.skill[seat].value for seat in Seat if seat is not Seat.S] == [
        bad.skill[seat].value for seat in Seat if seat is not Seat.S
    ]
    assert (good.average, good.deal, good.fall.value) == (bad.average, bad.deal, bad.fall.value)


def test_every_part_has_its_error() -> None:
    table = say(dealt("bicycle", "N", "Th", **DEAL), TAKEN)
    weighed = weigh(table, FEW)
    (hand,) = fortune_of(table, weighed).hands
    assert hand.average.error > 0
    assert hand.deal.error > hand.average.error
    errors = [hypot(*(each.error for each in weighed.values() if each.seat is seat)) for seat in Seat]
    assert [each.error for each in hand.skill] == pytest.approx(errors)
    assert max(errors) > 0
    assert hand.fall.error > hypot(*errors)


def turned(table: Table) -> Table:
    """The same game with everybody one seat further round."""
    facts: list[Fact] = []
    for fact in table.facts:
        seats = {name: getattr(fact, name).left for name in ("seat", "dealer") if hasattr(fact, name)}
        facts.append(replace(fact, **seats))
    return Table(table.book, facts)


def test_one_seat_further_round_all_figures_are_turned_too() -> None:
    table = bots_play(load_rulebook("bicycle"), 5, "novice")
    places = [place for place, fact in enumerate(table.facts) if isinstance(fact, Weighed)][:60]
    lost = {place: (0.01 * place, 0.1) for place in places}
    one, other = (
        fortune_of(each, {place: Cost(each.facts[place].seat, *lost[place]) for place in places})  # type: ignore[union-attr]
        for each in (table, turned(table))
    )
    for here, there in zip((one.game, *one.hands), (other.game, *other.hands), strict=True):
        assert there.points == -here.points
        assert there.skill == (here.skill[3], *here.skill[:3])
        for name in ("average", "deal", "fall"):
            mine, theirs = getattr(here, name), getattr(there, name)
            assert theirs.value == -mine.value
            assert theirs.error == pytest.approx(mine.error)


def test_all_figures_in_words_are_for_one_side_and_add_up() -> None:
    table = say(dealt("bicycle", "N", "Th", **DEAL), TAKEN)
    place = next(place for place, fact in enumerate(table.facts) if getattr(fact, "seat", None) is Seat.E)
    (hand,) = fortune_of(table, {place: Cost(Seat.E, 0.5, 0.1)}).hands
    lines = told(hand, ["Al", "Bea", "Cy", "Di"])
    figures = {words: float(figure) for words, figure, _ in lines}
    assert figures["Decisions of Bea"] == 0.5, "good for Al and Cy"
    *parts, points = figures.values()
    assert sum(parts) == pytest.approx(points, abs=0.03)
    assert lines[-1][0] == "Points of Al and Cy, less their opponents'"


def test_what_a_bot_lost_for_somebody_is_not_their_skill() -> None:
    table = say(dealt("bicycle", "N", "Th", **DEAL), TAKEN)
    place = next(place for place, fact in enumerate(table.facts) if getattr(fact, "seat", None) is Seat.E)
    (own,) = fortune_of(table, {place: Cost(Seat.E, 0.5, 0.1)}).hands
    (bots,) = fortune_of(table, {place: Cost(Seat.E, 0.5, 0.1, stood_in=True)}).hands
    assert (own.skill[Seat.E], own.bots) == (Estimate(-0.5, 0.1), Estimate())
    assert (bots.skill[Seat.E], bots.bots) == (Estimate(), Estimate(0.5, 0.1)), "good for North and South"
    assert own.fall == bots.fall


def test_a_decision_that_a_ruling_has_undone_is_nobodys_skill() -> None:
    """South revokes, and West has played to it: both cards go back, and both players choose again."""
    table = in_play(RULED, f"{REVOKE}, W: As")
    west = len(table.facts) - 1
    assert {west - 1, west} <= in_effect(table)
    claim(table, "W", "revoke", "S")
    assert table.state.hand.trick.plays == ((Seat.E, Card("9s")),)
    assert not {west - 1, west} & in_effect(table)
    gather(table)
    (hand,) = fortune_of(table, {west: Cost(Seat.W, 0.5), west - 2: Cost(Seat.E, 0.25)}).hands
    assert (hand.skill[Seat.W].value, hand.skill[Seat.E].value) == (0.0, -0.25)
    played = {place for place, fact in enumerate(table.facts) if isinstance(fact, Play)}
    assert played - in_effect(table) == {west - 1, west}, "what was chosen instead counts"


def test_without_rulings_every_decision_is_in_effect() -> None:
    table = bots_play(load_rulebook("st-joe"), 5, "novice")
    every = {place for place, fact in enumerate(table.facts) if isinstance(fact, Weighed)}
    assert in_effect(table) == every


# Par.


def test_par_is_what_strong_players_make_of_the_cards() -> None:
    table = dealt("bicycle", "N", "9h", N="Jh Jd Ah As Ac")
    strong = par(table.book, table.state)
    assert strong.value > 1.5, "more than three tricks"
    assert 0 < strong.error < 0.5
    assert par(table.book, table.state) == strong, "the same each time"


def test_par_is_a_mean_over_what_the_other_side_could_hold() -> None:
    """Four given hands mostly end in one way: as a par that would be a whole number, and hang on a single card."""
    book, dice, found = load_rulebook("bicycle"), Random(2), []
    for _ in range(12):
        state = step(book, State(), Open(dealer=Seat.N))
        while not waits_for_first_call(state):
            fact = next_automatic(book, state, dice)
            assert fact is not None
            state = step(book, state, fact)
        found.append(par(book, state))
    assert sum(each.value == round(each.value) for each in found) <= 1
    assert all(0.02 < each.error < 0.2 for each in found)
    # One card of one opponent changes what the deal was worth by less than a trick's points.
    lies = [
        dealt("bicycle", "N", "9h", N="Jh Ah Kh As Ks", E=east, S="Tc Qc 9d Td Qd", W=west)
        for east, west in (("Jd 9c Jc 9s Ts", "Kd Ad Ac Kc Qs"), ("Kd 9c Jc 9s Ts", "Jd Ad Ac Kc Qs"))
    ]
    here, there = (par(table.book, table.state).value for table in lies)
    assert 0 < abs(here - there) < 0.5


def test_the_dealer_has_the_advantage_in_every_book() -> None:
    for name in ALL_BOOKS:
        book = load_rulebook(name)
        north, east = (average(book, seat) for seat in (Seat.N, Seat.E))
        assert 0.1 < north.value < 1
        assert north.value == -east.value
        assert north.error == east.error > 0
