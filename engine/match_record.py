"""Records of matches that are rounds of moves: text for people, JSON for programs.

    game: NAME
    rules: source

    deal: …
    moves: … … …
    score: 13 0

    now: deal

Every round has its deal and its moves, a finished one the score of the match after it. `now` says
what comes next. It is written last, so that nothing can be cut off unnoticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .errors import NotationError, located, shown
from .match import Rounds
from .moves import moves_made

HEAD: Final = ("game", "rules")
ROUND: Final = ("deal", "moves", "score")
NOW: Final = "now"


@dataclass(frozen=True)
class Texts:
    """How the parts of a game's matches are read and named.

    Args:
        game: the name of the game.
        sides: the names of the sides.
        begin: a new match under rules read from a text.
        read_deal: a deal for the next round of a match.
        read_move: a move in the round under way.
    """

    game: str
    sides: Sequence[str]
    begin: Callable[[str], Rounds[Any, Any]]
    read_deal: Callable[[Rounds[Any, Any], str], Any]
    read_move: Callable[[Rounds[Any, Any], str], Any]


Line = tuple[str, str, str]
"""Where something stands, its name, and its text."""


def match_record(texts: Texts, match: Rounds[Any, Any]) -> str:
    """The record of a match so far, as text."""
    parts = [
        _lines(_head(texts, match)),
        *map(_lines, _rounds(match)),
        f"{NOW}: {now(texts, match)}",
    ]
    return "\n\n".join(parts) + "\n"


def match_as_json(texts: Texts, match: Rounds[Any, Any]) -> str:
    """The same as an object of JSON."""
    rounds = list(_rounds(match))
    return json.dumps({**_head(texts, match), "rounds": rounds, NOW: now(texts, match)})


def read_match(texts: Texts, text: str) -> Rounds[Any, Any]:
    """The match that a record leads to, each step checked; JSON begins with a brace.

    Raises:
        FortyTwoError: names the place, and says what is wrong.
    """
    lines = list(_of_json(text) if text.lstrip().startswith("{") else _of_text(text))
    for name in HEAD:
        if not lines or lines[0][1] != name:
            place, found, _ = lines[0] if lines else ("the record", "nothing", "")
            raise NotationError(f"{place}: {shown(found)}: expected {name!r}")
        place, _, value = lines.pop(0)
        with located(place):
            if name == "rules":
                match = texts.begin(value)
            elif value != texts.game:
                raise NotationError(f"{shown(value)}: expected {texts.game!r}")
    ended = False
    last = "the record"
    for place, name, value in lines:
        last = place
        with located(place):
            if ended:
                raise NotationError(f"{shown(name)}: expected nothing after {NOW!r}")
            ended = name == NOW
            _take(texts, match, name, value)
    if not ended:
        raise NotationError(f"{last}: the record is cut off: it must end with {NOW!r}")
    return match


def _take(texts: Texts, match: Rounds[Any, Any], name: str, value: str) -> None:
    """Let a line happen in a match, or see that it agrees."""
    if name == "deal":
        match.begin(texts.read_deal(match, value))
    elif name == "moves" and match.round is not None and not moves_made(match.round):
        for number, word in enumerate(value.split(), 1):
            with located(f"move {number}"):
                match.push(texts.read_move(match, word))
    elif name == "score" and match.round is not None and match.round.finished:
        agree(value, " ".join(map(str, match.score)))
    elif name == NOW:
        agree(value, now(texts, match))
    else:
        expected = ", ".join((*ROUND, NOW))
        raise NotationError(f"{shown(name)}: expected one of {expected}, in this order")


def agree(value: str, expected: str) -> None:
    """Refuse a text that is not the one expected."""
    if value != expected:
        raise NotationError(f"{shown(value)} does not agree with {expected!r}")


def now(texts: Texts, match: Rounds[Any, Any]) -> str:
    """What comes next: `deal`, whose move it is, or who has won."""
    if winners := [texts.sides[winner] for winner in match.winners]:
        return f"{' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} won"
    round = match.round
    return "deal" if round is None or round.finished else f"turn {texts.sides[round.side]}"


def _head(texts: Texts, match: Rounds[Any, Any]) -> dict[str, str]:
    return {"game": texts.game, "rules": str(match.rules)}


def _rounds(match: Rounds[Any, Any]) -> Iterator[dict[str, str]]:
    scores = iter(match.scores[1:])
    for round in match.rounds:
        found = {"deal": str(round.deal), "moves": " ".join(map(str, moves_made(round)))}
        if round.finished:
            found["score"] = " ".join(map(str, next(scores)))
        yield found


def _lines(fields: dict[str, str]) -> str:
    return "\n".join(f"{name}: {text}".rstrip() for name, text in fields.items())


def _of_text(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            name, colon, value = line.partition(":")
            if not colon:
                raise NotationError(f"line {number}: {shown(line)}: expected a name and a colon")
            yield f"line {number}", name.strip(), value.strip()


def _of_json(text: str) -> Iterator[Line]:
    try:
        fields: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"no JSON: {error}") from None
    rounds = fields.pop("rounds", None)
    end = fields.pop(NOW, None)
    if not isinstance(rounds, list) or not all(isinstance(one, dict) for one in rounds):
        raise NotationError("rounds: expected a list of objects")
    for number, part in enumerate((fields, *rounds, {NOW: end})):
        place = "" if number in (0, len(rounds) + 1) else f"round {number}: "
        for name, value in part.items():
            if not isinstance(value, str):
                raise NotationError(f"{place}{shown(name)}: expected a text")
            yield f"{place}{name}", name, value
