"""The general search, over Python objects; each `AlphaBeta` owns its memory."""


cdef class Entry:
    cdef long long low
    cdef long long high
    cdef object move


cdef class Memory:
    cdef dict recent
    cdef dict older
    cdef Py_ssize_t half

    cdef Entry recall(self, key)
    cdef Entry keep(self, key, Entry entry)


cdef class AlphaBeta:
    cdef readonly int side
    cdef readonly long long nodes    # moves made
    cdef object solver
    cdef object lock
    cdef object history              # by move: the nodes searched where it decided
    cdef Memory memory
    cdef long long last_node         # the limits of this question
    cdef double deadline
    cdef int deepest

    cdef begin(self, state, node_limit=*, time_limit=*)
    cdef bint keeps(self, state, long long value, bint ours) except -1
    cdef long long search(self, state, long long need, int ply) except? -1
    cdef long long solved(self, tricks) except? -1
    cdef long long final(self, tricks) except? -1
    cdef int count_node(self, int ply) except -1
    cdef list ordered(self, moves, Entry entry)
