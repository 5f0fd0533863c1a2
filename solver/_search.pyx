"""Alpha-beta over tricks with null windows and a transposition table.

Every search asks one question: can the side to move still take `need` points or more? It is
answered with a bound: a value of `need` or more is a lower bound of the truth, a smaller one an
upper bound. Exact values come from a few such questions, which share the table. `rest` is always
what both sides together still take, so one side's bound is the other's. docs/solver.md tells what
each idea is worth.
"""

import time

from libc.string cimport memset

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept

from fortytwo.engine._tricks cimport (
    TrickRow, beats, count, distinct, legal, lowest, meet, only, place, seat_after, side_of, to_go,
)

cdef enum:
    NO_MOVE = 255
    PAUSE = 1 << 17    # nodes between two looks at the clock and at Ctrl-C: some milliseconds


# --- What is certain before any search --------------------------------------------------------

# What a seat takes if it is on lead and plays the pieces that nothing out can beat.
cdef struct Run:
    pieces_t loose    # its other pieces
    int points


cdef inline pieces_t all_out(const Search *s) noexcept nogil:
    return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]


cdef inline int worth(const TrickRules *rules, int piece) noexcept nogil:
    """What a trick is worth at least that is taken with a piece."""
    return rules.points[piece] + rules.trick_points


cdef inline Run run_of(const Search *s, int seat, pieces_t out) noexcept nogil:
    cdef pieces_t leads = meet(s.rules.leads, s.hands[seat]), others = out ^ s.hands[seat]
    cdef int piece
    cdef Run run
    run.loose = s.hands[seat]
    run.points = 0
    while leads:
        piece = lowest(leads)
        if not s.rules.beaten_by[piece] & others:
            run.loose ^= only(piece)
            run.points += worth(s.rules, piece)
        leads &= leads - 1
    return run


cdef inline int run_after(const TrickRules *rules, Run run, int piece, int rest) noexcept nogil:
    """What a run gives when one piece has been played before; all of `rest` if nothing is loose."""
    if not run.loose & ~only(piece):
        return rest
    if run.loose & only(piece):
        return run.points
    return run.points - worth(rules, piece)


cdef inline int most(const TrickRules *rules, pieces_t pieces) noexcept nogil:
    """The points of the most valuable of some pieces."""
    cdef int best = 0
    pieces &= rules.counting
    while pieces:
        best = max(best, rules.points[lowest(pieces)])
        pieces &= pieces - 1
    return best


cdef inline int least(const TrickRules *rules, pieces_t pieces) noexcept nogil:
    """The points of the least valuable of some pieces, of which there is one."""
    cdef int best
    if pieces & ~rules.counting:
        return 0
    best = rules.points[lowest(pieces)]
    pieces &= pieces - 1
    while pieces:
        best = min(best, rules.points[lowest(pieces)])
        pieces &= pieces - 1
    return best


cdef inline int opposed(
    const TrickRules *rules, const pieces_t *stops, pieces_t winners, pieces_t partners,
    pieces_t foes, Run run, int rest,
) noexcept nogil:
    """What an opponent of the leader takes for certain besides the lead and the other's piece.

    It plays one of `winners`, all of which beat the lead, its partner one of `partners`, the
    leader's partner one of `foes`, and its run follows. `stops` are the pieces that hinder a
    winner: those over it if it is played before them, those it does not beat if after. -1 if
    nothing is certain.
    """
    cdef int piece, gain, best = -1
    cdef pieces_t below
    while winners:
        piece = lowest(winners)
        winners &= winners - 1
        if not stops[piece] & foes:
            below = partners & ~stops[piece]
            if below:
                gain = most(rules, below) + run_after(rules, run, piece, rest)
            else:  # the partner takes the trick: what follows is not the run
                gain = most(rules, partners)
            best = max(best, gain + rules.points[piece])
    return best


# --- The order of moves: which are likely to decide -------------------------------------------

cdef enum:
    SURE = 4096          # the trick is won whatever the opponents do
    KILLER = 3000
    HOPEFUL = 2048       # the partner can win it whatever they do
    PER_REPLY = 1024     # few replies make a small tree
    PER_POINT = 64       # outweighs any weakness

# The moves of a seat that may be enough, best first, and what is known of them.
cdef struct Tries:
    int size
    int low        # what the own side takes for certain, with the best of them
    int high       # what it takes at most
    int refuted    # the most that one of the moves left out may bring
    uint8_t piece[MAX_TRICKS]
    int score[MAX_TRICKS]


cdef inline void add(Tries *tries, int piece, int score) noexcept nogil:
    cdef int i = tries.size
    while i and tries.score[i - 1] < score:
        tries.piece[i] = tries.piece[i - 1]
        tries.score[i] = tries.score[i - 1]
        i -= 1
    tries.piece[i] = piece
    tries.score[i] = score
    tries.size += 1


