"""Read the fitted weights of calls and cards from `policy.json` beside this file.

They were fitted: cards to open-hand search, calls to what followed them in bulk play. `club` plays by
them directly; `expert` looks ahead and reads the other hands with them.
"""

from __future__ import annotations

import json
from array import array
from functools import lru_cache
from importlib.resources import files

from bowerbird.kernel.options import Playing, Policy

__all__ = ["club_policy"]


@lru_cache(maxsize=1)
def club_policy() -> Policy:
    """The calls and plays of a sound club player, for bulk play."""
    weights = json.loads((files(__package__) / "policy.json").read_text("utf-8"))
    return Policy(
        playing=Playing.BY_HABIT,
        with_partner=array("d", weights["with_partner"]),
        alone=array("d", weights["alone"]),
        habits=array("d", weights["cards"]),
    )
