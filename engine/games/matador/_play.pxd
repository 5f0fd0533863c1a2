"""The play of a round of Matador."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fortytwo.engine._core cimport Core, Reach, move_t

cdef enum:
    SEATS = 4            # at most
    TILES = 28
    NO_TILE = 255
    # What an end shows: a number, or a pair after a matador laid across.
    PAIR = 7             # 7, 8 and 9: the pairs 6 and 1, 5 and 2, 4 and 3
    NOTHING = 10         # before the first tile

cdef struct Table:       # what a round begins with, and its rules
    uint8_t stock[TILES]
    uint8_t stock_size
    uint8_t drawable     # so many of the stock may be drawn
    uint8_t seats
    uint8_t opening      # the tile that must be laid first, or NO_TILE
    bint draws_many
    bint draws_freely
    bint ends_with_stock
    bint excess_only
    uint8_t pips[TILES]

cdef struct Round:
    uint32_t hands[SEATS]
    uint8_t ends[2]
    uint8_t turn
    uint8_t drawn        # from the stock, in all
    uint8_t drew         # in this turn
    uint8_t passes       # in a row
    bint over


cdef class MatadorCore(Core):
    cdef Table *table(self) noexcept nogil
    cdef Round *round(self) noexcept nogil
    cdef int plays(self, move_t *found) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef int pips(self, int seat) noexcept nogil
    cdef int scored(self, int *winner) noexcept nogil
