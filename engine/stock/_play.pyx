"""The play of trick games of two with a stock: all its rules, with what differs as data.

A move is a number: a piece and, where some are declared with its lead, all pieces of the
declaration; or an exchange, a close, or a draw, which is a move of its own only where closing may
come instead.
"""

from fortytwo.engine.errors import IllegalMoveError, ImpossiblePositionError

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from fortytwo.engine._core cimport FINISHED, Reach, move_t
from fortytwo.engine.stock._bounds cimport (
    bounds, ended_by_prize, safe, scored, showable, shown_worth,
)
from fortytwo.engine.stock._table cimport NO_PIECE, StockTable

cdef extern from "bits.h" nogil:
    int count "bits_count"(uint64_t pieces)

cdef enum:
    # Where the parts of the number of a move begin, after the piece.
    SHOWN_AT = 6
    KIND_AT = 58
    PIECE = (1 << SHOWN_AT) - 1

cdef move_t EXCHANGE = <move_t>1 << KIND_AT
cdef move_t CLOSE = <move_t>2 << KIND_AT
cdef move_t DRAW = <move_t>3 << KIND_AT

OTHERS = {"exchange": EXCHANGE, "close": CLOSE, "draw": DRAW}
"""The numbers of the moves that play no piece."""


def encoded(int piece, pieces_t shown=0):
    """The number of the move that plays a piece, given by its index, and declares some."""
    return <move_t>piece | shown << SHOWN_AT


def decoded(move_t move):
    """The index of the piece played, and the mask of those declared."""
    return move & PIECE, move >> SHOWN_AT


cdef inline int turn_up(const Deal *deal, const Round *round) noexcept nogil:
    """What lies under the stock."""
    return deal.rules.exchanged if round.swapped else deal.stock[deal.stock_size - 1]


cdef inline bint may_close(const Deal *deal, const Round *round) noexcept nogil:
    """Whether the seat on lead may close."""
    if not is_open(deal, round):
        return False
    if not round.has_trick[0] and not round.has_trick[1]:
        return deal.rules.closes_first
    return deal.rules.closes_later and round.waiting == deal.rules.closes_undrawn


cdef inline bint may_exchange(const Deal *deal, const Round *round) noexcept nogil:
    """Whether the seat on lead may exchange."""
    return (
        deal.rules.exchanged != NO_PIECE and round.has_trick[round.turn]
        and round.hands[round.turn] & only(deal.rules.exchanged) and is_open(deal, round)
    )


cdef int list_moves(const Deal *deal, const Round *round, move_t *found) noexcept nogil:
    cdef int number = 0
    if round.over:
        return 0
    if round.lead != NO_PIECE:
        return replies(deal, round, found)
    if not round.waiting:
        number = leads(deal, round, found)
    if may_close(deal, round):
        found[number] = CLOSE
        number += 1
    if may_exchange(deal, round):
        found[number] = EXCHANGE
        number += 1
    if round.waiting:
        found[number] = DRAW
        number += 1
    return number


cdef inline int listed(
    const Rules *rules, pieces_t pieces, bint high_first, move_t shown, move_t *found, int number
) noexcept nogil:
    """List moves with pieces in the order of their points, behind others; how many there are then.
    """
    cdef int i
    cdef pieces_t some
    for i in range(rules.number_of_ranks):
        some = pieces & rules.ranks[i if high_first else rules.number_of_ranks - 1 - i]
        while some:
            found[number] = lowest(some) | shown
            some &= some - 1
            number += 1
    return number


cdef int leads(const Deal *deal, const Round *round, move_t *found) noexcept nogil:
    """The leads: declarations, then what takes the trick for sure, then what loses least."""
    cdef const Rules *rules = &deal.rules
    cdef pieces_t hand = round.hands[round.turn], sure = 0, shown
    cdef int number = 0, i
    if may_declare(deal, round):
        for i in range(rules.number_of_groups):
            shown = showable(rules, round, i, hand)
            number = listed(rules, shown, True, shown << SHOWN_AT, found, number)
    if not is_open(deal, round):
        sure = safe(rules, hand, round.hands[1 - round.turn])
    number = listed(rules, sure, True, 0, found, number)
    return listed(rules, hand & ~sure, False, 0, found, number)


