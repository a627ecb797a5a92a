# The fields of relabelled cards as constants, single bits and random ones in C: `bits.py` has the same in Python.
# A function here is part of every module that uses it, and costs no call.
#
# With BMI2 (see BOWERBIRD_NATIVE in setup.py), `compress` and `nth_bit` are single instructions.

cdef extern from "bits.h":
    const unsigned long long LOW_SUIT "BB_LOW_SUIT"
    const unsigned long long SIDE_SUITS "BB_SIDE_SUITS"
    const unsigned long long TRUMPS "BB_TRUMPS"
    const unsigned long long CARDS "BB_CARDS"
    const unsigned long long GUARDS "BB_GUARDS"
    const unsigned long long DOWN_1 "BB_EACH(0x1FF)"
    const unsigned long long DOWN_2 "BB_EACH(0xFF)"
    const unsigned long long DOWN_4 "BB_EACH(0x3F)"
    const unsigned long long DOWN_8 "BB_EACH(0x3)"
    int low_bit "bb_low_bit"(unsigned long long mask) noexcept nogil
    int ones "bb_ones"(unsigned long long mask) noexcept nogil
    unsigned long long suit_of "bb_suit_of"(unsigned long long card) noexcept nogil
    unsigned long long compress "bb_compress"(unsigned long long bits, unsigned long long mask) noexcept nogil
    unsigned long long nth_bit "bb_nth_bit"(unsigned long long mask, int place) noexcept nogil
    unsigned long long draw "bb_draw"(unsigned long long* state) noexcept nogil
    int below "bb_below"(unsigned long long* state, int limit) noexcept nogil
