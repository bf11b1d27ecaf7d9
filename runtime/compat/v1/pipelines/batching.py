"""`batch`, `shuffle_batch` and their kin: tensors collected to batches by a queue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from runtime.queues.queues import (
    FIFOQueue,
    PaddingFIFOQueue,
    QueueBase,
    RandomShuffleQueue,
)
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

Tensors: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""Dense or sparse tensors, in a list or by their names."""

Batch: TypeAlias = Any
"""A tensor, or as many as the queue takes, as a list or by their names."""


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


def _batched(
    several: Sequence[Tensors],
    batch_size: TensorLike,
    make_queue: Callable[[list[Any], list[Shape]], QueueBase],
    threads: int,
    enqueue_many: bool,
    shapes: Sequence[ShapeLike] | None,
    allow_smaller_final_batch: bool,
    keep_input: Any,
    fullness: tuple[str, int, int],
    name: str | None,
    label: str,
) -> Batch:
    """The batches that come out of a queue, filled with tensors."""
    check_in_graph()
    with name_scope(name, label):
        elements = _Elements(several, enqueue_many)
        queue = make_queue(elements.dtypes(), elements.shapes(shapes))
        _fill(queue, elements.rows, threads, enqueue_many, keep_input)
        title, least, capacity = fullness
        over = queue.size()
        if least:
            over = apply_op("Maximum", [0, over - least])
        share = cast(over, dtypes.float32) * (1.0 / (capacity - least))
        scalar(title, share)
        take = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
        return elements.restored(take(batch_size, name=name))


def _fill(
    queue: QueueBase, rows: Sequence[Any], threads: int, is_many: bool, keep: Any
) -> None:
    """Adds the operations that fill a queue, and their threads."""
    keep = convert_to_tensor(keep, dtypes.bool_)

    def enqueue(row: list[Any]) -> Any:
        return queue.enqueue_many(row) if is_many else queue.enqueue(row)

    def chosen(row: list[Any]) -> Any:
        if keep.shape.rank == 1:
            return enqueue([boolean_mask(each, keep) for each in row])
        if keep.constant_value() is not None and bool(keep.constant_value()):
            return enqueue(row)

        def kept() -> Any:
            enqueue(row)
            return convert_to_tensor(True)

        return cond(keep, kept, lambda: convert_to_tensor(False)).op

    operations = [chosen(row) for row in rows for _ in range(threads)]
    add_queue_runner(QueueRunner(queue, operations))


def batch(
    tensors: Tensors,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """Batches of tensors, which threads evaluate again and again.

    Args:
      tensors: the tensors of one element; with ``enqueue_many`` of several, along
        their first axis.
      batch_size: the number of elements of a batch.
      num_threads: the number of threads.
      capacity: how many elements may wait.
      shapes: the shapes of an element, if they are not known.
      dynamic_pad: whether elements may differ in shape and are padded.
      allow_smaller_final_batch: whether the last batch may have fewer elements.

    >>> with tf.Graph().as_default():
    ...     numbers = tf.compat.v1.train.range_input_producer(5, 1, shuffle=False)
    ...     pairs = tf.compat.v1.train.batch([numbers.dequeue()], 2)
    ...     with tf.compat.v1.train.MonitoredSession() as session:
    ...         while not session.should_stop():
    ...             print(session.run(pairs))
    [0 1]
    [2 3]

    Raises:
      RuntimeError: eagerly.
      ValueError: if the shape of an element is not known.
    """
    return maybe_batch(
        tensors,
        True,
        batch_size,
        num_threads,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


def maybe_batch(
    tensors: Tensors,
    keep_input: TensorLike,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`batch` of those elements for which ``keep_input`` is true."""
    return _batched(
        [tensors],
        batch_size,
        _plain_queue(dynamic_pad, capacity, shared_name),
        num_threads,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        (f"fraction_of_{capacity}_full", 0, capacity),
        name,
        "batch",
    )


def _plain_queue(
    pads: bool, capacity: int, shared_name: str | None
) -> Callable[[list[Any], list[Shape]], QueueBase]:
    kind = PaddingFIFOQueue if pads else FIFOQueue

    def make(types: list[Any], shapes: list[Shape]) -> QueueBase:
        return kind(capacity, types, shapes, shared_name=shared_name)

    return make


def batch_join(
    tensors_list: Sequence[Tensors],
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`batch` of several lists of tensors, each of which has a thread."""
    return maybe_batch_join(
        tensors_list,
        True,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


def maybe_batch_join(
    tensors_list: Sequence[Tensors],
    keep_input: TensorLike,
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`batch_join` of those elements for which ``keep_input`` is true."""
    return _batched(
        list(tensors_list),
        batch_size,
        _plain_queue(dynamic_pad, capacity, shared_name),
        1,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        (f"fraction_of_{capacity}_full", 0, capacity),
        name,
        "batch_join",
    )


def shuffle_batch(
    tensors: Tensors,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`batch` of elements drawn at random from those that wait.

    Args:
      min_after_dequeue: how many must wait, for the order to be mixed.
      seed: of the draws.

    Raises:
      RuntimeError: eagerly.
      ValueError: if the shape of an element is not known.
    """
    return maybe_shuffle_batch(
        tensors,
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        num_threads,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


def maybe_shuffle_batch(
    tensors: Tensors,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`shuffle_batch` of those elements for which ``keep_input`` is true."""
    return _shuffled(
        [tensors],
        batch_size,
        capacity,
        min_after_dequeue,
        keep_input,
        num_threads,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
        "shuffle_batch",
    )


def shuffle_batch_join(
    tensors_list: Sequence[Tensors],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`shuffle_batch` of several lists of tensors, each of which has a thread."""
    return maybe_shuffle_batch_join(
        tensors_list,
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


def maybe_shuffle_batch_join(
    tensors_list: Sequence[Tensors],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[ShapeLike] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Batch:
    """`shuffle_batch_join` of those elements for which ``keep_input`` is true."""
    return _shuffled(
        list(tensors_list),
        batch_size,
        capacity,
        min_after_dequeue,
        keep_input,
        1,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
        "shuffle_batch_join",
    )


def _shuffled(
    several: Sequence[Tensors],
    batch_size: TensorLike,
    capacity: int,
    least: int,
    keep_input: TensorLike,
    threads: int,
    seed: int | None,
    enqueue_many: bool,
    shapes: Sequence[ShapeLike] | None,
    allow_smaller_final_batch: bool,
    shared_name: str | None,
    name: str | None,
    label: str,
) -> Batch:
    if capacity <= least:
        raise ValueError(f"capacity {capacity} must be bigger than {least}.")

    def make(types: list[Any], found: list[Shape]) -> QueueBase:
        return RandomShuffleQueue(
            capacity, least, types, found, seed=seed, shared_name=shared_name
        )

    return _batched(
        several,
        batch_size,
        make,
        threads,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        (f"fraction_over_{least}_of_{capacity - least}_full", least, capacity),
        name,
        label,
    )


__all__ = [
    "batch",
    "batch_join",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "shuffle_batch",
    "shuffle_batch_join",
]
