"""Public functions that permute, sort, pad or pass through elements."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_of
from runtime.tensors.composites import convert_to_tensor as dense_tensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.structure import components_of, with_components
from runtime.tensors.tensor import Tensor


def reverse(tensor: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Reverses the elements along axes.

    >>> tf.reverse([1, 2, 3], [0]).numpy().tolist()
    [3, 2, 1]

    Raises:
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "ReverseV2") as scope:
        values = convert_to_tensor(tensor, name="tensor")
        axes = convert_to_tensor(axis, None, dtypes.int32, "axis")
        return apply_single("ReverseV2", [values, axes], None, scope)


def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Reverses the first elements of each batch entry; the others stay in place.

    >>> tf.reverse_sequence([[1, 2, 3]], [2], seq_axis=1).numpy().tolist()
    [[2, 1, 3]]

    Raises:
      InvalidArgumentError: for a length larger than the axis.
    """
    if seq_axis is None:
        raise TypeError("Expected int for argument 'seq_axis' not None.")
    attrs = {"seq_dim": seq_axis, "batch_dim": batch_axis or 0}
    with op_scope(name, "ReverseSequence") as scope:
        values = convert_to_tensor(input, name="input")
        lengths = convert_to_tensor(seq_lengths, name="seq_lengths")
        return apply_single("ReverseSequence", [values, lengths], attrs, scope)


def roll(
    input: TensorLike, shift: TensorLike, axis: TensorLike, name: str | None = None
) -> Tensor:
    """Shifts a tensor along axes; elements pushed over one end return at the other.

    >>> tf.roll([1, 2, 3], 1, 0).numpy().tolist()
    [3, 1, 2]

    Raises:
      InvalidArgumentError: if shift and axis do not fit.
    """
    with op_scope(name, "roll") as scope:
        values = convert_to_tensor(input, name="input")
        steps = convert_to_tensor(shift, name="shift")
        axes = convert_to_tensor(axis, name="axis")
        return apply_single("Roll", [values, steps, axes], None, scope)


def pad(
    tensor: TensorLike,
    paddings: TensorLike,
    mode: str = "CONSTANT",
    constant_values: TensorLike = 0,
    name: str | None = None,
) -> Tensor:
    """The tensor with elements added before and after each axis.

    >>> tf.pad([1, 2], [[1, 2]]).numpy().tolist()
    [0, 1, 2, 0, 0]
    >>> tf.pad([1, 2, 3], [[2, 0]], "REFLECT").numpy().tolist()
    [3, 2, 1, 2, 3]

    Raises:
      ValueError: for an unknown mode.
      InvalidArgumentError: for paddings that do not fit.
    """
    kind = text_of(mode, "mode").upper()
    if kind not in ("CONSTANT", "REFLECT", "SYMMETRIC"):
        raise ValueError(
            "Value of argument `mode` expected to be one of 'CONSTANT', 'REFLECT', or "
            f"'SYMMETRIC'. Received `mode` = {mode}"
        )
    op = "MirrorPad" if kind != "CONSTANT" else "PadV2"
    if (
        op == "PadV2"
        and not isinstance(constant_values, Tensor)
        and constant_values == 0
    ):
        op = "Pad"
    with op_scope(name, op) as scope:
        inputs = [
            convert_to_tensor(tensor, name="input"),
            convert_to_tensor(paddings, None, dtypes.int32, "paddings"),
        ]
        attrs = None
        if op == "MirrorPad":
            attrs = {"mode": kind.encode()}
        if op == "PadV2":
            dtype = inputs[0].dtype
            inputs.append(
                convert_to_tensor(constant_values, dtype, name="constant_values")
            )
        return apply_single(op, inputs, attrs, scope)


def argsort(
    values: TensorLike,
    axis: int = -1,
    direction: str = "ASCENDING",
    stable: bool = False,
    name: str | None = None,
) -> Tensor:
    """The order in which the elements along an axis are sorted.

    >>> tf.argsort([3, 1, 2]).numpy().tolist()
    [1, 2, 0]

    Raises:
      ValueError: for an unknown direction.
    """
    with op_scope(name, "argsort"):
        return _sorted(values, axis, direction, 1)


