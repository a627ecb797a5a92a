"""What mkdocs calls while it builds the site.

The documents in `docs/` are read as they are. Made here, and kept nowhere: a page for each rulebook, the reference
of the library, the documents beside the README, pictures, drawings and the font.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import font_source_sans_pro
from mkdocs.structure.files import File

from tools.site import drawings, reference, rule_pages

ROOT = Path(__file__).parents[2]
_HERE = Path(__file__).parent
_STATIC = ROOT / "src" / "bowerbird" / "web" / "static"
_FACES = ("Regular", "It", "Semibold", "SemiboldIt")
#: Documents that hosts of repositories look for beside the README, and their names here.
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "report-a-problem.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "LICENSE": "",
}
_DOORS = {"Play": "robin", "Run an evening": "owl", "Write rules": "heron", "Build on it": "magpie"}
#: Weights of pages in the search: people look for what to do, and few for names in the code.
_BOOSTS = {
    **dict.fromkeys(("play.md", "install.md", "run-an-event.md"), 4),
    "rules/bicycle.md": 2,
    **dict.fromkeys(("changelog.md", "contributing.md", "architecture.md"), 0.2),
    **dict.fromkeys(("known-hands.md", "reference/"), 0.002),  # a word in a title counts a thousand times one in a text
}
#: Marks for the tests of the documents.
_MARK = re.compile(r"^[ ]*<!-- (?:not run|run as|run with|example|after)\b.*?-->\n", re.M | re.S)
#: The theme would fetch these where a browser is very old, or for drawings that no page has.
_FETCHED = re.compile(
    rb"https://unpkg\.com/[\w@./-]+|https://api\.github\.com/[\w${}/]+|https://\$\{e\}/api/v4/[\w${}()/]+"
)


def on_config(config: Any) -> Any:
    """Fill in the parts of the navigation that are made here, and the address: the page for wrong links needs it."""
    config.site_url = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Documentation"]
    books = [{"All of them": "rules/index.md"}]
    books += [{title: f"rules/{name}.md"} for name, (title, _) in rule_pages.pages().items()]
    modules = [{"Overview": "reference/index.md"}]
    modules += [{module: f"reference/{module}.md"} for module in reference.MODULES]
    for door in config.nav:
        for entry in (each for part in door.values() if isinstance(part, list) for each in part):
            if isinstance(entry, dict) and "The rulebooks" in entry:
                entry["The rulebooks"] = books
            elif isinstance(entry, dict) and "API reference" in entry:
                entry["API reference"] = modules
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add what is made here to what is in `docs/`."""

    def add(name: str, content: str | bytes) -> None:
        files.append(File.generated(config, name, content=content))

    for source, name in BESIDE.items():
        if name:
            add(name, (ROOT / source).read_text("utf-8"))
    for book, (_, text) in rule_pages.pages().items():
        add(f"rules/{book}.md", text)
    add("rules/index.md", rule_pages.list_of_books())
    add("reference/index.md", reference.overview())
    for module in reference.MODULES:
        add(f"reference/{module}.md", reference.page(module))
    fonts = Path(font_source_sans_pro.__file__).parent / "files"
    for face in _FACES:
        add(f"assets/SourceSansPro-{face}.otf", (fonts / f"SourceSansPro-{face}.otf").read_bytes())
    for name in ("site.css", "search-from-a-file-iframe-worker.js"):
        add(f"assets/{name}", (_HERE / name).read_text("utf-8"))
    for name in ("mark.svg", "favicon.svg"):
        add(f"assets/{name}", (_STATIC / "shared" / name).read_text("utf-8"))
    add("assets/table.svg", drawings.table())
    for name in _DOORS.values():
        add(f"assets/{name}.svg", drawings.bird(name))
    fresh = Path(os.environ.get("BOWERBIRD_PICTURES", ""))
    for file in files:
        newer = fresh / file.src_uri.removeprefix("pictures/")
        if file.src_uri.startswith("pictures/") and fresh.name and newer.exists():
            file.abs_src_path = str(newer)
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Point links to where the site has a document, leave the marks of tests out, and weigh the page for the search."""
    for start, boost in _BOOSTS.items():
        if page.file.src_uri.startswith(start):
            page.meta["search"] = {"boost": boost}
    if page.file.src_uri == "index.md":
        page.meta["template"] = "home.html"
    for source, name in BESIDE.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{re.escape(source)}(#[^)]*)?\)", rf"]({name}\1)" if name else "]", markdown)
    if page.file.src_uri in BESIDE.values():
        markdown = re.sub(r"\]\(docs/", "](", markdown)
    return _MARK.sub("", markdown)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Make the four doors of the first page, and let the long names of modules break at their dots."""
    if page.file.src_uri.startswith("reference/bowerbird."):
        return re.sub(r"(?<=>)bowerbird[\w.]+", lambda name: name[0].replace(".", ".<wbr>"), html, count=1)
    if page.file.src_uri != "index.md":
        return html
    before, *doors = re.split(r"(?=<h2 )", html)
    return before + '<div class="doors">' + "".join(map(_door, doors)) + "</div>"


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Give the theme's parts names for screen readers, each its own."""
    output = output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)
    return re.sub(r'(data-md-level="2") aria-labelledby="[^"]+"', r'\1 aria-label="Pages of this part"', output)


def on_post_build(config: Any) -> None:
    """Take out of the theme's scripts what a browser could fetch from elsewhere."""
    for script in Path(config.site_dir, "assets", "javascripts").rglob("*.js"):
        text = _FETCHED.sub(b"data:,", script.read_bytes())
        script.write_bytes(text.replace(b'"nav",{class:"md-code__nav"}', b'"div",{class:"md-code__nav"}'))
    shutil.rmtree(Path(config.site_dir, "assets", "javascripts", "lunr"))  # for languages that no page is in
    for map_file in Path(config.site_dir, "assets").rglob("*.map"):
        map_file.unlink()


def _door(html: str) -> str:
    title = re.sub(r"<[^>]+>|&[^;]+;", "", html.partition("</h2>")[0]).strip()
    picture = f'<img src="assets/{_DOORS[title]}.svg" alt="" width="84" height="84">'
    return f'<section class="door">{picture}{html}</section>'
