/* The kernel's work in plain C: the bar that `bowerbird bench` measures the compiled kernel against.
 *
 * Open hands are solved by a boolean search (can this side take that many tricks?) with quick tricks, equal cards
 * tried once, and a good order of cards. Random hands are dealt, called, discarded and played by the standard rules.
 * Cards, hands and the random generator are the kernel's, so that both must find the same.
 *
 * Usage: kernel DEALS. The file has 64-bit numbers of this machine: the number of deals, then for each its four hands,
 * trump, leader, the seats that sit out, and the side to count for. Then a line on standard input is a job:
 *     solve CUTS        solve all deals; CUTS has bit n set if it matters whether n tricks are reached
 *     random COUNT SEED play COUNT random hands
 * and the answer is a line with the seconds of processor time and the CRC-32 of the results.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t cards;

/* Each suit has a field of eleven bits, low cards in low bits, with an empty guard bit; trumps are the highest. */
#define FIELD 11
#define SUIT ((cards)0x3FF)
#define TRUMP_START (4 * FIELD)
#define TRUMPS (SUIT << TRUMP_START)
#define EACH(bits) ((cards)(bits) * (1 | 1ULL << FIELD | 1ULL << 2 * FIELD | 1ULL << 3 * FIELD | 1ULL << 4 * FIELD))
#define ALL EACH(0x3FF)

static inline int count(cards set) { return __builtin_popcountll(set); }
static inline cards lowest(cards set) { return set & -set; }
static inline int start_of(cards card) { return __builtin_ctzll(card) / FIELD * FIELD; }

/* ---- Cards as people number them: suit * 8 + rank from seven to ace, 32 is the joker. Suits: s, d, h, c order of the
 * package, where the suits of one colour add up to 3. ---- */

static cards relabelled[5][5][256]; /* by trump, byte of the hand, and its value */

static int suit_as_played(int card, int trump) {
    if (card == 32) return trump;
    if (trump < 4 && card == (3 - trump) * 8 + 4) return trump; /* the left bower */
    return card / 8;
}

static int strength(int card, int trump) {
    if (card == 32) return 12;
    if (trump < 4 && card == trump * 8 + 4) return 11;
    if (trump < 4 && card == (3 - trump) * 8 + 4) return 10;
    return card % 8;
}

static cards label(int card, int trump) {
    int suit = suit_as_played(card, trump), below = 0;
    for (int other = 0; other < 33; other++)
        below += suit_as_played(other, trump) == suit && strength(other, trump) < strength(card, trump);
    return 1ULL << ((suit == trump ? 4 : suit) * FIELD + below);
}

static void fill_tables(void) {
    for (int trump = 0; trump < 5; trump++)
        for (int card = 0; card < 33; card++)
            for (int value = 0; value < 256; value++)
                if (value >> card % 8 & 1) relabelled[trump][card / 8][value] |= label(card, trump);
}

static inline cards relabel(cards hand, int trump) {
    const cards(*table)[256] = relabelled[trump];
    return table[0][hand & 255] | table[1][hand >> 8 & 255] | table[2][hand >> 16 & 255] | table[3][hand >> 24 & 255] |
           table[4][hand >> 32 & 255];
}

/* ---- Solving open hands ---- */

/* The cards of a hand that no card of their suit in the other hands can beat. */
static inline cards masters(cards hand, cards others) {
    others |= others >> 1 & EACH(0x1FF);
    others |= others >> 2 & EACH(0xFF);
    others |= others >> 4 & EACH(0x3F);
    others |= others >> 8 & EACH(0x3);
    return hand & ~others;
}

/* Tricks that one hand's trumps must win: those that can't be matched one for one with higher ones. */
static inline int unmatched_trumps(cards mine, cards theirs) {
    int best = 0;
    mine >>= TRUMP_START;
    theirs >>= TRUMP_START;
    for (int held = count(mine); mine; held--) {
        cards card = lowest(mine);
        int surplus = held - count(theirs & -card);
        if (surplus > best) best = surplus;
        mine ^= card;
    }
    return best;
}

