"""Trick tables and positions: the Python face of the trick kernel declared in _tricks.pxd."""

import operator
from types import GenericAlias

from .errors import IllegalMoveError, ImpossiblePositionError, OptionError, counted, shown

from cpython.number cimport PyIndex_Check
from libc.string cimport memset

cdef pieces_t EVERYTHING = ~(<pieces_t>0)
# Of a table, and of what a side has taken before: their sums must fit 16 bits.
MAX_POINTS = 9999
cdef tuple ALTERNATE = (0, 1, 0, 1)    # the sides of seats that are not told otherwise


cdef void place(const TrickRules *rules, TrickState *state, int piece) noexcept nogil:
    """Play a piece for the seat to move; the last one of a trick closes it."""
    place_as(rules, state, piece, piece)


cdef void place_as(
    const TrickRules *rules, TrickState *state, int piece, int called
) noexcept nogil:
    """As `place`; a piece that is led opens the row of `called`, the first of all alone another."""
    cdef int seat = state.turn, side
    state.hands[seat] ^= only(piece)
    if state.plies == 0:
        state.called = called
    state.history[state.plies] = piece
    state.movers[state.plies] = seat
    state.plies += 1
    add_to_trick(rules, state, piece, seat, called)
    state.turn = state.seating.after[seat]
    if state.placed == state.seating.size:
        side = gainer(rules, state)
        state.points[side] += state.pot + closing_points(rules, state)
        state.turn = state.winner
        state.placed = 0
        state.pot = 0
        if rules.sweep == 1 - side:
            concede(rules, state, side)


cdef void concede(const TrickRules *rules, TrickState *state, int side) noexcept nogil:
    """End the game between two tricks: all that is left goes to a side."""
    cdef int seat
    state.points[side] += to_go(rules, state)
    for seat in range(SEATS):
        state.conceded[seat] = state.hands[seat]
        state.hands[seat] = 0


cdef void resume(const TrickRules *rules, TrickState *state) noexcept nogil:
    """Undo `concede`, if it has ended the game."""
    cdef int seat
    if not state.conceded[state.turn]:
        return
    for seat in range(SEATS):
        state.hands[seat] = state.conceded[seat]
        state.conceded[seat] = 0
    state.points[1 - rules.sweep] -= to_go(rules, state)


