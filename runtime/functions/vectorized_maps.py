"""`tf.vectorized_map`: a function traced once, called for each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from autograph.operators.calls import converted_call
from autograph.options import ConversionOptions
from runtime.functions.decorator import function
from runtime.mapping.batched_values import has_extension_type
from runtime.mapping.elements import map_fn
from runtime.mapping.ragged_elements import has_rows
from runtime.mapping.row_specs import spec_of_result, spec_of_row
from runtime.mapping.slices import length_of
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.structure import flatten, is_composed, map_structure, pack
from runtime.tensors.tensor import Tensor

_OPTIONS: Final = ConversionOptions(recursive=True, user_requested=True)


def vectorized_map(
    fn: Callable[..., Any],
    elems: Any,
    fallback_to_while_loop: bool = True,
    warn: bool = True,
) -> Any:
    """``map_fn`` with inferred dtypes of the results; runs as a loop.

    ``fn`` is traced once, as a ``tf.function`` for any element: it sees no values.

    >>> tf.vectorized_map(lambda x: x / 2, tf.constant([1, 2])).numpy()
    array([0.5, 1. ])

    Raises:
      ValueError: for scalars, or elements of different lengths.
    """
    values = map_structure(_tensor, elems, composites=False)
    leaves = flatten(values, composites=False)
    is_dense = not has_extension_type(leaves) and not any(map(has_rows, leaves))
    count = length_of(values, "vectorized_map") if is_dense else None
    rows = [spec_of_row(each) for each in leaves]
    traced = _Traced(fn, pack(values, rows, composites=False))
    if not traced.outputs:
        return traced.packed([])
    if is_dense and isinstance(count, int) and not count:
        return traced.packed([_no_rows(each) for each in traced.outputs])
    signature = [spec_of_result(each) for each in traced.outputs]
    return traced.packed(map_fn(traced, values, fn_output_signature=signature))


class _Traced:
    """A function of an element, traced for its spec: gives the results as a list."""

    def __init__(self, fn: Callable[..., Any], row: Any) -> None:
        def on_row(row: Any) -> list[Any]:
            result = converted_call(fn, (row,), {}, None, _OPTIONS)
            self._like = result
            leaves = flatten(result, composites=False)
            return [_tensor(each) for each in leaves if each is not None]

        self._call = function(on_row, autograph=False).get_concrete_function(row)
        self.outputs: list[Any] = list(self._call.structured_outputs)

    def __call__(self, row: Any) -> list[Any]:
        return list(self._call(row))

    def packed(self, results: list[Any]) -> Any:
        """Results in the structure that the function returned; None stays None."""
        found = iter(results)
        leaves = flatten(self._like, composites=False)
        whole = [None if each is None else next(found) for each in leaves]
        return pack(self._like, whole, composites=False)


def _tensor(value: Any) -> Any:
    """A composite or an extension type as it is; anything else as a tensor."""
    return value if is_composed(value) else convert_to_tensor(value)


def _no_rows(like: Tensor) -> Tensor:
    """No results, of the dtype and shape that each would have."""
    inner = () if like.shape.rank is None else like.shape
    sizes = [0, *(0 if size is None else size for size in inner)]
    return convert_to_tensor(np.zeros(sizes, like.dtype.numpy_dtype), like.dtype)


__all__ = ["vectorized_map"]
