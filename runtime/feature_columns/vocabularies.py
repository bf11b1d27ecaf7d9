"""Categorical columns with a vocabulary: a list, or a file with one word per line."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.context import eager_mode
from runtime.feature_columns.categories import KeyedColumn, with_values
from runtime.feature_columns.columns import checked_key
from runtime.feature_columns.feature_cache import refuse_other_than_text_or_integers
from runtime.io.file_operations import GFile, exists
from runtime.io.record_reading import records_of
from runtime.lookup.initializers import (
    KeyValueTensorInitializer,
    TextFileIndex,
    TextFileInitializer,
)
from runtime.lookup.static_tables import StaticHashTable
from runtime.lookup.vocabulary_tables import StaticVocabularyTable
from runtime.math.casting import cast
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import constant
from runtime.tensors.likes import DTypeLike

_COMPRESSED_RECORDS: Final = "tfrecord_gzip"


class _VocabularyColumn(KeyedColumn):
    """Ids by a table, which is made with the first batch and kept by the layer."""

    __slots__ = ()
    num_oov_buckets: int
    default_value: Any

    def _filling(self) -> Any:
        """What fills the table: words and their numbers."""
        raise NotImplementedError(f"{type(self).__name__} does not define _filling.")

    def _new_table(self) -> Any:
        """Words to ids; others to the default value, or to buckets."""
        # the words are constants of no function or graph: the table outlives them
        with eager_mode():
            return self._table_of(self._filling())

    def _table_of(self, filling: Any) -> Any:
        if self.num_oov_buckets:
            return StaticVocabularyTable(filling, self.num_oov_buckets)
        return StaticHashTable(filling, self.default_value)

    def _table(self, state_manager: Any) -> Any:
        if state_manager is None:
            return self._new_table()
        name = f"{self.key}_lookup"
        if not state_manager.has_resource(self, name):
            state_manager.add_resource(self, name, self._new_table())
        return state_manager.get_resource(self, name)

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        self._check_kind(feature.dtype)
        table = self._table(state_manager)
        keys = feature.values
        if self.dtype.is_integer:
            keys = cast(keys, dtypes.int64)
        return with_values(feature, table.lookup(keys))


class _OfList(NamedTuple):
    key: str
    vocabulary_list: tuple[Any, ...]
    dtype: Any
    default_value: int
    num_oov_buckets: int


class VocabularyListCategoricalColumn(_VocabularyColumn, _OfList):
    """See `tf.feature_column.categorical_column_with_vocabulary_list`."""

    __slots__ = ()

    @property
    def num_buckets(self) -> int:
        """The number of words and of buckets for unknown words."""
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _filling(self) -> Any:
        kind = dtypes.int64 if self.dtype.is_integer else self.dtype
        words = constant(list(self.vocabulary_list), kind)
        numbers = constant(np.arange(len(self.vocabulary_list)), dtypes.int64)
        return KeyValueTensorInitializer(words, numbers)


def categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Any,
    dtype: DTypeLike | None = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> VocabularyListCategoricalColumn:
    """A categorical column of words from a list; a word's id is its position.

    >>> colors = tf.feature_column.categorical_column_with_vocabulary_list(
    ...     "color", ["red", "blue"], num_oov_buckets=1)
    >>> colors.num_buckets
    3

    Raises:
      ValueError: for an empty list, words that occur twice or are neither strings nor
        integers, or buckets beside a default value.
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(
            f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}"
        )
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(
            f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}"
        )
    of_words = as_dtype(np.array(vocabulary_list).dtype)
    _check_buckets(default_value, num_oov_buckets, key)
    refuse_other_than_text_or_integers(of_words, f"column_name: {key} vocabulary")
    kind = of_words if dtype is None else as_dtype(dtype)
    if kind.is_integer != of_words.is_integer:
        raise ValueError(
            f"dtype {kind} and vocabulary dtype {of_words} do not match, column_name: "
            f"{key}"
        )
    refuse_other_than_text_or_integers(kind, f"column_name: {key}")
    checked_key(key)
    words = tuple(vocabulary_list)
    return VocabularyListCategoricalColumn(
        key, words, kind, default_value, num_oov_buckets
    )


