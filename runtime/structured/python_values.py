"""Dicts and lists of Python that structured tensors are made of, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.ragged.construction import constant as ragged_constant
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import EagerTensor


def keys_of(value: Any) -> tuple[list[str] | None, int]:
    """The names of the dicts in nested lists, and how deep these are; None for others.

    Raises:
      ValueError: for dicts beside other values, or at different depths.
      KeyError: for a name that only some of the dicts have.
    """
    found = list(_dicts(value, 0))
    dicts = [(each, depth) for each, depth in found if isinstance(each, Mapping)]
    if not dicts:
        return None, 0
    depths = {depth for _, depth in dicts}
    if len(dicts) < len(found) or len(depths) > 1:
        raise ValueError("Expected dict or nested list/tuple of dict")
    names = {name: None for each, _ in dicts for name in each}
    for each, _ in dicts:
        for name in names:
            if name not in each:
                raise KeyError(name)
    return list(names), depths.pop()


def _dicts(value: Any, depth: int) -> Any:
    """What stands in nested lists, with its depth; empty lists have nothing."""
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _dicts(each, depth + 1)
    else:
        yield value, depth


def field_of_python(value: Any) -> Any:
    """A tensor of a value without dicts; a ragged one of nested lists."""
    if isinstance(value, (list, tuple)):
        return ragged_constant(value)
    return convert_to_tensor(value)


def as_python(value: Any) -> Any:
    """Lists of a tensor's elements; the element of a scalar.

    Raises:
      ValueError: for a tensor of a graph.
    """
    if isinstance(value, RaggedTensor):
        return value.to_list()
    if not isinstance(value, EagerTensor):
        raise ValueError("Tensors of a graph have no Python values.")
    found: Any = value.numpy()
    return found.tolist() if value.shape.rank else found


__all__ = ["as_python", "field_of_python", "keys_of"]
