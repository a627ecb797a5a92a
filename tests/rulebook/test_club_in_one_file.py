"""A club in one TOML file: the recipe of `docs/write-a-club.md`, followed from its text alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.evening.setup_form import setup_form
from bowerbird.event.simulate import simulate
from bowerbird.players import LEVELS
from bowerbird.rulebook import Rulebook, RulebookError, book_names, clauses, load, load_rulebook, read_rulebook
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.seats import Seat
from bowerbird.table import AskNewDeal, DefendAlone
from clause_index import ROOT
from deals import dealt, say
from kit.amount import amount
from kit.rows import rows
from players.tables import play_game, small
from rulebook import test_cited, test_clauses, test_sheet

PAGE = (ROOT / "docs" / "write-a-club.md").read_text(encoding="utf-8")
(RECIPE,) = re.findall(r"^```toml[^\n]*\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def harbour() -> Rulebook:
    return read_rulebook(RECIPE)


def test_the_sheet_of_the_recipe_names_the_joker_and_every_clause(harbour: Rulebook) -> None:
    lines = [line for section in sheet(harbour) for line in section.lines]
    text = " ".join(line.sentence for line in lines)
    assert "25 cards: nine to ace in four suits, and the imp." in text
    assert "joker" not in text.lower()
    assert "no ace no face (no ace, king, queen or jack) or ace with no face" in text
    assert "Whatever is called, an opponent may defend alone." in text
    assert {id for line in lines for id in line.clauses} == set(harbour.document)
    assert harbour.clause_says("HAR-4") == "A renege costs the hand and 3 points."


def test_its_table_plays_by_it(harbour: Rulebook) -> None:
    weak = dealt(harbour, "N", "Qh", E="Ac Tc 9d Td 9s")
    assert AskNewDeal(Seat.E, "ace with no face") in weak.legal
    defended = say(dealt(harbour, "N", "9h", E="Jh Ah Kd Qd 9s"), "E: order, N: discard 9c")
    assert any(isinstance(fact, DefendAlone) for fact in defended.legal)


@rows("level", list(LEVELS)[:: amount(2, full=1)])
def test_every_level_plays_it_to_the_end(harbour: Rulebook, level: str) -> None:
    assert play_game(harbour, (small(level), small("simple")), 3).result is not None


def test_an_event_can_be_run_by_it(harbour: Rulebook) -> None:
    form = setup_form(harbour)
    assert [setting.key for setting in form.settings][:2] == ["rounds", "game.points"]
    assert [text.asks for text in form.unusual] == ["May people defend alone against any call?"]
    assert differences(load_rulebook("bicycle"), harbour)


def test_a_clause_that_the_document_lacks_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"clauses\.pack: HAR-9 isn't a clause; add it under \[document\]"):
        read_rulebook(RECIPE.replace('"pack" = ["HAR-1"]', '"pack" = ["HAR-9"]'))


def test_house_rules_add_clauses_of_their_own() -> None:
    own = '[clauses]\n"game.points" = ["OUR-1"]\n[document]\nOUR-1 = {says = "Seven points win."}\n[game]\npoints = 7'
    book = read_rulebook(f'based_on = "alberta"\n{own}')
    assert book.sources("game.points") == ("OUR-1",)
    assert book.clause_says("OUR-1") == "Seven points win."
    assert book.clause_says("ALB-1").startswith("A zone may enter")


@pytest.fixture
def with_the_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of books, with one file more."""
    books = tmp_path / "books"
    shutil.copytree(str(load._BOOKS), books)
    (books / "harbour.toml").write_text(RECIPE, encoding="utf-8")
    monkeypatch.setattr(load, "_BOOKS", books)
    book_names.cache_clear()
    clauses.cache_clear()
    yield
    book_names.cache_clear()
    clauses.cache_clear()


@pytest.mark.usefixtures("with_the_club")
def test_a_file_in_the_folder_of_books_is_found_by_every_command() -> None:
    assert "harbour" in book_names()
    assert book_names()[-1] == "bicycle"
    assert [entry.id for entry in clauses() if entry.rulebook == "harbour"] == ["HAR-1", "HAR-2", "HAR-3", "HAR-4"]
    for arguments in (["rules", "list"], ["rules", "show", "harbour"], ["rules", "clauses", "--rulebook", "harbour"]):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
        assert "arbour" in result.output
    simulate(load_rulebook("harbour"), 8, 2, Random(1))


@pytest.mark.usefixtures("with_the_club")
@rows(
    "passes",
    [
        test_cited.test_a_line_cites_only_clauses_that_speak_of_it,
        test_cited.test_a_figure_on_the_sheet_stands_in_a_cited_clause_or_is_a_house_reading,
        test_cited.test_a_line_without_a_clause_is_marked_as_a_house_reading,
        test_sheet.test_every_clause_of_a_club_is_on_its_sheet,
    ],
)
def test_the_tests_of_every_rulebook_pass_for_it(passes: Callable[[str], None]) -> None:
    """A contributor who puts the file there as the page says has green tests."""
    passes.__wrapped__("harbour")  # type: ignore[attr-defined]


@pytest.mark.usefixtures("with_the_club")
def test_its_clauses_are_whole_sentences() -> None:
    test_clauses.test_a_clause_says_one_or_two_whole_sentences()
