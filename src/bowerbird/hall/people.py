"""Who somebody is: guests by a signed token, and people who keep a passphrase. It knows no table and no web page.

A guest is a name and a number drawn by chance, signed with a secret of this hall's own; whoever has no secret cannot
make one. Signing in with a name and a passphrase gives the same person again on another machine. Whoever chooses a new
passphrase is signed out everywhere else, and all earlier ones of that person are void.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar
from unicodedata import normalize

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.revocations import Revocations
from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import Clock
from bowerbird.machine import check_private, sync_folder
from bowerbird.names import one_line
from bowerbird.store import ConflictError, Log

__all__ = ["LONGEST_NAME", "Guest", "Keyring", "People", "tidy_name"]

LONGEST_NAME = 24
SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 8, 200
_SECRET_BYTES = 32
#: How many passphrases are hashed at once, and how many may wait for that.
_AT_ONCE, _LONGEST_QUEUE = 2, 40

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """Somebody in the hall. `since` is how many revocations the hall had seen when this guest was let in."""

    person: str
    name: str
    since: int = 0


def tidy_name(name: str) -> str:
    """A name as it is shown: one line, single spaces, not too long. Refused when nothing is left."""
    tidy = one_line(name)
    if not any(letter.isprintable() for letter in tidy):
        raise NotAllowedError("Enter a name that others can read.")
    if len(tidy) > LONGEST_NAME:
        raise NotAllowedError(f"Choose a shorter name, with {LONGEST_NAME} letters at most.")
    return tidy


class Keyring:
    """Signs tokens and reads them back. The secret is in a file that only its owner can read."""

    def __init__(self, secret: bytes) -> None:
        """With a secret at hand; `from_file` is the usual way."""
        if len(secret) < _SECRET_BYTES:
            raise ValueError(f"a secret has at least {_SECRET_BYTES} bytes")
        self._secret = secret

    @classmethod
    def from_file(cls, path: Path) -> Keyring:
        """The secret of this hall, made on the first start. Refused when others on this machine could read it."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _make_secret(path)
        check_private(path)
        return cls(path.read_bytes())

    def sign(self, guest: Guest) -> str:
        """A token for a cookie."""
        body = _base64(msgspec.json.encode(guest))
        return f"{body}.{self.seal(b'guest ', body)}"

    def read(self, token: str) -> Guest | None:
        """Who a token stands for; None if this hall did not sign it."""
        body, _, seal = token.partition(".")
        if not hmac.compare_digest(seal.encode(), self.seal(b"guest ", body).encode()):
            return None
        try:
            padded = body + "=" * (-len(body) % 4)
            return msgspec.json.decode(base64.urlsafe_b64decode(padded), type=Guest)
        except (msgspec.DecodeError, binascii.Error, ValueError):
            return None

    def seal(self, purpose: bytes, body: str, size: int = 32) -> str:
        """What only this hall can write under a text. A seal for one purpose is worth nothing for another."""
        return _base64(hmac.digest(self._secret, purpose + body.encode("utf-8", "replace"), "sha256")[:size])


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _make_secret(path: Path) -> None:
    """All of it or nothing; where several processes start at once, the first one's secret stands."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(_SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    except OSError:  # a disk that knows no second name for a file
        os.rename(part, path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


class _Kept(msgspec.Struct, frozen=True):
    """A person keeps a name with a passphrase; the last one in the stream counts."""

    person: str
    name: str
    hash: str
    since: int = 0


class People:
    """Guests, and the names that are kept with a passphrase."""

    def __init__(self, log: Log, clock: Clock, hasher: PasswordHasher | None = None) -> None:
        """On the hall's log; another hasher only where nothing is at stake."""
        self._log = log
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._revocations = Revocations(log, clock)
        self._hashing = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0
        self._nobodys = ""

    async def open(self, cluster: Cluster) -> None:
        """Learn who has been signed out, here and through other processes."""
        await self._revocations.open(cluster)

    def close(self) -> None:
        """Learn nothing more."""
        self._revocations.close()

    def knows(self, guest: Guest) -> bool:
        """Whether a guest whom this hall has signed has not been signed out since."""
        return not self._revocations.covers(guest.person, guest.since)

    def guest(self, name: str, known: Guest | None = None) -> Guest:
        """A new guest, or a known one by another name."""
        return self._let_in(known.person if known else secrets.token_urlsafe(12), tidy_name(name))

    def _let_in(self, person: str, name: str) -> Guest:
        return Guest(person, name, self._revocations.seq)

    async def keep(self, guest: Guest, passphrase: str, so_far: str = "") -> Guest:
        """Keep this guest's name and person with a passphrase, to sign in again; or another name or passphrase instead.

        Everybody else who is this person is signed out, and what was kept before is void. That needs the passphrase so
        far, if there is one: whoever has no more than a cookie may have stolen it.
        """
        if not SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE:
            raise NotAllowedError(
                f"A passphrase needs at least {SHORTEST_PASSPHRASE} characters. A short sentence works well."
            )
        stream = _stream(guest.name)
        number, kept = await self._kept(stream)
        if kept is not None and kept.person != guest.person:
            raise NotAllowedError("Someone else saved this name. Choose another, or sign in.")
        elsewhere = self._revocations.kept_in(guest.person)
        if elsewhere:
            _, kept = await self._kept(elsewhere)
        if kept is not None and not await self._is_right(kept, so_far):
            raise NotAllowedError(f"You already saved the name {kept.name}. Enter its current passphrase too.")
        hashed = await self._beside(self._hasher.hash, passphrase)
        # First kept, then revoked: should the database go away in between, nobody is shut out.
        since = -1
        while since < self._revocations.seq:  # once more where others have revoked something at the same moment
            since = self._revocations.seq + 1
            body = msgspec.json.encode(_Kept(guest.person, guest.name, hashed, since))
            try:
                number = await self._log.append(stream, number, [body], self._clock())
            except ConflictError:
                raise NotAllowedError("This name was just taken. Choose another.") from None
            await self._revocations.revoke(guest.person, stream)
        return self._let_in(guest.person, guest.name)

    async def sign_in(self, name: str, passphrase: str) -> Guest:
        """The person who keeps this name."""
        _, kept = await self._kept(_stream(tidy_name(name)))
        right = await self._is_right(kept, passphrase)
        if kept is None or not right or self._revocations.covers(kept.person, kept.since):
            raise NotAllowedError("That name and passphrase don't match. Try again.")
        return self._let_in(kept.person, kept.name)

    async def _kept(self, stream: str) -> tuple[int, _Kept | None]:
        """How often a name was kept, and how it is now."""
        entries = await self._log.read(stream)
        return len(entries), msgspec.json.decode(entries[-1].body, type=_Kept) if entries else None

    async def _is_right(self, kept: _Kept | None, passphrase: str) -> bool:
        """Whether this is the passphrase. A name that nobody keeps takes as long, so nobody learns which there are."""
        nobodys = await self._nobodys_hash()
        hashed = kept.hash if kept else nobodys
        return await self._beside(self._verify, hashed, passphrase[:LONGEST_PASSPHRASE])

    async def _nobodys_hash(self) -> str:
        if not self._nobodys:
            self._nobodys = await self._beside(self._hasher.hash, secrets.token_hex())
        return self._nobodys

    def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed, passphrase)
        except (Argon2Error, InvalidHashError):
            return False

    async def _beside(self, work: Callable[Given, Answer], *args: Given.args, **more: Given.kwargs) -> Answer:
        """Hashing takes a tenth of a second and much memory on purpose: nobody's game waits for it, and few are made
        at once."""
        if self._waiting >= _LONGEST_QUEUE:
            raise NotAllowedError("Too many people are signing in right now. Try again in a few seconds.")
        self._waiting += 1
        try:
            async with self._hashing:
                return await asyncio.to_thread(work, *args, **more)
        finally:
            self._waiting -= 1


def _stream(name: str) -> str:
    """Names that differ in case only, or in accents that an old cookie keeps apart from their letters, are one name."""
    return f"person:{hashlib.sha256(normalize('NFC', name).casefold().encode()).hexdigest()[:32]}"
