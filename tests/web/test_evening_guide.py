"""The page for a new director names what is really on the screen, and its pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

import bowerbird
from bowerbird.rulebook import book_names, load_rulebook
from kit.rows import rows

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "run-an-event.md"
CODE = Path(bowerbird.__file__).parent
MOST_BYTES = 150_000


def screen_words() -> str:
    """Everything that the pages, the server and the paper say, in one text."""
    folders = [CODE / "web", CODE / "desk", CODE / "evening", CODE / "paper", CODE / "rulebook"]
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in (".js", ".html", ".py")]
    titles = [load_rulebook(name).title for name in book_names()]
    return " ".join(" ".join([*(file.read_text(encoding="utf-8") for file in files), *titles]).split())


@rows(("guide", "at_least"), [(GUIDE, 40), (GUIDE.with_name("tutorial-director.md"), 20)])
def test_every_button_that_the_guide_names_is_on_a_page(guide: Path, at_least: int) -> None:
    text = " ".join(guide.read_text(encoding="utf-8").replace("**", "").split())
    named = set(re.findall(r"\*([^*]+)\*", text))
    known = screen_words()
    assert len(named) > at_least
    assert [words for words in sorted(named) if words not in known] == []


def test_the_parts_of_the_form_have_the_numbers_that_the_guide_gives_them() -> None:
    form = (CODE / "web" / "templates" / "desk" / "new.html").read_text(encoding="utf-8")
    steps = GUIDE.read_text(encoding="utf-8").partition("**4. Create the event.**")[2].partition("**5.")[0]
    numbered = re.findall(r"<legend>(\d)\. ([^<]+)</legend>", form)
    assert len(numbered) == 5
    assert re.findall(r"^(\d)\. \*([^*]+)\*", steps, re.MULTILINE) == numbered


def test_its_pictures_are_there_and_small() -> None:
    pictures = re.findall(r'src="(pictures/[^"]+)"', GUIDE.read_text(encoding="utf-8"))
    assert len(pictures) == 4
    for picture in pictures:
        assert (GUIDE.parent / picture).stat().st_size < MOST_BYTES, picture
