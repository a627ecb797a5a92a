// Hands of euchre in bulk, for training: one thread per hand on a GPU, or a plain loop with a C++ compiler.
//
// A step applies one decision to every hand and continues to the next real decision: forced moves are played at
// once, and a finished hand is dealt again. It then writes what the seat to decide may see, as bits, in the layout of
// bowerbird.players.net.inputs (layout.h is made from it). What a hand is worth comes from a table of situations;
// this file does not depend on points, scores or a net.
//
// Cards are suit * 6 + rank from the nine; suits of one colour add up to three. "Base" is the trump suit, or the suit
// turned up while nothing is named. In slots (see slot_of) a lower number beats a higher one of its group.

#include <math.h>
#include <stdint.h>

#include "layout.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__ static inline
#else
#define BOTH static inline
#endif

enum { FIRST_ROUND, SECOND_ROUND, DISCARD, PLAY, OVER };
enum { NOBODY = -1, NO_CARD = -1 };
// Bits of a situation's rules, as rule_bits writes them.
enum {
    STICK = 1, PARTNER_ALONE = 2, NEED_ONE = 4, NEED_TWO = 16, EXEMPT = 64, DISCARD_TURN_UP = 128, KEEP_FLUSH = 256,
    LEFT_OF_LONE = 512
};
// Actions.
enum { PASS, ORDER, ORDER_ALONE, NAME, NAME_ALONE = 6, PLAY_SLOT = 9, DISCARD_SLOT = 33 };
enum { THROWN_IN = 16 };

struct Hand {
    uint64_t dice;
    uint32_t held[4], played[4];
    int32_t situation;
    int8_t on_table[4];
    uint8_t leads[4], voids[4];  // suits as played, one bit each
    int8_t dealer, turn, phase, base, turn_up, discard, maker, alone, second, out, leader, placed, trick, won[2];
    int8_t order[20];  // the cards in order of play
};

// The output of a step for each hand.
struct Told {
    uint32_t *bits;      // WORDS words per hand: what the seat to decide may see
    uint32_t *hidden;    // 4 words per hand: cards of left, partner, right, and the dealer's discard, in slots
    int64_t *legal;      // one bit for each action
    int32_t *row;        // 2 * situation, plus 1 if the seat is not on the dealer's side
    int8_t *side;        // 1 for East and West
    int8_t *outcome;     // of the hand that ended in this step, North-South's makers first; -1 if none did
};

BOTH int low_bit(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return __ffs(mask) - 1;
#else
    return __builtin_ctz(mask);
#endif
}

BOTH int count_bits(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return __popc(mask);
#else
    return __builtin_popcount(mask);
#endif
}

BOTH uint32_t roll(uint64_t *dice, uint32_t sides) {
    *dice += 0x9E3779B97F4A7C15ull;
    uint64_t z = *dice;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * sides) >> 32);
}

// 0 for the base suit, 1 for next, 2 and 3 for the other two.
BOTH int label_of(int suit, int base) { return suit == base ? 0 : suit == 3 - base ? 1 : 2 + (suit > 3 - suit); }

BOTH int suit_labelled(int label, int base) {
    int other = base == 0 || base == 3 ? 1 : 0;
    return label == 0 ? base : label == 1 ? 3 - base : label == 2 ? other : 3 - other;
}

BOTH int slot_of(int card, int base) {
    int suit = card / 6, rank = card % 6, label = label_of(suit, base);
    if (label > 1) return 12 + 6 * (label - 2) + 5 - rank;
    if (rank == 2) return label;
    return (label ? 7 : 2) + 5 - rank - (rank < 2);
}

BOTH int card_of(int slot, int base) {
    if (slot < 2) return 6 * (slot ? 3 - base : base) + 2;
    if (slot < 12) {
        int below = slot - (slot < 7 ? 2 : 7);
        return 6 * (slot < 7 ? base : 3 - base) + 5 - below - (below > 2);
    }
    int label = 2 + (slot >= 18);
    return 6 * suit_labelled(label, base) + 5 - (slot - 12) % 6;
}

BOTH int group_of(int slot) { return slot < 7 ? 0 : slot < 12 ? 1 : slot < 18 ? 2 : 3; }
BOTH uint32_t group_bits(int group) {
    return group == 0 ? 0x7Fu : group == 1 ? 0xF80u : group == 2 ? 0x3F000u : 0xFC0000u;
}

