"""`tf.queue`: queues of tensors between producers and consumers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import SCALAR, UNKNOWN, Shape, as_shape
from runtime.apply import apply_op
from runtime.context import executing_eagerly, name_scope
from runtime.random.seeds import op_seeds
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike


class QueueBase:
    """The base class of queues, which any thread may fill and empty.

    An element has one tensor for each of ``dtypes``; with ``names`` it is a dict of
    tensors. ``shapes`` are the shapes of the tensors. Without ``shapes`` elements may
    have any shape, but ``enqueue_many`` and ``dequeue_many`` cannot be used.
    """

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Any) -> None:
        self._dtypes: list[DType] = dtypes
        self._shapes: list[Shape] = (
            [UNKNOWN] * len(dtypes) if shapes is None else list(map(as_shape, shapes))
        )
        if len(self._shapes) != len(dtypes):
            raise ValueError(
                "Queue shapes must have the same length as dtypes, received "
                f"len(shapes)={len(self._shapes)}, len(dtypes)={len(dtypes)}"
            )
        self._names: list[str] | None = names
        self._queue_ref = queue_ref
        is_eager = executing_eagerly()
        self._name: str = "Empty" if is_eager else queue_ref.op.name.rpartition("/")[2]

    @staticmethod
    def from_list(index: TensorLike, queues: Sequence[QueueBase]) -> QueueBase:
        """The queue at the position ``index`` of a list.

        Raises:
          TypeError: if ``queues`` is empty, or has an element that is no queue.
          ValueError: for queues whose elements differ in dtypes or names.
        """
        if not queues or not all(isinstance(each, QueueBase) for each in queues):
            raise TypeError("A list of queues expected")
        first = queues[0]
        if any(each.dtypes != first.dtypes for each in queues):
            raise ValueError("Queues do not have matching component dtypes.")
        if any(each.names != first.names for each in queues):
            raise ValueError("Queues do not have matching component names.")
        references = [each.queue_ref for each in queues]
        chosen = apply_op("GatherV2", [apply_op("Pack", [references]), index, 0])
        return QueueBase(first.dtypes, first.shapes, first.names, chosen)

    @property
    def queue_ref(self) -> Any:
        """The handle, a resource."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the op that creates the queue."""
        return self._name

    @property
    def dtypes(self) -> list[DType]:
        """The dtypes of an element's tensors."""
        return self._dtypes

    @property
    def shapes(self) -> list[Shape]:
        """Their shapes."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """Their names, if elements are dicts."""
        return self._names

    # --- in

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """Puts an element in; waits while the queue is full.

        Raises:
          ValueError: for another element than the queue holds.
          CancelledError: if the queue is closed.
        """
        with name_scope(name or f"{self._name}_enqueue") as scope:
            values = self._components(vals)
            for value, shape in zip(values, self._shapes):
                value.shape.assert_is_compatible_with(shape)
            return apply_op("QueueEnqueueV2", [self._queue_ref, values], None, scope)

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """Puts in the slices along the first axis, in order.

        Raises:
          ValueError: for other elements than the queue holds.
          CancelledError: if the queue is closed.
        """
        with name_scope(name or f"{self._name}_EnqueueMany") as scope:
            values = self._components(vals)
            for value, shape in zip(values, self._shapes):
                value.shape.with_rank_at_least(1)[1:].assert_is_compatible_with(shape)
            inputs = [self._queue_ref, values]
            return apply_op("QueueEnqueueManyV2", inputs, None, scope)

    def _components(self, vals: Any) -> list[Any]:
        if self._names is not None:
            if not isinstance(vals, Mapping):
                raise ValueError("You must enqueue a dictionary in a Queue with names")
            if sorted(vals) != sorted(self._names):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  "
                    f"Dictionary: {sorted(vals)},Queue: {sorted(self._names)}"
                )
            vals = [vals[key] for key in self._names]
        elif isinstance(vals, Mapping):
            raise ValueError("You can't enqueue a dictionary in a Queue without names.")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        return [
            self._component(value, dtype, place)
            for place, (value, dtype) in enumerate(zip(vals, self._dtypes))
        ]

    @staticmethod
    def _component(value: Any, dtype: DType, place: int) -> Any:
        name = f"component_{place}"
        try:
            return convert_to_tensor(value, dtype, name=name)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    # --- out

    def dequeue(self, name: str | None = None) -> Any:
        """Removes and returns an element; waits while the queue is empty.

        Raises:
          OutOfRangeError: if the queue is closed and empty.
        """
        label = name or f"{self._name}_Dequeue"
        attrs = {"component_types": self._dtypes}
        found = apply_op("QueueDequeueV2", [self._queue_ref], attrs, label)
        return self._element(found, self._shapes)

    def dequeue_many(self, n: TensorLike, name: str | None = None) -> Any:
        """Removes ``n`` elements and returns them stacked; waits while there are fewer.

        Raises:
          InvalidArgumentError: for a queue without shapes, or more than it can hold.
          OutOfRangeError: if the queue is closed and has fewer.
        """
        return self._several("QueueDequeueManyV2", n, name or "DequeueMany")

    def dequeue_up_to(self, n: TensorLike, name: str | None = None) -> Any:
        """Like ``dequeue_many``, but a closed queue may return fewer elements.

        Raises:
          InvalidArgumentError: for a queue without shapes, or more than it can hold.
          OutOfRangeError: if the queue is closed and empty.
        """
        return self._several("QueueDequeueUpToV2", n, name or "DequeueUpTo")

    def _several(self, op: str, n: Any, label: str) -> Any:
        number = convert_to_tensor(n, dtypes.int32)
        attrs = {"component_types": self._dtypes}
        inputs = [self._queue_ref, number]
        found = apply_op(op, inputs, attrs, f"{self._name}_{label}")
        size = None
        if op == "QueueDequeueManyV2" and number.constant_value() is not None:
            size = int(number.constant_value())
        shapes = [Shape([size]).concatenate(shape) for shape in self._shapes]
        return self._element(found, shapes)

    def _element(self, found: Any, shapes: Sequence[Shape]) -> Any:
        tensors = list(found)
        if not executing_eagerly():
            for tensor, shape in zip(tensors, shapes):
                tensor.set_shape(shape)
        if self._names is not None:
            return dict(zip(self._names, tensors))
        return tensors[0] if len(tensors) == 1 else tensors

    # --- the queue itself

    def close(
        self, cancel_pending_enqueues: bool = False, name: str | None = None
    ) -> Any:
        """Closes the queue for new elements; present elements can still be dequeued.

        Raises:
          CancelledError: if the queue is closed already.
        """
        attrs = {"cancel_pending_enqueues": cancel_pending_enqueues}
        label = name or f"{self._name}_Close"
        return apply_op("QueueCloseV2", [self._queue_ref], attrs, label)

    def is_closed(self, name: str | None = None) -> Any:
        """Whether the queue is closed, as a bool tensor."""
        label = name or f"{self._name}_Is_Closed"
        return apply_op("QueueIsClosedV2", [self._queue_ref], None, label)

    def size(self, name: str | None = None) -> Any:
        """The number of elements, an int32 tensor."""
        label = name or f"{self._name}_Size"
        return apply_op("QueueSizeV2", [self._queue_ref], None, label)


def _made(
    op: str, types: Any, shapes: Any, name: str, attrs: dict[str, Any], shared: Any
) -> Any:
    """The handle of a new queue; in a graph, of the one of its name."""
    with name_scope(name) as scope:
        own = "" if executing_eagerly() else shared or scope[:-1]
        whole = {
            "component_types": types,
            "shapes": [] if shapes is None else shapes,
            "shared_name": own.encode(),
            **attrs,
        }
        return apply_op(op, [], whole, scope)


def _types(types: Any) -> list[DType]:
    several = types if isinstance(types, (list, tuple)) else [types]
    try:
        return [as_dtype(each) for each in several]
    except TypeError:
        raise TypeError(
            f"Expected DataType for argument 'component_types' not {types!r}."
        ) from None


def _shapes(
    shapes: Any, types: Sequence[DType], may_be_unknown: bool = False
) -> list[Shape] | None:
    if shapes is None:
        return None
    is_one = isinstance(shapes, Shape) or not isinstance(shapes, (list, tuple))
    if is_one or any(isinstance(each, int) or each is None for each in shapes):
        shapes = [shapes]  # the shape of the only component
    if not shapes and len(types) == 1:
        shapes = [SCALAR]
    found = [as_shape(each) for each in shapes]
    if not may_be_unknown and not all(each.is_fully_defined() for each in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    return found


def _names(names: Any, types: Sequence[DType]) -> list[str] | None:
    if not names:
        return None
    listed = [names] if isinstance(names, str) else list(names)
    if len(listed) != len(types):
        raise ValueError(
            "List of names must have the same length as the list of dtypes, received "
            f"len(names)={len(listed)},len(dtypes)={len(types)}"
        )
    return listed


class FIFOQueue(QueueBase):
    """A first-in, first-out queue.

    >>> queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]])
    >>> queue.enqueue_many([[1, 2, 3]])
    >>> queue.dequeue().numpy(), queue.dequeue_many(2).numpy().tolist()
    (np.int32(1), [2, 3])

    Raises:
      ValueError: for another number of names or shapes than of dtypes.
      TypeError: for a value that is no dtype.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        types = _types(dtypes)
        sizes, listed = _shapes(shapes, types), _names(names, types)
        attrs = {"capacity": capacity}
        handle = _made("FIFOQueueV2", types, sizes, name, attrs, shared_name)
        super().__init__(types, sizes, listed, handle)


