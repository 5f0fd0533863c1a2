"""What a deal comes to, and what is certain of that before any search."""

from libc.stdint cimport int16_t, uint8_t

from fortytwo.engine._core cimport Reach
from fortytwo.engine._tricks cimport count, lowest, only, pieces_t
from fortytwo.engine.stock._play cimport (
    NOBODY, Deal, Round, allowed, is_open, may_declare, value_of,
)
from fortytwo.engine.stock._table cimport NO_PIECE, Rules

# What a seat can take before the other gets anything more.
cdef struct Sure:
    int seat
    int points       # of pieces and of the last trick
    int shown        # and of a declaration
    bint trick       # whether it takes a trick
    bint everything  # whether it takes all tricks


cdef inline int scored(
    const Deal *deal, const Round *round, const int16_t *points, const uint8_t *has_trick,
    int *winner
) noexcept nogil:
    """What the winner of a deal gets that ends so; without a winner (-1) nothing."""
    cdef const Rules *rules = &deal.rules
    cdef bint fails = round.closer != NOBODY and points[round.closer] < rules.goal
    cdef int loser, lost
    winner[0] = -1
    if fails:
        loser = round.closer
    elif (points[0] >= rules.goal) != (points[1] >= rules.goal):
        loser = points[0] >= rules.goal
    else:
        return 0
    winner[0] = 1 - loser
    if (points[loser] == 0) if rules.nothing_is_points else not has_trick[loser]:
        lost = 2
    else:
        lost = points[loser] < rules.half
    if fails:
        return rules.failed[round.early][lost] + deal.extra
    return rules.awards[lost] + deal.extra


cdef inline int net(
    const Deal *deal, const Round *round, int points, bint has_trick, int others, bint other_has
) noexcept nogil:
    """What seat 0 gets, less what seat 1 does, without prizes, if the deal ends so."""
    cdef int16_t[2] ends = [points, others]
    cdef uint8_t[2] have = [has_trick, other_has]
    cdef int winner, score = scored(deal, round, ends, have, &winner)
    return -score if winner == 1 else score


cdef inline bint ended_by_prize(const Deal *deal, const Round *round) noexcept nogil:
    """Whether prizes alone have ended the deal."""
    return (
        deal.needs[0] > 0 and round.prizes[0] >= deal.needs[0]
        or deal.needs[1] > 0 and round.prizes[1] >= deal.needs[1]
    )


cdef inline pieces_t firm(const Rules *rules, pieces_t hand, pieces_t other) noexcept nogil:
    """What takes a trick whenever it is led, since nothing in the other hand beats it."""
    cdef pieces_t found = 0, left = hand
    while left:
        if not rules.beaten_by[lowest(left)] & other:
            found |= left & -left
        left &= left - 1
    return found


cdef inline pieces_t safe(const Rules *rules, pieces_t hand, pieces_t other) noexcept nogil:
    """What takes a trick if it is led now: nothing that beats it may be played."""
    cdef pieces_t found = 0, left = hand
    cdef int piece
    while left:
        piece = lowest(left)
        if not allowed(rules, piece, other) & rules.beaten_by[piece]:
            found |= only(piece)
        left &= left - 1
    return found


cdef inline int highest(const Rules *rules, pieces_t pieces) noexcept nogil:
    """The most points that one of some pieces has; 0 if there are none."""
    cdef int found = 0
    while pieces:
        found = max(found, rules.points[lowest(pieces)])
        pieces &= pieces - 1
    return found


cdef inline int shown_worth(const Rules *rules, pieces_t shown) noexcept nogil:
    """What a declaration is worth."""
    cdef int i = 0
    while not shown & rules.groups[i]:
        i += 1
    return rules.worth[i][count(shown)] + (rules.grand_points if shown & rules.grand else 0)


cdef inline pieces_t showable(
    const Rules *rules, const Round *round, int group, pieces_t hand
) noexcept nogil:
    """What a hand can declare of a group; nothing if that is a single piece."""
    cdef pieces_t found = rules.groups[group] & hand & ~round.declared
    return found if found & (found - 1) else 0