cdef int replies(const Deal *deal, const Round *round, move_t *found) noexcept nogil:
    """What may follow a lead: what takes the trick, then what loses least."""
    cdef const Rules *rules = &deal.rules
    cdef pieces_t hand = round.hands[round.turn], taking
    if not is_open(deal, round):
        hand = allowed(rules, round.lead, hand)
    taking = hand & rules.beaten_by[round.lead]
    return listed(
        rules, hand & ~taking, False, 0, found, listed(rules, taking, True, 0, found, 0)
    )


cdef void make_move(const Deal *deal, Round *round, move_t move) noexcept nogil:
    cdef pieces_t turned, nine
    if move >> KIND_AT == 0:
        round.hands[round.turn] &= ~only(move & PIECE)
        if round.lead == NO_PIECE:
            make_lead(deal, round, move & PIECE, move >> SHOWN_AT)
        else:
            make_reply(deal, round, move & PIECE)
    elif move == EXCHANGE:
        turned, nine = only(turn_up(deal, round)), only(deal.rules.exchanged)
        round.hands[round.turn] = round.hands[round.turn] & ~nine | turned
        round.lying ^= turned | nine
        round.swapped = True
    elif move == CLOSE:
        round.closer = round.turn
        round.early = not round.has_trick[1 - round.turn]
        round.waiting = False
        round.rest -= value_of(&deal.rules, round.lying)
    else:
        draw(deal, round)
        round.waiting = False


cdef inline void make_lead(
    const Deal *deal, Round *round, int piece, pieces_t shown
) noexcept nogil:
    """Lead a piece, and declare some."""
    cdef int seat = round.turn
    round.lead = piece
    round.turn = 1 - seat
    if not shown:
        return
    round.declared |= shown & deal.rules.lasting
    if round.has_trick[seat]:
        round.points[seat] += shown_worth(&deal.rules, shown)
        round.over = deal.rules.claims and round.points[seat] >= deal.rules.goal
    else:
        round.pending[seat] += shown_worth(&deal.rules, shown)


cdef inline void make_reply(const Deal *deal, Round *round, int piece) noexcept nogil:
    """Follow to the lead, which ends the trick."""
    cdef const Rules *rules = &deal.rules
    cdef int lead = round.lead, value = rules.points[lead] + rules.points[piece], winner
    cdef bint takes = rules.beaten_by[lead] >> piece & 1
    winner = round.turn if takes else 1 - round.turn
    round.lead = NO_PIECE
    round.turn = winner
    round.rest -= value
    round.left -= 1
    round.has_trick[winner] = True
    round.points[winner] += value + round.pending[winner]
    round.pending[winner] = 0
    round.over = rules.claims and round.points[winner] >= rules.goal
    if only(lead) | only(piece) == rules.prize and only(
        piece if takes else lead
    ) == rules.prize_taker:
        round.prizes[winner] += rules.prize_worth
        if deal.needs[winner] and round.prizes[winner] >= deal.needs[winner]:
            round.over = True
    if round.over:
        return
    if is_open(deal, round):
        if rules.closes_undrawn and rules.closes_later and round.left:
            round.waiting = True
        else:
            draw(deal, round)
    elif not round.left:
        round.points[winner] += rules.last_points[round.closer != NOBODY]
        round.over = True


cdef void draw(const Deal *deal, Round *round) noexcept nogil:
    """Both draw, who has won the trick first."""
    cdef int seat = round.turn, piece
    if deal.rules.winner_gets_last and round.drawn + 2 == deal.stock_size:
        seat = 1 - seat
    for _ in range(2):
        piece = deal.stock[round.drawn]
        if round.drawn + 1 == deal.stock_size:
            piece = turn_up(deal, round)
        round.hands[seat] |= only(piece)
        round.lying &= ~only(piece)
        round.takers |= seat << round.drawn
        round.drawn += 1
        seat = 1 - seat
    round.left += 1


