"""Barriers: tuples by key that are released once complete, and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from threading import Condition
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType, of_array
from graphir.errors import CancelledError, InvalidArgumentError, OutOfRangeError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import barriers as ops
from graphir.shapes import Shape
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.stores.sharing import shared

_FIRST: Final = -(2**63)
"""The index of the first keys; each insertion of new ones counts one more."""
_MISSING: Final = object()


class _Tuple:
    """The components of one key, as far as they came."""

    __slots__ = ("index", "key", "values")

    def __init__(self, key: bytes, index: int, size: int) -> None:
        self.key = key
        self.index = index
        self.values: list[Any] = [_MISSING] * size


@handle_class("barrier")
class BarrierStorage:
    """Complete and incomplete tuples; safe among threads."""

    shape = (2,)
    """The shape of the handle."""

    def __init__(
        self, types: Sequence[DType], shapes: Sequence[Shape], name: str
    ) -> None:
        if shapes and len(shapes) != len(types):
            raise InvalidArgumentError(
                "All of the component shapes must be specified, or none of them: there "
                f"are {len(types)} types and {len(shapes)} shapes."
            )
        self.types = list(types)
        self.shapes = list(shapes)
        self.name = name
        self.is_closed = False
        self.is_cancelled = False
        self.changed = Condition()
        self.incomplete: dict[bytes, _Tuple] = {}
        self._ready: list[tuple[int, int, _Tuple]] = []
        self._next_index = _FIRST
        self._order = count()

    def insert(self, keys: Sequence[bytes], values: Any, component: int) -> None:
        """Inserts the values of one component for keys.

        Raises:
          InvalidArgumentError: if a key has a value of this component already.
          CancelledError: for a new key of a closed barrier.
        """
        with self.changed:
            is_new = False
            for key, value in zip(keys, values):
                found = self.incomplete.get(key)
                if found is None:
                    self._require_open(key)
                    found = _Tuple(key, self._next_index, len(self.types))
                    self.incomplete[key] = found
                    is_new = True
                elif self.is_cancelled:
                    self._require_open(key)
                self._set(found, component, value)
            self._next_index += is_new
            self.changed.notify_all()

    def _require_open(self, key: bytes) -> None:
        if self.is_closed:
            raise CancelledError(
                f"Barrier {self.name} is closed, but attempted to insert a brand new "
                f"key: {key.decode(errors='replace')}.  Pending enqueues cancelled: "
                f"{int(self.is_cancelled)}.  Number of incomplete keys: "
                f"{len(self.incomplete)}."
            )

    def _set(self, found: _Tuple, component: int, value: Any) -> None:
        if found.values[component] is not _MISSING:
            raise InvalidArgumentError(
                f"Key {found.key.decode(errors='replace')} already has a value for "
                f"component {component} in barrier {self.name}"
            )
        found.values[component] = value
        if all(each is not _MISSING for each in found.values):
            del self.incomplete[found.key]
            self._ready.append((found.index, next(self._order), found))

    def take(self, number: int, may_be_fewer: bool, waits: bool) -> list[_Tuple]:
        """``count`` complete tuples, the earliest insertions first.

        Raises:
          OutOfRangeError: if the barrier is closed and has too few.
        """
        with self.changed:
            self.changed.wait_for(lambda: self._can_take(number, may_be_fewer, waits))
            held = len(self._ready)
            if held < number and not (may_be_fewer and held):
                raise OutOfRangeError(
                    f"Barrier '{self.name}' is closed and has insufficient elements "
                    f"(requested {number}, total size {held})"
                )
            self._ready.sort(key=lambda entry: entry[:2])
            taken, self._ready = self._ready[:number], self._ready[number:]
            return [each for _, _, each in taken]

    def _can_take(self, number: int, may_be_fewer: bool, waits: bool) -> bool:
        if len(self._ready) >= number:
            return True
        if not self.is_closed:
            return False
        if not self.incomplete or self.is_cancelled:
            return True
        return may_be_fewer and bool(self._ready) and not waits

    def close(self, is_cancelled: bool) -> None:
        """Refuses new keys; with ``is_cancelled`` also values of waiting keys.

        Raises:
          CancelledError: if the barrier is closed already.
        """
        with self.changed:
            if self.is_closed and (self.is_cancelled or not is_cancelled):
                raise CancelledError(f"Barrier '{self.name}' is already closed.")
            self.is_closed = True
            if is_cancelled:
                self.is_cancelled = True
                self.incomplete.clear()
            self.changed.notify_all()

    @property
    def ready_size(self) -> int:
        """How many tuples are complete."""
        return len(self._ready)


@kernel_factory(ops.Barrier)
def _barrier(attrs: Mapping[str, Attr]) -> Kernel:
    types, shapes = attrs["component_types"], attrs["shapes"]
    name = attrs.get("shared_name", b"").decode() or "barrier"

    def make() -> BarrierStorage:
        return BarrierStorage(types, shapes, name)

    return lambda: shared(attrs, BarrierStorage, make)


@kernel_factory(ops.BarrierInsertMany)
def _insert(attrs: Mapping[str, Attr]) -> Kernel:
    component = attrs["component_index"]

    def insert(barrier: BarrierStorage, keys: Any, values: Any) -> None:
        if not 0 <= component < len(barrier.types):
            raise InvalidArgumentError(
                f"The component ID is out of range {component} > num_components (= "
                f"{len(barrier.types)})"
            )
        _require_fit(barrier, component, keys, values)
        barrier.insert(np.ravel(keys).tolist(), values, component)

    return insert


def _require_fit(
    barrier: BarrierStorage, component: int, keys: Any, values: Any
) -> None:
    if np.ndim(keys) != 1 or not np.ndim(values) or len(keys) != len(values):
        raise InvalidArgumentError(
            "keys must be a vector, with a row of values for each: their shapes are "
            f"{list(np.shape(keys))} and {list(np.shape(values))}"
        )
    expected, found = barrier.types[component], of_array(values)
    if expected is not found:
        raise InvalidArgumentError(
            f"Signature mismatch, have: string_ref, string, {found.signature_name}-> "
            f"expected: string_ref, string, {expected.signature_name}->"
        )
    if not barrier.shapes:
        return
    shape = barrier.shapes[component]
    if not shape.is_compatible_with(Shape(np.shape(values)[1:])):
        raise InvalidArgumentError(
            f"Shape mismatch in tuple component {component}. Expected {shape}, got "
            f"{list(np.shape(values)[1:])}"
        )


@kernel_factory(ops.BarrierTakeMany)
def _take(attrs: Mapping[str, Attr]) -> Kernel:
    types = list(attrs["component_types"])
    how = bool(attrs["allow_small_batch"]), bool(attrs["wait_for_incomplete"])

    def take(barrier: BarrierStorage, num_elements: Any) -> Any:
        if types != barrier.types:
            raise InvalidArgumentError(
                "The barrier has components of "
                f"{[each.name for each in barrier.types]}, not "
                f"{[each.name for each in types]}."
            )
        number = integer_of(num_elements, "num_elements")
        if number < 0:
            raise InvalidArgumentError(f"num_elements must be >= 0, not {number}")
        taken = barrier.take(number, *how)
        indices = np.array([each.index for each in taken], np.int64)
        keys = _stacked([each.key for each in taken], np.dtype(object))
        columns = [
            _stacked([each.values[place] for each in taken], dtype.numpy_dtype)
            for place, dtype in enumerate(types)
        ]
        return [indices, keys, *columns]

    return take


def _stacked(column: Sequence[Any], dtype: Any) -> Any:
    shape = np.shape(column[0]) if column else ()
    if any(np.shape(each) != shape for each in column):
        raise InvalidArgumentError(
            "The tuples have values of different shapes: they cannot be stacked."
        )
    whole = np.empty((len(column), *shape), dtype)
    for place, each in enumerate(column):
        whole[place] = each
    return whole


@kernel_factory(ops.BarrierClose)
def _close(attrs: Mapping[str, Attr]) -> Kernel:
    is_cancelled = bool(attrs["cancel_pending_enqueues"])

    def close(barrier: BarrierStorage) -> None:
        barrier.close(is_cancelled)

    return close


@kernel(ops.BarrierReadySize)
def _ready_size(barrier: BarrierStorage) -> Any:
    return np.int32(barrier.ready_size)


@kernel(ops.BarrierIncompleteSize)
def _incomplete_size(barrier: BarrierStorage) -> Any:
    return np.int32(len(barrier.incomplete))
