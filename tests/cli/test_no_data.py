"""A folder where no server has run yet: every command says so in the same words, and leaves it as it is."""

from __future__ import annotations

from pathlib import Path

from cli.running import refused
from kit.rows import rows

COMMANDS = (
    ("archive", "--data"),
    ("backup", "--to", "{here}/copy.sqlite", "--data"),
    ("check", "--data"),
    ("events", "--data"),
    ("export", "--format", "jsonl", "--data"),
    ("keys", "list", "--data"),
    ("reports", "--data"),
    ("verify",),
)


@rows("words", COMMANDS)
def test_no_data_yet_is_said_in_the_same_words_everywhere(words: tuple[str, ...], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert refused(*(word.format(here=tmp_path) for word in words), empty) == (
        f"There is no data in {empty}. Run `bowerbird serve` first, or name the folder or database that it shows."
    )
    assert list(tmp_path.rglob("*")) == [empty]
