"""Counts of values, confusion matrices and histograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.math.reductions import reduce_max
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
    axis: TensorLike | None = None,
    binary_output: bool = False,
) -> Tensor:
    """The number of occurrences of 0, 1, 2, ... in ``arr``, or sums of weights.

    Takes integers that are not negative. The result has a length of one more than the
    greatest value, at least ``minlength`` and at most ``maxlength``, and ``dtype`` or
    that of the weights. With ``axis=-1`` each row of a matrix is counted for itself;
    ``binary_output`` tells only whether a value occurs.

    >>> print(tf.math.bincount([1, 1, 3]).numpy())
    [0 2 0 1]

    Raises:
      ValueError: for an axis other than None, 0 and -1.
      InvalidArgumentError: for negative values.
    """
    if axis not in (None, 0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently "
            f"supported."
        )
    with op_scope(name, "bincount"):
        values: Any = convert_to_tensor(arr, name="arr")
        if not values.dtype.base_dtype.is_integer:
            values = apply_op("Cast", [values], {"DstT": dtypes.int32})
        entries = values.entries if isinstance(values, CompositeTensor) else values
        size = _bin_count(entries, minlength, maxlength)
        if axis != -1:
            values = entries
        if weights is None:
            weights = np.array([], as_dtype(dtype).numpy_dtype)
        weights = convert_to_tensor(weights)
        if axis != -1:
            values, weights = _flat(values), _flat(weights)
        attrs = {"binary_output": binary_output}
        return apply_single("DenseBincount", [values, size, weights], attrs)


def _flat(x: Any) -> Any:
    return x if x.shape.rank == 1 else applied("Reshape", x, np.array([-1], np.int32))


def _bin_count(values: Any, minlength: Any, maxlength: Any) -> Any:
    dtype = values.dtype.base_dtype
    size = apply_op("Size", [values], {"out_type": dtype})
    is_given = apply_op("Cast", [size > 0], {"DstT": dtype})
    count = is_given * (reduce_max(values) + 1)
    if minlength is not None:
        count = applied("Maximum", convert_to_tensor(minlength, dtype), count)
    if maxlength is not None:
        count = applied("Minimum", convert_to_tensor(maxlength, dtype), count)
    return count


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The number of predictions of each class (column) for each label (row).

    Takes vectors of integers that are not negative; a last axis of size 1 is removed
    from one of them if the other lacks it. ``weights`` count instead of 1.

    >>> print(tf.math.confusion_matrix([1, 2, 2], [1, 1, 2]).numpy())
    [[0 0 0]
     [0 1 0]
     [0 1 1]]

    Raises:
      InvalidArgumentError: for a label or prediction out of range, or if the numbers of
        labels and predictions differ.
      ValueError: for scalars, or weights of another shape.
    """
    with op_scope(name, "confusion_matrix"):
        labels = convert_to_tensor(labels, name="labels")
        predictions = convert_to_tensor(predictions, name="predictions")
        labels, predictions = _same_rank(labels, predictions)
        labels, predictions = (
            apply_op("Cast", [each], {"DstT": dtypes.int64})
            for each in (labels, predictions)
        )
        if num_classes is None:
            greatest = applied("Maximum", reduce_max(predictions), reduce_max(labels))
            count = greatest + 1
        else:
            count = apply_op(
                "Cast", [convert_to_tensor(num_classes)], {"DstT": dtypes.int64}
            )
        target = as_dtype(dtype)
        if labels.shape.rank == 0:
            raise ValueError("The labels must not be scalars: Argument `axis` = 1.")
        indices = apply_op("Pack", [[labels, predictions]], {"axis": 1})
        counted = apply_op("OnesLike", [predictions]) if weights is None else weights
        counted = apply_op(
            "Cast", [convert_to_tensor(counted, name="weights")], {"DstT": target}
        )
        if not counted.shape.is_compatible_with(predictions.shape):
            raise ValueError(
                f"Shapes {predictions.shape} and {counted.shape} are incompatible: "
                "there is a weight for each prediction."
            )
        shape = apply_op("Pack", [[count, count]], {"axis": 0})
        return apply_single("ScatterNd", [indices, counted, shape])


def _same_rank(labels: Any, predictions: Any) -> tuple[Any, Any]:
    ranks = labels.shape.rank, predictions.shape.rank
    if None in ranks or ranks[0] == ranks[1]:
        return labels, predictions
    if ranks[0] == ranks[1] + 1:
        return _without_last_axis(labels), predictions
    if ranks[1] == ranks[0] + 1:
        return labels, _without_last_axis(predictions)
    return labels, predictions


def _without_last_axis(value: Any) -> Any:
    """Without it if its size is 1, else as it is: the kernel refuses it."""
    if value.shape[-1] not in (1, None):
        return value
    return apply_op("Squeeze", [value], {"squeeze_dims": [-1]})


def histogram_fixed_width(
    values: TensorLike,
    value_range: Any,
    nbins: Any = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The numbers of values in ``nbins`` equal parts of a range.

    Takes int32, int64, float32 or float64; values outside count for the first or the
    last part.

    >>> values, value_range = [-1.0, 0.0, 1.5, 9.0], [0.0, 5.0]
    >>> print(tf.histogram_fixed_width(values, value_range, nbins=5).numpy())
    [2 1 0 0 1]

    Raises:
      InvalidArgumentError: for an empty range, or no parts.
    """
    attrs = {"dtype": as_dtype(dtype)}
    inputs = values, value_range, nbins
    return applied(
        "HistogramFixedWidth",
        *inputs,
        name=name,
        default="histogram_fixed_width",
        attrs=attrs,
    )


def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: Any,
    nbins: Any = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The index of the part of a range, of ``nbins`` equal parts, for each value.

    Values outside belong to the first or the last part; the result has their shape.

    >>> values, value_range = [-1.0, 1.5, 9.0], [0.0, 5.0]
    >>> print(tf.histogram_fixed_width_bins(values, value_range, nbins=5).numpy())
    [0 1 4]

    Raises:
      InvalidArgumentError: for dtypes that differ.
    """
    with op_scope(name, "histogram_fixed_width_bins"):
        values = convert_to_tensor(values, name="values")
        limits = convert_to_tensor(
            value_range, dtype_hint=values.dtype.base_dtype, name="value_range"
        )
        count: Any = convert_to_tensor(nbins, name="nbins")
        wide = apply_op("Cast", [count], {"DstT": values.dtype.base_dtype})
        low, high = limits[0], limits[1]
        part = applied("RealDiv", values - low, high - low) * wide
        index = apply_op("Cast", [applied("Floor", part)], {"DstT": dtypes.int32})
        last = apply_op("Cast", [count - 1], {"DstT": dtypes.int32})
        bounded = applied("Maximum", applied("Minimum", index, last), 0)
        target = as_dtype(dtype)
        if target is dtypes.int32:
            return bounded
        return apply_single("Cast", [bounded], {"DstT": target})
