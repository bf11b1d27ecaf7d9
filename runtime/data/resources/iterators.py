"""Iterators behind handles: datasets, and positions in them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Any, Final
from weakref import WeakValueDictionary

from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.errors import (
    FailedPreconditionError,
    NotFoundError,
    OutOfRangeError,
)
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.datasets import iterators
from runtime.data.resources.optionals import OptionalValue
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import (
    Element,
    Stage,
    StageIterator,
)
from runtime.executor.kernels.failures import explained
from runtime.stateful_kernels.attaching import (
    kernel,
    kernel_factory,
)
from runtime.stateful_kernels.variables import current_resources
from runtime.tensors.quiet import give_back, take_quiet_context

_NUMBERS: Final = itertools.count()
_BY_HANDLE: Final[WeakValueDictionary[bytes, IteratorResource]] = WeakValueDictionary()


@handle_class("iterator")
class IteratorResource:
    """An iterator behind a handle: a dataset, and a position in it."""

    __slots__ = (
        "__weakref__",
        "_begun",
        "_context",
        "_is_within",
        "_lock",
        "_step",
        "handle",
        "stage",
    )

    shape = ()
    """A resource is a scalar."""

    def __init__(self) -> None:
        self.stage: Stage | None = None
        self._begun: StageIterator | None = None
        self._step: Callable[[], Element] | None = None
        """Gives the next element in the fewest calls."""
        self._is_within = False
        """Whether that is a part of the iterator, which may go on after it stops."""
        self._context: Context | None = None
        """The context of its calls, while none of them runs."""
        self._lock = forkable_lock(is_long=True)
        self.handle = b"iterator_%d" % next(_NUMBERS)

    def start(self, stage: Stage) -> None:
        """Starts to read a dataset; its shuffles draw the seeds of their order now."""
        self.close()
        self.stage = stage
        self._begun = rewritten(stage).iterate(settings_of(stage))

    def required_stage(self) -> Stage:
        """The dataset.

        Raises:
          FailedPreconditionError: if there is none yet.
        """
        if self.stage is None:
            raise FailedPreconditionError(
                None,
                None,
                "GetNext() failed because the iterator has not been initialized. "
                "Ensure that you have run the initializer operation for this "
                "iterator before getting the next element.",
            )
        return self.stage

    @property
    def iterator(self) -> StageIterator:
        """The position.

        Raises:
          FailedPreconditionError: if there is no dataset yet.
        """
        if self._begun is None:
            stage = self.required_stage()
            self._begun = rewritten(stage).iterate(settings_of(stage))
        return self._begun

    def next(self) -> Element:
        """The components of the next element.

        Raises:
          StopIteration: at the end.
        """
        with self._lock:
            # a call within this one, of the same iterator, takes another
            context, self._context = self._context or take_quiet_context(), None
            try:
                if self._step is not None:
                    try:
                        return context.run(self._step)
                    except StopIteration:
                        if not self._is_within:
                            raise
                        self._step = None
                found = self._begun or self.iterator
                element = context.run(found.__next__)
                within = found.step()
                self._is_within = within is not None
                self._step = within or found.__next__
                return element
            except StopIteration:
                raise
            except Exception as error:
                told = explained(error)
                if told is error:
                    raise
                raise told from told.__cause__
            finally:
                self._context = context

    def save(self) -> dict[str, Any]:
        """The position of the iterator, for `restore`."""
        with self._lock:
            return self.iterator.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Moves to the saved position of an iterator of the same pipeline."""
        with self._lock:
            self.close()
            self.iterator.restore(state)

    def close(self) -> None:
        """Stops the threads that work for the iterator."""
        self._step = None
        if self._begun is not None:
            self._begun.close()
            self._begun = None
        if self._context is not None:
            give_back(self._context)
            self._context = None

    def __del__(self) -> None:
        self.close()


for _op in (iterators.AnonymousIterator, iterators.AnonymousIteratorV3):
    kernel(_op)(IteratorResource)


@kernel(iterators.AnonymousIteratorV2)
def _anonymous() -> Any:
    made = IteratorResource()
    return made, made


@kernel_factory(iterators.Iterator)
@kernel_factory(iterators.IteratorV2)
def _named(attrs: Mapping[str, Attr]) -> Kernel:
    container, name = attrs.get("container", b""), attrs.get("shared_name", b"")

    def find() -> Any:
        if not name:
            return IteratorResource()
        return current_resources().find_or_make(
            container, name, IteratorResource, IteratorResource
        )

    return find


@kernel(iterators.MakeIterator)
def _make(dataset: Stage, iterator: IteratorResource) -> None:
    iterator.start(dataset)


def _next(iterator: IteratorResource) -> Element:
    try:
        return iterator.next()
    except StopIteration:
        raise OutOfRangeError(None, None, "End of sequence") from None


kernel(iterators.IteratorGetNext)(_next)
kernel(iterators.IteratorGetNextSync)(_next)


@kernel(iterators.IteratorGetNextAsOptional)
def _next_as_optional(iterator: IteratorResource) -> OptionalValue:
    try:
        return OptionalValue(iterator.next())
    except StopIteration:
        return OptionalValue(None)


@kernel(iterators.DeleteIterator)
def _delete(iterator: IteratorResource, deleter: Any) -> None:
    iterator.close()


@kernel(iterators.IteratorToStringHandle)
def _to_handle(iterator: IteratorResource) -> Any:
    _BY_HANDLE[iterator.handle] = iterator
    return iterator.handle


def _from_handle(handle: Any) -> IteratorResource:
    name = handle if isinstance(handle, bytes) else handle[()]
    found = _BY_HANDLE.get(name)
    if found is None:
        raise NotFoundError(None, None, f"There is no iterator {name!r}.")
    return found


kernel(iterators.IteratorFromStringHandle)(_from_handle)
kernel(iterators.IteratorFromStringHandleV2)(_from_handle)


@kernel(iterators.IteratorGetDevice)
def _device(iterator: IteratorResource) -> Any:
    return b"/job:localhost/replica:0/task:0/device:CPU:0"


@handle_class("iterator_state")
class _IteratorState:
    """A state, a variant."""

    shape = ()

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state


@kernel(iterators.SerializeIterator)
def _serialize(iterator: IteratorResource) -> _IteratorState:
    return _IteratorState(iterator.save())


@kernel(iterators.DeserializeIterator)
def _deserialize(iterator: IteratorResource, serialized: _IteratorState) -> None:
    iterator.restore(serialized.state)


__all__ = ["IteratorResource"]
