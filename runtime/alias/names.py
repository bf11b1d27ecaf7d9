"""Look-up of public names by path, such as ``tf.math.add``."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, Final

import runtime
from runtime.names.finder import find_name
from runtime.names.finder import list_names as root_names

_ROOTS = frozenset({"", "compat.v2"})
"""Paths that hold all of `tf`."""


def namespace_at(path: str) -> Any:
    """The module or object that has the names of a public namespace as attributes.

    >>> namespace_at("nn").__name__
    'runtime.nn'

    Raises:
      AttributeError: if the namespace does not exist.
    """
    place: Any = runtime
    if path in _ROOTS:
        return place
    walked = ""
    for name in path.split("."):
        place = find(walked, name)
        walked = f"{walked}.{name}" if walked else name
    if not is_namespace(place):
        raise AttributeError(f"tensorflow.{path} is no namespace")
    return place


def is_namespace(value: Any) -> bool:
    """Whether a public object is a namespace: a module or an object with names."""
    return isinstance(value, (ModuleType, SimpleNamespace))


def is_ours(namespace: Any) -> bool:
    """Whether a public namespace belongs to this runtime and not to Keras."""
    home = getattr(namespace, "__name__", runtime.__name__)
    return bool(home.partition(".")[0] == runtime.__name__)


_FOR_OTHERS: Final = {
    "lite": "models are not converted for TensorFlow Lite",
    "mlir": "graphs are optimized by graphir, which has no MLIR",
    "tensorrt": "graphs are not converted for TensorRT",
}
"""Modules that convert for other engines, and why they are not here."""


def made_for_others(path: str) -> str | None:
    """The reason why a module that converts for another engine is not here.

    >>> made_for_others("tensorflow.mlir")
    'tensorflow.mlir is not here: graphs are optimized by graphir, which has no MLIR.'
    """
    for part in path.split("."):
        if part in _FOR_OTHERS:
            return f"{path} is not here: {_FOR_OTHERS[part]}."
    return None


def find(path: str, name: str) -> Any:
    """The value of a public name in the namespace at the path.

    >>> find("math", "add") is find("", "add")
    True

    Raises:
      AttributeError: if the name does not exist.
    """
    if path == "compat" and name == "v2":
        return runtime
    place = namespace_at(path)
    try:
        return find_name(name) if place is runtime else getattr(place, name)
    except AttributeError:
        inside = f"tensorflow.{path}" if path else "tensorflow"
        text = made_for_others(f"{inside}.{name}")
        text = text or f"module {inside!r} has no attribute {name!r}"
        raise AttributeError(text) from None


def list_names(path: str) -> list[str]:
    """The public names of a namespace, sorted.

    >>> "relu" in list_names("nn")
    True
    """
    place = namespace_at(path)
    if place is runtime:
        return root_names()
    return [each for each in sorted(dir(place)) if not each.startswith("_")]


def load(place: str) -> Any:
    """The object that `module:name` names; the module itself without a name."""
    module, _, name = place.partition(":")
    value: Any = import_module(module)
    for each in filter(None, name.split(".")):
        value = getattr(value, each)
    return value
