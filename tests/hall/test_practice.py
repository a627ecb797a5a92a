"""Practice: mistakes are kept without anybody asking, come back, and are answered as the review does; puzzles rate."""

from __future__ import annotations

import random
from datetime import date, timedelta

import msgspec
import pytest

from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import Happened, Sat
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.positions import choices_at, shown
from bowerbird.hall.practice import MistakeKept, PracticeState, _puzzle_moment, puzzle_id, rules_offered, themes_offered
from bowerbird.hall.review import Decided, Reviews
from bowerbird.hall.room import Room
from bowerbird.hall.scenes import Scene
from bowerbird.hall.setup import TableSetup
from bowerbird.kernel.position import cards_of
from bowerbird.kernel.sample import deals
from bowerbird.learn.position import Position, word_for
from bowerbird.learn.puzzles import START, shipped_puzzles
from bowerbird.notation.deal_text import KnownDeal
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.explain import explain
from bowerbird.players.knowledge import seen_by
from bowerbird.rulebook import read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, Play, Table
from kit.clock import soon
from table.real_tables import REVOKE, claim, gather, in_play

SHORT = 'based_on = "bicycle"\ntitle = "Short"\n[game]\npoints = 2\n'
ONE_HAND = 'based_on = "national"\n[game]\nhands = 1\npoints = 0\nminutes = 0\n'


