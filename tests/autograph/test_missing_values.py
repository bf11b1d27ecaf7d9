"""A variable without a value raises what Python raises, in either form."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from autograph import to_graph
from tests.autograph import missing_value_cases
from tests.autograph.staged_flags import staged_flags

CASES = [
    each
    for each in vars(missing_value_cases).values()
    if isinstance(each, FunctionType)
    and each.__module__ == missing_value_cases.__name__
    and each.__name__ not in ("entered", "fails")
]
GROUP = """
def raises_again(x):
    try:
        raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
    except* ValueError:
        if x:
            raise
"""

LATER = """
def later_handlers(x):
    count = 0
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError:
            for count in range(3):
                if count == x:
                    raise TypeError
        except* KeyError:
            seen.append(count)
    except TypeError:
        pass
    except ExceptionGroup:
        pass
    return seen
"""


def outcome(function: Callable[[Any], Any]) -> tuple[Any, ...]:
    try:
        return ("returned", function(1))
    except NameError as error:
        # ours says more, after a semicolon
        text = str(error).partition(";")[0]
        return ("raised", isinstance(error, UnboundLocalError), text)


@pytest.mark.parametrize("case", CASES, ids=lambda each: each.__name__)
def test_the_error_is_pythons(case: Any) -> None:
    expected = outcome(case)
    assert outcome(to_graph(case)) == expected
    with staged_flags():
        assert outcome(to_graph(case)) == expected


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`except*` is newer")
def test_a_group_that_is_raised_again_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "groups.py"
    path.write_text(GROUP)
    namespace: dict[str, Any] = {"__name__": "groups"}
    exec(compile(GROUP, str(path), "exec"), namespace)

    def parts(function: Callable[[Any], Any]) -> Any:
        with pytest.raises(Exception, match="g") as found:
            function(True)
        return repr(found.value)

    expected = parts(namespace["raises_again"])
    with staged_flags():
        assert parts(to_graph(namespace["raises_again"])) == expected


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`except*` is newer")
def test_later_handlers_of_a_group_see_what_earlier_ones_wrote(tmp_path: Path) -> None:
    path = tmp_path / "groups.py"
    path.write_text(LATER)
    namespace: dict[str, Any] = {"__name__": "groups", "seen": []}
    exec(compile(LATER, str(path), "exec"), namespace)
    with staged_flags():
        made = to_graph(namespace["later_handlers"])
        assert made(2) == [2]


def in_a_guard(x):
    match x, x:
        case [a, *_] if a in len(count):  # noqa: F821 - it has no value here
            return a
        case int(count):
            return count


def on_a_later_line(x):
    if x in (
        count,  # noqa: F821
        len(x),
    ):
        return x
    for count in x:
        len(str(count))
    return x


@pytest.mark.parametrize("function", [in_a_guard, on_a_later_line])
def test_the_line_is_that_of_the_read(function: Callable[[Any], Any]) -> None:
    def line(each: Callable[[Any], Any]) -> int | None:
        with pytest.raises(UnboundLocalError) as found:
            each([1])
        return traceback.extract_tb(found.value.__traceback__)[-1].lineno

    with staged_flags():
        assert line(to_graph(function)) == line(function)
