"""Alpha-beta over tricks with null windows and a transposition table.

Every search asks one question: can side 0 still take `need` points or more? It is answered with
a bound: a value of `need` or more is a lower bound of the truth, a smaller one an upper bound.
Exact values come from a few such questions, which share the table.
"""

import threading

from fortytwo.engine.errors import ImpossiblePositionError, OptionError, shown

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from fortytwo.engine._tricks cimport (
    TrickPosition, TrickRow, beats, count, legal, lowest, meet, only, place, seat_after, side_of,
    to_go,
)

cdef enum:
    MAX_MOVES = 64     # in a hand
    NO_MOVE = 255


cdef struct Moves:
    int size
    uint8_t piece[MAX_MOVES]
    int score[MAX_MOVES]


cdef inline void add(Moves *moves, int piece, int score) noexcept nogil:
    """Insert a move, best score first."""
    cdef int i = moves.size
    while i and moves.score[i - 1] < score:
        moves.piece[i] = moves.piece[i - 1]
        moves.score[i] = moves.score[i - 1]
        i -= 1
    moves.piece[i] = piece
    moves.score[i] = score
    moves.size += 1


# --- The order of moves: which are likely to decide ---------------------------------------------

cdef enum:
    TABLE_MOVE = 1 << 20
    SURE = 4096          # the trick is won whatever the opponents do
    HOPEFUL = 2048
    PER_POINT = 64       # outweighs any weakness


cdef inline pieces_t all_out(const Search *s) noexcept nogil:
    return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]


cdef inline pieces_t distinct(const Search *s, pieces_t moves, pieces_t others) noexcept nogil:
    """The moves, but only one of several trumps that no other piece lies between."""
    cdef pieces_t trumps = moves & s.rules.trumps, rest
    cdef int piece, other
    cdef const TrickRow *row
    while trumps & (trumps - 1):
        piece = lowest(trumps)
        trumps &= trumps - 1
        rest = trumps
        row = &s.rules.rows[s.rules.row[piece]]
        while rest:
            other = lowest(rest)
            rest &= rest - 1
            if (s.rules.points[piece] == s.rules.points[other]
                    and not (row.over[piece] ^ row.over[other]) & others):
                moves ^= only(piece)
                break
    return moves


cdef inline void order_leads(
    const Search *s, int seat, pieces_t moves, int table_move, Moves *ordered
) noexcept nogil:
    cdef int left = seat_after(seat), partner = seat_after(left), right = seat_after(partner)
    cdef int piece, score
    cdef pieces_t helps, threats
    cdef const TrickRow *row
    ordered.size = 0
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        row = &s.rules.rows[s.rules.row[piece]]
        threats = meet(row.demands, s.hands[left]) | meet(row.demands, s.hands[right])
        if piece == table_move:
            score = TABLE_MOVE
        elif not row.over[piece] & threats:
            score = SURE + PER_POINT * s.rules.points[piece] + s.weakness[piece]
        else:
            score = -s.weakness[piece] - PER_POINT * s.rules.points[piece]
            helps = meet(row.demands, s.hands[partner]) & row.over[piece]
            while helps:
                if not row.over[lowest(helps)] & threats:
                    score = HOPEFUL + PER_POINT * s.rules.points[piece] + s.weakness[piece]
                    break
                helps &= helps - 1
        add(ordered, piece, score)


cdef inline void order_follows(
    const Search *s, int seat, int placed, int row_index, int best, int winner, pieces_t moves,
    Moves *ordered,
) noexcept nogil:
    cdef const TrickRow *row = &s.rules.rows[row_index]
    cdef pieces_t threats = 0
    cdef int piece, score
    cdef bint ours = side_of(winner) == side_of(seat)
    if placed < SEATS - 1:  # the next seat is an opponent that still plays to this trick
        threats = meet(row.demands, s.hands[seat_after(seat)])
    cdef bint safe = ours and not row.over[best] & threats
    ordered.size = 0
    while moves:
        piece = lowest(moves)
        moves &= moves - 1
        if beats(row, piece, best):
            if row.over[piece] & threats:
                score = HOPEFUL // 2 - PER_POINT * s.rules.points[piece]
            else:
                score = PER_POINT * s.rules.points[piece] + (HOPEFUL if safe else SURE)
        elif safe:
            score = SURE + PER_POINT * s.rules.points[piece]
        else:
            score = -PER_POINT * s.rules.points[piece]
        add(ordered, piece, score + s.weakness[piece])


