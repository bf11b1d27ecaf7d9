"""How often a test asks an object for its truth: as often as Python does."""

from __future__ import annotations

import itertools
import linecache
from random import Random

import pytest

import runtime as tf
from autograph import to_graph
from tests.autograph.staged_flags import staged_flags

log: list[str] = []


class Truth:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def __bool__(self):
        log.append(self.name)
        return self.value

    def __lt__(self, other):
        return Truth(f"{self.name}<{other.name}", self.value)

    def __repr__(self):
        return self.name


class Sized:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def __len__(self):
        log.append(f"len {self.name}")
        return int(self.value)

    __lt__ = Truth.__lt__


def branch_on_or(a, b, c):
    return "yes" if a or b or c else "no"


def branch_on_and(a, b, c):
    if a and b and c:
        return "yes"
    return "no"


def mixed(a, b, c):
    if (a or b) and c:
        return 1
    elif not (a and b) or c:
        return 2
    return 3


def negated(a, b, c):
    if not (a or b) or not c:
        return 1
    return 2


def chained(a, b, c):
    if a < b < c:
        return 1
    return 2


def kept(a, b, c):
    x = a or b
    if x:
        y = x and c
        if y:
            return x.name, y.name
    return x.name


def loops(a, b, c):
    count = 0
    while (a or b) and count < 2:
        count += 1
        if count < 2 and (b or c):
            continue
        if a and b:
            break
    return count


def filtered(a, b, c):
    return [n for n in range(2) if a or b], all(x or c for x in (a, b))


def with_plain_values(a, b, c):
    if True and (a or b):
        return 1
    if None or (b or c):
        return 2
    return bool(0 or (a and b))


def same(x):
    return x


def chained_over_calls(a, b, c):
    found = [1] if a < same(b) < c else [2]
    found += [n for n in range(2) if a < same(b) < same(c) or c]
    while c and a < same(b) < c and len(found) < 3:
        found.append(3)
    return found, 1 if c or a < same(b) < c else 2


def decided_before(a, b, c):
    if (a and b) if c else (b or c):
        return 1
    while not ((b or c) if a else (b and c)):
        return 2
    return 3


def negated_for_its_value(a, b, c):
    x = not (a or b)
    y = not (b and c)
    return x, y, [not (a or c)], same(not (a or c))


def used_for_its_value(a, b, c):
    x = (a and b) or c
    y = (a or b) and c
    return x.name, y.name


def asked_by_pythons_own(a, b, c):
    if (a or b) and (found := c):
        return found.name
    return 1


SHAPES = [branch_on_or, branch_on_and, mixed, negated, chained, kept, loops]
SHAPES += [filtered, with_plain_values, chained_over_calls, decided_before]
SHAPES += [negated_for_its_value, used_for_its_value, asked_by_pythons_own]


def asked(function, kind):
    found = []
    for values in itertools.product((True, False), repeat=3):
        log.clear()
        result = function(*map(kind, "abc", values))
        found.append((result, list(log)))
    return found


@pytest.mark.parametrize("kind", [Truth, Sized])
@pytest.mark.parametrize("function", SHAPES, ids=lambda each: each.__name__)
def test_each_truth_is_asked_as_often_as_in_python(function, kind):
    expected = asked(function, kind)
    assert asked(to_graph(function), kind) == expected
    with staged_flags():
        assert asked(to_graph(function), kind) == expected


@pytest.mark.parametrize("function", SHAPES, ids=lambda each: each.__name__)
def test_each_truth_is_asked_as_often_while_tracing(function):
    def traced(*args):
        found = []
        tf.function(lambda: found.append(function(*args))).get_concrete_function()
        return found[0]

    assert asked(traced, Truth) == asked(function, Truth)


FORMS = (
    "r = {}; return r, x",
    "return {} if {} else {}",
    "if {}: return 1, x\n    return 2, x",
    "while {}: return 1, y\n    return 2, z",
    "return [i for i in range(2) if {}]",
    "assert {}\n    return x",
    "return same({}), y, bool({})",
    "for i in range(3):\n        if {}: break\n        x = {}\n    return x, i",
    "x = y = {}\n    return [{}, x, not {}]",
    "match a:\n        case _ if {}: return 1\n        case _: return {}",
)
PROGRAMS = 60
SLOW_PROGRAMS = 600


def expression(random: Random, depth: int) -> str:
    """`and`, `or`, `not`, chains and `:=` over three names, on one line or several."""

    def part() -> str:
        return expression(random, depth - 1)

    if depth <= 0:
        return random.choice("abc")
    gap = random.choice(["\n    ", "\n", " ", " ", " ", " "])
    return random.choice(
        [
            lambda: f"({part()} and{gap}{part()})",
            lambda: f"({part()} or{gap}{part()})",
            lambda: f"({part()} and {part()} or {part()})",
            lambda: f"({part()}{gap}if {part()} else{gap}{part()})",
            lambda: f"(not {part()})",
            lambda: f"({random.choice('xyz')} := {part()})",
            lambda: "(a < b < c < a)",
            lambda: "(a < same(b) < same(c) < b)",
        ]
    )()


def program(number: int) -> str:
    random = Random(number)
    form = random.choice(FORMS)
    parts = [expression(random, random.randint(1, 4)) for _ in range(form.count("{}"))]
    return f"def f(a, b, c):\n    x = y = z = a\n    {form.format(*parts)}\n"


def outcomes(function):
    found = []
    for values in itertools.product((True, False), repeat=3):
        log.clear()
        try:
            result = repr(function(*map(Truth, "abc", values)))
        except AssertionError as error:
            result = repr(error)
        found.append((result, list(log)))
    return found


def compare(numbers, monkeypatch):
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    for number in numbers:
        text, name = program(number), f"random_logic_{number}.py"
        entry = (len(text), None, text.splitlines(keepends=True), name)
        monkeypatch.setitem(linecache.cache, name, entry)
        space = {"same": same}
        exec(compile(text, name, "exec"), space)
        with staged_flags():
            made = outcomes(to_graph(space["f"]))
        assert made == outcomes(space["f"]), text


def test_random_logic_asks_as_often_as_in_python(monkeypatch):
    compare(range(PROGRAMS), monkeypatch)


@pytest.mark.slow
def test_more_random_logic_asks_as_often_as_in_python(monkeypatch):
    compare(range(PROGRAMS, PROGRAMS + SLOW_PROGRAMS), monkeypatch)
