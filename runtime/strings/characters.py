"""Unicode functions: code points, encodings, scripts."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import count_up, size_of
from runtime.strings.splitting import in_rows
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_argument
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _decoding(
    encoding: str, errors: str, replacement: int, replaces_control: bool
) -> dict[str, Any]:
    return {
        "input_encoding": text_attr(encoding, "encoding"),
        "errors": text_attr(errors, "errors"),
        "replacement_char": replacement,
        "replace_control_characters": replaces_control,
    }


def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code points of each string; by default malformed text is replaced.

    The result for a scalar is a vector, for a tensor a ragged tensor.

    >>> tf.strings.unicode_decode(["hé", "x"], "UTF-8")
    <tf.RaggedTensor [[104, 233], [120]]>

    Raises:
      InvalidArgumentError: for an unknown encoding; for malformed text if ``errors``
        is 'strict'.
    """
    attrs = _decoding(
        input_encoding, errors, replacement_char, replace_control_characters
    )
    return in_rows(lambda vector: _decoded(vector, attrs, name), _texts(input))


def _texts(value: Any) -> Tensor:
    return convert_argument(value, dtypes.string, name="input")


def _decoded(vector: Any, attrs: dict[str, Any], name: str | None) -> Any:
    splits, points = apply_op("UnicodeDecode", [vector], attrs, name)
    return RaggedTensor.from_row_splits(points, splits, validate=False)


def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The code points of each string, and the byte offset of each.

    >>> points, starts = tf.strings.unicode_decode_with_offsets("éx", "UTF-8")
    >>> points.numpy().tolist(), starts.numpy().tolist()
    ([233, 120], [0, 2])

    Raises:
      InvalidArgumentError: as ``unicode_decode``.
    """
    attrs = _decoding(
        input_encoding, errors, replacement_char, replace_control_characters
    )
    return _both(_texts(input), attrs, name)


def _both(texts: Any, attrs: dict[str, Any], name: str | None) -> tuple[Any, Any]:
    """Code points and offsets of text of any rank."""
    if isinstance(texts, RaggedTensor):
        points, starts = _both(texts.values, attrs, name)
        return texts.with_values(points), texts.with_values(starts)
    rank = texts.shape.rank
    if rank is not None and rank > 1:
        rows = RaggedTensor.from_tensor(texts, ragged_rank=rank - 1)
        return _both(rows, attrs, name)
    vector = apply_op("ExpandDims", [texts, 0]) if rank == 0 else texts
    splits, points, starts = apply_op("UnicodeDecodeWithOffsets", [vector], attrs, name)
    if rank == 0:
        return points, starts
    first = RaggedTensor.from_row_splits(points, splits, validate=False)
    return first, first.with_values(starts)


def unicode_encode(
    input: TensorLike,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """One string for each row of code points, in UTF-8, UTF-16-BE or UTF-32-BE.

    >>> tf.strings.unicode_encode([104, 233], "UTF-8").numpy().decode()
    'hé'

    Raises:
      ValueError: for a scalar.
      InvalidArgumentError: for an invalid code point, if ``errors`` is 'strict'.
    """
    points: Any = convert_argument(input, dtypes.int32, name="input")
    attrs = {
        "output_encoding": text_attr(output_encoding, "output_encoding"),
        "errors": text_attr(errors, "errors"),
        "replacement_char": replacement_char,
    }
    return _encoded(points, attrs, name)


def _encoded(points: Any, attrs: dict[str, Any], name: str | None) -> Any:
    if isinstance(points, RaggedTensor):
        if points.values.shape.rank != 1:
            return points.with_values(_encoded(points.values, attrs, name))
        inputs = [points.values, points.row_splits]
        return apply_op("UnicodeEncode", inputs, attrs, name)
    rank = points.shape.rank
    if rank is None:
        raise ValueError("Rank of input_tensor must be statically known.")
    if rank == 0:
        raise ValueError("input_tensor's rank must be at least 1.")
    if rank == 1:
        row = apply_op("ExpandDims", [points, 0])
        return apply_op("Reshape", [_encoded(row, attrs, name), np.zeros(0, np.int32)])
    if rank == 2:
        return _encoded(RaggedTensor.from_tensor(points), attrs, name)
    flat = apply_op("Reshape", [points, [-1, points.shape[-1]]])
    shape = apply_op("Shape", [points])[:-1]
    return apply_op("Reshape", [_encoded(flat, attrs, name), shape])


def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """The characters of each string, as strings in the same encoding.

    >>> [part.decode() for part in tf.strings.unicode_split("hé", "UTF-8").numpy()]
    ['h', 'é']

    Raises:
      InvalidArgumentError: as ``unicode_decode``.
    """
    points = unicode_decode(input, input_encoding, errors, replacement_char, name=name)
    return _as_characters(points, input_encoding, errors, replacement_char)


def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The characters of each string, and the byte offset of each.

    >>> parts, starts = tf.strings.unicode_split_with_offsets("éx", "UTF-8")
    >>> starts.numpy().tolist()
    [0, 2]

    Raises:
      InvalidArgumentError: as ``unicode_decode``.
    """
    points, starts = unicode_decode_with_offsets(
        input, input_encoding, errors, replacement_char, name=name
    )
    return _as_characters(points, input_encoding, errors, replacement_char), starts


def _as_characters(points: Any, encoding: str, errors: str, replacement: int) -> Any:
    flat = points.flat_values if isinstance(points, RaggedTensor) else points
    splits = count_up(size_of(flat, 0) + 1)
    attrs = {
        "output_encoding": text_attr(encoding, "encoding"),
        "errors": text_attr(errors, "errors"),
        "replacement_char": replacement,
    }
    parts = apply_op("UnicodeEncode", [flat, splits], attrs)
    return points.with_flat_values(parts) if isinstance(points, RaggedTensor) else parts


def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """Converts strings to another encoding: UTF-8, UTF-16-BE or UTF-32-BE.

    >>> tf.strings.unicode_transcode("hé", "UTF-8", "UTF-16-BE").numpy()
    b'\\x00h\\x00\\xe9'

    Raises:
      InvalidArgumentError: as ``unicode_decode``.
    """
    attrs = _decoding(
        input_encoding, errors, replacement_char, replace_control_characters
    )
    attrs["output_encoding"] = text_attr(output_encoding, "output_encoding")
    with op_scope(name, "UnicodeTranscode") as scope:
        return apply_single("UnicodeTranscode", [_texts(input)], attrs, scope)


def unicode_script(input: TensorLike, name: str | None = None) -> Tensor:
    """The number of the script to which each code point belongs; -1 for none.

    >>> tf.strings.unicode_script([ord("a"), 0x430]).numpy().tolist()
    [25, 8]
    """
    with op_scope(name, "UnicodeScript") as scope:
        points = convert_argument(input, dtypes.int32, name="input")
        return apply_single("UnicodeScript", [points], None, scope)
