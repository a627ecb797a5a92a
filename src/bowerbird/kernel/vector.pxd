# The arithmetic of a net's pass in C, for several positions at once.
#
# GCC and Clang get vectors of eight numbers, which they turn into whatever the machine has, and on x86 a second version
# for processors with AVX2 and FMA, chosen at run time. Any other compiler gets single numbers.
#
# For each position the sums are formed in the same order whatever its neighbours are, so they don't depend on them.

cdef extern from *:
    """
    #include <math.h>

    #if defined(__GNUC__)
    #define BB_INLINE static inline __attribute__((always_inline))
    #define BB_STEP 8
    typedef float bb_vector __attribute__((vector_size(32), aligned(4), may_alias));
    #else
    #define BB_INLINE static inline
    #define BB_STEP 1
    typedef float bb_vector;
    #endif
    #define BB_TILE 16
    #define BB_PARTS (BB_TILE / BB_STEP)
    #define BB_AT(array, place) (*(bb_vector *)((array) + (place)))
    #define BB_OF(array, place) (*(const bb_vector *)((array) + (place)))

    /* Sixteen outputs of a layer for some positions. The weights are rows of sixteen, one for each input. */
    BB_INLINE void bb_tile(const int positions, const float *weights, const float *bias, int inputs, const float *x,
                           float *y, int outputs, int add) {
        bb_vector sums[6][BB_PARTS];
        for (int p = 0; p < positions; p++)
            for (int part = 0; part < BB_PARTS; part++) sums[p][part] = BB_OF(bias, BB_STEP * part);
        for (int i = 0; i < inputs; i++, weights += BB_TILE)
            for (int p = 0; p < positions; p++) {
                const float given = x[(long)p * inputs + i];
                for (int part = 0; part < BB_PARTS; part++) sums[p][part] += BB_OF(weights, BB_STEP * part) * given;
            }
        for (int p = 0; p < positions; p++)
            for (int part = 0; part < BB_PARTS; part++) {
                float *out = y + (long)p * outputs + BB_STEP * part;
                if (add) {
                    BB_AT(out, 0) += sums[p][part];
                } else {
                    const float *found = (const float *)&sums[p][part];
                    for (int place = 0; place < BB_STEP; place++) out[place] = found[place] > 0 ? found[place] : 0;
                }
            }
    }

    /* A layer whose outputs are cut off at zero, or added to `y`. The bias precedes the weights. */
    BB_INLINE const float *bb_layer(const float *weights, int inputs, int outputs, int count, const float *x, float *y,
                                    const int add) {
        const float *bias = weights;
        weights += outputs;
        for (int tile = 0; tile < outputs; tile += BB_TILE, weights += BB_TILE * (long)inputs) {
            int at = 0;
            for (; at + 6 <= count; at += 6)
                bb_tile(6, weights, bias + tile, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs, add);
            for (; at + 2 <= count; at += 2)
                bb_tile(2, weights, bias + tile, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs, add);
            for (; at < count; at++)
                bb_tile(1, weights, bias + tile, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs, add);
        }
        return weights;
    }

    BB_INLINE float bb_sum(const bb_vector *sums) {
        const float *each = (const float *)sums;
        float sum = 0;
        for (int place = 0; place < BB_STEP; place++) sum += each[place];
        return sum;
    }

    /* Shift and stretch the first `width` numbers of each position to mean 0 and spread 1; the rest are zeros. */
    BB_INLINE void bb_norm(int width, int padded, int count, const float *x, float *y) {
        for (; count > 0; count--, x += padded, y += padded) {
            bb_vector sums = BB_OF(x, 0), squares;
            for (int at = BB_STEP; at < padded; at += BB_STEP) sums += BB_OF(x, at);
            const float mean = bb_sum(&sums) / width;
            squares = (BB_OF(x, 0) - mean) * (BB_OF(x, 0) - mean);
            for (int at = BB_STEP; at < padded; at += BB_STEP) squares += (BB_OF(x, at) - mean) * (BB_OF(x, at) - mean);
            const float spread = (bb_sum(&squares) - (padded - width) * mean * mean) / width;
            const float stretch = 1 / sqrtf(spread + 1e-5f);
            for (int at = 0; at < padded; at += BB_STEP) BB_AT(y, at) = (BB_OF(x, at) - mean) * stretch;
            for (int at = width; at < padded; at++) y[at] = 0;
        }
    }

    /* Sixteen times `tiles` numbers of the first layer: the sum of the rows of all bits that are set. */
    BB_INLINE void bb_rows(const int tiles, const float *rows, int padded, const unsigned short *seen, int count,
                           const float *start, float *x) {
        bb_vector sums[4 * BB_PARTS];
        for (int part = 0; part < tiles * BB_PARTS; part++) sums[part] = BB_OF(start, BB_STEP * part);
        for (int place = 0; place < count; place++) {
            const float *row = rows + (long)seen[place] * padded;
            for (int part = 0; part < tiles * BB_PARTS; part++) sums[part] += BB_OF(row, BB_STEP * part);
        }
        for (int part = 0; part < tiles * BB_PARTS; part++) BB_AT(x, BB_STEP * part) = sums[part];
    }

    BB_INLINE float bb_dot(const float *weights, const float *x, int padded) {
        bb_vector sums = BB_OF(weights, 0) * BB_OF(x, 0);
        for (int at = BB_STEP; at < padded; at += BB_STEP) sums += BB_OF(weights, at) * BB_OF(x, at);
        return bb_sum(&sums);
    }

    BB_INLINE void bb_any(const float *weights, int bits, int actions, int width, int padded, int hidden, int blocks,
                          int count, int most, const unsigned short *seen, const int *counts, const int *sides,
                          const unsigned long long *legal, float *room, int lanes, float *found) {
        const float *starts = room;
        float *x = room + 2 * padded, *y = x + (long)lanes * padded, *inner = y + (long)lanes * padded;
        for (int lane = 0; lane < count; lane++) {
            const float *start = starts + padded * sides[lane];
            int at = 0;
            for (; at + 4 * BB_TILE <= padded; at += 4 * BB_TILE)
                bb_rows(4, weights + at, padded, seen + most * lane, counts[lane], start + at, x + (long)padded * lane + at);
            for (; at < padded; at += BB_TILE)
                bb_rows(1, weights + at, padded, seen + most * lane, counts[lane], start + at, x + (long)padded * lane + at);
        }
        weights += (long)bits * padded;
        for (int block = 0; block < blocks; block++) {
            bb_norm(width, padded, count, x, y);
            weights = bb_layer(weights, padded, hidden, count, y, inner, 0);
            weights = bb_layer(weights, hidden, padded, count, inner, x, 1);
        }
        bb_norm(width, padded, count, x, y);
        for (int lane = 0; lane < count; lane++)
            for (int action = 0; action < actions; action++)
                if (legal[lane] >> action & 1)
                    found[actions * lane + action] =
                        weights[action] + bb_dot(weights + actions + (long)action * padded, y + (long)padded * lane, padded);
    }

    #define BB_PARAMETERS const float *weights, int bits, int actions, int width, int padded, int hidden, int blocks, \
        int count, int most, const unsigned short *seen, const int *counts, const int *sides, \
        const unsigned long long *legal, float *room, int lanes, float *found
    #define BB_ARGUMENTS weights, bits, actions, width, padded, hidden, blocks, count, most, seen, counts, sides, legal, \
        room, lanes, found

    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2,fma"))) static void bb_with_avx2(BB_PARAMETERS) { bb_any(BB_ARGUMENTS); }
    #endif
    static void bb_plain(BB_PARAMETERS) { bb_any(BB_ARGUMENTS); }

    static inline void bb_pass(BB_PARAMETERS) {
    #if defined(__GNUC__) && defined(__x86_64__)
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            bb_with_avx2(BB_ARGUMENTS);
            return;
        }
    #endif
        bb_plain(BB_ARGUMENTS);
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
