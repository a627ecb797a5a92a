"""`bowerbird solve FILE`."""

from __future__ import annotations

from pathlib import Path

from bowerbird.cards import parse_cards, parse_trump, trump_index
from bowerbird.kernel.position import Trick, mask_of
from bowerbird.kernel.solve import tricks
from cli.running import printed, refused
from kit.rows import rows

GOOD = """\
h E - AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd
s N N JsJcAsKsQs AhKhQhJhTh 9s9h9d9cTc AdKdQdJdTd

n W W AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd
h E E AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd
h e - AhKh9sTcB JhQh9h9cKc 7s8sQsTs9d AcKdQdTdAd
"""


def saved(folder: Path, text: str) -> Path:
    file = folder / "deals.txt"
    file.write_text(text, encoding="utf-8")
    return file


def expected(line: str) -> int:
    trump, leader, alone, *hands = line.split()
    out = 0 if alone == "-" else 1 << ("NESW".index(alone) + 2) % 4
    trick = Trick(trump_index(parse_trump(trump)), "NESW".index(leader.upper()), out=out)
    return tricks([mask_of(parse_cards(hand)) for hand in hands], trick)


def test_each_line_gets_the_tricks_of_north_south(tmp_path: Path) -> None:
    found = printed("solve", saved(tmp_path, GOOD)).split()
    assert list(map(int, found)) == [expected(line) for line in GOOD.splitlines() if line]
    assert found[1] == "5"


def test_the_outcome_is_the_lone_players_or_north_souths(tmp_path: Path) -> None:
    words = []
    for line in GOOD.splitlines():
        if line:
            mine = expected(line) if line.split()[2] in "-NS" else 5 - expected(line)
            words.append("march" if mine == 5 else "made" if mine > 2 else "euchred")
    assert printed("solve", saved(tmp_path, GOOD), "--outcome").split() == words


@rows(
    "line, reason",
    [
        ("h E - AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d", "6 words"),
        ("x E - AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "'x' isn't a suit"),
        ("h X - AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "'X' isn't a seat"),
        ("h E Q AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "'Q' isn't a seat"),
        ("h E W AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "East can't lead"),
        ("h E - AhKh9sTc JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "North has 4 cards"),
        ("h E - AhKh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAh", "twice in the deal: Ah"),
        ("h E - AhAh9sTcJd JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "twice in the deal: Ah"),
        ("h E - AhKh9sTcXX JhQh9h9cKc AsKsQsTs9d AcKdQdTdAd", "'XX' isn't a card"),
    ],
)
def test_bad_lines_are_named_with_their_reason(tmp_path: Path, line: str, reason: str) -> None:
    said = refused("solve", saved(tmp_path, GOOD.splitlines()[0] + "\n" + line + "\n"))
    assert said.startswith("line 2: ")
    assert reason in said


@rows("text", ["", "\n \n"])
def test_a_file_without_a_deal_is_an_error(tmp_path: Path, text: str) -> None:
    assert "no deal" in refused("solve", saved(tmp_path, text))


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    assert "can't be read" in refused("solve", tmp_path / "none.txt")
    (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
    assert "isn't text in UTF-8" in refused("solve", tmp_path / "raw")


def test_deals_can_be_piped_in() -> None:
    assert printed("solve", "-", said=GOOD.splitlines()[1]) == "5\n"
