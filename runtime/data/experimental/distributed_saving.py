"""Snapshots that the workers of a data service write, which are refused."""

from __future__ import annotations

from typing import Final, NoReturn

REASON: Final = (
    "snapshots are written by workers of TensorFlow's own; tf.data.Dataset.save writes "
    "one from this process"
)


def distributed_save(
    dataset: object, path: str, dispatcher_address: str, compression: str = "AUTO"
) -> NoReturn:
    """Refuses to have a dataset saved by the workers of a service.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(f"tf.data.experimental.distributed_save: {REASON}.")


__all__ = ["REASON", "distributed_save"]
