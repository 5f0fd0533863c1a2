"""Deals of forty-two as programs that learn meet them, under all kinds of rules."""

from collections.abc import Iterator
from typing import Final

import fortytwo as ft
from fortytwo.adapters.episodes import Episode
from fortytwo.adapters.games.forty_two.encoding import FortyTwoEncoding
from golden import random_rules, random_sweep

RULES: Final = (
    "source",
    "tournament",
    "lechner_hall nello=true nello_doubles=low sevens=true opening_max_marks=7",
    "tournament plunge=true splash=true plunge_leader=caller stop_when_decided=true forced_bid=30",
    "source small_end_opening=true set_penalty=minus_bid made_big_bid=bid bid_ladder=marks",
)
"""As text, so that every kind of move and score occurs."""


def random_episode(seed: int) -> Episode:
    """A deal before its first call, under any rules."""
    random = ft.Random(seed)
    known = ft.Rules.parse(random.choice(RULES))
    rules = random.choice((known, random_rules(random)))
    return Episode.random(FortyTwoEncoding(rules), random)


def course(seed: int) -> Iterator[Episode]:
    """A deal under any rules, after each of its random moves.

    Every third is the last that is legal, where what is rare has its numbers.
    """
    random, episode = ft.Random(seed), random_episode(seed)
    yield episode
    while not episode.finished:
        legal = episode.legal
        episode.push(legal[-1] if random.below(3) == 0 else random.choice(legal))
        yield episode


def sweep(seed: int) -> Iterator[Episode]:
    """A deal of nello or sevens, after each of its random plays."""
    random, round = ft.Random(seed), random_sweep(seed, 0)
    episode = Episode(FortyTwoEncoding(round.rules))
    episode.state = round
    yield episode
    while not episode.finished:
        episode.push(random.choice(episode.legal))
        yield episode
