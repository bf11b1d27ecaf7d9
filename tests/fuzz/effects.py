"""Random sequences of effects in branches and loops: traced as they are eager.

A step is a line of a function's body with its indentation; lines that have lost their
header or body no longer compile, and are no failure. Results, gradients, variables,
tables and what is printed are compared.
"""

from __future__ import annotations

import contextlib
import io
import linecache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import runtime as tf
from autograph.errors import StagingError
from tests.fuzz.kinds import Kind, Steps

STATEMENTS: Final = (
    "{c}.assign_add({o})",
    "{c}.assign({o} * 0.5)",
    "{c}.assign_sub({o}); y = y + {c}",
    "y = y + {o}",
    "y = {c} * x",
    "y = {c}.read_value() - y",
    "tf.print('a', {o}, output_stream=sys.stdout)",
    "y = y + g.uniform([])",
    "y = tf.where(g.normal([]) > 0.0, y, {o})",
    "t.insert(tf.constant({n}), tf.cast({o}, tf.int64))",
    "y = y + tf.cast(t.lookup(tf.constant({n})), tf.float32)",
    "y = y + tf.cast(t.size(), tf.float32)",
    "y = inner(y)",
    "y = effect(y)",
    "a = tf.TensorArray(tf.float32, 2).write(0, y); y = a.write(1, {o}).stack()[1] + y",
    "y, z = z, y",
    "z = tf.tanh({o}) + z",
    "y = custom(y)",
    "y = tf.stop_gradient({o}) + y",
    "m.scatter_nd_add([[{n}]], [{o}])",
    "y = y + tf.reduce_sum(m)",
    "m[{n}].assign({o})",
    "if {o} > 0.0: return y",
    "tf.debugging.assert_equal(y, y)",
    "y = y / 7.0",
    "q.enqueue({o}); y = q.dequeue() + 1.0",
    "y = tf.map_fn(lambda e: e * {o} + {c}, tf.stack([y, z]))[0]",
    "y = sum([y, {o}, {c}])",
    "y = y if {o} > y else z",
)
HEADERS: Final = (
    "if {o} > {p}:",
    "for i in tf.range({n}):",
    "for i in range({n}):",
    "for e in tf.data.Dataset.range({n}):",
    "for e in tf.stack([y, z]):",
    "while y < 3.0 and k < 3:",
    "with tf.GradientTape() as inside:",
    "for e in data.map(lambda e: e + {c}).take(2):",
)
SETTING: Final = """
import sys
v = tf.Variable(1.0, name="v")
w = tf.Variable(2.0, name="w")
m = tf.Variable([1.0, 2.0, 3.0, 4.0], name="m")
g = tf.random.Generator.from_seed(7)
t = tf.lookup.experimental.MutableHashTable(tf.int32, tf.int64, -1)
q = tf.queue.FIFOQueue(10, tf.float32, shapes=[])
data = tf.data.Dataset.from_tensor_slices([0.5, 1.5, 2.5])


@tf.function
def inner(a):
    return a * 2.0 - w


@tf.function
def effect(a):
    v.assign_add(a * 0.25)
    return a + v


@tf.custom_gradient
def custom(a):
    def grad(d):
        return d * 3.0
    return a * 2.0, grad


def program(x):
    y = x
    z = x + 1.0
    k = 0
"""


def make(number: int) -> Steps:
    """The lines of a body."""
    random = Random(number)
    return _block(random, 3, "    ", random.randint(2, 6))


