"""What requests are about: games, and the states and views that their texts tell of."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from ...engine.errors import located, shown
from ...engine.game import Field, Match
from ...engine.games import GAMES
from ...engine.state import State
from ...engine.view import View
from .messages import OfSeat, OfState
from .rpc import BAD_PARAMS, Failure

KEPT: Final = 64
"""So many matches are kept, ..."""
LONGEST: Final = 1 << 16
"""... none of which has a longer record."""


class Matches:
    """Matches that were asked about, by their records: most requests are about one of these.

    Whoever reads a match has it alone until it is put back.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Match] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def seen(self, game: str, record: str) -> Iterator[Match]:
        """The match of a record, to be looked at and not changed."""
        match = self.taken(game, record)
        try:
            yield match
        finally:
            self.keep(game, record, match)

    def taken(self, game: str, record: str) -> Match:
        """The match of a record, to do with what one likes."""
        with self._lock:
            match = self._kept.pop((game, record), None)
        if match is None:
            with located("match"):
                match = GAMES[game].read_match(record)
        return match

    def keep(self, game: str, record: str, match: Match) -> None:
        """Put a match back, or a new one in."""
        if len(record) <= LONGEST:
            with self._lock:
                self._kept[game, record] = match
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)


def under_way(match: Match) -> State[Any]:
    """The round that a match is in.

    Raises:
        Failure: there is none.
    """
    if not match.rounds or match.rounds[-1].finished:
        raise Failure(BAD_PARAMS, "params.match: no round is under way")
    return match.rounds[-1]


def state_of(asked: OfState, matches: Matches) -> State[Any]:
    """The state that a request is about, all open; it is the caller's own."""
    game = GAMES[asked.game]
    if asked.position is not None:
        fields = parts("position", asked.position, game.position)
        with located("position"):
            return game.read_position(fields)
    assert asked.match is not None
    with matches.seen(asked.game, asked.match) as match:
        return under_way(match).copy()


def view_of(asked: OfSeat, matches: Matches) -> View[Any]:
    """What the seat knows that a request is about."""
    game = GAMES[asked.game]
    if asked.match is not None:
        with matches.seen(asked.game, asked.match) as match:
            return game.view(under_way(match))
    assert asked.view is not None
    if asked.question is None and isinstance(asked.view, str):
        with located("view"):
            return game.parse_view(asked.view)
    questions = {question.name: question for question in game.questions}
    if asked.question not in questions:
        raise Failure(
            BAD_PARAMS,
            f"params.question: {shown(asked.question)}: expected one of {', '.join(questions)}",
        )
    question = questions[asked.question]
    fields = parts("view", asked.view, (question.subject, *question.fields))
    with located("view"):
        return game.read_view(question.name, fields)


def parts(place: str, given: str | Mapping[str, str], fields: tuple[Field, ...]) -> dict[str, str]:
    """Texts by the names of fields; a text alone is that of the first."""
    texts = {fields[0].name: given} if isinstance(given, str) else dict(given)
    names = [field.name for field in fields]
    for name in texts:
        if name not in names:
            raise Failure(BAD_PARAMS, f"params.{place}: {shown(name)}: expected {', '.join(names)}")
    if names[0] not in texts:
        raise Failure(BAD_PARAMS, f"params.{place}: {names[0]}: missing")
    return texts
