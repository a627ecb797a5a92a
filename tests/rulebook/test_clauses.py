"""The clause index is complete, says something for every clause, and is in step with the tests."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import clause_index
from bowerbird.rulebook.clauses import UnknownClauseError, clause, clauses
from clause_index import ROOT, ClauseIndexError, shown_in, without_tests

DOCUMENT = ROOT.parent / "shared" / "rules" / "CLAUSES.md"


@pytest.fixture(scope="module")
def shown() -> clause_index.Shown:
    """A fresh scan of these very tests."""
    return clause_index.scan()


def listed(text: str) -> list[tuple[str, str, str]]:
    """Id, rulebook and kind of every row in the tables of the clause document."""
    rows = []
    rulebook = ""
    for line in text.splitlines():
        if heading := re.match(r"## (\S+)", line):
            rulebook = heading[1]
        elif row := re.match(r"\| ([A-Z]+-\w+) \| (\w+) \|", line):
            rows.append((row[1], rulebook, row[2]))
    return rows


@pytest.mark.skipif(not DOCUMENT.exists(), reason="the clause document is not beside this checkout")
def test_the_index_has_the_clauses_of_the_document_in_its_order() -> None:
    document = listed(DOCUMENT.read_text(encoding="utf-8"))
    assert document, "no table rows found"
    for rulebook in dict.fromkeys(rulebook for _, rulebook, _ in document):
        ours = [(entry.id, entry.rulebook, entry.kind) for entry in clauses() if entry.rulebook == rulebook]
        assert ours == [row for row in document if row[1] == rulebook]


def test_no_id_comes_twice() -> None:
    assert [id for id, times in Counter(entry.id for entry in clauses()).items() if times > 1] == []


def test_a_clause_says_one_or_two_whole_sentences() -> None:
    sentences = re.compile(r"[A-Z][^.]{15,}\.( [A-Z][^.]{15,}\.)?")
    assert [entry.id for entry in clauses() if not sentences.fullmatch(entry.says)] == []


def test_a_clause_is_found_by_its_id() -> None:
    assert clause("ALB-5b").rulebook == "alberta"
    assert clause("ALB-5b") in clauses()


def test_an_unknown_id_is_refused_with_the_way_to_find_the_known_ones() -> None:
    with pytest.raises(UnknownClauseError, match=r"id 'ALB-99'\. `bowerbird rules clauses` lists"):
        clause("ALB-99")


def test_marks_name_only_known_clauses(shown: clause_index.Shown) -> None:
    assert set(shown) <= {entry.id for entry in clauses()}


def test_the_committed_list_of_tests_is_fresh(shown: clause_index.Shown) -> None:
    written = clause_index.SHOWN_BY.read_text(encoding="utf-8")
    assert written == clause_index.as_json(shown), "run `make write`"


def test_the_clauses_carry_the_tests_of_that_list(shown: clause_index.Shown) -> None:
    assert {entry.id: list(entry.tests) for entry in clauses() if entry.tests} == shown, "run `make write`"


def test_no_clause_has_lost_its_last_test(shown: clause_index.Shown) -> None:
    before = json.loads(clause_index.SHOWN_BY.read_text(encoding="utf-8"))
    without_tests(clause_index.known_ids(), shown, before)


def test_the_scan_and_the_program_have_the_same_clauses() -> None:
    assert set(clause_index.known_ids()) == {entry.id for entry in clauses()}


def test_node_ids_point_to_functions_that_exist() -> None:
    tests = {test for entry in clauses() for test in entry.tests}
    files = {file for file in (test.split("::")[0] for test in tests) if (ROOT / file).exists()}
    assert tests - {name for file in files for name in defined(file)} == set()


def defined(file: str) -> Iterator[str]:
    """The node id of every function in a file, those in classes too."""
    waiting: list[tuple[str, ast.AST]] = [(file, ast.parse((ROOT / file).read_text(encoding="utf-8")))]
    while waiting:
        within, parent = waiting.pop()
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef):
                waiting.append((f"{within}::{node.name}", node))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{within}::{node.name}"


class TestTheScan:
    """Which marks count, and for which test."""

    def test_a_mark_on_a_function(self) -> None:
        source = '@pytest.mark.clause("B", "A")\ndef test_x(): ...\n'
        assert shown_in(source, "tests/test_x.py") == {
            "A": ["tests/test_x.py::test_x"],
            "B": ["tests/test_x.py::test_x"],
        }

    def test_a_mark_on_an_async_function(self) -> None:
        source = '@mark.clause("A")\nasync def test_x(): ...\n'
        assert shown_in(source, "f.py") == {"A": ["f.py::test_x"]}

    def test_a_mark_on_a_class_goes_to_each_of_its_tests(self) -> None:
        source = """
