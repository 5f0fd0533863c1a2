"""The same few moves judged in many worlds of a trick game, without the GIL."""

from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX, int16_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from fortytwo.engine._random cimport Random
from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport SEATS, TrickRules, TrickState, place, seen_from
from fortytwo.solver._policy cimport Habits
from fortytwo.solver._search cimport allow, can_take
from fortytwo.solver._solver cimport Solver, all_points, raise_pending

cdef enum:
    NOTHING = -1

cdef struct Branch:
    const TrickRules *rules
    TrickState before    # in some world
    int piece            # what is then played, or NOTHING


cdef class Ensemble:
    """Branches of a game that a seat may take, to be judged in the worlds that it thinks possible.

    It belongs to one thread.

    Args:
        branches: positions, each as it is in any one of the worlds, with the piece that is then
            played, or None if the position itself is to be judged.
        seats: whose hands a world gives, in its order; those of seats that sit out do not count.
    """
    cdef Branch *branches
    cdef int size
    cdef int seats[SEATS]
    cdef int places
    cdef Solver solver
    cdef list tables    # keeps the rules alive

    def __cinit__(self, branches, seats):
        cdef TrickPosition position
        cdef int i
        self.tables = []
        self.solver = Solver()
        self.size = len(branches)
        self.places = len(seats)
        self.branches = <Branch *>calloc(max(1, self.size), sizeof(Branch))
        if self.branches == NULL:
            raise MemoryError(f"{self.size} branches")
        for i in range(self.places):
            self.seats[i] = seats[i]
        for i, (position, piece) in enumerate(branches):
            self.tables.append(position.table)
            self.branches[i].rules = &position.table.rules
            self.branches[i].before = position.state
            self.branches[i].piece = NOTHING if piece is None else piece.index

    def __dealloc__(self):
        free(self.branches)

    def judge(
        self,
        const uint64_t[:, ::1] worlds not None,
        const uint8_t[::1] wanted not None,
        int side,
        need,
        int16_t[:, ::1] found not None,
        Habits habits=None,
        int tricks=0,
        Random random=None,
    ):
        """Judge branches in worlds, all hands open.

        Args:
            worlds: hands by world and place.
            wanted: which branches to judge.
            side: whose points to find.
            need: None to find the final points; else only whether they are so many or more, which
                is found much sooner.
            found: where to put the points, or 1 and 0, by world and branch.
            habits: how the game is to go on before the hands are opened; None to open them at once.
            tricks: how many tricks are then to be left.
            random: what the habits draw from; not needed without them.
        """
        if habits is not None and random is None:
            raise TypeError("habits without a random to draw from")
        cdef bint final = need is None
        cdef int least = 0 if final else need, i, asked
        cdef Py_ssize_t world
        cdef TrickState state
        allow(&self.solver.search, UINT64_MAX, INFINITY)
        with nogil:
            for world in range(worlds.shape[0]):
                for i in range(self.size):
                    if wanted[i] and not self.solver.search.stopped:
                        asked = self.play(
                            &self.branches[i], worlds, world, side, habits, tricks, random, &state
                        )
                        found[world, i] = (
                            self.final(self.branches[i].rules, &state, asked) if final
                            else self.reaches(&state, asked, least)
                        )
        raise_pending()

    cdef int play(
        self, const Branch *branch, const uint64_t[:, ::1] worlds, Py_ssize_t world, int side,
        Habits habits, int tricks, Random random, TrickState *state
    ) noexcept nogil:
        """Set the state that is to be solved; the number that the side has in it."""
        cdef TrickState deal
        cdef int i
        state[0] = branch.before
        for i in range(self.places):
            if state.seating.playing >> self.seats[i] & 1:
                state.hands[self.seats[i]] = worlds[world, i]
        # Before the play: it leaves hands that belong to one deal.
        deal = state[0]
        seen_from(&deal, side)
        self.solver.turn_to(branch.rules, &deal)
        if branch.piece != NOTHING:
            if habits is None:
                place(branch.rules, state, branch.piece)
            else:
                habits.play_on(branch.rules, state, branch.piece, tricks, random)
        return seen_from(state, side)

    cdef int final(
        self, const TrickRules *rules, const TrickState *state, int side
    ) noexcept nogil:
        cdef int final = self.solver.final_of(state)
        return final if side == 0 else all_points(rules, state) - final

    cdef bint reaches(self, const TrickState *state, int side, int need) noexcept nogil:
        return can_take(&self.solver.search, state, side, need - state.points[side])
