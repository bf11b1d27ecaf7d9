"""Element-wise string ops; joining and splitting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.compute.hashing import fingerprint64, murmur64a, siphash24
from graphir.errors import OutOfRangeError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import Unary, in_brackets
from graphir.ops.contract.ranks import text_of
from graphir.shapes import UNKNOWN, Shape, broadcast_shapes


class Strings(Op):
    """No gradient flows through text."""

    input_gradients = not_differentiable


class StringUnary(Unary):
    """One result for each string."""

    input_gradients = not_differentiable


def for_each(
    function: Callable[[bytes], Any], strings: Any, dtype: Any = object
) -> Any:
    """The function of each byte string, as an array of the same shape.

    >>> for_each(len, np.array([b"a", b"bc"], object), np.int32)
    array([1, 2], dtype=int32)
    """
    array = np.asarray(strings, object)
    result = np.empty(array.shape, dtype)
    flat = result.reshape(-1)
    for position, each in enumerate(array.ravel().tolist()):
        flat[position] = function(each)
    return result


def _characters(text: bytes) -> list[bytes]:
    """The bytes of each UTF-8 character; a stray continuation byte belongs to the
    character before it."""
    starts = [i for i, byte in enumerate(text) if byte & 0xC0 != 0x80]
    return [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)])]


class LetterCase(StringUnary):
    """Letters changed: ASCII, or all of Unicode for encoding 'utf-8'."""

    def _is_unicode(self) -> bool:
        if self.encoding not in (b"", b"utf-8"):
            raise self.invalid("only utf-8 or '' (no encoding) is supported")
        return bool(self.encoding)


class StringUpper(
    LetterCase,
    signature="StringUpper(input: string) -> (output: string) | encoding: string = ''",
    traits="idempotent",
):
    """Letters to upper case: ASCII, or all of Unicode for encoding 'utf-8'."""

    def compute(self, input: Any) -> Any:
        if self._is_unicode():
            return for_each(lambda each: _decoded(each).upper().encode(), input)
        return for_each(bytes.upper, input)


class StringLower(
    LetterCase,
    signature="StringLower(input: string) -> (output: string) | encoding: string = ''",
    traits="idempotent",
):
    """Letters to lower case: ASCII, or all of Unicode for encoding 'utf-8'."""

    def compute(self, input: Any) -> Any:
        if self._is_unicode():
            return for_each(lambda each: _decoded(each).lower().encode(), input)
        return for_each(bytes.lower, input)


def _decoded(text: bytes) -> str:
    # up to the first NUL, as TensorFlow reads it
    return text.partition(b"\0")[0].decode("utf-8", "replace")


class StringStrip(
    StringUnary,
    signature="StringStrip(input: string) -> (output: string)",
    traits="idempotent",
):
    """Without white space at either end."""

    def compute(self, input: Any) -> Any:
        return for_each(bytes.strip, input)


class StringLength(
    StringUnary,
    signature="""
        StringLength(input: string) -> (output: int32)
        | unit: string in ['BYTE','UTF8_CHAR'] = 'BYTE'
    """,
):
    """The number of bytes or of UTF-8 characters."""

    def compute(self, input: Any) -> Any:
        if self.unit == b"BYTE":
            return for_each(len, input, np.int32)
        return for_each(lambda each: len(_characters(each)), input, np.int32)


class Substr(
    Strings,
    signature="""
        Substr(input: string, pos: T, len: T) -> (output: string)
        | T: type in [int32,int64]; unit: string in ['BYTE','UTF8_CHAR'] = 'BYTE'
    """,
    traits="for_each_element",
):
    """``len`` units from ``pos`` on; a negative position counts from the end."""

    def infer_shape(self) -> Shape:
        length = self.__getattr__("len")
        return broadcast_shapes(
            self.input.shape, self.pos.shape.merge_with(length.shape)
        )

    def compute(self, input: Any, pos: Any, len: Any) -> Any:
        if np.shape(pos) != np.shape(len):
            raise self.invalid(
                f"pos and len should have the same shape, got: "
                f"{in_brackets(np.shape(pos))} vs. {in_brackets(np.shape(len))}"
            )
        texts, starts, counts = np.broadcast_arrays(input, pos, len)
        result = np.empty(texts.shape, object)
        for index in np.ndindex(texts.shape):
            result[index] = self._part(
                texts[index], int(starts[index]), int(counts[index]), input
            )
        return result

    def _part(self, text: bytes, start: int, count: int, input: Any) -> bytes:
        units = text if self.unit == b"BYTE" else _characters(text)
        size = len(units)
        if not -size <= start <= size:
            raise self.invalid(
                f"pos {start} out of range for string b'{text.decode()}'"
            )
        start = start + size if start < 0 else start
        if count < 0 and self.unit != b"BYTE":
            return b""
        # a negative number of bytes takes everything, as an unsigned count does
        part = units[start:] if count < 0 else units[start : start + count]
        return part if isinstance(part, bytes) else b"".join(part)


class StringJoin(
    Strings,
    signature="""
        StringJoin(inputs: N*string) -> (output: string)
        | N: int >= 0; separator: string = ''
    """,
    traits="for_each_element",
):
    """The strings of several tensors joined place by place; scalars go everywhere."""

    def infer_shape(self) -> Shape:
        shape = Shape(())
        for value in self.inputs:
            if value.shape.rank is None:
                return UNKNOWN
            if value.shape.rank:
                shape = shape.merge_with(value.shape) if shape.rank else value.shape
        return shape

    def compute(self, inputs: Any) -> Any:
        shapes = {np.shape(each) for each in inputs if np.ndim(each)}
        if len(shapes) > 1:
            first, second = sorted(shapes)[:2]
            raise self.invalid(
                f"Input shapes do not match: {in_brackets(first)} vs. "
                f"{in_brackets(second)}"
            )
        shape = shapes.pop() if shapes else ()
        columns = [np.broadcast_to(np.asarray(e, object), shape) for e in inputs]
        rows = zip(*(column.ravel().tolist() for column in columns))
        result = np.full(shape, b"", object)
        for position, row in enumerate(rows):
            result.reshape(-1)[position] = self.separator.join(row)
        return result


class ReduceJoin(
    Strings,
    signature="""
        ReduceJoin(inputs: string, reduction_indices: int32) -> (output: string)
        | keep_dims: bool = False; separator: string = ''
    """,
):
    """The strings along some axes joined, the last listed axis varying slowest."""

    def infer_shape(self) -> Shape:
        axes, shape = self.constant("reduction_indices"), self.inputs.shape
        if axes is None or shape.rank is None:
            return UNKNOWN
        gone = {int(axis) % max(1, shape.rank) for axis in np.ravel(axes)}
        if self.keep_dims:
            return Shape([1 if i in gone else d for i, d in enumerate(shape)])
        return Shape([d for i, d in enumerate(shape) if i not in gone])

    def compute(self, inputs: Any, reduction_indices: Any) -> Any:
        array = np.asarray(inputs, object)
        axes = []
        for axis in np.ravel(reduction_indices).tolist():
            if not -array.ndim <= axis < array.ndim:
                raise OutOfRangeError(
                    None,
                    None,
                    f"Invalid reduction dimension {axis} for input with {array.ndim} "
                    f"dimension(s)",
                )
            axes.append(axis % array.ndim)
        if len(set(axes)) < len(axes):
            raise self.invalid(f"Duplicate reduction dimension in {axes}")
        kept = [axis for axis in range(array.ndim) if axis not in axes]
        shape = [array.shape[axis] for axis in kept]
        rows = array.transpose(kept + axes[::-1]).reshape(*shape, -1)
        result = np.empty(shape, object)
        for index in np.ndindex(*shape):
            result[index] = self.separator.join(rows[index].tolist())
        if self.keep_dims:
            return result.reshape(
                [1 if i in axes else d for i, d in enumerate(array.shape)]
            )
        return result


class StringSplitV2(
    Strings,
    signature="""
        StringSplitV2(input: string, sep: string)
        -> (indices: int64, values: string, shape: int64) | maxsplit: int = -1
    """,
):
    """The parts of each string of a vector, as a sparse matrix; '' is white space."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, 2]), Shape([None]), Shape([2])]

    def compute(self, input: Any, sep: Any) -> Any:
        if np.ndim(input) != 1:
            raise self.invalid(
                f"input must be a vector, got shape: {in_brackets(np.shape(input))}"
            )
        if np.ndim(sep):
            raise self.invalid(
                f"sep must be a scalar, got shape: {in_brackets(np.shape(sep))}"
            )
        separator = text_of(sep, "sep")
        rows = [self._split(text, separator) for text in input.tolist()]
        places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
        values = np.array([part for row in rows for part in row] or [b""], object)
        longest = max(map(len, rows), default=0)
        return (
            np.array(places, np.int64).reshape(-1, 2),
            values[: len(places)],
            np.array([len(rows), longest], np.int64),
        )

    def _split(self, text: bytes, separator: bytes) -> list[bytes]:
        limit = int(self.maxsplit)
        if separator:
            return text.split(separator, limit)
        return text.split(None, limit)


