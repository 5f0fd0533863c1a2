"""The play of trick games of two with a stock."""

from libc.stdint cimport int16_t, uint8_t, uint16_t

from fortytwo.engine._core cimport Core
from fortytwo.engine._tricks cimport lowest, only, pieces_t
from fortytwo.engine.stock._table cimport DEMANDS, Rules

cdef enum:
    STOCK = 16           # pieces in it, at most
    NOBODY = 2           # as the closer

cdef struct Deal:
    Rules rules
    uint8_t stock[STOCK]     # the turn-up last
    uint8_t stock_size
    int16_t extra            # what the winner gets besides
    int16_t needs[2]         # prizes that end the deal; 0 if none do

cdef struct Round:
    pieces_t hands[2]
    pieces_t lying           # what is in the stock
    pieces_t declared        # those of `lasting` that have been shown
    int16_t points[2]        # as far as they count
    int16_t pending[2]       # what counts with the first trick
    int16_t prizes[2]
    int16_t rest             # points of all pieces that can still be taken
    uint16_t takers          # a set of drawn places of the stock: those of seat 1
    uint8_t lead
    uint8_t turn
    uint8_t drawn
    uint8_t left             # pieces in each hand, between tricks
    uint8_t closer
    uint8_t has_trick[2]
    uint8_t early            # closed before the other had a trick
    uint8_t waiting          # the winner of a trick has still to draw, or to close
    uint8_t swapped          # the turn-up has been exchanged
    uint8_t over


cdef inline bint is_open(const Deal *deal, const Round *round) noexcept nogil:
    """Whether pieces are still drawn."""
    return round.closer == NOBODY and round.drawn < deal.stock_size


cdef inline bint may_declare(const Deal *deal, const Round *round) noexcept nogil:
    """Whether the seat on lead may declare what it holds."""
    return deal.rules.declares_late or round.drawn < deal.stock_size


cdef inline pieces_t allowed(const Rules *rules, int lead, pieces_t hand) noexcept nogil:
    """What a hand may play on a lead once nobody draws any more."""
    cdef pieces_t found
    cdef int i
    for i in range(DEMANDS):
        found = rules.demands[lead][i] & hand
        if found:
            return found
    return hand


cdef inline int value_of(const Rules *rules, pieces_t pieces) noexcept nogil:
    """The points of some pieces."""
    cdef int total = 0
    while pieces:
        total += rules.points[lowest(pieces)]
        pieces &= pieces - 1
    return total


cdef class StockCore(Core):
    cdef Deal *deal_of(self) noexcept nogil
    cdef Round *round(self) noexcept nogil
    cdef give_out(self, hands, stock)
