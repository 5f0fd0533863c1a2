"""Many positions at once, on several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..engine.errors import BatchError, ImpossiblePositionError, counted, shown, whole
from ..engine.state import State
from ._batch import NO_POINTS, Batch
from ._solver import Solver
from .exact import final, tricks_of
from .progress import progress_bar

if TYPE_CHECKING:
    import numpy as np
    from tqdm import tqdm

T = TypeVar("T")
Results = TypeVar("Results", bound="np.ndarray[Any, Any]")
ROOM: Final = 1 << 16
"""How many positions are held at a time."""
MAX_THREADS: Final = 1024
PAUSE: Final = 0.1
"""Seconds between two looks at how far the work is."""


def solve_many(
    states: Iterable[State[Any]], *, threads: int | None = None, progress: bool = False
) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """The final points of many positions, each with best play by all, as `solve` gives them.

    Positions are read as they come, 65,536 at a time, and copied. Those of them whose rest is
    the same are solved once. Neighbours that belong to one deal help each other. What is no trick
    game, such as a round before its play, is solved by itself and takes longer.

    Args:
        states: positions of any trick games, also in the middle of a trick, and any other states
            of two sides.
        threads: how many positions to solve at a time, 1 to 1024; by default as many as there
            are processors for this process. The answers do not depend on it.
        progress: whether to show a bar on standard error.

    Returns:
        Final points, an array of positions × sides.

    Raises:
        BatchError: there were bad items, such as a state of three sides; its `failed` tells
            which and why, its `results` has all other answers, and `NO_POINTS` for these.
        OptionError: a number of threads that is not allowed.

    Examples:
        >>> texts = ("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N", "N:6-6 / 5-5 / 6-4 / 3-3 ; fives ; N")
        >>> solve_many(map(Position.parse, texts))
        array([[21,  0],
               [ 0, 21]], dtype=int16)
    """
    finals, failed = solve_each(states, _alone, 1, threads=threads, progress=progress)
    return checked(finals[:, 0], failed)


def analyse_many(
    states: Iterable[State[Any]], *, threads: int | None = None, progress: bool = False
) -> np.ndarray[tuple[int, int, int], np.dtype[np.int16]]:
    """The final points after every legal play in many positions, as `analyse` gives them.

    Takes the arguments of `solve_many` and raises its errors. States that are no trick games are
    bad items: not all of their moves are pieces.

    Returns:
        Final points, an array of positions × pieces (by their `index`) × sides. What is not
        legal is `NO_POINTS` for both sides: the smallest number of the array's type and less than
        any game brings, so that the largest number of a side is its best play.

    Examples:
        >>> position = Position.parse("N:6-6 5-0 / 5-5 4-0 / 6-4 3-0 / 3-3 2-0 ; sixes ; N")
        >>> finals = analyse_many([position])
        >>> finals[0, Domino(5, 0).index]
        array([27,  0], dtype=int16)
        >>> str(DOMINOES[finals[0, :, Side.NS].argmax()])
        '5-0'
        >>> [str(domino) for domino in DOMINOES if finals[0, domino.index, 0] != NO_POINTS]
        ['5-0', '6-6']
    """
    finals, failed = solve_each(states, _alone, 1, plays=True, threads=threads, progress=progress)
    return checked(finals, failed)


def solve_each(
    items: Iterable[T],
    read: Callable[[T], Sequence[State[Any]]],
    each: int,
    *,
    plays: bool = False,
    threads: int | None,
    progress: bool,
) -> tuple[np.ndarray[tuple[int, int, int], np.dtype[np.int16]], dict[int, Exception]]:
    """Solve the states in which items consist.

    Args:
        items: what the user handed in.
        read: the states of an item; what it raises is wrong with this item only.
        each: how many states an item has.
        plays: whether to solve every legal play instead of the state itself.
        threads: see `solve_many`.
        progress: see `solve_many`.

    Returns:
        Final points, an array of states × pieces × sides (one "piece" unless plays are
        solved), and the errors by index of the item.
    """
    import numpy as np  # costs half of the time to import the package

    workers = _workers(threads)
    failed: dict[int, Exception] = {}
    parts = []
    shows: AbstractContextManager[tqdm[Any] | None] = nullcontext()
    if progress:
        shows = progress_bar(each * length_hint(items) or None, "position")
    with shows as bar:
        source = enumerate(items)
        more = True
        while more:
            batch, others = Batch(ROOM, plays), _Others()
            for index, item in islice(source, ROOM // each):
                try:
                    states = read(item)
                    tricks = [state for state in map(tricks_of, states) if state is not None]
                    if len(tricks) == each:
                        batch.add(tricks)
                    elif plays:
                        raise ImpossiblePositionError("no trick game yet: ask `analyse` about it")
                    else:
                        (state,) = states
                        others.add(index, batch.size, state)
                        batch.skip(1)
                except Exception as error:
                    batch.skip(each)
                    failed[index] = error.with_traceback(None)  # which would keep the item
            more = batch.size > ROOM - each
            _work(batch, others, workers, bar)
            failed |= others.failed
            part = np.frombuffer(batch.finals(), np.int16).reshape(batch.size, batch.width, 2)
            for row, points in others.found:
                part[row] = points
            parts.append(part)
    width = max(part.shape[1] for part in parts)
    finals = np.full((sum(map(len, parts)), width, 2), NO_POINTS, np.int16)
    row = 0
    for part in parts:
        finals[row : row + len(part), : part.shape[1]] = part
        row += len(part)
    return finals, failed


def checked(results: Results, failed: Mapping[int, Exception]) -> Results:
    """The results, unless there were bad items.

    Raises:
        BatchError: there were.
    """
    if failed:
        raise BatchError(failed, results) from failed[min(failed)]
    return results


class _Others:
    """States that are no trick games: the general search answers one after the other.

    First `add` all, then let any number of threads `work`.
    """

    def __init__(self) -> None:
        self.size = 0
        self.waiting: list[tuple[int, int, State[Any]]] = []
        self.found: list[tuple[int, tuple[int, ...]]] = []
        """Rows and the final points that belong there."""
        self.failed: dict[int, Exception] = {}

    @property
    def done(self) -> int:
        """How many have been answered."""
        return len(self.found) + len(self.failed)

    def add(self, index: int, row: int, state: State[Any]) -> None:
        """Ask about the item of an index, a state as it is now, for a row of the results."""
        if len(state.points) != 2:
            raise ImpossiblePositionError(f"{counted(len(state.points), 'side')}: expected 2")
        self.waiting.append((index, row, state.copy()))
        self.size += 1

    def work(self) -> None:
        """Answer states that no other thread has begun, until none is left or `stop`."""
        solver = Solver()
        with suppress(IndexError):  # none is left
            while True:
                index, row, state = self.waiting.pop()
                try:
                    points = final(state, solver)
                    if max(map(abs, points)) >= -NO_POINTS:
                        raise ImpossiblePositionError(f"points {shown(points)}: too many to return")
                    self.found.append((row, points))
                except Exception as error:
                    self.failed[index] = error.with_traceback(None)

    def stop(self) -> None:
        """Let those who work return after the state that they are about."""
        self.waiting.clear()


def _alone(state: State[Any]) -> tuple[State[Any]]:
    return (state,)


def _workers(threads: int | None) -> int:
    if threads is None:
        return processors()
    return whole("threads", threads, 1, MAX_THREADS)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "process_cpu_count"):  # from Python 3.13 on
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _work(batch: Batch, others: _Others, workers: int, bar: tqdm[Any] | None) -> None:
    """Let workers answer a batch and other states while this thread can be interrupted."""
    from concurrent.futures import ThreadPoolExecutor, wait  # brings in logging: slow to import

    before = bar.n if bar is not None else 0
    asked = batch.distinct + others.size
    tasks = [batch.work] * min(workers, batch.distinct) + [others.work] * min(workers, others.size)
    with ThreadPoolExecutor(workers) as pool:
        try:
            running = {pool.submit(task) for task in tasks}
            while running:
                finished, running = wait(running, PAUSE)
                for future in finished:
                    future.result()
                if bar is not None:
                    done = batch.done + others.done
                    bar.update(before + batch.size * done // asked - bar.n)
        finally:
            batch.stop()
            others.stop()