cdef inline Sure sure_of(const Deal *deal, const Round *round) noexcept nogil:
    """What is certain once nobody draws any more."""
    cdef const Rules *rules = &deal.rules
    cdef int seat = round.turn, lead = round.lead, i
    cdef pieces_t hand = round.hands[seat], other = round.hands[1 - seat], top, taking, rest, shown
    cdef Sure sure = Sure(seat, 0, 0, True, False)
    if lead == NO_PIECE:
        top = firm(rules, hand, other)
        taking = safe(rules, hand & ~top, other)
        sure.trick = (top | taking) != 0
        if may_declare(deal, round) and (sure.trick or round.has_trick[seat]):
            for i in range(rules.number_of_groups):
                shown = showable(rules, round, i, hand)
                if shown:
                    sure.shown = max(sure.shown, shown_worth(rules, shown))
    else:
        sure.points = rules.points[lead]
        taking = allowed(rules, lead, hand) & rules.beaten_by[lead]
        if not taking:
            sure.seat = 1 - seat
            hand, other = other, hand
        top = firm(rules, hand, other)
    # One piece that takes a trick now, then all that do so at any time.
    rest = hand & ~top
    sure.points += value_of(rules, top) + highest(rules, taking & rest)
    sure.everything = not rest or not rest & (rest - 1) and (rest & taking) != 0
    if sure.everything:
        sure.points = round.rest + rules.last_points[round.closer != NOBODY]
    return sure


cdef inline int declarable(const Deal *deal, const Round *round, int seat) noexcept nogil:
    """What a seat may still declare, at most."""
    cdef const Rules *rules = &deal.rules
    cdef pieces_t hand = round.hands[seat]
    cdef int found = 0, i, number
    cdef bint draws = is_open(deal, round)
    if not may_declare(deal, round):
        return 0
    if draws:
        hand |= round.lying
    hand &= ~round.declared
    for i in range(rules.number_of_groups):
        number = count(hand & rules.groups[i])
        if number > 1:
            found += rules.total[i][number] if draws else rules.most[i][number]
            if hand & rules.groups[i] & rules.grand:
                found += rules.grand_points
    return found


cdef inline bint may_win_prize(const Deal *deal, const Round *round, int seat) noexcept nogil:
    """Whether a seat may still get the prize."""
    cdef const Rules *rules = &deal.rules
    cdef pieces_t own = round.hands[seat], others = round.hands[1 - seat]
    if round.lead != NO_PIECE:
        if round.turn == seat:
            others |= only(round.lead)
        else:
            own |= only(round.lead)
    if is_open(deal, round):
        own |= round.lying
        others |= round.lying
    return own & rules.prize_taker and others & rules.prize & ~rules.prize_taker


cdef inline Reach bounds(const Deal *deal, const Round *round) noexcept nogil:
    """The least and the most that seat 0 gets, less what seat 1 does."""
    cdef const Rules *rules = &deal.rules
    cdef int least, most, seat, won = round.prizes[0] - round.prizes[1]
    # For each seat what it ends with at least and at most, and whether it has a trick then.
    cdef int low[2]
    cdef int high[2]
    cdef bint some[2]
    cdef bint other[2]
    cdef Sure sure
    if round.over:
        if not ended_by_prize(deal, round):
            won += net(
                deal, round, round.points[0], round.has_trick[0], round.points[1],
                round.has_trick[1]
            )
        return Reach(won, won)
    for seat in range(2):
        low[seat] = round.points[seat]
        high[seat] = (
            round.points[seat] + round.pending[seat] + round.rest
            + rules.last_points[round.closer != NOBODY] + declarable(deal, round, seat)
        )
        some[seat] = round.has_trick[seat]
        other[seat] = True
    if not is_open(deal, round):
        sure = sure_of(deal, round)
        seat = sure.seat
        low[seat] += sure.points + sure.shown
        if sure.trick:
            low[seat] += round.pending[seat]
            some[seat] = True
        high[1 - seat] -= sure.points
        if sure.everything or rules.claims and low[seat] >= rules.goal:
            high[1 - seat] = round.points[1 - seat]
            other[1 - seat] = round.has_trick[1 - seat]
    least = net(deal, round, low[0], some[0], high[1], other[1])
    most = net(deal, round, high[0], other[0], low[1], some[1])
    if rules.prize:
        for seat in range(2):
            if may_win_prize(deal, round, seat):
                if 0 < deal.needs[seat] <= round.prizes[seat] + rules.prize_worth:
                    # The deal would end with it.
                    least = min(least, 0)
                    most = max(most, 0)
                if seat == 0:
                    most += rules.prize_worth
                else:
                    least -= rules.prize_worth
    return Reach(least + won, most + won)
