"""The play of a round of Matador: what may be laid where, drawing, the end and the score.

A move is a number: a tile, the end that it is laid on, and the end that it makes; or a draw; or a
pass. What is laid across makes a pair, but for 0-0, which is only laid across and makes 0.
"""

from fortytwo.engine._core cimport FINISHED

cdef extern from "bits.h" nogil:
    int lowest "bits_lowest"(uint64_t pieces)
    int count "bits_count"(uint64_t pieces)

cdef enum:
    # Where the parts of the number of a move begin, after the tile.
    ON = 5
    NEW = 9
    DRAW = 1 << 13
    PASS = 1 << 14
    TILE = (1 << ON) - 1

# Constants of the set: the halves of tiles, and the tiles that bear a number.
cdef uint8_t[TILES] HIGH, LOW
cdef uint32_t[7] BEARING
# The matadors, and what they make when laid across.
cdef uint8_t[4] MATADORS = [0, 22, 17, 13]
cdef uint8_t[4] ACROSS = [0, PAIR, PAIR + 1, PAIR + 2]


cdef void set_constants() noexcept:
    cdef int high, low, tile = 0
    for high in range(7):
        for low in range(high + 1):
            HIGH[tile], LOW[tile] = high, low
            BEARING[high] |= <uint32_t>1 << tile
            BEARING[low] |= <uint32_t>1 << tile
            tile += 1


set_constants()


cdef inline move_t laid(int tile, int end, int new) noexcept nogil:
    return tile | end << ON | new << NEW


def encoded(int tile, int on, int new):
    """The number of the move that lays a tile, given by its index, on an end and makes another."""
    return laid(tile, on, new)


def decoded(move_t move):
    """The tile, the end that it is laid on, and the end that it makes."""
    return move & TILE, move >> ON & 15, move >> NEW & 15


def fitting(int end):
    """The tiles that can be laid on an end, as a mask; any before the first."""
    cdef uint32_t found = (1 << TILES) - 1 if end == NOTHING else 0
    cdef int half, i
    if end != NOTHING:
        for half in range(1, 7):
            if touches(half, end):
                found |= BEARING[half]
        for i in range(4):
            found |= <uint32_t>1 << MATADORS[i]
    return found


OTHERS = {"draw": DRAW, "pass": PASS}
"""The numbers of the other moves."""


cdef inline bint touches(int half, int end) noexcept nogil:
    """Whether a half may touch an end, along: they make seven, with either number of a pair."""
    if end < PAIR:
        return half + end == 7
    return half == 13 - end or half == end - 6


