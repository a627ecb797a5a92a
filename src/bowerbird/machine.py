"""Differences between operating systems. The only module that asks which one this is.

Everything else runs on Windows unchanged. A test checks that.
"""

from __future__ import annotations

import errno
import os
import secrets
import shlex
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final, Literal
from zoneinfo import available_timezones

__all__ = [
    "as_typed",
    "can_pass_sockets",
    "check_private",
    "create_private_folder",
    "ended_by_limit",
    "firewall_help",
    "hidden_console",
    "interrupts_held",
    "is_closed_pipe",
    "is_compiled",
    "keep_private",
    "limit_memory",
    "limit_processor",
    "local_zone",
    "locked_file",
    "locked_folder",
    "make_private",
    "memory_in_use",
    "network_host",
    "on_one_core",
    "one_core_each",
    "open_in_browser",
    "own_command",
    "private_part",
    "quiet_when_forced",
    "raise_open_files",
    "replace_file",
    "sharp_window",
    "socket_for_passing",
    "steady_milliseconds",
    "step_back",
    "step_back_thread",
    "sync_folder",
    "usable_cores",
]

#: Environment variables for the number of threads, read by the libraries under numpy when they are loaded.
_CORES: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def as_typed(words: Sequence[str]) -> str:
    """Format a command as a person types it here, with quotes around anything that has spaces."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def own_command() -> list[str]:
    """The command that runs this program with other arguments, in the bundle as well."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "bowerbird"]
    # On Windows, the program with the window has no output. The one beside it has.
    beside = Path(sys.executable).with_name("bowerbird-command.exe")
    return [str(beside if os.name == "nt" and beside.exists() else sys.executable)]


def hidden_console() -> dict[str, Any]:
    """Options of `subprocess.Popen` to start a program of the terminal without a terminal's window."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def open_in_browser(address: str) -> bool:
    """Open a page in the browser. False if there is none. Some keep us waiting until they are closed."""
    import webbrowser

    with _environment_of_others(), suppress(OSError, webbrowser.Error):
        return webbrowser.open(address)
    return False


@contextmanager
def _environment_of_others() -> Iterator[None]:
    """Take the bundle's own libraries out of the way of other programs, such as a browser. Only Linux needs it."""
    name = "LD_LIBRARY_PATH"
    if not getattr(sys, "frozen", False) or name not in os.environ:
        yield
        return
    ours = os.environ.pop(name)
    with suppress(KeyError):
        os.environ[name] = os.environ[f"{name}_ORIG"]
    try:
        yield
    finally:
        os.environ[name] = ours


