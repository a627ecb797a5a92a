"""Styles: they decide close choices only, in the direction that they name, and cost next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import get_args

import pytest

from bowerbird.cards import Card
from bowerbird.kernel.search import COMPILED
from bowerbird.players import LEVELS, STYLES, Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.club import ClubPlayer
from bowerbird.players.master import MasterPlayer
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.style import PLAIN, Loners, Style, StyledPlayer, style_named
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Open, Order, Pass, Phase, Play, State, View, step, view
from deals import dealt, say
from kit.amount import amount
from kit.rows import rows
from players.tables import EVERY_OPTION, SMALL, changed, play_game, small

BOOK = load_rulebook("bicycle")
CALLING = (Phase.FIRST_ROUND, Phase.SECOND_ROUND)
#: Levels that are quick enough to look at many hands.
QUICK = ("novice", "simple", "club", "master")


def auctions(count: int, book: Rulebook = BOOK) -> Iterator[View]:
    """Every turn to call in some hands, if nobody makes trump."""
    for number in range(count):
        dice = Random(f"style {number}")
        state = step(book, State(), Open(dealer=Seat(number & 3)))
        while not state.results and len(state.hand.calls) < 8:
            fact = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                if len(seen.legal) > 1 and seen.phase in CALLING:
                    yield seen
                passes = [each for each in seen.legal if isinstance(each, Pass)]
                if not passes:
                    break
                fact = passes[0]
            state = step(book, state, fact)


def calls(chooser: Player, seen: list[View]) -> list[Fact]:
    return [chooser.choose(BOOK, each) for each in seen]


def made(chosen: list[Fact]) -> int:
    return sum(isinstance(fact, Order | Name) for fact in chosen)


def alone(chosen: list[Fact]) -> int:
    return sum(isinstance(fact, Order | Name) and fact.alone for fact in chosen)


@cache
def views() -> list[View]:
    return list(auctions(amount(40, full=100)))


class Remembered:
    """A level that looks at each view once, however many styles ask it."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._inner = player(level, 3)
        self._chosen: dict[int, Fact] = {}
        self._rated: dict[int, dict[Fact, float]] = {}

    def choose(self, book: Rulebook, seen: View) -> Fact:
        if id(seen) not in self._chosen:
            self._chosen[id(seen)] = self._inner.choose(book, seen)
        return self._chosen[id(seen)]

    def ratings(self, book: Rulebook, seen: View) -> dict[Fact, float]:
        assert isinstance(self._inner, ThumbPlayer | ClubPlayer | MasterPlayer)
        if id(seen) not in self._rated:
            self._rated[id(seen)] = self._inner.ratings(book, seen)
        return self._rated[id(seen)]


@cache
def remembered(level: str) -> Remembered:
    """The one player of a level. Its views are those above, which stay."""
    return Remembered(level)


def styled_as(level: str, style: str = PLAIN, loners: str = "strongest") -> Player:
    return StyledPlayer(remembered(level), style, loners)


def test_an_unknown_style_or_taste_for_lone_hands_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'reckless' isn't a style\. Use plain, bold, careful"):
        player("club", 1, style="reckless")
    with pytest.raises(ValueError, match=r"'often' doesn't say how readily to go alone\. Use rare or strongest"):
        player("club", 1, loners="often")
    with pytest.raises(ValueError, match=r"players\.test_style:Passing has no style: it doesn't rate its choices"):
        player("players.test_style:Passing", 1, style="bold")
    with pytest.raises(ValueError, match=r"club has no setting speed\. It has forgets, style, loners"):
        player("club", 1, style="bold", speed=3)


class Passing:
    """A player of somebody's own, which doesn't rate anything."""

    level = "passing"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, book: Rulebook, seen: View) -> Pass:
        """Always the same."""
        return Pass(Seat.N)


@rows("level", LEVELS)
def test_without_a_leaning_every_level_chooses_as_it_does(level: str) -> None:
    itself, plain = small(level, 3), player(level, 3, style=PLAIN, loners="strongest", **SMALL.get(level, {}))
    assert plain.level == level
    assert calls(plain, views()[:40]) == calls(itself, views()[:40])


@pytest.mark.parametrize("level", QUICK)
def test_bold_calls_more_than_careful_and_every_careful_call_is_plain(level: str) -> None:
    """On the same hands, so that chance has no part in it."""
    careful, plain, bold = (calls(styled_as(level, style), views()) for style in ("careful", PLAIN, "bold"))
    assert made(careful) < made(plain) < made(bold)
    for shy, usual, keen in zip(careful, plain, bold, strict=True):
        assert isinstance(usual, Pass) <= isinstance(shy, Pass)
        assert isinstance(keen, Pass) <= isinstance(usual, Pass)


