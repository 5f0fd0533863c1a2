"""The ways in for compiled programs: our C functions, and extensions of others."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.solver.games.forty_two import _embed
from shell import COMMAND, run

ROOT: Final = Path(ft.__file__).parent
EXAMPLES: Final = Path(__file__).parent.parent / "docs/examples"
COMPILER: Final = shutil.which(os.environ.get("CC", "cc"))
POSITION: Final = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N"
compiles = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

State = ctypes.c_void_p
Numbers = ctypes.c_int * len(ft.DOMINOES)


class Functions(ctypes.Structure):
    """`ft_api` of fortytwo.h."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("size", ctypes.c_int),
        ("load", ctypes.CFUNCTYPE(State, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)),
        ("copy", ctypes.CFUNCTYPE(State, State)),
        ("free", ctypes.CFUNCTYPE(None, State)),
        ("turn", ctypes.CFUNCTYPE(ctypes.c_int, State)),
        ("points", ctypes.CFUNCTYPE(ctypes.c_int, State, ctypes.c_int)),
        ("hand", ctypes.CFUNCTYPE(ctypes.c_uint32, State, ctypes.c_int)),
        ("legal", ctypes.CFUNCTYPE(ctypes.c_uint32, State)),
        ("play", ctypes.CFUNCTYPE(ctypes.c_int, State, ctypes.c_int)),
        ("undo", ctypes.CFUNCTYPE(ctypes.c_int, State)),
        ("solve", ctypes.CFUNCTYPE(ctypes.c_int, State)),
        ("analyse", ctypes.CFUNCTYPE(ctypes.c_uint32, State, Numbers)),
    ]


def functions() -> Any:
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    address = pointer(_embed.API, b"fortytwo.solver.games.forty_two._embed.API")
    return ctypes.cast(address, ctypes.POINTER(Functions)).contents


def mask(dominoes: Any) -> int:
    return ft.Hand(dominoes).mask


def check(api: Any, state: State, position: ft.Position) -> None:
    """All that can be asked of a state is as Python has it."""
    assert api.turn(state) == position.mover
    assert (api.points(state, 0), api.points(state, 1)) == position.points
    assert tuple(api.hand(state, seat) for seat in range(4)) == position.masks
    assert api.legal(state) == mask(position.legal)


@pytest.mark.parametrize("trump", [*ft.TRUMPS, ft.Trump.parse("nello"), ft.Trump.parse("sevens")])
def test_the_functions_are_those_of_positions(trump: ft.Trump) -> None:
    api, random = functions(), ft.Random(trump)
    position = ft.Position(ft.Deal.draw(random), trump=trump, leader=ft.Seat.E)
    for _ in range(8):
        position.push(random.choice(position.legal))
        if position.finished:
            break
    state = api.load(str(position).encode(), None, 0)
    begun = position.copy()
    played = 0
    while not position.finished:
        check(api, state, position)
        values = Numbers()
        assert api.analyse(state, values) == mask(position.legal)
        for domino, points in ft.analyse(position).items():
            assert values[domino.index] == points[0]
        assert api.solve(state) == ft.solve(position).points[0]
        refused = next(one for one in ft.DOMINOES if one not in position.legal)
        assert api.play(state, refused.index) == 0
        check(api, state, position)
        move = random.choice(position.legal)
        assert api.play(state, move.index) == 1
        position.push(move)
        played += 1
    check(api, state, position)
    assert (api.turn(state), api.legal(state), api.solve(state)) == (-1, 0, position.points[0])
    other = api.copy(state)
    for _ in range(played):
        assert api.undo(state) == 1
    assert api.undo(state) == 0
    check(api, state, begun)
    check(api, other, position)
    api.free(state)
    api.free(other)
    api.free(None)


@pytest.mark.parametrize("wrong", [-1, 28, 64, 10**6])
def test_what_is_out_of_range_is_refused(wrong: int) -> None:
    api = functions()
    state = api.load(POSITION.encode(), None, 0)
    assert api.play(state, wrong) == 0
    assert api.points(state, wrong) == -1
    assert api.hand(state, wrong) == 0
    api.free(state)


