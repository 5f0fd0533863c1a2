"""What was found, as JSON by documented keys for programs and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from ..engine.errors import counted
from ..engine.game import Game, Goal, Question
from ..engine.state import State
from ..solver.advice import Suggestion
from ..solver.claim import Claim
from ..solver.exact import LIMIT, Solution
from ..solver.max_n import Course
from ..solver.trace import Points, Trace, TracedPlay
from .terminal import print_table

SOON: Final = 3_000_000
"""Tricks that take more nodes to solve, some tenths of a second, are not traced."""
HINDSIGHT: Final = "Costs are those of hindsight: they take all players to see all hands."
OUTLOOK: Final = {
    (True, True): "still can",
    (True, False): "no longer can",
    (False, True): "now can",
    (False, False): "still cannot",
}
"""Whether a goal can be reached: at the start, and now."""


MADE: Final = {
    True: "{side} makes {need}.",
    False: "{side} does not make {need}.",
    None: "It is not known whether {side} makes {need}.",
}
"""Whether a side ends with the points it needs, in words."""
Plays = Sequence[tuple[Sequence[Any], Solution[Any]]]
"""Groups of equal plays, and what each brings."""


def sides_of(game: Game, points: Sequence[object]) -> tuple[str, ...]:
    """The names of the sides that have these points."""
    return game.sides[: len(points)]


def named(game: Game, points: tuple[int, ...]) -> dict[str, int]:
    """Points by the names of the sides."""
    return dict(zip(sides_of(game, points), points, strict=True))


def advice_as_json(question: Question, suggestion: Suggestion[Any]) -> dict[str, object]:
    """Advice by documented keys."""
    table: dict[str, Any] = {}
    for label, estimate in suggestion.estimates.items():
        values = {"p": round(estimate.p, 6), "error": round(estimate.error, 6)}
        if len(label) == 1:
            values["points"] = round(estimate.points, 3)
        if estimate.safe is not None:
            values["safe"] = round(estimate.safe, 6)
        place = table
        for heading in label[:-1]:
            place = place.setdefault(heading, {})
        place[label[-1]] = values
    counted_on = None if suggestion.via is None else str(suggestion.via)
    via = {question.via: counted_on} if question.via else {}
    return {
        question.answer: suggestion.text,
        **via,
        question.table: table,
        "worlds": suggestion.worlds,
        "seed": suggestion.seed,
        "exhaustive": suggestion.exhaustive,
        "complete": suggestion.complete,
        "effective": round(suggestion.effective, 1),
        "reason": suggestion.reason,
        "explanation": _rounded(asdict(suggestion.explanation)),
        "note": suggestion.note,
    }


def _rounded(value: Any) -> Any:
    """The same with short numbers."""
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def print_advice(question: Question, suggestion: Suggestion[Any]) -> None:
    """Advice for people."""
    print(f"{question.answer.capitalize()}: {suggestion.text}")
    print(suggestion.reason)
    estimates = suggestion.estimates
    if not estimates:
        return
    if len(next(iter(estimates))) == 1:
        rows = sorted(estimates.items(), key=lambda item: (-item[1].p, -item[1].points))
        columns = {
            question.answer: [label[0] for label, _ in rows],
            question.heading: [str(e) for _, e in rows],
            "points": [f"{e.points:z.1f}" for _, e in rows],
        }
        if any(e.safe is not None for _, e in rows):
            columns["% safe"] = ["" if e.safe is None else f"{100 * e.safe:.0f}" for _, e in rows]
        print_table(list(columns), list(zip(*columns.values(), strict=True)))
    else:
        headings = list(dict.fromkeys(label[0] for label in estimates))
        calls = list(dict.fromkeys(label[1] for label in estimates))
        print_table(
            [question.heading, *headings],
            [[call, *(str(estimates.get((one, call), "")) for one in headings)] for call in calls],
        )
    if not suggestion.complete:
        print(f"The time limit allowed {counted(suggestion.worlds, 'world')}.")
    print(suggestion.note)


def claim_as_json(question: Question, found: Claim[Any]) -> dict[str, object]:
    """What came of a claim by documented keys."""
    return {
        "status": found.status,
        "need": found.need,
        question.answer: None if found.move is None else str(found.move),
        "world": None if found.counter is None else str(found.counter),
        "line": list(map(str, found.line)),
        "nodes": found.nodes,
    }


def print_claim(found: Claim[Any]) -> None:
    """What came of a claim for people."""
    if found.status == "proven":
        print(f"Proven: {found.move} begins a plan that brings {found.need} in every world.")
    elif found.status == "refuted":
        print(
            f"Refuted: no plan brings {found.need} in every world. A world and a line against it:"
        )
        print(found.counter)
        print("Line: " + " ".join(map(str, found.line)))
    else:
        print(f"Unproven: {found.nodes:,} plays gave neither a plan nor a world against it.")


def solution_as_json(
    game: Game,
    state: State[Any],
    solution: Solution[Any],
    plays: Plays,
    need: int | None,
    each: Course[Any] | None,
) -> dict[str, object]:
    """What best play brings, by documented keys."""
    by_move = {move: (group, one) for group, one in plays for move in group}
    found: dict[str, object] = {
        "points": named(game, solution.points) if solution.exact else None,
        "low": named(game, solution.low),
        "high": named(game, solution.high),
        "exact": solution.exact,
        "plays": {str(move): play_as_json(game, move, *by_move[move]) for move in state.legal},
        "line": list(map(str, solution.line)),
    }
    if need is not None:
        found["made"] = solution.reaches(game.principal(state), need)
    if each is not None:
        final = each.final
        found["each"] = {
            "points": None if final is None else named(game, final),
            "line": list(map(str, each.line)),
        }
    return found


def play_as_json(
    game: Game, move: Any, group: Sequence[Any], solution: Solution[Any]
) -> dict[str, object]:
    """What a play brings: points, or else bounds; and the plays that are equal to it."""
    found: dict[str, object] = dict.fromkeys(sides_of(game, solution.low))
    if solution.exact:
        found |= named(game, solution.points)
    else:
        found |= {"low": named(game, solution.low), "high": named(game, solution.high)}
    return found | {"equal": [str(other) for other in group if other != move]}


def print_solution(
    game: Game,
    state: State[Any],
    solution: Solution[Any],
    plays: Plays,
    need: int | None,
    each: Course[Any] | None,
) -> None:
    """What best play brings, for people."""
    limit = "" if solution.exact else f": {LIMIT}"
    print(f"{by_best_play(solution.ranges)} {told(game, solution.ranges)}{limit}.")
    if need is not None:
        side = game.principal(state)
        print(MADE[solution.reaches(side, need)].format(side=game.sides[side], need=need))
    if solution.line:
        print("Line: " + " ".join(map(str, solution.line)))
    if each is not None:
        end = f": {LIMIT}" if each.final is None else f" {told(game, each.final)}"
        print(f"Each for itself{end}.")
        if each.line:
            print("Line: " + " ".join(map(str, each.line)))
    if plays:
        side = state.side
        print_table(
            ["move", *sides_of(game, state.points)],
            [
                [" = ".join(map(str, group)), *one.ranges]
                for group, one in sorted(
                    plays, key=lambda play: (-play[1].low[side], -play[1].high[side])
                )
            ],
        )


def trace_as_json(game: Game, state: State[Any], trace: Trace[Any]) -> dict[str, object]:
    """A trace by documented keys."""
    goal = game.goal(state)
    return {
        "start": named(game, trace.start),
        "end": named(game, trace.end),
        "finished": state.finished,
        "costs": named(game, trace.costs),
        "goal": goal
        and {
            "name": goal.name,
            "side": game.sides[goal.side],
            "need": goal.need,
            "makeable": trace.start[goal.side] >= goal.need,
            "made": _outcome(state, trace)[goal.side] >= goal.need,
            "turns": [play.number for play in trace.turns(goal.side, goal.need)],
        },
        "plays": [
            {
                "number": play.number,
                "seat": game.seats[play.seat],
                "play": str(play.move),
                "before": named(game, play.before),
                "after": named(game, play.after),
                "cost": play.cost,
                "better": {str(move): named(game, points) for move, points in play.better.items()},
            }
            for play in trace.plays
        ],
        "note": HINDSIGHT,
    }


def print_trace(game: Game, state: State[Any], trace: Trace[Any]) -> None:
    """A trace for people."""
    print(course(game, state, trace))
    print(f"Given away: {told(game, trace.costs)}.")
    goal = game.goal(state)
    if goal is not None:
        print(verdict(goal, state, trace))
        for play in trace.turns(goal.side, goal.need):
            print(turn(game, goal, play))
    print_table(
        ["trick", "seat", "play", *sides_of(game, state.points), "cost", "better"],
        [
            [
                str(play.trick),
                game.seats[play.seat],
                str(play.move),
                *map(str, play.after),
                str(play.cost or ""),
                ", ".join(ranked(play.better)),
            ]
            for play in trace.plays
        ],
        texts=("seat", "play", "better"),
    )
    print(HINDSIGHT)


def by_best_play(points: Sequence[object]) -> str:
    """How sides come by the points that are told of them."""
    return "With best play" if len(points) == 2 else "Against all others"


def told(game: Game, points: Sequence[object]) -> str:
    """Points, or what is known of them, as people say them."""
    return ", ".join(
        f"{side} {said}" for side, said in zip(sides_of(game, points), points, strict=True)
    )


def course(game: Game, state: State[Any], trace: Trace[Any]) -> str:
    """What best play would have brought, and what the play did, or will if it stays the best."""
    came = "as played" if trace.end == state.points else "from here"
    begun = by_best_play(trace.start)
    if trace.plays and trace.plays[0].number > 1:
        begun = f"From trick {trace.plays[0].trick} on {begun[0].lower()}{begun[1:]}"
    return f"{begun} {told(game, trace.start)}; {came} {told(game, trace.end)}."


def _outcome(state: State[Any], trace: Trace[Any]) -> tuple[int, ...]:
    """What counts: how a game has ended, or how it will. It may end before all is played."""
    return state.points if state.finished else trace.end


def verdict(goal: Goal, state: State[Any], trace: Trace[Any]) -> str:
    """Whether best play would have reached the goal, and whether it was reached."""
    ends = trace.start, _outcome(state, trace)
    makeable, made = (points[goal.side] >= goal.need for points in ends)
    could = "could be made" if makeable else "could not be made"
    result = "was made" if made else "was set"
    outcome = result if state.finished else OUTLOOK[makeable, made]
    link = "and" if makeable == made else "but"
    return f"{goal.name} {could} with best play by all, {link} {outcome}."


def turn(game: Game, goal: Goal, play: TracedPlay[Any]) -> str:
    """How a play gave the goal away, or let it be reached, and what would not have."""
    own = play.side == goal.side
    *others, last = [
        str(move) for move, points in play.better.items() if (points[goal.side] >= goal.need) == own
    ]
    what, instead = ("gave it away", "kept it") if own else ("let it be made", "set it")
    return (
        f"Trick {play.trick}: {game.seats[play.seat]} {what} with {play.move}; "
        f"{', '.join(others)}{' or ' if others else ''}{last} would have {instead}."
    )


def ranked(better: dict[Any, Points]) -> Iterator[str]:
    """Moves by what they bring, those that bring the same together."""
    for points, moves in groupby(better, key=better.__getitem__):
        told = ("-" if len(points) == 2 else "/").join(map(str, points))
        yield f"{' '.join(map(str, moves))} {told}"
