"""The sections of the file, from the games that tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

import fortytwo as ft
from fortytwo.engine.dominoes import DOMINOES
from fortytwo.solver._policy import Habits, Policy
from fortytwo.solver.batch import solve_many
from fortytwo.solver.games.forty_two.appraisal import better, trumps_of
from fortytwo.solver.games.forty_two.beliefs import lowest
from fortytwo.solver.games.forty_two.book import call
from fortytwo.solver.games.forty_two.hands import log_odds, open_odds, points_over, strengths
from fortytwo.solver.weighing import TIE

from .numbers import rounded
from .regression import Array, cell_weights, linear, logistic, sharpness
from .selfplay import Game

WORTHS: Final = 2, 8, 3
"""By whether a domino is trump, how many not in the hand beat it, and its count in fives."""
LENGTHS: Final = 3, 8
"""By the kind of declaration and the number of trumps."""
KINDS: Final = {ft.Trump.DOUBLES: 1, ft.Trump.FOLLOW_ME: 2}
"""The kinds of declaration that are not a suit."""
RIDGE: Final = 20.0
NEAR: Final = 0.05
"""By so much must a play be worse, in worth, to be taken e times more seldom."""


# --- From tables: how strong hands are ----------------------------------------------------------


def strength(games: Sequence[Game]) -> dict[str, Any]:
    """What dominoes and numbers of trumps add to the points taken with all hands open."""
    hands = np.array([game["hands"] for game in games], np.uint64).ravel()
    points = np.array([game["points"] for game in games])  # deal, trump, seat
    rows = np.concatenate([features(hands, trump) for trump in ft.TRUMPS])
    values = points.transpose(1, 0, 2).ravel()
    weights = linear(rows, values, RIDGE)
    size = int(np.prod(WORTHS))
    return {
        "worths": rounded(weights[:size].reshape(WORTHS).tolist(), 2),
        "lengths": rounded(weights[size:].reshape(LENGTHS).tolist(), 2),
    }


def features(hands: Array, trump: ft.Trump) -> Array:
    """What the strength of hands for a declaration is the weighted sum of."""
    trumps = trumps_of(trump)
    held = _bits(hands)
    of_trump = _bits(np.array([trumps], np.uint64))[0].astype(int)
    over = [better(trump, one, one) & ~(0 if of_trump[one.index] else trumps) for one in DOMINOES]
    above = ((1 - held) @ _bits(np.array(over, np.uint64)).T).astype(int)
    fives = np.array([one.count // 5 for one in DOMINOES])
    cells = (of_trump * WORTHS[1] + above) * WORTHS[2] + fives
    worths = np.zeros((len(hands), int(np.prod(WORTHS))))
    lengths = np.zeros((len(hands), *LENGTHS))
    rows = np.arange(len(hands))
    np.add.at(worths, (rows[:, None], cells), held)
    lengths[rows, KINDS.get(trump, 0), (held @ of_trump).astype(int)] = 1
    return np.concatenate([worths, lengths.reshape(len(hands), -1)], 1)


def _bits(masks: Array) -> Array:
    """By mask and domino, 1 where it is in."""
    places = np.arange(len(DOMINOES), dtype=np.uint64)
    return (masks[:, None] >> places & np.uint64(1)).astype(float)


# --- From contracts: how seats declare and play, and what hands make ----------------------------


def policy(games: Sequence[Game]) -> list[float]:
    """How much plays are liked, so that those nearly as good as the best are nearly as likely."""
    cells: list[tuple[int, int]] = []
    shares: list[float] = []
    first = []
    for game in games:
        for options, described in zip(game["options"], _described(game), strict=True):
            if options is None:
                continue
            worths = np.array([p + TIE * points / 42 for _, p, points in options])
            likely = np.exp((worths - worths.max()) / NEAR)
            share = {
                piece: one / len(group) / likely.sum()
                for one, (group, _, _) in zip(likely, options, strict=True)
                for piece in group
            }
            first.append(len(cells))
            cells += [(play, rest) for _, play, rest in described]
            shares += [share[piece] for piece, _, _ in described]
    weights = cell_weights(np.array(cells), np.array(first), np.array(shares), Policy.size)
    return list(rounded(weights.tolist()))


def _described(game: Game) -> list[list[tuple[int, int, int]]]:
    start = _start(game)
    plays = [DOMINOES[piece] for piece in game["plays"]]
    anybody = Policy([0.0] * Policy.size)
    trumps = trumps_of(start.trump)
    return Habits(anybody, start, plays, trumps, game["declarer"]).describe()


def _start(game: Game) -> ft.Position:
    deal = ft.Deal.of_masks(game["hands"])
    return ft.Position(deal, trump=ft.Trump(game["trump"]), leader=ft.Seat(game["declarer"]))


def choice(games: Sequence[Game]) -> float:
    """How surely the strongest declaration is chosen."""
    declarers = [game["hands"][game["declarer"]] for game in games]
    best = np.array([game["best"] for game in games])
    return float(rounded(sharpness(strengths(declarers)[:, list(ft.TRUMPS)].astype(float), best)))


def make(games: Sequence[Game]) -> dict[str, float]:
    """The log-odds that a contract is made, from the strength of the hand."""
    bids = np.array([game["bid"] for game in games])
    marks = bids >= 42
    over = np.where(marks, 0, bids - 30)
    columns = np.array([np.ones(len(games)), _strength(games), over, marks]).T
    names = "start", "strength", "point", "mark"
    return _named(names, logistic(columns, _made(games)))


def _strength(games: Sequence[Game]) -> Array:
    """Of the declarer's hand for the declaration."""
    every = strengths([game["hands"][game["declarer"]] for game in games])
    return every[np.arange(len(games)), [game["trump"] for game in games]].astype(float)


