"""Which `except`, `with` or `finally` an exception would meet."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from autograph.operators.handlers import (
    Handler,
    cleanups_around,
    handler_for,
    place_of_raise,
)

pytestmark = pytest.mark.as_written(reason="the code of `run` is the boundary")


def run(function: Callable[[], Any]) -> Any:
    """The boundary: frames outside of it do not count."""
    return function()


def here() -> FrameType:
    frame = sys._getframe(1).f_back
    assert frame is not None
    return frame


def found(error: Exception) -> Handler | None:
    return handler_for(error, here(), run.__code__)


def in_matching() -> Any:
    try:
        return found(KeyError("a"))
    except (OSError, LookupError):
        return None


def in_other() -> Any:
    try:
        return found(KeyError("a"))
    except OSError:
        return None


def in_bare() -> Any:
    try:
        return found(KeyError("a"))
    except:  # noqa: E722
        return None


def in_computed() -> Any:
    kinds = [OSError]
    try:
        return found(KeyError("a"))
    except kinds[0]:
        return None


def in_else() -> Any:
    try:
        pass
    except KeyError:
        return None
    else:
        return found(KeyError("a"))


def in_handler() -> Any:
    try:
        raise KeyError("a")
    except KeyError:
        return found(KeyError("a"))


def in_suppress() -> Any:
    with contextlib.suppress(KeyError):
        return found(KeyError("a"))


def in_finally_with_jump() -> Any:
    for _ in range(1):
        try:
            result = found(KeyError("a"))
        finally:
            break  # noqa: B012
    return result


def in_finally_with_loop() -> Any:
    try:
        return found(KeyError("a"))
    finally:
        for _ in range(1):
            break


def in_other_context() -> Any:
    with contextlib.nullcontext():
        return found(KeyError("a"))


def made_in_try() -> Any:
    try:

        def inner() -> Any:
            return found(KeyError("a"))
    except KeyError:
        return None
    return inner()


def called_in_try() -> Any:
    try:
        return in_other()
    except Exception:
        return None


@pytest.mark.parametrize(
    ("function", "clause"),
    [
        (in_matching, "except (OSError, LookupError):"),
        (in_other, None),
        (in_bare, "except:"),
        (in_computed, "except kinds[0]:"),
        (in_else, None),
        (in_handler, None),
        (in_suppress, "with contextlib.suppress(KeyError):"),
        (in_finally_with_jump, "break"),
        (in_finally_with_loop, None),
        (in_other_context, None),
        (made_in_try, None),
        (called_in_try, "except Exception:"),
    ],
)
def test_handler_is_the_one_of_python(
    function: Callable[[], Any], clause: str | None
) -> None:
    handler = run(function)

    assert (None if handler is None else handler.place.text) == clause


def test_frames_outside_the_boundary_do_not_count() -> None:
    try:
        assert run(lambda: found(KeyError("a"))) is None
        assert run(in_other) is None
    except KeyError:
        pytest.fail("nothing is raised")


def test_without_boundary_nothing_catches() -> None:
    try:
        assert handler_for(KeyError("a"), sys._getframe(), None) is None
    except KeyError:
        pytest.fail("nothing is raised")


def with_finally() -> list[Handler]:
    try:
        try:
            pass
        finally:
            pass
    except KeyError:
        pass
    else:
        return list(cleanups_around(here_frame(), run.__code__))
    finally:
        len("first")
        len("last")
    return []


def here_frame() -> FrameType:
    return sys._getframe(1)


def test_finally_is_told_by_its_first_and_last_line() -> None:
    (cleanup,) = run(with_finally)

    assert cleanup.place.text == 'len("first")'
    assert cleanup.last_line == cleanup.place.line + 1


def test_place_of_raise_is_the_innermost_line() -> None:
    def fail() -> None:
        raise KeyError("a")  # here

    with pytest.raises(KeyError) as caught:
        fail()

    assert place_of_raise(caught.value).text == 'raise KeyError("a")'
