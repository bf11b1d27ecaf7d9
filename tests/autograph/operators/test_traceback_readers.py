"""Calls of `traceback` in converted code: the user's entries, errors as they were."""

from __future__ import annotations

import sys
import traceback
from typing import Any

import pytest

from autograph import to_graph
from autograph.operators.traceback_readers import users_traceback, users_tracebacks
from tests.autograph.staged_flags import staged_flags


def divides(x: int) -> Any:
    for each in range(2):
        if x:
            return [x / each for _ in range(1)]
    return None


def error_while_recording(depth: int) -> ZeroDivisionError:
    def calls(x: int) -> Any:
        while x > 1:
            return calls(x - 1)
        return divides(x)

    with staged_flags(), pytest.raises(ZeroDivisionError) as raised:
        to_graph(calls)(depth)
    return raised.value


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_function_has_one_entry(depth: int) -> None:
    error = error_while_recording(depth)
    found = traceback.extract_tb(users_traceback(error.__traceback__))
    names = [each.name for each in found if each.name in ("calls", "divides")]
    assert names == ["calls"] * depth + ["divides"]
    assert {each.filename for each in found} == {__file__}


def test_errors_are_as_they_were_afterwards() -> None:
    error = error_while_recording(2)
    cause = error_while_recording(1)
    error.__cause__ = cause
    own = error.__traceback__, cause.__traceback__
    with users_tracebacks(error, None, "text"):
        assert error.__traceback__ is not own[0]
        assert cause.__traceback__ is not own[1]
    assert (error.__traceback__, cause.__traceback__) == own


def test_causes_that_refer_to_each_other_are_changed_once() -> None:
    one, other = error_while_recording(1), error_while_recording(1)
    one.__context__, other.__context__ = other, one
    own = one.__traceback__
    with users_tracebacks(one):
        pass
    assert one.__traceback__ is own


def test_all_frames_are_shown_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    own = error_while_recording(1).__traceback__
    monkeypatch.setenv("AUTOGRAPH_FULL_TRACEBACKS", "1")
    assert users_traceback(own) is own


def reading(x: int) -> Any:
    found: dict[str, Any] = {}
    if x > 0:
        stack = traceback.StackSummary.extract(traceback.walk_stack(sys._getframe()))
        found["stack"] = [each.name for each in stack][:2]
        stack = traceback.StackSummary.extract(traceback.walk_stack(None))
        found["own stack"] = [each.name for each in stack][:2]
        found["frames"] = [f.f_code.co_name for f, _ in traceback.walk_stack(None)][:1]
        try:
            divides(x)
        except ZeroDivisionError as error:
            tb, kind = error.__traceback__, traceback.TracebackException
            found["walk_tb"] = [f.f_code.co_name for f, _ in traceback.walk_tb(tb)]
            found["made"] = [each.name for each in kind(type(error), error, tb).stack]
            found["from"] = [each.name for each in kind.from_exception(error).stack]
    return found


def test_walks_and_records_of_tracebacks_have_the_users_frames() -> None:
    def calls(x: int) -> Any:
        return reading(x)

    expected = calls(1)
    with staged_flags():
        assert to_graph(calls)(1) == expected


def lambdas_without_parameters(x: int) -> list[Any]:
    outer = 1
    made = [
        lambda: sorted(locals()),
        lambda: outer and sorted(locals()),
        lambda: sorted(locals()) if outer else 0,
        lambda: not sorted(locals()),
        lambda: 1 in [sorted(locals())],
        lambda: outer < 3 < len(sorted(locals())) + 4,
        lambda: lambda: (outer, sorted(locals())),
    ]
    found = [each() for each in made]
    found[-1] = found[-1]()
    found.append(x and (lambda: sorted(locals()))())
    found.append(x and (lambda: 1)() and sorted(locals()))
    found.append(sorted(locals()) if x else 3)
    if x > 0:
        found.append((lambda: 1 and sorted(locals()))())
        found.append(1 and sorted(locals()))
    return found


def test_a_lambda_without_parameters_has_its_own_names() -> None:
    expected = lambdas_without_parameters(2)
    with staged_flags():
        assert to_graph(lambdas_without_parameters)(2) == expected
