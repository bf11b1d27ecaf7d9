"""Tables that are filled with the keys and values of a dataset."""

from __future__ import annotations

from graphir.errors import OutOfRangeError
from graphir.ops.datasets import queries
from graphir.shapes import SCALAR
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.batches import stacked
from runtime.data.stages.stage import Stage
from runtime.stateful_kernels.attaching import kernel
from runtime.stateful_kernels.lookup_tables import TableStorage


@kernel(queries.InitializeTableFromDataset)
def _initialize(table: TableStorage, dataset: Stage) -> None:
    iterator = IteratorResource()
    iterator.start(dataset)
    pairs = []
    try:
        while True:
            pairs.append(iterator.next())
    except StopIteration:
        iterator.close()
    if not pairs:
        raise OutOfRangeError(None, None, "end of iterator")
    kinds = [(dtype, SCALAR) for dtype in (table.key_dtype, table.value_dtype)]
    table.fill(*stacked(pairs, kinds))


__all__: list[str] = []
