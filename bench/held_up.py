"""What the costliest request of each kind takes of the server's own process: nobody else is served in that time.

    python bench/held_up.py --people 1200

For each request: the longest single step of the loop, and all processor time of the server's process. The goal is 20 ms
for a step; exits with 1 if one takes longer. Time in threads is shown only: Python makes them give way to the loop
every millisecond, hashing needs no interpreter at all, and each caller pays for it from a budget. Work in other
processes isn't counted.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.web.app import create_app
from bowerbird.web.security.limits import Limits
from common import at_most, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file
from processes import free_port  # type: ignore[import-not-found]  # beside this file

#: Seconds of the loop's thread in one step.
GOAL = 0.02
#: The maximum of people that are made up for a practice run. More are entered.
PRACTICE = 1200
PLENTY = (1e6, 1e6)
LIMITS = Limits(
    requests=PLENTY,
    people=PLENTY,
    shared=PLENTY,
    strangers=PLENTY,
    writes=PLENTY,
    newcomers=PLENTY,
    own_writes=PLENTY,
    prints=PLENTY,
    secrets=PLENTY,
    effort=PLENTY,
    strangers_effort=PLENTY,
)

Ask = Callable[[], httpx.Response]


class Steps:
    """The longest step of the server's loop."""

    longest = 0.0


@contextmanager
def counted() -> Iterator[Steps]:
    """Count the steps of the loop in the other thread."""
    steps, here, plain = Steps(), threading.get_ident(), asyncio.Handle._run

    def run(self: asyncio.Handle) -> None:
        begun = time.thread_time()
        plain(self)
        if threading.get_ident() != here:
            steps.longest = max(steps.longest, time.thread_time() - begun)

    asyncio.Handle._run = run  # type: ignore[method-assign]
    gc.disable()
    yield steps


@contextmanager
def serving(folder: Path, processes: int) -> Iterator[str]:
    """A server in another thread; gives its address."""
    settings = Settings(grace=0.2, words_wait=0, pace_factor=0, review_ahead=False)
    app = create_app(
        folder,
        Keyring(b"the secret of this measurement only"),
        clock=lambda: time.time_ns() // 1_000_000,
        settings=settings,
        limits=LIMITS,
        bot_processes=processes,
    )
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", loop="asyncio"))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def prepare(http: httpx.Client, people: int) -> tuple[str, str]:
    """An event of so many people in its second round, as its director's token, and a finished game."""
    http.post("/api/guest", json={"name": "Al"})
    http.post("/api/account", json={"passphrase": "a short sentence will do"}).raise_for_status()
    made = http.post("/api/events", json={"rules": "ccc", "key": "first", "trial": min(people, PRACTICE)}).json()
    token = made["link"].rpartition("/")[2]
    more = "\n".join(f"Newcomer{n} Else{n * 7 % 1000}" for n in range(people - PRACTICE))
    steps: list[dict[str, Any]] = [
        *([{"what": "paste", "text": more}] if more else ()),
        {"what": "check-in", "names": "all"},
        {"what": "seat"},
        {"what": "trial-scores"},
        {"what": "next"},
    ]
    for number, step in enumerate(steps):
        answer = http.post(f"/api/desk/{token}/do", json={**step, "key": f"step {number}"})
        assert answer.status_code == 200, answer.text
    rules = "based_on = 'bicycle'\n[game]\npoints = 50\n"
    table = http.post("/api/tables", json={"house_rules": rules, "bots": "simple", "pace": "quick"}).json()
    return token, table.get("table", "")


def recorded(deals: int) -> str:
    """A recorded game with fifty alternative lines in each deal, as base64."""
    cards = ["Jh Qh Jd 9h", "Ah 9s Js Th", "Ac Qc Kd 9c", "Td Kc Ad Ks", "Qs As Kh Ts"]
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [trick.split() for trick in cards]}
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Order"]}
    deal = {
        "initialState": {"dealer": 0, "upCard": "9h"},
        "phases": [bidding, play],
        "alternativeLines": [{"branchIndex": 1, "phases": [play]}] * 50,
    }
    game = {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": ["Ann", "Ben", "Cas", "Dot"], "initialScore": [0, 0]},
        "deals": [{"dealNumber": 4 * number, **deal} for number in range(deals)],
    }
    return base64.b64encode(json.dumps(game).encode()).decode()


