"""Queues of a graph that hold the elements of a tensor, for some epochs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.shapes import as_shape
from runtime.apply import apply_op
from runtime.compat.v1.control import name_scope
from runtime.compat.v1.graph_variables import GraphKeys
from runtime.compat.v1.pipelines.queue_runners import QueueRunner, add_queue_runner
from runtime.compat.v1.summaries.summary_ops import scalar
from runtime.compat.v1.variable_class import Variable
from runtime.context import executing_eagerly
from runtime.control_flow.conditionals import Assert
from runtime.io.files import matching_files
from runtime.math.casting import cast
from runtime.queues.queues import FIFOQueue
from runtime.random.sampling import shuffle as shuffled
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation, control_dependencies
from runtime.variables.resource import ResourceVariable


def check_in_graph() -> None:
    """Refuses input queues where there is no graph.

    Raises:
      RuntimeError: eagerly.
    """
    if executing_eagerly():
        raise RuntimeError(
            "Input pipelines based on Queues are not supported when eager execution is "
            "enabled. Please use tf.data to ingest data into your model instead."
        )


def match_filenames_once(
    pattern: TensorLike, name: str | None = None
) -> ResourceVariable:
    """A local variable of the names of files that match patterns when it is set.

    Args:
      pattern: a pattern, or a vector of patterns.
    """
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        return Variable(
            initial_value=lambda: matching_files(pattern),
            trainable=False,
            name=scope[:-1].rpartition("/")[2] if scope else None,
            validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )


def limit_epochs(
    tensor: TensorLike, num_epochs: int | None = None, name: str | None = None
) -> Tensor:
    """A tensor that can be read so many times; then it raises ``OutOfRangeError``.

    The times are counted by a local variable, ``epochs``.

    Raises:
      ValueError: for a number that is not positive.
    """
    if num_epochs is None:
        return convert_to_tensor(tensor)
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        epochs = Variable(
            convert_to_tensor(0, dtypes.int64),
            name="epochs",
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )
        with control_dependencies([epochs.count_up_to(num_epochs)]):
            found: Tensor = apply_op(
                "Identity", [convert_to_tensor(tensor)], None, scope
            )
            return found


def input_producer(
    input_tensor: TensorLike,
    element_shape: ShapeLike | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """A queue of the rows of a tensor, which a `QueueRunner` fills.

    Args:
      input_tensor: the rows.
      element_shape: the shape of a row, if it is not known.
      num_epochs: how often each row comes; without end by default.
      shuffle: whether rows are shuffled in each epoch, with ``seed``.
      capacity: how many the queue can hold.
      summary_name: a summary of how full the queue is.
      cancel_op: closes the queue when all is to stop.

    Raises:
      RuntimeError: eagerly.
      ValueError: if the shape of a row is not known.
    """
    check_in_graph()
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        shape = rows.shape[1:].merge_with(as_shape(element_shape))
        if not shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or "
                "`element_shape` must be specified"
            )
        if shuffle:
            rows = shuffled(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(
            capacity=capacity,
            dtypes=[rows.dtype.base_dtype],
            shapes=[shape],
            shared_name=shared_name,
            name=name or "input_producer",
        )
        enqueue = queue.enqueue_many([rows])
        add_queue_runner(QueueRunner(queue, [enqueue], cancel_op=cancel_op))
        if summary_name is not None:
            share = cast(queue.size(), dtypes.float32) * (1.0 / capacity)
            scalar(summary_name, share)
        return queue


def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """A queue of strings, such as names of files.

    Raises:
      RuntimeError: eagerly.
      ValueError: for an empty list; a tensor that is empty raises when it runs.
    """
    check_in_graph()
    told = "string_input_producer requires a non-null input tensor"
    if isinstance(string_tensor, (list, tuple)) and not string_tensor:
        raise ValueError(told)
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        texts: Any = convert_to_tensor(string_tensor, dtypes.string)
        is_there = apply_op("Greater", [apply_op("Size", [texts]), 0])
        with control_dependencies([Assert(is_there, [told])]):
            texts = apply_op("Identity", [texts])
        return input_producer(
            texts,
            [],
            num_epochs,
            shuffle,
            seed,
            capacity,
            shared_name,
            f"fraction_of_{capacity}_full",
            scope,
            cancel_op,
        )


def range_input_producer(
    limit: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """A queue of the integers below a limit, int32.

    Raises:
      RuntimeError: eagerly.
    """
    check_in_graph()
    with name_scope(name, "input_producer", [limit]) as scope:
        numbers = apply_op("Range", [0, limit, 1])
        return input_producer(
            numbers,
            [],
            num_epochs,
            shuffle,
            seed,
            capacity,
            shared_name,
            f"fraction_of_{capacity}_full",
            scope,
        )


def slice_input_producer(
    tensor_list: Sequence[TensorLike],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Corresponding rows of several tensors, others at each run.

    Raises:
      RuntimeError: eagerly.
      ValueError: without tensors.
    """
    check_in_graph()
    with name_scope(name, "input_producer", tensor_list):
        tensors = [convert_to_tensor(each) for each in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        size = apply_op("Shape", [tensors[0]])[0]
        queue = range_input_producer(
            size, num_epochs, shuffle, seed, capacity, shared_name
        )
        index = queue.dequeue()
        return [apply_op("GatherV2", [each, index, 0]) for each in tensors]


__all__ = [
    "check_in_graph",
    "input_producer",
    "limit_epochs",
    "match_filenames_once",
    "range_input_producer",
    "slice_input_producer",
    "string_input_producer",
]
