"""Positions of one deal that are the same but for the names of pieces."""

from libc.stdint cimport uint8_t

from fortytwo.engine._tricks cimport (
    MAX_PIECES, SEATS, TrickRules, TrickState, lowest, only, pieces_t,
)


cdef struct Deal:
    pieces_t hands[SEATS]
    pieces_t akin                    # pieces that may be equal to another of their hand
    pieces_t later                   # ... to a lower one
    pieces_t lower[MAX_PIECES]       # the lower ones that a piece may be equal to
    uint8_t owner[MAX_PIECES]        # who holds a piece


cdef inline Deal deal_of(const TrickRules *rules, const TrickState *state) noexcept nogil:
    cdef Deal deal
    cdef pieces_t hand
    cdef int seat, piece
    deal.akin = deal.later = 0
    for seat in range(SEATS):
        hand = deal.hands[seat] = state.hands[seat]
        while hand:
            piece = lowest(hand)
            hand &= hand - 1
            deal.owner[piece] = seat
            if rules.kin[piece] & deal.hands[seat]:
                deal.akin |= only(piece)
            deal.lower[piece] = rules.kin[piece] & deal.hands[seat] & (only(piece) - 1)
            if deal.lower[piece]:
                deal.later |= only(piece)
    return deal


cdef inline pieces_t alike(
    const TrickRules *rules, const Deal *deal, pieces_t out, bint in_order
) noexcept nogil:
    """The pieces that stand for those out: the same for positions that differ only in names.

    Each becomes the lowest that its hand was dealt that it is equal to now. `in_order` keeps the
    order of the pieces of a hand too.
    """
    cdef pieces_t found = out & ~deal.later, left = out & deal.later, own, lower
    cdef int piece, other
    while left:
        piece = lowest(left)
        left &= left - 1
        own = deal.hands[deal.owner[piece]]
        lower = deal.lower[piece] & ~found
        while lower:
            other = lowest(lower)
            lower &= lower - 1
            if not rules.apart[piece][other] & (found | left) & ~own and not (
                in_order and found & own & (only(piece) - only(other))
            ):
                piece = other
                break
        found |= only(piece)
    return found
