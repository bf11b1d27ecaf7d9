"""What is asked of datasets: their number of elements, the size of batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.ranks import integer_of
from graphir.ops.contract.registry import op_has
from graphir.ops.datasets import queries
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.stage import Element, Stage
from runtime.stateful_kernels.attaching import kernel


@kernel(queries.DatasetCardinality)
def _cardinality(dataset: Stage) -> Any:
    return np.int64(dataset.cardinality())


@kernel(queries.ComputeBatchSize)
def _batch_size(dataset: Stage) -> Any:
    while op_has(dataset.op, "passes_elements") or op_has(
        dataset.op, "arranges_elements"
    ):
        dataset = dataset.source
    size = dataset.inputs.get("batch_size")
    return np.int64(-1 if size is None else integer_of(size, "batch_size"))


@kernel(queries.DatasetToSingleElement)
def _single(dataset: Stage) -> Element:
    iterator = IteratorResource()
    iterator.start(dataset)
    try:
        element = iterator.next()
    except StopIteration:
        raise InvalidArgumentError(None, None, "Dataset was empty.") from None
    try:
        iterator.next()
    except StopIteration:
        return element
    finally:
        iterator.close()
    raise InvalidArgumentError(None, None, "Dataset had more than one element.")


@kernel(queries.WrapDatasetVariant)
@kernel(queries.UnwrapDatasetVariant)
def _same(dataset: Stage) -> Stage:
    return dataset
