"""What tells one trick game of two with a stock from another, as data."""

from libc.stdint cimport int16_t, uint8_t

from fortytwo.engine._tricks cimport MAX_PIECES, TrickTable, pieces_t

cdef enum:
    PIECES = 52          # at most: so many fit in the number of a move
    NO_PIECE = MAX_PIECES - 1
    DEMANDS = 3          # that a lead makes, at most
    GROUPS = 4           # of pieces that are declared together, at most
    SHOWN = 8            # numbers of pieces of a group that may be shown, from 0
    RANKS = 32           # numbers of points that pieces may have

# What a deal is worth to the winner, by what the loser has: enough, less than half, or nothing.
ctypedef int16_t[3] awards_t

cdef struct Rules:
    pieces_t beaten_by[MAX_PIECES]           # the pieces that take a trick from a lead
    pieces_t demands[MAX_PIECES][DEMANDS]    # what a lead demands once nobody draws any more
    int16_t points[MAX_PIECES]
    pieces_t ranks[RANKS]                    # the pieces of equal points, the highest first
    uint8_t number_of_ranks
    pieces_t groups[GROUPS]                  # what may be declared together on a lead
    int16_t worth[GROUPS][SHOWN]             # by how many pieces of a group are shown
    int16_t most[GROUPS][SHOWN]              # ... from so many that a hand has, at most
    int16_t total[GROUPS][SHOWN]             # ... and in several declarations together
    uint8_t number_of_groups
    pieces_t lasting                         # pieces that may be held when others have been shown
    pieces_t grand                           # a piece that is worth something more when shown
    int16_t grand_points
    bint declares_late                       # ... also once the stock is drawn to the end
    int16_t last_points[2]                   # the last trick of an open and of a closed deal
    int16_t goal                             # who has so many points has reached the goal
    int16_t half                             # a loser with fewer has lost more
    awards_t awards
    awards_t failed[2]                       # when the closer fails: late, and early
    bint nothing_is_points                   # nothing: no points, instead of no trick
    bint claims                              # who reaches the goal ends the deal
    uint8_t exchanged                        # the piece that is exchanged for the turn-up
    bint closes_first                        # closing is allowed at the first lead
    bint closes_later                        # ... and at others
    bint closes_undrawn                      # at those it comes instead of drawing
    bint winner_gets_last                    # the winner takes the last piece of the stock
    pieces_t prize                           # a trick of these two pieces brings a prize
    pieces_t prize_taker                     # ... if this one takes it
    int16_t prize_worth


cdef class StockTable:
    cdef Rules rules
    cdef readonly tuple tricks               # the kernel's tables, for open and for closed deals

    cdef take_tricks(self, TrickTable tricks)
    cdef take_groups(self, groups)
