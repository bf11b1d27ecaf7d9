"""More constructs of `docs/language.md`: text, comprehensions, `:=`, patterns."""

from __future__ import annotations

from dataclasses import dataclass

import runtime as tf
from tests.autograph.language_cases import row

__all__: list[str] = []


@row("f-string of a tensor: returned", 7, tensorflow="text of the trace")
def f_string(x):
    return f"x is {x}, {x > 3}"


@row("... with a width, zeros, a precision", 7, tensorflow="refused")
def f_string_with_format(x):
    return f"{x:05d}|{x:4d}|{x / 4:.2f}|{x:8.3e}"


@row(
    "... with a format that no op has",
    7,
    refusal="unsupported format string ',' .*tf.strings.format",
)
def f_string_with_commas(x):
    return f"{x:,}"


@row("... of a float", 3.0, 0.25, -1e6, 2e20, tensorflow="text of the trace")
def f_string_of_float(x):
    return f"{x} {x * 2}"


@row("... given to a string op", 7, tensorflow="text of the trace")
def f_string_in_op(x):
    return tf.strings.join([f"<{x}>", f"<{x + 1}>"])


@row("... as a variable of a staged loop", 3, tensorflow="text of the trace")
def f_string_in_loop(n):
    text = ""
    for i in range(n):
        text = f"{text}{i}, "
    return text


@row("`str`, `format` and `%` of a tensor", 7, tensorflow="text of the trace")
def other_text(x):
    return "%s {} ".format(x) % x + str(x)  # noqa: UP032 - the construct


@row("list comprehension over `range` of a tensor", 0, 4)
def comprehension_over_range(n):
    squares = [i * i if i > 1 else -i for i in range(n)]
    return squares, len(squares)


@row("nested list comprehension", 0, 4)
def nested_comprehension(n):
    return [[i * j for j in range(3)] for i in range(n)]


@row(
    "list comprehension over `range` of a tensor, with a filter",
    4,
    refusal="without `if`. Write a `for` statement that appends to a list",
)
def filter_over_range(n):
    return [i for i in range(n) if i > 1]


@row("`any`, `all`, `sum`, `min`, `max`, `sorted` of a generator", [1, 5, 2])
def generators(values):
    small = any(v > 3 for v in values), all(v > 3 for v in values)
    some = sum(v * 2 for v in values), min(v for v in values), max(-v for v in values)
    return small, some, sorted(v % 4 for v in values)


@row("... over `range` of a tensor", 0, 4)
def generators_over_range(n):
    found = any(i == 3 for i in range(n)), all(i < 3 for i in range(n))
    return found, sum(i * i for i in range(n)), max(3 - i for i in range(n + 1))


@row("`for` over a generator over `range` of a tensor", 0, 4)
def loop_over_generator(n):
    total = 0
    for double in (i * 2 for i in range(n)):
        if double > 2:
            total += double
    return total


@row("`any` of a generator takes no more items than it needs", 3, tensorflow="works")
def lazy_generator(x):
    calls = []

    def seen(v):
        calls.append(v)
        return v

    return any(seen(v) for v in [0, 5, 7]), x, len(calls)


@row("walrus in the test of a `while` with `break`", 0, 7, 60)
def walrus_and_break(n):
    total = 0
    while (half := n // 2) > 0:
        if half == 3:
            break
        total += half
        n = half
    else:
        total = -total
    return total, half


@row("... with `return`", 0, 7, 60)
def walrus_and_return(n):
    while (half := n // 2) > 0:
        if half < 5:
            return half
        n = half
    return -1


@row("walrus after `and`, after `or`", -1, 1, 7)
def walrus_in_logic(n):
    if n > 0 and (twice := n * 2) > 5:
        return twice
    if n > 0 or (n := n + 2) > 0:
        return n * 100
    return n


@row("walrus in a part of a conditional expression, of `and` and `or`", -7, 2, 7)
def walrus_in_value(n):
    twice = (y := n) + y if n > 0 else (y := 5)
    found = n > 3 and (y := y + 1) > 7
    return (z := twice) + z if found else y


@row(
    "... deep in an expression",
    7,
    refusal="`:=` cannot be recorded: assign in a statement before",
)
def walrus_in_expression(n):
    return 1 + ((y := n) + y if n > 0 else 0)


@row("annotated assignments, also without value, in staged code", -1, 7)
def annotations(n):
    total: int = 0
    for i in range(n):
        step: int
        step = i * 2
        if i > 2:
            total: int = total + step
    return total


@dataclass
class Point:
    """A pair, to be matched by class."""

    x: object
    y: object = 0


@row("`match` on a tuple with tensors: literals, guards, captures", 0, 3, 9)
def match_tuple(x):
    match (x, 2):
        case (0, b):
            return b
        case (a, 2) if a > 5:
            return a
        case (a, *rest):
            return a * len(rest)


@row("`match` on a mapping with tensors", 3, 4, 9)
def match_mapping(x):
    match {"k": x, "z": 3}:
        case {"k": 3, "z": z}:
            return z
        case {"k": v, **rest} if v > 4:
            return v + len(rest)
        case {"k": v}:
            return -v


@row("`match` on an object with tensors", 0, 3, 9)
def match_class(x):
    match Point(Point(x, 1), x + 1):
        case Point(Point(0 | 1), _):
            y = 1
        case Point(Point(3, one), b):
            y = b + one
        case Point(inner, b) as whole if b > 5:
            y = inner.x + whole.y
        case _:
            y = -1
    return y


@row("... `case int()` fits no tensor, as `isinstance`; `tf.Tensor()` does", 0, 3)
def match_type(x):
    match x:
        case (int() | tf.Tensor()) as y if y > 2:
            return y
        case float():
            return 7
        case _:
            return 1


@row("... alternatives that take the subject apart", 0, 3, 4)
def match_alternatives(x):
    match (x, x):
        case (0, 0) | (3, _) | 7:
            return 1
        case (a, _):
            return a


@row("... `case True`, `continue` and `break` in the cases", 0, 3, 9)
def match_in_loop(n):
    total = 0
    for i in range(n):
        match i > 1:
            case True:
                total += i
            case False:
                continue
        match (i, n):
            case (5, _):
                break
            case (a, b) if a < b:
                total += 1
    return total


@row(
    "assignment to an item of a tensor",
    [1, 2, 3],
    refusal="does not support item assignment.*tf.tensor_scatter_nd_update",
)
def item_assignment(values):
    values = values * 1
    values[0] = 5
    return values