cdef inline void survey(
    const Search *s, int seat, pieces_t out, int rest, int need, Tries *tries
) noexcept nogil:
    """Look one trick ahead of every lead: what is certain for each side, and what to try first.

    Ends early, with one lead alone, when that is certain to be enough.
    """
    cdef const TrickRules *rules = s.rules
    cdef const TrickRow *row
    cdef int left = seat_after(seat), partner = seat_after(left), right = seat_after(partner)
    cdef int killer = s.killers[seat][count(s.hands[seat])]
    cdef int piece, helper, gain, score
    cdef int chance[MAX_PIECES]
    cdef pieces_t leads, moves, lefts, partners, rights, over, helpers, below
    cdef Run run = run_of(s, seat, out), left_run, partner_run, right_run
    tries.size = 0
    tries.refuted = 0
    tries.low = run.points if run.loose else rest
    tries.high = rest
    if tries.low >= need:
        add(tries, lowest(s.hands[seat] & ~run.loose), SURE)
        return

    # The leader's side: it takes the trick with the lead, or with the partner's piece.
    partner_run = run_of(s, partner, out)
    leads = distinct(rules, meet(rules.leads, s.hands[seat]), out ^ s.hands[seat])
    moves = leads
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        row = &rules.rows[rules.row[piece]]
        over = row.over[piece]
        lefts = meet(row.demands, s.hands[left])
        partners = meet(row.demands, s.hands[partner])
        rights = meet(row.demands, s.hands[right])
        chance[piece] = 0
        gain = 0
        if not over & (lefts | rights):
            chance[piece] = SURE
            gain = most(rules, partners)
            below = partners & ~over
            if below:
                gain = max(gain, most(rules, below) + run_after(rules, run, piece, rest))
        helpers = partners & over
        while helpers:
            helper = lowest(helpers)
            helpers &= helpers - 1
            if not (row.unbeaten[helper] & lefts or row.over[helper] & rights):
                chance[piece] = max(chance[piece], HOPEFUL)
                gain = max(gain, rules.points[helper]
                           + run_after(rules, partner_run, helper, rest))
        if chance[piece]:
            gain += worth(rules, piece) + least(rules, lefts) + least(rules, rights)
            tries.low = max(tries.low, min(gain, rest))
            if tries.low >= need:
                add(tries, piece, SURE)
                return

    # The other side: it takes the trick with either piece.
    left_run = run_of(s, left, out)
    right_run = run_of(s, right, out)
    tries.high = 0
    moves = leads
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        row = &rules.rows[rules.row[piece]]
        over = row.over[piece]
        lefts = meet(row.demands, s.hands[left])
        partners = meet(row.demands, s.hands[partner])
        rights = meet(row.demands, s.hands[right])
        gain = -1
        if over & (lefts | rights):
            gain = max(
                opposed(rules, row.over, lefts & over, rights, partners, left_run, rest),
                opposed(rules, row.unbeaten, rights & over, lefts, partners, right_run, rest),
            )
        gain = 0 if gain < 0 else min(rest, gain + worth(rules, piece) + least(rules, partners))
        tries.high = max(tries.high, rest - gain)
        if rest - gain < need:
            tries.refuted = max(tries.refuted, rest - gain)
            continue
        score = s.weakness[piece] - PER_REPLY * count(lefts) * count(rights)
        if chance[piece]:
            score += chance[piece] + PER_POINT * rules.points[piece]
        else:
            score -= PER_POINT * rules.points[piece]
        if piece == killer:
            score += KILLER
        add(tries, piece, score)


cdef inline int likeliest(
    const Search *s, const TrickRow *row, pieces_t moves, pieces_t over, pieces_t threats,
    bint safe,
) noexcept nogil:
    """Of several plays the one to try first.

    `over` are the pieces that take the trick, `threats` what the next seat, an opponent, may
    still play to it. `safe`: the own side has the trick already.
    """
    cdef pieces_t winners = moves & over, rest
    cdef int per_point = PER_POINT, piece, best, score, best_score
    if safe:
        if moves ^ winners:
            moves ^= winners
    elif winners:
        rest = winners
        moves = 0
        while rest:
            piece = lowest(rest)
            rest &= rest - 1
            if not row.over[piece] & threats:
                moves |= only(piece)
        if not moves:
            moves = winners
            per_point = -PER_POINT
    else:
        per_point = -PER_POINT
    best = lowest(moves)
    moves &= moves - 1
    best_score = s.weakness[best] + per_point * s.rules.points[best]
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        score = s.weakness[piece] + per_point * s.rules.points[piece]
        if score > best_score:
            best = piece
            best_score = score
    return best


# --- The search -------------------------------------------------------------------------------

