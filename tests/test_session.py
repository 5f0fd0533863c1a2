"""The session at the terminal plays any game: here one that has no trick, no partner, no suit."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.adapters.saved import Setting, load, save
from fortytwo.adapters.screen import Screen
from fortytwo.adapters.session import Session
from fortytwo.engine.game import Field, Question
from fortytwo.engine.view import Option, Referee, Unseen, Words

NUMBER = Field("counters", "how many there are", "7")


class Pile:
    """Two in turn take 1 to 3 counters; who takes the last has a point."""

    tricks = None
    core = None

    def __init__(self, counters: int, first: int) -> None:
        self.counters, self.first, self.taken = counters, first, list[int]()

    finished = property(lambda self: self.counters == 0)
    mover = property(lambda self: -1 if self.finished else (self.first + len(self.taken)) % 2)
    side = mover
    legal = property(lambda self: range(1, min(3, self.counters) + 1))
    points = property(lambda self: (self.bounds(0)[0], self.bounds(1)[0]))
    key = property(lambda self: (self.counters, self.side))

    def bounds(self, side: int) -> tuple[int, int]:
        won = int((self.first + len(self.taken)) % 2 != side)
        return (won, won) if self.finished else (0, 1)

    def push(self, move: int) -> None:
        if move not in self.legal:
            raise ft.IllegalMoveError(f"{move} cannot be taken: expected 1 to {max(self.legal)}")
        self.counters -= move
        self.taken.append(move)

    def pop(self) -> int:
        self.counters += self.taken[-1]
        return self.taken.pop()

    def copy(self) -> Pile:
        other = Pile(self.counters, self.first)
        other.taken = list(self.taken)
        return other


class PileMatch:
    """Piles until somebody has two points."""

    def __init__(self) -> None:
        self.rounds: list[Pile] = []

    score = property(lambda self: tuple(sum(one.points[n] for one in self.rounds) for n in (0, 1)))
    winner = property(lambda self: next((n for n in (0, 1) if self.score[n] == 2), None))
    scores = property(lambda self: [(0, 0), *([self.score] if self.rounds else [])])
    winners = property(lambda self: () if self.winner is None else (self.winner,))
    idle = 0
    seats = 2
    referee: Referee | None = None

    def deal(self, random: ft.Random) -> Pile:
        self.push(("pile", 4 + random.below(9)))
        return self.rounds[-1]

    def push(self, step: Any) -> None:
        if isinstance(step, tuple):
            self.rounds.append(Pile(step[1], len(self.rounds) % 2))
        else:
            self.rounds[-1].push(step)

    def pop(self) -> Any:
        if self.rounds[-1].taken:
            return self.rounds[-1].pop()
        return ("pile", self.rounds.pop().counters)


@dataclass(frozen=True)
class PileView:
    state: Pile
    game = "piles"
    question = "take"
    unseen = Unseen(0, (), ())
    words = Words((), (), ())
    claim = None

    @property
    def side(self) -> int:
        return int(self.state.side)

    @property
    def options(self) -> Sequence[Option[int]]:
        return [
            Option(n, str(n), n, (str(n),), 1, f"taking {n}", "wins the pile")
            for n in self.state.legal
        ]

    def world(self, hidden: Sequence[int]) -> Pile:
        return self.state.copy()


@dataclass(frozen=True)
class Said:
    text: str

    def facts(self) -> Mapping[str, object]:
        return {"event": self.text}

    def __str__(self) -> str:
        return self.text


class Piles:
    """As much of a `Game` as a session needs."""

    name = "piles"
    sides = seats = ("A", "B")
    numbered = False
    questions = (Question("take", "number", "numbers", "%", "How many.", "", NUMBER, ()),)
    claims = Question("claim", "", "", "", "", "", NUMBER, ())

    def events(self, match: PileMatch) -> list[Said]:
        found = []
        for number, state in enumerate(match.rounds, 1):
            found.append(Said(f"Pile {number}."))
            found += [
                Said(f"{self.seats[(state.first + place) % 2]} takes {taken}.")
                for place, taken in enumerate(state.taken)
            ]
        return found

    def match_record(self, match: PileMatch) -> str:
        return "".join(f"{one.counters} {one.taken}\n" for one in match.rounds)

    def read_match(self, text: str) -> PileMatch:
        match = PileMatch()
        for line in filter(None, text.splitlines()):
            left, _, taken = line.partition(" ")
            moves = [int(word) for word in taken.strip("[]").split(",") if word]
            match.push(("pile", int(left) + sum(moves)))
            for move in moves:
                match.push(move)
        return match

    def view(self, state: Pile) -> PileView:
        return PileView(state)

    def picture(self, view: PileView, *, fancy: bool = False) -> str:
        return "o" * view.state.counters

    def read_move(self, view: PileView, text: str) -> int:
        if not text.isdigit():
            raise ft.NotationError(f"{text!r}: expected a number")
        return int(text)

    def hands(self, state: Pile) -> list[str]:
        return ["open to all"]

    def goal(self, state: Pile) -> None:
        return None

    def side_of(self, seat: int) -> int:
        return seat


def played(
    typed: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    match: PileMatch, file: Path | None = None,
) -> str:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    game: Any = Piles()
    Session(game, match, Setting("A", "instant", 3), Screen(), file).play()
    return capsys.readouterr().out


TYPED = ["hint", "why", "known", "score", "claim", "five", "9", *(["1", "2", "3", ""] * 40)]


def test_another_game_is_played_by_the_same_session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match, file = PileMatch(), tmp_path / "piles.txt"
    shown = played(TYPED, monkeypatch, capsys, match, file)
    assert match.winner is not None
    for told in (
        "Pile 1.", "\noooo", "Allowed: 1 2 3\n", "Your number: hint\nAdvice: ", "wins the pile in",
        "Match: A 0, B 0. You play for A.", "a claim is made at your turn to claim",
        "'five': expected a number.", "9 cannot be taken: expected 1 to 3.", "A takes 1.",
        "open to all\nEnter for the next deal: ", "Enter ends the game: \nThe match is over.\n",
    ):  # fmt: skip
        assert told in shown, told
    game: Any = Piles()
    again, known = load(file, game)
    assert known == {"seat": "A", "level": "instant", "seed": 3}
    assert game.match_record(again) == game.match_record(match)


def test_undo_and_resuming_in_another_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game: Any = Piles()
    straight, turned = PileMatch(), PileMatch()
    played(["1", "1"], monkeypatch, capsys, straight)
    shown = played(["2", "undo", "1", "1"], monkeypatch, capsys, turned)
    assert "Taken back.\n" in shown
    assert game.match_record(straight) == game.match_record(turned)
    file = tmp_path / "piles.txt"
    half: Any = PileMatch()
    played(["1"], monkeypatch, capsys, half)
    save(file, game, half, Setting("A", "instant", 3))
    resumed: Any = load(file, game)[0]
    played(["1"], monkeypatch, capsys, resumed)
    assert game.match_record(resumed) == game.match_record(straight)
