"""Enumerations for variables with per-device copies: synchronization, aggregation."""

from __future__ import annotations

import enum
from typing import TypeAlias


class VariableSynchronization(enum.Enum):
    """The times at which copies of a variable on several devices are synchronized."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class _Aggregation(enum.Enum):
    """A member equals that of the other version with the same value."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Aggregation):
            return NotImplemented
        return bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)


class VariableAggregationV2(_Aggregation):
    """The ways to combine the copies of a variable on several devices.

    >>> tf.VariableAggregation.SUM
    <VariableAggregationV2.SUM: 1>
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class VariableAggregation(_Aggregation):
    """The aggregations of TensorFlow 1, and the variables' default.

    >>> tf.Variable(1.0).aggregation
    <VariableAggregation.NONE: 0>
    >>> tf.Variable(1.0).aggregation == tf.VariableAggregation.NONE
    True
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3


AnyAggregation: TypeAlias = VariableAggregation | VariableAggregationV2
