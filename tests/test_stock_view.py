"""What a player of a game with a stock knows: exactly that, and how likely the rest is."""

from __future__ import annotations

import os
import pickle
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.cards import Cards
from fortytwo.engine.dominoes import Hand
from fortytwo.engine.stock.moves import Play, Turn
from fortytwo.engine.stock.seen import DEALT
from stock_rounds import BINGO, GAMES, SIXTY_SIX, Stock, games

DEALS: Final = int(os.environ.get("FORTYTWO_REFEREED", "250")) // 12


def some_move(random: ft.Random, round: Any) -> Any:
    """Any move, but seldom to close, and mostly to exchange or to declare if that is allowed."""
    moves = [move for move in round.legal if move is not Turn.CLOSE or random.below(8) == 0]
    told = [move for move in moves if move is Turn.EXCHANGE or "+" in str(move)]
    return random.choice(told if told and random.below(4) else moves or round.legal)


def playing(game: Stock, random: ft.Random, deals: int) -> Iterator[tuple[Any, Any]]:
    """Deals under any rules, before each of their moves, with what the player to move knows."""
    for _ in range(deals):
        match = game.match.Match(game.random_rules(random))
        round = match.deal(random)
        while not round.finished:
            yield round, game.view.View.of(round)
            round.push(some_move(random, round))


@games
def test_views_are_read_as_they_are_written(game: Stock) -> None:
    for round, view in playing(game, ft.Random(1), DEALS):
        again = type(view).parse(str(view))
        assert (again, str(again)) == (view, str(view))
        assert pickle.loads(pickle.dumps(view)) == view
        assert view.holding == round.hands[view.seat]
        assert (set(view.legal), view.side, view.game) == (set(round.legal), round.side, game.name)
        assert [option.move for option in view.options] == list(view.legal)
        hand, *parts = str(view)[2:].split(" ; ")
        fields = dict(part.split(None, 1) for part in parts) | {"hand": hand}
        assert type(view).from_fields(fields) == view  # whose turn it is the moves say


@games
def test_worlds_look_the_same_to_the_player(game: Stock) -> None:
    """Whatever is hidden lies so that nothing that was seen is different, now or before."""
    random, split = ft.Random(2), 0
    for round, view in playing(game, random, DEALS):
        worlds = ft.Worlds(view.unseen)
        split += len(view.unseen.sizes) > 2
        for _ in range(2):
            hidden = worlds.draw(random)
            world = view.world(hidden)
            assert type(view).of(world) == view
            assert (world.mover, world.taken) == (round.mover, round.taken)
            assert set(world.legal) == set(round.legal)
            assert world.hands[view.seat] == round.hands[view.seat]
            if view.turned is not None:
                present = view.present(hidden)
                assert (present.hands, present.stock) == (world.core.hands, world.core.stock)
                assert present.bounds(0) == world.core.bounds(0)
                assert present.legal == world.core.legal
                assert present.key == world.core.key or not world.core.draws
    assert (split > 20) == (game is BINGO)  # only there does it matter when the other drew


@games
def test_what_is_true_is_possible(game: Stock) -> None:
    for round, view in playing(game, ft.Random(3), DEALS):
        hidden = list(masks_of(view, round))
        unseen = view.unseen
        assert [mask.bit_count() for mask in hidden] == list(unseen.sizes)
        assert sum(hidden) == unseen.pieces
        for mask, allowed in zip(hidden, unseen.allowed, strict=True):
            assert not mask & ~allowed


def masks_of(view: Any, round: Any) -> Iterator[int]:
    """What the places of a view hold in a round, as masks, from the judge's account of it."""
    past = round.copy()
    while past.moves:
        past.pop()
    other, since, masks = 1 - view.seat, list(view.hidden.since), []
    held = past.core.hands[other]
    places = [held] if view.hidden.time < 0 else []
    for time, move in enumerate(round.moves):
        before = past.core.hands[other]
        past.push(move)
        drawn = past.core.hands[other] & ~before
        if time in since:
            masks.append(drawn)
        if time == view.hidden.time:
            places = [past.core.hands[other]]
    yield from places
    yield from masks
    if view.hidden.left:
        stock = round.stock if view.turned is None else round.stock[:-1]
        yield sum(1 << piece.index for piece in stock)


