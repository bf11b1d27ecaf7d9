"""Loops over datasets in converted code."""

from __future__ import annotations

import runtime as tf
from autograph.running.recordings import RECORDINGS


def test_making_a_dataset_leaves_converted_code_unstaged() -> None:
    # The stage of datasets once was asked outside traces too: from the first dataset
    # on all converted code of the process ran its slow, staged form.
    dataset = tf.data.Dataset.range(3)
    assert sum(int(x) for x in dataset) == 3
    assert list(RECORDINGS) == []
