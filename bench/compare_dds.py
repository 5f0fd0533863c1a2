"""Our value of every lead against bridge's open solver: `python bench/compare_dds.py`.

Both have 28 pieces in four hands, seven tricks and a random trump: here a full deal of forty-two
and one of the nine declarations, there seven cards a hand out of 52 and one of the four suits,
with DDS through the package `endplay` (`pip install '.[bench]'`). Both answer what every card of
the seat on lead brings. Deals alternate, so that both meet the same machine; each is one call
from Python. Of theirs the call into C is timed by itself too, without what `endplay` makes of its
answer; ours is not spared that. How many threads DDS uses is the processor time of all threads
over that of the one that calls.
"""

from __future__ import annotations

from importlib.metadata import version
from statistics import median
from time import perf_counter, process_time, thread_time

import click
from endplay._dds import SolveBoard, futureTricks
from endplay.dds.solve import SolvedBoard, SolveMode
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
    target, solutions = SolveMode.Default.target_solutions()
    ours, theirs, bare = [], [], []
    by_all = by_one = 0.0
    for _ in range(deals):
        position, ending = random_position(random), random_ending(random)
        start = perf_counter()
        points = solver.analyse(position)
        ours.append(perf_counter() - start)
        all_before, one_before, start = process_time(), thread_time(), perf_counter()
        answer = futureTricks()
        SolveBoard(ending._data, target, solutions, 1, answer, 0)  # as solve_board does
        bare.append(perf_counter() - start)
        by_all += process_time() - all_before
        by_one += thread_time() - one_before
        tricks = list(SolvedBoard(answer))
        theirs.append(perf_counter() - start)
        assert len(points) == len(tricks) == 7
        assert all(ns + ew == 42 for ns, ew in points.values())
        assert all(0 <= taken <= 7 for _, taken in tricks)
    print(f"every lead of {deals} deals, milliseconds a deal: mean, median")
    rows = {
        "fortytwo": ours,
        f"DDS in endplay {version('endplay')}": theirs,
        "DDS, the bare call": bare,
    }
    for name, times in rows.items():
        print(f"{name:24} {1e3 * sum(times) / deals:6.3f} {1e3 * median(times):6.3f}")
    print(f"ratio of the means: {sum(ours) / sum(theirs):.2f}")
    print(f"ratio to the bare call: {sum(ours) / sum(bare):.2f}")
    print(f"threads that DDS uses: {by_all / by_one:.1f}")


if __name__ == "__main__":
    compare()
