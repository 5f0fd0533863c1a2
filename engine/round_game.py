"""Games of rounds without an auction: all that `Game` asks, from what such a game has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ._random import Random
from .drawing import Drawing
from .errors import FortyTwoError, IllegalMoveError, NotationError, shown
from .game import Bidding, Field, Game, Goal, Grid, Question
from .game import Match as AnyMatch
from .match import Rounds
from .match_events import Event, events
from .match_record import Texts, match_record, read_match
from .options import Options
from .parts import joined_parts
from .state import State
from .view import View as AnyView

RULES: Final = "rules"
DEFAULT: Final = "source"
"""The rules where none are given."""


def rules_field(options: Options, example: str) -> Field:
    """The field of the rules of a game that has these options."""
    presets = ", ".join(options.presets)
    help = f"{presets}, and options to change"
    return Field(RULES, help, example, variable="FORTYTWO_RULES")


@dataclass(frozen=True)
class Terms:
    """The rules that are agreed on.

    Args:
        rules: the rules.
        begin: a new match under them.
    """

    rules: Any
    begin: Callable[[Any], Rounds[Any, Any]]

    @property
    def texts(self) -> dict[str, str]:
        """Each term by its name."""
        return {RULES: str(self.rules)}

    def match(self) -> Rounds[Any, Any]:
        """A new match."""
        return self.begin(self.rules)


class RoundGame(Game, ABC):
    """A game of rounds.

    A game says what it is called, and how its own texts are read; a view has `legal`, and its
    `str` is text. Moves are written without spaces.
    """

    rules: ClassVar[Field]
    """The field of the rules."""
    rules_type: ClassVar[type[Any]]
    """What is agreed on: has `parse`."""
    match_type: ClassVar[type[Rounds[Any, Any]]]
    """A match; made of such rules."""
    deal_type: ClassVar[type[Any]]
    """What a round begins with: has `parse`."""
    round_type: ClassVar[type[Any]]
    """A round: has `parse`, of a position and rules."""
    view_type: ClassVar[type[Any]]
    """What a seat knows: has `parse`, `from_fields`, and `of` a round."""
    claims: Question | None = None
    grid: Grid | None = None
    bidding: Bidding | None = None
    dealing: Field | None = None
    numbered = True
    draw: Callable[[Any, Mapping[Any, str]], Drawing] | None = None
    read_record: Callable[[str], State[Any]] | None = None
    principal_name = "the side to move"

    @property
    def terms(self) -> tuple[Field, ...]:  # type: ignore[override]
        """What is agreed before a match."""
        return (self.rules,)

    @property
    def dealt_by(self) -> tuple[Field, ...]:  # type: ignore[override]
        """The rules say how much is dealt."""
        return (self.rules,)

    @abstractmethod
    def parse_move(self, text: str) -> Any:
        """A move by its notation."""

    def read_rules(self, text: str) -> Any:
        """The rules of a table."""
        return self.rules_type.parse(text)

    def begin(self, rules: Any) -> Rounds[Any, Any]:
        """A new match."""
        match_type: Callable[[Any], Rounds[Any, Any]] = self.match_type
        return match_type(rules)

    def read_deal(self, text: str) -> Any:
        """A deal, from what `str` writes of one."""
        return self.deal_type.parse(text)

    def read_position(self, fields: Mapping[str, str]) -> Any:
        """A position from one line of text, or from its parts by name."""
        names = [field.name for field in self.position if field.name != RULES]
        rules = self.read_rules(fields.get(RULES, DEFAULT))
        return self.round_type.parse(joined_parts(fields, names), rules)

    def read_view(self, question: str, fields: Mapping[str, str]) -> AnyView[Any]:
        """A view from its parts by name."""
        view: AnyView[Any] = self.view_type.from_fields(fields)
        return view

    def parse_view(self, text: str) -> AnyView[Any]:
        """A view by its notation."""
        view: AnyView[Any] = self.view_type.parse(text)
        return view

    def view(self, state: State[Any]) -> AnyView[Any]:
        """What the player to move knows."""
        view: AnyView[Any] = self.view_type.of(state)
        return view

    def read_terms(self, fields: Mapping[str, str]) -> Terms:
        """The table's rules; the default ones if missing."""
        return Terms(self.read_rules(fields.get(RULES, DEFAULT)), self.begin)

    @property
    def _texts(self) -> Texts:
        return Texts(
            self.name,
            self.sides,
            lambda text: self.begin(self.read_rules(text)),
            lambda match, text: self.read_deal(text),
            lambda match, text: self.parse_move(text),
        )

    def read_match(self, text: str) -> Rounds[Any, Any]:
        """The match that a record of it leads to; what is wrong is told with its line."""
        return read_match(self._texts, text)

    def match_record(self, match: AnyMatch) -> str:
        """The record of a match so far, that `read_match` reads."""
        assert isinstance(match, Rounds)
        return match_record(self._texts, match)

    def events(self, match: AnyMatch) -> Sequence[Event]:
        """What has happened in a match, in order."""
        assert isinstance(match, Rounds)
        return events(match, self.sides, self.seats)

    def goal(self, state: State[Any]) -> Goal | None:
        """Nothing is undertaken."""
        return None

    def read_move(self, view: AnyView[Any], text: str) -> Any:
        """The move meant by its notation, by its beginning if only one begins so, or by its number.

        Raises:
            NotationError: it is no move of this game.
            IllegalMoveError: it is one, but not allowed now.
        """
        moves = list(dict.fromkeys(option.move for option in view.options))
        names = [str(move) for move in moves]
        expected = ", ".join(names)
        word = text.strip().lower()
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(moves) and word not in names:
            return moves[int(word) - 1]
        begun = [move for move, name in zip(moves, names, strict=True) if name.lower() == word]
        begun = begun or [
            move
            for move, name in zip(moves, names, strict=True)
            if word and name.lower().startswith(word)
        ]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise NotationError(f"{shown(text)}: which one? Expected {', '.join(map(str, begun))}")
        try:
            move = self.parse_move(text)
        except FortyTwoError:
            raise NotationError(f"{shown(text)} is no move: expected {expected}") from None
        if move in moves:
            return move
        raise IllegalMoveError(f"{move} is not allowed now: expected {expected}")

    def deal(self, random: Random, given: Sequence[str], terms: Mapping[str, str]) -> str:
        """A random deal of a first round."""
        return str(self.read_terms(terms).match().drawn(random))

    def hands(self, state: Any) -> Sequence[str]:
        """What each player was dealt."""
        dealt = zip(self.seats, state.deal.hands, strict=False)
        return [f"{seat}: {hand}" for seat, hand in dealt]

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for: each for itself."""
        return seat

    def principal(self, state: State[Any]) -> int:
        """The side to move."""
        return max(0, state.side)
