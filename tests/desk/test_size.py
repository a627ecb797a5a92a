"""How many people an event may have, and what a director is told to do about it."""

from __future__ import annotations

import pytest

from bowerbird.desk.size import GUEST_PEOPLE, SAVED_PEOPLE, SIGN_UPS, check_sign_up, check_size
from bowerbird.event import EventError
from bowerbird.event.facts import CheckedIn, Entered, Entrant

ONE = [Entered(players=(Entrant("Al"),))]


def test_a_guest_is_told_to_save_a_name_and_others_to_hold_a_second_event() -> None:
    check_size(GUEST_PEOPLE - 1, ONE, GUEST_PEOPLE)
    with pytest.raises(EventError, match="room for 400 people until its director has a saved name"):
        check_size(GUEST_PEOPLE, ONE, GUEST_PEOPLE)
    with pytest.raises(EventError, match=r"^An event has room for 3,000 people\. Hold a second one for the others\.$"):
        check_size(SAVED_PEOPLE, ONE, SAVED_PEOPLE)


def test_people_who_only_signed_up_count_when_they_are_checked_in() -> None:
    signed_up = tuple(f"Z{number}" for number in range(100))
    everybody = GUEST_PEOPLE + len(signed_up)
    check_size(everybody - 1, ONE, GUEST_PEOPLE, signed_up)
    check_size(everybody - 1, [CheckedIn(name="Z7"), CheckedIn(name="Z7")], GUEST_PEOPLE, signed_up)
    check_size(everybody, [CheckedIn(name="Somebody Else")], GUEST_PEOPLE, signed_up)
    for one_more in (ONE, [CheckedIn(name="Z7")]):
        with pytest.raises(EventError, match="room for 400 people"):
            check_size(everybody, one_more, GUEST_PEOPLE, signed_up)


def test_the_link_has_places_of_its_own() -> None:
    check_sign_up(SIGN_UPS - 1, ONE)
    with pytest.raises(EventError, match="Go to the desk: the director can still add you"):
        check_sign_up(SIGN_UPS, ONE)
