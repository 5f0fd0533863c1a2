"""How strong hands are for a declaration, by adding up their dominoes. For thousands of hands."""

from libc.stdint cimport uint8_t, uint64_t

from fortytwo.engine._tricks cimport MAX_PIECES, TrickTable, count, lowest, pieces_t

cdef enum:
    ABOVE = 8     # how many dominoes may beat one, and more than a hand may hold of a suit
    COUNTS = 3    # dominoes of no count, five, ten


cdef class Declaration:
    """A declaration by which hands are judged.

    Args:
        table: its tricks.
        trumps: the mask of its trumps.
        worths: what a domino is worth, by whether it is trump (2), how many dominoes that the hand
            does not hold beat it in its own suit (8), and its count in fives (3).
        lengths: what the number of trumps is worth besides (8).
    """
    cdef TrickTable table
    cdef pieces_t trumps
    cdef uint8_t fives[MAX_PIECES]
    cdef pieces_t above[MAX_PIECES]
    cdef float worths[2][ABOVE][COUNTS]
    cdef float lengths[ABOVE]

    def __init__(self, TrickTable table not None, pieces_t trumps, worths, lengths):
        cdef int i, j, k
        self.table = table
        self.trumps = trumps
        for i in range(len(table.faces)):
            self.fives[i] = table.rules.points[i] // 5
            self.above[i] = table.rules.beaten_by[i]
            if not trumps >> i & 1:
                self.above[i] &= ~trumps
        for i in range(2):
            for j in range(ABOVE):
                for k in range(COUNTS):
                    self.worths[i][j][k] = worths[i][j][k]
        for j in range(ABOVE):
            self.lengths[j] = lengths[j]

    def judge(self, const uint64_t[:] hands not None, float[:] found not None):
        """Set how strong each hand is, in points that its side will take with all hands open."""
        cdef Py_ssize_t i
        for i in range(hands.shape[0]):
            found[i] = self.strength(hands[i])

    cdef float strength(self, pieces_t hand) noexcept:
        cdef float total = self.lengths[count(hand & self.trumps)]
        cdef pieces_t rest = hand
        cdef int piece
        while rest:
            piece = lowest(rest)
            rest &= rest - 1
            total += self.worths[self.trumps >> piece & 1][count(self.above[piece] & ~hand)][
                self.fives[piece]
            ]
        return total
