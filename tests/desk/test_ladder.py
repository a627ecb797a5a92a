"""The ladder of a season: shown only if its owner wants it, from the games of its events and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bowerbird.desk.desk import Desk
from bowerbird.desk.ladder import results_of
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.evening.rights import Right
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.learn.ratings import rate
from desk.test_live import ask
from desk.test_season import NAMES, WANTED, night


def token_of(own: OwnSeason) -> str:
    return own.link.rpartition("/")[2]


async def test_it_is_hidden_until_the_owner_shows_it_and_again_after(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    assert not own.ladder
    with pytest.raises(NotFoundError, match="no ladder"):
        await desk.seasons.ladder(token_of(own))
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
    with pytest.raises(NotFoundError):
        await desk.seasons.ladder(token_of(own))


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
