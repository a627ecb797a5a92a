# Functions that other compiled modules of the kernel may call without going through Python.

cdef void tell(int* now, unsigned long long* cards, signed char* row) noexcept nogil
cdef void tell_legal(int* now, unsigned long long* cards, signed char* mask) noexcept nogil
