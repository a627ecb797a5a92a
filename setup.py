"""Compiles the kernel where a C compiler is at hand; everywhere else the same files run as Python.

BOWERBIRD_PURE=1 leaves the kernel uncompiled on purpose. BOWERBIRD_NATIVE=1 builds for this kind of processor.
BOWERBIRD_ABI3=1 builds what is released: one wheel for each platform, for every Python from 3.11 on, and what doesn't
compile is an error. BOWERBIRD_FIRST=1 leaves out what only training needs, so that a hall opens sooner. All cores
compile at once.
"""

import multiprocessing
import os
import re
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

KERNEL = "src/bowerbird/kernel"
CORES = os.cpu_count() or 1

#: The modules of the kernel that are compiled.
COMPILED = [
    f"{KERNEL}/{name}.py"
    for name in (
        "batch",
        "batch_rules",
        "batch_sight",
        "beginner",
        "calls",
        "chance",
        "habit",
        "hand",
        "net",
        "net_hand",
        "play",
        "play_on",
        "reading",
        "sample",
        "search",
        "simulate",
        "solve",
        "story",
        "thumb",
    )
]

#: Used for training alone: nothing else imports these.
FOR_TRAINING = {"batch", "batch_rules", "batch_sight", "beginner"}

#: How much the compiler optimises: what more would not make faster is compiled in less time with less.
HOT, COLD = {"net", "sample", "search", "simulate", "solve"}, {"calls", "net_hand", "play", "story"}

#: What every compiled module needs for its buffers is compiled once, and not in each of them.
SHARED = "bowerbird.kernel._buffers"

#: The kernel checks its input at the door, and its loops count on C's own arithmetic.
DIRECTIVES = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}

#: The stable interface of Python 3.11 is the first that has buffers, and 3.11 is the oldest that Bowerbird runs on.
ABI3 = bool(os.environ.get("BOWERBIRD_ABI3"))
SINCE, SINCE_HEX = "cp311", "0x030B0000"

#: The open file that says that this process compiles.
ALONE: list[int] = []

#: Linkers leave out what only a debugger reads. Windows has it in files of their own.
STRIP = {"linux": ["-Wl,--strip-all"], "darwin": ["-Wl,-x"]}


def extension(name: str, source: str, *flags: str) -> Extension:
    """One extension, without what only a debugger reads. A failed compile is no failed install, but for a release."""
    return Extension(
        name,
        [source],
        include_dirs=[KERNEL],
        depends=[str(header) for header in sorted(Path(KERNEL).glob("*.h"))],
        define_macros=[("Py_LIMITED_API", SINCE_HEX)] if ABI3 else [],
        py_limited_api=ABI3,
        # Warnings would be about generated code.
        extra_compile_args=[*flags, "-g0", "-w"] if os.name == "posix" else [],
        extra_link_args=STRIP.get(sys.platform, []),
        optional=not ABI3,
    )


def wait_for_others() -> None:
    """Let only one compile in this folder, until this process ends: `make run` does it in the background."""
    if os.name == "posix":
        import fcntl

        Path("build").mkdir(exist_ok=True)
        ALONE.append(os.open("build/.compiling", os.O_WRONLY | os.O_CREAT))
        fcntl.flock(ALONE[0], fcntl.LOCK_EX)


def extensions() -> list[Extension]:
    """The compiled modules, and what they share."""
    if os.environ.get("BOWERBIRD_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if ABI3:
            raise
        return []
    native = ["-march=native"] if os.environ.get("BOWERBIRD_NATIVE") else []
    later = FOR_TRAINING if os.environ.get("BOWERBIRD_FIRST") else set()
    modules = [
        extension(
            path.removeprefix("src/").removesuffix(".py").replace("/", "."),
            path,
            "-O3" if Path(path).stem in HOT else "-O1" if Path(path).stem in COLD else "-O2",
            *native,
        )
        for path in sorted(COMPILED, key=os.path.getsize, reverse=True)  # so that no long one is left at the end
        if Path(path).stem not in later
    ]
    wait_for_others()
    modules.append(extension(SHARED, f"{KERNEL}/_buffers.c", "-O1"))
    return cythonize(
        modules,
        language_level=3,
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        quiet=True,
        shared_utility_qualified_name=SHARED,
        # Processes that are started afresh would run this file again.
        nthreads=CORES if multiprocessing.get_start_method() == "fork" else 0,
    )


def readme() -> str:
    """README.md with whole links, as the page of a package index has no files beside it."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    there, tag = project["urls"]["Source"], f"v{project['version']}"
    text = Path("README.md").read_text("utf-8")
    text = re.sub(r'src="(?!https?:)', f'src="{there}/raw/{tag}/', text)
    text = re.sub(r"!\[([^]]*)\]\((?!https?:)", rf"![\1]({there}/raw/{tag}/", text)
    return re.sub(r"\]\((?!https?:|#)", f"]({there}/blob/{tag}/", text)


class BuildWithPackedPages(build_py):
    """Puts the files of the pages into one archive: as hundreds of small files they take four times the room.

    Leaves out what only work on Bowerbird itself needs.
    """

    def run(self) -> None:
        """Copy everything, then pack two folders. Work on Bowerbird itself needs the folders."""
        super().run()
        if self.editable_mode:
            return
        web = Path(self.build_lib, "bowerbird", "web")
        folders = [web / name for name in ("static", "templates")]
        with zipfile.ZipFile(web / "site.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
                if not path.name.endswith(".d.ts"):  # for type checkers
                    # The same files give the same bytes: no dates.
                    packed.writestr(
                        zipfile.ZipInfo(path.relative_to(web).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED
                    )
        # The cards are drawn in the archive, and the kernel is compiled or Python: neither is made again from a wheel.
        for folder in (*folders, web / "deck"):
            shutil.rmtree(folder)
        for suffix in ("pxd", "h"):
            for path in (web.parent / "kernel").glob(f"*.{suffix}"):
                path.unlink()


options = {"build_ext": {"parallel": CORES}}
if ABI3:
    options["bdist_wheel"] = {"py_limited_api": SINCE}
setup(
    cmdclass={"build_py": BuildWithPackedPages},
    ext_modules=extensions(),
    options=options,
    long_description=readme(),
    long_description_content_type="text/markdown",
)