cdef class MatadorCore(Core):
    """A round under way.

    Args:
        hands: the tiles of each seat, as masks.
        stock: the indices of the tiles still in the stock, in the order in which they are drawn.
        reserve: how many of them must stay.
        turn: the seat to move.
        ends: what the two ends show: 0 to 6, or 7, 8, 9 for the pairs 6 and 1, 5 and 2, 4 and 3;
            10 for both before the first tile.
        opening: the index of the tile that must be laid first, or None.
        drew: how many tiles the seat has drawn in this turn.
        draws_many: whether a seat that cannot play draws until it can.
        draws_freely: whether a seat that can play may draw first.
        ends_with_stock: whether the turn in which nothing is left to draw is the last.
        excess_only: whether a block brings only what other hands hold more than the winner's.
        double_blank: what 0-0 in hand counts.
    """

    def __cinit__(self, *_, **__):
        self.allocate(sizeof(Round), sizeof(Table))

    def __init__(
        self, hands, stock, *, reserve, turn, ends, opening, drew, draws_many, draws_freely,
        ends_with_stock, excess_only, double_blank
    ):
        cdef Table *table = self.table()
        cdef Round *round = self.round()
        cdef int tile
        table.seats = len(hands)
        for seat, hand in enumerate(hands):
            round.hands[seat] = hand
        table.stock_size = len(stock)
        for place, index in enumerate(stock):
            table.stock[place] = index
        table.drawable = max(0, len(stock) - reserve)
        table.opening = NO_TILE if opening is None else opening
        table.draws_many = draws_many
        table.draws_freely = draws_freely
        table.ends_with_stock = ends_with_stock
        table.excess_only = excess_only
        for tile in range(TILES):
            table.pips[tile] = HIGH[tile] + LOW[tile]
        table.pips[0] = double_blank
        round.turn = turn
        round.ends[0], round.ends[1] = ends
        round.drew = drew
        for tile in range(table.seats):
            round.over = round.over or not round.hands[tile]

    cdef Table *table(self) noexcept nogil:
        return <Table *>self.fixed

    cdef Round *round(self) noexcept nogil:
        return <Round *>self.now

    cdef int turn(self) noexcept nogil:
        if self.round().over:
            return FINISHED
        return self.round().turn

    cdef int number_of_sides(self) noexcept nogil:
        return self.table().seats

    cdef int moves(self, move_t *found) noexcept nogil:
        cdef const Table *table = self.table()
        cdef const Round *round = self.round()
        cdef int number
        cdef bint can_draw
        if round.over:
            return 0
        number = self.plays(found)
        can_draw = round.drawn < table.drawable and (table.draws_many or not round.drew)
        if can_draw and (table.draws_freely or not number):
            found[number] = DRAW
            number += 1
        if not number:
            found[0] = PASS
            number = 1
        return number

    cdef int plays(self, move_t *found) noexcept nogil:
        """The ways in which the seat to move may lay a tile, those of most pips first."""
        cdef const Table *table = self.table()
        cdef const Round *round = self.round()
        cdef uint32_t hand = round.hands[round.turn], fits
        cdef int number = 0, place, end, half, tile, i
        if round.ends[0] == NOTHING:
            for tile in range(TILES - 1, -1, -1):
                if hand >> tile & 1 and table.opening in (tile, NO_TILE):
                    found[number] = laid(tile, NOTHING, NOTHING)
                    number += 1
            return number
        for place in range(1 if round.ends[0] == round.ends[1] else 2):
            end = round.ends[place]
            for half in range(6, 0, -1):
                if not touches(half, end):
                    continue
                fits = hand & BEARING[half]
                while fits:
                    tile = lowest(fits)
                    fits &= fits - 1
                    found[number] = laid(tile, end, HIGH[tile] + LOW[tile] - half)
                    number += 1
            for i in range(4):
                if hand >> MATADORS[i] & 1:
                    found[number] = laid(MATADORS[i], end, ACROSS[i])
                    number += 1
        return number

    cdef void change(self, move_t move) noexcept nogil:
        cdef const Table *table = self.table()
        cdef Round *round = self.round()
        cdef int tile = move & TILE, end = move >> ON & 15, new = move >> NEW & 15
        if move == DRAW:
            round.hands[round.turn] |= <uint32_t>1 << table.stock[round.drawn]
            round.drawn += 1
            round.drew += 1
            return
        if move == PASS:
            round.passes += 1
            round.over = round.passes >= table.seats and round.drawn >= table.drawable
        else:
            round.passes = 0
            round.hands[round.turn] &= ~(<uint32_t>1 << tile)
            round.over = not round.hands[round.turn]
            if end == NOTHING:
                round.ends[0], round.ends[1] = HIGH[tile], LOW[tile]
            else:
                round.ends[0 if round.ends[0] == end else 1] = new
        self.end_turn()

    cdef void end_turn(self) noexcept nogil:
        cdef const Table *table = self.table()
        cdef Round *round = self.round()
        if table.ends_with_stock and round.drew and round.drawn >= table.drawable:
            round.over = True
        round.drew = 0
        round.turn = (round.turn + 1) % table.seats

    cdef int pips(self, int seat) noexcept nogil:
        """What the tiles in a hand count."""
        cdef uint32_t hand = self.round().hands[seat]
        cdef int total = 0
        while hand:
            total += self.table().pips[lowest(hand)]
            hand &= hand - 1
        return total

    cdef int scored(self, int *winner) noexcept nogil:
        """What the winner of a round that is over scores; nobody wins (-1) if the fewest pips tie.
        """
        cdef const Table *table = self.table()
        cdef int seat, least = 0, total = 0, some
        cdef bint out = False
        winner[0] = -1
        for seat in range(table.seats):
            if not self.round().hands[seat]:
                out = True
                winner[0] = seat
        if not out:
            for seat in range(table.seats):
                some = self.pips(seat)
                if seat == 0 or some < least:
                    least = some
                    winner[0] = seat
                elif some == least:
                    winner[0] = -1
        if winner[0] < 0:
            return 0
        for seat in range(table.seats):
            if seat != winner[0]:
                total += self.pips(seat)
                if not out and table.excess_only:
                    total -= least
        return total

    cdef Reach reach(self, int side) noexcept nogil:
        """Net points: what the side scores, less what another one does."""
        cdef const Table *table = self.table()
        cdef const Round *round = self.round()
        cdef int winner, score, seat, i, rest = 0, own
        if round.over:
            score = self.scored(&winner)
            if winner >= 0 and winner != side:
                score = -score
            return Reach(score, score)
        for seat in range(table.seats):
            rest += self.pips(seat)
        own = self.pips(side)
        if round.drawn < table.drawable:
            for i in range(round.drawn, table.drawable):
                rest += table.pips[table.stock[i]]
            return Reach(-rest, rest)
        # Whoever wins gets no more than the others hold now.
        if table.seats == 2:
            return Reach(-own, rest - own)
        return Reach(-rest, rest - own)

    cdef int pack(self, uint64_t *key) noexcept nogil:
        cdef const Round *round = self.round()
        cdef int low = min(round.ends[0], round.ends[1]), high = max(round.ends[0], round.ends[1])
        key[0] = round.hands[0] | <uint64_t>round.hands[1] << 32
        key[1] = round.hands[2] | <uint64_t>round.hands[3] << 32
        key[2] = (
            low | high << 4 | round.turn << 8 | round.drawn << 12 | round.drew << 17
            | <uint64_t>round.passes << 22
        )
        return 3

    @property
    def hands(self):
        """The hands as they are now, as masks."""
        return tuple([self.round().hands[seat] for seat in range(self.table().seats)])

    @property
    def stock(self):
        """The indices of the tiles still in the stock, in the order in which they are drawn."""
        cdef const Table *table = self.table()
        return tuple([table.stock[i] for i in range(self.round().drawn, table.stock_size)])

    @property
    def ends(self):
        """What the two ends show; 10 for both before the first tile."""
        return self.round().ends[0], self.round().ends[1]

    @property
    def result(self):
        """The winner and its score, once the round is over; no winner (None) if pips tie."""
        cdef int winner, score
        if not self.round().over:
            return None
        score = self.scored(&winner)
        return (None if winner < 0 else winner), score