@rows("level", QUICK)
def test_a_patient_player_waits_for_the_second_round(level: str) -> None:
    first = [seen for seen in views() if seen.phase is Phase.FIRST_ROUND]
    second = [seen for seen in views() if seen.phase is Phase.SECOND_ROUND]
    plain, patient = (styled_as(level, style) for style in (PLAIN, "patient"))
    assert made(calls(patient, first)) < made(calls(plain, first))
    assert made(calls(patient, second)) > made(calls(plain, second))


@rows("level", ["club", "master"])
def test_lone_hands_are_rare_unless_somebody_asks_for_them(level: str) -> None:
    rare, loner, strongest = (
        calls(styled_as(level, *manner), views())
        for manner in ((PLAIN, "rare"), ("loner", "rare"), (PLAIN, "strongest"))
    )
    assert 0 < alone(rare) < alone(loner) <= alone(strongest)
    assert 2 * alone(rare) < alone(strongest)
    exact = calls(styled_as(level, "exact", "rare"), views())
    assert alone(exact) == alone(strongest), "exact is the way to ask for them"


@rows("level", QUICK)
@rows("style", STYLES)
def test_a_style_gives_away_no_more_than_its_leaning(level: str, style: str) -> None:
    itself, styled = remembered(level), styled_as(level, style)
    table = style_named(style)
    most = max(abs(table.first), abs(table.second)) + max(0.0, -table.alone)
    for seen in views()[: amount(120, full=1000)]:
        own, chosen = itself.choose(BOOK, seen), styled.choose(BOOK, seen)
        if own != chosen:
            rated = itself.ratings(BOOK, seen)
            assert rated[own] - rated[chosen] <= most + 1e-9


def test_a_leaning_decides_between_leads_that_are_close_and_no_others() -> None:
    table = dealt("bicycle", "W", "9h", N="JhAhThKcAs", W="9cTcQcKsTd")
    say(table, "N: order, W: discard 9c")
    seen = table.view(Seat.N)
    trump, side = Play(Seat.N, Card("Jh")), Play(Seat.N, Card("As"))

    class Rated:
        level = "rated"

        def __init__(self, behind: float) -> None:
            self.behind = behind

        def choose(self, book: Rulebook, seen: View) -> Fact:
            return side

        def ratings(self, book: Rulebook, seen: View) -> dict[Fact, float]:
            return {side: 0.0, trump: -self.behind}

    lean = STYLES["trump-happy"].trump
    assert StyledPlayer(Rated(0.9 * lean), "trump-happy").choose(BOOK, seen) == trump
    assert StyledPlayer(Rated(1.1 * lean), "trump-happy").choose(BOOK, seen) == side
    assert StyledPlayer(Rated(0.0), "bold").choose(BOOK, seen) == side


def test_no_style_goes_alone_where_it_would_lose() -> None:
    for style in STYLES:
        plain, chosen = calls(styled_as("master"), views()), calls(styled_as("master", style), views())
        for one, two in zip(plain, chosen, strict=True):
            assert alone([one]) or not alone([two]) or isinstance(one, Pass), "a call is never turned into a lone one"


def test_where_the_partner_can_only_order_alone_seldom_is_no_reason_to_pass() -> None:
    book = changed("bicycle", EVERY_OPTION["partner goes alone"], points=10)
    asked = [seen for seen in auctions(200, book) if seen.seat is seen.dealer.partner]
    orders = [
        sum(isinstance(player("club", 3, loners=loners).choose(book, seen), Order) for seen in asked)
        for loners in get_args(Loners)
    ]
    assert orders[0] == orders[1] > 0


@rows("style", STYLES)
def test_a_styled_player_plays_any_rules_to_the_end_and_the_same_way_twice(style: str) -> None:
    book = changed("st-joe", EVERY_OPTION["farmer's hand exchanged"])
    for level in ("simple", "club", "master"):
        sides = [(player(level, 5, style=style, loners="rare"), player(level, 6, style=style)) for _ in range(2)]
        first, second = (play_game(book, pair, seed=2) for pair in sides)
        assert first == second


@pytest.mark.skipif(not COMPILED, reason="matches take a compiled kernel")
@rows("style", [style for style in STYLES if style != PLAIN])
def test_a_style_keeps_the_strength_of_the_level(style: str) -> None:
    """`bench/birds.py strength` measures it closely, for any level."""
    styled, plain = (Entrant("club", {"style": each, "loners": "rare"}) for each in (style, PLAIN))
    found = run(Plan(BOOK, styled, plain, seed=1), amount(40, full=150))
    assert found.points_per_hand > -2 * found.stderr - 0.02


def test_every_style_says_what_it_is_and_none_is_the_same() -> None:
    assert all(style.words.endswith(".") for style in STYLES.values())
    assert len(set(STYLES.values())) == len({style.words for style in STYLES.values()}) == len(STYLES)
    assert STYLES[PLAIN] == Style(STYLES[PLAIN].words)
    assert max(abs(lean) for style in STYLES.values() for lean in (style.first, style.second, style.trump)) < 0.2
