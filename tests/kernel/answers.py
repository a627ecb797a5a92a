"""A digest of everything the kernel answers, to be equal whether it is compiled or not."""

from __future__ import annotations

from array import array
from random import Random

from bowerbird.cards import Card, Pack, parse_cards
from bowerbird.kernel.calls import call_features, rate_calls
from bowerbird.kernel.options import BY_TRICKS, Calling, Need, Options, Playing, Policy
from bowerbird.kernel.position import Trick, mask_of
from bowerbird.kernel.sample import deals, pimc
from bowerbird.kernel.seen import Seen
from bowerbird.kernel.simulate import RANDOM, THUMB, games, hands, rollouts
from bowerbird.kernel.solve import card_values, solve_many, tricks
from kernel.positions import random_position

ODD_OPTIONS = Options(
    stick_the_dealer=True,
    partner_must_go_alone=True,
    need_round_one=Need.NATURAL,
    need_round_two=Need.TRUMP_OR_LEFT,
    may_discard_turn_up=True,
    lead_left_of_lone=True,
    alone_made=2,
    euchre=BY_TRICKS,
    euchre_alone=BY_TRICKS,
    pack=Pack(7, joker=True),
)


def answers() -> str:
    """Solved hands, sampled deals, valued cards and played hands, as one line of text."""
    said: list[object] = []
    random = Random(21)
    for place in range(40):
        held, trick = random_position(random, 1 + place % 4)
        said += [tricks(held, trick), sorted(card_values(held, trick).items())]
    deck = [int(card) for card in Pack().cards]
    random.shuffle(deck)
    four = array("Q", [mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4)])
    zero = array("B", [0])
    said.append(list(solve_many(four, array("B", [2]), zero, zero, zero)))
    seen = Seen.of_play(Pack().mask, 1, mask_of(parse_cards("9h 9c Ts Kd Ah")), 0, Card("Jh"), picked_up=True, trump=2)
    worlds = deals(seen, 3, seed=5)
    said += [list(worlds), sorted(pimc(seen, Trick(2, 1), 3, seed=5).items())]
    said.append(call_features(seen.hand, 2, 0, Card("Jh")))
    said.append([round(rate, 9) for rate in rate_calls(worlds, 2, 2, 1, Card("Jh"), THUMB.with_partner)])
    early = Seen(Pack().mask, 1, seen.hand, (5, 5, 5, 5), gone=1 << Card("Jh"))
    said.append(list(rollouts(deals(early, 5, seed=6), 0, Card("Jh"), 0, 0, seed=7)))
    open_hands = Policy(Calling.BY_WEIGHTS, Playing.OPEN)
    for policy, count in ((RANDOM, 205), (THUMB, 25), (open_hands, 2)):
        said.append(list(hands(count, 3, policies=(policy, policy))))
        said.append(list(hands(count, 3, ODD_OPTIONS, policies=(policy, policy))))
    said.append([tuple(game) for game in games(2, 4)])
    return repr(said)
