"""Code that one thread at a time runs."""

from __future__ import annotations

import threading
import time

import pytest

import runtime as tf


@pytest.mark.parametrize("shared_name", [None, "shared"])
def test_one_thread_at_a_time(shared_name: str | None) -> None:
    inside, most = [], []
    one = tf.CriticalSection(shared_name=shared_name)
    sections = [one, tf.CriticalSection(shared_name=shared_name or "") or one]

    def work() -> None:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.002)
        inside.pop()

    chosen = sections if shared_name else [one]
    threads = [
        threading.Thread(target=chosen[i % len(chosen)].execute, args=(work,))
        for i in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert max(most) == 1


def test_results_become_tensors() -> None:
    section = tf.CriticalSection()
    first, second = section.execute(lambda: (1, {"a": 2.0}))
    assert (int(first), float(second["a"])) == (1, 2.0)
    assert section.execute(lambda: None) is None


def test_is_free_again_after_an_error() -> None:
    section = tf.CriticalSection()
    with pytest.raises(ZeroDivisionError):
        section.execute(lambda: 1 // 0)
    assert int(section.execute(lambda: 1)) == 1


def test_refusals() -> None:
    section = tf.CriticalSection(name="mine")
    with pytest.raises(ValueError, match=r"CriticalSection \(mine\) in which we are"):
        section.execute(lambda: section.execute(lambda: 1))
    with pytest.raises(TypeError, match="'int' object is not callable"):
        section.execute(3)  # type: ignore[arg-type]
    with pytest.raises(NotImplementedError, match="call `execute` eagerly"):
        tf.function(lambda: section.execute(lambda: 1))()
    with pytest.raises(ValueError, match="critical_section_def"):
        tf.CriticalSection(critical_section_def=1)