/* Tricks that a leader with these master cards can take in sequence, whatever the opponents do. */
static inline int cashable(cards top, cards left, cards right) {
    int total = count(top >> TRUMP_START);
    int left_trumps = count(left >> TRUMP_START), right_trumps = count(right >> TRUMP_START);
    bool drawn = left_trumps <= total && right_trumps <= total;
    for (top &= ~TRUMPS; top; top >>= FIELD, left >>= FIELD, right >>= FIELD) {
        int run = count(top & SUIT), length;
        if (run && !drawn) {
            if (left_trumps && (length = count(left & SUIT)) < run) run = length;
            if (right_trumps && (length = count(right & SUIT)) < run) run = length;
        }
        total += run;
    }
    return total;
}

/* True if a lead certainly gives the trick to the partner, who has the master cards `top`. */
static inline bool reaches(cards me, cards left, cards top, cards right) {
    if (me & TRUMPS && top & TRUMPS) return true;
    top &= ~TRUMPS;
    for (cards suit = SUIT; top; top &= ~suit, suit <<= FIELD)
        if (me & suit && top & suit && (left & suit || !(left & TRUMPS)) && (right & suit || !(right & TRUMPS)))
            return true;
    return false;
}

static bool follow(cards me, cards left, cards partner, cards right, int to_play, cards suit, cards best, int holder,
                   int tricks, int need);

/* True if the leader's side can take at least `need` of the last `tricks` tricks. */
static bool lead(cards me, cards left, cards partner, cards right, int tricks, int need) {
    if (need <= 0) return true;
    if (need > tricks) return false;
    if (tricks == 1) {
        cards counts = SUIT << start_of(me) | TRUMPS;
        cards best = (partner & counts) > me ? partner : me;
        return (left & counts) <= best && (right & counts) <= best;
    }
    cards theirs = left | right, ours = me | partner;
    if (tricks - unmatched_trumps(left, ours) < need || tricks - unmatched_trumps(right, ours) < need) return false;
    if (unmatched_trumps(me, theirs) >= need || unmatched_trumps(partner, theirs) >= need) return true;
    cards first = masters(me, theirs | partner);
    if (first && cashable(first, left, right) >= need) return true;
    cards second = masters(partner, theirs | me);
    if (second && reaches(me, left, second, right) && cashable(second, left, right) >= need) return true;
    cards loose = ~(theirs | partner) & ALL;
    second = me & ~first;
    for (;; first = second, second = 0) {
        while (first) {
            cards card = lowest(first);
            first &= ~(loose & ~(loose + card)); /* adjacent cards are equivalent: the carry runs through them */
            if (!follow(left, partner, right, me ^ card, 3, SUIT << start_of(card), card, 3, tricks, tricks - need + 1))
                return true;
        }
        if (!second) return false;
    }
}

/* The same within a trick: `to_play` seats are still to play, the first of them is `me`. `best` is the winning card so
 * far, and `holder` the position of its player, counted from `me`. A hand of 0 sits out. */
static bool follow(cards me, cards left, cards partner, cards right, int to_play, cards suit, cards best, int holder,
                   int tricks, int need) {
    if (to_play == 0) switch (holder) {
        case 0: return lead(me, left, partner, right, tricks - 1, need - 1);
        case 1: return !lead(left, partner, right, me, tricks - 1, tricks - need);
        case 2: return lead(partner, right, me, left, tricks - 1, need - 1);
        default: return !lead(right, me, left, partner, tricks - 1, tricks - need);
        }
    int their_need = tricks - need + 1;
    if (!me) return !follow(left, partner, right, me, to_play - 1, suit, best, holder - 1, tricks, their_need);
    cards legal = me & suit ? me & suit : me;
    cards loose = ~(left | partner | right | best) & ALL;
    cards higher = -(best << 1);
    cards winners = legal & (suit | TRUMPS) & higher;
    cards first = winners, second = legal ^ winners;
    if (holder == 2 && (to_play == 1 || !((left & suit ? left & suit : left & TRUMPS) & higher))) {
        first = second;
        second = winners;
    }
    for (;; first = second, second = 0) {
        while (first) {
            cards card = lowest(first);
            bool wins = (card & winners) != 0;
            first &= ~(loose & ~(loose + card));
            if (!follow(left, partner, right, me ^ card, to_play - 1, suit, wins ? card : best, wins ? 3 : holder - 1,
                        tricks, their_need))
                return true;
        }
        if (!second) return false;
    }
}

