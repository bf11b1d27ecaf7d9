"""Softmax, its logarithm, and the cross-entropies built on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.compute.short_rows import reduce_rows
from graphir.compute.threads import in_parts
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets, in_float32
from graphir.shapes import Shape, broadcast_shapes
from graphir.special.single_precision import exp_of_nonpositive

_FLOATS = "[half,bfloat16,float,double]"


def _require_axis(logits: Any) -> None:
    if not logits.ndim:
        raise InvalidArgumentError("logits must have >= 1 dimension, got []")


_BLOCK: Final = 1 << 17
"""Elements worked on at a time: they stay in the cache from step to step."""


def _in_blocks(fill: Callable[[Any, Any], None], logits: Any) -> Any:
    """The result, some rows after the other: ``fill(rows, their part of it)``."""
    _require_axis(logits)
    result = new_array(logits.shape, logits.dtype)
    if not result.size:
        return result
    width = logits.shape[-1]
    source, target = logits.reshape(-1, width), result.reshape(-1, width)
    step = max(1, _BLOCK // width)

    def fill_range(first: int, last: int) -> None:
        for start in range(first, last, step):
            rows = slice(start, min(last, start + step))
            fill(source[rows], target[rows])

    in_parts(fill_range, len(source), step)
    return result


def _row_sums(rows: Any) -> Any:
    """As a product with ones, which is quicker than ``sum``: [rows, 1]."""
    return (rows @ np.ones(rows.shape[-1], rows.dtype))[:, None]


_PRINTED: Final = 1000
"""Elements of a result that is read digit by digit: NumPy prints no more in full."""


def _fill_softmax(logits: Any, result: Any) -> None:
    # subtracting the largest logit keeps exp from overflowing
    if logits.dtype == np.float32 and logits.size <= _PRINTED:
        # the digits that TensorFlow shows; larger results take NumPy's quicker exp
        result[...] = exp_of_nonpositive(logits - reduce_rows(np.maximum, logits, True))
        np.multiply(result, 1 / result.sum(-1, keepdims=True), out=result)
        return
    np.subtract(logits, reduce_rows(np.maximum, logits, True), out=result)
    np.exp(result, out=result)
    np.divide(result, _row_sums(result), out=result)


def _fill_log_softmax(logits: Any, result: Any) -> None:
    np.subtract(logits, reduce_rows(np.maximum, logits, True), out=result)
    np.subtract(result, np.log(_row_sums(np.exp(result))), out=result)


def _softmax(logits: Any) -> Any:
    return _in_blocks(_fill_softmax, logits)


def _log_softmax(logits: Any) -> Any:
    return _in_blocks(_fill_log_softmax, logits)


class OverLastAxis(Op):
    """Ops along the last axis; the result has the shape of the argument."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape.with_rank_at_least(1)
        return shape


class Softmax(
    OverLastAxis,
    signature=f"Softmax(logits: T) -> (softmax: T) | T: type in {_FLOATS}",
    traits="precision_wide",
):
    """Exponentials over their sum along the last axis."""

    compute = in_float32(_softmax)

    def input_gradients(self, d_softmax: Any) -> Any:
        op = self.op
        weighted = op.Sum(op.Mul(d_softmax, self.softmax), [-1], keep_dims=True)
        return (op.Mul(op.Sub(d_softmax, weighted), self.softmax),)


class LogSoftmax(
    OverLastAxis,
    signature=f"LogSoftmax(logits: T) -> (logsoftmax: T) | T: type in {_FLOATS}",
    traits="precision_wide",
):
    """The logarithm of the softmax, without the loss of digits."""

    compute = in_float32(_log_softmax)

    def input_gradients(self, d_logsoftmax: Any) -> Any:
        op = self.op
        softmax = op.Exp(self.logsoftmax)
        total = op.Sum(d_logsoftmax, [-1], keep_dims=True)
        return (op.Sub(d_logsoftmax, op.Mul(total, softmax)),)


