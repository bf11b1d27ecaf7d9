"""Every converter shows itself, and stands in the pipeline for a reason."""

from __future__ import annotations

import doctest
import importlib

import pytest

from autograph import Feature, to_code
from autograph.pipeline import PIPELINE, Stage, passes_until

STAGES = [pytest.param(stage, id=stage.name) for stage in PIPELINE]


@pytest.mark.parametrize("stage", STAGES)
def test_example_in_the_docstring_holds(stage: Stage) -> None:
    """Before and after, as code."""
    module = importlib.import_module(stage.converter.__module__)
    tests = doctest.DocTestFinder(recurse=False).find(
        stage.converter, stage.converter.__name__, module=module
    )
    assert sum(len(test.examples) for test in tests) >= 2
    runner = doctest.DocTestRunner(verbose=False)
    assert sum(runner.run(test).failed for test in tests) == 0


@pytest.mark.parametrize("stage", STAGES)
def test_stage_gives_its_reason(stage: Stage) -> None:
    """The order is data with reasons."""
    assert len(stage.reason) > 10


def test_unknown_pass_is_named() -> None:
    """The message has a near name, or lists those that there are."""
    with pytest.raises(LookupError, match="no pass 'x'; there are: functions, dir"):
        passes_until("x")
    with pytest.raises(LookupError, match="did you mean 'control_flow'"):
        passes_until("controlflow")


def changes_list(xs, x):  # type: ignore[no-untyped-def]
    """Uses everything that `Feature.LISTS` is about."""
    xs.append(x)
    xs[0] = xs[x]
    return xs.pop()


def test_lists_are_converted_on_request() -> None:
    """Changes become assignments."""
    code = to_code(changes_list, experimental_optional_features=Feature.LISTS)
    assert "xs = ag__.list_append(ag__.ld(xs), ag__.ld(x))" in code
    assert "xs = ag__.set_item(ag__.ld(xs), 0, ag__.get_item(" in code
    assert "xs, xs_1 = ag__.list_pop(ag__.ld(xs), None, opts=" in code


def compares(a, b):  # type: ignore[no-untyped-def]
    """Compares and asserts."""
    assert a
    return a == b != 3


def test_equality_is_converted_on_request() -> None:
    """Python's operators stay otherwise."""
    options = Feature.EQUALITY_OPERATORS
    assert "ag__.eq(" in to_code(compares, experimental_optional_features=options)
    assert "ag__.eq(" not in to_code(compares)


def test_assert_is_converted_on_request() -> None:
    """With a message of its own where the user gives none."""
    options = Feature.ASSERT_STATEMENTS
    code = to_code(compares, experimental_optional_features=options)
    assert "ag__.assert_stmt(ag__.ld(a), lambda: 'Assertion error')" in code
