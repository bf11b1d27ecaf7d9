"""`tf.scan`, `tf.foldl` and `tf.foldr` over the first axis.

Eagerly they are Python loops; while tracing, one While node over lists of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir.errors import OutOfRangeError
from runtime.apply import apply_op
from runtime.context import current_trace, op_scope
from runtime.control_flow.while_loops import while_loop
from runtime.mapping.slices import (
    arrays_of,
    converted,
    length_of,
    read_slices,
    slice_at,
    stacked,
    tensor_or_composite,
    typed,
)
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.structure import flatten, map_structure, pack


def scan(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """``fn(accumulated, element)`` along the first axis: every accumulated value.

    Without an initializer the first element is the first value.

    >>> tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3])).numpy()
    array([1, 3, 6], dtype=int32)

    Raises:
      TypeError: if ``fn`` is no function.
      ValueError: for scalars, or elements of different lengths.
    """
    if not callable(fn):
        raise TypeError(f"{getattr(fn, '__name__', fn)!r} is not callable.")
    with op_scope(name, "scan"):
        values = converted(elems)
        count = length_of(values, "scan")
        if current_trace() is None:
            return _scanned(fn, values, int(count), initializer, reverse)
        return _scanned_in_trace(fn, values, count, initializer, reverse)


def _scanned(
    fn: Callable[..., Any], values: Any, count: int, initializer: Any, reverse: bool
) -> Any:
    places = list(range(count))[:: -1 if reverse else 1]
    rows = []
    if initializer is None:
        state = _first_element(values, places)
        rows.append(state)
    else:
        state = converted(initializer)
    dtypes = [each.dtype for each in flatten(state)]
    for place in places:
        state = typed(fn(state, slice_at(values, place)), dtypes)
        rows.append(state)
    if not rows:
        return map_structure(lambda each: apply_op("ExpandDims", [each, 0])[:0], state)
    return stacked(rows[::-1] if reverse else rows)


def _first_element(values: Any, places: list[int]) -> Any:
    """The first element, which serves as a missing initializer."""
    if not places:
        raise OutOfRangeError(
            None, None, "Without an initializer `elems` must not be empty."
        )
    return slice_at(values, places.pop(0))


def _scanned_in_trace(
    fn: Callable[..., Any], values: Any, count: Any, initializer: Any, reverse: bool
) -> Any:
    rows = flatten(values)
    arrays = arrays_of(rows, [each.shape[1:] for each in rows], count)
    end = count - 1 if reverse else 0
    if initializer is None:
        state = read_slices(values, arrays, end)
    else:
        state = converted(initializer)
    flat = flatten(state)
    dtypes = [each.dtype for each in flat]
    results = [
        TensorArray(each.dtype, size=count, element_shape=each.shape) for each in flat
    ]
    start = end
    if initializer is None:
        results = [array.write(end, each) for array, each in zip(results, flat)]
        start = end - 1 if reverse else 1

    def step(index: Any, before: Any, written: Any) -> Any:
        element = read_slices(values, arrays, index)
        after = flatten(typed(fn(pack(state, before), element), dtypes))
        written = [array.write(index, each) for array, each in zip(written, after)]
        return index - 1 if reverse else index + 1, after, written

    _, _, results = while_loop(
        lambda index, *_: index >= 0 if reverse else index < count,
        step,
        (start, flat, results),
        maximum_iterations=count,
    )
    return pack(state, [each.stack() for each in results])


def foldl(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """``fn(accumulated, element)`` along the first axis: the last value.

    >>> tf.foldl(lambda a, x: a - x, tf.constant([1, 2, 3])).numpy()
    np.int32(-4)

    Raises:
      TypeError: if ``fn`` is no function.
      ValueError: for scalars, or elements of different lengths.
    """
    return _folded(fn, elems, initializer, name or "foldl", reverse=False)


def foldr(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The same from the last element to the first.

    >>> tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 3])).numpy()
    np.int32(0)

    Raises:
      TypeError: if ``fn`` is no function.
      ValueError: for scalars, or elements of different lengths.
    """
    return _folded(fn, elems, initializer, name or "foldr", reverse=True)


def _folded(
    fn: Callable[..., Any], elems: Any, initializer: Any, name: str, *, reverse: bool
) -> Any:
    if not callable(fn):
        raise TypeError(f"{getattr(fn, '__name__', fn)!r} is not callable.")
    with op_scope(name, name):
        values = converted(elems)
        count = length_of(values, name)
        if current_trace() is None:
            return _folded_eagerly(fn, values, int(count), initializer, reverse)
        return _folded_in_trace(fn, values, count, initializer, reverse)


def _folded_eagerly(
    fn: Callable[..., Any], values: Any, count: int, initializer: Any, reverse: bool
) -> Any:
    places = list(range(count))[:: -1 if reverse else 1]
    if initializer is None:
        state = _first_element(values, places)
    else:
        state = map_structure(tensor_or_composite, initializer, composites=False)
    dtypes = [each.dtype for each in flatten(state)]
    for place in places:
        found = flatten(typed(fn(state, slice_at(values, place)), dtypes))
        state = pack(state, found)
    return state


def _folded_in_trace(
    fn: Callable[..., Any], values: Any, count: Any, initializer: Any, reverse: bool
) -> Any:
    rows = flatten(values)
    arrays = arrays_of(rows, [None] * len(rows), count)
    start = count if reverse else 0
    if initializer is None:
        start = count - 1 if reverse else 1
        state = read_slices(values, arrays, start if reverse else 0)
    else:
        state = converted(initializer)
    dtypes = [each.dtype for each in flatten(state)]

    def step(index: Any, before: Any) -> Any:
        if reverse:
            index = index - 1
        element = read_slices(values, arrays, index)
        after = flatten(typed(fn(pack(state, before), element), dtypes))
        return index if reverse else index + 1, after

    _, found = while_loop(
        lambda index, _: index > 0 if reverse else index < count,
        step,
        (start, flatten(state)),
        maximum_iterations=count,
    )
    return pack(state, found)
