"""Random recurrent loops over variables, as Python text, with their gradients.

A program has matrices that its loop only reads, states that it carries, rows that it
takes from an array or a list, and, by chance: a bound known only when it runs, no turn
at all, a ``break``, a loop in the loop, elements that it writes to an array.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import runtime as tf

STEPS = (
    "tf.tanh(z)",
    "tf.sigmoid(z) * h + tf.tanh(z)",
    "tf.nn.relu(z) - 0.1 * h",
    "tf.sin(z) * tf.exp(-tf.square(h))",
    "tf.nn.softmax(z) * h + z",
    "z / (1.0 + tf.square(h))",
)


@dataclass(frozen=True)
class Sizes:
    """The sizes of a program's arrays."""

    turns: int
    rows: int
    inner: int
    columns: int


class Program:
    """A loop drawn from a seed; its arguments and its variables."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        draw = self.random
        self.sizes = Sizes(
            draw.choice((0, 1, 2, 5, 9)),
            draw.choice((1, 2, 3, 8)),
            draw.choice((1, 3, 16, 33)),
            draw.choice((1, 4, 16, 65)),
        )
        self.dtype = draw.choice(("float32", "float32", "float64"))
        self.is_open = draw.random() < 0.3
        """Whether a trace does not know how many rows there are."""
        self.text = self._text()

    def _text(self) -> str:
        draw = self.random
        has_array, has_list = draw.random() < 0.5, draw.random() < 0.5
        row = "rows.read(t)" if has_list else "x[t]"
        lines = ["def program(x, w, u, b):", "    count = tf.shape(x)[0]"]
        if has_list:
            lines += [
                "    rows = tf.TensorArray(x.dtype, count, element_shape=x.shape[1:])",
                "    rows = rows.unstack(x)",
            ]
        if has_array:
            lines.append(
                "    found = tf.TensorArray(x.dtype, count, "
                "element_shape=(x.shape[1], u.shape[1]))"
            )
        lines.append("    h = tf.zeros((x.shape[1], u.shape[1]), x.dtype)")
        lines.append("    for t in tf.range(count):")
        lines.append(f"        z = tf.matmul({row}, w) + tf.matmul(h, u) + b")
        if draw.random() < 0.3:
            lines.append(f"        for _ in tf.range(t % {draw.randint(1, 3)} + 1):")
            lines.append(f"            z = tf.tanh(z) + tf.matmul(h, u) * {self._n()}")
        if draw.random() < 0.4:
            lines.append(f"        if tf.reduce_sum(z) > {self._n()}:")
            lines.append(f"            z = z * {self._n()} + b")
        if draw.random() < 0.3 and not has_array:
            lines.append(f"        if tf.reduce_max(tf.abs(h)) > {self._n(1.0, 3.0)}:")
            lines.append("            break")
        lines.append(f"        h = {draw.choice(STEPS)}")
        if has_array:
            lines.append("        found = found.write(t, h)")
        lines.append(f"    total = tf.reduce_sum(h * {self._n()})")
        if has_array:
            lines.append("    total += tf.reduce_sum(tf.square(found.stack()))")
        return "\n".join([*lines, "    return total", ""])

    def _n(self, low: float = -1.0, high: float = 1.0) -> str:
        return str(round(self.random.uniform(low, high), 2))

    def arrays(self) -> list[np.ndarray]:
        """The rows, two matrices and a bias."""
        s = self.sizes
        rng = np.random.default_rng(self.random.randrange(1 << 30))
        shapes = (
            (s.turns, s.rows, s.inner),
            (s.inner, s.columns),
            (s.columns, s.columns),
            (s.columns,),
        )
        return [rng.normal(0, 0.5, each).astype(self.dtype) for each in shapes]

    def function(self, compiled: bool | None) -> Callable[..., list[Any]]:
        """The value and the gradients, traced; eagerly, it is ``plain``."""
        return tf.function(self.plain(), jit_compile=compiled)

    def plain(self) -> Callable[..., list[Any]]:
        """The value and the gradients for the rows and for three variables."""
        program = self._defined()

        def slopes(x: Any, *variables: Any) -> list[Any]:
            with tf.GradientTape() as tape:
                tape.watch(x)
                value = program(x, *variables)
            found = tape.gradient(value, [x, *variables], unconnected_gradients="zero")
            return [value, *map(tf.convert_to_tensor, found)]

        return slopes

    def _defined(self) -> Callable[..., Any]:
        import linecache

        name = f"<recurrent program {id(self)}>"
        lines = [f"{line}\n" for line in self.text.splitlines()]
        linecache.cache[name] = (len(self.text), None, lines, name)
        names: dict[str, Any] = {"tf": tf}
        exec(compile(self.text, name, "exec"), names)
        found: Callable[..., Any] = names["program"]
        return found
