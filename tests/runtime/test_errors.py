"""Classes and codes of errors."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime import errors

CODES = [name for name in errors.__all__ if name.isupper() and name != "OK"]


@pytest.mark.parametrize("name", CODES)
def test_each_code_is_that_of_its_class(name: str) -> None:
    kind = getattr(errors, name.title().replace("_", "") + "Error")
    made = kind(None, None, "text")
    assert made.error_code == getattr(errors, name)
    assert isinstance(made, errors.OpError)
    assert (made.message, getattr(tf.errors, kind.__name__)) == ("text", kind)


def test_codes_are_those_of_the_protocol() -> None:
    assert [errors.OK, errors.CANCELLED, errors.UNAUTHENTICATED] == [0, 1, 16]
    assert sorted(getattr(errors, name) for name in CODES) == list(range(1, 17))


def test_errors_of_tracing_are_type_errors() -> None:
    for kind in (errors.OperatorNotAllowedInGraphError, errors.InaccessibleTensorError):
        assert issubclass(kind, TypeError)
    assert issubclass(errors.SignatureMismatchError, TypeError)
    assert issubclass(errors.SignatureMismatchError, ValueError)
    scope = errors.InaccessibleTensorError("there")
    assert scope.__with_message__("here") is scope


def test_who_raised_it() -> None:
    error = ValueError("mine")
    assert not errors.is_raised_by_user(error)
    error.__autograph_raised__ = True  # type: ignore[attr-defined]
    assert errors.is_raised_by_user(error)
