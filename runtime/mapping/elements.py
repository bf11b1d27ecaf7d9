"""`tf.map_fn` over the first axis.

Eagerly it is a Python loop; while tracing, one While node over lists of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.dtypes import as_dtype
from runtime.context import current_trace, op_scope
from runtime.control_flow.while_loops import while_loop
from runtime.mapping.batched_values import has_extension_type, map_encoded
from runtime.mapping.ragged_elements import has_rows, map_rows
from runtime.mapping.slices import (
    arrays_of,
    converted,
    length_of,
    read_slices,
    slice_at,
    stacked,
    typed,
)
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike
from runtime.tensors.structure import flatten, pack


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
        values = converted(elems)
        count = length_of(values, "map_fn")
        like = values if signature is None else signature
        dtypes = [_dtype_of(each) for each in flatten(like)]
        if current_trace() is None:
            found = [typed(fn(slice_at(values, i)), dtypes) for i in range(int(count))]
            return stacked(found) if found else _empty(like, dtypes)
        return _mapped_in_trace(fn, values, like, dtypes, count)


def _dtype_of(each: Any) -> Any:
    return as_dtype(getattr(each, "dtype", each))


def _empty(like: Any, dtypes: list[Any]) -> Any:
    empty = [convert_to_tensor(np.empty(0, each.numpy_dtype), each) for each in dtypes]
    return pack(like, empty)


def _mapped_in_trace(
    fn: Callable[..., Any], elems: Any, like: Any, dtypes: list[Any], count: Any
) -> Any:
    """A ``while`` loop that stores the function's results by index."""
    flat = flatten(elems)
    arrays = arrays_of(flat, [None] * len(flat), count)
    start = convert_to_tensor(0)
    results = [TensorArray(each, size=count) for each in dtypes]

    def step(index: Any, written: Any) -> Any:
        found = flatten(typed(fn(read_slices(elems, arrays, index)), dtypes))
        written = [array.write(index, each) for array, each in zip(written, found)]
        return index + 1, written

    _, results = while_loop(
        lambda index, _: index < count,
        step,
        (start, results),
        maximum_iterations=count,
    )
    return pack(like, [each.stack() for each in results])
