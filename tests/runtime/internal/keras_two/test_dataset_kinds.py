"""Classes of datasets by name."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.internal.keras_two import dataset_kinds


def test_a_class_by_the_name_that_is_shown() -> None:
    kind = dataset_kinds.BatchDataset  # type: ignore[attr-defined]
    assert kind.__name__ == "BatchDataset"
    assert issubclass(kind, tf.data.Dataset)
    assert dataset_kinds.BatchDataset is kind  # type: ignore[attr-defined]


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Batch'"):
        dataset_kinds.Batch  # type: ignore[attr-defined]  # noqa: B018
