"""Figures for Prometheus. With several workers, any of them answers for all (prometheus_client's multiprocess mode).

Workers write their figures to files in the folder that `PROMETHEUS_MULTIPROC_DIR` names, which prometheus_client looks
up when it is loaded. Counters of a worker that has died stay in the sums; `forget_worker` removes the rest of it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

__all__ = ["FOLDER", "Metrics", "forget_worker"]

#: The variable that names the folder of the workers' figures.
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
#: Seconds. A view that waits for news takes up to 25.
_BUCKETS: Final = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0)
_LANES: Final = (
    ("work_done", "Slow jobs done."),
    ("work_refused", "Slow jobs refused because too many waited."),
    ("work_stopped", "Slow jobs stopped because they took too long or too much memory."),
)

disable_created_metrics()  # type: ignore[no-untyped-call]


def forget_worker(pid: int, folder: Path) -> None:
    """A worker has died: its tables and connections count no more."""
    mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one process. Doesn't depend on tables or events."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "bowerbird_requests", "Answers by route and status.", ["route", "method", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "bowerbird_request_seconds",
            "Seconds until an answer; a view of the desk waits for news.",
            ["route"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._info = Gauge(
            "bowerbird_info",
            "Version.",
            ["version", "process"],
            registry=self._registry,
            multiprocess_mode="livemax",
        )
        self.tables = self._gauge("tables", "Tables in memory.", "livesum")
        self.lines = self._gauge("lines", "Open WebSockets.", "livesum")
        self.up = self._gauge("up_seconds", "Since the start.", "livemax")
        self.trouble = self._gauge("store_trouble", "1 while nothing can be written.", "livemax")
        self.damaged = self._gauge("store_damaged", "1 if the database is damaged.", "livemax")
        self.memory = self._gauge("memory_bytes", "Memory, where known.", "livesum")
        self.written = self._counter("facts_written", "Facts on disk since the start.")
        self.commits = self._counter("commits", "Commits since the start.")
        self.processor = self._counter("cpu_seconds", "Processor time.")
        self._waiting = Gauge(
            "bowerbird_work_waiting",
            "Slow jobs that wait for a process.",
            ["lane"],
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._work = [Counter(f"bowerbird_{name}", words, ["lane"], registry=self._registry) for name, words in _LANES]
        self._lanes: dict[tuple[int, str], _Total] = {}

    def _gauge(self, name: str, words: str, mode: Literal["livesum", "livemax"]) -> Gauge:
        return Gauge(f"bowerbird_{name}", words, registry=self._registry, multiprocess_mode=mode)

    def _counter(self, name: str, words: str) -> _Total:
        return _Total(Counter(f"bowerbird_{name}", words, registry=self._registry))

    def serves(self, version: str) -> None:
        """This process serves people."""
        self._info.labels(version, os.getpid()).set(1)

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one response. A route is a path pattern; there are few."""
        self._requests.labels(route, method, status).inc()
        self._seconds.labels(route).observe(seconds)

    def note_work(self, lanes: Mapping[str, tuple[int, int, int, int]]) -> None:
        """Slow work by lane: jobs that wait, and how many were done, refused and stopped so far."""
        for lane, (waiting, *totals) in lanes.items():
            self._waiting.labels(lane).set(waiting)
            for place, total in enumerate(totals):
                if (place, lane) not in self._lanes:
                    self._lanes[place, lane] = _Total(self._work[place].labels(lane))
                self._lanes[place, lane].set(total)

    def text(self) -> str:
        """All metrics, of all workers, in the text format of Prometheus."""
        registry = self._registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry).decode()


class _Total:
    """A counter of which only the total is known."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._last = 0.0

    def set(self, total: float) -> None:
        """Count up to this total."""
        self._counter.inc(max(0.0, total - self._last))
        self._last = max(self._last, total)
