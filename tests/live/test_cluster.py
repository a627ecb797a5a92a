"""Processes that share a PostgreSQL: what one of them led is led by another after its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import text

from bowerbird.live import cluster as clusters
from bowerbird.live.cluster import Cluster
from bowerbird.store import Log
from store.postgres import fresh_database


@pytest.fixture
def postgres(postgres_server: Any) -> Iterator[str]:
    with fresh_database(postgres_server) as address:
        yield address


class Tables:
    """Streams of which only the names matter."""

    def __init__(self) -> None:
        self.mine: list[str] = []

    def known(self) -> Mapping[str, int]:
        return dict.fromkeys(self.mine, 0)

    def heard(self, stream: str, seq: int) -> None:
        pass

    def wanting(self) -> Iterable[str]:
        return self.mine

    def is_attended(self, stream: str) -> bool:
        return False

    async def drop_unused(self) -> None:
        pass

    def led(self, stream: str) -> None:
        pass

    def lost(self, stream: str) -> None:
        pass

    async def take_over(self, stream: str) -> bool:
        self.mine.append(stream)
        return True


async def test_everything_that_another_process_led_is_taken_over_without_a_pause(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_LOOK", 3600.0)  # nothing happens that is not asked for here
    many = text("INSERT INTO leases SELECT 'table:' || n, 'gone', 0 FROM generate_series(1, 150) n")
    async with Log(postgres) as log:
        tables, cluster = Tables(), Cluster(log)
        cluster.join("table", tables)
        await cluster.open()
        await log.do(lambda connection: connection.execute(many))
        await cluster._take_over()
        assert sorted(tables.mine) == sorted(f"table:{number}" for number in range(1, 151))
        assert all(cluster.leads(stream) for stream in tables.mine)
        await cluster.close()
