"""Functions of Python's control flow, and the arguments to call each with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

CASES: dict[str, tuple[Callable[..., Any], tuple[tuple[Any, ...], ...]]] = {}
NUMBERS = np.array([3, 4, 5], np.int32)


def case(*inputs: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Adds a function to the cases."""

    def add(function: Any) -> Any:
        CASES[function.__name__] = function, inputs
        return function

    return add


@case((2.0,), (-2.0,))
def early_return(x):
    if x > 0:
        return x
    return -0.5 * x


@case((27,), (1,))
def collatz(n):
    count = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


@case((5,), (20,), (0,))
def break_and_continue(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        if i > 7:
            break
        total += i
    return total


@case((NUMBERS, 5), (NUMBERS, 7))
def return_in_a_loop_over_python_integers(xs, wanted):
    for i in range(xs.shape[0]):
        if xs[i] == wanted:
            return i
    return -1


@case((NUMBERS, 5), (NUMBERS, 7))
def return_in_a_loop_over_an_array(xs, wanted):
    index = 0
    for x in xs:
        if x == wanted:
            return index
        index += 1
    return -1


@case((3,), (20,))
def return_in_nested_loops(n):
    for i in range(n):
        for j in range(i):
            if i * j > 10:
                return i * 100 + j
    return 0


@case((3,), (7,))
def return_in_a_loop_without_end(n):
    while True:
        n = n + 1
        if n % 7 == 0:
            return n


@case((4,), (0,))
def orelse_of_a_loop(n):
    i = 0
    while i < n:
        if i == 3:
            break
        i += 1
    else:
        i = -1
    return i


@case((NUMBERS,))
def sum_of_an_array(xs):
    total = 0
    for x in xs:
        total = total + x
    return total


@case((NUMBERS,))
def number_takes_the_dtype_of_the_loop(xs):
    total = 0
    for x in xs:
        total = total + x * 0.5
    return total


@case((3,), (0,))
def variable_first_set_in_a_loop(n):
    total = 0
    for i in range(n):
        twice = i * 2
        total += twice
    return total


@case((0,), (2,))
def truth_of_an_integer(x):
    if not x:
        return 10
    return x or 3


@case((1,), (3,), (9,))
def logic(x):
    return 1 if 2 < x and not x > 5 else 2


@case((1,), (4,))
def membership(x):
    if x in (1, 3, 5):
        return 1
    return 0


@case((10,), (7,))
def falling_range(n):
    last = -1
    for i in range(n, 0, -3):
        last = i
    return last


@case((3,), (-1,))
def tuple_of_results(n):
    pair = (0, 1)
    while n > 0:
        pair = (pair[1], pair[0] + pair[1])
        n -= 1
    return pair


@case((3,), (0,))
def dict_as_state(n):
    state = {"count": 0, "sum": 0}
    for i in range(n):
        state["count"] = state["count"] + 1
        state["sum"] = state["sum"] + i
    return state["count"], state["sum"]


@case((8,), (3,))
def walrus_in_a_test(n):
    count = 0
    while (n := n // 2) > 0:
        count += 1
    return count, n


@case((4,), (9,))
def choice_by_match(n):
    match n % 3:
        case 0:
            return 30
        case 1 if n > 3:
            return 10
    return 20


def helper(x):
    if x > 2:
        return x * 10
    return x


@case((1,), (3,))
def functions_are_converted_too(x):
    return helper(x) + max(x, 2) + min(x, 2) + abs(-x)


class Counter:
    def __init__(self, start):
        self.count = start

    def add(self, x):
        if x > 0:
            self.count = self.count + x


@case((2,), (-2,))
def attributes_as_state(x):
    counter = Counter(1)
    counter.add(x)
    while counter.count < 10:
        counter.count = counter.count * 2
    return counter.count
