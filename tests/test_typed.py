"""What a seat is shown at the table, and what it may type there."""

import pytest
from hypothesis import assume, given, settings

import fortytwo as ft
from fortytwo.engine.games.forty_two.picture import picture
from fortytwo.engine.games.forty_two.typed import read_move
from golden import rounds

HAND = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
CALLING = ft.View.parse(f"S:{HAND} ; auction E:31 ; rules tournament")
DECLARING = ft.View.parse(f"S:{HAND} ; declarer S ; bid 31 ; rules tournament")
PLAYING = ft.View.parse(f"S:{HAND} ; declarer E ; bid 31 ; trump sixes ; plays 6-1")
OPENING = ft.View.parse(
    f"S:{HAND} ; declarer S ; bid 31 ; trump sixes ; rules tournament small_end_opening=true"
)


@given(rounds)
@settings(max_examples=25)
def test_every_move_can_be_typed_as_it_is_written_and_nothing_else(round: ft.Round) -> None:
    assume(not round.finished)
    view = ft.View.of(round)
    for option in view.options:
        for text in (option.text, str(option.move), f" {option.text.upper()} "):
            assert read_move(view, text) == option.move
    others = [*map(str, ft.DOMINOES), *map(str, ft.Trump), *map(str, range(29, 90))]
    allowed = {text for one in view.options for text in (one.text, str(one.move))}
    for text in {*others, "", "plunge", "x"} - allowed:
        try:
            move = read_move(view, text)
        except (ft.NotationError, ft.IllegalMoveError):
            continue
        # The same by another name, as 6 for sixes, 84 for 2M, or 50 for 5-0.
        assert move in [option.move for option in view.options]


@given(rounds)
@settings(max_examples=25)
def test_the_picture_shows_the_hand_and_the_trick_and_fits(round: ft.Round) -> None:
    assume(not round.finished)
    view = ft.View.of(round)
    plain, fancy = picture(view), picture(view, fancy=True)
    for shown in (plain, fancy):
        assert max(map(len, shown.splitlines())) < 80
        for seat in ft.SEATS:
            assert f" {seat}" in shown
    assert plain.isascii()
    high, low = (
        line.replace("|", " ").split() for line in plain.splitlines() if line.startswith("| ")
    )
    drawn = [f"{one}-{other}" for one, other in zip(high, low, strict=True)]
    assert drawn == list(map(str, view.holding))
    for domino in view.seen.trick:
        assert f"[{domino.high}|{domino.low}]" in plain
    # Numbers stand below what may be played, and mean it.
    if view.question == "play":
        numbers = plain.splitlines()[-1].split()
        assert [read_move(view, number) for number in numbers] == [
            move for move in view.holding if move in [option.move for option in view.options]
        ]
    assert fancy.count("●") == sum(domino.high + domino.low for domino in view.holding)


@pytest.mark.parametrize(
    ("view", "text", "expected"),
    [
        (CALLING, "pass", "P"), (CALLING, "84", "84"), (CALLING, "1m", "42"),
        (DECLARING, "s", "sixes"), (DECLARING, "0", "blanks"), (DECLARING, "D", "doubles"),
        (DECLARING, "foll", "follow-me"), (PLAYING, "4", "6-2"), (PLAYING, "[5|6]", "6-5"),
        (OPENING, "23/2", "3-2/2"), (OPENING, "3-2/3", "3-2"),
    ],
)  # fmt: skip
def test_short_ways_to_say_it(view: ft.View, text: str, expected: str) -> None:
    assert str(read_move(view, text)) == expected


@pytest.mark.parametrize(
    ("view", "text", "error", "message"),
    [
        (CALLING, "x", ft.NotationError, "'x' is no call: expected P, 32, 33"),
        (CALLING, "30", ft.IllegalMoveError, "30 is not allowed now: expected P, 32"),
        (CALLING, "3M", ft.IllegalMoveError, "3M is not allowed now: expected P, 32"),
        (DECLARING, "t", ft.NotationError, "'t' is no trump: expected blanks, ones, twos"),
        (DECLARING, "", ft.NotationError, "'' is no trump: expected blanks"),
        (
            PLAYING,
            "8",
            ft.NotationError,
            "'8' is no domino of yours: expected 6-6, 6-5, 6-4, 6-2, ",
        ),
        (PLAYING, "5", ft.IllegalMoveError, "5-5 is not allowed now: expected 6-6, 6-5, 6-4, 6-2"),
        (PLAYING, "00", ft.IllegalMoveError, "0-0 is not in your hand: expected 6-6, 6-5"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_can(
    view: ft.View, text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        read_move(view, text)
    assert str(caught.value).startswith(message)
