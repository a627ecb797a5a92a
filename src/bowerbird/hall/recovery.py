"""Recovery codes: letters on paper by which a person is known again in another browser. Doesn't depend on the web.

A code follows from the server's secret, the person and a number, so it can be printed again at any time and is nowhere
in the log. The log has only a seal of it, to find the person, and the number that is valid now. A new code makes the
old one useless.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Final

import msgspec

from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.people import Guest, Keyring
from bowerbird.live.stream import Clock
from bowerbird.store import ConflictError, Log

__all__ = ["GROUPS", "LETTERS", "RecoveryCodes", "tidy_code"]

#: Letters that make no words and are not taken for figures.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
#: Four groups of four letters: 69 bits.
GROUPS: Final = 4
_GROUP: Final = 4
_PURPOSE: Final = b"recovery code "
_FOUND_BY: Final = b"recovery seal "


class _Made(msgspec.Struct, frozen=True):
    """The person has a code with this number, and it is the last one."""

    number: int
    name: str


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
        return self._code(guest.person, made[-1].number) if made else ""

    async def code_of(self, guest: Guest) -> str:
        """The code that is valid now, under the name that the person has now; the first time, a new one."""
        made = await self._made(guest.person)
        if made and made[-1].name == guest.name:
            return self._code(guest.person, made[-1].number)
        # Under another name, the code stays the same.
        return await self._make(guest, len(made), made[-1].number if made else 1)

    async def renew(self, guest: Guest) -> str:
        """Another code. The one before no longer works."""
        made = await self._made(guest.person)
        return await self._make(guest, len(made), made[-1].number + 1 if made else 1)

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
        entries = await self._log.read(self._stream(tidy_code(code)))
        for entry in entries:
            leads = msgspec.json.decode(entry.body, type=_Leads)
            made = await self._made(leads.person)
            if made and made[-1].number == leads.number:
                return leads.person, made[-1].name
        raise NotFoundError(
            "This isn't a recovery code that works now. Check the letters, or read them from your newest sheet."
        )

    async def _made(self, person: str) -> list[_Made]:
        return [msgspec.json.decode(entry.body, type=_Made) for entry in await self._log.read(f"recovery:{person}")]

    async def _make(self, guest: Guest, known: int, number: int) -> str:
        """Write down the number, and first where the code leads: a printed code always leads somewhere."""
        code = self._code(guest.person, number)
        leads = msgspec.json.encode(_Leads(guest.person, number))
        with suppress(ConflictError):  # it was made before, and leads to the same person
            await self._log.append(self._stream(tidy_code(code)), 0, [leads], self._clock())
        made = msgspec.json.encode(_Made(number, guest.name))
        try:
            await self._log.append(f"recovery:{guest.person}", known, [made], self._clock())
        except ConflictError:
            return await self.code_of(guest)  # two requests at the same moment: both get the same code
        return code

    def _code(self, person: str, number: int) -> str:
        seal = self._keyring.seal(_PURPOSE, f"{number} {person}")
        value = int.from_bytes(hashlib.sha256(seal.encode()).digest(), "big")
        letters = []
        for _ in range(GROUPS * _GROUP):
            value, letter = divmod(value, len(LETTERS))
            letters.append(LETTERS[letter])
        return "-".join("".join(letters[start : start + _GROUP]) for start in range(0, len(letters), _GROUP))

    def _stream(self, code: str) -> str:
        return f"code:{self._keyring.seal(_FOUND_BY, code)}"


def tidy_code(code: str) -> str:
    """The letters of a code as somebody typed it."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
