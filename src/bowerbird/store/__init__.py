"""The log on disk: facts of many streams, on SQLite or PostgreSQL. It keeps facts and knows nothing of euchre."""

from bowerbird.store.log import ConflictError, Entry, Log, StoreError

__all__ = ["ConflictError", "Entry", "Log", "StoreError"]
