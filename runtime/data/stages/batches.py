"""Stacks elements into batches: one array, or one object array of variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import DataLossError, FailedPreconditionError, InvalidArgumentError
from graphir.shapes import Shape
from runtime.data.stages.stage import Element

Kind = tuple[DType, Shape]
"""Of a component: its dtype, and what is known of its shape."""


def stacked(elements: Sequence[Sequence[Any]], kinds: Sequence[Kind]) -> Element:
    """Elements stacked along a new first axis, component by component.

    Raises:
      InvalidArgumentError: if the shapes of one component differ.
    """
    columns = zip(*elements)
    return tuple(
        [
            _column(values, kind, place)
            for place, (values, kind) in enumerate(zip(columns, kinds))
        ]
    )


def _column(values: Sequence[Any], kind: Kind, component: int) -> Any:
    dtype, shape = kind
    if dtype is dtypes.variant:
        return _variants(values, component)
    if shape.rank == 0:
        return _scalars(values, dtype)
    first = np.shape(values[0])
    if not shape.is_fully_defined():
        _check_shapes(values, component)
    if not first:
        return _scalars(values, dtype)
    result = np.empty((len(values), *first), dtype.numpy_dtype)
    for place, each in enumerate(values):
        result[place] = each
    return result


def check_rows(elements: Sequence[Sequence[Any]], size: int) -> None:
    """Refuses batches whose rows differ in shape.

    Raises:
      FailedPreconditionError: as TensorFlow, which copies the rows in slices.
    """
    for values in zip(*elements):
        first = np.shape(values[0])
        for each in values:
            if np.shape(each) != first:
                raise FailedPreconditionError(
                    None,
                    None,
                    f"A row of shape {_text(np.shape(each))} does not fit into a batch "
                    f"of shape {_text((size, *first))}.",
                )


def _check_shapes(values: Sequence[Any], component: int) -> None:
    first = np.shape(values[0])
    for place, each in enumerate(values):
        if np.shape(each) != first:
            raise InvalidArgumentError(
                None,
                None,
                "Cannot batch tensors with different shapes in component "
                f"{component}. First element had shape {_text(first)} and element "
                f"{place} had shape {_text(np.shape(each))}.",
            )


def _scalars(values: Sequence[Any], dtype: DType) -> Any:
    if dtype is dtypes.string:
        result = np.empty(len(values), object)
        if set(map(type, values)) != {bytes}:
            values = [x if isinstance(x, bytes) else x[()] for x in values]
        result[:] = values
        return result
    return np.array(values, dtype.numpy_dtype)


def _variants(values: Sequence[Any], component: int) -> Any:
    if isinstance(values[0], np.ndarray):
        _check_shapes(values, component)
        return np.stack(values)
    result = np.empty(len(values), object)
    for place, each in enumerate(values):
        result[place] = each
    return result


def _text(shape: Sequence[int]) -> str:
    return f"[{','.join(map(str, shape))}]"


def padded(
    values: Sequence[Any], dtype: DType, wanted: Sequence[int], filling: Any
) -> Any:
    """The values of one component, padded to one shape, along a new first axis.

    A wanted size of -1 stands for the largest size among the values.

    Raises:
      DataLossError: for a value that is larger than wanted.
      InvalidArgumentError: for a value of another rank.
    """
    shapes = [np.shape(each) for each in values]
    for each in shapes:
        if len(each) != len(wanted):
            raise InvalidArgumentError(
                None,
                None,
                "All elements in a batch must have the same rank as the padded shape "
                f"for component0: expected rank {len(wanted)} but got element with "
                f"rank {len(each)}",
            )
    sizes = []
    for axis, size in enumerate(wanted):
        largest = max(each[axis] for each in shapes)
        if 0 <= size < largest:
            raise DataLossError(
                None, None, "Attempted to pad to a smaller size than the input element."
            )
        sizes.append(largest if size < 0 else int(size))
    result: Any = np.empty((len(values), *sizes), dtype.numpy_dtype)
    result[...] = filling
    for place, (value, shape) in enumerate(zip(values, shapes)):
        # a string without axes is an array that holds it
        inside = value[()] if dtype is dtypes.string and not shape else value
        where = (place, *map(slice, shape))
        result[where] = inside
    return result
