"""Slices of tensors along the first axis: counted, taken, joined, kept in arrays."""

from __future__ import annotations

from typing import Any

from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.composites import CompositeTensor, convert_to_tensor
from runtime.tensors.structure import flatten, map_structure, pack
from runtime.tensors.tensor import Tensor


def converted(elems: Any) -> Any:
    """The nested elements, as tensors and composites."""
    return map_structure(convert_to_tensor, elems, composites=False)


def tensor_or_composite(value: Any) -> Any:
    """A composite as it is; anything else as a tensor."""
    is_composite = isinstance(value, CompositeTensor)
    return value if is_composite else convert_to_tensor(value)


def length_of(elems: Any, name: str) -> Any:
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


def slice_at(elems: Any, index: Any) -> Any:
    """The slice of each nested tensor at an index of its first axis."""
    return map_structure(lambda each: each[index], elems)


def stacked(rows: list[Any]) -> Any:
    """Nested results of all slices, stacked along a new first axis."""
    columns = zip(*map(flatten, rows))
    return pack(rows[0], [apply_op("Pack", [list(each)]) for each in columns])


def typed(result: Any, dtypes: list[Any]) -> Any:
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


def arrays_of(flat: list[Any], shapes: list[Any], count: Any) -> list[TensorArray]:
    """An array of the slices of each tensor along its first axis."""
    arrays = [
        TensorArray(each.dtype, size=count, element_shape=shape)
        for each, shape in zip(flat, shapes)
    ]
    return [array.unstack(each) for array, each in zip(arrays, flat)]


def read_slices(like: Any, arrays: list[TensorArray], index: Any) -> Any:
    """The slice of each array at an index, nested as `like`."""
    return pack(like, [array.read(index) for array in arrays])