def sort(
    values: TensorLike,
    axis: int = -1,
    direction: str = "ASCENDING",
    name: str | None = None,
) -> Tensor:
    """The elements sorted along an axis.

    >>> tf.sort([3, 1, 2], direction="DESCENDING").numpy().tolist()
    [3, 2, 1]

    Raises:
      ValueError: for an unknown direction.
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "sort"):
        return _sorted(values, axis, direction, 0)


def _sorted(values: Any, axis: int, direction: str, result: int) -> Tensor:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            "Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. "
            f"Received: direction={direction}"
        )
    tensor = dense_tensor(values)
    rank = tensor.shape.rank
    if rank is None and axis == -1:
        return _top(tensor, direction == "ASCENDING", result)
    if rank is None:
        raise ValueError(
            f"Sorting along axis {axis} needs a tensor of known rank: give it a shape "
            "with `tf.ensure_shape`, or sort along axis -1."
        )
    if not -rank <= axis < rank:
        text = f"axis {axis} does not exist: the tensor has {rank} axes."
        raise InvalidArgumentError(None, None, text)
    order = [*range(rank)]
    order[axis], order[-1] = order[-1], order[axis]
    moved = (
        apply_op("Transpose", [tensor, order]) if axis % rank != rank - 1 else tensor
    )
    found = _top(moved, direction == "ASCENDING", result)
    if axis % rank == rank - 1:
        return found
    return apply_single("Transpose", [found, order])


def _top(tensor: Tensor, is_ascending: bool, result: int) -> Tensor:
    """TopKV2 of the whole axis; ascending order is that of the mirrored keys."""
    from runtime.arrays.reshaping import shape

    keys = _mirrored(tensor) if is_ascending else tensor
    count = shape(tensor)[-1]
    values, indices = apply_op("TopKV2", [keys, count])
    if result:
        order: Tensor = indices
        return order
    ordered: Tensor = _mirrored(values) if is_ascending else values
    return ordered


def _mirrored(tensor: Tensor) -> Tensor:
    dtype = tensor.dtype
    if not dtype.is_integer:
        return apply_single("Neg", [tensor])
    # -1 - x turns the order around without overflow, max - x for unsigned
    top = convert_to_tensor(dtype.max if dtype.is_unsigned else -1, dtype)
    return apply_single("Sub", [top, tensor])


def identity(input: TensorLike, name: str | None = None) -> Any:
    """The tensor itself; in a graph, the result of an Identity node.

    ``IndexedSlices`` and extension types keep their type.

    >>> tf.identity([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    if isinstance(input, IndexedSlices) or hasattr(type(input), "__tf_composition__"):
        return with_components(input, list(map(identity, components_of(input))))
    return apply_single("Identity", [input], None, name or "Identity")


def identity_n(input: Any, name: str | None = None) -> list[Tensor]:
    """The tensors themselves.

    >>> [each.dtype for each in tf.identity_n([1, 2.0])]
    [tf.int32, tf.float32]
    """
    tensors = [convert_to_tensor(each) for each in input]
    same: list[Tensor] = apply_op("IdentityN", [tensors], None, name or "IdentityN")
    return same


def stop_gradient(input: TensorLike, name: str | None = None) -> Any:
    """The tensor, through which no gradient flows.

    ``IndexedSlices`` and extension types keep their type.

    >>> tf.stop_gradient(1.0).numpy()
    np.float32(1.0)
    """
    label = name or "StopGradient"
    if isinstance(input, IndexedSlices):
        return input.with_values(stop_gradient(input.values, name))
    return apply_single("StopGradient", [convert_to_tensor(input)], None, label)


def bitcast(input: TensorLike, type: DTypeLike, name: str | None = None) -> Tensor:
    """The same bytes read as another dtype.

    >>> tf.bitcast(1.0, tf.int32).numpy()
    np.int32(1065353216)

    Raises:
      InvalidArgumentError: if the last axis does not hold whole elements.
    """
    attrs = {"type": dtypes.as_dtype(type)}
    label = name or "Bitcast"
    return apply_single("Bitcast", [convert_to_tensor(input)], attrs, label)
