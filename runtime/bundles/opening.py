"""A checkpoint of either version, by its prefix."""

from __future__ import annotations

import os

from graphir.errors import DataLossError
from runtime.bundles.bundle_reader import BundleReader, index_path
from runtime.bundles.earlier_files import EarlierReader, earlier_files

Reader = BundleReader | EarlierReader
"""What has the tensors of a checkpoint by name."""


def open_checkpoint(prefix: str) -> Reader:
    """A reader of a checkpoint.

    Raises:
      NotFoundError: if there is no checkpoint of that prefix.
      DataLossError: if the checkpoint is damaged, or the prefix is a folder.
    """
    if os.path.exists(index_path(prefix)):
        return BundleReader(prefix)
    if os.path.isdir(prefix):
        raise DataLossError(
            None,
            None,
            f"{prefix} is a directory: give the prefix of a checkpoint in it, as "
            "tf.train.latest_checkpoint() finds it.",
        )
    return EarlierReader(prefix) if earlier_files(prefix) else BundleReader(prefix)


__all__ = ["Reader", "open_checkpoint"]
