"""Forty-two as a game of OpenSpiel: the library's own tests, and ours."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots  # noqa: E402
from open_spiel.python.bots.uniform_random import UniformRandomBot  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.rl_environment import Environment  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import fortytwo as ft  # noqa: E402
from fortytwo.adapters.open_spiel import PlayerBot  # noqa: E402
from learning import RULES  # noqa: E402

EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "open_spiel_match.py"


def game_of(rules: str) -> Any:
    return pyspiel.load_game("fortytwo", {"rules": rules})


def random_states(game: Any, seed: int) -> list[Any]:
    """The states of one random game, the last one over."""
    random, state = ft.Random(seed), game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        states.append(state.clone())
    return states


# --- Tests of the library ---


@pytest.mark.parametrize("rules", RULES)
def test_random_simulations(rules: str) -> None:
    pyspiel.random_sim_test(game_of(rules), num_sims=3, serialize=True, verbose=False)


class TestInterface(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """What OpenSpiel asks of all its games, in states of whole games as well as in early ones."""

    game_name = "fortytwo"
    game = game_of(RULES[-1])

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.some_states += [state for seed in range(5) for state in random_states(cls.game, seed)]


@pytest.mark.parametrize("rules", RULES)
def test_simulation_with_pickles(rules: str) -> None:
    games_sim_test.GamesSimTest().sim_game(game_of(rules))


def test_environment_of_learners() -> None:
    environment = Environment(game_of("tournament"))
    environment.seed(1)
    random = ft.Random(1)
    step = environment.reset()
    while not step.last():
        seat = step.current_player()
        step = environment.step([random.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == 0


# --- The game ---


def test_facts() -> None:
    game = game_of("source")
    assert (game.num_players(), game.num_distinct_actions()) == (4, 93)
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (28, 28)
    assert game.max_game_length() == 33
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-210, 210, 0)


@pytest.mark.parametrize("rules", RULES)
def test_rules_as_parameter(rules: str) -> None:
    """A game is known by its text, in which the options of rules are written with a colon."""
    game = game_of(rules)
    assert game.encoding.rules == ft.Rules.parse(rules)
    again = pyspiel.load_game(str(game))
    assert again.encoding.rules == game.encoding.rules
    assert str(again) == str(pickle.loads(pickle.dumps(game))) == str(game)


def test_rules_that_do_not_exist() -> None:
    assert pyspiel.load_game("fortytwo").encoding.rules == ft.Rules.source()
    with pytest.raises(ft.OptionError, match="unknown rules 'foo'"):
        pyspiel.load_game("fortytwo(rules=foo)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'target'"):
        pyspiel.load_game("fortytwo(target=5)")


def test_every_deal_is_as_likely() -> None:
    """Dominoes are dealt to N E S W in turn, each of those left with the same chance."""
    state = game_of("source").new_initial_state()
    for left in range(28, 0, -1):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert {chance for _, chance in outcomes} == {1 / left}
        assert state.action_to_string(outcomes[0][0]) == f"deal {ft.DOMINOES[outcomes[0][0]]}"
        state.apply_action(outcomes[0][0])
    deal = ft.Deal.of_masks(sum(1 << index for index in range(seat, 28, 4)) for seat in range(4))
    assert str(state) == f"{deal} ; auction N:"


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_a_round(rules: str) -> None:
    """The same moves in a round have the same turns, the same choices and the same score."""
    for state in random_states(game_of(rules), 3):
        if state.is_chance_node():
            continue
        history = [(item.player, item.action) for item in state.full_history()]
        dealt = [action for player, action in history if player == pyspiel.PlayerId.CHANCE]
        deal = ft.Deal.of_masks(sum(1 << index for index in dealt[seat::4]) for seat in range(4))
        round = ft.Round(deal, ft.Auction(ft.Rules.parse(rules)))
        for player, action in history[28:]:
            assert player == round.mover
            by_text = {str(move): move for move in round.legal}
            round.push(by_text[str(state.get_game().encoding.moves[action])])
        assert state.is_terminal() == round.finished
        if round.recorded is None:
            assert state.current_player() == round.mover
            texts = {state.action_to_string(action) for action in state.legal_actions()}
            calls = {round.rules.format_call(m) for m in round.legal if isinstance(m, ft.Call)}
            others = {str(m) for m in round.legal if not isinstance(m, ft.Call)}
            assert texts == calls | others
        else:
            ours, theirs = round.recorded
            assert state.returns() == [ours - theirs, theirs - ours] * 2


def test_an_information_state_is_a_view() -> None:
    for state in random_states(game_of(RULES[2]), 4)[28:-1]:
        for seat in ft.SEATS:
            view = ft.View.of(state.episode.state, seat)
            assert ft.View.parse(state.information_state_string(seat)) == view


def test_a_wrong_action_is_refused() -> None:
    state = random_states(game_of("source"), 0)[28]
    before = str(state)
    with pytest.raises(ft.IllegalMoveError):
        state.apply_action(0)
    assert str(state) == before


# --- Observers ---


def kind(**given: Any) -> Any:
    return pyspiel.IIGObservationType(**{"perfect_recall": False, **given})


def test_observers_show_what_is_asked_for() -> None:
    game = game_of("source")
    state = random_states(game, 5)[40]
    nobody, alone = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = make_observation(game, kind(public_info=True, private_info=nobody))
    private = make_observation(game, kind(public_info=False, private_info=alone))
    assert set(private.dict) == {"seat", "hand"}
    assert not set(public.dict) & set(private.dict)
    assert len({public.string_from(state, seat) for seat in range(4)}) == 1
    assert len({private.string_from(state, seat) for seat in range(4)}) == 4
    both = make_observation(game)
    assert set(both.dict) == set(public.dict) | set(private.dict)
    assert both.string_from(state, 2) == state.observation_string(2)
    assert (
        both.string_from(state, 2)
        == f"{private.string_from(state, 2)} ; {public.string_from(state, 2)}"
    )
    both.set_from(state, 2)
    assert np.array_equal(both.tensor, state.observation_tensor(2))
    past = make_observation(game, kind(perfect_recall=True))
    assert set(past.dict) - set(both.dict) == {"plays"}
    past.set_from(state, 2)
    assert np.array_equal(past.tensor, state.information_state_tensor(2))
    blind = make_observation(game, kind(public_info=False, private_info=nobody))
    assert (blind.tensor.size, blind.string_from(state, 0)) == (0, "")


def test_observers_that_do_not_exist() -> None:
    game = game_of("source")
    with pytest.raises(ValueError, match="ALL_PLAYERS"):
        make_observation(game, kind(private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="expected none"):
        make_observation(game, None, {"size": 3})


# --- Bots ---


def bots_of(game: Any, side: int, name: str, seed: int = 0) -> list[Any]:
    """A player for one side, chance for the other."""
    return [
        PlayerBot(game, seat, name, seed)
        if seat % 2 == side
        else UniformRandomBot(seat, np.random.RandomState(seat))
        for seat in range(4)
    ]


def test_the_advisor_beats_chance() -> None:
    game, gain = game_of("tournament"), 0.0
    for number in range(10):
        bots = bots_of(game, number % 2, "advisor:instant")
        rng = np.random.RandomState(number)
        gain += evaluate_bots(game.new_initial_state(), bots, rng)[number % 2]
    assert gain > 0


@pytest.mark.parametrize("name", ["advisor:instant", "book"])
def test_bots_play_the_same_again(name: str) -> None:
    game = game_of("tournament nello=true plunge=true")
    played = []
    for _ in range(2):
        state = game.new_initial_state()
        evaluate_bots(state, bots_of(game, 1, name, seed=5), np.random.RandomState(2))
        played.append(state.history())
    assert played[0] == played[1]


def test_policy_of_a_bot() -> None:
    game = game_of("source")
    bots = [PlayerBot(game, seat, "book") for seat in range(4)]
    for state in random_states(game, 6)[28:-1]:
        bot = bots[state.current_player()]
        assert bot.provides_policy()
        policy, action = bot.step_with_policy(state)
        assert action == bot.step(state)
        assert [move for move, _ in policy] == state.legal_actions()
        assert dict(policy)[action] == sum(chance for _, chance in policy) == 1
        assert bot.get_policy(state) == policy


def test_bots_wait_for_their_turn() -> None:
    game = game_of("source")
    for state in random_states(game, 6):
        for seat in {0, 1, 2, 3} - {state.current_player()}:
            with pytest.raises(ft.IllegalMoveError, match="not the turn"):
                PlayerBot(game, seat, "book").step(state)


def test_a_bot_that_does_not_exist() -> None:
    with pytest.raises(ft.OptionError, match="player 'nobody'"):
        PlayerBot(game_of("source"), 0, "nobody")


# --- Processes ---


def test_python_ends_well() -> None:
    """OpenSpiel keeps the games until after the end, when nothing may be freed any more."""
    code = "import fortytwo.adapters.open_spiel as a; a.pyspiel.load_game('fortytwo')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_example() -> None:
    command = [sys.executable, str(EXAMPLE), "6", "book"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"book won \d+%, chance \d+% of 6 deals.*\n", done.stdout)
