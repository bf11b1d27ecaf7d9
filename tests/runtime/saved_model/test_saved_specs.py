"""Parameters of saved functions, as decorators of libraries declare them."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

make_decorator = tf.__internal__.decorator.make_decorator


def _with_default(function: Any, *names: str) -> Any:
    """A function with a default for ``training``, as Keras 2 declares it."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    told = inspect.FullArgSpec([*names], None, None, (False, None), [], None, {})
    return make_decorator(function, wrapper, decorator_argspec=told)


def _called(x: Any, training: Any = None, mask: Any = None) -> Any:
    return x + 1.0 if training else x * 2.0


class _Layer:
    def call(self, x: Any, training: Any = None, mask: Any = None) -> Any:
        return _called(x, training)


@pytest.mark.parametrize("names", [("x", "training", "mask")])
@pytest.mark.parametrize("function", [_called, _Layer().call], ids=["plain", "method"])
def test_a_decorator_declares_the_defaults(
    function: Any, names: tuple[str, ...], tmp_path: Path
) -> None:
    module = tf.Module()
    module.call = tf.function(_with_default(function, *names))
    for training in (True, False):
        module.call(tf.constant([3.0]), training, None)
    tf.saved_model.save(module, str(tmp_path))
    call = tf.saved_model.load(str(tmp_path)).call
    assert call(tf.constant([3.0])).numpy() == 6.0
    assert call(tf.constant([3.0]), True).numpy() == 4.0


def test_a_declared_object_is_no_parameter(tmp_path: Path) -> None:
    module = tf.Module()
    declared = _with_default(_Layer().call, "self", "x", "training", "mask")
    module.call = tf.function(declared)
    module.call(tf.constant([3.0]), False, None)
    tf.saved_model.save(module, str(tmp_path))
    found = tf.saved_model.load(str(tmp_path)).call(tf.constant([3.0]))
    assert found.numpy() == 6.0


def test_a_decorator_that_declares_nothing_leaves_the_parameters(
    tmp_path: Path,
) -> None:
    module = tf.Module()
    module.call = tf.function(make_decorator(_called, lambda *args: _called(*args)))
    module.call(tf.constant([3.0]))
    tf.saved_model.save(module, str(tmp_path))
    found = tf.saved_model.load(str(tmp_path)).call(tf.constant([3.0]))
    assert found.numpy() == 6.0
