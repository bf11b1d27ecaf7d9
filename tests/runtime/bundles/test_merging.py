"""Checkpoints that are merged: tensors of all, files of none, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import InvalidArgumentError, NotFoundError
from runtime.bundles.bundle_reader import BundleReader
from runtime.bundles.bundle_writer import SavedTensor, write_bundle
from runtime.bundles.merging import merge_bundles


def saved(prefix: Path, **values: float) -> str:
    prefix.parent.mkdir(exist_ok=True)
    write_bundle(
        str(prefix),
        [
            SavedTensor(name, dtypes.float32, np.float32(value))
            for name, value in values.items()
        ],
    )
    return str(prefix)


def values_of(prefix: str) -> dict[str, Any]:
    reader = BundleReader(prefix)
    return {key: float(reader.read(key)) for key in reader}


def test_all_tensors_are_there_and_the_sources_are_gone(tmp_path: Path) -> None:
    sources = [saved(tmp_path / "one" / "k", a=1), saved(tmp_path / "two" / "k", b=2)]
    target = str(tmp_path / "whole")
    merge_bundles(sources, target)
    assert values_of(target) == {"a": 1, "b": 2}
    assert sorted(os.listdir(tmp_path)) == [
        "whole.data-00000-of-00002",
        "whole.data-00001-of-00002",
        "whole.index",
    ]


def test_folders_stay_on_request(tmp_path: Path) -> None:
    merge_bundles([saved(tmp_path / "one" / "k", a=1)], str(tmp_path / "k"), False)
    assert os.listdir(tmp_path / "one") == []


@pytest.mark.parametrize("spelled", ["{0}/a", "{0}/./a", "{0}/../{1}/a", "{0}//a"])
def test_a_checkpoint_is_not_merged_into_itself(spelled: str, tmp_path: Path) -> None:
    """Another spelling of its path once lost the index, and so the checkpoint."""
    first, second = saved(tmp_path / "a", x=1), saved(tmp_path / "b", y=2)
    source = spelled.format(tmp_path, tmp_path.name)
    with pytest.raises(InvalidArgumentError, match="merged into itself"):
        merge_bundles([source, second], first)
    assert (values_of(first), values_of(second)) == ({"x": 1}, {"y": 2})


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    first = saved(tmp_path / "real" / "a", x=1)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(InvalidArgumentError, match="merged into itself"):
        merge_bundles([str(tmp_path / "link" / "a")], first)
    assert values_of(first) == {"x": 1}


def test_what_cannot_be_merged_stays(tmp_path: Path) -> None:
    first, second = saved(tmp_path / "a", x=1), saved(tmp_path / "b", x=2)
    target = str(tmp_path / "c")
    with pytest.raises(InvalidArgumentError, match="Two checkpoints have"):
        merge_bundles([first, second], target)
    with pytest.raises(InvalidArgumentError, match="at least 1"):
        merge_bundles([], target)
    with pytest.raises(NotFoundError):
        merge_bundles([first, str(tmp_path / "none")], target)
    assert (values_of(first), values_of(second)) == ({"x": 1}, {"x": 2})
    assert len(os.listdir(tmp_path)) == 4
