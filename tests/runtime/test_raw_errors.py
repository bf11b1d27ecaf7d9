"""Arguments on which Python's own errors came through, and patterns that hung."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime import errors, raw_ops

INT64 = np.int64


@pytest.mark.parametrize("index", [1 << 31, 1 << 32, -(1 << 40)])
def test_index_of_more_than_32_bits_is_out_of_bounds(index: int) -> None:
    with pytest.raises(
        errors.InvalidArgumentError, match="of dimension 0 out of bound"
    ):
        tf.constant([1, 2])[index]
    assert tf.constant([1, 2])[: abs(index)].numpy().tolist() == [1, 2]


def test_index_of_more_than_64_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="out of range"):
        tf.constant([1, 2])[1 << 70]


def _slice(begin: Any, end: Any) -> Any:
    x = tf.constant([1, 2])
    return raw_ops.StridedSlice(input=x, begin=begin, end=end, strides=end)


def _bincount() -> Any:
    return raw_ops.SparseBincount(
        indices=np.zeros((1, 2), INT64),
        values=[1],
        dense_shape=np.array([], INT64),
        size=3,
        weights=tf.constant([], tf.float32),
    )


def _sampler() -> Any:
    return raw_ops.FixedUnigramCandidateSampler(
        true_classes=np.array([[1]], INT64),
        num_true=1,
        num_sampled=1,
        unique=False,
        range_max=5,
        vocab_file="/missing/words",
    )


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: _slice([0, 0], [1]), errors.InvalidArgumentError, r"\[2\], \[1\], and"),
    (lambda: _slice(0, 1), errors.InvalidArgumentError, r"\[\], \[\], and \[\]"),
    (_bincount, errors.InvalidArgumentError, r"Index rank \(2\) and shape rank \(0\)"),
    (_sampler, errors.NotFoundError, "/missing/words; No such file or directory"),
]


@pytest.mark.parametrize(("call", "kind", "text"), REFUSED)
def test_refused_as_by_tensorflow(
    call: Callable[[], Any], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_nested_groups_cost_nothing_where_nobody_asks_for_them() -> None:
    pattern = "(a|" * 1000 + "a" + ")" * 1000

    def seconds(rewrite: str, found: bytes) -> float:
        begin = time.process_time()
        assert tf.strings.regex_replace("a" * 60, pattern, rewrite).numpy() == found
        return time.process_time() - begin

    assert tf.strings.regex_full_match("a", pattern).numpy()
    # some thirty times as long
    assert 4 * seconds("b", b"b" * 60) < seconds(r"\1", b"a" * 60)
    assert tf.strings.regex_replace("ab", "(a)(b)", r"\2\1").numpy() == b"ba"
