"""The drawings of the cards and the birds: every card is there with its index, and the files are as they are drawn."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree

from bowerbird.cards import Pack
from bowerbird.hall.birds import BIRDS, BOT_NAMES, BOTS
from bowerbird.web.deck.faces import COURTS, MARKERS, RIBBON
from bowerbird.web.deck.palette import SUITS
from bowerbird.web.deck.sprites import EDITIONS, FOLDER, JOKERS, editions, files
from bowerbird.web.site_files import STATIC
from kit.rows import rows

DECKS = ["classic", "birds"]
CARDS = [str(card) for card in Pack(lowest=7)]
HREF = "href"


@cache
def drawn(name: str) -> dict[str, ElementTree.Element]:
    """Everything in a file that has a name."""
    root = ElementTree.fromstring(files()[f"{name}.svg"])
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert max(Counter(names).values()) == 1, "a name is given once"
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def uses(drawing: ElementTree.Element) -> Counter[str]:
    """What a drawing takes from elsewhere in its file, and how often."""
    return Counter(element.attrib[HREF].removeprefix("#") for element in drawing.iter() if HREF in element.attrib)


def test_the_files_are_as_they_are_drawn() -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == files(), "run `make write`"
    assert EDITIONS.read_text(encoding="utf-8") == editions(files()), "run `make write`"


@rows("deck", DECKS)
def test_every_card_is_there_with_its_index(deck: str) -> None:
    names = drawn(deck)
    for card in CARDS:
        rank, suit = card[0], card[1]
        for kind, corners in (("card", 2), ("large", 4)):
            found = uses(names[f"{kind}-{card}"])
            assert found[f"rank-{rank}"] == corners, (kind, card)
            assert found[f"pip-{suit}"] >= corners, (kind, card)
            assert not any(found[f"pip-{other}"] for other in SUITS if other != suit), (kind, card)
            assert found[f"figure-{card}"] == (2 if rank in COURTS else 0), (kind, card)
            colours = set(re.findall(r"--suit-.", ElementTree.tostring(names[f"{kind}-{card}"], encoding="unicode")))
            assert colours == {f"--suit-{suit}"}, "a page can change the colour of each suit"


@rows("deck", DECKS)
def test_pips_are_counted_right(deck: str) -> None:
    """Without the two of the indices."""
    for card in [*CARDS, *(rank + suit for rank in MARKERS for suit in SUITS)]:
        rank, suit = card[0], card[1]
        wanted = 10 if rank == "T" else int(rank) if rank.isdigit() else None
        if wanted:
            assert uses(drawn(deck)[f"card-{card}"])[f"pip-{suit}"] - 2 == wanted, card


@rows("deck", DECKS)
def test_the_joker_the_benny_and_the_back_are_there(deck: str) -> None:
    names = drawn(deck)
    assert set(JOKERS) == {"B", "benny"}
    for joker in JOKERS:
        assert uses(names[f"card-{joker}"])["deck-star"] == 1
        assert uses(names[f"large-{joker}"])["deck-star"] == 4
    plain, crowned = (ElementTree.tostring(names[f"card-{name}"]) for name in JOKERS)
    assert plain != crowned.replace(b"card-benny", b"card-B")
    assert len(list(names["card-back"].iter())) > 10


@rows("deck", DECKS)
def test_each_court_has_a_figure_of_its_own_and_each_suit_its_own_halo(deck: str) -> None:
    names = drawn(deck)
    figures = {card: list(names[f"figure-{card}"]) for card in CARDS if card[0] in COURTS}
    shapes = {card: ElementTree.tostring(names[f"figure-{card}"]).split(b">", 1)[1] for card in figures}
    assert len(set(shapes.values())) == len(figures) == 12
    for rank in COURTS:
        behind = {
            re.sub(r"--suit-.,#\w+|#\w+", "", ElementTree.tostring(figures[rank + suit][0]).decode()) for suit in SUITS
        }
        assert len(behind) == 4, f"{rank}: what is behind the head differs, whatever its colour"


@rows("deck", DECKS)
def test_nothing_refers_to_what_is_not_there_or_outside(deck: str) -> None:
    for name in (deck, "portraits"):
        text = files()[f"{name}.svg"]
        wanted = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert wanted <= drawn(name).keys()
        assert text.count("href=") == text.count('href="#')
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"<(style|script|image|text)|style=", text), "drawn, without a font or a style of its own"
    assert not drawn(deck).keys() & drawn("portraits").keys(), "both are in one page"


def test_the_ribbon_hangs_beside_the_index_and_in_the_left_half() -> None:
    left, top, width, height = RIBBON
    assert left >= 38 + 46 / 2 + 10, "right of the rank"
    assert left + width <= 250 * 0.45
    script = (STATIC / "table" / "cards.js").read_text(encoding="utf-8")
    path = re.search(r'"ribbon ribbon-\$\{letter\}"><path d="M(\d+) (\d+)H(\d+)V(\d+)', script)
    assert path is not None
    assert tuple(map(int, path.groups())) == (left, top, left + width, top + height)


def test_every_bot_has_a_portrait_and_a_manner_and_people_can_choose_each_bird() -> None:
    portraits = {name.removeprefix("bird-") for name in drawn("portraits") if name.startswith("bird-")}
    known = re.search(r"BIRDS = \[(.*)\]", (STATIC / "table" / "birds.js").read_text(encoding="utf-8"))
    assert known is not None
    assert set(re.findall(r'"(\w+)"', known[1])) == portraits
    manners = {bird: bot.habit for bird, bot in BOTS.items()}
    assert set(BIRDS) == portraits, "the server refuses no bird that can be chosen"
    assert {name.lower() for name in BOT_NAMES} == manners.keys() <= portraits
    for bird, manner in manners.items():
        assert manner.startswith(bird.capitalize()), manner
        assert len(set(manners.values())) == len(manners)
