"""What a rule sheet cites: only clauses that say it, and "house reading" where no clause does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.rulebook.sheet import SheetLine, sheet
from bowerbird.rulebook.sheet.line import HOUSE_READING
from kit.rows import rows

LIST = Path(__file__).parents[3] / "shared" / "rules" / "CLAUSES.md"
#: Words that say nothing about what a sentence is about.
SMALL = frozenset(
    {
        *(
            "the",
            "and",
            "are",
            "for",
            "from",
            "has",
            "have",
            "any",
            "all",
            "each",
            "other",
            "than",
            "then",
            "when",
            "they",
        ),
        *(
            "their",
            "who",
            "may",
            "must",
            "not",
            "one",
            "two",
            "its",
            "your",
            "you",
            "that",
            "this",
            "with",
            "them",
            "whom",
        ),
        *("game", "games", "hand", "hands", "play", "plays", "player", "players", "side", "sides"),
    }
)


def words(text: str) -> set[str]:
    """The words that matter, by their first letters, and the figures."""
    letters = {word[:4] for word in re.findall(r"[a-z]{3,}", text.lower()) if word not in SMALL}
    return letters | figures(text)


def figures(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def lines(book: Rulebook) -> list[SheetLine]:
    return [line for section in sheet(book) for line in section.lines]


@rows("name", book_names())
def test_a_line_cites_only_clauses_that_speak_of_it(name: str) -> None:
    book = load_rulebook(name)
    for line in lines(book):
        if line.ours:
            continue
        for id in line.clauses:
            assert words(line.sentence) & words(book.document[id].says), (line, book.document[id].says)


@rows("name", book_names())
def test_a_figure_on_the_sheet_stands_in_a_cited_clause_or_is_a_house_reading(name: str) -> None:
    book = load_rulebook(name)
    for line in lines(book):
        if line.key.startswith("irregularities.") and line.sentence.endswith("by the director's decision."):
            continue  # the director sets the points
        said = {figure for id in line.clauses for figure in figures(book.document[id].says)}
        assert line.ours or not line.clauses or figures(line.sentence) <= said, line


@rows("name", [name for name in book_names() if load_rulebook(name).document])
def test_a_line_without_a_clause_is_marked_as_a_house_reading(name: str) -> None:
    book = load_rulebook(name)
    for line in lines(book):
        silent = all(book.document[id].reading for id in line.clauses)
        cases = book.irregularities.get(line.key.removeprefix("irregularities."), ())  # type: ignore[call-overload]
        in_part = any(not case.clause for case in cases)
        assert line.ours == (silent or in_part) == (HOUSE_READING in line.cites), line
        assert line.cites[: len(line.clauses)] == line.clauses


def test_the_plain_game_has_no_document_and_no_house_readings() -> None:
    assert not any(line.cites for line in lines(load_rulebook("bicycle")))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("trailer-estates", "event.money.shares"),
        ("trailer-estates", "event.money.payout"),
        ("trailer-estates", "event.sit_out"),
        ("trailer-estates", "irregularities.revoke"),
        ("trailer-estates", "deal.plan"),
        ("national", "deal.plan"),
        ("national", "event.ranking"),
        ("national", "words.alone"),
        ("national", "discard.turn_up"),
        ("national", "irregularities.lead out of turn"),
        ("national", "irregularities.play out of turn"),
        ("alberta", "irregularities.play out of turn"),
        ("st-joe", "event.kept_on.marked"),
        ("st-joe", "event.ranking"),
    ],
)
def test_what_the_document_leaves_open_is_a_house_reading(name: str, key: str) -> None:
    assert [line.ours for line in lines(load_rulebook(name)) if line.key == key] == [True]


@pytest.mark.parametrize(
    ("name", "key", "cites"),
    [
        ("national", "event.kept_on.marked", ("NAT-C2",)),
        ("national", "discard.keep_turn_up_in_a_flush", ("NAT-P7",)),
        ("national", "irregularities.play out of turn", ("NAT-P4", HOUSE_READING)),
        ("alberta", "irregularities.lead out of turn", ("ALB-12f", "ALB-12e")),
        ("ccc", "deal.turn_up", ("CCC-6",)),
        ("ccc", "deal.next_deal", ("CCC-5",)),
    ],
)
def test_a_line_cites_the_clause_that_says_it(name: str, key: str, cites: tuple[str, ...]) -> None:
    assert [line.cites for line in lines(load_rulebook(name)) if line.key == key] == [cites]


@pytest.mark.clause("TE-9")
def test_no_minutes_are_put_under_a_clause_that_does_not_say_them() -> None:
    assert not any("minutes" in line.sentence for line in lines(load_rulebook("trailer-estates")))


def listed_clauses() -> dict[str, dict[str, str]]:
    """The ids of the list with their kind, by rulebook."""
    found: dict[str, dict[str, str]] = {}
    book = ""
    for row in LIST.read_text("utf-8").splitlines():
        if heading := re.match(r"## ([a-z-]+) ", row):
            book = heading[1]
        elif entry := re.match(r"\| ([A-Z]+-\w+) \| (\w+) \|", row):
            found.setdefault(book, {})[entry[1]] = entry[2]
    return found


@pytest.mark.skipif(not LIST.exists(), reason="the list of clauses is not at hand")
def test_every_cited_clause_is_in_the_list_of_its_document() -> None:
    listed = listed_clauses()
    assert sum(map(len, listed.values())) == 121
    for name, own in listed.items():
        book = load_rulebook(name)
        assert {id: clause.kind for id, clause in book.document.items()} == own
        for line in lines(book):
            assert set(line.clauses) <= own.keys(), line