cdef inline int gainer(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """The side that gets the points of the trick."""
    return state.seating.sides[state.winner] ^ rules.misere


cdef inline int closing_points(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """What a trick that is complete gives besides its pieces."""
    return rules.trick_points + (0 if state.hands[state.winner] else rules.last_points)


cdef void add_to_trick(
    const TrickRules *rules, TrickState *state, int piece, int seat, int called
) noexcept nogil:
    if state.placed == 0:
        state.row = rules.row[called]
    if state.placed == 0 or only(piece) & takers(
        rules, &state.seating, &rules.rows[state.row], state.best, state.winner, seat
    ):
        state.best = piece
        state.winner = seat
    state.placed += 1
    state.pot += rules.points[piece]


cdef void take_back(const TrickRules *rules, TrickState *state) noexcept nogil:
    """Undo the last `place`; there must be one."""
    cdef int reopened = state.placed, ply, piece, side
    if reopened == 0:
        resume(rules, state)
        reopened = state.seating.size
        state.winner = state.turn
        side = gainer(rules, state)
        state.points[side] -= closing_points(rules, state)
        for ply in range(state.plies - reopened, state.plies):
            state.points[side] -= rules.points[state.history[ply]]
    state.plies -= 1
    state.turn = state.movers[state.plies]
    state.hands[state.turn] |= only(state.history[state.plies])
    state.placed = 0
    state.pot = 0
    for ply in range(state.plies + 1 - reopened, state.plies):
        piece = state.history[ply]
        add_to_trick(rules, state, piece, state.movers[ply], piece if ply else state.called)


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
    """The rules of one kind of trick as data, for two to four seats in two sides.

    Args:
        name: the first part of keys; tables that differ must differ in name.
        faces: the pieces as users see them, at most 64; piece i has the attribute `index` i.
        demands: for each lead a list of masks. Of the hand to play, the pieces in the first
            mask that meets it are legal; a hand that meets none may play anything.
        strengths: for each lead the strength of every piece; the strongest wins, the earliest
            of equals.
        points: what each piece gives to the side that wins it; below 0 it costs points.
        trick_points: what each trick gives besides.
        leads: demands on the leader, as in `demands`; none by default.
        last_points: what the last trick gives besides.
        misere: whether the points of a trick go to the side that does not win it.
        ties_to: the side that wins ties: of equals its earliest is then the winner, if it has
            one, else the earliest.
        sweep: the side that must get all: as soon as the other gets a trick, it gets all that is
            left too, and the game is over.
        calls: rows that the first lead of all may be called to open instead of its own: for each
            what it demands, and the strengths; at most 8.

    Raises:
        OptionError: no pieces or too many, lists of unequal length, a side that does not exist,
            points that come to more than 9999 in all, those below 0 taken as above.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(
        self, name, faces, demands, strengths, points, trick_points=1, leads=(), *,
        last_points=0, misere=False, ties_to=None, sweep=None, calls=()
    ):
        cdef int piece, row
        size = len(faces)
        if not 1 <= size <= MAX_PIECES:
            raise OptionError(f"{size} pieces: expected 1 to {MAX_PIECES}")
        for what, given in (("demand", demands), ("strength", strengths), ("point", points),
                            *(("strength", strength) for strength in strengths)):
            if len(given) != size:
                found, pieces = counted(len(given), what), counted(size, "piece")
                raise OptionError(f"{found}: expected one for each of {pieces}")
        for what, side in (("ties to", ties_to), ("sweep of", sweep)):
            if side not in (None, 0, 1):
                raise OptionError(f"{what} side {shown(side)}: expected 0, 1 or None")
        total = sum(map(abs, points)) + abs(trick_points) * (size // SEATS) + abs(last_points)
        if total > MAX_POINTS:
            raise OptionError(f"{total} points in all: expected {MAX_POINTS} at most")
        self.name = name
        self.faces = tuple(faces)
        if len(calls) > MAX_CALLS:
            raise OptionError(f"{len(calls)} calls: expected {MAX_CALLS} at most")
        self.calls = len(calls)
        self.rules.pieces = EVERYTHING >> (MAX_PIECES - size)
        self.rules.trick_points = trick_points
        self.rules.last_points = last_points
        self.rules.costs = min(trick_points, last_points, *points) < 0
        self.rules.misere = misere
        self.rules.ties_to = NO_SIDE if ties_to is None else ties_to
        self.rules.sweep = NO_SIDE if sweep is None else sweep
        set_demands(self.rules.leads, leads)
        rows = {}
        for piece in range(size):
            self.rules.points[piece] = points[piece]
            self.rules.row[piece] = self.add_row(rows, demands[piece], strengths[piece])
            if points[piece]:
                self.rules.counting |= only(piece)
            if points[piece] < 0:
                self.rules.costing |= only(piece)
        opened = len(rows)
        for row, call in enumerate(calls):
            self.rules.row[size + row] = self.add_row(rows, *call)
        for piece in range(size):
            self.rules.beaten_by[piece] = self.rules.rows[self.rules.row[piece]].over[piece]
            for other in range(size):
                if self.rules.beaten_by[piece] & only(other):
                    self.rules.beats[other] |= only(piece)
        compare_pieces(&self.rules, size, opened, len(rows))

    def add_row(self, dict rows, demands, strength):
        """The number of a row, a new one unless there is one like it."""
        cdef int row = len(rows), other
        content = (tuple(demands), tuple(strength))
        if content in rows:
            return rows[content]
        rows[content] = row
        set_demands(self.rules.rows[row].demands, demands)
        for other in range(len(strength)):
            self.rules.rows[row].over[other] = sum(
                [1 << p for p, s in enumerate(strength) if s > strength[other]]
            )
            self.rules.rows[row].unbeaten[other] = sum(
                [1 << p for p, s in enumerate(strength) if s >= strength[other]]
            )
        return row

    @property
    def misere(self):
        """Whether the points of a trick go to the side that does not win it."""
        return bool(self.rules.misere)

    @property
    def sweep(self):
        """The side that must get all, or None."""
        return None if self.rules.sweep == NO_SIDE else self.rules.sweep

    def legal(self, pieces_t hand, lead=None):
        """The mask of what a hand may play on a lead, or lead itself if there is none.

        Here and below a lead may also be the number of a call.
        """
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

    def winner(self, trick, sides=None, called=None):
        """The place (0 for the leader) of the piece that wins a trick, finished or not.

        Args:
            trick: the pieces in the order played.
            sides: those of the seats in the order of play, for a table that gives ties to a
                side; alternate by default.
            called: the piece or call whose row the lead has opened, if not its own.
        """
        cdef Seating seating = IN_TURN if sides is None else seated(sides)
        cdef int best = self.index_of(trick[0]), winner = 0, place, piece
        cdef const TrickRow *row = self.row_of(trick[0] if called is None else called)
        for place in range(1, len(trick)):
            piece = self.index_of(trick[place])
            if only(piece) & takers(&self.rules, &seating, row, best, winner, place):
                best = piece
                winner = place
        return winner

    def value(self, trick):
        """The points of a whole trick, its own included, but for those of the last."""
        pieces = [self.rules.points[self.index_of(piece)] for piece in trick]
        return self.rules.trick_points + sum(pieces)

    def replay(self, plays, int leader, points=(0, 0), sides=None, called=None):
        """What the plays of all seats amount to, without looking at hands.

        Nor are the points counted that the last trick gives besides, or that a sweep which fails
        leaves to the other side.

        Args:
            plays: the pieces in the order played.
            leader: the seat that led to the first trick.
            points: what the two sides had before.
            sides: the side of each seat, as in `TrickPosition`; of four in turn by default.
            called: the piece or call whose row the first lead has opened, if not its own.

        Returns:
            For each play its seat and the lead it answered (None if it led); the seat whose
            turn it is; the pieces on the table; the points of the two sides.
        """
        cdef Seating seating = IN_TURN if sides is None else seated(sides)
        cdef list steps = [], trick = [], seats = []
        cdef int turn = leader
        points = list(points)
        for piece in plays:
            steps.append((turn, None if not trick else trick[0] if called is None else called))
            trick.append(piece)
            seats.append(turn)
            turn = seating.after[turn]
            if len(trick) == seating.size:
                turn = seats[self.winner(trick, [seating.sides[seat] for seat in seats], called)]
                points[seating.sides[turn] ^ self.rules.misere] += self.value(trick)
                trick, seats, called = [], [], None
        return steps, turn, tuple(trick), tuple(points)

    cdef const pieces_t *demands_on(self, lead) except NULL:
        if lead is None:
            return self.rules.leads
        return self.row_of(lead).demands

    cdef const TrickRow *row_of(self, lead) except NULL:
        return &self.rules.rows[self.rules.row[self.opening(lead)]]

    cdef int opening(self, object lead) except -1:
        """Where the row of a lead or call stands."""
        if isinstance(lead, int) and 0 <= lead < self.calls:
            return len(self.faces) + lead
        return self.index_of(lead)

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


cdef void compare_pieces(TrickRules *rules, int size, int opened, int rows) noexcept:
    """Find which pieces may be equal, and what tells them apart.

    The first rows are opened by pieces, the others by calls alone: what those tell apart is not
    equal, as no piece need be out.
    """
    cdef int a, b, other, row
    cdef pieces_t apart
    for a in range(size):
        for b in range(size):
            if (a == b or rules.row[a] != rules.row[b] or rules.points[a] != rules.points[b]
                    or separates(rules.leads, a, b) or called_apart(rules, opened, rows, a, b)):
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


cdef bint called_apart(const TrickRules *rules, int opened, int rows, int a, int b) noexcept:
    """Whether a call that no piece opens admits exactly one of two pieces."""
    cdef int row
    for row in range(opened, rows):
        if separates(rules.rows[row].demands, a, b):
            return True
    return False


cdef bint separates(const pieces_t *demands, int a, int b) noexcept:
    """Whether one of the demands admits exactly one of two pieces."""
    cdef int i
    for i in range(MAX_DEMANDS):
        if (demands[i] >> a ^ demands[i] >> b) & 1:
            return True
    return False


cdef Seating seated(sides) except *:
    """The seating that gives each seat a side, or None to those that sit out."""
    cdef Seating seating
    cdef int seat, after
    if not 2 <= len(sides) <= SEATS or not all([side in (0, 1, None) for side in sides]):
        raise ImpossiblePositionError(
            f"sides {shown(sides)}: expected 0, 1 or None for each of 2 to {SEATS} seats"
        )
    memset(&seating, 0, sizeof(Seating))
    seating.seats = len(sides)
    for seat in range(SEATS):
        seating.sides[seat] = NO_SIDE
        if seat < seating.seats and sides[seat] is not None:
            seating.sides[seat] = sides[seat]
            seating.playing |= 1 << seat
            seating.size += 1
    if seating.size < 2:
        raise ImpossiblePositionError(f"sides {shown(sides)}: expected 2 seats or more that play")
    for seat in range(seating.seats):
        after = (seat + 1) % seating.seats
        while not seating.playing >> after & 1:
            after = (after + 1) % seating.seats
        seating.after[seat] = after
    return seating


cdef Seating IN_TURN = seated(ALTERNATE)


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
        hands: for each of two to four seats a mask of pieces, equally many in each.
        leader: who leads to the next trick.
        points: what the two sides have taken already.
        sides: for each seat the side for which it plays, 0 or 1, or None if it sits out, with no
            pieces; alternate by default.
        openings: moves by which the first lead of all may be called otherwise than it is: for each
            the piece, and the piece or call whose row it opens.

    Raises:
        ImpossiblePositionError: a piece in two hands, hands of unequal size, seats or sides that
            do not exist.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(
        self, TrickTable table not None, hands, int leader, points=(0, 0), *, sides=None,
        openings=None
    ):
        cdef int seat
        cdef pieces_t seen = 0
        if not 2 <= len(hands) <= SEATS:
            raise ImpossiblePositionError(f"{counted(len(hands), 'hand')}: expected 2 to {SEATS}")
        sides = ALTERNATE[:len(hands)] if sides is None else sides
        if len(sides) != len(hands):
            found = counted(len(hands), "hand")
            raise ImpossiblePositionError(f"sides {shown(sides)}: expected one for each of {found}")
        points = tuple(map(operator.index, points))
        if len(points) != 2 or not all([abs(taken) <= MAX_POINTS for taken in points]):
            raise ImpossiblePositionError(
                f"points {shown(points)}: expected two numbers to {MAX_POINTS}"
            )
        memset(&self.state, 0, sizeof(TrickState))
        self.table = table
        self.openings = dict(openings) if openings else None
        self.state.seating = seated(sides)
        for seat, hand in enumerate(hands):
            self.state.hands[seat] = hand
            if hand and not self.state.seating.playing >> seat & 1:
                raise ImpossiblePositionError(f"seat {seat} sits out: its hand must be empty")
            twice = self.state.hands[seat] & seen
            if twice:
                raise ImpossiblePositionError(f"{table.faces_of(twice)[0]} is in two hands")
            seen |= self.state.hands[seat]
        sizes = [hand.bit_count() for hand, side in zip(hands, sides) if side is not None]
        if len(set(sizes)) > 1:
            sizes = ", ".join(map(str, sizes))
            raise ImpossiblePositionError(f"hands of {sizes}: expected equal sizes")
        if seen & ~table.rules.pieces:
            raise ImpossiblePositionError("a hand holds pieces that do not exist")
        if not 0 <= leader < len(hands):
            raise ImpossiblePositionError(
                f"leader {leader}: expected a seat from 0 to {len(hands) - 1}"
            )
        if sides[leader] is None:
            raise ImpossiblePositionError(f"leader {leader}: that seat sits out")
        self.state.turn = leader
        self.state.points = points

    @property
    def core(self):
        """None: a trick game has a search of its own."""
        return None

    @property
    def tricks(self):
        """The trick game that the rest of this state is: itself, unless a lead may be called so."""
        return None if self.offers() else self

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
        return -1 if self.finished else self.state.seating.sides[self.state.turn]

    @property
    def sides(self):
        """For each seat the number of its side, or None if it sits out."""
        cdef Seating *seating = &self.state.seating
        return tuple([
            seating.sides[seat] if seating.playing >> seat & 1 else None
            for seat in range(seating.seats)
        ])

    @property
    def leader(self):
        """The number of the seat that led to this trick, or leads to the next."""
        if self.state.placed == 0:
            return self.state.turn
        return self.state.movers[self.state.plies - self.state.placed]

    @property
    def called(self):
        """The piece or the number of the call whose row the lead on the table has opened.

        None if its own, or no lead.
        """
        if self.state.placed == 0 or self.state.plies > self.state.placed:
            return None
        cdef int called = self.state.called
        if called == self.state.history[0]:
            return None
        size = len(self.table.faces)
        return self.table.faces[called] if called < size else called - size

    @property
    def masks(self):
        """The hands of all seats as they are now, as masks."""
        return tuple([self.state.hands[seat] for seat in range(self.state.seating.seats)])

    @property
    def legal(self):
        """The pieces that may be played now, lowest index first; empty when finished.

        Then come those of the openings that may be made.
        """
        cdef tuple found = self.table.faces_of(legal(&self.table.rules, &self.state))
        return found + self.offers() if self.openings is not None else found

    cdef tuple offers(self):
        """The openings that may be made now."""
        if self.openings is None or self.state.plies:
            return ()
        cdef pieces_t pieces = legal(&self.table.rules, &self.state)
        return tuple([
            move for move, (piece, _) in self.openings.items()
            if pieces & only(self.table.index_of(piece))
        ])

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
        found += [(move,) for move in self.offers()]
        return tuple(found)

    @property
    def trick(self):
        """The pieces on the table, in the order played."""
        return tuple([
            self.table.faces[self.state.history[i]]
            for i in range(self.state.plies - self.state.placed, self.state.plies)
        ])

    @property
    def plays(self):
        """All that was played since this position was set up, in order."""
        cdef list found = [self.table.faces[self.state.history[i]] for i in range(self.state.plies)]
        if self.openings is not None and found:
            found[0] = self.opened(found[0])
        return tuple(found)

    def opened(self, piece):
        """The move by which the first piece was led."""
        called = self.state.called
        for move, (led, call) in self.openings.items():
            if led is piece and self.table.opening(call) == called != led.index:
                return move
        return piece

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
        cdef int taken = self.state.points[side], cost = cost_to_go(&self.table.rules, &self.state)
        return taken - cost, taken + to_go(&self.table.rules, &self.state) + cost

    @property
    def key(self):
        """A hashable value of all that the rest of the game depends on."""
        return (
            self.table.name, self.masks, self.state.turn, self.trick, self.sides, self.called,
            self.offers(),
        )

    def push(self, piece, called=None):
        """Play a piece for the seat to move.

        Args:
            piece: the piece, or one of the openings.
            called: a piece whose row the lead is to open instead of its own, or the number of a
                call; the first of all alone. Whether the game allows it is for the caller to know.

        Raises:
            IllegalMoveError: the seat does not hold it, must follow with another, or the
                game is over; another piece is called and this is not the first play. The
                position is then unchanged.
        """
        if self.openings is not None and self.state.plies == 0:
            piece, called = self.openings.get(piece, (piece, called))
        cdef int index
        try:
            index = self.table.index_of(piece)
        except TypeError:
            self.refuse(piece)
            raise
        cdef int opened = index if called is None else self.table.opening(called)
        if not legal(&self.table.rules, &self.state) & only(index):
            raise IllegalMoveError(f"{piece} cannot be played: {self.objection(index)}")
        if opened != index and self.state.plies:
            raise IllegalMoveError(f"{piece} cannot be called {called}: only the first lead can")
        place_as(&self.table.rules, &self.state, index, opened)

    def refuse(self, move):
        """Say by an error why a move that is no piece cannot be made, where the game knows it."""

    def objection(self, int index):
        """Why a piece is not legal."""
        if self.finished:
            return "all pieces have been played"
        if not self.state.hands[self.state.turn] & only(index):
            return "the seat to play does not hold it"
        allowed = " ".join([str(piece) for piece in self.legal])
        return f"the seat to play must follow with one of {allowed}"

    def pop(self):
        """Take back the last play and return its piece, or the opening that it was.

        Raises:
            IndexError: nothing has been played since the position was set up.
        """
        if self.state.plies == 0:
            raise IndexError("there is no play to take back")
        take_back(&self.table.rules, &self.state)
        piece = self.table.faces[self.state.history[self.state.plies]]
        return piece if self.openings is None or self.state.plies else self.opened(piece)

    def copy(self):
        """An independent copy, history included."""
        cdef TrickPosition other = type(self).__new__(type(self))
        other.table = self.table
        other.state = self.state
        other.openings = self.openings
        return other

    def perft(self, int depth):
        """How many sequences of `depth` plays there are from here (fewer plays if it ends)."""
        if depth < 0:
            raise OptionError(f"depth {depth}: expected 0 or more")
        cdef TrickPosition position = self.copy()
        cdef uint64_t total = 0
        # So long that Ctrl-C must be heard, or not counted below.
        if depth > 8 or depth > 0 and self.offers():
            for piece in position.legal:
                position.push(piece)
                total += position.perft(depth - 1)
                position.pop()
            return total if position.legal else 1
        with nogil:
            total = perft(&position.table.rules, &position.state, depth)
        return total
