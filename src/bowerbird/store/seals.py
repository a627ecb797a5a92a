"""Seal the end of the log with the server's secret, so that nobody without it can cut facts off and go unnoticed.

The chain of digests (`_chain`) needs no key: someone who can write to the database can cut the last facts of a stream
and set its head back, or rewrite a stream and compute every digest again. Three things stop that:

- **Every head** carries a keyed digest of its stream, number, time and digest, so none can be made up.
- **Tallies** count what was written: facts, streams, and the sum of the seals of all current heads. An older head was
  sealed rightly in its time. Put back, it no longer adds up, and neither does a stream that is gone with every trace.
  Each process has a tally of its own, written in the same commit as the facts, so processes do not wait for each
  other. Now and then all tallies are folded into one, the *base*, and a new epoch begins. Tallies of different epochs
  do not fit together, so parts of the database from different moments do not either.
- **A witness** outside the database, next to the secret, remembers the base. So nobody can remove the seals and have
  the server make new ones, or put an older database in place of this one. The witness is sealed too, and the file with
  the secret has a note that it has sealed a log in this place. If the witness is missing or broken in spite of that
  note, it is damage like any other: it stays in sight until the owner accepts the log as it is.

Keys come from the caller, newest first: the newest seals, and all of them verify.
"""

from __future__ import annotations

import hmac
import logging
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec
from sqlalchemy import make_url

from bowerbird.machine import replace_file
from bowerbird.store._database import sqlite_file

__all__ = ["BASE", "WITNESS", "Note", "Seals", "Seen", "Tally", "added"]

#: The writer of the tally that all others are folded into.
BASE: Final = "base"
#: The usual name of the witness, next to the secret.
WITNESS: Final = "log-seen.json"
#: Sums of seals are computed modulo this.
_MODULUS: Final = 2**256

_HEAD: Final = struct.Struct(">4sIqq")
_TALLY: Final = struct.Struct(">4sIqqq")


log = logging.getLogger(__name__)


class Tally(NamedTuple):
    """The facts and streams that a process has written in one epoch, and the change of the sum of all heads' seals."""

    writer: str
    epoch: int
    facts: int = 0
    streams: int = 0
    total: bytes = bytes(32)

    def plus(self, facts: int, streams: int, new: Sequence[bytes | None], old: Sequence[bytes | None]) -> Tally:
        """The tally after more facts, with the new seals of their heads in place of the old ones."""
        total = added([self.total, *new], old)
        return self._replace(facts=self.facts + facts, streams=self.streams + streams, total=total)


def added(seals: Sequence[bytes | None], without: Sequence[bytes | None] = ()) -> bytes:
    """The sum of seals, less others. A missing seal counts as zero."""
    total = sum(map(int.from_bytes, filter(None, seals))) - sum(map(int.from_bytes, filter(None, without)))
    return (total % _MODULUS).to_bytes(32, "big")


class Seen(msgspec.Struct, frozen=True):
    """The base as it was last seen: everything written up to then, and when that was.

    `behind` is set once an older database was found in its place, and stays until the owner accepts that one.
    """

    epoch: int
    facts: int
    streams: int
    total: bytes
    at: int
    behind: bool = False


class Note(Protocol):
    """The note in the file with the secret. A copy of that file in another place does not have it."""

    @property
    def has_sealed(self) -> bool:
        """True if this secret has sealed a log in this place."""

    def note_sealed(self) -> None:
        """Note it, for as long as the secret is there."""


class _Witness(msgspec.Struct, frozen=True):
    """The file: the bases of all databases, and the seal of them."""

    databases: dict[str, Seen]
    seal: bytes


class _Look(NamedTuple):
    """The bases in the witness, what is wrong with it, and whether the newest key has sealed it."""

    databases: dict[str, Seen]
    trouble: str = ""
    is_newest: bool = False


