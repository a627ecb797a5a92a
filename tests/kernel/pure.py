"""Makes `bowerbird.kernel` load its Python files even where compiled ones lie beside them."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType


class _SourceOnly(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != "bowerbird.kernel" or path is None:
            return None
        return importlib.util.spec_from_file_location(fullname, Path(next(iter(path))) / f"{name}.py")


def uncompiled() -> None:
    """From here on, in this process, the kernel is plain Python. To be called before it is first imported.

    Cython is hidden, as if it were not installed: few people have it.
    """
    sys.meta_path.insert(0, _SourceOnly())
    sys.modules["cython"] = None  # type: ignore[assignment]


_ELSEWHERE = """
import sys
sys.path.insert(0, sys.argv[1])
from kernel.pure import uncompiled
uncompiled()
from importlib import import_module
answers = import_module(sys.argv[2]).answers
from bowerbird.kernel.search import COMPILED
assert not COMPILED
print(answers())
"""


def answers_uncompiled(module: str) -> str:
    """What `answers` of a module of the tests gives in a process of its own, where the kernel is plain Python."""
    tests = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-c", _ELSEWHERE, str(tests), module]
    plain = subprocess.run(command, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    return plain.stdout.strip()
