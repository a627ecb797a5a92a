"""The examples in the README, in docs/ and in docstrings are run, so that they stay true."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import bowerbird
from bowerbird.nights import read_night, run_night

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(bowerbird.__path__, "bowerbird.")
    if not module.name.startswith("bowerbird.cli.play")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in BLOCK.findall(page.read_text("utf-8")):
        exec(compile(block, page.name, "exec"), names)
    assert page.read_text("utf-8").startswith("# "), "a page starts with its title"


def test_the_night_of_the_page_about_nights_comes_out_as_the_page_says() -> None:
    page = (ROOT / "docs" / "nights.md").read_text("utf-8")
    (text,) = re.findall(r"^```night\n(.*?)^```", page, re.M | re.S)
    report = run_night(read_night(text))
    assert report.holds
    assert f"{report.night}: {len(report.findings)} hold\n" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
