# cython: language_level=3
"""An extension of one's own: it solves positions of forty-two without the GIL."""

from libc.stdlib cimport free, malloc

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport TrickRules, TrickState
from fortytwo.solver._solver cimport Solver


def mean_points(positions):
    """The mean of what NS ends with, with best play by all.

    Args:
        positions: a list of `fortytwo.Position`, all of one declaration.
    """
    cdef Solver solver = Solver()
    cdef TrickPosition position = positions[0]
    cdef const TrickRules *rules = &position.table.rules    # positions keep their tables alive
    cdef int i, number = len(positions)
    cdef long total = 0
    cdef TrickState *states = <TrickState *>malloc(number * sizeof(TrickState))
    if states == NULL:
        raise MemoryError
    for i in range(number):
        position = positions[i]
        if &position.table.rules != rules:
            free(states)
            raise ValueError("positions of several declarations")
        states[i] = position.state
    with nogil:
        for i in range(number):
            solver.turn_to(rules, &states[i])
            total += solver.final_of(&states[i])
    free(states)
    return total / number
