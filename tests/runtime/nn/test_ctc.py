"""CTC of sparse labels where no trace knows the number of classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

SCORES = np.random.default_rng(0).normal(size=(4, 1, 3))


@pytest.mark.parametrize("sizes", [[None, None, 3], [None] * 3, None, [4, 1, None]])
@pytest.mark.parametrize("blank", range(-3, 3))
def test_a_blank_anywhere(sizes: Any, blank: int) -> None:
    """The classes may be in any order, if labels and blank are in the same."""
    places, labels = [[0, 0], [0, 1]], [blank % 3 - 1 if blank % 3 else 1, 2]
    labels[1] = 3 - blank % 3 - labels[0]

    def loss(scores: Any) -> Any:
        sparse = tf.SparseTensor(places, labels, [1, 2])
        return tf.nn.ctc_loss(sparse, scores, None, [4], blank_index=blank)

    function = tf.function(loss, [tf.TensorSpec(sizes, tf.float64)])
    # the op has the blank as the last class
    order = [*labels, blank % 3]
    first = tf.SparseTensor(places, [0, 1], [1, 2])
    expected = tf.nn.ctc_loss(first, SCORES[..., order], None, [4], blank_index=2)
    np.testing.assert_allclose(function(SCORES), expected)


@pytest.mark.parametrize("sizes", [[0], [4, 3], [4, 1, 0]])
def test_logits_without_classes_are_refused(sizes: list[int]) -> None:
    with pytest.raises(ValueError, match="`logits`"):
        tf.nn.ctc_loss(tf.zeros([1, 2], tf.int32), tf.zeros(sizes), [2], [4])
