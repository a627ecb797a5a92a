/* The last two tricks with open hands, for `bowerbird.kernel.search`: all sixteen ways to play them, side by side.
 *
 * Each of the four players has two cards, so a line is four choices, and the second trick follows from the first. A
 * card is a byte, and each step is a loop over sixteen bytes that a compiler turns into one vector, so that nothing
 * depends on a branch. Uncompiled, the search looks ahead card by card instead.
 */

#ifndef BB_ENDING_H
#define BB_ENDING_H

#include "bits.h"

typedef unsigned char bb_byte;

enum { BB_LINES = 16, BB_SUIT_OF_CODE = 0x70, BB_LOWEST_TRUMP = 0x50 };

/* For each line, 255 where a player starts with the higher card: leader, left opponent, partner, right opponent. */
static const bb_byte bb_higher_first[4][BB_LINES] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255},
    {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255},
    {0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255},
    {0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255},
};

/* The code of a card by its bit: sixteen times its suit (1 to 5; 5 is trumps) plus its rank from 1. No bit has 0. */
#define BB_CODES(suit) \
    16 * suit + 1, 16 * suit + 2, 16 * suit + 3, 16 * suit + 4, 16 * suit + 5, 16 * suit + 6, 16 * suit + 7, \
        16 * suit + 8, 16 * suit + 9, 16 * suit + 10, 0
static const bb_byte bb_codes[64] = {BB_CODES(1), BB_CODES(2), BB_CODES(3), BB_CODES(4), BB_CODES(5)};

/* The code of the lowest card; 0 if there is none. */
static inline bb_byte bb_code(unsigned long long cards) { return bb_codes[bb_low_bit(cards | 1ULL << 63)]; }

/* A card if it can win a trick in which a suit was led, else 0. */
static inline bb_byte bb_counts(bb_byte card, bb_byte suit) {
    return (bb_byte)(((card & BB_SUIT_OF_CODE) == suit) | (card >= BB_LOWEST_TRUMP) ? card : 0);
}

static inline bb_byte bb_best(bb_byte one, bb_byte other) { return one > other ? one : other; }

/* The cards that a player plays first and last in each line. Where the first would be a revoke, they change places. */
static inline void bb_order(unsigned long long hand, const bb_byte *higher_first, const bb_byte *suit, bb_byte *first,
                            bb_byte *last) {
    const bb_byte low = bb_code(hand), high = bb_code(hand & (hand - 1));
    for (int line = 0; line < BB_LINES; line++) {
        bb_byte one = higher_first[line] ? high : low, other = higher_first[line] ? low : high;
        bb_byte revokes = ((one & BB_SUIT_OF_CODE) != suit[line]) & ((other & BB_SUIT_OF_CODE) == suit[line]);
        first[line] = revokes ? other : one;
        last[line] = revokes ? one : other;
    }
}

/* True if the leader's side can take at least `need` (1 or 2) of the last two tricks. A hand of 0 sits out. */
static inline int bb_last_two(unsigned long long me, unsigned long long left, unsigned long long partner,
                              unsigned long long right, int need) {
    bb_byte mine[2][BB_LINES], lefts[2][BB_LINES], partners[2][BB_LINES], rights[2][BB_LINES];
    bb_byte suit[BB_LINES], won[BB_LINES];
    const bb_byte low = bb_code(me), high = bb_code(me & (me - 1));
    for (int line = 0; line < BB_LINES; line++) {
        mine[0][line] = bb_higher_first[0][line] ? high : low;
        mine[1][line] = bb_higher_first[0][line] ? low : high;
        suit[line] = mine[0][line] & BB_SUIT_OF_CODE;
    }
    bb_order(left, bb_higher_first[1], suit, lefts[0], lefts[1]);
    bb_order(partner, bb_higher_first[2], suit, partners[0], partners[1]);
    bb_order(right, bb_higher_first[3], suit, rights[0], rights[1]);
    for (int line = 0; line < BB_LINES; line++) {
        bb_byte led = suit[line], me_0 = mine[0][line], me_1 = mine[1][line];
        bb_byte left_0 = bb_counts(lefts[0][line], led), left_1 = lefts[1][line];
        bb_byte partner_0 = bb_counts(partners[0][line], led), partner_1 = partners[1][line];
        bb_byte right_0 = bb_counts(rights[0][line], led), right_1 = rights[1][line];
        bb_byte first = bb_best(me_0, partner_0) > bb_best(left_0, right_0);
        bb_byte our_lead = me_0 > partner_0 ? me_1 : partner_1, their_lead = left_0 > right_0 ? left_1 : right_1;
        led = (first ? our_lead : their_lead) & BB_SUIT_OF_CODE;
        bb_byte second = bb_best(bb_counts(me_1, led), bb_counts(partner_1, led)) >
                         bb_best(bb_counts(left_1, led), bb_counts(right_1, led));
        won[line] = first + second;
    }
    unsigned lines = 0;
    for (int line = 0; line < BB_LINES; line++) lines |= (unsigned)(won[line] >= need) << line;
    /* The right opponent chooses last, then comes the partner, the left opponent, and the lead. */
    lines &= lines >> 4;
    lines |= lines >> 2;
    lines &= lines >> 1;
    return (lines | lines >> 8) & 1;
}

#endif
