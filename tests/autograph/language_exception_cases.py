"""More constructs of `docs/language.md`: exceptions that a tensor decides about."""

from __future__ import annotations

import contextlib

import runtime as tf
from tests.autograph.language_cases import row

__all__: list[str] = []


def at_most_five(x):
    """`x`, or an exception."""
    if x > 5:
        raise KeyError("too large")
    return x


@row(
    "`raise` in a staged branch, in a `try` that catches it",
    3,
    tensorflow="always caught",
    refusal=r"`raise ValueError.*line \d+ .*`except ValueError` in .*line \d+",
)
def caught_in_function(x):
    try:
        if x > 5:
            raise ValueError("too large")
        y = x
    except ValueError:
        y = -1
    return y


@row(
    "... raised by a function that is called",
    3,
    tensorflow="always caught",
    refusal=r"`raise KeyError.*line \d+ .*`except \(KeyError, OSError\)` in .*line",
)
def caught_from_call(x):
    try:
        return at_most_five(x)
    except (KeyError, OSError):
        return -1


@row(
    "... in a staged loop, caught by `except Exception`",
    3,
    tensorflow="always caught",
    refusal=r"`raise RuntimeError.*line \d+ .*`except Exception` in .*line \d+",
)
def caught_in_loop(n):
    total = 0
    for i in range(n):
        try:
            if i == 2:
                raise RuntimeError("two")
            total += i
        except Exception:
            total += 100
    return total


@row(
    "... caught by `contextlib.suppress`",
    3,
    tensorflow="always caught",
    refusal=r"`with contextlib.suppress\(KeyError\)` in .*line \d+",
)
def suppressed(x):
    with contextlib.suppress(KeyError):
        x = at_most_five(x) + 1
    return x


@row("... in a `try` that catches other exceptions", 3, 9, tensorflow="always raises")
def not_caught(x):
    try:
        y = at_most_five(x)
    except (ValueError, OSError):
        y = 0
    return y


@row("... in the `else` of a `try`", 3, 9, tensorflow="always raises")
def raised_in_else(x):
    try:
        y = x
    except KeyError:
        y = 0
    else:
        y = at_most_five(x)
    return y


@row("... `try`, `raise` and `except` in one branch", 3, 9, tensorflow="works")
def caught_in_branch(x):
    if x > 5:
        try:
            raise KeyError("too large")
        except KeyError:
            y = 1
    else:
        y = 2
    return y


@row("... with a `finally` that only computes", 3, 9, tensorflow="always raises")
def raised_before_finally(x):
    y = 0
    try:
        y = at_most_five(x)
    finally:
        y = y + 1
    return y


COUNTER = tf.Variable(0)


@row(
    "... with a `finally` that changes a variable",
    3,
    tensorflow="always raises",
    refusal=r"`finally` in .*line \d+, has an effect.*`raise` in .*line \d+",
)
def effect_in_finally(x):
    try:
        y = at_most_five(x)
    finally:
        COUNTER.assign_add(1)
    return y


@row("`assert` of a Python value in a staged branch", 3, 9, tensorflow="always raises")
def asserted_in_branch(x):
    if x > 5:
        assert False, "too large"  # noqa: B011, PT015 - the construct
    return x


@row(
    "`assert` on a tensor, without `Feature.ASSERT_STATEMENTS`",
    3,
    refusal="as a Python `bool`.*tf.debugging.Assert.*ASSERT_STATEMENTS",
)
def asserted(x):
    assert x > 0, "positive"
    return x


@row(
    "... in a `try` that catches everything",
    3,
    tensorflow="always caught",
    refusal="as a Python `bool`.*It is caught in .*line",
)
def assert_caught(x):
    try:
        assert x > 0, "positive"
        y = 1
    except Exception:
        y = 2
    return y


@row(
    "`raise` with an f-string of a tensor: the message",
    3,
    9,
    tensorflow="always raises",
)
def raise_with_text(x):
    if x > 5:
        raise ValueError(f"{x} is too large, {x - 5} more than 5")
    return x
