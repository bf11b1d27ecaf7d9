"""Python lists that a staged loop appends to: tensors that are all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import local
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.conversion import convert_to_tensor
from runtime.staging.values import DifferentTypesError
from runtime.tensor import Tensor


class StagedList:
    """Takes the place of a list in a variable; it is appended to, indexed, stacked."""

    def __init__(self, name: str, items: Sequence[Any], like: Any) -> None:
        tensor = convert_to_tensor(like)
        self.name = name
        self.dtype = tensor.dtype
        self._item_shape = [-1 if size is None else size for size in tensor.shape]
        attrs = {"element_dtype": self.dtype, "shape_type": dtypes.int32}
        self.handle: Any = apply_op("EmptyTensorList", [self._shape(), -1], attrs)
        for each in items:
            self.append(each)

    def _shape(self) -> Tensor:
        return convert_to_tensor(self._item_shape, dtypes.int32)

    def append(self, item: Any) -> None:
        """Adds an item at the end.

        Raises:
          TypeError: if it is of another dtype than the others.
        """
        tensor = convert_to_tensor(item)
        if tensor.dtype is not self.dtype:
            raise DifferentTypesError(
                f"the list '{self.name}' holds {self.dtype.name}; an item of dtype "
                f"{tensor.dtype.name} cannot be appended to it: {item!r}"
            )
        self.handle = apply_op("TensorListPushBack", [self.handle, tensor])

    def length(self) -> Tensor:
        """How many items there are, an int32 tensor."""
        made: Tensor = apply_op("TensorListLength", [self.handle])
        return made

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        attrs = {"element_dtype": self.dtype, "num_elements": -1}
        rows = apply_op("TensorListStack", [self.handle, self._shape()], attrs)
        return convert_to_tensor(rows, dtype)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return convert_to_tensor(self)[index]
        if isinstance(index, int) and index < 0:
            index = self.length() + index
        attrs = {"element_dtype": self.dtype}
        return apply_op("TensorListGetItem", [self.handle, index, self._shape()], attrs)

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{self._refusal()} Use tf.stack({self.name}).")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"{self._refusal()} It has no {name!r}.")

    def _refusal(self) -> str:
        return (
            f"'{self.name}' is a list that a loop over tensors appends to: it can be "
            "appended to, indexed, stacked and returned."
        )


class _Active(local):
    def __init__(self) -> None:
        self.lists: list[StagedList] = []


_active = _Active()


@contextmanager
def appending(lists: Sequence[StagedList]) -> Iterator[None]:
    """Under it, loops and branches carry the lists as variables."""
    _active.lists += lists
    try:
        yield
    finally:
        del _active.lists[len(_active.lists) - len(lists) :]


Get = Callable[[], tuple[Any, ...]]
Set = Callable[[tuple[Any, ...]], None]


def with_lists(
    get_state: Get, set_state: Set, names: Sequence[str]
) -> tuple[Get, Set, tuple[str, ...], int]:
    """The variables of a statement; before them, the lists that it may append to."""
    lists = tuple(_active.lists)
    count = len(lists)
    if not count:
        return get_state, set_state, tuple(names), 0

    def get() -> tuple[Any, ...]:
        return (*[each.handle for each in lists], *get_state())

    def put(values: tuple[Any, ...]) -> None:
        for each, handle in zip(lists, values):
            each.handle = handle
        set_state(values[count:])

    return get, put, (*[each.name for each in lists], *names), count