# --- The search -------------------------------------------------------------------------------

cdef inline Entry *entry_of(const Search *s, pieces_t out, int leader) noexcept nogil:
    return &s.entries[((out * 4 + leader + 1) * <uint64_t>0x9E3779B97F4A7C15) >> s.shift]


cdef inline int sure_points(const Search *s, int seat, pieces_t candidates) noexcept nogil:
    """Points of the tricks that a seat takes with those candidates that nobody can ever beat.

    With its whole hand as candidates: by leading them one after the other. With its trumps
    alone: whoever leads.
    """
    cdef pieces_t rest = all_out(s) ^ s.hands[seat]
    cdef int piece, total = 0
    while candidates:
        piece = lowest(candidates)
        candidates &= candidates - 1
        if not s.rules.rows[s.rules.row[piece]].over[piece] & rest:
            total += s.rules.points[piece] + s.rules.trick_points
    return total


cdef inline int sure_trumps(const Search *s, int seat) noexcept nogil:
    return sure_points(s, seat, s.hands[seat] & s.rules.trumps)


cdef inline int last_trick(Search *s, int seat, int rest) noexcept nogil:
    """What side 0 takes when every hand holds one piece."""
    cdef int best = lowest(s.hands[seat]), winner = seat
    cdef const TrickRow *row = &s.rules.rows[s.rules.row[best]]
    cdef int _i, piece
    for _i in range(SEATS - 1):
        seat = seat_after(seat)
        piece = lowest(s.hands[seat])
        if beats(row, piece, best):
            best = piece
            winner = seat
    s.nodes += SEATS
    return rest if side_of(winner) == 0 else 0


cdef inline bint holds(const Search *s, const Entry *entry, pieces_t out, int seat) noexcept nogil:
    """Whether an entry is about this position."""
    return entry.out == out and entry.leader == seat and entry.generation == s.generation


cdef int lead(Search *s, int seat, int rest, int need) noexcept nogil:
    """A bound of what side 0 still takes when a seat leads; `rest` is all there is to take."""
    if need <= 0:
        return 0
    if need > rest:
        return rest
    cdef pieces_t hand = s.hands[seat]
    if not hand & (hand - 1):
        return last_trick(s, seat, rest)
    cdef pieces_t out = all_out(s)
    cdef Entry *entry = entry_of(s, out, seat)
    cdef int low = 0, high = rest, table_move = NO_MOVE, ours, theirs
    cdef bint maximising = side_of(seat) == 0
    if holds(s, entry, out, seat):
        low = entry.low
        high = entry.high
        table_move = entry.move
    else:
        ours = max(sure_points(s, seat, meet(s.rules.leads, hand)), sure_trumps(s, seat ^ 2))
        theirs = max(sure_trumps(s, seat ^ 1), sure_trumps(s, seat ^ 3))
        low, high = (ours, rest - theirs) if maximising else (theirs, rest - ours)
    if low >= need:
        return low
    if high < need:
        return high

    cdef int best = -1 if maximising else rest + 1
    cdef int i, piece, value, best_move = table_move
    cdef Moves moves
    order_leads(s, seat, distinct(s, meet(s.rules.leads, hand), out ^ hand), table_move, &moves)
    for i in range(moves.size):
        piece = moves.piece[i]
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        value = follow(
            s, seat_after(seat), 1, s.rules.row[piece], piece, seat, s.rules.points[piece],
            rest, need,
        )
        if (value > best) if maximising else (value < best):
            best = value
            best_move = piece
            if (best >= need) == maximising:
                break
    s.hands[seat] = hand

    # Searches below may have put another position into this entry.
    if not holds(s, entry, out, seat):
        entry.out = out
        entry.leader = seat
        entry.generation = s.generation
        entry.low = low
        entry.high = high
    if best >= need:
        entry.low = max(best, low)
    else:
        entry.high = min(best, high)
    entry.move = best_move
    return best


