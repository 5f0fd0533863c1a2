"""Questions about many positions, answered by several threads without the GIL."""

cimport cython
from libc.stdint cimport int16_t

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport TrickRules, TrickState
from fortytwo.solver._solver cimport Solver


# What the rest of a game depends on. Its past is cleared: equal rests have equal bytes.
cdef struct Question:
    const TrickRules *rules
    TrickState state

cdef struct Asked:
    int question                     # its place, or NOTHING
    int16_t points[2]                # taken before


cdef class Batch:
    cdef readonly int size           # positions added
    cdef readonly int distinct       # questions that they come to
    cdef readonly int done           # questions answered
    cdef readonly int width          # answers to a question
    cdef int room
    cdef bint plays
    cdef int stride                  # answers kept for a question: 1, or one for each piece
    cdef Asked *asked
    cdef Question *questions
    cdef int16_t *answers            # what side 0 still takes, or NO_POINTS
    cdef int *slots                  # hash table: places of questions, counted from 1
    cdef int slot_mask
    cdef set tables                  # kept alive: the questions point to their rules
    cdef list solvers                # of those that work
    cdef int begun                   # questions handed out
    cdef volatile bint stopped
    cdef cython.pymutex lock         # of begun and done

    cdef reserve(self, int positions)
    cdef ask(self, TrickPosition position)
    cdef int place_of(self, const Question *question) noexcept nogil
    cdef bint take(self, int *first, int *last) noexcept nogil
    cdef void answer(self, Solver solver, int place) noexcept nogil
