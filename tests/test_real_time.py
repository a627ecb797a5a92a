"""Only tests in `tests/realtime` wait in real time: everywhere else, time is moved by hand (`kit/clock.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kit.waits import real_waits

TESTS: Final = Path(__file__).parent
#: Where this is still to be done. The list only ever becomes shorter.
STILL: Final = """
cli/test_ends.py
faults/hall_process.py
faults/test_away.py
faults/test_hall_away.py
faults/test_processes.py
faults/test_sequences.py
players/test_spread.py
security/seats.py
security/test_attacks_boards.py
security/test_attacks_cookies.py
security/test_attacks_links.py
security/test_attacks_size.py
security/test_attacks_slow.py
security/test_attacks_web.py
security/test_retry_after.py
security/test_shared_limits.py
store/test_archive.py
store/test_archive_room.py
web/browsing.py
web/conftest.py
web/film.py
web/learn_pictures.py
web/pictures.py
web/practice_pictures.py
web/table_pictures.py
web/test_api.py
web/test_archived_games.py
web/test_browser_board.py
web/test_browser_clock.py
web/test_browser_desk.py
web/test_browser_fifty.py
web/test_browser_nights.py
web/test_browser_pages.py
web/test_browser_phone.py
web/test_browser_play.py
web/test_browser_practice.py
web/test_browser_puzzles.py
web/test_browser_register.py
web/test_browser_table.py
web/test_dark.py
web/test_desk_api.py
web/test_evening_cable.py
web/test_looking_changes_nothing.py
web/test_me.py
web/test_network.py
web/test_practice_api.py
web/test_proxies.py
web/test_routing.py
window/test_control.py
"""


def test_only_tests_in_real_time_wait_for_it() -> None:
    found = {
        file.relative_to(TESTS).as_posix(): waits
        for file in TESTS.rglob("*.py")
        if "realtime" not in file.parts and (waits := real_waits(file))
    }
    still = set(STILL.split())
    new = {name: waits for name, waits in found.items() if name not in still}
    assert new == {}, "move the time by hand (kit/clock.py), or the test to tests/realtime"
    assert still - found.keys() == set(), "take these off the list"


def test_what_counts_as_waiting(tmp_path: Path) -> None:
    expected = {
        "time.sleep(1)": 1,
        "await asyncio.sleep(0.01)": 1,
        "await asyncio.sleep(0)": 0,
        "await asyncio.sleep(pause)": 1,
        "page.wait_for_timeout(20)": 1,
        "await REAL_TIME.sleep(1)": 1,
        "await clock.sleep(1)": 0,
        "assert time.monotonic() - began < 4": 1,
        "took = time.perf_counter() - began\n    assert took < 4": 1,
        "spent = sum(a - b for a, b in times)\n    assert spent < 4": 0,
    }
    found: dict[str, int] = {}
    for source in expected:
        file = tmp_path / "a_test.py"
        file.write_text(f"async def test() -> None:\n    {source}\n")
        found[source] = len(real_waits(file))
    assert found == expected
