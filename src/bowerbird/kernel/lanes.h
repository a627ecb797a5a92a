/* Random play of eight hands side by side, for `bowerbird.kernel.simulate`: each step is one vector for all of them.
 *
 * Only processors that count bits and multiply in vectors of eight gain by this (AVX-512). Others play hand by hand.
 */
#ifndef BB_LANES_H
#define BB_LANES_H

#include "bits.h"

#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512DQ__)
#define BB_HAS_LANES 1
#else
#define BB_HAS_LANES 0
#endif

enum { BB_LANES = 8 };

typedef unsigned long long bb_lanes[BB_LANES];

/* One of at most five cards, by random bits. */
static inline unsigned long long bb_pick(unsigned long long cards, unsigned long long bits) {
    unsigned long long skip = (bits >> 32) * (unsigned long long)bb_ones(cards) >> 32;
    for (unsigned long long step = 0; step < 4; step++) cards &= cards - (skip > step);
    return cards & (0 - cards);
}

/* A random lead from each hand. A hand of 0 was thrown in. */
static inline void bb_lead_lanes(unsigned long long *hands, unsigned long long *states, unsigned long long *suits,
                                 unsigned long long *best, unsigned long long *winner) {
    for (int lane = 0; lane < BB_LANES; lane++) {
        unsigned long long hand = hands[lane], state = states[lane] + BB_STEP;
        unsigned long long card = bb_pick(hand, bb_mix(state));
        states[lane] = state;
        hands[lane] = hand ^ card;
        suits[lane] = bb_suit_of(card);
        best[lane] = card;
        winner[lane] = 0;
    }
}

/* A random legal card from each hand at this place in the trick. A hand of 0 sits out, and draws no random number. */
static inline void bb_follow_lanes(unsigned long long *hands, unsigned long long *states,
                                   const unsigned long long *suits, unsigned long long *best,
                                   unsigned long long *winner, unsigned long long place) {
    for (int lane = 0; lane < BB_LANES; lane++) {
        unsigned long long hand = hands[lane], suit = suits[lane], so_far = best[lane], by = winner[lane];
        unsigned long long state = states[lane] + (hand ? BB_STEP : 0), legal = hand & suit, card, strength;
        legal = legal ? legal : hand;
        card = bb_pick(legal, bb_mix(state));
        strength = card & (suit | BB_TRUMPS);
        states[lane] = state;
        hands[lane] = hand ^ card;
        best[lane] = strength > so_far ? strength : so_far;
        winner[lane] = strength > so_far ? place : by;
    }
}

/* Play five tricks. `hands` are in the order of play, the leader's first; `taken` says for each leader 1 if it is of
 * the side to count for, else 0, and becomes that side's tricks. */
static inline void bb_play_lanes(unsigned long long *hands, unsigned long long *states, unsigned long long *taken) {
    bb_lanes suits, best, winner, ours;
    for (int lane = 0; lane < BB_LANES; lane++) {
        ours[lane] = taken[lane];
        taken[lane] = 0;
    }
    for (int trick = 0; trick < 5; trick++) {
        bb_lead_lanes(hands, states, suits, best, winner);
        for (unsigned long long place = 1; place < 4; place++)
            bb_follow_lanes(hands + place * BB_LANES, states, suits, best, winner, place);
        for (int lane = 0; lane < BB_LANES; lane++) {
            unsigned long long one = hands[lane], two = hands[BB_LANES + lane], by = winner[lane], turned;
            unsigned long long three = hands[2 * BB_LANES + lane], four = hands[3 * BB_LANES + lane];
            /* The winner leads next: the hands move up by one place, by two, or by both. */
            turned = one;
            one = by & 1 ? two : one;
            two = by & 1 ? three : two;
            three = by & 1 ? four : three;
            four = by & 1 ? turned : four;
            hands[lane] = by & 2 ? three : one;
            hands[BB_LANES + lane] = by & 2 ? four : two;
            hands[2 * BB_LANES + lane] = by & 2 ? one : three;
            hands[3 * BB_LANES + lane] = by & 2 ? two : four;
            ours[lane] ^= by & 1;
            taken[lane] += ours[lane];
        }
    }
}

#endif
