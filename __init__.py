"""An engine for the domino game forty-two: rules, exact solver, advice on bids and plays.

>>> import fortytwo as ft
>>> deal = ft.Deal.random(seed=7)
>>> ft.solve(ft.Position(deal, trump=ft.Trump.FIVES, leader=ft.Seat.N)).points
(7, 35)
"""

from .engine._random import Random
from .engine.dominoes import ALL, DOMINOES, Domino, Hand
from .engine.errors import (
    BatchError,
    FortyTwoError,
    IllegalMoveError,
    ImpossiblePositionError,
    LogError,
    NotationError,
    NotFoundError,
    OptionError,
    PlayerError,
    UndecidedError,
)
from .engine.games.forty_two.auction import Auction, Outcome
from .engine.games.forty_two.calls import PASS, Call
from .engine.games.forty_two.contract import Contract
from .engine.games.forty_two.deal import Deal
from .engine.games.forty_two.drawing import draw
from .engine.games.forty_two.events import Event, events
from .engine.games.forty_two.match import Match
from .engine.games.forty_two.match_record import MatchRecord
from .engine.games.forty_two.plain import read_list
from .engine.games.forty_two.plays import CLAIM, Play
from .engine.games.forty_two.position import Position
from .engine.games.forty_two.record import Record
from .engine.games.forty_two.round import Round
from .engine.games.forty_two.rules import Rules
from .engine.games.forty_two.seats import SEATS, Seat, Side
from .engine.games.forty_two.trump import TRUMPS, Trump
from .engine.games.forty_two.view import View
from .solver._alphabeta import AlphaBeta
from .solver._batch import NO_POINTS
from .solver._solver import Solver
from .solver.advice import Estimate, Suggestion
from .solver.advisor import suggest
from .solver.batch import analyse_many, solve_many
from .solver.claim import Claim, claim, is_proven
from .solver.exact import Solution, analyse, can_make, solve
from .solver.games.forty_two.questions import (
    Par,
    deals,
    par,
    suggest_bid,
    suggest_play,
    suggest_trump,
    table,
    table_many,
    trace,
)
from .solver.max_n import Course, max_n
from .solver.trace import Trace, TracedPlay
from .solver.worlds import Worlds

__version__ = "0.1.0"

__all__ = [
    "ALL",
    "CLAIM",
    "DOMINOES",
    "NO_POINTS",
    "PASS",
    "SEATS",
    "TRUMPS",
    "AlphaBeta",
    "Auction",
    "BatchError",
    "Call",
    "Claim",
    "Contract",
    "Course",
    "Deal",
    "Domino",
    "Estimate",
    "Event",
    "FortyTwoError",
    "Hand",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "LogError",
    "Match",
    "MatchRecord",
    "NotFoundError",
    "NotationError",
    "OptionError",
    "Outcome",
    "Par",
    "Play",
    "PlayerError",
    "Position",
    "Random",
    "Record",
    "Round",
    "Rules",
    "Seat",
    "Side",
    "Solution",
    "Solver",
    "Suggestion",
    "Trace",
    "TracedPlay",
    "Trump",
    "UndecidedError",
    "View",
    "Worlds",
    "analyse",
    "analyse_many",
    "can_make",
    "claim",
    "deals",
    "draw",
    "events",
    "is_proven",
    "max_n",
    "par",
    "read_list",
    "solve",
    "solve_many",
    "suggest",
    "suggest_bid",
    "suggest_play",
    "suggest_trump",
    "table",
    "table_many",
    "trace",
]
