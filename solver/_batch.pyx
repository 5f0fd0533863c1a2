"""The answering of many positions: equal ones once, shared out to threads that need no GIL."""

from libc.stdint cimport INT16_MIN, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from fortytwo.engine.errors import ImpossiblePositionError

from fortytwo.engine._tricks cimport MAX_PIECES, SEATS, count, to_go
from fortytwo.solver._solver cimport within

cdef enum:
    NOTHING = -1
    PARTS = 64    # a worker takes one part of what is left, so that all end at about one time

NO_POINTS = INT16_MIN    # what has no answer; no game brings so few


cdef inline void forget(TrickState *state) noexcept nogil:
    """Clear all that the rest does not depend on."""
    memset(state.points, 0, sizeof(state.points))
    memset(state.history, 0, sizeof(state.history))
    memset(state.movers, 0, sizeof(state.movers))
    memset(state.conceded, 0, sizeof(state.conceded))
    state.plies = 0
    state.called = 0
    if state.placed == 0:
        state.row = 0
        state.best = 0
        state.winner = 0


cdef inline uint64_t hash_of(const Question *question) noexcept nogil:
    cdef const TrickState *state = &question.state
    cdef uint64_t found = <size_t>question.rules ^ state.turn ^ <uint64_t>state.best << 8
    cdef int seat
    for seat in range(SEATS):
        found = (found ^ state.hands[seat]) * <uint64_t>0x9E3779B97F4A7C15
        found ^= found >> 32
    return found


cdef inline bint one_deal(const Question *question, const Question *before) noexcept nogil:
    """Whether a solver that knows the deal of one question knows that of the next."""
    return question.rules == before.rules and within(&question.state, &before.state)


cdef class Batch:
    """Positions to be solved together.

    First `add` all, then let any number of threads `work`, then ask for the `finals`.

    Args:
        room: how many positions it can hold.
        plays: whether to solve every legal play instead of the position itself.
    """

    def __cinit__(self, int room, bint plays):
        self.room = room
        self.plays = plays
        self.width = 0 if plays else 1
        self.stride = MAX_PIECES if plays else 1
        self.slot_mask = (2 << room.bit_length()) - 1
        self.tables = set()
        self.solvers = []
        self.asked = <Asked *>calloc(room, sizeof(Asked))
        self.questions = <Question *>calloc(room, sizeof(Question))
        self.answers = <int16_t *>calloc(room, self.stride * sizeof(int16_t))
        self.slots = <int *>calloc(self.slot_mask + 1, sizeof(int))
        if not (self.asked and self.questions and self.answers and self.slots):
            raise MemoryError(f"a batch of {room} positions")

    def __dealloc__(self):
        free(self.asked)
        free(self.questions)
        free(self.answers)
        free(self.slots)

    def add(self, positions):
        """Ask about positions as they are now, or about none if one of them is bad.

        Raises:
            AttributeError: a position was never set up.
            ImpossiblePositionError: a position has more than two sides.
            OverflowError: there is not room for all.
        """
        cdef TrickPosition position
        for position in positions:
            if position.table is None:
                raise AttributeError("a position that was never set up has no table")
            if position.state.seating.parties > 2:
                raise ImpossiblePositionError(f"{position.state.seating.parties} sides: expected 2")
        self.reserve(len(positions))
        for position in positions:
            self.ask(position)

    def skip(self, int positions):
        """Leave places without answers."""
        self.reserve(positions)
        for _ in range(positions):
            self.asked[self.size].question = NOTHING
            self.size += 1

    cdef reserve(self, int positions):
        if positions > self.room - self.size:
            raise OverflowError(f"{positions} more positions in a batch of {self.room}")

    cdef ask(self, TrickPosition position):
        cdef Asked *asked = &self.asked[self.size]
        cdef Question *question = &self.questions[self.distinct]  # stays there if it is new
        self.size += 1
        self.tables.add(position.table)
        if self.plays:
            self.width = max(self.width, count(position.table.rules.pieces))
        question.rules = &position.table.rules
        # As bytes: the padding takes part in comparisons.
        memcpy(&question.state, &position.state, sizeof(TrickState))
        asked.points = question.state.points
        forget(&question.state)
        asked.question = self.place_of(question)

    cdef int place_of(self, const Question *question) noexcept nogil:
        """The place of an equal question asked before, or else the one where it stands."""
        cdef uint64_t slot = hash_of(question)
        cdef int place
        while True:
            slot &= self.slot_mask
            place = self.slots[slot] - 1
            if place == NOTHING:
                place = self.distinct
                self.distinct = place + 1
                self.slots[slot] = place + 1
                return place
            if memcmp(&self.questions[place], question, sizeof(Question)) == 0:
                return place
            slot += 1

    def work(self):
        """Answer questions that no other thread has begun, until none is left or `stop`."""
        cdef Solver solver = Solver()
        self.solvers.append(solver)
        cdef int first = 0, last = 0, place
        with nogil:
            while self.take(&first, &last):
                for place in range(first, last):
                    if self.stopped:
                        break
                    self.answer(solver, place)

    def stop(self):
        """Let those who work return, in the middle of a question too: there are no answers then."""
        cdef Solver solver
        self.stopped = True
        for solver in self.solvers:
            solver.search.stopped = True

    cdef bint take(self, int *first, int *last) noexcept nogil:
        """Report the questions from `first` to before `last` as done, and get others."""
        cdef int end
        with self.lock:
            self.done = self.done + last[0] - first[0]
            first[0] = end = self.begun
            if end < self.distinct and not self.stopped:
                end += 1 + (self.distinct - end) // PARTS
                # Questions about one deal answer each other in part: leave them together.
                while end < self.distinct and one_deal(
                    &self.questions[end], &self.questions[end - 1]
                ):
                    end += 1
            last[0] = self.begun = end
        return first[0] < end

    cdef void answer(self, Solver solver, int place) noexcept nogil:
        cdef const Question *question = &self.questions[place]
        cdef int16_t *answers = self.answers + place * self.stride
        cdef int column
        solver.turn_to(question.rules, &question.state)
        if self.plays:
            for column in range(MAX_PIECES):
                answers[column] = INT16_MIN
            solver.final_after_each(&question.state, answers)
        else:
            answers[0] = solver.final_of(&question.state)

    def finals(self):
        """The final points as 16-bit numbers: by position, by answer (`width` each), by side.

        What has no answer is `NO_POINTS`: an illegal play, a place skipped.
        """
        found = bytearray(self.size * self.width * 2 * sizeof(int16_t))
        cdef int16_t *final = <int16_t *><char *>found
        cdef const Asked *asked
        cdef const Question *question
        cdef const int16_t *answers
        cdef int i, column, value, rest
        with nogil:
            for i in range(self.size):
                asked = &self.asked[i]
                if asked.question == NOTHING:
                    for column in range(self.width * 2):
                        final[column] = INT16_MIN
                    final += self.width * 2
                    continue
                question = &self.questions[asked.question]
                answers = self.answers + asked.question * self.stride
                rest = to_go(question.rules, &question.state)
                for column in range(self.width):
                    value = answers[column]
                    if value == INT16_MIN:
                        final[0] = final[1] = INT16_MIN
                    else:
                        final[0] = asked.points[0] + value
                        final[1] = asked.points[1] + rest - value
                    final += 2
        return found
