"""What is agreed before play: options, their values, and presets of them.

A game lists its options in a table; reading, writing, refusing and documenting them is the same
in all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any, ClassVar, Final, Self

from .errors import OptionError, shown, whole

Value = str | int | None
"""What an option is set to; truth values are numbers too."""
TRUTH: Final = (False, True)


@dataclass(frozen=True)
class Own:
    """Values of an option that cannot be listed.

    Args:
        name: what they are called.
        read: the value that a text means, always written the same; OptionError if it means none.
    """

    name: str
    read: Callable[[str], str]


@dataclass(frozen=True)
class Choice:
    """One option.

    Args:
        values: all that it may be set to; a range where it is any number of one.
        default: what it is where no preset says otherwise.
        changes: what it changes, in a sentence.
        origin: where it is played so.
        needs: other options with the values of which one is needed for this one to have an effect;
            none if it always has one.
        varies: an option by whose values the default varies, and what it then is.
        own: what else it may be set to.
    """

    values: tuple[Value, ...] | range
    default: Value
    changes: str
    origin: str
    needs: tuple[tuple[str, Value], ...] = ()
    varies: tuple[str, Mapping[Value, Value]] | None = None
    own: Own | None = None

    def read(self, name: str, value: object) -> Value:
        """The value that a user means by a value or its text.

        Raises:
            OptionError: it is not one of the values.
        """
        if isinstance(self.values, range):
            number: Any = value
            return whole(name, number, self.values[0], self.values[-1])
        text = written(value)
        if text in self._texts:
            return self._texts[text]
        if self.own is None:
            raise OptionError(f"{name} {shown(value)}: expected one of {', '.join(self._texts)}")
        try:
            return self.own.read(text)
        except OptionError as error:
            expected = ", ".join([*self._texts, f"{self.own.name}: {error}"])
            raise OptionError(f"{name} {shown(value)}: expected {expected}") from None

    @cached_property
    def _texts(self) -> dict[str, Value]:
        return {written(one): one for one in self.values}

    def works(self, among: Mapping[str, object]) -> bool:
        """Whether it has an effect where all options are set so."""
        return not self.needs or any(among[name] == value for name, value in self.needs)


def written(value: object) -> str:
    """A value as `Agreed.parse` reads it; empty for what is none."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value
    try:
        number: Any = value
        return str(index(number))
    except TypeError:
        return ""


@dataclass(frozen=True)
class Options:
    """All options of a game.

    Args:
        choices: the options by name, each after those that it needs.
        presets: where each preset differs from the defaults.
    """

    choices: Mapping[str, Choice]
    presets: Mapping[str, Mapping[str, Value]]

    def settled(self, preset: str, given: Mapping[str, object]) -> dict[str, Value]:
        """All options of a preset of which some are changed.

        Some defaults go with other options; what the preset says besides and has no effect any
        more is left at its default.

        Raises:
            OptionError: an option or a value that does not exist.
        """
        for name in given:
            if name not in self.choices:
                raise self._unknown(name)
        changed = {name: self.choices[name].read(name, value) for name, value in given.items()}
        defaults = {name: choice.default for name, choice in self.choices.items()}
        found = {**defaults, **self.presets[preset], **changed}
        for name, choice in self.choices.items():
            if choice.varies and name not in changed:
                found[name] = choice.varies[1][found[choice.varies[0]]]
        for name in found.keys() - changed.keys():
            if not self.choices[name].works(found):
                found[name] = defaults[name]
        return found

    def _unknown(self, name: str) -> OptionError:
        """Of all options only those like it are named: there are too many for a line."""
        from difflib import get_close_matches  # rarely needed

        like = ", ".join(get_close_matches(name[:40], self.choices))
        expected = f"did you mean {like}?" if like else "docs/rules.md lists those that exist"
        return OptionError(f"unknown option {shown(name)}: {expected}")

    def check(self, options: Mapping[str, Value]) -> None:
        """Refuse options that have no effect beside the others, unless left at their default.

        Raises:
            OptionError: names the option, and what it needs.
        """
        for name, choice in self.choices.items():
            if options[name] != choice.default and not choice.works(options):
                needs = " or ".join(f"{other}={written(value)}" for other, value in choice.needs)
                raise OptionError(f"{name}={written(options[name])}: has no effect without {needs}")

    def as_table(self) -> str:
        """All options as a table of Markdown: `–` where an option has no effect in a preset."""
        rows = [
            [
                "option",
                "values",
                *(f"`{name}`" for name in self.presets),
                "what it changes",
                "played so in",
            ],
            ["---"] * (len(self.presets) + 4),
        ]
        for name, choice in self.choices.items():
            if isinstance(choice.values, range):
                values = f"{choice.values[0]:,} to {choice.values[-1]:,}"
            else:
                names = [f"`{written(value)}`" for value in choice.values]
                values = ", ".join(names if choice.own is None else [*names, choice.own.name])
            told = []
            for preset in self.presets:
                options = self.settled(preset, {})
                told.append(f"`{written(options[name])}`" if choice.works(options) else "–")
            rows.append([f"`{name}`", values, *told, choice.changes, choice.origin])
        return "".join(f"| {' | '.join(row)} |\n" for row in rows)


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """The rules of a table: a preset, some of whose options may be changed.

    A game adds a field for each of its options. `name` is the preset that they come from.

    Raises:
        OptionError: an option or a value that does not exist, or has no effect with the others.
    """

    table: ClassVar[Options]
    name: str

    def __post_init__(self) -> None:
        if self.name not in self.table.presets:
            expected = ", ".join(self.table.presets)
            raise OptionError(f"name {shown(self.name)}: expected one of {expected}")
        for option, choice in self.table.choices.items():
            object.__setattr__(self, option, choice.read(option, getattr(self, option)))
        self.table.check(self.options)

    @classmethod
    def preset(cls, preset: str, /, **options: Any) -> Self:
        """The rules of a preset with some options changed."""
        if preset not in cls.table.presets:
            expected = ", ".join(cls.table.presets)
            raise OptionError(f"unknown rules {shown(preset)}: expected one of {expected}")
        values: dict[str, Any] = cls.table.settled(preset, options)
        return cls(name=preset, **values)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the name of a preset and options to change, as `tournament target=5`."""
        preset, *words = text.split() or [""]
        options: dict[str, Any] = {}
        for word in words:
            option, _, value = word.partition("=")
            if option in options:
                raise OptionError(f"{option} is given twice")
            is_number = value.isascii() and value.isdigit() and len(value) < 20
            options[option] = int(value) if is_number else value
        return cls.preset(preset, **options)

    def __str__(self) -> str:
        """The text that `parse` reads."""
        return self._text

    @cached_property
    def _text(self) -> str:
        """The same; found once, as records and views write it again and again."""
        given: dict[str, Value] = {}
        for option, value in self.options.items():
            if self.table.settled(self.name, given)[option] != value:
                given[option] = value
        return " ".join([self.name, *(f"{name}={written(one)}" for name, one in given.items())])

    @property
    def options(self) -> dict[str, Value]:
        """All options by name."""
        return {option: getattr(self, option) for option in self.table.choices}
