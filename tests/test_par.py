"""Par against plain minimax over all complete auctions, by hand, and against every deviation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games.forty_two.game import FORTY_TWO
from fortytwo.solver.par import best_course
from golden import EXAMPLES, deal_of, seeds
from shell import run

Values = Sequence[Sequence[int]]
"""What the declarer's side takes, by trump and declarer, as in `ft.table`."""
Result = tuple[tuple[int, int], tuple[int, int], tuple[ft.Call, ...], ft.Trump | None]
"""What NS and EW write down, what they take, the calls, and the trump."""

DEAL = ft.Deal.random(seed=0)
RULES = (
    ft.Rules.source(),
    ft.Rules.tournament(),
    ft.Rules.tournament(opening_max_marks=7, overcall_step=2),
    ft.Rules.tournament(scoring="points"),
    ft.Rules.source(scoring="marks", declarations="pips_doubles"),
    ft.Rules.tournament(nello=True, sevens=True, nello_min_marks=2, nello_doubles="low"),
)


@dataclass
class Told:
    """A solver that is told the values, so that any table can be tried in no time."""

    values: Values

    def final(self, position: ft.Position) -> tuple[int, int]:
        taken = self.values[position.trump][position.leader]
        return (taken, 42 - taken) if position.leader.side == 0 else (42 - taken, taken)


def told(values: Values) -> ft.Solver:
    return cast(ft.Solver, Told(values))


def constant(value: int) -> Values:
    return [[value] * 4] * len(ft.Trump)


def random_values(seed: int) -> Values:
    """Values from somewhere up to 42; where all are high, bids compete and tie."""
    random = ft.Random(seed)
    least = random.below(42)
    return [[least + random.below(43 - least) for _ in range(4)] for _ in ft.Trump]


def lead(result: Result, side: int) -> int:
    return result[0][side] - result[0][1 - side]


def best_of_all(
    rules: ft.Rules, first: int, values: Values, calls: tuple[ft.Call, ...] = ()
) -> Result:
    """Plain minimax: every complete auction, nothing pruned or remembered."""
    if len(calls) < 4:
        side = (first + len(calls)) % 2
        results = [
            best_of_all(rules, first, values, (*calls, call)) for call in rules.legal_calls(calls)
        ]
        return max(results, key=lambda result: lead(result, side))
    bid = max(calls)
    if bid == 0:
        return (0, 0), (0, 0), calls, None
    declarer = (first + calls.index(bid)) % 4
    side = declarer % 2
    results = []
    for trump in rules.declarable(bid):
        taken = values[trump][declarer]
        points = (taken, 42 - taken) if side == 0 else (42 - taken, taken)
        results.append((rules.record(side, bid, points), points, calls, trump))
    return max(results, key=lambda result: (lead(result, side), result[1][side]))


def result_of(par: ft.Par) -> Result:
    trump = None if par.contract is None else par.contract.trump
    return par.recorded, par.points, par.auction.calls, trump


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_par_is_that_of_all_complete_auctions(rules: ft.Rules, seed: int) -> None:
    values, first = random_values(seed), ft.SEATS[seed % 4]
    par = ft.par(DEAL, rules, first, told(values))
    assert result_of(par) == best_of_all(rules, first, values)


