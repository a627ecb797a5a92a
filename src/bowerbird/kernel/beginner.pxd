# Functions that other compiled modules of the kernel may call without going through Python.

cdef int by_chance(int* now, unsigned long long* cards, unsigned long long* dice) noexcept nogil
cdef int by_thumb(
    int* now, unsigned long long* cards, unsigned long long pack, double* faults, unsigned long long* dice
) noexcept nogil
