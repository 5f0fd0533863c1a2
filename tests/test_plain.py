"""Plain lists of hands, calls and plays, as other programs and people write them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.moves import moves_made
from golden import random_round, rounds, seeds
from shell import run

GAME: Final = ft.Record.parse((Path(__file__).parent.parent / "docs" / "game.txt").read_text())
HANDS: Final = """\
N: 6-6 6-5 6-4 6-2 5-5 4-1 3-2
E: 6-1 5-3 4-4 4-3 2-2 2-0 0-0
S: 6-3 6-0 5-4 5-0 3-3 2-1 1-1
W: 5-2 5-1 4-2 4-0 3-1 3-0 1-0
"""


def listed(round: ft.Round, random: ft.Random) -> str:
    """A round as a list, its items divided in any way."""
    auction = round.auction
    assert isinstance(auction, ft.Auction)
    names = {
        "rules": str(round.rules),
        "score": "{}-{}".format(*round.score),
        "first": str(auction.first),
    }
    replayed = ft.Round(round.deal, ft.Auction(round.rules, auction.first), round.score)
    seats = list(ft.SEATS)
    random.shuffle(seats)
    items = [f"{seat}: {', '.join(map(str, round.deal[seat]))}" for seat in seats]
    for move in moves_made(round):
        assert replayed.turn is not None
        items.append(f"{random.choice((str(replayed.turn), str(replayed.turn).lower()))} {move}")
        replayed.push(move)
    head = "".join(f"{name}: {text}\n" for name, text in names.items())
    return head + "".join(item + random.choice(("\n", ", ", " ", " # so\n")) for item in items)


@given(rounds, seeds)
def test_a_list_is_read_as_the_record_of_its_round(round: ft.Round, seed: int) -> None:
    assert ft.read_list(listed(round, ft.Random(seed))) == ft.Record.of(round)


@given(seeds)
@settings(max_examples=30)
def test_lists_tell_of_nello_sevens_and_small_ends(seed: int) -> None:
    rules = ft.Rules.tournament(nello=True, sevens=True, small_end_opening=True)
    round = random_round(seed, rules, 5 + seed % 29)
    assert ft.read_list(listed(round, ft.Random(seed))) == ft.Record.of(round)


@given(st.permutations(range(4)), seeds)
def test_seats_left_out_of_the_auction_have_passed(order: list[int], seed: int) -> None:
    seats = [ft.SEATS[(order[0] + place) % 4] for place in range(4)]
    calls = "30 P 31 P" if seed % 2 else "P P 30 P"
    declarer = seats[2]
    said = f"first: {seats[0]}\n{HANDS}"
    said += "".join(
        f"{seat} {call}\n" for seat, call in zip(seats, calls.split(), strict=True) if call != "P"
    )
    full = ft.read_list(f"{said}{declarer} sixes\n")
    assert str(full.auction) == f"{seats[0]}:{calls}"
    assert full.trump is ft.Trump.SIXES
    # Until a trump is named others may still call.
    assert len(ft.read_list(said).auction.calls) == 3


def test_who_is_named_first_has_called_first() -> None:
    assert str(ft.read_list(f"{HANDS}S 30, E 31, E fives").auction) == "S:30 P P 31"
    assert str(ft.read_list(HANDS).auction) == "N:"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the hands of N, E, S and W"),
        ("\n6-6 N", "line 2: '6-6': expected a seat, N E S W, or rules, score, first"),
        ("\n".join(HANDS.splitlines()[:3]), "line 3: expected the hands of N, E, S and W"),
        (HANDS.replace("1-0", "7-0"), "line 4: W: '7-0' is no domino"),
        (HANDS.replace(" 1-0", ""), "line 4: W: a hand of 6: expected 7 dominoes"),
        (HANDS.replace("1-0", "6-6"), "line 4: W: 6-6 is held by N"),
        (HANDS.replace("1-0", "5-2"), "line 4: W: 5-2 comes twice"),
        (HANDS.replace("W:", "N:"), "line 4: N: its hand comes twice"),
        (HANDS + "N 30\nrules: source\n", "line 6: rules: expected before the hands"),
        ("score: 1-1\nscore: 1-1\n" + HANDS, "line 2: score: comes twice"),
        ("score: 1\n" + HANDS, "line 1: score: '1' is no score"),
        ("score: 300-1\n" + HANDS, "line 1: score: score 300-1"),
        ("rules: none\n" + HANDS, "line 1: rules: unknown rules 'none'"),
        ("first: X\n" + HANDS, "line 1: first: 'X' is no seat"),
        (HANDS + "N 29", "line 5: N: call 1: 29 is not allowed"),
        (HANDS + "N thirty", "line 5: N: 'thirty' is no call"),
        (HANDS + "N", "line 5: N: '': expected one call, trump or domino after the seat"),
        (HANDS + "N 30 31", "line 5: N: '30 31': expected one call, trump or domino"),
        (HANDS + "N 30\nE 31\nN 32", "line 7: N: 32: it has called 30 already"),
        (HANDS + "N 30\nE fives", "line 6: E: fives: it is the turn of N"),
        (HANDS + "N 30\nN eights", "line 6: N: 'eights' is no call"),
        (HANDS + "N 30 E P S P W P\nN 6-6", "line 6: N: '6-6' is no trump"),
        (HANDS + "N 30 N sixes\nN 66, W 61", "line 6: W: 61: it is the turn of E"),
        (HANDS + "N 30 N sixes\nN 66\nE 22", "line 7: E: 2-2 cannot be played"),
        (HANDS + "N P E P S P W P\nN 30", "line 6: N: 30: the deal is over"),
        (HANDS + "N fives", "line 5: N: fives: the deal is over"),
    ],
)
def test_what_cannot_be_is_refused_by_its_line(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as caught:
        ft.read_list(text)
    assert str(caught.value).startswith(message)


def test_trace_reads_a_list(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(listed(GAME.replay(), ft.Random(5)))
    assert run("trace", str(file)).stdout == run("trace", "docs/game.txt").stdout
    file.write_text(HANDS + "N 29\n")
    assert run("trace", str(file)).stderr.startswith(f"fortytwo: {file}: line 5: N: call 1: 29")
