"""The pictures of My play: everything is inside its frame, in the right order, whatever the figures are."""

from __future__ import annotations

import re

from bowerbird.learn.ratings import Rating
from bowerbird.learn.statistics import SkillPoint, WinPoint, wilson
from bowerbird.web.pages.charts import WIDE, bars, hill, strip, win_line

BOTS = [("Beginner", 1278), ("Learner", 1424), ("Club", 1500), ("Expert", 1600), ("Champion", 1658)]


def places(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def test_a_line_of_games_won_stays_in_its_frame() -> None:
    for wins in ((5, 5), (0, 10), (10, 10), (6, 3)):
        drawn = win_line([WinPoint(1000 * place, wilson(won, 10)) for place, won in enumerate(wins)])
        assert drawn is not None
        spots = [*places(drawn.line), *places(drawn.band), drawn.end]
        assert all(0 <= x <= WIDE and 0 <= y <= 200 for x, y in spots)
        assert [tick.at for tick in drawn.ticks] == sorted((tick.at for tick in drawn.ticks), reverse=True)
    up = win_line([WinPoint(0, wilson(2, 10)), WinPoint(9, wilson(8, 10))])
    assert up is not None
    (first, low), (last, high) = places(up.line)
    assert first < last
    assert high < low, "more is further up"
    assert win_line([WinPoint(0, wilson(2, 10))]) is None


def test_a_hill_has_its_top_over_the_rating_and_every_bot_in_sight() -> None:
    for rating in (Rating(), Rating(25, 1), Rating(60, 3), Rating(-10, 8)):
        drawn = hill(rating, BOTS)
        curve = places(drawn.path)
        assert all(-0.1 <= x <= WIDE + 0.1 and 0 <= y <= 100 for x, y in curve)
        top = min(curve, key=lambda spot: spot[1])[0]
        assert abs(top - drawn.x) < 10
        assert [perch.points for perch in drawn.perches] == [points for _, points in BOTS]
        assert all(0 < perch.x < WIDE for perch in drawn.perches)
    usual = hill(Rating(), BOTS)
    for row in (0, 1):
        beside = [perch.x for perch in usual.perches if perch.row == row]
        assert all(second - first > 40 for first, second in zip(beside, beside[1:], strict=False)), "no name on another"


def test_bars_hang_deeper_the_more_was_lost_and_strips_have_room() -> None:
    drawn = bars([SkillPoint(1, -0.2), SkillPoint(2, -0.1), SkillPoint(3, 0.05)])
    assert drawn is not None
    deep, middle, none = (bar.height for bar in drawn.bars)
    assert deep > middle > none > 0
    assert bars([]) is None
    for count in (0, 5, 20):
        at = strip(wilson(count, 20), (0.2, 0.3), 0.45)
        assert 0 < at.low <= at.at <= at.high < WIDE
        assert at.strong_from < at.strong_to
