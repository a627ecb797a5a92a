/* The fields of relabelled cards, single bits and random ones: `bits.py` has the same in Python. */
#ifndef BB_BITS_H
#define BB_BITS_H

#define BB_EACH(field) ((unsigned long long)(field) * 0x100200400801ULL)
#define BB_LOW_SUIT 0x3FFULL
#define BB_SIDE_SUITS ((1ULL << 44) - 1)
#define BB_TRUMPS (0x3FFULL << 44)
#define BB_CARDS BB_EACH(0x3FF)
#define BB_GUARDS BB_EACH(0x400)

#if defined(__GNUC__)
static inline int bb_low_bit(unsigned long long mask) { return __builtin_ctzll(mask); }
#elif defined(_MSC_VER) && defined(_WIN64)
#include <intrin.h>
static inline int bb_low_bit(unsigned long long mask) {
    unsigned long place;
    _BitScanForward64(&place, mask);
    return (int)place;
}
#else
static inline int bb_low_bit(unsigned long long mask) {
    int place = 0;
    while (!(mask >> place & 1)) place++;
    return place;
}
#endif

/* The whole field of a card: the sum sets its guard bit, and the difference all bits below. */
static inline unsigned long long bb_suit_of(unsigned long long card) {
    unsigned long long guard = (card + BB_CARDS) & BB_GUARDS;
    return guard - (guard >> 10);
}

#if defined(__POPCNT__) || (defined(__GNUC__) && !defined(__x86_64__))
static inline int bb_ones(unsigned long long mask) { return __builtin_popcountll(mask); }
#else
static inline int bb_ones(unsigned long long mask) {
    mask -= mask >> 1 & 0x5555555555555555ULL;
    mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
}
#endif

/* The first two generations of Zen have these instructions, but take longer for one than a loop does. */
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#include <immintrin.h>
static inline unsigned long long bb_compress(unsigned long long bits, unsigned long long mask) {
    return _pext_u64(bits, mask);
}
static inline unsigned long long bb_nth_bit(unsigned long long mask, int place) {
    return _pdep_u64(1ULL << place, mask);
}
#else
static inline unsigned long long bb_compress(unsigned long long bits, unsigned long long mask) {
    unsigned long long found = 0, place = 1;
    for (; mask; mask &= mask - 1, place <<= 1)
        if (bits & mask & (0 - mask)) found |= place;
    return found;
}
/* Without branches, because the processor could not predict them. A hand has at most six cards. */
static inline unsigned long long bb_nth_bit(unsigned long long mask, int place) {
    for (int step = 0; step < 5; step++) mask &= mask - (place > step);
    return mask & (0 - mask);
}
#endif

/* splitmix64: the state steps on, and its bits are mixed. */
#define BB_STEP 0x9E3779B97F4A7C15ULL

static inline unsigned long long bb_mix(unsigned long long bits) {
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL;
    return bits ^ bits >> 31;
}

static inline unsigned long long bb_draw(unsigned long long *state) { return bb_mix(*state += BB_STEP); }

static inline int bb_below(unsigned long long *state, int limit) {
    return (int)((bb_draw(state) >> 32) * (unsigned long long)limit >> 32);
}

#endif
