"""The constructs of `docs/language.md`: a function a row, with its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import runtime as tf

__all__ = ["ROWS", "Row"]


@dataclass(frozen=True)
class Row:
    """One construct: the function, its arguments, TensorFlow's behaviour."""

    construct: str
    function: Callable[..., Any]
    inputs: tuple[Any, ...]
    tensorflow: str
    refusal: str = ""
    """What the error says, in a regular expression; empty where it works."""

    def inputs_of_calls(self) -> list[Any]:
        """The argument of each call; a list of numbers is one argument."""
        if isinstance(self.inputs[0], list):
            return [np.array(self.inputs[0], np.int32)]
        return list(self.inputs)


ROWS: list[Row] = []


def row(
    construct: str, *inputs: Any, tensorflow: str = "refused", refusal: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes the function below it a row."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        ROWS.append(Row(construct, function, inputs, tensorflow, refusal))
        return function

    return add


works = partial(row, tensorflow="works")


@works("`if`, `elif`, `else` on a tensor", -2, 0, 3)
def branches(x):
    if x > 0:
        y = x
    elif x < 0:
        y = -x
    else:
        y = 7
    return y


@works("`while` on a tensor", 0, 6, 27)
def while_loop(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@works("`for` over `range` of a tensor", 0, 4)
def for_range(n):
    total = 0
    for i in range(n):
        total += i
    return total


@works("`for` over a tensor", [4, 1, 2])
def for_rows(values):
    total = 0
    for each in values:
        total += each
    return total


@works("`break` and `continue`", 0, 9)
def jumps(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        if i > 6:
            break
        total += i
    return total


@works("`return` in branches", -4, 4)
def early_return(x):
    if x > 0:
        return x
    return -x


@works("`and`, `or`, `not`, chains of comparisons", -1, 3, 9)
def logic(x):
    return (1 < x <= 5 and not x == 4) or x == -1  # noqa: SIM201 - the construct


@works("conditional expression", -3, 3)
def ternary(x):
    return x if x > 0 else -x


@row("conditional expression inside another one", -3, 0, 3)
def nested_ternary(x):
    return 1 if x > 0 else (0 if x == 0 else -1)


@row("`return` inside a staged `while`, value after the loop", 0, 5, 30)
def return_in_while(n):
    i = 0
    while i < n:
        if i * i > 20:
            return -i
        i += 1
    return i


@row("`return` inside a staged `while`, no value after the loop", 4, 9)
def return_only_in_while(n):
    i = 0
    while True:
        i += 1
        if i * i >= n:
            return i


@row("`return` inside nested staged loops", 0, 3, 9)
def return_in_nested_loops(n):
    for i in range(n):
        for j in range(i):
            if i * j > 10:
                return i * 100 + j
    return -1


@row("`return` without a value in a staged branch or loop", 1, 3, 9)
def return_nothing(n):
    if n > 5:
        return
    for i in range(n):
        if i == 2:
            return
    n = n + 1


@row("`while` ... `else`", 2, 8)
def while_else(n):
    i = 0
    while i < n:
        i += 1
        if i == 5:
            break
    else:
        i = -i
    return i


@row("`for` ... `else`", 2, 8)
def for_else(n):
    for i in range(n):
        if i == 5:
            result = i
            break
    else:
        result = -1
    return result


@works("`match` on a Python subject", 1, 5)
def match_python(x):
    match ("add", 2):
        case ("add", k):
            y = x + k
        case _:
            y = x
    return y


@row("`match` on a tensor: literals, alternatives, guards, captures", 0, 1, 2, 3, 9, -4)
def match_tensor(x):
    match x:
        case 0:
            y = 10
        case 1 | 2:
            y = 20
        case n if n > 5:
            y = n
        case _:
            y = -1
    return y


@row("... `return` in the cases", 1, 9)
def match_returns(x):
    match x:
        case 1:
            return 5
        case n:
            return n * 2


@row("walrus in a test", 0, 7)
def walrus(n):
    total = 0
    while (half := n // 2) > 0:
        total += half
        n = half
    return total


@row("annotated assignment in a staged branch", -1, 1)
def annotated(x):
    if x > 0:
        y: int = 1
    else:
        y: int = 2
    return y


@row("list comprehension over a tensor", [1, 2, 3])
def comprehension(values):
    return [v * 2 for v in values]


@row(
    "list comprehension over a tensor, with a filter",
    [1, 2, 3],
    refusal=r"cannot filter by a tensor: write tf.boolean_mask",
)
def filtered_comprehension(values):
    return [v for v in values if v > 1]


@row("`1 < g() < 5` calls `g` once", 2, tensorflow="calls it twice")
def chain_once(x):
    calls = []

    def g():
        calls.append(1)
        return x

    inside = 1 < g() < 5
    return inside, len(calls)


@works("lambda made in a loop, that reads its variable", 4)
def lambda_in_loop(n):
    total = 0
    for i in range(n):
        square = lambda: i * i  # noqa: B023, E731 - the construct
        total += square()
    return total


@row("lambda made before a loop, that reads its variable", 4, tensorflow="stale value")
def lambda_before_loop(n):
    x = total = 0
    double = lambda: x * 2  # noqa: E731 - the construct
    for i in range(n):
        x = i + 1
        total += double()
    return total, double()


@row("`x or 3` on an integer", 0, 2)
def or_number(x):
    return x or 3


@row("`not x` on an integer", 0, 2)
def not_number(x):
    return not x


@row("`if x:` on an integer", 0, 2)
def if_number(x):
    if x:
        return 1
    return 2


@row("`x in (...)`", 2, 5)
def in_tuple(x):
    return 1 if x in (1, 2, 3) else 0


@row("`x in tensor`", [2, 5, 3])
def in_tensor(values):
    return 5 in values, 9 not in values


@works("variable defined in one branch only, not used afterwards", -1, 1)
def one_branch_unused(x):
    y = 0
    if x > 0:
        z = x + 1
        y = z
    return y


@row(
    "variable defined in one branch only, then used",
    1,
    refusal=r"'y' must also be initialized in the else branch.*line \d+.*used in",
)
def one_branch_used(x):
    if x > 0:
        y = x + 1
    return y


@row("variable first defined in a staged loop", 1, 4, tensorflow="works")
def made_in_loop(n):
    for i in range(n):
        last = i * 10
    return last


@row("`x = 0`, then `x = x + 0.5` in a staged loop", 1, 4)
def promoted(n):
    x = 0
    for _ in range(n):
        x = x + 0.5
    return x


@row("`y = 1` in one branch, `y = 2.5` in the other", -1, 1)
def numbers_of_two_kinds(x):
    if x > 0:
        y = 1
    else:
        y = 2.5
    return y * 2


@row(
    "... an integer that is no float32",
    1,
    refusal="has dtype int32 in the main branch, but dtype float32",
)
def number_that_would_be_rounded(x):
    if x > 0:
        y = 16_777_217
    else:
        y = 2.5
    return y


@row(
    "tensor whose dtype changes in a staged loop",
    3,
    refusal="'x' has dtype int32 before the loop.*line.*float32 after.*line.*tf.cast",
)
def changing_dtype(n):
    x = n * 2
    for _ in range(n):
        x = tf.cast(x, tf.float32)
    return x


@row("`raise` in a staged branch", 1, 9, tensorflow="always raises")
def raise_in_branch(x):
    if x > 5:
        raise ValueError("too large")
    return x + 1


@row("`raise` in a staged loop", 1, 9, tensorflow="always raises")
def raise_in_loop(n):
    total = 0
    for i in range(n):
        if i == 5:
            raise KeyError("five")
        total += i
    return total


@row("`for a, b in tensor`", [[1, 2], [3, 4]])
def unpacked_rows(values):
    total = 0
    for a, b in values:
        total += a * b
    return total


@row("`enumerate(tensor)`", [5, 6, 7])
def enumerated(values):
    total = 0
    for i, each in enumerate(values, 1):
        total += i * each
    return total


@row("`zip(tensor, list)`", [5, 6, 7])
def zipped(values):
    total = 0
    for a, b in zip(values, [1, 2, 3]):
        total += a * b
    return total


@row("`map(function, tensor)`", [5, -6, 7])
def mapped(values):
    total = 0
    for each in map(lambda v: v if v > 0 else 0, values):  # noqa: C417 - the construct
        total += each
    return total


@row("`filter(function, tensor)`", [5, -6, 7])
def filtered(values):
    product = 1
    for each in filter(lambda v: v > 0, values):
        product *= each
    large = list(filter(lambda v: v > 6, values))
    return product, large, len(list(filter(None, values)))


@row(
    "... of items that are values of several kinds",
    [5, -6, 7],
    refusal="can hold tensors only",
)
def filtered_pairs(values):
    weights = [0.5, 1.5, 2.5]
    return list(filter(lambda pair: pair[0] > 0, zip(values, weights, strict=False)))


@row("`reversed(tensor)`", [5, 6, 7])
def reversed_rows(values):
    total = 0
    for each in reversed(values):
        total = total * 10 + each
    return total


@row("`sum`, `min`, `max`, `sorted` of a tensor", [5, 2, 7])
def aggregates(values):
    return sum(values), min(values), max(values), sorted(values)


@row("`any`, `all`, `len` of a tensor", [5, 0, 7])
def truths(values):
    return any(values), all(values), len(values)


@row("`next(iter(tensor))`", [5, 2, 7])
def first_items(values):
    items = iter(values)
    return next(items) - next(items)


@row("`divmod`, `pow`, `round`, `abs`", -7, 7)
def numbers(x):
    return divmod(x, 4), pow(x, 2), round(x), abs(x)


@row("`return` inside `with`, then falling through", -1, 1)
def return_in_with(x):
    with tf.name_scope("inner"):
        if x > 0:
            return x
    return x * 10


@row("`try`/`finally` around a staged branch", -1, 1, tensorflow="works")
def try_finally(x):
    y = 0
    try:
        if x > 0:
            y = x
    finally:
        y += 1
    return y


@row("tensor `break` in a Python loop", 0, 3)
def half_way(x):
    count = 0
    for i in [1, 2, 3, 4]:
        if i > x:
            break
        count += i
    return count


@row("`while` whose test turns into a tensor half way", 2, 6)
def turning(n):
    i = 0
    while i < 3 or i < n:
        i += 1
        if i == 2:
            i = i + n - n
    return i


@row("private names, `self.__x`", 3)
def private_names(x):
    class Counter:
        def __init__(self, start):
            self.__value = start

        def value(self):
            if self.__value > 2:
                return self.__value
            return 0

    return Counter(x).value()


@row("`__init__` and `__call__` of a class with a staged `if`", -3, 3)
def special_methods(x):
    return Positive(x)()


class Positive:
    """A class whose methods branch on what they get."""

    def __init__(self, value):
        if value > 0:
            self.value = value
        else:
            self.value = 0 * value

    def __call__(self):
        return self.value if self.value > 1 else -1


@row("default, keyword-only arguments and closures", 3, tensorflow="works")
def arguments_of_functions(x):
    def scaled(v, *, by=2):
        return v * by if v > 0 else x

    return scaled(x) + scaled(-x, by=3)


@row("`del` of a variable", 3, tensorflow="works")
def deleted(x):
    y = x
    if x > 0:
        y = y + 1
    z = y
    del y
    return z


@row("`print` while tracing, `tf.print` when it runs", 2, tensorflow="works")
def printed(n):
    for _ in range(n):
        tf.print("step", output_stream="stdout")
    return n