@games
def test_every_deal_that_agrees_is_as_likely(game: Stock) -> None:
    """Near the end of the stock: in how many ways each hand of the other can have come about."""
    random, compared, uneven = ft.Random(5), 0, 0
    while compared < 10:
        for round, view in playing(game, random, 1):
            worlds = ft.Worlds(replace(view.unseen, ordered=None))
            if view.turned is None or not 1 <= view.hidden.left <= 3 or worlds.count > 5000:
                continue
            ways = Origins(view, round).ways_by_hand()
            found = Counter(map(view.hidden.holding, worlds))
            assert found.keys() == ways.keys(), str(view)
            assert len({found[hand] / ways[hand] for hand in ways}) == 1, str(view)
            uneven += len(set(ways.values())) > 1
            compared += 1
            break
    assert (uneven > 0) == (game is BINGO)


class Origins:
    """When the other may have got what, from the deal as it was.

    Of each piece it is asked when the other may have got it: not after it was seen with it, and not
    before it showed that it did not hold it.
    """

    def __init__(self, view: Any, round: Any) -> None:
        self.kind, self.view, other = view.kind, view, 1 - view.seat
        self.seen: dict[int, int] = {}
        self.parted: dict[int, int] = {}
        self.without: list[tuple[int, int]] = []
        self.draws: list[int] = []
        self.openly = 0
        past = round.copy()
        while past.moves:
            past.pop()
        for time, move in enumerate(round.moves):
            mover, lead, is_strict = past.mover, past.lead, not past.core.draws
            before, turned = past.core.hands[other], past.core.stock[-1:]
            past.push(move)
            if isinstance(move, Play) and mover == other:
                self._played(time, move, lead if is_strict else None)
            if move is Turn.EXCHANGE:
                if mover == other:
                    self.seen.setdefault(view.table.exchanged, time)
                    self.parted[view.table.exchanged] = time
                    self.openly |= 1 << turned[0]
            elif got := past.core.hands[other] & ~before:
                if turned and got == 1 << turned[0] and not past.core.stock:
                    self.openly |= got
                else:
                    self.draws.append(time)
        self.now = round.core.hands[other]

    def _played(self, time: int, move: Play, lead: Any) -> None:
        for piece in (move.piece, *move.shown):
            self.seen.setdefault(piece.index, time)
        self.parted[move.piece.index] = time
        if move.shown:
            group = next(g for g in self.view.table.groups if g >> move.piece.index & 1)
            self.without.append((time, group & ~sum(1 << index for index in self.seen)))
        if lead is not None:
            self.without.append((time, self.view.table.tricks[0].excluded(move.piece, lead)))

    def times(self, index: int) -> frozenset[int]:
        """When the other may have got a piece that it has now, or has had."""
        until, kept = (known.get(index, 10**6) for known in (self.seen, self.parted))
        return frozenset(
            slot
            for slot in (DEALT, *self.draws)
            if slot < until
            and not any(mask >> index & 1 and slot < when < kept for when, mask in self.without)
        )

    def ways_by_hand(self) -> dict[int, int]:
        """For each hand that the other may hold now, in how many ways it can have come about."""
        pool = [
            index for index in range(len(self.kind.faces)) if self.view.hidden.pool >> index & 1
        ]
        known = sum(1 << index for index in self.seen if index not in self.parted)
        known |= self.openly & self.now
        had = {index for index in self.seen if index in self.parted or not self.openly >> index & 1}
        size, found = self.now.bit_count() - known.bit_count(), {}
        for hand in combinations(pool, size):
            times = tuple(self.times(index) for index in sorted({*hand, *had}))
            if number := count_ways(times, tuple(self.draws), self.kind.hand_size):
                found[known | sum(1 << index for index in hand)] = number
        return found


