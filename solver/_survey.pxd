"""One trick ahead of every lead, and the order of moves: which are likely to decide."""

from libc.stdint cimport uint8_t

from fortytwo.engine._tricks cimport (
    MAX_TRICKS, TrickRow, TrickRules, count, lowest, meet, only, pieces_t,
)
from fortytwo.solver._certain cimport (
    SURE, Run, Trick, choices, firm_of, left_of, open_row, own_gain, partner_of, run_of,
)
from fortytwo.solver._search cimport Search


cdef enum:
    KILLER = 3600
    PER_REPLY = 768      # few replies make a small tree
    PER_POINT = 64       # outweighs any weakness in a trick that may be won

# What is thought of a trick: it is the own side's, may be, or is not.
cdef enum:
    WON
    OPEN
    LOST
    SHUNNED    # it costs more than it gives, and is another's


cdef inline void rank(Search *s, int piece) noexcept nogil:
    """Set how soon to try a piece: first what gives or keeps count, then what is weak.

    In a trick that is lost a weak piece is worth more than a few points.
    """
    cdef int weakness = count(s.rules.beaten_by[piece]), points = PER_POINT * s.rules.points[piece]
    if s.rules.misere:
        weakness = -weakness
    s.rank[WON][piece] = weakness + points
    s.rank[OPEN][piece] = weakness - points
    s.rank[LOST][piece] = 2 * PER_POINT * weakness - points
    s.rank[SHUNNED][piece] = -weakness - points


cdef inline pieces_t spare(pieces_t moves, pieces_t firm) noexcept nogil:
    """The moves that are not firm, or all if all are."""
    return moves & ~firm if moves & ~firm else moves


# The moves of a seat that may be enough, best first, and what is known of them.
cdef struct Tries:
    int size
    int low        # what the own side takes for certain, with the best of them
    int high       # what it takes at most
    pieces_t firm
    int score[MAX_TRICKS]
    Trick *order[MAX_TRICKS]
    Trick tricks[MAX_TRICKS]    # in the order of their leads' indices


cdef inline void add(Tries *tries, Trick *trick, int score) noexcept nogil:
    cdef int i = tries.size
    while i and tries.score[i - 1] < score:
        tries.order[i] = tries.order[i - 1]
        tries.score[i] = tries.score[i - 1]
        i -= 1
    tries.order[i] = trick
    tries.score[i] = score
    tries.size += 1


cdef inline void try_only(Tries *tries, int piece) noexcept nogil:
    """Leave but one move, of which no more needs to be known."""
    tries.size = 1
    tries.order[0] = &tries.tricks[0]
    tries.tricks[0].lead = piece


cdef inline void survey(
    const Search *s, int seat, pieces_t out, int rest, int need, Tries *tries
) noexcept nogil:
    """Look one trick ahead of every lead: what is certain of it, and what to try first.

    Ends early, with one lead alone, when that is certain to be enough.
    """
    cdef const TrickRules *rules = s.rules
    cdef int killer = s.killers[seat][count(s.hands[seat])], gain, score
    cdef pieces_t leads, firm = firm_of(s, True)
    cdef Run run = run_of(s, seat, firm), partner_run
    cdef Trick *trick
    tries.size = 0
    tries.firm = firm
    tries.low = run.points if run.loose else rest
    tries.high = rest
    if tries.low >= need:
        try_only(tries, lowest(s.hands[seat] & ~run.loose))
        return

    leads = choices(s, meet(rules.leads, s.hands[seat]), out ^ s.hands[seat])
    partner_run = run_of(s, partner_of(seat), firm)
    while leads:
        trick = &tries.tricks[tries.size]
        trick.lead = lowest(leads)
        leads &= leads - 1
        open_row(s, trick, s.rows[trick.lead], left_of(seat), 1, True)
        gain = own_gain(rules, trick, run, partner_run, rest)
        tries.low = max(tries.low, gain)
        if gain >= need:
            try_only(tries, trick.lead)
            return
        score = trick.chance + s.rank[WON if trick.chance else OPEN][trick.lead]
        score -= PER_REPLY * count(trick.replies[0]) * count(trick.replies[2])
        if trick.lead == killer:
            score += KILLER
        add(tries, trick, score)