def test_a_bad_text_is_refused_with_its_reason() -> None:
    api = functions()
    message = ctypes.create_string_buffer(200)
    assert api.load(b"N:6-6 6-6 ; sixes", message, 200) is None
    with pytest.raises(ft.FortyTwoError) as refusal:
        ft.Position.parse("N:6-6 6-6 ; sixes")
    assert message.value.decode() == str(refusal.value)
    assert api.load(b"\xff", message, 9) is None
    assert len(message.value) == 8
    assert api.load(b"nonsense", None, 0) is None
    assert api.load(None, message, 200) is None
    assert api.size == ctypes.sizeof(Functions)


def test_states_are_solved_on_several_threads() -> None:
    api = functions()
    deals = [ft.Position(ft.Deal.random(seed), trump=ft.Trump.ONES) for seed in range(12)]
    states = [api.load(str(deal).encode(), None, 0) for deal in deals]
    found = [0] * len(states)

    def work(number: int) -> None:
        found[number] = api.solve(states[number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [ft.solve(deal).points[0] for deal in deals]
    for state in states:
        api.free(state)


def test_the_command_tells_where_headers_are() -> None:
    folders = [Path(flag.removeprefix("-I")) for flag in run("--includes").stdout.split()]
    names = {path.name for folder in folders for path in folder.glob("*.h")}
    assert names == {"bits.h", "fortytwo.h"}


def environment(folder: Path) -> dict[str, str]:
    """Where `fortytwo` and its declarations are found, as after an installation."""
    home = folder / "home"
    home.mkdir()
    (home / "fortytwo").symlink_to(ROOT)
    tool = folder / "bin" / "fortytwo"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} "$@"\n')
    tool.chmod(0o755)
    paths = [str(home), sysconfig.get_path("purelib")]
    return {
        **os.environ,
        "PATH": f"{tool.parent}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(paths),
    }


@compiles
@pytest.mark.skipif(sys.platform == "win32", reason="flags of Unix compilers")
def test_the_example_in_c_plays_an_ending_out(tmp_path: Path) -> None:
    library = sysconfig.get_config_var("LIBDIR")
    version = sysconfig.get_config_var("LDVERSION")
    if not any(Path(library).glob(f"libpython{version}.*")):
        pytest.skip("Python without its library")
    known = environment(tmp_path)
    command = [
        str(COMPILER), "-Wall", "-Wextra", "-Werror", str(EXAMPLES / "c/solve.c"),
        *run("--includes").stdout.split(), f"-I{sysconfig.get_path('include')}",
        f"-L{library}", f"-lpython{version}", f"-Wl,-rpath,{library}", "-o", "solve",
    ]  # fmt: skip
    subprocess.run(command, cwd=tmp_path, check=True)

    def solve(text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["./solve", text], cwd=tmp_path, env=known, capture_output=True, text=True, check=False
        )

    random = ft.Random(4)
    position = ft.Position(ft.Deal.draw(random), trump=ft.Trump.DOUBLES)
    for _ in range(12):
        position.push(random.choice(position.legal))
    best = ft.solve(position).points
    done = solve(str(position))
    *plays, end = done.stdout.splitlines()
    for play in plays:
        seat, domino, _, points = play.replace(":", "").split()
        assert ft.Seat.parse(seat) == position.turn
        assert int(points) == best[0]
        position.push(ft.Domino.parse(domino))
    assert end == "NS {}, EW {}".format(*position.points)
    assert position.points == best
    bad = solve(POSITION.replace("6-4", "6-6"))
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "6-6 comes twice" in bad.stderr


@compiles
@pytest.mark.skipif(sys.platform == "win32", reason="a script of a Unix shell")
def test_the_example_in_cython_solves_without_the_gil(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    known = environment(tmp_path)
    for file in (EXAMPLES / "cython").glob("*.p*"):
        shutil.copy(file, tmp_path)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=tmp_path, env=known, check=True, capture_output=True)
    code = (
        "import fortytwo as ft; from mean_points import mean_points\n"
        "deals = [ft.Position(ft.Deal.random(seed), trump=ft.Trump.FIVES) for seed in range(6)]\n"
        "print(mean_points(deals), sum(ft.solve(deal).points[0] for deal in deals) / len(deals))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=known, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    mean, expected = done.stdout.split()
    assert mean == expected
