"""The edit distance between sequences."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_single
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue, sparse_tensor
from runtime.tensors.tensor import Tensor


def edit_distance(
    hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance"
) -> Tensor:
    """Insertions, deletions and substitutions between sequences.

    Both are sparse, a sequence along the last axis; normalized, by the length of the
    truth: infinite if that is empty and the hypothesis is not.

    >>> guess = tf.SparseTensor([[0, 0], [0, 1]], ["a", "b"], [1, 2])
    >>> truth = tf.SparseTensor([[0, 0], [0, 1]], ["a", "c"], [1, 2])
    >>> tf.edit_distance(guess, truth).numpy().tolist()
    [0.5]

    Raises:
      TypeError: if one of them is not sparse.
      InvalidArgumentError: if the ranks differ.
    """
    for label, given in (("Hypothesis", hypothesis), ("Truth", truth)):
        if not isinstance(given, (SparseTensor, SparseTensorValue)):
            raise TypeError(f"{label} must be a SparseTensor.")
    inputs = [
        *sparse_tensor(hypothesis).components(),
        *sparse_tensor(truth).components(),
    ]
    return apply_single("EditDistance", inputs, {"normalize": normalize}, name)
