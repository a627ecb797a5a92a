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

from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.people import Guest
from bowerbird.keyring import Key, Keyring
from bowerbird.live.stream import Clock
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
    """The person has a code with this number, and it is the last one. An old entry names no key: the first was used."""

    number: int
    name: str
    key: str = ""


class _Leads(msgspec.Struct, frozen=True):
    """A code leads to this person, if the number is still valid."""

    person: str
    number: int


class RecoveryCodes:
    """The recovery code of each person."""

    def __init__(self, log: Log, clock: Clock, keyring: Keyring) -> None:
        """Use the server's log and secret."""
        self._log = log
        self._clock = clock
        self._keyring = keyring

    async def known(self, guest: Guest) -> str:
        """The code that is valid now, or nothing if none was made yet."""
        made = await self._made(guest.person)
        key = self._keyring.named(made[-1].key) if made else None
        return _code(key, guest.person, made[-1].number) if key else ""

    async def code_of(self, guest: Guest) -> str:
        """The code that is valid now, under the name that the person has now; the first time, a new one."""
        made = await self._made(guest.person)
        key = self._keyring.named(made[-1].key) if made else None
        if key is None:
            return await self.renew(guest)
        if made[-1].name == guest.name:
            return _code(key, guest.person, made[-1].number)
        # Under another name, the code stays the same.
        return await self._make(guest, len(made), made[-1].number, key)

    async def renew(self, guest: Guest) -> str:
        """Another code. The one before no longer works."""
        made = await self._made(guest.person)
        return await self._make(guest, len(made), made[-1].number + 1 if made else 1, self._keyring.keys[0])

    async def rename_if_any(self, guest: Guest) -> None:
        """Keep an existing code under the person's new name."""
        if await self._made(guest.person):
            await self.code_of(guest)

    async def renew_if_any(self, guest: Guest) -> None:
        """Make an existing code useless."""
        if await self._made(guest.person):
            await self.renew(guest)

    async def person(self, code: str) -> tuple[str, str]:
        """The person of a code, and their name; capitals, spaces and dashes don't matter."""
        for key in self._keyring.keys:
            for entry in await self._log.read(_stream(key, tidy_code(code))):
                leads = msgspec.json.decode(entry.body, type=_Leads)
                made = await self._made(leads.person)
                if made and made[-1].number == leads.number:
                    return leads.person, made[-1].name
        raise NotFoundError(
            "This isn't a recovery code that works now. Check the letters, or read them from your newest sheet."
        )

    async def _made(self, person: str) -> list[_Made]:
        return [msgspec.json.decode(entry.body, type=_Made) for entry in await self._log.read(f"recovery:{person}")]

    async def _make(self, guest: Guest, known: int, number: int, key: Key) -> str:
        """Write down the number, and first where the code leads: a printed code always leads somewhere."""
        code = _code(key, guest.person, number)
        leads = msgspec.json.encode(_Leads(guest.person, number))
        with suppress(ConflictError):  # it was made before, and leads to the same person
            await self._log.append(_stream(key, tidy_code(code)), 0, [leads], self._clock())
        made = msgspec.json.encode(_Made(number, guest.name, key.name))
        try:
            await self._log.append(f"recovery:{guest.person}", known, [made], self._clock())
        except ConflictError:
            return await self.code_of(guest)  # two requests at the same moment: both get the same code
        return code


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
