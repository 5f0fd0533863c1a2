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
    NO_SIDE, TrickRow, cost_of, cost_to_go, count, equals, legal, lowest, meet, only, place, takers,
    to_go,
)
from fortytwo.solver._alike cimport alike, deal_of
from fortytwo.solver._certain cimport (
    FOUR, Run, Trick, all_out, firm_of, next_to, open_row, right_of, run_of, size_of, their_gain,
    worth,
)
from fortytwo.solver._survey cimport (
    Tries, add, glance, is_shunned, likeliest, rank, survey, to_shun, try_only,
)

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept

cdef enum:
    NO_MOVE = 255
    ALIKE = 3    # with fewer pieces in hand it is not worth the time to find what they stand for
    LEAST = -(1 << 16)    # below any value
    PAUSE = 1 << 17    # nodes between two looks at the clock and at Ctrl-C: some milliseconds


# --- The search -------------------------------------------------------------------------------

cdef inline Entry *entry_of(const Search *s, pieces_t out, int leader) noexcept nogil:
    cdef uint64_t turned = out << 2 | out >> 62    # a shift would lose two of 64 pieces
    return &s.entries[((turned + leader + 1) * <uint64_t>0x9E3779B97F4A7C15) >> s.shift]


cdef inline bint holds(const Search *s, const Entry *entry, pieces_t out, int seat) noexcept nogil:
    """Whether an entry is about this position."""
    return entry.out == out and entry.leader == seat and entry.generation == s.generation


# The search is compiled twice, for what is plain, so that it does not pay for the rest, and for the
# rest. The type of the argument `kind` says which; its value means nothing.
ctypedef int plain_t
ctypedef long other_t
ctypedef fused Kind:
    plain_t
    other_t


cdef inline bint allied(const Search *s, int one, int other, bint plain) noexcept nogil:
    """Whether two seats play for one side."""
    if plain:
        return not (one ^ other) & 1
    return s.seating.sides[one] == s.seating.sides[other]


cdef inline pieces_t over_of(
    const Search *s, const TrickRow *row, int best, int winner, int seat, bint plain
) noexcept nogil:
    """The pieces by which a seat takes a trick that `winner` has by `best`."""
    return row.over[best] if plain else takers(s.rules, &s.seating, row, best, winner, seat)


cdef inline bint is_misere(const Search *s, bint plain) noexcept nogil:
    return not plain and s.rules.misere


cdef inline bint ends(const Search *s, int winner, bint plain) noexcept nogil:
    """Whether a sweep fails with a trick, so that the side that gets it gets all the rest."""
    return not plain and s.rules.sweep == 1 - (s.seating.sides[winner] ^ s.rules.misere)


cdef inline int last_trick(Search *s, int leader, int rest, bint plain) noexcept nogil:
    """What the leader's side takes when every hand holds one piece, or none."""
    cdef int best, winner = leader, seat = leader, piece
    cdef const TrickRow *row
    cdef int _i
    if s.hands[leader]:  # if not, what is left comes with the trick that the leader has won
        best = lowest(s.hands[leader])
        row = s.rows[best]
        for _i in range(size_of(s, plain) - 1):
            seat = next_to(s, seat, plain)
            piece = lowest(s.hands[seat])
            if only(piece) & over_of(s, row, best, winner, seat, plain):
                best = piece
                winner = seat
        s.nodes += size_of(s, plain)
    return rest if allied(s, winner, leader, plain) != is_misere(s, plain) else 0


cdef inline int lead(Search *s, int seat, int rest, int need, Kind kind) noexcept nogil:
    """A bound of what the side of a seat still takes that leads."""
    cdef pieces_t hand = s.hands[seat]
    cdef int low = 0, high = rest
    cdef bint plain = Kind is plain_t
    if not plain and s.rules.costs:
        low = -cost_of(s.rules, all_out(s, plain), count(hand))
        high = rest - low
    if need <= low:
        return low
    if need > high:
        return high
    if not hand & (hand - 1):
        return last_trick(s, seat, rest, plain)
    cdef pieces_t out = all_out(s, plain)
    cdef pieces_t key = out if plain or count(hand) < ALIKE else alike(s.rules, &s.deal, out, False)
    cdef Entry *entry = entry_of(s, key, seat)
    if holds(s, entry, key, seat):
        low = entry.low
        high = entry.high
        if low >= need:
            return low
        if high < need:
            return high
    return try_leads(s, seat, out, key, rest, need, low, high, entry, kind)


