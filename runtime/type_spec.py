"""`tf.TypeSpec`: what all descriptions of values have in common."""

from __future__ import annotations

from abc import ABC

from runtime.indexed_slices import IndexedSlicesSpec
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_array_spec import TensorArraySpec


class TypeSpec(ABC):  # noqa: B024 - it is asked for, not derived from
    """The class of every spec, to be asked for with ``isinstance``.

    >>> isinstance(tf.TensorSpec([2]), tf.TypeSpec)
    True
    """


for _spec in (
    TensorSpec,
    RaggedTensorSpec,
    SparseTensorSpec,
    IndexedSlicesSpec,
    TensorArraySpec,
):
    TypeSpec.register(_spec)
