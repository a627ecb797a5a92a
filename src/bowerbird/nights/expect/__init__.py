"""The expectations of a night, by their kind: what the room has, held against what the night says."""

from bowerbird.nights.expect import (
    attendance,
    hands,
    money,
    moves,
    places,
    property,
    ranking,
    rulings,
    ties,
    values,
)
from bowerbird.nights.expect.compare import Judge

__all__ = ["EXPECTED"]

EXPECTED: dict[str, Judge] = {
    **places.KINDS,
    **values.KINDS,
    **ranking.KINDS,
    **money.KINDS,
    **attendance.KINDS,
    **property.KINDS,
    **ties.KINDS,
    **rulings.KINDS,
    **hands.KINDS,
    **moves.KINDS,
}
