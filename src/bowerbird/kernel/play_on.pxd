# The types of attributes, for the compiled module.

cdef class _Past:
    cdef object story
    cdef int[60] hand
    cdef int step
    cdef int known_discard
    cdef bint hidden
