"""What every game of the engine offers besides its states and views.

A `Match` is state after state until a side has won. A `Game` reads states, views and matches from
text. Sides are not seats: several seats may share one, and the same seat may move twice in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ._random import Random
from .drawing import Drawing
from .state import Scored, State
from .view import Referee, View


class Event(Protocol):
    """Something that happened in a match; `str` says it in a sentence that gives nothing away."""

    def facts(self) -> Mapping[str, object]:
        """The same as an object of JSON, of which `event` is the kind."""


class Match(Protocol):
    """Deal after deal until a side has won. Its steps are deals and the moves in them."""

    referee: Referee | None
    """Who is asked about claims; without one none can be made."""

    @property
    def seats(self) -> int:
        """How many seats there are at the table."""

    @property
    def rounds(self) -> Sequence[State[Any]]:
        """All deals, each as far as it has been played; only the last may be under way."""

    @property
    def score(self) -> tuple[int, ...]:
        """What the sides have written down for the finished deals."""

    @property
    def scores(self) -> Sequence[tuple[int, ...]]:
        """The score before the first deal, and after each finished one."""

    @property
    def winner(self) -> int | None:
        """The number of the side that has won; None while the match goes on.

        The first of them if several share it.
        """

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of all sides that have won; none while the match goes on."""

    @property
    def idle(self) -> int:
        """How many deals in a row, to the last finished one, got no side beyond its best score."""

    def deal(self, random: Random) -> State[Any]:
        """Deal at random for the next round; the one before must be finished."""

    def push(self, step: Any, /) -> None:
        """Deal so, or make a move in the deal under way; what is refused changes nothing."""

    def pop(self) -> Any:
        """Take back the last step and return it; IndexError if there is none."""


class Terms(Protocol):
    """What is agreed before anything is dealt."""

    @property
    def texts(self) -> Mapping[str, str]:
        """Each term by the name of its field, in full and always written the same."""

    def match(self) -> Match:
        """A new match on these terms."""


@dataclass(frozen=True)
class Field:
    """One piece of text from which a state or view is read.

    Args:
        name: its name, as in `--name`.
        help: what it means, in a line.
        example: a value, shown as its form.
        variable: the environment variable that it is read from if not given.
    """

    name: str
    help: str
    example: str
    variable: str | None = None


@dataclass(frozen=True)
class Question:
    """Something to be asked about a view.

    Args:
        name: the command that asks it, such as `play`.
        answer: what the chosen move is called, such as `play`.
        table: what the table of options is called, such as `plays`.
        heading: what its numbers are.
        help: the question in a sentence.
        via: what an answer counts on, such as the trump of a call; empty if nothing.
        subject: the field given without a name.
        fields: the others.
    """

    name: str
    answer: str
    table: str
    heading: str
    help: str
    via: str
    subject: Field
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Goal:
    """What a side has undertaken.

    Args:
        side: the number of the side.
        need: the points that it must end with.
        name: the undertaking in words, such as "31 in sixes".
        is_all: whether it is all or nothing, so that points tell no more than whether it is met.
    """

    side: int
    need: int
    name: str
    is_all: bool = False


@dataclass(frozen=True)
class Grid:
    """States to be compared in a table.

    Args:
        field: from what they are read.
        about: what the table tells, in a sentence.
        corner: what its columns are.
        read: the states by row and column.
    """

    field: Field
    about: str
    corner: str
    read: Callable[[str], Mapping[str, Mapping[str, State[Any]]]]


@dataclass(frozen=True)
class Bidding:
    """Calls that precede the play, and the contracts that they lead to.

    Args:
        fields: those of a deal before its first call; the first is given without a name.
        read: the state before the first call that these fields describe.
        contract: what the calls of a state have led to, by name, and whether these final points
            make it.
        account: the same in words, and what the sides write down.
        undertaking: what else is agreed where no auction tells what is undertaken.
        undertaken: a random deal under such terms in which side 0 has undertaken that.
    """

    fields: tuple[Field, ...]
    read: Callable[[Mapping[str, str]], Scored[Any]]
    contract: Callable[[State[Any], tuple[int, int]], Mapping[str, object]]
    account: Callable[[State[Any], tuple[int, int]], str]
    undertaking: Field
    undertaken: Callable[[Terms, Random], State[Any]]


class Game(Protocol):
    """A game: its names, and how its states and views are read from text.

    What not every game has is None where it has not.
    """

    name: str
    about: str
    """What the command line is for, in a sentence."""
    sides: tuple[str, ...]
    """The names of the sides; where fewer play, of the first of them."""
    seats: tuple[str, ...]
    """The names of the seats, likewise."""
    questions: tuple[Question, ...]
    claims: Question | None
    """The question at whose views a seat may claim."""
    position: tuple[Field, ...]
    """The fields of a position; the first is given without a name."""
    principal_name: str
    """Whose success in a position is asked for, in words."""
    grid: Grid | None
    bidding: Bidding | None
    dealing: Field | None
    """What a random deal may be told to contain; it can be given several times."""
    dealt_by: tuple[Field, ...]
    """Of the terms those on which it depends how much is dealt."""
    terms: tuple[Field, ...]
    """What is agreed before a match."""
    numbered: bool
    """Whether a move may be typed as its number among those that are allowed."""
    draw: Callable[[Any, Mapping[Any, str]], Drawing] | None
    """A picture of a state or view, with short texts by moves of the seat to move, best first."""
    read_record: Callable[[str], State[Any]] | None
    """The state that a record of a game leads to, its moves made."""

    def read_position(self, fields: Mapping[str, str]) -> State[Any]:
        """The state that the fields of `position` describe."""

    def read_view(self, question: str, fields: Mapping[str, str]) -> View[Any]:
        """The view that the fields of a question describe."""

    def parse_view(self, text: str) -> View[Any]:
        """The view of which this is the notation."""

    def goal(self, state: State[Any]) -> Goal | None:
        """What is played for in a state of a round; None if nothing is undertaken."""

    def read_terms(self, fields: Mapping[str, str]) -> Terms:
        """What the fields of `terms` and any undertaking agree on, all of which may be missing."""

    def read_deal(self, text: str) -> Any:
        """What begins a round, by its notation; to be pushed to a match."""

    def read_match(self, text: str) -> Match:
        """The match that a record of it leads to; what is wrong is told with its line."""

    def match_record(self, match: Match) -> str:
        """The record of a match so far, that `read_match` reads."""

    def events(self, match: Match) -> Sequence[Event]:
        """What has happened in a match, in order; it depends on its steps alone."""

    def view(self, state: State[Any]) -> View[Any]:
        """What the seat to move knows in a state of a match or a contract."""

    def picture(self, view: View[Any], *, fancy: bool = False) -> str:
        """What the seat to move has before it, in lines of up to 79 characters.

        Args:
            view: what the seat knows.
            fancy: with characters that not every terminal can show, instead of ASCII.
        """

    def read_move(self, view: View[Any], text: str) -> Any:
        """The move that somebody means who types this; what is wrong is told with what is right."""

    def hands(self, state: State[Any]) -> Sequence[str]:
        """What each seat was dealt, in words; to be shown when a deal is over."""

    def deal(self, random: Random, given: Sequence[str], terms: Mapping[str, str]) -> str:
        """A random start, in the notation that the other commands read.

        Args:
            random: what draws it.
            given: what it is to contain, as `dealing` says.
            terms: texts by the names of `dealt_by`, any of which may be missing.
        """

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""

    def principal(self, state: State[Any]) -> int:
        """The side whose success is asked for in a position."""
