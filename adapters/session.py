"""A match that somebody plays against advisors at a terminal. Knows no game by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ..engine.errors import FortyTwoError, IllegalMoveError, NotationError, OptionError, shown
from ..engine.game import Game, Match
from ..engine.moves import moves_made
from ..engine.state import State
from ..engine.view import View
from ..solver.advice import Suggestion
from ..solver.advisor import suggest
from ..solver.claim import claim, is_proven
from ..solver.contest import IDLE_DEALS
from ..solver.work import chance_at
from .reports import told
from .review import known, review
from .saved import Setting, save
from .screen import Screen

QUICKLY: Final = 1000
"""How many plays an advisor looks at to see whether it can claim: some hundredths of a second."""
COMMANDS: Final = {
    "hint": "what the advisor would do",
    "why": "why; of an advisor's move once the deal is over: why SEAT, or why MOVE",
    "known": "what is known of the hands that you do not see",
    "score": "the score of the match and of this deal",
    "claim": "take all that is left, if nobody can prevent it",
    "undo": "take back your last move, and all that came after it",
    "save": "keep the match: save FILE",
    "help": "this list",
    "quit": "end the game",
}


class _LeftError(Exception):
    """Whoever plays has left."""


class Session:
    """A match, and the one who plays it.

    Args:
        game: the game.
        match: the match, begun or not; claims in it are to be proven.
        setting: who plays, against whom.
        screen: where.
        file: where the match is kept after every move; nowhere if None.
    """

    def __init__(
        self, game: Game, match: Match, setting: Setting, screen: Screen, file: Path | None
    ) -> None:
        self.game = game
        self.match = match
        self.match.referee = is_proven
        self.setting = setting
        self.screen = screen
        self.file = file
        self.seat = game.seats.index(setting.seat)
        self.told = len(game.events(match))
        self.advice: Suggestion[Any] | None = None
        """What has been advised at this turn."""
        self.written = {file}
        """The files that are this session's own."""

    # --- The course of the match ---

    def play(self) -> None:
        """Play until the match is over, or whoever plays leaves."""
        try:
            while self._goes_on():
                pass
        except _LeftError:
            return
        self.screen.say("The match is over.")

    def keep(self) -> None:
        """Write the match into its file, if it has one.

        Raises:
            OptionError: the file cannot be written.
        """
        if self.file is not None:
            save(self.file, self.game, self.match, self.setting)

    def _keep_or_say(self) -> None:
        """The same in the game, which goes on without."""
        try:
            self.keep()
        except OptionError as error:
            self.screen.say(f"{error}.")

    @property
    def state(self) -> State[Any] | None:
        """The deal begun last; None before the first."""
        return self.match.rounds[-1] if self.match.rounds else None

    @property
    def own_turn(self) -> View[Any] | None:
        """What is known at one's own turn; None if it is not."""
        state = self.state
        if state is None or state.mover != self.seat:
            return None
        return self.game.view(state)

    def _goes_on(self) -> bool:
        """Take the next step; False when there is none."""
        state = self.state
        if state is not None and not state.finished:
            view = self.own_turn
            if view is not None:
                self._move(view)
            else:
                self._let_move(state)
            return True
        idle = self.match.idle >= IDLE_DEALS
        over = self.match.winner is not None or idle
        if state is not None:
            self._keep_or_say()
            self.screen.say("")
            for line in review(self.game, state, self.seat):
                self.screen.say(line)
            if idle:
                self.screen.say(f"In {IDLE_DEALS} deals no side has got ahead: nobody wins.")
            self._ask(f"Enter {'ends the game' if over else 'for the next deal'}: ", self._enter)
            if self.own_turn is not None:  # something has been taken back
                return True
        if not over:
            self.match.deal(chance_at(self.setting.seed, "deal", len(self.match.rounds)))
            self.screen.say("")
            self._report()
        return not over

    def _move(self, view: View[Any]) -> None:
        """Let the one who plays move."""
        answer = next(one.answer for one in self.game.questions if one.name == view.question)
        allowed = list(dict.fromkeys(option.text for option in view.options))
        if self.game.numbered:
            allowed = [f"{number}) {text}" for number, text in enumerate(allowed, 1)]
        self.screen.draw(f"\n{self.game.picture(view, fancy=self.screen.fancy)}")
        self.screen.say(f"Allowed: {' '.join(allowed)}")

        def push(text: str) -> bool:
            if text:  # else the table is shown again
                self._push(self.game.read_move(view, text))
                self._keep_or_say()
            return True

        self.advice = None
        self._ask(f"Your {answer}: ", push)

    def _let_move(self, state: State[Any]) -> None:
        """Let an advisor move, or claim if it soon sees that it can."""
        view = self.game.view(state)
        if not (is_proven(view, node_limit=QUICKLY) and self._lay_down(view)):
            self._push(self._advise(state).move)

    def _lay_down(self, view: View[Any]) -> bool:
        """End the deal by a claim, where the rules have any; False if that cannot be."""
        if view.claim is None:
            return False
        try:
            self._push(view.claim.move)
        except IllegalMoveError:  # it is not proved
            return False
        return True

    def _ask(self, prompt: str, otherwise: Callable[[str], bool]) -> None:
        """Ask until there is an answer, or a command, after which the table is another one."""
        while True:
            text = self.screen.ask(prompt)
            if text is None:
                self.screen.say("The input has ended.")
                raise _LeftError
            name, _, rest = text.partition(" ")
            command = self.commands.get(name.lower())
            try:
                if command(rest.strip()) if command else otherwise(text):
                    return
            except FortyTwoError as error:
                self.screen.say(f"{error}. Type help for what else there is.")

    def _enter(self, text: str) -> bool:
        if text:
            raise NotationError(f"{shown(text)}: expected just Enter")
        return True

    def _push(self, move: Any) -> None:
        self.match.push(move)
        self._report()

    def _report(self) -> None:
        """Tell what has happened since it was last told."""
        events = self.game.events(self.match)
        for event in events[self.told :]:
            self.screen.tell(str(event))
        self.told = len(events)

    def _advise(self, state: State[Any]) -> Suggestion[Any]:
        """What the advisor says; it says the same whenever it is asked."""
        place = "move", len(self.match.rounds), len(moves_made(state))
        return suggest(
            self.game.view(state),
            level=self.setting.level,
            seed=chance_at(self.setting.seed, *place).below(2**63),
        )

    # --- Commands: each tells whether the table is another one after it ---

    @property
    def commands(self) -> dict[str, Callable[[str], bool]]:
        """What does each of `COMMANDS`."""
        found = {name: getattr(self, f"_command_{name}") for name in COMMANDS}
        return found | {"?": self._command_help}

    def _command_hint(self, rest: str) -> bool:
        if self.own_turn is None:
            raise IllegalMoveError("there is no hint: it is not your turn")
        assert self.state is not None
        self.advice = self._advise(self.state)
        self.screen.say(f"Advice: {self.advice.text}")
        return False

    def _command_why(self, rest: str) -> bool:
        if rest:
            return self._why(rest)
        if self.advice is None:
            self._command_hint("")
        assert self.advice is not None
        self.screen.say(self.advice.reason)
        return False

    def _why(self, meant: str) -> bool:
        """Tell the reason of a move in a deal that is over, from what its seat knew."""
        state = self.state
        if state is None or not state.finished:
            raise IllegalMoveError("the reasons of others tell of their hands: ask after the deal")
        past = state.copy()
        for _ in moves_made(state):
            move = past.pop()
            seat = self.game.seats[past.mover]
            if meant.lower() in (seat.lower(), str(move).lower()):
                break
        else:
            raise NotationError(f"{shown(meant)}: expected a seat or a move of this deal")
        view = self.game.view(past)
        if view.claim is not None and move == view.claim.move:
            self.screen.say(
                f"{seat}: {move}. It had a plan that {view.claim.success} whatever happens."
            )
            return False
        advice = self._advise(past)
        other = "" if advice.move == move else f", where advice is {advice.text}"
        self.screen.say(f"{seat}: {move}{other}. {advice.reason}")
        return False

    def _command_known(self, rest: str) -> bool:
        view = self.own_turn
        if view is None:
            raise IllegalMoveError("the deal is over: all hands are known")
        assert self.state is not None
        for line in known(view, self.state.tricks):
            self.screen.say(line)
        return False

    def _command_score(self, rest: str) -> bool:
        side = self.game.sides[self.game.side_of(self.seat)]
        self.screen.say(f"Match: {told(self.game, self.match.score)}. You play for {side}.")
        if self.state is not None and not self.state.finished:
            goal = self.game.goal(self.state)
            played = f"; {goal.name} needs {goal.need}" if goal else ""
            points = f"{told(self.game, self.state.points)}{played}"
            self.screen.say(f"This deal: {goal.name if goal and goal.is_all else points}.")
        return False

    def _command_claim(self, rest: str) -> bool:
        view = self.own_turn
        claims = self.game.claims
        if claims is None:
            raise IllegalMoveError("nothing can be claimed in this game")
        if view is None or view.question != claims.name:
            raise IllegalMoveError(f"a claim is made at your turn to {claims.name}")
        if self._lay_down(view):
            self._keep_or_say()
            return True
        found = claim(view)
        if found.move is not None:
            self.screen.say("Nobody can prevent it: all that is left is yours.")
            return self._play_out()
        contract = claim(view, goal="contract")
        if view.claim is not None and contract.move is None:
            found = contract  # which is what the rules ask for
        if found.line:
            line = " ".join(map(str, found.line))
            self.screen.say(f"It is not certain. It would fail if the play went on: {line}")
        else:
            self.screen.say("It was not found to be certain.")
        if contract.move is not None:
            success = view.options[0].success
            self.screen.say(f"But {contract.move} begins a plan that {success} whatever happens.")
        return False

    def _play_out(self) -> bool:
        """Play on while all that is left is certain."""
        while (state := self.state) is not None and not state.finished:
            view = self.own_turn
            if view is None:
                self._let_move(state)
            elif not self._lay_down(view):
                move = claim(view).move
                if move is None:
                    break
                self._push(move)
        self._keep_or_say()
        return True

    def _command_undo(self, rest: str) -> bool:
        steps = []
        while self.match.rounds:
            steps.append(self.match.pop())
            if self.own_turn is not None:
                self.told = len(self.game.events(self.match))
                self._keep_or_say()
                self.screen.say("Taken back.")
                return True
        for step in reversed(steps):
            self.match.push(step)
        raise IllegalMoveError("there is no move of yours to take back")

    def _command_save(self, rest: str) -> bool:
        file = Path(rest) if rest else self.file
        if file is None:
            raise NotationError("save where? Expected: save FILE")
        if file not in self.written and file.exists():
            raise OptionError(f"{file}: there is such a file already; expected another name")
        save(file, self.game, self.match, self.setting)
        self.written.add(file)
        self.screen.say(f"Kept in {file}")
        return False

    def _command_help(self, rest: str) -> bool:
        self.screen.say("To move, type the move as it is written, or its number.")
        for name, about in COMMANDS.items():
            self.screen.draw(f"  {name:6} {about}")
        return False

    def _command_quit(self, rest: str) -> bool:
        raise _LeftError
