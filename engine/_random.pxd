from libc.stdint cimport uint64_t


cdef class Random:
    cdef uint64_t state[4]

    cdef uint64_t next(self) noexcept nogil
    cdef uint64_t below_c(self, uint64_t bound) noexcept nogil
