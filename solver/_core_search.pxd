"""Alpha-beta over states in compiled code; each `CoreSearch` owns its table."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from fortytwo.engine._core cimport KEY_WORDS, Core, move_t

cdef struct Entry:
    uint64_t key[KEY_WORDS]
    move_t move                      # the one that decided last
    int32_t low                      # bounds, less the least that the side could end with
    int32_t high
    uint32_t deal                    # the deal that it is of; 0 in an empty entry
    uint8_t words                    # of the key


cdef class CoreSearch:
    cdef readonly int side
    cdef readonly long long nodes    # moves made
    cdef object lock
    cdef Core known                  # a state of the deal that entries are of
    cdef uint32_t deal               # its number
    cdef Entry *entries
    cdef size_t size                 # how many there are
    cdef size_t most                 # ... and how many there may be
    cdef size_t used                 # those of this deal
    cdef int shift                   # 64 less the bits of an entry's number
    cdef move_t *room                # where the moves of all open states lie
    cdef Py_ssize_t room_size
    cdef long long last_node         # the limits of this question
    cdef double deadline
    cdef bint stopped

    cdef Core begin(self, state, node_limit=*, time_limit=*)
    cdef int search(self, Core core, int need, Py_ssize_t first) except? -32768 nogil
    cdef bint may_go_on(self) except -1 nogil
    cdef spread(self)
    cdef Entry *entry_of(self, const uint64_t *key, int words) noexcept nogil
    cdef bint keeps(self, Core core, int value, bint ours) except -1
