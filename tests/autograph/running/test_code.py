"""The form that runs while nothing is recorded: the user's code at its own lines."""

from __future__ import annotations

import inspect

import pytest

from autograph import SourceUnavailableError
from autograph.operators.running_calls import running_function_for
from autograph.options import ConversionOptions
from autograph.running.code import nested_pairs


def running(function):
    return running_function_for(function, ConversionOptions())


def documented(x, *rest, last=1, **more):
    """Its text."""
    local = abs(x)
    return local, rest, last, more, sorted(locals())


async def suspended(x):
    return abs(x)


def counted(n):
    for i in range(n):
        yield abs(i)


def failing(x):
    if x:
        return abs(x)
    return int(
        "no number",
    )


def test_arguments_text_and_variables_are_the_users() -> None:
    made = running(documented)
    assert made.__doc__ == "Its text."
    assert inspect.signature(made) == inspect.signature(documented)
    assert made(-1, 2, last=3, a=4) == documented(-1, 2, last=3, a=4)
    assert made.__code__.co_varnames == documented.__code__.co_varnames


def test_an_error_is_told_at_the_users_line() -> None:
    lines = []
    for function in (failing, running(failing)):
        with pytest.raises(ValueError, match="no number") as told:
            function(0)
        lines.append(told.tb.tb_next.tb_lineno if told.tb.tb_next else 0)
    assert lines[0] == lines[1] > 0


def test_lambdas_closures_and_defaults() -> None:
    shift = 3
    made = running(lambda x, y=2: abs(x) + y + shift)
    assert made(-1) == 6
    shift = 4
    assert made(-1) == 7


def test_generators_and_coroutines_stay_what_they_are() -> None:
    assert list(running(counted)(3)) == [0, 1, 2]
    made = running(suspended)
    assert inspect.iscoroutinefunction(made)
    with pytest.raises(StopIteration) as told:
        made(-5).send(None)
    assert told.value.value == 5


def test_a_function_without_text_has_no_such_form() -> None:
    names: dict = {}
    exec("def written(): return 1", names)
    with pytest.raises(SourceUnavailableError):
        running(names["written"])


def test_code_of_inner_functions_is_paired_by_name() -> None:
    def outer(x):
        def first(y):
            return abs(y)

        def second(y):
            return first(y)

        return second(x)

    made = running(outer)
    pairs = nested_pairs(made.__code__, outer.__code__)
    names = [(one.co_name, other.co_name) for one, other in pairs]
    assert names == [("first", "first"), ("second", "second")]
    assert made(-2) == 2
    assert nested_pairs(made.__code__, counted.__code__) == []
