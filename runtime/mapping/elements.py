"""`tf.map_fn`, `tf.scan`, `tf.foldl` and `tf.foldr` over the first axis.

Eagerly they are Python loops; while tracing, one While node over lists of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.dtypes import as_dtype
from graphir.errors import InvalidArgumentError, OutOfRangeError
from runtime.apply import apply_op
from runtime.context import current_trace, op_scope
from runtime.control_flow.conditionals import while_loop
from runtime.mapping.batched_values import (
    has_extension_type,
    map_encoded,
    specs_of_results,
)
from runtime.mapping.ragged_elements import has_rows, map_rows, type_of_rows
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.composites import CompositeTensor, convert_to_tensor
from runtime.tensors.likes import DTypeLike
from runtime.tensors.structure import flatten, map_structure, pack
from runtime.tensors.tensor import Tensor


def _converted(elems: Any) -> Any:
    return map_structure(convert_to_tensor, elems, composites=False)


def _tensor_or_composite(value: Any) -> Any:
    is_composite = isinstance(value, CompositeTensor)
    return value if is_composite else convert_to_tensor(value)


def _length(elems: Any, name: str) -> Any:
    """How many elements there are: a number if it is known, else a tensor.

    Raises:
      ValueError: for scalars, or elements of different lengths.
    """
    flat = flatten(elems)
    if not flat:
        raise ValueError(f"{name}: `elems` must hold at least one tensor.")
    if any(each.shape.rank == 0 for each in flat):
        raise ValueError(
            f"{name}: elements in elems must be 1+ dimensional Tensors, not scalars"
        )
    known = {each.shape[0] for each in flat if each.shape.rank} - {None}
    if len(known) > 1:
        raise ValueError(f"{name}: elems have different lengths: {sorted(known)}")
    if known:
        return known.pop()
    sizes: Tensor = apply_op("Shape", [flat[0]])
    return sizes[0]


def _element(elems: Any, index: Any) -> Any:
    return map_structure(lambda each: each[index], elems)


def _stacked(rows: list[Any]) -> Any:
    columns = zip(*map(flatten, rows))
    return pack(rows[0], [apply_op("Pack", [list(each)]) for each in columns])


def map_fn(
    fn: Callable[..., Any],
    elems: Any,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """Applies ``fn`` to each element along the first axis and stacks the results.

    ``elems`` may nest; ``fn_output_signature`` has the dtypes of the results if they
    differ from the dtypes of ``elems``.

    >>> tf.map_fn(lambda x: x * x, tf.constant([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)

    Raises:
      TypeError: if ``fn`` is no function.
      ValueError: for scalars, or elements of different lengths.
    """
    if not callable(fn):
        raise TypeError(
            f"The provided function {getattr(fn, '__name__', fn)!r} is not callable."
            f"fn must be callable."
        )
    signature = dtype if fn_output_signature is None else fn_output_signature
    with op_scope(name, "map"):
        leaves = flatten([elems, signature], composites=False)
        if has_extension_type(leaves):
            return map_encoded(map_fn, fn, elems, signature)
        if any(map(has_rows, leaves)):
            return map_rows(fn, elems, signature)
        values = _converted(elems)
        count = _length(values, "map_fn")
        like = values if signature is None else signature
        dtypes = [_dtype_of(each) for each in flatten(like)]
        if current_trace() is None:
            found = [_typed(fn(_element(values, i)), dtypes) for i in range(int(count))]
            return _stacked(found) if found else _empty(like, dtypes)
        return _mapped_in_trace(fn, values, like, dtypes, count)


def vectorized_map(
    fn: Callable[..., Any],
    elems: Any,
    fallback_to_while_loop: bool = True,
    warn: bool = True,
) -> Any:
    """``map_fn`` with inferred dtypes of the results; runs as a loop.

    >>> tf.vectorized_map(lambda x: x / 2, tf.constant([1, 2])).numpy()
    array([0.5, 1. ])

    Raises:
      ValueError: for scalars, or elements of different lengths.
    """
    leaves = flatten(elems, composites=False)
    if has_extension_type(leaves):
        return map_encoded(map_fn, fn, elems, specs_of_results(fn, elems))
    if any(map(has_rows, leaves)):
        return map_rows(fn, elems, type_of_rows(fn, elems))
    values = _converted(elems)
    _length(values, "vectorized_map")
    like = _converted(fn(_element(values, 0)))
    signature = map_structure(lambda each: each.dtype, like)
    return map_fn(fn, values, fn_output_signature=signature)


def _dtype_of(each: Any) -> Any:
    return as_dtype(getattr(each, "dtype", each))


def _typed(result: Any, dtypes: list[Any]) -> Any:
    """The results as tensors of the declared dtypes.

    Raises:
      ValueError: for another number of results.
      InvalidArgumentError: for a result of another dtype.
    """
    flat = flatten(result)
    if len(flat) != len(dtypes):
        raise ValueError(
            f"`fn` gave {len(flat)} results, but {len(dtypes)} were declared by "
            "`fn_output_signature` (or `elems`)."
        )
    tensors = [
        convert_to_tensor(each, None if hasattr(each, "dtype") else dtype)
        for each, dtype in zip(flat, dtypes)
    ]
    for tensor, dtype in zip(tensors, dtypes):
        if tensor.dtype.base_dtype is not dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"TensorArray dtype is {dtype.name} but Op is trying to write dtype "
                f"{tensor.dtype.name}: declare it with `fn_output_signature`",
            )
    return pack(result, tensors)


def _empty(like: Any, dtypes: list[Any]) -> Any:
    empty = [convert_to_tensor(np.empty(0, each.numpy_dtype), each) for each in dtypes]
    return pack(like, empty)


def _arrays_of(flat: list[Any], shapes: list[Any], count: Any) -> list[TensorArray]:
    """An array of the slices of each tensor along its first axis."""
    arrays = [
        TensorArray(each.dtype, size=count, element_shape=shape)
        for each, shape in zip(flat, shapes)
    ]
    return [array.unstack(each) for array, each in zip(arrays, flat)]


def _read(like: Any, arrays: list[TensorArray], index: Any) -> Any:
    return pack(like, [array.read(index) for array in arrays])


def _mapped_in_trace(
    fn: Callable[..., Any], elems: Any, like: Any, dtypes: list[Any], count: Any
) -> Any:
    """A ``while`` loop that stores the function's results by index."""
    flat = flatten(elems)
    arrays = _arrays_of(flat, [None] * len(flat), count)
    start = convert_to_tensor(0)
    results = [TensorArray(each, size=count) for each in dtypes]

    def step(index: Any, written: Any) -> Any:
        found = flatten(_typed(fn(_read(elems, arrays, index)), dtypes))
        written = [array.write(index, each) for array, each in zip(written, found)]
        return index + 1, written

    _, results = while_loop(
        lambda index, _: index < count,
        step,
        (start, results),
        maximum_iterations=count,
    )
    return pack(like, [each.stack() for each in results])


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
        values = _converted(elems)
        count = _length(values, "scan")
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
        state = _converted(initializer)
    dtypes = [each.dtype for each in flatten(state)]
    for place in places:
        state = _typed(fn(state, _element(values, place)), dtypes)
        rows.append(state)
    if not rows:
        return map_structure(lambda each: apply_op("ExpandDims", [each, 0])[:0], state)
    return _stacked(rows[::-1] if reverse else rows)


def _first_element(values: Any, places: list[int]) -> Any:
    """The first element, which serves as a missing initializer."""
    if not places:
        raise OutOfRangeError(
            None, None, "Without an initializer `elems` must not be empty."
        )
    return _element(values, places.pop(0))


def _scanned_in_trace(
    fn: Callable[..., Any], values: Any, count: Any, initializer: Any, reverse: bool
) -> Any:
    rows = flatten(values)
    arrays = _arrays_of(rows, [each.shape[1:] for each in rows], count)
    end = count - 1 if reverse else 0
    if initializer is None:
        state = _read(values, arrays, end)
    else:
        state = _converted(initializer)
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
        element = _read(values, arrays, index)
        after = flatten(_typed(fn(pack(state, before), element), dtypes))
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
        values = _converted(elems)
        count = _length(values, name)
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
        state = map_structure(_tensor_or_composite, initializer, composites=False)
    dtypes = [each.dtype for each in flatten(state)]
    for place in places:
        found = flatten(_typed(fn(state, _element(values, place)), dtypes))
        state = pack(state, found)
    return state


def _folded_in_trace(
    fn: Callable[..., Any], values: Any, count: Any, initializer: Any, reverse: bool
) -> Any:
    rows = flatten(values)
    arrays = _arrays_of(rows, [None] * len(rows), count)
    start = count if reverse else 0
    if initializer is None:
        start = count - 1 if reverse else 1
        state = _read(values, arrays, start if reverse else 0)
    else:
        state = _converted(initializer)
    dtypes = [each.dtype for each in flatten(state)]

    def step(index: Any, before: Any) -> Any:
        if reverse:
            index = index - 1
        element = _read(values, arrays, index)
        after = flatten(_typed(fn(pack(state, before), element), dtypes))
        return index if reverse else index + 1, after

    _, found = while_loop(
        lambda index, _: index > 0 if reverse else index < count,
        step,
        (start, flatten(state)),
        maximum_iterations=count,
    )
    return pack(state, found)
