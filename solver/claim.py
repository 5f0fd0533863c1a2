"""Claims: whether a seat can be sure of what is left, or of its goal, whatever the others do.

A *plan* says what the seat plays for all that it may see: its own hand and the plays of all. It
must hold in every world that agrees with what was seen, whatever the three others play, partner
too: nobody helps. So the three are one adversary, who need not choose a world beforehand. What is
known at any time is which pieces each of them may hold: some world agrees with a play if one piece
less, and the suits that the play shows to be missing, still leave a way to deal out the rest.
That makes it a game with nothing hidden, which is searched: one play is enough for the seat, all
possible ones count for the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ..engine._trick_position import TrickPosition
from ..engine.errors import IllegalMoveError, OptionError, shown
from ..engine.state import State
from ..engine.view import Unseen, View
from .limits import checked_limits, deadline_of
from .worlds import Worlds

M = TypeVar("M", bound=Hashable)
GOALS: Final = ("rest", "contract")
NODES: Final = 100_000


@dataclass(frozen=True)
class Claim(Generic[M]):
    """What came of a claim.

    Args:
        status: `proven`, `refuted`, or `unproven`: a limit was reached before either, or what
            refutes is impossible only because of a call such as a plunge.
        need: the points, at the end, that were claimed for the own side.
        move: if proven, the first play of a plan; claim again to learn how it goes on.
        counter: if refuted, a world in which the line fails, as the state that it is now.
        line: if refuted, plays from there after which the goal is out of reach. The seat plays in
            it what looks best; all else fails too, perhaps in other worlds.
        nodes: how many plays were looked at.
    """

    status: str
    need: int
    move: M | None
    counter: State[M] | None
    line: tuple[M, ...]
    nodes: int


def claim(
    view: View[M],
    *,
    goal: str = "rest",
    node_limit: int | None = NODES,
    time_limit: float | None = None,
) -> Claim[M]:
    """Whether one plan reaches a goal in every possible world, whatever the three others play.

    Args:
        view: what the seat knows, at its turn to play.
        goal: `rest` for all points that are still to be taken, by this trick and all others, or
            `contract` for what the view's options need.
        node_limit: after how many plays to give up; None for never.
        time_limit: after how many seconds to give up.

    Raises:
        OptionError: an unknown goal, or limits that are none.
        IllegalMoveError: it is not the seat's turn, or not to play.
        ImpossiblePositionError: no deal agrees with the view.

    Examples:
        >>> view = View.parse("N:6-6 6-5 6-4 6-3 6-2 5-5 5-4 ; declarer N ; bid 42 ; trump sixes")
        >>> found = claim(view)
        >>> found.status, str(found.move)
        ('proven', '6-6')
    """
    if goal not in GOALS:
        raise OptionError(f"goal {shown(goal)}: expected one of {', '.join(GOALS)}")
    options = view.options
    position = _some_play(view)
    if position is None:
        raise IllegalMoveError(
            f"the seat is to {view.question}: a claim is about play, in which there is no more to "
            "choose than pieces"
        )
    rest = position.points[view.side] + position.rest
    need = rest if goal == "rest" else options[0].need
    return _tried(view, position, need, node_limit, time_limit)


def is_proven(view: View[Any], *, node_limit: int | None = NODES) -> bool:
    """Whether the claim that a seat may make now is proven: the referee of a match.

    It is not if a limit is reached before, nor on a first lead that may be called otherwise.

    Args:
        view: what the seat knows.
        node_limit: after how many plays to give up; None for never.

    Examples:
        >>> match = Match(Rules.tournament(claims=True), referee=is_proven)
        >>> round = match.begin(Deal.parse(
        ...     "N:66 65 64 63 62 61 60 / 55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / "
        ...     "30 22 21 20 11 10 00"
        ... ))
        >>> for move in (Call(42), PASS, PASS, PASS, Trump.SIXES, CLAIM):
        ...     match.push(move)
        >>> match.score
        (1, 0)
    """
    wanted = view.claim
    if wanted is None:
        return False
    position = _some_play(view)
    if position is None:
        return False
    return _tried(view, position, wanted.need, node_limit, None).status == "proven"


def _some_play(view: View[Any]) -> TrickPosition[Any] | None:
    """The trick game that a seat is in, with any hands; None if it is in none."""
    return view.world(next(iter(Worlds(view.unseen)))).tricks


def _tried(
    view: View[M],
    position: TrickPosition[Any],
    need: int,
    node_limit: int | None,
    time_limit: float | None,
) -> Claim[M]:
    """What comes of a claim to end with so many points; see `claim`."""
    search = Search(position, *checked_limits(node_limit, time_limit))
    start = search.start(position, view.unseen, need - position.points[view.side])
    try:
        move = search.plan(start)
    except _LimitReachedError:
        return Claim("unproven", need, None, None, (), search.nodes)
    if move is not None:
        return Claim("proven", need, move, None, (), search.nodes)
    nodes = search.nodes
    line, hidden = search.refutation(start)
    if not agrees(view.unseen, hidden):
        return Claim("unproven", need, None, None, (), nodes)
    return Claim("refuted", need, None, view.world(hidden), line, nodes)


def agrees(unseen: Unseen, hidden: tuple[int, ...]) -> bool:
    """Whether places hold as many pieces of a kind as they must. The search does not ask this.

    So it looks at more worlds than there are: what it proves is true, but what refutes may not be.
    """
    least = unseen.least or (0,) * len(hidden)
    return all(
        (mask & unseen.kind).bit_count() >= some for mask, some in zip(hidden, least, strict=True)
    )


class _LimitReachedError(Exception):
    """The nodes or the time are used up."""


class Known(NamedTuple):
    """What the seat knows when somebody is to play.

    Turns count from the seat, which is 0, around the table.
    """

    hand: int
    may: tuple[int, ...]
    """What each of the others may hold, as masks."""
    sizes: tuple[int, ...]
    """How much each of the others holds."""
    turn: int
    trick: tuple[Any, ...]
    need: float
    """The points still needed; infinite if they are out of reach for good."""

    @property
    def out(self) -> int:
        """All that the others hold."""
        first, second, third = self.may
        return first | second | third


class Search:
    """Searches one game; remembers for what is known at the start of a trick what was proven.

    Args:
        position: a position of the game with the seat to play, for its table and who plays.
        node_limit: after how many plays to stop.
        time_limit: after how many seconds.
    """

    def __init__(
        self, position: TrickPosition[Any], node_limit: int | None, time_limit: float | None
    ) -> None:
        table = position.table
        self.table = table
        # What a lead on the table is called, if it is not what it looks like.
        self.calls: dict[Any, Any] = {}
        if position.called is not None:
            self.calls[position.trick[0]] = position.called
        self.trick_points = table.value(())
        self.points: list[int] = [table.value((p,)) - self.trick_points for p in table.faces]
        everything = (1 << len(table.faces)) - 1
        self.demand = [table.legal(everything, piece) for piece in table.faces]
        # By turn; those that sit out are of no side.
        self.sides = position.sides[position.mover :] + position.sides[: position.mover]
        self.side = position.side
        self.players = [turn for turn, side in enumerate(self.sides) if side is not None]
        against = (self.side, 1 - self.side)
        self.over = [
            sum(1 << one.index for one in table.faces if table.winner((lead, one), against))
            for lead in table.faces
        ]
        self.nodes = 0
        self.node_limit = inf if node_limit is None else node_limit
        self.deadline = deadline_of(time_limit)
        # By hand, what the others may hold, and turn: points that can be taken, and that cannot.
        self.proven: dict[tuple[int, tuple[int, ...], int], tuple[float, float]] = {}

    def start(self, position: TrickPosition[Any], unseen: Unseen, need: int) -> Known:
        """What the seat to play knows."""
        hand = position.masks[position.mover]
        return Known(hand, unseen.allowed, unseen.sizes, 0, position.trick, need)

    def faces(self, mask: int) -> list[Any]:
        """The pieces of a mask."""
        return [piece for piece in self.table.faces if mask >> piece.index & 1]

    def rest(self, known: Known) -> int:
        """All points to be taken, at the start of a trick."""
        pieces = known.hand | known.out
        points: int = sum([self.points[piece.index] for piece in self.faces(pieces)])
        return points + known.hand.bit_count() * self.trick_points

    # --- The game ---

    def played(self, known: Known, piece: Any) -> Known | None:
        """What is known after a play; None if no world allows it."""
        hand, may, sizes, turn, trick, need = known
        bit = 1 << piece.index
        if turn == 0:
            hand ^= bit
        else:
            place = turn - 1
            missing = self.table.excluded(piece, self.lead(trick))
            may = tuple(
                [
                    mask & ~(bit | missing if other == place else bit)
                    for other, mask in enumerate(may)
                ]
            )
            sizes = (*sizes[:place], sizes[place] - 1, *sizes[place + 1 :])
            if not _some_world(may, sizes):
                return None
        trick = (*trick, piece)
        if len(trick) < len(self.players):
            return Known(hand, may, sizes, self.after(turn), trick, need)
        winner = self.winner(turn, trick)
        gainer = self.gainer(winner)
        known = Known(hand, may, sizes, winner, (), need)
        ends = self.table.sweep == 1 - gainer
        if gainer == self.side:
            need -= self.table.value(trick) + (self.rest(known) if ends else 0)
        if ends:  # what is not reached now never will be
            need = inf if need > 0 else 0
        return known._replace(need=need)

    def after(self, turn: int) -> int:
        """Whose turn follows."""
        return self.players[(self.players.index(turn) + 1) % len(self.players)]

    def winner(self, turn: int, trick: tuple[Any, ...]) -> int:
        """The turn that wins a trick, finished or not, to which another has played last."""
        leader = self.players.index(turn) + 1 - len(trick)
        seats = self.players[leader:] + self.players[:leader]
        sides = [self.sides[seat] for seat in seats]
        return seats[self.table.winner(trick, sides, self.lead(trick))]

    def lead(self, trick: tuple[Any, ...]) -> Any:
        """What a trick answers; None if there is none."""
        return self.calls.get(trick[0], trick[0]) if trick else None

    def gainer(self, winner: int) -> int:
        """The side that gets the points of a trick."""
        side = self.sides[winner]
        assert side is not None
        return side ^ self.table.misere

    def moves(self, known: Known) -> Iterator[tuple[Any, Known]]:
        """What may be played in some world, the most promising first, and what is known then."""
        if known.turn == 0:
            pieces = self.table.legal(known.hand, self.lead(known.trick))
        else:
            pieces = known.may[known.turn - 1]
        for piece in sorted(self.faces(pieces), key=partial(self.order, known)):
            after = self.played(known, piece)
            if after is not None:
                yield piece, after

    def order(self, known: Known, piece: Any) -> tuple[bool, int, int]:
        """The smaller, the more promising a play is.

        First those after which the trick belongs to the player: the seat's side, or the others of
        whom partner is one. The seat then plays what least can beat, the others what beats least
        of the seat's, with many points if they go to the right side.
        """
        turn, trick, index = known.turn, (*known.trick, piece), piece.index
        ours = self.gainer(self.winner(turn, trick)) == self.side
        if turn == 0:
            beaters: int = (self.over[index] & known.out).bit_count()
            return not ours, beaters, self.points[index] * (-1 if ours else 1)
        beaten = sum([self.over[own.index] >> index & 1 for own in self.faces(known.hand)])
        return ours, beaten, self.points[index] * (1 if ours else -1)

    # --- The search ---

    def wins(self, known: Known) -> bool:
        """Whether the seat can be sure of the points that it needs."""
        if self.nodes >= self.node_limit or (self.nodes % 256 == 0 and monotonic() > self.deadline):
            raise _LimitReachedError
        self.nodes += 1
        need = known.need
        if need <= 0:
            return True
        if known.trick:
            return self.decide(known)
        rest = self.rest(known)
        if need > rest:
            return False
        key = known.hand, known.may, known.turn
        sure, lost = self.proven.get(key, (0, rest + 1))
        if sure < need < lost:
            won = self.decide(known)
            self.proven[key] = (need, lost) if won else (sure, need)
            return won
        return need <= sure

    def decide(self, known: Known) -> bool:
        """The same, by looking at the plays."""
        if known.turn == 0:
            return self.plan(known) is not None
        return all(self.wins(after) for _, after in self.moves(known))

    def plan(self, known: Known) -> Any:
        """A play after which the seat is sure of the points it needs; None if there is none."""
        if not known.trick:
            points, lead = self.run(known)
            if lead is not None and points >= known.need:
                return lead
        return next((piece for piece, after in self.moves(known) if self.wins(after)), None)

    def run(self, known: Known) -> tuple[int, Any]:
        """The points taken at least by leading what cannot be beaten, and the first such lead.

        In misere there are none: nobody wants to win.

        Whoever holds a piece of what a lead demands must play one. So when it has been demanded
        as often as one of them may hold it, nothing of it is out any more.
        """
        hand, out, points, first = known.hand, known.out, 0, None
        led: dict[int, int] = {}
        while hand and not self.table.misere:
            leads = reversed(self.faces(self.table.legal(hand)))
            lead = next((one for one in leads if not self.over[one.index] & out), None)
            if lead is None:
                return points, first
            first = lead if first is None else first
            hand ^= 1 << lead.index
            points += self.trick_points + self.points[lead.index]
            demand = self.demand[lead.index]
            led[demand] = led.get(demand, 0) + 1
            longest = max(
                min((mask & demand).bit_count(), size)
                for mask, size in zip(known.may, known.sizes, strict=True)
            )
            if led[demand] >= longest:
                out &= ~demand
        return self.rest(known) if first else 0, first

    def refutation(self, known: Known) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        """A line after which the points are out of reach, and a world that it is possible in.

        Args:
            known: what is known not to win.
        """
        self.node_limit = self.deadline = inf  # a look along what has been searched
        line: list[Any] = []
        played = [0, 0, 0]
        while known.trick or known.need <= self.rest(known):
            others = known.turn != 0
            piece, after = next(
                step for step in self.moves(known) if not (others and self.wins(step[1]))
            )
            line.append(piece)
            if others:
                played[known.turn - 1] |= 1 << piece.index
            known = after
        last = next(iter(Worlds(Unseen(known.out, known.sizes, known.may))))
        return tuple(line), tuple(mask | more for mask, more in zip(played, last, strict=True))


def _some_world(may: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether the pieces can be dealt out: by Hall's theorem, if no places lack pieces together."""
    first, second, third = may
    a, b, c = sizes
    return (
        first.bit_count() >= a
        and second.bit_count() >= b
        and third.bit_count() >= c
        and (first | second).bit_count() >= a + b
        and (first | third).bit_count() >= a + c
        and (second | third).bit_count() >= b + c
        and (first | second | third).bit_count() == a + b + c
    )
