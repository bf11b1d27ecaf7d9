"""Random programs with control flow of every kind, as Python text, and how they run.

A program maps a vector of three numbers to another one. Its pieces are nested at
random: element-wise operations, `cond`, `case`, `switch_case`, `while_loop`, staged
`if`, `for` and `while`, arrays of tensors, `map_fn`, `scan`, `foldl`, calls of
functions, lookups.
"""

from __future__ import annotations

import random
from collections.abc import Callable

ROUNDS = 48

SIMPLE = (
    "tf.sin({v})",
    "tf.tanh({v}) * {v}",
    "{v} * x + {c}",
    "tf.sqrt(tf.square({v}) + 1.0)",
    "tf.exp(0.2 * {v})",
    "{v} / (1.0 + tf.square(x))",
    "tf.reverse({v}, [0]) * {c}",
    "tf.math.log1p(tf.square({v})) - {v}",
    "tf.gather({v}, [2, 0, 0]) * {c}",
    "tf.reduce_sum({v}) * x",
    "tf.concat([{v}[1:], {v}[:1]], 0)",
)


class Writer:
    """Writes one program; every choice comes from the seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self.count = 0

    def program(self) -> str:
        """The text, which defines ``program``."""
        value = "x"
        for _ in range(self.random.randint(2, 3)):
            value = self.piece(value, depth=2, indent=1)
        body = "\n".join([*self.lines, f"    return {value}"])
        helpers = "\n\n".join(self.helpers)
        return f"{helpers}\n\n\ndef program(x):\n{body}\n"

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def number(self) -> str:
        return str(round(self.random.uniform(-1.2, 1.2), 2))

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def simple(self, value: str) -> str:
        """An expression of a value, of the value's shape."""
        text = self.random.choice(SIMPLE)
        return text.format(v=value, c=self.number())

    def piece(self, value: str, depth: int, indent: int) -> str:
        """Writes statements that make something of a value; the result's name."""
        if depth == 0:
            result = self.name("v")
            self.line(indent, f"{result} = {self.simple(value)}")
            return result
        kinds: list[Callable[[str, int, int], str]] = [
            self.conditional,
            self.chosen,
            self.looped,
            self.staged_branch,
            self.staged_loop,
            self.array,
            self.mapped,
            self.scanned,
            self.called,
        ]
        return self.random.choice(kinds)(value, depth, indent)

    def function(self, depth: int, indent: int, given: str = "u") -> str:
        """Writes a local function of one value; its name."""
        name = self.name("f")
        self.line(indent, f"def {name}({given}):")
        value = self.piece(given, depth - 1, indent + 1)
        self.line(indent + 1, f"return {value}")
        return name

    def conditional(self, value: str, depth: int, indent: int) -> str:
        first, second = (self.function(depth, indent) for _ in range(2))
        result = self.name("v")
        test = f"tf.reduce_sum({value}) > {self.number()}"
        self.line(
            indent,
            f"{result} = tf.cond({test}, lambda: {first}({value}), "
            f"lambda: {second}({value}))",
        )
        return result

    def chosen(self, value: str, depth: int, indent: int) -> str:
        names = [self.function(depth, indent) for _ in range(3)]
        result = self.name("v")
        branches = ", ".join(f"lambda: {name}({value})" for name in names)
        if self.random.random() < 0.5:
            index = f"tf.cast(tf.abs(2.0 * {value}[0]), tf.int32)"
            self.line(indent, f"{result} = tf.switch_case({index}, [{branches}])")
            return result
        first, second, default = branches.split(", ")
        pairs = f"[({value}[0] > 0.3, {first}), ({value}[1] > 0.3, {second})]"
        self.line(indent, f"{result} = tf.case({pairs}, default={default})")
        return result

    def looped(self, value: str, depth: int, indent: int) -> str:
        turn = self.function(depth, indent)
        result, turns = self.name("v"), self.random.randint(0, 3)
        more = f"lambda i, u: i < {turns}"
        if self.random.random() < 0.4:
            more = f"lambda i, u: tf.logical_and(i < 4, tf.reduce_max(u) < {turns}.5)"
        self.line(
            indent,
            f"{result} = tf.while_loop({more}, lambda i, u: (i + 1, {turn}(u)), "
            f"[tf.constant(0), {value}])[1]",
        )
        return result

    def staged_branch(self, value: str, depth: int, indent: int) -> str:
        result = self.name("v")
        self.line(indent, f"if tf.reduce_sum({value}) > {self.number()}:")
        inner = self.piece(value, depth - 1, indent + 1)
        self.line(indent + 1, f"{result} = {inner}")
        self.line(indent, "else:")
        self.line(indent + 1, f"{result} = {self.simple(value)}")
        return result

    def staged_loop(self, value: str, depth: int, indent: int) -> str:
        result, index = self.name("v"), self.name("i")
        self.line(indent, f"{result} = {value} * 1.0")
        if self.random.random() < 0.5:
            turns = self.random.randint(1, 3)
            self.line(indent, f"for {index} in tf.range({turns}):")
            if self.random.random() < 0.3:
                self.line(indent + 1, f"if tf.reduce_max({result}) > 3.0:")
                self.line(indent + 2, "break")
            inner = self.simple(f"({result} + tf.cast({index}, tf.float64))")
        else:
            self.line(indent, f"{index} = tf.constant(0)")
            self.line(indent, f"while {index} < 2:")
            self.line(indent + 1, f"{index} += 1")
            inner = self.simple(result)
        self.line(indent + 1, f"{result} = {inner}")
        return result

    def array(self, value: str, depth: int, indent: int) -> str:
        array, index, result = self.name("a"), self.name("i"), self.name("v")
        self.line(indent, f"{array} = tf.TensorArray(tf.float64, 3)")
        self.line(indent, f"for {index} in tf.range(3):")
        entry = self.simple(f"({value} * tf.cast({index} + 1, tf.float64))")
        self.line(indent + 1, f"{array} = {array}.write({index}, {entry})")
        rows = f"tf.ensure_shape({array}.stack(), [3, 3])"
        self.line(indent, f"{result} = tf.reduce_sum({rows}, 0)")
        return result

    def mapped(self, value: str, depth: int, indent: int) -> str:
        element = self.name("f")
        self.line(indent, f"def {element}(e):")
        inner = self.random.choice(("tf.sin(e) * e", "e * e + tf.reduce_sum(x)"))
        self.line(indent + 1, f"return {inner}")
        result = self.name("v")
        self.line(indent, f"{result} = tf.map_fn({element}, {value})")
        return result

    def scanned(self, value: str, depth: int, indent: int) -> str:
        result = self.name("v")
        inner = self.random.choice(
            ("tf.tanh(a) * e + a", "a * e + 0.5", "a + tf.sin(e)")
        )
        if self.random.random() < 0.5:
            self.line(indent, f"{result} = tf.scan(lambda a, e: {inner}, {value})")
        else:
            folded = f"tf.foldl(lambda a, e: {inner}, {value})"
            self.line(indent, f"{result} = {folded} * {value}")
        return result

    def called(self, value: str, depth: int, indent: int) -> str:
        helper, result = self.name("helper"), self.name("v")
        self.helpers.append(
            f"@tf.function\ndef {helper}(u, x):\n    return {self.simple('u')}"
        )
        self.line(indent, f"{result} = {helper}({value}, x)")
        return result


def program(seed: int) -> str:
    """The text of one program, which defines ``program(x)``."""
    return Writer(seed).program()


DERIVATIVES = """
import linecache

lines = (source + '''

def slope(x, weights):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = program(x)
    return y, tape.gradient(y, x, output_gradients=weights)


def curvature(x, weights):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y, d = slope(x, weights)
        d = tf.convert_to_tensor(d)
    return y, d, tape.gradient(d, x, unconnected_gradients="zero")
''').splitlines(True)
linecache.cache[label] = (sum(map(len, lines)), None, lines, label)
names = {"tf": tf, "__name__": label}
exec(compile("".join(lines), label, "exec"), names)
x, weights = tf.constant(point, tf.float64), tf.constant([0.7, -1.1, 0.4], tf.float64)


def numbers(tensors):
    return [tf.convert_to_tensor(each).numpy().tolist() for each in tensors]
"""
"""Defines, from ``source``, ``label`` and ``point``, what the tests below call."""
