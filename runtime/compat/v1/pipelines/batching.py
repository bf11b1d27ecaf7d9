"""`batch`, `batch_join` and their kin: tensors collected to batches by a queue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.shapes import Shape
from runtime.compat.v1.pipelines.batched_tensors import (
    Batch,
    Batching,
    Tensors,
    batched,
)
from runtime.queues.queues import FIFOQueue, PaddingFIFOQueue, QueueBase
from runtime.tensors.likes import ShapeLike, TensorLike


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
    how = Batching(
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        name,
        num_threads,
    )
    make = _plain_queue(dynamic_pad, capacity, shared_name)
    return batched([tensors], make, how, "batch")


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
    how = Batching(
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        name,
    )
    make = _plain_queue(dynamic_pad, capacity, shared_name)
    return batched(list(tensors_list), make, how, "batch_join")


__all__ = ["batch", "batch_join", "maybe_batch", "maybe_batch_join"]
