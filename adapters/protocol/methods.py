"""The methods of the protocol: what each answers, in the terms of any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from ...engine._random import Random
from ...engine.errors import counted, located, shown
from ...engine.game import Game, Match
from ...engine.games import GAMES
from ...engine.state import State
from ...solver.advisor import LEVELS, suggest
from ...solver.claim import GOALS, claim
from ...solver.exact import solve, solve_groups
from ...solver.trace import trace_plays
from ..reports import named
from . import VERSION
from . import messages as m
from .asked import Matches, state_of, under_way, view_of
from .rpc import BAD_PARAMS, Failure

SHARE: Final = 0.8
"""The share of the time left that may go into the work; the rest is for all around it."""


@dataclass
class Desk:
    """Where requests are worked on.

    Args:
        version: of the engine.
        limits: what it takes on.
        matches: those it has seen lately.
        until: by the monotonic clock, when the answer must be there; None if that is open.
        tell: what to call with how much of how much is done, if anybody wants to know.
    """

    version: str
    limits: m.Limits
    matches: Matches
    until: float | None = None
    tell: Callable[[int, int], None] | None = None

    @property
    def seconds(self) -> float | None:
        """How long the work may take."""
        if self.until is None:
            return None
        return max(0.001, SHARE * (self.until - monotonic()))


@dataclass(frozen=True)
class Method:
    """Something that can be asked.

    Args:
        params: what it is asked with.
        result: what it answers.
        answer: finds the answer.
        about: what it is for, in a sentence.
        takes_time: whether others should not wait for it.
    """

    params: type[Any]
    result: type[Any]
    answer: Callable[[Any, Desk], Any]
    about: str
    takes_time: bool = False


def _hello(asked: m.Hello, desk: Desk) -> m.Greeting:
    return m.Greeting(
        engine="fortytwo",
        version=desk.version,
        protocol=VERSION,
        methods=list(METHODS),
        games={name: _facts(game) for name, game in GAMES.items()},
        levels=list(LEVELS),
        goals=list(GOALS),
        limits=desk.limits,
    )


def _facts(game: Game) -> m.GameFacts:
    return m.GameFacts(
        about=game.about,
        sides=list(game.sides),
        seats=list(game.seats),
        questions={
            one.name: [field.name for field in (one.subject, *one.fields)] for one in game.questions
        },
        position=[field.name for field in game.position],
        terms=[field.name for field in game.terms],
    )


def _begin(asked: m.Begin, desk: Desk) -> m.Standing:
    game = GAMES[asked.game]
    names = [field.name for field in game.terms]
    for name in asked.terms:
        if name not in names:
            raise Failure(BAD_PARAMS, f"params.terms: {shown(name)}: expected {', '.join(names)}")
    with located("terms"):
        match = game.read_terms(asked.terms).match()
    return _standing(asked, desk, match)


def _deal(asked: m.Deal, desk: Desk) -> m.Standing:
    game = GAMES[asked.game]
    match = desk.matches.taken(asked.game, asked.match)
    before = len(game.events(match)) if asked.events else None
    if asked.seed is not None:
        match.deal(Random(asked.seed))
    else:
        with located("deal"):
            match.push(game.read_deal(asked.deal or ""))
    return _standing(asked, desk, match, before)


def _apply(asked: m.Apply, desk: Desk) -> m.Standing:
    game = GAMES[asked.game]
    match = desk.matches.taken(asked.game, asked.match)
    before = len(game.events(match)) if asked.events else None
    for number, text in enumerate(asked.moves, 1):
        with located(f"moves: move {number}"):
            match.push(game.read_move(game.view(under_way(match)), text))
    return _standing(asked, desk, match, before)


def _undo(asked: m.Undo, desk: Desk) -> m.Standing:
    match = desk.matches.taken(asked.game, asked.match)
    try:
        for _ in range(asked.steps):
            match.pop()
    except IndexError as error:
        raise Failure(BAD_PARAMS, f"params.steps: {error}") from None
    return _standing(asked, desk, match)


def _state(asked: m.OfMatch, desk: Desk) -> m.Standing:
    return _standing(asked, desk, desk.matches.taken(asked.game, asked.match))


def _standing(asked: m.OfGame, desk: Desk, match: Match, before: int | None = None) -> m.Standing:
    """How a match stands, which is kept for the next request.

    Args:
        asked: what names the game.
        desk: where it is kept.
        match: the match.
        before: how many events were there before; None if they are not asked for.
    """
    game = GAMES[asked.game]
    record = game.match_record(match)
    round = match.rounds[-1] if match.rounds else None
    todo, seat, side, legal = "deal", None, None, []
    if match.winner is not None:
        todo = "over"
    elif round is not None and not round.finished:
        view = game.view(round)
        todo, seat, side = view.question, game.seats[round.mover], game.sides[round.side]
        legal = list(dict.fromkeys(option.text for option in view.options))
    found = m.Standing(
        match=record,
        todo=todo,
        seat=seat,
        side=side,
        legal=legal,
        points=None if round is None else named(game, round.points),
        score=named(game, match.score),
        winners=_winners(game, match),
    )
    if before is not None:
        found.events = [dict(event.facts()) for event in game.events(match)[before:]]
    desk.matches.keep(asked.game, record, match)
    return found


def _winners(game: Game, match: Match) -> list[str]:
    return [game.sides[side] for side in match.winners]


def _legal(asked: m.OfState, desk: Desk) -> m.Legal:
    game, state = GAMES[asked.game], state_of(asked, desk.matches)
    over = state.finished
    return m.Legal(
        seat=None if over else game.seats[state.mover],
        side=None if over else game.sides[state.side],
        legal=list(map(str, state.legal)),
        points=named(game, state.points),
        finished=over,
    )


def _score(asked: m.OfMatch, desk: Desk) -> m.Score:
    game = GAMES[asked.game]
    with desk.matches.seen(asked.game, asked.match) as match:
        return m.Score(
            score=named(game, match.score),
            scores=[named(game, score) for score in match.scores],
            winners=_winners(game, match),
            idle=match.idle,
        )


def _view(asked: m.OfMatch, desk: Desk) -> m.Seen:
    game = GAMES[asked.game]
    with desk.matches.seen(asked.game, asked.match) as match:
        round = under_way(match)
        view = game.view(round)
        return m.Seen(
            seat=game.seats[round.mover],
            question=view.question,
            view=str(view),
            picture=game.picture(view),
        )


def _solve(asked: m.Solve, desk: Desk) -> m.Solved:
    game, state = GAMES[asked.game], state_of(asked, desk.matches)
    found = solve(state, node_limit=asked.node_limit, time_limit=desk.seconds)
    return m.Solved(
        points=named(game, found.points) if found.exact else None,
        low=named(game, found.low),
        high=named(game, found.high),
        exact=found.exact,
        line=list(map(str, found.line)),
        nodes=found.nodes,
        made=None if asked.need is None else found.reaches(game.principal(state), asked.need),
    )


def _analyse(asked: m.Analyse, desk: Desk) -> m.Analysed:
    game, state = GAMES[asked.game], state_of(asked, desk.matches)
    seconds = desk.seconds
    each = None if seconds is None else seconds / max(1, len(state.legal))
    groups = solve_groups(state, node_limit=asked.node_limit, time_limit=each)
    groups.sort(key=lambda group: (-group[1].low[state.side], -group[1].high[state.side]))
    return m.Analysed(
        [
            m.Value(list(map(str, moves)), named(game, one.low), named(game, one.high))
            for moves, one in groups
        ]
    )


def _suggest(asked: m.Suggest, desk: Desk) -> m.Advice:
    view = view_of(asked, desk.matches)
    found = suggest(
        view,
        level=asked.level,
        worlds=asked.worlds,
        seed=asked.seed,
        time_limit=desk.seconds,
        progress=desk.tell or False,
    )
    return m.Advice(
        question=found.question,
        move=found.text,
        via=None if found.via is None else str(found.via),
        reason=found.reason,
        options=[
            m.Judged(
                list(label),
                round(one.p, 6),
                round(one.error, 6),
                round(one.chance, 6),
                round(one.points, 3),
            )
            for label, one in found.estimates.items()
        ],
        worlds=found.worlds,
        effective=round(found.effective, 1),
        exhaustive=found.exhaustive,
        complete=found.complete,
        seed=found.seed,
        note=found.note,
    )


def _claim(asked: m.Claim, desk: Desk) -> m.Claimed:
    view = view_of(asked, desk.matches)
    found = claim(view, goal=asked.goal, node_limit=asked.node_limit, time_limit=desk.seconds)
    return m.Claimed(
        status=found.status,
        need=found.need,
        move=None if found.move is None else str(found.move),
        world=None if found.counter is None else str(found.counter),
        line=list(map(str, found.line)),
        nodes=found.nodes,
    )


def _trace(asked: m.Trace, desk: Desk) -> m.Course:
    game, state = GAMES[asked.game], _played(asked, desk)
    found = trace_plays(state)
    return m.Course(
        start=named(game, found.start),
        end=named(game, found.end),
        costs=named(game, found.costs),
        plays=[
            m.Traced(
                number=play.number,
                seat=game.seats[play.seat],
                move=str(play.move),
                before=named(game, play.before),
                after=named(game, play.after),
                cost=play.cost,
                better={str(move): named(game, points) for move, points in play.better.items()},
            )
            for play in found.plays
        ],
    )


def _played(asked: m.Trace, desk: Desk) -> State[Any]:
    """The round that is to be traced."""
    game = GAMES[asked.game]
    if asked.record is not None:
        if game.read_record is None:
            raise Failure(BAD_PARAMS, f"params.record: {asked.game} has records of matches only")
        with located("record"):
            return game.read_record(asked.record)
    assert asked.match is not None
    with desk.matches.seen(asked.game, asked.match) as match:
        number = asked.round or len(match.rounds)
        if not 1 <= number <= len(match.rounds):
            rounds = counted(len(match.rounds), "round")
            raise Failure(BAD_PARAMS, f"params.round: {number}: the match has {rounds}")
        return match.rounds[number - 1].copy()


def _cancel(asked: m.Cancel, desk: Desk) -> m.Cancelled:
    raise AssertionError("the server does this itself")


METHODS: Final[dict[str, Method]] = {
    "hello": Method(m.Hello, m.Greeting, _hello, "Who answers, and what can be asked."),
    "begin": Method(m.Begin, m.Standing, _begin, "A new match."),
    "deal": Method(m.Deal, m.Standing, _deal, "Begin the next round of a match."),
    "apply": Method(m.Apply, m.Standing, _apply, "Make moves in a match."),
    "undo": Method(m.Undo, m.Standing, _undo, "Take back moves and deals of a match."),
    "state": Method(m.OfMatch, m.Standing, _state, "How a match stands, and what may be done."),
    "score": Method(m.OfMatch, m.Score, _score, "How the sides stand in a match."),
    "view": Method(m.OfMatch, m.Seen, _view, "What the seat to move knows, and no more."),
    "legal": Method(m.OfState, m.Legal, _legal, "What may be played."),
    "solve": Method(m.Solve, m.Solved, _solve, "What best play brings, all hands open.", True),
    "analyse": Method(m.Analyse, m.Analysed, _analyse, "What every move brings.", True),
    "suggest": Method(m.Suggest, m.Advice, _suggest, "What a seat should do.", True),
    "claim": Method(m.Claim, m.Claimed, _claim, "Whether a seat can be sure.", True),
    "trace": Method(m.Trace, m.Course, _trace, "What each play of a round cost.", True),
    "cancel": Method(m.Cancel, m.Cancelled, _cancel, "Give up a request."),
}
"""All methods by name."""
