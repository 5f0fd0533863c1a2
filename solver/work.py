"""Long work on numbered items, shared out to processes and kept in a log.

What has been done is on disk, so that the work can be stopped at any time and gone on with. The
log is JSON lines: first what the work is, then each item as it was finished.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Generic, TypeVar

from ..engine._random import Random
from ..engine.errors import LogError
from .batch import processors
from .progress import with_progress

if TYPE_CHECKING:
    from .processes import Prepare

T = TypeVar("T")
FORMAT: Final = 1


@dataclass(frozen=True)
class Form(Generic[T]):
    """How the log of some kind of work is written.

    Args:
        work: what the work is called, as `contest`.
        item: what an item is called, as `pair`; under this name stands its number.
        write: the facts of an item, its number among them.
        read: the item of such facts; ValueError, TypeError or KeyError if there is none.
    """

    work: str
    item: str
    write: Callable[[T], Mapping[str, object]]
    read: Callable[[Mapping[str, Any]], T]


class Log(Generic[T]):
    """A log under way; open one with `open_log`.

    Args:
        file: where to write.
        form: how it is written.
        items: the items that it holds, by their number.
    """

    def __init__(self, file: BinaryIO, form: Form[T], items: dict[int, T]) -> None:
        self.items = items
        self._file = file
        self._form = form

    def add(self, item: T) -> None:
        """Write down an item, at once."""
        self._file.write(_line(self._form.write(item)))
        self._file.flush()


@contextmanager
def open_log(path: Path, form: Form[T], facts: Mapping[str, object]) -> Iterator[Log[T]]:
    """Begin a log, or go on with one.

    A last line that was being written when the run was killed is dropped.

    Args:
        path: the file; made if it is not there.
        form: how it is written.
        facts: what makes the work this one.

    Raises:
        LogError: the file is no log, or the log of other work.
        OSError: it cannot be read or written.
    """
    first = _line({"format": FORMAT, **facts})
    with path.open("a+b") as file:
        file.seek(0)
        text = file.read()
        end = text.rfind(b"\n") + 1
        try:
            if end == 0 and not first.startswith(text):
                raise LogError(_refusal(1, form))
            items = _read(text[:end].splitlines(), form, first)
        except LogError as error:
            raise LogError(f"{path}: {error}") from None
        file.truncate(end)
        if end == 0:
            file.write(first)
            file.flush()
        yield Log(file, form, items)


def chance_at(*place: object) -> Random:
    """A generator of its own for a place in some work, such as a move in a deal of it.

    So what happens there by chance does not depend on what was done before, or by whom.
    """
    text = "/".join(map(str, place))
    return Random(int.from_bytes(blake2b(text.encode(), digest_size=8).digest()))


def work_through(
    prepare: Prepare[int, T],
    total: int,
    take: Callable[[T], None],
    form: Form[T],
    facts: Mapping[str, object],
    *,
    jobs: int | None = None,
    log: Path | None = None,
    note: Callable[[], str] | None = None,
) -> None:
    """Work on the items from 0 to before `total`.

    Args:
        prepare: makes ready what works on an item, by its number, in every process anew.
        total: how many items are wanted, those of the log included.
        take: what gets them one after the other: whoever stops this has had them.
        form: how their log is written.
        facts: what makes the work this one.
        jobs: how many processes share the work, by default one a processor.
        log: a file that keeps what has been done. What it holds is not done again.
        note: what to say beside a bar on standard error; no bar without it.

    Raises:
        LogError: the log is none, or one of other work.
    """
    from .processes import crew  # brings in multiprocessing: slow to import

    with ExitStack() as stack:
        book = stack.enter_context(open_log(log, form, facts)) if log else None
        known = book.items if book else {}
        for number, item in known.items():
            if number < total:
                take(item)
        missing = [number for number in range(total) if number not in known]
        workers = max(1, min(jobs or processors(), len(missing)))
        done: Iterable[T] = stack.enter_context(crew(prepare, workers))(missing)
        for item in with_progress(done, len(missing), form.item, note) if note else done:
            if book:
                book.add(item)
            take(item)


def _line(facts: Mapping[str, object]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def _refusal(number: int, form: Form[Any]) -> str:
    return f"line {number}: not as in the log of a {form.work}"


def _read(lines: Sequence[bytes], form: Form[T], first: bytes) -> dict[int, T]:
    """The items of a log, if it begins with such a first line."""
    items: dict[int, T] = {}
    for line_number, line in enumerate(lines, 1):
        try:
            facts = json.loads(line)
            if line_number == 1:
                _compare(facts, json.loads(first), form)
                continue
            item, number = form.read(facts), facts[form.item]
            if type(number) is not int:
                raise TypeError
        except LogError:
            raise
        except (ValueError, TypeError, KeyError):
            raise LogError(_refusal(line_number, form)) from None
        if items.setdefault(number, item) is not item:
            raise LogError(f"line {line_number}: {form.item} {number} comes twice")
    return items


def _compare(found: Any, expected: Mapping[str, Any], form: Form[Any]) -> None:
    """Refuse the first line of another log."""
    if not isinstance(found, dict) or "format" not in found:
        raise ValueError
    for name in {**expected, **found}:
        if found.get(name) != expected.get(name):
            raise LogError(
                f"the log of another {form.work}, {name} {_told(found, name)}, "
                f"not {_told(expected, name)}"
            )


def _told(facts: Mapping[str, Any], name: str) -> str:
    value = facts.get(name, "missing")
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
