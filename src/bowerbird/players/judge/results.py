"""What the hands that were played out are worth: points, the chance to win the game, and the fate of the makers."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.players.net.inputs import points_per_value
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Contract, Stakes
from bowerbird.seats import Seat

__all__ = ["Results"]

Floats: TypeAlias = npt.NDArray[np.float64]
Records: TypeAlias = npt.NDArray[np.uint8]

_NOBODY: Final = 255
#: Places of a record: the maker, alone, the makers' tricks.
_MAKER, _ALONE, _TRICKS = 0, 1, 2
#: Places of figures: points, the chance to win the game, and whichever of them counts.
_POINTS, _GAME, _VALUE = 0, 1, 2
#: By the makers' tricks: made, march, euchre.
_FATES: Final = np.array([(3 <= tricks < 5, tricks == 5, tricks < 3) for tricks in range(6)])
#: The number of a hand that nobody made; others are 12 times the maker, 6 if alone, and the makers' tricks.
_THROWN_IN: Final = 48


class Results:
    """Translates records for the side that decides."""

    def __init__(self, stakes: Stakes, seat: Seat) -> None:
        """Work out what every result is worth: there are only forty-nine."""
        #: By result: points, game, value, made, march, euchre, thrown in, ours.
        self._figures = np.zeros((_THROWN_IN + 1, 8))
        for maker in Seat:
            for alone in (False, True):
                # With personal cards a lone hand is worth what it brings to the partners on average, as to the net.
                scales = [stakes.scale(Contract(each, alone)) for each in (maker, maker.partner)]
                of_one, of_other = (np.array([scale.points, scale.game, scale.value]) for scale in scales)
                first = 12 * maker + 6 * alone
                self._figures[first : first + 6, :3] = ((of_one + of_other) / 2).T
                self._figures[first : first + 6, 3:6] = _FATES
                self._figures[first : first + 6, 7] = maker.side is seat.side
        self._figures[_THROWN_IN] = (*stakes.thrown_in(), 0, 0, 0, 1, 0)
        #: What turns a value into points as they count at this score.
        self._unit = points_per_value(stakes, seat)
        self.for_points = not stakes.for_game

    def points(self, records: Records) -> Floats:
        """The points of each hand for the side that decides."""
        found: Floats = self._figures[_numbers(records), _POINTS]
        return found

    def worth(self, records: Records) -> Floats:
        """What each hand is worth, in points as they count at this score."""
        found: Floats = self._unit * self._figures[_numbers(records), _VALUE]
        return found

    def figures(self, records: Records, shares: Floats) -> Floats:
        """The means of all figures."""
        found: Floats = shares @ self._figures[_numbers(records)]
        return found

    def corrected(self, difference: Floats, points: float, worth: float) -> Floats:
        """Differences of figures, where those of points and of worth are known better."""
        found = difference.copy()
        found[_POINTS] = points
        found[_VALUE] = worth / self._unit if self._unit else 0.0
        if not self.for_points:
            found[_GAME] = found[_VALUE]
        return found

    def outlook(self, figures: Floats, doubt: float | None = None) -> Outlook:
        """The figures as an outlook, with the doubt about its points if that is known.

        Chances stay between 0 and 1, and those of the ways in which a hand ends add up to no more.
        """
        points, value = float(figures[_POINTS]), float(figures[_VALUE])
        game, made, march, euchre, thrown_in, ours = (
            min(1.0, max(0.0, float(figure))) for figure in (figures[_GAME], *figures[_VALUE + 1 :])
        )
        whole = max(1.0, made + march + euchre + thrown_in)
        made, march, euchre, thrown_in = (each / whole for each in (made, march, euchre, thrown_in))
        return Outlook(points, game, value, made, march, euchre, thrown_in, ours, doubt)


def _numbers(records: Records) -> npt.NDArray[np.int64]:
    maker = records[:, _MAKER].astype(np.int64)
    found = 12 * maker + 6 * records[:, _ALONE] + records[:, _TRICKS]
    return np.where(maker == _NOBODY, _THROWN_IN, found)
