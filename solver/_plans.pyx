"""Plans: the same move in all worlds that a seat cannot tell apart, now and when it plays next.

With all hands open a seat would know in each world what to do next, and put off every guess. A
plan has to guess: what it wins is a set of worlds, and of the many plans those are kept that win
worlds which no other wins besides all of its own (αμ of Cazenave and Ventos, 2020).
"""

from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX, int16_t, uint64_t
from libc.string cimport memset

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    MAX_PIECES, SEATS, TrickRules, TrickState, count, distinct, legal, lowest, only, pieces_t,
    place, rivals, seen_from, take_back,
)
from fortytwo.solver._policy cimport Habits, Seen, observe
from fortytwo.solver._search cimport Search, allow, can_take
from fortytwo.solver._solver cimport Solver

cdef enum:
    WORLDS = 64      # at most, a bit each
    PLANS = 32       # kept of one place at most; fewer are still plans
    ENTRIES = 1024   # of a solver's table: there is one for each world
    OWN = 1          # own moves planned, besides the one to be judged

# Sets of worlds, none within another: what plans win.
cdef struct Front:
    int size
    uint64_t won[PLANS]


cdef inline uint64_t all_of(int worlds) noexcept nogil:
    return UINT64_MAX >> (WORLDS - worlds)


cdef inline void keep(Front *front, uint64_t won) noexcept nogil:
    """Add what a plan wins unless another wins as much; drop what wins less."""
    cdef int i, size = 0
    for i in range(front.size):
        if won & ~front.won[i] == 0:
            return
    for i in range(front.size):
        if front.won[i] & ~won:
            front.won[size] = front.won[i]
            size += 1
    if size < PLANS:
        front.won[size] = won
        size += 1
    front.size = size


cdef inline void meet_all(Front *front, const Front *other, uint64_t worlds) noexcept nogil:
    """What is won whether the others go one way or another that they have in these worlds."""
    cdef Front found
    cdef int i, j
    found.size = 0
    for i in range(front.size):
        for j in range(other.size):
            keep(&found, front.won[i] & (other.won[j] | ~worlds))
    front[0] = found


