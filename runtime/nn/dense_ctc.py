"""The CTC loss of dense labels: sums over alignments forward and backward in time."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.arrays.filling import zeros_like
from runtime.arrays.indexing import gather, where
from runtime.arrays.joining import concat, stack
from runtime.arrays.marking import one_hot, sequence_mask
from runtime.arrays.ranges import range as number_range
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import (
    ensure_shape,
    expand_dims,
    reshape,
    shape,
    transpose,
)
from runtime.gradients.custom_gradients import custom_gradient
from runtime.linalg.products import matmul
from runtime.mapping.scans import scan
from runtime.math.arithmetic import maximum, minimum
from runtime.math.casting import cast
from runtime.math.comparison import (
    equal,
    logical_and,
    logical_not,
    logical_or,
    not_equal,
)
from runtime.math.exponentials import exp
from runtime.math.reductions import reduce_any, reduce_sum
from runtime.math.statistics import reduce_logsumexp
from runtime.nn.activations import log_softmax, softmax
from runtime.tensors.conversion import constant
from runtime.tensors.tensor import Tensor

LOG_ZERO: Final = float(np.log(1e-307))
"""What labels that have too little time are given instead of a probability of 0."""


class _States(NamedTuple):
    """The blank, the first label, the blank, the second label, ..., the blank.

    A state is a place in this sequence, so that a label which has the number of the
    blank is a label all the same.
    """

    classes: Tensor
    """int32 [batch, states]."""
    skips: Tensor
    """[batch, states]: 0 where the blank before a state may be left out."""
    starts: Tensor
    """[batch, states]: 0 for the first blank, before which nothing is."""
    ends: Tensor
    """[batch, states]: 0 for the last label and the blank after it."""


def dense_ctc_loss(
    scores: Tensor, labels: Tensor, label_length: Tensor, length: Tensor, blank: Any
) -> Tensor:
    """The losses [batch] of labels [batch, most] under scores [time, batch, classes].

    Labels that need more time than there is have a loss of about 707, the logarithm of
    the least positive number; labels of a class that has no probability, infinity.
    ``label_length`` and ``length`` are int32 [batch]; ``blank`` is a class, 0 or more.

    A. Graves et al., "Connectionist Temporal Classification", ICML 2006.

    >>> import runtime as tf
    >>> rows, counts, lengths = map(tf.constant, ([[1]], [1], [2]))
    >>> one = dense_ctc_loss(tf.zeros([2, 1, 2]), rows, counts, lengths, 0)
    >>> one.numpy().round(4)
    array([0.2877], dtype=float32)

    Raises:
      InvalidArgumentError: for a label that is no class; if the arguments are not of
        one batch.
    """
    scores, labels, label_length, length = _of_one_batch(
        scores, labels, label_length, length
    )
    if scores.dtype.size < dtypes.float32.size:
        # sums over time need more digits than these have
        wide = cast(scores, dtypes.float32)
        loss = dense_ctc_loss(wide, labels, label_length, length, blank)
        return cast(loss, scores.dtype)
    length = minimum(length, shape(scores)[0])
    states = _states(labels, label_length, length, blank, scores.dtype)

    @custom_gradient
    def losses(scores: Tensor) -> Any:
        is_read = transpose(sequence_mask(length, shape(scores)[0]))
        logarithms = log_softmax(scores)
        emitted = _emitted(logarithms, states)
        loss, after = _backward(emitted, is_read, states)

        def gradient(upstream: Tensor) -> Tensor:
            before = _forward(emitted, is_read, states)
            posterior = softmax(before + after)
            marks = one_hot(states.classes, shape(scores)[2], dtype=scores.dtype)
            shares = matmul(transpose(posterior, [1, 0, 2]), marks)
            parts = exp(logarithms) - transpose(shares, [1, 0, 2])
            return where(
                is_read[:, :, None], parts * upstream[:, None], zeros_like(parts)
            )

        return loss, gradient

    result: Tensor = losses(scores)
    return result


def _of_one_batch(
    scores: Tensor, labels: Tensor, count: Tensor, length: Tensor
) -> list[Tensor]:
    """The arguments, each with the static size of the batch that any of them tells."""
    places = [(scores, 3, 1), (labels, 2, 0), (count, 1, 0), (length, 1, 0)]
    sizes = [each.shape.with_rank(rank)[place] for each, rank, place in places]
    batch = next((each for each in sizes if each is not None), None)
    return [
        ensure_shape(each, [batch if axis == place else None for axis in range(rank)])
        for each, rank, place in places
    ]


def _states(
    labels: Tensor, count: Tensor, length: Tensor, blank: Any, dtype: DType
) -> _States:
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
    # a blank that stands before the first one leads to it and to the first label
    is_start = logical_or(equal(places, 0), zeros_like(is_end))
    repeats = logical_and(logical_and(is_label, logical_not(is_other)), places < last)
    time = count + reduce_sum(cast(repeats, dtypes.int32), 1)
    has_path = logical_and(time <= length, reduce_any(is_end, 1))
    floor = where(expand_dims(has_path, 1), constant(_never(dtype), dtype), LOG_ZERO)
    return _States(
        classes,
        _logarithm(logical_and(is_label, is_other), constant(_never(dtype), dtype)),
        _logarithm(is_start, floor),
        _logarithm(is_end, floor),
    )


def _never(dtype: DType) -> float:
    """The logarithm of a probability of 0: finite, so that differences have a value."""
    return float(np.finfo(dtype.as_numpy_dtype).min) / 16


def _logarithm(mask: Tensor, otherwise: Tensor) -> Tensor:
    return where(mask, constant(0, otherwise.dtype), otherwise)


def _moved(states: Tensor, count: int, filler: float) -> Tensor:
    """Each state's value in the state that comes `count` later, or before if < 0."""
    if count > 0:
        return pad(states, [[0, 0], [count, 0]], constant_values=filler)[:, :-count]
    return pad(states, [[0, 0], [0, -count]], constant_values=filler)[:, -count:]


