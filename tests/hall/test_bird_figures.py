"""The figures of the birds: the file is true, and the words and drawings come from it."""

from __future__ import annotations

from math import hypot

import pytest

from bowerbird.hall.birds import BOTS, manner_of, measured, shown_birds
from bowerbird.players import LEVELS, STYLES
from bowerbird.players.figures import Figures, measure
from kit.amount import amount

#: Hands of the fresh measurement. A larger number checks more closely.
HANDS = amount(160, soak=2000)
#: Standard errors that a fresh measurement may be away. Chance alone exceeds it once in 15,000 figures.
FAR = 4.0


def test_every_bird_has_a_style_and_figures_at_every_level() -> None:
    assert {bot.style for bot in BOTS.values()} == set(STYLES), "one bird for each style"
    found = measured()
    assert list(found) == list(BOTS)
    for bird in BOTS:
        assert list(found[bird]) == list(LEVELS)
        for figures in found[bird].values():
            assert 0 <= figures.alone <= figures.calls <= figures.hands
            assert figures.euchred <= figures.calls
            assert figures.passed <= figures.biddable


@pytest.mark.parametrize(("level", "bird"), [("club", "finch"), ("club", "heron"), ("novice", "robin")])
def test_the_file_is_what_a_fresh_measurement_finds(level: str, bird: str) -> None:
    fresh, kept = measure(manner_of(level, bird), HANDS, seed=2), measured()[bird][level]
    for name, one, two in zip(("calls", "alone", "euchred", "passed"), _shares(fresh), _shares(kept), strict=True):
        assert abs(one[0] - two[0]) <= FAR * max(hypot(one[1], two[1]), 1 / HANDS), name


def _shares(found: Figures) -> tuple[tuple[float, float], ...]:
    return (
        found.of_hands(found.calls),
        found.of_hands(found.alone),
        found.of_calls(found.euchred),
        found.of_biddable(found.passed),
    )


@pytest.mark.parametrize("level", ["novice", "simple", "club", "master"])
def test_the_file_shows_what_the_styles_say(level: str) -> None:
    by_style = {BOTS[bird].style: levels[level] for bird, levels in measured().items()}
    calls = {style: figures.calls / figures.hands for style, figures in by_style.items()}
    assert calls["careful"] < calls["plain"] < calls["bold"] <= calls["trump-happy"]
    alone = {style: figures.alone / figures.hands for style, figures in by_style.items()}
    assert alone["careful"] <= alone["plain"] <= alone["loner"] <= alone["exact"]
    passed = {style: figures.passed / figures.biddable for style, figures in by_style.items()}
    assert passed["careful"] > passed["bold"]


def test_a_measurement_is_the_same_on_any_number_of_processes() -> None:
    manner = manner_of("club", "finch")
    assert measure(manner, 60, seed=5) == measure(manner, 60, seed=5, workers=2) != measure(manner, 60, seed=6)


def test_bots_seldom_go_alone_unless_somebody_chooses_the_strongest() -> None:
    assert {manner_of(level, "robin").loners for level in LEVELS if level != "champion"} == {"rare"}
    assert manner_of("champion", "robin").loners == "strongest"
    assert manner_of("club") == manner_of("club", "robin"), "a bot that plays for a person is plain"


def test_the_words_tell_the_figures() -> None:
    for bird in shown_birds():
        assert bird.habit.startswith(bird.bird.capitalize())
        for level, shown in bird.levels.items():
            figures = measured()[bird.bird][level]
            calls = round(100 * figures.calls / figures.hands)
            assert shown.words.startswith(f"Calls {calls} of 100 hands, goes alone ")
            assert shown.shares[0] == round(figures.calls / figures.hands, 3)
            if figures.alone:
                assert f"once in {round(figures.hands / figures.alone)}," in shown.words
            else:
                assert f"in none of {figures.hands}," in shown.words
