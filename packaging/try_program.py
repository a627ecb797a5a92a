"""Try the program on this platform: `python packaging/try_program.py`, after packaging/build.py and with its Python.

    python packaging/try_program.py                        the program that was just built
    python packaging/try_program.py .venv/bin/bowerbird    another one

Starts its server on a free port with an empty data folder, waits until it is healthy, plays a game against masters to
its end, prints the sheets of an event, and stops it as the window does. Prints figures as JSON. `make bundle-check`
tries more, on Linux: the window itself, in a system without Python.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path
from typing import Any, Final

from bowerbird.client import Client, first_choice

ROOT: Final = Path(__file__).resolve().parents[1]
#: Where packaging/build.py leaves the program for a terminal.
BUILT: Final = ROOT / "build" / "bundle" / "out"
PROGRAM: Final = {
    "win32": BUILT / "bowerbird" / "bowerbird-command.exe",
    "darwin": BUILT / "Bowerbird.app" / "Contents" / "MacOS" / "Bowerbird",
}
#: Seconds for each step, on a slow machine.
WITHIN: Final = 180


def check_version(program: str) -> None:
    """The program says the version of this project."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=WITHIN, check=False)
    if done.returncode or f"Bowerbird {version} (kernel compiled" not in done.stdout:
        raise SystemExit(f"--version ended with {done.returncode} and said: {done.stdout}{done.stderr}")


def wait_until_healthy(server: subprocess.Popen[bytes], data: Path) -> str:
    """The address of the server, once it says that people can play."""
    until = time.monotonic() + WITHIN
    while time.monotonic() < until and server.poll() is None:
        try:
            address = (data / "address").read_text("utf-8").strip().rstrip("/")
            with urllib.request.urlopen(f"{address}/health", timeout=5) as answer:
                if json.loads(answer.read())["ok"]:
                    return address
        except (OSError, ValueError):
            time.sleep(0.1)
    ended = server.poll()
    said = f"wasn't healthy within {WITHIN} seconds" if ended is None else f"ended with status {ended} at its start"
    raise SystemExit(f"The server {said}.")


async def use(address: str) -> dict[str, Any]:
    """Play a game, and print the sheets of an event."""
    async with Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(bots="master", pace="at once")
        async with client.line(made["table"]) as line:
            over = await line.play_on(first_choice, WITHIN)
        event = await client.make_event("st-joe", title="Monday night", trial=8)
        paper = await client.http.get(f"/paper/{event.token}/all.pdf", timeout=WITHIN)
    score = over["view"]["result"]["score"]
    if max(score) < 10:
        raise SystemExit(f"The game ended at {score}.")
    if not paper.content.startswith(b"%PDF"):
        raise SystemExit(f"Printing gave no PDF: {paper.text[:300]}")
    return {"score": score, "pdf_kb": len(paper.content) // 1000}


def try_server(program: str, data: Path, log: Path) -> dict[str, Any]:
    """Start the server, use it and stop it. Returns figures."""
    command = [program, "serve", "--until-input-ends", "--port", "0", "--data", str(data)]
    began = time.monotonic()
    with (
        log.open("wb") as said,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=subprocess.STDOUT) as server,
    ):
        try:
            address = wait_until_healthy(server, data)
            figures: dict[str, Any] = {"healthy_s": round(time.monotonic() - began, 1)}
            figures |= asyncio.run(use(address))
            assert server.stdin is not None
            server.stdin.close()
            status = server.wait(60)
        finally:
            if server.poll() is None:
                server.kill()
    if status:
        raise SystemExit(f"The server ended with status {status}.")
    return figures


def main() -> None:
    """Try a program, and say what it said if that fails."""
    linux = BUILT / "bowerbird" / "bowerbird"
    program = sys.argv[1] if len(sys.argv) > 1 else str(PROGRAM.get(sys.platform, linux))
    check_version(program)
    # Windows may still hold a file for a moment.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "said.txt"
        try:
            print(json.dumps(try_server(program, Path(folder) / "data", log)))
        except BaseException:
            print(log.read_text("utf-8", "replace"), file=sys.stderr)
            raise


if __name__ == "__main__":
    main()
