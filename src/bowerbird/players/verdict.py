"""The teacher's word on a choice. Does not depend on any player."""

from typing import Literal, TypeAlias

__all__ = ["Verdict"]

#: Only "mistake" is called one: clearly worse, by enough to matter. "behind" is clearly worse, by a little.
Verdict: TypeAlias = Literal["best", "as good", "behind", "mistake"]
