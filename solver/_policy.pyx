"""How likely seats that see only their own hand are to play what they play in a trick game.

A play is described by two cells, of what it is and of the trick that it is played to; a fitted
weight belongs to each. The chance of a play is the softmax of the sums over all legal plays.
"""

from libc.math cimport exp, log
from libc.stdint cimport uint8_t, uint64_t

from fortytwo.engine._random cimport Random
from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    MAX_PIECES, NO_SIDE, SEATS, TrickRow, TrickRules, TrickState, count, legal, lowest, only,
    pieces_t, place, place_as, takers,
)

cdef enum:    # how surely a seat has the trick, or a play takes it
    NO = 0
    PERHAPS = 1
    SURELY = 2

# Habits are drawn with less chance than fitted: what was fitted has also to describe errors.
cdef double CALM = 0.5

# A play, by the two cells that it falls into.
cdef struct Cells:
    int play
    int rest


cdef inline Seen begin(const TrickState *state, pieces_t trumps, int declarer) noexcept nogil:
    cdef Seen seen
    cdef int seat
    seen.unseen = state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3]
    seen.trumps = trumps
    seen.declarer = declarer
    for seat in range(SEATS):
        seen.may[seat] = seen.unseen
    return seen


cdef void observe(
    Seen *seen, const TrickRules *rules, const TrickState *state, int piece
) noexcept nogil:
    """Take note of the play that is about to be made."""
    cdef const pieces_t *demands
    cdef int seat, i = 0
    seen.unseen ^= only(piece)
    for seat in range(SEATS):
        seen.may[seat] &= seen.unseen
    if state.placed:
        demands = rules.rows[state.row].demands
        while not demands[i] & only(piece):
            seen.may[state.turn] &= ~demands[i]
            i += 1


