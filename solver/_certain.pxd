"""What is certain of a trick before any search: runs, and what each side takes by a lead."""

from fortytwo.engine._tricks cimport (
    SEATS, TrickRow, TrickRules, count, distinct, lowest, meet, only, pieces_t, value_of,
)
from fortytwo.solver._search cimport Search


# What a seat takes if it is on lead and plays its firm pieces, those that nothing out can beat.
cdef struct Run:
    pieces_t loose    # its other pieces
    int points


cdef enum:
    FOUR = 4    # the seats of a plain game


cdef inline pieces_t all_out(const Search *s, bint plain) noexcept nogil:
    cdef pieces_t out = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
    cdef int seat
    if not plain and s.seating.seats > FOUR:
        for seat in range(FOUR, SEATS):
            out |= s.hands[seat]
    return out


cdef inline int left_of(int seat) noexcept nogil:
    """The next of four seats."""
    return (seat + 1) & (FOUR - 1)


cdef inline int size_of(const Search *s, bint plain) noexcept nogil:
    """How many pieces make a trick."""
    return FOUR if plain else s.seating.size


cdef inline int next_to(const Search *s, int seat, bint plain) noexcept nogil:
    return left_of(seat) if plain else s.seating.after[seat]


cdef inline int partner_of(int seat) noexcept nogil:
    return (seat + 2) & (FOUR - 1)


cdef inline int right_of(int seat) noexcept nogil:
    return (seat + 3) & (FOUR - 1)


cdef inline pieces_t choices(const Search *s, pieces_t moves, pieces_t rivals) noexcept nogil:
    """The distinct moves; most have no kin in the hand."""
    cdef pieces_t akin = moves & s.deal.akin
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


cdef inline pieces_t firm_of(const Search *s, bint plain) noexcept nogil:
    """The pieces that nothing in another hand beats when they are led."""
    cdef pieces_t a, b, c, d
    if not plain and s.seating.seats > FOUR:
        return firm_of_any(s)
    a, b, c, d = beaten(s, 0), beaten(s, 1), beaten(s, 2), beaten(s, 3)
    return (
        s.hands[0] & ~(b | c | d) | s.hands[1] & ~(a | c | d)
        | s.hands[2] & ~(a | b | d) | s.hands[3] & ~(a | b | c)
    )


cdef inline pieces_t firm_of_any(const Search *s) noexcept nogil:
    """The same for any number of seats."""
    cdef pieces_t own[SEATS]
    cdef pieces_t once = 0, twice = 0, found = 0
    cdef int seat
    for seat in range(SEATS):
        own[seat] = beaten(s, seat)
        twice |= once & own[seat]
        once |= own[seat]
    for seat in range(SEATS):
        found |= s.hands[seat] & ~twice & (own[seat] | ~once)
    return found


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
