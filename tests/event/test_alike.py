"""Names that may be one person's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event.alike import closeness, near
from kit.rows import rows

WORDS = st.text(st.characters(categories=("Ll", "Lu"), max_codepoint=0x17F), min_size=1, max_size=12)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@rows(
    ("one", "other"),
    [
        ("Betti Adams", "Betty Adams"),
        ("Kristine O’Shaughnessy", "Christine O'Shaughnessy"),
        ("Adams Betty", "Betty Adams"),
        ("Adams, Betty", "Betty Adams"),
        ("BETTY ADAMS", "betty adams"),
        ("Ximena Diaz", "Ximena Díaz"),
        ("Mary O'Neil", "Mary Ann O'Neil"),
        ("Maryann Beck", "Mary Ann Beck"),
        ("B. Adams", "Betty Adams"),
        ("Bob Adasm", "Bob Adams"),
        ("Jean-Luc Roy", "Jean Luc Roy"),
        ("Vandenberg Bartholomew", "Bartolomew Vandenberg"),
    ],
)
def test_one_person_written_twice(one: str, other: str) -> None:
    assert closeness(one, other) is not None
    assert near(one, ["Zeke Miller", other]) == (other,)


@rows(
    ("one", "other"),
    [
        ("Jan Smith", "Dan Smith"),
        ("Tom Beck", "Tim Beck"),
        ("Player 1", "Player 2"),
        ("Ann B", "Ann C"),
        ("Ann", "Ann Smith"),
        ("Bob Adams", "Betty Adams"),
        ("Earl Price", "Carl Young"),
        ("J B", "Jim Beck"),
        ("Ann", "Dan"),
        ("", "Ann"),
    ],
)
def test_two_people(one: str, other: str) -> None:
    assert closeness(one, other) is None


def test_the_nearest_comes_first() -> None:
    assert near("Betty Adams", ["Betti Adams", "Adams Betty"]) == ("Adams Betty", "Betti Adams")


@given(NAMES, NAMES)
def test_it_does_not_matter_which_name_came_first(one: str, other: str) -> None:
    assert closeness(one, other) == closeness(other, one)


@given(NAMES)
def test_everybody_is_near_themselves(name: str) -> None:
    assert closeness(name, name) == 0
    assert closeness(name, " ".join(reversed(name.split()))) == 0


@given(st.text(st.sampled_from("abcdefghiklmnoprstuvwy"), min_size=5, max_size=12), st.data())
def test_one_slip_of_the_finger_in_a_long_word_is_noticed(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdefghiklmnoprstuvwy"))
    for slip in (word[:at] + letter + word[at + 1 :], word[:at] + letter + word[at:]):
        assert closeness(f"Betty {word}", f"Betty {slip}") is not None
