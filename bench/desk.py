"""Sixty phones and a desk against a real server that is killed during rounds: every score must arrive once.

    python bench/desk.py --people 60 --rounds 4 --kills 4

Also measured: how soon a score from the desk is on the board, and how long the processor works for a view of the desk.

Every person has a phone that follows the event by long polling. At each table one side enters the score and the other
confirms it, enters the same, or disagrees first; one table in five is entered at the desk. A request without an answer
is sent again with its key, and answered requests are repeated at random. The server is killed by SIGKILL in the middle
of rounds. At the end the log is read: every score is in it once, and the standings follow from the scores.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bowerbird.client import Client, EventLink, RefusedError, new_key
from bowerbird.desk.links import Links
from bowerbird.desk.live import LiveEvent, commands_of
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.rights import Right
from bowerbird.evening.state import Story
from bowerbird.event import standings
from bowerbird.event.facts import ScoreAccepted, ScoreEntered
from bowerbird.event.simulate import quick_game
from bowerbird.event.totals import shown
from bowerbird.keyring import Keyring
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from common import parser_for, percentile, tell  # type: ignore[import-not-found]  # beside this file
from processes import free_port, ready, start_server  # type: ignore[import-not-found]  # beside this file

#: The share of answered requests that are sent again.
AGAIN = 0.3


@dataclass
class Figures:
    """Observations on the way."""

    sent: int = 0
    repeated: int = 0
    unanswered: int = 0
    views: int = 0
    answers_ms: list[float] = field(default_factory=list)
    news_ms: list[float] = field(default_factory=list)
    board_ms: list[float] = field(default_factory=list)
    view_cpu_ms: list[float] = field(default_factory=list)
    entered: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


class Phone:
    """A link that keeps trying, as the pages do."""

    def __init__(self, link: EventLink, chance: random.Random, figures: Figures) -> None:
        self.link, self.chance, self.figures = link, chance, figures
        self.view: dict[str, Any] = {}

    async def until_answered(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Repeat a request until the server answers. It may be down for a while."""
        while True:
            try:
                return await ask()
            except httpx.TransportError:
                self.figures.unanswered += 1
                await asyncio.sleep(0.05 + self.chance.random() * 0.2)
            except RefusedError as refusal:
                if refusal.status not in (429, 500, 503):
                    raise
                await asyncio.sleep(0.2)

    async def do(self, what: str, **rest: Any) -> dict[str, Any]:
        """Send something until it is acknowledged, and now and then once more."""
        key = new_key()
        began = time.monotonic()
        answer: dict[str, Any] = await self.until_answered(lambda: self.link.do(what, key, **rest))
        self.figures.sent += 1
        self.figures.answers_ms.append((time.monotonic() - began) * 1000)
        if self.chance.random() < AGAIN:
            again = await self.until_answered(lambda: self.link.do(what, key, **rest))
            assert again == answer, "sent again, answered the same"
            self.figures.repeated += 1
        return answer

    async def look(self, after: int = -1) -> dict[str, Any]:
        """Take the newest view; an answer without changes is ignored."""
        seen = await self.until_answered(lambda: self.link.view(after))
        self.figures.views += 1
        if not seen.get("same"):
            self.view = seen
        return self.view

    async def follow(self) -> None:
        """Follow the event, as an open page does."""
        after = -1
        while True:
            after = (await self.look(after))["seq"]

    async def wait_for(self, condition: Callable[[dict[str, Any]], bool], seconds: float = 120) -> None:
        """Wait until this phone has seen it."""
        async with asyncio.timeout(seconds):
            while not self.view or not condition(self.view):
                await asyncio.sleep(0.01)


