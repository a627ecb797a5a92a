# Functions that other compiled modules of the kernel may call without going through Python.

cdef unsigned long long pick(unsigned long long* state, unsigned long long cards, int held) noexcept nogil
cdef unsigned long long pick_some(
    unsigned long long* state, unsigned long long cards, int held, int wanted
) noexcept nogil
cdef int deal(
    unsigned char* cards, int count, unsigned long long* state, unsigned long long* hands
) noexcept nogil