def _block(random: Random, depth: int, indent: str, count: int) -> list[str]:
    lines: list[str] = []
    for _ in range(count):
        names = {
            "c": random.choice("vw"),
            "o": random.choice("xyzvw"),
            "p": random.choice(("0.0", "y", "z", "w")),
            "n": random.randint(0, 3),
        }
        if not depth or random.random() < 0.6:
            lines.append(indent + random.choice(STATEMENTS).format(**names))
            continue
        header = random.choice(HEADERS).format(**names)
        lines.append(indent + header)
        inside = indent + "    "
        if header.startswith("while"):
            lines.append(f"{inside}k += 1")
        elif header.startswith("for e in tf.data"):
            lines.append(f"{inside}y = y + tf.cast(e, tf.float32)")
        elif header.startswith("for e"):
            lines.append(f"{inside}y = y + e")
        lines += _block(random, depth - 1, inside, random.randint(1, 2))
        if header.startswith("with"):
            lines.append(f"{indent}_ = inside")
        if header.startswith(("for", "while")) and random.random() < 0.3:
            jump = random.choice(("break", "continue"))
            lines.append(f"{inside}if y > {names['p']}: {jump}")
        elif header.startswith("if") and random.random() < 0.5:
            lines.append(f"{indent}else:")
            lines += _block(random, depth - 1, inside, random.randint(1, 2))
    return lines


def outcome(source: str, label: str, is_traced: bool) -> dict[str, Any]:
    """What the program does, from the same setting."""
    names: dict[str, Any] = {"tf": tf, "__name__": "effects"}
    exec(compile(source, label, "exec"), names)
    tf.config.run_functions_eagerly(not is_traced)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            run = tf.function(names["program"]) if is_traced else names["program"]
            found = [_called(run, names, value) for value in (1.5, -0.5)]
    finally:
        tf.config.run_functions_eagerly(False)
    keys, values = names["t"].export()
    order = np.argsort(keys.numpy())
    return {
        "result and gradients": found,
        "printed": printed.getvalue(),
        "v": names["v"].numpy(),
        "w": names["w"].numpy(),
        "m": names["m"].numpy(),
        "keys": keys.numpy()[order],
        "values": values.numpy()[order],
        "generator": names["g"].state.numpy(),
        "queue": names["q"].size().numpy(),
    }


def _called(run: Any, names: dict[str, Any], value: float) -> list[Any]:
    x = tf.constant(value)
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = run(x)
    gradients = tape.gradient(result, [x, names["v"], names["w"], names["m"]])
    return [None if each is None else each.numpy() for each in (result, *gradients)]


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_same, a, b))
    if a is None or b is None or isinstance(a, str):
        # no gradient, and one of zeros, are told apart by the path taken
        given = b if a is None else a
        return a == b if isinstance(a, str) or a is b else not np.any(given)
    return bool(np.allclose(a, b, rtol=1e-5, atol=1e-5, equal_nan=True))


def run(steps: Steps, folder: Path) -> str | None:
    """How the traced program differs from the eager one, if it does."""
    source = SETTING + "\n".join([*steps, "    return y", ""])
    label = str(folder / "program.py")
    try:
        compile(source, label, "exec")
    except SyntaxError:
        return None
    Path(label).write_text(source)
    linecache.checkcache(label)
    linecache.cache.pop(label, None)
    linecache.cache[label] = (len(source), None, source.splitlines(True), label)
    try:
        want = outcome(source, label, is_traced=False)
    except (tf.errors.OpError, ValueError, NameError):
        return None
    try:
        got = outcome(source, label, is_traced=True)
    except StagingError:
        return None
    except tf.errors.InternalError as error:
        if "zeros like a variant: a dataset" in str(error):
            return None  # no gradient goes through a dataset in a loop
        raise
    if any("for e in data" in each or "for e in tf.data" in each for each in steps):
        # no gradient goes through a loop over a dataset, in TensorFlow neither
        for found in (want, got):
            found["result and gradients"] = [
                each[0] for each in found["result and gradients"]
            ]
    for key, each in want.items():
        if not _same(each, got[key]):
            return f"{key} differs: {got[key]!r}, eager {each!r}"[:600]
    return None


def prepare(folder: Path) -> None:
    """Runs a program with a branch and a loop: what that imports is no case's time."""
    run(["    if x > 0.0:", "        v.assign_add(x)", "    y = inner(y)"], folder)


KIND: Final = Kind(make, run, seconds=20.0, prepare=prepare)
