"""The command `match`, run as users run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from shell import ask, run

QUICK = ("--rules", "tournament target=1")


def test_contracts_as_text() -> None:
    done = run(
        "match", "ev:2", "random", "--contracts", "--pairs", "5", "--bid", "31", "--seed", "4"
    )
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "ev:2 against random: 5 mirrored pairs of contracts, rules source, bid 31, seed 4."
    )
    assert lines[1].split() == ["player", "made", "%", "set", "%"]
    (_, made, held), (_, let, kept) = (line.split() for line in lines[2:4])
    # What one did not make the other has set.
    assert float(made) + float(kept) == float(let) + float(held) == 100
    gain = float(made) - float(let)
    assert lines[4].startswith(f"ev:2 made {gain:+.1f}±")
    assert lines[4].endswith(" points of percent more (95 %).")
    assert lines[5].startswith("Of the pairs ev:2 did better in ")
    assert [line.split()[:2] for line in lines[7:]] == [["ev:2", "play"], ["random", "play"]]


def test_matches_as_text() -> None:
    done = run("match", "random", "random", "--pairs", "10", *QUICK)
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "random against random: 10 mirrored pairs of matches, rules tournament target=1, seed 0.",
        "random won 10 of 20 matches, 50.0±11.5 % (95 %).",
        "Of the pairs random did better in 0, random in 0, 10 were even: z = +0.00.",
    ]
    assert lines[3].startswith("A match took 1.")
    assert [line.split()[:2] for line in lines[5:]] == [
        ["random", question] for question in ["bid", "trump", "play"] * 2
    ]


def test_json_of_contracts() -> None:
    found = ask("match", "ev:2", "random", "--contracts", "--pairs", "6", "--jobs", "1")
    assert set(found) == {
        "game", "kind", "players", "rules", "bid", "seed", "pairs", "made", "difference",
        "margin", "better", "z", "times",
    }  # fmt: skip
    assert found["players"] == ["ev:2", "random"]
    assert (found["kind"], found["bid"], found["pairs"]) == ("contracts", "30", 6)
    made, let = found["made"]
    assert found["difference"] == pytest.approx(made - let, abs=1e-5)
    assert found["better"][0] - found["better"][1] == round(6 * found["difference"])
    assert set(found["times"][0]["play"]) == {"moves", "mean", "longest"}


def test_json_of_matches() -> None:
    found = ask("match", "random", "ev:8", "--pairs", "3", *QUICK)
    assert set(found) == {
        "game", "kind", "players", "rules", "seed", "pairs", "won", "deals", "undecided",
        "margin", "better", "z", "times",
    }  # fmt: skip
    assert sum(found["won"]) == 1
    assert found["deals"] >= 6
    assert found["undecided"] == 0


def test_one_pair_is_told_as_one() -> None:
    done = run("match", "random", "random", "--pairs", "1", *QUICK)
    assert "1 mirrored pair of matches" in done.stdout
    assert "won 1 of 2 matches, 50.0±46.2 % (95 %)" in done.stdout


def test_seeds_make_contests() -> None:
    arguments = ("match", "random", "random", "--contracts", "--pairs", "3")
    found = [ask(*arguments, "--seed", seed) for seed in "112"]
    first, same, other = ((one["made"], one["times"][0]["play"]["moves"]) for one in found)
    assert first == same != other


def test_rules_come_from_the_environment() -> None:
    arguments = ("match", "random", "random", "--pairs", "1")
    assert ask(*arguments, FORTYTWO_RULES="tournament target=2")["rules"] == "tournament target=2"


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    arguments = ("match", "random", "random", *QUICK, "--log", log)
    ask(*arguments, "--pairs", "2")
    assert len(Path(log).read_text().splitlines()) == 3
    ask(*arguments, "--pairs", "5")
    assert len(Path(log).read_text().splitlines()) == 6
    done = run(*arguments, "--seed", "1")
    assert done.returncode == 2
    assert done.stderr == f"fortytwo: {log}: the log of another contest, seed 0, not 1\n"
    done = run("match", "random", "random", "--log", str(tmp_path / "no" / "log"))
    assert done.returncode == 1
    assert "No such file" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "Missing argument 'OPPONENT'"),
        (["random", "nobody"], "player 'nobody': expected one of random, ev:N, make:N"),
        (["ev", "random"], "player 'ev': expected a number of worlds"),
        (["random", "random", "--bid", "30"], "bid: only --contracts have one"),
        (["random", "random", "--contracts", "--bid", "29"], "bid 29: expected 30 to 42"),
        (["random", "random", "--rules", "mine"], "unknown rules 'mine'"),
        (["random", "random", "--pairs", "0"], "0 is not in the range x>=1"),
        (["random", "random", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], message: str) -> None:
    done = run("match", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_help_lists_the_players() -> None:
    text = " ".join(run("match", "--help").stdout.split())
    for form in ("random (", "ev:N (", "make:N (", "advisor:LEVEL (", "exec:COMMAND ("):
        assert form in text
