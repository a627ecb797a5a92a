# Functions that other compiled modules of the kernel may call without going through Python.

cdef int legal_calls(unsigned long long hand, int turn, int turned, int[::1] options) noexcept nogil
cdef double rating(
    unsigned long long hand, int trump, int turn, int turn_up, double[::1] weights, int start
) noexcept nogil
