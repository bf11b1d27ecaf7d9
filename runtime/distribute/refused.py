"""Unsupported strategies: importable names whose constructors raise errors."""

from __future__ import annotations

from typing import Final

from runtime.distribute.strategies import Strategy
from runtime.namespaces.refusing import REASONS

_NAME: Final = "distribute.TPUStrategy"
_EARLIER_NAME: Final = "distribute.experimental.TPUStrategy"
_REASON: Final = "there are no TPUs here; replicas are threads on logical CPUs"
REASONS.update({_NAME: _REASON, _EARLIER_NAME: _REASON})


class TPUStrategy(Strategy):
    """A strategy for TPUs, which is not supported.

    Raises:
      NotImplementedError: always; there are none.
    """

    __refusal__ = _REASON

    def __init__(
        self,
        tpu_cluster_resolver: object = None,
        experimental_device_assignment: object = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        raise NotImplementedError(f"tf.{_NAME}: {_REASON}.")


class EarlierTPUStrategy(Strategy):
    """A strategy for TPUs with earlier arguments, which is not supported.

    Raises:
      NotImplementedError: always; there are none.
    """

    __refusal__ = _REASON

    def __init__(
        self, tpu_cluster_resolver: object = None, device_assignment: object = None
    ) -> None:
        raise NotImplementedError(f"tf.{_EARLIER_NAME}: {_REASON}.")
