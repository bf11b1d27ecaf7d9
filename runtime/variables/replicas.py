"""Enumerations for variables with a copy per device: synchronization, aggregation."""

from __future__ import annotations

import enum
from typing import TypeAlias


class VariableSynchronization(enum.Enum):
    """When the copies of a variable on several devices are made the same."""

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
    """How the copies of a variable on several devices are combined.

    >>> tf.VariableAggregation.SUM
    <VariableAggregationV2.SUM: 1>
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class VariableAggregation(_Aggregation):
    """The same in TensorFlow 1, and what variables have by default.

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
