"""Check the files of a release: their names, what is in them and what is not, and what they say about themselves.

    python -m tools.release_files dist

In `dist` are the source release, the wheel for every machine, and compiled wheels. A compiled wheel is for one platform
and every Python from 3.11 on.
"""

from __future__ import annotations

import argparse
import email
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from pathlib import Path, PurePosixPath
from typing import Any, Final

__all__ = ["check_folder", "check_sdist", "check_wheel", "in_a_wheel", "main", "package_files"]

ROOT: Final = Path(__file__).resolve().parents[1]
PURE: Final = "py3-none-any"
ABI3: Final = re.compile(r"cp311-abi3-(?:manylinux|musllinux|macosx|win)\w+")
_COMPILED: Final = (".so", ".pyd", ".dylib", ".dll")
#: Nobody needs these once it is built: what C compilers and linkers leave, and what only works on one machine.
_LEFTOVERS: Final = (".c", ".cpp", ".o", ".obj", ".lib", ".exp", ".pdb", ".pyc", ".html", ".orig", ".tmp")
#: Files that a source release has beside the package.
_BESIDE: Final = {"CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "setup.py"}


def package_files(root: Path = ROOT) -> set[str]:
    """Every file of the package as it is in the checkout, from `bowerbird/` on, without what was compiled."""
    package = root / "src" / "bowerbird"
    return {
        path.relative_to(root / "src").as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in _COMPILED
    }


def in_a_wheel(files: set[str]) -> set[str]:
    """Of the package's files, those in a wheel: `setup.py` packs the pages, and leaves out what only builds need."""
    packed = ("bowerbird/web/static/", "bowerbird/web/templates/", "bowerbird/web/deck/")
    kept = {name for name in files if not name.startswith(packed) and not name.endswith((".pxd", ".h"))}
    return kept | {"bowerbird/web/site.zip"}


def check_wheel(path: Path, expected: set[str], project: dict[str, Any]) -> Iterator[str]:
    """The problems of a wheel, in words."""
    name, version, tag = path.name.removesuffix(".whl").split("-", 2)
    if (name, version) != (project["name"], project["version"]):
        yield f"it is {name} {version}, not {project['name']} {project['version']}"
    is_pure = tag == PURE
    if not is_pure and not ABI3.fullmatch(tag.partition(".")[0]):
        yield f"its tag is {tag}, neither {PURE} nor cp311-abi3 for a platform"
    if tag.startswith("cp311-abi3-linux"):
        yield "it is for this Linux only: auditwheel has not repaired it"
    with zipfile.ZipFile(path) as wheel:
        names = {each for each in wheel.namelist() if not each.endswith("/")}
        info = f"{name}-{version}.dist-info/"
        metadata = email.message_from_bytes(wheel.read(f"{info}METADATA"))
        said = email.message_from_bytes(wheel.read(f"{info}WHEEL"))
        entries = wheel.read(f"{info}entry_points.txt").decode()
        texts = {each: wheel.read(each) for each in names if each.endswith(_COMPILED)}
    compiled = set(texts)
    expected = in_a_wheel(expected)
    yield from _contents({each for each in names if not each.startswith(info)} - compiled, expected)
    if is_pure and compiled:
        yield f"it has compiled files: {_some(compiled)}"
    if not is_pure:
        yield from _compiled_files(compiled, expected)
        yield from (f"{each} is not stripped" for each, body in sorted(texts.items()) if b".debug_info\0" in body)
    if f"{info}licenses/LICENSE" not in names:
        yield "its licence is missing"
    if (said["Root-Is-Purelib"] == "true") != is_pure:
        yield f"Root-Is-Purelib is {said['Root-Is-Purelib']}"
    if "bowerbird = bowerbird.__main__:main" not in entries:
        yield "it does not install the command"
    yield from _metadata(metadata, project)


def _contents(names: set[str], expected: set[str]) -> Iterator[str]:
    if missing := expected - names:
        yield f"{len(missing)} files are missing, see package-data in pyproject.toml: {_some(missing)}"
    extra = {name for name in names - expected if not name.startswith("bowerbird.libs/")}
    if extra:
        yield f"{len(extra)} files don't belong in it: {_some(extra)}"


def _compiled_files(compiled: set[str], expected: set[str]) -> Iterator[str]:
    if not compiled:
        yield "nothing in it is compiled"
    for each in sorted(compiled):
        place = PurePosixPath(each)
        module, _, kind = place.name.partition(".")
        if str(place.parent) != "bowerbird/kernel" or kind not in ("abi3.so", "pyd"):
            yield f"{each} is not a module of the kernel for every Python"
        elif module != "_buffers" and f"bowerbird/kernel/{module}.py" not in expected:
            yield f"{each} has no Python file that it is made from"


def check_sdist(path: Path, expected: set[str], project: dict[str, Any]) -> Iterator[str]:
    """The problems of a source release, in words."""
    top = f"{project['name']}-{project['version']}"
    if path.name != f"{top}.tar.gz":
        yield f"its name is not {top}.tar.gz"
    with tarfile.open(path) as archive:
        names = {each.name.removeprefix(f"{top}/") for each in archive.getmembers() if each.isfile()}
        said = archive.extractfile(f"{top}/PKG-INFO")
        assert said is not None
        metadata = email.message_from_bytes(said.read())
    if missing := {f"src/{each}" for each in expected} - names:
        yield f"{len(missing)} files are missing: {_some(missing)}"
    if missing := _BESIDE - names:
        yield f"it lacks {_some(missing)}"
    if tests := {each for each in names if each.startswith("tests/")}:
        yield f"a few tests are in it, without the others: {_some(tests)}"
    odd = {each for each in names if each.endswith((*_COMPILED, *_LEFTOVERS))}
    if odd := odd - {f"src/{each}" for each in expected}:
        yield f"leftovers of a build are in it: {_some(odd)}"
    yield from _metadata(metadata, project)


def _metadata(said: Message, project: dict[str, Any]) -> Iterator[str]:
    wanted = {
        "Name": project["name"],
        "Version": project["version"],
        "Summary": project["description"],
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    for field, value in wanted.items():
        if said[field] != value:
            yield f"its {field} is {said[field]!r}, not {value!r}"
    lists = {"Classifier": "classifiers", "Project-URL": "urls", "Provides-Extra": "optional-dependencies"}
    for field, key in lists.items():
        if (number := len(said.get_all(field, ()))) != len(project[key]):
            yield f"it has {number} {field}, not {len(project[key])}"
    text = str(said.get_payload())
    if not text.startswith("# Bowerbird"):
        yield "it has no description"
    if broken := re.findall(r'(?:\]\(|src=")(?!https://|#)([^)"]*)', text):
        yield f"links of its description lead nowhere: {_some(broken)}"


def _some(names: Iterable[str]) -> str:
    listed = sorted(names)
    return ", ".join(listed[:5]) + (", …" if len(listed) > 5 else "")


def check_folder(folder: Path, root: Path = ROOT) -> tuple[list[str], list[str]]:
    """The names of the release's files in a folder, and their problems."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    expected = package_files(root)
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    problems = [f"{path.name}: {each}" for path in wheels for each in check_wheel(path, expected, project)]
    problems += [f"{path.name}: {each}" for path in sdists for each in check_sdist(path, expected, project)]
    if len(sdists) != 1:
        problems.append(f"there are {len(sdists)} source releases, not one")
    if sum(path.name.endswith(f"-{PURE}.whl") for path in wheels) != 1:
        problems.append("the wheel for every machine is not there once")
    if len(wheels) < 2:
        problems.append("there is no compiled wheel")
    return [path.name for path in (*sdists, *wheels)], problems


def main(arguments: list[str] | None = None) -> int:
    """Check a folder."""
    parser = argparse.ArgumentParser(description="Check the files of a release.")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    names, problems = check_folder(given.folder)
    print(*names, sep="\n")
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
