"""What cards of Scopa capture.

A card is a number: four times its value less 1, and its suit, so that equal cards lie side by side.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from fortytwo.engine._core cimport move_t

cdef extern from "bits.h" nogil:
    int lowest "bits_lowest"(uint64_t pieces)
    int count "bits_count"(uint64_t pieces)

cdef enum:
    VALUES = 10
    SUITS = 4
    CARDS = VALUES * SUITS
    TAKEN = 6            # where the set captured begins in a move, after the card
    CARD = (1 << TAKEN) - 1


cdef inline move_t played(int card, uint64_t taken) noexcept nogil:
    return card | taken << TAKEN


cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t>1 << card


cdef inline int value_of(int card) noexcept nogil:
    return card // SUITS + 1


cdef inline uint64_t equals(int card) noexcept nogil:
    """All cards of the value of one."""
    return <uint64_t>15 << (card & ~3)


cdef inline uint16_t values_of(uint64_t cards) noexcept nogil:
    """The values of some cards, as bits."""
    cdef uint16_t found = 0
    while cards:
        found |= 1 << value_of(lowest(cards))
        cards &= ~equals(lowest(cards))
    return found


cdef inline int matches(uint64_t ours, uint64_t theirs) noexcept nogil:
    """How many pairs of equal cards two hands can make."""
    cdef int found = 0
    cdef uint64_t equal
    while ours:
        equal = equals(lowest(ours))
        found += min(count(ours & equal), count(theirs & equal))
        ours &= ~equal
    return found


cdef struct Sums:        # of the cards on the table, lowest first
    uint8_t cards[CARDS]
    uint16_t reached[CARDS + 1]  # the sums that the first of them have, as bits
    uint8_t below[VALUES]        # how many cards are below each value


cdef inline void set_sums(Sums *sums, uint64_t table) noexcept nogil:
    cdef int number = 0, value = 1, card
    sums.reached[0] = 1
    while table:
        card = lowest(table)
        table &= table - 1
        while value <= value_of(card):
            sums.below[value - 1] = number
            value += 1
        sums.cards[number] = card
        sums.reached[number + 1] = (
            sums.reached[number] | sums.reached[number] << value_of(card)
        ) & ((2 << VALUES) - 1)
        number += 1
    while value <= VALUES:
        sums.below[value - 1] = number
        value += 1


cdef inline bint has_sets(const Sums *sums, int card) noexcept nogil:
    """Whether cards of lower values add up to a card."""
    return sums.reached[sums.below[card // SUITS]] >> value_of(card) & 1


cdef inline int list_sets(
    const Sums *sums, int first, int left, move_t move, move_t *found
) noexcept nogil:
    """Add to a move each set among the first cards that makes up what is left; there is one."""
    cdef int number = 0, card
    if left == 0:
        found[0] = move
        return 1
    first -= 1
    card = sums.cards[first]
    if value_of(card) <= left and sums.reached[first] >> (left - value_of(card)) & 1:
        number = list_sets(sums, first, left - value_of(card), move | bit(card) << TAKEN, found)
    if sums.reached[first] >> left & 1:
        number += list_sets(sums, first, left, move, found + number)
    return number


cdef inline int list_captures(
    const Sums *sums, uint64_t table, int card, bint freely, move_t *found
) noexcept nogil:
    """What a card may capture: an equal one, and a set if there is none or one may choose."""
    cdef uint64_t equal = table & equals(card)
    cdef int number = 0
    while equal:
        found[number] = played(card, equal & -equal)
        equal &= equal - 1
        number += 1
    if (freely or not number) and has_sets(sums, card):
        number += list_sets(
            sums, sums.below[card // SUITS], value_of(card), card, found + number
        )
    return number
