"""Lookup tables of the keys and values that datasets give."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from graphir.dtypes import DType, as_dtype, string
from runtime.apply import apply_op
from runtime.data.datasets.base import DatasetBase
from runtime.data.experimental.transformations import assert_cardinality
from runtime.lookup.static_tables import StaticHashTable
from runtime.lookup.vocabulary_tables import StaticVocabularyTable
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.trackable.base import Trackable


class DatasetInitializer(Trackable):
    """The initial content of a table: a dataset of pairs of a scalar key and value.

    >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 2]))
    >>> filling = tf.data.experimental.DatasetInitializer(pairs)
    >>> table = tf.lookup.StaticHashTable(filling, default_value=-1)
    >>> table.lookup(tf.constant(["b", "z"])).numpy()
    array([ 2, -1], dtype=int32)

    Raises:
      ValueError: for elements that are not pairs of scalars.
    """

    def __init__(self, dataset: DatasetBase) -> None:
        key, value = _pair(dataset.element_spec)
        self.dataset = dataset
        self.key_dtype: DType = key.dtype
        self.value_dtype: DType = value.dtype

    def initialize(self, table: Any) -> Any:
        """Fills a table.

        Raises:
          FailedPreconditionError: for a key with two values.
          OutOfRangeError: if there are no pairs.
        """
        inputs = [table.resource_handle, self.dataset.variant]
        return apply_op("InitializeTableFromDataset", inputs)


def _pair(spec: Any) -> tuple[TensorSpec, TensorSpec]:
    if not isinstance(spec, tuple) or len(spec) != 2:
        count = len(spec) if isinstance(spec, (tuple, dict)) else 1
        text = (
            f"produces {count} components instead of two (key, value) components. "
            f"Full dataset element spec: {spec}."
        )
        raise ValueError(_REFUSAL + text)
    for role, each in zip(("key", "value"), spec):
        if not isinstance(each, TensorSpec):
            raise ValueError(
                f"{_REFUSAL}produces non-Tensor {role}s of type {type(each)}."
            )
        if each.shape.rank not in (None, 0):
            text = f"produces non-scalar {role} Tensors of rank {each.shape.rank}."
            raise ValueError(_REFUSAL + text)
    key, value = spec
    return key, value


_REFUSAL = (
    "Datasets used to initialize lookup tables must produce elements in the form (key, "
    "value), where the keys and values are scalar tensors. However, the given dataset "
)


class HasherSpec(NamedTuple):
    """How keys that are in no table are spread over buckets."""

    hasher: str
    key: Any


FastHashSpec: Final = HasherSpec("fasthash", None)


def _check_hasher(hasher_spec: Any, key_dtype: Any, keys: DType) -> None:
    """Refuses hashers of other kinds, and keys that do not fit their dtype.

    Raises:
      TypeError: for something else than a spec, or texts for a dtype of integers.
      ValueError: for an unknown hasher.
      NotImplementedError: for the strong hasher.
    """
    if as_dtype(key_dtype).is_integer and not keys.is_integer:
        raise TypeError(
            f"Invalid `key dtype`, expected integer but got {as_dtype(keys)!r}."
        )
    hasher = getattr(hasher_spec, "hasher", None)
    if hasher is None:
        raise TypeError(
            f"`hasher_spec` must be of type HasherSpec, got {type(hasher_spec)}."
        )
    if hasher == "stronghash":
        raise NotImplementedError(
            "Tables have fast hashes alone; tf.strings.to_hash_bucket_strong hashes "
            "with a key."
        )
    if hasher != FastHashSpec.hasher:
        raise ValueError(f"Found unknown hasher {hasher} in `hasher_spec`")


def table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: TensorLike | None = None,
    hasher_spec: object = FastHashSpec,
    key_dtype: DTypeLike = string,
    name: str | None = None,
) -> StaticHashTable | StaticVocabularyTable:
    """A table of the keys and values in a dataset of pairs.

    >>> pairs = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(["a", "b"]),
    ...                              tf.data.Dataset.range(2)))
    >>> table = tf.data.experimental.table_from_dataset(pairs, default_value=-1)
    >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
    [1, -1]

    Raises:
      ValueError: for a negative number of buckets, a size below 1, elements that are
        not pairs, or string values without a default.
      TypeError, NotImplementedError: with buckets; for another hasher than the fast
        one, or an integer ``key_dtype`` for keys that are none.
      FailedPreconditionError: for a key with two values, or fewer pairs than
        ``vocab_size``.
    """
    if num_oov_buckets < 0:
        raise ValueError(
            "`num_oov_buckets` must be greater than or equal to 0, got "
            f"{num_oov_buckets}."
        )
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    if vocab_size is not None:
        dataset = dataset.take(vocab_size).apply(assert_cardinality(vocab_size))
    initializer = DatasetInitializer(dataset)
    if default_value is None and initializer.value_dtype is string:
        raise ValueError(
            "`default_value` must be specified when creating a table from a dataset "
            "that produces values of type <dtype: 'string'>."
        )
    if num_oov_buckets:
        _check_hasher(hasher_spec, key_dtype, initializer.key_dtype)
        return StaticVocabularyTable(initializer, num_oov_buckets)
    return StaticHashTable(initializer, -1 if default_value is None else default_value)


def index_table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: TensorLike = -1,
    hasher_spec: object = FastHashSpec,
    key_dtype: DTypeLike = string,
    name: str | None = None,
) -> StaticHashTable | StaticVocabularyTable:
    """A table from the elements of a dataset to their numbers."""
    numbered = dataset.enumerate().map(lambda number, key: (key, number))
    return table_from_dataset(
        numbered, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype
    )
