"""The play of a round of Scopa: moves, sweeps, the end and the score.

A move is a number: the card, and the set captured as a mask; or a demand, or that a play is
accepted.
"""

from fortytwo.engine._core cimport FINISHED
from fortytwo.engine.games.scopa._captures cimport (
    CARD, CARDS, SUITS, TAKEN, VALUES, Sums, bit, count, equals, has_sets, list_captures, lowest,
    matches, played, set_sums, value_of, values_of,
)

cdef enum:
    ACE = 0              # of hearts, as the others
    SIX = 5 * SUITS
    SEVEN = 6 * SUITS
    HALF_CARDS = 20
    HALF_HEARTS = 5
    # What is thought of a move stands above it while moves are put in order.
    THOUGHT = 48
    NEUTRAL = 1 << 12

# What is thought of a move, found by trying.
cdef enum:
    CAPTURES = 20
    SWEEPS = 60          # made, or made possible
    MATCHES = 20         # a card added beside which the other has an equal one
    PER_CARD = 2
    PER_HEART = 17
    PER_SEVEN = 20
    PER_SIX = 18
    PER_ACE = 16
    BEST_CARD = 20       # the seven of hearts

cdef uint64_t ALL_CARDS = (<uint64_t>1 << CARDS) - 1
cdef uint64_t HEARTS = 0x1111111111
cdef move_t DEMAND = <move_t>1 << (TAKEN + CARDS)
cdef move_t ACCEPT = <move_t>2 << (TAKEN + CARDS)
cdef move_t MOVE = (<move_t>1 << THOUGHT) - 1

# A number for how many cards of a value are in either hand and on the table.
cdef uint8_t[SUITS + 1][SUITS + 1][SUITS + 1] PLACED


cdef void set_constants() noexcept:
    cdef int ours, theirs, table, number = 0
    for ours in range(SUITS + 1):
        for theirs in range(SUITS + 1 - ours):
            for table in range(SUITS + 1 - ours - theirs):
                PLACED[ours][theirs][table] = number
                number += 1


set_constants()

OTHERS = {"demand": DEMAND, "accept": ACCEPT}
"""The numbers of the other moves."""


def encoded(int card, uint64_t taken):
    """The number of the move that plays a card and captures a set."""
    return played(card, taken)


def decoded(move_t move):
    """The card that a move plays, and the set that it captures."""
    return move & CARD, move >> TAKEN


cdef inline void decide(
    Round *round, int category, uint64_t ours, uint64_t theirs, uint64_t rest, uint64_t of, int half
) noexcept nogil:
    """Who has, or can still get, more than so many of some cards."""
    cdef int mine = count(ours & of), others = count(theirs & of), more = count(rest & of)
    round.most[category] = -1 if others > half else mine + more > half
    round.least[category] = 1 if mine > half else -(others + more > half)


cdef inline bint is_open(const Round *round, int category) noexcept nogil:
    return round.least[category] < round.most[category]