cdef int follow(
    Search *s, int seat, int placed, int row, int best, int winner, int pot, int rest, int need
) noexcept nogil:
    """As `lead`, with `placed` pieces worth `pot` on the table and `winner` ahead by `best`."""
    cdef int gain
    if placed == SEATS:
        pot += s.rules.trick_points
        gain = pot if side_of(winner) == 0 else 0
        return gain + lead(s, winner, rest - pot, need - gain)

    cdef pieces_t hand = s.hands[seat]
    cdef pieces_t moves = meet(s.rules.rows[row].demands, hand)
    cdef bint maximising = side_of(seat) == 0
    cdef int result = -1 if maximising else rest + 1
    cdef int i, piece, value
    cdef bint takes
    cdef Moves ordered
    if moves & (moves - 1):
        moves = distinct(s, moves, only(best) | all_out(s) ^ hand)
    if moves & (moves - 1):
        order_follows(s, seat, placed, row, best, winner, moves, &ordered)
    else:
        ordered.size = 1
        ordered.piece[0] = lowest(moves)
    for i in range(ordered.size):
        piece = ordered.piece[i]
        takes = beats(&s.rules.rows[row], piece, best)
        s.hands[seat] = hand ^ only(piece)
        s.nodes += 1
        value = follow(
            s, seat_after(seat), placed + 1, row, piece if takes else best,
            seat if takes else winner, pot + s.rules.points[piece], rest, need,
        )
        if (value > result) if maximising else (value < result):
            result = value
            if (result >= need) == maximising:
                break
    s.hands[seat] = hand
    return result


# --- The solver -------------------------------------------------------------------------------

cdef inline int all_points(const TrickRules *rules, const TrickState *state) noexcept nogil:
    return state.points[0] + state.points[1] + to_go(rules, state)


