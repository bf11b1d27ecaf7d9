"""More constructs of `docs/language.md`: calls, objects and lists in staged code."""

from __future__ import annotations

from tests.autograph.language_cases import row

__all__: list[str] = []


@row(
    "property, `__add__`, `__getitem__` of a class with a staged `if`",
    3,
    refusal="as a Python `bool`.*it is called by code that is not converted",
)
def operators_of_a_class(x):
    return (Amount(x) + x) * Amount(x)[0] - Amount(x).positive


class Amount:
    """A number."""

    def __init__(self, value):
        self.value = value

    @property
    def positive(self):
        return self.value if self.value > 0 else 0

    def __add__(self, other):
        return self.value + other if other > 0 else self.value

    def __getitem__(self, index):
        return self.value if self.value > index else index


@row("recursion on a Python value", 2)
def recursion_on_python(x):
    return power(x, 4)


def power(x, n):
    if n == 0:
        return 1
    return x * power(x, n - 1)


@row("recursion on a tensor", 4, refusal="recursion on a tensor, in factorial")
def recursion_on_tensor(n):
    return factorial(n)


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@row(
    "attribute of an object changed in a staged loop, in a call",
    3,
    tensorflow="runs once",
    refusal=r"counter.count changes in the loop of .*line \d+",
)
def counter_in_loop(n):
    counter = Counter()
    for _ in range(n):
        counter.add()
    return counter.count


class Counter:
    """Counts."""

    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1


@row("`self.x` as a variable of a staged loop", 3, tensorflow="works")
def attribute_in_loop(n):
    counter = Counter()
    for i in range(n):
        counter.count = counter.count + i
    return counter.count


@row(
    "a dict changed in a staged loop, by a key that is made in it",
    3,
    tensorflow="runs once",
    refusal="found changes in the loop",
)
def dict_in_loop(n):
    found = {}
    for i in range(n):
        found.update(last=i)
    return n


@row("list that a staged loop appends to: returned", 1, 4, tensorflow="one append")
def appended(n):
    squares = []
    for i in range(n):
        squares.append(i * i)
    return squares


@row("... in a staged branch", 2, 5, tensorflow="one append")
def appended_in_branch(n):
    odd = []
    while n > 0:
        if n % 2 == 1:
            odd.append(n)
        n -= 1
    return odd


@row("... in nested loops, then indexed, counted, iterated over", 3, 5)
def appended_in_nested_loops(n):
    pairs = [7]
    for i in range(n):
        for j in range(i):
            pairs.append(i * 10 + j)
    total = 0
    for each in pairs:
        total += each
    return pairs[0], pairs[1], pairs[-1], len(pairs), total


@row(
    "... that another variable refers to",
    3,
    tensorflow="one append",
    refusal=r"items changes in the loop of .*line \d+",
)
def appended_alias(n):
    items = []
    others = items
    for i in range(n):
        items.append(i)  # noqa: PERF402 - the construct
    return others