_DOUBT: Final = (
    "{} next to the secret {}, although a log was sealed here before. Facts may be missing, or this may be an older "
    "database. Compare it with a backup (--against). If all is as it should be: bowerbird check --accept"
)


class Seals:
    """Seals heads and tallies, and verifies them. Remembers the base in a file outside the database, if given one."""

    def __init__(
        self, keys: Callable[[], Sequence[bytes]], witness: Path | None = None, note: Note | None = None
    ) -> None:
        """Use these keys, newest first. They are asked for again if a seal fits none: there may be a new one."""
        self._get_keys = keys
        self._keys: tuple[bytes, ...] = ()
        self.renew()
        self._witness = witness
        self._note = note

    def of_copies(self) -> Seals:
        """The same keys, to check a copy of a log, of which the witness knows nothing."""
        return Seals(self._get_keys)

    def renew(self) -> bool:
        """Ask for the keys. True if there are others than before."""
        keys = tuple(self._get_keys())
        if keys == self._keys:
            return False
        if not keys:
            raise ValueError("sealing needs a key")
        self._keys = keys
        # BLAKE2b with a key is as good as HMAC-SHA-256, and takes a fifth of the time.
        self._keyed = [blake2b(digest_size=32, key=key) for key in keys]
        return True

    def head(self, stream: str, seq: int, at: int, digest: bytes) -> bytes:
        """The seal of a head."""
        return _sealed(self._keyed[0], _head(stream, seq, at, digest))

    def heads(self, ends: Mapping[str, tuple[int, int, bytes]]) -> list[bytes]:
        """The seals of many heads, given as number, time and digest of each stream."""
        keyed, seals = self._keyed[0], []
        for stream, (seq, at, digest) in ends.items():
            hasher = keyed.copy()
            hasher.update(_head(stream, seq, at, digest))
            seals.append(hasher.digest())
        return seals

    def fits_head(self, seal: bytes | None, stream: str, seq: int, at: int, digest: bytes) -> bool:
        """True if this is the seal of a head, by any key."""
        return self._fits(seal, _head(stream, seq, at, digest))

    def tally(self, tally: Tally) -> bytes:
        """The seal of a tally."""
        return _sealed(self._keyed[0], _tally(tally))

    def fits_tally(self, seal: bytes | None, tally: Tally) -> bool:
        """True if this is the seal of a tally, by any key."""
        return self._fits(seal, _tally(tally))

    def is_newest(self, seal: bytes | None, tally: Tally) -> bool:
        """True if the newest key has sealed this tally."""
        return isinstance(seal, bytes) and hmac.compare_digest(seal, self.tally(tally))

    def _fits(self, seal: bytes | None, text: bytes) -> bool:
        if not isinstance(seal, bytes):
            return False
        while not any(hmac.compare_digest(seal, _sealed(keyed, text)) for keyed in self._keyed):
            if not self.renew():
                return False
        return True

    @property
    def has_sealed(self) -> bool:
        """True if a log was sealed here before."""
        return self._has_note or (self._witness is not None and self._witness.exists())

    @property
    def _has_note(self) -> bool:
        return self._note is not None and self._note.has_sealed

    def doubts(self) -> list[str]:
        """What is wrong with the witness, in words: it must be there and whole if a log was sealed here before."""
        if self._witness is None or not self._has_note:
            return []
        trouble = self._look().trouble
        return [_DOUBT.format(self._witness.name, trouble)] if trouble else []

    def seen(self, url: str) -> Seen | None:
        """The base of a database as it was last seen from here."""
        return self._look().databases.get(self._name(url))

    def remember(self, url: str, base: Tally, *, in_place: bool = False) -> None:
        """Remember the base of a database. An older one is ignored, unless it takes the place of the other.

        If that is not possible now, the next time will do: what is remembered only stays a bit older. A witness that is
        in doubt stays as it is, until the owner has decided (`in_place`).
        """
        if self._witness is None:
            return
        look = self._look()
        if look.trouble and self._has_note and not in_place:
            log.error("%s next to the secret %s; see `bowerbird check`", self._witness.name, look.trouble)
            return
        before = look.databases.get(self._name(url))
        if before is not None and (before.epoch >= base.epoch or before.behind) and not in_place:
            self.renew_witness()
            return
        seen = Seen(base.epoch, base.facts, base.streams, base.total, time.time_ns() // 1_000_000)
        self._write(look.databases | {self._name(url): seen})

    def note_behind(self, url: str) -> None:
        """Remember that an older database than the one last seen was found in its place."""
        everything = self._look().databases
        seen = everything.get(self._name(url))
        if seen is not None and not seen.behind:
            self._write(everything | {self._name(url): msgspec.structs.replace(seen, behind=True)})

    def forget(self, url: str) -> None:
        """Forget a database that its owner has put away. What was in doubt about it is settled."""
        look = self._look()
        gone = look.databases.pop(self._name(url), None)
        if self._witness is not None and (gone is not None or (look.trouble and self._has_note)):
            self._write(look.databases)

    def renew_witness(self) -> None:
        """Seal the witness with the newest key, so that an older one can be dropped, and see that it is noted."""
        look = self._look()
        if look.trouble:
            return
        if not look.is_newest:
            self._write(look.databases)
        elif self._note is not None:
            self._note.note_sealed()

    def _name(self, url: str) -> str:
        """The name of a database in the witness: its file, or its place on a server, without user and password."""
        file = sqlite_file(url)
        if file is None:
            parts = make_url(url)
            return f"{parts.host or parts.query.get('host', '')}:{parts.port or ''}/{parts.database or ''}"
        file = file.absolute()
        # A folder that is moved with all that is in it stays the same.
        beside = self._witness is not None and file.parent == self._witness.absolute().parent
        return file.name if beside else str(file)

    def _look(self) -> _Look:
        """Read the witness."""
        if self._witness is None:
            return _Look({}, "is not used")
        try:
            found = msgspec.json.decode(self._witness.read_bytes(), type=_Witness)
        except FileNotFoundError:
            return _Look({}, "is missing")
        except OSError as error:
            return _Look({}, f"can't be read ({error.strerror})")
        except msgspec.DecodeError:
            return _Look({}, "is damaged")
        text = _seen(found.databases)
        if not self._fits(found.seal, text):
            return _Look({}, "was changed from outside")
        return _Look(found.databases, is_newest=hmac.compare_digest(found.seal, self._newest(text)))

    def _newest(self, text: bytes) -> bytes:
        """The seal by the newest key there is now, also if the log is still to be sealed with it."""
        return _sealed(blake2b(digest_size=32, key=self._get_keys()[0]), text)

    def _write(self, everything: dict[str, Seen]) -> None:
        """Write the witness, and only then note that there must be one."""
        assert self._witness is not None
        try:
            witness = _Witness(everything, self._newest(_seen(everything)))
            replace_file(self._witness, msgspec.json.encode(witness))
        except OSError as error:
            log.error("%s could not be written: %s", self._witness.name, error)
            return
        if self._note is not None:
            self._note.note_sealed()


def _sealed(keyed: blake2b, text: bytes) -> bytes:
    hasher = keyed.copy()
    hasher.update(text)
    return hasher.digest()


def _head(stream: str, seq: int, at: int, digest: bytes) -> bytes:
    name = stream.encode()
    return b"".join((_HEAD.pack(b"head", len(name), seq, at), name, digest))


def _tally(tally: Tally) -> bytes:
    name = tally.writer.encode()
    numbers = _TALLY.pack(b"sum ", len(name), tally.epoch, tally.facts, tally.streams)
    return b"".join((numbers, name, tally.total))


def _seen(everything: dict[str, Seen]) -> bytes:
    return b"seen" + msgspec.json.encode(everything, order="deterministic")
