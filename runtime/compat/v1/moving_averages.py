"""ExponentialMovingAverage: shadows of variables that follow them slowly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import zeros_like
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    GraphVariable,
    add_to_collection,
    get_collection,
    trainable_variables,
)
from runtime.compat.v1.training.slot_variables import slot_variable
from runtime.context import current_trace, eager_mode, name_scope
from runtime.control_flow.conditionals import group
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable
from runtime.variables.variable_creation import makes_a_graph_by_hand


class ExponentialMovingAverage:
    """Averages of variables in which new values have the weight ``1 - decay``.

    Args:
      decay: the weight of the average before.
      num_updates: how often they were updated: early on the weight is smaller,
        ``(1 + n) / (10 + n)``.
      zero_debias: only of averages of tensors, which are not debiased here.
      name: the end of the names of the averages.

    >>> average = tf.train.ExponentialMovingAverage(0.9)
    >>> x = tf.Variable(1.0, name="x")
    >>> average.apply([x])
    >>> _ = x.assign(5.0)
    >>> average.apply([x])
    >>> round(float(average.average(x)), 4), average.average_name(x)
    (1.4, 'x/ExponentialMovingAverage')
    """

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[int, tuple[Any, Any]] = {}
        """By identity: what is averaged, and the average."""

    @property
    def name(self) -> str:
        """The end of the names of the averages."""
        return self._name

    def apply(self, var_list: Sequence[Any] | None = None) -> Any:
        """Makes the averages and updates them; in a graph, the operation that does so.

        Raises:
          TypeError: for a value that is not floating, or eagerly not a variable.
          NotImplementedError: for tensors of a graph with ``zero_debias``.
        """
        every = trainable_variables() if var_list is None else var_list
        if var_list is None and not makes_a_graph_by_hand():
            return None
        for each in every:
            self._check(each)
            if id(each) not in self._averages:
                self._averages[id(each)] = each, self._made(each)
        with name_scope(self._name):
            decay = self._weight()
            changes = [self._change(each, decay) for each in every]
        return group(*changes) if current_trace() is not None else None

    def _check(self, value: Any) -> None:
        is_variable = isinstance(value, ResourceVariable)
        if not is_variable and not makes_a_graph_by_hand():
            raise TypeError(
                "tf.train.ExponentialMovingAverage does not support non-Variable "
                "tensors when eager execution is enabled."
            )
        if value.dtype.base_dtype not in (
            dtypes.bfloat16,
            dtypes.float16,
            dtypes.float32,
            dtypes.float64,
        ):
            raise TypeError(
                f"The variables must be half, float, or double: {value.name}"
            )
        if self._zero_debias and not is_variable:
            raise NotImplementedError(
                "Averages of tensors are not debiased here: leave out zero_debias."
            )

    def _made(self, value: Any) -> Any:
        name = self.average_name(value)
        if isinstance(value, GraphVariable):
            add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, value)
            first = value.initial_value
        elif isinstance(value, ResourceVariable):
            with eager_mode():
                return ResourceVariable(value.value(), trainable=False, name=name)
        else:
            # what a value is computed from may not be there when variables start
            first = partial(zeros_like, value)
        return slot_variable(first, name)

    def _weight(self) -> Tensor:
        decay = convert_to_tensor(self._decay, dtypes.float32, name="decay")
        if self._num_updates is None:
            return decay
        count = apply_op(
            "Cast", [convert_to_tensor(self._num_updates)], {"DstT": dtypes.float32}
        )
        return apply_single("Minimum", [decay, (count + 1.0) / (count + 10.0)])

    def _change(self, value: Any, decay: Any) -> Any:
        average = self._averages[id(value)][1]
        weight = apply_op("Cast", [1.0 - decay], {"DstT": average.dtype})
        delta = (average.read_value() - convert_to_tensor(value)) * weight
        attrs = {"dtype": average.dtype}
        return apply_op("AssignSubVariableOp", [average.handle, delta], attrs)

    def average(self, var: Any) -> Any:
        """The average of a variable, or None if there is none."""
        return self._averages.get(id(var), (None, None))[1]

    def average_name(self, var: Any) -> str:
        """The name of the average of a variable."""
        name: str = getattr(var, "_shared_name", None) or var.op.name
        return f"{name}/{self._name}"

    def variables_to_restore(
        self, moving_avg_variables: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """Variables by the names under which a checkpoint has their averages.

        Variables without an average stand by their own names.
        """
        averaged = moving_avg_variables
        if averaged is None:
            followed = get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES)
            averaged = [*trainable_variables(), *followed]
        found = {self.average_name(each): each for each in averaged}
        known = {id(each) for each in averaged}
        own = {each._shared_name for each in averaged}
        for each in get_collection(GraphKeys.GLOBAL_VARIABLES):
            name = each._shared_name
            if id(each) not in known and name not in own and name not in found:
                found[name] = each
        return found


__all__ = ["ExponentialMovingAverage"]