BOTH uint32_t slots_of(uint32_t cards, int base) {
    uint32_t slots = 0;
    for (; cards; cards &= cards - 1) slots |= 1u << slot_of(low_bit(cards), base);
    return slots;
}

BOTH void deal(struct Hand *h, int situations) {
    uint8_t pack[24];
    for (int card = 0; card < 24; card++) pack[card] = (uint8_t)card;
    for (int place = 0; place < 21; place++) {
        int other = place + (int)roll(&h->dice, 24 - place);
        uint8_t card = pack[other];
        pack[other] = pack[place];
        pack[place] = card;
    }
    for (int seat = 0; seat < 4; seat++) {
        h->held[seat] = h->played[seat] = 0;
        for (int place = 0; place < 5; place++) h->held[seat] |= 1u << pack[5 * seat + place];
        h->on_table[seat] = NO_CARD;
        h->leads[seat] = h->voids[seat] = 0;
    }
    h->turn_up = (int8_t)pack[20];
    h->dealer = (int8_t)roll(&h->dice, 4);
    h->situation = (int32_t)roll(&h->dice, situations);
    h->turn = (h->dealer + 1) & 3;
    h->phase = FIRST_ROUND;
    h->base = h->turn_up / 6;
    h->discard = NO_CARD;
    h->maker = h->out = h->leader = NOBODY;
    h->alone = h->second = h->placed = h->trick = h->won[0] = h->won[1] = 0;
}

BOTH int holds_need(uint32_t held, int suit, int need) {
    uint32_t wanted = 63u << (6 * suit);
    if (need == 0) return 1;
    if (need == 2) wanted |= 1u << (6 * (3 - suit) + 2);
    return (held & wanted) != 0;
}

BOTH int64_t legal_calls(const struct Hand *h, int rules) {
    uint32_t held = h->held[h->turn];
    int is_dealer = h->turn == h->dealer, free = is_dealer && h->phase != SECOND_ROUND && (rules & EXEMPT);
    if (h->phase == FIRST_ROUND) {
        int must = (rules & PARTNER_ALONE) && h->turn == ((h->dealer + 2) & 3);
        if (!free && !holds_need(held, h->base, (rules / NEED_ONE) & 3)) return 1 << PASS;
        return 1 << PASS | 1 << ORDER_ALONE | (must ? 0 : 1 << ORDER);
    }
    int need = (rules / NEED_TWO) & 3, stuck = is_dealer && (rules & STICK), any = 0;
    for (int label = 1; label < 4; label++) any |= holds_need(held, suit_labelled(label, h->base), need);
    int64_t legal = stuck ? 0 : 1 << PASS;
    for (int label = 1; label < 4; label++)
        if (free || (stuck && !any) || holds_need(held, suit_labelled(label, h->base), need))
            legal |= (1 << (NAME + label - 1)) | (1 << (NAME_ALONE + label - 1));
    return legal;
}

BOTH int64_t legal_actions(const struct Hand *h, int rules) {
    if (h->phase <= SECOND_ROUND) return legal_calls(h, rules);
    uint32_t held = h->held[h->turn];
    if (h->phase == DISCARD) {
        uint32_t others = held & ~(1u << h->turn_up);
        int flush = (others & ~(63u << (6 * h->base))) == 0;
        if (!(rules & DISCARD_TURN_UP) || ((rules & KEEP_FLUSH) && flush)) held = others;
        return (int64_t)slots_of(held, h->base) << DISCARD_SLOT;
    }
    uint32_t slots = slots_of(held, h->base);
    if (h->placed) {
        uint32_t follows = slots & group_bits(group_of(slot_of(h->on_table[h->leader], h->base)));
        if (follows) slots = follows;
    }
    return (int64_t)slots << PLAY_SLOT;
}

BOTH int next_playing(const struct Hand *h, int seat) {
    seat = (seat + 1) & 3;
    return seat == h->out ? (seat + 1) & 3 : seat;
}

BOTH void begin_play(struct Hand *h, int rules) {
    h->phase = PLAY;
    h->leader = (int8_t)next_playing(h, h->alone && (rules & LEFT_OF_LONE) ? h->maker : h->dealer);
    h->turn = h->leader;
}

