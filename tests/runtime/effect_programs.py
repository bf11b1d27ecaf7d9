"""Random functions with effects, as text: variables, branches, loops, calls.

A program maps a number to another one; what it does to variables, prints and checks
stands in branches and loops that are nested at random.
"""

from __future__ import annotations

import random

HEAD = """
v = tf.Variable(1.0, name="v")
w = tf.Variable(2.0, name="w")


@tf.function
def inner(a):
    return a * 2.0


@tf.function
def effect(a):
    v.assign_add(a)
    return a + v


@tf.function
def noisy(a):
    return a + tf.random.normal([], seed=1)


def program(x):
    y = x
"""

STATEMENTS = (
    "{c}.assign_add({o})",
    "{c}.assign({o})",
    "y = y + {o}",
    "y = {c} * x",
    'tf.print("a", {o})',
    "y = {c}.read_value() - y",
    "y = {c}.assign_sub({o}) + y",
    "y = y + tf.random.uniform([], seed=3)",
    "y = inner(y)",
    "y = effect(y)",
    "y = noisy(y)",
    "y = tf.identity(y)",
    "tf.debugging.assert_greater(y, x)",
)

RESULTS = ("y", "y", "v", "y, v", "None", "v.assign_add(y)")


def program(seed: int) -> str:
    """The text of one program; the same for the same seed."""
    chance = random.Random(seed)
    lines = _statements(chance, 2, "    ", chance.randint(2, 5))
    return HEAD + "\n".join([*lines, f"    return {chance.choice(RESULTS)}", ""])


def _statements(
    chance: random.Random, depth: int, indent: str, count: int
) -> list[str]:
    lines = []
    for _ in range(count):
        if depth and chance.random() < 0.3:
            lines += _nested(chance, depth, indent)
            continue
        names = {"c": chance.choice("vw"), "o": chance.choice("xyvw")}
        lines.append(indent + chance.choice(STATEMENTS).format(**names))
    return lines


def _nested(chance: random.Random, depth: int, indent: str) -> list[str]:
    def inside() -> list[str]:
        return _statements(chance, depth - 1, indent + "    ", chance.randint(1, 2))

    kind = chance.choice(("if", "if", "for", "while"))
    if kind == "for":
        return [f"{indent}for i in tf.range({chance.randint(2, 3)}):", *inside()]
    if kind == "while":
        head = f"{indent}while y < {chance.choice(('10.0', 'x', 'w'))}:"
        return [head, *inside(), f"{indent}    y = y + 1.0"]
    left, right = chance.choice("xyv"), chance.choice(("0.0", "y", "w"))
    lines = [f"{indent}if {left} > {right}:", *inside()]
    if chance.random() < 0.6:
        lines += [f"{indent}else:", *inside()]
    return lines
