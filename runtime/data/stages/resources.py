"""Kernels of iterators (resources), optionals (variants) and dataset queries."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np

from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    OutOfRangeError,
)
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.contract.registry import op_has
from graphir.ops.datasets import iterators, mapping, optionals, queries
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import Scanned, map_failure
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
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


@handle_class("optional")
class OptionalValue:
    """An element, or nothing: a variant."""

    __slots__ = ("components",)

    shape = ()

    def __init__(self, components: Element | None) -> None:
        self.components = components


# --- iterators


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


# --- optionals


@kernel(optionals.OptionalFromValue)
def _optional(*components: Any) -> OptionalValue:
    return OptionalValue(components)


@kernel(optionals.OptionalNone)
def _nothing() -> OptionalValue:
    return OptionalValue(None)


@kernel(optionals.OptionalHasValue)
def _has_value(optional: OptionalValue) -> Any:
    return np.bool_(optional.components is not None)


@kernel(optionals.OptionalGetValue)
def _value(optional: OptionalValue) -> Element:
    if optional.components is None:
        raise InvalidArgumentError(
            None, None, "The given optional does not have a value."
        )
    return optional.components


# --- what is asked of datasets


@kernel(queries.DatasetCardinality)
def _cardinality(dataset: Stage) -> Any:
    return np.int64(dataset.cardinality())


@kernel(queries.ComputeBatchSize)
def _batch_size(dataset: Stage) -> Any:
    while op_has(dataset.op, "passes_elements") or op_has(
        dataset.op, "arranges_elements"
    ):
        dataset = dataset.source
    size = dataset.inputs.get("batch_size")
    return np.int64(-1 if size is None else integer_of(size, "batch_size"))


@kernel(queries.DatasetToSingleElement)
def _single(dataset: Stage) -> Element:
    iterator = IteratorResource()
    iterator.start(dataset)
    try:
        element = iterator.next()
    except StopIteration:
        raise InvalidArgumentError(None, None, "Dataset was empty.") from None
    try:
        iterator.next()
    except StopIteration:
        return element
    finally:
        iterator.close()
    raise InvalidArgumentError(None, None, "Dataset had more than one element.")


@kernel(queries.WrapDatasetVariant)
@kernel(queries.UnwrapDatasetVariant)
def _same(dataset: Stage) -> Stage:
    return dataset


@kernel_factory(mapping.ReduceDataset)
def _reduce(attrs: Mapping[str, Attr]) -> Kernel:
    size = len(attrs["Tstate"])

    def reduce(dataset: Stage, *flat: Any) -> Element:
        state, captured = flat[:size], flat[size:]
        function = StageFunction(attrs["f"], captured)
        settings = settings_of(dataset)
        source = rewritten(dataset).iterate(settings)
        context = take_quiet_context()
        try:
            return context.run(_reduced, function, source, state, settings)
        finally:
            give_back(context)
            source.close()

    return reduce


def _reduced(
    function: StageFunction,
    source: StageIterator,
    state: Element,
    settings: IterationSettings,
) -> Element:
    kept = kept_results(function, len(state))
    if kept is not None:
        # a loop whose variables nothing but its steps change
        if isinstance(source, Scanned) and source.gives_state(kept, state):
            return source.finish()
        last: Element | None = None
        for element in source:
            last = element
        if last is None:
            return state
        return tuple([last[place] for place in kept])
    run, number = function.instance(settings), 0
    for number, element in enumerate(source.rest()):
        try:
            state = run(*state, *element)
        except Exception as error:
            told = map_failure(error, "ReduceDataset", number, True)
            raise told from error.__cause__
    return state


def kept_results(function: StageFunction, size: int) -> list[int] | None:
    """The components of an element that a reduction returns, if it only selects some.

    Loops over datasets are such reductions: a scan computes their steps.
    """
    body = function.body
    if function.captured or body.control_outputs:
        return None
    places = {value: place for place, value in enumerate(body.inputs)}
    found = []
    for value in body.outputs:
        node = value.node
        while node.op == "Identity" and not node.control_inputs:
            value = node.inputs[0]
            node = value.node
        place = places.get(value, -1)
        if place < size:
            return None
        found.append(place - size)
    return found


__all__ = ["IteratorResource", "OptionalValue", "kept_results"]
