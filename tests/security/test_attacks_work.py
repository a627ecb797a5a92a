"""Work that takes long: nobody waits for what strangers ask for, and no process is lost to them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from bowerbird import paper
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.evening.state import Command, Story
from bowerbird.hall.errors import TryLaterError
from bowerbird.hall.work_queue import Asker, JobStoppedError, QueueFullError, WorkQueue, the_asker
from bowerbird.rulebook import read_house_rules
from bowerbird.web.desk.paper import printed
from paper.crowds import crowd
from paper.reading import Sheet, links_of
from realtime.jobs import eat, hang, little, toil, wait_for
from realtime.waiting import soon
from web.conftest import app_on, listening

STRANGER = Asker("a stranger", "192.0.2.66")
#: The request that held up everybody for seconds: 14 kB, one key with 7,000 dots.
DOTTED = f"{'.'.join('a' * 7_000)} = 1"


@pytest.fixture
async def work() -> AsyncIterator[WorkQueue]:
    queue = WorkQueue(1)
    yield queue
    queue.close()


async def asked(queue: WorkQueue, asker: Asker, *job: object, seconds: float = 20.0) -> object:
    """Ask for a job as somebody."""
    the_asker.set(asker)
    return await queue.run(*job, seconds=seconds)  # type: ignore[arg-type]


async def test_a_job_without_an_end(work: WorkQueue) -> None:
    first = await asked(work, STRANGER, little)
    stuck = asyncio.create_task(asked(work, STRANGER, toil, seconds=0.4))
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        other = await asked(work, Asker("a club", "192.0.2.1"), little)
    assert other != first, "in a new process"
    with pytest.raises(JobStoppedError, match="too long and was stopped"):
        await stuck


async def test_a_job_that_takes_all_memory(work: WorkQueue) -> None:
    first = await asked(work, STRANGER, little)
    with pytest.raises(JobStoppedError, match="too much memory and was stopped"):
        await asked(work, STRANGER, eat, 400 << 20)
    assert await asked(work, STRANGER, little) != first, "what it took is given back"


async def test_a_worker_that_somebody_kills(work: WorkQueue, tmp_path: Path) -> None:
    for begun in (tmp_path / "first", tmp_path / "second"):
        process = await asked(work, STRANGER, little)
        assert isinstance(process, int)
        stuck = asyncio.create_task(asked(work, STRANGER, hang, begun))
        await soon(begun.exists)
        os.kill(process, signal.SIGKILL)
        with pytest.raises(TryLaterError, match="Try again in a moment"):
            await stuck
    assert await asked(work, Asker("a club"), little)


async def test_a_hundred_jobs_of_one_person(work: WorkQueue) -> None:
    """They wait for each other, as many as there is room for; everybody else waits for one of them at most."""
    await asked(work, STRANGER, little)
    flood = [asyncio.create_task(asked(work, STRANGER, little, 0.005)) for _ in range(100)]
    await asyncio.sleep(0)
    await asked(work, Asker("a club", "192.0.2.1"), little)
    ahead = sum(task.done() and not task.exception() for task in flood)
    assert ahead <= 2
    ends = await asyncio.gather(*flood, return_exceptions=True)
    assert sum(isinstance(end, QueueFullError) for end in ends) == 69
    assert work.figures()["short"] == (0, 33, 69, 0)


async def test_sheets_of_a_large_event_without_end() -> None:
    """They are printed one after the other, three of a person wait, and a club's sheet is next in turn."""
    queue, order = WorkQueue(0), []

    async def sheet(asker: Asker, name: str) -> None:
        await asked(queue, asker, time.sleep, 0.02, seconds=60.0)
        order.append(name)

    large = [asyncio.create_task(sheet(STRANGER, f"large {n}")) for n in range(30)]
    await asyncio.sleep(0)
    club = asyncio.create_task(sheet(Asker("a club", "192.0.2.1"), "club"))
    ends = await asyncio.gather(club, *large, return_exceptions=True)
    assert order == ["large 0", "large 1", "club", "large 2", "large 3"]
    assert sum(isinstance(end, QueueFullError) for end in ends) == 26
    queue.close()


