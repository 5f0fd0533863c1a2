"""Forty-two as a game of the engine: how its positions and views are read from text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..._random import Random
from ...dominoes import Hand
from ...drawing import Drawing
from ...errors import NotationError, shown
from ...game import Bidding, Field, Goal, Grid, Question
from ...game import Match as AnyMatch
from ...game import Terms as AnyTerms
from ...state import State
from ...view import View as AnyView
from .account import account
from .auction import Auction
from .choices import PRESETS
from .deal import Deal
from .drawing import draw
from .events import Event, events
from .match import Match
from .match_record import MatchRecord
from .picture import picture
from .plain import is_list, read_list
from .position import Position, split_parts
from .record import Record
from .round import Move, Round
from .rules import SOURCE, Rules
from .seats import SEATS, Seat, Side
from .terms import Terms
from .trump import TRUMPS
from .typed import read_move
from .view import View

HAND: Final = Field("hand", "the seven dominoes as dealt", "6-6 6-5 6-4 6-2 5-5 4-1 3-2")
DEAL: Final = Field("deal", "the four hands clockwise from a seat", "N:6-6 ... / ... / ... / ...")
AUCTION: Final = Field(
    "auction", "calls so far in order, after who called first (N if not said)", "P 30"
)
RULES: Final = Field(
    "rules",
    f"{', '.join(PRESETS)}, and options to change",
    "tournament forced_bid=30",
    variable="FORTYTWO_RULES",
)
SCORE: Final = Field("score", "the score of the match, ours-theirs", "120-88")
BID: Final = Field("bid", "what was bid; or give all calls of the auction", "31")
DECLARER: Final = Field("declarer", "who won the auction", "N")
TRUMP: Final = Field("trump", "the declaration", "sixes")
PLAYS: Final = Field("plays", "the dominoes played so far", "6-6 6-1")
SEAT: Final = Field("seat", "whose hand it is", "S")
FIRST: Final = Field("first", "who calls first (whom the rules say if not said)", "N")
LEADER: Final = Field("leader", "who leads (N if not said)", "N")
POINTS: Final = Field("points", "points taken before, NS-EW", "0-0")
PLAY: Final = Question(
    name="play",
    answer="play",
    table="plays",
    heading="success %",
    help="What to play.",
    via="",
    subject=HAND,
    fields=(TRUMP, SEAT, PLAYS, BID, DECLARER, AUCTION, RULES, SCORE),
)
FORCED: Final = Field("bid", "what N must make, 30 if not said", "30")
OUT_OF_TURN: Final = {
    "bid": "the auction is not over: give its outcome, the bid and the declarer, or all its calls",
    "trump": "the trump is missing",
    "play": "the trump is declared: ask what to play",
}
"""Why another question cannot be asked while this one is open."""


class FortyTwo:
    """The game for the parts of the engine that know no game by name."""

    name = View.game
    about = "Engine for the domino game forty-two: bids, plays and exact values."
    sides: tuple[str, ...] = tuple(map(str, Side))
    seats: tuple[str, ...] = tuple(map(str, SEATS))
    questions: tuple[Question, ...] = (
        Question(
            name="bid",
            answer="call",
            table="odds",
            heading="% made",
            help="What to call with a hand, and what it can make.",
            via="trump",
            subject=HAND,
            fields=(AUCTION, RULES, SCORE),
        ),
        Question(
            name="trump",
            answer="trump",
            table="odds",
            heading="% made",
            help="What to declare after winning the auction.",
            via="",
            subject=HAND,
            fields=(BID, AUCTION, DECLARER, RULES, SCORE),
        ),
        PLAY,
    )
    claims: Question | None = PLAY
    numbered = False  # numbers stand below the dominoes, and trumps have their pips
    position: tuple[Field, ...] = (DEAL, TRUMP, LEADER, POINTS, PLAYS)
    principal_name = "the declarer's side"
    dealing: Field | None = Field(
        "hand", "dominoes that a seat is to hold (N if no seat is named)", "S:6-6 6-5"
    )
    terms: tuple[Field, ...] = (RULES,)
    dealt_by: tuple[Field, ...] = ()

    def __init__(self) -> None:
        self.grid: Grid | None = Grid(
            field=DEAL,
            about="Points of the leader's side for every declaration and leader, all hands open.",
            corner="leader",
            read=read_grid,
        )
        self.bidding: Bidding | None = Bidding(
            fields=(DEAL, RULES, FIRST),
            read=read_start,
            contract=contract,
            account=account_of,
            undertaking=FORCED,
            undertaken=undertaken,
        )
        self.read_record: Callable[[str], State[Any]] | None = read_record
        self.draw: Callable[[Any, Mapping[Any, str]], Drawing] | None = draw

    def read_position(self, fields: Mapping[str, str]) -> Position:
        """A position from one line of text, or from its parts by name."""
        given = split_parts(fields["deal"])
        for name in fields.keys() - {"deal"}:
            if given.get(name, "").strip():
                raise NotationError(f"{name} is given twice: in the position and by itself")
            given[name] = fields[name]
        return Position.from_fields(given)

    def read_view(self, question: str, fields: Mapping[str, str]) -> View:
        """A view from its parts by name; the score is ours-theirs."""
        view = View.from_fields(fields)
        if view.question != question:
            raise NotationError(OUT_OF_TURN[view.question])
        return view if view.side == Side.NS else replace(view, score=view.score[::-1])

    def parse_view(self, text: str) -> View:
        """A view by its notation."""
        return View.parse(text)

    def goal(self, state: State[Any]) -> Goal | None:
        """The contract of a round; None before the declaration."""
        assert isinstance(state, Round)
        if state.won is None or state.contract is None:
            return None
        declarer, bid = state.won
        name = f"{state.rules.format_call(bid)} in {state.contract.trump} by {declarer}"
        return Goal(declarer.side, bid.need, name, is_all=state.contract.is_sweep)

    def read_terms(self, fields: Mapping[str, str]) -> Terms:
        """The table's rules, and what N has bid where there is no auction."""
        return Terms.from_fields(fields)

    def read_deal(self, text: str) -> Deal:
        """A deal, all four hands in full."""
        return Deal.parse(text)

    def read_match(self, text: str) -> Match:
        """The match that a record of it leads to; JSON begins with a brace."""
        read = MatchRecord.from_json if text.lstrip().startswith("{") else MatchRecord.parse
        return read(text).replay()

    def match_record(self, match: AnyMatch) -> str:
        """The record of a match so far."""
        assert isinstance(match, Match)
        return str(MatchRecord.of(match))

    def events(self, match: AnyMatch) -> list[Event]:
        """What has happened in a match."""
        assert isinstance(match, Match)
        return events(match)

    def view(self, state: State[Any]) -> View:
        """What the seat to move knows in a round."""
        assert isinstance(state, Round)
        return View.of(state)

    def picture(self, view: AnyView[Any], *, fancy: bool = False) -> str:
        """The table and the hand of the seat to move."""
        assert isinstance(view, View)
        return picture(view, fancy=fancy)

    def read_move(self, view: AnyView[Any], text: str) -> Move:
        """The call, trump or domino that somebody means who types this."""
        assert isinstance(view, View)
        return read_move(view, text)

    def hands(self, state: State[Any]) -> list[str]:
        """What each seat was dealt."""
        assert isinstance(state, Round)
        return [f"{seat}: {hand}" for seat, hand in zip(SEATS, state.deal, strict=True)]

    def deal(self, random: Random, given: Sequence[str], terms: Mapping[str, str]) -> str:
        """A random deal in which the seats hold what is given."""
        hands: dict[Seat, Hand] = {}
        for text in given:
            name, _, dominoes = text.rpartition(":")
            seat = Seat.parse(name) if name else Seat.N
            if seat in hands:
                raise NotationError(f"{shown(text)}: the hand of {seat} is given twice")
            hands[seat] = Hand.parse(dominoes)
        return str(Deal.draw(random, hands=hands))

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return SEATS[seat].side

    def principal(self, state: State[Any]) -> int:
        """The declarer's side: that of the first leader unless the contract says otherwise."""
        assert isinstance(state, Position)
        return state.contract.declarer.side


