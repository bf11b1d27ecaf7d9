"""Pipelines of structured elements give what TensorFlow gave."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

from .drawn_pipelines import outcome
from .structured_pipelines import functions

RECORDED = json.loads(
    (Path(__file__).parent / "structured_pipelines.json").read_text("utf-8")
)
Dataset = tf.data.Dataset


@pytest.fixture(scope="module")
def helpers() -> Any:
    return functions(tf)


@pytest.fixture(autouse=True)
def _no_seed_stays() -> Any:
    yield
    tf.random.set_seed(None)


@pytest.mark.parametrize("start", range(0, len(RECORDED), 15))
def test_structures_are_what_tensorflow_gives(start: int, helpers: Any) -> None:
    """Spec, cardinality, elements in their order, and the class of an error."""
    for text, theirs in RECORDED[start : start + 15]:
        ours = outcome(tf, helpers, text)
        # an OrderedDict in a spec prints as its Python has it: recorded with 3.11
        first = int("OrderedDict(" in str(theirs) and sys.version_info >= (3, 12))
        assert ours[first:] == theirs[first:], text


@pytest.mark.parametrize("initial", [None, [0.4, 0.3, 0.3]])
def test_resampled_elements_have_their_own_class(initial: Any) -> None:
    """Also where each iteration of the dataset has another order."""
    shuffled = Dataset.range(90).shuffle(30, seed=1)
    resampled = shuffled.rejection_resample(
        lambda x: tf.cast(x % 3, tf.int32), [0.2, 0.3, 0.5], initial, seed=2
    )
    pairs = [(int(which), int(x)) for which, x in resampled]
    assert len(pairs) > 20
    assert [which for which, _ in pairs] == [x % 3 for _, x in pairs]


def test_resampling_to_the_same_distribution_is_a_map() -> None:
    shares = [0.3, 0.3, 0.4]
    resampled = Dataset.range(4).rejection_resample(
        lambda x: tf.cast(x % 3, tf.int32), np.array(shares), shares
    )
    assert "_MapDataset" in repr(resampled)
    assert [int(x) for _, x in resampled] == [0, 1, 2, 3]


def test_numbers_are_batched_as_a_sparse_row() -> None:
    (batch,) = Dataset.range(3).sparse_batch(4, [])
    assert batch.indices.numpy().tolist() == [[0], [1], [2]]
    assert batch.dense_shape.numpy().tolist() == [3]


def test_windows_of_nothing_are_refused() -> None:
    """A None has no component, of which there could be a window."""
    windows = Dataset.range(4).map(lambda x: (x, None)).window(2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected 2 types"):
        list(windows)


def test_batches_keep_the_uniform_rows_of_ragged_tensors() -> None:
    def rows(count: Any) -> Any:
        return tf.RaggedTensor.from_row_lengths(tf.range(count), [count, 0])

    batches = Dataset.range(4).map(rows).batch(2, drop_remainder=True)
    assert batches.map(lambda x: x).element_spec == batches.element_spec
    assert [x.shape.as_list() for x in batches] == [[2, 2, None]] * 2
