"""Queues: creation, enqueue, dequeue, close; the runtime has their contents."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import UNKNOWN


class _Taking(Op):
    """The base class of dequeue ops, whose result shapes are those of the queue."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.component_types)


class FIFOQueueV2(
    Handle,
    signature="""
        FIFOQueueV2() -> (handle: resource)
        | component_types: list(type) >= 1; shapes: list(shape) >= 0 = [];
          capacity: int = -1; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="FIFOQueue",
):
    """A first-in, first-out queue."""


class PaddingFIFOQueueV2(
    Handle,
    signature="""
        PaddingFIFOQueueV2() -> (handle: resource)
        | component_types: list(type) >= 1; shapes: list(shape) >= 0 = [];
          capacity: int = -1; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="PaddingFIFOQueue",
):
    """FIFOQueueV2 for elements of several sizes, which are padded with zeros."""


class PriorityQueueV2(
    Handle,
    signature="""
        PriorityQueueV2() -> (handle: resource)
        | component_types: list(type) >= 0 = []; shapes: list(shape) >= 0;
          capacity: int = -1; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="PriorityQueue",
):
    """A queue that returns the element with the smallest priority first."""


class RandomShuffleQueueV2(
    Handle,
    signature="""
        RandomShuffleQueueV2() -> (handle: resource)
        | component_types: list(type) >= 1; shapes: list(shape) >= 0 = [];
          capacity: int = -1; min_after_dequeue: int = 0; seed: int = 0;
          seed2: int = 0; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="RandomShuffleQueue",
):
    """A queue that is dequeued in random order."""


class QueueEnqueueV2(
    Effect,
    signature="""
        QueueEnqueueV2(handle: resource, components: list(Tcomponents)) -> ()
        | Tcomponents: list(type) >= 1; timeout_ms: int = -1
        | stateful
    """,
    handles="queue",
    earlier_name="QueueEnqueue",
):
    """Puts one element in; waits while the queue is full."""


class QueueEnqueueManyV2(
    Effect,
    signature="""
        QueueEnqueueManyV2(handle: resource, components: list(Tcomponents)) -> ()
        | Tcomponents: list(type) >= 1; timeout_ms: int = -1
        | stateful
    """,
    handles="queue",
    earlier_name="QueueEnqueueMany",
):
    """Puts in the slices along the first axis; waits while the queue is full."""


class QueueDequeueV2(
    _Taking,
    signature="""
        QueueDequeueV2(handle: resource) -> (components: list(component_types))
        | component_types: list(type) >= 1; timeout_ms: int = -1
        | stateful
    """,
    handles="queue",
    earlier_name="QueueDequeue",
):
    """Removes and returns one element; waits while the queue is empty."""


class QueueDequeueManyV2(
    _Taking,
    signature="""
        QueueDequeueManyV2(handle: resource, n: int32)
        -> (components: list(component_types))
        | component_types: list(type) >= 1; timeout_ms: int = -1
        | stateful
    """,
    handles="queue",
    earlier_name="QueueDequeueMany",
):
    """Removes ``n`` elements, and stacks them; waits while there are fewer."""


class QueueDequeueUpToV2(
    _Taking,
    signature="""
        QueueDequeueUpToV2(handle: resource, n: int32)
        -> (components: list(component_types))
        | component_types: list(type) >= 1; timeout_ms: int = -1
        | stateful
    """,
    handles="queue",
    earlier_name="QueueDequeueUpTo",
):
    """QueueDequeueManyV2 that returns fewer elements once the queue is closed."""


class QueueCloseV2(
    Effect,
    signature="""
        QueueCloseV2(handle: resource) -> ()
        | cancel_pending_enqueues: bool = False
        | stateful
    """,
    handles="queue",
    earlier_name="QueueClose",
):
    """Closes the queue: no more elements can be enqueued."""


class QueueSizeV2(
    Handle,
    signature="QueueSizeV2(handle: resource) -> (size: int32) | stateful",
    handles="queue",
    earlier_name="QueueSize",
):
    """How many elements there are."""


class QueueIsClosedV2(
    Handle,
    signature="QueueIsClosedV2(handle: resource) -> (is_closed: bool) | stateful",
    handles="queue",
    earlier_name="QueueIsClosed",
):
    """Whether the queue is closed."""
