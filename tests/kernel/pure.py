"""Makes `bowerbird.kernel` load its Python files even where compiled ones lie beside them."""

import importlib.util
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
    """From here on, in this process, the kernel is plain Python. To be called before it is first imported."""
    sys.meta_path.insert(0, _SourceOnly())
