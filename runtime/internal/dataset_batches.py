"""`tensorflow.python.data.experimental.ops.distribute`: the batches of a pipeline."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.data.stages.batching import RebatchStage, SizedBatches, UnbatchStage
from runtime.data.stages.stage import Stage
from runtime.tensors.structure import flatten
from runtime.tensors.tensor import EagerTensor, wrap

UNKNOWN: Final = -1


def compute_batch_size(dataset: Any) -> EagerTensor:
    """The size of a dataset's batches; -1 where it is not known.

    Static shapes count first, then the stage that makes batches, if those behind it
    give its elements as they are.

    >>> int(compute_batch_size(tf.data.Dataset.range(9).batch(4).shuffle(2)))
    4
    >>> int(compute_batch_size(tf.data.Dataset.range(9).batch(4).rebatch(3)))
    -1

    Raises:
      IndexError: for elements that are scalars.
    """
    sizes = {leaf.shape[0] for leaf in flatten(dataset.element_spec)}
    stated = sizes.pop() if len(sizes) == 1 else None
    size = _size_of(dataset.variant._array) if stated is None else stated
    return wrap(np.int64(size), dtypes.int64)


def _size_of(stage: Stage) -> int:
    if isinstance(stage, SizedBatches):
        return stage.size
    makes_others = isinstance(stage, (RebatchStage, UnbatchStage)) or "f" in stage.attrs
    sizes = {_size_of(source) for source in stage.sources}
    return UNKNOWN if makes_others or len(sizes) != 1 else sizes.pop()