async def play_table(phones: dict[str, Phone], tile: dict[str, Any], round_: int, score: dict[str, Any]) -> None:
    """One side enters a score; the other confirms it, enters the same, or enters something else first."""
    names = [seat["plays"] for seat in tile["seats"]]
    chance = phones[names[0]].chance
    await asyncio.sleep(chance.random() * 0.6)
    one, other = (0, 1) if chance.random() < 0.5 else (1, 0)
    first, second = (phones[names[side + 2 * chance.randrange(2)]] for side in (one, other))
    await first.wait_for(lambda view: view["round"] and view["round"]["number"] == round_ and view["may"]["enter"])
    began = time.monotonic()
    await first.do("score", round=round_, **score)
    await second.wait_for(lambda view: view["may"]["accept"])
    first.figures.news_ms.append((time.monotonic() - began) * 1000)
    await asyncio.sleep(chance.random() * 0.3)
    way = chance.random()
    if way < 0.5:
        await second.do("accept", round=round_)
    elif way < 0.8:
        await second.do("score", round=round_, **score)
    else:
        wrong = {**score, "ns": score["ew"], "ew": score["ns"], "cards": None}
        if wrong["ns"] == wrong["ew"]:
            await second.do("accept", round=round_)
            return
        await second.do("score", round=round_, **wrong)
        await first.wait_for(lambda view: view["table"]["state"] == "disputed")
        await second.do("score", round=round_, **score)


def result_at(view: dict[str, Any], table: int) -> Any:
    """The score of a table, on the desk or on the board."""
    return next((tile["result"] for tile in view["tables"] if tile["number"] == table), None)


async def desk_enters(desk: Phone, board: Phone, round_: int, table: int, score: dict[str, Any]) -> None:
    """The director enters a score; then it is on the board."""
    began = time.monotonic()
    await desk.do("score", round=round_, table=table, **score)
    await board.wait_for(lambda view: view["round"]["number"] == round_ and result_at(view, table))
    desk.figures.board_ms.append((time.monotonic() - began) * 1000)


async def put_away(following: list[asyncio.Task[None]], clients: list[Client]) -> None:
    """The event is over: put all phones away."""
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    for client in clients:
        await client.http.aclose()


def any_score(rules: str, dealer: int, chance: random.Random) -> dict[str, Any]:
    game = quick_game(load_rulebook(rules), Seat(dealer), chance)
    return {"ns": game.ns, "ew": game.ew}


async def evening(people: int, rounds: int, kills: int, seed: int, folder: Path, rules: str) -> dict[str, Any]:
    """Run a whole event, and return the result."""
    chance = random.Random(seed)
    figures = Figures()
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    server = start_server(folder, port)
    await ready(address)
    clients = [Client(address)]
    tasks: list[asyncio.Task[None]] = []
    restarts: list[float] = []
    try:
        await clients[0].guest("Director")
        made = await clients[0].make_event(rules, title="Sixty phones", trial=people, rounds=rounds)
        desk = Phone(made, chance, figures)
        await desk.do("check-in", names="all")
        links = (await desk.look())["links"]["players"]
        phones: dict[str, Phone] = {}
        for name, link in links.items():
            clients.append(Client(address))
            phones[name] = Phone(EventLink(clients[-1], link), chance, figures)
        clients.append(Client(address))
        board = Phone(EventLink(clients[-1], (await desk.look())["links"]["board"]), chance, figures)
        tasks = [asyncio.create_task(phone.follow()) for phone in (desk, board, *phones.values())]
        kill_in = sorted(chance.sample(range(rounds), min(kills, rounds)))
        for round_ in range(1, rounds + 1):
            await desk.do("seat" if round_ == 1 else "next")
            await desk.wait_for(lambda view, now=round_: view["round"] and view["round"]["number"] == now)  # type: ignore[misc]
            playing: list[Awaitable[Any]] = []
            for tile in desk.view["tables"]:
                score = any_score(rules, tile["dealer"], chance)
                figures.entered[round_, tile["number"]] = (score["ns"], score["ew"])
                if tile["number"] % 5 == 0:
                    playing.append(desk_enters(desk, board, round_, tile["number"], score))
                else:
                    playing.append(play_table(phones, tile, round_, score))
            games = asyncio.gather(*playing)
            for _ in range(kill_in.count(round_ - 1)):
                await asyncio.sleep(0.1 + chance.random() * 0.5)
                server.kill()
                server.wait()
                await asyncio.sleep(0.2)
                began = time.monotonic()
                server = start_server(folder, port)
                await ready(address)
                restarts.append(time.monotonic() - began)
            await games
        answer = await desk.do("finish")
        final = await desk.look(answer["seq"] - 1)
    finally:
        await put_away(tasks, clients)
        server.kill()
        server.wait()
    problems = await compare(folder, made.token.partition(".")[0], figures, final)
    figures.view_cpu_ms = await views_made(folder, made.token.partition(".")[0])
    return {
        "people": people,
        "rounds": rounds,
        "kills": len(restarts),
        "scores": len(figures.entered),
        "acknowledged": figures.sent,
        "repeated": figures.repeated,
        "unanswered": figures.unanswered,
        "views": figures.views,
        "answer_ms": spread(figures.answers_ms),
        "seen_by_the_other_side_ms": spread(figures.news_ms),
        "on_the_board_ms": spread(figures.board_ms),
        "view_cpu_ms": spread(figures.view_cpu_ms),
        "restart_s": [round(seconds, 2) for seconds in restarts],
        "problems": problems,
    }


