"""Try the Bowerbird that is installed here: its kernel is compiled, and answers as the Python that it is made from.

    python tools/try_wheel.py            # in an environment with a wheel
    python tools/try_wheel.py --pure     # with the wheel for every machine

It needs nothing but the wheel and its dependencies, so that it can run on every platform that a wheel is built for.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import files
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
#: A compiled kernel is hundreds of times as fast. With less than this, it isn't the compiled one that answers.
_TIMES_AS_FAST: Final = 30


class TrialError(Exception):
    """The wheel is not as it should be."""


def figures(pure: bool) -> dict[str, Any]:
    """The figures of the installed wheel, or a `TrialError`."""
    sys.path.insert(0, str(ROOT / "tests"))  # for the answers to compare, which need nothing but the kernel
    import bowerbird
    from bowerbird import Table, book_names
    from bowerbird.kernel.search import COMPILED
    from kernel import speed
    from kernel.answers import answers
    from kernel.pure import answers_uncompiled

    if Path(bowerbird.__file__).is_relative_to(ROOT / "src"):
        raise TrialError("This is the checkout. Install the wheel into an empty environment, and run its Python.")
    compiled = sorted(each.name for each in files("bowerbird") or () if each.suffix in (".so", ".pyd"))
    wrong = [name for name in compiled if not name.endswith((".abi3.so", ".pyd")) or ".cp3" in name]
    if wrong:
        raise TrialError(f"These files are for one version of Python only: {', '.join(wrong)}")
    if pure in (COMPILED, bool(compiled)):
        raise TrialError(f"The kernel is {'compiled' if COMPILED else 'uncompiled'}, with {len(compiled)} files.")
    for name in book_names():
        Table(name)
    if answers() != answers_uncompiled("kernel.answers"):
        raise TrialError("The compiled kernel gives other answers than the Python that it is made from.")
    fast, slow = float(speed.answers()), float(answers_uncompiled("kernel.speed"))
    if not pure and fast < _TIMES_AS_FAST * slow:
        raise TrialError(f"It plays {fast:,.0f} hands a second, and uncompiled {slow:,.0f}: this isn't compiled code.")
    return {
        "version": bowerbird.__version__,
        "python": sys.version.partition(" ")[0],
        "platform": sys.platform,
        "compiled_files": len(compiled),
        "hands_per_s": round(fast),
        "uncompiled_hands_per_s": round(slow),
        "times": round(fast / slow),
    }


def main(arguments: list[str] | None = None) -> int:
    """Print the figures as JSON, or what is wrong."""
    parser = argparse.ArgumentParser(description="Try the Bowerbird that is installed here.")
    parser.add_argument("--pure", action="store_true", help="this is the wheel without compiled modules")
    given = parser.parse_args(arguments)
    try:
        print(json.dumps(figures(given.pure)))
    except TrialError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
