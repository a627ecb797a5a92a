"""Count requests, in the text format of Prometheus. Doesn't depend on tables or events."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

__all__ = ["Kind", "RequestMetrics", "Sample", "exposition"]

Kind: TypeAlias = Literal["counter", "gauge", "histogram"]
Labels: TypeAlias = Mapping[str, str | int]
#: The suffix of a name, labels, and the value.
Sample: TypeAlias = tuple[str, Labels, float]

#: Seconds. A view that waits for news takes up to 25.
_BUCKETS: Final = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0)


class RequestMetrics:
    """Counts and durations of requests."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self.answered: Counter[tuple[str, str, int]] = Counter()
        self._seconds: dict[str, list[float]] = {}
        self._buckets: dict[str, list[int]] = {}

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one response. A route is a path pattern; there are few."""
        self.answered[route, method, status] += 1
        spent = self._seconds.setdefault(route, [0.0])
        spent[0] += seconds
        buckets = self._buckets.setdefault(route, [0] * (len(_BUCKETS) + 1))
        buckets[bisect_left(_BUCKETS, seconds)] += 1

    def text(self) -> str:
        """All counts in the format of Prometheus."""
        requests: list[Sample] = [
            ("", {"route": route, "method": method, "status": status}, number)
            for (route, method, status), number in sorted(self.answered.items())
        ]
        times: list[Sample] = []
        for route, buckets in sorted(self._buckets.items()):
            so_far = 0
            for edge, number in zip((*map(str, _BUCKETS), "+Inf"), buckets, strict=True):
                so_far += number
                times.append(("_bucket", {"route": route, "le": edge}, so_far))
            times.append(("_sum", {"route": route}, self._seconds[route][0]))
            times.append(("_count", {"route": route}, so_far))
        return exposition("requests_total", "counter", "Answers by route and status.", requests) + exposition(
            "request_seconds", "histogram", "Seconds until an answer; a view of the desk waits for news.", times
        )


def exposition(name: str, kind: Kind, words: str, samples: Iterable[Sample]) -> str:
    """One metric in the text format of Prometheus."""
    lines = [f"# HELP bowerbird_{name} {words}", f"# TYPE bowerbird_{name} {kind}"]
    for ending, labels, number in samples:
        inner = ",".join(f'{key}="{_escaped(str(value))}"' for key, value in labels.items())
        lines.append(
            f"bowerbird_{name}{ending}{{{inner}}} {_number(number)}"
            if inner
            else f"bowerbird_{name}{ending} {_number(number)}"
        )
    return "\n".join(lines) + "\n"


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:.6f}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
