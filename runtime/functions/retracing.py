"""The trace history of a function: the reason for each trace, retracing warnings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from graphir.compute.forks import forkable_lock
from runtime.messages.logs import get_logger
from runtime.signatures.call_signature import CallSignature

HISTORY: Final = 10
"""Calls that are looked back on."""

MANY: Final = 5
"""Traces among them from which on there is a warning."""

WARNINGS: Final = 2
"""Warnings about one function."""

_FIRST: Final = "the first call"


class TraceRecord(NamedTuple):
    """A record of a trace: its signature, reason and duration."""

    number: int
    signature: str
    reason: str
    seconds: float
    node_count: int
    advice: str = ""
    """How the trace could have been avoided."""
    place: str = ""
    """The user's line that called, as ``file:line``."""


def explain(signature: CallSignature, known: Iterable[CallSignature]) -> str:
    """Explains why no earlier trace matches: its differences from the nearest trace."""
    nearest = _nearest(signature, known)
    if nearest is None:
        return _FIRST
    return "; ".join(each.text for each in signature.differences(nearest))


def advise(signature: CallSignature, known: Iterable[CallSignature]) -> str:
    """Advice on how to make the call match the nearest earlier trace."""
    nearest = _nearest(signature, known)
    if nearest is None:
        return ""
    advice = dict.fromkeys(each.advice for each in signature.differences(nearest))
    return "; ".join(advice)


def _nearest(
    signature: CallSignature, known: Iterable[CallSignature]
) -> CallSignature | None:
    best, fewest = None, 0
    for each in known:
        count = len(signature.differences(each))
        if best is None or count <= fewest:
            best, fewest = each, count
    return best


class _Calls:
    """The recent calls of one Python function, however often it is wrapped."""

    def __init__(self) -> None:
        self.count = 0
        self.by_trace: list[int] = []
        """For each trace, the calls up to the next one."""
        self.warnings = 0

    def without_tracing(self) -> None:
        if not self.by_trace:
            self.by_trace.append(0)
        self.by_trace[-1] += 1
        self.count += 1

    def with_tracing(self) -> bool:
        """Counts a trace; returns whether to warn about retracing."""
        self.count += 1
        self.by_trace.append(1)
        while self.count - self.by_trace[0] > HISTORY:
            self.count -= self.by_trace.pop(0)
        is_often = len(self.by_trace) >= MANY and self.warnings < WARNINGS
        self.warnings += is_often
        return is_often


_CALLS: WeakKeyDictionary[Any, _Calls] = WeakKeyDictionary()
_LOCK: Final = forkable_lock()


def _calls_of(function: Any) -> _Calls:
    """The call counter of a function, by code: redefinitions in a loop share it."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    function = getattr(function, "__func__", function)
    key = getattr(function, "__code__", function)
    try:
        return _CALLS.setdefault(key, _Calls())
    except TypeError:
        return _Calls()


def note_call(function: Any) -> bool:
    """Counts a call without retracing; returns whether calls need no more counting."""
    with _LOCK:
        calls = _calls_of(function)
        calls.without_tracing()
        return calls.by_trace[-1] > HISTORY


def note_trace(function: Any, reason: str, advice: str) -> None:
    """Counts a call that was traced; warns if that happens too often."""
    with _LOCK:
        calls = _calls_of(function)
        if not calls.with_tracing():
            return
        often, count = len(calls.by_trace), calls.count
    because = f" The last time because {reason}." if reason != _FIRST else ""
    todo = f" What helps: {advice}." if advice else ""
    get_logger().warning(
        "%d out of the last %d calls to %r triggered tf.function retracing. Tracing is "
        "expensive and the excessive number of tracings could be due to (1) creating "
        "@tf.function repeatedly in a loop, (2) passing tensors with different shapes, "
        "(3) passing Python objects instead of tensors. For (1), please define your "
        "@tf.function outside of the loop. For (2), @tf.function has "
        "reduce_retracing=True option that can avoid unnecessary retracing. For (3), "
        "please refer to https://www.tensorflow.org/guide/function#controlling_"
        "retracing and https://www.tensorflow.org/api_docs/python/tf/function for  "
        "more details.%s%s",
        often,
        count,
        function,
        because,
        todo,
    )


__all__ = ["TraceRecord", "advise", "explain", "note_call", "note_trace"]