BOTH void make_trump(struct Hand *h, int suit, int alone) {
    h->maker = h->turn;
    h->alone = (int8_t)alone;
    h->base = (int8_t)suit;
    h->out = alone ? (h->maker + 2) & 3 : NOBODY;
}

BOTH void finish_trick(struct Hand *h) {
    int group = group_of(slot_of(h->on_table[h->leader], h->base)), best = 24, winner = h->leader;
    for (int seat = 0; seat < 4; seat++) {
        if (h->on_table[seat] == NO_CARD) continue;
        int slot = slot_of(h->on_table[seat], h->base);
        if (slot < best && (group_of(slot) == 0 || group_of(slot) == group)) best = slot, winner = seat;
        h->on_table[seat] = NO_CARD;
    }
    h->won[winner & 1]++;
    h->placed = 0;
    h->leader = h->turn = (int8_t)winner;
    if (++h->trick == 5) h->phase = OVER;
}

BOTH int cards_fallen(const struct Hand *h) { return h->trick * (h->out == NOBODY ? 4 : 3) + h->placed; }

BOTH void play_slot(struct Hand *h, int slot) {
    int card = card_of(slot, h->base), group = group_of(slot);
    h->order[cards_fallen(h)] = (int8_t)card;
    h->held[h->turn] &= ~(1u << card);
    h->played[h->turn] |= 1u << card;
    if (h->placed == 0) {
        h->leads[h->turn] |= 1 << suit_labelled(group, h->base);
    } else {
        int led = group_of(slot_of(h->on_table[h->leader], h->base));
        if (group != led) h->voids[h->turn] |= 1 << suit_labelled(led, h->base);
    }
    h->on_table[h->turn] = (int8_t)card;
    if (++h->placed == (h->out == NOBODY ? 4 : 3)) finish_trick(h);
    else h->turn = (int8_t)next_playing(h, h->turn);
}

BOTH void apply(struct Hand *h, int action, int rules) {
    if (action >= DISCARD_SLOT) {
        h->discard = (int8_t)card_of(action - DISCARD_SLOT, h->base);
        h->held[h->dealer] &= ~(1u << h->discard);
        begin_play(h, rules);
    } else if (action >= PLAY_SLOT) {
        play_slot(h, action - PLAY_SLOT);
    } else if (action >= NAME) {
        int alone = action >= NAME_ALONE;
        make_trump(h, suit_labelled(action - (alone ? NAME_ALONE : NAME) + 1, h->base), alone);
        begin_play(h, rules);
    } else if (action != PASS) {
        make_trump(h, h->base, action == ORDER_ALONE);
        h->held[h->dealer] |= 1u << h->turn_up;
        h->phase = DISCARD;
        h->turn = h->dealer;
    } else if (h->turn != h->dealer) {
        h->turn = (h->turn + 1) & 3;
    } else if (h->phase == FIRST_ROUND) {
        h->phase = SECOND_ROUND;
        h->second = 1;
        h->turn = (h->turn + 1) & 3;
    } else {
        h->phase = OVER;
    }
}

BOTH int outcome_of(const struct Hand *h) {
    if (h->maker == NOBODY) return THROWN_IN;
    int tricks = h->won[h->maker & 1], level = tricks == 0 ? 0 : tricks < 3 ? 1 : tricks < 5 ? 2 : 3;
    return 8 * (h->maker & 1) + 4 * h->alone + level;
}

// Continues to the next real decision. A dealer who sits out has no decision when discarding.
BOTH int go_on(struct Hand *h, const uint16_t *rules, int situations, int64_t *legal) {
    int outcome = -1;
    for (;;) {
        if (h->phase == OVER) {
            if (h->trick == 5 || h->second) outcome = outcome_of(h);
            deal(h, situations);
        }
        *legal = legal_actions(h, rules[h->situation]);
        int is_choice = (*legal & (*legal - 1)) != 0;
        if (is_choice && !(h->phase == DISCARD && h->out == h->dealer)) return outcome;
        int low = (uint32_t)*legal ? low_bit((uint32_t)*legal) : 32 + low_bit((uint32_t)(*legal >> 32));
        apply(h, low, rules[h->situation]);
    }
}

