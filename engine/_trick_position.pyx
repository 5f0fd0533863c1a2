"""Positions of trick games, with push and pop."""

import operator
from types import GenericAlias

from .errors import IllegalMoveError, ImpossiblePositionError, OptionError, counted, shown

from libc.stdint cimport uint64_t
from libc.string cimport memset

from fortytwo.engine._tricks cimport (
    MAX_POINTS, SEATS, Seating, TrickRules, cost_to_go, count, equals, legal, lowest, only, perft,
    pieces_t, place_as, rivals, seated, take_back, to_go,
)


cdef class TrickPosition:
    """A position of a trick game with all hands open.

    Args:
        table: the rules of its tricks.
        hands: for each of two to six seats a mask of pieces, equally many in each.
        leader: who leads to the next trick.
        points: what each side has taken already; nothing by default.
        sides: for each seat the number of the side for which it plays, 0, 1, …, or None if it sits
            out, with no pieces; two that alternate by default.
        openings: moves by which the first lead of all may be called otherwise than it is: for each
            the piece, and the piece or call whose row it opens.

    Raises:
        ImpossiblePositionError: a piece in two hands, hands of unequal size, seats or sides that
            do not exist.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(
        self, TrickTable table not None, hands, int leader, points=(), *, sides=None,
        openings=None
    ):
        cdef int seat, seats = len(hands)
        cdef pieces_t seen = 0, hand
        cdef list sizes = []
        if not 2 <= seats <= SEATS:
            raise ImpossiblePositionError(f"{counted(seats, 'hand')}: expected 2 to {SEATS}")
        if sides is None:
            sides = [seat % 2 for seat in range(seats)]
        if len(sides) != seats:
            found = counted(seats, "hand")
            raise ImpossiblePositionError(f"sides {shown(sides)}: expected one for each of {found}")
        memset(&self.state, 0, sizeof(TrickState))
        self.table = table
        self.openings = dict(openings) if openings else None
        self.state.seating = seated(sides)
        parties = self.state.seating.parties
        if parties > 2 and not table.suits_any_sides():
            raise ImpossiblePositionError(
                f"{parties} sides: expected 2 where one of them gets what it does not win, ties or "
                "all"
            )
        points = tuple(map(operator.index, points)) or (0,) * parties
        if len(points) != parties or not all([abs(taken) <= MAX_POINTS for taken in points]):
            raise ImpossiblePositionError(
                f"points {shown(points)}: expected {parties} numbers to {MAX_POINTS}"
            )
        for seat in range(seats):
            hand = hands[seat]
            if hand and sides[seat] is None:
                raise ImpossiblePositionError(f"seat {seat} sits out: its hand must be empty")
            if hand & seen:
                raise ImpossiblePositionError(f"{table.faces_of(hand & seen)[0]} is in two hands")
            if sides[seat] is not None:
                sizes.append(count(hand))
            seen |= hand
            self.state.hands[seat] = hand
        if sizes.count(sizes[0]) < len(sizes):
            found = ", ".join(map(str, sizes))
            raise ImpossiblePositionError(f"hands of {found}: expected equal sizes")
        if seen & ~table.rules.pieces:
            raise ImpossiblePositionError("a hand holds pieces that do not exist")
        if not 0 <= leader < seats:
            raise ImpossiblePositionError(f"leader {leader}: expected a seat from 0 to {seats - 1}")
        if sides[leader] is None:
            raise ImpossiblePositionError(f"leader {leader}: that seat sits out")
        self.state.turn = leader
        for side, taken in enumerate(points):
            self.state.points[side] = taken

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
        return tuple([self.state.points[side] for side in range(self.state.seating.parties)])

    @property
    def rest(self):
        """The points still to be taken by any side, the trick on the table included."""
        return to_go(&self.table.rules, &self.state)

    cdef int side_of(self, side) except -1:
        """The number of a side that there is."""
        if self.table is None:
            raise AttributeError("a position that was never set up has no sides")
        parties = self.state.seating.parties
        if side not in range(parties):
            expected = "0 or 1" if parties == 2 else f"0 to {parties - 1}"
            raise ImpossiblePositionError(f"side {shown(side)}: expected {expected}")
        return side

    def bounds(self, side):
        """The least and the most points that a side can still end with."""
        cdef int taken = self.state.points[self.side_of(side)]
        cdef int cost = cost_to_go(&self.table.rules, &self.state)
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
