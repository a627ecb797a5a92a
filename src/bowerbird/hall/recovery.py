"""Recovery codes: letters on paper by which a person is known again in another browser. Doesn't depend on the web.

A code follows from one of the server's keys, the person and a number, so it can be printed again at any time and is
nowhere in the log. The log has only a seal of it, to find the person, and the number and the name of the key that are
valid now. A new code makes the old one useless. A new key changes no code; once a key is dropped, the codes that follow
from it are useless, and people get another one the next time they look.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.clock import Now
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.people import Guest, People
from bowerbird.keyring import Key, Keyring
from bowerbird.store import ConflictError, Log

__all__ = ["GROUPS", "LETTERS", "RecoveryCodes", "tidy_code"]

#: Letters that make no words and are not taken for figures.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
#: Four groups of four letters: 69 bits.
GROUPS: Final = 4
_GROUP: Final = 4
_PURPOSE: Final = "recovery code"
_FOUND_BY: Final = "recovery seal"


class _Made(msgspec.Struct, frozen=True):
    """The person has a code with this number, and it is the last one. An old entry names no key: the first was used.

    `since` is that of the guest who had it made: what revokes that guest's token revokes the code.
    """

    number: int
    name: str
    key: str = ""
    since: int | None = None


class _Leads(msgspec.Struct, frozen=True):
    """A code leads to this person, if the number is still valid."""

    person: str
    number: int


class RecoveryCodes:
    """The recovery code of each person. Only for guests who are known at the moment when it is read or made."""

    def __init__(self, log: Log, clock: Now, keyring: Keyring, people: People) -> None:
        """Use the server's log and secret; `people` decides who has been signed out."""
        self._log = log
        self._clock = clock
        self._keyring = keyring
        self._people = people

    async def known(self, guest: Guest) -> str:
        """The code that is valid now, or nothing if there is none."""
        _, made = await self._made(guest.person)
        self._people.check(guest)
        key = self._key(guest.person, made)
        return _code(key, guest.person, made.number) if made and key else ""

    async def code_of(self, guest: Guest) -> str:
        """The code that is valid now, under the name that the person has now; the first time, a new one."""
        seq, made = await self._made(guest.person)
        self._people.check(guest)
        key = self._key(guest.person, made)
        if made is None or key is None:
            return await self._make(guest, seq, _next(made, guest, seq), self._keyring.keys[0])
        if made.name == guest.name:
            return _code(key, guest.person, made.number)
        # Under another name, the code stays the same.
        return await self._make(guest, seq, replace(made, name=guest.name), key)

    async def renew(self, guest: Guest) -> str:
        """Another code. The one before no longer works."""
        seq, made = await self._made(guest.person)
        return await self._make(guest, seq, _next(made, guest, seq), self._keyring.keys[0])

    async def rename_if_any(self, guest: Guest) -> None:
        """Keep an existing code under the person's new name."""
        _, made = await self._made(guest.person)
        if made is not None:
            await self.code_of(guest)

    async def renew_if_any(self, guest: Guest) -> None:
        """Make an existing code useless."""
        _, made = await self._made(guest.person)
        if made is not None:
            await self.renew(guest)

    async def person(self, code: str) -> tuple[str, str]:
        """The person of a code, and their name; capitals, spaces and dashes don't matter."""
        for key in self._keyring.keys:
            for entry in await self._log.tail(_stream(key, tidy_code(code)), 1):
                leads = msgspec.json.decode(entry.body, type=_Leads)
                _, made = await self._made(leads.person)
                if made and made.number == leads.number and self._key(leads.person, made):
                    return leads.person, made.name
        raise NotFoundError(
            "This isn't a recovery code that works now. Check the letters, or read them from your newest sheet."
        )

    async def _made(self, person: str) -> tuple[int, _Made | None]:
        """The last entry about a person's code, with its number."""
        for entry in await self._log.tail(f"recovery:{person}", 1):
            return entry.seq, None if entry.is_erased else msgspec.json.decode(entry.body, type=_Made)
        return 0, None

    def _key(self, person: str, made: _Made | None) -> Key | None:
        """The key from which a code follows; None if there is no code, or it has been revoked."""
        if made is None or self._people.is_void(person, made.since):
            return None
        return self._keyring.named(made.key)

    async def _make(self, guest: Guest, seq: int, made: _Made, key: Key) -> str:
        """Write down the number, and first where the code leads: a printed code always leads somewhere."""
        code = _code(key, guest.person, made.number)
        leads = msgspec.json.encode(_Leads(guest.person, made.number))
        with suppress(ConflictError):  # it was made before, and leads to the same person
            await self._log.append(_stream(key, tidy_code(code)), 0, [leads], self._clock())
        body = msgspec.json.encode(replace(made, key=key.name))
        self._people.check(guest)
        try:
            await self._log.append(f"recovery:{guest.person}", seq, [body], self._clock())
        except ConflictError:
            return await self.code_of(guest)  # two requests at the same moment: both get the same code
        return code


def _next(made: _Made | None, guest: Guest, seq: int) -> _Made:
    """The next code. No number is larger than that of its entry, so after erased ones a code never comes back."""
    return _Made((made.number if made else seq) + 1, guest.name, since=guest.since)


def _code(key: Key, person: str, number: int) -> str:
    seal = key.seal(_PURPOSE, f"{number} {person}")
    value = int.from_bytes(hashlib.sha256(seal.encode()).digest(), "big")
    letters = []
    for _ in range(GROUPS * _GROUP):
        value, letter = divmod(value, len(LETTERS))
        letters.append(LETTERS[letter])
    return "-".join("".join(letters[start : start + _GROUP]) for start in range(0, len(letters), _GROUP))


def _stream(key: Key, code: str) -> str:
    return f"code:{key.seal(_FOUND_BY, code)}"


def tidy_code(code: str) -> str:
    """The letters of a code as somebody typed it."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
