"""Methods of a staged list that read all items, as the rows of one tensor."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor

EXACT: Final = {"incompatible_shape_error": True}
TO_COUNT: Final = {"DstT": dtypes.int32, "Truncate": False}


class RowMethods(ABC):
    """`insert`, `extend`, `sort`, ...: Python's list methods, on rows of a tensor."""

    @abstractmethod
    def _rows(self) -> Any:
        """The items side by side."""

    @abstractmethod
    def _set_rows(self, rows: Any) -> None:
        """Makes the rows of a tensor the items."""

    @abstractmethod
    def _item(self, item: Any) -> Tensor:
        """The inserted item as a tensor."""

    @abstractmethod
    def _require_dtype(self, dtype: dtypes.DType, items: Any) -> None:
        """Refuses items of another dtype."""

    @abstractmethod
    def _refusal(self) -> str:
        """The description of the list in error messages."""

    @abstractmethod
    def append(self, item: Any) -> None:
        """Adds an item at the end."""

    @abstractmethod
    def pop(self, index: Any = -1) -> Any:
        """Removes an item and returns it."""

    def insert(self, index: Any, item: Any) -> None:
        """Inserts an item before a position; as in Python, any position will do."""
        row = self._item(item)[None]
        items = self._rows()
        self._set_rows(joined(items[:index], row, items[index:]))

    def extend(self, items: Any) -> None:
        """Appends the items of a list or tuple, or the rows of a tensor.

        Raises:
          TypeError: for a value of another type, or for items of another dtype.
        """
        if isinstance(items, (list, tuple, range)):
            for each in items:
                self.append(each)
            return
        if not isinstance(items, (RowMethods, Tensor)):
            raise TypeError(f"{self._refusal()} It cannot be extended by {items!r}.")
        rows = convert_to_tensor(items)
        self._require_dtype(rows.dtype, items)
        self._set_rows(joined(self._rows(), rows))

    def clear(self) -> None:
        """Takes away all items."""
        self._set_rows(self._rows()[:0])

    def reverse(self) -> None:
        """Puts the items in the opposite order."""
        self._set_rows(apply_op("ReverseV2", [self._rows(), [0]]))

    def sort(self, *, key: Any = None, reverse: Any = False) -> None:
        """Puts the items, which are numbers, in order.

        Raises:
          TypeError: with a ``key``, for items that are not single numbers.
        """
        items = self._rows()
        if key is not None or items.shape.rank != 1:
            raise TypeError(f"{self._refusal()} Sort its numbers, without a key.")
        count = apply_op("Shape", [items], {"out_type": dtypes.int32})[0]
        self._set_rows(apply_op("TopKV2", [items, count], {"sorted": True})[0])
        if not reverse:
            self.reverse()

    def remove(self, item: Any) -> None:
        """Removes the first item equal to ``x``; without one the graph fails."""
        self.pop(self.index(item))

    def index(self, item: Any) -> Any:
        """The position of the first equal item; without one the graph fails."""
        return index_of(self._rows(), self._item(item))

    def count(self, item: Any) -> Any:
        """The number of equal items."""
        return count_of(self._rows(), self._item(item))


def index_of(items: Any, item: Any) -> Any:
    """The int32 position of the first equal item; without one the graph fails."""
    places = apply_op("Where", [_matches(items, item)])
    return apply_op("Cast", [places[0][0]], TO_COUNT)


def count_of(items: Any, item: Any) -> Any:
    """The number of equal items, int32."""
    ones = apply_op("Cast", [_matches(items, item)], TO_COUNT)
    return apply_op("Sum", [ones, [0]], {"keep_dims": False})


def _matches(items: Any, item: Any) -> Any:
    if items.shape.rank != 1:
        raise TypeError(f"items are compared that are not single values: {items!r}")
    return apply_op("Equal", [items, item], EXACT)


def joined(*parts: Any) -> Any:
    """Two tensors concatenated along the first axis."""
    return apply_op("ConcatV2", [list(parts), 0])
