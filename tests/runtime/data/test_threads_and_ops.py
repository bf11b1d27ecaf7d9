"""Threads of iterators under interrupts and forks; dataset ops under earlier names."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import runtime as tf
from graphir.ops.contract.registry import declared, known_lines, lookup

INTERRUPTED = """
import os, signal, threading, time
import runtime as tf

def slow(x):
    time.sleep(0.02)
    return x

dataset = tf.data.Dataset.range(10**6).map(
    lambda x: tf.numpy_function(slow, [x], tf.int64), num_parallel_calls=2
)
seen = threading.Event()
def interrupt():
    seen.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    for place, x in enumerate(dataset):
        if place == 4:
            seen.set()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

FORKED = """
import os, time
import runtime as tf

dataset = tf.data.Dataset.range(50).map(
    lambda x: tf.numpy_function(lambda v: (time.sleep(0.002), v)[1], [x], tf.int64)
).prefetch(2)
iterator = iter(dataset)
for _ in range(8):
    next(iterator)
child = os.fork()
if child == 0:
    try:
        next(iterator)
        told = 1
    except tf.errors.FailedPreconditionError:
        told = 0 if len(list(dataset.take(3))) == 3 else 2
    os._exit(told)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), int(next(iterator)))
"""


def _run(program: str) -> str:
    """What a program prints; it must end by itself."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_an_interrupt_ends_a_parallel_map() -> None:
    """The program goes on, and its end does not wait for the threads."""
    assert _run(INTERRUPTED) == "interrupted\n"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_an_iterator_with_a_thread_says_so_in_a_forked_process() -> None:
    """The child gets an error and can begin anew; the parent reads on."""
    assert _run(FORKED) == "0 8\n"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda d: d.range(1, 3).map(lambda x: tf.fill([x], x)).batch(2),
            tf.errors.InvalidArgumentError,
            r"First element had shape \[1\] and element 1 had shape \[2\]",
        ),
        (
            lambda d: d.range(1, 3).map(lambda x: tf.fill([1, x], x)).rebatch(2),
            tf.errors.FailedPreconditionError,
            r"A row of shape \[2\] does not fit into a batch of shape \[2,1\]",
        ),
        (lambda d: d.range(3).unbatch(), ValueError, "scalar components"),
        (lambda d: d.range(3).rebatch(2), ValueError, "scalar elements"),
    ],
)
def test_batches_of_different_shapes_and_scalars_are_refused(
    make: Any, error: type[Exception], message: str
) -> None:
    """By TensorFlow's classes of errors."""
    with pytest.raises(error, match=message):
        list(make(tf.data.Dataset))


EARLIER = [op.__name__ for op in declared() if op.__name__.startswith("Experimental")]


def test_ops_under_earlier_names_are_the_declared_ones() -> None:
    """Signature of that time; rules and kernel of the op as it is called now."""
    assert len(EARLIER) > 30
    for name in EARLIER:
        now = lookup(name.removeprefix("Experimental"))
        assert issubclass(lookup(name), now)
        assert lookup(name).has_kernel() == now.has_kernel()
        assert str(lookup(name).signature) == known_lines()[name]


ARGUMENTS: dict[str, dict[str, Any]] = {
    "SleepDataset": {"sleep_microseconds": 10},
    "LatencyStatsDataset": {"tag": "t"},
    "BytesProducedStatsDataset": {"tag": "t"},
    "UniqueDataset": {},
    "IgnoreErrorsDataset": {},
    "NonSerializableDataset": {},
    "PrivateThreadPoolDataset": {"num_threads": 2},
}


@pytest.mark.parametrize("name", [*ARGUMENTS, *map("Experimental{}".format, ARGUMENTS)])
def test_ops_that_pass_elements(name: str) -> None:
    """The elements are those of the source, in their order."""
    given = ARGUMENTS[name.removeprefix("Experimental")]
    source = tf.data.Dataset.range(5)._variant_tensor
    kinds = {"output_types": [tf.int64], "output_shapes": [[]]}
    made = getattr(tf.raw_ops, name)(input_dataset=source, **given, **kinds)
    spec = tf.TensorSpec([], tf.int64)
    dataset = tf.data.experimental.from_variant(made, spec)
    assert [int(x) for x in dataset] == [0, 1, 2, 3, 4]


def test_a_numpy_iterator_goes_back_to_where_it_was_saved() -> None:
    """The state holds what a shuffle keeps in its buffer."""
    iterator = tf.data.Dataset.range(9).shuffle(4, seed=1).as_numpy_iterator()
    first = iterator.next()
    state = iterator.save()
    rest = list(iterator)
    iterator.restore(state)
    assert list(iterator) == rest
    assert first not in rest
