# The types of attributes, for the compiled module.

cdef class _Past:
    cdef object story
    cdef int[60] hand
    cdef int step
    cdef int known_discard
    cdef bint hidden

cdef class _Ear:
    cdef Py_ssize_t mask
    cdef unsigned long long[::1] keys
    cdef long long[::1] places
    cdef long long[::1] twins
    cdef double[::1] gains
    cdef void forget(self) noexcept nogil
    cdef Py_ssize_t first_like(self, unsigned long long key, Py_ssize_t world) noexcept nogil

cdef class _Memory:
    cdef Py_ssize_t mask
    cdef unsigned long long[::1] places
    cdef void keep(self, unsigned long long seen, int action) noexcept nogil
    cdef unsigned long long proceed(self, int* hand, int at) noexcept nogil
