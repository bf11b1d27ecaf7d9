"""Functions that query or change properties of datasets: cardinality, iterators."""

from __future__ import annotations

from typing import Any

from graphir.wire import messages
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.variants import int64
from runtime.data.elements.structures import component_attrs, from_tensors
from runtime.data.iterators.optional import Optional
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def cardinality(dataset: DatasetBase) -> Tensor:
    """How many elements there are: ``Dataset.cardinality``.

    >>> tf.data.experimental.cardinality(tf.data.Dataset.range(4)).numpy()
    np.int64(4)
    """
    found: Tensor = dataset.cardinality()
    return found


def at(dataset: DatasetBase, index: TensorLike) -> Any:
    """The element of an index, from 0.

    >>> tf.data.experimental.at(tf.data.Dataset.range(5), 2).numpy()
    np.int64(2)

    Raises:
      OutOfRangeError: for an index beyond the last element.
    """
    given = [dataset.variant, int64(index, "index")]
    attrs = component_attrs(dataset.element_spec)
    found = apply_op("GetElementAtIndex", given, attrs)
    return from_tensors(dataset.element_spec, found)


def get_single_element(dataset: DatasetBase) -> Any:
    """The only element: ``Dataset.get_single_element``."""
    return dataset.get_single_element()


def get_next_as_optional(iterator: OwnedIterator) -> Optional:
    """The next element or nothing: ``Iterator.get_next_as_optional``."""
    return iterator.get_next_as_optional()


def get_model_proto(iterator: OwnedIterator) -> Any:
    """The message about the stages that an iterator reads, a ``ModelProto``.

    >>> iterator = iter(tf.data.Dataset.range(4).batch(2))
    >>> model = tf.data.experimental.get_model_proto(iterator)
    >>> [model.nodes[number].name for number in sorted(model.nodes)]
    ['Root', 'BatchV2', 'Range']

    Raises:
      ValueError: in a function, and for anything but an iterator.
    """
    if not isinstance(iterator, OwnedIterator):
        raise ValueError("Only supports `tf.data.Iterator`-typed `iterator`.")
    if current_trace() is not None:
        raise ValueError("get_model_proto is not supported in graph mode.")
    found = apply_op("IteratorGetModelProto", [iterator._iterator_resource])
    return messages.parse("ModelProto", found.numpy())


def get_structure(dataset_or_iterator: Any) -> Any:
    """The spec of the elements.

    >>> tf.data.experimental.get_structure(tf.data.Dataset.range(2))
    TensorSpec(shape=(), dtype=tf.int64, name=None)

    Raises:
      TypeError: for anything but a dataset or an iterator.
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a "
            "`tf.data.Dataset` or tf.data.Iterator object, but got "
            f"{type(dataset_or_iterator)}."
        ) from None


def to_variant(dataset: DatasetBase) -> Tensor:
    """The tensor that stands for a dataset."""
    return dataset.variant


def from_variant(variant: Tensor, structure: Any) -> DatasetBase:
    """The dataset that a tensor stands for."""
    found: DatasetBase = dataset_of(structure, variant)
    return found


def make_saveable_from_iterator(
    iterator: OwnedIterator, external_state_policy: str | None = None
) -> OwnedIterator:
    """The object that saves and restores an iterator: the iterator itself."""
    return iterator
