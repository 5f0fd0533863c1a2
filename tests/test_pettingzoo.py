"""Forty-two as an environment of PettingZoo: the library's own tests, and ours."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

from pettingzoo.test import api_test, seed_test

import fortytwo as ft
from fortytwo.adapters.pettingzoo import env, policy
from learning import RULES

EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "pettingzoo_match.py"
BEFOREHAND = (
    # Said of every dict but those of a list of environments that come with PettingZoo.
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    # Who has nothing to do any more has no action.
    "Action mask numpy array is all zeros",
)


def table_of(rules: str, seed: int = 0, **given: Any) -> Any:
    """A deal before its first call."""
    table = env("fortytwo", rules, **given)
    table.reset(seed=seed)
    return table


def finish(table: Any, random: ft.Random) -> list[int]:
    """Play a deal to its end by chance; the actions taken."""
    taken = []
    while not any(table.terminations.values()):
        mask = table.last()[0]["action_mask"]
        taken.append(random.choice(np.flatnonzero(mask).tolist()))
        table.step(taken[-1])
    return taken


# --- Tests of the library ---


@pytest.mark.parametrize("rules", RULES)
def test_interface(rules: str) -> None:
    with warnings.catch_warnings():
        for message in BEFOREHAND:
            warnings.filterwarnings("ignore", message)
        api_test(env("fortytwo", rules), num_cycles=200)


@pytest.mark.parametrize("rules", RULES)
def test_seeds(rules: str) -> None:
    seed_test(partial(env, "fortytwo", rules), num_cycles=200)


# --- The environment ---


@pytest.mark.parametrize("rules", RULES)
def test_an_episode_is_a_round(rules: str) -> None:
    """The same moves in a round have the same turns, the same choices and the same score."""
    for seed in range(3):
        table, random = table_of(rules, seed), ft.Random(seed)
        encoding = table.unwrapped.episode.encoding
        start = table.unwrapped.episode.state.copy()
        round = ft.Round(start.deal, ft.Auction(ft.Rules.parse(rules)))
        while not round.finished:
            assert table.agent_selection == f"player_{round.mover}"
            for agent in table.agents:
                mask = table.observe(agent)["action_mask"]
                moves = [encoding.moves[number] for number in np.flatnonzero(mask)]
                legal = round.legal if agent == table.agent_selection else ()
                assert sorted(map(repr, moves)) == sorted(map(repr, legal))
            assert set(table.rewards.values()) == {0}
            move = random.choice(round.legal)
            round.push(move)
            table.step(np.int64(encoding.number(move)))
        assert set(table.terminations.values()) == {True}
        assert set(table.truncations.values()) == {False}
        assert round.recorded is not None
        ours, theirs = round.recorded
        assert list(table.rewards.values()) == [ours - theirs, theirs - ours] * 2
        assert not any(table.observe(agent)["action_mask"].any() for agent in table.agents)


def test_rewards_are_given_once() -> None:
    table = table_of("tournament", 1)
    finish(table, ft.Random(1))
    rewards = dict(table.rewards)
    assert set(rewards.values()) != {0}
    told = {}
    for agent in table.agent_iter():
        told[agent] = table.last()[1]
        table.step(None)
    assert told == rewards
    assert table.agents == []


def test_observations_are_kept() -> None:
    """What was observed stays as it was when more happens."""
    table = table_of("source")
    before = table.observe("player_2")
    held = {name: part.copy() for name, part in before.items()}
    finish(table, ft.Random(2))
    assert not np.array_equal(table.observe("player_2")["observation"], held["observation"])
    for name, part in held.items():
        assert np.array_equal(before[name], part)


def test_deals_go_on() -> None:
    """One seed begins a series of deals, the same each time; without one they are others."""
    series = []
    for _ in range(2):
        table = env("fortytwo")
        deals = []
        for seed in (5, None, None):
            table.reset(seed=seed)
            deals.append(str(table.unwrapped.episode))
        series.append(deals)
    assert series[0] == series[1]
    assert len(set(series[0])) == 3
    tables = [env("fortytwo"), env("fortytwo")]
    for table in tables:
        table.reset()
    assert str(tables[0].unwrapped.episode) != str(tables[1].unwrapped.episode)


@pytest.mark.parametrize("action", [0, 93, -1, None, 92])
def test_a_wrong_action_is_refused(action: int | None) -> None:
    table = table_of("source")
    before = str(table.unwrapped.episode), table.agent_selection
    with pytest.raises(ft.IllegalMoveError):
        table.step(action)
    assert (str(table.unwrapped.episode), table.agent_selection) == before
    assert finish(table, ft.Random(0))


def test_what_does_not_exist() -> None:
    with pytest.raises(ft.OptionError, match="game 'chess': expected one of fortytwo"):
        env("chess")
    with pytest.raises(ft.OptionError, match="unknown rules 'foo'"):
        env("fortytwo", "foo")
    with pytest.raises(ft.OptionError, match="render_mode 'human': expected ansi"):
        env("fortytwo", render_mode="human")
    with pytest.raises(ft.OptionError, match="player 'nobody'"):
        policy(env("fortytwo"), "nobody")


def test_rendering() -> None:
    table = table_of("tournament", render_mode="ansi")
    assert "N (you)" in table.render()
    finish(table, ft.Random(0))
    *hands, account = table.render().splitlines()
    deal = table.unwrapped.episode.state.deal
    assert hands == [f"{seat}: {hand}" for seat, hand in zip(ft.SEATS, deal, strict=True)]
    assert "Calls: " in account
    assert table_of("tournament").render() is None


# --- Policies ---


def test_the_advisor_beats_chance() -> None:
    gain = 0.0
    table, random = env("fortytwo", "tournament"), ft.Random(0)
    act = policy(table, "advisor:instant")
    for number in range(10):
        table.reset(seed=number)
        while not any(table.terminations.values()):
            seat = table.possible_agents.index(table.agent_selection)
            mask = table.last()[0]["action_mask"]
            chance = random.choice(np.flatnonzero(mask).tolist())
            table.step(act() if seat % 2 == number % 2 else chance)
        gain += table.rewards[f"player_{number % 2}"]
    assert gain > 0


@pytest.mark.parametrize("name", ["advisor:instant", "random"])
def test_policies_do_the_same_again(name: str) -> None:
    played = []
    for _ in range(2):
        table = table_of("tournament", 3)
        act = policy(table, name, seed=4)
        while not any(table.terminations.values()):
            table.step(act())
        played.append(str(table.unwrapped.episode))
    assert played[0] == played[1]


def test_example() -> None:
    command = [sys.executable, str(EXAMPLE), "6", "book"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"book won \d+%, chance \d+% of 6 deals.*\n", done.stdout)
