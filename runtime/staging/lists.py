"""Python lists that staged code mutates, as tensor lists with one element type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from autograph.operators.staging_context import STAGING, staging
from autograph.operators.variables import Undefined
from graphir import dtypes
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import TraceRecord
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.row_methods import EXACT, TO_COUNT, RowMethods, joined
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

_ANY_SHAPE: Final = {"incompatible_shape_error": False}

Get = Callable[[], tuple[Any, ...]]
Set = Callable[[tuple[Any, ...]], None]


def without_items(get_state: Get, set_state: Set) -> tuple[Get, Set]:
    """Getter and setter of variables in which staged lists, not items, are variables.

    A statement that sets `items[0]` names it as a variable; the list may have no items.
    """

    def get() -> tuple[Any, ...]:
        with staging(items_are_variables=False):
            return get_state()

    def set_(values: tuple[Any, ...]) -> None:
        with staging(items_are_variables=False):
            set_state(values)

    return get, set_


LISTS: Final = TraceRecord[list[Any]](list)
"""The lists that became tensors in a trace; recorded code may append to them."""


class StagedList(RowMethods):
    """A list in staged code, stored as a tensor list that grows by appending."""

    def __init__(self, name: str, items: Sequence[Any], like: Any) -> None:
        # of another trace perhaps, that was thrown away
        tensor = like if isinstance(like, Tensor) else convert_to_tensor(like)
        self.name, self._like = name, like
        self.dtype = tensor.dtype
        self._item_shape = _sizes(tensor.shape)
        attrs = {"element_dtype": self.dtype, "shape_type": dtypes.int32}
        self.handle: Any = apply_op("EmptyTensorList", [self._shape(), -1], attrs)
        trace = current_trace()
        if trace is not None:
            LISTS.of(trace).append(self)
        for each in items:
            self.append(each)

    def _shape(self) -> Tensor:
        return convert_to_tensor(self._item_shape, dtypes.int32)

    def append(self, item: Any) -> None:
        """Adds an item at the end.

        Raises:
          TypeError: if the item has another dtype than the list.
        """
        self.handle = apply_op("TensorListPushBack", [self.handle, self._item(item)])

    def _item(self, item: Any) -> Tensor:
        tensor = convert_to_tensor(item)
        self._require_dtype(tensor.dtype, item)
        return tensor

    def _require_dtype(self, dtype: dtypes.DType, items: Any) -> None:
        if dtype is not self.dtype:
            raise DifferentTypesError(
                f"the list '{self.name}' holds {self.dtype.name}; an item of dtype "
                f"{dtype.name} cannot be put into it: {items!r}"
            )

    def pop(self, index: Any = -1) -> Any:
        """Removes and returns an item, by default the last one."""
        if type(index) is not int or index != -1:
            position = self._position(index)
            item = self[position]
            items = self._rows()
            self._set_rows(joined(items[:position], items[position + 1 :]))
            return item
        attrs = {"element_dtype": self.dtype}
        operands = [self.handle, self._shape()]
        self.handle, item = apply_op("TensorListPopBack", operands, attrs)
        return item

    def copy(self) -> StagedList:
        """Another list with the same items."""
        made = StagedList(self.name, (), self._like)
        made.handle = self.handle
        return made

    def _rows(self) -> Any:
        return self.stacked(self.handle)

    def _set_rows(self, rows: Any) -> None:
        self.handle = apply_op("TensorListFromTensor", [rows, self._shape()])

    def _position(self, index: Any) -> Any:
        """The position from the front that an index says, as Python counts."""
        if isinstance(index, int):
            return index if index >= 0 else self.length() + index
        number = apply_op("Cast", [index], TO_COUNT)
        is_negative = apply_op("Less", [number, 0])
        return apply_op("SelectV2", [is_negative, number + self.length(), number])

    def length(self) -> Tensor:
        """The number of items, an int32 tensor."""
        return apply_single("TensorListLength", [self.handle])

    def snapshot(self) -> ListVersion:
        """A snapshot of the list, independent of later appends."""
        return ListVersion(self, self.handle)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.stacked(self.handle), dtype)

    def __tf_rows__(self) -> Tensor:
        """The items side by side, for `tf.stack` and `tf.concat`."""
        return self.stacked(self.handle)

    def stacked(self, handle: Any) -> Tensor:
        """The stacked items of an earlier version of the list, by its handle."""
        attrs = {"element_dtype": self.dtype, "num_elements": -1}
        return apply_single("TensorListStack", [handle, self._shape()], attrs)

    def __getitem__(self, index: Any) -> Any:
        if not STAGING.get().items_are_variables:
            return Undefined(f"{self.name}[{index}]")
        if isinstance(index, slice):
            return convert_to_tensor(self)[index]
        attrs = {"element_dtype": self.dtype}
        operands = [self.handle, self._position(index), self._shape()]
        return apply_op("TensorListGetItem", operands, attrs)

    def __setitem__(self, index: Any, item: Any) -> None:
        if not STAGING.get().items_are_variables:
            return
        if isinstance(index, slice):
            raise TypeError(f"{self._refusal()} Set one item at a time.")
        operands = [self.handle, self._position(index), self._item(item)]
        attrs = {"resize_if_index_out_of_bounds": False}
        self.handle = apply_op("TensorListSetItem", operands, attrs)

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            raise TypeError(f"{self._refusal()} Delete one item at a time.")
        self.pop(index)

    def __iadd__(self, items: Any) -> StagedList:
        self.extend(items)
        return self

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, (list, StagedList)):
            return NotImplemented
        if isinstance(other, list) and not other:
            return apply_op("Equal", [self.length(), 0], EXACT)
        rows = convert_to_tensor(other)
        found = apply_op("Equal", [convert_to_tensor(self), rows], _ANY_SHAPE)
        axes = apply_op("Range", [0, apply_op("Rank", [found]), 1])
        same = apply_op("All", [found, axes], {"keep_dims": False})
        counts = [
            self.length(),
            apply_op("Shape", [rows], {"out_type": dtypes.int32})[0],
        ]
        return apply_op("LogicalAnd", [apply_op("Equal", counts, EXACT), same])

    def __ne__(self, other: object) -> Any:
        is_equal = self.__eq__(other)
        if is_equal is NotImplemented:
            return is_equal
        return apply_op("LogicalNot", [is_equal])

    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{self._refusal()} Use tf.stack({self.name}).")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"{self._refusal()} It has no {name!r}.")

    def __repr__(self) -> str:
        return f"<list '{self.name}' of {self.dtype.name} tensors>"

    def _refusal(self) -> str:
        return (
            f"'{self.name}' is a list that staged code changes, so it is a tensor, and "
            "has the methods of a list whose items are alike."
        )


def _sizes(shape: Shape) -> list[int] | int:
    """Sizes with -1 for unknown ones; a single -1 if the rank is unknown."""
    if shape.rank is None:
        return -1
    return [-1 if size is None else size for size in shape]


@dataclass(frozen=True, eq=False, repr=False)
class ListVersion:
    """The version of a staged list at the end of a branch."""

    list: StagedList
    handle: Any

    @property
    def dtype(self) -> Any:
        """The dtype of the items."""
        return self.list.dtype

    def __repr__(self) -> str:
        return repr(self.list)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.list.stacked(self.handle), dtype)
