"""A prefix opens the checkpoint of whichever version is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.bundles.bundle_reader import BundleReader
from runtime.bundles.bundle_writer import SavedTensor, write_bundle
from runtime.bundles.earlier_files import EarlierReader, write_earlier
from runtime.bundles.opening import open_checkpoint


def test_the_files_decide_and_the_newer_version_wins(tmp_path: Path) -> None:
    prefix = str(tmp_path / "model")
    write_earlier(prefix, [SavedTensor("v", dtypes.int32, np.int32(1))])
    earlier = open_checkpoint(prefix)
    assert (type(earlier), int(earlier.read("v"))) == (EarlierReader, 1)
    write_bundle(prefix, [SavedTensor("v", dtypes.int32, np.int32(2))])
    newer = open_checkpoint(prefix)
    assert (type(newer), int(newer.read("v"))) == (BundleReader, 2)
    newer.close()


def test_no_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError):
        open_checkpoint(str(tmp_path / "absent"))
