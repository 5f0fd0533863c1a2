"""The exact search for trick games, without the GIL."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from fortytwo.engine._tricks cimport (
    MAX_PIECES, MAX_TRICKS, SEATS, Seating, TrickRow, TrickRules, TrickState, pieces_t,
)
from fortytwo.solver._alike cimport Deal


# What is known of a position at the start of a trick: bounds of what the leader's side still
# takes. Within one deal the pieces still out tell who holds what; others may stand for them.
cdef struct Entry:
    pieces_t out
    int16_t low
    int16_t high
    uint16_t generation
    uint8_t leader

cdef struct Search:
    const TrickRules *rules
    Seating seating
    bint runs                        # winning a trick never harms, and what nothing beats wins
    bint plain                       # ... and four seats play, sides in turn
    pieces_t hands[SEATS]
    Deal deal                        # that the entries are about
    const TrickRow *rows[MAX_PIECES]         # the row that a lead opens
    int rank[4][MAX_PIECES]          # how soon to try it, by what is thought of the trick
    uint8_t killers[SEATS][MAX_TRICKS + 1]   # by tricks left: the last lead that was enough
    Entry *entries
    int shift                        # 64 - log2 of the number of entries
    uint16_t generation              # entries of other deals carry other numbers
    uint64_t nodes                   # pieces placed since the limits were set
    uint64_t earlier                 # pieces placed before
    uint64_t pause                   # the number of nodes at which to look at the limits
    uint64_t node_limit
    double deadline                  # by Python's monotonic clock
    bint stopped                     # a limit was reached: the search unwinds, values are void


cdef void allow(Search *s, uint64_t nodes, double deadline) noexcept nogil
cdef void begin(Search *s, const TrickRules *rules, const TrickState *state) noexcept nogil
cdef int reach(Search *s, const TrickState *state, int need) noexcept nogil
cdef bint can_take(Search *s, const TrickState *state, int side, int need) noexcept nogil
cdef void narrow(
    Search *s, const TrickState *state, int guess, int step, int *low, int *high
) noexcept nogil
cdef void play_best(Search *s, TrickState *state, int side, int need) noexcept nogil
