"""Trick tables, and the trick kernel declared in _tricks.pxd."""

from types import GenericAlias

from .errors import IllegalMoveError, ImpossiblePositionError, OptionError, counted, shown

from cpython.number cimport PyIndex_Check
from libc.string cimport memset

cdef pieces_t EVERYTHING = ~(<pieces_t>0)


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
    """How many sequences of so many plays there are, fewer plays where the game ends."""
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
    """The rules of one kind of trick as data, for two to six seats.

    A trick may be for the side that does not win it, ties may go to a side, and a side may have to
    get everything; such games have two sides, others may have more.

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
        # With two seats there are twice as many tricks; there is room for that.
        total = sum(map(abs, points)) + abs(trick_points) * (size // 4) + abs(last_points)
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

    cdef bint suits_any_sides(self) noexcept:
        """Whether nothing in the rules is about one of two sides."""
        cdef const TrickRules *rules = &self.rules
        return not rules.misere and rules.ties_to == NO_SIDE and rules.sweep == NO_SIDE

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

    def replay(
        self, plays, int leader, points=(), sides=None, called=None, *, tricks=None, rest=None
    ):
        """What the plays of all seats amount to, without looking at hands.

        Args:
            plays: the pieces in the order played.
            leader: the seat that led to the first trick.
            points: what each side had before; nothing by default.
            sides: the side of each seat, as in `TrickPosition`; of four in turn by default.
            called: the piece or call whose row the first lead has opened, if not its own.
            tricks: how many tricks there are to play; only needed if the last gives points besides.
            rest: the points that there are to take; only needed if a sweep fails.

        Returns:
            For each play its seat and the lead it answered (None if it led); the seat whose
            turn it is; the pieces on the table; the points of each side.

        Raises:
            IllegalMoveError: a play after the end, as far as that is known.
            OptionError: something that is needed is not given.
        """
        cdef Seating seating = IN_TURN if sides is None else seated(sides)
        cdef list steps = [], trick = [], seats = []
        cdef int turn = leader, played = 0, side
        cdef bint over = tricks == 0
        if self.rules.last_points and tricks is None:
            raise OptionError("tricks: expected their number, as the last gives points besides")
        points = list(points) or [0] * seating.parties
        before = sum(points)
        for piece in plays:
            if over:
                raise IllegalMoveError(f"play {len(steps) + 1}: the game is over")
            steps.append((turn, None if not trick else trick[0] if called is None else called))
            trick.append(piece)
            seats.append(turn)
            turn = seating.after[turn]
            if len(trick) == seating.size:
                turn = seats[self.winner(trick, [seating.sides[seat] for seat in seats], called)]
                side = seating.sides[turn] ^ self.rules.misere
                points[side] += self.value(trick)
                played += 1
                over = played == tricks
                if over:
                    points[side] += self.rules.last_points
                if self.rules.sweep == 1 - side:
                    if rest is None:
                        raise OptionError("rest: expected the points to take: a sweep has failed")
                    points[side] += before + rest - sum(points)
                    over = True
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
    cdef int met = 0, parties = 2
    cdef bint are_sides = 2 <= len(sides) <= SEATS
    for side in sides:
        if side is not None:
            are_sides = are_sides and side in (0, 1, 2, 3, 4, 5)
            if are_sides:
                met |= 1 << <int>side
                parties = max(parties, side + 1)
    if not are_sides or (parties > 2 and met != (1 << parties) - 1):
        raise ImpossiblePositionError(
            f"sides {shown(sides)}: expected 0, 1, … or None for each of 2 to {SEATS} seats"
        )
    memset(&seating, 0, sizeof(Seating))
    seating.seats = len(sides)
    seating.parties = parties
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


cdef Seating IN_TURN = seated((0, 1, 0, 1))    # where it is not told otherwise


cdef set_demands(pieces_t *demands, masks):
    cdef int i
    if len(masks) >= MAX_DEMANDS:
        raise OptionError(f"{len(masks)} demands: at most {MAX_DEMANDS - 1} fit a table")
    for i in range(MAX_DEMANDS):
        demands[i] = masks[i] if i < len(masks) else EVERYTHING
