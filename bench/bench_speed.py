"""How fast the engine is: `python -m pytest bench/bench_speed.py`, a row per job.

Every answer is checked as far as that is cheap. Times are of this machine at this moment; node
counts, which repeat, are guarded by the tests.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.solver.advisor import LEVELS

HAND = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"


def full_deal(random: ft.Random) -> ft.Position:
    return ft.Position(ft.Deal.draw(random), trump=random.choice(ft.TRUMPS), leader=ft.Seat.N)


class Masked(ft.Position):
    """Does not say that it is a trick game, so that the general search must do all by itself."""

    tricks = None


def test_general_search_of_an_ending_of_six_tricks(benchmark: Any) -> None:
    """Forty endings, each with a random trump and an empty memory, are one round."""
    random = ft.Random(1)
    endings = []
    for _ in range(40):
        position = full_deal(random)
        for _ in range(4):
            position.push(random.choice(position.legal))
        endings.append(Masked.parse(str(position)))

    def value_all() -> int:
        searches = [ft.AlphaBeta(ft.Side.NS) for _ in endings]
        for search, ending in zip(searches, endings, strict=True):
            low, high = search.bounds(ending)
            assert low == high
        return sum(search.nodes for search in searches)

    benchmark.extra_info["nodes"] = benchmark.pedantic(value_all, rounds=5)


@pytest.mark.parametrize("preset", ["source", "tournament"])
def test_par_of_a_deal(benchmark: Any, preset: str) -> None:
    random, rules = ft.Random(1), ft.Rules.parse(preset)

    def setup() -> tuple[tuple[ft.Deal, ft.Rules], dict[str, Any]]:
        return (ft.Deal.draw(random), rules), {}

    par = benchmark.pedantic(ft.par, setup=setup, rounds=50)
    assert par.auction.finished


@pytest.mark.parametrize("level", LEVELS)
def test_bid(benchmark: Any, level: str) -> None:
    view = ft.View.parse(f"N:{HAND} ; rules tournament")
    suggestion = benchmark.pedantic(ft.suggest_bid, (view,), {"level": level}, rounds=3)
    assert suggestion.worlds == LEVELS[level].worlds


@pytest.mark.parametrize("level", LEVELS)
def test_first_lead(benchmark: Any, level: str) -> None:
    view = ft.View.parse(f"N:{HAND} ; declarer N ; bid 31 ; trump sixes")
    suggestion = benchmark.pedantic(ft.suggest_play, (view,), {"level": level}, rounds=3)
    assert suggestion.worlds == LEVELS[level].easy


@pytest.mark.parametrize("level", ["instant", "fast", "normal"])
def test_plays_after_the_first(benchmark: Any, level: str) -> None:
    """All choices but the first lead in five deals of self-play are one round."""
    views = []
    random = ft.Random(1)
    for _ in range(5):
        round = ft.Round(ft.Deal.draw(random), ft.Outcome(ft.Seat.N, ft.Call(30)))
        round.push(ft.Trump.SIXES)
        while not round.finished:
            if len(round.legal) > 1 and round.plays:
                views.append(ft.View.of(round))
            round.push(random.choice(round.legal))

    def advise() -> int:
        return sum(ft.suggest_play(view, level=level).move in view.holding for view in views)

    assert benchmark.pedantic(advise, rounds=1) == len(views)


def test_thousand_random_deals_to_the_end(benchmark: Any) -> None:
    """Through the Python API, play by play: a thousand deals are one round."""

    def play() -> int:
        random = ft.Random(1)
        points = 0
        for _ in range(1000):
            position = full_deal(random)
            while not position.finished:
                position.push(random.choice(position.legal))
            points += sum(position.points)
        return points

    assert benchmark.pedantic(play, rounds=5) == 42_000


def test_import(benchmark: Any) -> None:
    """A whole process that imports the package, against one that does nothing below."""
    benchmark.pedantic(
        subprocess.run, ([sys.executable, "-c", "import fortytwo"],), {"check": True}, rounds=5
    )


def test_no_import(benchmark: Any) -> None:
    benchmark.pedantic(subprocess.run, ([sys.executable, "-c", ""],), {"check": True}, rounds=5)
