"""Queues: the resource objects behind handles, and the kernels on them."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from threading import Condition
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import CancelledError, InvalidArgumentError, OutOfRangeError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.state import queues as ops
from graphir.shapes import SCALAR, Shape
from runtime.stateful_kernels.attaching import (
    kernel,
    kernel_factory,
)
from runtime.stateful_kernels.variables import current_resources

Element = tuple[Any, ...]

_NUMBERS: Final = count()


@handle_class("queue")
class QueueStorage:
    """The elements of a first-in, first-out queue; thread-safe."""

    shape = ()
    """A resource is a scalar."""

    title = "FIFOQueue"

    def __init__(
        self, types: Sequence[DType], shapes: Sequence[Shape], capacity: int
    ) -> None:
        if shapes and len(shapes) != len(types):
            named = ", ".join(map(_type_name, types))
            listed = ", ".join(map(_brackets, shapes))
            raise InvalidArgumentError(
                f"Different number of component types.  Types: {named}, Shapes: "
                f"[{listed}]"
            )
        self.types = list(types)
        self.shapes = list(shapes)
        self.capacity = capacity if capacity >= 0 else 2**31 - 1
        self.name = f"{self.title} '{next(_NUMBERS)}'"
        self.is_closed = False
        self.is_cancelled = False
        self.changed = Condition()
        self._elements: Any = deque()

    # --- what kinds of queues differ in

    def _add(self, element: Element) -> None:
        self._elements.append(element)

    def _take(self) -> Element:
        taken: Element = self._elements.popleft()
        return taken

    @property
    def kept_back(self) -> int:
        """The number of elements that must remain while the queue is open."""
        return 0

    def _stacked(self, column: Sequence[Any], dtype: Any) -> Any:
        whole = np.empty((len(column), *np.shape(column[0])), dtype)
        for place, each in enumerate(column):
            # a string in an array without axes would be kept in it
            is_scalar = isinstance(each, np.ndarray) and not each.ndim
            whole[place] = each[()] if is_scalar else each
        return whole

    # --- what all do

    def put(self, elements: Sequence[Element]) -> None:
        """Appends elements one by one; waits while the queue is full.

        Raises:
          CancelledError: if the queue is closed, or the wait is cancelled.
        """
        for element in elements:
            with self.changed:
                if self.is_closed:
                    raise CancelledError(f"{self.name} is closed.")
                self.changed.wait_for(
                    lambda: len(self._elements) < self.capacity or self.is_cancelled
                )
                if self.is_cancelled:
                    raise CancelledError(f"{self.name} is closed.")
                self._add(element)
                self.changed.notify_all()

    def take(self, number: int, may_be_fewer: bool = False) -> list[Element]:
        """Removes and returns elements; waits until there are enough, or closed.

        Raises:
          OutOfRangeError: if the queue is closed and has too few.
        """
        with self.changed:
            self.changed.wait_for(
                lambda: len(self._elements) >= number + self.kept_back or self.is_closed
            )
            held = len(self._elements)
            is_enough = held >= number or (may_be_fewer and held)
            if not is_enough:
                raise OutOfRangeError(
                    f"{self.name} is closed and has insufficient elements (requested "
                    f"{number}, current size {held})"
                )
            taken = [self._take() for _ in range(min(number, held))]
            self.changed.notify_all()
            return taken

    def stacked(self, elements: Sequence[Element]) -> list[Any]:
        """Elements as one array for each component.

        Raises:
          InvalidArgumentError: for a queue whose elements may have any shape.
        """
        if not self.shapes:
            raise InvalidArgumentError(
                f"{self.title}'s DequeueMany and DequeueUpTo require the components to "
                "have specified shapes."
            )
        if not elements:
            pairs = zip(self.types, self.shapes)
            return [
                np.empty((0, *(size or 0 for size in shape)), dtype.numpy_dtype)
                for dtype, shape in pairs
            ]
        columns = zip(*elements)
        return [
            self._stacked(each, dtype.numpy_dtype)
            for each, dtype in zip(columns, self.types)
        ]

    def close(self, is_cancelled: bool) -> None:
        """Refuses further elements; with ``is_cancelled`` also the waiting elements.

        Raises:
          CancelledError: if the queue is closed already.
        """
        with self.changed:
            if self.is_closed and (self.is_cancelled or not is_cancelled):
                name = self.name.removeprefix(self.title).strip()
                raise CancelledError(f"Queue {name} is already closed.")
            self.is_closed = True
            self.is_cancelled = is_cancelled
            self.changed.notify_all()

    def checked(self, components: Sequence[Any], has_rows: bool) -> Sequence[Any]:
        """The components of an element, or of several.

        Raises:
          InvalidArgumentError: for another number of them, or shapes that do not fit.
        """
        if len(components) != len(self.types):
            found = [dtypes.of_array(np.asarray(each)) for each in components]
            raise InvalidArgumentError(
                f"Signature mismatch, have: {_signature(found)} expected: "
                f"{_signature(self.types)}"
            )
        for place, (value, shape) in enumerate(zip(components, self.shapes)):
            found = np.shape(value)[1:] if has_rows else np.shape(value)
            if not shape.is_compatible_with(Shape(found)):
                raise InvalidArgumentError(
                    f"Shape mismatch in tuple component {place}. Expected "
                    f"{_brackets(shape)}, got {_brackets(Shape(found))}"
                )
        return components

    def size(self) -> int:
        """The number of elements."""
        with self.changed:
            return len(self._elements)


class PaddingStorage(QueueStorage):
    """A queue that pads the stacked elements with zeros to one shape."""

    title = "PaddingFIFOQueue"

    def _stacked(self, column: Sequence[Any], dtype: Any) -> Any:
        shapes = list(map(np.shape, column))
        largest = np.max(shapes, axis=0).astype(int)
        fill = b"" if dtype == np.dtype(object) else np.zeros((), dtype)
        whole = np.full((len(column), *largest), fill, dtype)
        for place, (each, shape) in enumerate(zip(column, shapes)):
            corner: Any = (place, *map(slice, shape))
            whole[corner] = each
        return whole


class PriorityStorage(QueueStorage):
    """A queue ordered by its first component, the smallest first."""

    title = "PriorityQueue"

    def __init__(
        self, types: Sequence[DType], shapes: Sequence[Shape], capacity: int
    ) -> None:
        super().__init__([dtypes.int64, *types], [SCALAR, *shapes], capacity)
        self._elements: list[tuple[int, int, Element]] = []
        self._order = count()

    def _add(self, element: Element) -> None:
        entry = int(element[0]), next(self._order), element
        heapq.heappush(self._elements, entry)

    def _take(self) -> Element:
        return heapq.heappop(self._elements)[2]


class ShuffledStorage(QueueStorage):
    """A queue that returns elements in random order, from a minimum number of them."""

    title = "RandomShuffleQueue"

    def __init__(
        self,
        types: Sequence[DType],
        shapes: Sequence[Shape],
        capacity: int,
        kept_back: int,
        seeds: tuple[int, int],
    ) -> None:
        super().__init__(types, shapes, capacity)
        self._elements: list[Element] = []
        self._kept_back = kept_back
        self._random = Random(None if seeds == (0, 0) else hash(seeds))

    @property
    def kept_back(self) -> int:
        return self._kept_back

    def _take(self) -> Element:
        place = self._random.randrange(len(self._elements))
        self._elements[place], last = self._elements[-1], self._elements[place]
        self._elements.pop()
        return last


_NAMES: Final = {"float32": "float", "float64": "double"}
"""Dtypes that messages call as C does."""


def _type_name(dtype: DType) -> str:
    return _NAMES.get(dtype.name, dtype.name)


def _signature(types: Sequence[DType]) -> str:
    return ", ".join(["resource", *map(_type_name, types)]) + "->"


def _brackets(shape: Shape) -> str:
    if shape.rank is None:
        return "<unknown>"
    return f"[{','.join('?' if size is None else str(size) for size in shape)}]"


# --- making queues


def _shared(attrs: Mapping[str, Attr], make: Callable[[], QueueStorage]) -> Any:
    """The queue of that name; one of its own without a name."""
    name = attrs.get("shared_name", b"")
    if not name:
        return make()
    container = attrs.get("container", b"")
    return current_resources().find_or_make(container, name, QueueStorage, make)


def _plain(kind: type[QueueStorage]) -> Callable[[Mapping[str, Attr]], Kernel]:
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        parts = attrs["component_types"], attrs["shapes"], attrs["capacity"]
        return lambda: _shared(attrs, lambda: kind(*parts))

    return factory


kernel_factory(ops.FIFOQueueV2)(_plain(QueueStorage))
kernel_factory(ops.PaddingFIFOQueueV2)(_plain(PaddingStorage))
kernel_factory(ops.PriorityQueueV2)(_plain(PriorityStorage))


@kernel_factory(ops.RandomShuffleQueueV2)
def _shuffled(attrs: Mapping[str, Attr]) -> Kernel:
    parts = attrs["component_types"], attrs["shapes"], attrs["capacity"]
    seeds = attrs["seed"], attrs["seed2"]

    def make() -> QueueStorage:
        return ShuffledStorage(*parts, attrs["min_after_dequeue"], seeds)

    return lambda: _shared(attrs, make)


# --- using queues


@kernel(ops.QueueEnqueueV2)
def _enqueue(queue: QueueStorage, *components: Any) -> None:
    queue.put([tuple(queue.checked(components, False))])


@kernel(ops.QueueEnqueueManyV2)
def _enqueue_many(queue: QueueStorage, *components: Any) -> None:
    sizes = {len(each) for each in components}
    if len(sizes) > 1:
        raise InvalidArgumentError(
            "All input tensors must have the same size in the 0th dimension. They have "
            f"{sorted(sizes)}"
        )
    queue.put(list(zip(*queue.checked(components, True))))


@kernel(ops.QueueDequeueV2)
def _dequeue(queue: QueueStorage) -> list[Any]:
    return list(queue.take(1)[0])


@kernel(ops.QueueDequeueManyV2)
def _dequeue_many(queue: QueueStorage, number: Any) -> list[Any]:
    queue.stacked([])  # refuses what has no shapes before anything is taken
    return queue.stacked(queue.take(_checked_number(queue, number)))


@kernel(ops.QueueDequeueUpToV2)
def _dequeue_up_to(queue: QueueStorage, number: Any) -> list[Any]:
    queue.stacked([])
    # of a closed queue there may be fewer, so more than it can hold may be asked for
    wanted = int(number) if queue.is_closed else _checked_number(queue, number)
    return queue.stacked(queue.take(wanted, True))


def _checked_number(queue: QueueStorage, number: Any) -> int:
    wanted = int(number)
    if wanted < 0:
        raise InvalidArgumentError(f"DequeueMany requested {wanted} < 0 elements")
    if wanted > queue.capacity:
        raise InvalidArgumentError(
            f"{queue.name}: {wanted} elements are more than its capacity, "
            f"{queue.capacity}."
        )
    return wanted


@kernel_factory(ops.QueueCloseV2)
def _close(attrs: Mapping[str, Attr]) -> Kernel:
    is_cancelled = bool(attrs["cancel_pending_enqueues"])

    def close(queue: QueueStorage) -> None:
        queue.close(is_cancelled)

    return close


@kernel(ops.QueueSizeV2)
def _size(queue: QueueStorage) -> Any:
    return np.int32(queue.size())


@kernel(ops.QueueIsClosedV2)
def _is_closed(queue: QueueStorage) -> Any:
    return np.bool_(queue.is_closed)


__all__ = ["QueueStorage"]
