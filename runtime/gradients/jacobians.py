"""Jacobians: the gradients of every element of a target, stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import flatten_gradients
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from runtime.gradients.tape import GradientTape


def jacobian(tape: GradientTape, target: Any, sources: Any, unconnected: Any) -> Any:
    """For each source a tensor of the target's shape followed by the source's."""
    _check_single(target, "target")
    target = convert_to_tensor(target)
    dims = _known_shape(target)
    rows: list[list[Any]] = []
    for position in range(int(np.prod(dims))):
        seed = np.zeros(dims, target.dtype.numpy_dtype)
        seed.flat[position] = 1
        found = tape.gradient(target, sources, convert_to_tensor(seed), unconnected)
        rows.append(flatten_gradients(found))
    columns = zip(*rows) if rows else [()] * len(flatten(sources))
    stacked = [
        _stacked(column, dims, source)
        for column, source in zip(columns, flatten(sources))
    ]
    return pack(sources, stacked)


def batch_jacobian(
    tape: GradientTape, target: Any, source: Any, unconnected: Any
) -> Any:
    """For each row the derivatives of the target's row by the source's row.

    Zeros if the target does not depend on the source, whatever ``unconnected`` says.
    """
    _check_single(target, "target")
    _check_single(source, "source")
    target = convert_to_tensor(target)
    dims, source_dims = _known_shape(target), _known_shape(source)
    if len(dims) < 2:
        raise ValueError(f"Shape {target.shape} must have rank at least 2")
    if not source_dims or dims[0] != source_dims[0]:
        raise ValueError(
            "Need first dimension of target shape "
            f"({target.shape}) and source shape ({source.shape}) to match."
        )
    columns = []
    for position in range(int(np.prod(dims[1:]))):
        row = np.zeros(dims[1:], target.dtype.numpy_dtype)
        row.flat[position] = 1
        seed = convert_to_tensor(np.broadcast_to(row, dims).copy())
        columns.append(tape.gradient(target, source, seed, unconnected))
    if not columns or columns[0] is None:
        return _zeros((*dims, *source_dims[1:]), target)
    joined = apply_op("Pack", [columns], {"axis": 1})
    return _reshaped(joined, (*dims, *source_dims[1:]))


def _check_single(thing: Any, role: str) -> None:
    if not isinstance(thing, Tensor) and not hasattr(thing, "handle"):
        raise TypeError(
            f"The {role} of a jacobian is one tensor or variable, not {thing!r} of "
            f"type {type(thing).__name__!r}."
        )


def _known_shape(tensor: Any) -> tuple[int, ...]:
    if not tensor.shape.is_fully_defined():
        raise ValueError(
            f"A jacobian needs shapes that are known when it is recorded, not "
            f"{tensor.shape}."
        )
    dims: tuple[int, ...] = tensor.shape.as_ints()
    return dims


def _stacked(column: Any, dims: tuple[int, ...], source: Any) -> Any:
    rows = list(column)
    shape = (*dims, *source.shape.as_ints())
    if not rows:
        return _zeros(shape, source)
    if any(row is None for row in rows):
        return None
    return _reshaped(apply_op("Pack", [rows], {"axis": 0}), shape)


def _reshaped(tensor: Tensor, dims: tuple[int, ...]) -> Any:
    sizes = convert_to_tensor(np.array(dims, np.int32))
    return apply_op("Reshape", [tensor, sizes])


def _zeros(dims: tuple[int, ...], like: Any) -> Any:
    return convert_to_tensor(np.zeros(dims, like.dtype.numpy_dtype))


__all__ = ["batch_jacobian", "jacobian"]
