"""Random requests for a server: WebSocket messages and calls of the JSON interface, most of them nonsense."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final, NamedTuple, get_args

from bowerbird.evening import requests as desk_requests
from bowerbird.rulebook import book_names
from bowerbird.rulebook.irregularities import Irregularity
from fuzz.targets import mutated

__all__ = ["Call", "Known", "random_call", "random_message"]

_DO: Final = [
    "act", "sit", "stand", "start", "pause", "pace", "bot", "remove", "give-back", "words", "say", "undo",
    "answer-undo", "rule", "ping",
]  # fmt: skip
_WHATS: Final = [ask.__struct_config__.tag for ask in get_args(desk_requests.Do)]
_ODD: Final[list[Any]] = [
    None, True, False, 0, 1, -1, 3, 4, 2**31, 2**63, 2**70, 1e308, 0.5, "", " ", "x", "N", "Jh", "🂡", "\u202e",
    "é" * 30,
    "a\x00b", "\n", "=1+1", "<b>", "../..", "x" * 500, [], {}, [[]], {"a": 1}, [1, 2], ["Jh"], "all", "club", "NS", 10,
]  # fmt: skip
_NAMES: Final = ["Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Guy", "Hal", "Ida", "Jo", "Kay", "Lou"]
_SHEETS: Final = ["all", "slips", "standings", "score-cards", "nowhere", "..", "season", "rules.pdf"]


class Known(NamedTuple):
    """The knowledge of an attacker: tables, links of every role, and a fact that was offered."""

    tables: list[str]
    links: list[str]
    offered: list[Any]


class Call(NamedTuple):
    """One call of the interface."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""


def random_message(dice: Random, known: Known) -> str | bytes:
    """A random WebSocket message."""
    kind = dice.randrange(12)
    if kind == 0:
        return dice.randbytes(dice.randrange(40))
    if kind == 1:
        return mutated(json.dumps(_message(dice, known)).encode(), dice).decode("utf-8", "replace")
    if kind == 2:
        return json.dumps(dice.choice(_ODD))
    if kind == 3:
        return "[" * dice.randrange(4000)
    return json.dumps(_message(dice, known))


def _message(dice: Random, known: Known) -> dict[str, Any]:
    message: dict[str, Any] = {"id": dice.randrange(10_000), "do": dice.choice(_DO)}
    if known.offered and dice.random() < 0.3:
        message |= {"do": "act", "fact": dice.choice(known.offered)}
    fields = {
        "act": {
            "fact": {"fact": dice.choice(["play", "order", "pass", "name", "discard", "quit"]), "seat": _odd(dice, 2)}
        },
        "sit": {"seat": _odd(dice, dice.randrange(4))},
        "pause": {"paused": _odd(dice, dice.random() < 0.2)},
        "pace": {"pace": _odd(dice, "at once")},
        "bot": {"seat": _odd(dice, dice.randrange(4)), "level": _odd(dice, "simple")},
        "remove": {"seat": _odd(dice, dice.randrange(4))},
        "give-back": {"seat": _odd(dice, dice.randrange(4))},
        "words": {"words": _odd(dice, "lucky")},
        "say": {"phrase": _odd(dice, "Hello")},
        "answer-undo": {"agrees": _odd(dice, True)},
        "rule": {"ruling": {"fact": "ruling", "decision": _odd(dice, "nothing"), "reason": _odd(dice, "x")}},
    }
    message = {**fields.get(str(message["do"]), {}), **message}
    if dice.random() < 0.1:
        message[dice.choice(["id", "do", "seat", "fact", "more"])] = dice.choice(_ODD)
    return message


def _odd(dice: Random, usual: Any) -> Any:
    return dice.choice(_ODD) if dice.random() < 0.3 else usual


def random_call(dice: Random, known: Known) -> Call:
    """A random call of the interface, or of a page."""
    if dice.random() < 0.4:
        return _desk_call(dice, known)
    table, link = dice.choice([*known.tables, "nowhere"]), dice.choice(known.links)
    path = dice.choice(_GETS).format(
        table=table, link=link, number=dice.choice((0, 1, 2, 99999, -1)), what=dice.choice(_SHEETS), rules=_rules(dice)
    )
    if dice.random() < 0.6:
        query = dice.choice(
            (
                "",
                f"after={dice.choice((-1, 0, 1, 'x', 10**12))}",
                f"game={dice.choice((0, 1, 'x'))}",
                f"name={dice.choice(_NAMES)}",
                f"rules={_rules(dice)}&first={_rules(dice)}&second=ccc",
                f"irregularity={dice.choice(get_args(Irregularity))}&holds=x,y".replace(" ", "%20"),
                f"to=/{table}",
                f"size={dice.choice(('a4', 'x'))}&round={dice.choice((0, 1, 7))}&table={dice.choice((1, 99))}",
                f"based_on={_rules(dice)}&title=%00&toml=x",
                mutated(b"after=1&table=x", dice).decode("latin-1"),
            )
        )
        changed = mutated(path.encode(), dice).decode("utf-8", "replace") if dice.random() < 0.1 else path
        return Call("GET", changed if changed.startswith("/") else f"/{changed}", query)
    path = dice.choice(_POSTS).format(link=link)
    return Call("POST", path, "", _body(dice, _posted(dice, path)))