class StringSplit(
    Strings,
    signature="""
        StringSplit(input: string, delimiter: string)
        -> (indices: int64, values: string, shape: int64) | skip_empty: bool = True
    """,
):
    """The parts of each string; each byte of the delimiter separates."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, 2]), Shape([None]), Shape([2])]

    def compute(self, input: Any, delimiter: Any) -> Any:
        separators = text_of(delimiter, "delimiter")
        rows = [self._split(text, separators) for text in np.asarray(input).tolist()]
        places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
        values = np.array([part for row in rows for part in row] or [b""], object)
        longest = max(map(len, rows), default=0)
        return (
            np.array(places, np.int64).reshape(-1, 2),
            values[: len(places)],
            np.array([len(rows), longest], np.int64),
        )

    def _split(self, text: bytes, separators: bytes) -> list[bytes]:
        if not separators:
            return [text[i : i + 1] for i in range(len(text))]
        parts, start = [], 0
        for position, byte in enumerate(text):
            if byte in separators:
                parts.append(text[start:position])
                start = position + 1
        parts.append(text[start:])
        return [part for part in parts if part] if self.skip_empty else parts


class BucketHash(StringUnary):
    """A hash of each string, modulo the number of buckets."""

    def _bucket(self, number: int) -> int:
        return number % int(self.num_buckets)


class StringToHashBucketFast(
    BucketHash,
    signature="""
        StringToHashBucketFast(input: string) -> (output: int64) | num_buckets: int >= 1
    """,
):
    """By FarmHash's Fingerprint64."""

    def compute(self, input: Any) -> Any:
        return for_each(lambda e: self._bucket(fingerprint64(e)), input, np.int64)


class StringToHashBucketStrong(
    BucketHash,
    signature="""
        StringToHashBucketStrong(input: string) -> (output: int64)
        | num_buckets: int >= 1; key: list(int)
    """,
):
    """By SipHash with a key of two numbers, against chosen collisions."""

    def compute(self, input: Any) -> Any:
        if len(self.key) != 2:
            raise self.invalid(f"Key must have 2 elements, got {list(self.key)}")
        key = (self.key[0] % 2**64, self.key[1] % 2**64)
        return for_each(lambda e: self._bucket(siphash24(e, key)), input, np.int64)


class StringToHashBucket(
    BucketHash,
    signature="""
        StringToHashBucket(string_tensor: string) -> (output: int64)
        | num_buckets: int >= 1
    """,
):
    """By MurmurHash64A."""

    def compute(self, string_tensor: Any) -> Any:
        return for_each(lambda e: self._bucket(murmur64a(e)), string_tensor, np.int64)
