"""The exact search for trick games, without the GIL; each `Solver` owns its table."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from fortytwo.engine._tricks cimport (
    MAX_PIECES, SEATS, TrickRules, TrickState, TrickTable, pieces_t,
)


# What is known of a position at the start of a trick: bounds of the points side 0 still takes.
# Within one deal the pieces still out tell who holds what.
cdef struct Entry:
    pieces_t out
    int16_t low
    int16_t high
    uint16_t generation
    uint8_t leader
    uint8_t move

cdef struct Search:
    const TrickRules *rules
    pieces_t hands[SEATS]
    uint8_t weakness[MAX_PIECES]     # how many pieces beat it when it is led
    Entry *entries
    int shift                        # 64 - log2 of the number of entries
    uint16_t generation              # entries of other deals carry other numbers
    uint64_t nodes                   # pieces placed


cdef class Solver:
    cdef Search search
    cdef TrickTable table
    cdef pieces_t known[SEATS]
    cdef object lock

    cdef load(self, TrickTable table, const TrickState *state)
    cdef int reach(self, const TrickState *state, int need) noexcept nogil
    cdef int value(self, const TrickState *state) noexcept nogil
    cdef void play_best(self, TrickState *state, int final) noexcept nogil
    cdef bint keeps(self, const TrickState *state, int final, int side) noexcept nogil
