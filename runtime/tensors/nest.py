"""`tf.nest`: nested structures flattened, packed and mapped."""

from __future__ import annotations

from typing import Any

from runtime.tensors.structure import assert_same_structure as _assert_same
from runtime.tensors.structure import flatten as _flatten
from runtime.tensors.structure import is_nested as _is_nested
from runtime.tensors.structure import map_structure as _map
from runtime.tensors.structure import pack as _pack


def is_nested(seq: Any) -> bool:
    """Whether the value is a container: a list, tuple, dict, dataclass or similar.

    >>> tf.nest.is_nested([1]), tf.nest.is_nested(tf.constant([1]))
    (True, False)
    """
    return _is_nested(seq, composites=False)


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves, dict values by sorted key.

    >>> tf.nest.flatten({"b": [1, 2], "a": 3})
    [3, 1, 2]
    """
    return _flatten(structure, expand_composites)


def pack_sequence_as(
    structure: Any, flat_sequence: Any, expand_composites: bool = False
) -> Any:
    """The structure with other leaves.

    >>> tf.nest.pack_sequence_as({"a": 0, "b": (0, 0)}, [1, 2, 3])
    {'a': 1, 'b': (2, 3)}

    Raises:
      ValueError: if there are more or fewer leaves than the structure has.
    """
    return _pack(structure, list(flat_sequence), expand_composites)


def map_structure(func: Any, *structure: Any, **kwargs: Any) -> Any:
    """Applies a function to corresponding leaves.

    >>> tf.nest.map_structure(lambda x: x + 1, {"a": 1})
    {'a': 2}

    Raises:
      TypeError: if ``func`` cannot be called.
      ValueError: without structures, or if they differ.
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    unknown = set(kwargs) - {"check_types", "expand_composites"}
    if unknown:
        raise ValueError(f"Only valid keyword arguments are check_types: {unknown}")
    return _map(func, *structure, composites=kwargs.get("expand_composites", False))


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Does nothing if both nest alike.

    >>> tf.nest.assert_same_structure([1, (2,)], ["a", ("b",)])

    Raises:
      ValueError: if they nest differently.
      TypeError: if only the types of the containers differ.
    """
    _assert_same(nest1, nest2, check_types, expand_composites)
