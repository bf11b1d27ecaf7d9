"""Random functions: converted, with plain values, they do what Python does."""

from __future__ import annotations

import linecache
import random
from types import SimpleNamespace
from typing import Any

import pytest

import autograph

COUNT = 120
NAMES = "abcd"


class TooLong(Exception):
    """A loop that would not end."""


class Program:
    """Writes one function of nested statements.

    Loops call `tick`, which counts, so that each program ends.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        lines = ["def f(a, b, o, s):", "    c = 1", "    d = a"]
        lines += self._block(4, False, 0, 5)
        self.text = "\n".join([*lines, f"    return {self._value()}", ""])

    def _pick(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _value(self, depth: int = 0) -> str:
        simple = self._pick(*NAMES, "o.x", "s[0]", "0", "1", "3")
        if depth > 1 or self._random.random() < 0.5:
            return simple
        left, right = self._value(depth + 1), self._value(depth + 1)
        return self._pick(
            f"({left} + {right})",
            f"({left} - {right})",
            f"({left} if {self._test(2)} else {right})",
        )

    def _test(self, depth: int = 0) -> str:
        sign = self._pick("<", ">", "==", "!=", "<=")
        simple = f"{self._value(depth + 1)} {sign} {self._value(depth + 1)}"
        if depth > 1 or self._random.random() < 0.6:
            return simple
        other = self._test(depth + 1)
        return self._pick(
            f"not {other}", f"({simple} and {other})", f"({simple} or {other})"
        )

    def _block(self, indent: int, in_loop: bool, depth: int, most: int) -> list[str]:
        count = self._random.randint(1, most)
        return [
            line
            for _ in range(count)
            for line in self._statement(indent, in_loop, depth)
        ]

    def _statement(self, indent: int, in_loop: bool, depth: int) -> list[str]:
        space = " " * indent
        if depth > 3 or self._random.random() < 0.35:
            return [space + self._simple()]
        inner = indent + 4
        test = self._test()
        body = self._block(inner, in_loop, depth + 1, 3)
        loop = [f"{space}    tick(o)", *self._block(inner, True, depth + 1, 3)]
        jump = self._pick("break", "continue") if in_loop else f"return {self._value()}"
        other = self._block(inner, in_loop, depth + 1, 3)
        orelse, caught = f"{space}else:", f"{space}except ValueError:"
        kinds = {
            "if": [f"{space}if {test}:", *body],
            "if else": [f"{space}if {test}:", *body, orelse, *other],
            "while": [f"{space}while {test}:", *loop],
            "for": [f"{space}for {self._pick('i', 'j', 'b')} in range(3):", *loop],
            "loop else": [f"{space}while {test}:", *loop, orelse, *body],
            "jump": [f"{space}if {test}:", f"{space}    {jump}"],
            "return": [f"{space}if {test}:", f"{space}    return {self._value()}"],
            "try": [f"{space}try:", *body, f"{space}    fail(a)", caught, *other],
        }
        return kinds[self._pick("if", "if else", "if else", "jump", *kinds)]

    def _simple(self) -> str:
        name, value = self._pick(*NAMES, "t"), self._value()
        return self._pick(
            f"{name} = {value}",
            f"{self._pick(*NAMES)} += {value}",
            f"o.x = {value}",
            f"s[0] = {value}",
            f"a, {self._pick('b', 'c')} = {value}, b",
            f"d = (lambda z: z + {self._pick(*NAMES)})({value})",
        )


def tick(o: SimpleNamespace) -> None:
    """Count an iteration."""
    o.steps += 1
    if o.steps > 60:
        raise TooLong


def fail(x: int) -> None:
    """Raise on odd numbers."""
    if x % 2:
        raise ValueError(x)


def outcome(function: Any, a: int, b: int) -> tuple[Any, ...]:
    """The result or the kind of error, and all that was changed on the way."""
    o, s = SimpleNamespace(x=2, steps=0), [1]
    try:
        result: Any = function(a, b, o, s)
    except TooLong:
        return (TooLong,)
    except UnboundLocalError:
        return (UnboundLocalError, o, s)
    except ValueError as error:
        result = str(error)
    return result, o, s


@pytest.mark.parametrize("seed", range(COUNT))
def test_converted_function_does_what_python_does(seed: int) -> None:
    """Results, errors and changes of arguments are equal."""
    text, path = Program(seed).text, f"<random function {seed}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    namespace = {"tick": autograph.do_not_convert(tick), "fail": fail}
    exec(compile(text, path, "exec"), namespace)
    function: Any = namespace["f"]
    converted = autograph.to_graph(function)
    for a, b in ((0, 0), (1, 3), (2, -1), (5, 2)):
        assert outcome(converted, a, b) == outcome(function, a, b), text
