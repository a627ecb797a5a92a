"""The window on a virtual screen: its buttons in each state, keys, and pictures that a phone can read."""

from __future__ import annotations

import atexit
import os
import queue
import shutil
import struct
import subprocess
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from bowerbird.window.control import Shown, Wish
from bowerbird.window.drawing import qr_code, rounded
from tools.icons import MACOS, WINDOWS, as_bitmap, macos_icon, windows_icon

tkinter = pytest.importorskip("tkinter", reason="this Python has no tkinter")
ICONS = Path(__file__).resolve().parents[2] / "packaging" / "icons"
OPEN = Shown(
    state="open", title="Bowerbird is open", says="Nobody is playing right now.", address="http://localhost:8000/"
)


@cache
def display() -> str:
    """The name of a virtual screen. It stays to the end: Tk ends its process if the screen goes away before."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writes,), stderr=subprocess.DEVNULL)
    atexit.register(server.kill)
    os.close(writes)
    with os.fdopen(reads) as told:
        return f":{told.readline().strip()}"


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not here")
    monkeypatch.setenv("DISPLAY", display())


class Screened:
    """A window, and what was pressed in it."""

    def __init__(self) -> None:
        from bowerbird.window.view import Window

        self.pressed: queue.Queue[Wish] = queue.Queue()
        self.window = Window(self.pressed.put)

    def show(self, shown: Shown) -> None:
        self.window.show(shown)
        self.window.root.update()

    def canvases(self) -> list[Any]:
        return [each for each in self.window._body.winfo_children() if isinstance(each, tkinter.Canvas)]

    def words(self) -> list[str]:
        """The words on the buttons."""
        return [canvas.itemcget(canvas.find_all()[-1], "text") for canvas in self.canvases()]

    def key(self, place: int, key: str) -> None:
        self.canvases()[place].focus_force()
        self.canvases()[place].event_generate(key)
        self.window.root.update()


def test_each_state_has_its_buttons_and_they_do_what_they_say(screen: None) -> None:
    person = Screened()
    failed = Shown(state="failed", title="Bowerbird could not start", says="Why.", more="What to do.")
    asking = Shown(state="asking", title="Stop Bowerbird?", says="7 people at 2 tables.")
    phones = Shown(state="open", title="Bowerbird is open", says="Hm.", phones="http://192.0.2.7:8000")
    elsewhere = Shown(state="elsewhere", title="Bowerbird is already running", says="Hm.", address="http://x/")
    for shown, expected in (
        (OPEN, [("Open", "open"), ("Let phones in", "phones on"), ("Stop", "stop")]),
        (phones, [("Open", "open"), ("Close to phones", "phones off"), ("Stop", "stop")]),
        (failed, [("Try again", "again"), ("Close", "stop")]),
        (asking, [("Keep it open", "keep"), ("Stop", "stop anyway")]),
        (elsewhere, [("Open", "open"), ("Close this window", "stop")]),
        (Shown(state="stopping", title="Bowerbird is stopping", says="Hm."), []),
    ):
        person.show(shown)
        assert person.words() == [words for words, _ in expected]
        for place, (_, wish) in enumerate(expected):
            person.key(place, "<Return>")
            assert person.pressed.get_nowait() == wish
    person.window.close()


def test_closing_the_window_stops_and_escape_keeps_it_open(screen: None) -> None:
    person = Screened()
    person.show(OPEN)
    person.window._escape()
    assert person.pressed.empty(), "nothing was asked"
    person.show(Shown(state="asking", title="Stop Bowerbird?", says="1 person at 1 table."))
    person.window._escape()
    assert person.pressed.get_nowait() == "keep"
    person.window.root.tk.call(*person.window.root.tk.splitlist(person.window.root.protocol("WM_DELETE_WINDOW")))
    assert person.pressed.get_nowait() == "stop"
    person.window.close()


def test_news_leave_the_focus_where_it_is(screen: None) -> None:
    person = Screened()
    person.show(OPEN)
    person.canvases()[1].focus_force()
    person.window.root.update()
    person.show(Shown(state="open", title="Bowerbird is open", says="1 person is here.", address=OPEN.address))
    assert person.window.root.focus_get() is person.canvases()[1]
    person.window.close()


def dots(png: bytes) -> tuple[int, list[bytes]]:
    """The width and the rows of one of our own pictures."""
    width, height = struct.unpack(">II", png[16:24])
    length = struct.unpack(">I", png[33:37])[0]
    data = zlib.decompress(png[41 : 41 + length])
    return width, [data[y * (width * 3 + 1) + 1 : (y + 1) * (width * 3 + 1)] for y in range(height)]


def test_a_phone_reads_the_code() -> None:
    import numpy as np

    width, rows = dots(qr_code("http://192.0.2.20:8000/", 150, "#12203a", "#ffffff"))
    picture = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), width, 3)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == "http://192.0.2.20:8000/"
    assert 120 <= width <= 150


@pytest.mark.parametrize("size", [(40, 21, 8), (60, 30, 12), (16, 16, 8)])
def test_a_button_is_the_same_on_all_four_corners(size: tuple[int, int, int]) -> None:
    width, height, radius = size
    across, rows = dots(rounded(width, height, radius, "#2456c7", "#fffdf7", "#12203a", 2))
    assert (across, len(rows)) == (width, height)
    assert rows == rows[::-1]
    for row in rows:
        pixels = [row[x * 3 : x * 3 + 3] for x in range(width)]
        assert pixels == pixels[::-1]
    assert rows[0][:3] == bytes.fromhex("fffdf7"), "the ground shows at the corner"
    middle = width // 2 * 3
    assert rows[0][middle : middle + 3] == bytes.fromhex("12203a"), "the edge"
    assert rows[height // 2][middle : middle + 3] == bytes.fromhex("2456c7")


def test_the_icons_are_whole() -> None:
    ico = (ICONS / "bowerbird.ico").read_bytes()
    reserved, kind, number = struct.unpack("<HHH", ico[:6])
    assert (reserved, kind, number) == (0, 1, len(WINDOWS))
    for place, size in enumerate(WINDOWS):
        across, down, *_, length, at = struct.unpack("<BBBBHHII", ico[6 + place * 16 : 22 + place * 16])
        assert (across, down) == (size % 256, size % 256)
        picture = ico[at : at + length]
        assert len(picture) == length
        if size == 256:
            assert picture.startswith(b"\x89PNG")
        else:
            assert struct.unpack("<Iii", picture[:12]) == (40, size, size * 2)
            middle = picture[40 + (size // 2 * size + size // 4) * 4 :][:4]
            assert middle[3] == 255, "not clear in the middle"
            assert picture[40 + 3] < 255, "round corners are clear"
    icns = (ICONS / "bowerbird.icns").read_bytes()
    assert icns[:4] == b"icns"
    assert struct.unpack(">I", icns[4:8])[0] == len(icns)
    at, found = 8, []
    while at < len(icns):
        length = struct.unpack(">I", icns[at + 4 : at + 8])[0]
        width = struct.unpack(">I", icns[at + 24 : at + 28])[0]
        found.append((icns[at : at + 4], width))
        at += length
    assert tuple(found) == MACOS


def test_an_icon_is_written_as_its_readers_expect() -> None:
    red_then_blue = bytes([255, 0, 0, 255, 0, 0, 255, 128]) * 2
    bitmap = as_bitmap(red_then_blue, 2)
    assert bitmap[40:48] == bytes([0, 0, 255, 255, 255, 0, 0, 128]), "blue comes first there"
    assert windows_icon({16: b"abc"})[-3:] == b"abc"
    assert macos_icon(dict.fromkeys((size for _, size in MACOS), b"x"))[-1:] == b"x"
