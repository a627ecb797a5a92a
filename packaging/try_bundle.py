"""Try the Linux bundle as a person gets it: `make bundle-check`, as root, after `make bundle`.

Unpacks the tarball in a root of its own that has no Python, only what a desktop has (debootstrap makes it once), and
opens the window there as an ordinary user on a virtual screen. Presses its buttons, plays a game against masters to its
end, makes an event and prints it, stops while a game is in progress, starts again and finds everything. Writes pictures
of the window to build/window, prints figures as JSON, and fails if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import struct
import subprocess
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import psutil
import pypdfium2

from bowerbird.client import Client, first_choice
from bowerbird.window.drawing import png

Found = TypeVar("Found")

ROOT: Final = Path(__file__).resolve().parents[1]
#: What a desktop has besides the system itself, as far as we need it. The bundle brings the rest: PyInstaller leaves
#: libxcb to the desktop, as it has to fit the screen's drivers.
DESKTOP: Final = "fontconfig,fonts-dejavu-core,libxcb1"
USER: Final = 1000
HOME: Final = "home/player"
DATA: Final = f"{HOME}/.local/share/bowerbird"
#: A browser that only writes down what it was asked to open, and with whose libraries.
BROWSER: Final = '#!/bin/sh\necho "$1 ${LD_LIBRARY_PATH:-none}" >> /home/player/opened\n'
TOOLS: Final = ("Xvfb", "xdotool", "xwd", "unshare", "chroot", "debootstrap")
GOALS: Final = {"packed_mb": 120.0, "open_s": 20.0, "idle_mb": 400.0}


class Room:
    """The root without Python, with the bundle in /opt, and a screen."""

    def __init__(self, root: Path, display: str) -> None:
        self.root, self._display = root, display

    def start(self, *words: str, display: bool = True) -> subprocess.Popen[str]:
        """Run the program there, as a person without rights."""
        screen = f"DISPLAY={self._display}" if display else "LANG=C.UTF-8"
        inside = (
            f"mount -t proc proc {self.root}/proc && mount -t tmpfs -o mode=1777 shm {self.root}/dev/shm && "
            f"mkdir -p {self.root}/tmp/.X11-unix && mount --bind /tmp/.X11-unix {self.root}/tmp/.X11-unix && "
            f"exec chroot --userspec={USER}:{USER} {self.root} /usr/bin/env -i HOME=/{HOME} PATH=/usr/bin:/bin "
            f'LANG=C.UTF-8 BROWSER="/usr/local/bin/browser %s" {screen} /opt/bowerbird/bowerbird "$@"'
        )
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", inside, "sh", *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def said(self, *words: str) -> str:
        """What a command of the terminal prints."""
        with self.start(*words, display=False) as running:
            text, _ = running.communicate(timeout=120)
        if running.returncode:
            raise SystemExit(f"`bowerbird {' '.join(words)}` failed with {running.returncode}: {text}")
        return text

    @property
    def address(self) -> str:
        """The address of the server that runs there."""
        return (self.root / DATA / "address").read_text("utf-8").strip().rstrip("/")

    def window(self, besides: str = "") -> str:
        """The number of the window on the screen."""
        return wait_for(lambda: next((each for each in self._windows() if each != besides), ""), "a window")

    def _windows(self) -> list[str]:
        found = self.tool("xdotool", "search", "--onlyvisible", "--class", "Bowerbird")
        return found.split()

    def press(self, window: str, *keys: str) -> None:
        """Press keys in a window."""
        self.tool("xdotool", "windowfocus", "--sync", window)
        time.sleep(0.3)
        for key in keys:
            self.tool("xdotool", "key", key)
            time.sleep(0.3)

    def picture(self, window: str, file: Path) -> None:
        """Write a picture of a window."""
        time.sleep(0.5)
        file.parent.mkdir(parents=True, exist_ok=True)
        dump = subprocess.run(
            ["xwd", "-silent", "-id", window], env=self._environment, capture_output=True, check=True
        ).stdout
        head = struct.unpack(">25I", dump[:100])
        width, height, stride = head[4], head[5], head[12]
        start = head[0] + head[19] * 12
        rows = (dump[start + y * stride :][: width * 4] for y in range(height))
        file.write_bytes(png(width, (_red_first(row) for row in rows)))

    def tool(self, *command: str) -> str:
        """Run a tool on the screen."""
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False).stdout

    @property
    def _environment(self) -> dict[str, str]:
        return os.environ | {"DISPLAY": self._display}


def _red_first(row: bytes) -> bytes:
    dots = bytearray(len(row) // 4 * 3)
    dots[0::3], dots[1::3], dots[2::3] = row[2::4], row[1::4], row[0::4]
    return bytes(dots)


def wait_for(look: Callable[[], Found], what: str, within: float = 60) -> Found:
    """Look until there is something, or fail."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        with suppress(OSError, ValueError, subprocess.SubprocessError):
            if found := look():
                return found
        time.sleep(0.05)
    raise SystemExit(f"Waited {within:g} seconds for {what}.")


