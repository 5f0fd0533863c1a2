"""Our value of every lead against bridge's open solver: `python bench/compare_dds.py`.

Both have 28 pieces in four hands, seven tricks and a random trump: here a full deal of forty-two
and one of the nine declarations, there seven cards a hand out of 52 and one of the four suits,
with DDS through the package `endplay` (`pip install '.[bench]'`). Both answer what every card of
the seat on lead brings. Deals alternate, so that both meet the same machine; each is one call
from Python.
"""

from __future__ import annotations

from importlib.metadata import version
from statistics import median
from time import perf_counter

import click
from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

import fortytwo as ft

SUITS = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
RANKS = "AKQJT98765432"
CARDS = [(suit, rank) for suit in range(4) for rank in RANKS]


def random_ending(random: ft.Random) -> Deal:
    """Seven random cards a hand, a random trump suit, a random leader."""
    cards = list(CARDS)
    random.shuffle(cards)
    hands = [cards[seat * 7 : seat * 7 + 7] for seat in range(4)]
    texts = [
        ".".join("".join(r for r in RANKS if (suit, r) in hand) for suit in range(4))
        for hand in hands
    ]
    deal = Deal("N:" + " ".join(texts))
    deal.trump = random.choice(SUITS)
    deal.first = Player(random.below(4))
    return deal


def random_position(random: ft.Random) -> ft.Position:
    deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
    return ft.Position(deal, trump=trump, leader=random.choice(ft.SEATS))


@click.command()
@click.option("--deals", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def compare(deals: int, seed: int) -> None:
    """Solve as many deals of both games and print the ratio of the times."""
    random, solver = ft.Random(seed), ft.Solver()
    ours, theirs = [], []
    for _ in range(deals):
        position, ending = random_position(random), random_ending(random)
        start = perf_counter()
        points = solver.analyse(position)
        middle = perf_counter()
        tricks = list(solve_board(ending))
        end = perf_counter()
        ours.append(middle - start)
        theirs.append(end - middle)
        assert len(points) == len(tricks) == 7
        assert all(ns + ew == 42 for ns, ew in points.values())
        assert all(0 <= taken <= 7 for _, taken in tricks)
    print(f"every lead of {deals} deals, milliseconds a deal: mean, median")
    for name, times in (("fortytwo", ours), (f"DDS in endplay {version('endplay')}", theirs)):
        print(f"{name:24} {1e3 * sum(times) / deals:6.3f} {1e3 * median(times):6.3f}")
    print(f"ratio of the means: {sum(ours) / sum(theirs):.2f}")


if __name__ == "__main__":
    compare()
