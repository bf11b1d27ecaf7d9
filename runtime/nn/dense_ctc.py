"""The CTC loss of dense labels: sums over alignments forward and backward in time."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from graphir.dtypes import DType
from runtime.arrays.filling import zeros_like
from runtime.arrays.indexing import gather, where
from runtime.arrays.joining import concat, stack
from runtime.arrays.marking import one_hot, sequence_mask
from runtime.arrays.ranges import range as number_range
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import expand_dims, reshape, shape, transpose
from runtime.gradients.custom_gradients import custom_gradient
from runtime.linalg.products import matmul
from runtime.mapping.scans import scan
from runtime.math.comparison import equal, logical_and, logical_or, not_equal
from runtime.math.exponentials import exp
from runtime.math.statistics import reduce_logsumexp
from runtime.nn.activations import log_softmax
from runtime.tensors.conversion import constant
from runtime.tensors.tensor import Tensor

LOG_ZERO: Final = float(np.log(1e-307))
"""The logarithm of the probability of what cannot be."""


class _States(NamedTuple):
    """The blank, the first label, the blank, the second label, ..., the blank.

    A state is a place in this sequence, so that a label which has the number of the
    blank is a label all the same.
    """

    classes: Tensor
    """int32 [batch, states]."""
    skips: Tensor
    """[batch, states]: 0 where the blank before a state may be left out."""
    ends: Tensor
    """[batch, states]: 0 for the last label and the blank after it."""


def dense_ctc_loss(
    scores: Tensor, labels: Tensor, label_length: Tensor, length: Tensor, blank: int
) -> Tensor:
    """The losses [batch] of labels [batch, most] under scores [time, batch, classes].

    Labels that need more time than there is have a loss of about 707, the logarithm of
    the least positive number. ``label_length`` and ``length`` are int32 [batch].

    A. Graves et al., "Connectionist Temporal Classification", ICML 2006.

    >>> import runtime as tf
    >>> rows, counts, lengths = map(tf.constant, ([[1]], [1], [2]))
    >>> one = dense_ctc_loss(tf.zeros([2, 1, 2]), rows, counts, lengths, 0)
    >>> one.numpy().round(4)
    array([0.2877], dtype=float32)

    Raises:
      InvalidArgumentError: for a label that is no class.
    """
    states = _states(labels, label_length, blank, scores.dtype)

    @custom_gradient
    def losses(scores: Tensor) -> Any:
        time = shape(scores)[0]
        is_read = transpose(sequence_mask(length, time))
        logarithms = log_softmax(scores)
        emitted = gather(
            transpose(logarithms, [1, 2, 0]), states.classes, axis=1, batch_dims=1
        )
        emitted = transpose(emitted, [2, 0, 1])
        before = _forward(emitted, is_read, states)
        loss = -reduce_logsumexp(before[-1] + states.ends, -1)

        def gradient(upstream: Tensor) -> Tensor:
            after = _backward(emitted, length, states)
            posterior = exp(before[1:] + after - emitted + loss[:, None])
            marks = one_hot(states.classes, shape(scores)[2], dtype=scores.dtype)
            shares = matmul(transpose(posterior, [1, 0, 2]), marks)
            parts = exp(logarithms) - transpose(shares, [1, 0, 2])
            return where(
                is_read[:, :, None], parts * upstream[:, None], zeros_like(parts)
            )

        return loss, gradient

    result: Tensor = losses(scores)
    return result


def _states(labels: Tensor, count: Tensor, blank: int, dtype: DType) -> _States:
    longest = shape(labels)[1]
    # what stands beyond a row's labels may be no class
    kept = where(sequence_mask(count, longest), labels, blank)
    pairs = stack([kept * 0 + blank, kept], -1)
    pairs = reshape(pairs, [shape(labels)[0], 2 * longest])
    classes = pad(pairs, [[0, 0], [0, 1]], constant_values=blank)
    places = number_range(2 * longest + 1)
    is_label = equal(places % 2, 1)
    is_other = not_equal(classes, _moved(classes, 2, -1))
    last = 2 * expand_dims(count, 1)
    is_end = logical_or(equal(places, last), equal(places, last - 1))
    can_skip = logical_and(is_label, is_other)
    return _States(classes, _logarithm(can_skip, dtype), _logarithm(is_end, dtype))


def _logarithm(mask: Tensor, dtype: DType) -> Tensor:
    return where(mask, constant(0, dtype), constant(LOG_ZERO, dtype))


def _moved(states: Tensor, count: int, filler: float) -> Tensor:
    """Each state's value in the state that comes `count` later, or before if < 0."""
    if count > 0:
        return pad(states, [[0, 0], [count, 0]], constant_values=filler)[:, :-count]
    return pad(states, [[0, 0], [0, -count]], constant_values=filler)[:, -count:]


def _sum(values: list[Tensor]) -> Tensor:
    return reduce_logsumexp(stack(values), 0)


def _forward(emitted: Tensor, is_read: Tensor, states: _States) -> Tensor:
    """The logarithms [time + 1, batch, states] of reaching each state, by each step."""

    def step(before: Tensor, now: Any) -> Tensor:
        scores, is_on = now
        skipped = _moved(before, 2, LOG_ZERO) + states.skips
        reached = _sum([before, _moved(before, 1, LOG_ZERO), skipped])
        return where(expand_dims(is_on, 1), reached + scores, before)

    # a blank that stands before the first one leads to it and to the first label
    first = zeros_like(states.skips) + LOG_ZERO
    start = concat([zeros_like(first[:, :1]), first[:, 1:]], 1)
    later: Tensor = scan(step, (emitted, is_read), start)
    return concat([expand_dims(start, 0), later], 0)


def _backward(emitted: Tensor, length: Tensor, states: _States) -> Tensor:
    """The logarithms [time, batch, states] of emitting the rest from each state on."""

    def step(after: Tensor, now: Any) -> Tensor:
        scores, is_last = now
        skipped = _moved(after + states.skips, -2, LOG_ZERO)
        rest = _sum([after, _moved(after, -1, LOG_ZERO), skipped])
        left: Tensor = where(expand_dims(is_last, 1), states.ends, rest) + scores
        return left

    steps = expand_dims(number_range(shape(emitted)[0]), 1)
    is_last = equal(steps, expand_dims(length - 1, 0))
    sums: Tensor = scan(step, (emitted, is_last), states.ends, reverse=True)
    return sums
