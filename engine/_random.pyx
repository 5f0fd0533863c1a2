"""The engine's own random numbers: the same for a seed on every machine and in every release."""

from operator import index

from libc.stdint cimport uint64_t

from .errors import OptionError, shown


cdef inline uint64_t rotate(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef class Random:
    """Uniform random numbers from a seed (xoshiro256**, seeded through SplitMix64).

    Args:
        seed: any integer from 0 to 2**64 - 1.

    Raises:
        OptionError: the seed is out of range.

    Examples:
        >>> Random(7).below(100) == Random(7).below(100)
        True
    """

    def __cinit__(self):
        self.state[0] = 1  # with nothing but zeros the generator would stand still

    def __init__(self, seed):
        seed = index(seed)
        if not 0 <= seed < 2**64:
            raise OptionError(f"seed {shown(seed)}: expected an integer from 0 to 2**64 - 1")
        cdef uint64_t x = seed, z
        cdef int i
        for i in range(4):
            x += 0x9E3779B97F4A7C15ULL
            z = x
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
            self.state[i] = z ^ (z >> 31)

    cdef uint64_t next(self) noexcept nogil:
        cdef uint64_t *s = self.state
        cdef uint64_t result = rotate(s[1] * 5, 7) * 9
        cdef uint64_t t = s[1] << 17
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
        return result

    cdef uint64_t below_c(self, uint64_t bound) noexcept nogil:
        # Of 2**64 draws the first (2**64 mod bound) are refused: the rest divide evenly.
        cdef uint64_t uneven = (0 - bound) % bound
        cdef uint64_t draw = self.next()
        while draw < uneven:
            draw = self.next()
        return draw % bound

    def below(self, bound):
        """A uniform integer from 0 to bound - 1; `bound` is 1 or more."""
        bound = index(bound)
        if bound < 1:
            raise OptionError(f"bound {shown(bound)}: expected an integer, 1 or more")
        if bound < 2**64:
            return self.below_c(bound)
        words = -(-bound.bit_length() // 64)
        even = 2 ** (64 * words) // bound * bound
        draw = even
        while draw >= even:
            draw = 0
            for _ in range(words):
                draw = draw << 64 | self.next()
        return draw % bound

    def fraction(self):
        """A uniform number between 0 and 1, never either of them."""
        return (self.below_c(1ULL << 53) + 0.5) / <double>(1ULL << 53)

    def choice(self, items):
        """One item of a non-empty sequence, each as likely as any other."""
        cdef Py_ssize_t size = len(items)
        if size == 0:
            raise IndexError("cannot choose from an empty sequence")
        return items[<Py_ssize_t>self.below_c(size)]

    def shuffle(self, list items not None):
        """Put a list into random order, in place."""
        cdef Py_ssize_t i, j
        for i in range(len(items) - 1, 0, -1):
            j = self.below_c(i + 1)
            items[i], items[j] = items[j], items[i]
