"""The options of the rules: what goes together, presets, and the page that tells of them."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.choices import CHOICES, OPTIONS, PRESETS
from fortytwo.engine.options import written
from golden import needed, options_of, tables

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_those_of_the_rules(preset: str) -> None:
    rules = ft.Rules.preset(preset)
    assert options_of(rules) == judge.PRESETS[preset]
    assert rules == getattr(ft.Rules, preset)() == ft.Rules.parse(preset)
    assert (str(rules), rules.name) == (preset, preset)
    assert set(CHOICES) == set(judge.SOURCE)


@given(tables)
def test_rules_are_values(rules: ft.Rules) -> None:
    again = ft.Rules.parse(str(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert str(again) == str(rules)
    with pytest.raises(FrozenInstanceError):
        rules.target = 5  # type: ignore[misc]


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_is_read_as_it_is_written(name: str) -> None:
    for value in CHOICES[name].values:
        needs = needed(name)
        if value in (1, 7) or not isinstance(CHOICES[name].values, range):
            options: dict[str, Any] = {**needs, name: value}
            rules = ft.Rules.source(**options)
            assert getattr(rules, name) == value
            text = " ".join(f"{option}={written(one)}" for option, one in options.items())
            assert ft.Rules.parse(f"source {text}") == rules
            if not isinstance(CHOICES[name].values, range):
                assert ft.Rules.source(**{**needs, name: written(value)}) == rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("source overcall_step=2", "overcall_step=2: has no effect without bid_ladder=marks"),
        ("source opening_max_marks=1", "opening_max_marks=1: has no effect without bid_ladder=m"),
        ("tournament strict_ladder=true", "strict_ladder=true: has no effect without bid_ladder=s"),
        ("source follow_me_doubles=low", "has no effect without declarations=all"),
        ("tournament set_penalty=bid_only", "set_penalty=bid_only: has no effect without scoring"),
        ("tournament made_big_bid=bid", "made_big_bid=bid: has no effect without scoring=points"),
        ("source win_by_two=true", "win_by_two=true: has no effect without scoring=marks"),
        ("source stop_when_decided=true", "has no effect without scoring=marks"),
        ("source plunge=true", "plunge=true: has no effect without scoring=marks"),
        ("source splash=true", "splash=true: has no effect without scoring=marks"),
        ("tournament plunge_marks=3", "plunge_marks=3: has no effect without plunge=true"),
        ("tournament plunge=true splash_marks=3", "splash_marks=3: has no effect without splash"),
        ("tournament plunge_leader=caller", "without plunge=true or splash=true"),
        ("source nello=true", "nello=true: has no effect without scoring=marks"),
        ("source sevens=true", "sevens=true: has no effect without scoring=marks"),
        ("tournament nello_doubles=low", "nello_doubles=low: has no effect without nello=true"),
        ("tournament nello_min_marks=2", "nello_min_marks=2: has no effect without nello=true"),
        ("tournament sevens_ties=declarer_side", "has no effect without sevens=true"),
        ("tournament nello=true nello_doubles=none", "expected one of own_suit, own_suit_inverted"),
        ("tournament plunge=1", "plunge 1: expected one of false, true"),
        ("tournament plunge", "plunge '': expected one of false, true"),
        ("tournament plunge=true plunge_marks=5", "plunge_marks 5: expected one of 4, 3, 2"),
        ("source forced_bid=32", "forced_bid 32: expected one of none, 30, 31"),
        ("source first_bidder=4", "first_bidder 4: expected one of 0, 1, 2, 3, holder_of_1_0"),
        ("source set_penalty=half", "set_penalty 'half': expected one of full_bid, shortfall"),
        ("tournament plung=true", "unknown option 'plung': did you mean plunge"),
        ("source target_=5", "unknown option 'target_': did you mean target?"),
        ("source xyz=true", "'xyz': docs/rules.md lists those that exist"),
        ("lechner", "unknown rules 'lechner': expected one of source, tournament, lechner_hall"),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(ft.OptionError) as error:
        ft.Rules.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("tournament scoring=points", "tournament scoring=points target=250"),
        ("source scoring=marks", "source scoring=marks target=7"),
        ("lechner_hall bid_ladder=source", "lechner_hall bid_ladder=source overcall_step=1"),
        ("lechner_hall declarations=pips", "lechner_hall declarations=pips follow_me_doubles=high"),
        ("source win_by_two=false", "source"),
    ],
)
def test_what_loses_its_effect_goes_back_to_its_default(text: str, same: str) -> None:
    assert ft.Rules.parse(text) == ft.Rules.parse(same)
    assert ft.Rules.parse(str(ft.Rules.parse(text))) == ft.Rules.parse(text)


def test_values_of_other_types_that_mean_the_same_are_taken() -> None:
    assert ft.Rules.source(first_bidder=ft.Seat.S).first_bidder == 2
    assert ft.Rules.source(forced_bid=ft.Call(31)) == ft.Rules.source(forced_bid="31")
    assert ft.Rules.source(forced_bid="none").forced_bid is None
    for bad in ({"forced_bid": 30.0}, {"win_by_two": 1}, {"first_bidder": False}):
        with pytest.raises(ft.OptionError, match=next(iter(bad))):
            ft.Rules.tournament(**bad)
    with pytest.raises(ft.OptionError, match="name 'club'"):
        replace(ft.Rules.source(), name="club")


def test_the_page_has_the_table_that_the_code_makes() -> None:
    """If not, print `OPTIONS.as_table()` and put it there."""
    assert OPTIONS.as_table() in PAGE.read_text("utf-8")
