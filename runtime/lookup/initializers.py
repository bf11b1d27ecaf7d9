"""Table initializers: from keys and values, or from columns of a text file."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op
from runtime.context import eager_mode
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.trackable.assets import Asset
from runtime.trackable.base import Trackable

_UNKNOWN_SIZE: Final = -1


class TextFileIndex:
    """Special columns of a text file: the whole line, and the line number."""

    WHOLE_LINE: Final = -2
    LINE_NUMBER: Final = -1


class KeyValueTensorInitializer(Trackable):
    """An initializer from keys and values in the same order.

    >>> filling = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    >>> filling.key_dtype, filling.value_dtype
    (tf.string, tf.int32)

    Raises:
      TypeError, ValueError: for keys or values that are no tensors of the dtypes.
    """

    def __init__(
        self,
        keys: TensorLike,
        values: TensorLike,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        # tables outlive the function that makes them
        with eager_mode():
            self._keys = _as_column(keys, key_dtype, "keys")
            self._values = _as_column(values, value_dtype, "values")
        self.key_dtype: DType = self._keys.dtype
        self.value_dtype: DType = self._values.dtype
        self._name = name

    def initialize(self, table: Any) -> Any:
        """Fills a table.

        Raises:
          FailedPreconditionError: for a key with two values.
          InvalidArgumentError: if there are more or fewer values than keys.
        """
        handle = table.resource_handle
        inputs = [handle, self._keys, self._values]
        return apply_op("LookupTableImportV2", inputs, None, self._name)


class TextFileInitializer(Trackable):
    """Columns of a text file as keys and values, one pair per line.

    The index ``TextFileIndex.WHOLE_LINE`` means the line, ``LINE_NUMBER`` its number,
    counted from ``value_index_offset``.

    Args:
      filename: the file, as a string or a tensor.
      delimiter: the separator of columns.
      vocab_size: the number of lines to read; all lines by default.
      value_index_offset: the number of the first line, for ``LINE_NUMBER``.

    Raises:
      ValueError: for an invalid index or dtype, or an empty file name.
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        if isinstance(filename, (str, bytes)) and not filename:
            raise ValueError(
                "`filename` argument required for tf.lookup.TextFileInitializer"
            )
        self.key_dtype: DType = as_dtype(key_dtype)
        self.value_dtype: DType = as_dtype(value_dtype)
        _check_index("key", key_index, self.key_dtype)
        _check_index("value", value_index, self.value_dtype)
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._filename = filename
        if isinstance(filename, (str, bytes, EagerTensor)):
            self._filename = Asset(filename)
            self._track_trackable(self._filename, "_filename")
        self._name = name
        self._attrs = {
            "key_index": key_index,
            "value_index": value_index,
            "vocab_size": _UNKNOWN_SIZE if vocab_size is None else vocab_size,
            "delimiter": delimiter.encode(),
            "offset": value_index_offset,
        }

    def initialize(self, table: Any) -> Any:
        """Fills a table.

        Raises:
          NotFoundError: if the file cannot be read.
          InvalidArgumentError: for a line without the column, a field that is no
            number, or a file with fewer lines than ``vocab_size``.
          FailedPreconditionError: for a key with two values.
        """
        path = self._filename
        path = path.asset_path if isinstance(path, Asset) else path
        filename = convert_to_tensor(path, dtypes.string)
        op = "InitializeTableFromTextFileV2"
        inputs = [table.resource_handle, filename]
        return apply_op(op, inputs, self._attrs, self._name)


def _as_column(values: Any, dtype: Any, name: str) -> Tensor:
    wanted = None if dtype is None else as_dtype(dtype)
    return convert_to_tensor(values, wanted, name=name)


def _check_index(role: str, index: int, dtype: DType) -> None:
    if index < TextFileIndex.WHOLE_LINE:
        raise ValueError(f"`{role}_index` should be >= -2, received: {index}")
    is_number = index == TextFileIndex.LINE_NUMBER
    if is_number and dtype is not dtypes.int64:
        condition = "if `key_index` is" if role == "key" else "for `value_index`"
        raise ValueError(
            f"`{role}_dtype` must be int64 {condition} {index}, received: "
            f"{_shown(dtype)}"
        )
    is_line = index == TextFileIndex.WHOLE_LINE
    if is_line and not (dtype is dtypes.string or dtype.is_integer):
        raise ValueError(
            f"`{role}_dtype` should be either integer or string for `{role}_index` "
            f"{index}, received: {_shown(dtype)}"
        )


def _shown(dtype: DType) -> str:
    return f"<dtype: {dtype.name!r}>"


__all__ = ["KeyValueTensorInitializer", "TextFileIndex", "TextFileInitializer"]
