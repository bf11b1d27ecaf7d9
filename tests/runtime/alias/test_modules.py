"""Submodules of `tensorflow`: found by name, made of the tables of public names."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.alias import names
from runtime.alias.modules import NamesFinder, NamesModule


@pytest.mark.parametrize(
    ("name", "is_there"),
    [
        ("tensorflow.math", True),
        ("tensorflow.types.experimental", True),
        ("tensorflow.python.framework.ops", True),
        ("tensorflow.no_such_namespace", False),
        ("tensorflow", False),
        ("numpy.linalg", False),
    ],
)
def test_modules_are_found_below_tensorflow_alone(name: str, is_there: bool) -> None:
    assert (NamesFinder().find_spec(name) is not None) is is_there


def test_an_unknown_internal_module_is_refused_with_its_public_names() -> None:
    with pytest.raises(ImportError, match=r"the public names are in tf\.math"):
        NamesFinder().find_spec("tensorflow.python.ops.gen_math_ops")


def test_a_module_has_the_public_names_of_its_namespace() -> None:
    module = NamesModule("tensorflow.math")
    assert module.add is tf.math.add
    assert module.__all__ == dir(module)
    assert {"add", "bincount", "reduce_sum"} <= set(dir(module))
    assert not any(name.startswith("_") for name in dir(module))
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name  # noqa: B018


@pytest.mark.parametrize("path", ["lite", "mlir", "experimental.tensorrt"])
def test_modules_for_other_engines_are_there(path: str) -> None:
    namespace, _, name = path.rpartition(".")
    assert names.find(namespace, name).__name__ == f"runtime.{path}"
    assert NamesFinder().find_spec(f"tensorflow.{path}") is not None


@pytest.mark.parametrize("path", ["lite.python.ops", "lite.no_such_name"])
def test_internals_of_other_engines_say_why_they_are_not_here(path: str) -> None:
    with pytest.raises(ImportError, match=rf"^tensorflow\.{path} is not here: "):
        NamesFinder().find_spec(f"tensorflow.{path}")


def test_packages_of_tensorflow_are_refused_when_they_are_used() -> None:
    with pytest.raises(
        NotImplementedError, match=r"tf\.tools\.compatibility: a package"
    ):
        tf.tools.compatibility  # noqa: B018
