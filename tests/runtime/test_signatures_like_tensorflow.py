"""Public functions take the arguments of TensorFlow's, in its order."""

from __future__ import annotations

import inspect
from typing import Any, Final

import runtime as tf
from tests.runtime.bad_calls import NAMESPACES
from tests.tensorflow_process import TensorFlowProcess

SHOWN: Final = """
import inspect

def default_of(parameter):
    value = parameter.default
    if value is inspect.Parameter.empty:
        return ""
    is_plain = value is None or isinstance(value, (bool, int, float, str))
    return repr(value) if is_plain else "..."

def signature_of(name):
    found = tf
    for part in name.split("."):
        found = getattr(found, part)
    parameters = inspect.signature(found).parameters.values()
    return [[each.name, default_of(each)] for each in parameters]

def shown(name):
    try:
        return signature_of(name)
    except (AttributeError, TypeError, ValueError):
        return None

result = {name: shown(name) for name in names}
"""
OWN: Final = frozenset(
    {
        "group",  # keyword arguments are written out, not gathered
        "meshgrid",
        "print",
        "py_function",  # TensorFlow's may be left out, and then fails
        "numpy_function",
    }
)
LIBRARY: Final = frozenset({"keras", "initializers", "losses", "metrics", "optimizers"})
"""Modules of Keras: none of TensorFlow's own."""
RAW: Final = ("Conv2D", "Sum", "Cast", "Placeholder", "ConcatV2", "StridedSlice")


def names_of_functions() -> list[str]:
    found = [f"raw_ops.{name}" for name in RAW]
    for space in NAMESPACES:
        module: Any = tf
        for part in filter(None, space.split(".")):
            module = getattr(module, part)
        for name in dir(module):
            if name in LIBRARY:
                continue
            value = getattr(module, name, None)
            if not name.startswith("_") and inspect.isroutine(value):
                found.append(f"{space}.{name}".lstrip("."))
    return [name for name in found if name not in OWN]


def test_arguments_are_tensorflows(tensorflow_python: TensorFlowProcess) -> None:
    names = names_of_functions()
    here: dict[str, Any] = {"tf": tf, "names": names}
    exec(SHOWN, here)
    theirs = tensorflow_python.run(SHOWN, names=names)
    different = {
        name: (here["result"][name], other)
        for name, other in theirs.items()
        if other is not None and here["result"][name] != other
    }
    assert len(names) > 500
    assert different == {}


def test_raw_ops_show_their_arguments() -> None:
    shown = str(inspect.signature(tf.raw_ops.Sum))
    assert shown == "(input, axis, keep_dims=False, name=None)"
