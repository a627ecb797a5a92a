/* The pass of a net over several positions at once.

   This file is included once for each width of vectors (BB_STEP numbers) and kind of processor (BB_TARGET); BB_NAME
   makes the names of each version. For each position the sums are formed in the same order whatever its neighbours are,
   so they don't depend on them. */

#if BB_STEP > 1
typedef float BB_NAME(vector) __attribute__((vector_size(4 * BB_STEP), aligned(4), may_alias));
#else
typedef float BB_NAME(vector);
#endif

#define BB_TILE 16
#define BB_PARTS (BB_TILE / BB_STEP)
#define BB_AT(array, place) (*(BB_NAME(vector) *)((array) + (place)))
#define BB_OF(array, place) (*(const BB_NAME(vector) *)((array) + (place)))

/* Sixteen outputs of a layer for some positions, cut off at zero. The weights are sixteen for each input. */
BB_INLINE void BB_NAME(tile)(const int positions, const float *weights, const float *bias, int inputs, const float *x,
                       float *y, int outputs) {
    BB_NAME(vector) sums[6][BB_PARTS];
    for (int p = 0; p < positions; p++)
        for (int part = 0; part < BB_PARTS; part++) sums[p][part] = BB_OF(bias, BB_STEP * part);
    for (int i = 0; i < inputs; i++, weights += BB_TILE)
        for (int p = 0; p < positions; p++) {
            const float given = x[(long)p * inputs + i];
            for (int part = 0; part < BB_PARTS; part++) sums[p][part] += BB_OF(weights, BB_STEP * part) * given;
        }
    for (int p = 0; p < positions; p++)
        for (int part = 0; part < BB_PARTS; part++) {
            const float *found = (const float *)&sums[p][part];
            float *out = y + (long)p * outputs + BB_STEP * part;
            for (int place = 0; place < BB_STEP; place++) out[place] = found[place] > 0 ? found[place] : 0;
        }
}

/* The layer into a block: its biases, then the weights tile by tile. Several positions at once share the weights. */
BB_INLINE const float *BB_NAME(into)(const float *weights, int inputs, int outputs, int count, const float *x, float *y) {
    const float *bias = weights;
    weights += outputs;
    for (int tile = 0; tile < outputs; tile += BB_TILE, bias += BB_TILE, weights += BB_TILE * (long)inputs) {
        int at = 0;
        for (; at + 6 <= count; at += 6)
            BB_NAME(tile)(6, weights, bias, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs);
        for (; at + 2 <= count; at += 2)
            BB_NAME(tile)(2, weights, bias, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs);
        for (; at < count; at++)
            BB_NAME(tile)(1, weights, bias, inputs, x + (long)at * inputs, y + (long)at * outputs + tile, outputs);
    }
    return weights;
}

/* Add `count` rows, each times its factor, to sixteen times `tiles` numbers. */
BB_INLINE void BB_NAME(add)(const int tiles, const float *rows, int padded, const int *which, const float *factors,
                      int count, const float *bias, float *x) {
    BB_NAME(vector) sums[4 * BB_PARTS];
    for (int part = 0; part < tiles * BB_PARTS; part++)
        sums[part] = BB_OF(x, BB_STEP * part) + BB_OF(bias, BB_STEP * part);
    for (int place = 0; place < count; place++) {
        const float *row = rows + (long)which[place] * padded, factor = factors[place];
        for (int part = 0; part < tiles * BB_PARTS; part++) sums[part] += BB_OF(row, BB_STEP * part) * factor;
    }
    for (int part = 0; part < tiles * BB_PARTS; part++) BB_AT(x, BB_STEP * part) = sums[part];
}

/* The layer out of a block, added to `x`: its biases, then a row of weights for each input. Most inputs are zero
   after training, so that only the rows of the others are read; these are moved to the front. */
BB_INLINE const float *BB_NAME(out)(const float *weights, int inputs, int outputs, int count, float *inner, int *which,
                              float *x) {
    const float *bias = weights, *rows = weights + outputs;
    for (; count > 0; count--, inner += inputs, x += outputs) {
        int some = 0, at = 0;
        for (int i = 0; i < inputs; i++) {
            const float given = inner[i];
            which[some] = i;
            inner[some] = given;
            some += given > 0;
        }
        for (; at + 4 * BB_TILE <= outputs; at += 4 * BB_TILE)
            BB_NAME(add)(4, rows + at, outputs, which, inner, some, bias + at, x + at);
        for (; at < outputs; at += BB_TILE) BB_NAME(add)(1, rows + at, outputs, which, inner, some, bias + at, x + at);
    }
    return rows + (long)inputs * outputs;
}