cdef inline bint is_shunned(const Search *s, int pot) noexcept nogil:
    """Whether a trick with such a pot costs its winner points, or gives none where some may."""
    return s.rules.costs and not s.rules.misere and pot + s.rules.trick_points <= 0


cdef inline bint wins_for_certain(
    const Search *s, const Trick *trick, pieces_t over, int leader, int *replies
) noexcept nogil:
    """Whether the opponents of a leader cannot take its trick or, in misere, must take it.

    Counts their replies, each with each.
    """
    cdef bint kept = True, given = False
    cdef int place, seat = leader
    cdef pieces_t plays
    replies[0] = 1
    for place in range(s.seating.size - 1):
        seat = s.seating.after[seat]
        if s.seating.sides[seat] != s.seating.sides[leader]:
            plays = trick.replies[place]
            replies[0] *= count(plays)
            kept = kept and not plays & over
            given = given or not plays & ~over
    return given if s.rules.misere else kept


cdef inline int to_shun(
    const Search *s, pieces_t moves, pieces_t over, bint last, bint theirs
) noexcept nogil:
    """Of several plays to a trick that costs points the one to try first."""
    cdef pieces_t losers = moves & ~over if theirs else 0
    cdef const int *ranks = &s.rank[SHUNNED if losers or last else OPEN][0]
    cdef int piece, best, score, best_score
    if losers:
        moves = losers
    best = lowest(moves)
    moves &= moves - 1
    best_score = ranks[best]
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        score = ranks[piece]
        best = piece if score > best_score else best
        best_score = max(best_score, score)
    return best


cdef inline void glance(
    const Search *s, int seat, pieces_t out, int rest, int need, int low, int high, Tries *tries
) noexcept nogil:
    """As `survey`, where no more is certain than runs, if they are: all leads by their order."""
    cdef int killer = s.killers[seat][count(s.hands[seat])], piece, replies, score
    cdef pieces_t moves = choices(s, meet(s.rules.leads, s.hands[seat]), out ^ s.hands[seat])
    cdef pieces_t firm = firm_of(s, False)
    cdef Trick *trick
    cdef Run run
    tries.size = 0
    tries.firm = firm
    if s.runs:
        run = run_of(s, seat, firm)
        low = max(low, run.points if run.loose else rest)
        if low >= need:
            try_only(tries, lowest(s.hands[seat] & ~run.loose))
    tries.low = low
    tries.high = high
    if tries.size:
        return
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        trick = &tries.tricks[tries.size]
        trick.lead = piece
        open_row(s, trick, s.rows[piece], s.seating.after[seat], 1, False)
        if wins_for_certain(s, trick, trick.row.over[piece], seat, &replies):
            score = SURE + s.rank[WON][piece]
        else:
            score = s.rank[OPEN][piece]
        score -= PER_REPLY * replies
        if piece == killer:
            score += KILLER
        add(tries, trick, score)


cdef inline int likeliest(
    const Search *s, const TrickRow *row, pieces_t moves, pieces_t over, pieces_t threats,
    bint safe, pieces_t firm,
) noexcept nogil:
    """Of several plays the one to try first.

    `over` are the pieces that take the trick, `threats` what the next seat, an opponent, may
    still play to it. `safe`: the own side has the trick already. `firm` pieces win later.
    """
    cdef pieces_t winners = moves & over, rest
    cdef const int *ranks = s.rank[WON]
    cdef int piece, best, score, best_score
    if safe:
        moves = spare(moves ^ winners if moves ^ winners else moves, firm)
    elif winners:
        rest = winners
        moves = 0
        while rest:
            piece = lowest(rest)
            rest &= rest - 1
            if not row.over[piece] & threats:
                moves |= only(piece)
        moves = spare(moves, firm)
        if not moves:
            moves = winners
            ranks = s.rank[OPEN]
    else:
        ranks = s.rank[LOST]
    best = lowest(moves)
    moves &= moves - 1
    best_score = ranks[best]
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        score = ranks[piece]
        best = piece if score > best_score else best
        best_score = max(best_score, score)
    return best
