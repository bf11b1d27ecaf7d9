"""Orders of slices and indices that a seed determines."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.random.seeds import Algorithm
from runtime.random.stateless import key_and_counter
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def stateless_shuffle(
    value: TensorLike,
    seed: TensorLike,
    alg: int | str | Algorithm = "auto_select",
    name: str | None = None,
) -> Tensor:
    """The slices along the first axis in an order that the seed determines.

    >>> tf.random.experimental.stateless_shuffle(tf.range(5), [1, 2]).numpy()
    array([0, 2, 1, 4, 3], dtype=int32)

    Raises:
      InvalidArgumentError: for a seed without exactly two entries.
    """
    with op_scope(name, "stateless_shuffle") as scope:
        inputs = [convert_to_tensor(value), *key_and_counter(seed, alg)]
        return apply_single("StatelessShuffle", inputs, None, scope)


_FIRST_SEED = 498247692


def index_shuffle(index: TensorLike, seed: TensorLike, max_index: Any) -> Tensor:
    """The position of an index in a random order of 0 ... ``max_index``, inclusive.

    The order is never made as a whole, so it may be of any length. ``index`` and
    ``max_index`` are integers, scalars or vectors; the seed is two integers.

    >>> order = [tf.random.experimental.index_shuffle(i, [1, 2], 4) for i in range(5)]
    >>> [int(each) for each in order]
    [2, 0, 1, 4, 3]

    Raises:
      InvalidArgumentError: for an index out of range, or a seed of another shape.
    """
    pair = convert_to_tensor(seed)
    # TensorFlow too puts the constant before the first row if there are several
    paddings = [[1, 0], *[[0, 0]] * ((pair.shape.rank or 1) - 1)]
    first = pair.dtype.numpy_dtype.type(_FIRST_SEED)
    words = apply_op("PadV2", [pair, paddings, first])
    return apply_single("RandomIndexShuffle", [index, words, max_index])
