"""The review of a finished game: rulings against people are in it, and nobody answers for what a bot did for them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection

import pytest

from bowerbird.cards import Card
from bowerbird.hall import slips
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotFoundError, TryLaterError
from bowerbird.hall.facts import HallFact, HandedOver, Happened, Sat, TookBack, Undone, decode_hall_fact, made_with
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.replay import game_steps
from bowerbird.hall.review import Review, Reviews
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.hall.work_queue import Asker, the_asker
from bowerbird.players import explain as explaining
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.explanation import Explanation, Option, Weighed
from bowerbird.players.verdict import Verdict
from bowerbird.rulebook import Rulebook, read_rulebook
from bowerbird.rulebook.rulings import IRREGULARITIES
from bowerbird.seats import Seat
from bowerbird.table import Discard, Draw, Fact, Open, Order, Phase, Play, Table, View
from hall.test_take_backs import finish, go, table_of
from kit.clock import quiet, soon
from players.tables import quick_judge
from table.real_tables import REVOKE, claim, gather, in_play
from table.test_real_properties import lawful


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well the teacher judges is not asked here."""
    monkeypatch.setattr(explaining, "judge", quick_judge)


#: South trumps a spade while holding one; West points it out after the next lead, and that ends the game.
SOON_OVER = 'based_on = "national"\ntitle = "Soon over"\n[game]\npoints = 2\n'


