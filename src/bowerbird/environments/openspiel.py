"""A hand of euchre for OpenSpiel, under any rulebook: `pyspiel.load_game("bowerbird_euchre(rules=alberta)")`.

Importing this module registers the game. Players 0 to 3 are North, East, South and West. Chance first picks the dealer,
then the cards from the top of the deck, so that every algorithm that walks through chance nodes works. Actions and
tensors are those of the other environments. The returns are the difference in points.
"""
# OpenSpiel has no types, and may not be installed where types are checked.
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,no-any-return"

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace

from bowerbird.extras import needs

with needs("train"):
    import pyspiel

from bowerbird.cards import CARD_COUNT, Card, show_cards
from bowerbird.environments.actions import ACTION_COUNT, ACTIONS, action_of, fact_of
from bowerbird.environments.episode import shown
from bowerbird.environments.observation import OBSERVATION_SIZE, observe
from bowerbird.players.automatic import next_automatic, stacked
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    Discard,
    Exchange,
    Fact,
    GiveBest,
    HandResult,
    IllegalActionError,
    Open,
    Phase,
    Play,
    State,
    View,
    step,
    view,
)

__all__ = ["NAME", "EuchreGame", "EuchreState"]

#: The name of the game in `pyspiel.load_game`.
NAME: Final = "bowerbird_euchre"

#: A deal that is given back is dealt again, as often as it happens. No random hand comes near this.
_MOST_MOVES: Final = 1_000
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Euchre by the rulebooks of Bowerbird",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "bicycle"},
)
#: Whole deals that are tried when a world is drawn, before cards are swapped one by one.
_WHOLE_DEALS: Final = 10
_SWAPS_PER_CARD: Final = 4


class _Moment(msgspec.Struct, frozen=True):
    """Everything about a position. OpenSpiel copies states deeply; this can't change, so a copy is itself."""

    book: Rulebook
    dealer: Seat | None = None
    drawn: tuple[Card, ...] = ()
    table: State | None = None
    done: tuple[Fact, ...] = ()
    result: HandResult | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> _Moment:
        return self

    @property
    def needed(self) -> int:
        """The cards that chance has to draw: those under the turn-up only matter if hands can be exchanged."""
        return 24 if self.book.deal.exchange_for else 21

    def with_card(self, card: Card) -> _Moment:
        """Another card of the deck is known; with the last one that matters, the hand is dealt."""
        drawn = (*self.drawn, card)
        if len(drawn) < self.needed:
            return replace(self, drawn=drawn)
        rest = [other for other in self.book.cards() if other not in drawn]
        return replace(self, drawn=drawn, table=_dealt(self, (*drawn, *rest)))

    def after(self, fact: Fact) -> _Moment:
        """What a decision leads to."""
        assert self.table is not None
        table = step(self.book, self.table, fact)
        if not table.results:
            return replace(self, table=table, done=(*self.done, fact))
        result = table.results[-1]
        if result.outcome == "new deal":
            return _Moment(self.book, self.dealer)
        return replace(self, done=(*self.done, fact), result=result)

    def seen_by(self, seat: Seat) -> View | None:
        """The view of a seat; None while the cards are dealt."""
        return None if self.table is None else view(self.book, self.table, seat)


def _dealt(moment: _Moment, deck: Sequence[Card]) -> State:
    state = step(moment.book, State(), Open(dealer=moment.dealer))
    while (chore := next_automatic(moment.book, state, Random(0))) is not None:
        state = step(moment.book, state, stacked(moment.book, deck) if state.phase is Phase.SHUFFLE else chore)
    return state


