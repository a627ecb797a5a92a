"""What a choice comes to: how often each side makes trump, is euchred, takes all five tricks."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from bowerbird.players.judge.reasons.lines import NOBODY, Floats, Lines
from bowerbird.players.net.inputs import points_per_value
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Contract, Stakes
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Order, Pass, View

__all__ = ["Difference", "Kind", "Outcomes", "differences", "outcomes_of_lines", "outcomes_of_outlook"]

Kind: TypeAlias = Literal[
    "our euchre", "our march", "our lone march", "their euchre", "their march", "their lone march", "ours", "theirs"
]
#: The shares of each kind of result. A kind that isn't known is missing.
Outcomes: TypeAlias = dict[Kind, float]
#: A difference between results is told from here on.
_LEAST: Final = 0.015
#: The makers' tricks that stand for a euchre, a hand that is made, and all tricks.
_EUCHRE, _MADE, _MARCH = 2, 3, 5


class Difference(NamedTuple):
    """A result, how often it comes after the choice and after the other one, and what that counts for."""

    kind: Kind
    share: float
    other: float
    counts: float

    @property
    def turned(self) -> Difference:
        """The same as seen from the other choice."""
        return self._replace(share=self.other, other=self.share)


def outcomes_of_lines(view: View, lines: Lines, shares: Floats) -> Outcomes:
    """The results in the worlds."""
    assert view.seat is not None
    made = lines.maker != NOBODY
    ours = made & (lines.maker % 2 == view.seat.side)
    found: Outcomes = {}
    for kind in get_args(Kind):
        side = ours if kind.startswith("our") else made & ~ours
        if kind.endswith("euchre"):
            side = side & (lines.tricks < _MADE)
        elif kind.endswith("march"):
            side = side & (lines.tricks == _MARCH) & (lines.alone == ("lone" in kind))
        found[kind] = float(shares @ side)
    return found


def outcomes_of_outlook(view: View, fact: Fact, outlook: Outlook) -> Outcomes:
    """The results by the figures of a choice, as they are shown: after a pass, only who makes trump."""
    assert view.seat is not None
    if isinstance(fact, Pass) and view.maker is None:
        return {"ours": outlook.ours, "theirs": max(0.0, 1 - outlook.ours - outlook.thrown_in)}
    calls = isinstance(fact, Order | Name)
    maker = view.seat if calls else view.maker
    if maker is None:
        return {}
    alone = fact.alone if isinstance(fact, Order | Name) else view.alone
    march: Kind
    if maker.side is view.seat.side:
        march = "our lone march" if alone else "our march"
        return {"our euchre": outlook.euchre, march: outlook.march, "ours": 1.0, "theirs": 0.0}
    march = "their lone march" if alone else "their march"
    return {"their euchre": outlook.euchre, march: outlook.march, "ours": 0.0, "theirs": 1.0}


def differences(view: View, stakes: Stakes, choice: Outcomes, other: Outcomes) -> list[Difference]:
    """The results that make the other one better, the weightiest first."""
    assert view.seat is not None
    found = []
    for kind in get_args(Kind):
        share, others = choice.get(kind, 0.0), other.get(kind, 0.0)
        if abs(share - others) >= _LEAST and not kind.endswith("s"):
            counts = (others - share) * _worth(stakes, view.seat, kind)
            if counts > 0:
                found.append(Difference(kind, share, others, counts))
    return sorted(found, key=lambda difference: difference.counts, reverse=True)


def _worth(stakes: Stakes, seat: Seat, kind: Kind) -> float:
    """What a result is worth to us in points as they count, against a hand of the same side that is just made."""
    maker = seat if kind.startswith("our") else seat.left
    tricks = _EUCHRE if kind.endswith("euchre") else _MARCH
    # With personal cards a lone hand brings the two partners different things.
    gains = [
        stakes.scale(Contract(each, "lone" in kind)).value[tricks] - stakes.scale(Contract(each)).value[_MADE]
        for each in (maker, maker.partner)
    ]
    return points_per_value(stakes, seat) * sum(gains) / 2
