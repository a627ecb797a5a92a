"""Most club laptops run Windows: what only other systems have is asked for in one place, and guarded there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "bowerbird"
#: The one place.
GUARDED: Final = SOURCE / "machine.py"

MODULES: Final = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop", "readline"}
NAMES: Final = {
    "os": "fork forkpty getuid geteuid getgid getegid setuid setgid setsid getpgid killpg nice uname sysconf chown "
    "fchown mkfifo mknod wait waitpid getloadavg statvfs initgroups O_NONBLOCK O_DIRECTORY O_NOFOLLOW O_DSYNC pread "
    "pwrite posix_fadvise sched_getaffinity register_at_fork",
    "signal": "SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGALRM SIGCHLD SIGPIPE SIGSTOP alarm setitimer pthread_kill",
    "socket": "AF_UNIX SO_REUSEPORT",
    "time": "tzset",
}
PLACES: Final = ("/proc/", "/dev/", "/etc/", "/tmp/", "/var/")


def posix_only(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What a module asks for that Windows does not have, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if name.name.partition(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                if module.partition(".")[0] in MODULES:
                    yield node.lineno, module
                yield from ((node.lineno, name.name) for name in names if name.name in NAMES.get(module, "").split())
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if attr in NAMES.get(owner, "").split():
                yield node.lineno, f"{owner}.{attr}"
            case ast.Attribute(attr="add_signal_handler"):
                yield node.lineno, "add_signal_handler"
            case ast.Constant(value=str(text)) if text.startswith(PLACES):
                yield node.lineno, text


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_that_windows_lacks(path: Path) -> None:
    found = list(posix_only(ast.parse(path.read_text("utf-8"))))
    assert path == GUARDED or not found


def test_the_walk_sees_what_it_looks_for() -> None:
    asked = (
        "import fcntl\nfrom os import fork\nimport os, signal\nos.getuid()\nos.kill(1, signal.SIGKILL)\nopen('/proc/x')"
    )
    found = {what for _, what in posix_only(ast.parse(asked))}
    assert found == {"fcntl", "fork", "os.getuid", "signal.SIGKILL", "/proc/x"}
    assert list(posix_only(ast.parse(GUARDED.read_text("utf-8")))), "the one place has some"


def test_the_one_place_imports_nothing_of_it_at_the_top() -> None:
    """Windows imports the module, too."""
    top = [node for node in ast.parse(GUARDED.read_text("utf-8")).body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.name for node in top for name in node.names} | {getattr(node, "module", None) for node in top}
    assert not names & MODULES


def test_text_files_are_opened_with_their_encoding() -> None:
    """Windows would take another one."""
    wrong = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="read_text" | "write_text" as what), args=args, keywords=keywords
                ):
                    named = any(keyword.arg == "encoding" for keyword in keywords)
                    if not named and len(args) < (1 if what == "read_text" else 2):
                        wrong.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert wrong == [str(each) for each in wrong if each.startswith("machine.py")]
