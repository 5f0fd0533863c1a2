"""Max^n over trick games: what comes of it when every side takes the most for itself.

With three sides or more that is another question than what each can force against all others. The
answer is a vector, the points of all sides, and no bound of one number decides it: all moves must
be looked at, until one brings the side to move all that it could get. So the table does the work,
in which positions are alike that differ in no more than the names of pieces. docs/solver.md tells
what each idea is worth.
"""

import threading
import time

from fortytwo.engine.errors import ImpossiblePositionError
from fortytwo.solver.limits import checked_entries, checked_limits, deadline_of

from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    cost_of, cost_to_go, count, legal, lowest, meet, only, place, takers, to_go,
)
from fortytwo.solver._alike cimport alike, deal_of
from fortytwo.solver._solver cimport raise_pending, within

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept

cdef enum:
    NOTHING = -(1 << 16)    # less than any side can take
    PAUSE = 1 << 17    # nodes between two looks at the clock and at Ctrl-C


cdef inline pieces_t all_out(const Search *s) noexcept nogil:
    cdef pieces_t out = 0
    cdef int seat
    for seat in range(SEATS):
        out |= s.hands[seat]
    return out


cdef inline pieces_t choices(
    const Search *s, pieces_t hand, pieces_t moves, pieces_t rivals
) noexcept nogil:
    """The moves without those that are as good as the one before.

    Equal pieces may be swapped, but only neighbours leave the rest of the hand in the same order,
    which decides between moves that are equally good.
    """
    cdef pieces_t found = 0
    cdef int piece, last = lowest(hand)
    while hand:
        piece = lowest(hand)
        hand &= hand - 1
        if moves & only(piece) and not (
            moves & s.rules.kin[piece] & only(last) and not s.rules.apart[piece][last] & rivals
        ):
            found |= only(piece)
        last = piece
    return found


cdef inline Entry *entry_of(const Search *s, pieces_t out, int leader) noexcept nogil:
    cdef uint64_t turned = out << 3 | out >> 61
    return &s.entries[((turned + leader + 1) * <uint64_t>0x9E3779B97F4A7C15) >> s.shift]


cdef void lead(Search *s, int seat, int rest, Points *found) noexcept nogil:
    """Set what all sides still take when a seat leads."""
    cdef pieces_t hand = s.hands[seat], out = all_out(s), key, moves
    cdef int side = s.seating.sides[seat], next = s.seating.after[seat], piece, best = NOTHING
    cdef Trick trick
    cdef Points after
    cdef Entry *entry
    if not hand:
        memset(found, 0, sizeof(Points))
        return
    key = alike(s.rules, &s.deal, out, True)
    entry = entry_of(s, key, seat)
    if entry.generation == s.generation and entry.out == key and entry.leader == seat:
        found[0] = entry.points
        return
    trick.rest = rest
    trick.most = rest + cost_of(s.rules, out, count(hand))
    moves = choices(s, hand, meet(s.rules.leads, hand), out & ~hand)
    while moves and best < trick.most and not s.stopped:
        piece = lowest(moves)
        moves &= moves - 1
        trick.row = &s.rules.rows[s.rules.row[piece]]
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        follow(s, &trick, next, 1, piece, seat, s.rules.points[piece], &after)
        if after.of[side] > best:
            best = after.of[side]
            found[0] = after
    s.hands[seat] = hand
    if s.stopped:
        return
    entry.out = key
    entry.generation = s.generation
    entry.leader = seat
    entry.points = found[0]
    if s.nodes >= s.pause:
        heed_limits(s)


cdef void follow(
    Search *s, const Trick *trick, int seat, int placed, int leading, int winner, int pot,
    Points *found
) noexcept nogil:
    """As `lead`, with `placed` pieces worth `pot` on the table, won by `leading` so far."""
    cdef pieces_t hand = s.hands[seat], moves = meet(trick.row.demands, hand)
    cdef pieces_t over = takers(s.rules, &s.seating, trick.row, leading, winner, seat)
    cdef int side = s.seating.sides[seat], next = s.seating.after[seat], piece, ahead, won
    cdef int best = NOTHING
    cdef bint last = placed + 1 == s.seating.size
    cdef Points after
    if moves & (moves - 1):
        moves = choices(s, hand, moves, only(leading) | all_out(s) & ~hand)
    while moves and best < trick.most and not s.stopped:
        piece = lowest(moves)
        moves &= moves - 1
        ahead = seat if over & only(piece) else winner
        won = pot + s.rules.points[piece]
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        if last:
            close(s, trick.rest, ahead, won, &after)
        else:
            follow(
                s, trick, next, placed + 1, piece if ahead == seat else leading, ahead, won, &after
            )
        if after.of[side] > best:
            best = after.of[side]
            found[0] = after
    s.hands[seat] = hand


cdef inline void close(Search *s, int rest, int winner, int pot, Points *found) noexcept nogil:
    """As `lead`, when the last piece of a trick has been placed."""
    cdef int gainer = s.seating.sides[winner] ^ s.rules.misere, value = pot + s.rules.trick_points
    if not s.hands[winner]:
        value += s.rules.last_points
    if s.rules.sweep == 1 - gainer:
        memset(found, 0, sizeof(Points))
        value = rest
    else:
        lead(s, winner, rest - value, found)
    found.of[gainer] += value


