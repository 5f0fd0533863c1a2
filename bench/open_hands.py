"""What double-dummy odds promise and what the advisor, in all four seats, then makes of them.

`python bench/open_hands.py --bid 42 --deals 500`: N declares the trump with the best odds; deals
whose odds are below 30 % are left out. A row per range of odds, and the optimism: what must be
taken off the log-odds to make what was achieved most likely, with its standard error.
"""

from __future__ import annotations

from collections import defaultdict
from math import exp, log

import click
from tqdm import tqdm

import fortytwo as ft


def play(deal: ft.Deal, bid: ft.Call, worlds: int, random: ft.Random) -> tuple[float, bool] | None:
    """The odds of the best trump, and whether the bid was made; None below 30 %."""
    round = ft.Round(deal, ft.Outcome(ft.Seat.N, bid, ft.Rules.tournament()))
    advice = ft.suggest(ft.View.of(round), worlds=60, seed=random.below(2**32))
    odds = max(estimate.p for estimate in advice.estimates.values())
    if odds < 0.3:
        return None
    round.push(advice.move)
    while not round.decided:
        move = round.legal[0]
        if len(round.legal) > 1:
            seed = random.below(2**32)
            move = ft.suggest(ft.View.of(round), worlds=worlds, seed=seed).move
        round.push(move)
    return odds, round.points[0] >= bid.need


def optimism(outcomes: list[tuple[float, bool]]) -> tuple[float, float]:
    """The shift of largest likelihood, by Newton's method, and its standard error."""
    shift = 0.0
    for _ in range(20):
        chances = []
        for odds, _made in outcomes:
            odds = min(max(odds, 0.01), 0.99)
            chances.append(1 / (1 + exp(shift - log(odds / (1 - odds)))))
        excess = sum(chances) - sum(made for _, made in outcomes)
        information = sum(chance * (1 - chance) for chance in chances)
        shift += excess / information
    return shift, information**-0.5


@click.command()
@click.option("--bid", default="30", show_default=True)
@click.option("--deals", default=500, show_default=True)
@click.option("--worlds", default=20, show_default=True, help="Worlds a play.")
@click.option("--seed", default=1, show_default=True)
def main(bid: str, deals: int, worlds: int, seed: int) -> None:
    """Compare promised and achieved."""
    random = ft.Random(seed)
    found = defaultdict(list)
    outcomes = []
    for _ in tqdm(range(deals), unit="deal"):
        outcome = play(ft.Deal.draw(random), ft.Call.parse(bid), worlds, random)
        if outcome is not None:
            found[min(9, int(10 * outcome[0]))].append(outcome)
            outcomes.append(outcome)
    print("odds %  deals  promised %  made %")
    for tenth in sorted(found):
        row = found[tenth]
        promised = 100 * sum(odds for odds, _ in row) / len(row)
        achieved = 100 * sum(made for _, made in row) / len(row)
        print(f"{10 * tenth:3}-{10 * tenth + 10:<3} {len(row):5} {promised:11.0f} {achieved:7.0f}")
    print("optimism {:.2f} ± {:.2f}".format(*optimism(outcomes)))


if __name__ == "__main__":
    main()
