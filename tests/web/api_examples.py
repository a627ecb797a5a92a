"""The messages and requests that docs/api.md shows, made from the code. `make write` writes them into the page.

Each is below a line `<!-- example: NAME -->`.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from bowerbird.evening.facts import Role
from bowerbird.evening.requests import Do
from bowerbird.hall.facts import BotSat, Committed, HallFact, Happened, Sat, made_with
from bowerbird.hall.frames import TableSnapshot, encode
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.web.wire import Reply
from deals import dealt, say
from desk.desks import Room as Desk

__all__ = ["PAGE", "table_frame", "with_examples"]

PAGE = Path(__file__).resolve().parents[2] / "docs/api.md"
_BLOCK = re.compile(r"(<!-- example: (\w[\w ]*) -->\n```json\n)(.*?)(?=^```$)", re.M | re.S)
_REQUESTS = re.compile(r"(?<=<!-- example: requests -->\n)(?:\|.*\n)*")
_WIDTH = 116
#: The links by which requests are sent, in words.
_LINKS: Final[dict[Role, str]] = {
    "director": "a director",
    "helper": "a helper",
    "player": "a player, at their own table",
    "table": "a table card",
    "sign-up": "a sign-up page",
}


def with_examples(text: str) -> str:
    """The page with its examples and its list of requests as they are now."""
    assert len(_REQUESTS.findall(text)) == 1, "the page has the list of requests"
    text = _REQUESTS.sub(lambda _: requests_by_link(), text)
    examples = {"table frame": table_frame, "replies": _replies, "player view": _player}
    named = _BLOCK.findall(text)
    assert [name for _, name, _ in named] == list(examples), "the page shows every example, in this order"
    return _BLOCK.sub(lambda found: f"{found[1]}{examples[found[2]]()}\n", text)


def requests_by_link() -> str:
    """A table of the requests that each kind of link allows."""
    requests = get_args(Do)
    assert {role for each in requests for role in each.roles} == set(_LINKS), "every link has its words"
    lines = ["| who | can send |", "|---|---|"]
    for role, words in _LINKS.items():
        allowed = (f"`{each.__struct_config__.tag}`" for each in requests if role in each.roles)
        lines.append(f"| {words} | {', '.join(allowed)} |")
    return "\n".join(lines) + "\n"


def table_frame() -> str:
    """South's frame, in the third trick of a hand: a diamond was led."""
    table = dealt("alberta", "E", "9h", S="Jh Ah Kd Qd 9s", W="Th 9d Qc As Js", N="Qh Kc Tc Ts Ks", E="Jd Ac Td Ad 9c")
    say(table, "S: order, E: discard 9c, S: Jh Th Qh 9h, S: 9s As Ts Ac, W: 9d Tc Ad")
    room = Room(made_with("p-1", table.book, private=True, code="bold-fern-3"))
    secret = "kept until the hand is over"
    facts: tuple[HallFact, ...] = (
        Sat(Seat.S, "p-1", "Al"),
        *(BotSat(seat, "club") for seat in (Seat.W, Seat.N, Seat.E)),
        Committed(1, sha256(secret.encode()).hexdigest(), secret),
        *(Happened(fact) for fact in table.facts),
    )
    for fact in facts:
        room.apply(fact, 1_700_000_000_000)
    return _written(
        TableSnapshot("q7v3k", room, [False, False, True, False], True, now=1_793_700_000_000).frame("p-1", "Al")
    )


def _replies() -> str:
    answers = Reply(17, True), Reply(17, False, "South must follow diamonds: Q♦ or K♦.")
    return "\n".join(_line(msgspec.json.decode(encode(each))) for each in answers)


def _player() -> str:
    """The phone of somebody whose table has a score to accept."""
    desk = Desk("alberta", 8)
    desk.score(1, 10, 6, desk.at(1, 0), round=1)
    view = desk.view(desk.at(1, 1))
    view["rules_link"] = "/sheet/TOKEN"
    return _written(msgspec.json.encode(view))


def _written(body: bytes) -> str:
    return _broken(msgspec.json.decode(body), "", 0)


def _broken(value: Any, indent: str, width: int = _WIDTH) -> str:
    """JSON to read: on one line where that is short enough, otherwise each part on its own."""
    whole = _line(value)
    if len(indent) + len(whole) <= width or not isinstance(value, dict | list) or not value:
        return whole
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{_line(key)}: {_broken(each, inner, _WIDTH - len(key) - 4)}" for key, each in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + _broken(each, inner) for each in value) + f"\n{indent}]"


def _line(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


if __name__ == "__main__":
    PAGE.write_text(with_examples(PAGE.read_text("utf-8")), "utf-8")