def make_root(root: Path, mirror: str) -> None:
    """A small system without Python."""
    if not (root / "usr/bin/env").exists():
        command = ["debootstrap", "--variant=minbase", f"--include={DESKTOP}", "stable", str(root)]
        subprocess.run([*command, mirror] if mirror else command, check=True)
    if found := [str(path) for path in (root / "usr/bin").glob("python*")]:
        raise SystemExit(f"This root isn't clean, it has {found[0]}.")


def unpack(tarball: Path, root: Path) -> float:
    """Put the bundle into the root, and make an empty home. Returns the megabytes of the bundle."""
    for place in (root / "opt/bowerbird", root / HOME):
        shutil.rmtree(place, ignore_errors=True)
    with tarfile.open(tarball) as archive:
        archive.extractall(root / "opt", filter="data")
    home = root / HOME
    home.mkdir(parents=True)
    os.chown(home, USER, USER)
    browser = root / "usr/local/bin/browser"
    browser.write_text(BROWSER, encoding="utf-8")
    browser.chmod(0o755)
    files = [each for each in (root / "opt/bowerbird").rglob("*") if each.is_file() and not each.is_symlink()]
    return sum(each.stat().st_size for each in files) / 1e6


@contextmanager
def screen() -> Iterator[str]:
    """A virtual screen. Gives its name."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writes,), stderr=subprocess.DEVNULL) as server:
        os.close(writes)
        with os.fdopen(reads) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def family(running: subprocess.Popen[str]) -> list[psutil.Process]:
    """The program's processes: the window, the server, bots and slow work."""
    first = psutil.Process(running.pid)
    return [first, *first.children(recursive=True)]


