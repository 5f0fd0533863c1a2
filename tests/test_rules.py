"""Worked examples of tricks and scores, and the judge on what may be played."""

from itertools import pairwise

import pytest

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.trump import trick_table
from golden import (
    EXAMPLES,
    Example,
    options_of,
    random_deal,
    to_pair,
    to_pairs,
)
from test_required import wins

SOURCE, TOURNAMENT = ft.Rules.source(), ft.Rules.tournament()
BY_BID = ft.Rules.source(made_big_bid="bid")
SHORTFALL, BID_ONLY, MINUS_BID = (
    ft.Rules.source(set_penalty=penalty) for penalty in ("shortfall", "bid_only", "minus_bid")
)


@pytest.mark.parametrize("trump", ft.Trump, ids=str)
def test_the_judge_agrees_on_what_may_be_played(trump: ft.Trump) -> None:
    table, random = trick_table(trump), ft.Random(1)
    for lead in (None, *ft.DOMINOES):
        for _ in range(20):
            hand = [one for one in random_deal(random, 1 + random.below(7))[0] if one is not lead]
            trick = [] if lead is None else [to_pair(lead)]
            allowed = ft.Hand.of_mask(table.legal(ft.Hand(hand).mask, lead))
            assert sorted(to_pairs(allowed)) == sorted(
                judge.legal(to_pairs(hand), trick, str(trump))
            )


@pytest.mark.parametrize("example", EXAMPLES["tricks"], ids=lambda example: str(example["id"]))
def test_worked_tricks(example: Example) -> None:
    trick, place = " ".join(example["trick"]), example["winner"] + 1
    wins(example["trump"], trick, place, example["points"])


@pytest.mark.parametrize("example", EXAMPLES["scoring"], ids=lambda example: str(example["id"]))
def test_worked_scores(example: Example) -> None:
    rules = {"points": SOURCE, "marks": TOURNAMENT}[example["scoring"]]
    call, side = ft.Call(example["bid"]), ft.SEATS[example["bidder"]].side
    taken = (example["taken"]["NS"], example["taken"]["EW"])
    assert (taken[side] >= call.need) is example["made"]
    assert call.marks == example.get("bid_marks", 1)
    assert rules.target == example["target"]
    written = (example["record"]["NS"], example["record"]["EW"])
    assert rules.record(side, call, taken) == written


@pytest.mark.parametrize("rules", [SOURCE, BY_BID, SHORTFALL, BID_ONLY, MINUS_BID, TOURNAMENT])
@pytest.mark.parametrize("bid", [30, 41, 42, 84, 168])
def test_more_points_are_never_worse(rules: ft.Rules, bid: int) -> None:
    records = [rules.record(0, ft.Call(bid), (taken, 42 - taken)) for taken in range(43)]
    for (ours, theirs), (ours_after, theirs_after) in pairwise(records):
        assert ours <= ours_after
        assert ours - theirs <= ours_after - theirs_after


BY_TWO = ft.Rules.tournament(win_by_two=True)


@pytest.mark.parametrize(
    ("rules", "score", "winner"),
    [
        (SOURCE, (275, 256), ft.Side.NS),
        (SOURCE, (256, 275), ft.Side.EW),
        (SOURCE, (250, 249), ft.Side.NS),
        (SOURCE, (249, 249), None),
        (SOURCE, (250, 250), None),
        (MINUS_BID, (-300, 249), None),
        (MINUS_BID, (-300, 250), ft.Side.EW),
        (TOURNAMENT, (7, 6), ft.Side.NS),
        (BY_TWO, (7, 6), None),
        (BY_TWO, (8, 6), ft.Side.NS),
        (BY_TWO, (7, 5), ft.Side.NS),
        (BY_TWO, (9, 10), None),
    ],
)
def test_who_has_won_the_match(
    rules: ft.Rules, score: tuple[int, int], winner: ft.Side | None
) -> None:
    assert rules.winner(score) == winner
    assert judge.match_winner(options_of(rules), score) == winner
    if winner is None:
        rules.check_score(score)
        return
    with pytest.raises(ft.ImpossiblePositionError, match="expected one of a match under way"):
        rules.check_score(score)


def test_a_score_is_below_0_only_where_points_can_be_lost() -> None:
    MINUS_BID.check_score((-1, 0))
    for rules in (SOURCE, SHORTFALL, BID_ONLY, TOURNAMENT):
        with pytest.raises(ft.ImpossiblePositionError, match="score -1-0"):
            rules.check_score((-1, 0))
