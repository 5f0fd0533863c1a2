"""What was found, as JSON by documented keys for programs and as text for people."""

from __future__ import annotations

from typing import Any

from ..engine.game import Game, Question
from ..solver.advisor import Suggestion
from .terminal import print_table


def named(game: Game, points: tuple[int, ...]) -> dict[str, int]:
    """Points by the names of the sides."""
    return dict(zip(game.sides, points, strict=True))


def advice_as_json(question: Question, suggestion: Suggestion[Any]) -> dict[str, object]:
    """Advice by documented keys."""
    table: dict[str, Any] = {}
    for label, estimate in suggestion.estimates.items():
        values = {"p": round(estimate.p, 6), "error": round(estimate.error, 6)}
        if len(label) == 1:
            values["points"] = round(estimate.points, 3)
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
        "reason": suggestion.reason,
        "note": suggestion.note,
    }


def print_advice(question: Question, suggestion: Suggestion[Any]) -> None:
    """Advice for people."""
    print(f"{question.answer.capitalize()}: {suggestion.text}")
    print(suggestion.reason)
    estimates = suggestion.estimates
    if not estimates:
        return
    if len(next(iter(estimates))) == 1:
        print_table(
            [question.answer, question.heading, "points"],
            [
                [label[0], str(e), f"{e.points:.1f}"]
                for label, e in sorted(
                    estimates.items(), key=lambda item: (-item[1].p, -item[1].points)
                )
            ],
        )
    else:
        columns = list(dict.fromkeys(label[0] for label in estimates))
        rows = list(dict.fromkeys(label[1] for label in estimates))
        print_table(
            [question.heading, *columns],
            [
                [
                    row,
                    *(str(estimates[column, row]) for column in columns),
                ]
                for row in rows
            ],
        )
    if not suggestion.complete:
        print(f"The time limit allowed {suggestion.worlds} worlds.")
    print(suggestion.note)
