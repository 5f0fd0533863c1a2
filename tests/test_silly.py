"""Silly plays: positions in which every good player plays the same.

In each the odds of 500 worlds agree with the rule: whatever is not named as good makes or sets the
contract less often by 8 points of percent or more.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import fortytwo as ft
from fortytwo.engine.games.forty_two.trump import is_trump
from fortytwo.solver.games.forty_two.book import Book


@dataclass(frozen=True)
class Position:
    """What a seat knows, and what it should play.

    Args:
        name: the trump and the trick.
        start: the seat, its hand as dealt, and the contract.
        plays: what has been played.
        good: the dominoes that are as good as any.
    """

    name: str
    start: str
    plays: str
    good: str

    @property
    def view(self) -> ft.View:
        return ft.View.parse(f"{self.start} ; plays {self.plays}")


POSITIONS = {
    "keeps count off a lost trick": [
        Position(
            "doubles, trick 3",
            "E:6-4 6-3 6-1 5-1 5-0 4-2 0-0 ; declarer S ; bid 34 ; trump doubles",
            "6-6 4-0 1-1 0-0 5-5 3-0 3-3 6-1 4-4 2-0 1-0",
            "5-1 4-2",
        ),
        Position(
            "sixes, trick 4",
            "E:6-2 5-5 5-0 4-2 3-2 3-1 3-0 ; declarer S ; bid 34 ; trump sixes",
            "6-6 6-5 6-3 6-2 0-0 2-0 1-0 3-0 6-4 2-1 5-2 3-1 6-1 4-4 5-3",
            "4-2",
        ),
        Position(
            "ones, trick 1",
            "E:6-5 6-4 6-2 6-0 4-4 4-2 2-0 ; declarer S ; bid 35 ; trump ones",
            "1-1 6-1 4-1",
            "6-5 6-2 6-0 4-4 4-2 2-0",
        ),
        Position(
            "twos, trick 1",
            "E:6-3 6-0 4-4 4-2 3-2 2-1 2-0 ; declarer S ; bid 30 ; trump twos",
            "2-2 3-0 6-4",
            "4-2 2-1 2-0",
        ),
        Position(
            "follow-me, trick 5",
            "N:6-0 5-3 4-3 4-2 3-2 2-0 1-0 ; declarer E ; bid 34 ; trump follow-me",
            "6-6 6-2 6-4 6-0 6-5 4-0 6-3 2-0 6-1 5-2 4-1 1-0 5-5 5-4 5-1 5-3 3-3 4-4 3-1",
            "4-3",
        ),
        Position(
            "blanks, trick 5",
            "E:6-6 5-5 4-1 4-0 3-1 2-2 1-1 ; declarer S ; bid 34 ; trump blanks",
            "1-0 0-0 5-1 4-0 4-3 4-2 4-1 4-4 6-0 2-0 6-2 3-1 5-0 6-1 5-3 6-6 3-0 2-1 5-4",
            "2-2 1-1",
        ),
    ],
    "gives count to a won trick": [
        Position(
            "twos, trick 1",
            "E:6-3 6-1 5-5 5-1 3-1 3-0 1-0 ; declarer S ; bid 35 ; trump twos",
            "2-0 2-2 5-2",
            "5-5",
        ),
        Position(
            "ones, trick 3",
            "E:6-2 5-3 5-0 4-0 3-2 3-1 0-0 ; declarer S ; bid 34 ; trump ones",
            "1-1 5-1 6-1 3-1 6-6 6-0 6-4 6-2 6-5 4-1 6-3",
            "5-0 3-2",
        ),
        Position(
            "doubles, trick 5",
            "E:6-1 6-0 5-4 4-1 4-0 2-1 1-1 ; declarer S ; bid 32 ; trump doubles",
            "6-6 3-0 2-2 1-1 5-5 5-1 3-3 6-0 4-4 5-2 6-4 4-0 0-0 6-3 2-0 6-1 6-2 6-5 3-1",
            "4-1",
        ),
        Position(
            "sixes, trick 4",
            "N:6-0 5-5 5-2 4-2 3-3 3-1 2-0 ; declarer E ; bid 32 ; trump sixes",
            "6-6 6-1 6-3 6-0 1-1 5-1 1-0 3-1 0-0 4-0 5-0 2-0 5-3 6-5 5-4",
            "5-5",
        ),
        Position(
            "follow-me, trick 4",
            "N:6-0 5-0 4-1 2-1 2-0 1-0 0-0 ; declarer E ; bid 31 ; trump follow-me",
            "6-6 6-1 3-2 6-0 2-2 5-2 4-2 2-0 1-1 3-1 5-1 2-1 6-3 6-5 3-0",
            "5-0 4-1",
        ),
        Position(
            "threes, trick 4",
            "E:6-4 6-2 5-5 5-1 4-2 4-0 3-3 ; declarer W ; bid 34 ; trump threes",
            "3-0 6-0 3-3 4-3 5-5 5-2 5-4 5-0 5-1 6-5 3-2 2-0 6-3 6-1",
            "6-4",
        ),
    ],
    "does not trump partner's sure winner": [
        Position(
            "twos, trick 3",
            "E:5-2 4-3 4-2 3-1 2-2 2-1 1-1 ; declarer E ; bid 34 ; trump twos",
            "2-2 3-2 2-0 6-0 2-1 1-0 6-2 3-0 5-5 6-5",
            "4-3 3-1 1-1",
        ),
        Position(
            "blanks, trick 4",
            "E:6-2 5-1 3-3 3-0 2-0 1-0 0-0 ; declarer E ; bid 32 ; trump blanks",
            "0-0 5-2 5-0 4-0 1-0 5-3 6-0 3-1 6-6 6-3 6-2 6-4 4-4 4-2",
            "5-1 3-3",
        ),
        Position(
            "doubles, trick 4",
            "S:6-6 6-0 5-0 3-3 2-2 1-1 0-0 ; declarer S ; bid 33 ; trump doubles",
            "6-6 2-1 5-5 3-0 3-3 6-2 4-4 2-0 6-5 6-1 6-0 6-3 6-4 1-0",
            "5-0",
        ),
        Position(
            "sixes, trick 5",
            "N:6-5 6-2 6-1 5-1 3-1 3-0 2-1 ; declarer S ; bid 32 ; trump sixes",
            "6-6 6-3 6-1 4-0 4-4 2-0 3-0 5-4 3-3 5-3 3-1 4-3 2-2 5-2 2-1 4-2 3-2 1-1",
            "5-1",
        ),
        Position(
            "fours, trick 4",
            "S:6-2 6-0 4-4 4-2 4-1 3-1 3-0 ; declarer N ; bid 33 ; trump fours",
            "4-0 5-2 4-4 4-3 6-2 6-1 6-4 6-3 5-4 5-3 4-1 2-0 5-5 6-5",
            "6-0 3-1 3-0",
        ),
        Position(
            "fives, trick 5",
            "N:5-5 5-4 5-3 5-0 4-1 2-0 1-1 ; declarer N ; bid 35 ; trump fives",
            "5-5 4-0 5-1 6-0 1-1 1-0 6-1 3-0 5-4 3-1 5-2 4-2 5-3 6-6 6-5 6-3 6-4 4-3",
            "4-1 2-0",
        ),
    ],
    "does not overtake partner for nothing": [
        Position(
            "ones, trick 2",
            "N:6-1 4-1 4-0 3-1 2-2 2-1 1-0 ; declarer N ; bid 35 ; trump ones",
            "1-0 3-0 1-1 6-2 5-1 5-2",
            "4-1 3-1 2-1",
        ),
        Position(
            "doubles, trick 5",
            "E:6-5 6-2 5-3 3-1 3-0 2-2 1-0 ; declarer S ; bid 34 ; trump doubles",
            "6-6 1-1 0-0 2-2 5-5 6-1 3-2 3-0 4-4 5-1 4-0 1-0 3-3 2-1 2-0 3-1 6-0 6-3 5-2",
            "6-2",
        ),
        Position(
            "follow-me, trick 5",
            "E:6-6 6-3 5-0 4-2 3-2 2-0 1-0 ; declarer W ; bid 34 ; trump follow-me",
            "5-5 5-1 5-0 5-2 3-3 3-0 3-2 5-3 2-2 6-2 2-0 2-1 0-0 3-1 1-0 4-0 6-5 4-4",
            "6-3",
        ),
        Position(
            "fives, trick 4",
            "S:6-5 6-0 5-2 5-1 5-0 4-2 0-0 ; declarer S ; bid 32 ; trump fives",
            "5-1 4-0 5-5 2-0 2-2 2-1 4-2 3-2 5-4 6-3 5-0 3-0 5-3 4-4",
            "5-2",
        ),
        Position(
            "threes, trick 1",
            "S:6-1 5-2 5-1 3-3 3-0 1-0 0-0 ; declarer W ; bid 31 ; trump threes",
            "4-3 5-3 3-1",
            "3-0",
        ),
        Position(
            "fours, trick 1",
            "E:6-6 6-3 6-2 6-0 5-1 4-4 4-3 ; declarer S ; bid 30 ; trump fours",
            "4-2 5-4 4-0",
            "4-3",
        ),
    ],
    "takes with the cheapest that is enough": [
        Position(
            "fours, trick 1",
            "N:6-3 6-0 5-4 4-4 3-0 1-1 1-0 ; declarer E ; bid 31 ; trump fours",
            "4-0 6-1 4-3",
            "5-4",
        ),
        Position(
            "blanks, trick 2",
            "E:6-6 6-0 4-4 4-0 3-2 3-0 2-2 ; declarer E ; bid 31 ; trump blanks",
            "3-0 0-0 2-0 1-0 5-4 6-5 5-5",
            "4-0",
        ),
        Position(
            "follow-me, trick 6",
            "E:6-1 5-3 5-1 5-0 3-3 3-1 3-0 ; declarer N ; bid 31 ; trump follow-me",
            "4-4 3-0 4-0 4-3 2-2 6-1 5-2 2-0 1-1 5-1 6-0 1-0 0-0 5-0 4-2 6-2 2-1 3-1 6-3 6-5 3-2",
            "5-3",
        ),
        Position(
            "doubles, trick 5",
            "E:6-4 6-3 5-2 4-3 4-0 3-3 3-0 ; declarer S ; bid 35 ; trump doubles",
            "6-6 2-0 0-0 3-3 5-5 6-1 2-2 4-0 4-4 2-1 5-0 3-0 1-1 5-3 6-0 5-2 3-1 5-4 5-1",
            "4-3",
        ),
        Position(
            "threes, trick 1",
            "E:5-3 5-0 4-1 4-0 3-3 2-1 0-0 ; declarer S ; bid 33 ; trump threes",
            "3-0 2-0 3-1",
            "5-3",
        ),
        Position(
            "ones, trick 1",
            "E:6-3 5-4 5-2 5-1 3-2 1-1 0-0 ; declarer S ; bid 35 ; trump ones",
            "2-1 6-0 1-0",
            "5-1",
        ),
        Position(
            "fives, trick 5",
            "N:6-5 6-2 5-4 5-2 5-1 4-1 3-0 ; declarer W ; bid 32 ; trump fives",
            "5-5 5-1 3-2 2-0 6-6 6-2 6-0 6-3 4-4 4-1 4-0 4-2 3-3 3-0 6-1 4-3 3-1",
            "5-2",
        ),
    ],
    "leads masters while opponents have trumps": [
        Position(
            "doubles, trick 2",
            "E:6-6 5-5 4-3 3-1 2-1 1-1 0-0 ; declarer E ; bid 30 ; trump doubles",
            "6-6 3-3 6-4 2-2",
            "5-5",
        ),
        Position(
            "sixes, trick 2",
            "N:6-6 6-5 6-3 6-0 5-3 3-2 2-1 ; declarer N ; bid 33 ; trump sixes",
            "6-6 6-2 5-5 6-1",
            "6-5",
        ),
        Position(
            "twos, trick 2",
            "E:6-6 6-2 5-5 5-2 4-1 4-0 2-2 ; declarer E ; bid 31 ; trump twos",
            "2-2 2-0 6-4 3-2",
            "6-2 5-2",
        ),
        Position(
            "blanks, trick 2",
            "N:6-0 4-1 4-0 2-2 2-1 1-0 0-0 ; declarer N ; bid 32 ; trump blanks",
            "0-0 2-0 4-2 5-0",
            "6-0 4-0",
        ),
        Position(
            "ones, trick 4",
            "E:6-6 6-1 5-5 5-1 4-2 4-1 2-1 ; declarer E ; bid 30 ; trump ones",
            "2-1 1-1 4-0 3-1 4-4 4-3 6-4 4-2 6-5 6-2 6-0 6-6",
            "6-1 5-1 4-1",
        ),
        Position(
            "fives, trick 2",
            "S:6-5 5-5 5-1 4-4 4-3 2-2 1-0 ; declarer S ; bid 35 ; trump fives",
            "5-5 5-2 3-2 5-3",
            "6-5",
        ),
    ],
}

DECLARATIONS = [
    ("6-3 6-2 5-1 4-2 3-3 2-2 1-1", "twos"),
    ("6-1 5-4 4-2 4-1 3-0 2-1 1-1", "ones"),
    ("6-6 6-1 5-5 5-3 4-4 4-2 0-0", "fives follow-me"),
    ("6-5 6-3 6-0 5-0 3-3 3-2 3-1", "threes"),
    ("6-4 6-2 6-1 6-0 5-5 4-2 4-1", "fours sixes"),
    ("6-5 6-2 5-5 5-3 5-2 4-1 1-1", "fives"),
]
"""Hands that hold a single domino of some suits, and what should be declared with a bid of 30."""

TEMPTING = [
    ("6-2 5-5 5-1 4-4 3-2 3-1 3-0", "30", "source"),
    ("6-5 5-4 5-0 4-3 3-3 1-0 0-0", "34", "tournament"),
    ("6-5 6-4 5-4 4-2 4-0 3-1 1-1", "34", "source"),
    ("5-3 4-2 4-1 4-0 3-2 3-1 1-1", "31", "tournament"),
    ("6-5 6-3 6-1 6-0 4-4 3-2 3-0", "34", "tournament"),
    ("5-3 5-1 5-0 4-4 4-2 3-3 0-0", "31", "source"),
    ("6-4 5-4 5-2 4-3 3-2 2-1 2-0", "30", "source"),
]
"""Hands, bids and rules with which a few worlds all hands open speak for a trump held once."""

cases = pytest.mark.parametrize(
    "position",
    [
        pytest.param(position, id=f"{kind}: {position.name}")
        for kind, positions in POSITIONS.items()
        for position in positions
    ],
)
declarations = pytest.mark.parametrize(("hand", "good"), DECLARATIONS)


def declaring(hand: str) -> ft.View:
    return ft.View.parse(f"N:{hand} ; bid 30 ; rules tournament")


@pytest.mark.parametrize("level", ["fast", "normal"])
@cases
def test_the_advisor_plays_no_silly_play(position: Position, level: str) -> None:
    assert ft.suggest_play(position.view, level=level).text in position.good.split()


def test_of_equal_plays_the_cheaper_is_advised() -> None:
    """6-6 and 6-5 are as high now; and partner's 5-5, which wins, needs no trump."""
    view = ft.View.parse(
        "E:6-6 6-5 5-5 5-4 5-3 4-3 3-2 ; declarer S ; bid 30 ; trump sixes ; plays 6-0 2-0 6-1"
    )
    assert ft.suggest_play(view).text == "6-5"
    view = ft.View.parse(
        "W:6-0 5-0 4-4 4-0 3-2 2-0 1-0 ; declarer W ; bid 34 ; trump blanks ; "
        "plays 1-0 6-1 0-0 3-0 2-2 2-1 3-2 5-2 5-5 5-1"
    )
    assert ft.suggest_play(view).text == "4-4"


