"""A game in the terminal, played by keys as a person plays it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import msgspec
import pytest
import typer
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from bowerbird.cli.play import play
from bowerbird.cli.play.app import PlayApp
from bowerbird.cli.play.game import YOU, Game, SeenFact
from bowerbird.cli.play.pace import PACES, Pace
from bowerbird.cli.play.paint import PAIRS
from bowerbird.cli.play.screen import TableScreen
from bowerbird.cli.play.sheets import Sheet
from bowerbird.cli.play.widgets import CallButton, HandCard
from bowerbird.players import make_player
from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Exchange, Fact, Name, Open, Order, Pass, Phase, Play, Table
from kit.contrast import contrast
from kit.rows import pairs, rows, some

AT_ONCE = Pace("at once", call=0, card=0, trick=0, hand=0)
BY_KEY = Pace("by key", call=0, card=0, trick=None, hand=None)
SMALL, WIDE = (80, 24), (140, 40)
SMALLEST_WINDOW = (50, 16)
#: A seed that gives a game of few hands under the books that are played to the end.
SHORT_GAME = 6

Steps = Callable[[Pilot[None], TableScreen], Awaitable[None]]


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def at_table(
    book: Rulebook | str,
    steps: Steps,
    seed: int = 1,
    pace: Pace = AT_ONCE,
    size: tuple[int, int] = SMALL,
    clock: Clock | None = None,
) -> TableScreen:
    """Sit down, do the steps, and return the table for a last look."""
    rules = load_rulebook(book) if isinstance(book, str) else book
    app = PlayApp(rules, seed, pace=pace, now=clock or Clock())

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot, app.table_screen)

    asyncio.run(run())
    return app.table_screen


def seated(
    book: str, seed: int = 1, pace: Pace = AT_ONCE, size: tuple[int, int] = SMALL
) -> Callable[[Steps], Callable[[], None]]:
    """The steps of a test are done at such a table."""

    def decorate(steps: Steps) -> Callable[[], None]:
        def test() -> None:
            at_table(book, steps, seed, pace, size)

        return test

    return decorate


def question(screen: TableScreen) -> str:
    return str(screen.query_one("#question", Static).content)


def keys_for(screen: TableScreen, fact: Fact) -> list[str]:
    """The keys that a person presses to do this."""
    if isinstance(fact, Name) and fact.alone:
        plain = Name(fact.seat, fact.trump)
        return ["a", *keys_for(screen, plain)]
    for place, call in enumerate(screen.calls, start=1):
        if call.fact == fact:
            return [str(place)]
    return [str(screen.game.view.hand.index(fact.card) + 1)]  # type: ignore[union-attr]


def sensible(screen: TableScreen) -> Fact:
    return make_player("simple", Random(0)).choose(screen.game.book, screen.game.view)


async def play_to_the_end(pilot: Pilot[None], screen: TableScreen) -> None:
    for _ in range(1_000):
        if screen.game.view.result is not None:
            return
        await pilot.press(*keys_for(screen, sensible(screen)))
    raise AssertionError("this game does not end")


async def until(pilot: Pilot[None], screen: TableScreen, reached: Callable[[], bool]) -> None:
    """Play on until a situation has come up."""
    for _ in range(300):
        if reached():
            return
        await pilot.press(*keys_for(screen, sensible(screen)))
    raise AssertionError("this situation does not come up with this seed")


@pytest.mark.parametrize("rules", some(["alberta", "national", "st-joe"], 1))
def test_a_whole_game_by_keys(rules: str) -> None:
    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        await play_to_the_end(pilot, screen)
        await pilot.pause()
        assert isinstance(screen.app.screen, Sheet)
        await pilot.press("y")
        assert screen.game.number == 2
        assert screen.game.view.result is None

    at_table(rules, steps, seed=SHORT_GAME)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def facts(seed: int) -> tuple[Fact, ...]:
        game = Game(load_rulebook("alberta"), seed)
        while game.view.result is None:
            if game.advance() is None and game.view.result is None:
                game.act(make_player("simple", Random(0)).choose(game.book, game.view))
        return game.table.facts

    assert facts(8) == facts(8)
    assert facts(8) != facts(9)


@rows("rules, seed", pairs(book_names(), range(5)))
def test_you_sit_south_whatever_the_draw_does(rules: str, seed: int) -> None:
    game = Game(load_rulebook(rules), seed)
    while game.view.phase is Phase.DRAW:
        game.advance()
    assert game.view.names == ("North", "East", "You", "West")


@seated("alberta")
async def test_a_card_that_is_not_allowed_says_why_and_stays(pilot: Pilot[None], screen: TableScreen) -> None:
    def must_follow() -> bool:
        view = screen.game.view
        return view.phase is Phase.PLAY and len(view.legal) < len(view.hand)

    await until(pilot, screen, must_follow)
    view, before = screen.game.view, screen.game.table.facts
    barred = next(card for card in view.hand if Play(YOU, card) not in view.legal)
    await pilot.press(str(view.hand.index(barred) + 1))
    assert "must follow" in question(screen)
    assert screen.game.table.facts == before
    standing = {card.card for card in screen.query(HandCard) if card.display and card.stands}
    assert standing == {fact.card for fact in view.legal if isinstance(fact, Play)}


@seated("alberta", seed=2)
async def test_a_call_that_is_not_allowed_says_why(pilot: Pilot[None], screen: TableScreen) -> None:
    def cannot_order() -> bool:
        return screen.game.view.phase is Phase.FIRST_ROUND and bool(screen.calls[1].why_not)

    await until(pilot, screen, cannot_order)
    await pilot.press("2")
    assert "South needs a card printed in" in question(screen)
    assert screen.game.view.phase is Phase.FIRST_ROUND


@seated("st-joe")
async def test_undo_takes_back_your_own_last_decision(pilot: Pilot[None], screen: TableScreen) -> None:
    await pilot.press("u")
    assert "nothing to undo" in question(screen)
    await until(pilot, screen, lambda: screen.game.view.phase is Phase.PLAY)
    before = screen.game.table.facts
    chosen = sensible(screen)
    await pilot.press(*keys_for(screen, chosen))
    after = screen.game.table.facts
    assert len(after) > len(before)
    await pilot.press("u")
    assert screen.game.table.facts == before
    await pilot.press(*keys_for(screen, chosen))
    assert screen.game.table.facts == after, "the others play the same again"


@seated("bicycle", seed=2)
async def test_arrows_point_and_enter_takes(pilot: Pilot[None], screen: TableScreen) -> None:
    await until(pilot, screen, lambda: screen.game.view.phase is Phase.PLAY and not screen.game.view.trick.plays)
    hand = screen.game.view.hand
    await pilot.press("enter")
    assert screen.game.view.hand == hand, "nothing is pointed at before an arrow is pressed"
    await pilot.press("right", "right", "enter")
    assert hand[1] not in screen.game.view.hand or len(screen.game.view.hand) == 5


@seated("bicycle")
async def test_a_click_plays_a_card_and_says_a_call(pilot: Pilot[None], screen: TableScreen) -> None:
    assert screen.game.view.phase is Phase.FIRST_ROUND
    await pilot.click("#call-1")
    assert Pass(YOU) in screen.game.table.facts
    await until(pilot, screen, lambda: screen.game.view.phase is Phase.PLAY)
    fact = sensible(screen)
    await pilot.click(f"#card-{keys_for(screen, fact)[0]}")
    assert fact in screen.game.table.facts


@seated("ccc")
async def test_the_last_trick_is_one_key_away(pilot: Pilot[None], screen: TableScreen) -> None:
    await pilot.press("l")
    assert "no last trick" in question(screen)
    await until(pilot, screen, lambda: bool(screen.game.view.tricks))
    await pilot.press("l")
    assert question(screen).startswith("The last trick.")
    await pilot.press("x")
    assert not question(screen).startswith("The last trick.")


@seated("bicycle", pace=BY_KEY)
async def test_a_full_trick_stays_until_a_key_is_pressed(pilot: Pilot[None], screen: TableScreen) -> None:
    await pilot.press("x")
    while "the trick with" not in question(screen):
        await pilot.press(*keys_for(screen, sensible(screen)))
    winner = screen.game.view.tricks[-1].winner
    assert winner is not None
    assert question(screen).startswith(screen.game.view.names[winner])
    assert question(screen).endswith("Press any key to continue.")
    await pilot.press("x")
    assert "the trick with" not in question(screen)


def test_each_event_of_a_hand_has_its_pause() -> None:
    table, chance, bot = Table("bicycle", [Open(dealer=Seat.N)]), Random(1), make_player("simple", Random(1))
    pauses: list[tuple[str, float | None]] = []
    while not table.state.results:
        fact = next_automatic(table.book, table.state, chance)
        if fact is None:
            assert table.state.turn is not None
            fact = bot.choose(table.book, table.view(table.state.turn))
        before = table.view(Seat.S)
        table.push(fact)
        pauses.append((type(fact).__name__, PACES[0].after(SeenFact(fact, before, table.view(Seat.S)))))
    played = [seconds for what, seconds in pauses if what == "Play"]
    assert played == [0.7, 0.7, 0.7, 2.2] * 4 + [0.7, 0.7, 0.7, 5.0]
    assert {seconds for what, seconds in pauses if what in ("Pass", "Order", "Name")} == {0.9}
    assert pauses[:4] == [("Shuffle", 0.0), ("Cut", 0.0), ("Deal", 0.45), ("TurnUp", 0.9)]


@seated("alberta", pace=PACES[0])
async def test_the_others_take_their_time_unless_hurried(pilot: Pilot[None], screen: TableScreen) -> None:
    assert screen.game.view.phase is Phase.DRAW
    await pilot.press("x")
    assert "North is your partner. Press any key to continue." in question(screen)
    await pilot.press("s")
    assert screen.pace is PACES[1]


@rows("key, back", [("?", "escape"), ("l", "x")])
def test_the_others_wait_while_the_person_looks_elsewhere(key: str, back: str) -> None:
    brisk = Pace("brisk", call=0, card=0, trick=0.5, hand=0)

    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        while "the trick with" not in question(screen):
            await pilot.press(*keys_for(screen, sensible(screen)))
        facts = screen.game.table.facts
        await pilot.press(key)
        await pilot.pause(0.6)
        assert screen.game.table.facts == facts
        await pilot.press(back)
        async with asyncio.timeout(20):
            while "the trick with" in question(screen):
                await pilot.pause(0.1)
        assert screen.game.table.facts != facts

    at_table("bicycle", steps, pace=brisk)


def test_alone_is_a_switch_before_a_suit_is_named() -> None:
    rules = load_rulebook("bicycle")

    def comes_round_again(seed: int) -> bool:
        game = _first_question(rules, seed)
        if game.view.phase is Phase.FIRST_ROUND:
            game.act(Pass(YOU))
            while game.advance() is not None:
                pass
        return game.view.phase is Phase.SECOND_ROUND and len(game.table.state.results) == 0

    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        await pilot.press("1")
        assert screen.game.view.phase is Phase.SECOND_ROUND
        await pilot.press("a", "2")
        named = [fact for fact in screen.game.table.facts if isinstance(fact, Name)]
        assert named[-1].alone

    at_table(rules, steps, seed=next(seed for seed in range(200) if comes_round_again(seed)))


def test_the_partner_who_must_go_alone_has_one_button_for_it() -> None:
    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        view = screen.game.view
        assert view.dealer is YOU.partner
        assert [call.fact for call in screen.calls] == [Pass(YOU), Order(YOU, alone=True)]

    rules = load_rulebook("alberta")
    seed = next(seed for seed in range(50) if _first_question(rules, seed).view.dealer is YOU.partner)
    at_table(rules, steps, seed=seed)


def _first_question(rules: Rulebook, seed: int) -> Game:
    game = Game(rules, seed)
    while game.advance() is not None:
        pass
    return game


def test_a_farmer_s_hand_is_exchanged_card_by_card() -> None:
    plain = load_rulebook("bicycle")
    deal = msgspec.structs.replace(plain.deal, exchange_for=("farmer's hand",))
    # With sevens and eights in the pack such hands are common.
    pack = msgspec.structs.replace(plain.pack, lowest=7)
    rules = msgspec.structs.replace(plain, deal=deal, pack=pack)

    def poor(seed: int) -> bool:
        return any(isinstance(fact, Exchange) for fact in _first_question(rules, seed).view.legal)

    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        hand = screen.game.view.hand
        assert screen.calls[-1].label == "Exchange three cards"
        await pilot.press(str(len(screen.calls)))
        assert "three cards" in question(screen)
        await pilot.press("escape")
        await pilot.press(str(len(screen.calls)), "1", "2", "2", "3", "5")
        assert Exchange(YOU, (hand[0], hand[2], hand[4])) in screen.game.table.facts

    at_table(rules, steps, seed=next(seed for seed in range(500) if poor(seed)))


def test_the_bell_ends_a_national_game_after_seven_minutes() -> None:
    clock = Clock()

    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        assert screen.game.view.started
        assert "bell in 7:00" in str(screen.query_one("#top", Static).content)
        clock.now = 7 * 60 + 1
        async with asyncio.timeout(20):
            while not screen.game.view.bell_rung:
                await pilot.pause(0.1)
        assert "The bell has rung" in question(screen)
        await play_to_the_end(pilot, screen)
        result = screen.game.view.result
        assert result is not None
        assert result.ended_by == "bell"

    at_table("national", steps, clock=clock)


@rows(
    "rules, size",
    some(
        [("alberta", SMALL), ("ccc", SMALL), ("trailer-estates", (100, 30)), ("national", WIDE), ("st-joe", SMALL)], 2
    ),
)
def test_nothing_is_cut_off(rules: str, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        seen = set()
        for _ in range(12):
            await pilot.pause()
            seen.add(screen.game.view.phase)
            _assert_on_screen(screen)
            await pilot.press(*keys_for(screen, sensible(screen)))
        assert {Phase.FIRST_ROUND, Phase.PLAY} <= seen

    at_table(rules, steps, size=size, seed=4)


def _assert_on_screen(screen: TableScreen) -> None:
    parts: list[Widget] = [
        screen.query_one(name) for name in ("#top", "#felt", "#trump", "#score", "#question", "#keys")
    ]
    parts += [part for part in (*screen.query(HandCard), *screen.query(CallButton)) if part.display]
    for part in parts:
        assert part.region.area, f"{part} has no room"
        assert screen.region.contains_region(part.region), f"{part} is cut off"
    cards = [card.region for card in screen.query(HandCard) if card.display]
    calls = [call.region for call in screen.query(CallButton) if call.display]
    for regions in (cards, calls):
        assert all(not one.overlaps(two) for place, one in enumerate(regions) for two in regions[:place])
    view = screen.game.view
    felt = screen.query_one("#felt")
    drawn = str(felt.render())
    for name in view.names:
        assert name in drawn
    for _, card in view.trick.plays:
        assert card.sign in drawn
    assert "dealer" in drawn


def test_the_talk_is_there_where_there_is_room() -> None:
    async def wide(pilot: Pilot[None], screen: TableScreen) -> None:
        assert screen.query_one("#talk").display
        assert "North is your partner" in str(screen.query_one("#talk-text", Static).content)

    async def small(pilot: Pilot[None], screen: TableScreen) -> None:
        assert not screen.query_one("#talk").display

    at_table("alberta", wide, size=WIDE)
    at_table("alberta", small)


@rows("rules, words", [("alberta", "First to 10"), ("bicycle", "First to 10"), ("trailer-estates", "Hand 1 of 8")])
def test_the_score_says_when_the_game_ends(rules: str, words: str) -> None:
    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        await pilot.pause()
        assert words in str(screen.query_one("#score").render())

    at_table(rules, steps)


@seated("alberta")
async def test_help_rules_and_quitting(pilot: Pilot[None], screen: TableScreen) -> None:
    for key in ("?", "r"):
        await pilot.press(key)
        sheet = screen.app.screen
        assert isinstance(sheet, Sheet)
        assert sheet.region.contains_region(sheet.query_one("#sheet-foot").region)
        await pilot.press("escape")
        assert screen.app.screen is screen
    await pilot.press("q", "n")
    assert screen.app.screen is screen
    await pilot.press("q", "y")
    assert not screen.app.is_running


def test_what_is_written_can_be_read() -> None:
    for name, (letters, ground) in PAIRS.items():
        assert contrast(letters, ground) >= 4.5, name


@rows(
    "rules, level, message",
    [
        ("alberta", "simple", "needs a terminal"),
        ("nowhere", "simple", "no such rulebook"),
        ("alberta", "wizard", "'wizard' isn't a level. Use random"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    rules: str, level: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as stopped:
        play(rules, 1, level)
    assert stopped.value.exit_code == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# Small windows.


def screen_text(screen: TableScreen) -> list[str]:
    """The rows of the window, as a person sees them."""
    return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]


@rows("size, rules", pairs([SMALLEST_WINDOW, (64, 20), SMALL, (120, 40)], ["alberta", "national", "north-american"]))
def test_a_whole_hand_in_every_size_of_window(size: tuple[int, int], rules: str) -> None:
    async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
        hands = screen.game.view.hands_played
        for _ in range(60):
            if screen.game.view.hands_played > hands:
                return
            rows = screen_text(screen)
            assert len(rows) == size[1]
            text = "\n".join(rows)
            for card in screen.game.view.hand:
                assert card.sign in text or card.is_joker, f"{card} is missing:\n{text}"
            assert question(screen)[:20] in text
            assert "Q quit" in rows[-1]
            assert "You (South)" in text
            for call in screen.calls:
                assert call.label in text, f"{call.label} is missing:\n{text}"
            await pilot.press(*keys_for(screen, sensible(screen)))
            await pilot.pause()
        raise AssertionError("the hand does not end")

    at_table(rules, steps, seed=SHORT_GAME, size=size)


@seated("alberta", seed=SHORT_GAME)
async def test_a_window_that_is_too_small_says_so_and_the_game_waits(pilot: Pilot[None], screen: TableScreen) -> None:
    await until(pilot, screen, lambda: screen.game.view.phase is Phase.PLAY)
    before = screen.game.table.facts
    for size in ((49, 16), (50, 15), (20, 5)):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        text = " ".join(" ".join(screen_text(screen)).split())
        assert f"This window is {size[0]} × {size[1]}." in text
        await pilot.press("1", "2", "3", "4", "5")
        assert screen.game.table.facts == before, "nobody plays a card that can't be seen"
    await pilot.resize_terminal(*SMALLEST_WINDOW)
    await pilot.pause()
    assert "too small" not in " ".join(screen_text(screen))
    await pilot.press(*keys_for(screen, sensible(screen)))
    assert screen.game.table.facts != before


@seated("alberta", seed=SHORT_GAME, size=SMALLEST_WINDOW)
async def test_sheets_fit_the_smallest_window(pilot: Pilot[None], screen: TableScreen) -> None:
    for key, last in (("?", "Esc to close"), ("r", "Esc to close"), ("q", "Y quit")):
        await pilot.press(key)
        await pilot.pause()
        rows = ["".join(segment.text for segment in strip) for strip in screen.app.screen._compositor.render_strips()]
        assert any(last in row for row in rows), "\n".join(rows)
        await pilot.press("escape")
        await pilot.pause()


def test_no_colour_tells_anything_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR everything is grey, and the screen has the same letters."""

    def letters() -> list[str]:
        seen: list[str] = []

        async def steps(pilot: Pilot[None], screen: TableScreen) -> None:
            await until(pilot, screen, lambda: screen.game.view.phase is Phase.PLAY)
            seen.extend(screen_text(screen))

        at_table("alberta", steps, seed=SHORT_GAME, size=SMALLEST_WINDOW)
        return seen

    coloured = letters()
    monkeypatch.setenv("NO_COLOR", "1")
    assert letters() == coloured
