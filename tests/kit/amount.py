"""How much a test does: one setting for all of them.

`BOWERBIRD_TESTS` is `quick` (`make test`), `full` (`make test-full`) or `soak` (`make soak`, for hours). A test
that can look at more asks for the size of this run: `GAMES = amount(2, full=20, soak=2000)`.
"""

from __future__ import annotations

import os
from typing import Final

__all__ = ["SIZE", "amount"]

_SIZES: Final = ("quick", "full", "soak")
#: The size of this run.
SIZE: Final = os.environ.get("BOWERBIRD_TESTS") or "quick"
if SIZE not in _SIZES:
    raise ValueError(f"BOWERBIRD_TESTS is one of {', '.join(_SIZES)}, not {SIZE}")


def amount(quick: int, full: int | None = None, soak: int | None = None) -> int:
    """The number for this run; where none is given for its size, that of the next smaller size."""
    if SIZE == "soak" and soak is not None:
        return soak
    return quick if SIZE == "quick" or full is None else full
