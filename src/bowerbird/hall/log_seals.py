"""The seals of the log, by keys that are derived from the server's secret."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bowerbird.keyring import Keyring
from bowerbird.store.seals import WITNESS, Seals

__all__ = ["log_seals"]


def log_seals(keyring: Keyring, folder: Path | None = None) -> Seals:
    """Seal with this secret. `folder` is where the secret is: the witness is kept next to it."""
    keys = partial(keyring.keys_for, "the end of the log", now=True)
    return Seals(keys, folder / WITNESS if folder else None, keyring)
