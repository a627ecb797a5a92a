# Single bits in C.

cdef extern from *:
    """
    #if defined(__GNUC__)
    static inline int bb_low_bit(unsigned long long mask) { return __builtin_ctzll(mask); }
    #else
    static inline int bb_low_bit(unsigned long long mask) {
        int place = 0;
        while (!(mask >> place & 1)) place++;
        return place;
    }
    #endif
    """
    int low_bit "bb_low_bit"(unsigned long long mask) noexcept nogil