def sharp_window() -> None:
    """Let Windows leave the size of our window to us. It would blur it on a screen with small dots."""
    if sys.platform == "win32":
        import ctypes

        with suppress(AttributeError, OSError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def usable_cores() -> int:
    """How many cores this process may use: a container may give it fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def is_compiled() -> bool:
    """True if the kernel is compiled here. Looks for its files and imports nothing, since that takes long."""
    folder = Path(__file__).parent / "kernel"
    return any((folder / f"search{ending}").is_file() for ending in EXTENSION_SUFFIXES)


def is_closed_pipe(error: OSError) -> bool:
    """True if nobody reads what is written any more. Windows reports it as a bad argument."""
    closed = (errno.EPIPE, errno.ESHUTDOWN, errno.EINVAL) if os.name == "nt" else (errno.EPIPE, errno.ESHUTDOWN)
    return error.filename is None and error.errno in closed


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl+C back. A process that starts meanwhile never gets it: it is for the server, which stops its own."""
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def quiet_when_forced() -> None:
    """Don't let Python report what a forced end leaves. Call it before the first process is started.

    Semaphores are removed by a process of Python's own, which takes over these options and would warn about each end.
    """
    option = "ignore:resource_tracker:UserWarning"
    if option not in sys.warnoptions:
        sys.warnoptions.append(option)


def steady_milliseconds() -> int:
    """A clock that nobody can set, and that counts on while the computer sleeps. Only differences mean anything."""
    # Linux stops its monotonic clock during sleep. The others have no such clock, and their monotonic one counts on.
    which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return (time.monotonic_ns() if which is None else time.clock_gettime_ns(which)) // 1_000_000


def check_private(path: Path) -> None:
    """Refuse a file that other users can read. On Windows, a user's folder is already private."""
    if os.name != "posix":
        return
    rights = stat.S_IMODE(path.stat().st_mode)
    if rights & 0o077:
        raise PermissionError(f"{path} can be read by other users of this computer. To fix it, run: chmod 600 '{path}'")


def keep_private() -> None:
    """Make every file that this process creates private. The games on disk contain hidden cards."""
    os.umask(0o077)


def make_private(path: Path, like: Path | None = None) -> None:
    """Create an empty file that only its owner can read, if there is none: data with hidden cards, names or money."""
    with suppress(FileExistsError):
        os.close(_create_private(path, like))


def _create_private(path: Path, like: Path | None = None) -> int:
    """Create a file that only its owner can read, whatever the umask is, and return its handle.

    If this is root, the owner is that of the file or folder `like`: a server that runs as somebody else must read it.
    The owner is changed by the handle, because the name may lead elsewhere by then.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    if like is not None and sys.platform != "win32" and os.geteuid() == 0:
        owner = like.stat()
        os.fchown(handle, owner.st_uid, owner.st_gid)
    return handle


def create_private_folder(path: Path) -> None:
    """Create a folder for data, if there is none. Nobody else can look into it. An existing one is left as it is."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def private_part(path: Path, data: bytes) -> Path:
    """Write a file beside another one and sync it to disk. Only the other one's owner can read it."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(_create_private(part, path if path.exists() else path.parent), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return part


def replace_file(path: Path, data: bytes) -> None:
    """Write a file completely or not at all. Its owner stays the same, and nobody else can read it."""
    part = private_part(path, data)
    try:
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Let no other process change a file here that is read and then replaced. Windows can't lock folders."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with locked_file(handle):
            yield
    finally:
        os.close(handle)


@contextmanager
def locked_file(handle: int) -> Iterator[None]:
    """Let no other process that has opened this file do the same meanwhile, if the system can: Windows can't."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk. Windows can't open folders, and does not need this."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def raise_open_files() -> int | None:
    """Raise the limit of open connections as far as possible, and return it; None if there is no limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else 65_536
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # some systems report more than they allow
            return soft
        return wanted
    return soft


def step_back(by: int = 5) -> None:
    """Give this process a lower priority, if the system can."""
    if sys.platform != "win32":
        os.nice(by)


def step_back_thread() -> None:
    """Give this thread, and those it starts, a lower priority. Only Linux can; elsewhere it would be the process."""
    if sys.platform == "linux":
        os.nice(10)


@contextmanager
def limit_memory(total: int) -> Iterator[None]:
    """Let this process have only so many bytes in this block, if the system can: asking for more fails."""
    # The system limits what was asked for, which is more than what is used.
    data, used = _memory(5), _memory(1)
    if data is None or used is None or sys.platform == "win32":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (data + max(0, total - used), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


@contextmanager
def limit_processor(seconds: float) -> Iterator[None]:
    """Let this process use the processor for so long in this block, if the system can: after that it is killed."""
    if sys.platform == "win32":
        yield
        return
    import signal

    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def ended_by_limit(exit_code: int | None) -> Literal["processor", "memory", ""]:
    """The limit that ended a process. A library that gets no memory may abort it."""
    if sys.platform == "win32":
        return ""
    import signal

    return "processor" if exit_code == -signal.SIGPROF else "memory" if exit_code == -signal.SIGABRT else ""


def one_core_each() -> None:
    """Keep arithmetic on one core in this process and its children, if numpy is not loaded yet.

    By default, numpy uses every core for each product of two matrices. If other processes use those cores too, it waits
    for them longer than the product takes.
    """
    for name in _CORES:
        os.environ.setdefault(name, "1")


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep numpy's arithmetic on one core if it is loaded inside this block. Affects nothing else."""
    if "numpy" in sys.modules:
        yield
        return
    added = [name for name in _CORES if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def memory_in_use() -> int | None:
    """The memory of this process in bytes; None if the system has no file for it."""
    return _memory(1)


def _memory(column: int) -> int | None:
    """A number of bytes about this process: 1 is its memory, 5 what it has allocated. None where it isn't known."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[column])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else None


def local_zone() -> str:
    """The time zone of this computer by its name, or UTC if it has none that others know."""
    named = os.environ.get("TZ", "") or os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
    return named if named in available_timezones() else "UTC"


def can_pass_sockets() -> bool:
    """True if processes can hand each other open connections."""
    return sys.platform != "win32"


def socket_for_passing() -> socket.socket:
    """A socket through which that is done, if `can_pass_sockets`. It doesn't block."""
    assert sys.platform != "win32"
    door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    door.setblocking(False)
    return door


def network_host() -> str:
    """The address of this computer for others on its network, or "" if it has none. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:  # a hotspot without internet may have no way out, but it has an address
            return _named_host()


def _named_host() -> str:
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return ""
    return next((host for host in found if not host.startswith("127.")), "")


def firewall_help(port: int) -> str:
    """What to do if this computer's firewall keeps other devices out."""
    program = "Bowerbird" if getattr(sys, "frozen", False) else "Python"
    if sys.platform == "win32":
        return (
            f"Windows may ask whether {program} can be reached on this network: tick private and public networks, and "
            "allow it. If you said no earlier, go to Windows Security, Firewall & network protection, Allow an app "
            f"through firewall, and tick {program}."
        )
    if sys.platform == "darwin":
        return (
            f"The Mac may ask whether {program} may accept incoming connections: press Allow. If you said no earlier, "
            f"go to System Settings, Network, Firewall, Options, and allow {program}."
        )
    return (
        f"If this laptop has a firewall, allow port {port}. With ufw: sudo ufw allow {port}/tcp. With firewalld: "
        f"sudo firewall-cmd --add-port={port}/tcp."
    )
