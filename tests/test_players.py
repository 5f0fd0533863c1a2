"""Players: legal, repeatable, known by name, and doing what they say they do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.view import Option
from fortytwo.solver import players
from fortytwo.solver.players import KINDS, Kind, Player, RandomPlayer, SamplingPlayer, read_player

NAMES = ("random", "ev:3", "make:3", "advisor:fast")
FEW = "N:6-6 5-0 1-1 / 5-5 4-0 2-1 / 6-4 3-0 3-1 / 3-3 2-0 4-1 ; {} ; N"


def views(seed: int) -> list[ft.View]:
    """Of a seat to call, one to declare, and all seats in a deal played at random."""
    random = ft.Random(seed)
    round = ft.Round(ft.Deal.draw(random), ft.Auction(ft.Rules.tournament()))
    found = []
    while not round.finished:
        found.append(ft.View.of(round))
        round.push(ft.Call(30) if len(found) == 1 else random.choice(round.legal))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_and_follow_from_the_arguments(name: str) -> None:
    player = read_player(name, KINDS)
    assert player.name == name
    again = read_player(name, KINDS)
    for view in views(seed=7):
        legal = {option.move for option in view.options}
        move = player.move(view, ft.Random(5))
        assert move in legal
        assert again.move(view, ft.Random(5)) == move


def test_random_moves_are_even() -> None:
    """Each call once, in however many trumps it could be made."""
    view = ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; rules tournament")
    random = ft.Random(1)
    calls = Counter(RandomPlayer().move(view, random) for _ in range(3000))
    assert len(calls) == 15
    assert all(abs(times - 200) < 5 * 200**0.5 for times in calls.values())


def test_ev_wants_points_and_make_wants_the_contract() -> None:
    """One option brings 30 points for sure, the other 42 in a world of three."""

    def option(need: int) -> Option[int]:
        return Option(0, "", 0, (), need, "", "", lambda points: 0.0)

    sure, risky = Counter({30: 3}), Counter({42: 1, 0: 2})
    assert players.mean_points(option(31), sure) > players.mean_points(option(31), risky)
    assert players.success(option(31), sure) < players.success(option(31), risky)
    # Ties are broken by points.
    assert players.success(option(30), sure) == (1, 30)
    assert players.success(option(43), sure) > players.success(option(43), risky)


def test_samplers_take_the_best_play_when_all_worlds_are_solved() -> None:
    position = ft.Position.parse(FEW.format("sixes"))
    view = ft.View.of_position(position, ft.Call(30))
    worlds = list(ft.Worlds(view.unseen))
    solved = [ft.analyse(view.world(world)) for world in worlds]
    points = {move: sum(finals[move][0] for finals in solved) for move in position.legal}
    # So many worlds as there are need no chance.
    move = read_player(f"ev:{len(worlds)}", KINDS).move(view, None)  # type: ignore[arg-type]
    assert points[move] == max(points.values())
    assert len(set(points.values())) > 1


def test_one_move_needs_no_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    view = views(seed=7)[-1]
    monkeypatch.setattr(players, "Worlds", None)
    assert read_player("ev:10", KINDS).move(view, ft.Random(0)) == view.options[0].move


def test_simulation_bidder_bids_what_it_can_make() -> None:
    for name in ("ev:10", "make:10"):
        player = read_player(name, KINDS)
        strong = ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 5-5 ; rules tournament")
        assert player.move(strong, ft.Random(1)) > 30
        weak = ft.View.parse("N:6-0 5-1 4-2 3-1 2-0 1-0 4-0 ; auction W:30 ; rules tournament")
        assert player.move(weak, ft.Random(1)) == ft.PASS
        declared = ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 5-5 ; bid 42")
        assert player.move(declared, ft.Random(1)) is ft.Trump.SIXES


def test_optimism_lowers_odds() -> None:
    def option(optimism: float) -> Option[int]:
        return Option(0, "", 0, (), 30, "", "", (30).__le__, optimism)

    points = Counter({42: 7, 0: 1})
    assert players.worth(option(0), points) == (8 / 10, 42 * 7 / 8)
    assert players.worth(option(1.4), points)[0] == pytest.approx(4 / (4 + 2.718281828**1.4))
    # A pass is worth what it is worth, without any world.
    passing = Option(0, "", None, (), 0, "", "", lambda points: 0.25)
    assert players.worth(passing, Counter()) == (0.25, 0)


def test_names_of_a_game_extend_the_list() -> None:
    def second(text: str) -> Player[Any]:
        return SamplingPlayer(f"second:{text}", 2, players.success)

    assert read_player("second:x", {**KINDS, "second": Kind("", "", second)}).name == "second:x"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "player '': expected one of random, ev:N, make:N, advisor, advisor:LEVEL"),
        ("nobody:3", "player 'nobody:3': expected one of random, "),
        ("random:1", "player 'random:1': expected nothing after the name"),
        ("ev", "player 'ev': expected a number of worlds, 1 to 1000000, as in ev:10"),
        ("ev:0", "player 'ev:0': expected a number of worlds"),
        ("make:1e3", "player 'make:1e3': expected a number of worlds"),
        ("make:1000001", "player 'make:1000001': expected a number of worlds"),
        (
            "advisor:genius",
            "player 'advisor:genius': expected a level, one of instant, fast, normal, analysis",
        ),
    ],
)
def test_bad_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(ft.OptionError, match=f"^{message}"):
        read_player(name, KINDS)


def test_players_fit_their_protocol() -> None:
    """For mypy: a player of any game is a player of this one."""
    player: Player[ft.Domino] = RandomPlayer()
    assert player.name == "random"
