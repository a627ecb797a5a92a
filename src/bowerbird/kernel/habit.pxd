# Functions that other compiled modules of the kernel may call without going through Python.

cdef int follow_context(
    int behind,
    bint partner_played,
    bint partner_wins,
    unsigned long long best,
    unsigned long long unseen,
    bint follows,
    bint makers,
) noexcept nogil
cdef unsigned long long by_habit(
    unsigned long long legal,
    unsigned long long hand,
    unsigned long long unseen,
    unsigned long long suit,
    unsigned long long best,
    int role,
    int context,
    int stand,
    double[::1] habits,
    int start,
) noexcept nogil
cdef double likelihood(
    unsigned long long played,
    unsigned long long legal,
    unsigned long long hand,
    unsigned long long unseen,
    unsigned long long suit,
    unsigned long long best,
    int role,
    int context,
    int stand,
    double[::1] habits,
    int start,
    double sharpness,
) noexcept nogil
