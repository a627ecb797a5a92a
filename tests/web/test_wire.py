"""The wire: what is sent fits the structs that describe it, and the declarations for the pages are made from them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from litestar import Response, Router
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.keyring import Keyring
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table.facts import card_from_text
from bowerbird.web import wire
from bowerbird.web.app import create_app
from bowerbird.web.desk.api import desk_api
from bowerbird.web.desk.files import desk_files
from bowerbird.web.tables.api import api
from desk.desks import DIRECTOR, HELPER, PUBLIC, SIGN_UP, Room, table_card
from hall.worlds import choice
from kit.rows import rows
from web.api_examples import PAGE, table_frame, with_examples

PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}


def test_the_page_for_programs_shows_messages_as_they_are_sent() -> None:
    page = PAGE.read_text("utf-8")
    assert page == with_examples(page), "make write writes the examples again"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Log(tmp_path) as log:
        hall = Hall(
            log, lambda: 1_700_000_000_000, Settings(words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0
        )
        yield hall
        await hall.close()


@rows(("rules", "mode"), [("alberta", "guarded"), ("st-joe", "real")])
async def test_a_frame_is_a_table_frame_for_everyone_who_looks(hall: Hall, rules: str, mode: Any) -> None:
    frames: list[bytes] = []

    def heard(snapshot: TableSnapshot) -> None:
        frames.extend(snapshot.frame(who, who) for who in (*PEOPLE.values(), "watcher", ""))

    live = await hall.make_table("north", TableSetup(rules=rules, mode=mode))
    live.listen(heard)
    for seat, person in PEOPLE.items():
        await live.sit(person, person, seat)
    await live.start("north")
    chance = random.Random(3)
    while not live.room.table.state.results:
        fact = choice(live, chance)
        await asyncio.sleep(0)
        if fact is not None:
            with suppress(NotAllowedError):  # the table draws and deals itself, and may be quicker
                await live.act(live.room.chairs[Seat(getattr(fact, "seat"))].person, fact)  # noqa: B009
    decoder = msgspec.json.Decoder(wire.TableFrame, dec_hook=card_from_text)
    told = [decoder.decode(frame) for frame in frames]
    assert any(frame.view and frame.view.actions for frame in told)  # type: ignore[attr-defined]
    assert any(frame.view and frame.view.results for frame in told)  # type: ignore[attr-defined]


VIEWS = {
    DIRECTOR: wire.DirectorView,
    HELPER: wire.DirectorView,
    PUBLIC: wire.BoardView,
    SIGN_UP: wire.SignUpView,
    table_card(1): wire.TableCardView,
}


@rows("rules", ["alberta", "ccc", "trailer-estates"])
def test_a_view_is_the_struct_of_its_role(rules: str) -> None:
    room = Room(rules, 9)
    for _ in range(2):
        for right, shape in {**VIEWS, room.at(1, 0): wire.PlayerView}.items():
            view = room.view(right)
            if shape is wire.DirectorView:
                view["sheets"] = []  # the web adds these
            msgspec.convert(view, shape, str_keys=True)
        room.play_round()


def test_openapi_describes_frames_and_views(tmp_path: Path) -> None:
    app = create_app(tmp_path, Keyring(b"a secret of these tests alone, and long"), clock=lambda: 0)
    with TestClient(app) as client:
        described: dict[str, Any] = client.get("/schema/openapi.json").json()
    messages = described["x-websockets"]["/ws/{table}"]
    assert {"$ref": "#/components/schemas/Table.TableFrame"} in messages["receive"]["oneOf"]
    assert {"$ref": "#/components/schemas/Table.Act"} in messages["send"]["oneOf"]
    room = Room("alberta", 8)
    for told, shape in ((json.loads(table_frame()), "Table.TableFrame"), (room.view(PUBLIC), "BoardView")):
        schema = {"$ref": f"#/components/schemas/{shape}", "components": described["components"]}
        jsonschema.validate(told, schema, jsonschema.Draft202012Validator)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**told, "seq": "many"}, schema, jsonschema.Draft202012Validator)


def test_every_answer_of_the_interface_is_listed() -> None:
    listed = {each for message in wire.MESSAGES.values() for each in (get_args(message) or (message,))}
    answers = {
        part
        for router in (api, desk_api, desk_files)
        for answer in _answers(router)
        for part in (get_args(answer) or (answer,))
        if isinstance(part, type) and issubclass(part, msgspec.Struct)
    }
    assert len(answers) >= 20
    assert answers <= listed


def _answers(router: Router) -> list[Any]:
    found = []
    for route in router.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            told = handler.parsed_return_field.annotation
            found.append(get_args(told)[0] if getattr(told, "__origin__", None) is Response else told)
            found += [spec.data_container for spec in (handler.responses or {}).values()]
    return found