cdef class Planner:
    """Judges the moves of a seat by plans. It belongs to one thread.

    Args:
        position: a position in which the seat is to move, as it is in any one of the worlds.
        seats: whose hands a world gives, in its order.
        habits: how partners play, as far as success stays in reach; the opponents are taken to
            see all hands.
    """
    most = WORLDS

    cdef TrickPosition position
    cdef Habits habits
    cdef list solvers
    cdef Search *searches[WORLDS]
    cdef TrickState states[WORLDS]
    cdef const TrickRules *rules
    cdef int seats[SEATS]
    cdef int places, seat, side, need

    def __init__(self, TrickPosition position not None, seats, Habits habits not None):
        cdef Solver solver
        cdef int i
        self.position = position
        self.rules = &position.table.rules
        self.habits = habits
        self.seat = position.state.turn
        self.places = len(seats)
        for i in range(self.places):
            self.seats[i] = seats[i]
        self.solvers = [Solver(ENTRIES) for _ in range(WORLDS)]
        for i, solver in enumerate(self.solvers):
            self.searches[i] = &solver.search

    def judge(
        self,
        const uint64_t[:, ::1] worlds not None,
        const double[::1] weights not None,
        pieces,
        need,
        int16_t[:, ::1] found not None,
    ):
        """Set for each world and move 1 if the best plan that begins with the move succeeds there.

        Args:
            worlds: hands by world and place, no more than `Planner.most`.
            weights: how much each world counts.
            pieces: the moves to judge.
            need: the points that are success.
            found: where to put what was found, by world and move.
        """
        cdef Solver solver
        cdef int world, i, j, piece, size = worlds.shape[0]
        cdef int side = self.position.state.seating.sides[self.seat]
        cdef uint64_t best
        cdef double total, most
        cdef Front front
        self.need = need
        for world in range(size):
            self.states[world] = self.position.state
            for i in range(self.places):
                if self.states[world].seating.playing >> self.seats[i] & 1:
                    self.states[world].hands[self.seats[i]] = worlds[world, i]
            self.side = seen_from(&self.states[world], side)
            solver = self.solvers[world]
            solver.turn_to(self.rules, &self.states[world])
            allow(&solver.search, UINT64_MAX, INFINITY)
        for i, face in enumerate(pieces):
            piece = face.index
            with nogil:
                self.after(all_of(size), piece, OWN, &self.habits.seen, &front)
            most, best = -1, 0
            for j in range(front.size):
                total = 0
                for world in range(size):
                    if front.won[j] >> world & 1:
                        total += weights[world]
                if total > most:
                    most, best = total, front.won[j]
            for world in range(size):
                found[world, i] = best >> world & 1

    cdef void after(
        self, uint64_t worlds, int piece, int own, const Seen *before, Front *found
    ) noexcept nogil:
        """What plans win in some worlds after a piece is played in all of them."""
        cdef Seen seen = before[0]
        cdef uint64_t rest = worlds
        observe(&seen, self.rules, &self.states[lowest(worlds)], piece)
        while rest:
            place(self.rules, &self.states[lowest(rest)], piece)
            rest &= rest - 1
        self.plans(self.in_reach(worlds), own, &seen, found)
        rest = worlds
        while rest:
            take_back(self.rules, &self.states[lowest(rest)])
            rest &= rest - 1

    cdef uint64_t in_reach(self, uint64_t worlds) noexcept nogil:
        """The worlds in which success is in reach, all hands open."""
        cdef uint64_t found = 0
        while worlds:
            if self.succeeds(lowest(worlds)):
                found |= only(lowest(worlds))
            worlds &= worlds - 1
        return found

    cdef bint succeeds(self, int world) noexcept nogil:
        cdef const TrickState *state = &self.states[world]
        return can_take(
            self.searches[world], state, self.side, self.need - state.points[self.side]
        )

    cdef void plans(
        self, uint64_t worlds, int own, const Seen *seen, Front *found
    ) noexcept nogil:
        """What plans win that differ in the own moves to come, of which `own` are planned."""
        cdef const TrickState *state = &self.states[lowest(worlds)] if worlds else NULL
        found.size = 1
        found.won[0] = worlds
        # One world has nothing to be told apart from, and of one piece all knows what comes.
        if worlds & (worlds - 1) == 0 or count(state.hands[self.seat]) <= 1:
            return
        if state.turn != self.seat:
            self.others_plans(worlds, own, seen, found)
        elif own:
            self.own_plans(worlds, own - 1, seen, found)

    cdef void own_plans(
        self, uint64_t worlds, int own, const Seen *seen, Front *found
    ) noexcept nogil:
        cdef const TrickState *state = &self.states[lowest(worlds)]
        cdef pieces_t moves = distinct(self.rules, legal(self.rules, state), rivals(state))
        cdef Front child
        cdef int i
        found.size = 0
        while moves:
            self.after(worlds, lowest(moves), own, seen, &child)
            for i in range(child.size):
                keep(found, child.won[i])
            moves &= moves - 1

    cdef void others_plans(
        self, uint64_t worlds, int own, const Seen *seen, Front *found
    ) noexcept nogil:
        """Partner plays one thing in each world, an opponent whatever hurts most."""
        cdef const TrickState *state = &self.states[lowest(worlds)]
        cdef bint partners = state.seating.sides[state.turn] == self.side
        cdef uint64_t able[MAX_PIECES]
        cdef pieces_t moves, all = 0
        cdef uint64_t rest = worlds
        cdef Front child
        cdef int world
        memset(able, 0, sizeof(able))
        while rest:
            world = lowest(rest)
            moves = legal(self.rules, &self.states[world])
            if partners:
                moves = only(self.habit(world, moves, seen))
            all |= moves
            while moves:
                able[lowest(moves)] |= only(world)
                moves &= moves - 1
            rest &= rest - 1
        while all:
            self.after(able[lowest(all)], lowest(all), own, seen, &child)
            meet_all(found, &child, able[lowest(all)])
            all &= all - 1

    cdef int habit(self, int world, pieces_t moves, const Seen *seen) noexcept nogil:
        """The move that partner likes best of those that keep success in reach."""
        cdef TrickState *state = &self.states[world]
        cdef int piece, best = lowest(moves)
        cdef float liking, most = -INFINITY
        if not moves & (moves - 1):
            return best
        while moves:
            piece = lowest(moves)
            moves &= moves - 1
            liking = self.habits.policy.score(seen, self.rules, state, piece)
            if liking > most:
                place(self.rules, state, piece)
                if self.succeeds(world):
                    most, best = liking, piece
                take_back(self.rules, state)
        return best
