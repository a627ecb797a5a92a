# Functions that other compiled modules of the kernel may call without going through Python.

cdef unsigned long long least(unsigned long long cards, unsigned long long hand) noexcept nogil
cdef unsigned long long thumb_lead(
    unsigned long long hand, unsigned long long unseen, bint makers, bint caller
) noexcept nogil
cdef unsigned long long thumb_follow(
    unsigned long long hand,
    unsigned long long unseen,
    unsigned long long suit,
    unsigned long long best,
    bint partner_wins,
    bint last,
) noexcept nogil
