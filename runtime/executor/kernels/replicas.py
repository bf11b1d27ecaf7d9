"""Runs functions as replicas: members of one group, on threads of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from functools import partial
from typing import Any

from graphir.compute.blas import OneThread
from graphir.compute.threads import beside
from runtime.executor.kernels.replica_threads import WORKERS, Task, Worker
from runtime.stateful_kernels.collective_groups import MEMBER, ThreadGroup, ThreadMember
from runtime.stateful_kernels.equal_copies import kept_by


def on_threads(
    group: ThreadGroup,
    works: Sequence[Callable[[], Any]],
    contexts: Sequence[Context] | None = None,
) -> list[Any]:
    """The results of functions that run as the members of a group, on threads.

    The last function runs on the calling thread. Each function runs in a copy of the
    caller's context, or in its entry of ``contexts``.

    >>> from runtime.stateful_kernels.collective_groups import ThreadGroup
    >>> on_threads(ThreadGroup(2), [lambda: "a", lambda: "b"])
    ['a', 'b']

    Raises:
      Exception: the first error of a function, after all functions have ended.
    """
    results: list[Any] = [None] * len(works)

    def run(rank: int) -> None:
        MEMBER.set(ThreadMember(group, rank))
        with kept_by(group.changes):
            group.begin(rank)
            results[rank] = works[rank]()
            group.end(rank)

    every = contexts or [copy_context() for _ in works]
    last = len(works) - 1
    begun: dict[int, tuple[Worker, Task]] = {}
    try:
        for rank in range(last):
            _begin(group, rank, partial(every[rank].run, run, rank), begun)
        try:
            every[last].run(run, last)
        except BaseException as error:  # raised below, if it is the first one
            group.fail(last, error)
        for rank, (worker, task) in begun.items():
            while not task.wait():
                if not worker.is_alive():
                    group.lose(rank)
                    break
    except BaseException as error:  # Ctrl-C, while others still run
        group.fail(last, error)
        group.changes.undo()
        raise
    if group.failure is not None:
        group.changes.undo()
        raise group.failure
    return results


def _begin(
    group: ThreadGroup,
    rank: int,
    run: Callable[[], Any],
    begun: dict[int, tuple[Worker, Task]],
) -> None:
    """Runs a member on a free thread; if there can be none, the group has failed."""
    try:
        task = Task(run, partial(group.fail, rank))
        worker = WORKERS.take()
        begun[rank] = worker, task
        group.watch(rank, worker.is_alive)
        worker.start(task)
    except Exception as error:
        begun.pop(rank, None)
        group.fail(rank, error)


def run_replicas(
    functions: Sequence[Callable[..., Any]],
    arguments: Sequence[Sequence[Any]],
    counts: Sequence[int],
    in_turns: bool = False,
) -> list[Any]:
    """The results of the functions, one list; ``counts`` has their numbers.

    Functions that run at the same time have their part of the threads each.
    """
    group = ThreadGroup(len(functions), in_turns)
    others = 0 if in_turns else len(functions) - 1
    works = [
        partial(_beside, others, function, given)
        for function, given in zip(functions, arguments, strict=True)
    ]
    found: list[Any] = []
    for result, count in zip(on_threads(group, works), counts, strict=True):
        if count == 1:
            found.append(result)
        elif count:
            found.extend(result)
    return found


def _beside(others: int, function: Callable[..., Any], given: Sequence[Any]) -> Any:
    if not others:
        return function(*given)
    with beside(others), OneThread():
        return function(*given)


run_replicas.needs_caller_context = True  # type: ignore[attr-defined]
# what runs in a context of its own would not see which replica it is in


__all__ = ["on_threads", "run_replicas"]
