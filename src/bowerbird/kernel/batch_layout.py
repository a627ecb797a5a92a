"""Where a table of the batch keeps its numbers, its cards, its rules and the actions of its seats.

`batch_layout.pxd` has the same numbers for compiled modules, where they are constants. A table has `SIZE` small
numbers, `CARD_SIZE` masks of cards and `LOG_SIZE` bytes of what was done in this hand. `RULES` numbers are the rules of
all tables.
"""

from __future__ import annotations

# Numbers of a table. Seats, suits and cards are -1 where there is none.
DEALER = 0
TURN = 1
PHASE = 2
TURN_UP = 3
TURN_UP_IS = 4  # 0 shown, 1 taken, 2 turned down
STANDS_FOR = 5
EXCHANGED = 6
CALLS = 7
PASSES = 8  # bits, by the number of the call
MAKER = 9
TRUMP = 10  # 4 is no trump
ALONE = 11
LONE_DEFENDER = 12
GIVEN = 13
OUT = 14  # bits of the seats that sit out
TRICK = 15
PLACED = 16
LEADER = 17
SCORE = 18
HANDS = 20
FIRST_CARD = 21  # the action of card 0, of those that may be played, discarded or given now
LOGGED = 22
WON = 23
KITTY = 25  # the three cards under the turn-up
LEADERS = 28
WINNERS = 33
PLAYS = 38  # by trick and seat
CARRIED = 58  # North–South's gain in this episode, until the learner's first decision
SIZE = 60

# Masks of a table. `SAYS` has a bit for every legal action that names no card: first those below `ACT_PLAY`, then those
# from `ACT_DEFEND_ALONE` on, which are `CARD_ACTIONS` lower there.
HELD = 0
DEALT = 4
DISCARDS = 8
SAYS = 12
ALLOWED = 13
CARD_SIZE = 16

LOG_SIZE = 48

# Phases, the first seven in the order of the observation.
JOKER = 0
FIRST_ROUND = 1
SECOND_ROUND = 2
DISCARD = 3
DEFEND = 4
BEST = 5
PLAY = 6
DEAL = 7
OVER = 8

# Rules: first the numbers of `Options.flat`, then what bulk play leaves out.
STICK_THE_DEALER = 0
PARTNER_MUST_GO_ALONE = 1
NEED_ROUND_ONE = 2
NEED_ROUND_TWO = 3
DEALER_EXEMPT = 4
MAY_DISCARD_TURN_UP = 5
KEEP_TURN_UP_IN_A_FLUSH = 6
LEAD_LEFT_OF_LONE = 7
POINTS_MADE = 8
POINTS_MARCH = 9
POINTS_ALONE_MADE = 10
POINTS_ALONE_MARCH = 11
POINTS_EUCHRE = 12
POINTS_EUCHRE_ALONE = 13
POINTS_LONE_DEFENDER = 14
NO_TRUMP = 15
DEFEND_ALONE = 16  # 0 never, 1 against lone calls, 2 against any
PARTNERS_BEST = 17
PASSES_THE_DEAL = 18
NEW_DEAL_FOR = 19  # bits of weak hands
EXCHANGE_FOR = 20
TARGET = 21
HANDS_IN_GAME = 22
WHOLE_GAMES = 23
FOR_THE_WIN = 24
SKIPS_FORCED = 25
BOTH_SIDES = 26  # two tables have the same cards, turned by one seat
PACK_SIZE = 27
RULES = 28

# Actions, as `bowerbird.environments.actions` numbers them.
ACT_PASS = 0
ACT_ORDER = 1
ACT_NAME = 3
ACT_NAME_ALONE = 8
ACT_PLAY = 13
ACT_DISCARD = 46
ACT_GIVE = 79
ACT_DEFEND_ALONE = 112
ACT_STAND_FOR = 113
ACT_NEW_DEAL = 117
ACT_EXCHANGE = 121
ACTION_COUNT = 131
CARD_ACTIONS = 99  # those that name a card: from `ACT_PLAY` up to `ACT_DEFEND_ALONE`

# The result of a hand.
R_OUTCOME = 0
R_DEALER = 1
R_MAKER = 2
R_TRUMP = 3
R_ALONE = 4
R_LONE_DEFENDER = 5
R_TRICKS = 6
R_POINTS = 8
RESULT_SIZE = 10

# Outcomes.
NOTHING_YET = 0
MADE = 1
MARCH = 2
EUCHRE = 3
THROWN_IN = 4
NEW_DEAL = 5

# Who decides for a seat.
LEARNER = 0
BY_CHANCE = 1
BEGINNER = 2
ELSEWHERE = 3

# Where the fields of an observation start, as `bowerbird.environments.observation` lays them out.
O_PHASE = 0
O_TURN = 7
O_DEALER = 11
O_HAND = 15
O_COUNTS = 48
O_TURN_UP = 52
O_TURN_UP_IS = 85
O_STANDS_FOR = 89
O_EXCHANGED = 93
O_PASSES = 97
O_MAKER = 105
O_TRUMP = 109
O_ALONE = 114
O_LONE_DEFENDER = 115
O_OUT = 119
O_DISCARDED = 123
O_GIVEN = 156
O_TRICKS = 189
O_LEADERS = 849
O_WINNERS = 869
O_SCORE = 889
O_HANDS = 891
O_SIZE = 892

# The faults of a beginner: an error in tricks, then how often each mistake is made.
F_MISJUDGES = 0
F_MISSES_LEFT = 1
F_MISSES_DEALER = 2
F_DISCARDS_LOWEST = 3
F_FORGETS = 4
F_TAKES_PARTNERS_TRICK = 5
F_SKIPS_TRUMP_LEAD = 6
F_LEADS_TRUMP_IN_DEFENCE = 7
F_HOLDS_BOWER = 8
F_THROWS_HIGH = 9
F_PLAYS_LEFT_EARLY = 10
FAULTS = 11
