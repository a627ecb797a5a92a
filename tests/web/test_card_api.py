"""Cards and the grid over HTTP: who may see what, and what is refused."""

from __future__ import annotations

import pytest

from bowerbird.client import EventLink, RefusedError
from web.test_desk_api import People, evening


async def test_a_director_sees_every_card_a_helper_no_money_a_player_the_own_card(people: People) -> None:
    desk = await evening(people, "national", settings={"event.money.fee": 500})
    await desk.do("trial-scores")
    view = await desk.view()
    own, other = (view["tables"][0]["seats"][seat]["name"] for seat in (0, 1))
    card = await desk.get(f"card?name={own}")
    assert card["games"][0]["table"] == 1
    assert [line["words"] for line in card["money"] if line["sure"]] == ["Fee"]
    helper = EventLink(people(), view["links"]["helper"])
    seen = await helper.get(f"card?name={own}")
    assert (seen["money"], seen["paid"], seen["games"]) == ([], None, card["games"])
    phone = EventLink(people(), view["links"]["players"][own])
    mine = await phone.get("card")
    assert (mine["name"], mine["games"]) == (own, card["games"])
    assert all(line["sure"] for line in mine["money"]), "no phone is promised a prize"
    with pytest.raises(RefusedError, match="your own card only"):
        await phone.get(f"card?name={other}")
    with pytest.raises(RefusedError, match="Nobody called 'Nessie'") as refused:
        await desk.get("card?name=Nessie")
    assert refused.value.status == 404
    with pytest.raises(RefusedError, match="does not give that right"):
        await EventLink(people(), view["links"]["public"]).get(f"card?name={own}")


async def test_the_grid_is_the_desks(people: People) -> None:
    desk = await evening(people)
    await desk.do("trial-scores")
    view = await desk.view()
    grid = await EventLink(people(), view["links"]["helper"]).get("games")
    assert len(grid["lines"]) == 4
    assert all(line["cells"][0]["table"] for line in grid["lines"])
    player = next(iter(view["links"]["players"].values()))
    with pytest.raises(RefusedError, match="does not give that right"):
        await EventLink(people(), player).get("games")
