"""What reading and habit answer, as one line of text, to be equal whether the kernel is compiled or not."""

from __future__ import annotations

from array import array

from bowerbird.cards import parse_cards
from bowerbird.kernel.habit import habit_card, habit_places
from bowerbird.kernel.hand import thumb_discard
from bowerbird.kernel.options import Options
from bowerbird.kernel.position import Trick, mask_of
from bowerbird.kernel.reading import Heard, weigh
from bowerbird.kernel.sample import deals
from bowerbird.kernel.seen import Seen
from bowerbird.kernel.simulate import hands
from bowerbird.players.policy import club_policy

__all__ = ["answers"]


def answers() -> str:
    """Hands played by habit, cards and discards chosen, and worlds weighed by calls and cards."""
    policy, options = club_policy(), Options(stick_the_dealer=True, partner_must_go_alone=True)
    said: list[object] = [list(hands(30, 5, rules, (policy, policy))) for rules in (Options(), options)]
    hand, up = mask_of(parse_cards("Ah 9c Ks Jd Td")), parse_cards("9h")[0]
    trick = Trick(trump=2, leader=2, cards=tuple(parse_cards("Tc Kc")))
    said.append(sorted(habit_places(hand, trick, 1, options.pack.mask & ~hand).items()))
    said.append(habit_card(hand, trick, 1, options.pack.mask & ~hand, policy.habits))
    said.append(thumb_discard(hand, up, options))
    plays = ((1, parse_cards("Kd")[0]), (2, parse_cards("Ad")[0]), (3, parse_cards("9d")[0]))
    seen = Seen.of_play(options.pack.mask, 0, hand, 3, up, picked_up=True, trump=2, plays=plays)
    calls = ((0, 0, 0), (1, 1, 0), (2, 2, 3))
    heard = Heard(0, 3, up, calls, plays, trump=2, maker=2, picked_up=True)
    worlds = deals(seen, 20, seed=8)
    late = Heard(0, 3, up, ((1, 1, 0), (2, 2, 0), (3, 3, 0), (1, 5, 0), (2, 6, 8)))
    early: array[int] = deals(Seen(options.pack.mask, 0, hand, (5, 5, 5, 5), gone=1 << up), 20, seed=9)
    for rules in (Options(), options):
        said.append([round(weight, 12) for weight in weigh(worlds, heard, rules, policy)])
        said.append([round(weight, 12) for weight in weigh(early, late, rules, policy, calls_count=0.5)])
    return repr(said)
