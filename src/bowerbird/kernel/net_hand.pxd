# Functions that other compiled modules of the kernel may call without going through Python.

cdef int HELD
cdef int PLAYED
cdef int WON
cdef int DEALER
cdef int TURN
cdef int PHASE
cdef int BASE
cdef int TURN_UP
cdef int DISCARDED
cdef int MAKER
cdef int OPENER
cdef int ALONE
cdef int SECOND
cdef int FALLEN
cdef int FELL
cdef int SECOND_ROUND
cdef int DISCARD
cdef int PLAY
cdef int OVER

cdef int slots_of(unsigned long long cards, int base) noexcept nogil
cdef int card_in(int slot, int base) noexcept nogil
cdef void begin(int* hand, int at, int dealer, int turned, int rules) noexcept nogil
cdef unsigned long long legal_actions(int* hand, int at) noexcept nogil
cdef void apply(int* hand, int at, int action) noexcept nogil
cdef bint is_idle(int* hand, int at) noexcept nogil
cdef unsigned long long go_on(int* hand, int at) noexcept nogil
cdef unsigned long long sight(int* hand, int at) noexcept nogil
cdef int tell(int* hand, int at, unsigned long long legal, unsigned short* seen, int first) noexcept nogil
