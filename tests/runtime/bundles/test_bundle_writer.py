"""Writing of bundles: a failure leaves what was there."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import DataLossError, FailedPreconditionError
from runtime.bundles.bundle_reader import BundleReader
from runtime.bundles.bundle_writer import SavedTensor, make_folder, write_bundle
from tests.runtime.bundles.saved_tensors import values, written


def test_slices_are_put_together(tmp_path: Path) -> None:
    prefix = str(tmp_path / "s")
    whole = np.arange(12, dtype=np.int64).reshape(4, 3)
    parts = [((0, 3), (0, -1)), ((3, 1), (0, -1))]
    rows = [
        SavedTensor("w", dtypes.int64, whole[a : a + n], (4, 3), extents)
        for extents in parts
        for a, n in extents[:1]
    ]
    write_bundle(prefix, rows)
    np.testing.assert_array_equal(BundleReader(prefix).read("w"), whole)
    assert values(prefix) == {"w": whole.tolist()}
    write_bundle(prefix, rows[:1])
    with pytest.raises(DataLossError, match="not all of it"):
        values(prefix)


def test_slices_with_elements_in_common_are_damage(tmp_path: Path) -> None:
    """Together they have as many elements as the tensor, but not all of them."""
    prefix = str(tmp_path / "s")
    rows = [
        SavedTensor("w", dtypes.int64, np.arange(2), (4,), ((start, 2),))
        for start in (0, 1)
    ]
    write_bundle(prefix, rows)
    reader = BundleReader(prefix)
    for _ in range(2):
        with pytest.raises(DataLossError, match="elements in common"):
            reader.read("w")
        with pytest.raises(DataLossError, match="elements in common"):
            reader.read_part("w", (slice(0, 3),))


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    prefix = written(tmp_path)
    before = values(prefix)

    def tensors():
        yield SavedTensor("a", dtypes.float32, np.float32(1))
        raise KeyError("stopped")

    with pytest.raises(KeyError):
        write_bundle(prefix, tensors())
    assert values(prefix) == before
    assert len(os.listdir(tmp_path)) == 2


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for place in ("file", "file/within"):
        with pytest.raises(FailedPreconditionError, match="is not a directory"):
            make_folder(str(tmp_path / place / "m"))
    assert (tmp_path / "file").read_text() == "kept"
