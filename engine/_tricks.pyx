"""Trick tables and positions: the Python face of the trick kernel declared in _tricks.pxd."""

import operator
from types import GenericAlias

from .errors import IllegalMoveError, ImpossiblePositionError, OptionError, counted, shown

from cpython.number cimport PyIndex_Check
from libc.string cimport memset

cdef pieces_t EVERYTHING = ~(<pieces_t>0)
# Of a table, and of what a side has taken before: their sums must fit 16 bits.
MAX_POINTS = 9999


cdef void place(const TrickRules *rules, TrickState *state, int piece) noexcept nogil:
    """Play a piece for the seat to move; the fourth one closes the trick."""
    cdef int seat = state.turn
    state.hands[seat] ^= only(piece)
    state.history[state.plies] = piece
    state.movers[state.plies] = seat
    state.plies += 1
    add_to_trick(rules, state, piece, seat)
    state.turn = seat_after(seat)
    if state.placed == SEATS:
        state.points[side_of(state.winner)] += state.pot + rules.trick_points
        state.turn = state.winner
        state.placed = 0
        state.pot = 0


cdef void add_to_trick(
    const TrickRules *rules, TrickState *state, int piece, int seat
) noexcept nogil:
    if state.placed == 0:
        state.row = rules.row[piece]
    if state.placed == 0 or beats(&rules.rows[state.row], piece, state.best):
        state.best = piece
        state.winner = seat
    state.placed += 1
    state.pot += rules.points[piece]


cdef void take_back(const TrickRules *rules, TrickState *state) noexcept nogil:
    """Undo the last `place`; there must be one."""
    cdef int reopened = state.placed
    cdef int ply
    if reopened == 0:
        reopened = SEATS
        state.points[side_of(state.turn)] -= rules.trick_points
        for ply in range(state.plies - SEATS, state.plies):
            state.points[side_of(state.turn)] -= rules.points[state.history[ply]]
    state.plies -= 1
    state.turn = state.movers[state.plies]
    state.hands[state.turn] |= only(state.history[state.plies])
    state.placed = 0
    state.pot = 0
    for ply in range(state.plies + 1 - reopened, state.plies):
        add_to_trick(rules, state, state.history[ply], state.movers[ply])


cdef uint64_t perft(const TrickRules *rules, TrickState *state, int depth) noexcept nogil:
    cdef pieces_t moves = legal(rules, state)
    cdef uint64_t total = 0
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return count(moves)
    while moves:
        place(rules, state, lowest(moves))
        moves &= moves - 1
        total += perft(rules, state, depth - 1)
        take_back(rules, state)
    return total


