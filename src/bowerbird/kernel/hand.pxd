# Functions that other compiled modules of the kernel may call without going through Python.

cdef unsigned long long lay_away(unsigned long long hand, int turn_up, int[::1] options) noexcept nogil
cdef bint auction(
    unsigned long long* hands,
    int dealer,
    int turn_up,
    int turn,
    int first_call,
    int[::1] options,
    int[::1] styles,
    double[::1] weights,
    unsigned long long* state,
    signed char[::1] record,
    Py_ssize_t at,
) noexcept nogil
cdef void finish(
    unsigned long long* hands,
    unsigned long long pack,
    int turn_up,
    unsigned long long discarded,
    int[::1] options,
    int[::1] styles,
    double[::1] weights,
    unsigned long long* state,
    signed char[::1] record,
    Py_ssize_t at,
) noexcept nogil
cdef int prepare(
    unsigned long long* hands,
    int turn_up,
    unsigned long long discarded,
    int[::1] options,
    int[::1] styles,
    unsigned long long* state,
    signed char[::1] record,
    Py_ssize_t at,
    unsigned long long* ready,
) noexcept nogil
cdef void score(signed char[::1] record, Py_ssize_t at, int tricks, int[::1] options) noexcept nogil
