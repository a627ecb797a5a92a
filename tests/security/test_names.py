"""Names as they are shown: everybody's own writing stays as it is, and nothing hides in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.names import is_one_line, one_line
from kit.rows import rows

HONEST = (
    "Ann Lee",
    "Zoë Müller-Lüdenscheidt",
    "Nguyễn Thị Ánh",
    "Владимир",
    "Ελένη",
    "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    "محمد",
    "می\u200cخواهم",
    "क्\u200dष",
    "র\u200d্য",
    "ශ්\u200dරී",
    "สมชาย",
    "李小龍",
    "葛\U000e0100城",
    "김철수",
    "Ann \u2764\ufe0f",
    "\U0001f469\U0001f3fd\u200d\u2695\ufe0f",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
)


@rows("name", HONEST)
def test_a_name_in_its_own_writing_stays_as_it_is(name: str) -> None:
    assert one_line(name) == name


@rows(
    ("parts", "whole"),
    [
        ("Zoe\u0308", "Zo\u00eb"),
        ("Nguye\u0302\u0303n", "Nguy\u1ec5n"),
        ("Jose\u200d\u0301", "Jos\u00e9"),  # kept apart by what cannot be seen
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("\u05e9\u05c1\u05b8", "\u05e9\u05b8\u05c1"),  # two marks, one typed before the other
    ],
)
def test_a_letter_in_parts_is_the_letter(parts: str, whole: str) -> None:
    assert one_line(parts) == one_line(whole) == whole
    assert is_one_line(whole)


@rows("hidden", ["\u200d", "\u200c", "\ufe0f", "\U000e0101", "\u034f", "\u2800", "\u3164", "\u200b"])
def test_a_name_that_looks_like_another_is_the_other(hidden: str) -> None:
    for name in (f"Al{hidden}", f"{hidden}Al", f"Al {hidden}", f"Al{hidden}{hidden}"):
        assert one_line(name) == "Al"
    assert one_line(f"A{hidden}l") in ("Al", "A l"), "it is seen"


@rows("blank", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\ufe0f", "\u0301", "\u200d", "\U000e0041"])
def test_a_name_that_shows_nothing_is_none(blank: str) -> None:
    assert one_line(blank) == ""


def test_marks_do_not_run_over_the_lines_above() -> None:
    assert one_line("Z" + "\u0316" * 22) == "Z" + "\u0316" * 4
    assert one_line("a \u0301b") == "a b", "a mark with no letter would sit on somebody else's"


@given(st.text())
def test_any_text_is_one_line_without_what_paints_or_turns(text: str) -> None:
    shown = one_line(text)
    assert shown == " ".join(shown.split())
    assert all(letter.isprintable() or letter in "\u200c\u200d" for letter in shown)
    assert not shown or any(letter.isprintable() for letter in shown)