BOTH void put(uint32_t *words, int at, uint32_t bits) {
    int word = at >> 5, shift = at & 31;
    words[word] |= bits << shift;
    if (shift && bits >> (32 - shift)) words[word + 1] |= bits >> (32 - shift);
}

BOTH uint32_t labels_of(int suits, int base) {
    uint32_t labels = 0;
    for (int suit = 0; suit < 4; suit++)
        if (suits >> suit & 1) labels |= 1u << label_of(suit, base);
    return labels;
}

BOTH void tell_cards(const struct Hand *h, uint32_t *words) {
    const int me = h->turn, base = h->base;
    const uint32_t turn_up = 1u << slot_of(h->turn_up, base), hand = slots_of(h->held[me], base);
    const int taken = h->phase >= DISCARD && !h->second;
    uint32_t own_discard = h->discard != NO_CARD && me == h->dealer ? 1u << slot_of(h->discard, base) : 0;
    uint32_t seen = hand | own_discard | (taken ? 0 : turn_up);
    put(words, HAND_AT, hand);
    put(words, TURN_UP_AT, turn_up);
    if (taken) put(words, TURN_UP_IS_AT, 1);
    if (h->second) put(words, TURN_UP_IS_AT + 1, 1);
    put(words, DISCARDED_AT, own_discard);
    for (int other = 0; other < 4; other++) {
        uint32_t played = slots_of(h->played[(me + other) & 3], base);
        seen |= played;
        put(words, PLAYED_AT + 24 * other, played);
    }
    const uint32_t unseen = 0xFFFFFFu & ~seen;
    uint32_t top = 0;
    for (int other = 1; other < 4; other++) {
        int seat = (me + other) & 3;
        uint32_t voids = labels_of(h->voids[seat], base), lacks = taken && seat != h->dealer ? turn_up : 0;
        for (int group = 0; group < 4; group++)
            if (voids >> group & 1) lacks |= group_bits(group);
        put(words, VOIDS_AT + 4 * (other - 1), voids);
        put(words, MAY_HOLD_AT + 24 * (other - 1), unseen & ~lacks);
    }
    for (int group = 0; group < 4; group++) {
        uint32_t rivals = unseen & group_bits(group), best = rivals & (~rivals + 1);
        top |= hand & group_bits(group) & (best ? best - 1 : 0xFFFFFFu);
    }
    put(words, TOP_AT, top);
    put(words, TRUMPS_UNSEEN_AT + count_bits(unseen & group_bits(0)), 1);
}

BOTH void tell_play(const struct Hand *h, uint32_t *words) {
    const int me = h->turn, base = h->base;
    for (int other = 0; other < 4; other++)
        put(words, LEADS_AT + 4 * other, labels_of(h->leads[(me + other) & 3], base));
    put(words, OUR_TRICKS_AT + h->won[me & 1], 1);
    put(words, THEIR_TRICKS_AT + h->won[~me & 1], 1);
    if (h->phase != PLAY) return;
    put(words, TRICK_AT + h->trick, 1);
    put(words, PLACE_AT + h->placed, 1);
    if (h->placed == 0) return;
    int group = group_of(slot_of(h->on_table[h->leader], base)), best = 24, winner = 0;
    put(words, LED_AT + group, 1);
    for (int other = 1; other < 4; other++) {
        int card = h->on_table[(me + other) & 3];
        if (card == NO_CARD) continue;
        int slot = slot_of(card, base);
        put(words, ON_TABLE_AT + 24 * (other - 1) + slot, 1);
        if (slot < best && (group_of(slot) == 0 || group_of(slot) == group)) best = slot, winner = other;
    }
    put(words, WINNING_AT + best, 1);
    put(words, WINNER_AT + winner - 1, 1);
}

