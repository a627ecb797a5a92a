"""Identify people: guests by a signed token, and accounts by name and passphrase. Doesn't depend on tables or the web.

A guest is a name and a random id, signed with the server's secret, so nobody else can forge one. Signing in with a name
and a passphrase gives the same person on another machine. Signing out voids the token, and every copy of it. A new
passphrase signs the person out everywhere else and voids all earlier ones.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar
from unicodedata import normalize

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec.structs import replace

from bowerbird.clock import Now
from bowerbird.hall.errors import NotAllowedError, SignedOutError, TryLaterError
from bowerbird.hall.revocations import DAYS_VALID, Revocations
from bowerbird.live.cluster import Cluster
from bowerbird.machine import step_back_thread
from bowerbird.names import one_line
from bowerbird.store import ConflictError, Log

__all__ = ["DAYS_VALID", "LONGEST_NAME", "Guest", "People", "account_of", "tidy_name"]

LONGEST_NAME = 24
SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 8, 200
_DAY: Final = 24 * 3600 * 1000
#: The number of passphrases hashed at once, and the maximum waiting.
_AT_ONCE, _LONGEST_QUEUE = 1, 40

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """A visitor.

    `since` is the number of revocations in the log when this person signed in, or signed everybody else out. A token
    that replaces another keeps it, so nothing that was asked for before a revocation outlives it. `session` names the
    sign-in of one browser, and `day` is the day since 1970 on which the token was signed; 0 in tokens of earlier
    versions.
    """

    person: str
    name: str
    since: int = 0
    session: str = ""
    day: int = 0


def tidy_name(name: str) -> str:
    """Normalise a name: one line, single spaces. Refuses names that are empty or too long."""
    tidy = one_line(name)
    if not any(letter.isprintable() for letter in tidy):
        raise NotAllowedError("Choose a name that other people can read.")
    if len(tidy) > LONGEST_NAME:
        raise NotAllowedError(f"Choose a shorter name: at most {LONGEST_NAME} letters.")
    return tidy


class _Kept(msgspec.Struct, frozen=True):
    """A saved name with its passphrase. The one that the person's last revocation names counts."""

    person: str
    name: str
    hash: str
    since: int = 0