@cases
def test_the_book_plays_no_silly_play(position: Position) -> None:
    assert str(Book().move(position.view, ft.Random(1))) in position.good.split()


@declarations
def test_the_advisor_declares_no_silly_trump(hand: str, good: str) -> None:
    assert ft.suggest_trump(declaring(hand)).text in good.split()


@pytest.mark.parametrize(("level", "most"), [("instant", 2), ("fast", 0), ("normal", 0)])
def test_levels_are_not_tempted_to_a_trump_held_once(level: str, most: int) -> None:
    """Three worlds, as many as there is time for at once, may still mislead."""
    tempted = 0
    for hand, bid, rules in TEMPTING:
        view = ft.View.parse(f"N:{hand} ; bid {bid} ; rules {rules}")
        for seed in range(5):
            trump = ft.suggest(view, level=level, seed=seed).move
            assert isinstance(trump, ft.Trump)
            held = sum(is_trump(trump, domino) for domino in view.hand)
            tempted += trump is not ft.Trump.FOLLOW_ME and held == 1
    assert tempted <= most


@declarations
def test_the_book_declares_no_silly_trump(hand: str, good: str) -> None:
    assert str(Book().move(declaring(hand), ft.Random(1))) in good.split()


def test_there_is_something_silly_to_do() -> None:
    """Each position leaves a choice, and each kind is asked in several trumps."""
    for positions in POSITIONS.values():
        assert len({position.start.split()[-1] for position in positions}) >= 4
        for position in positions:
            legal = {str(option.move) for option in position.view.options}
            assert set(position.good.split()) < legal
