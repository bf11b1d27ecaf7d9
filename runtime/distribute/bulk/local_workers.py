"""Parts computed by processes of this machine; processes that die are replaced."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from graphir.compute.blas import OneThread
from graphir.compute.threads import beside
from runtime.distribute.bulk.jobs import Predict, compute_part
from runtime.distribute.bulk.plans import Part

MOST_DEATHS: Final = 3
"""So many workers may end with one part before the part is to blame."""


class LostWorkersError(RuntimeError):
    """Workers died repeatedly without reporting an error."""


class WorkerError(RuntimeError):
    """The model could not be loaded in a worker, or failed on some rows."""


def computed_locally(
    load: Callable[[], Predict], parts: Sequence[Part], batch: int, workers: int
) -> Iterator[Part]:
    """Yields each part when its result is written.

    ``load`` makes the model in each process: it is pickled. All processes have ended
    when the iterator is exhausted or closed, or raises.

    Raises:
      LostWorkersError: if three workers die with the same part, or before their first.
      WorkerError: for an error that loading or computing raised in a worker.
    """
    count = min(workers, len(parts))
    crew = _Crew(load, batch, deque(parts), count - 1)
    try:
        for _ in range(count):
            crew.hire()
        while crew.members:
            yield from crew.next_results()
    finally:
        crew.dismiss()


def _told(part: Part | None, kind: str, text: str) -> str:
    where = "loading the model"
    if part is not None:
        where = f"{part.source}, rows {part.first} to {part.last}"
    return f"{where}: {kind}: {text}"


@dataclass
class _Member:
    process: Any
    line: Connection
    part: Part | None = None


@dataclass
class _Crew:
    """The worker processes, and what is left for them to do."""

    load: Callable[[], Predict]
    batch: int
    waiting: deque[Part]
    others: int
    """Workers beside each one, which leaves them their part of the cores."""
    members: list[_Member] = field(default_factory=list)
    deaths: dict[int, int] = field(default_factory=dict)

    def hire(self) -> None:
        """Starts a worker."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_work, args=(self.load, self.batch, theirs, self.others), daemon=True
        )
        process.start()
        theirs.close()
        self.members.append(_Member(process, ours))

    def next_results(self) -> list[Part]:
        """Waits until some workers answer or end; returns the parts they finished."""
        lines = wait([each.line for each in self.members])
        done = []
        for member in [each for each in self.members if each.line in lines]:
            try:
                answer = member.line.recv()
            except (EOFError, ConnectionError):
                self._replace(member)
                continue
            if isinstance(answer, tuple):
                raise WorkerError(_told(member.part, *answer))
            if member.part is not None:
                done.append(member.part)
            self._give_work(member)
        return done

    def _give_work(self, member: _Member) -> None:
        member.part = self.waiting.popleft() if self.waiting else None
        try:
            member.line.send(member.part)
        except (BrokenPipeError, ConnectionError):
            self._replace(member)
            return
        if member.part is None:
            self._let_go(member)

    def _replace(self, member: _Member) -> None:
        """What a dead worker had not done is done by another."""
        self._let_go(member)
        number = -1 if member.part is None else member.part.number
        self.deaths[number] = self.deaths.get(number, 0) + 1
        if self.deaths[number] >= MOST_DEATHS:
            what = "before they had loaded the model"
            if member.part is not None:
                part = member.part
                what = f"with rows {part.first} to {part.last} of {part.source}"
            raise LostWorkersError(
                f"{MOST_DEATHS} workers have died {what}; the last one with exit code "
                f"{member.process.exitcode}."
            )
        if member.part is not None:
            self.waiting.appendleft(member.part)
        if self.waiting:
            self.hire()

    def _let_go(self, member: _Member) -> None:
        self.members.remove(member)
        member.line.close()
        member.process.join()

    def dismiss(self) -> None:
        """Kills the workers that still run."""
        for member in list(self.members):
            member.process.kill()
            self._let_go(member)


def _work(
    load: Callable[[], Predict], batch: int, line: Connection, others: int
) -> None:
    """The life of a worker: parts in, words out; None ends it."""
    alone = OneThread() if others else nullcontext()
    with _TellingErrors(line), beside(others), alone:
        predict = load()
        line.send("ready")
        while (part := line.recv()) is not None:
            compute_part(predict, part, batch)
            line.send("done")


class _TellingErrors:
    """A context that sends the error that leaves it, where somebody listens."""

    def __init__(self, line: Connection) -> None:
        self._line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        if kind is None or not issubclass(kind, Exception):
            return False
        if not issubclass(kind, (EOFError, BrokenPipeError, ConnectionError)):
            self._line.send((kind.__name__, str(error)))
        return True
