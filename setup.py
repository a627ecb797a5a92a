"""Compiles the kernel where a C compiler is at hand; everywhere else the same files run as Python.

BOWERBIRD_PURE=1 leaves the kernel uncompiled on purpose; BOWERBIRD_NATIVE=1 builds for this very machine.
"""

import os

from setuptools import Extension, setup

#: The modules of the kernel that are compiled.
COMPILED = [
    f"src/bowerbird/kernel/{name}.py"
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

#: What Cython needs for arrays. Compiled once for all modules, it is half of the work less.
SHARED = "bowerbird.kernel._arrays"

#: The kernel checks its input at the door, and its loops count on C's own arithmetic.
DIRECTIVES = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


def extensions() -> list[Extension]:
    """One optional extension per compiled module: a failed compile is no failed install."""
    if os.environ.get("BOWERBIRD_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    # Nobody debugs the C that Cython writes: without -g0 a quarter of the time goes into notes for a debugger.
    flags = ["-O3", "-g0"] if os.name == "posix" else []
    if os.environ.get("BOWERBIRD_NATIVE") and os.name == "posix":
        flags.append("-march=native")
    modules = [
        Extension(
            path.removeprefix("src/").removesuffix(".py").replace("/", "."),
            [path],
            include_dirs=["src/bowerbird/kernel"],
            depends=["src/bowerbird/kernel/vector.h"] if path.endswith("/net.py") else [],
            extra_compile_args=flags,
            optional=True,
        )
        for path in sorted(COMPILED, key=os.path.getsize, reverse=True)  # so that no long one is left at the end
    ]
    modules.append(Extension(SHARED, ["src/bowerbird/kernel/_arrays.c"], extra_compile_args=flags, optional=True))
    return cythonize(
        modules,
        language_level=3,
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        shared_utility_qualified_name=SHARED,
    )


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
