"""Links between documents lead somewhere, pictures say what they show, and every page has its place on the site."""

from __future__ import annotations

import re
from pathlib import Path

from guides.blocks import PAGES, ROOT, without_blocks
from kit.rows import rows

#: Pages that are made from files beside `docs/` when the site is built.
BESIDE = {"contributing.md", "changelog.md", "code-of-conduct.md", "report-a-problem.md"}
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def anchor_of(heading: str) -> str:
    """The anchor that repository hosts and the site give a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading.strip().lower())
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", words))


def anchors(page: Path) -> set[str]:
    text = without_blocks(page.read_text("utf-8"))
    return {anchor_of(heading) for heading in re.findall(r"^#+ (.+)$", text, re.M)}


@rows("page", PAGES)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(without_blocks(page.read_text("utf-8"))):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name} links to {target}, and there is no such heading"


@rows("page", PAGES)
def test_pictures_are_there_and_say_what_they_show(page: Path) -> None:
    text = without_blocks(page.read_text("utf-8"))
    for tag in re.findall(r"<img [^>]*>", text):
        source, words = re.search(r'src="([^"]+)"', tag), re.search(r'alt="([^"]*)"', tag)
        assert source, tag
        assert (page.parent / source[1]).exists(), tag
        assert len(words[1] if words else "") > 10, f"{page.name}: {source[1]} has no words for people who can't see it"
    for words_of, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text):
        assert (page.parent / target).exists(), target
        assert len(words_of) > 10, f"{page.name}: {target}"


def test_every_page_has_its_place_on_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    assert re.findall(r"^  - ([^:]+):$", nav, re.M) == ["Play", "Run an evening", "Write rules", "Build on it"]
    there = {page.name for page in (ROOT / "docs").glob("*.md")}
    named = set(re.findall(r"[\w-]+\.md", nav))
    assert there - named == set()
    assert named - there == BESIDE


@rows("page", PAGES)
def test_a_page_starts_with_its_title_and_what_it_is_for(page: Path) -> None:
    title, _, rest = page.read_text("utf-8").partition("\n")
    assert title.startswith("# "), "a page starts with its title"
    assert re.match(r"\n+(?![#|<-]|```)\S.{30}", rest), f"{page.name} doesn't say what it is for"
