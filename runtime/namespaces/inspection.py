"""Inspection of tensors and values: static values, specs, messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.dtypes import as_dtype
from graphir.wire.tensors import from_tensor_proto, to_tensor_proto
from runtime.apply import apply_op
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from runtime.tensors.conversion import convert_to_tensor, register_conversion
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.python_values import to_array
from runtime.tensors.structure import is_composite
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace


def get_static_value(tensor: TensorLike, partial: bool = False) -> Any:
    """The value of a tensor as an array if it is known statically, else None.

    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)

    A value that is no tensor is returned unchanged; for variables, ragged and sparse
    tensors the result is None.
    """
    if not isinstance(tensor, Tensor):
        return None if is_composite(tensor) or hasattr(tensor, "handle") else tensor
    value = tensor.constant_value()
    return None if value is None else np.array(value)[()]


def inside_function() -> bool:
    """Whether a function is traced now.

    >>> tf.inside_function(), bool(tf.function(tf.inside_function)())
    (False, True)
    """
    trace = current_trace()
    return trace is not None and trace.is_function


def is_symbolic_tensor(tensor: TensorLike) -> bool:
    """Whether the argument is a symbolic tensor: a tensor of a graph.

    >>> tf.is_symbolic_tensor(tf.constant(1))
    False
    """
    return isinstance(tensor, SymbolicTensor)


def make_tensor_proto(
    values: TensorLike,
    dtype: DTypeLike | None = None,
    shape: Any = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """The message of a constant.

    >>> tf.make_ndarray(tf.make_tensor_proto([1, 2]))
    array([1, 2], dtype=int32)

    Raises:
      TypeError: if the values do not fit the dtype, or with ``verify_shape`` the shape.
      ValueError: for values that fill the shape neither once nor, being one, often.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    array, found = to_array(values, wanted)
    array = np.asarray(array)
    if shape is not None:
        array = _shaped(array, tuple(int(each) for each in shape), verify_shape)
    return to_tensor_proto(array, found)


def _shaped(array: Any, shape: tuple[int, ...], verify_shape: bool) -> Any:
    if verify_shape and array.shape != shape:
        raise TypeError(f"Expected Tensor's shape: {shape}, got {array.shape}.")
    if array.size == 1:
        return np.full(shape, array.reshape(())[()])
    if array.size != np.prod(shape, dtype=np.int64):
        raise ValueError(
            f"Values of shape {array.shape} do not fill a tensor of shape {shape}."
        )
    return array.reshape(shape)


def make_ndarray(tensor: TensorLike) -> Any:
    """The array in the message of a tensor.

    >>> tf.make_ndarray(tf.make_tensor_proto("a"))
    array(b'a', dtype=object)

    Raises:
      TypeError: if the argument is no ``TensorProto``.
    """
    if not hasattr(tensor, "tensor_content"):
        raise TypeError(f"make_ndarray takes a TensorProto, not {tensor!r}.")
    return np.array(from_tensor_proto(tensor).array)


def type_spec_from_value(value: Any) -> Any:
    """The spec of a tensor, ragged tensor, sparse tensor or IndexedSlices.

    >>> tf.type_spec_from_value(tf.constant([1, 2]))
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)

    Raises:
      TypeError: for a value without a spec.
    """
    from runtime.signatures.none_spec import NoneTensorSpec
    from runtime.signatures.trace_types import TensorSpec

    if value is None:
        return NoneTensorSpec()
    spec = getattr(value, "_type_spec", None)
    if spec is not None:
        return spec
    if isinstance(value, SparseTensorValue):
        return SparseTensor(*value)._type_spec
    made = getattr(value, "spec", None)
    if callable(made):
        return made()
    if hasattr(value, "infers_shape"):
        from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec

        return TensorArraySpec.from_value(value)
    try:
        tensor = value if isinstance(value, Tensor) else convert_to_tensor(value)
    except (TypeError, ValueError):
        raise TypeError(
            f"Could not build a `TypeSpec` for {value!r} with type "
            f"{type(value).__name__}"
        ) from None
    return TensorSpec(tensor.shape, tensor.dtype)


def register_tensor_conversion_function(
    base_type: type | tuple[type, ...],
    conversion_func: Callable[..., Any],
    priority: int = 100,
) -> None:
    """Registers a conversion of values of a type to tensors.

    ``conversion_func(value, dtype=None, name=None, as_ref=False)`` returns a tensor. It
    is called wherever a tensor is expected. The last function registered for a type is
    used, regardless of ``priority``.

    >>> class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    >>> def to_tensor(value, dtype=None, name=None, as_ref=False):
    ...     return tf.constant(value.degrees, dtype)
    >>> tf.register_tensor_conversion_function(Celsius, to_tensor)
    >>> print(tf.add(Celsius(20.0), 1.0))
    tf.Tensor(21.0, shape=(), dtype=float32)

    Raises:
      TypeError: for a ``base_type`` that is no type, or a function that is not
        callable.
    """
    if not callable(conversion_func):
        raise TypeError(
            "Argument `conversion_func` must be callable. Received "
            f"{conversion_func!r}."
        )
    kinds = base_type if isinstance(base_type, tuple) else (base_type,)
    for kind in kinds:
        if not isinstance(kind, type):
            raise TypeError(
                "Argument `base_type` must be a type or a tuple of types. Received "
                f"{base_type!r}."
            )
        register_conversion(
            kind,
            lambda value, dtype, name: conversion_func(value, dtype=dtype, name=name),
        )


def timestamp(name: str | None = None) -> Tensor:
    """The time of the call in seconds since 1970; in a graph, of each run.

    >>> tf.timestamp().dtype
    tf.float64
    """
    found: Tensor = apply_op("Timestamp", [], name=name)
    return found
