# What other compiled modules of the kernel may use without going through Python, and the types of attributes.

from bowerbird.kernel.net cimport Look

cdef class Past:
    cdef object story
    cdef int[60] hand
    cdef int step
    cdef int known_discard
    cdef bint hidden

cdef class _Batch:
    cdef Look look
    cdef int busy
    cdef Py_ssize_t[48] place
    cdef int[48] chose
    cdef unsigned long long[48] legal
    cdef int[48] counts
    cdef int[48] sides
    cdef double[48] chance
    cdef unsigned short[9216] seen

cdef class _Ear:
    cdef _Batch first
    cdef _Batch second
    cdef bint has_second
    cdef Py_ssize_t mask
    cdef unsigned long long[::1] keys
    cdef long long[::1] places
    cdef long long[::1] twins
    cdef double[::1] gains
    cdef void forget(self) noexcept nogil
    cdef Py_ssize_t first_like(self, unsigned long long key, Py_ssize_t world) noexcept nogil

cdef bint lay_out(
    int* past, int known_discard, unsigned long long[::1] worlds, Py_ssize_t world, int* hand, int at
) noexcept nogil