cdef int try_leads(
    Search *s, int seat, pieces_t out, pieces_t key, int rest, int need, int low, int high,
    Entry *entry, Kind kind
) noexcept nogil:
    """As `lead`, where the table does not answer.

    A function of its own: what most calls come to needs few registers.
    """
    cdef bint plain = Kind is plain_t
    cdef pieces_t hand = s.hands[seat]
    cdef Tries tries
    cdef Trick trick
    cdef Run left_run, right_run
    if plain:
        survey(s, seat, out, rest, need, &tries)
    else:
        glance(s, seat, out, rest, need, low, high, &tries)
    low = max(low, tries.low)
    high = min(high, tries.high)

    cdef int best = low, next = next_to(s, seat, plain), i, piece, value
    cdef bint ours = not plain and allied(s, next, seat, plain)
    if low < need <= high:
        if plain:
            left_run = run_of(s, next, tries.firm)
            right_run = run_of(s, right_of(seat), tries.firm)
        for i in range(tries.size):
            trick = tries.order[i][0]
            trick.rest = rest
            trick.firm = tries.firm
            piece = trick.lead
            if plain and not trick.chance:  # if there is one nothing of theirs is certain
                value = rest - their_gain(s.rules, &trick, left_run, right_run, rest)
                if value < need:
                    best = max(best, value)
                    continue
            s.hands[seat] = hand ^ only(piece)
            s.nodes += 1
            value = follow(
                s, &trick, next, 1, piece, seat, s.rules.points[piece],
                need if ours else rest - need + 1, kind,
            )
            value = value if ours else rest - value
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
    entry.out = key
    entry.leader = seat
    entry.generation = s.generation
    entry.low = low
    entry.high = high
    if s.nodes >= s.pause:  # not before: each search, however short, is to add to the table
        heed_limits(s)
    return low if low >= need else high


cdef int follow(
    Search *s, const Trick *trick, int seat, int placed, int best, int winner, int pot, int need,
    Kind kind
) noexcept nogil:
    """As `lead`, with `placed` pieces worth `pot` on the table and `winner` ahead by `best`."""
    cdef bint plain = Kind is plain_t
    cdef const TrickRow *row = trick.row
    cdef pieces_t hand = s.hands[seat], moves = trick.replies[placed - 1]
    cdef pieces_t over = over_of(s, row, best, winner, seat, plain)
    cdef pieces_t aims = over
    cdef int next = next_to(s, seat, plain), result = LEAST, piece, value, ahead, left, bound
    cdef bint last = placed + 1 == size_of(s, plain), takes, ours, safe
    cdef pieces_t threats = 0 if last else trick.replies[placed]
    safe = allied(s, winner, seat, plain) and not over & threats
    if is_misere(s, plain):
        safe = not allied(s, winner, seat, plain)
        aims = over if safe else 0
    while True:
        piece = lowest(moves)
        if moves & (moves - 1):
            if not plain and is_shunned(s, pot):
                piece = to_shun(s, moves, over, last, not allied(s, winner, seat, plain))
            else:
                piece = likeliest(s, row, moves, aims, threats, safe, trick.firm)
        moves ^= only(piece)
        takes = (over >> piece) & 1
        ahead = seat if takes else winner
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        if not last:
            ours = not plain and allied(s, next, seat, plain)
            value = follow(
                s, trick, next, placed + 1, piece if takes else best, ahead,
                pot + s.rules.points[piece], need if ours else trick.rest - need + 1, kind,
            )
            value = value if ours else trick.rest - value
        else:
            value = pot + worth(s.rules, piece)
            left = trick.rest - value
            if is_misere(s, plain):
                value = 0
            ours = allied(s, ahead, seat, plain)
            if ends(s, ahead, plain):
                bound = 0 if is_misere(s, plain) else trick.rest
            else:
                # One call for both sides: the fewer, the better processors foretell them.
                bound = value + lead(
                    s, ahead, left, (need if ours else trick.rest - need + 1) - value, kind
                )
            value = bound if ours else trick.rest - bound
        if value > result:
            result = value
        if result >= need or s.stopped or not moves:
            break
        if moves & s.rules.kin[piece]:
            moves &= ~equals(s.rules, piece, moves, only(best) | all_out(s, plain) & ~hand)
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