cdef class TrickTable:
    """The rules of one kind of trick as data, for four seats in two sides.

    Args:
        name: the first part of keys; tables that differ must differ in name.
        faces: the pieces as users see them, at most 64; piece i has the attribute `index` i.
        demands: for each lead a list of masks. Of the hand to play, the pieces in the first
            mask that meets it are legal; a hand that meets none may play anything.
        strengths: for each lead the strength of every piece; the strongest wins, the earliest
            of equals.
        points: what each piece gives to the side that wins it.
        trick_points: what each trick gives besides.
        leads: demands on the leader, as in `demands`; none by default.

    Raises:
        OptionError: no pieces or too many, lists of unequal length, points below 0 or more than
            9999 in all.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, name, faces, demands, strengths, points, trick_points=1, leads=()):
        cdef int piece, other, row
        size = len(faces)
        if not 1 <= size <= MAX_PIECES:
            raise OptionError(f"{size} pieces: expected 1 to {MAX_PIECES}")
        for what, given in (("demand", demands), ("strength", strengths), ("point", points),
                            *(("strength", strength) for strength in strengths)):
            if len(given) != size:
                found, pieces = counted(len(given), what), counted(size, "piece")
                raise OptionError(f"{found}: expected one for each of {pieces}")
        if min(trick_points, *points) < 0:
            raise OptionError("points below 0: the search takes every trick to gain something")
        total = sum(points) + trick_points * (size // SEATS)
        if total > MAX_POINTS:
            raise OptionError(f"{total} points in all: expected {MAX_POINTS} at most")
        self.name = name
        self.faces = tuple(faces)
        self.rules.pieces = EVERYTHING >> (MAX_PIECES - size)
        self.rules.trick_points = trick_points
        set_demands(self.rules.leads, leads)
        rows = {}
        for piece in range(size):
            self.rules.points[piece] = points[piece]
            strength = strengths[piece]
            content = (tuple(demands[piece]), tuple(strength))
            if content not in rows:
                row = rows[content] = len(rows)
                set_demands(self.rules.rows[row].demands, demands[piece])
                for other in range(size):
                    self.rules.rows[row].over[other] = sum(
                        [1 << p for p, s in enumerate(strength) if s > strength[other]]
                    )
                    self.rules.rows[row].unbeaten[other] = sum(
                        [1 << p for p, s in enumerate(strength) if s >= strength[other]]
                    )
            self.rules.row[piece] = rows[content]
            if points[piece]:
                self.rules.counting |= only(piece)
        for piece in range(size):
            self.rules.beaten_by[piece] = self.rules.rows[self.rules.row[piece]].over[piece]
        compare_pieces(&self.rules, size, len(rows))

    def legal(self, pieces_t hand, lead=None):
        """The mask of what a hand may play on a lead, or lead itself if there is none."""
        return meet(self.demands_on(lead), hand)

    def excluded(self, piece, lead=None):
        """The mask of pieces that a seat cannot hold if it plays `piece` on `lead`."""
        cdef const pieces_t *demands = self.demands_on(lead)
        cdef pieces_t out = 0
        cdef int i, index = self.index_of(piece)
        for i in range(MAX_DEMANDS):
            if demands[i] & only(index):
                break
            out |= demands[i]
        return out

    def winner(self, trick):
        """The place (0 for the leader) of the piece that wins a trick, finished or not."""
        cdef int best = self.index_of(trick[0]), row = self.rules.row[best]
        cdef int place, piece, winner = 0
        for place in range(1, len(trick)):
            piece = self.index_of(trick[place])
            if beats(&self.rules.rows[row], piece, best):
                best = piece
                winner = place
        return winner

    def value(self, trick):
        """The points of a whole trick, its own included."""
        pieces = [self.rules.points[self.index_of(piece)] for piece in trick]
        return self.rules.trick_points + sum(pieces)

    def replay(self, plays, int leader, points=(0, 0)):
        """What the plays of all seats amount to, without looking at hands.

        Args:
            plays: the pieces in the order played.
            leader: the seat that led to the first trick.
            points: what the two sides had before.

        Returns:
            For each play its seat and the lead it answered (None if it led); the seat whose
            turn it is; the pieces on the table; the points of the two sides.
        """
        steps, trick, points = [], [], list(points)
        cdef int turn = leader
        for piece in plays:
            steps.append((turn, trick[0] if trick else None))
            trick.append(piece)
            turn = seat_after(turn)
            if len(trick) == SEATS:
                turn = (turn + self.winner(trick)) % SEATS
                points[side_of(turn)] += self.value(trick)
                trick = []
        return steps, turn, tuple(trick), tuple(points)

    cdef const pieces_t *demands_on(self, lead) except NULL:
        if lead is None:
            return self.rules.leads
        return self.rules.rows[self.rules.row[self.index_of(lead)]].demands

    cdef int index_of(self, object piece) except -1:
        place = getattr(piece, "index", None)
        if not (PyIndex_Check(place) and 0 <= place < len(self.faces)
                and self.faces[place] is piece):
            raise TypeError(f"{shown(piece)} is no {type(self.faces[0]).__name__}")
        return place

    cdef tuple faces_of(self, pieces_t pieces):
        cdef list found = []
        while pieces:
            found.append(self.faces[lowest(pieces)])
            pieces &= pieces - 1
        return tuple(found)


cdef void compare_pieces(TrickRules *rules, int size, int rows) noexcept:
    """Find which pieces may be equal, and what tells them apart."""
    cdef int a, b, other, row
    cdef pieces_t apart
    for a in range(size):
        for b in range(size):
            if (a == b or rules.row[a] != rules.row[b] or rules.points[a] != rules.points[b]
                    or separates(rules.leads, a, b)):
                continue
            apart = 0
            for row in range(rows):
                apart |= rules.rows[row].over[a] ^ rules.rows[row].over[b]
                apart |= rules.rows[row].unbeaten[a] ^ rules.rows[row].unbeaten[b]
            for other in range(size):
                if separates(rules.rows[rules.row[other]].demands, a, b):
                    apart |= only(other)
            rules.kin[a] |= only(b)
            rules.apart[a][b] = apart & ~(only(a) | only(b))


cdef bint separates(const pieces_t *demands, int a, int b) noexcept:
    """Whether one of the demands admits exactly one of two pieces."""
    cdef int i
    for i in range(MAX_DEMANDS):
        if (demands[i] >> a ^ demands[i] >> b) & 1:
            return True
    return False


cdef set_demands(pieces_t *demands, masks):
    cdef int i
    if len(masks) >= MAX_DEMANDS:
        raise OptionError(f"{len(masks)} demands: at most {MAX_DEMANDS - 1} fit a table")
    for i in range(MAX_DEMANDS):
        demands[i] = masks[i] if i < len(masks) else EVERYTHING


cdef class TrickPosition:
    """A position of a trick game with all hands open.

    Args:
        table: the rules of its tricks.
        hands: four masks of pieces, equally many in each.
        leader: who leads to the next trick.
        points: what the two sides have taken already.

    Raises:
        ImpossiblePositionError: a piece in two hands, or hands of unequal size.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, TrickTable table not None, hands, int leader, points=(0, 0)):
        cdef int seat
        cdef pieces_t seen = 0
        if len(hands) != SEATS:
            raise ImpossiblePositionError(f"{counted(len(hands), 'hand')}: expected {SEATS}")
        points = tuple(map(operator.index, points))
        if len(points) != 2 or not all([0 <= taken <= MAX_POINTS for taken in points]):
            raise ImpossiblePositionError(f"points {shown(points)}: expected 0 to {MAX_POINTS}")
        memset(&self.state, 0, sizeof(TrickState))
        self.table = table
        for seat in range(SEATS):
            self.state.hands[seat] = hands[seat]
            twice = self.state.hands[seat] & seen
            if twice:
                raise ImpossiblePositionError(f"{table.faces_of(twice)[0]} is in two hands")
            if count(self.state.hands[seat]) != count(self.state.hands[0]):
                sizes = ", ".join([str(hand.bit_count()) for hand in hands])
                raise ImpossiblePositionError(f"hands of {sizes}: expected equal sizes")
            seen |= self.state.hands[seat]
        if seen & ~table.rules.pieces:
            raise ImpossiblePositionError("a hand holds pieces that do not exist")
        if not 0 <= leader < SEATS:
            raise ImpossiblePositionError(f"leader {leader}: expected a seat from 0 to {SEATS - 1}")
        self.state.turn = leader
        self.state.points = points

    @property
    def tricks(self):
        """The trick game that the rest of this state is: itself."""
        return self

    @property
    def finished(self):
        """Whether all pieces have been played."""
        return self.state.placed == 0 and not self.state.hands[self.state.turn]

    @property
    def mover(self):
        """The number of the seat to play, or -1 when finished."""
        return -1 if self.finished else self.state.turn

    @property
    def side(self):
        """The number of the side to play, or -1 when finished."""
        return -1 if self.finished else side_of(self.state.turn)

    @property
    def leader(self):
        """The number of the seat that led to this trick, or leads to the next."""
        return (self.state.turn - self.state.placed) & (SEATS - 1)

    @property
    def masks(self):
        """The four hands as they are now, as masks."""
        return tuple([self.state.hands[seat] for seat in range(SEATS)])

    @property
    def legal(self):
        """The pieces that may be played now, lowest index first; empty when finished."""
        return self.table.faces_of(legal(&self.table.rules, &self.state))

    @property
    def groups(self):
        """The legal pieces in groups of equal ones: any of a group does as well as another.

        Equal are neighbours of the same points, once nothing that other seats hold comes
        between them and no lead tells them apart.
        """
        cdef const TrickRules *rules = &self.table.rules
        cdef pieces_t moves = legal(rules, &self.state), same
        cdef list found = []
        while moves:
            same = equals(rules, lowest(moves), moves, rivals(&self.state))
            found.append(self.table.faces_of(same))
            moves ^= same
        return tuple(found)

    @property
    def trick(self):
        """The pieces on the table, in the order played."""
        return self.plays[self.state.plies - self.state.placed:]

    @property
    def plays(self):
        """All pieces played since this position was set up, in order."""
        return tuple([self.table.faces[self.state.history[i]] for i in range(self.state.plies)])

    @property
    def points(self):
        """Points of the finished tricks, by side."""
        return self.state.points[0], self.state.points[1]

    @property
    def rest(self):
        """The points still to be taken by either side, the trick on the table included."""
        return to_go(&self.table.rules, &self.state)

    def bounds(self, int side):
        """The least and the most points that a side can still end with."""
        if not 0 <= side <= 1:
            raise ImpossiblePositionError(f"side {side}: expected 0 or 1")
        cdef int taken = self.state.points[side]
        return taken, taken + to_go(&self.table.rules, &self.state)

    @property
    def key(self):
        """A hashable value of all that the rest of the game depends on."""
        return (self.table.name, self.masks, self.state.turn, self.trick)

    def push(self, piece):
        """Play a piece for the seat to move.

        Raises:
            IllegalMoveError: the seat does not hold it, must follow with another, or the
                game is over. The position is then unchanged.
        """
        cdef int index = self.table.index_of(piece)
        if not legal(&self.table.rules, &self.state) & only(index):
            raise IllegalMoveError(f"{piece} cannot be played: {self.objection(index)}")
        place(&self.table.rules, &self.state, index)

    def objection(self, int index):
        """Why a piece is not legal."""
        if self.finished:
            return "all pieces have been played"
        if not self.state.hands[self.state.turn] & only(index):
            return "the seat to play does not hold it"
        allowed = " ".join([str(piece) for piece in self.legal])
        return f"the seat to play must follow with one of {allowed}"

    def pop(self):
        """Take back the last play and return its piece.

        Raises:
            IndexError: nothing has been played since the position was set up.
        """
        if self.state.plies == 0:
            raise IndexError("there is no play to take back")
        take_back(&self.table.rules, &self.state)
        return self.table.faces[self.state.history[self.state.plies]]

    def copy(self):
        """An independent copy, history included."""
        cdef TrickPosition other = type(self).__new__(type(self))
        other.table = self.table
        other.state = self.state
        return other

    def perft(self, int depth):
        """How many sequences of `depth` plays there are from here (fewer plays if it ends)."""
        if depth < 0:
            raise OptionError(f"depth {depth}: expected 0 or more")
        cdef TrickPosition position = self.copy()
        cdef uint64_t total = 0
        if depth > 8:  # so long that Ctrl-C must be heard
            for piece in position.legal:
                position.push(piece)
                total += position.perft(depth - 1)
                position.pop()
            return total if position.legal else 1
        with nogil:
            total = perft(&position.table.rules, &position.state, depth)
        return total
