"""What states of a fixed size have in common: taking back, copies, comparison."""

from operator import index

from .errors import IllegalMoveError, ImpossiblePositionError, shown

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy

cdef enum:
    FIRST_ROOM = 64


cdef class Core:
    """A state of a game in compiled code. Its moves are numbers; a game gives them a face.

    The number of a move says all that it does, so that it means the same wherever it is legal.
    """

    cdef int allocate(self, Py_ssize_t size, Py_ssize_t fixed_size) except -1:
        """Get memory for the game's two structs, all 0. To be called by its `__cinit__`."""
        self.size = size
        self.fixed_size = fixed_size
        self.now = <char *>calloc(1, size)
        self.fixed = <char *>calloc(1, fixed_size)
        if self.now == NULL or self.fixed == NULL:
            raise MemoryError("a state of a game")
        return 0

    def __dealloc__(self):
        free(self.now)
        free(self.fixed)
        free(self.past)
        free(self.made)

    cdef int turn(self) noexcept nogil:
        """The seat to move, or `FINISHED`."""
        return FINISHED

    cdef int side_of(self, int seat) noexcept nogil:
        """The side that a seat plays for."""
        return seat

    cdef int number_of_sides(self) noexcept nogil:
        return 2

    cdef int moves(self, move_t *found) noexcept nogil:
        """The legal moves, the most promising first, and how many there are."""
        return 0

    cdef void change(self, move_t move) noexcept nogil:
        """Change `now` by a legal move."""

    cdef Reach reach(self, int side) noexcept nogil:
        """The least and the most that a side can still end with; equal when finished."""
        return Reach(0, 0)

    cdef int pack(self, uint64_t *key) noexcept nogil:
        """Write what the rest depends on, within this deal; how many words that takes.

        Equal only where the rest is the same and `reach` of each side stays as far apart,
        whatever is played, as it is now.
        """
        return 0

    cdef int make(self, move_t move) except -1 nogil:
        """Make a legal move."""
        if self.depth == self.room:
            with gil:
                self.grow()
        memcpy(self.past + self.depth * self.size, self.now, self.size)
        self.made[self.depth] = move
        self.depth = self.depth + 1
        self.change(move)
        return 0

    cdef void take_back(self) noexcept nogil:
        """Take back the last move; there must be one."""
        self.depth = self.depth - 1
        memcpy(self.now, self.past + self.depth * self.size, self.size)

    cdef bint fixed_as(self, Core other) noexcept nogil:
        """Whether both are of the same deal, given that they are of the same game."""
        return memcmp(self.fixed, other.fixed, self.fixed_size) == 0

    def grow(self):
        """Make room for more moves to take back."""
        cdef Py_ssize_t room = 2 * self.room or FIRST_ROOM
        cdef char *past = <char *>realloc(self.past, room * self.size)
        if past != NULL:
            self.past = past
        cdef move_t *made = <move_t *>realloc(self.made, room * sizeof(move_t))
        if made != NULL:
            self.made = made
        if past == NULL or made == NULL:
            raise MemoryError(f"{room} moves to take back")
        self.room = room

    @property
    def mover(self):
        """The seat to move, or -1 when finished."""
        return self.turn()

    @property
    def side(self):
        """The side to move, or -1 when finished."""
        cdef int seat = self.turn()
        if seat == FINISHED:
            return seat
        return self.side_of(seat)

    @property
    def sides(self):
        """How many sides there are."""
        return self.number_of_sides()

    @property
    def finished(self):
        """Whether nothing more can happen."""
        return self.turn() == FINISHED

    @property
    def legal(self):
        """The numbers of the legal moves."""
        cdef move_t found[MOST_MOVES]
        cdef int i, number = self.moves(found)
        return [found[i] for i in range(number)]

    @property
    def history(self):
        """The moves made since the state was set up, in order."""
        cdef Py_ssize_t i
        return [self.made[i] for i in range(self.depth)]

    @property
    def deal(self):
        """Equal only for states of one deal under the same rules."""
        return self.fixed[:self.fixed_size]

    @property
    def key(self):
        """Equal only for states of one deal whose rest is the same."""
        cdef uint64_t words[KEY_WORDS]
        cdef int number = self.pack(words)
        return (<char *>words)[:number * sizeof(uint64_t)]

    def bounds(self, int side):
        """The least and the most that a side can still end with."""
        if not 0 <= side < self.number_of_sides():
            raise ImpossiblePositionError(
                f"side {side}: expected 0 to {self.number_of_sides() - 1}"
            )
        cdef Reach reach = self.reach(side)
        return reach.least, reach.most

    def push(self, move):
        """Make a move.

        Raises:
            IllegalMoveError: it is not allowed now; nothing has changed.
        """
        number = index(move)
        if number not in self.legal:
            raise IllegalMoveError(f"move {shown(number)} is not allowed now")
        self.make(number)

    def pop(self):
        """Take back the last move and return it; IndexError if there is none."""
        if self.depth == 0:
            raise IndexError("there is no move to take back")
        self.take_back()
        return self.made[self.depth]

    def copy(self):
        """An independent copy, moves to take back included."""
        cdef Core other = type(self).__new__(type(self))
        memcpy(other.now, self.now, self.size)
        memcpy(other.fixed, self.fixed, self.fixed_size)
        while other.room < self.depth:
            other.grow()
        if self.depth:
            memcpy(other.past, self.past, self.depth * self.size)
            memcpy(other.made, self.made, self.depth * sizeof(move_t))
        other.depth = self.depth
        return other

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__} is the inside of a state: keep that instead")
