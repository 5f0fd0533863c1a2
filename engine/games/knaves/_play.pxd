"""The play of a round of Knaves or Polignac."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from fortytwo.engine._core cimport Core, Reach, move_t
from fortytwo.engine._tricks cimport TrickRules, TrickState, TrickTable

cdef struct Deal:                # what a round begins with, and its rules
    const TrickRules *rules
    TrickState start
    uint8_t capot                # what it costs, or 0 where it may not be announced

cdef struct Round:
    TrickState state             # points are those of tricks alone
    uint8_t passes               # seats that have not announced capot
    int8_t announcer             # the seat that has, or NOBODY
    uint8_t failed               # after how many plays the capot has failed, or 0


cdef class KnavesCore(Core):
    cdef readonly TrickTable table           # keeps the rules alive

    cdef const Deal *deal_of(self) noexcept nogil
    cdef Round *round(self) noexcept nogil
    cdef bint may_announce(self) noexcept nogil
    cdef bint is_open(self) noexcept nogil
    cdef int taken(self, int side) noexcept nogil
    cdef int after_success(self, int side) noexcept nogil
