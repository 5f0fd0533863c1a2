"""The Python face of the search: positions in, final points out."""

import operator
import threading

from fortytwo.engine.errors import ImpossiblePositionError
from fortytwo.solver.limits import checked_entries, checked_limits, deadline_of

from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX, uint64_t
from libc.stdlib cimport calloc, free

from cpython.exc cimport PyErr_Occurred

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    MAX_PIECES, cost_to_go, equals, legal, lowest, pieces_t, place, rivals, seen_from, to_go,
)
from fortytwo.solver._search cimport Entry, allow, begin, can_take, narrow, play_best

cdef enum:
    UNKNOWN = 1 << 16
    BEYOND = 1 << 15    # more than any table has to give


cdef int raise_pending() except -1:
    """Raise what a signal has raised while the search ran without the GIL."""
    return -1 if PyErr_Occurred() else 0


cdef class Solver:
    """Solves positions of trick games exactly, with a table of its own.

    A solver remembers the deal it has last worked on, so that several questions about one deal
    cost less than each by itself. It may be used from several threads; they wait for each other, so
    that a signal handler must not ask a solver that is at work.

    Args:
        entries: the size of the table, a power of two from 1 to 2**26, 16 bytes each. The
            answers do not depend on it.

    Raises:
        OptionError: a size that is no such power.
    """

    def __cinit__(self, entries=1 << 15):
        entries = checked_entries(entries)
        self.search.shift = 65 - entries.bit_length()
        self.search.entries = <Entry *>calloc(entries, sizeof(Entry))
        if self.search.entries == NULL:
            raise MemoryError(f"a table of {entries} entries")
        allow(&self.search, UINT64_MAX, INFINITY)
        self.lock = threading.Lock()

    def __dealloc__(self):
        free(self.search.entries)

    @property
    def nodes(self):
        """The pieces placed in all searches so far."""
        return self.search.earlier + self.search.nodes

    cdef load(
        self, TrickPosition position, const TrickState *state, node_limit=None, time_limit=None
    ):
        """Prepare for questions about a state of two sides, within limits."""
        node_limit, time_limit = checked_limits(node_limit, time_limit)
        cdef uint64_t nodes = UINT64_MAX if node_limit is None else min(node_limit, UINT64_MAX)
        cdef TrickTable table = position.table
        if table is None:
            raise AttributeError("a position that was never set up has no table")
        if position.offers():
            raise ImpossiblePositionError("no trick game yet: its first lead may be called")
        allow(&self.search, nodes, deadline_of(time_limit))
        self.turn_to(&table.rules, state)
        self.table = table

    cdef void turn_to(self, const TrickRules *rules, const TrickState *state) noexcept nogil:
        """Turn to the deal of a state, for rules that the caller keeps alive.

        What is known remains if it is the deal of before.
        """
        if rules == self.search.rules and within(state, &self.known):
            return
        begin(&self.search, rules, state)
        self.guess = UNKNOWN
        self.known = state[0]

    cdef void bounds(self, const TrickState *state, int *low, int *high) noexcept nogil:
        """Bounds of the final points of side 0, which meet unless a limit is reached."""
        cdef const TrickRules *rules = self.search.rules
        cdef int rest = to_go(rules, state), cost = cost_to_go(rules, state)
        cdef int total = all_points(rules, state), side = state.seating.sides[state.turn]
        cdef int least = -cost, most = rest + cost
        cdef int guess = rest // 2, step = most - least
        if self.guess != UNKNOWN:
            guess = (self.guess if side == 0 else total - self.guess) - state.points[side]
            step = 1
        narrow(&self.search, state, guess, step, &least, &most)
        least += state.points[side]
        most += state.points[side]
        low[0] = least if side == 0 else total - most
        high[0] = most if side == 0 else total - least
        self.guess = low[0]

    cdef int final_of(self, const TrickState *state) noexcept nogil:
        """The final points of side 0."""
        cdef int low, high
        self.bounds(state, &low, &high)
        return low

    cdef void final_after_each(self, const TrickState *state, int16_t *finals) noexcept nogil:
        """Set for each legal play, at its piece, the final points of side 0."""
        cdef const TrickRules *rules = self.search.rules
        cdef pieces_t moves = legal(rules, state), same
        cdef int final
        cdef TrickState after
        while moves:
            after = state[0]
            place(rules, &after, lowest(moves))
            final = self.final_of(&after)
            same = equals(rules, lowest(moves), moves, rivals(state))
            moves ^= same
            while same:
                finals[lowest(same)] = final
                same &= same - 1

    def solve(self, TrickPosition position not None, node_limit=None, time_limit=None):
        """For each side bounds of what it can force, one best line, and the number of nodes.

        The bounds meet unless a limit was reached; then there is no line. If there are more than
        two sides each is asked about by itself, within its share of the limits. A node is one piece
        placed in the search, forced ones included. See `exact.solve` for the limits.
        """
        cdef TrickState state
        cdef uint64_t nodes = 0
        cdef int side, total, first, last
        cdef list low = [0] * position.state.seating.parties, high = low.copy(), line = []
        views = views_of(position)
        node_limit, time_limit = checked_limits(node_limit, time_limit)
        if node_limit is not None:
            node_limit = -(-node_limit // len(views))
        if time_limit is not None:
            time_limit /= len(views)
        with self.lock:
            for side in views:
                state = position.state
                seen_from(&state, side)
                self.load(position, &state, node_limit, time_limit)
                with nogil:
                    total = all_points(self.search.rules, &state)
                    self.bounds(&state, &first, &last)
                    nodes += self.search.nodes
                raise_pending()
                low[side] = first
                high[side] = last
            if len(views) == 1:
                low[1] = total - last
                high[1] = total - first
            if low == high:
                # The views end with that of the side to move.
                line = self.line_from(position, &state, first)
        return tuple(low), tuple(high), tuple(line), nodes

    def line(self, TrickPosition position not None, side):
        """A line of best play to the end by a side, and by all others against it."""
        cdef TrickState state = position.state
        cdef int final
        seen_from(&state, position.side_of(side))
        with self.lock:
            self.load(position, &state)
            with nogil:
                final = self.final_of(&state)
            raise_pending()
            return tuple(self.line_from(position, &state, final))

    cdef list line_from(self, TrickPosition position, TrickState *state, int final):
        """The best moves from a state, if that is what its side 0 ends with, and place them."""
        cdef int side, total, i, played = state.plies
        allow(&self.search, UINT64_MAX, INFINITY)
        with nogil:
            total = all_points(self.search.rules, state)
            while state.hands[state.turn] and not self.search.stopped:
                side = state.seating.sides[state.turn]
                play_best(
                    &self.search, state, side,
                    (final if side == 0 else total - final) - state.points[side],
                )
        raise_pending()
        return [position.table.faces[state.history[i]] for i in range(played, state.plies)]

    def final(self, TrickPosition position not None):
        """What each side can force; of two sides the final points."""
        cdef TrickState state
        cdef list found = [0] * position.state.seating.parties
        cdef int side, final, total
        views = views_of(position)
        with self.lock:
            for side in views:
                state = position.state
                seen_from(&state, side)
                self.load(position, &state)
                with nogil:
                    total = all_points(self.search.rules, &state)
                    final = self.final_of(&state)
                raise_pending()
                found[side] = final
            if len(views) == 1:
                found[1] = total - final
        return tuple(found)

    def forced(self, TrickPosition position not None, side, node_limit=None, time_limit=None):
        """Bounds of what one side can force, which meet unless a limit was reached."""
        cdef TrickState state = position.state
        cdef int low, high, total
        cdef bint first = seen_from(&state, position.side_of(side)) == 0
        with self.lock:
            self.load(position, &state, node_limit, time_limit)
            with nogil:
                total = all_points(self.search.rules, &state)
                self.bounds(&state, &low, &high)
            raise_pending()
        return (low, high) if first else (total - high, total - low)

    def analyse(self, TrickPosition position not None):
        """What each side can force after every legal play."""
        cdef TrickState state
        cdef int16_t finals[MAX_PIECES]
        cdef int side, total
        cdef list pieces = list(position.legal)
        cdef list found = [[0] * position.state.seating.parties for _ in pieces]
        views = views_of(position)
        with self.lock:
            for side in views:
                state = position.state
                seen_from(&state, side)
                self.load(position, &state)
                with nogil:
                    total = all_points(self.search.rules, &state)
                    self.final_after_each(&state, finals)
                raise_pending()
                for face, final in zip(pieces, found):
                    final[side] = finals[<int>face.index]
                    if len(views) == 1:
                        final[1] = total - final[0]
        return {face: tuple(final) for face, final in zip(pieces, found)}

    def can_reach(self, TrickPosition position not None, side, points):
        """Whether a side can end with `points` or more, what it has taken included."""
        cdef TrickState state = position.state
        cdef int need, asking = seen_from(&state, position.side_of(side))
        points = operator.index(points)
        cdef bint reached
        with self.lock:
            self.load(position, &state)
            need = max(-BEYOND, min(points - state.points[asking], BEYOND))
            with nogil:
                reached = can_take(&self.search, &state, asking, need)
            raise_pending()
        return reached


cdef views_of(TrickPosition position):
    """The sides to ask about, that to move last: each but where two share all there is."""
    if position.table is None:
        raise AttributeError("a position that was never set up has no sides")
    cdef int parties = position.state.seating.parties
    if parties == 2:
        return (0,)
    side = position.state.seating.sides[position.state.turn]
    return [(side + 1 + step) % parties for step in range(parties)]
