"""Processes that are forked while another thread traces a function."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.functions.tracing_lock import rare_collections

PROGRAM = """
import gc, os, random, signal, threading, time, traceback
import runtime as tf

threshold = gc.get_threshold()
class Scaled:
    def __mul__(self, other):
        if tf.reduce_sum(other) > 3:
            other = other - 1.0
        return tf.sin(other)

scale, stopped = Scaled(), threading.Event()
shared, table = tf.Variable(tf.zeros([100_000])), tf.random.Generator.from_seed(1)

def trace_on():
    while not stopped.is_set():
        @tf.function
        def traced(x):
            for _ in range(15):
                x = scale * x
            return x
        traced(tf.ones([3]))
        shared.assign_add(tf.ones([100_000]))

def use_everything():
    assert gc.get_threshold() == threshold
    @tf.function
    def positive(x):
        if tf.reduce_sum(x) > 0:
            return scale * x
        return x
    assert positive(tf.ones([2])).shape == [2]
    values = shared.numpy()
    assert (values == values[0]).all()
    shared.assign_add(tf.ones([100_000]))
    table.normal([2])
    # what the other thread recorded has ended here
    from autograph.operators.class_members import MEETS
    from autograph.running.recordings import RECORDINGS
    assert not MEETS and not RECORDINGS
    assert not hasattr(Scaled.__mul__, "__autograph_member__")

thread = threading.Thread(target=trace_on)
thread.start()
codes = []
for _ in range(12):
    time.sleep(random.random() * 0.06)
    child = os.fork()
    if not child:
        signal.alarm(60)
        code = 1
        try:
            use_everything()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stopped.set()
thread.join()
print(codes)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_children_forked_while_another_thread_traces(tmp_path: Path) -> None:
    """None hangs, and what the other thread was about has no traces in them."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    found = subprocess.run(
        [sys.executable, "-W", "ignore", str(file)],
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert found.stdout.strip() == str([0] * 12), found.stderr[-3000:]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_child_collects_garbage_as_before_whenever_it_is_forked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, real, parent = gc.get_threshold(), gc.set_threshold, os.getpid()
    codes: list[int] = []

    def fork() -> None:
        child = os.fork()
        if not child:
            os._exit(0 if gc.get_threshold() == before else 1)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

    def set_threshold(*sizes: int) -> None:
        is_forked = os.getpid() != parent
        if not is_forked:
            fork()
        real(*sizes)
        if not is_forked:
            fork()

    monkeypatch.setattr(gc, "set_threshold", set_threshold)
    with rare_collections(), rare_collections():
        pass
    assert codes == [0] * 8
