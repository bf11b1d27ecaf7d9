"""Recurrent networks of TensorFlow 1 as loops: `dynamic_rnn`, `raw_rnn`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.compat.v1.neural.recurrent_steps import (
    Cell,
    Nested,
    batch_size_of,
    check_cell,
    checked_lengths,
    chosen,
    first_state,
    reversed_inputs,
    step_within,
    zeros_of,
)
from runtime.compat.v1.variable_scopes import VariableScope, variable_scope
from runtime.control_flow.while_loops import while_loop
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.structure import flatten, map_structure, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor


def dynamic_rnn(
    cell: Cell,
    inputs: Nested,
    sequence_length: TensorLike | None = None,
    initial_state: Nested = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[Nested, Nested]:
    """A recurrent network over sequences of any length, as a loop.

    Args:
      cell: computes a step.
      inputs: a tensor [batch, time, ...], or a structure of such tensors.
      sequence_length: the length of each sequence, [batch]: behind it outputs are
        zero and the state stays.
      initial_state: the state to begin with, by default the cell's own.
      dtype: of the cell's own state.
      time_major: whether inputs and outputs are [time, batch, ...].
      scope: the scope of variables, by default ``"rnn"``.

    Returns:
      The outputs, [batch, time, ...], and the last state.

    >>> class Sum:
    ...     output_size = state_size = 1
    ...     def zero_state(self, batch_size, dtype):
    ...         return tf.zeros([batch_size, 1], dtype)
    ...     def __call__(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> x = tf.constant([[[1.0], [2.0]]])
    >>> outputs, state = tf.compat.v1.nn.dynamic_rnn(Sum(), x, dtype=tf.float32)
    >>> outputs.numpy().ravel(), state.numpy().ravel()
    (array([1., 3.], dtype=float32), array([3.], dtype=float32))

    Raises:
      TypeError: for what is no cell.
      ValueError: without a state and a dtype, or for lengths that are no vector.
    """
    check_cell("cell", cell)
    with variable_scope(scope or "rnn") as inner:
        given = map_structure(convert_to_tensor, inputs)
        rows = given if time_major else map_structure(_turned, given)
        batch = batch_size_of(flatten(rows)[0], 1)
        lengths = checked_lengths(sequence_length, batch)
        state = first_state(cell, initial_state, batch, dtype)
        outputs, last = _unrolled(cell, rows, lengths, state, inner)
        return (outputs if time_major else map_structure(_turned, outputs)), last


def _unrolled(
    cell: Cell, rows: Nested, lengths: Any, state: Nested, scope: VariableScope
) -> tuple[Nested, Nested]:
    flat = flatten(rows)
    steps = batch_size_of(flat[0], 0)
    # one step outside of the loop, so that the cell makes its variables
    sample, _ = cell(map_structure(lambda each: each[0], rows), state)
    scope.reuse_variables()
    arrays = [
        TensorArray(each.dtype, steps, element_shape=each.shape)
        for each in flatten(sample)
    ]
    read = [TensorArray(each.dtype, steps).unstack(each) for each in flat]

    def body(time: Any, written: Any, state: Any) -> Any:
        given = [array.read(time) for array in read]
        for each, whole in zip(given, flat):
            if isinstance(each, SymbolicTensor):
                each.set_shape(whole.shape[1:])
        output, new = cell(pack(rows, given), state)
        over = None if lengths is None else time >= lengths
        output, new = step_within(over, output, new, state)
        written = [
            array.write(time, each) for array, each in zip(written, flatten(output))
        ]
        return time + 1, written, pack(state, flatten(new))

    _, written, last = while_loop(
        lambda time, *_: time < steps,
        body,
        (convert_to_tensor(0), arrays, state),
        maximum_iterations=steps,
    )
    outputs = [
        _stacked(array, flat[0].shape[:1].concatenate(each.shape))
        for array, each in zip(written, flatten(sample))
    ]
    return pack(sample, outputs), last


def _stacked(array: TensorArray, known: Shape) -> Any:
    found = array.stack()
    if isinstance(found, SymbolicTensor):
        found.set_shape(known)
    return found


def _turned(each: Tensor) -> Any:
    """Batch and time in the other order."""
    rank = each.shape.rank
    if rank is None:
        whole = apply_op("Range", [2, apply_op("Rank", [each]), 1])
        order = apply_op("ConcatV2", [[convert_to_tensor([1, 0]), whole], 0])
        return apply_op("Transpose", [each, order])
    if rank < 2:
        raise ValueError(
            f"Expected tensor to have rank at least 2, but saw shape: {each.shape}"
        )
    return apply_op("Transpose", [each, [1, 0, *range(2, rank)]])


def bidirectional_dynamic_rnn(
    cell_fw: Cell,
    cell_bw: Cell,
    inputs: Nested,
    sequence_length: TensorLike | None = None,
    initial_state_fw: Nested = None,
    initial_state_bw: Nested = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[tuple[Nested, Nested], tuple[Nested, Nested]]:
    """Two recurrent networks, of which one reads the sequences from their ends.

    Arguments are those of `dynamic_rnn`.

    Returns:
      The outputs of both, and the last states of both.

    Raises:
      TypeError: for what is no cell.
      ValueError: as `dynamic_rnn` does.
    """
    check_cell("cell_fw", cell_fw)
    check_cell("cell_bw", cell_bw)
    axes = (0, 1) if time_major else (1, 0)
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forward:
            output_fw, state_fw = dynamic_rnn(
                cell_fw,
                inputs,
                sequence_length,
                initial_state_fw,
                dtype,
                time_major=time_major,
                scope=forward,
            )
        with variable_scope("bw") as backward:
            given = map_structure(convert_to_tensor, inputs)
            turned = reversed_inputs(given, sequence_length, *axes)
            found, state_bw = dynamic_rnn(
                cell_bw,
                turned,
                sequence_length,
                initial_state_bw,
                dtype,
                time_major=time_major,
                scope=backward,
            )
            output_bw = reversed_inputs(found, sequence_length, *axes)
    return (output_fw, output_bw), (state_fw, state_bw)


def raw_rnn(
    cell: Cell,
    loop_fn: Callable[..., Any],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[Nested, Nested, Nested]:
    """A loop of a cell whose inputs, outputs and end a function decides.

    ``loop_fn(time, cell_output, cell_state, loop_state)`` returns which elements of
    the batch are finished, the next input, the next state of the cell, what is kept as
    an output, and the next state of the loop. At first it gets None but for the time.

    Returns:
      A `tf.TensorArray` of outputs, zero behind an element's end; the last state of
      the cell; the last state of the loop, or None.

    Raises:
      TypeError: for what is no cell, or no function.
    """
    check_cell("cell", cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    with variable_scope(scope or "rnn") as inner:
        start = convert_to_tensor(0, name="time")
        finished, first, state, emitted, loop_state = loop_fn(start, None, None, None)
        first = map_structure(convert_to_tensor, first)
        has_state = loop_state is not None
        kept = loop_state if has_state else convert_to_tensor(0)
        sample, _ = cell(first, state)
        inner.reuse_variables()
        batch = batch_size_of(flatten(first)[0])
        if emitted is None:
            zeros = map_structure(lambda each: apply_op("ZerosLike", [each]), sample)
        else:
            zeros = map_structure(
                lambda each: zeros_of(list(each.shape), batch, each.dtype), emitted
            )
        arrays = [
            TensorArray(each.dtype, 0, dynamic_size=True, element_shape=each.shape)
            for each in flatten(zeros)
        ]

        def body(
            time: Any, over: Any, given: Any, written: Any, state: Any, kept: Any
        ) -> Any:
            output, new_state = cell(given, state)
            passed = kept if has_state else None
            told = loop_fn(time + 1, output, new_state, passed)
            next_over, following, next_state, emit, next_kept = told
            emit = output if emit is None else emit
            emit = chosen(over, zeros, emit)
            next_state = chosen(over, state, next_state)
            written = [
                array.write(time, each) for array, each in zip(written, flatten(emit))
            ]
            over = apply_op("LogicalOr", [over, next_over])
            next_kept = next_kept if has_state else kept
            return time + 1, over, following, written, next_state, next_kept

        def goes_on(time: Any, over: Any, *_: Any) -> Any:
            axes = list(range(over.shape.rank or 1))
            return apply_op("LogicalNot", [apply_op("All", [over, axes])])

        begin = (start, convert_to_tensor(finished), first, arrays, state, kept)
        found = while_loop(goes_on, body, begin)
    _, _, _, written, last, kept = found
    return pack(zeros, written), last, kept if has_state else None


__all__ = ["bidirectional_dynamic_rnn", "dynamic_rnn", "raw_rnn"]
