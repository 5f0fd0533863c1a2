"""The solver: the search with a table of its own, and what it knows of a deal."""

from libc.stdint cimport int16_t

from fortytwo.engine._tricks cimport SEATS, TrickRules, TrickState, TrickTable, pieces_t, to_go
from fortytwo.solver._search cimport Search


cdef inline bint within(const TrickState *state, const pieces_t *hands) noexcept nogil:
    """Whether each hand of a state holds only pieces of the hand given."""
    cdef int seat
    for seat in range(SEATS):
        if state.hands[seat] & ~hands[seat]:
            return False
    return True


cdef inline int all_points(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """The points of both sides at the end."""
    return state.points[0] + state.points[1] + to_go(rules, state)


cdef int raise_pending() except -1

cdef class Solver:
    cdef Search search
    cdef TrickTable table            # keeps the rules alive
    cdef pieces_t known[SEATS]       # the hands of the deal that the entries are about
    cdef int guess                   # what side 0 was last found to end with
    cdef object lock

    cdef load(self, TrickTable table, const TrickState *state, node_limit=*, time_limit=*)
    cdef void turn_to(self, const TrickRules *rules, const TrickState *state) noexcept nogil
    cdef void bounds(self, const TrickState *state, int *low, int *high) noexcept nogil
    cdef int final_of(self, const TrickState *state) noexcept nogil
    cdef void final_after_each(self, const TrickState *state, int16_t *finals) noexcept nogil
