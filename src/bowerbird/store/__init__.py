"""The log on disk: facts in many streams, on SQLite or PostgreSQL. Does not depend on euchre."""

from bowerbird.extras import needs

with needs("hall"):
    from bowerbird.store.log import CONNECTIONS, ConflictError, Entry, Log, StoreError

__all__ = ["CONNECTIONS", "ConflictError", "Entry", "Log", "StoreError"]
