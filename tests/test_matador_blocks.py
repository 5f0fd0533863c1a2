"""Blocked endings of Matador: what is known of the others is enough to be sure of them."""

from __future__ import annotations

from typing import Final

import pytest

import fortytwo as ft
from fortytwo.engine.games.matador.view import View

BLOCKS: Final = {
    "the last domino that fits an end": (
        "B:6-3 5-4 5-0 4-4 3-3 2-2 ; first A ; moves 5-1 6-3/1 6-2/5 4-4/3 3-1/6 5-4/3 3-2/5 "
        "3-3/4 6-4/3 draw pass draw 1-0/6 draw pass draw pass draw 4-2/3 5-5/2 2-2/5 draw pass "
        "5-3/2 draw 4-3x3 3-0/43 draw pass draw pass draw 0-0x0 draw pass draw pass draw 5-2x0 "
        "2-0/52 draw pass draw pass draw 6-1x0 2-1/61 ; "
        "drawn 5-3 3-0 4-2 4-1 6-6 5-2 6-5 6-1 ; rules source",
        "6-5/2",
    ),
    "the last matador": (
        "B:6-3 5-2 5-1 5-0 4-4 4-0 ; first A ; moves 2-0 5-0/2 draw pass 5-2x0 4-2/52 6-3/4 "
        "4-1/6 draw 5-3/4 6-2/5 5-1/6 2-1/5 draw pass 6-4/1 3-0/4 draw 6-1x0 draw 3-1/61 draw "
        "5-4/3 draw pass draw pass draw pass draw 2-2/5 draw 4-3x2 3-3/43 4-4/3 draw pass draw "
        "pass draw pass draw ; drawn 5-3 3-0 3-1 6-6 1-0 4-3 6-5 0-0 ; rules source",
        "0-0x0",
    ),
}


@pytest.mark.parametrize(("text", "move"), BLOCKS.values(), ids=list(BLOCKS))
def test_a_sure_block_is_found(text: str, move: str) -> None:
    """In every world it wins the round, which ends with dominoes in both hands."""
    view = View.parse(text)
    advice = ft.suggest(view)
    assert (advice.text, advice.exhaustive) == (move, True)
    assert [estimate.p for estimate in advice.estimates.values()].count(1.0) == 1
    for world in ft.Worlds(view.unseen).list_all():
        round = view.world([int(mask) for mask in world])
        before = round.points[view.side]
        round.push(advice.move)
        for best in ft.solve(round).line:
            round.push(best)
        assert round.finished
        assert all(round.hands)
        assert round.points[view.side] > before
