"""What gradients cost: steps of training, and the tape itself.

    python benchmarks/differentiation.py [--tensorflow PYTHON] [--pytorch PYTHON]
                                         [--jax PYTHON] [--rounds N] [--cpu]

Every figure is the median of the rounds; the programs take turns, so that a busy moment
hits all of them. On a machine that others use, `--cpu` counts what each process got.
The last line says how much memory 2,000 eager steps leave behind.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
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
"""

MEASURED = """
def measured():
    import os, time
    clock = getattr(time, os.environ.get("CLOCK", "perf_counter"))
    found = {}
    for label, (call, count) in cases.items():
        for _ in range(4):
            call()
        start = clock()
        for _ in range(count):
            call()
        found[label] = (clock() - start) / count
    return found
"""

SERVE = """
for line in sys.stdin:
    print(json.dumps(measured()), flush=True)
"""

TENSORFLOW = (
    """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
"""
    + STEPS
    + MEASURED
    + SERVE
)

DATA = """
import json, sys
import numpy as np

rng = np.random.default_rng(0)
points = rng.normal(size=201).astype(np.float32)
wanted = points * np.float32(3.0) + np.float32(2.0)
images = rng.normal(size=(64, 784)).astype(np.float32)
labels = rng.integers(0, 10, 64)
layers = [
    (rng.normal(size=size) * 0.05).astype(np.float32)
    for size in ((784, 256), (256,), (256, 10), (10,))
]
"""

PYTORCH = (
    DATA
    + """
import torch
from torch.nn import functional

points, wanted = torch.tensor(points), torch.tensor(wanted)
images, labels = torch.tensor(images), torch.tensor(labels)
layers = [torch.tensor(each, requires_grad=True) for each in layers]
w, b = (torch.tensor(x, requires_grad=True) for x in (5.0, 0.0))

def step(loss, variables, rate):
    for variable, slope in zip(variables, torch.autograd.grad(loss, variables)):
        with torch.no_grad():
            variable -= rate * slope

def regression_step():
    step(torch.mean(torch.square(wanted - (w * points + b))), [w, b], 0.1)

def perceptron_step():
    hidden = torch.relu(images @ layers[0] + layers[1])
    loss = functional.cross_entropy(hidden @ layers[2] + layers[3], labels)
    step(loss, layers, 0.01)

one, factor = torch.tensor(1.0), torch.tensor(1.0001)

def chain(y=one):
    for _ in range(1000):
        y = y * factor
    return y

def chain_with_slope():
    start = torch.tensor(1.0, requires_grad=True)
    torch.autograd.grad(chain(start), start)

cases = {
    "regression, eager": (regression_step, 100),
    "perceptron, eager": (perceptron_step, 10),
    "chain of 1000": (chain, 3),
    "chain and its slope": (chain_with_slope, 3),
}
"""
    + MEASURED
    + SERVE
)

JAX = (
    DATA
    + """
import jax
import jax.numpy as jnp

def regression_loss(w, b):
    return jnp.mean(jnp.square(wanted - (w * points + b)))

@jax.jit
def regression(w, b):
    d_w, d_b = jax.grad(regression_loss, (0, 1))(w, b)
    return w - 0.1 * d_w, b - 0.1 * d_b

def perceptron_loss(layers):
    hidden = jax.nn.relu(images @ layers[0] + layers[1])
    logs = jax.nn.log_softmax(hidden @ layers[2] + layers[3])
    return -jnp.mean(logs[jnp.arange(64), labels])

@jax.jit
def perceptron(layers):
    slopes = jax.grad(perceptron_loss)(layers)
    return [each - 0.01 * slope for each, slope in zip(layers, slopes)]

state = {"line": (jnp.float32(5.0), jnp.float32(0.0)), "layers": list(layers)}
images, labels = jnp.asarray(images), jnp.asarray(labels)
points, wanted = jnp.asarray(points), jnp.asarray(wanted)

def regression_step():
    state["line"] = jax.block_until_ready(regression(*state["line"]))

def perceptron_step():
    state["layers"] = jax.block_until_ready(perceptron(state["layers"]))

cases = {
    "regression, function": (regression_step, 500),
    "perceptron, function": (perceptron_step, 10),
}
"""
    + MEASURED
    + SERVE
)

OTHERS = {"tensorflow": TENSORFLOW, "pytorch": PYTORCH, "jax": JAX}
"""Programs that measure when told to, a line of figures each time."""

GOALS = {
    "regression, eager": 80e-6,
    "regression, function": 12e-6,
    "perceptron, function": 550e-6,
}


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for name in OTHERS:
        parser.add_argument(f"--{name}", help=f"a Python that has {name}")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--cpu", action="store_true", help="time of the processor alone"
    )
    options = parser.parse_args()
    os.environ["CLOCK"] = "process_time" if options.cpu else "perf_counter"
    names = our_names()
    given = {name: getattr(options, name) for name in OTHERS}
    found = rounds_of(names, given, options.rounds)
    print(
        f"{'microseconds':24}" + "".join(f"{name:>13}" for name in found) + "     goal"
    )
    for label in names["cases"]:
        columns = "".join(cell(rounds, label) for rounds in found.values())
        goal = f"{GOALS[label] * 1e6:9.0f}" if label in GOALS else ""
        print(f"{label:24}{columns}{goal}".rstrip())
    print_tape(found["ours"])
    print(f"left behind by 2,000 steps: {left_behind(names)} bytes")


def cell(rounds: list[dict[str, float]], label: str) -> str:
    """The median in microseconds; empty where the program has no such case."""
    times = [each[label] for each in rounds if label in each]
    return f"{median(times) * 1e6:13.1f}" if times else " " * 13


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
    source = STEPS + MEASURED
    text = (len(source), None, source.splitlines(keepends=True), "<steps>")
    linecache.cache["<steps>"] = text
    exec(compile(source, "<steps>", "exec"), names)
    return names


def rounds_of(
    names: dict[str, Any], given: dict[str, str | None], rounds: int
) -> dict[str, list[dict[str, float]]]:
    """Figures by program, a dictionary a round: ours, then those of the others."""
    pipe = subprocess.PIPE
    processes = {
        name: subprocess.Popen(
            [python, "-c", OTHERS[name]], stdin=pipe, stdout=pipe, text=True
        )
        for name, python in given.items()
        if python
    }
    found: dict[str, list[dict[str, float]]] = {"ours": []}
    found |= {name: [] for name in processes}
    for _ in range(rounds):
        found["ours"].append(names["measured"]())
        for name, process in processes.items():
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            found[name].append(json.loads(process.stdout.readline()))
    for process in processes.values():
        process.communicate()
    return found


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
