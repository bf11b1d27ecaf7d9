"""Recurrent networks of TensorFlow 1 without a loop: a step for each input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from runtime.apply import apply_op
from runtime.compat.v1.neural.recurrent_steps import (
    Cell,
    Nested,
    after,
    batch_size_of,
    check_cell,
    checked_lengths,
    first_state,
    reversed_inputs,
    step_within,
)
from runtime.compat.v1.variable_scopes import VariableScope, variable_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.structure import flatten, map_structure, pack


def static_rnn(
    cell: Cell,
    inputs: Sequence[Nested],
    initial_state: Nested = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Nested], Nested]:
    """A recurrent network with a step for each of a list of inputs [batch, ...].

    Args:
      cell: computes a step.
      inputs: tensors, or structures of tensors.
      initial_state: the state to begin with, by default the cell's own.
      dtype: of the cell's own state.
      sequence_length: the length of each sequence, [batch]: behind it outputs are
        zero and the state stays.
      scope: the scope of variables, by default ``"rnn"``.

    Returns:
      The outputs, a list, and the last state.

    Raises:
      TypeError: for what is no cell, or inputs that are no list.
      ValueError: without inputs, or without a state and a dtype.
    """
    check_cell("cell", cell)
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Argument `inputs` must be a sequence. Received: {inputs}")
    if not inputs:
        raise ValueError("Argument `inputs` must not be empty.")
    outputs = []
    with variable_scope(scope or "rnn") as inner:
        rows = [map_structure(convert_to_tensor, each) for each in inputs]
        batch = batch_size_of(flatten(rows[0])[0])
        lengths = checked_lengths(sequence_length, batch)
        state = first_state(cell, initial_state, batch, dtype)
        for time, row in enumerate(rows):
            if time:
                inner.reuse_variables()
            output, new = cell(row, state)
            over = None
            if lengths is not None:
                over = apply_op("LessEqual", [lengths, time])
            output, state = step_within(over, output, new, state)
            outputs.append(output)
        return outputs, state


class StateSaver(Protocol):
    """What keeps states between runs."""

    def state(self, name: str) -> Any:
        """The state of a name."""

    def save_state(self, name: str, value: Any) -> Any:
        """An operation that keeps a state."""


def static_state_saving_rnn(
    cell: Cell,
    inputs: Sequence[Nested],
    state_saver: StateSaver,
    state_name: Nested,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Nested], Nested]:
    """`static_rnn` whose state is kept from run to run, under a name.

    Args:
      state_saver: has ``state(name)`` and ``save_state(name, value)``.
      state_name: a name, or a tuple of names for a state of several tensors.

    Raises:
      ValueError: for another number of names than of tensors in the state.
    """
    names = [state_name] if isinstance(state_name, str) else list(state_name)
    sizes = flatten(cell.state_size)
    if len(names) != len(sizes):
        raise ValueError(
            f"#elems(state_name) != #elems(state_size): {len(names)} vs. {len(sizes)}"
        )
    kept = [state_saver.state(each) for each in names]
    outputs, state = static_rnn(
        cell,
        inputs,
        pack(cell.state_size, kept),
        sequence_length=sequence_length,
        scope=scope,
    )
    saved = [
        state_saver.save_state(name, each) for name, each in zip(names, flatten(state))
    ]
    outputs[-1] = after(saved, outputs[-1])
    return outputs, after(saved, state)


def static_bidirectional_rnn(
    cell_fw: Cell,
    cell_bw: Cell,
    inputs: Sequence[Nested],
    initial_state_fw: Nested = None,
    initial_state_bw: Nested = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Nested], Nested, Nested]:
    """Two recurrent networks, of which one takes the inputs from the last.

    Arguments are those of `static_rnn`.

    Returns:
      The outputs of both, joined along the last axis, and both last states.

    Raises:
      TypeError: for what is no cell, or inputs that are no list.
      ValueError: without inputs, or without a state and a dtype.
    """
    check_cell("cell_fw", cell_fw)
    check_cell("cell_bw", cell_bw)
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Argument `inputs` must be a sequence. Received: {inputs}")
    if not inputs:
        raise ValueError("Argument `inputs` must not be empty.")
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forward:
            output_fw, state_fw = static_rnn(
                cell_fw, inputs, initial_state_fw, dtype, sequence_length, forward
            )
        with variable_scope("bw") as backward:
            turned = _turned(inputs, sequence_length)
            found, state_bw = static_rnn(
                cell_bw, turned, initial_state_bw, dtype, sequence_length, backward
            )
    output_bw = _turned(found, sequence_length)
    joined = [
        pack(one, [_joined(*pair) for pair in zip(flatten(one), flatten(other))])
        for one, other in zip(output_fw, output_bw)
    ]
    return joined, state_fw, state_bw


def _joined(one: Any, other: Any) -> Any:
    return apply_op("ConcatV2", [[one, other], 1])


def _turned(inputs: Sequence[Nested], lengths: Any) -> list[Nested]:
    """Inputs from the last, or each sequence from its own end."""
    if lengths is None:
        return list(reversed(inputs))
    columns = zip(*[flatten(map_structure(convert_to_tensor, row)) for row in inputs])
    whole = [apply_op("Pack", [list(column)]) for column in columns]
    turned = reversed_inputs(whole, lengths, 0, 1)
    parts = [
        apply_op("Unpack", [each], {"num": len(inputs), "axis": 0}) for each in turned
    ]
    return [pack(inputs[0], list(row)) for row in zip(*parts)]


__all__ = ["static_bidirectional_rnn", "static_rnn", "static_state_saving_rnn"]