def requests(http: httpx.Client, token: str, people: int) -> Iterator[tuple[str, Ask]]:
    """The costliest of each kind."""
    number = iter(range(1_000_000))

    def get(path: str, **more: Any) -> Ask:
        return lambda: http.get(path, **more)

    def post(path: str, body: Callable[[], dict[str, Any]]) -> Ask:
        return lambda: http.post(path, json=body())

    def do(**more: Any) -> Ask:
        return lambda: http.post(f"/api/desk/{token}/do", json={"key": f"do {next(number)}", **more})

    book = 'based_on = "alberta"\n' + "\n".join(f"{'.'.join('abcdefg')}{n} = 1" for n in range(360))
    shares = 'based_on = "alberta"\n[event.money.shares]\n' + "\n".join(f"{n} = [100]" for n in range(1, 1_400))
    dotted = f"{'.'.join('a' * 7_000)} = 1"
    for name, text in (("deep", book), ("shares", shares), ("dotted", dotted)):
        yield f"house rules page, {name}", get("/house-rules", params={"toml": text}, headers={"accept": "text/html"})
        yield f"house rules check, {name}", post("/api/rules/check", lambda text=text: {"toml": text})  # type: ignore[misc]
        yield f"table by house rules, {name}", post("/api/tables", lambda text=text: {"house_rules": text})  # type: ignore[misc]
    yield "house rules page, plain", get("/house-rules", params={"game.points": "7"}, headers={"accept": "text/html"})
    yield "event of 1,200", post("/api/events", lambda: {"rules": "ccc", "key": f"e{next(number)}", "trial": 1200})
    yield (
        "event by house rules",
        post("/api/events", lambda: {"rules": "alberta", "house_rules": shares, "key": f"e{next(number)}"}),
    )
    yield "prizes", post("/api/events/prizes", lambda: {"rules": "ccc", "people": 3000})
    yield "set-up form", get("/api/events/setup", params={"rules": "ccc", "tables": 300})
    members = "\n".join(f"Person{n} Of{n * 7 % 1000}" for n in range(1000))
    yield "members preview, 1,000", post("/api/members/mine/read", lambda: {"text": members})
    yield "members import, 1,000", post("/api/members/mine/import", lambda: {"text": members})
    yield (
        "members preview, 1,000 x 1,000",
        post("/api/members/mine/read", lambda: {"text": members.replace("Of", "Off")}),
    )
    yield "members page", get("/api/members/mine")
    yield "members export", get("/api/members/mine/members.csv")
    yield (
        "one more member",
        post("/api/members/mine", lambda: {"what": "add", "member": {"name": f"Person{next(number)} Oof"}}),
    )
    names = "\n".join(f"Somebody{n} Else{n * 7 % 1000}" for n in range(2000))
    yield "names pasted, 2,000", do(what="paste", text=names)
    yield "names pasted, 190 kB", do(what="paste", text="A & B\n" * 33_000)
    yield "names alike", get(f"/api/desk/{token}/alike", params={"name": "Quentin Quarterstaff"})
    yield "desk view", get(f"/api/desk/{token}/view")
    yield "a score", do(what="trial-scores")
    yield "desk view after it", get(f"/api/desk/{token}/view")
    for path in ("history", "games", "round/1", "change", "export.json", "standings.csv", "results.csv", "ledger.csv"):
        yield f"desk {path}", get(f"/api/desk/{token}/{path}")
    links = http.get(f"/api/desk/{token}/view").json().get("links") or {}
    for role in ("public", "board", "sign_up"):
        link = str(links.get(role, "")).rpartition("/")[2]
        if link:
            yield f"{role} view", get(f"/api/desk/{link}/view")
            yield f"{role} names alike", get(f"/api/desk/{link}/alike", params={"name": "Quentin Quarterstaff"})
    yield "next round", do(what="next")
    yield "undo", do(what="undo")
    yield (
        "preview of a change",
        post(f"/api/desk/{token}/preview", lambda: {"what": "change", "key": "p", "title": "T"}),
    )
    yield "QR code, long", get(f"/api/desk/{token}/qr.svg", params={"to": f"/{'x' * 599}"})
    yield "again form", get(f"/again/{token}", headers={"accept": "text/html"})
    yield "my events", get("/api/events")
    yield "paper", get(f"/paper/{token}/standings.pdf")
    yield "sign in", post("/api/sign-in", lambda: {"name": "Nobody", "passphrase": "wrong wrong wrong"})
    yield "recorded game, 800 lines", post("/api/recorded", lambda: {"file": recorded(16)})
    yield "openapi", get("/schema/openapi.json")
    yield (
        "body of 500 kB",
        lambda: http.post(
            f"/api/desk/{token}/do", content=json.dumps({"what": "enter", "key": "x", "people": [["a"] * 50] * 2000})
        ),
    )
    yield "season page of this event", get("/api/seasons")


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--people", type=int, default=1200)
    parser.add_argument("--processes", type=int, default=1, help="worker processes; 0 runs everything here")
    parser.add_argument("--only", default="", help="only requests with this word")
    asked = parser.parse_args()
    steps_ms: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), asked.processes) as address,
        counted() as steps,
        httpx.Client(base_url=address, headers={"X-Bowerbird": "1"}, timeout=120, trust_env=False) as http,
    ):
        token, _ = prepare(http, asked.people)
        progress(f"{'request':36} {'status':>6} {'longest step':>13} {'in this process':>16} {'answer':>9}")
        for name, ask in requests(http, token, asked.people):
            if asked.only not in name:
                continue
            worst, spent, took, status = 0.0, 0.0, 0.0, 0
            for turn in range(3):
                gc.collect()
                steps.longest, here, own = 0.0, time.process_time(), time.thread_time()
                begun = time.monotonic()
                status = ask().status_code
                if not turn:
                    continue  # templates and modules are loaded for the first one
                took = time.monotonic() - begun
                spent = max(spent, time.process_time() - here - (time.thread_time() - own))
                worst = max(worst, steps.longest)
            steps_ms[name] = round(worst * 1000, 1)
            progress(f"{name:36} {status:>6} {worst * 1000:>10.1f} ms {spent * 1000:>13.1f} ms {took * 1000:>6.0f} ms")
    figures = {
        "requests": len(steps_ms),
        "longest_step_ms": max(steps_ms.values()),
        "median_step_ms": sorted(steps_ms.values())[len(steps_ms) // 2],
    }
    tell(figures, at_most("longest_step_ms", 1000 * GOAL), details=steps_ms)


if __name__ == "__main__":
    main()
