"""StaticVocabularyTable: ids of words, with buckets for unknown words."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import name_scope
from runtime.lookup.lookup_interface import LookupInterface
from runtime.lookup.static_tables import StaticHashTable
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_MISSING = -1


class StaticVocabularyTable(LookupInterface):
    """A table from words to ids; unknown words get a bucket by their hash.

    Args:
      initializer: the words with int64 ids; None if all words go to buckets.
      num_oov_buckets: the number of buckets, whose ids follow the ids of the words.
      lookup_key_dtype: the dtype of words if there is no initializer.

    >>> words = tf.constant(["a", "b", "c"])
    >>> numbers = tf.range(3, dtype=tf.int64)
    >>> filling = tf.lookup.KeyValueTensorInitializer(words, numbers)
    >>> table = tf.lookup.StaticVocabularyTable(filling, num_oov_buckets=2)
    >>> table.lookup(tf.constant(["b", "zzz"])).numpy()
    array([1, 3])

    Raises:
      ValueError: without buckets.
      TypeError: for ids that are not int64.
    """

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: Any = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        self._num_oov_buckets = num_oov_buckets
        self._table: StaticHashTable | None = None
        if initializer is not None:
            _check_dtypes(initializer)
            self._table = StaticHashTable(initializer, _MISSING)
            self._track_trackable(initializer, "_initializer")
        key_dtype = _key_dtype(lookup_key_dtype, initializer)
        super().__init__(key_dtype, dtypes.int64, name)

    def _create_resource(self) -> Any:
        """The handle of the table of known words.

        Raises:
          ValueError: if there is none.
        """
        if self._table is None:
            raise ValueError("A vocabulary without an initializer has no table.")
        return self._table.resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """The number of words and buckets."""
        with name_scope(name or "Size"):
            known: Any = 0
            if self._table is not None:
                known = self._table.size()
            total: Tensor = convert_to_tensor(known, dtypes.int64) + convert_to_tensor(
                self._num_oov_buckets, dtypes.int64
            )
            return total

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """The numbers of words, as int64.

        Raises:
          TypeError: for words of another dtype.
        """
        with name_scope(name or f"{self.name}_Lookup"):
            return self._found(keys, self._numbers)

    def _numbers(self, words: Tensor) -> Tensor:
        if self._table is None:
            return self._bucket(words)
        kind = self._table.key_dtype
        known = self._table.lookup(_cast(words, kind))
        first = self._bucket(words) + self._table.size()
        is_known = apply_op(
            "NotEqual", [known, convert_to_tensor(_MISSING, dtypes.int64)]
        )
        return apply_single("SelectV2", [is_known, known, first])

    def _bucket(self, words: Tensor) -> Tensor:
        text = words
        if words.dtype is not dtypes.string:
            text = apply_op("AsString", [words])
        attrs = {"num_buckets": self._num_oov_buckets}
        return apply_single("StringToHashBucketFast", [text], attrs)


def _check_dtypes(initializer: Any) -> None:
    if initializer.value_dtype is not dtypes.int64:
        raise TypeError(
            "Invalid `value_dtype`, expected <dtype: 'int64'> but got <dtype: "
            f"{initializer.value_dtype.name!r}>."
        )
    key_dtype = initializer.key_dtype
    if not (key_dtype is dtypes.string or key_dtype.is_integer):
        raise TypeError(
            "Invalid `key_dtype`, expected integer or string but got <dtype: "
            f"{key_dtype.name!r}>."
        )


def _key_dtype(asked: Any, initializer: Any) -> DType:
    if asked is not None:
        return as_dtype(asked)
    return dtypes.string if initializer is None else initializer.key_dtype


def _cast(words: Tensor, dtype: DType) -> Tensor:
    if words.dtype is dtype:
        return words
    return apply_single("Cast", [words], {"DstT": dtype})


__all__ = ["StaticVocabularyTable"]
