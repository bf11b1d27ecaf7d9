"""Unicode ops: code points, encodings, scripts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np

from graphir.ops.strings.strings import Strings, StringUnary, for_each
from graphir.shapes import UNKNOWN, Shape
from graphir.text.encodings import Character, characters, is_code_point, script_of

_CODECS: Final = {
    b"UTF-8": "utf-8",
    b"UTF-16-BE": "utf-16-be",
    b"UTF-32-BE": "utf-32-be",
}

_DECODING = """
    | input_encoding: string;
      errors: string in ['strict','replace','ignore'] = 'replace';
      replacement_char: int = 65533; replace_control_characters: bool = False;
      Tsplits: type in [int32,int64] = int64
"""


class Decoding(Strings):
    """The base class of ops that read characters; ``errors`` is a policy."""

    def _characters(self, text: bytes) -> list[Character]:
        """The code points with their places, all of them known."""
        encoding = self.input_encoding.decode("utf-8", "replace")
        try:
            found = characters(text, encoding)
        except LookupError:
            raise self.invalid(
                f"Could not create converter for input encoding: {encoding}"
            ) from None
        wrong = [self._is_wrong(each.code_point) for each in found]
        if not any(wrong):
            return found
        if self.errors == b"strict":
            raise self.invalid("Invalid formatting on input string")
        if self.errors == b"ignore":
            return [each for each, is_wrong in zip(found, wrong) if not is_wrong]
        replacement = int(self.replacement_char)
        return [
            Character(replacement, each.start) if is_wrong else each
            for each, is_wrong in zip(found, wrong)
        ]

    def _is_wrong(self, code_point: int | None) -> bool:
        if code_point is None:
            return True
        return bool(self.replace_control_characters) and code_point <= 0x1F

    def _rows(self, strings: Any) -> tuple[Any, list[Character]]:
        """The row splits and the characters of all strings."""
        rows = [self._characters(each) for each in np.ravel(strings).tolist()]
        splits = np.cumsum([0, *map(len, rows)], dtype=self.Tsplits.numpy_dtype)
        return splits, [each for row in rows for each in row]

    def _splits_shape(self) -> Shape:
        count = self.input.shape.num_elements()
        return Shape([None if count is None else count + 1])


class UnicodeDecode(
    Decoding,
    signature=f"""
        UnicodeDecode(input: string) -> (row_splits: Tsplits, char_values: int32)
        {_DECODING}
    """,
):
    """The code points of each string, as the rows of a ragged matrix."""

    def infer_shape(self) -> list[Shape]:
        return [self._splits_shape(), Shape([None])]

    def compute(self, input: Any) -> Any:
        splits, found = self._rows(input)
        return splits, np.array([each.code_point for each in found], np.int32)


class UnicodeDecodeWithOffsets(
    Decoding,
    signature=f"""
        UnicodeDecodeWithOffsets(input: string)
        -> (row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64)
        {_DECODING}
    """,
):
    """The code points of each string, and the byte at which each starts."""

    def infer_shape(self) -> list[Shape]:
        return [self._splits_shape(), Shape([None]), Shape([None])]

    def compute(self, input: Any) -> Any:
        splits, found = self._rows(input)
        return (
            splits,
            np.array([each.code_point for each in found], np.int32),
            np.array([each.start for each in found], np.int64),
        )


class UnicodeTranscode(
    Decoding,
    traits="elementwise",
    signature="""
        UnicodeTranscode(input: string) -> (output: string)
        | input_encoding: string;
          output_encoding: string in ['UTF-8','UTF-16-BE','UTF-32-BE'];
          errors: string in ['strict','replace','ignore'] = 'replace';
          replacement_char: int = 65533; replace_control_characters: bool = False
    """,
):
    """Each string in another encoding."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any) -> Any:
        codec = _CODECS[self.output_encoding]

        def transcode(text: bytes) -> bytes:
            found = (each.code_point for each in self._characters(text))
            return "".join(chr(each or 0) for each in found).encode(codec)

        return for_each(transcode, input)


class UnicodeEncode(
    Strings,
    signature="""
        UnicodeEncode(input_values: int32, input_splits: Tsplits) -> (output: string)
        | errors: string in ['ignore','replace','strict'] = 'replace';
          output_encoding: string in ['UTF-8','UTF-16-BE','UTF-32-BE'];
          replacement_char: int = 65533; Tsplits: type in [int32,int64] = int64
    """,
):
    """A string for each row of code points."""

    def infer_shape(self) -> Shape:
        shape = self.input_splits.shape
        if shape.rank is None:
            return UNKNOWN
        return Shape([None if shape[0] is None else max(0, shape[0] - 1)])

    def compute(self, input_values: Any, input_splits: Any) -> Any:
        points, splits = input_values.tolist(), input_splits.tolist()
        is_falling = any(a > b for a, b in pairwise(splits))
        if not splits or splits[0] != 0 or splits[-1] > len(points) or is_falling:
            raise self.invalid(
                f"Invalid split values {splits}: they must ascend from 0"
            )
        codec = _CODECS[self.output_encoding]
        result = np.empty(len(splits) - 1, object)
        for row, (start, end) in enumerate(pairwise(splits)):
            kept = map(self._checked, points[start:end])
            result[row] = "".join(kept).encode(codec)
        return result

    def _checked(self, code_point: int) -> str:
        if is_code_point(code_point):
            return chr(code_point)
        if self.errors == b"strict":
            raise self.invalid(
                "Code point is out of range for Unicode, or is a surrogate."
            )
        return "" if self.errors == b"ignore" else chr(self.replacement_char)


class UnicodeScript(
    StringUnary, signature="UnicodeScript(input: int32) -> (output: int32)"
):
    """The number of the script to which each code point belongs; -1 for none."""

    def compute(self, input: Any) -> Any:
        points = np.ravel(input).tolist()
        scripts = np.array([script_of(each) for each in points], np.int32)
        return scripts.reshape(np.shape(input))
