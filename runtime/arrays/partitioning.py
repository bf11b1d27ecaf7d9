"""Dynamic partition and stitch, edit distance, volume patches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.context import current_trace, op_scope
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def dynamic_partition(
    data: TensorLike,
    partitions: TensorLike,
    num_partitions: int,
    name: str | None = None,
) -> list[Tensor]:
    """The slices of ``data`` dealt out to tensors by number.

    >>> parts = tf.dynamic_partition([1, 2, 3], [0, 1, 0], 2)
    >>> [part.numpy().tolist() for part in parts]
    [[1, 3], [2]]

    Raises:
      InvalidArgumentError: for a number out of range, or shapes that do not fit.
    """
    attrs = {"num_partitions": num_partitions}
    parts: list[Tensor] = apply_op("DynamicPartition", [data, partitions], attrs, name)
    return parts


def dynamic_stitch(
    indices: Sequence[Any], data: Sequence[Any], name: str | None = None
) -> Tensor:
    """Merges the slices of several tensors into one tensor, at positions ``indices``.

    >>> tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]).numpy()
    array([10, 20, 30], dtype=int32)

    Raises:
      InvalidArgumentError: for a negative index, or shapes that do not fit.
    """
    return apply_single("DynamicStitch", [list(indices), list(data)], None, name)


def edit_distance(
    hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance"
) -> Tensor:
    """The Levenshtein distance of sparse sequences along the last axis.

    ``normalize`` divides by the length of the truth.

    Raises:
      TypeError: if an argument is no SparseTensor.
    """
    for label, given in (("Hypothesis", hypothesis), ("Truth", truth)):
        if not hasattr(given, "dense_shape"):
            raise TypeError(f"{label} must be a SparseTensor, not {given!r}.")
    inputs = [
        part
        for each in (hypothesis, truth)
        for part in (each.indices, each.values, each.dense_shape)
    ]
    attrs = {"normalize": normalize}
    return apply_single("EditDistance", inputs, attrs, name)


def parallel_stack(values: Sequence[Any], name: str = "parallel_stack") -> Tensor:
    """Tensors of one static shape, stacked along a new first axis.

    >>> stack = tf.function(lambda: tf.parallel_stack([[1, 2], [3, 4]]))
    >>> stack().numpy().tolist()
    [[1, 2], [3, 4]]

    Raises:
      RuntimeError: when executing eagerly, where nothing is parallel.
    """
    if current_trace() is None:
        raise RuntimeError(
            "tf.parallel_stack() is not compatible with eager execution: use tf.stack."
        )
    with op_scope(name, "parallel_stack") as scope:
        tensors = [convert_to_tensor(each) for each in values]
        return apply_single("Pack", [tensors], {"axis": 0}, scope)


def extract_volume_patches(
    input: TensorLike, ksizes: Any, strides: Any, padding: str, name: str | None = None
) -> Tensor:
    """Patches of volumes, each laid out along the depth.

    >>> ones = [1, 1, 1, 1, 1]
    >>> tf.extract_volume_patches(
    ...     tf.ones([1, 2, 2, 2, 1]), [1, 2, 2, 2, 1], ones, "VALID").shape
    TensorShape([1, 1, 1, 1, 8])

    Raises:
      InvalidArgumentError: if the input is not 5-dimensional (traced: ValueError).
    """
    attrs = {
        "ksizes": list(ksizes),
        "strides": list(strides),
        "padding": text_attr(padding, "padding"),
    }
    return apply_single("ExtractVolumePatches", [input], attrs, name)


def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """The tensor itself, said to be constant.

    >>> tf.guarantee_const(3).numpy()
    np.int32(3)
    """
    return apply_single("GuaranteeConst", [input], None, name)
