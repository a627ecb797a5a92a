# The arithmetic of a net's pass in C (`vector.h`), for several positions at once.
#
# GCC and Clang get vectors of four numbers, and on x86 a second version with vectors of eight for processors with AVX2
# and FMA, chosen at run time. Any other compiler gets single numbers.

cdef extern from *:
    """
    #include <math.h>

    #define BB_PARAMETERS const float *weights, int bits, int actions, int width, int padded, int hidden, int blocks, \
        int count, int most, const unsigned short *seen, const int *counts, const int *sides, \
        const unsigned long long *legal, float *room, int lanes, float *found
    #define BB_ARGUMENTS weights, bits, actions, width, padded, hidden, blocks, count, most, seen, counts, sides, legal, \
        room, lanes, found

    #if defined(__GNUC__)
    #define BB_INLINE static inline __attribute__((always_inline))
    #define BB_STEP 4
    #else
    #define BB_INLINE static inline
    #define BB_STEP 1
    #endif
    #define BB_TARGET
    #define BB_NAME(name) bb_plain_##name
    #include "vector.h"
    #undef BB_STEP
    #undef BB_TARGET
    #undef BB_NAME

    #if defined(__GNUC__) && defined(__x86_64__)
    #define BB_STEP 8
    #define BB_TARGET __attribute__((target("avx2,fma")))
    #define BB_NAME(name) bb_avx2_##name
    #include "vector.h"
    #endif

    static inline void bb_pass(BB_PARAMETERS) {
    #if defined(__GNUC__) && defined(__x86_64__)
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            bb_avx2_pass(BB_ARGUMENTS);
            return;
        }
    #endif
        bb_plain_pass(BB_ARGUMENTS);
    }
    """
    void look "bb_pass"(
        const float* weights,
        int bits,
        int actions,
        int width,
        int padded,
        int hidden,
        int blocks,
        int count,
        int most,
        const unsigned short* seen,
        const int* counts,
        const int* sides,
        const unsigned long long* legal,
        float* room,
        int lanes,
        float* found,
    ) noexcept nogil
