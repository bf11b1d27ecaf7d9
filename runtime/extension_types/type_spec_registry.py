"""Type specs by the names under which they are saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec
from runtime.tensors.indexed_slices import IndexedSlicesSpec
from runtime.tensors.type_spec import TypeSpec

NAMED: Final[dict[str, type]] = {
    "tf.TensorSpec": TensorSpec,
    "tf.RaggedTensorSpec": RaggedTensorSpec,
    "tf.SparseTensorSpec": SparseTensorSpec,
    "tf.IndexedSlicesSpec": IndexedSlicesSpec,
    "tf.TensorArraySpec": TensorArraySpec,
}
NAMES: Final[dict[type, str]] = {kind: name for name, kind in NAMED.items()}
_FORM: Final = re.compile(r"^(\w+\.)+\w+$")


def register(name: str) -> Callable[[type], type]:
    """A decorator that gives a class of specs a name.

    Raises:
      TypeError: if the name is no text, or the class no subclass of `TypeSpec`.
      ValueError: if the name has not the form `module.Name`, or the name or the class
        is registered already.
    """
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if not _FORM.match(name):
        raise ValueError(
            "Registered name must have the form '{project_name}.{type_name}' "
            f"(e.g. 'my_project.MyTypeSpec'); got {name!r}."
        )

    def decorated(kind: type) -> type:
        _require_spec(kind)
        if kind in NAMES:
            raise ValueError(
                f"Class {kind.__module__}.{kind.__name__} has already been registered "
                f"with name {NAMES[kind]}."
            )
        if name in NAMED:
            raise ValueError(
                f"Name {name} has already been registered for class "
                f"{NAMED[name].__module__}.{NAMED[name].__name__}."
            )
        NAMED[name], NAMES[kind] = kind, name
        return kind

    return decorated


def _require_spec(kind: object) -> None:
    if not (isinstance(kind, type) and issubclass(kind, TypeSpec)):
        raise TypeError(f"Expected `cls` to be a TypeSpec; got {kind!r}")


def get_name(kind: type) -> str:
    """The name of a class of specs.

    Raises:
      TypeError: if the class is no subclass of `TypeSpec`.
      ValueError: if it has no name.
    """
    _require_spec(kind)
    if kind in NAMES:
        return NAMES[kind]
    raise ValueError(
        f"TypeSpec {kind.__module__}.{kind.__name__} has not been registered."
    )


def lookup(name: str) -> type:
    """The class registered under a name.

    Raises:
      TypeError: if the name is no text.
      ValueError: if there is none.
    """
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if name not in NAMED:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return NAMED[name]
