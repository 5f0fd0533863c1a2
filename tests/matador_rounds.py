"""Random rounds of Matador, the way between our objects and the judge's, and plain minimax.

Random objects are made from a seed, so that a failing example can be repeated by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from hypothesis import strategies as st

import fortytwo as ft
import matador_judge as judge
from fortytwo.engine.games.matador.deal import Deal
from fortytwo.engine.games.matador.moves import ENDS, NOTHING, Lay, Move
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import OPTIONS, Rules

NAMES: Final = "ABCD"
SMALL: Final = {2: (3, 3), 3: (2, 3), 4: (2, 1)}
"""By players: tiles in a hand and to be drawn, so many that plain minimax is quick."""


def random_rules(random: ft.Random, **given: Any) -> Rules:
    """Any options that go together, apart from those given."""
    while True:
        options = {name: random.choice(choice.values) for name, choice in OPTIONS.choices.items()}
        with suppress(ft.OptionError):
            return Rules.preset("source", **options | given)


def options_of(rules: Rules) -> dict[str, Any]:
    """The options as the judge knows them."""
    return {name: getattr(rules, name) for name in judge.SOURCE}


def written(tiles: Sequence[judge.Tile]) -> str:
    return " ".join(f"{high}-{low}" for high, low in tiles) or "-"


def deal_of(table: judge.Table) -> Deal:
    """What a round begins with."""
    hands = " / ".join(map(written, table.hands))
    return Deal.parse(f"{hands} ; {written(table.stock)}")


def text_of(table: judge.Table) -> str:
    """A table at the beginning of a turn, as `Round.parse` reads it."""
    hands = " / ".join(map(written, table.hands))
    ends = " ".join("".join(map(str, sorted(end, reverse=True))) for end in table.ends) or "-"
    return f"{hands} ; {ends} ; {NAMES[table.turn]} ; {written(table.stock)}"


def random_deal(
    random: ft.Random,
    options: dict[str, Any],
    number: int,
    sizes: Sequence[int],
    stock: int = len(judge.ALL_TILES),
) -> judge.Table:
    """A round, counted from 0, with hands of such sizes and at most as many others in the stock."""
    while True:
        tiles = list(judge.ALL_TILES)
        random.shuffle(tiles)
        hands = []
        for size in sizes:
            hands.append(tiles[:size])
            del tiles[:size]
        table = judge.deal(options, number, hands, tiles[:stock])
        if table is not None:
            return table


def random_table(random: ft.Random, options: dict[str, Any], number: int = 0) -> judge.Table:
    """A round as it is dealt, counted from 0."""
    return random_deal(random, options, number, [judge.hand_size(options)] * options["players"])


def random_ending(
    random: ft.Random, options: dict[str, Any], size: int, drawable: int
) -> judge.Table:
    """A round with up to so many tiles in each hand, and up to so many that may be drawn.

    One in eight has no tiles laid yet.
    """
    sizes = [1 + random.below(size) for _ in range(options["players"])]
    stock = options["stock_reserve"] + random.below(drawable + 1)
    table = random_deal(random, options, random.below(4), sizes, stock)
    if random.below(8):
        table.lead, table.turn = None, random.below(options["players"])
        table.ends = [judge.End(map(int, random.choice(ENDS))) for _ in range(2)]
    return table


def to_round(table: judge.Table, rules: Rules) -> Round:
    """A table at the beginning of a turn as our round."""
    return Round.parse(text_of(table), rules)


def to_move(move: Move) -> judge.Move:
    if not isinstance(move, Lay):
        return str(move)
    on, new = (
        judge.End() if end == NOTHING else judge.End(map(int, ENDS[end]))
        for end in (move.on, move.new)
    )
    return (move.tile.high, move.tile.low), on, new


def same(round: Round, table: judge.Table) -> bool:
    """Whether all that can be seen is the same."""
    hands = [sorted((tile.high, tile.low) for tile in hand) for hand in round.hands]
    ends = [{int(number) for number in ENDS[end]} for end in round.ends if end != NOTHING]
    moves = list(map(to_move, round.legal))
    expected = judge.legal(table)
    return (
        hands == [sorted(hand) for hand in table.hands]
        and [(tile.high, tile.low) for tile in round.stock] == table.stock
        and (ends == table.ends or ends[::-1] == table.ends)
        and round.mover == round.side == (-1 if table.over else table.turn)
        and round.finished == bool(table.over)
        and len(moves) == len(expected)
        and set(moves) == set(expected)
    )


def net(table: judge.Table) -> list[int]:
    """For each player of a round that is over what it scores, less what another one does."""
    scores = judge.score(table)
    return [2 * score - sum(scores) for score in scores]


def minimax(table: judge.Table, side: int) -> int:
    """The most that a player can force, by trying everything and remembering nothing."""
    if table.over:
        return net(table)[side]
    values = [minimax(judge.after(table, move), side) for move in judge.legal(table)]
    return max(values) if table.turn == side else min(values)


def random_round(random: ft.Random) -> tuple[Round, judge.Table]:
    """A round under any rules, whole or an ending, after some random moves, as both know it."""
    rules = random_rules(random)
    options = options_of(rules)
    table = random_ending(random, options, 4, 4)
    if random.below(2):
        table = random_table(random, options)
    round = to_round(table, rules)
    for _ in range(random.below(60)):
        if round.finished:
            break
        move = random.choice(round.legal)
        round.push(move)
        judge.play(table, to_move(move))
    return round, table


seeds: Final = st.integers(0, 2**64 - 1)
tables: Final = st.builds(lambda seed: random_rules(ft.Random(seed)), seeds)
"""Any rules."""
rounds: Final = st.builds(lambda seed: random_round(ft.Random(seed)), seeds)
"""What `random_round` makes."""
