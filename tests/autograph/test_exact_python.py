"""Converted code on plain values is Python, exactly: what was found to differ once.

Each case is a function of no arguments that returns what the test compares; it runs as
it is and converted.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import unittest
from collections.abc import Callable
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from autograph import to_graph
from tests.autograph import (
    exact_binding_cases,
    exact_call_cases,
    exact_cases,
    exact_frame_cases,
)
from tests.autograph.staged_flags import staged_flags

CASES = [
    pytest.param(module, name, id=name)
    for module in (
        exact_cases,
        exact_binding_cases,
        exact_call_cases,
        exact_frame_cases,
    )
    for name in vars(module)
    if name.startswith("case_")
]


def outcome(function: Callable[[], Any]) -> tuple[Any, ...]:
    try:
        return ("returned", function())
    except Exception as error:
        return ("raised", type(error), str(error))


def fresh(module: ModuleType, name: str) -> Any:
    return getattr(importlib.reload(module), name)


@pytest.mark.parametrize(("module", "name"), CASES)
def test_converted_is_as_in_python(module: ModuleType, name: str) -> None:
    expected = outcome(fresh(module, name))
    assert outcome(to_graph(fresh(module, name))) == expected


@pytest.mark.parametrize(("module", "name"), CASES)
def test_staged_form_is_as_in_python(module: ModuleType, name: str) -> None:
    if name in exact_cases.PYTHON_ALONE:
        pytest.skip(exact_cases.PYTHON_ALONE[name])
    expected = outcome(fresh(module, name))
    with staged_flags():
        assert outcome(to_graph(fresh(module, name))) == expected


calls: list[str] = []


class Entered(contextlib.ContextDecorator):
    def __enter__(self):
        calls.append("enter")

    def __exit__(self, *error):
        calls.append("exit")


@Entered()
def in_context(x):
    return x + 1 if x else x


@functools.singledispatch
def kind_of(x):
    return "object"


@kind_of.register
def _(x: int):
    return "int" if x else "zero"


patched = 1


@mock.patch(f"{__name__}.patched", 2)
def reads_patched():
    return patched if calls is not None else None


@contextlib.contextmanager
def manager(x):
    calls.append(x)
    yield x
    calls.append("left")


@functools.lru_cache(maxsize=2)
def cached(x):
    calls.append("computed")
    return twice(x)


@functools.cache
def twice(x):
    return 2 * x if x else 0


class Method:
    @Entered()
    def get(self, x):
        return (self, x) if x else self


def test_decorators_of_the_standard_library_keep_their_effect():
    calls.clear()
    assert to_graph(in_context)(1) == 2
    assert calls == ["enter", "exit"]
    assert [to_graph(kind_of)(x) for x in (1, 0, "a")] == ["int", "zero", "object"]
    assert to_graph(reads_patched)() == 2
    assert patched == 1
    with to_graph(manager)("in") as found:
        assert found == "in"
    assert calls[-1] == "left"
    thing = Method()
    assert to_graph(thing.get)(1) == (thing, 1)
    assert calls[-2:] == ["enter", "exit"]


def test_a_cached_function_has_a_cache_of_its_own():
    calls.clear()
    converted = to_graph(cached)
    assert [converted(2), converted(2), converted(3)] == [4, 4, 6]
    assert calls == ["computed"] * 2
    assert converted.cache_info().hits == 1
    assert cached.cache_info().currsize == 0
    assert converted.cache_parameters() == cached.cache_parameters()
    assert converted.__name__ == "cached"


def test_skipped_tests_are_skipped():
    @unittest.skipIf(True, "reason")
    def skipped():
        return 1

    with pytest.raises(unittest.SkipTest, match="reason"):
        to_graph(skipped)()


def test_recursion_goes_as_deep_as_in_python():
    def deepest(function):
        depth = 1
        while True:
            try:
                function(depth)
            except RecursionError:
                return depth
            depth += 10

    plain = deepest(exact_cases.recursive)
    assert deepest(to_graph(exact_cases.recursive)) >= 0.8 * plain
