"""The play of a round of Knaves or Polignac: tricks, by the trick kernel, and a capot.

A move is a number: that of a card, or what is said of a capot before the first lead.
"""

from fortytwo.engine._core cimport FINISHED
from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    MAX_PIECES, SEATS, cost_to_go, legal, lowest, pieces_t, place, to_go,
)

cdef enum:
    NOBODY = -1
    PASS = MAX_PIECES
    CAPOT

OTHERS = {"pass": PASS, "capot": CAPOT}
"""The numbers of the moves that are no cards."""


cdef class KnavesCore(Core):
    """A round under way, in which every seat plays for itself.

    Args:
        position: its beginning.
        capot: what a capot costs whoever fails in it, or else everybody else; 0 if none may be
            announced.
    """

    def __cinit__(self, *_, **__):
        self.allocate(sizeof(Round), sizeof(Deal))

    def __init__(self, TrickPosition position not None, uint8_t capot=0):
        cdef Deal *deal = <Deal *>self.fixed
        cdef Round *round = self.round()
        self.table = position.table
        deal.rules = &self.table.rules
        deal.start = position.state
        deal.capot = capot
        round.state = position.state
        round.announcer = NOBODY

    cdef const Deal *deal_of(self) noexcept nogil:
        return <const Deal *>self.fixed

    cdef Round *round(self) noexcept nogil:
        return <Round *>self.now

    def copy(self):
        """An independent copy, moves to take back included."""
        cdef KnavesCore other = Core.copy(self)
        other.table = self.table
        return other

    cdef bint may_announce(self) noexcept nogil:
        """Whether the seat to move is to say if it announces capot."""
        cdef const Deal *deal = self.deal_of()
        cdef const Round *round = self.round()
        return deal.capot and round.announcer == NOBODY and (
            round.passes < deal.start.seating.seats
        )

    cdef bint is_open(self) noexcept nogil:
        """Whether capot was announced, and no other seat has won a trick."""
        return self.round().announcer != NOBODY and not self.round().failed

    cdef int turn(self) noexcept nogil:
        cdef const TrickState *state = &self.round().state
        cdef int seat = state.turn
        if self.may_announce():
            return (seat + self.round().passes) % state.seating.seats
        return seat if state.hands[seat] else FINISHED

    cdef int number_of_sides(self) noexcept nogil:
        return self.round().state.seating.seats

    cdef int moves(self, move_t *found) noexcept nogil:
        cdef const Round *round = self.round()
        cdef int number = 0
        cdef pieces_t cards
        if self.may_announce():
            found[0] = PASS
            found[1] = CAPOT
            return 2
        cards = legal(self.deal_of().rules, &round.state)
        while cards:
            found[number] = lowest(cards)
            cards &= cards - 1
            number += 1
        return number

    cdef void change(self, move_t move) noexcept nogil:
        cdef Round *round = self.round()
        if move == PASS:
            round.passes += 1
        elif move == CAPOT:
            round.announcer = self.turn()
        else:
            place(self.deal_of().rules, &round.state, move)
            # Whoever has won a trick leads to the next.
            if self.is_open() and not round.state.placed and round.state.turn != round.announcer:
                round.failed = round.state.plies

    cdef int taken(self, int side) noexcept nogil:
        """What a side has gained by finished tricks, and by a capot that is settled."""
        cdef const Round *round = self.round()
        if self.is_open() and self.turn() == FINISHED:
            return self.after_success(side)
        if round.failed and side == round.announcer:
            return round.state.points[side] - self.deal_of().capot
        return round.state.points[side]

    cdef int after_success(self, int side) noexcept nogil:
        """What a side ends with if the capot succeeds."""
        cdef const Deal *deal = self.deal_of()
        return deal.start.points[side] - (0 if side == self.round().announcer else deal.capot)

    cdef Reach reach(self, int side) noexcept nogil:
        cdef const TrickState *state = &self.round().state
        cdef const TrickRules *rules = self.deal_of().rules
        cdef int taken = self.taken(side), cost, success
        cdef Reach reach = Reach(taken, taken)
        if self.turn() == FINISHED:
            return reach
        cost = cost_to_go(rules, state)
        reach.least -= cost
        reach.most += to_go(rules, state) + cost
        if self.may_announce():
            reach.least -= self.deal_of().capot
        elif self.is_open():
            success = self.after_success(side)
            if side == self.round().announcer:
                reach.least -= self.deal_of().capot
            reach.least = min(reach.least, success)
            reach.most = max(reach.most, success)
        return reach

    cdef int pack(self, uint64_t *key) noexcept nogil:
        """While a capot may succeed its announcer has all that is no longer out."""
        cdef const Round *round = self.round()
        cdef const TrickState *state = &round.state
        cdef int seat
        key[0] = 0
        for seat in range(SEATS):
            key[0] |= state.hands[seat]
        key[1] = state.turn
        if state.placed:
            key[1] |= (
                state.placed << 8 | state.row << 16 | <uint64_t>state.best << 24
                | <uint64_t>state.winner << 32 | <uint64_t><uint8_t>state.pot << 40
            )
        if self.may_announce():
            key[1] |= <uint64_t>(1 + round.passes) << 48
        elif self.is_open():
            key[1] |= <uint64_t>(1 + round.announcer) << 56
        return 2

    @property
    def announcing(self):
        """Whether the seat to move is to say if it announces capot."""
        return self.may_announce()

    @property
    def announcer(self):
        """The seat that has announced capot, or None."""
        cdef int seat = self.round().announcer
        return None if seat == NOBODY else seat

    @property
    def is_capot(self):
        """Whether capot was announced, and no other seat has won a trick."""
        return self.is_open()

    @property
    def points(self):
        """What each side has gained by finished tricks, and by a capot that is settled."""
        return tuple([self.taken(side) for side in range(self.number_of_sides())])

    @property
    def position(self):
        """The tricks; after a capot that has failed from then on, which counts as taken.

        While one may succeed it is not counted.
        """
        cdef TrickPosition found = TrickPosition.__new__(TrickPosition)
        cdef TrickState *state = &found.state
        cdef int i, failed = self.round().failed
        found.table = self.table
        state[0] = self.round().state
        for i in range(self.number_of_sides()):
            state.points[i] = self.taken(i)
        if failed:
            state.plies -= failed
            for i in range(state.plies):
                state.history[i] = state.history[i + failed]
                state.movers[i] = state.movers[i + failed]
            state.called = state.history[0]
        return found
