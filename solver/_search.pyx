"""Alpha-beta over tricks with null windows and a transposition table.

Every search asks one question: can the side to move still take `need` points or more? It is
answered with a bound: a value of `need` or more is a lower bound of the truth, a smaller one an
upper bound. Exact values come from a few such questions, which share the table. `rest` is always
what both sides together still take, so one side's bound is the other's. docs/solver.md tells what
each idea is worth.
"""

import time

from libc.string cimport memset

from fortytwo.engine._tricks cimport (
    TrickRow, beats, count, equals, legal, lowest, meet, only, place, seat_after, side_of, to_go,
)
from fortytwo.solver._survey cimport (
    SURE, Tries, add, all_out, firm_of, likeliest, rank, survey, worth,
)

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept

cdef enum:
    NO_MOVE = 255
    PAUSE = 1 << 17    # nodes between two looks at the clock and at Ctrl-C: some milliseconds


# What all four plays of a trick share.
cdef struct Trick:
    const TrickRow *row
    int rest             # what is to be taken, this trick included
    pieces_t firm        # pieces that nothing could beat, had they been led


# --- The search -------------------------------------------------------------------------------

cdef inline Entry *entry_of(const Search *s, pieces_t out, int leader) noexcept nogil:
    cdef uint64_t turned = out << 2 | out >> 62    # a shift would lose two of 64 pieces
    return &s.entries[((turned + leader + 1) * <uint64_t>0x9E3779B97F4A7C15) >> s.shift]


cdef inline bint holds(const Search *s, const Entry *entry, pieces_t out, int seat) noexcept nogil:
    """Whether an entry is about this position."""
    return entry.out == out and entry.leader == seat and entry.generation == s.generation


cdef inline int last_trick(Search *s, int leader, int rest) noexcept nogil:
    """What the leader's side takes when every hand holds one piece."""
    cdef int best = lowest(s.hands[leader]), winner = leader, seat = leader, piece
    cdef const TrickRow *row = &s.rules.rows[s.rules.row[best]]
    cdef int _i
    for _i in range(SEATS - 1):
        seat = seat_after(seat)
        piece = lowest(s.hands[seat])
        if beats(row, piece, best):
            best = piece
            winner = seat
    s.nodes += SEATS
    return rest if side_of(winner) == side_of(leader) else 0


cdef int lead(Search *s, int seat, int rest, int need) noexcept nogil:
    """A bound of what the side of a seat still takes that leads."""
    if need <= 0:
        return 0
    if need > rest:
        return rest
    cdef pieces_t hand = s.hands[seat]
    if not hand & (hand - 1):
        return last_trick(s, seat, rest)
    cdef pieces_t out = all_out(s)
    cdef Entry *entry = entry_of(s, out, seat)
    cdef int low = 0, high = rest
    if holds(s, entry, out, seat):
        low = entry.low
        high = entry.high
        if low >= need:
            return low
        if high < need:
            return high
    cdef Tries tries
    cdef Trick trick
    survey(s, seat, out, rest, need, &tries)
    low = max(low, tries.low)
    high = min(high, tries.high)

    cdef int best = tries.refuted, i, piece, value
    if low < need <= high:
        trick.rest = rest
        trick.firm = tries.firm
        for i in range(tries.size):
            piece = tries.piece[i]
            s.hands[seat] = hand ^ only(piece)
            s.nodes += 1
            trick.row = &s.rules.rows[s.rules.row[piece]]
            value = rest - follow(
                s, &trick, seat_after(seat), 1, piece, seat, s.rules.points[piece],
                rest - need + 1,
            )
            if s.stopped:
                break
            if value > best:
                best = value
                if best >= need:
                    s.killers[seat][count(hand)] = piece
                    break
        s.hands[seat] = hand
        if s.stopped:
            return 0
        if best >= need:
            low = max(low, best)
        else:
            high = min(high, best)
    entry.out = out
    entry.leader = seat
    entry.generation = s.generation
    entry.low = low
    entry.high = high
    if s.nodes >= s.pause:  # not before: each search, however short, is to add to the table
        heed_limits(s)
    return low if low >= need else high


cdef int follow(
    Search *s, const Trick *trick, int seat, int placed, int best, int winner, int pot, int need
) noexcept nogil:
    """As `lead`, with `placed` pieces worth `pot` on the table and `winner` ahead by `best`."""
    cdef const TrickRow *row = trick.row
    cdef pieces_t hand = s.hands[seat], moves = meet(row.demands, hand), over = row.over[best]
    cdef pieces_t threats = 0
    cdef int result = -1, piece, value, ahead, left, bound
    cdef bint takes, ours, safe
    if placed < SEATS - 1 and moves & (moves - 1):
        threats = meet(row.demands, s.hands[seat_after(seat)])
    safe = side_of(winner) == side_of(seat) and not over & threats
    while True:
        piece = lowest(moves)
        if moves & (moves - 1):
            piece = likeliest(s, row, moves, over, threats, safe, trick.firm)
        moves ^= only(piece)
        takes = (over >> piece) & 1
        ahead = seat if takes else winner
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        if placed < SEATS - 1:
            value = trick.rest - follow(
                s, trick, seat_after(seat), placed + 1, piece if takes else best, ahead,
                pot + s.rules.points[piece], trick.rest - need + 1,
            )
        else:
            value = pot + worth(s.rules, piece)
            left = trick.rest - value
            ours = side_of(ahead) == side_of(seat)
            # One call for both sides: the fewer, the better processors foretell them.
            bound = lead(s, ahead, left, (need if ours else trick.rest - need + 1) - value)
            value = value + bound if ours else left - bound
        if value > result:
            result = value
        if result >= need or s.stopped or not moves:
            break
        if only(piece) & s.akin:
            moves &= ~equals(s.rules, piece, moves, only(best) | all_out(s) & ~hand)
            if not moves:
                break
    s.hands[seat] = hand
    return result


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


