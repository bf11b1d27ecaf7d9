"""Element-wise string functions: case, substrings, patterns, numbers, hashes; joins."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import (
    convert_argument,
    convert_strictly,
    convert_to_tensor,
)
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def upper(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Letters to upper case: ASCII, or all of Unicode for encoding 'utf-8'.

    >>> tf.strings.upper("café").numpy(), tf.strings.upper("é", "utf-8").numpy()
    (b'CAF\\xc3\\xa9', b'\\xc3\\x89')
    """
    return _unary("StringUpper", input, name, encoding=text_attr(encoding, "encoding"))


def lower(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Letters to lower case: ASCII, or all of Unicode for encoding 'utf-8'.

    >>> tf.strings.lower("AbC").numpy()
    b'abc'
    """
    return _unary("StringLower", input, name, encoding=text_attr(encoding, "encoding"))


def strip(input: TensorLike, name: str | None = None) -> Tensor:
    """Without white space at either end.

    >>> tf.strings.strip(" a b ").numpy()
    b'a b'
    """
    return _unary("StringStrip", input, name)


def length(input: TensorLike, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """The number of bytes, or of characters for unit 'UTF8_CHAR', as int32.

    >>> tf.strings.length("café", unit="UTF8_CHAR").numpy()
    np.int32(4)
    """
    return _unary("StringLength", input, name, unit=text_attr(unit, "unit"))


def _unary(op: str, input: Any, name: str | None, **attrs: Any) -> Tensor:
    with op_scope(name, op) as scope:
        texts = convert_argument(input, dtypes.string, name="input")
        return apply_single(op, [texts], attrs, scope)


def substr(
    input: TensorLike,
    pos: TensorLike,
    len: TensorLike,
    unit: str = "BYTE",
    name: str | None = None,
) -> Tensor:
    """``len`` units from ``pos`` on; a negative position counts from the end.

    >>> tf.strings.substr("hello", 1, 3).numpy()
    b'ell'

    Raises:
      InvalidArgumentError: for a position outside of a string.
    """
    with op_scope(name, "Substr") as scope:
        texts = convert_argument(input, dtypes.string, name="input")
        start = convert_to_tensor(pos, name="pos")
        count = convert_argument(len, start.dtype, name="len")
        attrs = {"unit": text_attr(unit, "unit")}
        return apply_single("Substr", [texts, start, count], attrs, scope)


def join(inputs: TensorLike, separator: str = "", name: str | None = None) -> Tensor:
    """Joins the strings of several tensors element by element; scalars broadcast.

    >>> tf.strings.join([["a", "b"], "x"], separator="-").numpy().tolist()
    [b'a-x', b'b-x']

    Raises:
      TypeError: if the inputs are no list.
      InvalidArgumentError: if the shapes differ (traced: ValueError).
    """
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"join takes a list of tensors, not {inputs!r}.")
    with op_scope(name, "StringJoin") as scope:
        texts = [convert_argument(each, dtypes.string) for each in inputs]
        attrs = {"separator": text_attr(separator, "separator")}
        return apply_single("StringJoin", [texts], attrs, scope)


def reduce_join(
    inputs: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """Joins the strings along axes, by default along all axes.

    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=1).numpy().tolist()
    [b'ab', b'cd']

    Raises:
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "ReduceJoin") as scope:
        texts = convert_argument(inputs, dtypes.string, name="inputs")
        if axis is None:
            axis = _axes_from_the_last(texts)
        axes = convert_argument(axis, dtypes.int32, name="reduction_indices")
        attrs = {
            "keep_dims": bool(keepdims),
            "separator": text_attr(separator, "separator"),
        }
        return apply_single("ReduceJoin", [texts, axes], attrs, scope)


def _axes_from_the_last(texts: Tensor) -> TensorLike:
    """All axes, the last one first; a tensor where the rank is not known yet."""
    rank = texts.shape.rank
    if rank is not None:
        return list(range(rank))[::-1]
    last = apply_single("Rank", [texts]) - 1
    return apply_single("Range", [last, -1, -1])


