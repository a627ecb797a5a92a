"""The mark that a stream was erased: what came before it is gone, with its digests, and its chain begins again. Pure.

The mark is a fact with an empty body, whose digest follows from no other. Only streams of the kinds in `ERASABLE` can
have one, so tables, events and everything else that belongs to several people can't be erased. Nobody without the
secret can put a mark: it is the head of its stream, or the chain from it leads there, and heads are sealed and counted
(see `seals`).
"""

from __future__ import annotations

from typing import Final

from bowerbird.store._chain import START, link

__all__ = ["ERASABLE", "MARK", "can_be_erased", "is_mark", "mark_digest"]

#: The kinds of streams that belong to one person alone. `hall/kept.py` has the words for each.
ERASABLE: Final = frozenset(
    {
        *("blocks", "friends", "invitations", "known-as", "listing", "person", "portrait"),
        *("practice", "record", "recovery", "sign-ins", "tables"),
    }
)
#: The body of a mark. No other fact is empty.
MARK: Final = b""


def can_be_erased(stream: str) -> bool:
    """True if this stream belongs to one person, who may have it erased."""
    kind, _, owner = stream.partition(":")
    return kind in ERASABLE and bool(owner)


def is_mark(stream: str, seq: int, body: bytes) -> bool:
    """True if this fact says that everything before it was erased."""
    return body == MARK and seq > 1 and can_be_erased(stream)


def mark_digest(stream: str, seq: int, at: int) -> bytes:
    """The digest of a mark."""
    return link(START, stream, seq, at, MARK)
