"""Ragged tensors encoded as variants, for elements of datasets."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import SCALAR, UNKNOWN, Shape


class RaggedValue:
    """The row splits of each ragged axis, outermost first, and the flat values."""

    __slots__ = ("splits", "values")

    shape = ()

    def __init__(self, splits: tuple[Any, ...], values: Any) -> None:
        self.splits = splits
        self.values = values

    def row(self, index: int) -> RaggedValue:
        """One row, of a ragged rank that is less by one."""
        start, stop = int(self.splits[0][index]), int(self.splits[0][index + 1])
        splits = []
        for each in self.splits[1:]:
            inner = each[start : stop + 1]
            splits.append(inner - inner[0])
            start, stop = int(inner[0]), int(inner[-1])
        return RaggedValue(tuple(splits), self.values[start:stop])

    @staticmethod
    def stacked(rows: list[RaggedValue], kind: Any, like: Any = None) -> RaggedValue:
        """The rows as one value, of a ragged rank that is more by one."""
        if not rows:
            values = np.zeros((0,), like) if like is not None else np.zeros((0,))
            return RaggedValue((np.zeros(1, kind),), values)
        lengths = [
            len(each.splits[0]) - 1 if each.splits else len(each.values)
            for each in rows
        ]
        splits = [np.concatenate([[0], np.cumsum(lengths)]).astype(kind)]
        for level in range(len(rows[0].splits)):
            parts, offset = [np.zeros(1, kind)], 0
            for each in rows:
                parts.append((each.splits[level][1:] + offset).astype(kind))
                offset += int(each.splits[level][-1])
            splits.append(np.concatenate(parts))
        return RaggedValue(
            tuple(splits), np.concatenate([each.values for each in rows])
        )


class RaggedTensorToVariant(
    Op,
    signature="""
        RaggedTensorToVariant(rt_nested_splits: RAGGED_RANK*Tsplits,
                              rt_dense_values: Tvalues) -> (encoded_ragged: variant)
        | RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: type in [int32,int64] = int64;
          batched_input: bool
    """,
):
    """A ragged tensor as one variant, or as a vector of one for each row."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        if not self.batched_input:
            return SCALAR
        if not self.rt_nested_splits:
            shape = self.rt_dense_values.shape
            return Shape([shape[0]]) if shape.rank else Shape([None])
        rows = self.rt_nested_splits[0].shape
        known = rows.rank == 1 and rows[0] is not None
        return Shape([rows[0] - 1 if known else None])

    def compute(self, rt_nested_splits: Any, rt_dense_values: Any) -> Any:
        value = RaggedValue(tuple(rt_nested_splits), rt_dense_values)
        if not self.batched_input:
            return value
        if not rt_nested_splits:
            rows = [RaggedValue((), each) for each in rt_dense_values]
        else:
            rows = [value.row(index) for index in range(len(rt_nested_splits[0]) - 1)]
        found = np.empty(len(rows), object)
        found[:] = rows
        return found


class RaggedTensorFromVariant(
    Op,
    signature="""
        RaggedTensorFromVariant(encoded_ragged: variant)
        -> (output_nested_splits: output_ragged_rank*Tsplits,
            output_dense_values: Tvalues)
        | input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type;
          Tsplits: type in [int32,int64] = int64
    """,
    handles="any",
):
    """The ragged tensor in a variant, or the stack of an array of variants."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [*([Shape([None])] * self.output_ragged_rank), UNKNOWN]

    def compute(self, encoded_ragged: Any) -> Any:
        self._is_plain = self.output_ragged_rank < np.ndim(encoded_ragged)
        found = self._stacked(encoded_ragged)
        if len(found.splits) != self.output_ragged_rank:
            raise self.invalid(
                f"Encoded input has ragged rank {len(found.splits)}, expected "
                f"{self.output_ragged_rank}."
            )
        return (*found.splits, found.values)

    def _values(self, encoded: Any) -> Any:
        """Rows of tensors, which have no splits: stacked they are a tensor."""
        values = [np.asarray(each.values) for each in encoded]
        if len({each.shape for each in values}) > 1:
            raise self.invalid(
                "Rows of different shapes make no tensor: "
                f"{[each.shape for each in values]}."
            )
        return np.stack(values)

    def _stacked(self, encoded: Any) -> RaggedValue:
        if isinstance(encoded, RaggedValue):
            return encoded
        if np.ndim(encoded) == 0:
            inner: RaggedValue = encoded[()]
            return inner
        kind = self.Tsplits.numpy_dtype
        if self._is_plain and np.ndim(encoded) == 1 and len(encoded):
            return RaggedValue((), self._values(encoded))
        rows = [self._stacked(each) for each in encoded]
        if not rows:
            count = self.output_ragged_rank
            splits = tuple(np.zeros(1, kind) for _ in range(count))
            return RaggedValue(splits, np.zeros((0,), self.Tvalues.numpy_dtype))
        return RaggedValue.stacked(rows, kind)


class RaggedTensorToVariantGradient(
    Op,
    signature="""
        RaggedTensorToVariantGradient(encoded_ragged_grad: variant,
            row_splits: Tsplits, dense_values_shape: int32)
        -> (dense_values_grad: Tvalues)
        | Tvalues: type; Tsplits: type in [int32,int64] = int64
    """,
    handles="any",
):
    """The gradients of the rows of a ragged tensor as that of its flat values."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("dense_values_shape")

    def compute(
        self, encoded_ragged_grad: Any, row_splits: Any, dense_values_shape: Any
    ) -> Any:
        sizes = np.asarray(dense_values_shape).tolist()
        dtype = self.Tvalues.numpy_dtype
        rows = np.ravel(np.asarray(encoded_ragged_grad, object)).tolist()
        if any(not isinstance(each, RaggedValue | None) for each in rows):
            raise self.invalid("A gradient is no encoded ragged tensor.")
        if not len(row_splits):
            return np.reshape(rows[0].values, sizes)
        parts = [
            # rows that nothing was made of have no gradient
            np.zeros([stop - start, *sizes[1:]], dtype)
            if each is None
            else np.reshape(each.values, [-1, *sizes[1:]])
            for each, start, stop in zip(rows, row_splits, row_splits[1:])
        ]
        found = np.concatenate(parts) if parts else np.zeros([0], dtype)
        return found.reshape(sizes)
