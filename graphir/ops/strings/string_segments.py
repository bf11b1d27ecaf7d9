"""Joins of strings by segment, and n-grams."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from graphir.ops.contract.families import in_brackets
from graphir.ops.strings.strings import Strings
from graphir.shapes import UNKNOWN, Shape


class UnsortedSegmentJoin(
    Strings,
    signature="""
        UnsortedSegmentJoin(inputs: string, segment_ids: Tindices,
                            num_segments: Tnumsegments) -> (output: string)
        | separator: string = ''; Tindices: type in [int32,int64];
          Tnumsegments: type in [int32,int64] = int32
    """,
):
    """The strings that share a segment number joined."""

    def infer_shape(self) -> Any:
        count = self.constant("num_segments")
        inputs, ids = self.inputs.shape, self.segment_ids.shape
        if inputs.rank is None or ids.rank is None:
            return UNKNOWN
        first = None if count is None else int(count)
        return Shape([first, *inputs[ids.rank :]])

    def compute(self, inputs: Any, segment_ids: Any, num_segments: Any) -> Any:
        count, depth = int(num_segments), np.ndim(segment_ids)
        if count < 0:
            raise self.invalid("Number of segments must be non-negative")
        shape = np.shape(inputs)
        if shape[:depth] != np.shape(segment_ids):
            raise self.invalid(
                f"segment_ids of shape {in_brackets(np.shape(segment_ids))} must begin "
                f"the shape {in_brackets(shape)} of the inputs"
            )
        rows = np.asarray(inputs, object).reshape(-1, int(np.prod(shape[depth:])))
        parts: list[list[list[bytes]]] = [
            [[] for _ in range(rows.shape[1])] for _ in range(count)
        ]
        for row, segment in zip(rows.tolist(), np.ravel(segment_ids).tolist()):
            if not 0 <= segment < count:
                raise self.invalid(f"segment id {segment} is out of range [0, {count})")
            for column, text in enumerate(row):
                parts[segment][column].append(text)
        joined = [self.separator.join(each) for group in parts for each in group]
        result = np.empty(len(joined), object)
        result[:] = joined
        return result.reshape(count, *shape[depth:])


class StringNGrams(
    Strings,
    signature="""
        StringNGrams(data: string, data_splits: Tsplits)
        -> (ngrams: string, ngrams_splits: Tsplits)
        | separator: string; ngram_widths: list(int) >= 0; left_pad: string;
          right_pad: string; pad_width: int; preserve_short_sequences: bool;
          Tsplits: type in [int32,int64] = int64
    """,
):
    """The n-grams of the widths ``ngram_widths`` of each row of a ragged matrix."""

    def infer_shape(self) -> list[Shape]:
        splits: Shape = self.data_splits.shape
        return [Shape([None]), splits]

    def compute(self, data: Any, data_splits: Any) -> Any:
        words, splits = np.asarray(data, object).tolist(), data_splits.tolist()
        self._check(words, splits)
        rows = [self._ngrams(words[a:b]) for a, b in itertools.pairwise(splits)]
        flat = [ngram for row in rows for ngram in row]
        lengths = [0, *map(len, rows)] if splits else []
        return (
            np.array([*flat, b""], object)[: len(flat)],
            np.cumsum(lengths, dtype=data_splits.dtype),
        )

    def _check(self, words: list[bytes], splits: list[int]) -> None:
        if not splits:
            return
        if splits[0] != 0:
            raise self.invalid(f"First split value must be 0, got {splits[0]}")
        if any(b < a or b > len(words) for a, b in itertools.pairwise(splits)):
            raise self.invalid(f"Invalid split value in {splits}")
        if splits[-1] != len(words):
            raise self.invalid(
                f"Last split value must be data size. Expected {len(words)}, got "
                f"{splits[-1]}"
            )

    def _ngrams(self, row: list[bytes]) -> list[bytes]:
        found = [gram for width in self.ngram_widths for gram in self._of(row, width)]
        if found or not self.preserve_short_sequences or not row:
            return found
        # a row too short for any width is kept, padded on both sides
        padding = self._padding(max(self.ngram_widths, default=1))
        whole = [*[self.left_pad] * padding, *row, *[self.right_pad] * padding]
        return [self.separator.join(whole)]

    def _padding(self, width: int) -> int:
        return width - 1 if self.pad_width < 0 else min(self.pad_width, width - 1)

    def _of(self, row: list[bytes], width: int) -> list[bytes]:
        padding = self._padding(width)
        whole = [*[self.left_pad] * padding, *row, *[self.right_pad] * padding]
        return [
            self.separator.join(whole[start : start + width])
            for start in range(len(whole) - width + 1)
        ]