# --- Questions about a state ------------------------------------------------------------------

cdef void allow(Search *s, uint64_t nodes, double deadline) noexcept nogil:
    """Begin to count nodes, and set the limits."""
    s.earlier += s.nodes
    s.nodes = 0
    s.node_limit = nodes
    s.deadline = deadline
    s.pause = min(nodes, PAUSE)
    s.stopped = False


cdef void begin(Search *s, const TrickRules *rules, const TrickState *state) noexcept nogil:
    """Turn to another deal: a new generation of entries."""
    cdef pieces_t hand, out = 0
    cdef int seat, piece
    s.rules = rules
    s.akin = 0
    for seat in range(SEATS):
        out |= state.hands[seat]
    for seat in range(SEATS):
        hand = state.hands[seat]
        while hand:
            piece = lowest(hand)
            hand &= hand - 1
            rank(s, piece)
            s.feared[piece] = rules.beaten_by[piece] & out & ~state.hands[seat]
            if rules.kin[piece] & state.hands[seat]:
                s.akin |= only(piece)
    memset(s.killers, NO_MOVE, sizeof(s.killers))
    s.generation += 1
    if s.generation == 0:  # the numbers begin again: forget the old entries
        memset(s.entries, 0, sizeof(Entry) << (64 - s.shift))
        s.generation = 1


cdef int reach(Search *s, const TrickState *state, int need) noexcept nogil:
    """A bound of what the side to move still takes from a state."""
    cdef int seat, rest = to_go(s.rules, state)
    cdef Trick trick
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    if state.placed == 0:
        return lead(s, state.turn, rest, need)
    trick.row = &s.rules.rows[state.row]
    trick.rest = rest
    trick.firm = firm_of(s, all_out(s))
    return follow(
        s, &trick, state.turn, state.placed, state.best, state.winner, state.pot, need
    )


cdef void narrow(
    Search *s, const TrickState *state, int guess, int step, int *low, int *high
) noexcept nogil:
    """Narrow the bounds of what the side to move still takes, until they meet or a limit stops it.

    The steps from the guess double, up to half of what is left: small ones for a good guess.
    """
    cdef int need = guess, bound
    while low[0] < high[0]:
        need = max(low[0] + 1, min(need, high[0]))
        bound = reach(s, state, need)
        if s.stopped:
            return
        if bound >= need:
            low[0] = bound
            need = min(low[0] + step, (low[0] + high[0] + 1) // 2)
        else:
            high[0] = bound
            need = max(high[0] + 1 - step, (low[0] + high[0] + 1) // 2)
        step *= 2


cdef bint can_take(Search *s, const TrickState *state, int side, int need) noexcept nogil:
    """Whether a side still takes `need` points or more."""
    cdef int rest = to_go(s.rules, state)
    if not 0 < need <= rest:
        return need <= 0
    if side_of(state.turn) == side:
        return reach(s, state, need) >= need
    need = rest - need + 1
    return reach(s, state, need) < need


cdef void play_best(Search *s, TrickState *state, int side, int need) noexcept nogil:
    """Place a move by which a side, whose turn it is, still takes what it can: `need`."""
    cdef const TrickRow *row = &s.rules.rows[state.row]
    cdef pieces_t moves = legal(s.rules, state), over = row.over[state.best], threats
    cdef int seat, piece, i
    cdef TrickState after
    cdef Tries tries
    tries.size = 0
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    if need <= 0:
        add(&tries, lowest(moves), SURE)
    elif state.placed == 0:
        survey(s, state.turn, all_out(s), to_go(s.rules, state), need, &tries)
    else:
        threats = meet(row.demands, state.hands[seat_after(state.turn)])
        if state.placed == SEATS - 1:
            threats = 0
        while moves:
            piece = likeliest(s, row, moves, over, threats,
                              side_of(state.winner) == side and not over & threats,
                              firm_of(s, all_out(s)))
            moves ^= only(piece)
            add(&tries, piece, -tries.size)
    for i in range(tries.size):
        after = state[0]
        place(s.rules, &after, tries.piece[i])
        # The last one needs no proof.
        if (i == tries.size - 1
                or can_take(s, &after, side, need - after.points[side] + state.points[side])):
            state[0] = after
            return
