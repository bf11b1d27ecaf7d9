"""The edit distance (Levenshtein) between sequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.ops.contract.families import in_brackets
from graphir.ops.sparse.sparse_tensors import SparseEntries
from graphir.shapes import UNKNOWN, Shape


class EditDistance(
    SparseEntries,
    signature="""
        EditDistance(hypothesis_indices: int64, hypothesis_values: T,
                     hypothesis_shape: int64, truth_indices: int64, truth_values: T,
                     truth_shape: int64) -> (output: float)
        | normalize: bool = True; T: type
    """,
):
    """Insertions, deletions and substitutions between the sequences at each place.

    A sequence lies along the last axis; normalized, by the length of the truth.
    """

    def infer_shape(self) -> Any:
        sizes = self.constant("hypothesis_shape"), self.constant("truth_shape")
        if sizes[0] is None or sizes[1] is None:
            return UNKNOWN
        return Shape([int(max(a, b)) for a, b in zip(sizes[0][:-1], sizes[1][:-1])])

    def compute(self, *args: Any) -> Any:
        hypothesis, truth = args[:3], args[3:]
        for indices, values, shape in (hypothesis, truth):
            if np.ndim(indices) != 2 or indices.shape != (len(values), len(shape)):
                raise self.invalid(
                    f"indices {in_brackets(np.shape(indices))}, values "
                    f"[{len(values)}] and shape [{len(shape)}] do not fit"
                )
        if len(truth[2]) < 2:
            raise self.invalid(
                "Input SparseTensors must have rank at least 2, but truth_shape rank "
                f"is: {len(truth[2])}"
            )
        if len(hypothesis[2]) != len(truth[2]):
            raise self.invalid("Expected hypothesis and truth of one rank")
        groups = np.maximum(hypothesis[2][:-1], truth[2][:-1]).tolist()
        guesses, truths = _sequences(*hypothesis[:2]), _sequences(*truth[:2])
        result = np.zeros(groups, np.float32)
        for place in {*guesses, *truths}:
            if any(index >= size for index, size in zip(place, groups)):
                raise self.invalid(f"The sequence at {place} is out of bounds.")
            result[place] = self._distance(
                guesses.get(place, []), truths.get(place, [])
            )
        return result

    def _distance(self, guess: Sequence[Any], truth: Sequence[Any]) -> float:
        distance = levenshtein(guess, truth)
        if not self.normalize:
            return distance
        if truth:
            return distance / len(truth)
        return float("inf") if guess else 0.0


def _sequences(indices: Any, values: Any) -> dict[tuple[int, ...], list[Any]]:
    found: dict[tuple[int, ...], list[Any]] = {}
    for place, value in zip(indices[:, :-1].tolist(), values.tolist()):
        found.setdefault(tuple(place), []).append(value)
    return found


def levenshtein(first: Sequence[Any], second: Sequence[Any]) -> int:
    """The smallest number of edits from one sequence to the other.

    >>> levenshtein("kitten", "sitting")
    3
    """
    row = list(range(len(second) + 1))
    for i, one in enumerate(first, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(second, 1):
            changed = previous + (one != other)
            previous = row[j]
            row[j] = min(row[j] + 1, row[j - 1] + 1, changed)
    return row[-1]
