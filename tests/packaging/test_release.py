"""What a release is checked by: each check finds the fault that it is for, and finds nothing in what is right."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kit.rows import rows
from tools.changelog import notes, versions
from tools.release_check import CheckError, compare_versions
from tools.release_files import ABI3, check_sdist, check_wheel, in_a_wheel, package_files

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = PROJECT["version"]
INFO = f"bowerbird-{VERSION}.dist-info"
FILES = {"bowerbird/__init__.py", "bowerbird/kernel/solve.py", "bowerbird/kernel/bits.h", "bowerbird/web/static/a.js"}
COMPILED = {"bowerbird/kernel/solve.abi3.so": b"\x7fELF", "bowerbird/kernel/_buffers.abi3.so": b"\x7fELF"}
PURE, LINUX = "py3-none-any", "cp311-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64"


def metadata(**changed: str) -> str:
    """What a wheel says about itself."""
    fields = {
        "Name": "bowerbird",
        "Version": VERSION,
        "Summary": PROJECT["description"],
        "License-Expression": PROJECT["license"],
        "Requires-Python": PROJECT["requires-python"],
        "Description-Content-Type": "text/markdown",
        "text": "# Bowerbird\n[play](https://here.example/play.md)",
    } | changed
    text = fields.pop("text")
    lines = [f"{name}: {value}" for name, value in fields.items()]
    lines += [f"Classifier: {each}" for each in PROJECT["classifiers"]]
    lines += [f"Project-URL: {name}, {url}" for name, url in PROJECT["urls"].items()]
    lines += [f"Provides-Extra: {each}" for each in PROJECT["optional-dependencies"]]
    return "\n".join([*lines, "", text])


def wheel(folder: Path, tag: str, more: dict[str, bytes], without: str = "", **said: str) -> list[str]:
    """The problems of a wheel with these files."""
    pure = tag == PURE
    files = {name: b"" for name in in_a_wheel(FILES) if name != without} | more
    files |= {
        f"{INFO}/METADATA": metadata(**said).encode(),
        f"{INFO}/WHEEL": f"Root-Is-Purelib: {str(pure).lower()}\n".encode(),
        f"{INFO}/entry_points.txt": b"[console_scripts]\nbowerbird = bowerbird.__main__:main\n",
        f"{INFO}/licenses/LICENSE": b"",
    }
    path = folder / f"bowerbird-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return list(check_wheel(path, FILES, PROJECT))


def test_right_wheels_have_no_problems(tmp_path: Path) -> None:
    assert wheel(tmp_path, PURE, {}) == []
    assert wheel(tmp_path, LINUX, COMPILED) == []


@rows(
    "tag, more, said",
    [
        (PURE, COMPILED, "it has compiled files"),
        (PURE, {"bowerbird/kernel/solve.c": b""}, "1 files don't belong in it: bowerbird/kernel/solve.c"),
        (PURE, {"tests/test_docs.py": b""}, "1 files don't belong in it: tests/test_docs.py"),
        (LINUX, {}, "nothing in it is compiled"),
        (
            LINUX,
            {"bowerbird/kernel/solve.cpython-311-x86_64-linux-gnu.so": b""},
            "is not a module of the kernel for every",
        ),
        (LINUX, COMPILED | {"bowerbird/kernel/gone.abi3.so": b""}, "has no Python file that it is made from"),
        (LINUX, COMPILED | {"bowerbird/kernel/solve.abi3.so": b"\0.debug_info\0"}, "is not stripped"),
        ("cp311-abi3-linux_x86_64", COMPILED, "auditwheel has not repaired it"),
        ("cp312-cp312-win_amd64", COMPILED, "neither py3-none-any nor cp311-abi3"),
    ],
)
def test_a_wrong_wheel_is_found(tmp_path: Path, tag: str, more: dict[str, bytes], said: str) -> None:
    assert any(said in problem for problem in wheel(tmp_path, tag, more))


def test_what_is_missing_or_said_wrong_is_found(tmp_path: Path) -> None:
    (missing,) = wheel(tmp_path, PURE, {}, without="bowerbird/web/site.zip")
    assert missing.startswith("1 files are missing, see package-data in pyproject.toml: bowerbird/web/site.zip")
    (wrong,) = wheel(tmp_path, PURE, {}, Version="9.9.9")
    assert wrong == f"its Version is '9.9.9', not '{VERSION}'"
    (dead,) = wheel(tmp_path, PURE, {}, text="# Bowerbird\n[play](docs/play.md)")
    assert dead == "links of its description lead nowhere: docs/play.md"


def sdist(folder: Path, *more: str) -> list[str]:
    """The problems of a source release with these files beside what it needs."""
    beside = ["CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "setup.py"]
    path = folder / f"bowerbird-{VERSION}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in (*(f"src/{each}" for each in FILES), *beside, "PKG-INFO", *more):
            body = metadata().encode() if name == "PKG-INFO" else b""
            info = tarfile.TarInfo(f"bowerbird-{VERSION}/{name}")
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return list(check_sdist(path, FILES, PROJECT))


def test_a_source_release_has_no_leftovers(tmp_path: Path) -> None:
    assert sdist(tmp_path) == []
    (found,) = sdist(tmp_path, "src/bowerbird/kernel/solve.cpython-311-x86_64-linux-gnu.so")
    assert found.startswith("leftovers of a build are in it")
    (found,) = sdist(tmp_path, "tests/test_docs.py")
    assert found.startswith("a few tests are in it")


def test_every_platform_has_a_tag_that_is_accepted() -> None:
    platforms = ("win_amd64", "win_arm64", "macosx_11_0_arm64", "macosx_11_0_x86_64", "musllinux_1_2_aarch64")
    assert all(ABI3.fullmatch(f"cp311-abi3-{platform}") for platform in platforms)
    assert not ABI3.fullmatch("cp311-cp311-win_amd64")
    assert "bowerbird/py.typed" in package_files()


def test_the_version_is_the_same_everywhere_now() -> None:
    assert compare_versions(ROOT, None).startswith(f"{VERSION}, ")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that have the version in them."""
    (tmp_path / "src" / "bowerbird").mkdir(parents=True)
    for name in ("pyproject.toml", "CHANGELOG.md", "CITATION.cff", "src/bowerbird/__init__.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    dated = re.sub(rf"^## {VERSION} - .*$", f"## {VERSION} - 2026-12-01", text, count=1, flags=re.M)
    (tmp_path / "CHANGELOG.md").write_text(dated, "utf-8")
    cited = re.sub(r"^date-released: .*\n", "", (tmp_path / "CITATION.cff").read_text("utf-8"), flags=re.M)
    (tmp_path / "CITATION.cff").write_text(f"{cited}date-released: 2026-12-01\n", "utf-8")
    return tmp_path


def test_a_tag_needs_its_version_and_a_date(tree: Path) -> None:
    assert compare_versions(tree, f"v{VERSION}") == f"{VERSION}, 2026-12-01, in 5 places"
    with pytest.raises(CheckError, match=r"but the tag has 7\.0\.0"):
        compare_versions(tree, "v7.0.0")
    changelog = tree / "CHANGELOG.md"
    changelog.write_text(changelog.read_text("utf-8").replace("- 2026-12-01", "- unreleased", 1), "utf-8")
    with pytest.raises(CheckError, match="write the date of the release"):
        compare_versions(tree, f"v{VERSION}")


@pytest.mark.parametrize("name", ["src/bowerbird/__init__.py", "CITATION.cff", "CHANGELOG.md"])
def test_a_version_that_was_forgotten_is_named(tree: Path, name: str) -> None:
    path = tree / name
    path.write_text(path.read_text("utf-8").replace(VERSION, "0.0.9", 1), "utf-8")
    with pytest.raises(CheckError, match=rf"{re.escape(name)} has 0\.0\.9"):
        compare_versions(tree, None)


def test_the_changelog_is_read_by_version() -> None:
    text = (
        "# Changelog\n\n## 0.3.0 - unreleased\n\nNew.\n\n### Changes\n- a\n\n## 0.2.0 - 2026-12-01\n\n### Fixes\n- b\n"
    )
    new, old = versions(text)
    assert (new.number, new.is_released, new.summary) == ("0.3.0", False, "New.")
    assert (old.number, old.is_released, old.summary) == ("0.2.0", True, "")
    assert notes(new, "https://here.example") == (
        "New.\n\nEverything that changed: https://here.example/blob/v0.3.0/CHANGELOG.md\n"
    )
    with pytest.raises(ValueError, match=r"says nothing for everyone under 0\.2\.0"):
        notes(old, "")
    with pytest.raises(ValueError, match="'## soon' isn't a version"):
        versions("## soon\n")


def test_the_trial_of_a_program_says_why_its_server_did_not_start(tmp_path: Path) -> None:
    program = tmp_path / "bowerbird"
    answer = f'[ "$1" = --version ] && echo "Bowerbird {VERSION} (kernel compiled)" && exit 0'
    program.write_text(f"#!/bin/sh\n{answer}\necho 'a module is missing'\nexit 2\n", "utf-8")
    program.chmod(0o755)
    command = [sys.executable, str(ROOT / "packaging" / "try_program.py"), str(program)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "a module is missing" in told.stderr
    assert "The server ended with status 2 at its start." in told.stderr
