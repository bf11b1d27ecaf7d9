"""Shapes, dtypes and classes of elements, each in the structure of an element.

TensorFlow 1 told elements by these three; one spec tells them all.
"""

from __future__ import annotations

from runtime.data.elements.structures import map_leaves
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.tensor import Tensor


def shapes_of(spec: object) -> object:
    """The shapes of elements of a spec.

    >>> shapes_of({"a": tf.TensorSpec([2], tf.int32)})
    {'a': TensorShape([2])}
    """
    return map_leaves(lambda each: getattr(each, "shape", each), spec)


def dtypes_of(spec: object) -> object:
    """The dtypes of elements of a spec.

    >>> dtypes_of((tf.TensorSpec([2], tf.int32), tf.TensorSpec([], tf.string)))
    (tf.int32, tf.string)
    """
    return map_leaves(lambda each: getattr(each, "dtype", each), spec)


def classes_of(spec: object) -> object:
    """The classes of elements of a spec: tensors, sparse ones, specs of others.

    >>> classes_of(tf.TensorSpec([2], tf.int32)) is tf.Tensor
    True
    """
    return map_leaves(_class, spec)


def _class(spec: object) -> object:
    if isinstance(spec, TensorSpec):
        return Tensor
    return SparseTensor if isinstance(spec, SparseTensorSpec) else spec


__all__ = ["classes_of", "dtypes_of", "shapes_of"]