def _made(games: Sequence[Game]) -> Array:
    return np.array([game["made"] for game in games], float)


def _named(names: Sequence[str], weights: Array) -> dict[str, float]:
    return dict(zip(names, rounded(weights.tolist()), strict=True))


# --- From all that was declared: what open hands promise, and what comes of it ------------------


def table(games: Sequence[Game]) -> dict[str, float]:
    """The log-odds that a bid is made, from the share of worlds in which it can be.

    Bids that shut others out are made less often than that share and the hand tell.
    """
    opened = [open_odds(game["share"], game["worlds"]) for game in games]
    over = [points_over(game["bid"]) for game in games]
    columns = np.array([np.ones(len(games)), opened, _hand_odds(games), over]).T
    return _named(("start", "open", "hand", "point"), logistic(columns, _made(games)))


def margin(games: Sequence[Game], jobs: int | None) -> dict[str, float]:
    """The same from what the declarer's side takes in the true deal with all hands open."""
    points = solve_many(map(_start, games), threads=jobs)
    sides = np.array([game["declarer"] for game in games]) % 2
    bids = np.array([game["bid"] for game in games])
    over = points[np.arange(len(games)), sides] - np.minimum(bids, 42)
    columns = margin_columns(over, bids >= 42, _hand_odds(games))
    names = "start", "short", "over", "mark", "mark_short", "hand"
    return _named(names, logistic(columns, _made(games)))


def margin_columns(over: Array, marks: Array, hand: Array) -> Array:
    """What the log-odds of `margin` are the weighted sum of, by contract.

    Args:
        over: by how many points the bid is made with all hands open; negative if missed.
        marks: whether it is one of marks.
        hand: the log-odds from the hand.
    """
    short, more = np.minimum(over, 0), np.maximum(over, 0)
    of_points = [~marks, ~marks * short, ~marks * more]
    return np.array([*of_points, marks & (over == 0), marks & (over < 0), hand], float).T


def _hand_odds(games: Sequence[Game]) -> Array:
    pairs = zip(_strength(games), (ft.Call(game["bid"]) for game in games), strict=True)
    return np.array([float(log_odds(np.array([strong]), bid)[0]) for strong, bid in pairs])


# --- From whole deals: calls, and what deals bring ----------------------------------------------


def calls(games: Mapping[ft.Rules, Sequence[Game]]) -> dict[str, float]:
    """The log-odds that a hand bids: those of games, and those that the book would play.

    Args:
        games: with or without calls, by the rules of their auctions.
    """
    told = [
        one
        for rules, some in games.items()
        for game in some
        for one in told_by_calls(rules, game["hands"], game.get("calls", ()))
        + told_by_calls(rules, game["hands"], calls_by_book(rules, game["hands"]))
    ]
    odds, bids, bidden = np.array(told, float).T
    columns = np.array([np.ones(len(told)), odds, bids >= 42, bids > 42]).T
    return _named(("start", "hand", "mark", "marks"), logistic(columns, bidden))


def calls_by_book(rules: ft.Rules, hands: Sequence[int]) -> tuple[ft.Call, ...]:
    """The auction of four players by the book."""
    round = ft.Round(ft.Deal.of_masks(hands), ft.Auction(rules))
    while round.bidding:
        round.push(call(ft.View.of(round)))
    assert isinstance(round.auction, ft.Auction)
    return round.auction.calls


def told_by_calls(
    rules: ft.Rules, hands: Sequence[int], calls: Sequence[int]
) -> list[tuple[float, ft.Call, bool]]:
    """Of each call the log-odds to make the lowest bid there was, that bid, whether any was made.

    Calls over partner's bid are left out.
    """
    best = strengths(hands)[:, list(rules.trumps)].max(1).astype(float)
    auction = ft.Auction(rules, calls=tuple(map(ft.Call, calls)))
    told = []
    for number, said in enumerate(auction.calls):
        bid = lowest(auction, auction.calls[:number])
        if bid is not None:
            told.append((float(log_odds(best[[number]], bid)[0]), bid, said != ft.PASS))
    return told


def outcomes(games: Sequence[Game]) -> list[list[int]]:
    """How often which bid ended with how many points of the declarer's side."""
    counts = Counter((game["bid"], game["taken"]) for game in games if "bid" in game)
    if not counts:
        raise ft.FortyTwoError(f"nobody bid in {len(games)} deals: play more")
    return [[bid, taken, count] for (bid, taken), count in sorted(counts.items())]
