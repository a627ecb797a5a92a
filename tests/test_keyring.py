"""The server's keys: the newest seals, older ones are accepted, and a dropped one is worth nothing."""

from __future__ import annotations

import base64
import hmac
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird import keyring as module
from bowerbird.keyring import FIRST, Key, Keyring, drop_key, rotate_keys
from kit.rows import rows

SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def _looks_at_the_file_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_EVERY", 0.0)


def raw(purpose: bytes, body: bytes, size: int) -> str:
    """A seal as it was made before keys could be rotated."""
    return base64.urlsafe_b64encode(hmac.digest(SECRET, purpose + body, "sha256")[:size]).rstrip(b"=").decode()


@given(st.sampled_from(["guest", "desk", "recovery code"]), st.text(max_size=40), st.sampled_from([16, 32]))
def test_a_seal_from_before_keys_could_be_rotated_stays_good(purpose: str, body: str, size: int) -> None:
    seal = raw(f"{purpose} ".encode(), body.encode("utf-8", "replace"), size)
    for ring in (Keyring(Key(SECRET, FIRST)), Keyring(b"n" * 32, Key(SECRET, FIRST))):
        assert ring.is_sealed(purpose, body, seal, size)
    assert not Keyring(Key(SECRET, "2026-01-01")).is_sealed(purpose, body, seal, size), "only the first key made those"
    assert not Keyring(b"n" * 32).is_sealed(purpose, body, seal, size)


@given(st.text(max_size=40), st.sampled_from([16, 32]))
def test_all_keys_are_accepted_and_the_newest_seals(body: str, size: int) -> None:
    keys = [Key(bytes([number]) * 32, made) for number, made in enumerate([FIRST, "2026-01-01", "2026-02-01"])]
    seals = [Keyring(key).seal("desk", body, size) for key in keys]
    ring = Keyring(*reversed(keys))
    assert ring.seal("desk", body, size) == seals[-1]
    assert all(ring.is_sealed("desk", body, seal, size) for seal in seals)
    assert not any(ring.is_sealed("guest", body, seal, size) for seal in seals), "another purpose"
    assert [Keyring(keys[-1]).is_sealed("desk", body, seal, size) for seal in seals] == [False, False, True]


@given(st.binary(min_size=32, max_size=32), st.sampled_from([FIRST, "2026-01-01"]), st.sampled_from([16, 32]))
def test_a_seal_has_one_form(secret: bytes, made: str, size: int) -> None:
    """Base64 leaves bits over at the end. With a second form, a cancelled text would be good again."""
    ring = Keyring(Key(secret, made))
    seal = ring.seal("desk", "body", size)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    others = [seal[:-1] + letter for letter in letters if letter != seal[-1]]
    assert not any(ring.is_sealed("desk", "body", each, size) for each in [*others, seal + "=", f" {seal}", ""])


def test_keys_for_a_purpose_are_the_newest_first_and_differ_by_purpose() -> None:
    old, new = Key(SECRET, FIRST), Key(b"n" * 32, "2026-01-01")
    ring = Keyring(new, old)
    assert ring.keys_for("heads") == [new.derive("heads"), old.derive("heads")]
    found = {key for purpose in ("heads", "guest", "key name") for key in ring.keys_for(purpose)}
    assert len(found) == 6
    assert not found & {SECRET, b"n" * 32}
    assert {len(key) for key in found} == {32}


def test_an_old_file_with_one_key_is_read_and_can_be_rotated(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(SECRET)
    path.chmod(0o600)
    running = Keyring.from_file(path)
    paper = running.seal("desk", "table 3", 16)
    assert paper == raw(b"desk ", b"table 3", 16)

    new, first = rotate_keys(path)
    assert (first.made, first.secret) == (FIRST, SECRET)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [key.secret for key in running.keys] == [new.secret, SECRET], "a running server sees it"
    fresh = running.seal("desk", "table 3", 16)
    assert fresh != paper
    assert running.is_sealed("desk", "table 3", paper, 16)

    drop_key(path, first.name)
    assert [key.secret for key in running.keys] == [new.secret]
    assert not running.is_sealed("desk", "table 3", paper, 16)
    assert running.is_sealed("desk", "table 3", fresh, 16)
    assert [each.name for each in tmp_path.iterdir()] == ["secret"], "nothing is left beside it"


def test_the_newest_key_and_a_strange_one_cannot_be_dropped(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    (only,) = Keyring.from_file(path).keys
    with pytest.raises(ValueError, match="newest key"):
        drop_key(path, only.name)
    rotate_keys(path)
    with pytest.raises(ValueError, match="no key abcdabcd"):
        drop_key(path, "abcdabcd")
    assert len(Keyring.from_file(path).keys) == 2


@rows("damaged", [b"", b"bowerbird keys\n", b"bowerbird keys\n2026-01-01 zz\n", b"bowerbird keys\nx\n"])
def test_a_damaged_file_stops_a_start_and_leaves_a_running_server_its_keys(tmp_path: Path, damaged: bytes) -> None:
    path = tmp_path / "secret"
    running = Keyring.from_file(path)
    before = running.keys
    path.write_bytes(damaged)
    os.utime(path, ns=(1, 1))
    assert running.keys == before
    with pytest.raises(ValueError, match=r"damaged|at least 32"):
        Keyring.from_file(path)
