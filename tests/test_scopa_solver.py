"""Exact values of Scopa against plain minimax, and what they cost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

import pytest

import fortytwo as ft
import scopa_judge as judge
from fortytwo.engine.games.scopa.moves import parse_move
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import Rules
from fortytwo.solver._core_search import CoreSearch
from scopa_rounds import (
    SOURCE,
    STANDARD,
    followers_of,
    judged,
    random_round,
    random_rules,
    rest_of,
    said,
)

ENDINGS: Final = int(os.environ.get("FORTYTWO_ENDINGS", "240"))


def random_ending(random: ft.Random) -> Round:
    """An ending of any phase, small enough for plain minimax."""
    rules = random_rules(random)
    most = 7 if rules.capture == "obligatory" else 4
    round = random_round(random, rules, 1 + random.below(most))
    if rules.capture == "on_demand" and random.below(2) and not round.finished:
        round.push(random.choice(round.legal))
    return round


@pytest.mark.parametrize("part", range(4))
def test_values_equal_minimax(part: int) -> None:
    random = ft.Random(200 + part)
    for number in range(ENDINGS // 4):
        round = random_ending(random)
        value = judge.minimax(judged(round))
        solution = ft.solve(round)
        assert solution.points == (value, -value), repr(round)
        rest = round.copy()
        for move in solution.line:
            rest.push(move)
        assert rest.finished
        assert rest.points == (value, -value)
        for search in (CoreSearch(1, 2), ft.AlphaBeta(0), ft.AlphaBeta(1, 2)):
            expected = -value if search.side else value
            if number % 4 == 0 or isinstance(search, CoreSearch):
                assert search.bounds(round) == (expected, expected), repr(round)


def test_every_move_equals_minimax() -> None:
    """One search for all moves: what it remembers of one is right for the others."""
    random = ft.Random(210)
    for _ in range(ENDINGS // 8):
        round = random_ending(random)
        known: dict[object, int] = {}
        for move, (value, _) in ft.analyse(round).items():
            after = round.copy()
            after.push(move)
            assert judge.minimax(judged(after), known) == value, repr(after)


def test_one_search_for_a_deal_and_all_that_may_become_of_it() -> None:
    """States of one deal that are equal to the search have equal values, however they came about.

    The last two hands of 3 cards, so that some cards have become dull and others have not.
    """
    random = ft.Random(220)
    for _ in range(max(3, ENDINGS // 60)):
        start = random_round(random, STANDARD, 12)
        search = CoreSearch(0)
        for _ in range(30):
            round = start.copy()
            for _ in range(5 + random.below(7)):
                round.push(random.choice(round.legal))
            value = judge.minimax(judged(round))
            assert search.bounds(round) == (value, value), repr(round)


def shaken(random: ft.Random, state: judge.Round) -> judge.Round:
    """An ending much like another: cards have changed places, or what came before is different."""
    found = state.copy()
    places = [*found.hands, found.table, *found.piles]
    for _ in range(1 + random.below(3)):
        one, other = random.choice(places), random.choice(places)
        alike = random.below(3)  # a value, a suit, or nothing in common
        pairs = [
            (a, b) for a in sorted(one) for b in sorted(other) if alike == 2 or a[alike] == b[alike]
        ]
        if one is not other and pairs:
            swapped = set(random.choice(pairs))
            one ^= swapped
            other ^= swapped
    if random.below(4) == 0 and min(map(len, found.piles)) > 3:
        giver, taker = random.choice([(0, 1), (1, 0)])
        card = random.choice(sorted(found.piles[giver]))
        found.piles[giver].remove(card)
        found.piles[taker].add(card)
    if random.below(4) == 0:
        found.last = random.below(2)
    if random.below(4) == 0 and len(found.hands[0]) == len(found.hands[1]):
        found.turn = random.below(2)
    return found


def brought(state: judge.Round, rules: Rules) -> Round:
    """The same round before the engine."""
    ours, theirs = (" ".join(sorted(hand)) or "-" for hand in state.hands)
    table = " ".join(sorted(state.table)) or "-"
    piles = " / ".join(" ".join(sorted(pile)) or "-" for pile in state.piles)
    sweeps = " ".join(map(str, state.sweeps))
    assert state.last is not None
    turns = f"{'AB'[state.turn]} ; {'AB'[state.last]}"
    return Round.parse(f"{ours} / {theirs} ; {table} ; {piles} ; {sweeps} ; {turns}", rules)


@pytest.mark.parametrize(("capture", "left"), [("obligatory", 4), ("on_demand", 2)])
def test_states_with_one_key_have_one_rest(capture: str, left: int) -> None:
    """Value to go, and so the least that can still come, are equal wherever keys are."""
    random = ft.Random(225)
    rules = Rules.preset("source", capture=capture)
    known: dict[object, tuple[int, str]] = {}
    values: dict[object, int] = {}
    shared = 0
    for _ in range(max(10, ENDINGS // 12)):
        round = random_round(random, rules, 1 + random.below(left))
        while round.offered is not None:
            round.pop()
        if min(map(len, round.taken.piles)) < 3:
            continue
        referee = judged(round)
        for _ in range(30):
            referee = shaken(random, referee)
            round = brought(referee, rules)
            for move in (None, random.choice(round.legal), random.choice(round.legal)):
                after, state = round.copy(), referee.copy()
                if move is not None:
                    after.push(move)
                    state.play(said(move))
                rest = judge.minimax(state, values) - after.bounds(0)[0]
                other, text = known.setdefault(after.key, (rest, str(after)))
                assert rest == other, f"{after} and {text}"
                shared += text != str(after)
    assert shared > ENDINGS // 4


def ending_of(held: str, theirs: str, table: str, ours: str) -> Round:
    """An ending in which A is to play and B, who captured last, has all that is not seen."""
    rest = rest_of(f"{held} {theirs} {table} {ours}")
    return Round.parse(f"{held} / {theirs} ; {table} ; {ours} / {rest} ; 0 0 ; A ; B")


FIVES: Final = "7♥ 7♦ 7♣ J♠ A♥ 4♥ A♦ 4♦ A♣ 4♣ 3♣ J♣ Q♣ K♣ 2♣ J♦ Q♦"
SEVENS: Final = "2♥ 3♥ 4♥ 5♥ 6♥ J♥ 7♦ 6♦ 7♠ 6♠ 6♣"
LOW: Final = "7♥ 4♥ 5♥ 6♥ A♥ 7♣ 6♣ J♠"


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        # A's primiera is 71 against 75; 5♠ makes it 78.
        (("5♦", "5♣", "5♠ 3♦ 2♦", FIVES), ("5♦", "5♠", "5♣ 3♦ 2♦", FIVES), 2),
        # Only the seven of hearts is worth a point; primiera and hearts are A's.
        (("7♥", "7♣", "4♦ 3♦ 5♠ 2♠", SEVENS), ("7♣", "7♥", "4♦ 3♦ 5♠ 2♠", SEVENS), 2),
        # With 5♠ A's primiera is 72 or, as B has 5♦, 71; B's is 71.
        (("5♣", "K♦", "5♠", f"{LOW} 5♦"), ("5♣", "K♦", "5♠", f"{LOW} 4♦"), 1),
    ],
)
def test_what_matters_is_in_the_key(
    one: tuple[str, str, str, str], other: tuple[str, str, str, str], apart: int
) -> None:
    first, second = ending_of(*one), ending_of(*other)
    assert judge.minimax(judged(first)) - judge.minimax(judged(second)) == apart
    assert first.key != second.key


def test_what_does_not_matter_is_not_in_the_key() -> None:
    """Fives that raise nobody's primiera change places; and hearts, which are B's already."""
    first = ending_of("5♦", "5♣", "5♠ 3♦ 2♦", FIVES)
    assert ending_of("5♣", "5♦", "5♠ 3♦ 2♦", FIVES).key == first.key
    assert ending_of("5♦", "5♣", "5♠ 3♦ 2♦", FIVES.replace("3♣", "3♥")).key == first.key
    assert ending_of("5♦", "5♣", "5♠ 3♦ 2♦", FIVES.replace("3♣", "3♠")).key != first.key


def lines(round: Round) -> Iterator[int]:
    """What all lines of play come to."""
    if round.finished:
        yield round.points[0]
    for after in followers_of(round):
        yield from lines(after)


def test_bounds_hold_whatever_is_played() -> None:
    random = ft.Random(230)
    for _ in range(ENDINGS // 4):
        round = random_round(random, random_rules(random, capture="obligatory"), 5)
        ends = list(lines(round))
        low, high = round.bounds(0)
        assert low <= min(ends)
        assert max(ends) <= high


def test_sweep_after_sweep() -> None:
    """Bounds allow for as many as there are: A has every category, and sweeps with each card."""
    pile = " ".join(c for c in judge.PACK if c[0] not in "2345")
    rest = " ".join(c for c in judge.PACK if c[0] in "345" and c[1] in "♣♠")
    hands = "2♥ 3♥ 4♥ 5♥ / 3♦ 4♦ 5♦ 2♣"
    round = Round.parse(f"{hands} ; 2♦ ; {pile} / {rest} 2♠ ; 0 0 ; A ; B")
    line = "2♥:2♦ 3♦ 3♥:3♦ 4♦ 4♥:4♦ 5♦ 5♥:5♦ 2♣"
    for move in map(parse_move, line.split()):
        assert round.bounds(0)[1] == 8
        round.push(move)
    assert round.points == (8, -8)
    assert round.taken.sweeps == (4, 0)


def test_sweep_after_sweep_with_a_hand_dealt_in_between() -> None:
    hands, later = "2♥ / 3♦", "3♥ A♥ 7♥ / 4♦ 2♣ J♦"
    pile = rest_of(f"{hands} {later} 2♦")
    round = Round.parse(f"{hands} ; 2♦ ; {pile} / - ; 0 0 ; A ; A ; {later}", STANDARD)
    line = "2♥:2♦ 3♦ 3♥:3♦ 4♦ A♥ 2♣ 7♥:4♦+A♥+2♣ J♦"
    for move in map(parse_move, line.split()):
        assert round.bounds(0)[1] == 7
        round.push(move)
    assert round.points == (7, -7)
    assert round.taken.sweeps == (3, 0)


@pytest.mark.parametrize("limit", [1, 30, 300, 3000])
def test_limits_give_true_bounds(limit: int) -> None:
    random = ft.Random(240)
    met = 0
    for _ in range(10):
        round = random_round(random, SOURCE, 12)
        value = ft.solve(round).points
        bounds = ft.solve(round, node_limit=limit)
        assert bounds.nodes <= limit + 1 or bounds.exact
        assert all(
            low <= one <= high
            for low, one, high in zip(bounds.low, value, bounds.high, strict=True)
        )
        met += not bounds.exact
    assert met > 0 or limit == 3000


def test_a_time_limit_gives_true_bounds() -> None:
    round = random_round(ft.Random(1), SOURCE, 24)
    bounds = ft.solve(round, time_limit=0.001)
    assert not bounds.exact
    assert bounds.low[0] <= ft.solve(round).points[0] <= bounds.high[0]


CEILINGS: Final[dict[str, tuple[Rules, int, int, int]]] = {
    "the last hand": (SOURCE, 12, 100, 2_600),
    "the last two hands": (SOURCE, 24, 4, 100_000),
    "a whole round of hands of three": (STANDARD, 36, 10, 20_000),
}
"""By what is left to play: the rules, so many cards, so many rounds, and the most nodes of each on
average."""


@pytest.mark.parametrize("name", CEILINGS)
def test_nodes_stay_under_their_ceilings(name: str) -> None:
    rules, left, rounds, ceiling = CEILINGS[name]
    random, search = ft.Random(1), CoreSearch(0)
    for _ in range(rounds):
        search.bounds(random_round(random, rules, left))
    assert search.nodes / rounds < ceiling
