"""Positions of trick games: a state of the kernel and its rules."""

from fortytwo.engine._tricks cimport TrickState, TrickTable


cdef class TrickPosition:
    cdef readonly TrickTable table
    cdef TrickState state
    cdef dict openings               # other ways to make the first lead, or None

    cdef tuple offers(self)
    cdef int side_of(self, side) except -1