BOTH void tell(const struct Hand *h, int rules, int64_t legal, struct Told *told, int place) {
    uint32_t words[WORDS] = {0}, *hidden = told->hidden + 4 * place;
    tell_cards(h, words);
    tell_play(h, words);
    put(words, DEALER_AT + ((h->dealer - h->turn) & 3), 1);
    put(words, PHASE_AT + h->phase, 1);
    if (h->maker != NOBODY) put(words, MAKER_AT + ((h->maker - h->turn) & 3), 1);
    put(words, ALONE_AT, (uint32_t)h->alone);
    put(words, LEGAL_CALLS_AT, (uint32_t)(legal & 0x1FF));
    put(words, LEGAL_CARDS_AT, (uint32_t)((legal >> PLAY_SLOT & 0xFFFFFF) | legal >> DISCARD_SLOT));
    put(words, RULES_AT, (uint32_t)rules);
    for (int word = 0; word < WORDS; word++) told->bits[WORDS * place + word] = words[word];
    for (int other = 1; other < 4; other++) hidden[other - 1] = slots_of(h->held[(h->turn + other) & 3], h->base);
    hidden[3] = h->discard == NO_CARD ? 0 : 1u << slot_of(h->discard, h->base);
    told->legal[place] = legal;
    told->row[place] = 2 * h->situation + ((h->turn ^ h->dealer) & 1);
    told->side[place] = h->turn & 1;
}

// `actions` is null before the first decision.
BOTH void step_one(struct Hand *h, const int8_t *actions, const uint16_t *rules, int situations, struct Told *told, int place) {
    int64_t legal;
    if (actions) apply(h, actions[place], rules[h->situation]);
    told->outcome[place] = (int8_t)go_on(h, rules, situations, &legal);
    tell(h, rules[h->situation], legal, told, place);
}

BOTH void shuffle_one(struct Hand *h, uint64_t seed, int place) {
    h->dice = (seed + 1) * 0xD1B54A32D192ED03ull + (uint64_t)place * 0x8CB92BA72F3D8DD7ull;
    roll(&h->dice, 2);
    h->phase = OVER;
    h->trick = h->second = 0;
}

// Deals one hand to this dealer in this situation, for whole games.
BOTH void deal_one(struct Hand *h, uint64_t seed, const int8_t *dealers, const int32_t *situations, int place) {
    shuffle_one(h, seed, place);
    deal(h, 1);
    h->dealer = dealers[place];
    h->turn = (h->dealer + 1) & 3;
    h->situation = situations[place];
}

#include "worlds.h"

// An entry works on `count` places: one thread each on a GPU, one after the other elsewhere.
#ifdef __CUDACC__
#define ENTRY(name, parameters, arguments, at_place)                                                      \
    __global__ static void name##_kernel(int count, parameters) {                                         \
        int place = blockIdx.x * blockDim.x + threadIdx.x;                                                \
        if (place < count) at_place;                                                                      \
    }                                                                                                     \
    extern "C" void name(int count, parameters, void *stream) {                                           \
        name##_kernel<<<(count + 127) / 128, 128, 0, (cudaStream_t)stream>>>(count, arguments);           \
    }
#else
#define ENTRY(name, parameters, arguments, at_place)                                                      \
    extern "C" void name(int count, parameters, void *) {                                                 \
        for (int place = 0; place < count; place++) at_place;                                             \
    }
#endif
#define LIST(...) __VA_ARGS__

extern "C" int hand_size(void) { return (int)sizeof(struct Hand); }

ENTRY(shuffle, LIST(struct Hand *hands, uint64_t seed), LIST(hands, seed), shuffle_one(hands + place, seed, place))

ENTRY(deal_to, LIST(struct Hand *hands, uint64_t seed, const int8_t *dealers, const int32_t *situations),
      LIST(hands, seed, dealers, situations), deal_one(hands + place, seed, dealers, situations, place))

ENTRY(step,
      LIST(struct Hand *hands, const int8_t *actions, const uint16_t *rules, int situations, struct Told told),
      LIST(hands, actions, rules, situations, told),
      step_one(hands + place, actions, rules, situations, &told, place))

ENTRY(imagine,
      LIST(struct Hand *worlds, int each, const float *beliefs, const uint16_t *rules, uint64_t seed, float *density),
      LIST(worlds, each, beliefs, rules, seed, density),
      density[place] = imagine_one(worlds + place, beliefs + 96 * (place / each), rules, seed, place))

ENTRY(rewind_to_deal, LIST(struct Hand *past, const struct Hand *worlds), LIST(past, worlds),
      rewind_one(past + place, worlds + place))

ENTRY(recall,
      LIST(struct Hand *past, const struct Hand *worlds, int go_on, const uint16_t *rules, struct Told told,
           int8_t *actions),
      LIST(past, worlds, go_on, rules, told, actions),
      actions[place] = (int8_t)recall_one(past + place, worlds + place, go_on, rules, &told, place))
