"""Commands that say what a seat should do."""

from __future__ import annotations

from typing import Any

import click

from ...engine.game import Game, Question
from ...solver.advisor import LEVELS, suggest
from ...solver.claim import GOALS, NODES, claim
from ...solver.games.asked import ASKED, Asked
from ..arguments import Fields, command, seed_option, time_limit_option
from ..reports import advice_as_json, claim_as_json, print_advice, print_claim
from ..terminal import print_json


def question_command(game: Game, question: Question) -> click.Command:
    """`bid`, `trump`, `play`, …: advice on a view."""

    def answer(fields: Fields, as_json: bool, **limits: Any) -> None:
        view = game.read_view(question.name, fields)
        suggestion = suggest(view, progress=True, **limits)
        if as_json:
            print_json(advice_as_json(question, suggestion))
        else:
            print_advice(question, suggestion)

    return command(
        question.name,
        question.help,
        question.subject,
        question.fields,
        answer,
        click.Option(
            ["--level"],
            type=click.Choice(list(LEVELS)),
            default="normal",
            show_default=True,
            help="How long to think.",
        ),
        click.Option(
            ["--worlds"],
            type=click.IntRange(1, 1_000_000),
            help="How many worlds to solve, if not as many as the level says.",
        ),
        seed_option("Which worlds to draw.", default=0),
        time_limit_option("Begin no further world after this time."),
    )


def asked_commands(game: Game) -> list[click.Command]:
    """What else is asked of this game alone."""
    return [_asked_command(game, asked) for asked in ASKED.get(game.name, ())]


def _asked_command(game: Game, asked: Asked) -> click.Command:
    question = next(one for one in game.questions if one.name == asked.question)

    def answer(fields: Fields, as_json: bool) -> None:
        found = asked.answer(game.read_view(question.name, fields))
        if as_json:
            print_json(found.facts())
        else:
            print(found)

    return command(asked.name, asked.help, question.subject, question.fields, answer)


def claim_command(game: Game) -> click.Command | None:
    """`claim`: whether a seat can be sure of what is left, or of its contract."""
    question = game.claims
    if question is None:
        return None

    def answer(fields: Fields, as_json: bool, **limits: Any) -> None:
        found = claim(game.read_view(question.name, fields), **limits)
        if as_json:
            print_json(claim_as_json(question, found))
        else:
            print_claim(found)

    return command(
        "claim",
        "Whether one plan wins in every possible world, whatever the others play.",
        question.subject,
        question.fields,
        answer,
        click.Option(
            ["--goal"],
            type=click.Choice(GOALS),
            default=GOALS[0],
            show_default=True,
            help="What is claimed: all that is left, or what the contract needs.",
        ),
        click.Option(
            ["--node-limit"],
            type=click.IntRange(1),
            default=NODES,
            show_default=True,
            help="Give up after looking at so many plays.",
        ),
        time_limit_option("Give up after this time."),
    )
