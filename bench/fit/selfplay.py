"""The games that numbers are fitted to: the advisor plays all four seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import fortytwo as ft
from fortytwo.engine.games.forty_two.plays import domino_of
from fortytwo.solver.advisor import suggest
from fortytwo.solver.games.forty_two.hands import strengths
from fortytwo.solver.work import Form, chance_at, work_through

from .numbers import Numbers, in_use

Game = Mapping[str, Any]
"""What is kept of a deal; as JSON the same."""
LOG: Final[Form[Game]] = Form("run of self-play", "deal", dict, dict)
SPREAD: Final = 4
"""By so many points a declaration may look better than it is, so that not only good ones are
played."""
BIDS: Final = [*[range(30, 31)] * 6, *[range(31, 42)] * 2, *[range(42, 43)] * 2]
"""Each as often: from where the bid is drawn."""


class Advisor:
    """Plays a deal.

    Args:
        worlds: how many worlds it solves at each move.
        random: where the seeds of its moves come from.
    """

    def __init__(self, worlds: int, random: ft.Random) -> None:
        self._worlds = worlds
        self._random = random

    def suggest(self, round: ft.Round) -> ft.Suggestion[Any]:
        """What the seat whose turn it is should do."""
        seed = self._random.below(2**63)
        return suggest(ft.View.of(round), worlds=self._worlds, seed=seed)


def hands_of(deal: ft.Deal) -> list[int]:
    return [hand.mask for hand in deal.hands]


def odds(advice: ft.Suggestion[Any], label: tuple[str, ...]) -> dict[str, float]:
    """In which share of how many worlds a bid is made."""
    estimate = advice.estimates[label]
    worlds = advice.effective * estimate.worlds / advice.worlds
    return {"share": round(estimate.p, 4), "worlds": round(worlds, 2)}


def tables(worlds: int, random: ft.Random) -> dict[str, object]:
    """What the side of each seat takes if it leads, with every trump and all hands open."""
    deal = ft.Deal.draw(random)
    return {"hands": hands_of(deal), "points": ft.table(deal).tolist()}


def contract(worlds: int, random: ft.Random) -> dict[str, object]:
    """A contract without an auction, played until it is decided.

    Of every play that mattered the groups of equal plays are kept, with what the advisor thought
    of them. Half of the contracts are declared by the seat with the best hand.
    """
    deal = ft.Deal.draw(random)
    advisor = Advisor(worlds, random)
    strong = strengths(hands_of(deal))[:, list(ft.TRUMPS)]
    declarer = ft.Seat(0 if random.below(2) else int(strong.max(1).argmax()))
    bid = ft.Call(random.choice(random.choice(BIDS)))
    noise = [SPREAD * random.below(1000) / 1000 for _ in ft.TRUMPS]
    trump = ft.Trump(int((strong[declarer] + noise).argmax()))
    round = ft.Round(deal, ft.Outcome(declarer, bid, ft.Rules.tournament()))
    advice = advisor.suggest(round)
    told = odds(advice, (str(trump), round.rules.format_call(bid)))
    round.push(trump)
    assert round.position is not None
    options: list[list[list[Any]] | None] = []
    while not round.decided:
        equal = round.position.groups
        if len(equal) == 1:
            options.append(None)
            round.push(equal[0][0])
            continue
        play = advisor.suggest(round)
        found = [(group, play.estimates[str(group[0]),]) for group in equal]
        options.append(
            [
                [[piece.index for piece in group], _short(one.p), _short(one.points)]
                for group, one in found
            ]
        )
        round.push(play.move)
    return {
        "hands": hands_of(deal),
        "declarer": int(declarer),
        "bid": int(bid),
        "trump": int(trump),
        "best": int(advice.move),
        **told,
        "plays": [domino_of(play).index for play in round.plays],
        "options": options,
        "made": round.points[declarer.side] >= bid.need,
    }


def _short(number: float) -> float:
    return float(f"{number:.4g}")


def whole_deal(rules: str, worlds: int, random: ft.Random) -> dict[str, object]:
    """A deal with its auction at the start of a match, played to the end."""
    deal = ft.Deal.draw(random)
    advisor = Advisor(worlds, random)
    round = ft.Round(deal, ft.Auction(ft.Rules.parse(rules)))
    said = {}
    while round.bidding:
        assert round.turn is not None
        advice = advisor.suggest(round)
        said[round.turn] = advice
        round.push(advice.move)
    assert isinstance(round.auction, ft.Auction)
    game: dict[str, object] = {
        "hands": hands_of(deal),
        "calls": list(map(int, round.auction.calls)),
    }
    if round.won is None:
        return game
    declarer, bid = round.won
    advice = said[declarer]
    label = str(advice.via), advice.text
    while not round.finished:
        few = round.legal
        round.push(few[0] if len(few) == 1 else advisor.suggest(round).move)
    assert round.contract is not None
    taken = round.points[declarer.side]
    return {
        **game,
        "declarer": int(declarer),
        "bid": int(bid),
        "trump": int(round.contract.trump),
        **odds(advice, label),
        "chance": _short(advice.estimates[label].chance),
        "taken": taken,
        "made": taken >= bid.need,
    }


KINDS: Final[Mapping[str, Callable[[int, ft.Random], dict[str, object]]]] = {
    "tables": tables,
    "contracts": contract,
}
"""Games without an auction; all others are whole deals, by rules."""


def played(
    kind: str, numbers: Numbers, deals: int, log: Path, *, worlds: int, seed: int, jobs: int | None
) -> list[Game]:
    """Deals, played by the advisor that goes by these numbers.

    Args:
        kind: one of `KINDS`, or the rules of whole deals.
        numbers: what the advisor goes by.
        deals: how many.
        log: what keeps them; those in it are not played again.
        worlds: how many worlds it solves at each move.
        seed: which deals, and what happens by chance.
        jobs: how many processes share the work, by default one a processor.
    """
    digest = blake2b(json.dumps(dict(numbers)).encode(), digest_size=8).hexdigest()
    facts = {"kind": kind, "worlds": worlds, "seed": seed, "numbers": digest}
    games: list[Game] = []
    prepare = partial(_table, kind, numbers, worlds, seed)
    work_through(
        prepare, deals, games.append, LOG, facts, jobs=jobs, log=log, note=lambda: log.stem
    )
    return sorted(games, key=lambda game: int(game["deal"]))


@contextmanager
def _table(kind: str, numbers: Numbers, worlds: int, seed: int) -> Iterator[Callable[[int], Game]]:
    """The advisor, ready to play a deal by its number."""

    make = KINDS.get(kind) or partial(whole_deal, kind)

    def play(number: int) -> Game:
        return {"deal": number, **make(worlds, chance_at(seed, kind, number))}

    with in_use(numbers):
        yield play