def read_grid(text: str) -> dict[str, dict[str, Position]]:
    """Every trump with every leader."""
    deal = Deal.parse(text)
    return {
        str(trump): {str(seat): Position(deal, trump=trump, leader=seat) for seat in SEATS}
        for trump in TRUMPS
    }


def read_record(text: str) -> Round:
    """The round that a record leads to; JSON begins with a brace, a plain list with a seat."""
    read: Callable[[str], Record] = read_list if is_list(text) else Record.parse
    if text.lstrip().startswith("{"):
        read = Record.from_json
    return read(text).replay()


def read_start(fields: Mapping[str, str]) -> Round:
    """A deal before the first call."""
    rules = Rules.parse(fields["rules"]) if "rules" in fields else SOURCE
    deal = Deal.parse(fields["deal"])
    first = Seat.parse(fields["first"]) if "first" in fields else rules.first_of(deal)
    return Round(deal, Auction(rules, first))


def undertaken(terms: AnyTerms, random: Random) -> Round:
    """A random deal that N is to declare, for what was agreed."""
    assert isinstance(terms, Terms)
    return terms.undertaken(random)


def contract(state: State[Any], points: tuple[int, int]) -> dict[str, object]:
    """The auction, who plays for what, and whether it is made; None if all passed."""
    assert isinstance(state, Round)
    found: dict[str, object] = dict.fromkeys(("auction", "declarer", "bid", "trump", "made"))
    found["auction"] = str(state.auction)
    if state.contract is not None and state.won is not None:
        found["declarer"] = str(state.contract.declarer)
        found["bid"] = state.rules.format_call(state.won[1])
        found["trump"] = str(state.contract.trump)
        found["made"] = state.contract.shortfall(points) == 0
    return found


def account_of(state: State[Any], points: tuple[int, int]) -> str:
    """Who bids what, makes it or goes set, what is written down, and the calls."""
    assert isinstance(state, Round)
    assert isinstance(state.auction, Auction)
    return account(state.auction, state.contract, points)


FORTY_TWO: Final = FortyTwo()