async def views_made(folder: Path, name: str) -> list[float]:
    """Milliseconds of the processor for a view of the desk that nobody has seen before."""
    async with Log(folder) as log:
        story = Story(commands_of(await log.read(f"event:{name}")))
    taken = []
    for _ in range(20):
        live = LiveEvent(name, story, None, None, None)  # type: ignore[arg-type]  # it is only looked at
        began = time.process_time()
        view_json(live, Right(name, "director"), Links(Keyring(b"a bench's own secret for its links")), 0)
        taken.append((time.process_time() - began) * 1000)
    return taken


def spread(values: list[float]) -> dict[str, float]:
    """Median, nineteen of twenty, and the worst."""
    parts = {"median": 0.5, "p95": 0.95, "worst": 1.0}
    return {name: round(percentile(values or [0.0], part), 1) for name, part in parts.items()}


async def compare(folder: Path, name: str, figures: Figures, final: dict[str, Any]) -> list[str]:
    """Compare the log with what the phones sent."""
    async with Log(folder) as log:
        story = Story(commands_of(await log.read(f"event:{name}")))
    problems = []
    event = story.evening.event
    for (round_, table), points in figures.entered.items():
        result = event.rounds[round_ - 1].results.get(table)
        if result is None or result.status != "accepted" or result.score.points != points:
            problems.append(f"round {round_}, table {table}: {points} was sent, and the log has {result}")
    keys = Counter((command.record.by, command.record.key) for command in story.commands)
    problems += [f"{by} {key} was done {times} times" for (by, key), times in keys.items() if times > 1]
    words = [fact for command in story.commands for fact in command.record.facts]
    scores = sum(isinstance(fact, ScoreEntered | ScoreAccepted) for fact in words)
    if scores > figures.sent:
        problems.append(f"{scores} scores and acceptances are in the log, and {figures.sent} requests were made")
    places = [(line.place, line.name, shown(line.total)) for line in standings(event)]
    if places != [(line["place"], line["name"], line["total"]) for line in final["standings"]["lines"]]:
        problems.append("the desk's standings are not those of the log")
    return problems


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="trailer-estates")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(
            evening(options.people, options.rounds, options.kills, options.seed, Path(folder), options.rules)
        )
    ways = ("answer_ms", "seen_by_the_other_side_ms", "on_the_board_ms", "view_cpu_ms")
    figures = {f"{way.removesuffix('_ms')}_p95_ms": result[way]["p95"] for way in ways}
    counts = {name: result[name] for name in ("scores", "kills", "unanswered")}
    tell(figures | counts, problems=result["problems"], details=result)


if __name__ == "__main__":
    main()
