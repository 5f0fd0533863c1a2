"""What is told to somebody who plays: what is known of hidden hands, and what plays have cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..engine._trick_position import TrickPosition
from ..engine.errors import counted
from ..engine.game import Game
from ..engine.state import State
from ..engine.view import View
from ..solver.trace import TracedPlay, trace_plays
from .reports import SOON, course, turn, verdict


def known(view: View[Any], tricks: TrickPosition[Any] | None) -> Iterator[str]:
    """What a seat knows of the hands that it does not see.

    Args:
        view: what it knows.
        tricks: the trick game under way, for what pieces are worth in it.
    """
    words, unseen = view.words, view.unseen
    hidden = unseen.pieces & ~words.gone
    out = [number for number in range(hidden.bit_length()) if hidden >> number & 1]
    yield f"Still out: {' '.join(words.pieces[number] for number in reversed(out))}"
    if tricks is not None:
        table = tricks.table
        nothing = table.value(())
        worth = {n: table.value((table.faces[n],)) - nothing for n in reversed(out)}
        points = [f"{words.pieces[n]} ({value})" for n, value in worth.items() if value]
        if points:
            yield f"Of these with points: {', '.join(points)}"
    voids = {name: kinds for name, kinds in zip(words.places, words.voids, strict=True) if kinds}
    for place, size in (words.holds or dict(zip(words.places, unseen.sizes, strict=True))).items():
        lacking = f", no {' and no '.join(voids[place])}" if place in voids else ""
        yield f"{place} holds {size}{lacking}."


def review(game: Game, state: State[Any], seat: int) -> Iterator[str]:
    """What a seat's plays in a finished deal have cost, and what was better, all hands open."""
    yield "The hands were"
    yield from game.hands(state)
    if state.tricks is None or not state.tricks.plays:
        return
    trace = trace_plays(state, node_limit=SOON)
    goal = game.goal(state)
    if goal is None or not goal.is_all:
        yield course(game, state, trace)
    if goal is not None:
        yield verdict(goal, state, trace)
        for play in trace.turns(goal.side, goal.need):
            yield turn(game, goal, play)
        if goal.is_all:
            return
    costly = [play for play in trace.plays if play.seat == seat and play.cost]
    for play in costly:
        yield _cost(game, play)
    if trace.plays and not costly:
        yield "No play of yours has cost a point, all hands open."


def _cost(game: Game, play: TracedPlay[Any]) -> str:
    side = play.side
    best = [str(move) for move, points in play.better.items() if points[side] == play.before[side]]
    return (
        f"Trick {play.trick}: your {play.move} has cost "
        f"{counted(play.cost, 'point')}; better was {' or '.join(best)}."
    )