def game(level: str = "random", seed: int = 3) -> list[Fact]:
    book, dice = read_rulebook(SHORT), random.Random(seed)
    table = Table(book, [Open(dealer=Seat.N)])
    four = player(level, seed)
    while not table.state.is_over:
        fact = next_automatic(book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = four.choose(book, table.view(table.state.turn))
        table.push(fact)
    return list(table.facts)


async def finished(hall: Hall, people: str = "S") -> tuple[str, Room]:
    """A table with a finished game in the log, with people in these seats."""
    live = await hall.make_table("p2", TableSetup(house_rules=SHORT))
    sits = [Sat(seat, f"p{seat.value}", seat.word) for seat in Seat if seat.name in people]
    await live.change(lambda _: sits)
    facts = game()
    await live.change(lambda _: [Happened(fact) for fact in facts])
    assert live.room.table.state.is_over
    return live.name, live.room


async def reviewed(hall: Hall, name: str, room: Room) -> tuple[Decided, ...]:
    hall.reviews.keep(name, room, 1)
    review = hall.reviews.of(name, room, 1, None)
    await soon(lambda: hall.reviews.of(name, room, 1, None).ready)
    await hall.practice.settled()
    assert not review.ready or review.decisions
    return hall.reviews.of(name, room, 1, None).decisions


async def test_mistakes_are_kept_once_for_the_person_who_made_them(hall: Hall) -> None:
    name, room = await finished(hall, "SW")
    decisions = await reviewed(hall, name, room)
    for seat in (Seat.S, Seat.W):
        own = [each for each in decisions if each.seat is seat and each.verdict == "mistake"]
        state = await hall.practice.of(f"p{seat.value}")
        assert len(state.mistakes) == len(own)
    assert any(each.verdict == "mistake" and each.seat is Seat.S for each in decisions), "otherwise this shows nothing"
    before = await hall.log.read("practice:p2")
    hall.practice._looked_at.clear()
    hall.practice.judged(name, room, 1, decisions)
    await hall.practice.settled()
    assert await hall.log.read("practice:p2") == before


async def test_what_a_ruling_has_undone_is_not_kept(hall: Hall) -> None:
    """South revokes, and West has played to it: both cards go back, and both players choose again."""
    table = in_play(read_rulebook(ONE_HAND), f"{REVOKE}, W: As")
    west = len(table.facts) - 1
    claim(table, "W", "revoke", "S")
    gather(table)
    assert table.state.is_over
    live = await hall.make_table("p3", TableSetup(book=table.book, mode="real"))
    await live.change(lambda _: [Sat(Seat.W, "p3", "West"), *(Happened(fact) for fact in table.facts)])
    again = next(place for place in range(west + 1, len(table.facts)) if _plays(table.facts[place], Seat.W))
    scene = Scene(*[None] * len(Scene.__struct_fields__))  # type: ignore[arg-type]
    mistakes = [Decided(place, 1, Seat.W, "play", "", "", "mistake", 1.0, "", scene, ()) for place in (west, again)]
    hall.practice.judged(live.name, live.room, 1, mistakes)
    await hall.practice.settled()
    kept = (await hall.practice.of("p3")).mistakes.values()
    assert [each.place for each in kept] == [again], "what was chosen instead counts"


def _plays(fact: Fact, seat: Seat) -> bool:
    return isinstance(fact, Play) and fact.seat is seat


async def test_erased_practice_stays_erased_whoever_has_an_old_game_reviewed(hall: Hall) -> None:
    name, room = await finished(hall)
    decisions = await reviewed(hall, name, room)
    assert (await hall.practice.of("p2")).mistakes
    await hall.erase("p2", "practice")
    hall.practice._looked_at.clear()  # as after a restart
    hall.practice.judged(name, room, 1, decisions)
    await hall.practice.settled()
    state = await hall.practice.of("p2")
    assert not state.mistakes
    assert not state.games


async def test_a_review_that_is_only_looked_at_keeps_nothing_until_a_player_asks(hall: Hall) -> None:
    name, room = await finished(hall)
    hall.reviews.of(name, room, 1, None)
    await soon(lambda: hall.reviews.of(name, room, 1, None).ready)
    await hall.practice.settled()
    assert await hall.log.read("practice:p2") == []
    hall.reviews.keep(name, room, 1)
    await hall.practice.settled()
    kept = await hall.log.read("practice:p2")
    assert kept
    hall.reviews.keep(name, room, 1)
    await hall.practice.settled()
    assert await hall.log.read("practice:p2") == kept


async def test_a_followed_game_gives_its_mistakes_without_a_review(hall: Hall) -> None:
    name, room = await finished(hall)
    told: list[int] = []
    reviews = Reviews(hall.bots, lambda _table, _room, number, _decisions: told.append(number))
    reviews._opinions_of((name, 1), room.book)  # as when it was followed from its start
    reviews.follow(name, room)
    await soon(lambda: not reviews.is_following)
    assert told == [1]
    await reviews.close()


async def test_a_mistake_comes_back_until_it_is_right_and_is_answered_as_in_the_review(hall: Hall) -> None:
    name, room = await finished(hall)
    decisions = await reviewed(hall, name, room)
    mistake = await hall.practice.next_mistake("p2")
    assert mistake is not None
    kept = (await hall.practice.of("p2")).mistakes[mistake.mistake]
    facts = room.finished()[0]
    table = Table(room.book, facts[: kept.place])
    seen = table.view(Seat.S)
    found = explain(room.book, seen)
    offered = choices_at(seen)
    right = next(place for place, fact in enumerate(offered) if found.options[0].covers(fact))
    wrong = offered.index(facts[kept.place])
    missed = await hall.practice.try_mistake("p2", mistake.mistake, wrong)
    told = missed.answer.decided
    again = next(each for each in decisions if (each.did, each.scene) == (told.did, told.scene))
    assert (told.options, told.verdict, told.cost) == (again.options, again.verdict, again.cost)
    assert not missed.answer.right
    assert missed.comes_back == hall.practice.today + timedelta(1)
    assert missed.answer.then == missed.answer.decided.did
    assert mistake.mistake not in [each.id for each in (await hall.practice.of("p2")).due(hall.practice.today)]
    tomorrow = hall.practice.today + timedelta(1)
    assert mistake.mistake in [each.id for each in (await hall.practice.of("p2")).due(tomorrow)]
    # The answer just seen is not learned: a right answer on the same day changes nothing.
    same_day = await hall.practice.try_mistake("p2", mistake.mistake, right)
    assert same_day.answer.right
    assert same_day.comes_back == tomorrow


async def test_nobody_can_try_the_mistakes_of_others(hall: Hall) -> None:
    name, room = await finished(hall)
    await reviewed(hall, name, room)
    mistake = await hall.practice.next_mistake("p2")
    assert mistake is not None
    assert await hall.practice.next_mistake("other") is None
    with pytest.raises(NotFoundError):
        await hall.practice.mistake("other", mistake.mistake)
    with pytest.raises(NotFoundError):
        await hall.practice.try_mistake("other", mistake.mistake, 0)


async def test_the_hand_is_played_out_in_the_actual_deal(hall: Hall) -> None:
    puzzle = next(each for each in shipped_puzzles() if "counting" in each.themes)
    answered = await hall.practice.try_puzzle("", puzzle_id(puzzle.position), 0)
    position = Position.parse(puzzle.position)
    course = answered.answer.course
    assert course[-1].view.results, "to the end of the hand"
    lying = {str(card) for step in course for hand in step.view.open for card in hand}
    held = {str(card) for seat in Seat for card in position.state.hand.cards(seat)}
    assert lying <= held, "nobody has another card than in the deal"


def in_another_deal(position: Position, seed: int) -> Position:
    """A position that looks the same to its seat, with the cards that it can't see somewhere else."""
    seen = position.view
    world = deals(seen_by(position.book, seen), 1, seed)
    hands = [set(cards_of(world[seat])) for seat in Seat]
    hidden = cards_of(world[4])
    for fact in position.facts(("", "", "", "")):
        if isinstance(fact, Play):
            hands[fact.seat].add(fact.card)
    hands[seen.dealer] |= {*hidden, *seen.discards}
    assert seen.turn_up is not None
    hands[seen.dealer] -= {seen.turn_up}
    held = {seen.turn_up, *(card for hand in hands for card in hand)}
    rest = tuple(card for card in position.book.cards() if card not in held)
    deal = KnownDeal(seen.dealer, seen.turn_up, tuple(map(tuple, hands)), rest)
    words = tuple(f"-{hidden[0]}" if word.startswith("-") and hidden else word for word in position.words)
    return Position(position.rules, position.score, deal, words)


def test_a_position_shows_nothing_but_the_view_of_its_seat() -> None:
    """In another deal that looks the same to the seat, the same bytes are sent."""
    others = 0
    for place, puzzle in enumerate(shipped_puzzles()[:60]):
        position = Position.parse(puzzle.position)
        other = in_another_deal(position, place)
        assert other.view == position.view
        others += other.state.hand.held != position.state.hand.held
        sent = [
            encode(shown(_puzzle_moment(msgspec.structs.replace(puzzle, position=str(each)))))
            for each in (position, other)
        ]
        assert sent[0] == sent[1]
    assert others >= 50, "otherwise this shows nothing"


async def test_puzzles_rate_a_person_once_for_each(hall: Hall) -> None:
    dice = random.Random(1)
    first = await hall.practice.next_puzzle("ann", "", "", dice)
    place = next(i for i, each in enumerate(shipped_puzzles()) if puzzle_id(each.position) == first.puzzle)
    puzzle = shipped_puzzles()[place]
    position = Position.parse(puzzle.position)
    words = [word_for(fact) for fact in choices_at(position.view)]
    right, wrong = words.index(puzzle.right[0]), words.index(puzzle.tempting)
    solved = await hall.practice.try_puzzle("ann", first.puzzle, right)
    assert solved.answer.right
    assert solved.rating > START.rating
    again = await hall.practice.try_puzzle("ann", first.puzzle, wrong)
    assert not again.answer.right
    assert (again.rating, again.tried) == (solved.rating, 1)
    missed = await hall.practice.try_puzzle("bob", first.puzzle, wrong)
    assert missed.rating < START.rating
    assert (await hall.practice.puzzle("ann", first.puzzle)).again
    assert not await hall.log.read("practice:")


def test_of_many_mistakes_the_newest_are_kept() -> None:
    state = PracticeState()
    for place in range(303):
        state.apply(MistakeKept("table", 1, place, date(2026, 11, 19)))
    assert [mistake.place for mistake in state.mistakes.values()] == list(range(3, 303))


async def test_without_a_person_nothing_is_kept(hall: Hall) -> None:
    first = await hall.practice.next_puzzle("", "", "", random.Random(1))
    await hall.practice.try_puzzle("", first.puzzle, 0)
    assert not await hall.log.streams("practice:")


async def test_a_choice_that_is_not_offered_is_refused(hall: Hall) -> None:
    first = await hall.practice.next_puzzle("", "", "", random.Random(1))
    for choice in (-1, len(first.position.choices)):
        with pytest.raises(NotAllowedError):
            await hall.practice.try_puzzle("ann", first.puzzle, choice)
    with pytest.raises(NotFoundError):
        await hall.practice.try_puzzle("ann", "nothing", 0)
    with pytest.raises(NotFoundError):
        await hall.practice.next_puzzle("ann", "no-such-theme", "", random.Random(1))


async def test_puzzles_are_of_the_theme_and_the_rules_that_are_asked_for(hall: Hall) -> None:
    dice = random.Random(1)
    for theme, rules in (("", "st-joe"), ("discards", "national"), ("discards", "")):
        for _ in range(5):
            puzzle = await hall.practice.next_puzzle("", theme, rules, dice)
            assert not theme or theme in puzzle.themes
            assert not rules or puzzle.position.rules.name == rules
    for theme, rules in (("passing", "st-joe"), ("leads", "no-such-rules"), ("st-joe", "leads"), ("", "ccc")):
        with pytest.raises(NotFoundError, match="no puzzles of that kind"):
            await hall.practice.next_puzzle("", theme, rules, dice)


async def test_a_puzzle_seen_lately_comes_last_among_those_of_its_rules(hall: Hall) -> None:
    dice = random.Random(1)
    by_rules = [each for each in shipped_puzzles() if each.position.startswith("st-joe ") and "leads" in each.themes]
    names = [puzzle_id(each.position) for each in by_rules]
    for name in names[1:]:
        await hall.practice.try_puzzle("ann", name, 0)
    assert (await hall.practice.next_puzzle("ann", "leads", "st-joe", dice)).puzzle == names[0]


def test_puzzles_are_counted_by_theme_and_by_rules() -> None:
    books = rules_offered()
    assert sum(each.puzzles for each in books) == len(shipped_puzzles())
    assert books[0].title == "Standard euchre"
    for theme in themes_offered():
        assert theme.counts[""] == sum(theme.counts[book.name] for book in books) > 0


async def test_what_was_erased_is_forgotten_and_practice_goes_on(hall: Hall) -> None:
    first = await hall.practice.next_puzzle("ann", "", "", random.Random(1))
    await hall.practice.try_puzzle("ann", first.puzzle, 0)
    await hall.erase("ann", "practice")
    assert (await hall.practice.of("ann")).rating == START
    again = await hall.practice.try_puzzle("ann", first.puzzle, 0)
    assert again.tried == 1