cdef bint is_in_turn(const Seating *seating) noexcept nogil:
    """Whether four seats play, and their sides alternate."""
    cdef int seat
    for seat in range(FOUR):
        if seating.sides[seat] != seat & 1:
            return False
    return seating.seats == FOUR


cdef void begin(Search *s, const TrickRules *rules, const TrickState *state) noexcept nogil:
    """Turn to another deal: a new generation of entries."""
    cdef pieces_t out = 0
    cdef int seat, piece
    s.rules = rules
    s.seating = state.seating
    s.runs = not rules.costs and not rules.misere and rules.ties_to == NO_SIDE
    s.plain = s.runs and rules.sweep == NO_SIDE and is_in_turn(&state.seating)
    s.deal = deal_of(rules, state)
    for seat in range(SEATS):
        out |= state.hands[seat]
    while out:
        piece = lowest(out)
        out &= out - 1
        rank(s, piece)
        s.rows[piece] = &rules.rows[rules.row[piece]]
    memset(s.killers, NO_MOVE, sizeof(s.killers))
    s.generation += 1
    if s.generation == 0:  # the numbers begin again: forget the old entries
        memset(s.entries, 0, sizeof(Entry) << (64 - s.shift))
        s.generation = 1


cdef int reach(Search *s, const TrickState *state, int need) noexcept nogil:
    """A bound of what the side to move still takes from a state."""
    if s.plain:
        return reach_as(s, state, need, <plain_t>0)
    return reach_as(s, state, need, <other_t>0)


cdef inline int reach_as(
    Search *s, const TrickState *state, int need, Kind kind
) noexcept nogil:
    cdef int seat, rest = to_go(s.rules, state)
    cdef Trick trick
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    if state.placed == 0:
        return lead(s, state.turn, rest, need, kind)
    open_row(s, &trick, &s.rules.rows[state.row], state.turn, state.placed, Kind is plain_t)
    trick.rest = rest
    trick.firm = firm_of(s, Kind is plain_t)
    return follow(
        s, &trick, state.turn, state.placed, state.best, state.winner, state.pot, need, kind
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
    cdef int rest = to_go(s.rules, state), cost = cost_to_go(s.rules, state)
    if not -cost < need <= rest + cost:
        return need <= -cost
    if state.seating.sides[state.turn] == side:
        return reach(s, state, need) >= need
    need = rest - need + 1
    return reach(s, state, need) < need


cdef void play_best(Search *s, TrickState *state, int side, int need) noexcept nogil:
    """Place a move by which a side, whose turn it is, still takes what it can: `need`."""
    cdef const TrickRow *row = &s.rules.rows[state.row]
    cdef pieces_t moves = legal(s.rules, state), over, threats = 0
    cdef int seat, piece, i, rest = to_go(s.rules, state), cost = cost_to_go(s.rules, state)
    cdef TrickState after
    cdef Tries tries
    tries.size = 0
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    if need <= -cost:
        try_only(&tries, lowest(moves))
    elif state.placed == 0 and s.plain:
        survey(s, state.turn, all_out(s, True), rest, need, &tries)
    elif state.placed == 0:
        glance(s, state.turn, all_out(s, False), rest, need, -cost, rest + cost, &tries)
    else:
        over = takers(s.rules, &s.seating, row, state.best, state.winner, state.turn)
        if state.placed + 1 < s.seating.size:
            threats = meet(row.demands, state.hands[s.seating.after[state.turn]])
        while moves:
            piece = likeliest(s, row, moves, over, threats,
                              state.seating.sides[state.winner] == side and not over & threats,
                              firm_of(s, s.plain))
            moves ^= only(piece)
            tries.tricks[tries.size].lead = piece
            add(&tries, &tries.tricks[tries.size], -tries.size)
    for i in range(tries.size):
        after = state[0]
        place(s.rules, &after, tries.order[i].lead)
        # The last one needs no proof.
        if (i == tries.size - 1
                or can_take(s, &after, side, need - after.points[side] + state.points[side])):
            state[0] = after
            return
