"""The examples handed to the project, and the way between our objects and the judge's tuples.

Random objects are made from a seed, so that a failing example can be repeated by hand.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.round import Move

Example = dict[str, Any]
EXAMPLES: Final[dict[str, list[Example]]] = json.loads(
    (Path(__file__).parent / "data" / "examples.json").read_text("utf-8")
)
RULES: Final = (ft.Rules.source(), ft.Rules.tournament())


def to_pair(domino: ft.Domino) -> judge.Domino:
    return domino.high, domino.low


def to_pairs(dominoes: Iterable[ft.Domino]) -> list[judge.Domino]:
    return [to_pair(domino) for domino in dominoes]


def of_pair(pair: judge.Domino) -> ft.Domino:
    return ft.Domino(*pair)


def dominoes(*texts: str) -> list[ft.Domino]:
    return [ft.Domino.parse(word) for text in texts for word in text.split()]


def deal_of(hands: Sequence[Iterable[str]]) -> ft.Deal:
    north, east, south, west = (ft.Hand(map(ft.Domino.parse, hand)) for hand in hands)
    return ft.Deal((north, east, south, west))


def ending_of(example: Example) -> ft.Position:
    """The position of an example of `endings`: points taken before, the trick pushed."""
    hands = [list(hand) for hand in example["hands"]]
    for place, domino in enumerate(example["trick"]):
        hands[(example["leader"] + place) % 4].append(domino)
    position = ft.Position(
        deal_of(hands),
        trump=ft.Trump.parse(example["trump"]),
        leader=ft.SEATS[example["leader"]],
        points=(example["taken"]["NS"], example["taken"]["EW"]),
    )
    position.play(dominoes(*example["trick"]))
    return position


def random_move(round: ft.Round, random: ft.Random) -> Move:
    """Any legal move; in the auction a pass half of the time."""
    if round.phase == "bid" and random.below(2):
        return ft.PASS
    return random.choice(round.legal)


def random_round(seed: int, rules: ft.Rules, moves: int) -> ft.Round:
    """A round after so many random moves, or less if it is over before."""
    random = ft.Random(seed)
    score = (random.below(rules.target), random.below(rules.target))
    auction = ft.Auction(rules, ft.SEATS[random.below(4)])
    round = ft.Round(ft.Deal.draw(random), auction, score)
    while moves and not round.finished:
        round.push(random_move(round, random))
        moves -= 1
    return round


def random_deal(random: ft.Random, size: int) -> ft.Deal:
    """So many dominoes a hand, any four hands as likely as others."""
    dominoes = list(ft.DOMINOES)
    random.shuffle(dominoes)
    hands = [ft.Hand(dominoes[seat * size : (seat + 1) * size]) for seat in range(4)]
    return ft.Deal((hands[0], hands[1], hands[2], hands[3]))


def random_ending(seed: int, size: int, plays: int) -> ft.Position:
    """A position that began with `size` dominoes a hand, after so many random plays."""
    random = ft.Random(seed)
    deal = random_deal(random, size)
    ours = random.below(43 - deal.points)
    theirs = random.below(43 - deal.points - ours)
    position = ft.Position(
        deal, trump=random.choice(ft.TRUMPS), leader=random.choice(ft.SEATS), points=(ours, theirs)
    )
    while plays and not position.finished:
        position.push(random.choice(position.legal))
        plays -= 1
    return position


seeds: Final = st.integers(0, 2**64 - 1)
rounds: Final = st.builds(random_round, seeds, st.sampled_from(RULES), st.integers(0, 33))
"""Rounds in every phase, under both presets."""
endings: Final = st.integers(0, 7).flatmap(
    lambda size: st.builds(random_ending, seeds, st.just(size), st.integers(0, 4 * size))
)
"""Positions of every size, also in the middle of a trick or finished."""