def played(*away: type[Fact]) -> Room:
    """A game that a renege decided. East and North are away while they do something of these kinds."""
    made = made_with("host", read_rulebook(SOON_OVER), mode="real")
    book = Room(made).book
    table = claim(in_play(book, f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    happened: list[HallFact] = [made, *(Sat(seat, f"p{seat.value}", seat.word) for seat in Seat)]
    for fact in table.facts:
        seat: Seat = getattr(fact, "seat", Seat.S)
        bot = isinstance(fact, away) and seat in (Seat.E, Seat.N)
        happened += [HandedOver(seat), Happened(fact), TookBack(seat)] if bot else [Happened(fact)]
    return Room.fold((fact, 0) for fact in happened)


async def reviewed(room: Room) -> Review:
    """The teacher's word on it."""
    reviews = Reviews(Bots(0))
    while not (review := reviews.of("table", room, None, Seat.S)).ready:
        await quiet()
    await reviews.close()
    return review


async def test_a_ruling_against_somebody_is_in_the_review_with_what_it_cost() -> None:
    room = played()
    assert room.table.state.is_over
    review = await reviewed(room)
    (against,) = review.rulings
    assert (against.ruling.offence, against.ruling.seat, against.cost) == ("Renege", Seat.S, 2)
    south = review.people[Seat.S]
    assert south.mistakes >= 1
    assert south.cost >= 2
    assert review.score == (0, 2)
    assert review.fortune is not None
    assert review.fortune.game.points == -2
    assert [each.value for each in review.fortune.game.skill] == [0, 0, -2, 0], "the hand was not played out"


async def test_what_a_bot_did_for_somebody_is_marked_and_not_counted() -> None:
    review = await reviewed(played(Order, Discard))
    alone = await reviewed(played())
    assert [decided.stood_in for decided in review.decisions if decided.kind == "discard"] == [True]
    before, after = alone.people[Seat.N], review.people[Seat.N]
    assert (after.decisions, after.stood_in) == (before.decisions - 1, 1)
    assert sum(person.stood_in for person in review.people) == sum(decided.stood_in for decided in review.decisions)


def test_who_comes_back_learns_what_was_done_until_they_act_again() -> None:
    done = played(Discard).done_for(Seat.N)
    assert done == [], "North has played a card since"
    room = played(Order, Discard, Play)
    assert [type(fact) for fact in room.done_for(Seat.N)] == [Play, Discard]
    frame = TableSnapshot("table", room, [True] * 4, True).frame("p0", "North")
    assert b'"done_for_you":{"calls":0,"cards":2}' in frame
    assert b'"done_for_you":{"calls":0,"cards":0}' in TableSnapshot("table", room, [True] * 4, True).frame(
        "p2", "South"
    )


# Worked out while the game goes on.


class CountedBots(Bots):
    """Bots that count what the teacher was asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = 0

    async def explain(self, book: Rulebook, view: View, people: Collection[str]) -> Explanation:
        self.asked += 1
        return await super().explain(book, view, people)


async def test_after_the_last_card_the_teacher_has_only_the_last_hand_to_look_at() -> None:
    """At every hand's end the teacher looks at it, and the review is the same as one from the start."""
    room = game_of_bots(seed=3)
    bots = CountedBots()
    reviews = Reviews(bots)
    growing = Room(room.made)
    hands, before_last = 0, 0
    for fact in room.table.facts:
        growing.apply(Happened(fact), 0)
        if len(growing.table.state.results) > hands:
            hands = len(growing.table.state.results)
            before_last = bots.asked
            reviews.follow("table", growing)
            await soon(lambda: not reviews.is_following)
            if not growing.table.state.is_over:
                for asked_for in (None, 1):
                    with pytest.raises(NotFoundError, match="No game at this table is finished"):
                        reviews.of("table", growing, asked_for, Seat.S)
    asked = bots.asked
    assert asked - before_last < asked / 2, "the rest was done before"
    review = await reviews.soon("table", growing, None, Seat.S)
    assert review.ready, "the first answer has it"
    assert await reviews.soon("table", growing, 1, Seat.S) == review
    assert bots.asked == asked, "nothing was left to do"
    assert review == await reviewed(room)
    await reviews.close()


async def test_what_was_undone_is_not_in_the_review() -> None:
    room = game_of_bots(seed=5)
    facts = room.table.facts
    place = next(place for place, fact in enumerate(facts) if isinstance(fact, Play))
    reviews = Reviews(Bots(0))
    growing = Room(room.made)
    for fact in facts[:place]:
        growing.apply(Happened(fact), 0)
    other = next(play for play in growing.table.legal if isinstance(play, Play) and play != facts[place])
    happens: list[HallFact] = [Happened(other), Undone(place), *map(Happened, facts[place:])]
    for happened in happens:
        growing.apply(happened, 0)
        if len(growing.table.facts) == place + 1 or growing.table.state.is_over:
            reviews.follow("table", growing)
            await soon(lambda: not reviews.is_following)
    while not (review := reviews.of("table", growing, None, Seat.S)).ready:
        await quiet()
    assert review == await reviewed(room)
    await reviews.close()


# The table beside each decision.


async def test_each_decision_shows_the_table_as_its_seat_saw_it() -> None:
    room = game_of_bots(seed=3)
    review = await reviewed(room)
    assert review.joker == room.book.words.joker
    result = room.table.state.result
    assert result is not None
    assert review.winner is result.winner
    assert review.hands == tuple(result.points for result in room.table.state.results)
    steps = game_steps(room, None, None).steps
    kinds = set()
    for decided in review.decisions:
        before, scene = steps[decided.step - 1].view, decided.scene
        assert scene.seat is decided.seat
        assert set(scene.hand) == set(before.open[decided.seat]), "one hand, and no other"
        assert (scene.dealer, scene.turn_up, scene.maker) == (before.dealer, before.turn_up, before.maker)
        on_table = () if before.trick.winner is not None else before.trick.plays
        assert scene.plays == (on_table if decided.kind == "play" else ())
        assert (scene.winner is None) == (not scene.plays)
        (chosen,) = (option for option in decided.options if option.chosen)
        assert chosen.words == decided.did or chosen.same
        assert chosen.card is None or decided.did.endswith(chosen.card.sign)
        assert decided.verdict == chosen.verdict
        assert decided.cost == (chosen.behind if decided.verdict in ("behind", "mistake") else 0)
        assert decided.options[0].verdict == "best"
        assert decided.options[0].doubt is None, "doubt is about the difference from the best"
        assert decided.options[0].words == decided.best
        assert all((option.card is None) == (decided.kind == "call") for option in decided.options)
        assert all(option.card is None or option.card in scene.hand for option in decided.options)
        kinds.add(decided.kind)
    assert kinds == {"call", "play", "discard"}
    options = [option for decided in review.decisions for option in decided.options]
    doubts = [option.doubt for option in options if option.doubt is not None]
    assert min(doubts) > 0, "where every deal that fits ends alike, there is no doubt"
    assert 0.01 < max(doubts) < 2
    assert {option.verdict for option in options} >= {"best", "as good", "mistake"}
    for person in review.people:
        own = [decided for decided in review.decisions if decided.seat is person.seat]
        assert person.mistakes == sum(decided.verdict == "mistake" for decided in own)
        assert person.cost == pytest.approx(sum(decided.cost for decided in own), abs=0.01)


class SaidBots(Bots):
    """A teacher that has one verdict on whatever was done, and finds all cards the same but the last one."""

    def __init__(self, facts: Collection[Fact], verdict: Verdict) -> None:
        super().__init__(0)
        self.facts, self.verdict = iter(facts), verdict

    async def explain(self, book: Rulebook, view: View, people: Collection[str]) -> Explanation:
        did = next(fact for fact in self.facts if fact in view.legal)
        others = [fact for fact in view.legal if fact != did]
        best = Option(others[0], "the best", 0.5, 0.6, 0.5, 0.3, 0.2, "It is best.", same=tuple(others[1:]))
        done = Option(did, "what was done", 0.4, 0.5, 0.5, 0.2, 0.3, "It is not.", 0.02, 0.1, 0.01, self.verdict)
        return Explanation(best.fact, (best, done))


@pytest.mark.parametrize("verdict", ["as good", "behind", "mistake"])
async def test_only_what_the_teacher_calls_a_mistake_is_one(verdict: Verdict) -> None:
    """As good costs nothing, behind costs a little, and neither is a mistake."""
    room = game_of_bots(seed=3)
    reviews = Reviews(SaidBots(room.table.facts, verdict))
    while not (review := reviews.of("table", room, None, Seat.S)).ready:
        await quiet()
    await reviews.close()
    assert review.decisions
    assert {decided.verdict for decided in review.decisions} == {verdict}
    assert {decided.cost for decided in review.decisions} == {0.0 if verdict == "as good" else 0.1}
    for decided in review.decisions:
        assert decided.why == "It is not."
        assert decided.options[0].card not in decided.options[0].same
        assert (len(decided.options[0].same) > 0) <= (decided.kind != "call")
    for person in review.people:
        assert person.mistakes == (person.decisions if verdict == "mistake" else 0)
        assert person.cost == pytest.approx(0 if verdict == "as good" else 0.1 * person.decisions, abs=0.01)


# The proof of a ruling, and what nobody noticed.


async def test_a_ruling_shows_its_proof() -> None:
    (against,) = (await reviewed(played())).rulings
    proof = against.proof
    assert proof is not None
    assert (proof.trick, proof.card, proof.held) == (1, Card("Kh"), (Card("Ts"),))
    assert proof.plays == ((Seat.E, Card("9s")), (Seat.S, Card("Kh")))
    assert proof.words == "Spades were led, and K♥ was played with 10♠ in the hand."
    assert proof.scene.seat is Seat.S
    assert proof.scene.plays == ((Seat.E, Card("9s")),), "the table just before"
    assert {proof.card, *proof.held} <= set(proof.scene.hand)


async def test_a_slip_that_nobody_claimed_is_told_in_the_review() -> None:
    made = made_with("host", read_rulebook(SOON_OVER), mode="real")
    table = gather(in_play(Room(made).book, f"{REVOKE}, N: Tc"))
    while not table.state.is_over:
        table.push(lawful(table, random.Random(1)))
    room = Room.fold([(made, 0), *((Happened(fact), 0) for fact in table.facts)])
    review = await reviewed(room)
    renege, turn = review.missed
    assert (renege.seat, renege.hand, renege.did) == (Seat.S, 1, "reneged in trick 1")
    assert renege.proof is not None
    assert renege.proof.held == (Card("Ts"),)
    assert (turn.seat, turn.did) == (Seat.N, "played out of turn in trick 1")
    assert turn.proof is not None
    assert turn.proof.words == "10♣ was played. It was the turn of West."
    steps = game_steps(room, None, None).steps
    assert "K♥" in steps[renege.step].line, "its place in the replay"
    assert review.rulings == ()


def test_every_irregularity_has_its_words() -> None:
    assert set(slips._DID) == set(IRREGULARITIES)


SHORT = 'based_on = "bicycle"\ntitle = "Short"\n[game]\npoints = 4\n'


def game_of_bots(seed: int, rules: str = SHORT) -> Room:
    """A whole game of four bots, to four points."""
    made = made_with("host", read_rulebook(rules))
    table = Table(Room(made).book, [Open(dealer=Seat.N)])
    dice, bot = random.Random(seed), player("simple", seed)
    while not table.state.is_over:
        fact = next_automatic(table.book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = bot.choose(table.book, table.view(table.state.turn))
        table.push(fact)
    return Room.fold([(made, 0), *((Happened(fact), 0) for fact in table.facts)])


@pytest.mark.parametrize("ahead", [True, False])
async def test_at_a_live_table_the_teacher_follows_the_game(hall: Hall, ahead: bool) -> None:
    hall.settings.review_ahead = ahead
    live = await hall.make_table("host", TableSetup(rules="bicycle", pace="at once"))
    await live.came("host")
    for seat in Seat:
        await live.seat_bot("host", seat, "simple")
    asked = 0
    explain = hall.bots.explain

    async def counted(book: Rulebook, view: View, people: Collection[str]) -> Explanation:
        nonlocal asked
        asked += 1
        return await explain(book, view, people)

    hall.bots.explain = counted  # type: ignore[method-assign]
    await live.start("host")
    await soon(lambda: len(live.room.table.state.results) >= 1 and (asked >= 5 or not ahead))
    assert bool(asked) is ahead


async def test_every_choice_is_in_the_review_and_nothing_that_was_forced() -> None:
    room = game_of_bots(seed=3)
    table, choices = Table(room.book), []
    for fact in room.table.facts:
        if isinstance(fact, Weighed) and len(table.view(fact.seat).legal) > 1:
            choices.append(fact.seat)
        table.push(fact)
    assert [decided.seat for decided in (await reviewed(room)).decisions] == choices


async def test_the_points_in_the_review_are_those_of_the_result() -> None:
    """A lone march at nine points scores four, and the game ends ten to three: extra points aren't counted."""
    over = 'based_on = "bicycle"\ntitle = "Short"\n[game]\npoints = 1\nover_target = "not counted"\n'
    for seed in range(40):
        room = game_of_bots(seed, over)
        review = await reviewed(room)
        assert review.score == room.table.state.score
        assert review.fortune is not None
        assert review.fortune.game.points == review.score[0] - review.score[1]
        if sum(result.points[0] + result.points[1] for result in room.table.state.results) > 1:
            assert review.fortune.game.rules, "neither luck nor skill"
            return
    raise AssertionError("no game went past its target")


async def test_luck_and_skill_are_told_hand_by_hand() -> None:
    review = await reviewed(game_of_bots(seed=3))
    assert review.fortune is not None
    assert len(review.fortune.hands) == len(review.hands)
    for hand, points in zip(review.fortune.hands, review.hands, strict=True):
        assert hand.points - hand.rules == points[0] - points[1]
    own = [decided for decided in review.decisions if decided.seat is Seat.S]
    behind = sum(
        decided.options[0].worth - next(option.worth for option in decided.options if option.chosen) for decided in own
    )
    assert review.fortune.game.skill[Seat.S].value == pytest.approx(-behind, abs=0.01)
    assert review.fortune.game.skill[Seat.S].error > 0


async def test_what_a_bot_lost_for_somebody_is_nobodys_skill() -> None:
    review = await reviewed(everyone_away(game_of_bots(seed=3)))
    assert review.fortune is not None
    assert all(each.value == 0 for each in review.fortune.game.skill)
    assert review.fortune.game.bots.error > 0


def everyone_away(room: Room) -> Room:
    """The same game, with bots in for all four people."""
    seated = [Sat(seat, f"p{seat.value}", seat.word) for seat in Seat]
    away = [HandedOver(seat) for seat in Seat]
    happened: list[HallFact] = [room.made, *seated, *away, *map(Happened, room.table.facts)]
    return Room.fold((fact, 0) for fact in happened)


def test_a_replay_starts_with_the_dealer_that_the_draw_gave() -> None:
    room = game_of_bots(seed=2)
    dice, bot = random.Random(1), player("simple", 1)
    drawn = Table(room.book, [Open()])
    while drawn.state.phase is Phase.DRAW:
        drawn.push(dice.choice([fact for fact in drawn.legal if isinstance(fact, Draw)]))
    dealer = drawn.state.dealer
    table = Table(room.book, drawn.facts)
    while not table.state.is_over:
        fact = next_automatic(table.book, table.state, dice)
        table.push(fact or bot.choose(table.book, table.view(table.state.turn)))
    steps = game_steps(Room.fold([(room.made, 0), *((Happened(fact), 0) for fact in table.facts)]), None, None).steps
    assert steps[0].view.dealer is dealer
    assert steps[0].view.phase is Phase.SHUFFLE
    assert steps[0].line.endswith(f"{dealer.word} deals.")
    assert steps[0].line.count("draws") == len(drawn.facts) - 1
    assert steps[1].view.turn_up is not None


async def test_one_person_cannot_use_up_the_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games at once for each person. Others are not told to wait."""
    reviews = Reviews(Bots(0))
    room = played()
    monkeypatch.setattr(reviews, "_work", lambda *_: asyncio.Event().wait())
    the_asker.set(Asker("greedy"))
    for number in range(3):
        reviews.of(f"table {number}", room, None, None)
    with pytest.raises(TryLaterError) as refused:
        reviews.of("table 3", room, None, None)
    assert refused.value.seconds > 0
    the_asker.set(Asker("somebody else"))
    reviews.of("table 3", room, None, None)
    await reviews.close()


async def test_a_bird_that_sits_down_during_the_game_is_named_for_what_it_does(hall: Hall) -> None:
    live = await table_of(hall, "S", 'based_on = "bicycle"\n[game]\nhands = 1\npoints = 0')
    first = live.room.chairs[Seat.W].name
    while sum(isinstance(fact, Play) for fact in live.room.table.facts) < 4:
        await go(live)
    await live.seat_bot("south", Seat.W, "simple", "plover")
    await finish(live)
    places = [place for place, fact in enumerate(live.room.table.facts) if isinstance(fact, Play)]
    west = [place for place in places if live.room.table.facts[place].seat is Seat.W]  # type: ignore[union-attr]
    assert live.room.acted_at(1) == {place: "Plover" for place in west if place > places[3]}
    assert live.room.birds_at(1)["Plover"] == "plover"
    entries = await hall.log.read(f"table:{live.name}")
    again = Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)
    assert again.acted_at(1) == live.room.acted_at(1), "also after a restart"
    steps = game_steps(live.room, 1, None).steps
    assert any(line.line.startswith(first) for line in steps)
    assert any(line.line.startswith("Plover") for line in steps)
    assert steps[-1].view.names[Seat.W] == "Plover"
    review = hall.reviews.of(live.name, live.room, 1, None)
    while not review.ready:
        await quiet()
        review = hall.reviews.of(live.name, live.room, 1, None)
    assert {decided.by for decided in review.decisions if decided.seat is Seat.W} <= {"", "Plover"}
    assert {decided.by for decided in review.decisions if decided.seat is not Seat.W} == {""}
