"""The solver: the search with a table of its own, and what it knows of a deal."""

from libc.stdint cimport int16_t
from libc.string cimport memcmp

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport SEATS, Seating, TrickRules, TrickState, TrickTable, to_go
from fortytwo.solver._search cimport Search


cdef inline bint within(const TrickState *state, const TrickState *deal) noexcept nogil:
    """Whether the seats are those of a deal, and each hand holds only pieces of the hand there."""
    cdef int seat
    for seat in range(SEATS):
        if state.hands[seat] & ~deal.hands[seat]:
            return False
    return memcmp(&state.seating, &deal.seating, sizeof(Seating)) == 0


cdef inline int all_points(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """The points of both sides at the end."""
    return state.points[0] + state.points[1] + to_go(rules, state)


cdef int raise_pending() except -1

cdef class Solver:
    cdef Search search
    cdef TrickTable table            # keeps the rules alive
    cdef TrickState known            # the deal that the entries are about
    cdef int guess                   # what side 0 was last found to end with
    cdef object lock

    cdef load(self, TrickPosition position, const TrickState *state, node_limit=*, time_limit=*)
    cdef void turn_to(self, const TrickRules *rules, const TrickState *state) noexcept nogil
    cdef void bounds(self, const TrickState *state, int *low, int *high) noexcept nogil
    cdef list line_from(self, TrickPosition position, TrickState *state, int final)
    cdef int final_of(self, const TrickState *state) noexcept nogil
    cdef void final_after_each(self, const TrickState *state, int16_t *finals) noexcept nogil
