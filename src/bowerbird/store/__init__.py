"""The log on disk: facts in many streams, on SQLite or PostgreSQL. Does not depend on euchre."""

from bowerbird.store.log import ConflictError, Entry, Log, StoreError

__all__ = ["ConflictError", "Entry", "Log", "StoreError"]