def count_ways(times: Sequence[Container[int]], draws: Sequence[int], dealt: int) -> int:
    """In how many ways pieces can have come at their times: one with a draw, and so many dealt."""

    @cache
    def ways(place: int, used: int, left: int) -> int:
        if place == len(times):
            return int(left == 0 and used == (1 << len(draws)) - 1)
        total = ways(place + 1, used, left - 1) if DEALT in times[place] and left else 0
        for number, draw in enumerate(draws):
            if draw in times[place] and not used >> number & 1:
                total += ways(place + 1, used | 1 << number, left)
        return total

    return ways(0, 0, dealt)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        # A marriage that was shown, until it is played.
        ("moves K♥+Q♥ 9♣ ; drawn A♣ ; rules source", "Q♥"),
        ("moves K♥+Q♥ A♥ J♣ Q♥ ; drawn A♣ 10♣ ; rules source", ""),
        # The turn-up that was taken for the nine.
        ("moves 9♥ J♣ exchange ; drawn A♣ ; rules source", "J♠"),
        ("moves 9♥ J♣ exchange 10♣ 9♣ ; drawn A♣ 10♥ ; rules source", "J♠"),
        ("moves 9♥ J♣ exchange J♠ 9♣ ; drawn A♣ 10♥ ; rules source", ""),
    ],
)
def test_cards_that_were_shown_are_known(text: str, held: str) -> None:
    view = SIXTY_SIX.view.View.parse(f"B:A♥ A♦ 10♦ 9♣ J♣ K♣ ; turned J♠ ; first A ; {text}")
    known = Cards.parse(held)
    other, stock, *_ = view.unseen.allowed
    assert other & ~stock == known.mask
    for world in ft.Worlds(replace(view.unseen, ordered=None)).draw_many(ft.Random(1), 20).tolist():
        assert not known.mask & ~world[0]


def test_doubles_that_were_shown_are_known() -> None:
    """And of those that were not it is known that they can only have been drawn since."""
    start = "A:6-6 6-4 5-1 3-1 4-1 4-0 6-0 ; turned 6-2 ; first B ; moves 5-5+4-4 6-0 ; rules {}"
    view = BINGO.view.View.parse(start.format("source"))
    shut, stock = view.unseen.allowed  # it has drawn nothing since
    doubles = Hand.parse("0-0 1-1 2-2 3-3").mask
    assert shut & ~stock == Hand.parse("4-4").mask
    assert stock & doubles == doubles
    assert not shut & doubles
    view = BINGO.view.View.parse(start.format("source close_timing=after_draw ; drawn 3-2"))
    held, drawn, stock = view.unseen.allowed
    assert not held & doubles
    assert drawn & doubles == doubles
    assert view.unseen.sizes == (6, 1, 11)


def test_who_does_not_follow_holds_none() -> None:
    """Nor trumps, if it did not trump; with `head` nothing that beats a lead that it let go."""
    start = "B:A♥ K♥ 10♦ 9♦ J♣ 9♣ ; turned J♠ ; first B ; rules {} ; moves close {}"
    view = SIXTY_SIX.view.View.parse(start.format("source", "A♥ 9♥ K♥ Q♦"))
    assert view.words.voids == [["♥", "♠"], ()]
    view = SIXTY_SIX.view.View.parse(start.format("standard", "K♥ 9♥"))
    assert not view.unseen.allowed[0] & Cards.parse("10♥").mask
    assert view.unseen.allowed[0] & Cards.parse("Q♥ J♥").mask
    assert view.unseen.ordered is None


def test_after_the_stock_the_other_hand_is_known() -> None:
    random, counted = ft.Random(6), 0
    for game in GAMES:
        for round, view in playing(game, random, 8):
            if not round.stock:
                assert ft.Worlds(view.unseen).count == 1
                assert view.unseen.pieces == round.core.hands[1 - view.seat]
                counted += 1
    assert counted > 20


