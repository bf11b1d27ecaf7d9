"""Python lists that a staged loop appends to: tensors that are all alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace
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
        trace = current_trace()
        if trace is not None:
            trace.lists.append(self)
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

    def pop(self, index: int = -1) -> Any:
        """Takes away the last item, and gives it.

        Raises:
          TypeError: for another item than the last one.
        """
        if index != -1:
            raise TypeError(f"{self._refusal()} Only its last item can be taken away.")
        attrs = {"element_dtype": self.dtype}
        operands = [self.handle, self._shape()]
        self.handle, item = apply_op("TensorListPopBack", operands, attrs)
        return item

    def length(self) -> Tensor:
        """How many items there are, an int32 tensor."""
        made: Tensor = apply_op("TensorListLength", [self.handle])
        return made

    def as_it_is(self) -> ListVersion:
        """What it holds now, whatever is appended to it later."""
        return ListVersion(self, self.handle)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.stacked(self.handle), dtype)

    def __tf_rows__(self) -> Tensor:
        """The items side by side, for `tf.stack` and `tf.concat`."""
        return self.stacked(self.handle)

    def stacked(self, handle: Any) -> Tensor:
        """The items that it had when that was its handle."""
        attrs = {"element_dtype": self.dtype, "num_elements": -1}
        made: Tensor = apply_op("TensorListStack", [handle, self._shape()], attrs)
        return made

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

    def __repr__(self) -> str:
        return f"<list '{self.name}' of {self.dtype.name} tensors>"

    def _refusal(self) -> str:
        return (
            f"'{self.name}' is a list that a loop over tensors appends to: it can be "
            "appended to, indexed, stacked and returned."
        )


@dataclass(frozen=True, eq=False, repr=False)
class ListVersion:
    """A list as it is at the end of a branch, which another branch may leave alone."""

    list: StagedList
    handle: Any

    @property
    def dtype(self) -> Any:
        """That of the items."""
        return self.list.dtype

    def __repr__(self) -> str:
        return repr(self.list)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.list.stacked(self.handle), dtype)
