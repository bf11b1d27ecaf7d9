"""Functions that query or change properties of datasets: cardinality, iterators."""

from __future__ import annotations

from typing import Any

from graphir.errors import OutOfRangeError
from runtime.data.datasets.base import dataset_of


def cardinality(dataset: Any) -> Any:
    """How many elements there are: ``Dataset.cardinality``.

    >>> tf.data.experimental.cardinality(tf.data.Dataset.range(4)).numpy()
    np.int64(4)
    """
    return dataset.cardinality()


def at(dataset: Any, index: Any) -> Any:
    """The element of an index, from 0.

    >>> tf.data.experimental.at(tf.data.Dataset.range(5), 2).numpy()
    np.int64(2)

    Raises:
      OutOfRangeError: for an index that there is not.
    """
    number = int(index)
    for element in dataset.skip(number).take(1) if number >= 0 else ():
        return element
    raise OutOfRangeError(None, None, f"Index out of range: {number}")


def get_single_element(dataset: Any) -> Any:
    """The only element: ``Dataset.get_single_element``."""
    return dataset.get_single_element()


def get_next_as_optional(iterator: Any) -> Any:
    """The next element or nothing: ``Iterator.get_next_as_optional``."""
    return iterator.get_next_as_optional()


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


def to_variant(dataset: Any) -> Any:
    """The tensor that stands for a dataset."""
    return dataset.variant


def from_variant(variant: Any, structure: Any) -> Any:
    """The dataset that a tensor stands for."""
    return dataset_of(structure, variant)


def make_saveable_from_iterator(
    iterator: Any, external_state_policy: Any = None
) -> Any:
    """The object that saves and restores an iterator: the iterator itself."""
    return iterator


def table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: Any = None,
    default_value: Any = None,
    hasher_spec: Any = None,
    key_dtype: Any = None,
    name: str | None = None,
) -> Any:
    """A table of the keys and values that a dataset gives in pairs.

    >>> pairs = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(["a", "b"]),
    ...                              tf.data.Dataset.range(2)))
    >>> table = tf.data.experimental.table_from_dataset(pairs, default_value=-1)
    >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
    [1, -1]
    """
    from runtime.arrays.joining import stack
    from runtime.lookup.initializers import KeyValueTensorInitializer
    from runtime.lookup.static_tables import StaticHashTable
    from runtime.lookup.vocabulary_tables import StaticVocabularyTable

    pairs = list(dataset)
    keys, values = (stack([pair[place] for pair in pairs]) for place in (0, 1))
    initializer = KeyValueTensorInitializer(keys, values)
    if num_oov_buckets:
        return StaticVocabularyTable(initializer, num_oov_buckets)
    return StaticHashTable(initializer, -1 if default_value is None else default_value)


def index_table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: Any = None,
    default_value: Any = -1,
    hasher_spec: Any = None,
    key_dtype: Any = None,
    name: str | None = None,
) -> Any:
    """A table from the elements of a dataset to their numbers."""
    numbered = dataset.enumerate().map(lambda number, key: (key, number))
    return table_from_dataset(numbered, num_oov_buckets, vocab_size, default_value)