class People:
    """Guests, and names saved with a passphrase."""

    def __init__(self, log: Log, clock: Now, hasher: PasswordHasher | None = None) -> None:
        """Use the server's log. Pass another hasher only in tests."""
        self._log = log
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._revocations = Revocations(log, clock)
        # Passphrases are hashed outside Python's lock, so threads do; they step back for people who play.
        self._hashing = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="hash", initializer=step_back_thread)
        self._waiting = 0
        self._nobodys = ""

    async def open(self, cluster: Cluster) -> None:
        """Read who has been signed out, and follow what other processes write."""
        await self._revocations.open(cluster)

    def close(self) -> None:
        """Stop following and hashing."""
        self._revocations.close()
        self._hashing.shutdown(wait=False, cancel_futures=True)

    def knows(self, guest: Guest) -> bool:
        """True unless this guest has been signed out since the token was signed, or it is too old."""
        if guest.day and self._today() > guest.day + DAYS_VALID:
            return False
        return not self._revocations.covers_cookie(guest.person, guest.since, guest.session)

    def check(self, guest: Guest) -> None:
        """Refuse a guest who has been signed out. Call this after every wait."""
        if not self.knows(guest):
            raise SignedOutError

    def is_void(self, person: str, since: int | None) -> bool:
        """True if a recovery code with this number has been revoked; None if it is from before they had one."""
        return self._revocations.covers_cookie(person, self._revocations.opened_at if since is None else since, "")

    def listen(self, person: str, listener: Callable[[], None]) -> None:
        """Call this whenever this person is signed out somewhere, here or by another process."""
        self._revocations.listen(person, listener)

    def unlisten(self, person: str, listener: Callable[[], None]) -> None:
        """Stop calling this."""
        self._revocations.unlisten(person, listener)

    async def sign_out(self, guest: Guest) -> None:
        """Void this guest's token, and every copy of it."""
        if guest.session and self.knows(guest):
            await self._revocations.revoke_session(guest.person, guest.session)

    async def sign_out_elsewhere(self, guest: Guest) -> Guest:
        """Void every other token of this person. The passphrase stays valid."""
        since = await self._revocations.revoke_cookies(guest.person, partial(self.check, guest))
        return self.renewed(replace(guest, since=since))

    def guest(self, name: str, known: Guest | None = None) -> Guest:
        """A new guest, or a known one with another name."""
        if known is None:
            return self._let_in(secrets.token_urlsafe(12), tidy_name(name), self._revocations.seq)
        return self.renewed(replace(known, name=tidy_name(name)))

    def renewed(self, guest: Guest) -> Guest:
        """The same guest with a token of today. It is revoked with the one before."""
        self.check(guest)
        return replace(guest, session=guest.session or _new_session(), day=self._today())

    def _let_in(self, person: str, name: str, since: int) -> Guest:
        """Sign in, in a browser where this person was not."""
        return Guest(person, name, since, _new_session(), self._today())

    def _today(self) -> int:
        return self.day_of(self._clock())

    @staticmethod
    def day_of(at: int) -> int:
        """The day since 1970 of a time."""
        return at // _DAY

    def is_kept(self, person: str) -> bool:
        """True if this person has a passphrase."""
        return bool(self._revocations.kept_in(person))

    def keeps(self, person: str, name: str) -> bool:
        """True if this person has saved this name."""
        return bool(person) and self._revocations.kept_in(person) == account_of(name)

    def recovered(self, person: str, name: str) -> Guest:
        """A person who has shown a recovery code."""
        return self._let_in(person, name, self._revocations.seq)

    async def keep(self, guest: Guest, passphrase: str, so_far: str = "") -> Guest:
        """Save this guest's name with a passphrase for later sign-ins, or change either.

        All other browsers of this person are signed out, and earlier passphrases are void. If there is a passphrase
        already, it is required (`so_far`), because the cookie alone may be stolen.
        """
        if not SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE:
            raise NotAllowedError(
                f"A passphrase needs at least {SHORTEST_PASSPHRASE} characters. A short sentence works well."
            )
        stream = _stream(guest.name)
        number, last = await self._last(stream)
        if last is not None and last.person != guest.person:
            raise NotAllowedError("Someone else has saved this name. Choose another, or sign in.")
        kept = await self._in_force(self._revocations.kept_in(guest.person) or stream)
        if kept is not None and not await self._is_right(kept, so_far):
            raise NotAllowedError(f"You have saved the name {kept.name} already. Enter its current passphrase as well.")
        hashed = await self._beside(self._hasher.hash, passphrase)
        # Save first, then revoke: if the database fails in between, nobody is shut out.
        self.check(guest)
        body = msgspec.json.encode(_Kept(guest.person, guest.name, hashed, self._revocations.seq + 1))
        try:
            number = await self._log.append(stream, number, [body], self._clock())
        except ConflictError:
            raise NotAllowedError("This name was just taken. Choose another.") from None
        # Somebody who was signed out meanwhile is refused, and what was just written counts for nothing.
        since = await self._revocations.revoke(guest.person, stream, number, partial(self.check, guest))
        return self.renewed(replace(guest, since=since))

    async def check_passphrase(self, guest: Guest, passphrase: str) -> None:
        """Refuse a guest who has a passphrase and doesn't know it: the cookie alone may be stolen."""
        self.check(guest)
        kept = await self._in_force(self._revocations.kept_in(guest.person)) if self.is_kept(guest.person) else None
        if kept is not None and not await self._is_right(kept, passphrase):
            raise NotAllowedError("That isn't your passphrase. Try again.")
        self.check(guest)

    async def forget(self, guest: Guest) -> None:
        """Give up a saved name, erase its passphrase, and sign this person out everywhere. Anyone can take the name."""
        await self._revocations.revoke(guest.person, "", check=partial(self.check, guest))
        for stream in await self._revocations.ever_kept_in(guest.person):
            _, last = await self._last(stream)
            if last is not None and last.person == guest.person:
                await self._log.erase(stream, self._clock())
        await self._log.erase(f"recovery:{guest.person}", self._clock())

    async def sign_in(self, name: str, passphrase: str) -> Guest:
        """The person who has saved this name."""
        since = self._revocations.seq  # what is revoked while the passphrase is checked revokes this, too
        kept = await self._in_force(account_of(name))
        right = await self._is_right(kept, passphrase)
        guest = self._let_in(kept.person, kept.name, since) if kept else None
        if guest is None or not right or not self.knows(guest):
            raise NotAllowedError("That name and passphrase don't match. Try again.")
        return guest

    async def _last(self, stream: str) -> tuple[int, _Kept | None]:
        """The last entry for a name, with its number. All are of one person."""
        for entry in await self._log.tail(stream, 1):
            if entry.is_erased:
                return entry.seq, None
            return entry.seq, msgspec.json.decode(entry.body, type=_Kept)
        return 0, None

    async def _in_force(self, stream: str) -> _Kept | None:
        """The entry for a name that counts now.

        It is the one that its person's last revocation names. A revocation of an earlier version names only the stream,
        and before there were any, the last entry counted.
        """
        seq, last = await self._last(stream)
        if last is None:
            return None
        kept_in, number = self._revocations.kept_in(last.person), self._revocations.kept_at(last.person)
        if kept_in != stream:
            return None if kept_in or last.since else last
        if number == seq:
            return last
        if number:  # behind it are those of people who were signed out while they wrote
            return msgspec.json.decode((await self._log.read(stream, number - 1))[0].body, type=_Kept)
        return None if self._revocations.covers(last.person, last.since) else last

    async def _is_right(self, kept: _Kept | None, passphrase: str) -> bool:
        """True if the passphrase is right. Unknown names take as long, so that nobody can find out which exist."""
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
        """Run in a thread, one at a time: hashing deliberately takes a tenth of a second and much memory."""
        if self._waiting >= _LONGEST_QUEUE:
            raise TryLaterError("Too many people are signing in right now. Try again in a few seconds.", 3)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, partial(work, *args, **more))
        finally:
            self._waiting -= 1


def _new_session() -> str:
    return secrets.token_urlsafe(9)


def account_of(name: str) -> str:
    """The account that is meant by a name as somebody typed it. Refuses what can't be a name.

    Whatever counts tries of a name's passphrase has to count by this: many spellings lead to one account.
    """
    return _stream(tidy_name(name))


def _stream(name: str) -> str:
    """The stream of a name. Case and the Unicode form of accents don't matter."""
    return f"person:{hashlib.sha256(normalize('NFC', name).casefold().encode()).hexdigest()[:32]}"
