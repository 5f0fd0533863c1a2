"""An independent referee for Matador, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A tile is a tuple (high, low), seats are 0, 1, … in the order of their turns. What an end shows is
a set: of one number, or of two after a matador laid across. Rule numbers are those of matador.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Tile = tuple[int, int]
End = frozenset[int]
Lay = tuple[Tile, End, End]
"""A tile, the end that it is laid on, and what this shows then; both are empty for the first."""
Move = str | Lay
"""`draw`, `pass`, or a tile that is laid."""

ALL_TILES = [(high, low) for high in range(7) for low in range(high + 1)]
MATADORS = [(0, 0), (6, 1), (5, 2), (4, 3)]

SOURCE: dict[str, Any] = {
    "players": 2,
    "hand_table": "bergen",
    "opening": "any",
    "first_player": 0,
    "draw_rule": "one",
    "optional_draw": False,
    "stock_reserve": 0,
    "end_rule": "out_or_block",
    "excess_only": False,
    "double_blank_value": 0,
    "target": 100,
}
PRESETS = {
    "source": SOURCE,
    "standard": SOURCE
    | {
        "hand_table": "seven_six_five",
        "opening": "highest_double",
        "draw_rule": "until_playable",
        "optional_draw": True,
        "stock_reserve": 2,
    },
}


class Foul(ValueError):  # noqa: N818
    """A move the rules forbid."""


@dataclass
class Table:
    """A round under way.

    Args:
        rules: all options.
        hands: the tiles of each player.
        stock: the tiles face down, the next one first.
        turn: whose turn it is.
        ends: what the two ends show; nothing before the first tile.
        lead: the tile that must be the first, if one must.
        drawn: how many tiles have been drawn in this turn.
        passes: how many players have passed one after another.
        over: how the round has ended, `out` or `block`; empty while it goes on.
    """

    rules: Mapping[str, Any]
    hands: list[list[Tile]]
    stock: list[Tile]
    turn: int
    ends: list[End]
    lead: Tile | None = None
    drawn: int = 0
    passes: int = 0
    over: str = ""


def hand_size(rules: Mapping[str, Any]) -> int:
    """Tell how many tiles each player is dealt (rule 3)."""
    sizes = {"bergen": {2: 6, 3: 6, 4: 5}, "seven_six_five": {2: 7, 3: 6, 4: 5}}
    return sizes[rules["hand_table"]][rules["players"]]


def highest_double(hands: Sequence[Sequence[Tile]]) -> Tile | None:
    """Give the highest double in all hands, None if there is none (rule 4)."""
    doubles = [(high, low) for hand in hands for high, low in hand if high == low]
    return max(doubles) if doubles else None


def first_player(
    rules: Mapping[str, Any], round_number: int, hands: Sequence[Sequence[Tile]]
) -> int | None:
    """Tell who starts a round, counted from 0 (rule 4); None if it must be dealt again."""
    if rules["opening"] == "any":
        seat: int = (rules["first_player"] + round_number) % rules["players"]
        return seat
    double = highest_double(hands)
    if double is None:
        return None
    return [double in hand for hand in hands].index(True)


def deal(
    rules: Mapping[str, Any],
    round_number: int,
    hands: Sequence[Sequence[Tile]],
    stock: Sequence[Tile],
) -> Table | None:
    """Set up a round, counted from 0; None if it must be dealt again."""
    turn = first_player(rules, round_number, hands)
    if turn is None:
        return None
    lead = highest_double(hands) if rules["opening"] == "highest_double" else None
    return Table(rules, [list(hand) for hand in hands], list(stock), turn, [], lead)


def lays(table: Table) -> list[Lay]:
    """List how tiles may be laid (rules 4, 7 to 12)."""
    hand = table.hands[table.turn]
    if not table.ends:
        nothing = End()
        return [(tile, nothing, nothing) for tile in hand if table.lead in (None, tile)]
    found: list[Lay] = []
    for tile in hand:
        high, low = tile
        for end in set(table.ends):
            for touching, outer in {(high, low), (low, high)}:
                if tile != (0, 0) and 7 - touching in end:
                    found.append((tile, end, End({outer})))
            if tile in MATADORS:
                found.append((tile, end, End(tile)))
    return found


def can_draw(table: Table) -> bool:
    """Tell whether the player could draw, able to play or not (rules 14, 15)."""
    if len(table.stock) <= table.rules["stock_reserve"]:
        return False
    return table.drawn == 0 or table.rules["draw_rule"] == "until_playable"


def legal(table: Table) -> list[Move]:
    """List what the player may do (rules 13 to 16)."""
    if table.over:
        return []
    found: list[Move] = list(lays(table))
    if found:
        if table.rules["optional_draw"] and can_draw(table):
            found.append("draw")
        return found
    return ["draw"] if can_draw(table) else ["pass"]


def play(table: Table, move: Move) -> None:
    """Do what a player does (rules 15 to 18).

    With a reserve the last tile of the stock is the last that may be drawn.
    """
    if move not in legal(table):
        raise Foul(f"{move}: expected one of {legal(table)}")
    hand = table.hands[table.turn]
    if move == "draw":
        hand.append(table.stock.pop(0))
        table.drawn += 1
        return
    if isinstance(move, str):
        table.passes += 1
    else:
        tile, end, outer = move
        hand.remove(tile)
        table.passes = 0
        if table.ends:
            table.ends.remove(end)
            table.ends.append(outer)
        else:
            table.ends = [End({half}) for half in tile]
    nothing_to_draw = len(table.stock) <= table.rules["stock_reserve"]
    all_passed = table.passes >= len(table.hands)
    ends_now = table.rules["end_rule"] == "stock_empty" and table.drawn > 0
    if not hand:
        table.over = "out"
    elif nothing_to_draw and (all_passed or ends_now):
        table.over = "block"
    table.turn = (table.turn + 1) % len(table.hands)
    table.drawn = 0


def after(table: Table, move: Move) -> Table:
    """Give the table after a move, and leave this one as it is."""
    hands = [list(hand) for hand in table.hands]
    other = replace(table, hands=hands, stock=list(table.stock), ends=list(table.ends))
    play(other, move)
    return other


def pips(rules: Mapping[str, Any], hand: Sequence[Tile]) -> int:
    """Count a hand (rule 20)."""
    value: int = rules["double_blank_value"]
    return sum(sum(tile) for tile in hand) + value * hand.count((0, 0))


def score(table: Table) -> list[int]:
    """Give what each player scores in a round that is over (rule 19)."""
    counts = [pips(table.rules, hand) for hand in table.hands]
    scores = [0] * len(counts)
    if table.over == "out":
        scores[table.hands.index([])] = sum(counts)
    elif counts.count(min(counts)) == 1:
        best = counts.index(min(counts))
        for seat, count in enumerate(counts):
            if seat != best:
                scores[best] += count - min(counts) if table.rules["excess_only"] else count
    return scores


def match_winner(rules: Mapping[str, Any], totals: Sequence[int]) -> int | None:
    """Tell who has won the match (rule 21); None if it goes on."""
    for seat, total in enumerate(totals):
        if total >= rules["target"]:
            return seat
    return None
