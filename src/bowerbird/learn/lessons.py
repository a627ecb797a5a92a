"""Lessons: stacked deals with a few decisions each, and what to say before and after them.

Each file in `lessons/` is a lesson, see docs/write-a-lesson.md. `taught` folds it at a table under a rulebook: the
facts at each step, and an answer to everything that the player in the South seat may do there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from bowerbird.cards import Card, CardError, Suit
from bowerbird.learn.telling import ContentError, Text, Under, tell
from bowerbird.notation.deal_text import deal_facts, parse_deal
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, GiveBest, Name, Open, Order, Pass, Phase, Play, StartBell, Table
from bowerbird.table.talk import sentence, to_you

__all__ = ["LEARNER", "NAMES", "Lesson", "LessonAnswer", "Picked", "Taught", "all_lessons", "lessons_in", "taught"]

#: The seat of the person who learns, and the names at the table.
LEARNER: Final = Seat.S
NAMES: Final = ("Finch", "Robin", "You", "Wren")
_SUITS: Final = {suit.word: suit for suit in Suit}
_ALONE: Final = " alone"


class Pick(Under, frozen=True, kw_only=True):
    """An answer to a question that is not about an action: a button with words."""

    says: Text
    why: Text
    right: bool = False


class Step(Under, frozen=True, kw_only=True):
    """What happens at the table, what is said about it, and perhaps a decision.

    `plays` are the actions before it: `W pass, N order`. `right` are the answers that are right, `why` says so; `wrong`
    is said of every other one, unless `others` has words for it. Going alone is offered only with `alone`: one thing at
    a time. `cards` are shown beside the words.
    """

    plays: str = ""
    says: Text = ""
    asks: Text = ""
    right: tuple[str, ...] = ()
    why: Text = ""
    wrong: Text = ""
    others: dict[str, Text] = msgspec.field(default_factory=dict)
    alone: bool = False
    picks: tuple[Pick, ...] = ()
    cards: tuple[str, ...] = ()


class Scene(Under, frozen=True, kw_only=True):
    """One deal. The score is that of the learner's side, then of the other."""

    deal: str
    steps: tuple[Step, ...]
    score: tuple[int, int] = (0, 0)


class Lesson(Under, frozen=True, kw_only=True):
    """One lesson: its scenes, and what to keep in mind at its end. `place` is its place among the lessons."""

    place: int
    title: str
    about: Text
    scenes: tuple[Scene, ...]
    end: Text
    name: str = ""


class LessonAnswer(msgspec.Struct, frozen=True):
    """What is said of an action. One that isn't legal has the engine's own reason, and more words if there are any."""

    fact: Fact
    right: bool
    legal: bool
    says: str


class Picked(msgspec.Struct, frozen=True):
    """What is said of a button with words."""

    words: str
    right: bool
    says: str


class Taught(msgspec.Struct, frozen=True):
    """One step at the table: everything that has happened, the words, and what may be answered.

    `after` is what has happened once the right answer is given, the first one of several; empty if there is no action.
    """

    scene: int
    facts: tuple[Fact, ...]
    says: str
    asks: str
    answers: tuple[LessonAnswer, ...]
    picks: tuple[Picked, ...]
    cards: tuple[str, ...]
    after: tuple[Fact, ...]


@cache
def all_lessons() -> dict[str, Lesson]:
    """Every lesson by its name, in order."""
    folder = files("bowerbird.learn") / "lessons"
    places = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    found = [read_lesson(file.name.removesuffix(".toml"), file.read_bytes()) for file in places]
    return {lesson.name: lesson for lesson in sorted(found, key=lambda lesson: lesson.place)}


def read_lesson(name: str, text: bytes | str) -> Lesson:
    """Read a lesson from TOML."""
    try:
        lesson = msgspec.toml.decode(text, type=Lesson)
    except msgspec.DecodeError as error:
        raise ContentError(f"lessons/{name}.toml: {error}") from None
    return msgspec.structs.replace(lesson, name=name)


def lessons_in(book: Rulebook) -> list[Lesson]:
    """The lessons that make sense under these rules, in order."""
    return [lesson for lesson in all_lessons().values() if lesson.holds(book)]


def taught(lesson: Lesson, book: Rulebook) -> list[Taught]:
    """The steps of a lesson under these rules."""
    found: list[Taught] = []
    for number, scene in enumerate(lesson.scenes, start=1):
        if scene.holds(book):
            found += _scene(f"lessons/{lesson.name}.toml, scene {number}", len(found), scene, book)
    return found


def _scene(where: str, first: int, scene: Scene, book: Rulebook) -> Iterator[Taught]:
    try:
        table = _dealt(scene, book)
    except (CardError, ValueError) as error:
        raise ContentError(f"{where}: {error}") from None
    steps = [step for step in scene.steps if step.holds(book)]
    for number, step in enumerate(steps, start=1):
        at = f"{where}, step {number}"
        try:
            _play(table, step.plays)
            shown = _shown(table, step, first)
        except (CardError, ValueError) as error:
            raise ContentError(f"{at}: {error}") from None
        yield shown
        if shown.after:
            table.push(shown.after[-1])


