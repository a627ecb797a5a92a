# The types of attributes, for the compiled module.

from bowerbird.kernel.net cimport Look
from bowerbird.kernel.story cimport Past

cdef class _Memory:
    cdef Py_ssize_t mask
    cdef unsigned long long[::1] places
    cdef void keep(self, unsigned long long seen, int action) noexcept nogil
    cdef unsigned long long proceed(self, int* hand, int at) noexcept nogil

cdef class Four:
    cdef Past past
    cdef Look look
    cdef _Memory memory
    cdef Py_ssize_t _play_all(
        self,
        unsigned long long[::1] worlds,
        int[::1] actions,
        Py_ssize_t count,
        double nearly,
        unsigned char[::1] records,
    )