class PaddingFIFOQueue(QueueBase):
    """A FIFO queue that pads batches of elements to one shape with zeros.

    >>> queue = tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
    >>> queue.enqueue([[1]])
    >>> queue.enqueue([[2, 3]])
    >>> queue.dequeue_many(2).numpy().tolist()
    [[1, 0], [2, 3]]

    Raises:
      ValueError: without shapes, or for another number of names or shapes than dtypes.
      TypeError: for a value that is no dtype.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        types = _types(dtypes)
        sizes = _shapes(shapes, types, may_be_unknown=True)
        listed = _names(names, types)
        if sizes is None:
            raise ValueError(
                "When providing partial shapes, a list of shapes must be provided."
            )
        if len(sizes) != len(types):
            raise ValueError(
                "Shapes must be provided for all components, but received "
                f"{len(types)} dtypes and {len(sizes)} shapes."
            )
        attrs = {"capacity": capacity}
        handle = _made("PaddingFIFOQueueV2", types, sizes, name, attrs, shared_name)
        super().__init__(types, sizes, listed, handle)


class PriorityQueue(QueueBase):
    """A queue ordered by an int64 priority, the smallest first.

    >>> queue = tf.queue.PriorityQueue(3, tf.string, shapes=[[]])
    >>> queue.enqueue([tf.constant(2, tf.int64), "later"])
    >>> queue.enqueue([tf.constant(1, tf.int64), "first"])
    >>> queue.dequeue()[1].numpy()
    b'first'

    Raises:
      ValueError: for another number of names or shapes than of types.
      TypeError: for a value that is no dtype.
    """

    def __init__(
        self,
        capacity: int,
        types: DTypeLike,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        own = _types(types)
        sizes = _shapes(shapes, own)
        attrs = {"capacity": capacity}
        handle = _made("PriorityQueueV2", own, sizes, name, attrs, shared_name)
        whole = [dtypes.int64, *own]
        every = [SCALAR, *([UNKNOWN] * len(own) if sizes is None else sizes)]
        super().__init__(whole, every, _names(names, whole), handle)


class RandomShuffleQueue(QueueBase):
    """A queue that returns its elements in random order, from a minimum number of them.

    The same ``seed`` produces the same order, which differs from TensorFlow's.

    >>> queue = tf.queue.RandomShuffleQueue(9, 0, tf.int32, shapes=[[]], seed=1)
    >>> queue.enqueue_many([[1, 2, 3]])
    >>> sorted(queue.dequeue_many(3).numpy().tolist())
    [1, 2, 3]

    Raises:
      ValueError: for another number of names or shapes than of dtypes.
      TypeError: for a value that is no dtype.
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        types = _types(dtypes)
        sizes, listed = _shapes(shapes, types), _names(names, types)
        attrs = {
            "capacity": capacity,
            "min_after_dequeue": min_after_dequeue,
            **op_seeds(seed),
        }
        handle = _made("RandomShuffleQueueV2", types, sizes, name, attrs, shared_name)
        super().__init__(types, sizes, listed, handle)
