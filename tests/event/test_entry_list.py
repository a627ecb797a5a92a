"""Lists of people as clubs have them: names one a line, pairs, and spreadsheets."""

from __future__ import annotations

import pytest

from bowerbird.event import EventError
from bowerbird.event.entry_list import read_csv, read_list
from bowerbird.event.facts import Entered, Entrant
from kit.rows import rows


def names(entries: list[Entered]) -> list[list[str]]:
    return [[player.name for player in entry.players] for entry in entries]


def test_one_name_a_line_and_pairs_by_an_ampersand() -> None:
    found = read_list("Ann\n\n  Bob  \nCy & Dee\n& Eve\n", of_age=True, zone="North")
    assert names(found.entries) == [["Ann"], ["Bob"], ["Cy", "Dee"], ["Eve"]]
    assert found.entries[2] == Entered(players=(Entrant("Cy", of_age=True), Entrant("Dee", of_age=True)), zone="North")


def test_a_spreadsheet_is_known_by_its_first_line() -> None:
    text = "\ufeffName;Partner;Zone;Born;Of age;Shoe size\r\nAnn;Bob;North;1950;;42\r\n;;;;;\r\nCy;;South;;yes;40\r\n"
    found = read_list(text)
    assert names(found.entries) == [["Ann", "Bob"], ["Cy"]]
    assert found.entries[0].players[0].born == 1950
    assert found.entries[1].players[0].of_age
    assert found.not_read == ("shoe_size",)


def test_names_with_commas_in_quotes_stay_whole() -> None:
    assert names(read_csv('name,zone\n"Smith, Ann",North\n').entries) == [["Smith, Ann"]]


@rows(
    ("text", "because"),
    [
        ("who\nZed\n", "one of them is `name`"),
        ("", "one of them is `name`"),
        ("name,born\nAnn,1950\nZed,long ago\n", "Line 3: 'long ago' isn't a year of birth"),
        ("name\n" + "x" * 140_000, "cannot be read as CSV"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, because: str) -> None:
    with pytest.raises(EventError, match=because):
        read_csv(text)


def test_one_endless_line_is_a_list_of_one_endless_name() -> None:
    assert len(read_list("x" * 150_000).entries) == 1


def test_what_is_said_of_all_holds_where_the_list_is_silent() -> None:
    text = "name,partner,zone,born\nAnn,Bob,,\nCy,Dee,South,2001\n"
    first, second = read_list(text, of_age=True, zone="North").entries
    assert [(each.name, each.of_age) for each in first.players] == [("Ann", True), ("Bob", True)]
    assert (first.zone, second.zone) == ("North", "South")
    assert (second.players[0].born, second.players[0].of_age) == (2001, False)
