"""Many positions at once, on several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..engine._trick_position import TrickPosition
from ..engine.errors import BatchError, whole
from ..engine.game import State
from ._batch import NO_POINTS, Batch
from .exact import tricks_of
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
    the same are solved once. Neighbours that belong to one deal help each other.

    Args:
        states: positions of any trick games, also in the middle of a trick.
        threads: how many positions to solve at a time, 1 to 1024; by default as many as there
            are processors for this process. The answers do not depend on it.
        progress: whether to show a bar on standard error.

    Returns:
        Final points, an array of positions × sides.

    Raises:
        BatchError: there were bad items, such as a round before its play; its `failed` tells
            which and why, its `results` has all other answers, and `NO_POINTS` for these.
        OptionError: a number of threads that is not allowed.

    Example:
        >>> texts = ("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N", "N:6-6 / 5-5 / 6-4 / 3-3 ; fives ; N")
        >>> solve_many(map(Position.parse, texts))
        array([[21,  0],
               [ 0, 21]], dtype=int16)
    """
    finals, failed = solve_each(states, _read, 1, threads=threads, progress=progress)
    return checked(finals[:, 0], failed)


def analyse_many(
    states: Iterable[State[Any]], *, threads: int | None = None, progress: bool = False
) -> np.ndarray[tuple[int, int, int], np.dtype[np.int16]]:
    """The final points after every legal play in many positions, as `analyse` gives them.

    Takes the arguments of `solve_many` and raises its errors.

    Returns:
        Final points, an array of positions × pieces (by their `index`) × sides. What is not
        legal is `NO_POINTS` for both sides: the smallest number of the array's type and less than
        any game brings, so that the largest number of a side is its best play.

    Example:
        >>> position = Position.parse("N:6-6 5-0 / 5-5 4-0 / 6-4 3-0 / 3-3 2-0 ; sixes ; N")
        >>> finals = analyse_many([position])
        >>> finals[0, Domino(5, 0).index]
        array([27,  0], dtype=int16)
        >>> str(DOMINOES[finals[0, :, Side.NS].argmax()])
        '5-0'
        >>> [str(domino) for domino in DOMINOES if finals[0, domino.index, 0] != NO_POINTS]
        ['5-0', '6-6']
    """
    finals, failed = solve_each(states, _read, 1, plays=True, threads=threads, progress=progress)
    return checked(finals, failed)


def solve_each(
    items: Iterable[T],
    read: Callable[[T], Collection[TrickPosition[Any]]],
    each: int,
    *,
    plays: bool = False,
    threads: int | None,
    progress: bool,
) -> tuple[np.ndarray[tuple[int, int, int], np.dtype[np.int16]], dict[int, Exception]]:
    """Solve the positions in which items consist.

    Args:
        items: what the user handed in.
        read: the positions of an item; what it raises is wrong with this item only.
        each: how many positions an item has.
        plays: whether to solve every legal play instead of the position itself.
        threads: see `solve_many`.
        progress: see `solve_many`.

    Returns:
        Final points, an array of positions × pieces × sides (one "piece" unless plays are
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
            batch = Batch(ROOM, plays)
            for index, item in islice(source, ROOM // each):
                try:
                    batch.add(read(item))
                except Exception as error:
                    batch.skip(each)
                    failed[index] = error.with_traceback(None)  # which would keep the item
            more = batch.size > ROOM - each
            _work(batch, workers, bar)
            part = np.frombuffer(batch.finals(), np.int16)
            parts.append(part.reshape(batch.size, batch.width, 2))
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


def _read(state: State[Any]) -> tuple[TrickPosition[Any]]:
    return (tricks_of(state),)


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


def _work(batch: Batch, workers: int, bar: tqdm[Any] | None) -> None:
    """Let workers answer a batch while this thread can be interrupted."""
    from concurrent.futures import ThreadPoolExecutor, wait  # brings in logging: slow to import

    before = bar.n if bar is not None else 0
    with ThreadPoolExecutor(workers) as pool:
        try:
            running = {pool.submit(batch.work) for _ in range(min(workers, batch.distinct))}
            while running:
                finished, running = wait(running, PAUSE)
                for future in finished:
                    future.result()
                if bar is not None:
                    bar.update(before + batch.size * batch.done // batch.distinct - bar.n)
        finally:
            batch.stop()
