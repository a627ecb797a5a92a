"""What is kept about a person, in words for that person, and how it is erased. Doesn't depend on tables or the web.

Every kind of stream that is named after a person (`kind:<person>`) has an entry here, so that a person can see all of
it. To keep something new, add an entry to `KINDS`, and if it can be erased its kind to `ERASABLE` in
`store/_erased.py`. Reading such a stream, skip entries with `is_erased`: what came before is gone. `own_facts` does so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.errors import NotAllowedError
from bowerbird.store import Entry, Log
from bowerbird.store.errors import ArchiveError

__all__ = ["KINDS", "NAMELESS", "NAMES_BEFORE", "NAMES_STAY", "Kept", "KeptKind", "KeptThing", "each_of", "own_facts"]


@dataclass(frozen=True, slots=True)
class KeptKind:
    """One kind of stream: its name, words for the person, who else can see it, and whether it can be erased.

    `stays` says why it can't, and what can be done instead. It is empty if it can.
    """

    kind: str
    title: str
    words: str
    seen_by: str = "Only you can see it."
    stays: str = ""


#: Everything that is kept about a person under their own name, in the order in which it is shown.
KINDS: Final = (
    KeptKind(
        "record",
        "Your record",
        "One line for each game that you have finished: the score, the calls, luck and skill. My play is made from it.",
    ),
    KeptKind("practice", "Your practice", "Your mistakes to try again, your tries with their dates, and your puzzles."),
    KeptKind(
        "friends",
        "The people you know",
        "Your own list. You stay on the lists of the others until they take you off, or you delete everything.",
    ),
    KeptKind(
        "known-as",
        "Your name on the lists of others",
        "The name that people you know, or have invited, can see. If you erase it, links that you have made end.",
        "The people you know can see it.",
    ),
    KeptKind("invitations", "Invitations", "Who has asked you to a table, and when."),
    KeptKind(
        "blocks",
        "The people you have blocked",
        "Whom you don't want to meet. They aren't told. If you erase it, you may meet them again.",
    ),
    KeptKind(
        "reports",
        "What you have reported",
        "People at public tables whom you have reported, and why.",
        "The owner of this server can see it.",
        "The owner of this server decides how long reports are needed.",
    ),
    KeptKind(
        "listing",
        "Your place on the list of ratings",
        "Whether your name is on the list, and the name that is shown there.",
        "Everyone can see it while you are on the list.",
    ),
    KeptKind(
        "tables",
        "Your tables",
        "A list of the tables where you have sat. My games is made from it. The tables themselves stay.",
    ),
    KeptKind("portrait", "Your picture", "The bird that you have chosen.", "The people at your tables can see it."),
    KeptKind("sign-ins", "Your sign-ins", "When you have signed in, and in which kind of browser."),
    KeptKind(
        "recovery",
        "Your recovery code",
        "The number and name of your recovery code, not the code itself.",
        stays="It goes together with your saved name, when you delete everything.",
    ),
    KeptKind(
        "signed-in",
        "Who you have signed in as",
        "A note that the events which you set up as a guest belong to a saved name now.",
        stays="Without it, the events would have no director.",
    ),
    KeptKind(
        "events",
        "The events you run",
        "A list of your events, so that you find them again.",
        stays="Events belong to the people who played in them.",
    ),
    KeptKind(
        "seasons",
        "The seasons you run",
        "A list of your seasons.",
        stays="Seasons belong to the people who played in them.",
    ),
    KeptKind(
        "members",
        "Your list of members",
        "The names that your event pages offer.",
        stays="You change it on the page of your members.",
    ),
)

#: Streams that belong to others too, in which a person's name stays, and why. Today's facts have it nowhere else; for
#: what was written before, see `NAMES_BEFORE`.
NAMES_STAY: Final = {
    "table": "Games belong to everyone who played.",
    "event": "Results belong to everyone who played.",
    "season": "Results belong to everyone who played.",
    "members": "A director's own list of members.",
    "record": "The records of people who were your partners.",
    "blocks": "The lists of people who have blocked you, so that you don't meet.",
    "reports": "Reports about you, or by you. The owner of this server decides how long they are needed.",
}
#: Streams of others whose older facts have a copy of a person's name, though today's have the id alone. That copy stays
#: in the database until its owner erases the stream. It is shown only of people who are still on a list, or whose link
#: or invitation hasn't run out, and who have no name of their own in `known_as`, not even an erased one.
NAMES_BEFORE: Final = frozenset({"friends", "friend-link", "invitations"})
#: Streams whose facts have no names today: of people they have ids at most.
NAMELESS: Final = frozenset({"code", "daily", "friend-link", "rated"})

#: Fields that have ids of people.
_IDS: Final = frozenset({"person", "partner", "opponents", "by"})
_BY_KIND: Final = {each.kind: each for each in KINDS}


class KeptThing(msgspec.Struct, frozen=True):
    """A stream of a person: its kind, the number of its facts, and the times of the first and the last one."""

    kind: str
    facts: int
    first: int
    last: int


class Kept:
    """What is kept about each person."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log."""
        self._log = log
        self._clock = clock

    async def of(self, person: str) -> list[KeptThing]:
        """Everything that is kept about a person, in the order of `KINDS`. Empty kinds are left out."""
        found = [(each.kind, await self._facts(each.kind, person)) for each in KINDS]
        return [KeptThing(kind, len(facts), facts[0][0], facts[-1][0]) for kind, facts in found if facts]

    async def everything(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """All facts about a person as they are stored, by kind, without the ids of other people."""
        found = [(each.kind, await self._facts(each.kind, person)) for each in KINDS]
        return {kind: [{"at": at, "fact": _without_ids(fact)} for at, fact in facts] for kind, facts in found if facts}

    async def _facts(self, kind: str, person: str) -> list[tuple[int, dict[str, Any]]]:
        """The facts of one kind about a person, with their times."""
        _, entries = await own_facts(self._log, f"{kind}:{person}")
        return [(entry.at, msgspec.json.decode(entry.body, type=dict[str, Any])) for entry in entries]

    async def erase(self, person: str, kind: str) -> None:
        """Erase one kind of what is kept about a person. It is gone from the database."""
        known = _BY_KIND.get(kind)
        if known is None or not person:
            raise NotAllowedError("There is nothing of this kind. Reload the page.")
        if known.stays:
            raise NotAllowedError(f"{known.title} can't be erased here. {known.stays}")
        await self._log.erase(f"{kind}:{person}", self._clock())

    async def erase_everything(self, person: str) -> None:
        """Erase every kind that can be erased, also if another can't be read."""
        await each_of(*(partial(self.erase, person, each.kind) for each in KINDS if not each.stays))


async def each_of(*steps: Callable[[], Awaitable[object]]) -> None:
    """Do all of these, also if an archive that one of them needs is damaged. Raises the first such error at the end."""
    problem: ArchiveError | None = None
    for step in steps:
        try:
            await step()
        except ArchiveError as error:
            problem = problem or error
    if problem is not None:
        raise problem


async def own_facts(log: Log, stream: str) -> tuple[int, list[Entry]]:
    """The last number of a person's stream, and its facts without the mark that earlier ones were erased."""
    entries = await log.read(stream)
    return entries[-1].seq if entries else 0, [entry for entry in entries if not entry.is_erased]


def _without_ids(fact: dict[str, Any]) -> dict[str, Any]:
    """A fact without the ids of people, by which nobody should know others. Bots are named by their level."""

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return [shown(each) for each in value]
        return value if isinstance(value, str) and value.startswith("bot:") else "somebody"

    return {key: shown(value) if key in _IDS else value for key, value in fact.items()}
