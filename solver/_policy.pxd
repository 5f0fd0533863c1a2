"""How seats that see only their own hand tend to play a trick game."""

from fortytwo.engine._random cimport Random
from fortytwo.engine._tricks cimport SEATS, TrickRules, TrickState, pieces_t

cdef enum:
    # Leads: role, trump, opponents above, fives, opponents' trumps; and the length of the suit.
    LEADS = 3 * 2 * 4 * 3 * 3
    LENGTHS = 3 * 2 * 8
    # Follows: role, place, mate, takes, fives, trump; and what is kept or given away.
    FOLLOWS = 3 * 3 * 3 * 3 * 3 * 2
    KEEPS = 3 * 3 * 3 * 4 * 2
    CELLS = LEADS + LENGTHS + FOLLOWS + KEEPS


# What all have seen, besides the trick on the table.
cdef struct Seen:
    pieces_t unseen          # not played yet
    pieces_t may[SEATS]      # what each seat may hold
    pieces_t trumps
    int declarer


cdef void observe(
    Seen *seen, const TrickRules *rules, const TrickState *state, int piece
) noexcept nogil


cdef class Policy:
    cdef float weights[CELLS]

    cdef float score(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, int piece
    ) noexcept nogil
    cdef float surprise(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, int piece
    ) noexcept nogil
    cdef int choose(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, Random random
    ) noexcept nogil


cdef class Habits:
    cdef Policy policy
    cdef object start, plays
    cdef pieces_t trumps
    cdef int declarer
    cdef int called
    cdef Seen seen           # after the plays

    cdef void play_next(
        self, const TrickRules *rules, TrickState *state, int piece
    ) noexcept nogil

    cdef void play_on(
        self, const TrickRules *rules, TrickState *state, int piece, int tricks, Random random
    ) noexcept nogil
