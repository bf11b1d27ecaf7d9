"""Random small functions: text that Python, converted code and a trace must agree on.

A program is made from a source of random choices, so that a number reproduces it and
hypothesis can shrink it. Every loop ends: a `while` counts its own iterations. Values
stay small, since Python's integers are unbounded and a tensor's are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

__all__ = ["Program", "make_program", "programs"]

MOST_STATEMENTS = 40
DEEPEST = 4
ARGUMENTS = ("a", "b", "values")
INPUTS = (
    (0, 0, (4, 1, 0)),
    (3, -2, (0, 0, 0)),
    (-5, 7, (2, -3, 9)),
    (6, 6, (1, 5, -1)),
)


@dataclass(frozen=True)
class Program:
    """The text of a function `program`, and arguments to call it with.

    The text reads the global `span`: `range` for Python, `tf.range` for a trace.
    """

    text: str
    inputs: tuple[tuple[int, int, tuple[int, ...]], ...] = INPUTS


@dataclass
class _Writer:
    """Writes statements; knows which names have a value at the present place."""

    random: Random
    statements_left: int
    result_count: int
    can_raise: bool
    lines: list[str] = field(default_factory=list)
    defined: set[str] = field(default_factory=lambda: {"a", "b"})
    depth: int = 0
    loops: int = 0
    counters: int = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        self.line(header)
        self.depth += 1
        yield
        self.depth -= 1

    def name(self) -> str:
        return self.random.choice(sorted(self.defined))

    def number(self) -> str:
        return str(self.random.randint(-3, 5))

    def value(self, depth: int = 2) -> str:
        kind = self.random.randint(0, 9 if depth else 3)
        if kind <= 1:
            return self.name()
        if kind == 2:
            return self.number()
        if kind <= 5:
            operator = self.random.choice("+-")
            return f"({self.name()} {operator} {self.number()}) % 23"
        if kind == 6:
            return f"({self.value(depth - 1)} * {self.name()}) % 17 - 6"
        if kind == 7:
            return f"-{self.name()} // 3 + {self.number()}"
        left, right = self.value(depth - 1), self.value(depth - 1)
        if kind == 8:
            return f"({left} if {self.test(1)} else {right})"
        return f"({left} - {right}) % 19"

    def test(self, depth: int = 2) -> str:
        kind = self.random.randint(0, 11 if depth else 3)
        comparison = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        if kind <= 3:
            other = self.name() if self.random.random() < 0.4 else self.number()
            return f"{self.name()} {comparison} {other}"
        if kind == 4:
            return f"{self.number()} < {self.name()} <= {self.value(depth - 1)}"
        if kind == 5:
            return f"not ({self.test(depth - 1)})"
        if kind == 6:
            return f"{self.name()} in (1, 3, {self.number()})"
        if kind == 7:
            return self.name()
        if kind == 8:
            return f"not {self.name()} % 2"
        joint = self.random.choice((" and ", " or "))
        return f"({self.test(depth - 1)}{joint}{self.test(depth - 1)})"

    def statements(self, most: int) -> bool:
        """Writes a block; whether its end can be reached."""
        return all(self.statement() for _ in range(self.random.randint(1, most)))

    def statement(self) -> bool:
        self.statements_left -= 1
        is_deep = self.depth >= DEEPEST or self.statements_left <= 0
        kind = self.random.randint(0, 5 if is_deep else 11)
        if kind <= 3:
            self.assign()
        elif kind == 4:
            return self.jump()
        elif kind == 5:
            self.line(f"{self.name()} {self.random.choice('+-')}= {self.number()}")
        elif kind <= 8:
            return self.branch()
        elif kind == 9:
            return self.while_loop()
        else:
            return self.for_loop()
        return True

    def assign(self) -> None:
        if self.random.random() < 0.12:
            first, second = "x", self.name()
            self.line(f"{first}, {second} = {self.value()}, {self.value(1)}")
            self.defined.add(first)
            return
        value = self.value()
        target = self.random.choice(("a", "b", "x", "y", "z"))
        self.line(f"{target} = {value}")
        self.defined.add(target)

    def jump(self) -> bool:
        """A jump under a condition, or at the end of the block."""
        kinds = ["return"] + ["break", "continue"] * bool(self.loops)
        if self.can_raise:
            kinds.append("raise")
        kind = self.random.choice(kinds)
        text = {
            "return": f"return {self.result()}",
            "raise": "raise ValueError('raised by the program')",
        }.get(kind, kind)
        if self.random.random() < 0.8:
            with self.block(f"if {self.test()}:"):
                self.line(text)
            return True
        self.line(text)
        return False

    def result(self) -> str:
        return ", ".join(self.value() for _ in range(self.result_count))

    def branch(self) -> bool:
        before = set(self.defined)
        ends: list[set[str]] = []
        with self.block(f"if {self.test()}:"):
            if self.statements(3):
                ends.append(set(self.defined))
        kind = self.random.randint(0, 2)
        headers = ["else:"] if kind else []
        if kind == 2:
            headers.insert(0, f"elif {self.tested(before)}:")
        for header in headers:
            self.defined = set(before)
            with self.block(header):
                if self.statements(3):
                    ends.append(set(self.defined))
        if not kind:
            ends.append(before)
        self.defined = set.intersection(*ends) if ends else before
        return bool(ends)

    def tested(self, names: set[str]) -> str:
        self.defined = set(names)
        return self.test()

    def while_loop(self) -> bool:
        self.counters += 1
        counter = f"k{self.counters}"
        limit = self.random.randint(1, 4)
        self.line(f"{counter} = 0")
        test = f"{counter} < {limit}"
        if self.random.random() < 0.6:
            test += f" and {self.test(1)}"
        with self.loop(f"while {test}:"):
            self.line(f"{counter} += 1")
            self.statements(4)
        return self.orelse()

    def for_loop(self) -> bool:
        kind = self.random.randint(0, 5)
        self.counters += 1
        target = f"i{self.counters}"
        name = self.name()
        iterated = {
            0: f"range({self.random.randint(0, 3)})",
            1: f"span({name} % 4)",
            2: f"span(1, {name} % 5 + 1, 2)",
            3: "values",
            4: f"[{self.number()}, {name}]",
            5: "span(3)",
        }[kind]
        with self.loop(f"for {target} in {iterated}:"):
            self.defined.add(target)
            self.statements(4)
        return self.orelse()

    @contextmanager
    def loop(self, header: str) -> Iterator[None]:
        before = set(self.defined)
        self.loops += 1
        with self.block(header):
            yield
        self.loops -= 1
        self.defined = before

    def orelse(self) -> bool:
        if self.random.random() < 0.15:
            before = set(self.defined)
            with self.block("else:"):
                self.statements(2)
            self.defined = before
        return True


def make_program(random: Random, most: int = MOST_STATEMENTS) -> Program:
    """A program of up to `most` statements.

    >>> make_program(Random(3)).text.splitlines()[0]
    'def program(a, b, values):'
    """
    size = random.randint(3, most)
    writer = _Writer(random, size, random.randint(1, 2), random.random() < 0.2)
    reached = True
    while reached and writer.statements_left > 0:
        reached = writer.statement()
    if reached:
        writer.line(f"return {writer.result()}")
    header = f"def program({', '.join(ARGUMENTS)}):"
    return Program("\n".join([header, *writer.lines, ""]))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Programs that hypothesis can shrink."""
    return make_program(draw(st.randoms(use_true_random=False)))
