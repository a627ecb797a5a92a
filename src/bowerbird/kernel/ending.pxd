# The last two tricks in C (`ending.h`).

cdef extern from "ending.h":
    bint last_two "bb_last_two"(
        unsigned long long me,
        unsigned long long left,
        unsigned long long partner,
        unsigned long long right,
        int need,
    ) noexcept nogil
