"""Choices in words: what hints, reviews and reasons call a choice is what its button says."""

from __future__ import annotations

from bowerbird.players.says import doing, says
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Name, Order, Pass, Play, View, say, view
from deals import ALL_BOOKS, dealt, house
from deals import say as then
from kit.rows import rows
from players.tables import decisions, small

Calls = (Pass, Order, Name, DefendAlone)


def seen_after(book: str, calls: str = "") -> View:
    hands = {"E": "Jh Qh As Ks Qs", "S": "Ah Kh Ac Kc Qc"}  # some clubs ask for a trump
    table = then(dealt(book, "N", "9h", **hands), calls)
    assert table.state.turn is not None
    return table.view(table.state.turn)


def words(seen: View, book: str) -> set[str]:
    return {says(load_rulebook(book), seen, (fact,)) for fact in seen.legal if isinstance(fact, Calls)}


def test_a_call_is_named_in_the_clubs_own_words() -> None:
    assert words(seen_after("bicycle"), "bicycle") == {"pass", "order it up", "order it up, alone"}
    assert words(seen_after("bicycle", "E: pass"), "bicycle") == {"pass", "assist", "assist, alone"}
    last = seen_after("bicycle", "E: pass, S: pass, W: pass")
    assert words(last, "bicycle") == {"turn it down", "take it up", "take it up, alone"}
    assert words(seen_after("alberta"), "alberta") == {"pass", "say “Pick it up”", "say “Pick it up, alone”"}
    assert "order up, alone" in words(seen_after("alberta", "E: pass"), "alberta")
    assert "say “Away”" in words(seen_after("national"), "national")
    second = seen_after("bicycle", "E: pass, S: pass, W: pass, N: pass")
    assert {"name diamonds (next)", "name spades (crossing), alone"} <= words(second, "bicycle")


@rows(
    "book, calls, wanted",
    [
        ("bicycle", "", {"a pass", "ordering it up", "ordering it up alone"}),
        ("bicycle", "E: pass", {"a pass", "assisting", "assisting alone"}),
        ("alberta", "", {"a pass", "saying “Pick it up”", "saying “Pick it up alone”"}),
        ("national", "E: pass, S: pass, W: pass", {"a pass", "taking it up", "taking it up alone"}),
    ],
)
def test_inside_a_sentence_it_is_the_same_word(book: str, calls: str, wanted: set[str]) -> None:
    seen = seen_after(book, calls)
    assert {doing(load_rulebook(book), seen, fact) for fact in seen.legal if isinstance(fact, Calls)} == wanted


def test_words_that_are_no_verb_are_said() -> None:
    book = house('[words]\norder = "Up!"')
    seen = dealt(book, "N", "9h").view(Seat.E)
    assert says(book, seen, (Order(Seat.E),)) == "say “Up!”"
    assert doing(book, seen, Order(Seat.E)) == "saying “Up!”"


@rows("name", ALL_BOOKS)
def test_every_choice_has_the_words_of_its_button(name: str) -> None:
    """Every call in every book contains what the button says; every card is named by its sign."""
    book, calls = load_rulebook(name), 0
    for state in decisions(book, (small("random", 1), small("random", 2)), seed=3):
        seen = view(book, state, state.turn)
        for fact in seen.legal:
            told = says(book, seen, (fact,))
            if isinstance(fact, Pass | Order | Name | DefendAlone):
                calls += 1
                assert _plain(say(book, state, fact)) in told.lower(), told
            elif isinstance(fact, Play | Discard):
                assert book.card_sign(fact.card) in told
            assert doing(book, seen, fact)
    assert calls > 3


def _plain(button: str) -> str:
    return button.lower().removeprefix("i ")
