# Functions that other compiled modules of the kernel may call without going through Python.

cdef void deal(
    int* now, unsigned long long* cards, int* rules, unsigned char* pack, unsigned long long* dice, int turned
) noexcept nogil
cdef int offered(int* now) noexcept nogil
cdef unsigned long long suit_led(int* now) noexcept nogil
cdef void list_legal(int* now, unsigned long long* cards, int* rules) noexcept nogil
cdef bint is_legal(int* now, unsigned long long* cards, int action) noexcept nogil
cdef int next_playing(int* now, int seat) noexcept nogil
cdef int trick_winner(int* now) noexcept nogil
cdef void apply(int* now, unsigned long long* cards, int* rules, signed char* last, int action) noexcept nogil
