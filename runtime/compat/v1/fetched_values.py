"""Values that sessions return for ragged tensors: tuples of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple


class RaggedTensorValue(NamedTuple):
    """A ragged tensor as arrays: its values, and where each row begins."""

    values: Any
    row_splits: Any


__all__ = ["RaggedTensorValue"]
