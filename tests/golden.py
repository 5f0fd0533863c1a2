"""The examples handed to the project, and the way between our objects and the judge's tuples.

Random objects are made from a seed, so that a failing example can be repeated by hand.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.choices import CHOICES, PRESETS
from fortytwo.engine.games.forty_two.round import Move
from fortytwo.engine.games.forty_two.trump import SWEEPS
from fortytwo.engine.options import Choice

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


def random_rules(random: ft.Random, preset: str | None = None) -> ft.Rules:
    """Some options changed, as far as they go together."""
    names = list(CHOICES)
    random.shuffle(names)
    rules = ft.Rules.preset(preset or random.choice(list(PRESETS)))
    for name in names[: 1 + random.below(len(names))]:
        value: Any = random.choice(CHOICES[name].values)
        if name == "target":
            value = 1 + random.below(20 if rules.scoring == "marks" else 300)
        with suppress(ft.OptionError):
            rules = replace(rules, **{name: value})
    return rules


def options_of(rules: ft.Rules) -> dict[str, Any]:
    """The options as the judge knows them."""
    return {name: getattr(rules, name) for name in judge.SOURCE}


def needed(name: str, choices: Mapping[str, Choice] = CHOICES) -> dict[str, Any]:
    """Other options with which one has an effect."""
    found: dict[str, Any] = {}
    for other, value in choices[name].needs[:1]:
        found |= {**needed(other, choices), other: value}
    return found


def said(call: Move) -> int | str:
    """A call as the judge knows it."""
    assert isinstance(call, ft.Call)
    return int(call) if call >= 0 else str(call)


def random_move(round: ft.Round, random: ft.Random) -> Move:
    """Any legal move; in the auction a pass half of the time, on lead now and then a claim."""
    if ft.PASS in round.legal and round.phase == "bid" and random.below(2):
        return ft.PASS
    on_lead = round.position is not None and not round.position.trick
    if round.rules.claims and on_lead and random.below(8) == 0:
        return ft.CLAIM
    return random.choice(round.legal)


def conceded(view: ft.View) -> bool:
    """A referee whom every claim convinces."""
    return view.claim is not None


def random_score(random: ft.Random, rules: ft.Rules) -> tuple[int, int]:
    """A score of a match under way; where points can be lost, often below 0."""
    debt = 100 if rules.sinks else 0
    ours, theirs = (random.below(rules.target + debt) - debt for _ in ft.Side)
    return ours, theirs


def random_round(seed: int, rules: ft.Rules, moves: int) -> ft.Round:
    """A round after so many random moves, or less if it is over before."""
    random = ft.Random(seed)
    auction = ft.Auction(rules, ft.SEATS[random.below(4)])
    round = ft.Round(ft.Deal.draw(random), auction, random_score(random, rules))
    while moves and not round.finished:
        round.push(random_move(round, random))
        moves -= 1
    return round


def random_sweep(seed: int, plays: int) -> ft.Round:
    """A round of nello or sevens after so many random plays, or less if it is over before."""
    random = ft.Random(seed)
    names = ("nello_doubles", "sevens_ties")
    options: dict[str, Any] = {name: random.choice(CHOICES[name].values) for name in names}
    rules = ft.Rules.tournament(nello=True, sevens=True, **options)
    auction = ft.Auction(rules, random.choice(ft.SEATS), (ft.Call(84), *[ft.PASS] * 3))
    round = ft.Round(ft.Deal.draw(random), auction)
    round.push(random.choice(round.legal[-2:]))
    while plays and not round.finished:
        round.push(random_move(round, random))
        plays -= 1
    return round


def random_match(seed: int, rules: ft.Rules, steps: int) -> ft.Match:
    """A match after so many random steps, or less if it is over before, or nobody gets ahead.

    Any claim is taken for proved.
    """
    random = ft.Random(seed)
    match = ft.Match(rules, random.choice((None, *ft.SEATS)), conceded)
    while steps:
        if match.round is not None and not match.round.finished:
            match.push(random_move(match.round, random))
        elif match.finished or match.idle >= 20:
            break
        else:
            match.deal(random)
        steps -= 1
    return match


def random_deal(random: ft.Random, size: int) -> ft.Deal:
    """So many dominoes a hand, any four hands as likely as others."""
    dominoes = list(ft.DOMINOES)
    random.shuffle(dominoes)
    hands = [ft.Hand(dominoes[seat * size : (seat + 1) * size]) for seat in range(4)]
    return ft.Deal((hands[0], hands[1], hands[2], hands[3]))


def random_contract(random: ft.Random, trumps: Sequence[ft.Trump]) -> ft.Contract:
    """Any seat declares one of these."""
    return ft.Contract(random.choice(trumps), random.choice(ft.SEATS))


def random_leader(random: ft.Random, contract: ft.Contract) -> ft.Seat:
    """Any seat that plays."""
    return random.choice([seat for seat in ft.SEATS if seat is not contract.idle])


def random_ending(
    seed: int, size: int, plays: int, trumps: Sequence[ft.Trump] = ft.TRUMPS
) -> ft.Position:
    """A position that began with `size` dominoes a hand, after so many random plays."""
    random = ft.Random(seed)
    deal = random_deal(random, size)
    ours = random.below(43 - deal.points)
    theirs = random.below(43 - deal.points - ours)
    contract = random_contract(random, trumps)
    leader = contract.declarer
    if contract.is_sweep:
        leader = random_leader(random, contract)
        taken = min(ours, 42 - 6 * size)
        ours, theirs = (0, taken) if contract.declarer.side else (taken, 0)
    position = ft.Position(deal, contract, leader, (ours, theirs))
    while plays and not position.finished:
        position.push(random.choice(position.legal))
        plays -= 1
    return position


seeds: Final = st.integers(0, 2**64 - 1)
tables: Final = st.one_of(
    st.sampled_from(RULES), st.builds(lambda seed: random_rules(ft.Random(seed)), seeds)
)
"""Rules of presets, and any others."""
sweeps: Final = st.builds(random_sweep, seeds, st.integers(0, 27))
"""Rounds of nello and sevens, played or over."""
rounds: Final = st.one_of(
    st.builds(random_round, seeds, tables, st.integers(0, 33)),
    sweeps,
)
"""Rounds in every phase, under all kinds of rules."""
endings: Final = st.integers(0, 7).flatmap(
    lambda size: st.builds(
        random_ending,
        seeds,
        st.just(size),
        st.integers(0, 4 * size),
        st.sampled_from([ft.TRUMPS, SWEEPS]),
    )
)
"""Positions of every size, also in the middle of a trick or finished."""
