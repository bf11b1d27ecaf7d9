"""CheckpointOptions: options of reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class CheckpointOptions:
    """How a checkpoint is written and read.

    Args:
      experimental_io_device: kept; files are this machine's.
      experimental_enable_async_checkpoint: whether writing goes on in the background;
        what is saved is the state at the call.
      experimental_write_callbacks: functions called after writing, with its path or
        without arguments.
      enable_async: the same as ``experimental_enable_async_checkpoint``.
      experimental_skip_slot_variables: whether slots of optimizers stay as they are.
      experimental_sharding_callback: refused: one file is written.

    >>> tf.train.CheckpointOptions(enable_async=True).enable_async
    True

    Raises:
      NotImplementedError: for a sharding callback.
    """

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Sequence[Callable[..., Any]] | None = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: Any = None,
    ) -> None:
        if experimental_sharding_callback is not None:
            raise NotImplementedError(
                "Checkpoints are written to one data file here: leave out "
                "experimental_sharding_callback."
            )
        self.experimental_io_device = experimental_io_device
        self.enable_async = experimental_enable_async_checkpoint or enable_async
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = None


__all__ = ["CheckpointOptions"]
