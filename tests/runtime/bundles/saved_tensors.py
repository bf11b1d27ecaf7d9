"""A small bundle, and the tensors that are read from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from graphir import dtypes
from runtime.bundles.bundle_reader import BundleReader
from runtime.bundles.bundle_writer import SavedTensor, write_bundle

STRINGS = np.array([b"ab", b"", b"c" * 300], object)


def written(tmp_path: Path) -> str:
    prefix = str(tmp_path / "k")
    numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
    write_bundle(
        prefix,
        [
            SavedTensor("numbers", dtypes.float32, numbers),
            SavedTensor("text", dtypes.string, STRINGS),
            SavedTensor("nothing", dtypes.int8, np.zeros((0, 2), np.int8)),
        ],
    )
    return prefix


def values(prefix: str):
    reader = BundleReader(prefix)
    return {key: reader.read(key).tolist() for key in reader}
