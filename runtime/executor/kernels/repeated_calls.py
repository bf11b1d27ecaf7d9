"""Functions of a graph, called for each number of a range or each slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError


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
    if step == 0 or (last - first) * step < 0:
        raise InvalidArgumentError(
            f"for loop invalid range: start={first}, limit={last}, delta={step}"
        )
    values = list(state)
    for number in range(first, last, step):
        values = _as_list(body(np.int32(number), *values), len(values))
    return values


def run_slices(
    function: Callable[..., Any], count: int, results: int, *arguments: Any
) -> Sequence[Any]:
    """The results for each slice of the first ``count`` arguments, stacked.

    >>> run_slices(lambda x, y: x + y, 1, 1, np.array([1, 2]), np.array(10))
    [array([11, 12])]

    Raises:
      InvalidArgumentError: for arguments without slices, or of different lengths.
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
        _as_list(function(*each, *captured), results)
        for each in zip(*sliced, strict=True)
    ]
    return [np.stack(column) for column in zip(*rows, strict=True)]


def run_call(function: Callable[..., Any], results: int, *arguments: Any) -> Any:
    """The results of one call, a list whatever their number."""
    return _as_list(function(*arguments), results)


def _as_list(found: Any, count: int) -> list[Any]:
    return [found] if count == 1 else list(found or ())


__all__ = ["run_call", "run_range", "run_slices"]
