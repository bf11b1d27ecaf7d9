"""`shuffle_batch` and its kin: batches of elements drawn at random from a queue."""

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
from runtime.queues.queues import QueueBase, RandomShuffleQueue
from runtime.tensors.likes import ShapeLike, TensorLike


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

    >>> with tf.Graph().as_default():
    ...     numbers = tf.compat.v1.train.range_input_producer(4, num_epochs=1)
    ...     drawn = tf.compat.v1.train.shuffle_batch(
    ...         [numbers.dequeue()], 4, capacity=9, min_after_dequeue=3
    ...     )
    ...     with tf.compat.v1.train.MonitoredSession() as session:
    ...         print(sorted(session.run(drawn).tolist()))
    [0, 1, 2, 3]

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
    how = Batching(
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        name,
        num_threads,
        min_after_dequeue,
    )
    make = _shuffling_queue(how, seed, shared_name)
    return batched([tensors], make, how, "shuffle_batch")


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
    how = Batching(
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        keep_input,
        name,
        least=min_after_dequeue,
    )
    make = _shuffling_queue(how, seed, shared_name)
    return batched(list(tensors_list), make, how, "shuffle_batch_join")


def _shuffling_queue(
    how: Batching, seed: int | None, shared_name: str | None
) -> Callable[[list[Any], list[Shape]], QueueBase]:
    capacity, least = how.capacity, how.least
    if capacity <= least:
        raise ValueError(f"capacity {capacity} must be bigger than {least}.")

    def make(types: list[Any], shapes: list[Shape]) -> QueueBase:
        return RandomShuffleQueue(
            capacity, least, types, shapes, seed=seed, shared_name=shared_name
        )

    return make


__all__ = [
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "shuffle_batch",
    "shuffle_batch_join",
]
