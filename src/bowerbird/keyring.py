"""The server's keys: they seal cookies and links, and give other parts a key for each purpose.

Several keys can be in use. The newest seals, and all of them are accepted, so that a new key ends nothing. Once an old
key is dropped, everything that was sealed with it is void. Signatures are itsdangerous' own: HMAC with SHA-256, with a
key for each purpose that is derived from the secret. The first key of a server from before keys could be rotated seals
as it always did, without that derivation, so that links on paper stay valid.

The keys are in one file that only its owner can read. A running server notices within a second if it has changed. The
file also has a note if the keys have sealed a log in this place (`store/seals.py`). The note names the very file that
it is in, by its number and time, so that it means nothing in a copy on another machine.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from bowerbird.extras import needs

with needs("hall"):
    from itsdangerous import Signer
    from itsdangerous.encoding import base64_encode
    from itsdangerous.signer import HMACAlgorithm

from bowerbird.machine import check_private, create_private_folder, locked_folder, private_part, sync_folder

__all__ = ["FIRST", "Key", "Keyring", "drop_key", "rotate_keys"]

log = logging.getLogger(__name__)

#: The date of a key from before keys had dates.
FIRST: Final = "first"
_SECRET_BYTES: Final = 32
#: The first line of a file with several keys. A file without it is one key, as it is.
_TITLE: Final = b"bowerbird keys"
#: The first word of the note that a log was sealed.
_SEALED: Final = "sealed"
#: Seconds between two looks at the file.
_LOOK_EVERY: Final = 1.0


class Key:
    """One secret, and the day it was made."""

    def __init__(self, secret: bytes, made: str = "") -> None:
        """Use a secret of at least 32 bytes."""
        if len(secret) < _SECRET_BYTES:
            raise ValueError(f"a secret has at least {_SECRET_BYTES} bytes")
        self.secret = secret
        self.made = made
        self._derived: dict[str, bytes] = {}

    @cached_property
    def name(self) -> str:
        """A short name for people and for the log, which tells nothing of the secret."""
        return self.derive("key name")[:4].hex()

    def derive(self, purpose: str) -> bytes:
        """The key for one purpose. From one of these, neither the secret nor another one can be worked out."""
        if purpose not in self._derived:
            signer = Signer(self.secret, salt=f"key {purpose}", key_derivation="hmac", digest_method=hashlib.sha256)
            self._derived[purpose] = signer.derive_key()
        return self._derived[purpose]

    def seal(self, purpose: str, body: str, size: int = 32) -> str:
        """The signature of a text, cut to `size` bytes."""
        text = body.encode("utf-8", "replace")
        key, value = (
            (self.secret, f"{purpose} ".encode() + text) if self.made == FIRST else (self.derive(purpose), text)
        )
        return base64_encode(_HMAC.get_signature(key, value)[:size]).decode()


_HMAC: Final = HMACAlgorithm(hashlib.sha256)


class Keyring:
    """All keys of a server, newest first."""

    def __init__(self, *keys: Key | bytes) -> None:
        """Use keys or secrets directly, newest first; `from_file` is the usual way."""
        if not keys:
            raise ValueError("a keyring needs a key")
        self._keys = tuple(key if isinstance(key, Key) else Key(key) for key in keys)
        self._file: _Watched | None = None
        self._noted = False

    @classmethod
    def from_file(cls, path: Path) -> Keyring:
        """Read the server's keys, created on the first start. Refuses a file that others on this machine can read."""
        create_private_folder(path.parent)
        if not path.exists():
            _create(path)
        file = _Watched(path)
        ring = cls(*_read(path).keys)
        ring._file = file
        return ring

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys, newest first, as they are in the file now."""
        if self._file is not None and self._file.has_changed():
            try:
                self._keys = _read(self._file.path).keys
            except (OSError, ValueError) as error:
                log.error("the keys could not be read again, and the earlier ones stay in use: %s", error)
        return self._keys

    def keys_for(self, purpose: str, *, now: bool = False) -> list[bytes]:
        """The keys for a purpose, newest first: use the first, and accept all. With `now`, look at the file at once."""
        if now and self._file is not None:
            self._file.look_now()
        return [key.derive(purpose) for key in self.keys]

    @property
    def has_sealed(self) -> bool:
        """True if the file notes that these keys have sealed a log in this place. Keys without a file know nothing."""
        if self._file is None:
            return False
        try:
            return _is_noted(self._file.path, _read(self._file.path))
        except (OSError, ValueError) as error:
            log.error("the keys could not be read again: %s", error)
            return False

    def note_sealed(self) -> None:
        """Note in the file that these keys have sealed a log in this place. Once: where that is not possible, never."""
        if self._file is None or self._noted:
            return
        self._noted = True
        path = self._file.path
        try:
            with locked_folder(path.parent):
                found = _read(path)
                if not _is_noted(path, found):
                    _replace(path, found.keys, noted=True)
        except (OSError, ValueError) as error:
            log.warning("the file with the keys could not be written: %s", error)

    def named(self, name: str) -> Key | None:
        """The key with this name. The key from before keys had names has none."""
        return next((key for key in self.keys if (key.made == FIRST if not name else key.name == name)), None)

    def seal(self, purpose: str, body: str, size: int = 32) -> str:
        """The signature of a text. A seal for one purpose isn't valid for another."""
        return self.keys[0].seal(purpose, body, size)

    def is_sealed(self, purpose: str, body: str, seal: str, size: int = 32) -> bool:
        """True if a seal was made with one of the keys. Only its exact text counts, so that it has no second form."""
        given = seal.encode("utf-8", "replace")
        return any(hmac.compare_digest(given, key.seal(purpose, body, size).encode()) for key in self.keys)


