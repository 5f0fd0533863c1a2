"""What the methods of the protocol are asked with, and what they answer.

JSON Schema is made of these classes, so their docstrings are what clients read.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from ...engine.errors import shown
from ...engine.games import NAMES
from ...solver.claim import GOALS, NODES

SLOWEST: Final = 600_000
"""Milliseconds that a request may be given."""

Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Points = dict[str, int]
"""Points by the names of the sides."""


class Params(Struct, forbid_unknown_fields=True, kw_only=True):
    """Of every method: after how many milliseconds an answer is of no use any more."""

    deadline_ms: Annotated[int, Meta(ge=1, le=SLOWEST)] | None = None


class OfGame(Params, kw_only=True):
    """Which game it is about."""

    game: str = NAMES[0]
    either: ClassVar[tuple[str, ...]] = ()
    """Of these fields one must be given, and no other."""

    def __post_init__(self) -> None:
        if self.game not in NAMES:
            raise ValueError(f"game {shown(self.game)}: expected one of {', '.join(NAMES)}")
        given = [name for name in self.either if getattr(self, name) is not None]
        if self.either and len(given) != 1:
            found = " and ".join(given) or "none"
            raise ValueError(f"expected one of {', '.join(self.either)}, found {found}")


class OfMatch(OfGame, kw_only=True):
    """The record of a match, as text or JSON."""

    match: str


class OfState(OfGame, kw_only=True):
    """Either a position, in one text or by the names of its parts, or a match with a round
    under way."""

    position: str | dict[str, str] | None = None
    match: str | None = None
    either = ("position", "match")


class OfSeat(OfGame, kw_only=True):
    """What a seat knows: a view in its notation; or the fields that the command of a question
    takes, or the first of them, with that question; or a match, of which only what the seat to
    move knows is used."""

    match: str | None = None
    question: str | None = None
    view: str | dict[str, str] | None = None
    either = ("view", "match")


class Hello(Params, kw_only=True):
    """Nothing."""


class Begin(OfGame, kw_only=True):
    """What is agreed before the match, such as the rules, by name."""

    terms: dict[str, str] = {}


class Deal(OfMatch, kw_only=True):
    """The match, and either the next deal in its notation or a seed to deal by."""

    deal: str | None = None
    seed: Seed | None = None
    events: bool = False
    either = ("deal", "seed")


class Apply(OfMatch, kw_only=True):
    """The match, the moves to make in turn, and whether to tell what happens."""

    moves: list[str]
    events: bool = False


class Undo(OfMatch, kw_only=True):
    """The match, and how many steps to take back: moves, and deals in which none are left."""

    steps: Positive = 1


class Solve(OfState, kw_only=True):
    """Which state, points that the principal side may need, and after how many moves of the search
    to stop, if before it is solved."""

    need: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    node_limit: Positive | None = None


class Analyse(OfState, kw_only=True):
    """Which state, and after how many moves of the search to stop at each of its moves."""

    node_limit: Positive | None = None


class Suggest(OfSeat, kw_only=True):
    """What the seat knows, how long to think, and whether to be told of progress."""

    level: str = "normal"
    worlds: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seed: Seed = 0
    progress: bool = False


class Claim(OfSeat, kw_only=True):
    """What the seat knows, what is claimed, and when to give up."""

    goal: str = GOALS[0]
    node_limit: Positive = NODES


class Trace(OfGame, kw_only=True):
    """Either the record of a game, or a match and which of its rounds: the last if none is
    named."""

    record: str | None = None
    match: str | None = None
    round: Positive | None = None
    either = ("record", "match")


class Cancel(Params, kw_only=True):
    """The id of the request to cancel."""

    request: str | int | float


class GameFacts(Struct):
    """A game: what it is, the names of its sides and seats, what can be asked of views, and the
    names of the parts of positions and of what is agreed."""

    about: str
    sides: list[str]
    seats: list[str]
    questions: dict[str, list[str]]
    position: list[str]
    terms: list[str]


class Limits(Struct):
    """What is too much: bytes of a line, requests of a client that wait, milliseconds that a
    request may take without a deadline of its own; and how many are worked on at a time."""

    line_bytes: int
    waiting: int
    longest_ms: int
    workers: int


class Greeting(Struct):
    """Who answers, which version of the protocol, and what can be asked: methods, games, levels
    of advice, goals of claims."""

    engine: str
    version: str
    protocol: int
    methods: list[str]
    games: dict[str, GameFacts]
    levels: list[str]
    goals: list[str]
    limits: Limits


class Standing(Struct):
    """A match: its record; what is to be done, `deal`, the name of a question, or `over`; the
    seat and side to move and what it may do; points of the round and score of the match by side;
    who has won; and what has happened since the match that came, if that was asked for."""

    match: str
    todo: str
    seat: str | None
    side: str | None
    legal: list[str]
    points: Points | None
    score: Points
    winners: list[str]
    events: list[dict[str, Any]] | UnsetType = UNSET


class Legal(Struct):
    """The seat and side to move, what it may do, the points so far, and whether it is over."""

    seat: str | None
    side: str | None
    legal: list[str]
    points: Points
    finished: bool


class Score(Struct):
    """The score of a match now and after each finished round, who has won, and how many rounds in
    a row got no side beyond its best score."""

    score: Points
    scores: list[Points]
    winners: list[str]
    idle: int


class Seen(Struct):
    """What the seat to move knows, as a view and as a picture in text."""

    seat: str
    question: str
    view: str
    picture: str


class Value(Struct):
    """A move and its equals, and the points that it brings: at least, and at most."""

    moves: list[str]
    low: Points
    high: Points


class Analysed(Struct):
    """What the moves of a state bring, the best first, equal ones together."""

    moves: list[Value]


class Solved(Struct):
    """The points of best play, null if a limit was reached first; what is proven of them; a line
    of best play; how many moves were searched; whether the need is met, if that is known."""

    points: Points | None
    low: Points
    high: Points
    exact: bool
    line: list[str]
    nodes: int
    made: bool | None = None


class Judged(Struct):
    """An option of a seat: its place in the table of options, the share of worlds in which it
    succeeds and the standard error, the chance at the table, and the mean of the points."""

    label: list[str]
    p: float
    error: float
    chance: float
    points: float


class Advice(Struct):
    """The question, the best move and what it counts on, such as the trump of a call; why; all
    options; how many worlds were solved, and whether those are all there are, and all that were
    to be solved before the deadline."""

    question: str
    move: str
    via: str | None
    reason: str
    options: list[Judged]
    worlds: int
    effective: float
    exhaustive: bool
    complete: bool
    seed: int
    note: str


class Claimed(Struct):
    """`proven`, with the move that begins the plan; `refuted`, with a world and a line against it;
    or `unproven`; and the points that are needed."""

    status: str
    need: int
    move: str | None
    world: str | None
    line: list[str]
    nodes: int


class Traced(Struct):
    """A play: its number, who made it, final points before and after it with best play by all,
    what it cost, and what would have been better."""

    number: int
    seat: str
    move: str
    before: Points
    after: Points
    cost: int
    better: dict[str, Points]


class Course(Struct):
    """A game as it was played beside best play: final points from its start and from its end,
    what each side gave away, and all plays."""

    start: Points
    end: Points
    costs: Points
    plays: list[Traced]


class Cancelled(Struct):
    """Whether there was such a request that had not been answered."""

    cancelled: bool


class Progress(Struct):
    """The params of the notification `progress`: whose, and how much of how much is done."""

    id: str | int | float
    done: int
    total: int
