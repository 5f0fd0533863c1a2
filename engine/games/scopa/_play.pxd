"""The play of a round of Scopa."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from fortytwo.engine._core cimport Core, Reach, move_t
from fortytwo.engine.games.scopa._captures cimport VALUES

cdef enum:
    LATER = 5            # hands that a player gets after the first, at most
    NOBODY = 2

cdef enum Capture:
    OBLIGATORY
    FREE
    ON_DEMAND

cdef enum Stage:
    PLAYING
    ANSWERING            # whether a play may stand that leaves a capture out
    CAPTURING            # with a card of which that was demanded

cdef enum:               # the categories in which points are won, but for sweeps
    CARD_COUNT
    HEART_COUNT
    SEVEN_OF_HEARTS
    PRIMIERA
    CATEGORIES

cdef struct Table:       # what a round begins with, and its rules
    uint64_t stock[LATER][2]
    uint8_t pairs        # of hands in the stock
    uint8_t matches[LATER + 1]   # equal cards in both hands of a pair, from each pair on
    Capture capture
    uint8_t level[VALUES]        # how good a value is for the primiera, from 1
    uint8_t counts[VALUES + 1]   # what a level counts there
    uint8_t order[VALUES]        # the values, the best for the primiera first
    uint64_t up_to[VALUES + 1]   # the hearts of a level or less

cdef struct Round:
    uint64_t hands[2]
    uint64_t table
    uint64_t piles[2]
    uint64_t dull        # cards of which nothing but the value still matters
    move_t offered       # the play that waits for an answer, or for the capture demanded
    uint16_t best[2]     # levels of the primiera by suit, while it is open
    uint16_t total       # of the values on the table
    uint8_t sweeps[2]
    uint8_t turn         # who is to play, or has offered a play
    uint8_t last         # who captured last, or NOBODY
    uint8_t dealt        # pairs of hands from the stock
    uint8_t left         # cards to be played
    uint8_t cards        # in the pile of seat 0, while they matter
    uint8_t hearts       # the same
    Stage stage
    int8_t least[CATEGORIES]     # what seat 0 gains more than seat 1, at least and at most
    int8_t most[CATEGORIES]


cdef class ScopaCore(Core):
    cdef Table *rules(self) noexcept nogil
    cdef Round *round(self) noexcept nogil
    cdef void sort(self, move_t *found, int number) noexcept nogil
    cdef int promise(self, move_t move, uint16_t theirs) noexcept nogil
    cdef bint leaves_capture(self, move_t move) noexcept nogil
    cdef void play(self, move_t move) noexcept nogil
    cdef void take_rest(self) noexcept nogil
    cdef void count_up(self) noexcept nogil
    cdef uint16_t levels(self, uint64_t pile) noexcept nogil
    cdef int primiera(self, uint16_t ours, uint16_t theirs) noexcept nogil
    cdef int sweeps_left(self, int seat) noexcept nogil
