"""Random small functions over Python lists that staged code changes.

Indices fit, since what Python refuses at once a graph refuses when it runs; values
stay small.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.program_strategies import Program

__all__ = ["make_list_program"]

BEGINNINGS = ("[]", "[1]", "[a]", "[a, 3, b]", "[2, 5]")
VALUES = ("a", "b", "s", "3", "a + 1", "s - b", "b * 2", "-1", "0")
CHANGES = (
    "{list}.append({value})",
    "{list}.append({value})",
    "{list}.insert({place}, {value})",
    "{list}.reverse()",
    "{list}.sort()",
    "{list}.clear()",
    "{list} += [{value}]",
    "{list}.extend([{value}, {value}])",
    "s = (s + len({list})) % 50",
    "s = (s + sum({list})) % 50",
    "s = (s * 2 + {value}) % 40",
)
WITH_ITEM = ("s = s + {list}.pop()", "s = s + {list}.pop(0)", "{list}[{end}] = {value}")
TESTS = (
    "a > {number}",
    "s > {number}",
    "len({list}) > 1",
    "{list}",
    "not {list}",
    "{value} in {list}",
    "b < a",
    "{list} and a > 1",
    "len({list}) and {list}[-1] > 1",
    "s % 2",
)
ITERATED = ("span(a % 4)", "span(3)", "values", "range(2)")
DEEPEST = 3


class _Writer:
    """Writes statements about the lists `xs` and `ys` and the number `s`."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._left = random.randint(3, 12)
        self._depth = 1
        self._loops = 0
        self._count = 0
        self.lines = ["def program(a, b, values):"]

    def write(self) -> str:
        """The whole program."""
        self._line("s = 0")
        for name in ("xs", "ys"):
            self._line(f"{name} = {self._random.choice(BEGINNINGS)}")
        while self._left > 0:
            self._statement()
        self._line("return s, len(xs), len(ys), sum(xs) * 100 + sum(ys), xs, ys")
        return "\n".join([*self.lines, ""])

    def _line(self, text: str) -> None:
        self.lines.append("    " * self._depth + text)

    def _filled(self, forms: tuple[str, ...], name: str = "") -> str:
        choice = self._random.choice
        return choice(forms).format(
            list=name or choice(("xs", "xs", "ys")),
            value=choice(VALUES),
            place=choice(("0", "1", "-1")),
            end=choice(("0", "-1")),
            number=self._random.randint(-2, 4),
        )

    @contextmanager
    def _block(self, header: str) -> Iterator[None]:
        self._line(header)
        self._depth += 1
        yield
        self._depth -= 1

    def _statements(self) -> None:
        for _ in range(self._random.randint(1, 3)):
            self._statement()

    def _statement(self) -> None:
        self._left -= 1
        is_deep = self._depth > DEEPEST or self._left <= 0
        kinds = [self._change] * 4 + [self._with_item] * 2
        if self._loops:
            kinds.append(self._jump)
        if not is_deep:
            kinds += [self._branch] * 3 + [self._loop, self._over_list, self._while]
        self._random.choice(kinds)()

    def _change(self) -> None:
        self._line(self._filled(CHANGES))

    def _with_item(self) -> None:
        name = self._random.choice(("xs", "ys"))
        with self._block(
            f"if {self._random.choice(('{0}', 'len({0}) > 0'))}:".format(name)
        ):
            self._line(self._filled(WITH_ITEM, name))

    def _jump(self) -> None:
        with self._block(f"if {self._filled(TESTS)}:"):
            self._line(self._random.choice(("break", "continue")))

    def _branch(self) -> None:
        with self._block(f"if {self._filled(TESTS)}:"):
            self._statements()
        if self._random.random() < 0.5:
            with self._block("else:"):
                self._statements()

    def _loop(self) -> None:
        self._in_loop(f"for _ in {self._random.choice(ITERATED)}:")

    def _over_list(self) -> None:
        """Goes over one list, and at most adds to the other."""
        name, other = self._random.choice((("xs", "ys"), ("ys", "xs")))
        with self._block(f"for item in {name}:"):
            self._line("s = (s + item) % 60")
            if self._random.random() < 0.4:
                self._line(f"{other}.append(item)")

    def _while(self) -> None:
        self._count += 1
        counter = f"k{self._count}"
        self._line(f"{counter} = 0")
        header = f"while {counter} < 4 and {self._filled(TESTS)}:"
        self._in_loop(header, f"{counter} += 1")

    def _in_loop(self, header: str, *first: str) -> None:
        self._loops += 1
        with self._block(header):
            for line in first:
                self._line(line)
            self._statements()
        self._loops -= 1


def make_list_program(random: Random) -> Program:
    """A program over lists.

    >>> make_list_program(Random(1)).text.splitlines()[1]
    '    s = 0'
    """
    return Program(_Writer(random).write())