cdef void still_taken(Search *s, const TrickState *state, Points *found) noexcept nogil:
    """Set what all sides still take from any state of the deal."""
    cdef Trick trick
    cdef int seat
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    trick.rest = to_go(s.rules, state)
    if state.placed == 0:
        lead(s, state.turn, trick.rest, found)
        return
    trick.row = &s.rules.rows[state.row]
    trick.most = trick.rest + cost_to_go(s.rules, state)
    follow(s, &trick, state.turn, state.placed, state.best, state.winner, state.pot, found)


cdef void decide(Search *s, TrickState *state, Points *found) noexcept nogil:
    """Place the move that the side to move makes, and set what all sides end with."""
    cdef pieces_t moves = legal(s.rules, state)
    cdef int side = state.seating.sides[state.turn], best = NOTHING, party
    cdef TrickState before = state[0], after
    cdef Points points
    while moves and not s.stopped:
        after = before
        place(s.rules, &after, lowest(moves))
        moves &= moves - 1
        still_taken(s, &after, &points)
        for party in range(SEATS):
            points.of[party] += after.points[party]
        if points.of[side] > best:
            best = points.of[side]
            found[0] = points
            state[0] = after


cdef void heed_limits(Search *s) noexcept nogil:
    """Look at the limits and at Ctrl-C, and set when to do so next."""
    if s.stopped or s.nodes >= s.node_limit:
        s.stopped = True
        return
    with gil:
        # An error that a signal raises waits until the caller holds the GIL again.
        if check_signals() or time.monotonic() > s.deadline:
            s.stopped = True
    s.pause = min(s.nodes + PAUSE, s.node_limit)


cdef void allow(Search *s, uint64_t nodes, double deadline) noexcept nogil:
    """Begin to count nodes, and set the limits."""
    s.nodes = 0
    s.node_limit = nodes
    s.deadline = deadline
    s.pause = min(nodes, PAUSE)
    s.stopped = False


cdef class MaxN:
    """Finds what trick games come to when every side takes the most for itself.

    It remembers the deal it has last worked on. It may be used from several threads; they wait for
    each other, so that a signal handler must not ask one that is at work.

    Args:
        entries: the size of the table, a power of two from 1 to 2**26, 32 bytes each. The
            answers do not depend on it.

    Raises:
        OptionError: a size that is no such power.
    """

    def __cinit__(self, entries=1 << 18):
        entries = checked_entries(entries)
        self.search.shift = 65 - entries.bit_length()
        self.search.entries = <Entry *>calloc(entries, sizeof(Entry))
        if self.search.entries == NULL:
            raise MemoryError(f"a table of {entries} entries")
        self.lock = threading.Lock()

    def __dealloc__(self):
        free(self.search.entries)

    cdef void turn_to(self, const TrickRules *rules, const TrickState *state) noexcept nogil:
        """Turn to the deal of a state; what is known remains if it is the one of before."""
        cdef Search *s = &self.search
        if rules == s.rules and within(state, &self.known):
            return
        s.rules = rules
        s.seating = state.seating
        self.known = state[0]
        s.generation += 1
        if s.generation == 0:  # the numbers begin again: forget the old entries
            memset(s.entries, 0, sizeof(Entry) << (64 - s.shift))
            s.generation = 1
        s.deal = deal_of(rules, state)

    def solve(self, TrickPosition position not None, node_limit=None, time_limit=None):
        """The final points of all sides, the line that leads to them, and the number of nodes.

        The points are None, and the line is empty, if a limit was reached. A node is one piece
        placed in the search, forced ones included; those of the line are not counted.
        """
        cdef TrickState state = position.state
        cdef Points found, rest
        cdef uint64_t nodes = UINT64_MAX
        cdef int played = state.plies, i
        node_limit, time_limit = checked_limits(node_limit, time_limit)
        if node_limit is not None:
            nodes = min(node_limit, UINT64_MAX)
        if position.table is None:
            raise AttributeError("a position that was never set up has no table")
        if position.offers():
            raise ImpossiblePositionError("no trick game yet: its first lead may be called")
        with self.lock:
            self.table = position.table
            self.turn_to(&self.table.rules, &state)
            allow(&self.search, nodes, deadline_of(time_limit))
            for i in range(SEATS):
                found.of[i] = state.points[i]
            with nogil:
                if state.hands[state.turn]:
                    decide(&self.search, &state, &found)
                nodes = self.search.nodes
            raise_pending()
            if self.search.stopped:
                return None, (), nodes
            allow(&self.search, UINT64_MAX, INFINITY)
            with nogil:
                while state.hands[state.turn] and not self.search.stopped:
                    decide(&self.search, &state, &rest)
            raise_pending()
        points = tuple([found.of[i] for i in range(state.seating.parties)])
        line = [position.table.faces[state.history[i]] for i in range(played, state.plies)]
        return points, tuple(line), nodes
