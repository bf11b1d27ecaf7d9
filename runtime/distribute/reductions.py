"""ReduceOp: how the values of replicas become one."""

from __future__ import annotations

from enum import Enum
from typing import Any

from graphir.dtypes import DType
from runtime.math.reductions import reduce_mean, reduce_sum
from runtime.variables.replicas import AnyAggregation, VariableAggregation


class ReduceOp(Enum):
    """Sum or mean over replicas.

    >>> tf.distribute.ReduceOp("SUM")
    <ReduceOp.SUM: 'SUM'>
    """

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(
        aggregation: AnyAggregation,
    ) -> ReduceOp | None:
        """The reduction for a variable's aggregation; None for ``NONE``.

        Raises:
          ValueError: for an aggregation that is no reduction.
        """
        found: dict[AnyAggregation, ReduceOp | None] = {
            VariableAggregation.SUM: ReduceOp.SUM,
            VariableAggregation.MEAN: ReduceOp.MEAN,
            VariableAggregation.NONE: None,
        }
        if aggregation not in found:
            raise ValueError(
                f"Could not convert from `tf.VariableAggregation` {aggregation} to "
                "`tf.distribute.ReduceOp` type"
            )
        return found[aggregation]


def get_loss_reduction() -> ReduceOp:
    """The reduction of losses over replicas: their sum.

    TensorFlow 1 gave the mean while an estimator trained; it has estimators no more.

    >>> tf.compat.v1.distribute.get_loss_reduction()
    <ReduceOp.SUM: 'SUM'>
    """
    return ReduceOp.SUM


def as_reduce_op(value: Any) -> ReduceOp:
    """The `ReduceOp` for a member or its name.

    Raises:
      ValueError: for another value.
    """
    return ReduceOp(value.upper()) if isinstance(value, str) else ReduceOp(value)


def reduce_axis(way: ReduceOp, value: Any, axis: int | None) -> Any:
    """The sum or mean of one replica's value over an axis; the value if it is None."""
    if axis is None:
        return value
    return (reduce_sum if way is ReduceOp.SUM else reduce_mean)(value, axis=axis)


def check_mean(aggregation: AnyAggregation, dtype: DType) -> None:
    """Refuses the mean for variables of numbers that have none.

    Raises:
      ValueError: for ``MEAN`` and a dtype that is no float.
    """
    if aggregation.name == "MEAN" and not dtype.is_floating:
        raise ValueError(
            "creating distributed tf.Variable with aggregation=MEAN and a non-floating "
            "dtype is not supported, please use a different aggregation or dtype"
        )
