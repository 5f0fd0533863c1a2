"""What is certain of a position before any search, and which moves to try first."""

from libc.stdint cimport uint8_t

from fortytwo.engine._tricks cimport (
    MAX_TRICKS, SEATS, TrickRow, TrickRules, count, distinct, lowest, meet, only, pieces_t,
    value_of,
)
from fortytwo.solver._search cimport Search


# --- Certainties ------------------------------------------------------------------------------

# What a seat takes if it is on lead and plays its firm pieces, those that nothing out can beat.
cdef struct Run:
    pieces_t loose    # its other pieces
    int points


cdef inline pieces_t all_out(const Search *s) noexcept nogil:
    return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]


cdef inline int left_of(int seat) noexcept nogil:
    """The next of four seats."""
    return (seat + 1) & (SEATS - 1)


cdef inline int size_of(const Search *s, bint plain) noexcept nogil:
    """How many pieces make a trick."""
    return SEATS if plain else s.seating.size


cdef inline int next_to(const Search *s, int seat, bint plain) noexcept nogil:
    return left_of(seat) if plain else s.seating.after[seat]


cdef inline int partner_of(int seat) noexcept nogil:
    return (seat + 2) & (SEATS - 1)


cdef inline int right_of(int seat) noexcept nogil:
    return (seat + 3) & (SEATS - 1)


cdef inline pieces_t choices(const Search *s, pieces_t moves, pieces_t rivals) noexcept nogil:
    """The distinct moves; most have no kin in the hand."""
    cdef pieces_t akin = moves & s.akin
    if akin & (akin - 1):
        return moves ^ akin | distinct(s.rules, akin, rivals)
    return moves


cdef inline int worth(const TrickRules *rules, int piece) noexcept nogil:
    """What a trick is worth at least that is taken with a piece."""
    return rules.points[piece] + rules.trick_points


cdef inline pieces_t beaten(const Search *s, int seat) noexcept nogil:
    """The pieces that a hand beats when they are led."""
    cdef pieces_t found = 0, hand = s.hands[seat]
    while hand:
        found |= s.rules.beats[lowest(hand)]
        hand &= hand - 1
    return found


cdef inline pieces_t firm_of(const Search *s) noexcept nogil:
    """The pieces that nothing in another hand beats when they are led."""
    cdef pieces_t a = beaten(s, 0), b = beaten(s, 1), c = beaten(s, 2), d = beaten(s, 3)
    return (
        s.hands[0] & ~(b | c | d) | s.hands[1] & ~(a | c | d)
        | s.hands[2] & ~(a | b | d) | s.hands[3] & ~(a | b | c)
    )


cdef inline Run run_of(const Search *s, int seat, pieces_t firm) noexcept nogil:
    cdef const TrickRules *rules = s.rules
    cdef Run run
    firm &= meet(rules.leads, s.hands[seat])
    run.loose = s.hands[seat] ^ firm
    run.points = value_of(rules, firm & rules.counting) + rules.trick_points * count(firm)
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


cdef enum:
    SURE = 4096          # the trick is won whatever the opponents do
    HOPEFUL = 2560       # the partner can win it whatever they do

# What all four plays of a trick share, and what is thought of its lead.
cdef struct Trick:
    const TrickRow *row
    pieces_t replies[SEATS - 1]    # what those may play that follow, in turn
    pieces_t firm                  # pieces that nothing could beat, had they been led
    int rest                       # what is to be taken, this trick included
    int lead
    int chance                     # SURE, HOPEFUL or 0


cdef inline void open_row(
    const Search *s, Trick *trick, const TrickRow *row, int turn, int placed, bint plain
) noexcept nogil:
    """Note what the seats from `turn` on may play; the hands stay as they are until they do."""
    cdef int place, seat = turn
    trick.row = row
    for place in range(placed, size_of(s, plain)):
        trick.replies[place - 1] = meet(row.demands, s.hands[seat])
        seat = next_to(s, seat, plain)


cdef inline int own_gain(
    const TrickRules *rules, Trick *trick, Run run, Run partner_run, int rest
) noexcept nogil:
    """What the leader's side takes for certain if it takes this trick for certain, else 0.

    Notes the chance.
    """
    cdef pieces_t lefts = trick.replies[0], partners = trick.replies[1], rights = trick.replies[2]
    cdef pieces_t over = trick.row.over[trick.lead]
    cdef pieces_t below = partners & ~over, helpers = partners & over
    cdef int helper, gain = 0
    trick.chance = 0
    if not over & (lefts | rights):
        trick.chance = SURE
        gain = most(rules, partners)
        if below:
            gain = max(gain, most(rules, below) + run_after(rules, run, trick.lead, rest))
    while helpers:
        helper = lowest(helpers)
        helpers &= helpers - 1
        if not (trick.row.unbeaten[helper] & lefts or trick.row.over[helper] & rights):
            trick.chance = max(trick.chance, HOPEFUL)
            gain = max(gain, rules.points[helper] + run_after(rules, partner_run, helper, rest))
    if trick.chance == 0:
        return 0
    gain += worth(rules, trick.lead) + least(rules, lefts) + least(rules, rights)
    return min(rest, gain)


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


cdef inline int their_gain(
    const TrickRules *rules, const Trick *trick, Run left_run, Run right_run, int rest
) noexcept nogil:
    """What the opponents of the leader take for certain if they take this trick, else 0."""
    cdef pieces_t lefts = trick.replies[0], partners = trick.replies[1], rights = trick.replies[2]
    cdef pieces_t over = trick.row.over[trick.lead]
    cdef int gain = max(
        opposed(rules, trick.row.over, lefts & over, rights, partners, left_run, rest),
        opposed(rules, trick.row.unbeaten, rights & over, lefts, partners, right_run, rest),
    )
    if gain < 0:
        return 0
    return min(rest, gain + worth(rules, trick.lead) + least(rules, partners))


# --- The order of moves: which are likely to decide -------------------------------------------

cdef enum:
    KILLER = 3600
    PER_REPLY = 768      # few replies make a small tree
    PER_POINT = 64       # outweighs any weakness in a trick that may be won

# What is thought of a trick: it is the own side's, may be, or is not.
cdef enum:
    WON
    OPEN
    LOST


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
    cdef pieces_t leads, firm = firm_of(s)
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


cdef inline void glance(
    const Search *s, int seat, pieces_t out, int rest, int need, int low, int high, Tries *tries
) noexcept nogil:
    """As `survey`, where no more is certain than runs, if they are: all leads by their order."""
    cdef int killer = s.killers[seat][count(s.hands[seat])], piece, replies, score
    cdef pieces_t moves = choices(s, meet(s.rules.leads, s.hands[seat]), out ^ s.hands[seat])
    cdef pieces_t firm = firm_of(s)
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
