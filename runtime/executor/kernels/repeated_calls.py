"""Functions of a graph, called for each number of a range or each slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape


def run_range(
    body: Callable[..., Any], start: Any, limit: Any, delta: Any, *state: Any
) -> Sequence[Any]:
    """The values after ``body`` was applied for each number of a range.

    >>> run_range(lambda i, total: total + i, 0, 4, 1, np.int32(0))
    [np.int32(6)]

    Raises:
      InvalidArgumentError: for a range that never ends.
    """
    first, last, step = int(start), int(limit), int(delta)
    if first != last and (last - first) * step <= 0:
        raise InvalidArgumentError(
            f"for loop invalid range: start={first}, limit={last}, delta={step}"
        )
    values = list(state)
    for number in range(first, last, step or 1):
        values = _as_list(body(np.int32(number), *values), len(values))
    return values


class Results(NamedTuple):
    """What a function that is called for slices returns: dtypes and shapes."""

    dtypes: Sequence[DType]
    shapes: Sequence[Shape]

    def stacked(self, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """The results of the calls, one array for each; of no calls, empty arrays.

        Raises:
          InvalidArgumentError: if shapes differ from call to call, or from the declared
            ones, or if nothing tells the shape of empty results.
        """
        if not rows:
            return list(map(_empty, self.dtypes, self.shapes))
        columns = list(zip(*rows, strict=True))
        for column, shape in zip(columns, self.shapes, strict=True):
            _require_shape(column, shape)
        return [
            np.stack([np.asarray(each, _numpy_of(dtype)) for each in column])
            for column, dtype in zip(columns, self.dtypes, strict=True)
        ]


def _numpy_of(dtype: DType) -> Any:
    return dtype.numpy_dtype if dtype.has_numpy else object


def _empty(dtype: DType, shape: Shape) -> Any:
    if not shape.is_fully_defined():
        raise InvalidArgumentError(
            f"There are no slices, and the shape of their results is not known: {shape}"
        )
    return np.empty((0, *shape.as_ints()), _numpy_of(dtype))


def _require_shape(column: Sequence[Any], shape: Shape) -> None:
    first = np.shape(column[0])
    for each in column:
        found = np.shape(each)
        if found != first or not shape.is_compatible_with(Shape(found)):
            expected = first if shape.is_compatible_with(Shape(first)) else shape
            raise InvalidArgumentError(
                f"Mismatch in function retval shape, {list(found)}, and expected "
                f"output shape, {list(expected)}."
            )


def run_slices(
    function: Callable[..., Any], count: int, results: Results, *arguments: Any
) -> Sequence[Any]:
    """The results for each slice of the first ``count`` arguments, stacked.

    >>> from graphir import dtypes
    >>> numbers = Results([dtypes.int64], [Shape([])])
    >>> run_slices(lambda x, y: x + y, 1, numbers, np.array([1, 2]), np.array(10))
    [array([11, 12])]

    Raises:
      InvalidArgumentError: for arguments without slices, or of different lengths, and
        for results of other shapes.
    """
    sliced, captured = arguments[:count], arguments[count:]
    if any(np.ndim(each) == 0 for each in sliced):
        raise InvalidArgumentError("All inputs must have rank at least 1.")
    lengths = {len(each) for each in sliced}
    if len(lengths) != 1:
        raise InvalidArgumentError(
            f"All inputs must have the same dimension 0: {sorted(lengths)}"
        )
    rows = [
        _as_list(function(*each, *captured), len(results.dtypes))
        for each in zip(*sliced, strict=True)
    ]
    return results.stacked(rows)


def run_call(function: Callable[..., Any], results: int, *arguments: Any) -> Any:
    """The results of one call, a list whatever their number."""
    return _as_list(function(*arguments), results)


def _as_list(found: Any, count: int) -> list[Any]:
    return [found] if count == 1 else list(found or ())


__all__ = ["Results", "run_call", "run_range", "run_slices"]
