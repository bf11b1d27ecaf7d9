"""What nodes on small arrays cost, by default and as native code.

    python benchmarks/native_costs.py [--rounds N] [--only WORDS]

A chain of few and one of many turns are called in turns; a figure is the difference of
their least processor times, in nanoseconds a turn, beside that of the table by which
regions are chosen (`runtime/native/selection/costs.py`); `call` is what a region adds
to a call. On a busy machine all figures rise together: what counts are their ratios to
the first line of each size, NumPy's own addition.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from time import thread_time_ns
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import runtime as tf
from runtime.native.selection.costs import node_costs

FEW, MANY = 4, 16
CALLS = 100
SHAPES = ((32, 10), (32, 128))
Op = Callable[[Any], Any]


def _labels(x: Any) -> Any:
    return tf.constant(np.arange(x.shape[0]) % x.shape[1])


def _losses(x: Any) -> Any:
    both = tf.raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=x, labels=_labels(x))
    return both.backprop


KINDS: dict[str, Op] = {
    "cheap: add": lambda x: x + 0.5,
    "cheap: square": lambda x: x * x,
    "cheap: where": lambda x: tf.where(x > 0.1, x, 0.5),
    "cheap: casts": lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32),
    "costly: exp": tf.exp,
    "costly: tanh": tf.tanh,
    "sums: rows": lambda x: x - tf.reduce_sum(x, -1, keepdims=True),
    "sums: means": lambda x: x - tf.reduce_mean(x, -1, keepdims=True),
    "sums: maxima": lambda x: x - tf.reduce_max(x, -1, keepdims=True),
    "sums: all": lambda x: x - tf.reduce_sum(x),
    "sums: of biases": lambda x: tf.nn.bias_add(
        x, tf.raw_ops.BiasAddGrad(out_backprop=x)
    ),
    "rows: softmax": tf.nn.softmax,
    "rows: losses": _losses,
    "rows: argmax": lambda x: x + tf.cast(tf.argmax(x, 1), tf.float32)[:, None],
    "rows: running sums": tf.cumsum,
    "moves: parts joined": lambda x: tf.concat([x[:, 1:], x[:, :1]], 1),
}


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="words of the kinds to measure")
    options = parser.parse_args()
    tf.config.optimizer.set_jit(False)
    heads = ("nodes", "default", "table", "native", "table", "call")
    print(f"{'ns a turn':32}{''.join(f'{head:>9}' for head in heads)}")
    for shape in SHAPES:
        x = tf.constant(np.random.default_rng(1).random(shape, np.float32))
        print(f"{f'NumPy add of {list(shape)}':32}{'':9}{_plain(x.numpy()):9.0f}")
        for kind, op in KINDS.items():
            if options.only in kind:
                _print_row(kind, op, x, options.rounds)


def _print_row(kind: str, op: Op, x: Any, rounds: int) -> None:
    functions = {
        (turns, native): tf.function(_chain(op, turns), jit_compile=native)
        for turns in (FEW, MANY)
        for native in (False, True)
    }
    least = dict.fromkeys(functions, float("inf"))
    for function in functions.values():
        _seconds_of(function, x)
    for _ in range(rounds):
        for key, function in functions.items():
            least[key] = min(least[key], _seconds_of(function, x))
    table = [_table(functions[turns, False], x) for turns in (FEW, MANY)]
    nodes, default, native = (
        (many - few) / (MANY - FEW) for few, many in zip(*table, strict=True)
    )
    turns = MANY - FEW
    measured = {
        native: (least[MANY, native] - least[FEW, native]) / turns
        for native in (False, True)
    }
    call = least[FEW, True] - FEW * measured[True] - _empty(x)
    print(
        f"{kind:32}{nodes:9.1f}{measured[False]:9.0f}{default:9.0f}"
        f"{measured[True]:9.0f}{native:9.0f}{call:9.0f}",
        flush=True,
    )


def _chain(op: Op, turns: int) -> Op:
    def function(x: Any) -> Any:
        for _ in range(turns):
            x = op(x)
        return x

    return function


def _seconds_of(function: Any, x: Any) -> float:
    """Nanoseconds of a call."""
    function(x)
    start = thread_time_ns()
    for _ in range(CALLS):
        function(x)
    return (thread_time_ns() - start) / CALLS


def _empty(x: Any) -> float:
    """Nanoseconds of a call of a function that does nothing."""
    function = tf.function(lambda x: x, jit_compile=False)
    return min(_seconds_of(function, x) for _ in range(20))


def _plain(array: Any) -> float:
    return min(_seconds_of(lambda x: np.add(x, x), array) for _ in range(20))


def _table(function: Any, x: Any) -> tuple[float, float, float]:
    """Nodes, and nanoseconds by the table, by default and as native code."""
    graph = function.get_concrete_function(x).graph.ir
    nodes = [n for n in graph if n.op not in ("Const", "Placeholder", "Identity")]
    costs = [node_costs(node) for node in nodes]
    return (
        float(len(nodes)),
        sum(each.default for each in costs),
        sum(each.native for each in costs),
    )


if __name__ == "__main__":
    main()