class SoftmaxCrossEntropyWithLogits(
    Op,
    signature=f"""
        SoftmaxCrossEntropyWithLogits(features: T, labels: T) -> (loss: T, backprop: T)
        | T: type in {_FLOATS}
    """,
    traits="precision_wide",
):
    """Cross-entropy of each row of a matrix, and its gradient for the features."""

    def infer_shape(self) -> list[Shape]:
        shape = broadcast_shapes(self.features.shape, self.labels.shape).with_rank(2)
        return [Shape([shape[0]]), shape]

    def compute(self, features: Any, labels: Any) -> Any:
        try:
            np.broadcast_shapes(features.shape, labels.shape)
        except ValueError:
            raise self.invalid(
                f"logits and labels must be broadcastable: logits_size="
                f"{in_brackets(features.shape)} labels_size={in_brackets(labels.shape)}"
            ) from None
        if max(np.ndim(features), np.ndim(labels)) != 2:
            raise self.invalid("logits and labels must be either 2-dimensional")
        dtype = features.dtype
        logs = _log_softmax(_wide(np.broadcast_arrays(features, labels)[0]))
        targets = _wide(labels)
        # a label of 0 counts nothing, also where the logarithm is infinite
        terms = np.where(targets == 0, logs.dtype.type(0), targets * logs)
        loss = -terms.sum(-1)
        return loss.astype(dtype), (np.exp(logs) - targets).astype(dtype)

    def input_gradients(self, d_loss: Any, d_backprop: Any) -> Any:
        op = self.op
        logs = op.LogSoftmax(self.features)
        d_features = _times_rows(op, d_loss, self.backprop)
        if d_backprop is not None:
            probability = op.Softmax(self.features)
            product = op.Mul(d_backprop, probability)
            total = op.Sum(product, [-1], keep_dims=True)
            extra = op.Sub(product, op.Mul(total, probability))
            d_features = extra if d_features is None else op.AddV2(d_features, extra)
        return d_features, _times_rows(op, d_loss, op.Neg(logs))


class SparseSoftmaxCrossEntropyWithLogits(
    Op,
    signature=f"""
        SparseSoftmaxCrossEntropyWithLogits(features: T, labels: Tlabels)
        -> (loss: T, backprop: T)
        | T: type in {_FLOATS}; Tlabels: type in [int32,int64] = int64
    """,
    traits="precision_wide",
):
    """The cross entropy of softmax for labels that are class numbers."""

    def infer_shape(self) -> list[Shape]:
        features = self.features.shape.with_rank(2)
        labels = self.labels.shape.with_rank(1)
        rows = Shape([features[0]]).merge_with(labels)
        return [rows, rows.concatenate([features[1]])]

    def compute(self, features: Any, labels: Any) -> Any:
        if features.ndim != 2 or np.ndim(labels) != 1 or len(features) != len(labels):
            raise self.invalid(
                f"logits and labels must have the same first dimension, got logits "
                "shape "
                f"{in_brackets(features.shape)} and labels shape "
                f"{in_brackets(np.shape(labels))}"
            )
        self._refuse_other_labels(labels, features.shape[1])
        wide = _wide(features)
        # places in the rows one after the other: a third of the time of two indices
        places = np.arange(len(labels)) * features.shape[1] + labels
        shifted = wide - reduce_rows(np.maximum, wide, True)
        backprop = np.exp(shifted, order="C")
        totals = np.add.reduce(backprop, 1)
        loss = np.log(totals) - shifted.reshape(-1)[places]
        backprop /= totals[:, None]
        backprop.reshape(-1)[places] -= 1
        dtype = features.dtype
        return loss.astype(dtype, copy=False), backprop.astype(dtype, copy=False)

    def _refuse_other_labels(self, labels: Any, classes: int) -> None:
        if not len(labels) or (
            np.minimum.reduce(labels) >= 0 and np.maximum.reduce(labels) < classes
        ):
            return
        outside = (labels < 0) | (labels >= classes)
        raise self.invalid(
            f"Received a label value of {labels[outside][0]} which is outside the "
            f"valid range of [0, {classes}).  Label values: "
            f"{' '.join(map(str, labels.tolist()))}"
        )

    def input_gradients(self, d_loss: Any, d_backprop: Any) -> Any:
        op = self.op
        d_features = _times_rows(op, d_loss, self.backprop)
        if d_backprop is not None:
            probability = op.Softmax(self.features)
            product = op.Mul(d_backprop, probability)
            total = op.Sum(product, [-1], keep_dims=True)
            extra = op.Sub(product, op.Mul(total, probability))
            d_features = extra if d_features is None else op.AddV2(d_features, extra)
        return d_features, None


def _wide(array: Any) -> Any:
    return array.astype(np.float32) if array.dtype.itemsize <= 2 else array


def _times_rows(op: Any, d_loss: Any, matrix: Any) -> Any:
    """Each row of the matrix times the gradient of its loss."""
    return None if d_loss is None else op.Mul(op.ExpandDims(d_loss, -1), matrix)
