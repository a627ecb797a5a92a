"""The actions that are legal now, and the reasons why others are not.

`breach` alone decides if a fact is allowed; `legal` lists the facts that it allows. If people make such a mistake at
real tables, the breach names the irregularity, and a table that is not guarded accepts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from bowerbird.cards import NO_TRUMP, Suit
from bowerbird.errors import BowerbirdError
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import claims, draw
from bowerbird.table.checks import calling, dealing, playing, real
from bowerbird.table.checks.common import Breach, Verdict, held, in_turn, only, wrong_phase
from bowerbird.table.facts import (
    AskNewDeal,
    CallLead,
    Choose,
    Claim,
    ClaimRest,
    Cut,
    Deal,
    DefendAlone,
    Discard,
    Draw,
    EndBell,
    Exchange,
    Expose,
    Fact,
    Gather,
    GiveBest,
    InvalidActionError,
    LookAtQuitted,
    MixTricks,
    Name,
    Open,
    Order,
    Packets,
    Pass,
    Play,
    Quit,
    RealFact,
    Ruling,
    Shuffle,
    StandFor,
    StartBell,
    TakeBack,
    TurnUp,
)
from bowerbird.table.state import Phase, State

__all__ = ["Breach", "IllegalActionError", "breach", "legal"]


class IllegalActionError(BowerbirdError, ValueError):
    """Something that this table's rules don't allow now. The message says why."""


def legal(book: Rulebook, state: State) -> list[Fact]:
    """Every fact that is legal now. Shuffles are left out, since any order of the deck will do."""
    return [fact for fact in _candidates(book, state) if breach(book, state, fact) is None]


def _candidates(book: Rulebook, state: State) -> Iterator[Fact]:
    turn = state.turn
    match state.phase:
        case Phase.DRAW:
            for seat in draw.awaited(book, state.draws, state.partners_arranged):
                yield from (Draw(seat, card) for card in book.cards())
        case Phase.CUT | Phase.DEAL:
            yield from (Cut(state.dealer.right, at) for at in range(1, len(book.cards())))
            yield from (Deal(plan) for plan in _plans(book))
        case Phase.TURN_UP:
            yield TurnUp()
        case Phase.JOKER:
            yield from (StandFor(state.dealer, suit) for suit in Suit)
        case Phase.PLAY if turn is not None:
            yield from (Play(turn, card) for card in state.hand.cards(turn))
            if not state.guarded:
                yield Quit(turn)
                if state.hand.undiscarded:
                    yield from (Discard(state.dealer, card) for card in state.hand.cards(state.dealer))
                callers = playing.lead_callers(state)
                yield from (CallLead(caller, suit) for caller in callers for suit in (*Suit, None))
        case Phase.COUNT:
            yield from (Choose(seat, choice) for seat in Seat for choice in real.CHOICES)
            yield from (Gather(seat) for seat in Seat)
        case Phase.DISCARD if turn is not None:
            yield from (Discard(turn, card) for card in state.hand.cards(turn))
        case Phase.BEST if turn is not None:
            yield from (GiveBest(turn, card) for card in state.hand.cards(turn))
        case Phase.DEFEND if turn is not None:
            yield from (Pass(turn), DefendAlone(turn))
        case Phase.FIRST_ROUND if turn is not None:
            yield Pass(turn)
            if not calling.partner_must_go_alone(book, state, turn):
                yield Order(turn)
            yield Order(turn, alone=True)
            yield from _hands_given_back(book, state, turn)
        case Phase.SECOND_ROUND if turn is not None:
            yield Pass(turn)
            for trump in (*Suit, NO_TRUMP):
                yield from (Name(turn, trump), Name(turn, trump, alone=True))
    yield from (StartBell(), EndBell())


def _plans(book: Rulebook) -> Iterator[tuple[Packets, Packets, Packets, Packets]]:
    ways = book.deal.packets
    return product(ways, ways, ways, ways)


def _hands_given_back(book: Rulebook, state: State, seat: Seat) -> Iterator[Fact]:
    yield from (AskNewDeal(seat, reason) for reason in book.deal.new_deal_for)
    if book.deal.exchange_for:
        yield from (Exchange(seat, three) for three in combinations(state.hand.cards(seat), 3))


def breach(book: Rulebook, state: State, fact: Fact) -> Verdict:
    """The reason why `fact` may not happen now, or None. Raises `InvalidActionError` for what could never happen."""
    if state.phase is Phase.OPENING:
        if isinstance(fact, Open):
            return dealing.check_open(book, fact)
        return Breach("nobody sits at this table yet: it must be opened first")
    if isinstance(fact, Ruling):
        return real.check_ruling(book, state, fact)
    if state.phase is Phase.OVER:
        return Breach("the game is over")
    if isinstance(fact, StartBell):
        return dealing.check_start_bell(book, state)
    if isinstance(fact, EndBell):
        return dealing.check_end_bell(book, state)
    if state.asked is not None:
        return Breach(f"the director decides first: {state.asked.seat.word}, {state.asked.irregularity}")
    match fact:  # most frequent first
        case Play():
            return playing.check_play(book, state, fact)
        case Open():
            return Breach("this table is open already")
        case Draw():
            return dealing.check_draw(book, state, fact)
        case Shuffle():
            return dealing.check_shuffle(book, state, fact)
        case Cut():
            return dealing.check_cut(book, state, fact)
        case Deal():
            return dealing.check_deal(book, state, fact)
        case TurnUp():
            return dealing.check_turn_up(book, state)
        case StandFor():
            if state.phase is not Phase.JOKER:
                return Breach(f"the {book.words.joker} was not turned up")
            return only(state.dealer, fact.seat, f"names the suit that the {book.words.joker} stands for")
        case Exchange() | AskNewDeal():
            return dealing.check_hand_given_back(book, state, fact)
        case Pass() if state.phase is Phase.DEFEND:
            return in_turn(state, fact.seat, "says whether to defend alone")
        case Pass() | Order() | Name():
            return calling.check_call(book, state, fact)
        case DefendAlone():
            return wrong_phase(state, Phase.DEFEND) or in_turn(state, fact.seat, "says whether to defend alone")
        case Discard():
            return calling.check_discard(book, state, fact)
        case GiveBest():
            return (
                wrong_phase(state, Phase.BEST)
                or in_turn(state, fact.seat, "gives a card")
                or held(state, fact.seat, fact.card)
            )
        case ClaimRest():
            return playing.check_claim_rest(book, state, fact)
        case (
            Quit() | Gather() | Expose() | TakeBack() | LookAtQuitted() | MixTricks() | Claim() | Choose() | CallLead()
        ):
            return _real_breach(book, state, fact)
        case _:
            raise InvalidActionError(f"{fact!r} isn't a fact")


def _real_breach(book: Rulebook, state: State, fact: RealFact) -> Verdict:
    if state.guarded:
        return Breach("this is for a table that is played as at a real one; here nothing against the rules can happen")
    match fact:
        case Quit():
            return real.check_quit(state, fact)
        case Gather():
            return real.check_gather(state)
        case Choose():
            return real.check_choose(state, fact)
        case CallLead():
            return real.check_call_lead(state, fact)
        case Expose():
            return real.check_expose(state, fact)
        case LookAtQuitted() | MixTricks():
            return real.check_quitted(state, fact)
        case TakeBack():
            return real.check_take_back(book, state, fact)
        case Claim():
            return claims.check(book, state, fact)
        case Ruling():
            return real.check_ruling(book, state, fact)
