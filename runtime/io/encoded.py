"""Base64, raw bytes, serialized tensors and CSV text, decoded and encoded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import (
    convert_argument,
    convert_strictly,
    convert_to_tensor,
)
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def encode_base64(
    input: TensorLike, pad: bool = False, name: str | None = None
) -> Tensor:
    """Bytes in the web-safe base64 alphabet.

    >>> tf.io.encode_base64("hello").numpy()
    b'aGVsbG8'
    """
    texts = convert_argument(input, dtypes.string)
    return apply_single("EncodeBase64", [texts], {"pad": pad}, name or "EncodeBase64")


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """The bytes that web-safe base64 text stands for; padding may be missing.

    >>> tf.io.decode_base64("aGVsbG8").numpy()
    b'hello'

    Raises:
      InvalidArgumentError: for a character outside of the alphabet.
    """
    texts = convert_argument(input, dtypes.string)
    return apply_single("DecodeBase64", [texts], None, name or "DecodeBase64")


def decode_json_example(json_examples: Any, name: str | None = None) -> Tensor:
    """Serialized Example messages from JSON texts, for ``parse_example``.

    >>> text = '{"features": {"feature": {"a": {"int64List": {"value": [7]}}}}}'
    >>> example = tf.io.decode_json_example(text)
    >>> feature = {"a": tf.io.FixedLenFeature([], tf.int64)}
    >>> tf.io.parse_single_example(example, feature)["a"].numpy()
    np.int64(7)

    Raises:
      InvalidArgumentError: for text that is not JSON of an Example.
    """
    texts = convert_argument(json_examples, dtypes.string)
    return apply_single("DecodeJSONExample", [texts], None, name)


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: Any = None,
    name: str | None = None,
) -> Tensor:
    """Strings read as the memory of numbers, along a new last axis.

    >>> tf.io.decode_raw("ab", tf.uint8).numpy().tolist()
    [97, 98]

    Raises:
      InvalidArgumentError: if a string does not hold whole numbers.
    """
    attrs = {"out_type": as_dtype(out_type), "little_endian": little_endian}
    op = "DecodeRaw" if fixed_length is None else "DecodePaddedRaw"
    with op_scope(name, op) as scope:
        inputs = [convert_argument(input_bytes, dtypes.string)]
        if fixed_length is not None:
            inputs.append(convert_to_tensor(fixed_length, dtypes.int32))
        return apply_single(op, inputs, attrs, scope)


def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[TensorLike],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """A tensor for each column of lines of separated values, as in RFC 4180.

    ``record_defaults`` has a tensor for each column: its dtype is the column's, its
    value replaces empty fields; an empty vector makes the field required.

    >>> numbers, names = tf.io.decode_csv(["1,a", ",b"], [[7], [""]])
    >>> numbers.numpy().tolist(), names.numpy().tolist()
    ([1, 7], [b'a', b'b'])

    Raises:
      ValueError: for ``select_cols`` that do not increase, or another number of
        defaults.
      InvalidArgumentError: for a line with another number of fields, a missing required
        field, or a field that is not a value of the dtype.
    """
    if select_cols is not None:
        columns = list(select_cols)
        if any(a >= b for a, b in pairwise(columns)):
            raise ValueError("select_cols is not strictly increasing.")
        if columns and columns[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(columns) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    with op_scope(name, "DecodeCSV") as scope:
        lines = convert_strictly(records, dtypes.string, name="records")
        defaults = [_default(each) for each in record_defaults]
        attrs = {
            "field_delim": text_attr(field_delim, "field_delim"),
            "use_quote_delim": use_quote_delim,
            "na_value": text_attr(na_value, "na_value"),
            "select_cols": list(select_cols or []),
        }
        decoded: list[Tensor] = apply_op("DecodeCSV", [lines, defaults], attrs, scope)
        return decoded


def _default(value: Any) -> Tensor:
    if isinstance(value, (dtypes.DType, type)):
        dtype = as_dtype(value)
        return convert_to_tensor(np.zeros(0, dtype.numpy_dtype), dtype)
    return convert_to_tensor(value)


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """A tensor serialized as a `TensorProto`.

    >>> data = tf.io.serialize_tensor([1, 2])
    >>> tf.io.parse_tensor(data, tf.int32).numpy().tolist()
    [1, 2]
    """
    with op_scope(name, "SerializeTensor") as scope:
        return apply_single(
            "SerializeTensor", [convert_to_tensor(tensor, name="tensor")], None, scope
        )


def parse_tensor(
    serialized: TensorLike, out_type: DTypeLike, name: str | None = None
) -> Tensor:
    """The tensor of a serialized `TensorProto`.

    >>> tf.io.parse_tensor(tf.io.serialize_tensor("a"), tf.string).numpy()
    b'a'

    Raises:
      InvalidArgumentError: for bytes that are no `TensorProto`, or another dtype.
    """
    attrs = {"out_type": as_dtype(out_type)}
    with op_scope(name, "ParseTensor") as scope:
        data = convert_argument(serialized, dtypes.string, name="serialized")
        return apply_single("ParseTensor", [data], attrs, scope)


def decode_compressed(
    bytes: TensorLike, compression_type: str = "", name: str | None = None
) -> Tensor:
    """Decompresses strings of ZLIB or GZIP; without a type, the strings themselves.

    >>> import zlib
    >>> tf.io.decode_compressed(zlib.compress(b"text"), "ZLIB").numpy()
    b'text'

    Raises:
      InvalidArgumentError: for another type.
      DataLossError: for damaged bytes.
    """
    attrs = {"compression_type": text_attr(compression_type, "compression_type")}
    with op_scope(name, "DecodeCompressed") as scope:
        data = convert_argument(bytes, dtypes.string, name="bytes")
        return apply_single("DecodeCompressed", [data], attrs, scope)


def serialize_sparse(
    sp_input: SparseTensor | SparseTensorValue,
    out_type: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Tensor:
    """The messages of the indices, values and shape of a sparse tensor, a vector.

    >>> tf.io.serialize_sparse(tf.sparse.eye(2)).shape
    TensorShape([3])

    Raises:
      TypeError: if the input is not sparse.
    """
    return _serialized("SerializeSparse", sp_input, out_type, name)


def serialize_many_sparse(
    sp_input: SparseTensor | SparseTensorValue,
    out_type: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Tensor:
    """The messages of each slice of a sparse tensor along its first axis, a matrix.

    >>> tf.io.serialize_many_sparse(tf.sparse.eye(2)).shape
    TensorShape([2, 3])

    Raises:
      TypeError: if the input is not sparse.
      InvalidArgumentError: for a vector.
    """
    return _serialized("SerializeManySparse", sp_input, out_type, name)


def _serialized(op: str, sp_input: Any, out_type: Any, name: str | None) -> Tensor:
    from runtime.sparse.sparse_tensor import sparse_tensor

    components = sparse_tensor(sp_input).components()
    attrs = {"out_type": as_dtype(out_type)}
    return apply_single(op, components, attrs, name)


def deserialize_many_sparse(
    serialized_sparse: TensorLike,
    dtype: DTypeLike,
    rank: int | None = None,
    name: str | None = None,
) -> Any:
    """The sparse tensors in the rows of a matrix of messages, stacked.

    >>> rows = tf.io.serialize_many_sparse(tf.sparse.eye(2))
    >>> tf.io.deserialize_many_sparse(rows, tf.float32).indices.numpy().tolist()
    [[0, 0], [1, 1]]

    Raises:
      InvalidArgumentError: for rows that are not serialized sparse tensors.
    """
    from runtime.sparse.sparse_tensor import SparseTensor

    attrs = {"dtype": as_dtype(dtype)}
    rows = convert_to_tensor(serialized_sparse, dtypes.string)
    return SparseTensor(*apply_op("DeserializeManySparse", [rows], attrs, name))