cdef class Solver:
    """Solves positions of trick games exactly, with a table of its own.

    A solver remembers the deal it has last worked on, so that several questions about one deal
    cost less than each by itself. It may be used from several threads; they wait for each other.

    Args:
        entries: the size of the table, a power of two from 1 to 2**26, 16 bytes each. The
            answers do not depend on it.

    Raises:
        OptionError: a size that is no such power.
    """

    def __cinit__(self, entries=1 << 15):
        if not (isinstance(entries, int) and 0 < entries <= 1 << 26 and entries.bit_count() == 1):
            raise OptionError(f"{shown(entries)} entries: expected a power of two from 1 to 2**26")
        # A shift by 64 is undefined: a table of one entry is kept as two.
        self.search.shift = 64 - max(1, entries.bit_length() - 1)
        self.search.entries = <Entry *>calloc(max(2, entries), sizeof(Entry))
        if self.search.entries == NULL:
            raise MemoryError(f"a table of {entries} entries")
        self.lock = threading.Lock()

    def __dealloc__(self):
        free(self.search.entries)

    cdef load(self, TrickTable table, const TrickState *state):
        """Begin a new generation of entries unless the state belongs to the deal known."""
        cdef int seat, piece
        cdef const TrickRow *row
        if table is None:
            raise AttributeError("a position that was never set up has no table")
        cdef bint known = self.table is table
        for seat in range(SEATS):
            known = known and not state.hands[seat] & ~self.known[seat]
        if known:
            return
        self.table = table
        self.search.rules = &self.table.rules
        for seat in range(SEATS):
            self.known[seat] = state.hands[seat]
        for piece in range(len(self.table.faces)):
            row = &self.table.rules.rows[self.table.rules.row[piece]]
            self.search.weakness[piece] = count(row.over[piece])
        self.search.generation += 1
        if self.search.generation == 0:  # the numbers begin again: forget the old entries
            memset(self.search.entries, 0, sizeof(Entry) << (64 - self.search.shift))
            self.search.generation = 1

    cdef int reach(self, const TrickState *state, int need) noexcept nogil:
        """Whether side 0 still takes `need` from here: a bound, as all searches give."""
        cdef int seat, rest = to_go(self.search.rules, state)
        for seat in range(SEATS):
            self.search.hands[seat] = state.hands[seat]
        if state.placed == 0:
            return lead(&self.search, state.turn, rest, need)
        return follow(
            &self.search, state.turn, state.placed, state.row, state.best, state.winner,
            state.pot, rest, need,
        )

    cdef int value(self, const TrickState *state) noexcept nogil:
        """What side 0 still takes with best play by all, by halving the interval."""
        cdef int low = 0, high = to_go(self.search.rules, state)
        cdef int need, bound
        while low < high:
            need = (low + high + 1) // 2
            bound = self.reach(state, need)
            if bound >= need:
                low = bound
            else:
                high = bound
        return low

    def solve(self, TrickPosition position not None):
        """The final points of both sides, one best line, and the number of nodes.

        A node is one piece placed in the search, forced ones included.
        """
        cdef TrickState state = position.state
        cdef uint64_t nodes
        cdef int played = state.plies, final, total
        with self.lock:
            self.load(position.table, &state)
            self.search.nodes = 0
            with nogil:
                total = all_points(self.search.rules, &state)
                final = state.points[0] + self.value(&state)
                nodes = self.search.nodes
                while state.hands[state.turn]:
                    self.play_best(&state, final)
        line = [position.table.faces[state.history[i]] for i in range(played, state.plies)]
        return (final, total - final), tuple(line), nodes

    cdef void play_best(self, TrickState *state, int final) noexcept nogil:
        """Place the first move, in the order of the search, that keeps the final points."""
        cdef Search *s = &self.search
        cdef pieces_t hand = state.hands[state.turn]
        cdef const Entry *entry
        cdef TrickState after
        cdef Moves moves
        cdef int i, seat
        for seat in range(SEATS):
            s.hands[seat] = state.hands[seat]
        if state.placed == 0:
            entry = entry_of(s, all_out(s), state.turn)
            i = entry.move if holds(s, entry, all_out(s), state.turn) else NO_MOVE
            order_leads(s, state.turn, meet(s.rules.leads, hand), i, &moves)
        else:
            order_follows(s, state.turn, state.placed, state.row, state.best, state.winner,
                          meet(s.rules.rows[state.row].demands, hand), &moves)
        for i in range(moves.size):
            after = state[0]
            place(s.rules, &after, moves.piece[i])
            # The last one needs no proof.
            if i == moves.size - 1 or self.keeps(&after, final, side_of(state.turn)):
                state[0] = after
                return

    cdef bint keeps(self, const TrickState *state, int final, int side) noexcept nogil:
        """Whether a move of `side` that led here still reaches the final points of side 0."""
        cdef int need = final - state.points[0]
        if side == 0:
            return need <= 0 or self.reach(state, need) >= need
        return self.reach(state, need + 1) < need + 1

    def final(self, TrickPosition position not None):
        """The final points of both sides."""
        cdef TrickState state = position.state
        cdef int final, total
        with self.lock:
            self.load(position.table, &state)
            with nogil:
                total = all_points(self.search.rules, &state)
                final = state.points[0] + self.value(&state)
        return final, total - final

    def analyse(self, TrickPosition position not None):
        """The final points of both sides after every legal play."""
        cdef TrickState state = position.state
        cdef TrickState after
        cdef pieces_t moves
        cdef int final, total
        cdef dict found = {}
        with self.lock:
            self.load(position.table, &state)
            total = all_points(self.search.rules, &state)
            moves = legal(self.search.rules, &state)
            while moves:
                piece = position.table.faces[lowest(moves)]
                with nogil:
                    after = state
                    place(self.search.rules, &after, lowest(moves))
                    moves &= moves - 1
                    final = after.points[0] + self.value(&after)
                found[piece] = (final, total - final)
        return found

    def can_reach(self, TrickPosition position not None, side, points):
        """Whether a side can end with `points` or more, what it has taken included."""
        cdef TrickState state = position.state
        cdef int need, rest
        cdef bint reached
        cdef int asking = side if side in (0, 1) else -1
        if asking < 0:
            raise ImpossiblePositionError(f"side {shown(side)}: expected 0 or 1")
        with self.lock:
            self.load(position.table, &state)
            rest = to_go(self.search.rules, &state)
            if not 0 < points - state.points[asking] <= rest:
                return points <= state.points[asking]
            need = points - state.points[asking]
            with nogil:
                if asking == 0:
                    reached = self.reach(&state, need) >= need
                else:
                    reached = self.reach(&state, rest - need + 1) < rest - need + 1
        return reached