cdef int write_key(const Deal *deal, const Round *round, uint64_t *key) noexcept nogil:
    cdef const Rules *rules = &deal.rules
    cdef bint early = round.early and round.closer != NOBODY
    key[0] = round.hands[0] | <uint64_t>min(round.points[0], rules.goal) << 52
    key[1] = round.hands[1] | <uint64_t>min(round.points[1], rules.goal) << 52
    key[2] = (
        round.lead | <uint64_t>round.drawn << 6 | <uint64_t>round.turn << 11
        | <uint64_t>round.has_trick[0] << 12 | <uint64_t>round.has_trick[1] << 13
        | <uint64_t>round.closer << 14 | <uint64_t>early << 16
        | <uint64_t>round.waiting << 17 | <uint64_t>round.swapped << 18
        | <uint64_t>round.pending[0] << 20 | <uint64_t>round.pending[1] << 36
    )
    if not rules.lasting:
        return 3
    key[3] = round.declared & (round.hands[0] | round.hands[1])
    return 4


cdef class StockCore(Core):
    """A deal under way.

    Args:
        table: the rules under the trump of the deal.
        hands: the pieces of the two seats, as masks.
        stock: the indices of those in the stock, in the order in which they are drawn.
        turn: the seat to lead.
        points: what counts for the two seats so far.
        pending: what counts with the first trick.
        has_trick: whether they have won a trick.
        declared: pieces that have been shown, as a mask.
        closer: the seat that has closed, or None.
        early: whether the other had no trick then.
        waiting: whether the winner of the last trick has still to draw, or to close.
        prizes: what the two seats have got for prizes.
        needs: with so much of them they end the deal; 0 if it never ends so.
        extra: what the winner of the deal gets besides.
    """

    def __cinit__(self, *_, **__):
        self.allocate(sizeof(Round), sizeof(Deal))

    def __init__(
        self, StockTable table not None, hands, stock, turn, *, points=(0, 0), pending=(0, 0),
        has_trick=(False, False), declared=0, closer=None, early=False, waiting=False,
        prizes=(0, 0), needs=(0, 0), extra=0
    ):
        cdef Round *round = self.round()
        cdef Deal *deal = self.deal_of()
        deal.rules = table.rules
        deal.extra = extra
        deal.needs = needs
        if len(stock) > STOCK:
            raise ImpossiblePositionError(f"a stock of {len(stock)}: expected {STOCK} at most")
        deal.stock_size = len(stock)
        round.turn = turn
        round.points = points
        round.pending = pending
        round.has_trick = has_trick
        round.declared = declared & table.rules.lasting
        round.closer = NOBODY if closer is None else closer
        round.early = early
        round.waiting = waiting
        round.prizes = prizes
        round.lead = NO_PIECE
        self.give_out(hands, stock)
        round.left = count(round.hands[0])
        round.over = not round.left and not is_open(deal, round) or table.rules.claims and (
            max(round.points[0], round.points[1]) >= table.rules.goal
        )

    cdef give_out(self, hands, stock):
        """Put pieces into the hands and the rest of the stock."""
        cdef Round *round = self.round()
        cdef Deal *deal = self.deal_of()
        if round.drawn + len(stock) != deal.stock_size:
            raise ImpossiblePositionError(
                f"a stock of {len(stock)}: expected {deal.stock_size - round.drawn}"
            )
        round.hands = hands
        round.lying = 0
        for place, piece in enumerate(stock, round.drawn):
            deal.stock[place] = piece
            round.lying |= only(piece)
        round.rest = value_of(&deal.rules, round.hands[0] | round.hands[1])
        if round.closer == NOBODY:
            round.rest += value_of(&deal.rules, round.lying)
        if round.lead != NO_PIECE:
            round.rest += deal.rules.points[round.lead]

    cdef int turn(self) noexcept nogil:
        cdef const Round *round = <Round *>self.now
        if round.over:
            return FINISHED
        return round.turn

    cdef int moves(self, move_t *found) noexcept nogil:
        return list_moves(<Deal *>self.fixed, <Round *>self.now, found)

    cdef void change(self, move_t move) noexcept nogil:
        make_move(<Deal *>self.fixed, <Round *>self.now, move)

    cdef Reach reach(self, int side) noexcept nogil:
        cdef Reach found = bounds(<Deal *>self.fixed, <Round *>self.now)
        if side == 0:
            return found
        return Reach(-found.most, -found.least)

    cdef int pack(self, uint64_t *key) noexcept nogil:
        return write_key(<Deal *>self.fixed, <Round *>self.now, key)

    cdef Deal *deal_of(self) noexcept nogil:
        return <Deal *>self.fixed

    cdef Round *round(self) noexcept nogil:
        return <Round *>self.now

    def follow(self, move_t move):
        """Make a move of a seat whose hand is not known: it is thought to hold what that takes.

        Raises:
            IllegalMoveError: no hand would allow it; nothing has changed.
        """
        cdef Round *round = self.round()
        cdef pieces_t *hand = &round.hands[round.turn]
        cdef pieces_t before = hand[0]
        if move == EXCHANGE:
            hand[0] = only(self.deal_of().rules.exchanged)
        elif move >> KIND_AT == 0:
            hand[0] = only(move & PIECE) | move >> SHOWN_AT
        try:
            self.push(move)
        except IllegalMoveError:
            hand[0] = before
            raise

    def dealt(self, hands, stock=None):
        """This state with other hands, and another rest of the stock, without moves to take back.

        Args:
            hands: the pieces of the two seats, as masks.
            stock: the indices of those in the stock, in the order in which they are drawn; by
                default as here.
        """
        cdef StockCore other = type(self).__new__(type(self))
        memcpy(other.now, self.now, self.size)
        memcpy(other.fixed, self.fixed, self.fixed_size)
        other.give_out(hands, self.stock if stock is None else stock)
        return other

    @property
    def hands(self):
        """The hands as they are now, as masks."""
        return self.round().hands[0], self.round().hands[1]

    @property
    def stock(self):
        """The indices of the pieces in the stock, in the order in which they are drawn."""
        cdef const Deal *deal = self.deal_of()
        cdef list found = [deal.stock[i] for i in range(self.round().drawn, deal.stock_size)]
        if found:
            found[len(found) - 1] = turn_up(self.deal_of(), self.round())
        return tuple(found)

    @property
    def takers(self):
        """The seats that have drawn from the stock, in the order in which it lay."""
        cdef const Round *round = self.round()
        return tuple([round.takers >> place & 1 for place in range(round.drawn)])

    @property
    def on_table(self):
        """The index of the piece that has been led, or None."""
        return None if self.round().lead == NO_PIECE else self.round().lead

    @property
    def taken(self):
        """What counts for the two seats so far."""
        return self.round().points[0], self.round().points[1]

    @property
    def pending(self):
        """What counts for them with their first trick."""
        return self.round().pending[0], self.round().pending[1]

    @property
    def has_trick(self):
        """Whether they have won a trick."""
        return bool(self.round().has_trick[0]), bool(self.round().has_trick[1])

    @property
    def prizes(self):
        """What they have got for prizes."""
        return self.round().prizes[0], self.round().prizes[1]

    @property
    def closer(self):
        """The seat that has closed, or None."""
        return None if self.round().closer == NOBODY else self.round().closer

    @property
    def waiting(self):
        """Whether the winner of the last trick has still to draw, or to close."""
        return bool(self.round().waiting)

    @property
    def left(self):
        """How many pieces each hand held at the beginning of this trick."""
        return self.round().left

    @property
    def draws(self):
        """Whether pieces are still drawn."""
        return bool(is_open(self.deal_of(), self.round()))

    @property
    def result(self):
        """What the two seats get, once the deal is over."""
        cdef const Round *round = self.round()
        cdef int winner = -1, score = 0
        if not round.over:
            return None
        found = [round.prizes[0], round.prizes[1]]
        if not ended_by_prize(self.deal_of(), self.round()):
            score = scored(
                self.deal_of(), round, round.points, round.has_trick, &winner
            )
            if winner >= 0:
                found[winner] += score
        return tuple(found)