class EuchreGame(pyspiel.Game):
    """The game. Its parameter `rules` is the name of a rulebook, or a TOML file."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the rules."""
        given = {"rules": "bicycle"} | dict(params or {})
        self.book = load_rulebook(given["rules"])
        points = self.book.points
        worths = (points.made, points.march, points.alone_made, points.alone_march, points.euchre_by_lone_defender)
        most = float(max(*worths, *(worth for worth in (points.euchre, points.euchre_alone) if isinstance(worth, int))))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=CARD_COUNT,
            num_players=4,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=_MOST_MOVES,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> EuchreState:
        """The position before the dealer is known."""
        return EuchreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An object that writes observations."""
        if params:
            raise ValueError(f"observations of this game have no parameters, but {params} was given")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return _Observer(recall)


class EuchreState(pyspiel.State):
    """A position of one hand."""

    def __init__(self, game: EuchreGame) -> None:
        """Begin before the dealer is known."""
        super().__init__(game)
        self.moment = _Moment(game.book)

    def current_player(self) -> int:
        """The seat to decide, or OpenSpiel's number for chance or for the end."""
        moment = self.moment
        if moment.result is not None:
            return pyspiel.PlayerId.TERMINAL
        if moment.table is None:
            return pyspiel.PlayerId.CHANCE
        assert moment.table.turn is not None
        return int(moment.table.turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dealers, or the cards that are left; all are equally likely."""
        moment = self.moment
        left = range(4) if moment.dealer is None else [card for card in moment.book.cards() if card not in moment.drawn]
        return [(int(outcome), 1 / len(left)) for outcome in left]

    def is_terminal(self) -> bool:
        """True after the last trick, or when everyone has passed twice."""
        return self.moment.result is not None

    def returns(self) -> list[float]:
        """The difference in points, from each seat's side."""
        result = self.moment.result
        gain = 0.0 if result is None else float(result.points[0] - result.points[1])
        return [gain, -gain, gain, -gain]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> EuchreState:
        """A position that the player can't tell from this one, for searches over hidden cards."""
        other: EuchreState = self.get_game().new_initial_state()
        moment = _resampled(self.moment, Seat(player), Random(sampler()))
        if moment.dealer is not None:
            other.apply_action(int(moment.dealer))
        for card in moment.drawn:
            other.apply_action(int(card))
        for fact in moment.done:
            table = other.moment.table
            assert table is not None
            assert table.turn is not None
            other.apply_action(action_of(fact, table.hand.cards(table.turn)))
        return other

    def __str__(self) -> str:
        moment = self.moment
        if moment.table is None:
            dealer = "nobody yet" if moment.dealer is None else moment.dealer.word
            return f"Dealer {dealer}, dealt {show_cards(moment.drawn)}"
        said = ", ".join(self._action_to_string(0, action) for action in self._actions())
        return f"{shown(moment.table)}\nSo far: {said}\nResult: {moment.result}"

    def _actions(self) -> list[int]:
        """What was done in this hand, as numbers. An exchange depends on the hand that it was made from."""
        state, actions = _dealt(self.moment, _deck(self.moment)), []
        for fact in self.moment.done:
            assert state.turn is not None
            actions.append(action_of(fact, state.hand.cards(state.turn)))
            state = step(self.moment.book, state, fact)
        return actions

    def _legal_actions(self, player: int) -> list[int]:
        seen = self.moment.seen_by(Seat(player))
        if seen is None or seen.turn is not seen.seat:
            return []
        return sorted(action_of(fact, seen.hand) for fact in seen.legal)

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.dealer is None:
            self.moment = replace(moment, dealer=Seat(action))
        elif moment.table is None:
            self.moment = moment.with_card(Card(action))
        else:
            turn = moment.table.turn
            assert turn is not None
            self.moment = moment.after(fact_of(action, turn, moment.table.hand.cards(turn)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return ACTIONS[action]
        return f"{Seat(action).word} deals" if self.moment.dealer is None else f"deal {Card(action)}"


class _Observer:
    """Writes what a player sees: the row of the other environments, and text with everything that it remembers."""

    def __init__(self, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: EuchreState, player: int) -> None:
        seen = state.moment.seen_by(Seat(player))
        self.tensor[:] = 0 if seen is None else observe(seen)

    def string_from(self, state: EuchreState, player: int) -> str:
        moment, seat = state.moment, Seat(player)
        seen = moment.seen_by(seat)
        if seen is None:
            dealer = "nobody yet" if moment.dealer is None else moment.dealer.word
            return f"{seat.word}: dealer {dealer}, {len(moment.drawn)} cards dealt"
        lines = [f"{seat.word}: dealer {seen.dealer.word}, turn-up {seen.turn_up}, holds {show_cards(seen.hand)}"]
        lines += [_heard(fact, moment, seat, self._recall) for fact in moment.done]
        return "; ".join(lines)


def _heard(fact: Fact, moment: _Moment, seat: Seat, recall: bool) -> str:
    """What a player remembers of a fact. Cards that change hands are known to the players who saw them."""
    maker = None if moment.table is None else moment.table.hand.maker
    actor = _seat_of(fact)
    if actor is seat or (isinstance(fact, GiveBest) and maker is not None and maker.side is seat.side):
        hidden = isinstance(fact, Exchange) and not recall
    else:
        hidden = isinstance(fact, Discard | Exchange | GiveBest)
    if hidden:
        return f"{actor.word} {type(fact).__name__.lower()}"
    said = f"exchange {show_cards(fact.cards)}" if isinstance(fact, Exchange) else ACTIONS[action_of(fact, ())]
    return f"{actor.word} {said}"


# Worlds that a player can't tell apart.


def _deck(moment: _Moment) -> tuple[Card, ...]:
    return (*moment.drawn, *(card for card in moment.book.cards() if card not in moment.drawn))


def _resampled(moment: _Moment, seat: Seat, dice: Random) -> _Moment:
    """Another deal with the same calls and cards as this player has seen them.

    Whole deals are tried first, which gives every possible one with the same chance. Late in a hand few of them fit:
    then cards are swapped in pairs, for so long that little of the actual deal is left.
    """
    seen = moment.seen_by(seat)
    if seen is None or moment.result is not None:
        return moment
    known = {*seen.hand, *seen.discards, *(card for trick in (*seen.tricks, seen.trick) for _, card in trick.plays)}
    known |= {card for fact in moment.done if isinstance(fact, Exchange) and fact.seat is seat for card in fact.cards}
    known |= {card for card in (seen.turn_up, seen.given) if card is not None}
    unseen = [card for card in moment.book.cards() if card not in known]
    for _ in range(_WHOLE_DEALS):
        other = _renamed(moment, dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True)), seat, dice)
        if other is not None:
            return other
    for _ in range(_SWAPS_PER_CARD * len(unseen)):
        one, two = dice.sample(unseen, 2)
        moment = _renamed(moment, {one: two, two: one}, seat, dice) or moment
    return moment


def _renamed(moment: _Moment, names: dict[Card, Card], seat: Seat, dice: Random) -> _Moment | None:
    """The hand with some unseen cards in each other's places, and other discards; None if `seat` would notice."""
    deck = tuple(names.get(card, card) for card in _deck(moment))
    other = replace(moment, drawn=deck[: moment.needed], done=())
    other = replace(other, table=_dealt(other, deck))
    try:
        for fact in moment.done:
            assert other.table is not None
            other = other.after(_hidden(fact, names, moment, other.table, dice) if _seat_of(fact) is not seat else fact)
    except IllegalActionError:
        return None
    return other if other.result is None and other.seen_by(seat) == moment.seen_by(seat) else None


def _hidden(fact: Fact, names: dict[Card, Card], moment: _Moment, table: State, dice: Random) -> Fact:
    """What another player may have done instead: any discard that isn't played later, other cards passed on."""
    match fact:
        case Discard():
            later = {play.card for play in moment.done if isinstance(play, Play) and play.seat is fact.seat}
            free = [card for card in table.hand.cards(fact.seat) if card not in later]
            return Discard(fact.seat, dice.choice(free)) if free else fact
        case GiveBest():
            return GiveBest(fact.seat, names.get(fact.card, fact.card))
        case Exchange():
            one, two, three = (names.get(card, card) for card in fact.cards)
            return Exchange(fact.seat, (one, two, three))
        case _:
            return fact


def _seat_of(fact: Fact) -> Seat:
    """The seat of a decision."""
    seat = getattr(fact, "seat", None)
    assert isinstance(seat, Seat)
    return seat


pyspiel.register_game(_TYPE, EuchreGame)
