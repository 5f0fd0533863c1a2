"""Alpha-beta over any game: what one side can force, whatever all others do.

Built unlike the trick search on purpose, so that each can check the other: it knows of a game
only what every `State` says, and remembers every state in which there was a choice. Where the
rest is a trick game it leaves that to the other. A question is whether the side can end with
`need` or more. It is answered with a bound: a value of `need` or more is a lower bound of the
truth, a smaller one an upper bound.
"""

import sys
import threading
from operator import index
from time import monotonic

from fortytwo.engine.errors import ImpossiblePositionError, whole
from fortytwo.solver._solver import Solver
from fortytwo.solver.limits import checked_limits, deadline_of

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.limits cimport LLONG_MAX
from libc.math cimport INFINITY

cdef enum:
    # Nodes after which other threads may run. They ask for their turn after 5 ms of waiting; a
    # lock that is let go more often than that never reaches them.
    TURN = 1 << 14


class _OutOfLimits(Exception):
    """The nodes or the time that were given are used up."""


class _Tally(dict):
    """Counts, 0 where nothing has been counted."""

    def __missing__(self, key):
        return 0


@cython.no_gc  # moves lead nowhere, and the collector would look at a million of these
cdef class Entry:
    """What is known of a state: bounds, less the least it can end with, and the best move."""

    def __cinit__(self, long long low, long long high):
        self.low = low
        self.high = high


cdef class Memory:
    """Entries by key. When half of the room has filled, the half before that is dropped.

    What is recalled counts as new again. So all that is in use stays, with no bookkeeping but
    that of the two halves.
    """

    def __cinit__(self, Py_ssize_t entries):
        self.recent = {}
        self.older = {}
        self.half = entries // 2

    cdef Entry recall(self, key):
        entry = self.recent.get(key)
        if entry is None:
            entry = self.older.get(key)
            if entry is not None:
                self.keep(key, entry)
        return entry

    cdef Entry keep(self, key, Entry entry):
        if len(self.recent) >= self.half:
            self.older = self.recent
            self.recent = {}
        self.recent[key] = entry
        return entry


