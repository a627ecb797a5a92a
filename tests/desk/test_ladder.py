"""The ladder of a season: shown only if its owner wants it, from the games of its events and nothing else."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bowerbird.desk.desk import Desk
from bowerbird.desk.ladder import results_of
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.evening.rights import Right
from bowerbird.event.boards import compared
from bowerbird.event.simulate import simulate
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.learn.ratings import rate
from bowerbird.seats import Side
from desk.desks import refused
from desk.test_live import ask
from desk.test_season import NAMES, WANTED, night
from event.test_duplicate import book_of


def token_of(own: OwnSeason) -> str:
    return own.link.rpartition("/")[2]


async def test_it_is_hidden_until_the_owner_shows_it_and_again_after(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    assert not own.ladder
    await refused(desk.seasons.ladder(token_of(own)), "no ladder", NotFoundError)
    with pytest.raises(NotAllowedError):
        await desk.seasons.show_ladder(token_of(own), True)  # the public link is no key
    shown = await desk.seasons.show_ladder(own.season, True)
    assert shown.ladder
    assert (await desk.seasons.ladder(token_of(shown))).lines == ()
    assert [each.ladder for each in await desk.seasons.of("a person")] == [True]
    await desk.seasons.show_ladder(own.season, True)
    name, state = await desk.seasons.by_token(token_of(own))
    assert len(await desk.log.read(f"season:{name}")) == 2, "the same again is no news"
    assert state.ladder
    await desk.seasons.show_ladder(own.season, False)
    await refused(desk.seasons.ladder(token_of(own)), "", NotFoundError)


async def test_people_are_ranked_by_their_games_in_all_events_of_the_season(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    await desk.seasons.show_ladder(own.season, True)
    second = await night(desk, "2", "2026-01-12", own, NAMES[:4])
    first = await night(desk, "1", "2026-01-05", own)
    await night(desk, "other", "2026-01-19", None)
    ladder = await desk.seasons.ladder(token_of(own))
    results = [*results_of(first.evening.event), *results_of(second.evening.event)]
    assert len(results) == 2 * 2 + 2
    by_hand = rate({}, results, fixed={})
    assert {line.name: (line.points, line.games) for line in ladder.lines} == {
        name: (rating.points, rating.games) for name, rating in by_hand.items()
    }
    assert [line.points for line in ladder.lines] == sorted((line.points for line in ladder.lines), reverse=True)
    assert {line.name for line in ladder.lines} == set(NAMES)
    assert all(line.provisional for line in ladder.lines)


async def test_subs_play_for_themselves_and_open_games_do_not_count(desk: Desk) -> None:
    own = await desk.seasons.make("a person", NewSeason(title="Spring", rules="trailer-estates", key="sub"))
    live = await night(desk, "1", "2026-01-05", own)
    event = live.evening.event
    past = event.rounds[0]
    seated = past.tables[0].seats
    with_sub = replace(past, subs={seated[0]: "Zed"})
    changed = replace(event, rounds=(with_sub,))
    four = {name for result in results_of(changed) for team in result.teams for name in team}
    assert "Zed" in four
    assert seated[0] not in four
    gone = replace(past, gone=(seated[1],))
    changed = replace(event, rounds=(gone,))
    assert len(list(results_of(changed))) == len(past.tables) - 1, "three people are no game"
    open_ = replace(past, results={})
    changed = replace(event, rounds=(open_,))
    assert list(results_of(changed)) == []


async def test_a_score_that_is_corrected_reaches_the_ladder(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    await desk.seasons.show_ladder(own.season, True)
    live = await night(desk, "1", "2026-01-05", own)
    before = await desk.seasons.ladder(token_of(own))
    fixed = ask("correct", "c", round=1, table=1, ns=0, ew=10, reason="It was written the wrong way round.")
    await desk.do(Right(live.name, "director"), live, fixed)
    assert await desk.seasons.ladder(token_of(own)) != before


def test_in_duplicate_the_difference_decides_and_open_boards_do_not_count() -> None:
    """Raw scores say how good the cards were; the comparison says who made more of them."""
    event, _ = simulate(book_of("duplicate", unit="people"), 12, 3, random.Random(3))
    results = list(results_of(event))
    assert results
    by_hand = []
    for past in event.rounds:
        for table in past.tables:
            worth = sum(each.worth[0] for each in compared(event).get((past.number, table.number), ()))
            by_hand.append((table.seats[0], float(worth)))
    found = [(result.teams[0][0], result.scores[0]) for result in results]
    assert [name for name, _ in found] == [name for name, _ in by_hand]
    assert [score for _, score in found] == pytest.approx([worth for _, worth in by_hand])
    assert all(result.scores[0] == pytest.approx(-result.scores[1]) for result in results)
    raw = [past.results[table.number].score.winner for past in event.rounds for table in past.tables]
    better = [None if score == 0 else Side.NS if score > 0 else Side.EW for _, score in by_hand]
    assert raw != better, "it is another question than who won more points"
