"""Random classes (multinomial) and random permutations."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.random import philox
from graphir.ops.random.philox import Philox
from graphir.ops.random.stateless import (
    KEY,
    Stateless,
)
from graphir.shapes import Shape


def draw_classes(logits: Any, count: int, generator: Philox, dtype: Any) -> Any:
    """Class numbers by unnormalized log-probabilities: [batch, count]."""
    wide = np.asarray(logits, np.float64)
    finite = np.isfinite(wide)
    largest = np.where(finite, wide, -np.inf).max(1, keepdims=True)
    weights = np.where(finite, np.exp(wide - largest), 0)
    totals = np.cumsum(weights, 1)
    drawn = philox.unit_float64(philox.words(generator, 2 * count * len(wide)))
    found = [
        np.searchsorted(row, numbers * row[-1], "right")
        for row, numbers in zip(totals, drawn.reshape(len(wide), count))
    ]
    return np.array(found, dtype).reshape(len(wide), count)


def check_classes(call: Op, logits: Any, num_samples: Any) -> None:
    """Raises an error unless classes can be drawn.

    Raises:
      InvalidArgumentError: for logits that are no matrix, or without classes.
    """
    if np.ndim(logits) != 2:
        raise call.invalid(
            f"logits should be a matrix, got shape {list(np.shape(logits))}"
        )
    if num_samples < 0:
        raise call.invalid(f"num_samples should be nonnegative, got {num_samples}")
    if not logits.shape[1]:
        raise call.invalid(f"num_classes should be positive, got {logits.shape[1]}")


def classes_shape(call: Any) -> Shape:
    """[batch, num_samples], as far as it is known."""
    count = call.constant("num_samples")
    batch = call.logits.shape.with_rank(2)[0]
    return Shape([batch, None if count is None else int(count)])


class StatelessMultinomial(
    Stateless,
    signature="""
        StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed)
        -> (output: output_dtype)
        | T: type in real; Tseed: type in [int32,int64] = int64;
          output_dtype: type in [int32,int64] = int64
    """,
):
    """Class numbers drawn by their unnormalized log-probabilities."""

    def infer_shape(self) -> Shape:
        return classes_shape(self)

    def compute(self, logits: Any, num_samples: Any, seed: Any) -> Any:
        check_classes(self, logits, num_samples)
        dtype = self.output_dtype.numpy_dtype
        return draw_classes(logits, int(num_samples), self._seeded(seed), dtype)


def shuffled(value: Any, numbers: Any) -> Any:
    """The slices along the first axis in another order, by one word per slice."""
    order = np.arange(len(value))
    for position, number in enumerate(numbers.tolist()):
        other = position + number % (len(order) - position)
        order[position], order[other] = order[other], order[position]
    return value[order]


class StatelessShuffle(
    Stateless,
    signature=f"StatelessShuffle(value: T, {KEY}) -> (output: T) | T: type",
):
    """The slices along the first axis in random order."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.value.shape
        return shape

    def compute(self, value: Any, key: Any, counter: Any, alg: Any) -> Any:
        generator = self._keyed(key, counter, alg)
        if np.ndim(value) < 1 or len(value) < 2:
            return value
        return shuffled(value, philox.words(generator, len(value) - 1))
