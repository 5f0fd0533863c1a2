"""Max^n over trick games: every side takes the most for itself; without the GIL."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from fortytwo.engine._tricks cimport (
    SEATS, Seating, TrickRow, TrickRules, TrickState, TrickTable, pieces_t,
)
from fortytwo.solver._alike cimport Deal


cdef struct Points:                  # by side
    int16_t of[SEATS]

# What all sides still take from a position at the start of a trick. Within one deal the pieces
# still out tell who holds what; others may stand for them.
cdef struct Entry:
    pieces_t out
    uint32_t generation
    uint8_t leader
    Points points

# A trick under way.
cdef struct Trick:
    const TrickRow *row
    int rest                         # what all sides together still take, this trick included
    int most                         # what any of them takes at most

cdef struct Search:
    const TrickRules *rules
    Seating seating
    pieces_t hands[SEATS]
    Deal deal                        # that the entries are about
    Entry *entries
    int shift                        # 64 - log2 of the number of entries
    uint32_t generation              # entries of other deals carry other numbers
    uint64_t nodes                   # pieces placed since the limits were set
    uint64_t pause                   # the number of nodes at which to look at the limits
    uint64_t node_limit
    double deadline                  # by Python's monotonic clock
    bint stopped                     # a limit was reached: the search unwinds, values are void


cdef class MaxN:
    cdef Search search
    cdef TrickTable table            # keeps the rules alive
    cdef TrickState known            # the deal that the entries are about
    cdef object lock

    cdef void turn_to(self, const TrickRules *rules, const TrickState *state) noexcept nogil
