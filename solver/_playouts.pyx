"""What a state that is too large to solve is about worth: play tried out, best play more often.

A tree grows by the moves that look best for whoever makes them, with a bonus for those that have
seldom been tried (UCT). Below it play goes on at random to the end.
"""

from fortytwo.engine.errors import whole

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc

from fortytwo.engine._core cimport FINISHED, MOST_MOVES, Core, Reach, move_t
from fortytwo.engine._random cimport Random

cdef enum:
    MOST_SIDES = 8
    DEEPEST = 256    # of the tree

cdef struct Node:
    move_t move      # that leads to it
    int32_t first    # its first child, 0 while it has none
    int32_t children
    int32_t visits
    double total     # for whoever made the move, from 0 to 1 a visit


cdef class Playouts:
    """Tries out how play goes on, all hands open.

    Args:
        number: how many times play is tried out from a state.
    """
    cdef readonly int number
    cdef Node *nodes
    cdef int used
    cdef int room

    def __cinit__(self, number):
        self.number = whole("number of playouts", number, 1, 1 << 20)
        self.room = 16 * self.number + MOST_MOVES
        self.nodes = <Node *>malloc(self.room * sizeof(Node))
        if self.nodes == NULL:
            raise MemoryError(f"{self.number} playouts")

    def __dealloc__(self):
        free(self.nodes)

    def value(self, state, int side, int need, Random random not None):
        """What a side ends with on average, and how often with `need` or more.

        Args:
            state: any state in compiled code; it is the same afterwards.
            side: the number of the side.
            need: what counts as success.
            random: what decides how play goes on.
        """
        cdef Core core = state.core.copy()
        cdef double total = 0
        cdef int _i, found, reached = 0
        with nogil:
            self.used = 1
            self.nodes[0] = Node(0, 0, 0, 0, 0)
            for _i in range(self.number):
                found = self.one(core, side, random)
                total += found
                reached += found >= need
        return total / self.number, reached / <double>self.number

    cdef int one(self, Core core, int side, Random random) except? -32768 nogil:
        """Try out once; what the side ends with."""
        cdef int path[DEEPEST]
        cdef int movers[DEEPEST]
        cdef Reach range_of[MOST_SIDES]
        cdef int depth = 1, node = 0, made = 0, i, _i
        cdef int found
        cdef Reach end
        cdef Node *nodes = self.nodes
        path[0] = 0
        movers[0] = side
        for i in range(core.number_of_sides()):
            range_of[i] = core.reach(i)
        while core.turn() != FINISHED and depth < DEEPEST:
            if not self.nodes[node].children:
                if self.nodes[node].visits == 0 and node:
                    break
                if not self.expand(core, node):
                    break
            movers[depth] = core.side_of(core.turn())
            node = self.chosen(node)
            path[depth] = node
            depth += 1
            core.make(self.nodes[node].move)
            made += 1
        made += self.finish(core, random)
        end = core.reach(side)
        found = end.least
        for i in range(depth):
            end = core.reach(movers[i])
            nodes[path[i]].visits += 1
            nodes[path[i]].total += (end.least - range_of[movers[i]].least) / <double>max(
                1, range_of[movers[i]].most - range_of[movers[i]].least
            )
        for _i in range(made):
            core.take_back()
        return found

    cdef bint expand(self, Core core, int node) noexcept nogil:
        """Give a node its children; False if there is no room for them."""
        cdef move_t moves[MOST_MOVES]
        cdef int i, number = core.moves(moves)
        if self.used + number > self.room:
            return False
        self.nodes[node].first = self.used
        self.nodes[node].children = number
        for i in range(number):
            self.nodes[self.used + i] = Node(moves[i], 0, 0, 0, 0)
        self.used = self.used + number
        return True

    cdef int chosen(self, int node) noexcept nogil:
        """The child to be tried next: one never tried, or the best with its bonus."""
        cdef int i, first = self.nodes[node].first, best = first
        cdef double spread = log(self.nodes[node].visits + 1), score, highest = -1
        for i in range(first, first + self.nodes[node].children):
            if self.nodes[i].visits == 0:
                return i
            score = self.nodes[i].total / self.nodes[i].visits + 0.4 * sqrt(
                spread / self.nodes[i].visits
            )
            if score > highest:
                highest = score
                best = i
        return best

    cdef int finish(self, Core core, Random random) except -1 nogil:
        """Play on at random to the end; how many moves that took."""
        cdef move_t moves[MOST_MOVES]
        cdef int number, made = 0
        while core.turn() != FINISHED:
            number = core.moves(moves)
            core.make(moves[random.below_c(number)] if number > 1 else moves[0])
            made += 1
        return made