def _rules(dice: Random) -> str:
    return dice.choice([*book_names(), "nowhere", "..", ""])


def _posted(dice: Random, path: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "/api/guest": {"name": _odd(dice, dice.choice(_NAMES))},
        "/api/tables": {"rules": _odd(dice, _rules(dice)), "private": _odd(dice, True), "bots": _odd(dice, None)},
        "/api/join": {"code": _odd(dice, "ABCDEF")},
        "/api/rules/check": {"toml": _odd(dice, 'based_on = "ccc"\n[game]\npoints = 5')},
        "/api/sign-in": {"name": _odd(dice, "Ann"), "passphrase": _odd(dice, "four jacks in a row")},
        "/api/events": {
            "rules": _odd(dice, _rules(dice)),
            "key": _odd(dice, "k"),
            "title": _odd(dice, "x"),
            "trial": 8,
        },
        "/api/seasons": {"title": _odd(dice, "Winter"), "key": _odd(dice, "k"), "rules": _odd(dice, "ccc")},
    }
    found: dict[str, Any] = fields.get(path, {})
    return found


def _desk_call(dice: Random, known: Known) -> Call:
    name, other = dice.sample(_NAMES, 2)
    every: dict[str, Any] = {
        "people": [{"name": _odd(dice, name), "of_age": True, "zone": _odd(dice, "1")}],
        "text": _odd(dice, f"{name}\n{other} & {name}\n"),
        "names": _odd(dice, [name]),
        "name": _odd(dice, name),
        "by": _odd(dice, other),
        "first": name,
        "second": other,
        "points": _odd(dice, 10),
        "do": dice.choice(["start", "pause", "resume", "add"]),
        "table": _odd(dice, dice.randrange(4)),
        "round": _odd(dice, dice.randrange(3)),
        "ns": _odd(dice, dice.randrange(12)),
        "ew": _odd(dice, 10),
        "reason": _odd(dice, "because"),
        "action": dice.choice(["note", "warning", "points off", "removed"]),
        "irregularity": dice.choice(get_args(Irregularity)),
        "seq": _odd(dice, dice.randrange(30)),
        "role": dice.choice(["helper", "player", "public"]),
        "tables": _odd(dice, "all"),
        "winner": name,
        "loser": other,
        "coins": {name: "heads"},
        "cards": _odd(dice, None),
        "minutes": _odd(dice, 1),
        "here": True,
        "date": _odd(dice, "2026-02-03"),
        "shifts": {"1": name},
        "choices": {"in_order": "yes"},
        "purpose": "deal",
    }
    what = dice.choice(_WHATS)
    shape = next(ask for ask in get_args(desk_requests.Do) if ask.__struct_config__.tag == what)
    fields = {field: every[field] for field in shape.__struct_fields__ if field in every and dice.random() < 0.9}
    body = {"what": what, "key": str(dice.randrange(10**9)), **fields}
    return Call("POST", f"/api/desk/{dice.choice(known.links)}/do", "", _body(dice, body))


def _body(dice: Random, fields: dict[str, Any]) -> bytes:
    body = dict(fields)
    if dice.random() < 0.1:
        body[dice.choice(["more", "key", "name", "what"])] = dice.choice(_ODD)
    data = json.dumps(body).encode()
    return mutated(data, dice) if dice.random() < 0.1 else data


_POSTS: Final = (
    "/api/guest", "/api/tables", "/api/join", "/api/rules/check", "/api/sign-in", "/api/sign-out",
    "/api/sign-ins/end", "/api/continue", "/api/events", "/api/seasons", "/api/seasons/{link}/withdraw", "/api/nowhere",
)  # fmt: skip
_GETS: Final = (
    "/", "/me", "/games", "/rules", "/rules/{rules}", "/rules/{rules}/diff/ccc", "/house-rules", "/fair", "/events",
    "/t/{table}", "/t/{table}/replay", "/t/{table}/review", "/t/{table}/rules", "/health", "/metrics",
    "/desk/{link}", "/p/{link}", "/table/{link}", "/sign-up/{link}", "/board/{link}", "/standings/{link}",
    "/sheet/{link}", "/season/{link}", "/play/{link}", "/paper/{link}/{what}",
    "/api/me", "/api/tables", "/api/my-tables", "/api/rules", "/api/rules/{rules}", "/api/rules/{rules}/diff/ccc",
    "/api/tables/{table}/game", "/api/tables/{table}/egn", "/api/tables/{table}/fair/{number}",
    "/api/desk/{link}/view", "/api/desk/{link}/history", "/api/desk/{link}/round/{number}", "/api/desk/{link}/rulings",
    "/api/desk/{link}/ruling", "/api/desk/{link}/missing", "/api/desk/{link}/qr.svg", "/api/desk/{link}/standings.csv",
    "/api/desk/{link}/results.csv", "/api/desk/{link}/ledger.csv", "/api/desk/{link}/export.json",
    "/api/desk/{link}/night.ics", "/api/events", "/api/events/setup", "/api/seasons", "/api/season/{link}",
    "/static/shared/look.css", "/static/{table}", "/schema/openapi.json",
)  # fmt: skip
