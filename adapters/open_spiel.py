"""Deals as games of OpenSpiel: once this is imported, `pyspiel.load_game` knows them by name.

Needs the extra `openspiel`.

Examples:
    >>> game = pyspiel.load_game("fortytwo(rules=tournament nello:true)")
    >>> state = game.new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.legal_actions()[0])
    >>> state.information_state_string(0)
    'N:6-3 5-5 5-1 4-2 3-2 2-1 0-0 ; auction N: ; rules tournament nello=true'
    >>> bot = PlayerBot(game, player_id=0, name="book")
    >>> state.action_to_string(bot.step(state))
    'P'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import pyspiel

from ..engine.errors import IllegalMoveError
from .episodes import Encoding, Episode, Policy, Tensor
from .games import ENCODINGS
from .players import player_of

RULES: Final = "rules"
"""The parameter of every game: its rules as text."""
DEFAULT: Final = "source"


def type_of(name: str, encoding: Encoding) -> Any:
    """What OpenSpiel is told of a game before it is loaded."""
    seats = len(encoding.game.seats)
    return pyspiel.GameType(
        short_name=name,
        long_name=encoding.game.name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={RULES: DEFAULT},
    )


class DealGame(pyspiel.Game):
    """A deal under some rules. Each game is a class of its own.

    In the text of a game `=` divides parameters from their values, so that the options of rules
    are written with a colon there: `tournament nello:true`.
    """

    game_type: ClassVar[Any]
    make: ClassVar[Callable[[str], Encoding]]

    def __init__(self, params: Mapping[str, str]) -> None:
        self.encoding: Final = type(self).make(params[RULES].replace(":", "="))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=len(self.encoding.pieces),
            num_players=len(self.encoding.game.seats),
            min_utility=-self.encoding.limit,
            max_utility=self.encoding.limit,
            utility_sum=0.0,
            max_game_length=self.encoding.longest,
        )
        rules = str(self.encoding.rules).replace("=", ":")
        super().__init__(self.game_type, info, {RULES: rules})

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self) -> DealState:
        """Before the first piece is dealt."""
        return DealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many pieces are dealt."""
        return len(self.encoding.pieces)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> DealObserver:
        """Who writes down what a seat observes, as the type says."""
        if params:
            raise ValueError(f"parameters of an observer: expected none, not {params}")
        return DealObserver(
            self.encoding, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


def load(text: str) -> DealGame:
    """The game that OpenSpiel knows by this text: how a pickled one is made again."""
    game: DealGame = pyspiel.load_game(text)
    return game


def register() -> None:
    """Tell OpenSpiel of all games.

    It keeps what makes a game until after Python has ended, where only a class is not freed, which
    would abort the process.
    """
    for name, make in ENCODINGS.items():
        game_type = type_of(name, make(DEFAULT))
        kind = type(name, (DealGame,), {"game_type": game_type, "make": staticmethod(make)})
        pyspiel.register_game(game_type, kind)


class DealState(pyspiel.State):
    """A deal under way; `episode` is what the engine knows of it."""

    def __init__(self, game: DealGame) -> None:
        super().__init__(game)
        self.episode: Episode = Episode(game.encoding)

    def current_player(self) -> int:
        """The seat to move, or that chance deals, or that all is over."""
        state = self.episode.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.finished else state.mover

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The pieces that may be dealt next, all as likely."""
        pieces = self.episode.legal
        return [(piece, 1 / len(pieces)) for piece in pieces]

    def _apply_action(self, action: int) -> None:
        self.episode.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self.episode.encoding
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {encoding.pieces[action]}"
        return encoding.text(encoding.moves[action])

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.episode.finished

    def returns(self) -> list[float]:
        """By seat, what its side writes down less what the other does; 0 before the end."""
        return [float(payoff) for payoff in self.episode.payoffs]

    def __str__(self) -> str:
        return str(self.episode)


class DealObserver:
    """Writes down what a seat observes, as OpenSpiel asks it of an observer.

    Args:
        encoding: the game.
        kind: what is asked for: an `IIGObservationType`.

    Raises:
        ValueError: the private information of all seats at once.
    """

    def __init__(self, encoding: Encoding, kind: Any) -> None:
        private = kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("private_info ALL_PLAYERS: expected SINGLE_PLAYER or NONE")
        self._private = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public: bool = kind.public_info
        self._past: bool = kind.perfect_recall
        self._tensor = Tensor(
            feature
            for feature in encoding.features
            if (self._private if feature.private else self._public)
            and (self._past or not feature.past)
        )
        self.tensor: Final = self._tensor.flat
        self.dict: Final = self._tensor.parts

    def set_from(self, state: DealState, player: int) -> None:
        """Fill `tensor`, and with it the arrays of `dict`."""
        self._tensor.fill(state.episode, player)

    def string_from(self, state: DealState, player: int) -> str:
        """The same as text, such as a view."""
        own, common = state.episode.known(player, past=self._past)
        return " ; ".join(filter(None, [own * self._private, common * self._public]))


class PlayerBot(pyspiel.Bot):
    """A player of the engine as a bot. It always does the same where it knows the same.

    Args:
        game: the game that it is to play.
        player_id: its seat.
        name: the player, as in matches: `advisor`, `advisor:LEVEL`, `book`, `ev:N`, …
        seed: what all that it does by chance comes from.

    Raises:
        OptionError: there is no such player.
    """

    def __init__(
        self, game: DealGame, player_id: int, name: str = "advisor", seed: int = 0
    ) -> None:
        super().__init__()
        self._player_id = player_id
        self._policy = Policy(player_of(game.encoding.game.name, name), seed)

    def player_id(self) -> int:
        """Its seat."""
        return self._player_id

    def restart_at(self, state: DealState) -> None:
        """Nothing: it remembers nothing."""

    def provides_policy(self) -> bool:
        """It does: all on one move."""
        return True

    def step(self, state: DealState) -> int:
        """Its move.

        Raises:
            IllegalMoveError: it is not its turn.
        """
        if state.current_player() != self._player_id:
            raise IllegalMoveError(f"it is not the turn of player {self._player_id}")
        return self._policy.choose(state.episode)

    def step_with_policy(self, state: DealState) -> tuple[list[tuple[int, float]], int]:
        """Its move, and with what chance it makes each legal one."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def get_policy(self, state: DealState) -> list[tuple[int, float]]:
        """With what chance it makes each legal move."""
        return self.step_with_policy(state)[0]


register()