async def test_paper_is_made_in_a_process_of_its_own(work: WorkQueue) -> None:
    event = Story([Command(1, 0, first_command(NewEvent(rules="ccc", key="k", trial=8), 2026))]).evening.event
    sheet = partial(paper.print_sheet, "tonight", event, links=paper.Links())
    assert (await work.run(sheet, seconds=60)).startswith(b"%PDF")


async def test_strangers_who_do_not_wait_for_their_answers(tmp_path: Path) -> None:
    """Their jobs are dropped from the queue: a flood of half requests is no work."""
    app = app_on(tmp_path)
    queue: WorkQueue = app.state.work
    async with listening(app) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        await soon(lambda: queue.figures()["short"] == (0, 1, 0, 0))  # the server has made ready for the first job
        busy = asyncio.create_task(queue.run(wait_for, tmp_path / "go on"))
        for _ in range(10):
            with pytest.raises(httpx.ReadTimeout):
                await http.get("/house-rules", params={"toml": DOTTED}, timeout=httpx.Timeout(20, read=0.05))
        await soon(lambda: queue.figures()["short"][0] == 0)
        assert not busy.done(), "they were dropped while they waited"
        (tmp_path / "go on").touch()
        await busy
        assert queue.figures()["short"] == (0, 2, 0, 0), "nothing was done for anybody else"


async def test_a_busy_server_says_when_to_come_again(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    async with listening(app) as address, httpx.AsyncClient(base_url=address, trust_env=False, timeout=20) as http:
        await http.post("/api/guest", json={"name": "Al"}, headers={"X-Bowerbird": "1"})
        flood = [http.get("/house-rules", params={"toml": f"# {n}\n{DOTTED}"}) for n in range(60)]
        answers = await asyncio.gather(*flood)
        page = [answer for answer in answers if answer.status_code == 503]
        assert page, "more than may wait"
        assert {answer.status_code for answer in answers} == {400, 503}
        assert all(answer.headers["retry-after"] == "2" for answer in page)
        assert page[0].json() == {"why": "Bowerbird is busy. Try again in a moment."}


def test_house_rules_are_measured_before_they_are_read() -> None:
    """The request that took seconds takes a moment: it isn't even parsed."""
    begun = time.thread_time()
    with pytest.raises(ValueError, match="too many words with dots between"):
        read_house_rules(DOTTED)
    assert time.thread_time() - begun < 0.02


@pytest.mark.full
async def test_paper_of_a_large_event_in_little_memory(work: WorkQueue) -> None:
    """A job that takes more than 300 MB is stopped. These cards took 400 before they were printed in pieces."""
    event = crowd("trailer-estates", 130)
    sheet = Sheet(await printed(work, partial(paper.start, "score-cards", event, links=links_of(event, 33))))
    assert len(sheet) >= 65
    assert all(sheet.has(name) for name in event.people)
    assert work.figures()["long"] == (0, 1, 0, 0), "one job, and it wasn't stopped"


async def test_others_are_served_between_the_pieces_of_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.paper.pieces.HEAVIEST", 200)
    monkeypatch.setattr("bowerbird.paper.printing.TOGETHER", 2)
    monkeypatch.setattr("bowerbird.paper.TOGETHER", 2)
    queue = WorkQueue(0)
    event = crowd("trailer-estates", 13)
    sheet = await printed(queue, partial(paper.start, "score-cards", event))
    assert sheet == paper.print_sheet("score-cards", event)
    _, done, refused, stopped = queue.figures()["long"]
    assert done > 3, "each job is a turn in the queue"
    assert (refused, stopped) == (0, 0)
    queue.close()
