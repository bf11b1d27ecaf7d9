"""Classes of specs by name: refusals are those of TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.extension_types.type_spec_registry import get_name, lookup, register


def spec_class(name: str) -> type[Any]:
    return type(name, (tf.TypeSpec,), {})


Registered = register("tests.registry.Registered")(spec_class("Registered"))


def test_a_class_is_found_by_its_name() -> None:
    assert lookup("tests.registry.Registered") is Registered
    assert get_name(Registered) == "tests.registry.Registered"
    for name in ("tf.TensorSpec", "tf.RaggedTensorSpec", "tf.SparseTensorSpec"):
        assert get_name(lookup(name)) == name


@pytest.mark.parametrize("name", ["", "a", "a..b", ".a.b", "a.b-c", "a.b c"])
def test_names_have_modules(name: str) -> None:
    with pytest.raises(ValueError, match="must have the form"):
        register(name)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: register(3), TypeError, "`name` to be a string; got 3"),  # type: ignore[arg-type]
        (lambda: register("tests.registry.X")(int), TypeError, "to be a TypeSpec; got"),
        (lambda: register("tests.registry.X")(3), TypeError, "to be a TypeSpec; got 3"),  # type: ignore[arg-type]
        (
            lambda: register("tests.registry.Registered")(spec_class("Other")),
            ValueError,
            "Name tests.registry.Registered has already been registered for class",
        ),
        (
            lambda: register("tests.registry.Second")(Registered),
            ValueError,
            "already been registered with name tests.registry.Registered",
        ),
        (lambda: lookup("tests.registry.X"), ValueError, "No TypeSpec has been"),
        (lambda: lookup([]), TypeError, r"`name` to be a string; got \[\]"),  # type: ignore[arg-type]
        (lambda: get_name(int), TypeError, "to be a TypeSpec; got"),
        (
            lambda: get_name(spec_class("Unnamed")),
            ValueError,
            "has not been registered",
        ),
    ],
)
def test_what_is_refused(
    call: Callable[[], Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_a_second_name_leaves_the_first_one() -> None:
    with pytest.raises(ValueError, match="already"):
        register("tests.registry.Second")(Registered)
    assert get_name(Registered) == "tests.registry.Registered"
    with pytest.raises(ValueError, match="No TypeSpec"):
        lookup("tests.registry.Second")