def regex_full_match(
    input: TensorLike, pattern: TensorLike, name: str | None = None
) -> Tensor:
    """Whether each whole string matches a pattern of RE2's language.

    >>> tf.strings.regex_full_match(["ab", "b"], "a.*").numpy().tolist()
    [True, False]

    Raises:
      InvalidArgumentError: for a pattern that is none.
    """
    if isinstance(pattern, (str, bytes)):
        static = _as_bytes(pattern)
        return _unary("StaticRegexFullMatch", input, name, pattern=static)
    with op_scope(name, "RegexFullMatch") as scope:
        texts = convert_argument(input, dtypes.string, name="input")
        return apply_single("RegexFullMatch", [texts, pattern], None, scope)


def regex_replace(
    input: TensorLike,
    pattern: TensorLike,
    rewrite: TensorLike,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    r"""Matches of a pattern replaced; ``\1`` in the rewrite is the first group.

    >>> tf.strings.regex_replace("a1b22", "[0-9]+", "#").numpy()
    b'a#b#'

    Raises:
      InvalidArgumentError: for a pattern or rewrite that is none.
    """
    static = (str, bytes)
    if isinstance(pattern, static) and isinstance(rewrite, static):
        return _unary(
            "StaticRegexReplace",
            input,
            name,
            pattern=_as_bytes(pattern),
            rewrite=_as_bytes(rewrite),
            replace_global=replace_global,
        )
    with op_scope(name, "RegexReplace") as scope:
        texts = convert_argument(input, dtypes.string, name="input")
        attrs = {"replace_global": replace_global}
        patterns = convert_strictly(pattern, dtypes.string, name="pattern")
        rewrites = convert_strictly(rewrite, dtypes.string, name="rewrite")
        return apply_single("RegexReplace", [texts, patterns, rewrites], attrs, scope)


def _as_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def to_number(
    input: TensorLike, out_type: DTypeLike = dtypes.float32, name: str | None = None
) -> Tensor:
    """Parses each string as a number.

    >>> tf.strings.to_number(["1", " 2.5"]).numpy().tolist()
    [1.0, 2.5]

    Raises:
      InvalidArgumentError: for text that is no number, or one out of range.
    """
    return _unary("StringToNumber", input, name, out_type=as_dtype(out_type))


def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Elements as text, formatted as by C's printf.

    >>> tf.strings.as_string([3, 2]).numpy().tolist()
    [b'3', b'2']
    >>> tf.strings.as_string(3.14159, precision=2).numpy()
    b'3.14'

    Raises:
      InvalidArgumentError: for a format that the dtype does not have.
    """
    with op_scope(name, "AsString") as scope:
        values = convert_to_tensor(input, name="input")
        attrs = {
            "precision": precision,
            "scientific": scientific,
            "shortest": shortest,
            "width": width,
            "fill": text_attr(fill, "fill"),
        }
        return apply_single("AsString", [values], attrs, scope)


def to_hash_bucket_fast(
    input: TensorLike, num_buckets: int, name: str | None = None
) -> Tensor:
    """FarmHash's fingerprint of each string, modulo the buckets, as int64.

    >>> tf.strings.to_hash_bucket_fast("Hello", 3).numpy()
    np.int64(0)

    Raises:
      InvalidArgumentError: if ``num_buckets`` is not positive.
    """
    return _unary("StringToHashBucketFast", input, name, num_buckets=num_buckets)


def to_hash_bucket_strong(
    input: TensorLike, num_buckets: int, key: Any, name: str | None = None
) -> Tensor:
    """SipHash of each string with a key of two numbers, modulo the buckets.

    >>> tf.strings.to_hash_bucket_strong("Hello", 3, key=[1, 2]).dtype
    tf.int64

    Raises:
      InvalidArgumentError: for a key of another size.
    """
    attrs = {"num_buckets": num_buckets, "key": list(key)}
    return _unary("StringToHashBucketStrong", input, name, **attrs)


def to_hash_bucket(
    input: TensorLike, num_buckets: int, name: str | None = None
) -> Tensor:
    """A hash of each string, modulo the buckets; may change between versions.

    >>> tf.strings.to_hash_bucket("Hello", 3).dtype
    tf.int64

    Raises:
      InvalidArgumentError: if ``num_buckets`` is not positive.
    """
    return _unary("StringToHashBucket", input, name, num_buckets=num_buckets)
