"""What games of rounds share, for each of them: records, events, typed moves, the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.games import GAMES, page
from fortytwo.engine.match_record import match_as_json, now
from fortytwo.engine.moves import moves_made
from fortytwo.engine.round_game import RoundGame

NAMES = [name for name, game in GAMES.items() if isinstance(game, RoundGame)]
games = pytest.mark.parametrize("name", NAMES)
seeds = pytest.mark.parametrize("seed", range(6))


def round_game(name: str) -> RoundGame:
    game = GAMES[name]
    assert isinstance(game, RoundGame)
    return game


def presets(game: RoundGame) -> list[str]:
    return list(type(game.read_rules("source")).table.presets)


def played(game: RoundGame, seed: int, rounds: int = 2) -> Any:
    """A match under some preset, played at random for some rounds and a half."""
    random = ft.Random(seed)
    match = game.begin(game.read_rules(presets(game)[seed % len(presets(game))]))
    for number in range(rounds + 1):
        if match.finished:
            break
        round = match.deal(random)
        while not round.finished and not (number == rounds and random.below(8) == 0):
            round.push(random.choice(round.legal))
    return match


@games
@seeds
def test_a_record_leads_to_the_same_match(name: str, seed: int) -> None:
    game = round_game(name)
    match = played(game, seed)
    record = game.match_record(match)
    for text in (record, match_as_json(game._texts, match)):
        again = game.read_match(text)
        assert game.match_record(again) == record
        assert list(map(str, game.events(again))) == list(map(str, game.events(match)))
        assert (again.score, again.winner, again.idle) == (match.score, match.winner, match.idle)
        assert [moves_made(one) for one in again.rounds] == [moves_made(o) for o in match.rounds]


@games
@seeds
def test_a_record_cut_off_anywhere_is_refused(name: str, seed: int) -> None:
    game = round_game(name)
    record = game.match_record(played(game, seed, 1)).rstrip("\n")
    random = ft.Random(seed)
    for _ in range(25):
        with pytest.raises(ft.FortyTwoError):
            game.read_match(record[: random.below(len(record))])


@games
@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ("game:", "game: bridge", "line 1: 'bridge': expected"),
        ("rules:", "rules: club", "line 2: unknown rules 'club'"),
        ("rules:", "", "expected 'rules'"),
        ("deal:", "deal: ?", "line 4: "),
        ("moves:", "moves: ?", "line 5: move 1: "),
        ("moves:", "moves:", "line 6: 'score': expected one of deal, moves, score, now"),
        ("score:", "score: 12345 1", "line 6: '12345 1' does not agree with"),
        ("now:", "now: later", "'later' does not agree with"),
        ("now:", "", "the record is cut off: it must end with 'now'"),
        ("now:", "now", "'now': expected a name and a colon"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    name: str, line: str, instead: str, message: str
) -> None:
    game = round_game(name)
    lines = game.match_record(played(game, 0)).splitlines()
    place = next(number for number, text in enumerate(lines) if text.startswith(line))
    with pytest.raises(ft.FortyTwoError) as error:
        game.read_match("\n".join([*lines[:place], instead, *lines[place + 1 :]]))
    assert message in str(error.value)


@games
def test_nothing_may_follow_the_end(name: str) -> None:
    game = round_game(name)
    record = game.match_record(played(game, 0))
    with pytest.raises(ft.NotationError, match="expected nothing after 'now'"):
        game.read_match(f"{record}now: deal")


@games
@pytest.mark.parametrize("text", ["{", '{"game": 1}', '{"game": "x", "rules": "y", "rounds": [1]}'])
def test_bad_json_is_refused(name: str, text: str) -> None:
    with pytest.raises(ft.NotationError):
        round_game(name).read_match(text)


@games
@seeds
def test_every_step_can_be_taken_back(name: str, seed: int) -> None:
    game = round_game(name)
    match = played(game, seed, 1)
    record, steps = game.match_record(match), []
    while match.rounds:
        told = game.events(match)
        steps.append(match.pop())
        assert len(game.events(match)) < len(told)
    with pytest.raises(IndexError):
        match.pop()
    for step in reversed(steps):
        match.push(step)
    assert game.match_record(match) == record
    assert now(game._texts, match)


@games
@seeds
def test_whatever_may_be_done_can_be_typed(name: str, seed: int) -> None:
    game = round_game(name)
    match = played(game, seed, 0)
    random = ft.Random(seed)
    round = match.rounds[0]
    while not round.finished:
        view = game.view(round)
        moves = list(dict.fromkeys(option.move for option in view.options))
        assert set(moves) == set(round.legal)
        for number, move in enumerate(moves, 1):
            assert " " not in str(move)
            assert game.read_move(view, str(move)) == move
            assert game.read_move(view, f" {str(move).upper()} ") == move
            assert str(number) in map(str, moves) or game.read_move(view, str(number)) == move
            assert game.parse_move(str(move)) == move
        with pytest.raises(ft.NotationError, match="is no move: expected"):
            game.read_move(view, "?")
        for fancy in (False, True):
            lines = game.picture(view, fancy=fancy).splitlines()
            assert lines
            assert max(map(len, lines)) <= 79
        round.push(random.choice(round.legal))
    assert len(game.hands(round)) == len(round.recorded)


@games
@seeds
def test_a_position_is_read_as_it_is_written(name: str, seed: int) -> None:
    game = round_game(name)
    match = played(game, seed, 0)
    round = match.rounds[0]
    again = game.read_position({game.position[0].name: str(round), "rules": str(match.rules)})
    assert (str(again), again.key, again.legal) == (str(round), round.key, round.legal)


@games
@seeds
def test_a_view_is_read_as_it_is_written_and_knows_no_more(name: str, seed: int) -> None:
    game = round_game(name)
    match = played(game, seed, 0)
    random, round = ft.Random(seed), match.rounds[0]
    while not round.finished:
        view: Any = game.view(round)
        assert type(view).parse(str(view)) == view
        world = view.world(ft.Worlds(view.unseen).draw(random))
        assert game.view(world) == view
        assert (world.mover, set(world.legal)) == (round.mover, set(round.legal))
        round.push(random.choice(round.legal))


@games
def test_a_match_ends(name: str) -> None:
    game, random = round_game(name), ft.Random(1)
    match = game.begin(game.read_rules("source"))
    while not match.finished:
        round = match.deal(random)
        while not round.finished:
            round.push(random.choice(round.legal))
        assert match.idle < 100
    assert game.events(match)[-1].facts()["event"] == "won"
    with pytest.raises(ft.IllegalMoveError, match="the match is over"):
        match.deal(random)


@games
def test_a_round_must_be_over_before_the_next(name: str) -> None:
    game = round_game(name)
    match = game.begin(game.read_rules("source"))
    round = match.deal(ft.Random(1))
    with pytest.raises(ft.IllegalMoveError, match="the last round is not over"):
        match.begin(round.deal)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_page_on_every_game(name: str) -> None:
    lines = page(name).splitlines()
    assert 20 < len(lines) <= 60
    assert max(map(len, lines)) <= 80


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fortytwo", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120)


@games
def test_the_command_line_knows_the_game(name: str) -> None:
    game = round_game(name)
    deal = run("--game", name, "deal", "--seed", "1", "--json")
    assert game.read_deal(json.loads(deal.stdout)["deal"])
    other = run("--game", name, "deal", "--seed", "1", "--rules", presets(game)[1], "--json")
    assert game.read_deal(json.loads(other.stdout)["deal"])
    told = run("--game", name, "match", "random", "random", "--pairs", "1", "--json", "--jobs", "1")
    assert json.loads(told.stdout)["game"] == name
    typed = run(
        "--game", name, "game", "--seed", "1", "--level", "instant", typed="known\nhint\n1\n"
    )
    assert typed.returncode == 0
    assert "Advice: " in typed.stdout
    assert "The input has ended." in typed.stdout
    shown = run("--game", name, "--help").stdout
    assert GAMES[name].about.split()[0] in shown
    assert "solve" in shown
    assert "trump" not in shown


def test_the_list_of_games() -> None:
    assert [line.split()[0] for line in run("games").stdout.splitlines()[1:]] == list(GAMES)
    assert run("games", NAMES[0]).stdout == page(NAMES[0])
    assert run("--game", "chess", "solve").returncode == 2
