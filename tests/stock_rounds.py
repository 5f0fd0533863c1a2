"""Random deals of games with a stock, the way between our objects and the judges', and minimax.

Random objects are made from a seed, so that a failing example can be repeated by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from hypothesis import strategies as st

import bingo_judge
import fortytwo as ft
import sixty_six_judge
from fortytwo.engine.cards import Card
from fortytwo.engine.dominoes import Domino
from fortytwo.engine.games.bingo import match as bingo_match
from fortytwo.engine.games.bingo import play as bingo_play
from fortytwo.engine.games.bingo import round as bingo_round
from fortytwo.engine.games.bingo import rules as bingo_rules
from fortytwo.engine.games.bingo import view as bingo_view
from fortytwo.engine.games.sixty_six import match as sixty_six_match
from fortytwo.engine.games.sixty_six import round as sixty_six_round
from fortytwo.engine.games.sixty_six import rules as sixty_six_rules
from fortytwo.engine.games.sixty_six import view as sixty_six_view
from fortytwo.engine.stock.moves import Move

NAMES: Final = "AB"


@dataclass(frozen=True, eq=False)
class Stock:
    """A game with a stock, and its judge.

    Args:
        name: its name.
        judge: the module of the judge.
        rules: the module of the rules.
        round: the module of deals under way.
        view: the module of views.
        match: the module of matches.
        goal: the points that win.
        trumps: our names for the judge's trumps.
        deal: the next deal of a match from a pack in order.
        own: for options that take values of one's own what draws one.
    """

    name: str
    judge: Any
    rules: Any
    round: Any
    view: Any
    match: Any
    goal: int
    trumps: dict[Any, str]
    deal: Callable[[Any, Sequence[str]], Any]
    own: dict[str, Callable[[ft.Random], str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.name

    def random_rules(self, random: ft.Random, **given: Any) -> Any:
        """Any options that go together, apart from those given."""
        choices = self.rules.OPTIONS.choices
        while True:
            options = {name: random.choice(choice.values) for name, choice in choices.items()}
            for name, choice in choices.items():
                if choice.own is not None and random.below(2):
                    options[name] = self.own[name](random)
            with suppress(ft.OptionError):
                return self.rules.Rules.preset("source", **options | given)

    def options_of(self, rules: Any) -> dict[str, Any]:
        """The options as the judge knows them."""
        return {name: getattr(rules, name) for name in self.judge.SOURCE}

    def shuffled(self, random: ft.Random) -> list[str]:
        pack = list(self.judge.PACK)
        random.shuffle(pack)
        return pack

    def random_table(self, random: ft.Random, rules: Any) -> Any:
        """A deal as it is dealt."""
        options, pack = self.options_of(rules), self.shuffled(random)
        table = self.judge.deal(options, random.below(2), pack)
        add_match(random, table)
        return table

    def random_ending(self, random: ft.Random, rules: Any, size: int, drawn: int) -> Any:
        """A deal between tricks with up to so many pieces in each hand, and so many pairs to draw.

        One in three is closed, if it has a stock.
        """
        pack = self.shuffled(random)
        number = 1 + random.below(size)
        hands = [[pack.pop() for _ in range(number)] for _ in range(2)]
        stock = [pack.pop() for _ in range(2 * random.below(drawn + 1))]
        trump = random.choice(list(self.trumps))
        if stock:
            trump = self.judge.trump_of(stock[-1])
        table = self.judge.Table(self.options_of(rules), hands, stock, trump, random.below(2))
        add_match(random, table)
        for seat in range(2):
            table.tricks[seat] = random.below(3)
            some = random.below(self.goal)
            if table.tricks[seat]:
                table.points[seat] = random.choice((0, some, max(some, self.goal - 40)))
            elif random.below(3) == 0:
                table.pending[seat] = random.choice((20, 40, 60))
        if stock and random.below(3) == 0:
            table.closer = random.below(2)
            if hasattr(table, "closed_on"):
                table.closed_on = random.below(2) if table.tricks[1 - table.closer] else 0
        elif stock and rules.close_timing == "before_draw" and sum(table.tricks):
            table.waiting = random.below(3) == 0
        if hasattr(table, "declared"):
            doubles = [tile for tile in pack if self.judge.is_double(tile)]
            doubles += [tile for tile in hands[0] + hands[1] if self.judge.is_double(tile)]
            table.declared = [tile for tile in doubles if random.below(4) == 0]
        return table

    def text_of(self, table: Any) -> str:
        """A table between tricks, as `Round.parse` reads it."""
        sides = [
            f"{points}{'*' if tricks and not points else ''}{f'+{pending}' if pending else ''}"
            for points, tricks, pending in zip(
                table.points, table.tricks, table.pending, strict=True
            )
        ]
        state = []
        if table.waiting:
            state.append("waiting")
        if table.closer is not None:
            early = getattr(table, "closed_on", table.tricks[1 - table.closer]) == 0
            state.append(f"closed {NAMES[table.closer]}{' early' if early else ''}")
        if getattr(table, "declared", ()):
            state.append(f"declared {' '.join(table.declared)}")
        for name, of_both in (("prizes", "sets"), ("score", "score")):
            if any(getattr(table, of_both, ())):
                state.append("{} {}-{}".format(name, *getattr(table, of_both)))
        if getattr(table, "extra", 0):
            state.append(f"extra {table.extra}")
        parts = [
            " / ".join(" ".join(hand) or "-" for hand in table.hands),
            " ".join(table.stock) or "-",
            self.trumps[table.trump],
            NAMES[table.turn],
            " / ".join(sides),
            ", ".join(state) or "-",
        ]
        return " ; ".join(parts)

    def to_round(self, table: Any, rules: Any) -> Any:
        """A table between tricks as our round."""
        return self.round.Round.parse(self.text_of(table), rules)

    def random_round(self, random: ft.Random) -> tuple[Any, Any]:
        """A deal under any rules, whole or an ending, after some random moves, as both know it."""
        rules = self.random_rules(random)
        table = self.random_table(random, rules)
        if random.below(2):
            table = self.random_ending(random, rules, 4, 2)
        round = self.to_round(table, rules)
        for _ in range(random.below(30)):
            if round.finished:
                break
            move = random.choice(round.legal)
            round.push(move)
            self.judge.play(table, to_move(move))
        return round, table

    def same(self, round: Any, table: Any) -> bool:
        """Whether all that can be seen is the same."""
        moves = list(map(to_move, round.legal))
        expected = self.judge.legal(table)
        return (
            [sorted(named(hand)) for hand in round.hands] == [sorted(hand) for hand in table.hands]
            and named(round.stock) == table.stock
            and (None if round.lead is None else named([round.lead])[0]) == table.lead
            and list(round.taken) == table.points
            and list(round.core.pending) == table.pending
            and list(round.core.has_trick) == [tricks > 0 for tricks in table.tricks]
            and list(round.core.prizes) == getattr(table, "sets", [0, 0])
            and (round.core.closer, round.core.waiting) == (table.closer, table.waiting)
            and round.mover == round.side == (-1 if table.over else table.turn)
            and round.finished == table.over
            and len(moves) == len(expected)
            and set(moves) == set(expected)
        )

    def minimax(self, table: Any, side: int) -> int:
        """The most that a player can force, by trying everything and remembering nothing."""
        if table.over:
            scores: Sequence[int] = self.judge.score(table)
            return scores[side] - scores[1 - side]
        values = [
            self.minimax(self.judge.after(table, move), side) for move in self.judge.legal(table)
        ]
        return max(values) if table.turn == side else min(values)


def add_match(random: ft.Random, table: Any) -> None:
    """Let a match have gone before a deal."""
    if table.rules.get("tie_carry") == "plus_one":
        table.extra = random.below(2)
    if hasattr(table, "score"):
        table.score = [random.below(min(8, table.rules["target"])) for _ in range(2)]


def to_move(move: Move) -> str:
    """A move as the judges write it."""
    return str(move).replace("10", "T")


def named(pieces: Any) -> list[str]:
    """Pieces as the judges write them."""
    return [str(piece).replace("10", "T") for piece in pieces]


SIXTY_SIX: Final = Stock(
    "sixty-six",
    sixty_six_judge,
    sixty_six_rules,
    sixty_six_round,
    sixty_six_view,
    sixty_six_match,
    66,
    {suit: suit for suit in sixty_six_judge.SUITS},
    lambda match, pack: sixty_six_round.Deal.of_pack(
        [Card.parse(card) for card in pack], match.dealer, match.rules.deal_packet
    ),
)


def numbers(random: ft.Random, size: int, most: int) -> str:
    """So many numbers with commas between."""
    return ",".join(str(random.below(most + 1)) for _ in range(size))


def some_sets(random: ft.Random) -> str:
    """What a deal brings, in three cases; not what the handbook says."""
    first = 1 + random.below(3)
    second = first + random.below(3)
    return f"{first},{second},{second + 2 + random.below(3)}"


BINGO: Final = Stock(
    "bingo",
    bingo_judge,
    bingo_rules,
    bingo_round,
    bingo_view,
    bingo_match,
    70,
    dict(enumerate(bingo_play.NAMES)),
    lambda match, pack: bingo_round.Deal.of_pack([Domino.parse(tile) for tile in pack]),
    {
        "tile_points": lambda random: "/".join(numbers(random, 28, 20) for _ in range(7)),
        "double_points": lambda random: f"{numbers(random, 6, 50)}+{numbers(random, 1, 20)}",
        "set_awards": some_sets,
    },
)
GAMES: Final = (SIXTY_SIX, BINGO)

games: Final = pytest.mark.parametrize("game", GAMES, ids=repr)
seeds: Final = st.integers(0, 2**64 - 1)
tables: Final = st.builds(
    lambda game, seed: game.random_rules(ft.Random(seed)), st.sampled_from(GAMES), seeds
)
"""The rules of tables."""
