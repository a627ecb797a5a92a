"""What a newcomer finds around the code is true: the address, the versions of Python, the workflows, the templates."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]

from kit.rows import rows
from machines import posix_only
from tools.badges import BADGES, badges

ROOT: Final = Path(__file__).resolve().parents[2]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESS: Final = PROJECT["urls"]["Source"]
#: Files that can't read pyproject.toml, and so name the address themselves.
NAMES_IT: Final = ("CITATION.cff", ".github/ISSUE_TEMPLATE/config.yml")
#: Programs that only tests with a skip start.
STARTED_BY_SKIPPED: Final = {"cli/forked.py", "store/archive_kills.py"}
PYTHONS: Final = [
    line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.fullmatch(r"Programming .* :: 3\.\d+", line)
]


def read(path: Path) -> Any:
    """A YAML file. YAML calls the key `on` true."""
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_address_is_the_same_everywhere() -> None:
    for name in NAMES_IT:
        assert ADDRESS in (ROOT / name).read_text("utf-8"), name
    assert all(url.startswith(ADDRESS) for name, url in PROJECT["urls"].items() if name != "Documentation")
    owner, name = ADDRESS.split("/")[-2:]
    assert PROJECT["urls"]["Documentation"] == f"https://{owner}.github.io/{name}/"
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*.*"), ROOT / "CITATION.cff"]
    for path in pages:
        for found in re.findall(r"https://github\.com/bowerbird[\w-]*/[\w-]+", path.read_text("utf-8")):
            assert found == ADDRESS, path


def test_every_tested_python_is_named_and_every_named_one_is_tested() -> None:
    assert PYTHONS[0] == PROJECT["requires-python"].removeprefix(">=")
    jobs = read(ROOT / ".github/workflows/tests.yml")["jobs"]
    assert jobs["linux"]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs["others"]["strategy"]["matrix"]["python"] == PYTHONS
    assert {"windows-latest", "macos-latest"} == set(jobs["others"]["strategy"]["matrix"]["os"])
    released = read(ROOT / ".github/workflows/release.yml")["jobs"]
    assert all(released[name]["strategy"]["matrix"]["python"] == PYTHONS for name in ("trial", "alpine"))


def test_what_windows_runs_uses_nothing_that_windows_lacks() -> None:
    steps = read(ROOT / ".github/workflows/tests.yml")["jobs"]["others"]["steps"]
    folders = re.findall(r"tests/\w+", steps[-1]["run"])
    assert {"tests/cli", "tests/store", "tests/window"} < set(folders)
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if str(path.relative_to(ROOT / "tests")) not in STARTED_BY_SKIPPED:
                assert not list(posix_only(without_skipped(ast.parse(path.read_text("utf-8"))))), path


def without_skipped(module: ast.Module) -> ast.Module:
    """The module without tests that are skipped where they can't run. Empty if all of them are."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=mark) if "skipif" in ast.unparse(mark):
                return ast.Module([], [])
    kept = [
        node
        for node in module.body
        if not any("skipif" in ast.unparse(each) for each in getattr(node, "decorator_list", ()))
    ]
    return ast.Module(kept, [])


@rows("path", WORKFLOWS)
def test_a_workflow_may_do_little_and_takes_actions_of_a_known_version(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        if "uses" in job:
            continue
        assert job["timeout-minutes"] <= 90, name
        for step in job["steps"]:
            action, _, version = step.get("uses", "actions/none@v1").partition("@")
            known = r"v\d+" if action.startswith("actions/") else r"[0-9a-f]{40}"
            assert re.fullmatch(known, version), f"{name}: {action}@{version}"
            if action == "actions/checkout":
                assert step["with"]["persist-credentials"] is False, name
            assert "${{ github.ref" not in step.get("run", ""), f"{name}: a name becomes part of a script"


def test_nothing_is_published_but_for_a_tag_and_after_everything_was_tried() -> None:
    jobs = read(ROOT / ".github/workflows/release.yml")["jobs"]
    publishing = {name for name, job in jobs.items() if "write" in job.get("permissions", {}).values()} - {"image"}
    assert publishing == {"attest", "publish", "image-for-all", "site", "page"}
    to_a_registry = {"image-for-all": " && vars.IMAGE_REGISTRY != ''"}
    assert all(jobs[name]["if"] == f"github.ref_type == 'tag'{to_a_registry.get(name, '')}" for name in publishing)
    before: set[str] = set()
    waiting = ["publish"]
    while waiting:
        needs = jobs[waiting.pop()].get("needs", [])
        new = set([needs] if isinstance(needs, str) else needs) - before
        before |= new
        waiting += new
    assert before == set(jobs) - {"publish", "image-for-all", "site", "page"}


def test_every_make_target_of_a_workflow_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    asked = {name for path in WORKFLOWS for name in re.findall(r"\bmake ([a-z-]+)", path.read_text("utf-8"))}
    assert {"check", "test-full", "sdist", "sbom", "audit"} <= asked
    assert asked <= targets


@rows("path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")))
def test_an_issue_form_asks_in_full(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    ids = [part["id"] for part in form["body"]]
    assert len(set(ids)) == len(ids)
    assert any(part.get("validations", {}).get("required") for part in form["body"])
    assert all(part["attributes"]["label"] for part in form["body"])


def test_hooks_before_a_commit_use_what_is_pinned() -> None:
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    pinned = "".join((ROOT / name).read_text("utf-8") for name in ("requirements/dev.txt", "package.json"))
    for hook in local["hooks"]:
        program = hook["entry"].split()[0]
        assert program.startswith((".venv/bin/", "node_modules/.bin/")), hook["id"]
        package = {"lint-imports": "import-linter", "biome": "biomejs"}.get(Path(program).name, Path(program).name)
        assert package == "python" or package in pinned, hook["id"]


def test_names_of_files_in_the_guide_for_contributors_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (ROOT / target).exists(), target
    for name in re.findall(r"`((?:[a-z_]+/)+[\w.-]+)`", text):
        if "NAME" in name:
            continue
        places = [
            ROOT / start / name for start in ("", "src/bowerbird", "src/bowerbird/web", "src/bowerbird/web/static")
        ]
        assert any(place.exists() for place in places) or name.startswith("build/"), name


def test_badges_are_true() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name, drawn in badges().items():
        assert (BADGES / name).read_text("utf-8") == drawn, "python -m tools.badges draws them again"
        assert f"docs/pictures/{name}" in readme
    assert f"Licence: {PROJECT['license']}" in readme
    assert f"Python {PYTHONS[0]} to {PYTHONS[-1]}" in readme


@pytest.mark.skipif(shutil.which("actionlint") is None, reason="actionlint is not here")
def test_actionlint_finds_nothing() -> None:
    said = subprocess.run(["actionlint", "-color=false"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout
