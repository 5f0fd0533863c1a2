"""States of a fixed size, for games in compiled code that are no trick games.

A game keeps in one struct all that moves change, and in another all that a deal fixes for good,
such as the order of the stock or the rules. It says what may be moved, what a move changes, what
can still be reached, and what the rest depends on. Taking back, copies and comparison are made
here, and `solver._core_search` searches any such state without the GIL.
"""

from libc.stdint cimport uint64_t

ctypedef uint64_t move_t

cdef enum:
    MOST_MOVES = 10000   # no state may allow more
    KEY_WORDS = 6        # nor need a longer key
    FINISHED = -1        # whose turn it is then

cdef struct Reach:
    int least
    int most


cdef class Core:
    cdef char *now               # the game's struct as it is
    cdef char *fixed             # what never changes in this deal
    cdef Py_ssize_t size
    cdef Py_ssize_t fixed_size
    cdef char *past              # `now` before each move
    cdef move_t *made
    cdef Py_ssize_t depth
    cdef Py_ssize_t room

    cdef int allocate(self, Py_ssize_t size, Py_ssize_t fixed_size) except -1

    # What a game offers. None of these may fail, and none looks at the past.
    cdef int turn(self) noexcept nogil
    cdef int side_of(self, int seat) noexcept nogil
    cdef int number_of_sides(self) noexcept nogil
    cdef int moves(self, move_t *found) noexcept nogil
    cdef void change(self, move_t move) noexcept nogil
    cdef Reach reach(self, int side) noexcept nogil
    cdef int pack(self, uint64_t *key) noexcept nogil

    # What comes of it.
    cdef int make(self, move_t move) except -1 nogil
    cdef void take_back(self) noexcept nogil
    cdef bint fixed_as(self, Core other) noexcept nogil