def _emitted(logarithms: Tensor, states: _States) -> Tensor:
    """The logarithms [time, batch, states] of each state's class at each step."""
    rows = transpose(logarithms, [1, 2, 0])
    emitted = gather(rows, states.classes, axis=1, batch_dims=1)
    return maximum(transpose(emitted, [2, 0, 1]), _never(logarithms.dtype))


def _sum(values: list[Tensor]) -> Tensor:
    return reduce_logsumexp(stack(values), 0)


def _normal(sums: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithms of shares [batch, states], and those of what they are shares of.

    Probabilities of many steps are too small for any number, but their shares are not.
    """
    totals = reduce_logsumexp(sums, -1)
    return maximum(sums - totals[:, None], _never(sums.dtype)), totals


def _forward(emitted: Tensor, is_read: Tensor, states: _States) -> Tensor:
    """The logarithms [time, batch, states] of being in each state after each step.

    At each step of a row they are less by a number of their own.
    """
    never = _never(emitted.dtype)

    def step(before: Tensor, now: Any) -> Tensor:
        scores, is_on = now
        skipped = _moved(before, 2, never) + states.skips
        reached = _sum([before, _moved(before, 1, never), skipped])
        return where(expand_dims(is_on, 1), _normal(reached + scores)[0], before)

    found: Tensor = scan(step, (emitted, is_read), states.starts)
    return found


def _backward(
    emitted: Tensor, is_read: Tensor, states: _States
) -> tuple[Tensor, Tensor]:
    """The losses [batch], and the logarithms of emitting the rest after each step.

    The logarithms are [time, batch, states], and at each step of a row less by a number
    of their own; the sum of those numbers is a part of the row's loss.
    """
    never = _never(emitted.dtype)

    def step(state: Any, now: Any) -> tuple[Tensor, Tensor]:
        after, nothing = state[0], zeros_like(state[1])
        scores, is_on = now
        left = after + scores
        skipped = _moved(left + states.skips, -2, never)
        rest, total = _normal(_sum([left, _moved(left, -1, never), skipped]))
        rest = where(expand_dims(is_on, 1), rest, after)
        return rest, where(is_on, total, nothing)

    start = (states.ends, zeros_like(states.ends[:, 0]))
    rests, totals = scan(step, (emitted, is_read), start, reverse=True)
    rests = concat([rests, expand_dims(states.ends, 0)], 0)
    loss = -(rests[0, :, 0] + reduce_sum(totals, 0))
    return where(loss < -never / 2, loss, np.inf), rests[1:]
