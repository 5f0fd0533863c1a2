"""An independent referee for Domino Bingo, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A tile is a text of its halves, the higher one first: `6-4`; seats are 0 and 1. Trumps are numbers.
Rule numbers are those of bingo.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

PACK = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
BINGO = "0-0"
GOAL = 70

Move = str
"""A tile; a tile with `+` and each of the others shown with it; or `close`, `draw`."""

SOURCE: dict[str, Any] = {
    "turn_up": "after_lead",
    "last_draw": "loser_takes_turn_up",
    "plain_rank": "pips",
    "close_timing": "before_draw",
    "tile_points": "handbook",
    "double_points": "handbook",
    "set_awards": "handbook",
    "bingo_bonus": True,
    "target": 7,
    "first_leader": 0,
}
PRESETS = {
    "source": SOURCE,
    "standard": SOURCE | {"turn_up": "before_lead", "last_draw": "winner_takes_turn_up"},
}


class Foul(ValueError):  # noqa: N818
    """A move the rules forbid."""


@dataclass
class Table:
    """A deal under way.

    Args:
        rules: all options.
        hands: the tiles of the two players.
        stock: the tiles that may be drawn, the next one first, the turn-up last.
        trump: the number of trumps, known or not.
        turn: whose turn it is.
        score: the sets of both before the deal.
        lead: the tile led, while it lies on the table alone.
        points: of tiles and of doubles that count.
        pending: of doubles that do not count yet.
        tricks: how many tricks each player has won.
        declared: the doubles that have been declared.
        closer: who has closed.
        waiting: whether the winner of a trick has still to draw, or to close instead.
        sets: the sets of both for taking the double of trumps with the Bingo.
        over: whether the deal has ended.
    """

    rules: Mapping[str, Any]
    hands: list[list[str]]
    stock: list[str]
    trump: int
    turn: int
    score: list[int] = field(default_factory=lambda: [0, 0])
    lead: str | None = None
    points: list[int] = field(default_factory=lambda: [0, 0])
    pending: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    declared: list[str] = field(default_factory=list)
    closer: int | None = None
    waiting: bool = False
    sets: list[int] = field(default_factory=lambda: [0, 0])
    over: bool = False


def halves(tile: str) -> tuple[int, int]:
    """Give the two numbers of a tile, as printed on it."""
    return int(tile[0]), int(tile[2])


def pips(tile: str) -> int:
    """Count the pips of a tile: a blank half counts seven (rule 1)."""
    return sum(half or 7 for half in halves(tile))


def is_double(tile: str) -> bool:
    """Whether both halves are equal."""
    return tile[0] == tile[2]


def trump_of(turn_up: str) -> int:
    """Give the trump that a turn-up makes: its higher half, a blank above a six (rule 4)."""
    return 0 if 0 in halves(turn_up) else max(halves(turn_up))


def is_trump(tile: str, trump: int) -> bool:
    """Whether a tile is of the trump class (rule 6)."""
    return tile == BINGO or trump in halves(tile)


def follows(tile: str, lead: str, trump: int) -> bool:
    """Whether a tile is of the led suit (rule 12)."""
    if is_trump(lead, trump) or is_trump(tile, trump):
        return is_trump(lead, trump) and is_trump(tile, trump)
    called = 0 if 0 in halves(lead) else max(halves(lead))
    return called in halves(tile)


def deal(rules: Mapping[str, Any], leader: int, pack: Sequence[str]) -> Table:
    """Deal an ordered pack: seven tiles to A, seven to B, then the stock (rules 3, 4)."""
    return Table(
        rules, [list(pack[:7]), list(pack[7:14])], list(pack[14:]), trump_of(pack[-1]), leader
    )


def next_deal(
    rules: Mapping[str, Any], scores: Sequence[Sequence[int]], pack: Sequence[str]
) -> Table:
    """Deal after deals with these scores (rule 2)."""
    leader = rules["first_leader"]
    for _ in scores:
        leader = 1 - leader
    table = deal(rules, leader, pack)
    table.score = [sum(sets[seat] for sets in scores) for seat in (0, 1)]
    return table


def beats(tile: str, lead: str, table: Table) -> bool:
    """Whether the follower wins with a tile (rule 7)."""
    trump = table.trump
    if BINGO in (tile, lead):
        return tile == BINGO
    if is_trump(tile, trump) != is_trump(lead, trump):
        return is_trump(tile, trump)
    if is_trump(tile, trump):
        if is_double(tile) or is_double(lead):
            return is_double(tile)
        return pips(tile) > pips(lead)
    if table.rules["plain_rank"] == "suit_led" and not follows(tile, lead, trump):
        return False
    return pips(tile) > pips(lead)


def tile_points(rules: Mapping[str, Any], trump: int, tile: str) -> int:
    """Give the points of a tile (rule 13)."""
    if rules["tile_points"] != "handbook":
        rows = [row.split(",") for row in rules["tile_points"].split("/")]
        return int(rows[trump][PACK.index(tile)])
    if tile == BINGO:
        return 14
    if is_trump(tile, trump):
        return 28 if is_double(tile) else pips(tile)
    if is_double(tile):
        return pips(tile)
    return 10 if tile in ("6-4", "3-0") else 0


def double_points(rules: Mapping[str, Any], doubles: Sequence[str]) -> int:
    """Give the points of declared doubles (rule 14)."""
    if rules["double_points"] == "handbook":
        worth, bingo = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70, 7: 70}, 10
    else:
        listed, _, extra = rules["double_points"].partition("+")
        worth = dict(enumerate(map(int, listed.split(",")), 2))
        bingo = int(extra)
    return worth[len(doubles)] + (bingo if BINGO in doubles else 0)


def trick(table: Table, lead: str, tile: str) -> tuple[bool, int]:
    """Tell whether the follower wins a trick, and the points of its tiles (rules 7, 13)."""
    points = sum(tile_points(table.rules, table.trump, one) for one in (lead, tile))
    return beats(tile, lead, table), points


def last_points(table: Table) -> int:
    """Give what the winner of the last trick gets besides: nothing (rule 15)."""
    return 0


def may_follow(table: Table) -> list[str]:
    """List what the follower may play (rules 8, 11)."""
    assert table.lead is not None
    hand = table.hands[table.turn]
    if table.stock and table.closer is None:
        return list(hand)
    suit = [tile for tile in hand if follows(tile, table.lead, table.trump)]
    trumps = [tile for tile in hand if is_trump(tile, table.trump)]
    return suit or trumps or list(hand)


def declarations(table: Table) -> list[Move]:
    """List the leads with a declaration: of all doubles in hand not yet declared (rule 14)."""
    hand = table.hands[table.turn]
    doubles = [tile for tile in hand if is_double(tile) and tile not in table.declared]
    if len(doubles) < 2:
        return []
    doubles.sort(reverse=True)
    return ["+".join([tile, *(one for one in doubles if one != tile)]) for tile in doubles]


def can_close(table: Table) -> bool:
    """Whether the player on lead may close (rule 10)."""
    if table.lead is not None or table.closer is not None or len(table.stock) < 2:
        return False
    if not table.hands[table.turn]:
        return False  # nothing would be left to lead
    if sum(table.tricks) == 0:
        return bool(table.rules["turn_up"] == "before_lead")
    return table.waiting or table.rules["close_timing"] == "after_draw"


def legal(table: Table) -> list[Move]:
    """List what the player may do."""
    if table.over:
        return []
    if table.lead is not None:
        return may_follow(table)
    found = ["close"] if can_close(table) else []
    if table.waiting:
        return [*found, "draw"]
    return [*found, *table.hands[table.turn], *declarations(table)]


def draw(table: Table) -> None:
    """Let the winner of the trick draw, then the other (rule 9)."""
    winner, loser = table.hands[table.turn], table.hands[1 - table.turn]
    if len(table.stock) == 2 and table.rules["last_draw"] == "winner_takes_turn_up":
        winner, loser = loser, winner
    winner.append(table.stock.pop(0))
    loser.append(table.stock.pop(0))


def claim(table: Table, seat: int) -> None:
    """End the deal if a player has enough (rule 16)."""
    if table.points[seat] >= GOAL:
        table.over = True


def play(table: Table, move: Move) -> None:
    """Do what a player does."""
    if move not in legal(table):
        raise Foul(f"{move}: expected one of {legal(table)}")
    seat, other = table.turn, 1 - table.turn
    if move == "close":
        table.closer, table.waiting = seat, False
    elif move == "draw":
        draw(table)
        table.waiting = False
    elif table.lead is None:
        tile, *shown = move.split("+")
        table.hands[seat].remove(tile)
        table.lead, table.turn = tile, other
        if shown:
            counted = table.points if table.tricks[seat] else table.pending
            counted[seat] += double_points(table.rules, [tile, *shown])
            table.declared += [tile, *shown]
            if table.tricks[seat]:
                claim(table, seat)
    else:
        table.hands[seat].remove(move)
        finish_trick(table, move)


def finish_trick(table: Table, tile: str) -> None:
    """Give a trick to its winner, and let both draw or the deal end (rules 9, 10, 13 to 18)."""
    assert table.lead is not None
    lead, follower = table.lead, table.turn
    takes, points = trick(table, lead, tile)
    winner = follower if takes else 1 - follower
    table.tricks[winner] += 1
    table.points[winner] += points + table.pending[winner]
    table.pending[winner] = 0
    table.lead, table.turn = None, winner
    double = f"{table.trump}-{table.trump}"
    if table.rules["bingo_bonus"] and double != BINGO and {lead, tile} == {BINGO, double}:
        table.sets[winner] += 1
        if wins_match_by_sets(table):
            table.over = True
    claim(table, winner)
    if table.over:
        return
    if table.stock and table.closer is None:
        table.waiting = True
        if table.rules["close_timing"] == "after_draw" or not can_close(table):
            table.waiting = False
            draw(table)
    elif not table.hands[0]:
        table.over = True


def wins_match_by_sets(table: Table) -> bool:
    """Whether sets for the Bingo end the match in the middle of the deal (rule 21)."""
    return any(
        sets and before + sets >= table.rules["target"]
        for sets, before in zip(table.sets, table.score, strict=True)
    )


def after(table: Table, move: Move) -> Table:
    """Give the table after a move, and leave this one as it is."""
    other = replace(
        table,
        hands=[list(hand) for hand in table.hands],
        stock=list(table.stock),
        points=list(table.points),
        pending=list(table.pending),
        tricks=list(table.tricks),
        declared=list(table.declared),
        sets=list(table.sets),
    )
    play(other, move)
    return other


def award(table: Table, loser: int) -> int:
    """Give the sets for a deal by what the loser has (rule 17)."""
    awards = [1, 2, 3]
    if table.rules["set_awards"] != "handbook":
        awards = [int(sets) for sets in table.rules["set_awards"].split(",")]
    if table.tricks[loser] == 0:
        return awards[2]
    return awards[1] if table.points[loser] < 30 else awards[0]


def score(table: Table) -> list[int]:
    """Give the sets of both in a deal that is over (rules 17 to 21)."""
    sets = list(table.sets)
    if wins_match_by_sets(table):
        return sets
    reached = [points >= GOAL for points in table.points]
    closer = table.closer
    if closer is not None and not reached[closer]:
        sets[1 - closer] += 2
    elif any(reached):
        winner = reached.index(True)
        sets[winner] += award(table, 1 - winner)
    return sets


def match_winner(rules: Mapping[str, Any], totals: Sequence[int]) -> int | None:
    """Tell who has won the match (rule 21); None if it goes on."""
    for seat, total in enumerate(totals):
        if total >= rules["target"]:
            return seat
    return None
