"""Elements that are selected by their value, place or success."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.stages.selection import content_key
from tests.runtime.data.whole_reads import check_reads, plain

D = tf.data.Dataset
UNKNOWN = -2


def counted(count: int, expected: int) -> Any:
    return D.range(count).apply(tf.data.experimental.assert_cardinality(expected))


READS: dict[str, tuple[Callable[[], Any], list[Any], int | None]] = {
    "filtered": (lambda: D.range(6).filter(lambda x: x % 2 == 1), [1, 3, 5], UNKNOWN),
    "taken": (lambda: D.range(5).take(2), [0, 1], None),
    "all taken": (lambda: D.range(3).take(-1), [0, 1, 2], None),
    "skipped": (lambda: D.range(5).skip(3), [3, 4], None),
    "all skipped": (lambda: D.range(3).skip(-1), [], None),
    "more than there are": (lambda: D.range(2).skip(5), [], None),
    "taken while": (
        lambda: D.range(9).take_while(lambda x: x * x < 10),
        [0, 1, 2, 3],
        UNKNOWN,
    ),
    "shard": (lambda: D.range(8).shard(3, 1), [1, 4, 7], None),
    "last shard": (lambda: D.range(8).shard(3, 2), [2, 5], None),
    "unique": (
        lambda: D.from_tensor_slices(["b", "a", "b"]).unique(),
        [b"b", b"a"],
        UNKNOWN,
    ),
    "without errors": (
        lambda: D.range(-1, 2).map(lambda x: 6 // x).ignore_errors(),
        [-6, 6],
        UNKNOWN,
    ),
    "as many as expected": (lambda: counted(3, 3), [0, 1, 2], None),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected, count = READS[name]
    check_reads(make, expected, count)


def test_the_last_component_decides() -> None:
    pairs = D.from_tensor_slices(([1, 2, 3], [True, False, True]))
    found = tf.raw_ops.FilterByLastComponentDataset(
        input_dataset=pairs._variant_tensor,
        output_types=[tf.int32],
        output_shapes=[[]],
    )
    made = tf.data.experimental.from_variant(found, tf.TensorSpec([], tf.int32))
    assert [plain(each) for each in made] == [1, 3]


@pytest.mark.parametrize(
    ("count", "expected", "told"),
    [
        (2, 3, "contain 3 elements but contained only 2 elements."),
        (2, 1, "contain 1 element but contained at least 2 elements."),
        (1, -1, "an infinite number of elements but contained only 1 element."),
    ],
)
def test_another_number_is_an_error_when_it_is_known(
    count: int, expected: int, told: str
) -> None:
    with pytest.raises(tf.errors.FailedPreconditionError, match=told):
        list(counted(count, expected))


def test_ignored_errors_are_logged_if_asked(caplog: pytest.LogCaptureFixture) -> None:
    divided = D.range(2).map(lambda x: 6 // x)
    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert len(list(divided.ignore_errors(log_warning=True))) == 1
    assert "Error raised with error message" in caplog.text


@pytest.mark.parametrize(("count", "index"), [(0, 0), (3, 3), (3, -1)])
def test_shards_that_are_none(count: int, index: int) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        D.range(3).shard(count, index)


def test_keys_are_shape_and_content() -> None:
    assert content_key(np.int64(1)) == content_key(np.array(1, np.int64))
    assert content_key(np.zeros((1, 2))) != content_key(np.zeros((2, 1)))
    assert content_key(b"a") != content_key(b"b")
