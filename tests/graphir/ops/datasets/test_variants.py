"""Ragged tensors as variants: whole, in rows, and stacked again."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.datasets.variants import (
    RaggedTensorFromVariant,
    RaggedTensorToVariant,
    RaggedValue,
)

OUTER, INNER = np.array([0, 2, 2, 3]), np.array([0, 1, 3, 6])
VALUES = np.arange(6, dtype=np.float32)


def to_variant(batched: bool) -> object:
    attrs = {"batched_input": batched, "RAGGED_RANK": 2, "Tsplits": dtypes.int64}
    attrs["Tvalues"] = dtypes.float32
    return RaggedTensorToVariant.bind(attrs)(OUTER, INNER, VALUES)


def from_variant(variant: object, rank: int) -> list[list[float]]:
    attrs = {"output_ragged_rank": rank, "input_ragged_rank": -1}
    attrs |= {"Tvalues": dtypes.float32, "Tsplits": dtypes.int64}
    return [each.tolist() for each in RaggedTensorFromVariant.bind(attrs)(variant)]


@pytest.mark.parametrize("batched", [False, True])
def test_a_ragged_tensor_comes_back(batched: bool) -> None:
    """As one variant, or as a vector of one for each row."""
    found = from_variant(to_variant(batched), 2)
    assert found == [OUTER.tolist(), INNER.tolist(), VALUES.tolist()]


def test_rows_have_splits_of_their_own() -> None:
    """They begin at 0; a row may be empty."""
    rows = to_variant(True)
    assert [from_variant(row, 1) for row in rows] == [
        [[0, 1, 3], [0.0, 1.0, 2.0]],
        [[0], []],
        [[0, 3], [3.0, 4.0, 5.0]],
    ]


def test_another_rank_is_refused() -> None:
    """With both ranks in the message."""
    with pytest.raises(InvalidArgumentError, match="ragged rank 2, expected 1"):
        from_variant(to_variant(False), 1)


def test_no_rows_make_an_empty_value() -> None:
    """Its splits say so."""
    empty = RaggedValue.stacked([], np.int64)
    assert empty.splits[0].tolist() == [0]
    assert len(empty.values) == 0
