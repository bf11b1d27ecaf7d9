"""`tf.compat.v1.data` beyond `tf.data`: the parts of specs, and iterators."""

from __future__ import annotations

from typing import Any

from runtime.data.elements.structures import map_leaves
from runtime.data.experimental.queries import get_structure
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.tensor import Tensor


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of elements.

    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [[1, 2]]})
    >>> tf.compat.v1.data.get_output_shapes(dataset)
    {'a': TensorShape([2])}

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return map_leaves(_shape, get_structure(dataset_or_iterator))


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of elements.

    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
    tf.int64

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return map_leaves(_dtype, get_structure(dataset_or_iterator))


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of elements: tensors, sparse tensors, specs of others.

    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(3)) is tf.Tensor
    True

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return map_leaves(_class, get_structure(dataset_or_iterator))


def _shape(spec: Any) -> Any:
    return getattr(spec, "shape", spec)


def _dtype(spec: Any) -> Any:
    return getattr(spec, "dtype", spec)


def _class(spec: Any) -> Any:
    if isinstance(spec, TensorSpec):
        return Tensor
    return SparseTensor if isinstance(spec, SparseTensorSpec) else spec


__all__ = [
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
]
