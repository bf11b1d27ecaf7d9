"""CheckpointOptions: options of reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.checkpoints.sharding import ShardingCallback


class CheckpointOptions:
    """Options for writing and reading checkpoints.

    Args:
      experimental_io_device: kept; files are this machine's.
      experimental_enable_async_checkpoint: whether files are written in the background;
        they have the values of the time of the call.
      experimental_write_callbacks: functions called after writing, with its path or
        without arguments.
      enable_async: the same as ``experimental_enable_async_checkpoint``.
      experimental_skip_slot_variables: whether slots of optimizers stay as they are.
      experimental_sharding_callback: a `tf.train.experimental.ShardingCallback`, which
        assigns tensors to data files; without one there is a single file.

    >>> tf.train.CheckpointOptions(enable_async=True).enable_async
    True

    Raises:
      ValueError: for a sharding callback of another class.
    """

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Sequence[Callable[..., Any]] | None = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: ShardingCallback | None = None,
    ) -> None:
        callback = experimental_sharding_callback
        if callback is not None and not isinstance(callback, ShardingCallback):
            raise ValueError(
                "The experimental_sharding_callback checkpoint option must be of type "
                f"ShardingCallback. The option provided was of type {type(callback)}."
            )
        self.experimental_io_device = experimental_io_device
        self.enable_async = experimental_enable_async_checkpoint or enable_async
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = callback


__all__ = ["CheckpointOptions"]