@pytest.mark.clause("A")
class TestX:
    def dealt(self): ...
    def test_z(self): ...
    @pytest.mark.clause("B")
    def test_y(self): ...
"""
        assert shown_in(source, "f.py") == {
            "A": ["f.py::TestX::test_y", "f.py::TestX::test_z"],
            "B": ["f.py::TestX::test_y"],
        }

    def test_pytestmark_goes_to_every_test_below_it(self) -> None:
        source = """
def test_x(): ...
class TestY:
    pytestmark = pytest.mark.clause("B")
    def test_y(self): ...
pytestmark = [pytest.mark.slow, pytest.mark.clause("A")]
"""
        assert shown_in(source, "f.py") == {
            "A": ["f.py::TestY::test_y", "f.py::test_x"],
            "B": ["f.py::TestY::test_y"],
        }

    def test_a_mark_on_one_case_goes_to_its_function(self) -> None:
        source = """
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("A")), 2])
def test_x(n): ...
"""
        assert shown_in(source, "f.py") == {"A": ["f.py::test_x"]}

    def test_cases_may_stand_in_a_list_of_their_own(self) -> None:
        source = """
CASES: list[object] = [pytest.param(1, marks=[pytest.mark.clause("A")])]
@pytest.mark.parametrize("n", CASES)
def test_x(n): ...
@pytest.mark.parametrize("n", [*CASES, 2])
def test_y(n): ...
"""
        assert shown_in(source, "f.py") == {"A": ["f.py::test_x", "f.py::test_y"]}

    @pytest.mark.parametrize(
        "source",
        [
            '\n@pytest.mark.clause("A")\ndef dealt(): ...\n',
            '\nCASES = [pytest.param(1, marks=pytest.mark.clause("A"))]\n',
            '\nclause = pytest.mark.clause\n@clause("A")\ndef test_x(): ...\n',
        ],
    )
    def test_a_mark_on_no_test_is_an_error(self, source: str) -> None:
        with pytest.raises(ClauseIndexError, match=r"f\.py:2: this clause mark is on no test"):
            shown_in(source, "f.py")

    def test_an_id_that_is_not_plain_text_is_an_error(self) -> None:
        with pytest.raises(ClauseIndexError, match=r'f\.py:1: write the clause id as plain text, such as "ALB-5b"'):
            shown_in("@pytest.mark.clause(ID)\ndef test_x(): ...\n", "f.py")

    def test_a_folder_is_read_to_its_depth(self, tmp_path: Path) -> None:
        room = tmp_path / "tests" / "table"
        room.mkdir(parents=True)
        (room / "test_x.py").write_text('@pytest.mark.clause("A")\ndef test_x(): ...\n', encoding="utf-8")
        assert clause_index.scan(tmp_path / "tests") == {"A": ["tests/table/test_x.py::test_x"]}


class TestTheCommand:
    """`python tests/clause_index.py`, on files of its own."""

    @pytest.fixture(autouse=True)
    def _project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tests, books = tmp_path / "tests", tmp_path / "books"
        tests.mkdir()
        books.mkdir()
        (tests / "test_x.py").write_text('@pytest.mark.clause("ALB-1")\ndef test_x(): ...\n', encoding="utf-8")
        (books / "alberta.toml").write_text(
            '[document]\nALB-1 = {says = "a"}\nALB-2 = {says = "b"}\n', encoding="utf-8"
        )
        (books / "bicycle.toml").write_text('title = "no document"\n', encoding="utf-8")
        monkeypatch.setattr(clause_index, "TESTS", tests)
        monkeypatch.setattr(clause_index, "BOOKS", books)
        monkeypatch.setattr(clause_index, "SHOWN_BY", tmp_path / "clause_tests.json")

    def test_it_writes_the_list_and_prints_what_has_no_test(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert clause_index.main() == 0
        assert capsys.readouterr().out == "Clauses with a test: 1. Without: 1.\n  ALB-2\n"
        assert clause_index.SHOWN_BY.read_text() == '{\n  "ALB-1": [\n    "tests/test_x.py::test_x"\n  ]\n}\n'

    def test_a_clause_may_not_lose_its_last_test(self, capsys: pytest.CaptureFixture[str]) -> None:
        clause_index.SHOWN_BY.write_text('{"ALB-2": ["tests/test_x.py::test_y"]}', encoding="utf-8")
        assert clause_index.main() == 1
        assert "have lost their last test: ALB-2. Give" in capsys.readouterr().err
        assert "test_y" in clause_index.SHOWN_BY.read_text()

    def test_a_mark_for_an_unknown_clause_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        test = '@pytest.mark.clause("ALB-9")\ndef test_z(): ...\n'
        (clause_index.TESTS / "test_z.py").write_text(test, encoding="utf-8")
        assert clause_index.main() == 1
        assert "ALB-9 (in tests/test_z.py::test_z): no book has such a clause." in capsys.readouterr().err
