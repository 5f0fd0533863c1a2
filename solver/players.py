"""Players: what sits at the table, sees views and answers with moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import exp
from operator import le
from typing import Any, Final, Protocol, TypeVar

from ..engine._random import Random
from ..engine.errors import OptionError, shown
from ..engine.view import Option, View
from .advisor import LEVELS, Limits, suggest
from .worlds import Worlds

M = TypeVar("M", bound=Hashable)
Points = Counter[int]
"""How often an option ends with so many points of the own side."""
MAX_WORLDS: Final = 1_000_000


class Player(Protocol[M]):
    """Somebody at the table, who sees views and answers with moves.

    A player remembers nothing: its move follows from the arguments alone.
    """

    @property
    def name(self) -> str:
        """What it is called, the text that `read_player` makes it from."""

    def move(self, view: View[M], random: Random) -> M:
        """Its move at its turn.

        Args:
            view: what its seat knows.
            random: where all that it does by chance comes from.
        """


class RandomPlayer:
    """Makes any legal move, each as likely as any other."""

    name: Final = "random"

    def move(self, view: View[M], random: Random) -> M:
        """One of the legal moves."""
        return random.choice(list(dict.fromkeys(option.move for option in view.options)))


@dataclass(frozen=True)
class SamplingPlayer:
    """Solves sampled worlds with all hands open and takes what does best in them.

    This is the known way to play, kept as it is for others to be measured by. Once a trick game
    has begun, `aim` decides; before that it bids what is worth most.

    Args:
        name: what it is called.
        worlds: how many worlds it solves at each move, all if there are no more than that.
        aim: how good an option is by its points in these worlds; the larger, the better.
    """

    name: str
    worlds: int
    aim: Callable[[Option[Any], Points], tuple[float, ...]]

    def move(self, view: View[M], random: Random) -> M:
        """The best option; of equals the earlier one."""
        from .judge import Judge  # with numpy, which costs half of the time to import us

        options = view.options
        if len({option.move for option in options}) == 1:
            return options[0].move
        space = Worlds(view.unseen)
        few = space.count <= self.worlds
        worlds = space.list_all() if few else space.draw_many(random, self.worlds)
        ways = list(dict.fromkeys(option.via for option in options if option.via is not None))
        found = Judge(view, ways, worlds).points(0, len(worlds))
        points = {way: Counter(found[:, number].tolist()) for number, way in enumerate(ways)}
        trick_game = view.world(worlds[0].tolist()).tricks is not None
        rank = self.aim if trick_game else worth
        return max(options, key=lambda option: rank(option, points.get(option.via, Points()))).move


def mean_points(option: Option[Any], points: Points) -> tuple[float, ...]:
    """The points that an option brings on average."""
    return (_mean(points, float),)


def success(option: Option[Any], points: Points) -> tuple[float, ...]:
    """How often an option brings what its side needs; then the points."""
    return _mean(points, partial(le, option.need)), _mean(points, float)


def worth(option: Option[Any], points: Points) -> tuple[float, ...]:
    """What an option is expected to be worth; then the points.

    That solved worlds promise too much is taken off.
    """
    value = option.worth or partial(le, option.need)
    if option.via is None:
        return value(0), 0.0
    won = Counter({taken: times for taken, times in points.items() if taken >= option.need})
    lost = points - won
    # One success and one failure more: no sample proves a chance of 0 or 1.
    odds = (won.total() + 1) / (lost.total() + 1) / exp(option.optimism)
    gain = _mean(won or Points({option.need: 1}), value)
    loss = _mean(lost or Points({option.need - 1: 1}), value)
    return (odds * gain + loss) / (odds + 1), _mean(points, float)


def _mean(points: Points, value: Callable[[int], float]) -> float:
    """The mean value, summed in an order that does not depend on the draws."""
    return sum(value(taken) * times for taken, times in sorted(points.items())) / points.total()


@dataclass(frozen=True)
class AdvisedPlayer:
    """Does what the advisor suggests.

    Args:
        name: what it is called.
        limits: what the advisor is allowed; its seed comes from the player's chance.
    """

    name: str
    limits: Limits = field(default_factory=Limits)

    def move(self, view: View[M], random: Random) -> M:
        """The move suggested."""
        limits: Limits = {**self.limits, "seed": random.below(2**63)}
        return suggest(view, **limits).move


@dataclass(frozen=True)
class Kind:
    """A kind of player, as it is asked for by name.

    Args:
        form: how it is written, such as `ev:N`.
        about: what it does, in a few words.
        make: makes a player from what follows the colon, empty if nothing does.
    """

    form: str
    about: str
    make: Callable[[str], Player[Any]]


def read_player(text: str, kinds: Mapping[str, Kind]) -> Player[Any]:
    """The player of this name.

    Args:
        text: a kind and what it needs to know, as `ev:10`.
        kinds: the kinds there are, by what stands before the colon.

    Raises:
        OptionError: there is no such player.

    Examples:
        >>> read_player("ev:10", KINDS).name
        'ev:10'
    """
    kind, _, rest = text.partition(":")
    if kind not in kinds:
        expected = ", ".join(known.form for known in kinds.values())
        raise OptionError(f"player {shown(text)}: expected one of {expected}")
    try:
        return kinds[kind].make(rest)
    except OptionError as error:
        raise OptionError(f"player {shown(text)}: {error}") from None


def alone(make: Callable[[], Player[Any]]) -> Callable[[str], Player[Any]]:
    """Makes a player of whose kind there is only one."""

    def checked(text: str) -> Player[Any]:
        if text:
            raise OptionError("expected nothing after the name")
        return make()

    return checked


def _sampling(
    name: str, aim: Callable[[Option[Any], Points], tuple[float, ...]]
) -> Callable[[str], SamplingPlayer]:
    def make(text: str) -> SamplingPlayer:
        worlds = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
        if not 1 <= worlds <= MAX_WORLDS:
            raise OptionError(f"expected a number of worlds, 1 to {MAX_WORLDS}, as in {name}:10")
        return SamplingPlayer(f"{name}:{worlds}", worlds, aim)

    return make


def _advised(level: str) -> AdvisedPlayer:
    if not level:
        return AdvisedPlayer("advisor", {})
    if level not in LEVELS:
        raise OptionError(f"expected a level, one of {', '.join(LEVELS)}")
    return AdvisedPlayer(f"advisor:{level}", {"level": level})


KINDS: Final[Mapping[str, Kind]] = {
    "random": Kind("random", "any legal move", alone(RandomPlayer)),
    "ev": Kind("ev:N", "the most points on average over N worlds", _sampling("ev", mean_points)),
    "make": Kind("make:N", "made or set in most of N worlds", _sampling("make", success)),
    "advisor": Kind("advisor, advisor:LEVEL", "what the other commands suggest", _advised),
}
"""The players of every game, by what their names begin with."""
