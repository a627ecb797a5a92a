# Functions that other compiled modules of the kernel may call without going through Python.

cdef unsigned long long relabel(unsigned long long hand, int trump) noexcept nogil
cdef unsigned long long masters(unsigned long long hand, unsigned long long others) noexcept nogil
cdef int most(
    unsigned long long me,
    unsigned long long left,
    unsigned long long partner,
    unsigned long long right,
    int to_play,
    unsigned long long suit,
    unsigned long long best,
    int holder,
    int tricks,
    bint ours,
    int won,
    int cuts,
) noexcept nogil