cdef inline Cells cells_of(
    const Seen *seen, const TrickRules *rules, const TrickState *state, int piece
) noexcept nogil:
    """The cells of a play by the seat to move."""
    cdef const uint8_t *sides = state.seating.sides
    cdef int seat = state.turn, left = state.seating.after[seat], other
    cdef int role = 0 if seat == seen.declarer else 1 + (sides[seat] != sides[seen.declarer])
    cdef pieces_t hand = state.hands[seat], foes = 0
    for other in range(SEATS):
        if sides[other] != sides[seat] and sides[other] != NO_SIDE:
            foes |= seen.may[other]
    foes &= seen.unseen & ~hand
    cdef int trump = seen.trumps >> piece & 1
    cdef int fives = min(max(0, rules.points[piece]) // 5, 2)
    cdef int above = min(count(rules.beaten_by[piece] & foes), 3)
    cdef int length, out, mate = NO, takes = NO
    cdef pieces_t later
    cdef const TrickRow *row
    cdef Cells cells
    if state.placed == 0:
        out = min((count(seen.trumps & foes) + 1) // 2, 2)
        length = min(count(rules.rows[rules.row[piece]].demands[0] & hand), 7)
        cells.play = (((role * 2 + trump) * 4 + above) * 3 + fives) * 3 + out
        cells.rest = LEADS + (role * 2 + trump) * 8 + length
        return cells
    row = &rules.rows[state.row]
    # What opponents who have not played to the trick may still play.
    later = 0
    if state.placed + 1 < state.seating.size:
        later = seen.may[left] & foes
    if only(piece) & takers(rules, &state.seating, row, state.best, state.winner, seat):
        takes = PERHAPS if row.over[piece] & later else SURELY
    if sides[state.winner] == sides[seat]:
        mate = PERHAPS if row.over[state.best] & later else SURELY
    cells.play = LEADS + LENGTHS + (
        ((((role * 3 + state.placed - 1) * 3 + mate) * 3 + takes) * 3 + fives) * 2 + trump
    )
    cells.rest = LEADS + LENGTHS + FOLLOWS + (
        (((mate * 3 + takes) * 3 + state.placed - 1) * 4 + above) * 2 + trump
    )
    return cells


cdef class Policy:
    """A way of playing, by its weights.

    Args:
        weights: one for each cell, `Policy.size` of them.
    """

    size = CELLS

    def __init__(self, weights):
        cdef int i
        for i in range(CELLS):
            self.weights[i] = weights[i]

    cdef float score(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, int piece
    ) noexcept nogil:
        """How much a play is liked: the logarithm of its chance, up to a constant."""
        cdef Cells cells = cells_of(seen, rules, state, piece)
        return self.weights[cells.play] + self.weights[cells.rest]

    cdef float surprise(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, int piece
    ) noexcept nogil:
        """Minus the logarithm of the chance of a play."""
        cdef pieces_t moves = legal(rules, state)
        cdef float total = 0, own
        if not moves & (moves - 1):
            return 0
        own = self.score(seen, rules, state, piece)
        while moves:
            total += exp(self.score(seen, rules, state, lowest(moves)) - own)
            moves &= moves - 1
        return log(total)

    cdef int choose(
        self, const Seen *seen, const TrickRules *rules, const TrickState *state, Random random
    ) noexcept nogil:
        """Draw a play: mostly one that is liked much."""
        cdef pieces_t moves = legal(rules, state)
        cdef int piece, best = lowest(moves)
        cdef double liking, most
        if not moves & (moves - 1):
            return best
        most = -1e9
        while moves:
            piece = lowest(moves)
            moves &= moves - 1
            # The largest of such sums is distributed as the softmax of the likings.
            liking = self.score(seen, rules, state, piece)
            liking -= CALM * log(-log(((random.next() >> 11) + 0.5) / <double>(<uint64_t>1 << 53)))
            if liking > most:
                most = liking
                best = piece
        return best


cdef class Habits:
    """How the play of a game went, and how it would go on by habit.

    Args:
        policy: how all are taken to play.
        start: the position before the first play, in any deal.
        plays: the pieces played, in order.
        trumps: the mask of the trumps.
        declarer: the seat that declared them.
        called: the piece or call whose row the first lead has opened, if not its own.
    """

    def __init__(
        self, Policy policy not None, TrickPosition start not None, plays, pieces_t trumps,
        int declarer, called=None
    ):
        cdef TrickState state = start.state
        cdef const TrickRules *rules = &start.table.rules
        self.policy = policy
        self.start = start
        self.plays = plays
        self.trumps = trumps
        self.declarer = declarer
        self.called = start.table.opening(plays[0] if called is None else called) if plays else 0
        self.seen = begin(&state, trumps, declarer)
        for piece in plays:
            observe(&self.seen, rules, &state, piece.index)
            self.play_next(rules, &state, piece.index)

    cdef void play_next(
        self, const TrickRules *rules, TrickState *state, int piece
    ) noexcept nogil:
        """Place the next of the plays."""
        place_as(rules, state, piece, piece if state.plies else self.called)

    def describe(self):
        """For every play its legal alternatives, itself included: a piece and its two cells each.

        The hands of `start` must be those that were really played.
        """
        cdef TrickPosition start = self.start
        cdef TrickState state = start.state
        cdef const TrickRules *rules = &start.table.rules
        cdef Seen seen = begin(&state, self.trumps, self.declarer)
        cdef pieces_t moves
        cdef Cells cells
        described = []
        for piece in self.plays:
            moves = legal(rules, &state)
            options = []
            while moves:
                cells = cells_of(&seen, rules, &state, lowest(moves))
                options.append((lowest(moves), cells.play, cells.rest))
                moves &= moves - 1
            described.append(options)
            observe(&seen, rules, &state, piece.index)
            self.play_next(rules, &state, piece.index)
        return described

    def log_likelihood(
        self, int known, const uint64_t[:, ::1] hands not None, float[::1] found not None
    ):
        """Set for each deal the logarithm of how likely the plays are.

        Args:
            known: a seat whose plays do not count.
            hands: before the plays, by deal and seat.
            found: where to put the logarithms.
        """
        cdef TrickPosition start = self.start
        cdef const TrickRules *rules = &start.table.rules
        cdef TrickState state
        cdef Seen seen
        cdef Py_ssize_t deal
        cdef int i, seat, size = len(self.plays)
        cdef int pieces[MAX_PIECES]
        for i, piece in enumerate(self.plays):
            pieces[i] = piece.index
        with nogil:
            for deal in range(hands.shape[0]):
                state = start.state
                for seat in range(SEATS):
                    if state.seating.playing >> seat & 1:
                        state.hands[seat] = hands[deal, seat]
                seen = begin(&state, self.trumps, self.declarer)
                found[deal] = 0
                for i in range(size):
                    if state.turn != known:
                        found[deal] -= self.policy.surprise(&seen, rules, &state, pieces[i])
                    observe(&seen, rules, &state, pieces[i])
                    self.play_next(rules, &state, pieces[i])

    cdef void play_on(
        self, const TrickRules *rules, TrickState *state, int piece, int tricks, Random random
    ) noexcept nogil:
        """Place a piece, then play by habit until so many tricks are left.

        The state must be one that the plays led to, with whatever hands.
        """
        cdef Seen seen = self.seen
        observe(&seen, rules, state, piece)
        place(rules, state, piece)
        while state.placed or count(state.hands[state.turn]) > tricks:
            piece = self.policy.choose(&seen, rules, state, random)
            observe(&seen, rules, state, piece)
            place(rules, state, piece)