cdef class ScopaCore(Core):
    """A round under way.

    Args:
        hands: the cards of each seat, as masks.
        stock: the hands to come, in pairs.
        table: the cards face up, as a mask.
        piles: what each seat has captured, as masks.
        sweeps: how many sweeps each seat has made.
        turn: the seat to move.
        last: the seat that captured last, or None.
        capture: what must be captured, as `Rules.capture`.
        primiera: what cards count for the primiera, by value.
    """

    def __cinit__(self, *_, **__):
        self.allocate(sizeof(Round), sizeof(Table))

    def __init__(self, hands, stock, *, table, piles, sweeps, turn, last, capture, primiera):
        cdef Table *rules = self.rules()
        cdef Round *round = self.round()
        cdef int v, level, card, place
        rules.capture = {"obligatory": OBLIGATORY, "free": FREE, "on_demand": ON_DEMAND}[capture]
        counts = sorted(set(primiera))
        for level, worth in enumerate(counts, 1):
            rules.counts[level] = worth
        for v in range(VALUES):
            rules.level[v] = 1 + counts.index(primiera[v])
            for level in range(rules.level[v], VALUES + 1):
                rules.up_to[level] |= bit(SUITS * v)
        for place, v in enumerate(sorted(range(VALUES), key=lambda v: -primiera[v])):
            rules.order[place] = v
        rules.pairs = len(stock)
        for place in range(rules.pairs - 1, -1, -1):
            rules.stock[place][0], rules.stock[place][1] = stock[place]
            rules.matches[place] = rules.matches[place + 1] + matches(
                rules.stock[place][0], rules.stock[place][1]
            )
            round.left += count(rules.stock[place][0] | rules.stock[place][1])
        round.hands[0], round.hands[1] = hands
        round.left += count(round.hands[0] | round.hands[1])
        round.piles[0], round.piles[1] = piles
        round.sweeps[0], round.sweeps[1] = sweeps
        round.turn = turn
        round.last = NOBODY if last is None else last
        round.table = table
        for card in range(CARDS):
            if round.table >> card & 1:
                round.total += value_of(card)
        if not round.left:
            self.take_rest()
        self.count_up()

    cdef Table *rules(self) noexcept nogil:
        return <Table *>self.fixed

    cdef Round *round(self) noexcept nogil:
        return <Round *>self.now

    cdef int turn(self) noexcept nogil:
        cdef const Round *round = self.round()
        if not round.left:
            return FINISHED
        return 1 - round.turn if round.stage == ANSWERING else round.turn

    cdef int moves(self, move_t *found) noexcept nogil:
        cdef const Table *rules = self.rules()
        cdef const Round *round = self.round()
        cdef uint64_t hand = round.hands[round.turn]
        cdef bint freely = rules.capture != OBLIGATORY
        cdef int number = 0, card, some
        cdef Sums sums
        if not round.left:
            return 0
        if round.stage == ANSWERING:
            found[0], found[1] = DEMAND, ACCEPT
            return 2
        set_sums(&sums, round.table)
        if round.stage == CAPTURING:
            return list_captures(&sums, round.table, round.offered & CARD, False, found)
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            some = list_captures(&sums, round.table, card, freely, found + number)
            number += some
            if freely or not some:
                found[number] = played(card, 0)
                number += 1
        self.sort(found, number)
        return number

    cdef void sort(self, move_t *found, int number) noexcept nogil:
        """Put the most promising moves first."""
        cdef const Round *round = self.round()
        cdef int i, j, other = 1 - round.turn
        cdef uint64_t hand = round.hands[other]
        cdef uint16_t theirs
        cdef move_t move
        if not hand and round.dealt < self.rules().pairs:
            hand = self.rules().stock[round.dealt][other]
        theirs = values_of(hand)
        for i in range(number):
            move = found[i] | <move_t>(NEUTRAL + self.promise(found[i], theirs)) << THOUGHT
            j = i
            while j and found[j - 1] < move:
                found[j] = found[j - 1]
                j -= 1
            found[j] = move
        for i in range(number):
            found[i] &= MOVE

    cdef int promise(self, move_t move, uint16_t theirs) noexcept nogil:
        """What is thought of a move, if the other holds cards of these values."""
        cdef const Round *round = self.round()
        cdef int card = move & CARD, total, worth
        cdef uint64_t taken = move >> TAKEN, gained = taken | bit(card)
        worth = (
            PER_CARD * count(gained)
            + PER_HEART * count(gained & HEARTS)
            + PER_SEVEN * count(gained & equals(SEVEN))
            + PER_SIX * count(gained & equals(SIX))
            + PER_ACE * count(gained & equals(ACE))
            + BEST_CARD * (gained >> SEVEN & 1)
        )
        if taken:
            total = round.total - value_of(card)
            worth += CAPTURES
            if not total:
                worth += SWEEPS
        else:
            total = round.total + value_of(card)
            worth = -worth // 2
            if theirs >> value_of(card) & 1:
                worth -= MATCHES
        if total <= VALUES and theirs >> total & 1:
            worth -= SWEEPS
        return worth

    cdef void change(self, move_t move) noexcept nogil:
        cdef Round *round = self.round()
        if move == DEMAND:
            round.stage = CAPTURING
            return
        if (
            self.rules().capture == ON_DEMAND
            and round.stage == PLAYING
            and self.leaves_capture(move)
        ):
            round.stage = ANSWERING
            round.offered = move
            return
        if move == ACCEPT:
            move = round.offered
        round.stage = PLAYING
        round.offered = 0
        self.play(move)

    cdef bint leaves_capture(self, move_t move) noexcept nogil:
        """Whether a card does not capture what it must where captures are obligatory."""
        cdef const Round *round = self.round()
        cdef int card = move & CARD
        cdef uint64_t taken = move >> TAKEN
        cdef Sums sums
        if round.table & equals(card):
            return not taken & equals(card)
        if taken:
            return False
        set_sums(&sums, round.table)
        return has_sets(&sums, card)

    cdef void play(self, move_t move) noexcept nogil:
        """Play a card for good."""
        cdef const Table *rules = self.rules()
        cdef Round *round = self.round()
        cdef int card = move & CARD, seat = round.turn
        cdef uint64_t taken = move >> TAKEN
        round.hands[seat] ^= bit(card)
        round.left -= 1
        round.turn = 1 - seat
        if taken:
            round.table ^= taken
            round.total -= value_of(card)
            round.piles[seat] |= taken | bit(card)
            round.last = seat
            if not round.table and round.left:
                round.sweeps[seat] += 1
        else:
            round.table |= bit(card)
            round.total += value_of(card)
        if not round.hands[0] | round.hands[1] and round.dealt < rules.pairs:
            round.hands[0] = rules.stock[round.dealt][0]
            round.hands[1] = rules.stock[round.dealt][1]
            round.dealt += 1
        if not round.left:
            self.take_rest()
        if taken or not round.left:
            self.count_up()

    cdef void take_rest(self) noexcept nogil:
        """Who captured last takes what lies on the table in the end."""
        cdef Round *round = self.round()
        if round.last != NOBODY:
            round.piles[round.last] |= round.table
            round.table = 0
            round.total = 0

    cdef void count_up(self) noexcept nogil:
        """What the piles are worth and can come to be worth; to be called when they change."""
        cdef const Table *rules = self.rules()
        cdef Round *round = self.round()
        cdef uint64_t ours = round.piles[0], theirs = round.piles[1]
        cdef uint64_t rest = ALL_CARDS & ~(ours | theirs) if round.left else 0
        cdef int suit, level
        decide(round, CARD_COUNT, ours, theirs, rest, ALL_CARDS, HALF_CARDS)
        decide(round, HEART_COUNT, ours, theirs, rest, HEARTS, HALF_HEARTS)
        decide(round, SEVEN_OF_HEARTS, ours, theirs, rest, bit(SEVEN), 0)
        round.best[0] = self.levels(ours)
        round.best[1] = self.levels(theirs)
        round.most[PRIMIERA] = self.primiera(self.levels(ours | rest), round.best[1])
        round.least[PRIMIERA] = self.primiera(round.best[0], self.levels(theirs | rest))
        round.cards = count(ours) if is_open(round, CARD_COUNT) else 0
        round.hearts = count(ours & HEARTS) if is_open(round, HEART_COUNT) else 0
        if is_open(round, PRIMIERA):
            round.dull = 0
            for suit in range(SUITS):
                level = min(round.best[0] >> 4 * suit & 15, round.best[1] >> 4 * suit & 15)
                round.dull |= rules.up_to[level] << suit
        else:
            round.best[0] = round.best[1] = 0
            round.dull = ALL_CARDS
        if is_open(round, HEART_COUNT):
            round.dull &= ~HEARTS
        if is_open(round, SEVEN_OF_HEARTS):
            round.dull &= ~bit(SEVEN)

    cdef uint16_t levels(self, uint64_t pile) noexcept nogil:
        """For each suit how good its best card is for the primiera; 0 without a card."""
        cdef const Table *rules = self.rules()
        cdef int place, v, hits, missing = (1 << SUITS) - 1
        cdef uint16_t found = 0
        for place in range(VALUES):
            v = rules.order[place]
            hits = pile >> SUITS * v & missing
            missing ^= hits
            while hits:
                found |= rules.level[v] << 4 * lowest(hits)
                hits &= hits - 1
            if not missing:
                break
        return found

    cdef int primiera(self, uint16_t ours, uint16_t theirs) noexcept nogil:
        """Who has the better primiera by levels: seat 0 (1), nobody (0) or seat 1 (-1)."""
        cdef const Table *rules = self.rules()
        cdef int suit, level, i
        cdef int[2] sums = [0, 0]
        cdef uint16_t[2] best = [ours, theirs]
        for i in range(2):
            for suit in range(SUITS):
                level = best[i] >> 4 * suit & 15
                if not level:
                    sums[i] = 0
                    break
                sums[i] += rules.counts[level]
        return (sums[0] > sums[1]) - (sums[0] < sums[1])

    cdef int sweeps_left(self, int seat) noexcept nogil:
        """So many sweeps a seat can still make at most.

        The last card of the round makes none, and the next one only if it equals the total of the
        table. After a sweep the other adds a card, so that a sweep at once after one's own takes an
        equal card: from the same pair of hands, unless a new one is dealt in between.
        """
        cdef const Table *rules = self.rules()
        cdef const Round *round = self.round()
        cdef int plays = round.left // 2, at_once
        cdef bint is_next = seat == round.turn, leads = is_next != (round.left & 1)
        if not round.left:
            return 0
        if not leads:
            plays += round.left & 1
            plays -= 1
        if is_next and not (
            round.total <= VALUES and values_of(round.hands[seat]) >> round.total & 1
        ):
            plays -= 1
        at_once = matches(round.hands[0], round.hands[1]) + rules.matches[round.dealt]
        if leads:
            at_once += rules.pairs - round.dealt
        return max(0, min(plays, (plays + 1 + at_once) // 2))

    cdef Reach reach(self, int side) noexcept nogil:
        """Net points: what the side scores, less what the other does."""
        cdef const Round *round = self.round()
        cdef int i, least = round.sweeps[0] - round.sweeps[1], most = least
        for i in range(CATEGORIES):
            least += round.least[i]
            most += round.most[i]
        least -= self.sweeps_left(1)
        most += self.sweeps_left(0)
        if side:
            return Reach(-most, -least)
        return Reach(least, most)

    cdef int pack(self, uint64_t *key) noexcept nogil:
        """Dull cards are told apart by value only. What the piles count that is settled adds up."""
        cdef const Round *round = self.round()
        cdef uint64_t ours = round.hands[0], theirs = round.hands[1], table = round.table
        cdef uint64_t dull = round.dull & (ours | theirs | table), equal
        cdef int v
        key[0] = ours & ~round.dull | <uint64_t>round.best[0] << CARDS
        key[1] = theirs & ~round.dull | <uint64_t>round.best[1] << CARDS
        key[2] = table & ~round.dull | <uint64_t>(
            round.left | round.turn << 6 | round.last << 7 | round.cards << 9 | round.hearts << 15
        ) << CARDS
        key[3] = 0
        while dull:
            v = lowest(dull) // SUITS
            equal = dull & equals(SUITS * v)
            dull ^= equal
            key[3] |= <uint64_t>PLACED[count(ours & equal)][count(theirs & equal)][
                count(table & equal)
            ] << 6 * v
        if self.rules().capture != ON_DEMAND:
            return 4
        key[4] = round.offered << 2 | round.stage
        return 5

    @property
    def hands(self):
        """The hands as they are now, as masks."""
        return self.round().hands[0], self.round().hands[1]

    @property
    def table(self):
        """The cards face up, as a mask."""
        return self.round().table

    @property
    def piles(self):
        """What each seat has captured, as masks."""
        return self.round().piles[0], self.round().piles[1]

    @property
    def sweeps(self):
        """How many sweeps each seat has made."""
        return self.round().sweeps[0], self.round().sweeps[1]

    @property
    def last(self):
        """The seat that captured last, or None."""
        return None if self.round().last == NOBODY else self.round().last

    @property
    def dealt(self):
        """How many pairs of hands have come from the stock."""
        return self.round().dealt

    @property
    def offered(self):
        """The play that waits for an answer, or for the capture demanded; None if none does."""
        return None if self.round().stage == PLAYING else self.round().offered

    def takers(self, move_t move):
        """The cards that could capture something once a play stands, as a mask."""
        cdef uint64_t taken = move >> TAKEN, table = self.round().table ^ taken, found = 0
        cdef int card
        cdef Sums sums
        if not taken:
            table |= bit(move & CARD)
        set_sums(&sums, table)
        for card in range(CARDS):
            if table & equals(card) or has_sets(&sums, card):
                found |= bit(card)
        return found

    @property
    def categories(self):
        """What seat 0 gains more than seat 1, at least and at most, in all but sweeps."""
        cdef int i
        return tuple([(self.round().least[i], self.round().most[i]) for i in range(CATEGORIES)])