def _check_buckets(default_value: Any, num_oov_buckets: int, key: str) -> None:
    """Does nothing for a default value, or buckets, or neither.

    Raises:
      ValueError: for both, or fewer than 0 buckets.
    """
    if num_oov_buckets:
        if default_value not in (None, -1):
            raise ValueError(
                f"Can't specify both num_oov_buckets and default_value in {key}."
            )
        if num_oov_buckets < 0:
            raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


class _OfFile(NamedTuple):
    key: str
    vocabulary_file: str
    vocabulary_size: int | None
    num_oov_buckets: int
    dtype: Any
    default_value: int
    file_format: str | None = None


class VocabularyFileCategoricalColumn(_VocabularyColumn, _OfFile):
    """See `tf.feature_column.categorical_column_with_vocabulary_file`."""

    __slots__ = ()

    @property
    def num_buckets(self) -> int:
        """The number of words and of buckets for unknown words."""
        return (self.vocabulary_size or 0) + self.num_oov_buckets

    def _filling(self) -> Any:
        kind = dtypes.int64 if self.dtype.is_integer else self.dtype
        if self.file_format == _COMPRESSED_RECORDS:
            words = constant(_read_records(self.vocabulary_file), kind)
            count = words.shape[0]
            return KeyValueTensorInitializer(
                words, constant(np.arange(count), dtypes.int64)
            )
        if self.file_format is not None:
            raise ValueError(
                'file_format should be one of None or "tfrecord_gzip", got '
                f"{self.file_format}."
            )
        return TextFileInitializer(
            self.vocabulary_file,
            kind,
            TextFileIndex.WHOLE_LINE,
            dtypes.int64,
            TextFileIndex.LINE_NUMBER,
            self.vocabulary_size,
        )


def _read_records(path: str) -> list[bytes]:
    return list(records_of(path, "GZIP"))


def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    dtype: DTypeLike = dtypes.string,
    default_value: int | None = None,
    num_oov_buckets: int = 0,
    file_format: str | None = None,
) -> VocabularyFileCategoricalColumn:
    """A categorical column of words from a file; a word's id is its line number.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> with open(path, "w") as file:
    ...     print("red", "blue", sep="\\n", file=file)
    >>> tf.feature_column.categorical_column_with_vocabulary_file("color", path).num_buckets
    2

    Raises:
      ValueError: without a file, for a size below 1, or buckets beside a default value;
        when the column is used, for a format that is not ``"tfrecord_gzip"``.
    """  # noqa: E501
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if vocabulary_size is None:
        vocabulary_size = _number_of_words(key, vocabulary_file, file_format)
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_buckets(default_value, num_oov_buckets, key)
    kind = as_dtype(dtype)
    refuse_other_than_text_or_integers(kind, f"column_name: {key}")
    checked_key(key)
    default = -1 if default_value is None else default_value
    return VocabularyFileCategoricalColumn(
        key,
        vocabulary_file,
        vocabulary_size,
        num_oov_buckets,
        kind,
        default,
        file_format,
    )


def _number_of_words(key: str, path: str, file_format: str | None) -> int:
    """The lines of a vocabulary.

    Raises:
      ValueError: if there is no such file.
    """
    if file_format == _COMPRESSED_RECORDS:
        return len(_read_records(path))
    if not exists(path):
        raise ValueError(f"vocabulary_file in {key} does not exist.")
    with GFile(path, "rb") as file:
        return sum(1 for _ in file)


def vocabulary_file_column_v1(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: DTypeLike = dtypes.string,
) -> VocabularyFileCategoricalColumn:
    """The column of a vocabulary file, with arguments in the order of version 1."""
    return categorical_column_with_vocabulary_file(
        key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
    )
