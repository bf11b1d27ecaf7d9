"""What recurrent networks of TensorFlow 1 have in common: cells, states, lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op
from runtime.math.casting import cast
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.structure import flatten, map_structure, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import control_dependencies

Nested: TypeAlias = Any
"""A tensor, or a structure of tensors."""


class Cell(Protocol):
    """A cell: called with an input and a state, it gives an output and the next."""

    @property
    def output_size(self) -> Any:
        """The sizes of outputs, without the batch."""

    @property
    def state_size(self) -> Any:
        """The sizes of states, without the batch."""

    def __call__(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """One step."""
        ...


def check_cell(label: str, cell: Cell) -> None:
    """Refuses what is no cell.

    Raises:
      TypeError: with what is missing.
    """
    conditions = [
        (hasattr(cell, "output_size"), "'output_size' property is missing"),
        (hasattr(cell, "state_size"), "'state_size' property is missing"),
        (
            hasattr(cell, "zero_state") or hasattr(cell, "get_initial_state"),
            "either 'zero_state' or 'get_initial_state' method is required",
        ),
        (callable(cell), "is not callable"),
    ]
    missing = [text for is_met, text in conditions if not is_met]
    if missing:
        raise TypeError(
            f"The argument {label!r} ({cell}) is not an RNNCell: {', '.join(missing)}."
        )


def first_state(
    cell: Any, initial_state: Nested, batch: Any, dtype: DTypeLike | None
) -> Nested:
    """The state to begin with: given, or the cell's own.

    Raises:
      ValueError: if the cell's own needs a dtype.
    """
    if initial_state is not None:
        return map_structure(convert_to_tensor, initial_state)
    if dtype is None:
        raise ValueError(
            "If no initial_state is provided, argument `dtype` must be specified"
        )
    own = getattr(cell, "get_initial_state", None)
    if own is not None:
        return own(inputs=None, batch_size=batch, dtype=dtype)
    return cell.zero_state(batch, dtype)


def batch_size_of(tensor: Tensor, axis: int = 0) -> Any:
    """The size of an axis: a number if it is known, else a tensor."""
    known = tensor.shape[axis] if tensor.shape.rank is not None else None
    return known if known is not None else apply_op("Shape", [tensor])[axis]


def checked_lengths(sequence_length: Any, batch: Any) -> Tensor | None:
    """Lengths as int32, one for each element of the batch.

    Raises:
      ValueError: for lengths that are no vector.
    """
    if sequence_length is None:
        return None
    lengths: Tensor = cast(sequence_length, dtypes.int32)
    if lengths.shape.rank not in (None, 1):
        raise ValueError(
            "Argument sequence_length must be a vector of length batch_size. Received "
            f"sequence_length={lengths} of shape: {lengths.shape}"
        )
    if isinstance(batch, int):
        lengths.shape.assert_is_compatible_with([batch])
    return lengths


def zeros_of(sizes: Any, batch: Any, dtype: DType | Sequence[DType]) -> Nested:
    """Zeros of the sizes of a state or output, for each element of a batch."""

    def zeros(size: Any) -> Any:
        inner = list(size) if hasattr(size, "__iter__") else [size]
        shape = apply_op("Pack", [[batch, *inner]])
        return apply_op("Fill", [shape, convert_to_tensor(0, dtype)])

    return map_structure(zeros, sizes)


def step_within(
    is_over: Tensor | None, output: Nested, state: Nested, old_state: Nested
) -> tuple[Nested, Nested]:
    """Zeros and the state of before for the elements that have come to their end."""
    if is_over is None:
        return output, state
    zeros = map_structure(lambda each: apply_op("ZerosLike", [each]), output)
    return chosen(is_over, zeros, output), chosen(is_over, old_state, state)


def chosen(which: Tensor, yes: Nested, no: Nested) -> Nested:
    """Of each element of the batch the one or the other; of what has no batch, no."""
    pairs = zip(flatten(yes), flatten(no))
    return pack(no, [_chosen(which, *pair) for pair in pairs])


def _chosen(which: Tensor, yes: Any, no: Any) -> Any:
    if no.shape.rank == 0:
        return no
    found = apply_op("Select", [which, yes, no])
    if isinstance(found, SymbolicTensor):
        found.set_shape(no.shape)
    return found


def reversed_inputs(
    inputs: Nested, lengths: TensorLike | None, time_axis: int, batch_axis: int
) -> Nested:
    """Sequences from their ends to their beginnings."""

    def turned(each: Any) -> Any:
        if lengths is None:
            return apply_op("ReverseV2", [each, [time_axis]])
        attrs = {"seq_dim": time_axis, "batch_dim": batch_axis}
        return apply_op("ReverseSequence", [each, lengths], attrs)

    return map_structure(turned, inputs)


def after(operations: Sequence[Any], values: Nested) -> Nested:
    """The values, once operations have run."""
    with control_dependencies(operations):
        return map_structure(lambda each: apply_op("Identity", [each]), values)


__all__ = [
    "Cell",
    "Nested",
    "after",
    "batch_size_of",
    "check_cell",
    "checked_lengths",
    "chosen",
    "first_state",
    "reversed_inputs",
    "step_within",
    "zeros_of",
]
