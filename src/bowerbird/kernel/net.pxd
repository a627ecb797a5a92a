# What other compiled modules of the kernel may use without going through Python.

cdef class Weights:
    cdef readonly int width
    cdef readonly int wide
    cdef readonly int deep
    cdef readonly int blocks
    cdef readonly object plain
    cdef const float[::1] values
    cdef const float[::1] worths

cdef class Look:
    cdef Weights weights
    cdef object rows
    cdef float[::1] room
    cdef float[::1] found
    cdef void _start(self, int side, double[::1] row)
    cdef void at(
        self, int count, unsigned short* seen, int* counts, int* sides, unsigned long long* legal
    ) noexcept nogil
