"""The command with which somebody plays a match."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ...engine.errors import OptionError
from ...engine.game import Game
from ...solver.advisor import LEVELS
from ..arguments import field_option, seed_option, taken_fields
from ..saved import Setting, load
from ..screen import Screen
from ..session import Session


def game_command(game: Game) -> click.Command:
    """`game`: a match at the terminal, with advisors at the other seats."""

    def answer(resume: Path | None, file: Path | None, **values: Any) -> None:
        fields = taken_fields(game.terms, values)
        given = {name: value for name, value in values.items() if value is not None}
        screen = Screen()
        if resume is None:
            terms = game.read_terms(fields)
            known: Mapping[str, Any] = {}
            match = terms.match()
            about = ", ".join(f"{field.name} {terms.texts[field.name]}" for field in game.terms)
        else:
            refuse_terms(game)
            match, known = load(resume, game)
            about = f"the match in {resume.name} goes on"
        usual = {"seat": game.seats[match.seats // 2], "level": "fast"}
        setting = Setting(**{"seed": secrets.randbits(32), **usual, **known, **given})
        if game.seats.index(setting.seat) >= match.seats:
            expected = ", ".join(game.seats[: match.seats])
            raise OptionError(f"seat {setting.seat}: expected one of {expected}")
        if file is not None and file != resume and file.exists():
            raise OptionError(
                f"{file}: there is such a file already; go on with --resume, or name another"
            )
        session = Session(game, match, setting, screen, file)
        session.keep()
        introduce(game, setting, screen, about)
        try:
            session.play()
        except KeyboardInterrupt:
            session.file = file or unused(setting.seed)
            screen.say("Interrupted.")
            say_where(session)
            raise
        say_where(session)

    return click.Command(
        "game",
        help="Play a match, with advisors at the other seats.",
        callback=answer,
        params=[
            click.Option(
                ["--seat"],
                type=click.Choice(game.seats, case_sensitive=False),
                help="Where you sit; opposite the first seat if not said.",
            ),
            *map(field_option, game.terms),
            click.Option(
                ["--level"],
                type=click.Choice(list(LEVELS)),
                help="How long the others think, and who gives hints; fast if not said.",
            ),
            seed_option("Which deals; others each time if not given.", default=None),
            click.Option(
                ["--resume"],
                type=click.Path(dir_okay=False, path_type=Path),
                help="Go on with the match in this file, or with a record of one.",
            ),
            click.Option(
                ["--save", "file"],
                type=click.Path(dir_okay=False, path_type=Path),
                help="Keep the match in this file, move by move.",
            ),
        ],
        epilog="In the game, help lists what can be typed.",
    )


def refuse_terms(game: Game) -> None:
    """Refuse terms that are typed for a match that has its own."""
    context = click.get_current_context()
    for field in game.terms:
        if context.get_parameter_source(f"field_{field.name}") is ParameterSource.COMMANDLINE:
            raise OptionError(f"{field.name}: a match that is resumed has its own")


def introduce(game: Game, setting: Setting, screen: Screen, about: str) -> None:
    """Say what is played, who sits where, and how to get help."""
    own = game.seats.index(setting.seat)
    partners = [
        seat
        for number, seat in enumerate(game.seats)
        if number != own and game.side_of(number) == game.side_of(own)
    ]
    screen.say(f"{game.name.capitalize()}: {about}; level {setting.level}, seed {setting.seed}.")
    screen.say(
        f"You are {setting.seat}"
        + (f", your partner is {' and '.join(partners)}" if partners else "")
        + ". Type help for all that you can do, quit to leave."
    )


def say_where(session: Session) -> None:
    """Keep the match, and say where; or that it is not kept."""
    session.keep()
    if session.file is None:
        session.screen.say("The match is not kept; --save FILE would.")
    else:
        session.screen.say(f"The match is kept in {session.file}")


def unused(seed: int) -> Path:
    """A file that is not there yet, for a match that has none."""
    names = (f"game-{seed}{f'-{number}' if number else ''}.txt" for number in count())
    return next(path for path in map(Path, names) if not path.exists())