class _Watched:
    """The file with the keys, to see whether it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = self._look()
        self._again = time.monotonic() + _LOOK_EVERY

    def has_changed(self) -> bool:
        """True if the file is another one since the last call. Looks once a second at most."""
        now = time.monotonic()
        if now < self._again:
            return False
        self._again = now + _LOOK_EVERY
        stamp = self._look()
        changed = stamp is not None and stamp != self._stamp
        self._stamp = stamp or self._stamp
        return changed

    def look_now(self) -> None:
        """Look at the next call, however soon that is."""
        self._again = 0.0

    def _look(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino


# The file. It is text: the title, then a line for each key, newest first, then the note. The file of a server from
# before keys could be rotated is the secret itself.


class _Contents(NamedTuple):
    """The keys, and the place that the note names, if there is one."""

    keys: tuple[Key, ...]
    place: str = ""


def rotate_keys(path: Path) -> tuple[Key, ...]:
    """Add a new key to the file. It seals from now on, and the others stay valid."""
    with locked_folder(path.parent):
        found = _read(path)
        keys = (Key(secrets.token_bytes(_SECRET_BYTES), _today()), *found.keys)
        _replace(path, keys, noted=_is_noted(path, found))
    return keys


def drop_key(path: Path, name: str) -> tuple[Key, ...]:
    """Remove an older key from the file. Everything that was sealed with it is void."""
    with locked_folder(path.parent):
        found = _read(path)
        if name == found.keys[0].name:
            raise ValueError(f"{name} is the newest key, and it is in use. Make a new one first: bowerbird keys rotate")
        left = tuple(key for key in found.keys if key.name != name)
        if len(left) == len(found.keys):
            raise ValueError(f"there is no key {name}. To see them all: bowerbird keys list")
        _replace(path, left, noted=_is_noted(path, found))
    return left


def _replace(path: Path, keys: Sequence[Key], *, noted: bool) -> None:
    """Write the file completely or not at all."""
    part = private_part(path, _as_text(keys))
    try:
        if noted:
            _add_note(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def _add_note(part: Path) -> None:
    """Add the note to a file that is yet to get its name. The time of the file stays, because the note has it."""
    found = part.stat()
    with part.open("ab") as file:
        file.write(f"{_SEALED} {_place(part)}\n".encode())
        file.flush()
        os.utime(part, ns=(found.st_atime_ns, found.st_mtime_ns))
        os.fsync(file.fileno())


def _is_noted(path: Path, found: _Contents) -> bool:
    """True if the note names this file and no other."""
    return bool(found.place) and found.place == _place(path)


def _place(path: Path) -> str:
    found = path.stat()
    return f"{found.st_ino:x}-{found.st_mtime_ns:x}"


def _create(path: Path) -> None:
    """Write a file with one key. If several processes start at once, the first one's key is used."""
    part = private_part(path, _as_text([Key(secrets.token_bytes(_SECRET_BYTES), _today())]))
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        os.rename(part, path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def _read(path: Path) -> _Contents:
    check_private(path)
    data = path.read_bytes()
    if not data.startswith(_TITLE + b"\n") and len(data) >= _SECRET_BYTES:
        return _Contents((Key(data, FIRST),))
    try:
        pairs = [line.split() for line in data.decode().splitlines()[1:]]
        keys = tuple(Key(bytes.fromhex(value), word) for word, value in pairs if word != _SEALED)
    except ValueError:
        keys = ()
    if not keys:
        raise ValueError(f"{path} is damaged. Replace it with your copy of it")
    return _Contents(keys, next((value for word, value in pairs if word == _SEALED), ""))


def _as_text(keys: Sequence[Key]) -> bytes:
    return b"\n".join([_TITLE, *(f"{key.made} {key.secret.hex()}".encode() for key in keys), b""])


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
