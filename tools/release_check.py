"""Check here what can be checked before a release, and list what was left out: `make release-check`.

    python -m tools.release_check                                # everything, after `make wheel` and `make sbom`
    python -m tools.release_check --only versions --tag v0.2.0   # as the release workflow asks first

Exit status 1 if something failed. What was left out is no failure: the workflows do it on other machines.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.changelog import notes, versions
from tools.release_files import PURE, check_folder

__all__ = ["CheckError", "LeftOutError", "compare_versions", "main"]

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
#: Where `make` puts the pinned tools of a release.
TOOLS: Final = ROOT / "build" / "release" / "bin"
#: The oldest Python, and the newest that the workflows test.
PYTHONS: Final = range(11, 15)


class CheckError(Exception):
    """A check has failed, and why."""


class LeftOutError(Exception):
    """A check can't be done here, and why."""


def compare_versions(root: Path, tag: str | None) -> str:
    """The version is the same wherever it is written. A tag also needs the date of the release."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = versions((root / "CHANGELOG.md").read_text("utf-8"))[0]
    cited = dict(re.findall(r"^([a-z-]+): *['\"]?([^'\"\n]*)", (root / "CITATION.cff").read_text("utf-8"), re.M))
    package = (root / "src" / "bowerbird" / "__init__.py").read_text("utf-8")
    found = {
        "src/bowerbird/__init__.py": "".join(re.findall(r'^__version__ = "(.*)"$', package, re.M)),
        "the top of CHANGELOG.md": newest.number,
        "CITATION.cff": cited.get("version", ""),
    }
    if tag is not None:
        found["the tag"] = tag.removeprefix("v")
    wrong = [f"{place} has {number or 'none'}" for place, number in found.items() if number != version]
    if tag is not None and not newest.is_released:
        wrong.append(f"CHANGELOG.md calls {version} {newest.date}: write the date of the release")
    if newest.is_released and cited.get("date-released") != newest.date:
        wrong.append(f"CITATION.cff needs the line 'date-released: {newest.date}'")
    if wrong:
        raise CheckError(f"pyproject.toml has {version}, but {'; '.join(wrong)}")
    notes(newest, "")
    return f"{version}, {newest.date}, in {len(found) + 1} places"


def files_of_the_release() -> str:
    """Names, contents and metadata of everything in dist/."""
    names, problems = check_folder(DIST)
    if problems:
        raise CheckError("\n".join(problems))
    sizes = (f"{name} ({(DIST / name).stat().st_size / 1e6:.1f} MB)" for name in names)
    return "\n".join(sizes)


def metadata_as_an_index_reads_it() -> str:
    """By twine, which renders the description too."""
    files = [str(path) for path in (*DIST.glob("*.whl"), *DIST.glob("*.tar.gz"))]
    return _last_line(_tool("twine"), "check", "--strict", *files)


def symbols_of_the_compiled_wheel() -> str:
    """Nothing newer than the stable interface of Python 3.11, by abi3audit, and the oldest Linux, by auditwheel."""
    told = []
    for wheel in sorted(DIST.glob("*-abi3-*linux*.whl")):
        _run(_tool("abi3audit"), "--strict", wheel)
        said = " ".join(_run(_tool("auditwheel"), "show", wheel).split())
        tag = re.search(r'following platform tag: "([^"]+)"', said)
        told.append(f"abi3 from 3.11 on, {tag[1] if tag else 'of no common platform'}")
        if tag is None or tag[1].startswith("linux_"):
            raise CheckError(f"auditwheel gives {wheel.name} no common platform")
    if not told:
        raise LeftOutError("there is no compiled wheel for Linux in dist/")
    return "\n".join(told)


def wheels_in_empty_environments() -> str:
    """Each wheel that fits this machine, installed with every Python at hand, compared with the uncompiled kernel."""
    told = []
    for minor in PYTHONS:
        python = _python(minor)
        if python is None:
            told.append(f"3.{minor}: not here, the workflow tries it")
            continue
        for wheel in sorted(DIST.glob("*.whl")):
            told.append(f"3.{minor} {_tried(python, wheel)}")
    if all("not here" in line for line in told):
        raise LeftOutError("no Python from 3.11 on was found")
    return "\n".join(told)


def _tried(python: str, wheel: Path) -> str:
    pure = wheel.name.endswith(f"-{PURE}.whl")
    with tempfile.TemporaryDirectory() as folder:
        _run(python, "-m", "venv", folder)
        inside = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        _run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[cli]")
        _run(inside, "-m", "pip", "check", "--disable-pip-version-check")
        found = json.loads(_run(inside, ROOT / "tools" / "try_wheel.py", *(["--pure"] if pure else [])))
        said = _run(inside, "-m", "bowerbird", "rules", "show", "alberta")
    if "Alberta" not in said:
        raise CheckError(f"{wheel.name}: 'bowerbird rules show alberta' does not show the rules")
    if pure:
        return f"uncompiled: {found['hands_per_s']:,} hands a second"
    return f"compiled: {found['hands_per_s']:,} hands a second, {found['times']:,} times as fast, the same answers"


def bill_of_materials() -> str:
    """`make sbom` has written one that names the wheels as they are."""
    path = DIST / "bowerbird.cdx.json"
    if not path.exists():
        raise LeftOutError("dist/bowerbird.cdx.json is not there: make sbom")
    bill = json.loads(path.read_text("utf-8"))
    listed = {each["url"] for each in bill["metadata"]["component"]["externalReferences"]}
    wheels = {each.name for each in DIST.glob("*.whl")}
    if not wheels <= listed:
        raise CheckError(f"it does not name {', '.join(sorted(wheels - listed))}: make sbom")
    return f"{len(bill['components'])} packages, {len(wheels)} wheels with their digests"


def workflows() -> str:
    """By actionlint, with shellcheck for the steps where it is at hand."""
    path = os.pathsep.join((str(TOOLS), os.environ.get("PATH", ""), str(Path.home() / "go" / "bin")))
    actionlint, shellcheck = shutil.which("actionlint", path=path), shutil.which("shellcheck", path=path)
    if actionlint is None:
        raise LeftOutError("actionlint is not here: go install github.com/rhysd/actionlint/cmd/actionlint@latest")
    _run(actionlint, "-color=false", *((f"-shellcheck={shellcheck}",) if shellcheck else ()))
    if shellcheck:
        _run(shellcheck, ROOT / ".ci" / "run")
    number = len(list((ROOT / ".github" / "workflows").glob("*.yml")))
    return f"{number} workflows, {'with' if shellcheck else 'without'} shellcheck for their steps"


def documents() -> str:
    """Every example and every link, and the site if there is one."""
    told = _last_line(sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/guides", "tests/test_docs.py")
    return "\n".join((told, _made("docs", "build/site")))


def bundle() -> str:
    """The program that needs no Python, for this platform."""
    return _made("bundle", "dist")


def image() -> str:
    """The container image."""
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "info"], capture_output=True, check=False).returncode:
        raise LeftOutError("no Docker is running here, the workflow builds it")
    return _made("docker", "an image")


def _made(target: str, where: str) -> str:
    if not re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M):
        raise LeftOutError(f"there is no make {target} yet")
    _run("make", target)
    return f"make {target}: {where}"


def _tool(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join((str(TOOLS), os.environ.get("PATH", ""))))
    if found is None:
        raise LeftOutError(f"{name} is not here: make wheel installs it")
    return found


def _python(minor: int) -> str | None:
    """A Python of this version that runs: from the path, or from pyenv."""
    folders = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin"))
    candidates = [shutil.which(f"python3.{minor}"), *(str(folder / f"python3.{minor}") for folder in folders)]
    for each in candidates:
        if each and subprocess.run([each, "-c", "import ensurepip"], capture_output=True, check=False).returncode == 0:
            return each
    return None


def _run(*command: str | Path) -> str:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "MAKE"))}
    said = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd=ROOT, env=own
    )
    if said.returncode:
        raise CheckError(f"{' '.join(map(str, command[:4]))} …\n{(said.stdout + said.stderr).strip()[-2000:]}")
    return said.stdout


def _last_line(*command: str | Path) -> str:
    return _run(*command).strip().splitlines()[-1]


CHECKS: Final[dict[str, Callable[[], str]]] = {
    "files": files_of_the_release,
    "metadata": metadata_as_an_index_reads_it,
    "symbols": symbols_of_the_compiled_wheel,
    "trial": wheels_in_empty_environments,
    "sbom": bill_of_materials,
    "workflows": workflows,
    "documents": documents,
    "bundle": bundle,
    "image": image,
}
#: What no single machine can do.
ELSEWHERE: Final = (
    "wheels for Windows, macOS, ARM and musl, and the tests on those systems",
    "installers for Windows and macOS",
    "publishing, attestations, the page of the release, the site's address",
)


def main(arguments: list[str] | None = None) -> int:
    """Run the checks, and list what was done and what was left out."""
    parser = argparse.ArgumentParser(description="Check what can be checked before a release.")
    parser.add_argument("--only", nargs="+", choices=["versions", *CHECKS], help="these checks only")
    parser.add_argument("--tag", help="the tag of the release, such as v0.2.0")
    given = parser.parse_args(arguments)
    checks: dict[str, Callable[[], str]] = {"versions": lambda: compare_versions(ROOT, given.tag), **CHECKS}
    failed = 0
    for name in given.only or checks:
        try:
            state, told = "done", checks[name]()
        except LeftOutError as reason:
            state, told = "left out", str(reason)
        except (CheckError, ValueError, OSError) as reason:
            state, told, failed = "FAILED", str(reason), failed + 1
        first, *more = told.splitlines()
        print(f"{name:10} {state:9} {first}", *(f"{'':20} {line}" for line in more), sep="\n", flush=True)
    if not given.only:
        print("Only the workflows can do the rest:", *(f"  {line}" for line in ELSEWHERE), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
