"""`tf.compat.v1.data` beyond `tf.data`: the parts of specs, and iterators."""

from __future__ import annotations

from typing import Any

from runtime.data.elements.earlier_parts import classes_of, dtypes_of, shapes_of
from runtime.data.experimental.queries import get_structure


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of elements.

    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [[1, 2]]})
    >>> tf.compat.v1.data.get_output_shapes(dataset)
    {'a': TensorShape([2])}

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return shapes_of(get_structure(dataset_or_iterator))


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of elements.

    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
    tf.int64

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return dtypes_of(get_structure(dataset_or_iterator))


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of elements: tensors, sparse tensors, specs of others.

    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(3)) is tf.Tensor
    True

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    return classes_of(get_structure(dataset_or_iterator))


__all__ = [
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
]
