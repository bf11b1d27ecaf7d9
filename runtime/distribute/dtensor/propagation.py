"""Layouts of the results of ops, from the layouts of their arguments.

No op has a layout rule of its own; its shape rule is probed. An axis that the mesh
divides is made longer, and the axes of the results that become longer too are divided.
An argument that has to grow as well, as the other operand of a sum, does so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np

from graphir.attributes import attrs_key
from graphir.dtypes import DType
from graphir.errors import OpError
from graphir.ops.contract.registry import lookup
from graphir.shapes import Shape
from runtime.distribute.dtensor.layouts import UNSHARDED

FACTOR: Final = 3
"""By how much an axis grows in the question to the shape rule."""
_LARGEST_CONSTANT: Final = 16
_LIMIT: Final = 4096

Specs = tuple[str, ...]


@dataclass(frozen=True)
class Argument:
    """An argument of an op, as its shape rule sees it."""

    dtype: DType
    sizes: tuple[int, ...]
    specs: Specs
    constant: tuple[int, ...] | None = None
    """The elements of a short list of integers, which may be sizes."""
    handle: tuple[tuple[DType, tuple[int, ...]], ...] | None = None
    """What a variable has, if this is its handle."""

    def axes(self) -> tuple[int, ...]:
        """The sizes that may be divided; for a variable's handle, the value's sizes."""
        return self.handle[0][1] if self.handle else self.sizes


class _Grown:
    """An argument some of whose axes are longer."""

    def __init__(self, given: Argument, axes: frozenset[int], value: Any) -> None:
        self.dtype = given.dtype
        self._value = value
        sizes = [
            size * FACTOR if axis in axes else size
            for axis, size in enumerate(given.axes())
        ]
        if given.handle:
            self.shape = Shape(given.sizes)
            self.handle_data = ((given.handle[0][0], Shape(sizes)),)
        elif given.constant is not None:
            self.shape = Shape(given.sizes)
            grown = [
                size * FACTOR if number in axes else size
                for number, size in enumerate(given.constant)
            ]
            numpy_dtype = given.dtype.numpy_dtype
            self._value = np.array(grown, numpy_dtype).reshape(given.sizes)
        else:
            self.shape = Shape(sizes)

    def constant_value(self) -> Any:
        return self._value

    def constant_as_shape(self) -> Shape:
        if self._value is None:
            return Shape([None] * self.shape[0])
        return Shape([None if size < 0 else int(size) for size in self._value])


Found = tuple[tuple[int, ...], Specs]
"""The sizes of a result, and for each axis what divides it."""

_KNOWN: Final[dict[Any, list[Found | None]]] = {}


def results_of(
    op: str,
    arguments: Sequence[Argument],
    values: Sequence[Any],
    attrs: Mapping[str, Any],
) -> list[Found | None]:
    """For each result its sizes and mesh axes; None where sizes are not known.

    The list is empty if the shape rule refuses the arguments. ``values`` has the
    constant value of each argument, where it has one.
    """
    constants = tuple(map(_key_of, values))
    key = (op, tuple(arguments), constants, attrs_key(attrs))
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= _LIMIT:
            _KNOWN.clear()
        found = _KNOWN[key] = _found(op, arguments, values, attrs)
    return found


def _key_of(value: Any) -> Any:
    """The part of a key for a constant; shape rules look at small ones alone."""
    if value is None or np.size(value) > _LARGEST_CONSTANT:
        return None
    array = np.asarray(value)
    return array.dtype.str, array.shape, tuple(array.ravel().tolist())


def _found(
    op: str,
    arguments: Sequence[Argument],
    values: Sequence[Any],
    attrs: Mapping[str, Any],
) -> list[Found | None]:
    nothing = [frozenset[int]()] * len(arguments)
    usual = _shapes(op, arguments, values, attrs, nothing)
    if usual is None:
        return []
    specs = [None if each is None else [UNSHARDED] * len(each) for each in usual]
    used = {name for each in arguments for name in each.specs} - {UNSHARDED}
    for name in sorted(used):
        longer = _longer_axes(op, arguments, values, attrs, name, usual)
        for axes, found in zip(longer, specs):
            # one axis of a mesh divides one axis of a tensor
            if found and len(axes) == 1 and found[axes[0]] == UNSHARDED:
                found[axes[0]] = name
    return [
        None if sizes is None or found is None else (sizes, tuple(found))
        for sizes, found in zip(usual, specs)
    ]


def _longer_axes(
    op: str,
    arguments: Sequence[Argument],
    values: Sequence[Any],
    attrs: Mapping[str, Any],
    name: str,
    usual: Sequence[tuple[int, ...] | None],
) -> list[list[int]]:
    """For each result the axes that are longer where all that ``name`` divides is.

    There may be several ways, as where a reshape is told some sizes: the best one
    keeps the size of the axis.
    """
    sizes = {
        each.axes()[axis]
        for each in arguments
        for axis, spec in enumerate(each.specs)
        if spec == name
    }
    first: list[list[int]] | None = None
    for way in _ways_to_grow(arguments, name):
        grown = _shapes(op, arguments, values, attrs, way)
        if grown is None:
            continue
        found = [_differences(*each) for each in zip(usual, grown)]
        if all(
            before is None or before[axis] in sizes
            for before, axes in zip(usual, found)
            for axis in axes
        ):
            return found
        first = first or found
    return first or []


def _differences(
    before: tuple[int, ...] | None, after: tuple[int, ...] | None
) -> list[int]:
    if before is None or after is None:
        return []
    return [axis for axis, size in enumerate(before) if after[axis] != size]


def _ways_to_grow(
    arguments: Sequence[Argument], name: str
) -> Iterator[list[frozenset[int]]]:
    """Which axes of each argument grow: first those that are divided, then with more.

    An argument that is not divided so may have one axis of the same size, and a list
    of sizes one entry, which grow together with what is divided.
    """
    divided = [
        frozenset(axis for axis, spec in enumerate(each.specs) if spec == name)
        for each in arguments
    ]
    sizes = {
        each.axes()[axis] for each, axes in zip(arguments, divided) for axis in axes
    }
    choices = []
    for each, axes in zip(arguments, divided):
        others = each.axes() if each.constant is None else each.constant
        alike = [] if axes else [n for n, size in enumerate(others) if size in sizes]
        choices.append([axes, *(frozenset([axis]) for axis in alike)])
    ways = list(product(*choices)) if _count(choices) <= 256 else [tuple(divided)]
    ways.sort(key=lambda way: sum(map(len, way)))
    yield from map(list, ways)


def _count(choices: Sequence[Sequence[Any]]) -> int:
    found = 1
    for each in choices:
        found *= len(each)
    return found


def _shapes(
    op: str,
    arguments: Sequence[Argument],
    values: Sequence[Any],
    attrs: Mapping[str, Any],
    axes: Sequence[frozenset[int]],
) -> list[tuple[int, ...] | None] | None:
    """The shapes by the op's rule, None for unknown ones; None if it refuses."""
    inputs = [_Grown(*each) for each in zip(arguments, axes, values)]
    try:
        _, results = lookup(op).infer(inputs, attrs)
    except (OpError, TypeError, ValueError):
        return None
    return [known_sizes(shape) for _, shape in results]


def known_sizes(shape: Shape) -> tuple[int, ...] | None:
    """All sizes of a shape, or None if some are not known."""
    sizes = shape.sizes
    if sizes is None or None in sizes:
        return None
    return tuple(size for size in sizes if size is not None)
