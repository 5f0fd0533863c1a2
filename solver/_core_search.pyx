"""Alpha-beta over states in compiled code: what one side can force, whatever all others do.

The same search as `_alphabeta`, for games whose states have a fixed size, and without the GIL. A
question is whether the side can end with `need` or more. It is answered with a bound: a value of
`need` or more is a lower bound of the truth, a smaller one an upper bound. The table holds what is
known of states in which there was a choice; keys are kept whole, so that no two are mixed up.
"""

import threading
from operator import index
from time import monotonic

from fortytwo.engine.errors import ImpossiblePositionError
from fortytwo.solver.limits import checked_entries, checked_limits, deadline_of

from cpython.exc cimport PyErr_CheckSignals
from libc.limits cimport LLONG_MAX
from libc.math cimport INFINITY
from libc.stdint cimport UINT32_MAX
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from fortytwo.engine._core cimport MOST_MOVES, Reach

cdef enum:
    # Nodes after which the clock is read, and Ctrl-C heard.
    TURN = 1 << 12
    FIRST_ROOM = 1 << 14
    # A table begins with so many entries, and grows when one in so many is in use.
    FIRST_ENTRIES = 1 << 9
    SPARSE = 8


cdef class CoreSearch:
    """What one side can force against all others together, in games in compiled code.

    In a game of two sides that is the value of the game. A search remembers what it has found of
    the deal it has last worked on, so that several questions about one deal cost less than each by
    itself. It is for one game. It may be used from several threads; they wait for each other.

    Args:
        side: the number of the side.
        entries: the size to which the table grows if need be, a power of two from 1 to 2**26, 72
            bytes each. The answers do not depend on it.

    Raises:
        OptionError: a size that is no such power.
    """

    def __cinit__(self, side, entries=1 << 16):
        entries = checked_entries(entries)
        self.side = index(side)
        self.most = entries
        self.size = first = min(entries, FIRST_ENTRIES)
        self.shift = 65 - first.bit_length()
        self.entries = <Entry *>calloc(self.size, sizeof(Entry))
        self.room_size = FIRST_ROOM
        self.room = <move_t *>malloc(FIRST_ROOM * sizeof(move_t))
        if self.entries == NULL or self.room == NULL:
            raise MemoryError(f"a table of {entries} entries")
        self.lock = threading.Lock()

    def __dealloc__(self):
        free(self.entries)
        free(self.room)

    def bounds(self, state, *, node_limit=None, time_limit=None):
        """Proven bounds of what the side can force: equal, unless a limit was met.

        Args:
            state: any state of the game; it is the same afterwards.
            node_limit: about how many moves to make at most, 1 or more.
            time_limit: seconds after which to stop.

        Raises:
            OptionError: a limit that is not positive.
            ImpossiblePositionError: the game has no such side.
        """
        cdef int low = 0, high = 0, need, value
        cdef Core core
        with self.lock:
            low, high = state.bounds(self.side)
            core = self.begin(state, node_limit, time_limit)
            while low < high:
                need = low + (high - low + 1) // 2
                with nogil:
                    value = self.search(core, need, 0)
                if self.stopped:
                    break
                if value >= need:
                    low = value
                else:
                    high = value
        return low, high

    def can_reach(self, state, points):
        """Whether the side can end with `points` or more."""
        cdef int value, need
        cdef Core core
        points = index(points)
        with self.lock:
            least, most = state.bounds(self.side)
            if not least < points <= most:
                return points <= least
            core = self.begin(state)
            need = points
            with nogil:
                value = self.search(core, need, 0)
        return value >= need

    def line(self, state):
        """One line of best play to the end, by the side and by all others against it."""
        cdef int value
        cdef bint ours
        cdef Core core
        line = []
        value, _ = self.bounds(state)
        with self.lock:
            core = self.begin(state)
            while not core.finished:
                ours = core.side == self.side
                moves = core.legal
                for move in moves:
                    core.push(move)
                    # The last one needs no proof.
                    if move == moves[-1] or self.keeps(core, value, ours):
                        line.append(state.move_of(move))
                        break
                    core.pop()
        return tuple(line)

    cdef bint keeps(self, Core core, int value, bint ours) except -1:
        """Whether a move that led here, by the side or against it, keeps the value."""
        cdef int found
        with nogil:
            found = self.search(core, value if ours else value + 1, 0)
        return (found >= value) if ours else (found <= value)

    cdef Core begin(self, state, node_limit=None, time_limit=None):
        """Turn to the deal of a state, within limits; a copy of the state to work on."""
        cdef Core core = state.core.copy()
        node_limit, time_limit = checked_limits(node_limit, time_limit)
        self.last_node = min(self.nodes + (node_limit or LLONG_MAX), LLONG_MAX)
        self.deadline = deadline_of(time_limit)
        self.stopped = False
        if self.known is not None and type(self.known) is not type(core):
            raise ImpossiblePositionError("a search is for one game")
        if self.known is None or not core.fixed_as(self.known):
            if self.deal == UINT32_MAX:
                memset(self.entries, 0, self.size * sizeof(Entry))
                self.deal = 0
            self.deal += 1
            self.used = 0
            self.known = core
        return core

    cdef int search(self, Core core, int need, Py_ssize_t first) except? -32768 nogil:
        """A bound of what the side can force; of no meaning once the search has `stopped`.

        The moves of this state are to lie in `room` from `first` on.
        """
        cdef Reach reach = core.reach(self.side)
        cdef int low = reach.least, high = reach.most, best, value, i, number, words = 0
        cdef uint64_t key[KEY_WORDS]
        cdef Entry *entry = NULL
        cdef move_t move, remembered = 0
        cdef bint ours, is_known = False
        if low >= need:
            return low
        if high < need:
            return high
        if first + MOST_MOVES > self.room_size:
            with gil:
                self.grow()
        number = core.moves(self.room + first)
        if number > 1:
            words = core.pack(key)
            entry = self.entry_of(key, words)
            is_known = entry.deal == self.deal and not memcmp(
                entry.key, key, words * sizeof(uint64_t)
            )
            if is_known:
                if reach.least + entry.low >= need:
                    return reach.least + entry.low
                if reach.least + entry.high < need:
                    return reach.least + entry.high
                low = max(low, reach.least + entry.low)
                high = min(high, reach.least + entry.high)
                remembered = entry.move
                for i in range(number):
                    if self.room[first + i] == remembered:
                        self.room[first + i] = self.room[first]
                        self.room[first] = remembered
                        break
        ours = core.side_of(core.turn()) == self.side
        best = low if ours else high
        move = remembered
        for i in range(number):
            if self.nodes >= self.last_node or self.nodes % TURN == 0:
                if not self.may_go_on():
                    return best
            self.nodes = self.nodes + 1
            core.make(self.room[first + i])
            value = self.search(core, need, first + number)
            core.take_back()
            if self.stopped:
                return best
            if (value > best) if ours else (value < best):
                best = value
                if (best >= need) == ours:
                    move = self.room[first + i]
                    break
        if entry != NULL:
            # Deeper searches may have written over it, or moved it.
            entry = self.entry_of(key, words)
            if entry.deal != self.deal:
                entry.deal = self.deal
                self.used = self.used + 1
            memcpy(entry.key, key, words * sizeof(uint64_t))
            entry.words = words
            entry.move = move
            entry.low = low - reach.least
            entry.high = high - reach.least
            if best >= need:
                entry.low = best - reach.least
            else:
                entry.high = best - reach.least
            if self.used > self.size / SPARSE and self.size < self.most:
                with gil:
                    self.spread()
        return best

    cdef bint may_go_on(self) except -1 nogil:
        """Whether no limit has been reached; hears Ctrl-C."""
        with gil:
            PyErr_CheckSignals()
            if self.nodes >= self.last_node or (
                self.deadline < INFINITY and monotonic() > self.deadline
            ):
                self.stopped = True
        return not self.stopped

    cdef Entry *entry_of(self, const uint64_t *key, int words) noexcept nogil:
        """The place in the table for a key."""
        cdef uint64_t mixed = self.deal
        cdef int i
        for i in range(words):
            mixed = (mixed ^ key[i]) * 0x9E3779B97F4A7C15ULL
            mixed ^= mixed >> 29
        return &self.entries[(mixed * 0xBF58476D1CE4E5B9ULL) >> self.shift]

    cdef spread(self):
        """Double the table."""
        cdef Entry *old = self.entries
        cdef size_t i
        self.entries = <Entry *>calloc(2 * self.size, sizeof(Entry))
        if self.entries == NULL:
            self.entries = old
            raise MemoryError(f"a table of {2 * self.size} entries")
        self.shift -= 1
        for i in range(self.size):
            if old[i].deal == self.deal:
                memcpy(self.entry_of(old[i].key, old[i].words), &old[i], sizeof(Entry))
        self.size *= 2
        free(old)

    def grow(self):
        """Make room for the moves of more open states."""
        cdef move_t *room = <move_t *>realloc(self.room, 2 * self.room_size * sizeof(move_t))
        if room == NULL:
            raise MemoryError("a deep search")
        self.room = room
        self.room_size *= 2