TILES: Final = "A:6-6 5-5 6-4 5-1 3-1 4-1"
TURNED: Final = f"{TILES} 0-0 ; turned 6-2"
HAND: Final = "B:A♥ A♦ 10♦ 9♣ J♣ K♣ ; turned J♠ ; first A"


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (SIXTY_SIX, "A♥ A♦", "'A♥ A♦' is no view: expected a seat, a colon and its hand"),
        (SIXTY_SIX, "C:A♥ A♦", "'C' is no seat: expected one of A, B"),
        (SIXTY_SIX, "B:A♥ A♦ ; turned J♠", "a hand of 2 cards: expected the 6 that were dealt"),
        (SIXTY_SIX, HAND.replace("J♠", "K♣"), "K♣ comes twice"),
        (SIXTY_SIX, HAND.replace("A♥", "2♥"), "2♥: there is no such card in the pack"),
        (SIXTY_SIX, HAND.replace("; turned J♠ ", ""), "no turn-up turned up: expected the"),
        (SIXTY_SIX, f"{HAND} ; trump ♠", "part 'trump' of the view: expected one of seat, turned"),
        (SIXTY_SIX, f"{HAND} ; extra 1", "extra: no deal is worth more under these rules"),
        (SIXTY_SIX, f"{HAND} ; rules standard ; extra 2", "extra 2: expected 0 or 1"),
        (SIXTY_SIX, f"{HAND} ; score 3", "score '3': expected two numbers as 3-2"),
        (SIXTY_SIX, f"{HAND} ; moves A♥", "move 1: A♥ is not with A"),
        (SIXTY_SIX, f"{HAND} ; moves J♠", "move 1: J♠ is not with A"),
        (SIXTY_SIX, f"{HAND} ; moves exchange", "move 1: exchange is not allowed to A"),
        (SIXTY_SIX, f"{HAND} ; moves draw", "move 1: draw is not allowed to A"),
        (SIXTY_SIX, f"{HAND} ; moves K♥+Q♦", "move 1: K♥+Q♦ is not allowed to A"),
        (SIXTY_SIX, f"{HAND} ; moves 9♥ K♠", "move 2: K♠: expected one of"),
        (SIXTY_SIX, f"{HAND} ; moves 9♥ A♥", "move 2: 0 cards drawn: the moves tell of more"),
        (SIXTY_SIX, f"{HAND} ; moves 9♥ ; drawn K♠", "1 card drawn more than the moves tell of"),
        (SIXTY_SIX, f"{HAND} ; moves 9♥ A♥ ; drawn 9♥", "move 2: 9♥ drawn: it was not in"),
        (SIXTY_SIX, f"{HAND} ; moves 9♥ A♥ ; drawn A♦", "A♦ comes twice"),
        (SIXTY_SIX, f"{HAND} ; moves Q♥+K♥ A♥ 9♣ 9♥ ; drawn K♥ Q♠", "move 2: K♥ drawn: it was not"),
        (
            SIXTY_SIX,
            f"{HAND.replace('K♣', '9♥')} ; moves K♥+Q♥ A♥ close 9♥ 9♦ ; drawn A♣",
            "move 5: 9♦ is not allowed to A, who holds Q♥",
        ),
        (
            SIXTY_SIX,
            f"{HAND.replace('first A', 'first B')} ; moves close A♦ Q♣ J♣ Q♦",
            "move 5: Q♦ is not with A",
        ),
        (SIXTY_SIX, f"{HAND} ; moves close 9♦ K♣", "move 3: K♣: expected one of A♦, 10♦"),
        (BINGO, TILES, "a hand of 6 dominoes: expected the 7 that were dealt"),
        (BINGO, f"{TILES} 0-0 ; turned 6-2", "6-2 turned up: expected none by now"),
        (BINGO, f"{TILES} 0-0 ; rules standard", "no turn-up turned up: expected the one seen"),
        (BINGO, f"{TILES} 0-0 ; moves 6-4", "no turn-up turned up: expected the one seen"),
        (BINGO, f"{TURNED} ; first B ; moves close", "move 1: close is not allowed to B"),
        (BINGO, f"{TURNED} ; moves 5-5+6-6", "move 1: 5-5+6-6: expected one of"),
        (
            BINGO,
            f"{TURNED} ; first B ; moves 2-2+3-3 3-1 draw 3-3+4-4 ; drawn 2-1",
            "move 4: 3-3+4-4 is not allowed to B",
        ),
        (
            BINGO,
            f"{TURNED} ; first B ; moves 2-2+3-3 3-1 close 4-4",
            "move 4: 4-4 is not with B",
        ),
    ],
)  # fmt: skip
def test_views_that_cannot_be_are_refused(game: Stock, text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        game.view.View.parse(text)
    assert message in str(error.value)


def test_what_no_deal_agrees_with_is_refused() -> None:
    """The other has shown that it holds nothing but clubs, of which only one is out."""
    view = SIXTY_SIX.view.View.parse(
        "B:A♥ A♦ 10♦ 9♣ J♣ 9♥ ; turned J♠ ; first B ; moves close A♦ Q♣ 10♦ K♣ A♥ 10♣"
    )
    with pytest.raises(ft.ImpossiblePositionError, match="no deal agrees"):
        ft.Worlds(view.unseen)


@games
def test_only_the_player_to_move_has_options(game: Stock) -> None:
    round = game.match.Match().deal(ft.Random(1))
    view = game.view.View.of(round)
    other = replace(view, seat=1 - view.seat, hand=round.deal.hands[1 - view.seat])
    names = "AB"
    with pytest.raises(ft.IllegalMoveError, match=f"it is the turn of {names[view.seat]}, not of"):
        other.options  # noqa: B018
    while not round.finished:
        round.push(round.legal[0])
    with pytest.raises(ft.IllegalMoveError, match="the deal is over: it is nobody's turn"):
        game.view.View.of(round)
    ending = game.to_round(
        game.random_ending(ft.Random(1), game.rules.SOURCE, 3, 0), game.rules.SOURCE
    )
    with pytest.raises(ft.ImpossiblePositionError, match="expected"):
        game.view.View.of(ending)


@games
def test_there_is_advice_for_every_seat_in_every_phase(game: Stock) -> None:
    random = ft.Random(8)
    for number, (_, view) in enumerate(playing(game, random, 2)):
        advice = ft.suggest(view, worlds=2, seed=number)
        assert advice.move in view.legal
        assert set(advice.estimates) == {(str(move),) for move in view.legal}
        assert advice.reason


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        pytest.param(
            SIXTY_SIX,
            "B:A♠ 10♠ K♠ Q♠ A♥ A♦ ; turned 9♠ ; first B",
            {"close"},
            id="close",
        ),
        pytest.param(
            SIXTY_SIX,
            "B:A♥ 10♥ 9♠ Q♣ J♦ 9♦ ; turned A♠ ; first A ; moves K♥ A♥ ; drawn 10♠",
            {"exchange"},
            id="exchange",
        ),
        pytest.param(
            SIXTY_SIX,
            "B:K♥ Q♥ 10♥ 10♦ J♣ 9♣ ; turned 9♠ ; first A ; moves J♦ 10♦ ; drawn 9♥",
            {"K♥+Q♥", "Q♥+K♥"},
            id="marriage",
        ),
        pytest.param(
            BINGO,
            "A:0-0 3-3 5-5 4-4 6-1 5-1 6-2 ; turned 3-2 ; first A",
            {"0-0+5-5+4-4+3-3", "3-3+5-5+4-4+0-0"},
            id="doubles",
        ),
    ],
)
def test_clear_cases_are_advised(game: Stock, text: str, moves: set[str]) -> None:
    for seed in range(2):
        view = game.view.View.parse(f"{text} ; rules standard")
        assert ft.suggest(view, level="fast", seed=seed).text in moves


def test_nobody_is_advised_to_close_with_nothing() -> None:
    text = "B:9♥ J♥ 9♣ J♣ 9♦ J♦ ; turned A♠ ; first B ; rules standard"
    advice = ft.suggest(SIXTY_SIX.view.View.parse(text), level="fast")
    assert advice.estimates["close",].p == 0
    assert advice.text != "close"


@games
def test_what_a_result_is_worth_ends_with_the_match(game: Stock) -> None:
    """One short of the target, one more is as good as three."""
    match = game.match.Match()
    view = replace(game.view.View.of(match.deal(ft.Random(1))), score=(6, 3))
    option = view.options[0]
    assert (option.need, view.side) == (1, view.seat)
    least, most = (-4, 1) if view.seat == 0 else (-1, 4)
    assert [option.worth(points) for points in (-6, 0, 1, 6)] == [least, 0, 1, most]
