"""Compiles the kernel where a C compiler is at hand; everywhere else the same files run as Python.

BOWERBIRD_PURE=1 leaves the kernel uncompiled on purpose; BOWERBIRD_NATIVE=1 builds for this kind of processor. All
cores compile at once.
"""

import multiprocessing
import os
import sys
from pathlib import Path

from setuptools import Extension, setup

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

#: What every compiled module needs for its buffers is compiled once, and not in each of them.
SHARED = "bowerbird.kernel._buffers"

#: The kernel checks its input at the door, and its loops count on C's own arithmetic.
DIRECTIVES = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


def extension(name: str, source: str, *flags: str) -> Extension:
    """One optional extension, without what only a debugger reads: a failed compile is no failed install."""
    posix = os.name == "posix"
    return Extension(
        name,
        [source],
        include_dirs=[KERNEL],
        depends=[str(header) for header in sorted(Path(KERNEL).glob("*.h"))],
        extra_compile_args=[*flags, "-g0"] if posix else [],
        extra_link_args=["-Wl,--strip-all"] if sys.platform == "linux" else [],
        optional=True,
    )


def extensions() -> list[Extension]:
    """The compiled modules, and what they share."""
    if os.environ.get("BOWERBIRD_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    native = ["-march=native"] if os.environ.get("BOWERBIRD_NATIVE") else []
    modules = [
        extension(path.removeprefix("src/").removesuffix(".py").replace("/", "."), path, "-O3", *native)
        for path in sorted(COMPILED, key=os.path.getsize, reverse=True)  # so that no long one is left at the end
    ]
    modules.append(extension(SHARED, f"{KERNEL}/_buffers.c", "-O1"))
    return cythonize(
        modules,
        language_level=3,
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        shared_utility_qualified_name=SHARED,
        # Processes that are started afresh would run this file again.
        nthreads=CORES if multiprocessing.get_start_method() == "fork" else 0,
    )


setup(ext_modules=extensions(), options={"build_ext": {"parallel": CORES}})
