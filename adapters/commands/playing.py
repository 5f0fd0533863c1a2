"""Commands that deal, and let players meet."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from ...engine._random import Random
from ...engine.errors import OptionError
from ...engine.game import Game
from ...solver.arena import Standing, play
from ...solver.contest import CONTRACTS, MATCHES, Contest
from ..arguments import field_option, json_option, seed_option, taken_fields
from ..match_report import contest_as_json, print_contest, score
from ..players import kinds_of, player_of
from ..terminal import complain, print_json


def deal_command(game: Game) -> click.Command:
    """`deal`: random deals, in the notation that the other commands read."""

    def answer(
        number: int,
        seed: int | None,
        as_json: bool,
        given: tuple[str, ...] = (),
        **values: Any,
    ) -> None:
        terms = taken_fields(game.dealt_by, values)
        chosen = secrets.randbits(32) if seed is None else seed
        random = Random(chosen)
        for index in range(number):
            deal = game.deal(random, given, terms)
            if as_json:
                print_json({"deal": deal, "seed": chosen, "number": index + 1})
            else:
                print(deal)
        if seed is None:
            complain(f"seed {chosen}")

    return click.Command(
        "deal",
        help="Deal at random, each deal as likely as any other that agrees with what is given.",
        callback=answer,
        params=[
            click.Option(
                ["-n", "number"],
                type=click.IntRange(1),
                default=1,
                show_default=True,
                help="How many deals.",
            ),
            seed_option("Which deals; another one each time if not given.", default=None),
            *given_options(game),
            *map(field_option, game.dealt_by),
            json_option(),
        ],
    )


def given_options(game: Game) -> Iterator[click.Option]:
    """The option that says what a deal is to contain, if the game has one."""
    if game.dealing is not None:
        yield click.Option(
            [f"--{game.dealing.name}", "given"],
            multiple=True,
            metavar=f"'{game.dealing.example}'",
            help=f"{game.dealing.help}.",
        )


def contract_options(game: Game) -> Iterator[click.Option]:
    """The options for single contracts, if the game has them."""
    if game.bidding is not None:
        yield field_option(game.bidding.undertaking)
        yield click.Option(
            ["--contracts"],
            is_flag=True,
            help="Play single deals without an auction, instead of matches.",
        )


def match_command(game: Game) -> click.Command:
    """`match`: two players against each other."""
    undertaking = () if game.bidding is None else (game.bidding.undertaking,)

    def answer(
        player: str,
        opponent: str,
        pairs: int,
        seed: int,
        jobs: int | None,
        log: Path | None,
        as_json: bool,
        contracts: bool = False,
        **values: Any,
    ) -> None:
        given = taken_fields((*game.terms, *undertaking), values)
        for field in undertaking:
            if field.name in given and not contracts:
                raise OptionError(f"{field.name}: only --contracts have one")
        make = partial(player_of, game.name)
        one, other = (make(name).name for name in (player, opponent))
        kind = CONTRACTS if contracts else MATCHES
        contest = Contest(game, kind, game.read_terms(given), (one, other), seed)
        standing = Standing()
        note = partial(score, contest, standing)
        try:
            play(contest, make, pairs, standing, jobs=jobs, log=log, note=note)
        finally:  # also when stopped: what has been played counts
            if as_json and standing.paired.pairs:
                print_json(contest_as_json(contest, standing))
            elif standing.paired.pairs:
                print_contest(contest, standing)

    kinds = ", ".join(f"{kind.form} ({kind.about})" for kind in kinds_of(game.name).values())
    return click.Command(
        "match",
        help="Let two players meet, every deal played from both sides.",
        callback=answer,
        params=[
            click.Argument(["player"]),
            click.Argument(["opponent"]),
            click.Option(
                ["--pairs"],
                type=click.IntRange(1),
                default=100,
                show_default=True,
                help="How many pairs of matches or contracts.",
            ),
            *map(field_option, game.terms),
            *contract_options(game),
            seed_option("Which deals, and what players do by chance.", default=0),
            click.Option(
                ["--jobs"],
                type=click.IntRange(1, 1024),
                help="How many processes share the work; one a processor if not said.",
            ),
            click.Option(
                ["--log"],
                type=click.Path(dir_okay=False, path_type=Path),
                help="Keep the pairs played in this file, and go on from those in it.",
            ),
            json_option(),
        ],
        epilog=f"PLAYER, OPPONENT: each one of {kinds}.",
    )