BB_INLINE float BB_NAME(sum)(const BB_NAME(vector) *sums) {
    const float *each = (const float *)sums;
    float sum = 0;
    for (int place = 0; place < BB_STEP; place++) sum += each[place];
    return sum;
}

/* Shift and stretch the first `width` numbers of each position to mean 0 and spread 1; the rest are zeros. */
BB_INLINE void BB_NAME(norm)(int width, int padded, int count, const float *x, float *y) {
    for (; count > 0; count--, x += padded, y += padded) {
        BB_NAME(vector) sums = BB_OF(x, 0), squares;
        for (int at = BB_STEP; at < padded; at += BB_STEP) sums += BB_OF(x, at);
        const float mean = BB_NAME(sum)(&sums) / width;
        squares = (BB_OF(x, 0) - mean) * (BB_OF(x, 0) - mean);
        for (int at = BB_STEP; at < padded; at += BB_STEP) squares += (BB_OF(x, at) - mean) * (BB_OF(x, at) - mean);
        const float spread = (BB_NAME(sum)(&squares) - (padded - width) * mean * mean) / width;
        const float stretch = 1 / sqrtf(spread + 1e-5f);
        for (int at = 0; at < padded; at += BB_STEP) BB_AT(y, at) = (BB_OF(x, at) - mean) * stretch;
        for (int at = width; at < padded; at++) y[at] = 0;
    }
}

/* Sixteen times `tiles` numbers of the first layer: the sum of the rows of all bits that are set. */
BB_INLINE void BB_NAME(rows)(const int tiles, const float *rows, int padded, const unsigned short *seen, int count,
                       const float *start, float *x) {
    BB_NAME(vector) sums[4 * BB_PARTS];
    for (int part = 0; part < tiles * BB_PARTS; part++) sums[part] = BB_OF(start, BB_STEP * part);
    for (int place = 0; place < count; place++) {
        const float *row = rows + (long)seen[place] * padded;
        for (int part = 0; part < tiles * BB_PARTS; part++) sums[part] += BB_OF(row, BB_STEP * part);
    }
    for (int part = 0; part < tiles * BB_PARTS; part++) BB_AT(x, BB_STEP * part) = sums[part];
}

BB_INLINE float BB_NAME(dot)(const float *weights, const float *x, int padded) {
    BB_NAME(vector) sums = BB_OF(weights, 0) * BB_OF(x, 0);
    for (int at = BB_STEP; at < padded; at += BB_STEP) sums += BB_OF(weights, at) * BB_OF(x, at);
    return BB_NAME(sum)(&sums);
}

BB_TARGET static void BB_NAME(pass)(BB_PARAMETERS) {
    const float *starts = room;
    float *x = room + 2 * padded, *y = x + (long)lanes * padded, *inner = y + (long)lanes * padded;
    int *which = (int *)(inner + (long)lanes * hidden);
    for (int lane = 0; lane < count; lane++) {
        const float *start = starts + padded * sides[lane];
        int at = 0;
        for (; at + 4 * BB_TILE <= padded; at += 4 * BB_TILE)
            BB_NAME(rows)(4, weights + at, padded, seen + most * lane, counts[lane], start + at, x + (long)padded * lane + at);
        for (; at < padded; at += BB_TILE)
            BB_NAME(rows)(1, weights + at, padded, seen + most * lane, counts[lane], start + at, x + (long)padded * lane + at);
    }
    weights += (long)bits * padded;
    for (int block = 0; block < blocks; block++) {
        BB_NAME(norm)(width, padded, count, x, y);
        weights = BB_NAME(into)(weights, padded, hidden, count, y, inner);
        weights = BB_NAME(out)(weights, hidden, padded, count, inner, which, x);
    }
    BB_NAME(norm)(width, padded, count, x, y);
    for (int lane = 0; lane < count; lane++)
        for (int action = 0; action < actions; action++)
            if (legal[lane] >> action & 1)
                found[actions * lane + action] =
                    weights[action] + BB_NAME(dot)(weights + actions + (long)action * padded, y + (long)padded * lane, padded);
}

#undef BB_TILE
#undef BB_PARTS
#undef BB_AT
#undef BB_OF
