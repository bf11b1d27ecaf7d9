"""What gradients cost: steps of training, and the tape itself.

    python benchmarks/differentiation.py [--tensorflow PYTHON] [--rounds N]

Every figure is the median of the rounds; the programs take turns, so that a busy moment
hits all of them. The last line says how much memory 2,000 eager steps leave behind.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tracemalloc
from statistics import median
from time import perf_counter
from typing import Any

STEPS = """
import numpy as np

rng = np.random.default_rng(0)
points = tf.constant(rng.normal(size=201).astype(np.float32))
wanted = points * 3.0 + 2.0
w, b = tf.Variable(5.0), tf.Variable(0.0)

def regression_step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(wanted - (w * points + b)))
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * dw)
    b.assign_sub(0.1 * db)
    return loss

images = tf.constant(rng.normal(size=(64, 784)).astype(np.float32))
labels = tf.constant(rng.integers(0, 10, 64))
layers = [
    tf.Variable((rng.normal(size=size) * 0.05).astype(np.float32))
    for size in ((784, 256), (256,), (256, 10), (10,))
]

def perceptron_step():
    with tf.GradientTape() as tape:
        hidden = tf.nn.relu(tf.matmul(images, layers[0]) + layers[1])
        logits = tf.matmul(hidden, layers[2]) + layers[3]
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        )
    for layer, slope in zip(layers, tape.gradient(loss, layers)):
        layer.assign_sub(0.01 * slope)
    return loss

x, factor = tf.constant(1.0), tf.constant(1.0001)

def chain():
    y = x
    for _ in range(1000):
        y = y * factor
    return y

def chain_with_slope():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = chain()
    return tape.gradient(y, x)

cases = {
    "regression, eager": (regression_step, 100),
    "regression, function": (tf.function(regression_step), 500),
    "perceptron, eager": (perceptron_step, 10),
    "perceptron, function": (tf.function(perceptron_step), 10),
    "chain of 1000": (chain, 3),
    "chain and its slope": (chain_with_slope, 3),
}

def measured():
    from time import perf_counter
    found = {}
    for label, (call, count) in cases.items():
        for _ in range(4):
            call()
        start = perf_counter()
        for _ in range(count):
            call()
        found[label] = (perf_counter() - start) / count
    return found
"""

TENSORFLOW = (
    """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
"""
    + STEPS
    + """
for line in sys.stdin:
    print(json.dumps(measured()), flush=True)
"""
)

GOALS = {
    "regression, eager": 80e-6,
    "regression, function": 12e-6,
    "perceptron, function": 550e-6,
}


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    names = our_names()
    ours, theirs = rounds_of(names, options)
    print(f"{'microseconds':24}{'ours':>12}{'TensorFlow':>13}{'goal':>9}")
    for label in names["cases"]:
        mine = median(each[label] for each in ours) * 1e6
        other = f"{median(e[label] for e in theirs) * 1e6:13.1f}" if theirs else ""
        goal = f"{GOALS[label] * 1e6:.0f}" if label in GOALS else ""
        print(f"{label:24}{mine:12.1f}{other or '':13}{goal:>9}")
    print_tape(ours)
    print(f"left behind by 2,000 steps: {left_behind(names)} bytes")


def print_tape(ours: list[dict[str, float]]) -> None:
    """What the tape adds: the chain forward and backward, less two kernels an op."""
    kernels = median(each["chain of 1000"] for each in ours)
    whole = median(each["chain and its slope"] for each in ours)
    print(f"tape, an op: {(whole - 2 * kernels) * 1e3:.2f} microseconds (goal 3)")


def our_names() -> dict[str, Any]:
    """The steps, with this library as ``tf``."""
    import runtime

    names: dict[str, Any] = {"tf": runtime, "__name__": "steps"}
    import linecache

    # functions are converted from their text
    text = (len(STEPS), None, STEPS.splitlines(keepends=True), "<steps>")
    linecache.cache["<steps>"] = text
    exec(compile(STEPS, "<steps>", "exec"), names)
    return names


def rounds_of(names: dict[str, Any], options: argparse.Namespace) -> Any:
    """Our figures and TensorFlow's, a dictionary a round."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    process = None
    if options.tensorflow:
        command = [options.tensorflow, "-c", TENSORFLOW]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    for _ in range(options.rounds):
        ours.append(names["measured"]())
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            theirs.append(json.loads(process.stdout.readline()))
    if process is not None:
        process.communicate()
    return ours, theirs


def left_behind(names: dict[str, Any]) -> int:
    """Bytes held after 2,000 eager steps that were not held after the first ones."""
    step = names["regression_step"]
    for _ in range(100):
        step()
    gc.collect()
    tracemalloc.start()
    for _ in range(10):
        step()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    start = perf_counter()
    for _ in range(2000):
        step()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"2,000 steps, traced: {perf_counter() - start:.1f} s", file=sys.stderr)
    return after - before


if __name__ == "__main__":
    main()
