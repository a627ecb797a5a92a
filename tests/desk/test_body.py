"""A view is compressed once, and yet new times stand in front of it."""

from __future__ import annotations

import gzip
import random

import msgspec

from bowerbird.desk.body import Body
from kit.amount import amount


def test_the_compressed_body_is_the_plain_one() -> None:
    chance = random.Random(1)
    for size in (0, 1, 40, 5_000, 200_000)[: amount(4, full=5)]:
        rest = {"text": "x" * 1_000, "numbers": [chance.randrange(10**6) for _ in range(size)]}
        body = Body.of(msgspec.json.encode(rest))
        for fresh in ({"now": 1}, {"now": 2, "clock": "é" * size}):
            first = msgspec.json.encode(fresh)
            packed = body.gzipped_after(first)
            assert packed is not None
            assert gzip.decompress(packed) == body.after(first)
            assert msgspec.json.decode(body.after(first)) == {**fresh, **rest}


def test_small_bodies_are_not_compressed() -> None:
    assert Body.of(b'{"a":1}').gzipped_after(b'{"b":2}') is None