@pytest.mark.parametrize("rules", RULES[:2], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_par_of_a_deal_is_that_of_its_table(rules: ft.Rules, seed: int) -> None:
    deal, first = ft.Deal.random(seed), ft.SEATS[seed % 4]
    par = ft.par(deal, rules, first)
    assert result_of(par) == best_of_all(rules, first, ft.table(deal).tolist())
    if par.contract is not None:
        declarer, trump, bid = par.contract.declarer, par.contract.trump, par.contract.bid
        assert par.auction.won == (declarer, bid)
        assert par.points[declarer.side] == ft.table(deal)[trump, declarer]


@pytest.mark.parametrize(
    ("rules", "first", "calls", "recorded"),
    [
        # N and S both take all, first of all in blanks; E and W take 41 in ones. If S calls last,
        # 30 will do; if W does, S must leave it no bid that it makes; for marks partners raise.
        ("source", "W", "P P P 30", (42, 0)),
        ("source", "N", "P P 41 P", (42, 0)),
        ("tournament", "N", "2M P 3M P", (3, 0)),
    ],
)
def test_par_by_hand(rules: str, first: str, calls: str, recorded: tuple[int, int]) -> None:
    (example,) = (example for example in EXAMPLES["deals"] if example["id"] == "XD04")
    par = ft.par(deal_of(example["hands"]), ft.Rules.parse(rules), ft.Seat.parse(first))
    assert str(par.auction) == f"{first}:{calls}"
    assert par.auction.won is not None
    assert par.contract == ft.Contract(ft.Trump.BLANKS, *par.auction.won)
    assert (par.points, par.recorded) == ((42, 0), recorded)


@given(seeds, st.sampled_from(RULES), st.sampled_from(ft.SEATS))
@settings(max_examples=25)
def test_no_side_gains_by_another_move(seed: int, rules: ft.Rules, first: ft.Seat) -> None:
    solver = told(random_values(seed))
    round = ft.Round(DEAL, ft.Auction(rules, first))
    par = best_course(round, solver)
    for move in par.moves:
        assert round.turn is not None
        side = round.turn.side
        for other in round.legal:
            round.push(other)
            found = best_course(round, solver).recorded
            round.pop()
            assert found[side] - found[side.other] <= par.recorded[side] - par.recorded[side.other]
        round.push(move)
        assert best_course(round, solver).recorded == par.recorded


@given(seeds, st.sampled_from(RULES), st.sampled_from(ft.SEATS))
def test_nobody_is_set_on_purpose(seed: int, rules: ft.Rules, first: ft.Seat) -> None:
    par = ft.par(DEAL, rules, first, told(random_values(seed)))
    assert par.contract is None or par.contract.shortfall(par.points) == 0


def test_all_pass_if_nobody_makes_a_bid() -> None:
    par = ft.par(DEAL, solver=told(constant(29)))
    assert par == ft.Par(ft.Auction.parse("P P P P"), None, (0, 0), (0, 0))


def test_among_equals_a_seat_passes_bids_little_and_declares_what_takes_most() -> None:
    values = [[30] * 4, [35] * 4, [35] * 4, *constant(0)[3:]]
    par = ft.par(DEAL, ft.Rules.tournament(), ft.Seat.E, told(values))
    # All four could make 35, so the first of them must bid it at once.
    assert str(par.auction) == "E:35 P P P"
    assert par.contract == ft.Contract(ft.Trump.ONES, ft.Seat.E, ft.Call(35))
    assert par.recorded == (0, 1)


class Mild(ft.Rules):
    """A bid that is set costs no more than five points."""

    def record(self, declaring_side: int, bid: ft.Call, points: tuple[int, int]) -> tuple[int, int]:
        if points[declaring_side] >= bid.need:
            return super().record(declaring_side, bid, points)
        return (0, 5) if declaring_side == 0 else (5, 0)


def test_who_must_bid_may_be_set() -> None:
    par = ft.par(DEAL, ft.Rules.source(forced_bid=30), ft.Seat.S, told(constant(28)))
    assert str(par.auction) == "S:P P P 30"
    assert par.contract == ft.Contract(ft.Trump.BLANKS, ft.Seat.E, ft.Call(30))
    assert par.contract.shortfall(par.points) == 2
    assert (par.points, par.recorded) == ((14, 28), (44, 0))


def test_a_sacrifice_is_par_where_it_is_cheap() -> None:
    ns_only = [[40, 10, 40, 10]] * 9
    par = ft.par(DEAL, Mild.source(), ft.Seat.N, told(ns_only))
    assert str(par.auction) == "N:P P 30 31"
    assert par.contract is not None
    assert par.contract.shortfall(par.points) == 21
    assert par.recorded == (5, 0)
    par = ft.par(DEAL, Mild.source(), ft.Seat.E, told(ns_only))
    assert str(par.auction) == "E:P P 40 P"  # N, who calls last, makes 40 but no more


@pytest.mark.parametrize(
    ("auction", "trump", "rules", "points", "expected"),
    [
        ("N:P 31 P P", "fives", "tournament", (9, 33),
         "E bids 31 in fives, makes 33: EW +1 mark. Calls: N P, E 31, S P, W P."),
        ("E:2M P P P", "sixes", "tournament", (2, 40),
         "E bids 2M in sixes, goes set by 2: NS +2 marks. Calls: E 2M, S P, W P, N P."),
        ("S:30 31 P P", "ones", "source", (10, 32),
         "W bids 31 in ones, makes 32: NS +10, EW +32 points. Calls: S 30, W 31, N P, E P."),
        ("N:P P P P", "", "source", (0, 0),
         "all pass, nothing is written down. Calls: N P, E P, S P, W P."),
    ],
)  # fmt: skip
def test_par_in_words(
    auction: str, trump: str, rules: str, points: tuple[int, int], expected: str
) -> None:
    round = ft.Round(DEAL, ft.Auction.parse(auction, ft.Rules.parse(rules)))
    if trump:
        round.push(ft.Trump.parse(trump))
    assert FORTY_TWO.bidding is not None
    assert FORTY_TWO.bidding.account(round, points) == expected


def test_par_needs_a_full_deal() -> None:
    with pytest.raises(ft.ImpossiblePositionError, match="an auction needs all 28"):
        ft.par(deal_of([["6-6"], ["5-5"], ["4-4"], ["3-3"]]))


def test_the_command_line_says_what_par_says() -> None:
    for seed in range(4):
        deal = ft.Deal.random(seed)
        for rules in (ft.Rules.source(), ft.Rules.tournament()):
            told = run("par", str(deal), "--rules", str(rules)).stdout
            assert told == f"Par: {ft.par(deal, rules)}\n"
