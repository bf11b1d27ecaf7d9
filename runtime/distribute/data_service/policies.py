"""ShardingPolicy: which part of a dataset each worker of the service computes."""

from __future__ import annotations

from enum import IntEnum
from typing import Any


class ShardingPolicy(IntEnum):
    """Which part of a dataset each worker of the service computes.

    >>> tf.data.experimental.service.ShardingPolicy.DYNAMIC.name
    'DYNAMIC'
    """

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5


_NAMES = {
    "parallel_epochs": ShardingPolicy.OFF,
    "distributed_epoch": ShardingPolicy.DYNAMIC,
}


def policy_of(processing_mode: Any) -> ShardingPolicy:
    """The sharding policy of a processing mode.

    >>> policy_of("parallel_epochs").name
    'OFF'

    Raises:
      ValueError: for an unknown processing mode.
    """
    if isinstance(processing_mode, ShardingPolicy):
        return processing_mode
    if processing_mode not in _NAMES:
        raise ValueError(
            "`processing_mode` should be a `tf.data.experimental.service."
            '`ShardingPolicy`, `"parallel_epochs"`, or `"distributed_epoch"`. Got '
            f"{processing_mode!r}."
        )
    return _NAMES[processing_mode]


__all__ = ["ShardingPolicy"]