cdef class AlphaBeta:
    """What one side can force against all others together, in any game.

    In a game of two sides that is the value of the game. A search remembers what it has found,
    so that several questions cost less than each by itself; it is for one game, since states of
    different games may have equal keys. It may be used from several threads; they wait for each
    other.

    Args:
        side: the number of the side.
        entries: how many states to remember, 2 or more, at some 450 bytes each if keys are
            small. The answers do not depend on it.
        solver: who solves a rest that is a trick game; by default a new one.

    Raises:
        OptionError: too few entries.

    Examples:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> AlphaBeta(Side.NS).bounds(position)
        (27, 27)
    """

    def __init__(self, side, entries=1 << 18, solver=None):
        self.side = index(side)
        self.memory = Memory(whole("entries", entries, 2))
        self.history = _Tally()
        self.solver = solver or Solver()
        self.lock = threading.Lock()

    def bounds(self, state, *, node_limit=None, time_limit=None):
        """Proven bounds of what the side can force: equal, unless a limit was met.

        Args:
            state: any state; it is the same afterwards.
            node_limit: how many moves to make at most, 1 or more.
            time_limit: seconds after which no further move is made.

        Raises:
            OptionError: a limit that is not positive.
            ImpossiblePositionError: the game has no such side, or nothing may be moved although
                the result is open.
            RecursionError: more moves in a row than Python's recursion limit.
        """
        cdef long long low, high, need, value
        with self.lock:
            self.begin(state, node_limit, time_limit)
            low, high = state.bounds(self.side)
            try:
                while low < high:
                    need = low + (high - low + 1) // 2
                    value = self.search(state.copy(), need, 0)
                    if value >= need:
                        low = value
                    else:
                        high = value
            except _OutOfLimits:
                pass
        return low, high

    def can_reach(self, state, points):
        """Whether the side can end with `points` or more. Raises what `bounds` raises."""
        points = index(points)
        with self.lock:
            self.begin(state)
            least, most = state.bounds(self.side)
            if not least < points <= most:
                return points <= least
            return self.search(state.copy(), points, 0) >= points

    def line(self, state):
        """One line of best play to the end, by the side and by all others against it."""
        cdef long long value
        cdef bint ours
        line = []
        value, _ = self.bounds(state)
        with self.lock:
            self.begin(state)
            state = state.copy()
            while not state.finished:
                if state.tricks is not None:
                    line += self.solver.line(state.tricks, self.side)
                    break
                ours = state.side == self.side
                moves = self.ordered(state.legal, self.memory.recall(state.key))
                for move in moves:
                    state.push(move)
                    # The last one needs no proof.
                    if move is moves[-1] or self.keeps(state, value, ours):
                        line.append(move)
                        break
                    state.pop()
        return tuple(line)

    cdef bint keeps(self, state, long long value, bint ours) except -1:
        """Whether a move that led here, by the side or against it, keeps the value."""
        if ours:
            return self.search(state, value, 0) >= value
        return self.search(state, value + 1, 0) <= value

    cdef begin(self, state, node_limit=None, time_limit=None):
        sides = len(state.points)
        if not 0 <= self.side < sides:
            raise ImpossiblePositionError(f"side {self.side}: expected 0 to {sides - 1}")
        node_limit, time_limit = checked_limits(node_limit, time_limit)
        self.last_node = min(self.nodes + (node_limit or LLONG_MAX), LLONG_MAX)
        self.deadline = deadline_of(time_limit)
        self.deepest = sys.getrecursionlimit()

    cdef long long search(self, state, long long need, int ply) except? -1:
        """A bound of what the side can force. An error leaves the state anywhere: give a copy."""
        cdef long long least, low, high, value, best
        cdef long long start = self.nodes
        cdef Entry entry = None
        cdef bint ours
        least, high = state.bounds(self.side)
        low = least
        if low >= need:
            return low
        if high < need:
            return high
        if state.tricks is not None:
            return self.solved(state.tricks)
        moves = state.legal
        key = None
        if len(moves) > 1:
            key = state.key
            entry = self.memory.recall(key) or Entry(0, high - least)
            low = least + entry.low
            high = least + entry.high
            if low >= need:
                return low
            if high < need:
                return high
            moves = self.ordered(moves, entry)
        elif not moves:
            raise ImpossiblePositionError(
                f"there is no move, but side {self.side} may end with {low} to {high}"
            )
        ours = state.side == self.side
        best = low if ours else high
        for move in moves:
            self.count_node(ply)
            state.push(move)
            value = self.search(state, need, ply + 1)
            state.pop()
            if (value > best) if ours else (value < best):
                best = value
                if (best >= need) == ours:
                    if entry is not None:
                        entry.move = move
                        self.history[move] += self.nodes - start
                    break
        if entry is not None:
            if best >= need:
                entry.low = best - least
            else:
                entry.high = best - least
            self.memory.keep(key, entry)
        return best

    cdef long long solved(self, tricks) except? -1:
        """What the side can force in a trick game."""
        cdef long long least = tricks.bounds(self.side)[0], gain
        cdef Entry entry = self.memory.recall(tricks.key)
        if entry is None:
            gain = self.final(tricks) - least
            entry = self.memory.keep(tricks.key, Entry(gain, gain))
        return least + entry.low

    cdef long long final(self, tricks) except? -1:
        """What the side can force in a trick game, within the time that is left."""
        left = None if self.deadline == INFINITY else self.deadline - monotonic()
        if left is None or left > 0:
            low, high = self.solver.forced(tricks, self.side, None, left)
            if low == high:
                return low
        raise _OutOfLimits

    cdef int count_node(self, int ply) except -1:
        if ply >= self.deepest:
            raise RecursionError(f"more than {self.deepest} moves in a row: does the game end?")
        if self.nodes >= self.last_node:
            raise _OutOfLimits
        if self.deadline < INFINITY and monotonic() > self.deadline:
            raise _OutOfLimits
        self.nodes += 1
        PyErr_CheckSignals()
        if self.nodes % TURN == 0:
            with nogil:
                pass
        return 0

    cdef list ordered(self, moves, Entry entry):
        """The move that decided last, then those that have saved most, then the game's order."""
        cdef list ordered = sorted(moves, key=self.history.__getitem__, reverse=True)
        if entry is not None and entry.move is not None:
            ordered.remove(entry.move)
            ordered.insert(0, entry.move)
        return ordered
