"""Whatever people are called, and however many they are."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from bowerbird.paper import SIZES, WHATS, print_sheet
from event.evenings import CLUBS, Night
from kit.amount import amount
from kit.rows import pairs, rows
from paper.evenings_on_paper import OF_BOARDS, night
from paper.reading import Sheet, links_of

MARKUP = [
    '#import "x": *',
    "$a$ *b* _c_",
    "@ref <label> ~",
    "// no comment /* nor */",
    "\\end{x} `raw`",
    "= Heading",
    "#panic() [x] {y}",
    '"quoted" \'s --- ...',
]
LETTERS = ["Éloïse Ångström", "Ελένη Παπαδοπούλου", "Анна Каренина", "Nguyễn Thị Hương", "Łukasz Żółć", "Þórður Ðe"]
LONG = ["X" * 60, "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley-Smythe"]


@rows("club, size", pairs(CLUBS[: amount(1, full=5)], list(SIZES)[: amount(1, full=2)]))
def test_names_are_text_and_never_markup_and_stay_on_the_page(club: str, size: str) -> None:
    names = [*MARKUP, *LETTERS, *LONG]
    assert len(names) == 16
    evening = Night(club, names, rounds=6)
    for _ in range(3):
        evening.seat()
        evening.quick()
    title = "#let x = 1; *Night* of $\\pi$"
    for what in ("all", "score-cards", "pivot-cards", "master", "season"):
        sheet = Sheet(print_sheet(what, evening.event, size=size, place=title, links=links_of(evening.event)))
        for name in names:
            assert sheet.has(name), f"{what}: {name}"
        assert sheet.has("#let x = 1; *Night*")
        assert not sheet.off_the_page()
        assert sheet.smallest() >= 12


def test_letters_that_our_font_lacks_are_no_reason_to_fail() -> None:
    evening = Night("national", ["李小龙", "Ann", "Bob", "محمد"])
    evening.seat()
    sheet = Sheet(print_sheet("slips", evening.event))
    assert sheet.has("Round 1 Bob")
    assert len(sheet) == 1


@pytest.mark.full
def test_sixty_people_are_printed_while_the_director_waits() -> None:
    event = night("trailer-estates", 60, played=3).event
    begun = time.process_time()
    sheet = Sheet(print_sheet("all", event, links=links_of(event)))
    took = time.process_time() - begun
    assert sheet.has("60 people here, 15 tables")
    assert took < 8, f"everything for sixty people took {took:.1f} s of processor time"


@pytest.mark.full
@pytest.mark.parametrize(
    "what", [what for what in WHATS if what not in ("all", "certificates", "score-cards", *OF_BOARDS)]
)
def test_a_thousand_people_fit(what: str) -> None:
    sheet = Sheet(print_sheet(what, _thousand().event))
    assert len(sheet) <= 300
    if what in ("slips", "sign-up", "standings", "master"):
        assert sheet.has("Player 1000")
    if what in ("slips", "table-cards"):
        assert len(sheet) == {"slips": 125, "table-cards": 250}[what]
    if what == "wall-list":
        assert len(sheet) == 17


#: Prints a sheet for many people in a process of its own, and says how large it is and how much memory that took.
_MANY = """
import re, sys
from pathlib import Path
from bowerbird.paper import print_sheet
from event.evenings import Night
night = Night("national", [f"Player {number}" for number in range(int(sys.argv[2]))])
night.seat()
print(len(print_sheet(sys.argv[1], night.event)))
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is asked for in another way")
@pytest.mark.parametrize(("what", "people"), [("score-cards", 300), ("sign-up", 3000)])
def test_many_people_take_little_memory(what: str, people: int) -> None:
    """`make bench ONLY=paper WHOLE=1` prints every sheet for 3,000."""
    ran = subprocess.run(
        [sys.executable, "-c", _MANY, what, str(people)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    size, megabytes = map(int, ran.stdout.splitlines())
    assert size > 100_000
    assert megabytes < 300


def test_score_cards_of_one_table_are_printed_for_any_number_of_people() -> None:
    event = _thousand().event
    sheet = Sheet(print_sheet("score-cards", event, table=7))
    assert len(sheet) == 2
    for name in event.round.table(7).seats:
        assert sheet.has(name)


def _thousand() -> Night:
    if not _MADE:
        _MADE.append(night("national", 1000, played=1))
    return _MADE[0]


_MADE: list[Night] = []
