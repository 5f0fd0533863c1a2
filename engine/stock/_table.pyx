"""The rules of a trick game of two with a stock, as data: the Python face of `Rules`."""

from fortytwo.engine.errors import OptionError

from fortytwo.engine._tricks cimport TrickRow, TrickTable, count, only

UNKNOWN = NO_PIECE
"""Stands in a stock for a piece that is not known."""


cdef class StockTable:
    """The rules of a game under one trump.

    Args:
        tricks: who takes a trick, what a lead demands once nobody draws any more, and what tricks
            bring: in an open deal, and in a closed one, where the last may bring less.
        groups: the masks of pieces that are declared together, at least two at a time, and what
            that is worth by how many they are, from 0.
        grand: the mask of a piece that is worth something more when it is declared, and how much.
        declares_late: whether declarations are allowed when the stock is drawn to the end.
        goal: who has so many points has reached the goal.
        half: a loser with fewer points than that has lost more.
        awards: what the winner gets if the loser has enough, less than half, or nothing.
        failed: what the other gets when the closer fails, by what the closer has: if the other
            had a trick when the stock was closed, and if not.
        nothing_is_points: whether who has nothing is who has no points; or else, no trick.
        claims: whether the deal ends when somebody reaches the goal.
        exchanged: the index of the piece that is exchanged for the turn-up, or None.
        closes_first: whether closing is allowed at the first lead.
        closes_later: whether it is allowed at later leads.
        closes_undrawn: whether it then comes instead of drawing.
        winner_gets_last: whether the winner of a trick takes the last piece of the stock.
        prize: the mask of two pieces, that of the one which gets a prize by taking the other, and
            the prize; or None.

    Raises:
        OptionError: more of something than there is room for, or awards that fall.
    """

    def __init__(
        self, tricks, *, groups, grand, declares_late, goal, half, awards, failed,
        nothing_is_points, claims, exchanged, closes_first, closes_later, closes_undrawn,
        winner_gets_last, prize
    ):
        cdef Rules *rules = &self.rules
        cdef TrickTable opened, closed
        self.tricks = tuple(tricks)
        opened, closed = self.tricks
        self.take_tricks(opened)
        rules.last_points = [opened.rules.last_points, closed.rules.last_points]
        self.take_groups(groups)
        rules.grand, rules.grand_points = grand
        rules.declares_late = declares_late
        if not 0 < goal < 128:
            raise OptionError(f"goal {goal}: expected 1 to 127")
        rules.goal = goal
        rules.half = half
        for name, given in (("awards", awards), ("failed", failed[0]), ("failed", failed[1])):
            if not 0 < given[0] <= given[1] <= given[2]:
                raise OptionError(f"{name} {given}: expected three numbers that do not fall")
        rules.awards = awards
        rules.failed = failed
        rules.nothing_is_points = nothing_is_points
        rules.claims = claims
        rules.exchanged = NO_PIECE if exchanged is None else exchanged
        rules.closes_first = closes_first
        rules.closes_later = closes_later
        rules.closes_undrawn = closes_undrawn
        rules.winner_gets_last = winner_gets_last
        if prize is not None:
            rules.prize, rules.prize_taker, rules.prize_worth = prize

    cdef take_tricks(self, TrickTable tricks):
        """Take from a table of the kernel who beats whom, what leads demand, and the points."""
        cdef Rules *rules = &self.rules
        cdef const TrickRow *row
        cdef int piece, i, size = len(tricks.faces)
        if size > PIECES:
            raise OptionError(f"{size} pieces: expected {PIECES} at most")
        for piece in range(size):
            row = &tricks.rules.rows[tricks.rules.row[piece]]
            rules.beaten_by[piece] = tricks.rules.beaten_by[piece]
            rules.points[piece] = tricks.rules.points[piece]
            for i in range(DEMANDS):
                rules.demands[piece][i] = row.demands[i]
            if ~row.demands[DEMANDS]:
                raise OptionError(f"demands of {tricks.faces[piece]}: expected {DEMANDS} at most")
        values = sorted({rules.points[piece] for piece in range(size)}, reverse=True)
        if len(values) > RANKS:
            raise OptionError(f"{len(values)} numbers of points: expected {RANKS} at most")
        rules.number_of_ranks = len(values)
        for i, value in enumerate(values):
            for piece in range(size):
                if rules.points[piece] == value:
                    rules.ranks[i] |= only(piece)

    cdef take_groups(self, groups):
        """Take what may be declared, and find what a number of pieces may bring."""
        cdef Rules *rules = &self.rules
        cdef int i, j, k
        if len(groups) > GROUPS:
            raise OptionError(f"{len(groups)} groups: expected {GROUPS} at most")
        rules.number_of_groups = len(groups)
        for i, (group, worth) in enumerate(groups):
            rules.groups[i] = group
            if not 3 <= len(worth) == count(rules.groups[i]) + 1 <= SHOWN:
                raise OptionError(
                    f"worth {worth} of a group of {count(rules.groups[i])}: expected a number for "
                    f"each from 0 to that, {SHOWN - 1} at most"
                )
            if len(worth) > 3:
                rules.lasting |= rules.groups[i]
            for j in range(2, len(worth)):
                rules.worth[i][j] = worth[j]
                for k in range(2, j + 1):
                    rules.most[i][j] = max(rules.most[i][j], rules.worth[i][k])
                    rules.total[i][j] = max(
                        rules.total[i][j], rules.worth[i][k] + rules.total[i][j - k]
                    )

    @property
    def groups(self):
        """The masks of pieces that are declared together."""
        return tuple([self.rules.groups[i] for i in range(self.rules.number_of_groups)])

    @property
    def exchanged(self):
        """The index of the piece that is exchanged for the turn-up, or None."""
        return None if self.rules.exchanged == NO_PIECE else self.rules.exchanged
