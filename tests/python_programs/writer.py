"""Writes random statements: what there is, and where it may stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

__all__ = ["ANY", "LISTS", "NUMBERS", "TEXTS", "Scope", "Writer"]

NUMBERS = ("i", "j", "k")
LISTS = ("xs", "ys")
TEXTS = ("s", "t")
ANY = ("a", "b", "c", "d")
ERRORS = ("ValueError", "KeyError", "ZeroDivisionError", "TypeError", "Wrong")


@dataclass
class Scope:
    """The function or class around a statement."""

    kind: str = "function"
    """Also: generator, coroutine, asynchronous generator, class."""
    in_loop: bool = False
    in_group: bool = False
    in_handler: bool = False
    depth: int = 0

    @property
    def is_asynchronous(self) -> bool:
        return self.kind in ("coroutine", "asynchronous generator")

    @property
    def yields(self) -> bool:
        return self.kind in ("generator", "asynchronous generator")


@dataclass
class Writer:
    """Draws names, values and blocks; `left` bounds the statements."""

    random: Random
    left: int
    scope: Scope = field(default_factory=Scope)
    made: int = 0

    def choice(self, *items: str) -> str:
        return self.random.choice(items)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{stem}_{self.made}"

    def name(self) -> str:
        """A variable that holds anything."""
        return self.random.choice(ANY)

    def error(self) -> str:
        return self.random.choice(ERRORS)

    # Expressions: each kind from its table, which ends in names and constants.

    def number(self, depth: int = 2) -> str:
        from tests.python_programs.expressions import NUMBER

        if depth <= 0 or self.chance(0.35):
            return self.choice(*NUMBERS, "0", "1", "2", "3", "shared", "len(xs)")
        return self.random.choice(NUMBER)(self, depth - 1)

    def list(self, depth: int = 2) -> str:
        from tests.python_programs.expressions import LIST

        if depth <= 0 or self.chance(0.3):
            return self.choice(*LISTS, "items", "[]", "[1, 2]", "[0, 'x']")
        return self.random.choice(LIST)(self, depth - 1)

    def text(self, depth: int = 2) -> str:
        from tests.python_programs.expressions import TEXT

        if depth <= 0 or self.chance(0.3):
            return self.choice(*TEXTS, "'x'", "''", "'ab'", "__name__")
        return self.random.choice(TEXT)(self, depth - 1)

    def value(self, depth: int = 2) -> str:
        """Anything."""
        from tests.python_programs.expressions import VALUE

        if depth <= 0 or self.chance(0.2):
            return self.choice(*ANY, "None", "items", "(1, 2)", "{'k': 1}", "...")
        draw = self.random.random()
        if draw < 0.25:
            return self.number(depth)
        if draw < 0.4:
            return self.list(depth)
        if draw < 0.5:
            return self.text(depth)
        return self.random.choice(VALUE)(self, depth - 1)

    def test(self, depth: int = 1) -> str:
        from tests.python_programs.expressions import TEST

        return self.random.choice(TEST)(self, depth)

    # Statements

    def block(self, indent: int, most: int = 3) -> list[str]:
        from tests.python_programs.statements import STATEMENTS

        lines: list[str] = []
        for _ in range(self.random.randint(1, most)):
            if self.left <= 0 or indent > 7:
                break
            self.left -= 1
            lines += self.random.choice(STATEMENTS)(self, indent)
        return lines or ["    " * indent + f"noted({self.value(1)})"]

    def nested(self, head: str, indent: int, most: int = 3) -> list[str]:
        return ["    " * indent + head, *self.block(indent + 1, most)]

    def loop(self, indent: int, first: list[str] | None = None) -> list[str]:
        """The body of a loop, which ends sooner or later."""
        outer = self.scope.in_loop, self.scope.in_group
        self.scope.in_loop, self.scope.in_group = True, False
        lines = ["    " * indent + each for each in ("tick()", *(first or ()))]
        lines += self.block(indent)
        self.scope.in_loop, self.scope.in_group = outer
        return lines

    def within(self, kind: str, indent: int, most: int = 4) -> list[str]:
        """The body of a function or class of the kind."""
        outer = self.scope
        self.scope = Scope(kind, depth=outer.depth + 1)
        lines = self.block(indent, most)
        self.scope = outer
        return lines