def _dealt(scene: Scene, book: Rulebook) -> Table:
    deal = parse_deal(scene.deal, book.cards())
    table = Table(book, [Open(NAMES, dealer=deal.dealer, partners_arranged=True, score=scene.score)])
    if book.deal.after_start_bell:
        table.push(StartBell())
    for fact in deal_facts(book, deal):
        table.push(fact)
    return table


def _play(table: Table, plays: str) -> None:
    """Let the others act as written. Nobody defends alone unless it is written."""
    for text in filter(None, (part.strip() for part in plays.split(","))):
        seat, _, words = text.partition(" ")
        if seat not in Seat.__members__:
            raise ContentError(f"{text!r} isn't an action. Write the seat first, as in “W pass” or “W Kh”.")
        _nobody_defends_alone(table)
        fact = action(table, Seat[seat], words.strip())
        if not table.allows(fact):
            raise ContentError(f"{text!r} isn't possible: {table.why_not(fact)}.")
        table.push(fact)
    _nobody_defends_alone(table)


def _nobody_defends_alone(table: Table) -> None:
    while table.state.phase is Phase.DEFEND and table.state.turn is not None:
        table.push(Pass(table.state.turn))


def action(table: Table, seat: Seat, words: str) -> Fact:
    """An action as lessons write it: `pass`, `order`, `order alone`, `spades`, `spades alone`, or a card."""
    alone = words.endswith(_ALONE)
    call = words.removesuffix(_ALONE)
    if call == "pass":
        return Pass(seat)
    if call == "order":
        return Order(seat, alone or _must_be_alone(table, seat))
    if call in _SUITS:
        return Name(seat, _SUITS[call], alone)
    card = Card(words)
    if table.state.phase is Phase.DISCARD:
        return Discard(seat, card)
    return GiveBest(seat, card) if table.state.phase is Phase.BEST else Play(seat, card)


def _shown(table: Table, step: Step, first: int) -> Taught:
    book = table.book
    right = [action(table, LEARNER, words) for words in step.right]
    answers = tuple(_answers(table, step, right)) if right else ()
    picks = tuple(
        Picked(tell(pick.says, book), pick.right, tell(pick.why, book)) for pick in step.picks if pick.holds(book)
    )
    if picks and [pick.right for pick in picks].count(True) != 1:
        raise ContentError("exactly one of the picks must be right.")
    if bool(tell(step.asks, book)) != bool(right or picks) or (right and picks):
        raise ContentError("a step with asks needs either right or picks, and a step without has neither.")
    after = (*table.facts, right[0]) if right else ()
    return Taught(first, table.facts, tell(step.says, book), tell(step.asks, book), answers, picks, _cards(step), after)


def _cards(step: Step) -> tuple[str, ...]:
    return tuple(str(Card(card)) for card in step.cards)


def _answers(table: Table, step: Step, right: list[Fact]) -> Iterator[LessonAnswer]:
    """An answer to each legal action, and to each one that has its own words."""
    legal = [fact for fact in table.legal if _is_answer(table, step, fact)]
    for fact in right:
        if fact not in legal:
            raise ContentError(f"the right answer isn't possible: {table.why_not(fact) or 'it is not your turn'}.")
    told = {action(table, LEARNER, words): tell(text, table.book) for words, text in step.others.items()}
    if len(right) < len(legal) and not (step.wrong or all(fact in told for fact in legal if fact not in right)):
        raise ContentError("say in wrong why the other answers are wrong.")
    for fact in legal:
        is_right = fact in right
        usual = step.why if is_right else step.wrong
        says = told.get(fact) or tell(usual, table.book)
        yield LessonAnswer(fact, is_right, True, f"{says}{_instead(right, fact)}")
    for fact, words in told.items():
        if fact not in legal:
            why = sentence(to_you(table.why_not(fact), LEARNER))
            yield LessonAnswer(fact, False, False, f"{why} {words}")


def _instead(right: list[Fact], fact: Fact) -> str:
    """A hand goes on with the first right answer, whichever was given."""
    if fact not in right[1:] or not isinstance(right[0], Play | Discard):
        return ""
    return f" This hand continues with {right[0].card.sign}, which is just as good."


def _is_answer(table: Table, step: Step, fact: Fact) -> bool:
    """True for an action of the learner that this step offers."""
    if not isinstance(fact, Pass | Order | Name | Discard | GiveBest | Play) or fact.seat is not LEARNER:
        return False
    alone = isinstance(fact, Order | Name) and fact.alone
    return not alone or step.alone or _must_be_alone(table, LEARNER)


def _must_be_alone(table: Table, seat: Seat) -> bool:
    """True if these rules let the dealer's partner order up only to play alone."""
    first = table.state.phase is Phase.FIRST_ROUND
    return first and table.book.auction.partner_orders_alone and seat is table.state.dealer.partner
