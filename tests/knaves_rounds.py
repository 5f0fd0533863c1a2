"""Random rounds of Knaves and Polignac, plain search, and the way to our objects and the judge's.

Random objects are made from a seed, so that a failing example can be repeated by hand.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from hypothesis import strategies as st

import fortytwo as ft
import knaves_judge as judge
from fortytwo.engine.cards import CARDS, Card, Cards
from fortytwo.engine.games.knaves.deal import Deal
from fortytwo.engine.games.knaves.moves import Move, parse_move
from fortytwo.engine.games.knaves.round import Round
from fortytwo.engine.games.knaves.rules import OPTIONS, Rules

NAMES: Final = "ABCDEF"
SMALL: Final = {3: 3, 4: 3, 5: 2, 6: 2}
"""By players: tricks, so few that plain search is quick."""


def random_rules(random: ft.Random, **given: Any) -> Rules:
    """Any options that go together, apart from those given."""
    variant = {"variant": random.choice(OPTIONS.choices["variant"].values)}
    while True:
        options = {
            name: random.choice(choice.values)
            for name, choice in OPTIONS.choices.items()
            if choice.works(variant | given)
        }
        with suppress(ft.OptionError):
            return Rules.preset("source", **options | variant | given)


def options_of(rules: Rules) -> dict[str, Any]:
    """The options as the judge knows them."""
    return {name: getattr(rules, name) for name in judge.SOURCE}


def card_of(card: judge.Card) -> Card:
    return Card(*card)


def to_move(move: Move) -> judge.Move:
    return (move.rank, move.suit) if isinstance(move, Card) else str(move)


def deal_of(table: judge.Table) -> Deal:
    """What a round begins with."""
    hands = tuple(Cards(map(card_of, hand)) for hand in table.hands)
    return Deal(hands, None if table.turned is None else card_of(table.turned))


def random_table(random: ft.Random, options: dict[str, Any], number: int = 0) -> judge.Table:
    """A round as it is dealt, counted from 0."""
    cards = judge.pack(options)
    random.shuffle(cards)
    return judge.deal(options, number, cards)


def random_ending(random: ft.Random, options: dict[str, Any], size: int) -> judge.Table:
    """A round with so many tricks left at most, in which no capot is announced."""
    table = random_table(random, options)
    size = 1 + random.below(min(size, judge.hand_size(options) - 1))
    for hand in table.hands:
        del hand[size:]
    table.announcing = False
    table.turn = random.below(options["players"])
    return table


def to_round(table: judge.Table, rules: Rules) -> Round:
    """A table between its moves and tricks as our round."""
    return Round(deal_of(table), table.turn, rules=rules)


def same(round: Round, table: judge.Table) -> bool:
    """Whether all that can be seen is the same."""
    moves = list(map(to_move, round.legal))
    expected = judge.legal(table)
    over = judge.finished(table)
    return (
        [sorted(map(to_move, hand)) for hand in round.hands] == list(map(sorted, table.hands))
        and round.mover == round.side == (-1 if over else table.turn)
        and round.finished == over
        and list(round.points) == judge.net(table)
        and len(moves) == len(expected)
        and set(moves) == set(expected)
    )


def moves_of(table: judge.Table) -> list[judge.Move]:
    """What may be done, in the order of our numbers."""
    order = {(card.rank, card.suit): card.index for card in CARDS}
    legal = judge.legal(table)
    return legal if table.announcing else sorted(legal, key=lambda card: order[card])  # type: ignore[index]


def minimax(table: judge.Table, side: int) -> int:
    """The most that a seat can force against all others, by trying everything."""
    if judge.finished(table):
        return judge.net(table)[side]
    values = [minimax(judge.after(table, move), side) for move in judge.legal(table)]
    return max(values) if table.turn == side else min(values)


def max_n(table: judge.Table) -> tuple[list[int], list[judge.Move]]:
    """What each seat ends with if each takes the most for itself, and how; of equals the lowest."""
    if judge.finished(table):
        return judge.net(table), []
    best: tuple[list[int], list[judge.Move]] | None = None
    for move in moves_of(table):
        points, line = max_n(judge.after(table, move))
        if best is None or points[table.turn] > best[0][table.turn]:
            best = points, [move, *line]
    assert best is not None
    return best


def play_on(random: ft.Random, round: Round, table: judge.Table, most: int) -> None:
    """Make up to so many random moves in both."""
    for _ in range(random.below(most + 1)):
        if round.finished:
            break
        move = random.choice(round.legal)
        round.push(move)
        judge.play(table, to_move(move))


def endings(random: ft.Random, number: int, most: int = 0) -> list[tuple[Round, judge.Table]]:
    """Small endings under any rules as both know them, some in the middle of a trick.

    Args:
        random: what makes them.
        number: how many.
        most: how many more tricks they may have than is quick for plain search.
    """
    found = []
    for _ in range(number):
        rules = random_rules(random)
        table = random_ending(random, options_of(rules), SMALL[rules.players] + most)
        round = to_round(table, rules)
        play_on(random, round, table, 2)
        found.append((round, table))
    return found


def capot_under_way(random: ft.Random) -> tuple[Round, judge.Table]:
    """A whole deal after an announcement, a few tricks before its end; mostly still open."""
    rules = random_rules(random, variant="polignac", players=3 + random.below(4), capot=True)
    options, passes = options_of(rules), random.below(rules.players)
    cards = judge.pack(options)
    random.shuffle(cards)
    # Whoever announces has the strongest cards, but for some.
    strength = {card: judge.POLIGNAC_RANKS.index(card[0]) + random.below(3) for card in cards}
    cards.sort(key=strength.__getitem__, reverse=True)
    strong = cards[: rules.hand]
    rest = cards[rules.hand :]
    random.shuffle(rest)
    place = judge.first_leader(options, 0) + passes
    before = place % rules.players * rules.hand
    table = judge.deal(options, 0, [*rest[:before], *strong, *rest[before:]])
    round = to_round(table, rules)
    size = 1 + random.below(SMALL[rules.players])
    for move in ["pass"] * passes + ["capot"]:
        judge.play(table, move)
        round.push(parse_move(move))
    while len(table.hands[0]) > size:
        for _ in range(4):
            trick, after = list[judge.Move](), table
            while after is table or after.trick:
                trick.append(random.choice(judge.legal(after)))
                after = judge.after(after, trick[-1])
            if after.tricks[-1][0] == table.announcer:
                break
        table = after
        for card in trick:
            round.push(Card(*card))
    return round, table


def capots(random: ft.Random, number: int) -> list[tuple[Round, judge.Table]]:
    """Endings of whole deals in which a capot was announced, as both know them."""
    found = []
    for _ in range(number):
        round, table = capot_under_way(random)
        play_on(random, round, table, 2)
        found.append((round, table))
    return found


def random_round(random: ft.Random) -> tuple[Round, judge.Table]:
    """A round under any rules, whole or an ending, after some random moves, as both know it."""
    rules = random_rules(random)
    options = options_of(rules)
    table = random_ending(random, options, 6) if random.below(2) else random_table(random, options)
    round = to_round(table, rules)
    play_on(random, round, table, 60)
    return round, table


seeds: Final = st.integers(0, 2**64 - 1)
tables: Final = st.builds(lambda seed: random_rules(ft.Random(seed)), seeds)
"""Any rules."""
rounds: Final = st.builds(lambda seed: random_round(ft.Random(seed)), seeds)
"""What `random_round` makes."""
