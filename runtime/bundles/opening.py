"""A checkpoint of either version, by its prefix."""

from __future__ import annotations

import os

from runtime.bundles.bundle_reader import BundleReader, index_path
from runtime.bundles.earlier_files import EarlierReader, earlier_files

Reader = BundleReader | EarlierReader
"""What has the tensors of a checkpoint by name."""


def open_checkpoint(prefix: str) -> Reader:
    """A reader of a checkpoint.

    Raises:
      NotFoundError: if there is no checkpoint of that prefix.
      DataLossError: if the checkpoint is damaged.
    """
    is_earlier = not os.path.exists(index_path(prefix)) and earlier_files(prefix)
    return EarlierReader(prefix) if is_earlier else BundleReader(prefix)


__all__ = ["Reader", "open_checkpoint"]