/* The tricks of a side: the highest number among `cuts` that it can reach, or 0. The middle is tried first. */
static int most(const cards *hand, int tricks, bool ours, int cuts) {
    int reached = 0;
    for (int cut = 3; cut <= 5; cut++)
        if (cuts >> cut & 1) {
            if (lead(hand[0], hand[1], hand[2], hand[3], tricks, ours ? cut : tricks - cut + 1) != ours) break;
            reached = cut;
        }
    if (reached) return reached;
    for (int cut = 2; cut >= 1; cut--)
        if (cuts >> cut & 1 &&
            lead(hand[0], hand[1], hand[2], hand[3], tricks, ours ? cut : tricks - cut + 1) == ours)
            return cut;
    return 0;
}

struct deal {
    cards hands[4];
    uint64_t trump, leader, out, side;
};

static void solve(const struct deal *deals, size_t number, int cuts, uint8_t *found) {
    for (size_t place = 0; place < number; place++) {
        const struct deal *deal = &deals[place];
        cards hand[4];
        for (int turn = 0; turn < 4; turn++) {
            int seat = (deal->leader + turn) & 3;
            hand[turn] = deal->out >> seat & 1 ? 0 : relabel(deal->hands[seat], (int)deal->trump);
        }
        found[place] = (uint8_t)most(hand, count(hand[0]), (deal->leader & 1) == deal->side, cuts);
    }
}

/* ---- Playing random hands ---- */

static inline uint64_t draw(uint64_t *state) {
    uint64_t bits = *state += 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return bits ^ bits >> 31;
}

static inline int below(uint64_t *state, int limit) { return (int)((draw(state) >> 32) * (uint64_t)limit >> 32); }

/* A random card of at most six; without branches, because the processor could not predict them. */
static inline cards pick(uint64_t *state, cards set, int held) {
    int skip = below(state, held);
    for (int step = 0; step < 5; step++) set &= set - (skip > step);
    return lowest(set);
}

/* One step of a shuffle with 32 random bits: the card that comes to `place`, as a mask. */
static inline cards next_card(uint8_t *deck, int place, uint64_t bits) {
    int other = place + (int)(bits * (uint64_t)(24 - place) >> 32);
    uint8_t card = deck[other];
    deck[other] = deck[place];
    deck[place] = card;
    return 1ULL << card;
}

/* The dealt hand: dealer, round, caller, trump, alone, makers' tricks, points of both sides, the suit turned up. */
struct record {
    int8_t dealer, round, caller, trump, alone, tricks, points[2], turned;
};

static int play(cards *hands, int leader, int out, int caller, uint64_t *state) {
    int taken = 0;
    for (int trick = 0; trick < 5; trick++) {
        int winner = leader;
        cards suit = ALL, best = 0;
        for (int place = 0; place < 4; place++) {
            int seat = (leader + place) & 3;
            if (out >> seat & 1) continue;
            cards legal = hands[seat] & suit ? hands[seat] & suit : hands[seat];
            cards card = pick(state, legal, count(legal));
            hands[seat] ^= card;
            if (place == 0) suit = SUIT << start_of(card);
            bool wins = (card > best) & ((card & (suit | TRUMPS)) != 0);
            best = wins ? card : best;
            winner = wins ? seat : winner;
        }
        leader = winner;
        taken += ((winner ^ caller) & 1) == 0;
    }
    return taken;
}

