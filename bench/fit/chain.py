"""From nothing to the file: games, numbers fitted to them, better games, better numbers.

The advisor that plays the games goes by numbers as well: in the first generation it knows
nothing of the others, in each later one what was fitted to the games before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

import fortytwo as ft

from . import sections
from .numbers import NEUTRAL, Numbers, in_use
from .selfplay import Game, played

ORDER: Final = (
    "made",
    "worths",
    "lengths",
    "choice",
    "make",
    "table",
    "margin",
    "calls",
    "outcomes",
    "policy",
)
"""The sections of the file."""
RULES: Final = ft.Rules.source(), ft.Rules.tournament()
"""The presets by which whole deals are played."""
Play = Callable[[str, Numbers, int], list[Game]]
"""Plays a kind of games by some numbers, so many of them."""


@dataclass(frozen=True)
class Plan:
    """How much is played, and how.

    Args:
        tables: how many deals are solved for every leader and trump.
        contracts: how many contracts are played in each generation.
        deals: how many whole deals by each preset of the rules.
        generations: how often all but the tables is played and fitted.
        worlds: how many worlds the advisor solves at each move.
        seed: which deals, and what happens by chance.
    """

    tables: int
    contracts: int
    deals: int
    generations: int
    worlds: int
    seed: int

    @property
    def facts(self) -> dict[str, object]:
        """What the file says of how it was made."""
        options = " ".join(f"--{name} {value}" for name, value in asdict(self).items())
        return {"command": f"python -m bench.fit make LOGS {options}", **asdict(self)}


def make(plan: Plan, logs: Path, jobs: int | None = None) -> Numbers:
    """Make all numbers anew.

    Args:
        plan: how much is played.
        logs: a folder that keeps what was played, to be gone on with.
        jobs: how many processes share the work, by default one a processor.
    """

    def play(generation: int, kind: str, numbers: Numbers, games: int) -> list[Game]:
        log = logs / f"{kind}-{generation}.jsonl"
        return played(kind, numbers, games, log, worlds=plan.worlds, seed=plan.seed, jobs=jobs)

    logs.mkdir(parents=True, exist_ok=True)
    numbers: Numbers = {**NEUTRAL, **sections.strength(play(0, "tables", NEUTRAL, plan.tables))}
    for generation in range(1, plan.generations + 1):
        numbers = _generation(plan, numbers, partial(play, generation), jobs)
    found = {**numbers, "made": plan.facts}
    return {name: found[name] for name in ORDER}


def _generation(plan: Plan, numbers: Numbers, play: Play, jobs: int | None) -> Numbers:
    """Numbers from games of an advisor that goes by those given."""
    games = play("contracts", numbers, plan.contracts)
    with in_use(numbers):
        found = {
            "policy": sections.policy(games),
            "choice": sections.choice(games),
            "make": sections.make(games),
        }
    numbers = {**numbers, **found}
    # Before there are any calls: what contracts hold, and what the book would call.
    numbers = _with_promises(numbers, games, dict.fromkeys(RULES, games), jobs)
    deals = {rules: play(rules.name, numbers, plan.deals) for rules in RULES}
    games = games + [deal for some in deals.values() for deal in some if "bid" in deal]
    outcomes = {rules.scoring: sections.outcomes(some) for rules, some in deals.items()}
    return _with_promises({**numbers, "outcomes": outcomes}, games, deals, jobs)


def _with_promises(
    numbers: Numbers,
    games: list[Game],
    auctions: Mapping[ft.Rules, list[Game]],
    jobs: int | None,
) -> Numbers:
    """Numbers, with what is fitted to hands by `make`: what promises hold, and what calls tell.

    Args:
        numbers: all others.
        games: what was declared and played.
        auctions: deals by the rules of their calls.
        jobs: how many processes share the work.
    """
    # Bids won in an auction are made less often than others that look as good: of many, the seat
    # that hopes too much wins.
    bidden = [deal for some in auctions.values() for deal in some if "bid" in deal]
    with in_use(numbers):
        found = {
            "table": sections.table(bidden),
            "margin": sections.margin(games, jobs),
            "calls": sections.calls(auctions),
        }
    return {**numbers, **found}
