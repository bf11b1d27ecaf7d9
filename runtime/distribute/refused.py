"""Unsupported strategies: importable names whose constructors raise errors."""

from __future__ import annotations

from typing import Any

from runtime.distribute.strategies import Strategy


class TPUStrategy(Strategy):
    """A strategy for TPUs, which is not supported.

    Raises:
      NotImplementedError: always; there are none.
    """

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        raise NotImplementedError(
            "tf.distribute.TPUStrategy: this runtime computes on the CPU."
        )
