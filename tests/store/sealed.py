"""What tests of sealed logs, their copies and checks share."""

from __future__ import annotations

#: The key of sealed logs.
KEY = b"k" * 32


def silent(_done: int, _total: int) -> None:
    """Show no progress."""
