# Random play of eight hands side by side in C (`lanes.h`).

cdef extern from "lanes.h":
    const bint HAS_LANES "BB_HAS_LANES"
    void play_lanes "bb_play_lanes"(
        unsigned long long* hands, unsigned long long* states, unsigned long long* taken
    ) noexcept nogil
