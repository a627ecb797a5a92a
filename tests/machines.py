"""Find what Windows lacks in a program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

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
#: What is in the text of every program that asks for something of these.
_SIGN: Final = re.compile(
    rf"^\s*(import|from)\b.*\b({'|'.join((*MODULES, *NAMES))})\b|add_signal_handler|{'|'.join(PLACES)}", re.M
)


def posix_only_in(path: Path) -> list[tuple[int, str]]:
    """What a file asks for that Windows does not have. Most files needn't be parsed for that."""
    text = path.read_text("utf-8")
    return list(posix_only(ast.parse(text))) if _SIGN.search(text) else []


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