static struct record play_hand(uint64_t state, int dealer) {
    uint8_t deck[24];
    cards hands[4] = {0};
    for (int place = 0; place < 24; place++) deck[place] = (uint8_t)(place / 6 * 8 + 2 + place % 6);
    for (int place = 0; place < 20; place += 2) {
        uint64_t bits = draw(&state);
        hands[place & 2] |= next_card(deck, place, bits & 0xFFFFFFFF);
        hands[(place & 2) + 1] |= next_card(deck, place + 1, bits >> 32);
    }
    next_card(deck, 20, draw(&state) & 0xFFFFFFFF);
    int turn_up = deck[20], turned = turn_up >> 3;
    struct record hand = {(int8_t)dealer, 0, -1, -1, 0, 0, {0, 0}, (int8_t)turned};
    int caller = 0, trump = -1, alone = 0, turn;
    for (turn = 0; turn < 8; turn++) {
        /* A call is 0 to pass, 1 to 4 for the suits, 5 to 8 for the suits alone. */
        uint64_t legal = turn < 4 ? 1 | 0x22U << turned : 0x1FFU & ~(0x22U << turned);
        for (int skip = below(&state, count(legal)); skip; skip--) legal &= legal - 1;
        int call = __builtin_ctzll(legal);
        if (call) {
            caller = (dealer + 1 + turn) & 3;
            trump = (call - 1) & 3;
            alone = call > 4;
            break;
        }
    }
    if (trump < 0) return hand;
    if (turn < 4) hands[dealer] = (hands[dealer] | 1ULL << turn_up) ^ pick(&state, hands[dealer], 5);
    int out = alone ? 1 << (caller ^ 2) : 0, leader = (dealer + 1) & 3;
    if (out >> leader & 1) leader = (leader + 1) & 3;
    for (int seat = 0; seat < 4; seat++) hands[seat] = relabel(hands[seat], trump);
    int tricks = play(hands, leader, out, caller, &state);
    hand.round = (int8_t)(1 + (turn >> 2));
    hand.caller = (int8_t)caller;
    hand.trump = (int8_t)trump;
    hand.alone = (int8_t)alone;
    hand.tricks = (int8_t)tricks;
    if (tricks < 3) hand.points[~caller & 1] = 2;
    else hand.points[caller & 1] = tricks < 5 ? 1 : alone ? 4 : 2;
    return hand;
}

/* ---- Jobs ---- */

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint32_t crc_32(const uint8_t *bytes, size_t length) {
    uint32_t rest = 0xFFFFFFFF;
    for (size_t place = 0; place < length; place++) {
        rest ^= bytes[place];
        for (int bit = 0; bit < 8; bit++) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320U : 0);
    }
    return ~rest;
}

static void *allocate(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        fputs("not enough memory\n", stderr);
        exit(1);
    }
    memset(memory, 0, size); /* so that no page is first touched while time is taken */
    return memory;
}

static struct deal *read_deals(const char *path, size_t *number) {
    FILE *file = fopen(path, "rb");
    uint64_t deals;
    if (!file || fread(&deals, sizeof deals, 1, file) != 1) {
        perror(path);
        exit(1);
    }
    struct deal *all = allocate(deals * sizeof *all);
    if (fread(all, sizeof *all, deals, file) != deals) {
        fprintf(stderr, "%s is too short\n", path);
        exit(1);
    }
    fclose(file);
    *number = deals;
    return all;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s DEALS\n", argv[0]);
        return 2;
    }
    size_t number;
    struct deal *deals = read_deals(argv[1], &number);
    fill_tables();
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        int cuts;
        unsigned long long hands, seed;
        uint8_t *found;
        size_t size;
        double began, taken;
        if (sscanf(line, "solve %d", &cuts) == 1) {
            found = allocate(size = number);
            began = seconds();
            solve(deals, number, cuts, found);
            taken = seconds() - began;
        } else if (sscanf(line, "random %llu %llu", &hands, &seed) == 2) {
            struct record *records = allocate(size = hands * sizeof *records);
            found = (uint8_t *)records;
            uint64_t scrambled = seed * 0x9E3779B97F4A7C15;
            began = seconds();
            scrambled = draw(&scrambled);
            for (uint64_t place = 0; place < hands; place++)
                records[place] = play_hand(scrambled ^ place << 20, (int)(place & 3));
            taken = seconds() - began;
        } else {
            fprintf(stderr, "not a job: %s", line);
            return 2;
        }
        printf("%.9f %u\n", taken, crc_32(found, size));
        fflush(stdout);
        free(found);
    }
    free(deals);
    return 0;
}
