"""How many people an event may have, and what a director is told to do about it."""

from __future__ import annotations

import pytest

from bowerbird.desk.size import GUEST_PEOPLE, SAVED_PEOPLE, check_size
from bowerbird.event import EventError
from bowerbird.event.facts import Entered, Entrant

ONE = [Entered(players=(Entrant("Al"),))]


def test_a_guest_is_told_to_save_a_name_and_others_to_hold_a_second_event() -> None:
    check_size(GUEST_PEOPLE - 1, ONE, GUEST_PEOPLE)
    with pytest.raises(EventError, match="room for 400 people until its director has a saved name"):
        check_size(GUEST_PEOPLE, ONE, GUEST_PEOPLE)
    with pytest.raises(EventError, match=r"^An event has room for 3,000 people\. Hold a second one for the others\.$"):
        check_size(SAVED_PEOPLE, ONE, SAVED_PEOPLE)
