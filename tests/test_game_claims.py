"""Claims in the game at the terminal, where the rules have them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import fortytwo as ft
from fortytwo.adapters.saved import Setting, load
from fortytwo.adapters.screen import Screen
from fortytwo.adapters.session import Session
from fortytwo.engine.games.forty_two.game import FORTY_TWO
from fortytwo.engine.games.forty_two.match import Step
from fortytwo.engine.games.forty_two.plays import parse_plays

DEAL: Final = ft.Deal.parse(
    "S:66 65 64 63 62 61 60 / 55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / 30 22 21 20 11 10 00"
)
"""S takes all with sixes."""
BUT_ONE: Final = ft.Deal.parse(
    "S:55 65 54 50 66 64 10 / 63 62 61 60 53 52 51 / 44 43 42 41 40 33 32 / 31 30 22 21 20 11 00"
)
"""S takes with fives all but perhaps the last trick."""
MARKS: Final = ft.Rules.tournament(claims=True)
POINTS: Final = ft.Rules.source(claims=True)
Shown = Callable[..., str]


def begun(rules: ft.Rules, deal: ft.Deal, calls: str, trump: ft.Trump, plays: str = "") -> ft.Match:
    """A match in which S calls first."""
    match = ft.Match(rules, ft.Seat.S)
    steps: list[Step] = [deal, *map(ft.Call.parse, calls.split()), trump, *parse_plays(plays)]
    for step in steps:
        match.push(step)
    return match


@pytest.fixture(name="shown")
def shown_(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shown:
    """What is shown, in one line, when these lines are typed."""

    def play(match: ft.Match, *typed: str, seat: str = "S", file: Path | None = None) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        Session(FORTY_TWO, match, Setting(seat, "instant", 3), Screen(), file).play()
        return " ".join(capsys.readouterr().out.split())

    return play


def test_a_claim_that_is_proved_ends_the_deal(shown: Shown, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    match = begun(MARKS, BUT_ONE, "30 P P P", ft.Trump.FIVES)
    told = shown(match, "claim", "why claim", "why S", file=file)
    assert "Your play: claim S claims the rest. S bids 30 in fives, makes it: NS +1 mark." in told
    assert "The hands were N: " in told
    assert told.count("S: claim. It had a plan that makes 30 whatever happens.") == 2
    assert (match.score, match.rounds[0].plays) == ((1, 0), ())
    again, _ = load(file, FORTY_TWO)
    assert again == match


def test_a_claim_can_be_taken_back(shown: Shown) -> None:
    match = begun(MARKS, DEAL, "30 P P P", ft.Trump.SIXES)
    told = shown(match, "claim", "undo", "6-6")
    assert told.count("S claims the rest.") == 1
    assert "Enter for the next deal: undo Taken back." in told
    assert match.rounds[0].claimant is None
    assert match.rounds[0].plays[0] == ft.Domino(6, 6)


def test_a_claim_that_is_not_proved_changes_nothing(shown: Shown) -> None:
    for rules, bid, but in ((MARKS, 42, False), (POINTS, 42, False), (POINTS, 30, True)):
        calls = f"{bid} P P P"
        match = begun(rules, BUT_ONE, calls, ft.Trump.FIVES)
        told = shown(match, "claim")
        assert "It is not certain. It would fail if the play went on: " in told
        assert ("begins a plan that makes 30 whatever happens." in told) == but
        assert match == begun(rules, BUT_ONE, calls, ft.Trump.FIVES)


def test_what_is_told_to_fail_is_what_the_rules_ask_for(shown: Shown) -> None:
    """S needs 2 of 12 points, and has two offs."""
    deal = ft.Deal.parse(
        "S:66 65 63 62 33 20 11 / 61 54 52 32 30 22 21 / 60 51 41 40 31 10 00 / "
        "64 55 53 50 44 43 42"
    )
    plays = "62 32 31 42 20 52 51 43 30 60 53 63 33 54 40 55 11 61 41 50"
    for rules, goal in ((MARKS, "contract"), (ft.Rules.tournament(), "rest")):
        match = begun(rules, deal, "31 P P P", ft.Trump.TWOS, plays)
        failing = ft.claim(ft.View.of(match.rounds[0]), goal=goal).line
        line = " ".join(map(str, failing))
        assert f"if the play went on: {line} Your" in shown(match, "claim")


def test_a_claim_in_a_trick_is_made_when_it_is_over(shown: Shown) -> None:
    match = begun(MARKS, DEAL, "30 P P P", ft.Trump.FIVES, "65")
    told = shown(match, "claim", seat="W")
    assert "Nobody can prevent it: all that is left is yours. W plays 5-" in told
    assert re.search(r"W wins trick 1, \d+ points? to EW\. W claims the rest\.", told)
    assert (len(match.rounds[0].plays), match.score) == (4, (0, 1))


def test_what_is_left_is_played_out_if_it_does_not_make_the_contract(shown: Shown) -> None:
    match = begun(MARKS, DEAL, "P P P 42", ft.Trump.FIVES, "30 63 44 33 43 00 64 50")
    told = shown(match, "claim", seat="W")
    assert "Nobody can prevent it: all that is left is yours. W leads 5-" in told
    assert "W claims" not in told
    assert (len(match.rounds[0].plays), match.score) == (28, (1, 0))


def test_advisors_claim_too(shown: Shown) -> None:
    match = begun(MARKS, DEAL, "30 P P P", ft.Trump.SIXES)
    told = shown(match, "why S", "", seat="E")
    assert "S claims the rest. S bids 30 in sixes, makes it: NS +1 mark." in told
    assert "S: claim. It had a plan that makes 30 whatever happens." in told
    played = begun(ft.Rules.tournament(), DEAL, "30 P P P", ft.Trump.SIXES)
    assert "claims" not in shown(played, "", *"1" * 7, "", seat="E")
