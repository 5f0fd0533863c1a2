"""How a contest stands, as JSON by documented keys and as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..solver.arena import Standing
from ..solver.contest import CONTRACTS, IDLE_DEALS, Contest, Time, Times
from ..solver.paired import Paired
from .terminal import print_table


def shares(contest: Contest, paired: Paired) -> tuple[float, float]:
    """What share of the contracts each player made, or of the matches it won."""
    if contest.kind == CONTRACTS:
        return paired.first / paired.pairs, paired.second / paired.pairs
    return (1 + paired.difference) / 2, (1 - paired.difference) / 2


def margin(contest: Contest, paired: Paired) -> float:
    """By how much the difference of contracts, or the share of matches, may be off."""
    return paired.margin if contest.kind == CONTRACTS else paired.margin / 2


def contest_as_json(contest: Contest, standing: Standing) -> dict[str, object]:
    """A contest by documented keys."""
    paired = standing.paired
    ours, theirs = shares(contest, paired)
    found: dict[str, Any] = {**contest.facts, "pairs": paired.pairs}
    if contest.kind == CONTRACTS:
        found["made"] = [round(ours, 6), round(theirs, 6)]
        found["difference"] = round(ours - theirs, 6)
    else:
        found["won"] = [round(ours, 6), round(theirs, 6)]
        found["deals"] = standing.deals
        found["undecided"] = standing.undecided
    return {
        **found,
        "margin": round(margin(contest, paired), 6),
        "better": [paired.only_first, paired.only_second],
        "z": round(paired.z, 3),
        "times": [
            {question: time_as_json(time) for question, time in in_order(contest, times)}
            for times in standing.times
        ],
    }


def time_as_json(time: Time) -> dict[str, object]:
    """The seconds that a player thought about questions of a kind."""
    return {
        "moves": time.moves,
        "mean": round(time.seconds / time.moves, 6),
        "longest": round(time.longest, 6),
    }


def in_order(contest: Contest, times: Times) -> Iterator[tuple[str, Time]]:
    """Times in the order in which the game asks its questions."""
    for question in contest.game.questions:
        if question.name in times:
            yield question.name, times[question.name]


def score(contest: Contest, standing: Standing) -> str:
    """How it stands, in a few characters."""
    paired = standing.paired
    if not paired.pairs:
        return ""
    ours, theirs = shares(contest, paired)
    off = f"±{100 * margin(contest, paired):.1f}"
    if contest.kind == CONTRACTS:
        return f"made {100 * ours:.1f} and {100 * theirs:.1f} %, {100 * (ours - theirs):+.1f}{off}"
    return f"won {100 * ours:.1f}{off} %"


def print_contest(contest: Contest, standing: Standing) -> None:
    """A contest for people."""
    paired = standing.paired
    one, other = contest.players
    facts = [
        f"{name} {text}"
        for name, text in contest.facts.items()
        if name not in ("game", "kind", "players")
    ]
    pairs = "pair" if paired.pairs == 1 else "pairs"
    print(
        f"{one} against {other}: {paired.pairs} mirrored {pairs} of {contest.kind}, "
        f"{', '.join(facts)}."
    )
    print_result(contest, paired)
    even = paired.pairs - paired.only_first - paired.only_second
    print(
        f"Of the pairs {one} did better in {paired.only_first}, {other} in {paired.only_second}, "
        f"{even} were even: z = {paired.z:+.2f}."
    )
    if contest.kind != CONTRACTS:
        print(f"A match took {standing.deals / 2 / paired.pairs:.1f} deals on average.")
    if standing.undecided:
        print(
            f"Without a winner, half a win for both, ended {standing.undecided}: "
            f"{IDLE_DEALS} deals in a row brought no side a higher score than it had had."
        )
    print_table(
        ["player", "question", "moves", "mean ms", "longest ms"],
        [
            [
                player,
                question,
                f"{time.moves:,}",
                f"{1000 * time.seconds / time.moves:.1f}",
                f"{1000 * time.longest:.1f}",
            ]
            for player, times in zip(contest.players, standing.times, strict=True)
            for question, time in in_order(contest, times)
        ],
        texts=("question",),
    )


def print_result(contest: Contest, paired: Paired) -> None:
    """What the players made and set, or won."""
    ours, theirs = shares(contest, paired)
    off = f"±{100 * margin(contest, paired):.1f}"
    one, other = contest.players
    if contest.kind == CONTRACTS:
        print_table(
            ["player", "made %", "set %"],
            [
                [player, f"{100 * made:.1f}", f"{100 * (1 - let):.1f}"]
                for player, made, let in ((one, ours, theirs), (other, theirs, ours))
            ],
        )
        print(f"{one} made {100 * (ours - theirs):+.1f}{off} points of percent more (95 %).")
    else:
        won = paired.pairs + paired.first - paired.second
        print(f"{one} won {won:g} of {2 * paired.pairs} matches, {100 * ours:.1f}{off} % (95 %).")
