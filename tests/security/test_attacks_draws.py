"""A server that cheats in the draw: it draws until it likes who deals, and is found out by `bowerbird verify`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli.verify import verify
from bowerbird.hall import fair
from bowerbird.hall.facts import DrawCommitted, DrawRevealed, HallFact
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.room import Shuffled
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Draw, Phase
from bowerbird.table.draw import outcome
from kit.amount import amount
from kit.rows import rows
from realtime.waiting import soon

app = typer.Typer()
app.command()(verify)
QUICK = Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False)
HONEST = fair.draw_from
#: At so many tables.
GAMES = amount(2, full=4)
CLOCK = count(1_000_000)


def _drawn(live: LiveTable) -> bool:
    return live.room.table.state.phase not in (Phase.OPENING, Phase.DRAW)


async def _draw_for(folder: Path, games: int = GAMES) -> list[Seat]:
    """Make tables of four bots and a host who watches, and give the first dealers."""
    dealers = []
    async with Log(folder) as log:
        hall = Hall(log, CLOCK.__next__, QUICK, bot_processes=0)
        for _ in range(games):
            live = await hall.make_table("host", TableSetup(rules="bicycle"))
            for seat in Seat:
                await live.seat_bot("host", seat, "simple")
            await live.start("host")
            await soon(partial(_drawn, live))
            dealers.append(live.room.table.state.dealer)
        await hall.close()
    return dealers


def _verified(folder: Path, *options: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, [str(folder), *options])
    return answer.exit_code, answer.output


@pytest.fixture
def lucky_south(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that draws until South deals."""

    def until_south_deals(
        secret: str, game: int, words: Sequence[str], book: Rulebook, *, arranged: bool = False
    ) -> tuple[Draw, ...]:
        for tried in range(1000):
            drawn = HONEST(f"{secret}{tried}", game, words, book, arranged=arranged)
            found = outcome(book, tuple((fact.seat, fact.card) for fact in drawn), arranged)
            if found is not None and found.dealer is Seat.S:
                return drawn
        raise AssertionError("South never deals")

    with monkeypatch.context() as patch:
        patch.setattr(fair, "draw_from", until_south_deals)
        yield


def test_server_that_draws_until_it_likes_the_dealer(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    honest, cheating = tmp_path / "honest", tmp_path / "cheating"
    asyncio.run(_draw_for(honest))
    assert _verified(honest)[0] == 0
    request.getfixturevalue("lucky_south")
    assert asyncio.run(_draw_for(cheating)) == [Seat.S] * GAMES
    fair.draw_from = HONEST  # the check is done elsewhere, by an honest program
    code, told = _verified(cheating)
    assert code == 1
    assert told.count("the cards of the draw do not follow from the secret and the words") == GAMES
    assert _verified(cheating, "--workers", "2") == (code, told), "other processes find the same"


@rows("leaves_out", [(DrawCommitted, DrawRevealed), (DrawRevealed,)])
def test_server_that_hides_how_it_drew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves_out: tuple[type[HallFact], ...]
) -> None:
    """The first table is honest; from then on nothing, or only the digest, is written."""
    asyncio.run(_draw_for(tmp_path, games=1))
    write = LiveTable.write

    async def less(live: LiveTable, *facts: HallFact) -> None:
        for fact in facts:
            if isinstance(fact, DrawCommitted) and DrawCommitted in leaves_out:
                live.room.draws[fact.game] = Shuffled(fact.digest, fact.secret)  # known to this process alone
        written = [fact for fact in facts if not isinstance(fact, leaves_out)]
        if written:
            await write(live, *written)

    monkeypatch.setattr(LiveTable, "write", less)
    asyncio.run(_draw_for(tmp_path, games=2))
    code, told = _verified(tmp_path)
    assert code == 1
    missing = "was not committed to" if DrawCommitted in leaves_out else "was never shown"
    assert told.count(missing) == 2
