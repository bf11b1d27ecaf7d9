"""Signals that come while a native loop runs: Ctrl-C does not wait for its end."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("llvmlite")
if not hasattr(signal, "setitimer"):
    pytest.skip("no timer sends signals here", allow_module_level=True)

import runtime as tf

AFTER = 0.1
LATEST = 0.5
"""Seconds of this thread's work, so that what else runs does not count; measured: 0.03.
"""
FOREVER = 1 << 50


class Interrupted(BaseException):
    """What the handler of these tests raises."""


@pytest.fixture
def calls() -> Iterator[list[Callable[[], None]]]:
    """What the handler does; the timer runs while this process works."""
    actions: list[Callable[[], None]] = []
    before = signal.signal(signal.SIGPROF, lambda *_: [each() for each in actions])
    yield actions
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def interrupt() -> None:
    raise Interrupted


@tf.function(jit_compile=True)
def numbers(n: Any) -> Any:
    x, i = tf.constant(0.5), tf.constant(0, tf.int64)
    while i < n:
        x = x * 0.999 + 0.1
        i += 1
    return x


@tf.function(jit_compile=True)
def arrays(n: Any) -> Any:
    x, i = tf.ones([200, 200]), tf.constant(0, tf.int64)
    while i < n:
        x = tf.matmul(x, x) * 0.001
        i += 1
    return x


@tf.function(jit_compile=True)
def loop_in_loop(n: Any) -> Any:
    x, i = tf.constant(0.5), tf.constant(0, tf.int64)
    while i < n:
        j = tf.constant(0, tf.int64)
        while j < 3:
            x = x * 0.999 + 0.1
            j += 1
        i += 1
    return x


@tf.function(jit_compile=True)
def long_loop_in_loop(n: Any) -> Any:
    x, i = tf.constant(0.5), tf.constant(0, tf.int64)
    while i < 2:
        j = tf.constant(0, tf.int64)
        while j < n:
            x = x * 0.999 + 0.1
            j += 1
        i += 1
    return x


@tf.function
def called(n: Any) -> Any:
    return numbers(n)


PROGRAMS = [numbers, arrays, loop_in_loop, long_loop_in_loop, called]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_a_handler_that_raises_ends_the_loop(
    program: Any, calls: list[Callable[[], None]]
) -> None:
    program(tf.constant(3, tf.int64))
    calls.append(interrupt)
    begin = time.thread_time()
    signal.setitimer(signal.ITIMER_PROF, AFTER)
    with pytest.raises(Interrupted):
        program(tf.constant(FOREVER if program is not arrays else 20_000, tf.int64))
    assert time.thread_time() - begin < AFTER + LATEST
    calls.clear()
    assert program(tf.constant(3, tf.int64)).dtype == tf.float32


def test_a_handler_that_returns_lets_the_loop_go_on(
    calls: list[Callable[[], None]],
) -> None:
    count, end = tf.constant(100_000_000, tf.int64), threading.Event()
    expected = numbers(count).numpy()
    calls.append(end.set)
    signal.setitimer(signal.ITIMER_PROF, 0.02, 0.02)
    assert numbers(count).numpy() == expected
    assert end.is_set()


def test_loops_of_other_threads_let_the_main_thread_work() -> None:
    results: list[Any] = []
    count = tf.constant(50_000_000, tf.int64)
    thread = threading.Thread(target=lambda: results.append(numbers(count)))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    assert turns > 100
    assert results[0].dtype == tf.float32
