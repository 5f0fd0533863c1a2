"""Drawing and listing worlds, as `Worlds` does it in plain sight, some hundred times faster."""

from fortytwo.engine._random cimport Random

from libc.stdint cimport INT64_MAX, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

cpdef enum:
    MAX_PLACES = 8

cdef enum:
    MAX_PIECES = 64
    MAX_ROOMS = 1 << 20


cdef class Dealer:
    """Gives the unseen pieces out in the order of a `Worlds`, with its numbers.

    Args:
        bits: the pieces as masks, in the order in which they are given out.
        allowed: for each of them the places that may get it.
        sizes: how many pieces each place gets.
        others: when so many pieces are left, ...
        most: ... each place has room for so many of them at most.

    Raises:
        OverflowError: so many worlds, or ways to fill places in part, that they cannot be counted.
    """
    cdef int pieces, places
    cdef uint64_t bits[MAX_PIECES]
    cdef uint8_t allowed[MAX_PIECES]     # for each piece a set of places
    cdef int stride[MAX_PLACES]          # what one free seat in a place adds to the index of a room
    cdef uint64_t *ways                  # by room: how many ways there are to give out the rest
    cdef int all_room

    def __cinit__(self, bits, allowed, sizes, int others, most):
        cdef int i, place, room, rooms = 1
        self.pieces = len(bits)
        self.places = len(sizes)
        for place in range(self.places):
            self.stride[place] = rooms
            rooms *= <int>sizes[place] + 1
            if rooms > MAX_ROOMS:
                raise OverflowError(f"more than {MAX_ROOMS} ways to fill places in part")
        self.all_room = rooms - 1
        for i in range(self.pieces):
            self.bits[i] = bits[i]
            for place in allowed[i]:
                self.allowed[i] |= 1 << place
        self.ways = <uint64_t *>calloc(rooms, sizeof(uint64_t))
        if self.ways == NULL:
            raise MemoryError(f"{rooms} counts of worlds")
        self.ways[0] = others > 0 or min(most, default=0) >= 0
        for room in range(1, rooms):
            self.count_ways(room, sizes, others, most)

    def __dealloc__(self):
        free(self.ways)

    cdef count_ways(self, int room, sizes, int others, most):
        cdef int place, left = 0
        cdef int free_seats[MAX_PLACES]
        for place in range(self.places):
            free_seats[place] = room // self.stride[place] % (<int>sizes[place] + 1)
            left += free_seats[place]
        if left == others:
            for place in range(self.places):
                if free_seats[place] > <int>most[place]:
                    return
        for place in range(self.places):
            if free_seats[place] and self.allowed[self.pieces - left] >> place & 1:
                if self.ways[room] > INT64_MAX - self.ways[room - self.stride[place]]:
                    raise OverflowError("more worlds than 64 bits hold")
                self.ways[room] += self.ways[room - self.stride[place]]

    @property
    def count(self):
        """How many worlds there are."""
        return self.ways[self.all_room]

    def draw(
        self, Random random not None, uint64_t[:, ::1] worlds not None, uint64_t orders=1
    ):
        """Fill the rows of an array with worlds drawn at random, as `Worlds.draw` does.

        Args:
            random: what draws them.
            worlds: the array, of as many columns as there are places, and one more for an order.
            orders: how many orders there are.
        """
        cdef Py_ssize_t world
        cdef bint in_order = worlds.shape[1] > self.places
        cdef int i, place, room
        cdef uint64_t chosen, ways
        for world in range(worlds.shape[0]):
            room = self.all_room
            worlds[world, :] = 0
            for i in range(self.pieces):
                chosen = random.below_c(self.ways[room])
                for place in range(self.places):
                    ways = self.ways_after(i, place, room)
                    if chosen < ways:
                        worlds[world, place] |= self.bits[i]
                        room -= self.stride[place]
                        break
                    chosen -= ways
            if in_order:
                worlds[world, self.places] = random.below_c(orders)

    def fill(self, uint64_t[:, ::1] worlds not None):
        """Fill an array of worlds × places, as many as there are, with all of them."""
        cdef Py_ssize_t world = 0
        cdef uint64_t masks[MAX_PLACES]
        cdef int place
        for place in range(self.places):
            masks[place] = 0
        self.extend(0, self.all_room, masks, worlds, &world)

    cdef void extend(
        self, int i, int room, uint64_t *masks, uint64_t[:, ::1] worlds, Py_ssize_t *world
    ) noexcept:
        cdef int place
        if i == self.pieces:
            for place in range(self.places):
                worlds[world[0], place] = masks[place]
            world[0] += 1
            return
        for place in range(self.places):
            if self.ways_after(i, place, room):
                masks[place] |= self.bits[i]
                self.extend(i + 1, room - self.stride[place], masks, worlds, world)
                masks[place] ^= self.bits[i]

    cdef inline uint64_t ways_after(self, int i, int place, int room) noexcept:
        """How many ways there are to go on when a place gets the piece."""
        if not self.allowed[i] >> place & 1 or not self.has_room(place, room):
            return 0
        return self.ways[room - self.stride[place]]

    cdef inline bint has_room(self, int place, int room) noexcept:
        cdef int above = self.stride[place + 1] if place + 1 < self.places else self.all_room + 1
        return room % above >= self.stride[place]
