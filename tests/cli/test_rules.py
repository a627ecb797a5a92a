"""`bowerbird rules`: what a person sees, and how bad input is answered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bowerbird.rulebook import book_names, clauses, load_rulebook
from bowerbird.rulebook.sheet import differences, sheet
from cli.running import printed, refused, told, words
from kit.rows import pairs, rows


def rules(*arguments: str, columns: int = 80) -> str:
    """What `bowerbird rules` prints, which fits the terminal."""
    text = printed("rules", *arguments, columns=columns)
    assert max(len(line) for line in text.splitlines()) <= columns
    return text


def test_list_names_every_book_with_title_and_a_line_about_it() -> None:
    text = words(rules("list"))
    for name in book_names():
        book = load_rulebook(name)
        assert name in text
        assert words(book.title) in text
        assert book.about.split()[0] in text
    assert "bowerbird rules show NAME" in text


@rows("name, columns", pairs(book_names(), [60, 80, 120, 200]))
def test_show_prints_the_whole_sheet_without_clauses(name: str, columns: int) -> None:
    text = words(rules("show", name, "--no-clauses", columns=columns))
    for section in sheet(load_rulebook(name)):
        assert section.title in text
        for line in section.lines:
            assert f"{line.text} {line.value}".strip() in text
    assert not any(clause.id in text.split() for clause in clauses())


@rows("name", book_names())
def test_show_prints_every_clause_beside_its_rule(name: str) -> None:
    shown = rules("show", name).split()
    assert {clause.id for clause in clauses() if clause.rulebook == name} <= set(shown)


def test_lines_stay_readable_on_a_very_wide_terminal() -> None:
    assert max(len(line) for line in rules("show", "alberta", columns=300).splitlines()) <= 100


def test_a_piped_sheet_has_no_colour_codes() -> None:
    assert "\x1b" not in rules("show", "alberta")


def test_a_sheet_prints_where_only_ascii_can_be_printed() -> None:
    program = "import sys; from bowerbird.cli.rules import rules_app; rules_app(['show', 'alberta'])"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"}
    )
    assert "The dealer's partner who orders it up plays alone." in words(run.stdout.decode("ascii"))


def test_show_reads_house_rules_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('based_on = "alberta"\ntitle = "Friday [bold] night"\n[words]\npass = "[red]No[/red]"\n', "utf-8")
    text = rules("show", str(file))
    assert text.startswith("Friday [bold] night\n")
    assert 'To pass, say "[red]No[/red]"' in words(text), "brackets are printed as they are"


def test_diff_prints_both_sentences_of_every_difference() -> None:
    text = words(rules("diff", "alberta", "st-joe"))
    found = differences(load_rulebook("alberta"), load_rulebook("st-joe"))
    assert f"Alberta 55 Plus and St Joe Church: {len(found)} differences" in text
    for difference in found:
        assert words(f"{difference.key} alberta {difference.a or '-'} st-joe {difference.b or '-'}") in text


def test_diff_of_a_book_with_itself() -> None:
    assert rules("diff", "ccc", "ccc") == "CCC weekly tournament and CCC weekly tournament play by the same rules.\n"


def test_diff_tells_two_files_of_one_name_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('based_on = "ccc"\n[game]\npoints = 5\n', "utf-8")
    two.write_text('based_on = "ccc"\n[game]\npoints = 7\n', "utf-8")
    text = words(rules("diff", str(one), str(two)))
    assert ": 1 difference End of the game" in text
    assert "one.toml The first side with 5 points wins. two.toml The first side with 7 points wins." in text


def test_clauses_as_json_have_exactly_these_fields_and_all_ids() -> None:
    entries = told("rules", "clauses")
    assert [entry["id"] for entry in entries] == [clause.id for clause in clauses()]
    assert {tuple(entry) for entry in entries} == {("id", "rulebook", "kind", "says", "tests")}
    assert all(isinstance(entry["tests"], list) for entry in entries)


def test_clauses_of_one_rulebook() -> None:
    entries = told("rules", "clauses", "--rulebook", "national")
    assert {entry["rulebook"] for entry in entries} == {"national"}
    text = rules("clauses", "--rulebook", "national")
    assert all(entry["id"] in text.split() for entry in entries)
    assert "ALB-1" not in text


def test_clauses_for_people_say_what_they_say() -> None:
    text = rules("clauses", columns=100)
    assert {clause.id for clause in clauses()} <= set(text.split())
    assert "NAT-D2   hand    Each player gets five cards, three and two or two and three." in text


# Bad input: one line, what is wrong and what would be right, exit 2.


@rows("arguments", [("show", "texas"), ("diff", "alberta", "texas"), ("diff", "texas", "alberta")])
def test_an_unknown_rulebook(arguments: tuple[str, ...]) -> None:
    assert refused("rules", *arguments).startswith("texas: no such rulebook; use alberta, ccc,")


def test_clauses_of_an_unknown_rulebook() -> None:
    line = refused("rules", "clauses", "--rulebook", "bicycle")
    assert line.startswith("bicycle: no rulebook with clauses has this name; use alberta, ccc, ")


def test_a_bad_file_is_told_with_file_key_and_allowed_values(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('based_on = "alberta"\n[pack]\nlowest = 2\n', "utf-8")
    assert refused("rules", "show", str(file)) == f"{file}: pack.lowest: 2 is not known here; allowed: 7, 8, 9"


@rows("content", [b"\xff\xfe\x00", b"based_on = ", b'based_on = "alberta"\n[gam', b""])
def test_a_broken_file_is_told_in_one_line(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(content)
    assert str(file) in refused("rules", "show", str(file))


def test_a_missing_file(tmp_path: Path) -> None:
    assert "No such file" in refused("rules", "show", str(tmp_path / "gone.toml"))


def test_help_imports_neither_rich_tables_nor_rulebooks() -> None:
    program = (
        "import sys; import bowerbird.cli.rules; "
        "print([name for name in ('msgspec', 'rich.table', 'bowerbird.rulebook') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