cdef inline Entry *entry_of(const Search *s, pieces_t out, int leader) noexcept nogil:
    return &s.entries[((out * 4 + leader + 1) * <uint64_t>0x9E3779B97F4A7C15) >> s.shift]


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
    if s.nodes >= s.pause and reached_limit(s):
        return 0
    cdef Tries tries
    survey(s, seat, out, rest, need, &tries)
    low = max(low, tries.low)
    high = min(high, tries.high)

    cdef int best = tries.refuted, i, piece, value
    if low < need <= high:
        for i in range(tries.size):
            piece = tries.piece[i]
            s.hands[seat] = hand ^ only(piece)
            s.nodes += 1
            value = rest - follow(
                s, seat_after(seat), 1, &s.rules.rows[s.rules.row[piece]], piece, seat,
                s.rules.points[piece], rest, rest - need + 1,
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
    return low if low >= need else high


cdef int follow(
    Search *s, int seat, int placed, const TrickRow *row, int best, int winner, int pot, int rest,
    int need,
) noexcept nogil:
    """As `lead`, with `placed` pieces worth `pot` on the table and `winner` ahead by `best`."""
    cdef pieces_t hand = s.hands[seat], moves = meet(row.demands, hand), over = row.over[best]
    cdef pieces_t threats = 0
    cdef int result = -1, piece, value, left
    cdef bint takes, safe
    if moves & (moves - 1):
        moves = distinct(s.rules, moves, only(best) | all_out(s) ^ hand)
        if placed < SEATS - 1:
            threats = meet(row.demands, s.hands[seat_after(seat)])
    safe = side_of(winner) == side_of(seat) and not over & threats
    while moves:
        piece = lowest(moves)
        if moves & (moves - 1):
            piece = likeliest(s, row, moves, over, threats, safe)
        moves ^= only(piece)
        takes = (over >> piece) & 1
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        if placed < SEATS - 1:
            value = rest - follow(
                s, seat_after(seat), placed + 1, row, piece if takes else best,
                seat if takes else winner, pot + s.rules.points[piece], rest, rest - need + 1,
            )
        else:
            value = pot + worth(s.rules, piece)
            left = rest - value
            if takes:
                value += lead(s, seat, left, need - value)
            elif side_of(winner) == side_of(seat):
                value += lead(s, winner, left, need - value)
            else:
                value = left - lead(s, winner, left, left - need + 1)
        if value > result:
            result = value
        if result >= need or s.stopped:
            break
    s.hands[seat] = hand
    return result


cdef bint reached_limit(Search *s) noexcept nogil:
    """Look at the limits and at Ctrl-C, and when to do so next."""
    if s.stopped or s.nodes >= s.node_limit:
        s.stopped = True
        return True
    with gil:
        # An error that a signal raises waits until the caller holds the GIL again.
        if check_signals() or time.monotonic() > s.deadline:
            s.stopped = True
    s.pause = min(s.nodes + PAUSE, s.node_limit)
    return s.stopped


# --- Questions about a state ------------------------------------------------------------------

cdef void allow(Search *s, uint64_t nodes, double deadline) noexcept nogil:
    """Begin to count nodes, and set the limits."""
    s.nodes = 0
    s.node_limit = nodes
    s.deadline = deadline
    s.pause = min(nodes, PAUSE)
    s.stopped = False


cdef void begin(Search *s, const TrickRules *rules) noexcept nogil:
    """Turn to another deal: a new generation of entries."""
    cdef pieces_t rest = rules.pieces
    cdef int piece
    s.rules = rules
    while rest:
        piece = lowest(rest)
        rest &= rest - 1
        s.weakness[piece] = count(rules.beaten_by[piece])
    memset(s.killers, NO_MOVE, sizeof(s.killers))
    s.generation += 1
    if s.generation == 0:  # the numbers begin again: forget the old entries
        memset(s.entries, 0, sizeof(Entry) << (64 - s.shift))
        s.generation = 1


cdef int reach(Search *s, const TrickState *state, int need) noexcept nogil:
    """A bound of what the side to move still takes from a state."""
    cdef int seat, rest = to_go(s.rules, state)
    for seat in range(SEATS):
        s.hands[seat] = state.hands[seat]
    if state.placed == 0:
        return lead(s, state.turn, rest, need)
    return follow(
        s, state.turn, state.placed, &s.rules.rows[state.row], state.best, state.winner,
        state.pot, rest, need,
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
    cdef int seat, i
    cdef TrickState after
    cdef Tries tries
    tries.size = 0
    if need <= 0:
        add(&tries, lowest(moves), SURE)
    elif state.placed == 0:
        for seat in range(SEATS):
            s.hands[seat] = state.hands[seat]
        survey(s, state.turn, all_out(s), to_go(s.rules, state), need, &tries)
    else:
        threats = meet(row.demands, state.hands[seat_after(state.turn)])
        if state.placed == SEATS - 1:
            threats = 0
        while moves:
            i = likeliest(s, row, moves, over, threats,
                          side_of(state.winner) == side and not over & threats)
            moves ^= only(i)
            add(&tries, i, -tries.size)
    for i in range(tries.size):
        after = state[0]
        place(s.rules, &after, tries.piece[i])
        # The last one needs no proof.
        if (i == tries.size - 1
                or can_take(s, &after, side, need - after.points[side] + state.points[side])):
            state[0] = after
            return
