"""Batches that a queue collects: what is put into it, and how it comes out again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_op
from runtime.arrays.indexing import boolean_mask
from runtime.compat.v1.control import name_scope
from runtime.compat.v1.pipelines.input_producers import check_in_graph
from runtime.compat.v1.pipelines.kept_sparse import KeptSparse
from runtime.compat.v1.pipelines.queue_runners import QueueRunner, add_queue_runner
from runtime.compat.v1.summaries.summary_ops import scalar
from runtime.control_flow.conditionals import cond
from runtime.math.casting import cast
from runtime.queues.queues import QueueBase
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

Tensors: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""Dense or sparse tensors, in a list or by their names."""

Batch: TypeAlias = Any
"""A tensor, or as many as the queue takes, as a list or by their names."""


@dataclass(frozen=True)
class Batching:
    """How a queue makes batches."""

    batch_size: TensorLike
    capacity: int
    enqueue_many: bool
    shapes: Sequence[ShapeLike] | None
    allow_smaller_final_batch: bool
    keep_input: Any
    """True for the elements to keep; of `enqueue_many` one for each, or for all."""
    name: str | None
    threads: int = 1
    """For each list of tensors."""
    least: int = 0
    """How many elements stay in the queue."""

    def add_summary(self, size: Tensor) -> None:
        """Records how full the queue is."""
        title, over = f"fraction_of_{self.capacity}_full", size
        room = self.capacity - self.least
        if self.least:
            title = f"fraction_over_{self.least}_of_{room}_full"
            over = apply_op("Maximum", [0, over - self.least])
        scalar(title, cast(over, dtypes.float32) * (1.0 / room))


class _Elements:
    """What is put into the queue of a batch, and how it comes out again."""

    def __init__(self, several: Sequence[Tensors], is_many: bool) -> None:
        if not several:
            raise ValueError("Expected at least one set of tensors")
        first = several[0]
        self._names = list(first) if isinstance(first, Mapping) else None
        rows = [
            list(each.values()) if isinstance(each, Mapping) else list(each)
            for each in several
        ]
        if not rows[0]:
            raise ValueError("Expected at least one tensor in batch().")
        self._kept = [
            KeptSparse(column, is_many) if isinstance(column[0], SparseTensor) else None
            for column in zip(*rows)
        ]
        self.rows = [self._dense(row) for row in rows]
        self._is_many = is_many

    def _dense(self, row: Sequence[Any]) -> list[Tensor]:
        return [
            convert_to_tensor(each) if kept is None else kept.stored(each)
            for each, kept in zip(row, self._kept)
        ]

    def dtypes(self) -> list[Any]:
        """The dtypes of an element."""
        return [each.dtype.base_dtype for each in self.rows[0]]

    def shapes(self, given: Sequence[ShapeLike] | None) -> list[Shape]:
        """The shapes of an element: given, or those of the tensors."""
        if given is not None:
            return [as_shape(each) for each in given]
        return [self._shape(column) for column in zip(*self.rows)]

    def _shape(self, column: Sequence[Tensor]) -> Shape:
        shapes = [each.shape for each in column]
        if self._is_many:
            shapes = [each.with_rank_at_least(1)[1:] for each in shapes]
        found = shapes[0]
        for each in shapes[1:]:
            found = found.most_specific_compatible_shape(each)
        if found.rank is None:
            raise ValueError(f"Cannot infer Tensor's rank: {column[0]}")
        return found

    def restored(self, found: Any) -> Batch:
        """A batch as the queue gives it, in the structure of the arguments."""
        tensors = list(found) if isinstance(found, (list, tuple)) else [found]
        whole = [
            each if kept is None else kept.taken(each)
            for each, kept in zip(tensors, self._kept)
        ]
        if self._names is not None:
            return dict(zip(self._names, whole))
        return whole[0] if len(whole) == 1 else whole


def batched(
    several: Sequence[Tensors],
    make_queue: Callable[[list[Any], list[Shape]], QueueBase],
    how: Batching,
    label: str,
) -> Batch:
    """The batches that come out of a queue, which threads fill with tensors.

    Args:
      several: lists of tensors, each of which has its threads.
      make_queue: a function from the dtypes and shapes of an element.
      how: the settings.
      label: the scope where there is no name.

    Raises:
      RuntimeError: eagerly.
      ValueError: if there are no tensors, or the shape of an element is not known.
    """
    check_in_graph()
    with name_scope(how.name, label):
        elements = _Elements(several, how.enqueue_many)
        queue = make_queue(elements.dtypes(), elements.shapes(how.shapes))
        _fill(queue, elements.rows, how)
        how.add_summary(queue.size())
        smaller = how.allow_smaller_final_batch
        take = queue.dequeue_up_to if smaller else queue.dequeue_many
        return elements.restored(take(how.batch_size, name=how.name))


def _fill(queue: QueueBase, rows: Sequence[Any], how: Batching) -> None:
    """Adds the operations that fill a queue, and their threads."""
    keep = convert_to_tensor(how.keep_input, dtypes.bool_)

    def enqueue(row: list[Any]) -> Any:
        return queue.enqueue_many(row) if how.enqueue_many else queue.enqueue(row)

    def chosen(row: list[Any]) -> Any:
        if keep.shape.rank == 1:
            return enqueue([boolean_mask(each, keep) for each in row])
        if keep.constant_value() is not None and bool(keep.constant_value()):
            return enqueue(row)

        def kept() -> Any:
            enqueue(row)
            return convert_to_tensor(True)

        return cond(keep, kept, lambda: convert_to_tensor(False)).op

    operations = [chosen(row) for row in rows for _ in range(how.threads)]
    add_queue_runner(QueueRunner(queue, operations))


__all__ = ["Batch", "Batching", "Tensors", "batched"]
