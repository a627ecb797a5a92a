"""What a change can break is found: `make test CHANGED=1`."""

from __future__ import annotations

from kit.rows import rows
from tools.changed import modules, touched


@rows(
    "path, first, left_out",
    [
        ("src/bowerbird/event/money.py", "tests/event/test_money.py", "tests/packaging/test_sbom.py"),
        ("src/bowerbird/event/movements/_teams.py", "tests/event/test_money.py", "tests/packaging/test_sbom.py"),
        ("src/bowerbird/cli/verify.py", "tests/cli/test_every_command.py", "tests/table/test_play.py"),
        ("tests/event/evenings.py", "tests/event/test_money.py", "tests/table/test_play.py"),
        ("tests/table/test_play.py", "tests/table/test_play.py", "tests/table/test_auction.py"),
        ("src/bowerbird/web/static/table/my-seat.js", "tests/web/test_javascript.py", "tests/table/test_play.py"),
        ("tests/js/my-seat.test.mjs", "tests/web/test_javascript.py", "tests/web/test_pages.py"),
        ("src/bowerbird/rulebook/books/ccc.toml", "tests/rulebook/test_books.py", "tests/web/test_pages.py"),
        ("docs/play.md", "tests/guides/test_links.py", "tests/table/test_play.py"),
        ("tests/event/test_money.py", "tests/test_real_time.py", "tests/table/test_play.py"),
        ("Makefile", "tests/packaging/test_conventions.py", "tests/table/test_play.py"),
    ],
)
def test_a_change_is_tested_where_it_is_imported_or_read(path: str, first: str, left_out: str) -> None:
    found = touched([path], modules())
    assert first in found
    assert left_out not in found
    if path.endswith("event/money.py"):
        assert found.index(first) < found.index("tests/web/test_pages.py"), "the nearest come first"
    of_no_room = [test.count("/") == 1 for test in found]
    assert of_no_room == sorted(of_no_room), "between two files of a room, pytest loses its conftest.py"
    assert touched([], modules()) == [], "nothing is for nothing"
