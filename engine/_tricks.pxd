"""The trick kernel: what may be played and who wins a trick, without the GIL.

A set of pieces is a 64-bit mask. A `TrickRules` holds all that differs between games and
declarations, a `Seating` who plays and for which side; the functions below are the only place where
they are interpreted.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t

cdef extern from "bits.h" nogil:
    int lowest "bits_lowest"(uint64_t pieces)
    int count "bits_count"(uint64_t pieces)

cdef enum:
    MAX_PIECES = 64
    MAX_DEMANDS = 8
    MAX_CALLS = 8
    SEATS = 6                        # at most
    MAX_TRICKS = 32                  # of two seats; no division, which others might not compile
    NO_SIDE = 255
    # Of a table, and of what a side has taken before: their sums must fit 16 bits.
    MAX_POINTS = 9999

ctypedef uint64_t pieces_t

# A lead opens a row: what it demands of the others, and who beats whom from then on.
cdef struct TrickRow:
    pieces_t demands[MAX_DEMANDS]    # the first that meets a hand is what the hand may play
    pieces_t over[MAX_PIECES]        # over[p]: the pieces that beat p
    pieces_t unbeaten[MAX_PIECES]    # unbeaten[p]: those that p does not beat, equals included

cdef struct TrickRules:
    pieces_t pieces
    pieces_t counting                # those that give points
    pieces_t costing                 # ... fewer than 0
    uint8_t row[MAX_PIECES + MAX_CALLS]   # the row that a lead opens; then those of calls
    pieces_t leads[MAX_DEMANDS]      # demands on the leader himself
    int16_t points[MAX_PIECES]
    int16_t trick_points
    int16_t last_points              # what the last trick gives besides
    bint costs                       # some points are below 0
    bint misere                      # a trick gives its points to the side that does not win it
    uint8_t ties_to                  # the side that wins ties, or NO_SIDE: the earliest wins them
    uint8_t sweep                    # the side that must get all, or NO_SIDE
    pieces_t beaten_by[MAX_PIECES]   # what beats a piece in the row that it opens itself
    pieces_t beats[MAX_PIECES]       # what a piece beats in rows that they open themselves
    pieces_t kin[MAX_PIECES]         # pieces that a piece may be equal to ...
    pieces_t apart[MAX_PIECES][MAX_PIECES]   # ... while none of these is out in another hand
    TrickRow rows[MAX_PIECES + MAX_CALLS]

# The seats in play, and for whom they play.
cdef struct Seating:
    uint8_t seats                    # at the table, those that sit out included
    uint8_t playing                  # a set of seats
    uint8_t size                     # pieces in a trick
    uint8_t parties                  # how many sides there are, 2 or more
    uint8_t after[SEATS]             # whose turn follows
    uint8_t sides[SEATS]             # NO_SIDE for those that sit out

cdef struct TrickState:
    pieces_t hands[SEATS]
    Seating seating
    int16_t points[SEATS]            # of the finished tricks, by side
    int16_t pot                      # points of the pieces on the table
    uint8_t turn
    uint8_t placed                   # pieces on the table
    uint8_t row                      # opened by the lead
    uint8_t best                     # the piece that wins the trick so far
    uint8_t winner                   # who played it
    uint8_t plies
    uint8_t called                   # the piece or call whose row the first lead of all has opened
    pieces_t conceded[SEATS]         # the hands as they were when a sweep failed
    uint8_t history[MAX_PIECES]      # pieces by ply
    uint8_t movers[MAX_PIECES]       # who played them


cdef inline pieces_t only(int piece) noexcept nogil:
    return (<pieces_t>1) << piece


cdef inline pieces_t meet(const pieces_t *demands, pieces_t hand) noexcept nogil:
    """What a hand may play under a list of demands, whose last admits everything."""
    # The first two without a branch: no processor could foretell it.
    cdef pieces_t found = demands[not demands[0] & hand] & hand
    cdef int i = 2
    while not found and i < MAX_DEMANDS:
        found = demands[i] & hand
        i += 1
    return found


cdef inline pieces_t takers(
    const TrickRules *rules, const Seating *seating, const TrickRow *row, int best, int winner,
    int seat
) noexcept nogil:
    """The pieces by which a seat takes a trick that `winner` has by `best`."""
    if rules.ties_to == seating.sides[seat] and rules.ties_to != seating.sides[winner]:
        return row.unbeaten[best]
    return row.over[best]


cdef inline int value_of(const TrickRules *rules, pieces_t pieces) noexcept nogil:
    """Points of the pieces alone, without those of tricks."""
    cdef int total = 0
    while pieces:
        total += rules.points[lowest(pieces)]
        pieces &= pieces - 1
    return total


cdef inline pieces_t rivals(const TrickState *state) noexcept nogil:
    """What a difference between pieces of the hand to play can show against.

    The other hands, and the piece that wins the trick so far.
    """
    cdef pieces_t found = 0
    cdef int seat
    for seat in range(SEATS):
        if seat != state.turn:
            found |= state.hands[seat]
    return found | only(state.best) if state.placed else found


cdef inline pieces_t equals(
    const TrickRules *rules, int piece, pieces_t hand, pieces_t rivals
) noexcept nogil:
    """The pieces of a hand that may be swapped with one of them without changing the game."""
    cdef pieces_t found = only(piece), kin = hand & rules.kin[piece]
    while kin:
        if not rules.apart[piece][lowest(kin)] & rivals:
            found |= only(lowest(kin))
        kin &= kin - 1
    return found


cdef inline pieces_t distinct(
    const TrickRules *rules, pieces_t moves, pieces_t rivals
) noexcept nogil:
    """The moves, but only one of those that are equal."""
    cdef pieces_t found = 0
    while moves:
        found |= only(lowest(moves))
        moves &= ~equals(rules, lowest(moves), moves, rivals)
    return found


cdef inline int to_go(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """All points still to be taken, the trick on the table included."""
    # The seat to play still holds its piece of that trick.
    cdef pieces_t hand = state.hands[state.turn]
    cdef int seat, total = state.pot + rules.trick_points * count(hand)
    if hand:
        total += rules.last_points
    for seat in range(SEATS):
        total += value_of(rules, state.hands[seat])
    return total


cdef inline int cost_of(const TrickRules *rules, pieces_t pieces, int tricks) noexcept nogil:
    """What a side loses that takes only what costs points: of some pieces, in so many tricks.

    The last trick is among them. No side takes less than minus this, nor more than this beyond
    what is to be taken.
    """
    if not rules.costs:
        return 0
    return (
        max(0, -rules.trick_points) * tricks + max(0, -rules.last_points)
        - value_of(rules, pieces & rules.costing)
    )


cdef inline int cost_to_go(const TrickRules *rules, const TrickState *state) noexcept nogil:
    """As `cost_of`, for the rest of a state."""
    cdef pieces_t hand = state.hands[state.turn]
    if not hand:
        return 0
    cdef int seat, total = max(0, -state.pot) + cost_of(rules, 0, count(hand))
    for seat in range(SEATS):
        total -= value_of(rules, state.hands[seat] & rules.costing)
    return total


cdef inline int seen_from(TrickState *state, int side) noexcept nogil:
    """Make a side and all others against it the two sides of a state; the number that it then has.

    A state of two sides stays as it is.
    """
    cdef int seat, party, others = 0
    if state.seating.parties == 2:
        return side
    for party in range(state.seating.parties):
        others += state.points[party]
    others -= state.points[side]
    state.points[0] = state.points[side]
    state.points[1] = others
    for party in range(2, state.seating.parties):
        state.points[party] = 0
    for seat in range(SEATS):
        if state.seating.sides[seat] != NO_SIDE:
            state.seating.sides[seat] = state.seating.sides[seat] != side
    state.seating.parties = 2
    return 0


cdef inline pieces_t legal(const TrickRules *rules, const TrickState *state) noexcept nogil:
    cdef pieces_t hand = state.hands[state.turn]
    if state.placed == 0:
        return meet(rules.leads, hand)
    return meet(rules.rows[state.row].demands, hand)


cdef void place(const TrickRules *rules, TrickState *state, int piece) noexcept nogil
cdef void place_as(
    const TrickRules *rules, TrickState *state, int piece, int called
) noexcept nogil
cdef void take_back(const TrickRules *rules, TrickState *state) noexcept nogil
cdef uint64_t perft(const TrickRules *rules, TrickState *state, int depth) noexcept nogil
cdef Seating seated(sides) except *


cdef class TrickTable:
    cdef TrickRules rules
    cdef readonly tuple faces        # the pieces as users see them; each has an `index`
    cdef readonly object name
    cdef int calls                   # rows that a lead may be called to open besides

    cdef const pieces_t *demands_on(self, lead) except NULL
    cdef const TrickRow *row_of(self, lead) except NULL
    cdef int index_of(self, object piece) except -1
    cdef int opening(self, object lead) except -1
    cdef tuple faces_of(self, pieces_t pieces)
    cdef bint suits_any_sides(self) noexcept