def _runs(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def memory(processes: list[psutil.Process]) -> float:
    """Megabytes of all of them, where shared ones count once."""
    return float(sum(each.memory_full_info().pss for each in processes)) / 1e6


async def play(address: str) -> tuple[dict[str, Any], str, Any]:
    """Play a game against masters to its end. Returns figures, the table and the cookies."""
    async with Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(bots="master", pace="at once")
        began = time.monotonic()
        async with client.line(made["table"]) as line:
            over = await line.play_on(first_choice, 120)
        score = over["view"]["result"]["score"]
        assert max(score) >= 10, score
        return {"game_s": round(time.monotonic() - began, 1), "score": score}, made["table"], client.http.cookies


async def run_event(address: str, cookies: Any) -> dict[str, Any]:
    """Make an event with people, print everything, and read the paper."""
    async with Client(address) as client:
        client.http.cookies = cookies
        event = await client.post("/api/events", rules="st-joe", title="Monday night", key="k", trial=8)
        began = time.monotonic()
        paper = await client.http.get(f"/paper/{event['link'].rpartition('/')[2]}/all.pdf", timeout=120)
    assert paper.content.startswith(b"%PDF"), paper.text[:200]
    document = pypdfium2.PdfDocument(paper.content)
    words = "".join(page.get_textpage().get_text_range() for page in document)
    assert "Monday night" in words
    return {"print_s": round(time.monotonic() - began, 1), "pages": len(document)}


async def stop_under_play(room: Room, window: str, pictures: Path, cookies: Any) -> str:
    """Press Stop while a game is in progress: it asks first. Returns that table."""
    async with Client(room.address) as client:
        client.http.cookies = cookies
        made = await client.make_table(bots="club", pace="at once")
        async with client.line(made["table"]):
            for _ in range(100):
                if (await client.get("/api/activity"))["tables"]:
                    break
                await asyncio.sleep(0.1)
            else:
                raise SystemExit("The server counts no game in progress.")
            await asyncio.to_thread(time.sleep, 2.5)  # the window looks every two seconds
            await asyncio.to_thread(room.picture, window, pictures / "playing.png")
            await asyncio.to_thread(room.press, window, "Tab", "Return")  # from the second button to the third
            await asyncio.to_thread(room.picture, window, pictures / "asking.png")
            assert (await client.get("/health"))["ok"], "it asks first"
    return str(made["table"])


async def is_there(address: str, cookies: Any, finished: str, score: list[int], unfinished: str) -> None:
    """After another start, a finished game has its score, and an unfinished one is played to its end."""
    async with Client(address) as client:
        client.http.cookies = cookies
        async with client.line(finished) as line:
            assert line.view["result"]["score"] == score
        async with client.line(unfinished) as line:
            over = await line.play_on(first_choice, 120)
        assert max(over["view"]["result"]["score"]) >= 10


def try_it(room: Room, pictures: Path) -> dict[str, Any]:
    """Everything a person does with it. Returns figures."""
    figures: dict[str, Any] = {}
    began = time.monotonic()
    running = room.start()
    window = room.window()
    figures["window_s"] = round(time.monotonic() - began, 1)
    room.picture(window, pictures / "starting.png")
    opened = room.root / HOME / "opened"
    wait_for(lambda: opened.read_text("utf-8").split(), "the browser")
    figures["open_s"] = round(time.monotonic() - began, 1)
    assert opened.read_text("utf-8").split() == [f"{room.address}/", "none"], "the page, with the system's libraries"
    figures["idle_mb"] = round(memory(family(running)))
    room.picture(window, pictures / "open.png")

    told, finished, cookies = asyncio.run(play(room.address))
    figures |= told
    processes = family(running)
    figures["processes_of_bots_and_work"] = sum("--multiprocessing-fork" in each.cmdline() for each in processes)
    assert figures["processes_of_bots_and_work"] >= 2, "bots and work have processes of their own"
    figures |= asyncio.run(run_event(room.address, cookies))
    figures["busy_mb"] = round(memory(family(running)))

    room.press(window, "Tab", "Return")  # Let phones in
    asked = wait_for(lambda: _network(room.address), "phones to be let in")
    room.picture(window, pictures / "phones.png")
    assert asked.startswith("http://")

    second = room.start()
    other = room.window(besides=window)
    wait_for(lambda: len(opened.read_text("utf-8").splitlines()) == 2, "the second start to open the page")
    room.picture(other, pictures / "already-running.png")
    room.press(other, "Tab", "Return")  # Close this window
    assert second.wait(20) == 0

    commands = room.said("events")
    assert "Monday night" in commands
    assert "Alberta" in room.said("rules", "show", "alberta")
    assert "serve" in room.said("--help")

    unfinished = asyncio.run(stop_under_play(room, window, pictures, cookies))
    began = time.monotonic()
    room.press(window, "Tab", "Return")  # Stop
    status = running.wait(40)
    figures["stop_s"] = round(time.monotonic() - began, 1)
    assert status == 0, status
    wait_for(lambda: not any(_runs(each) for each in processes), "the last process to end", 10)

    began = time.monotonic()
    running = room.start()
    window = room.window()
    wait_for(lambda: len(opened.read_text("utf-8").splitlines()) == 3, "the browser again")
    figures["open_again_s"] = round(time.monotonic() - began, 1)
    asyncio.run(is_there(room.address, cookies, finished, told["score"], unfinished))
    room.tool("xdotool", "windowclose", window)
    running.wait(40)
    assert "Monday night" in room.said("events")

    data = room.root / DATA
    kept = data.with_name("kept")
    data.rename(kept)
    data.write_text("not a folder", encoding="utf-8")
    running = room.start()
    room.picture(room.window(), pictures / "failed.png")
    room.press(room.window(), "Tab", "Return")  # Close
    assert running.wait(20) == 0
    data.unlink()
    kept.rename(data)
    return figures


def _network(address: str) -> str:
    import urllib.request

    with urllib.request.urlopen(f"{address}/api/network", timeout=5) as answer:
        return str(json.loads(answer.read())["address"])


def main() -> None:
    """Try it, and print figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bundle", type=Path, help="the tarball; the newest in dist/ unless given")
    options.add_argument("--root", type=Path, default=ROOT / "build/clean-root", help="a root without Python")
    options.add_argument("--mirror", default="", help="where debootstrap finds Debian, if not at the usual place")
    options.add_argument("--pictures", type=Path, default=ROOT / "build/window")
    given = options.parse_args()
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or os.geteuid() != 0:
        raise SystemExit(
            f"Run this as root. Missing: {', '.join(missing) or 'nothing'}. "
            "On Debian: apt install xvfb xdotool x11-apps debootstrap"
        )
    found = sorted((ROOT / "dist").glob("bowerbird-*-linux-*.tar.xz"), key=lambda path: path.stat().st_mtime)
    tarball = given.bundle or (found[-1] if found else None)
    if tarball is None:
        raise SystemExit("There is no bundle in dist/. Build it first: make bundle")
    make_root(given.root, given.mirror)
    figures: dict[str, Any] = {"packed_mb": round(tarball.stat().st_size / 1e6, 1)}
    figures["unpacked_mb"] = round(unpack(tarball, given.root), 1)
    with screen() as display:
        figures |= try_it(Room(given.root, display), given.pictures)
    print(json.dumps(figures))
    too_much = [
        f"{name} is {figures[name]:g}, at most {most:g}" for name, most in GOALS.items() if figures[name] > most
    ]
    if too_much:
        raise SystemExit("; ".join(too_much))


if __name__ == "__main__":
    main()
