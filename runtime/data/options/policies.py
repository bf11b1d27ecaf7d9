"""Enumerations that options use."""

from __future__ import annotations

import enum


class AutoShardPolicy(enum.IntEnum):
    """How a dataset is divided among workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(enum.Enum):
    """The policy for state that is not saved with a pipeline."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


class AutotuneAlgorithm(enum.Enum):
    """How the size of buffers and the number of threads are chosen."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4
