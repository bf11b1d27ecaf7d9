"""TensorList: the value of a tensor list, immutable to readers, cheap to extend.

All versions of a list share one Python list, which has the elements of the newest
version. An older version knows its successor and how to undo the step to it, so that it
can rebuild itself if it is read again. A loop that writes n elements thus takes n
steps, not n².
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.compute.forks import forkable_lock
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.handles import handle_class
from graphir.shapes import UNKNOWN, Shape

_LOCK = forkable_lock()


@handle_class("list")
class TensorList:
    """A list of tensors of one dtype; elements not written yet are None.

    >>> from graphir.dtypes import float32
    >>> first = TensorList(float32, UNKNOWN, [])
    >>> second = first.push(np.float32(1))
    >>> first.elements(), second.elements()
    ([], [np.float32(1.0)])
    """

    __slots__ = (
        "__weakref__",
        "_elements",
        "_successor",
        "_undo",
        "dtype",
        "element_shape",
        "max_elements",
    )

    shape = ()
    """A list is a scalar of dtype variant."""

    def __init__(
        self,
        dtype: DType,
        element_shape: Shape,
        elements: list[Any],
        max_elements: int = -1,
    ) -> None:
        self.dtype = dtype
        self.element_shape = element_shape
        self.max_elements = max_elements
        self._elements: list[Any] | None = elements
        self._successor: TensorList | None = None
        self._undo: Callable[[list[Any]], object] | None = None

    def elements(self) -> list[Any]:
        """A copy of the elements."""
        with _LOCK:
            return list(self._own_elements())

    def length(self) -> int:
        """How many elements there are, written or not."""
        with _LOCK:
            return len(self._own_elements())

    def element(self, index: int) -> Any:
        """One element, or None if it was not written.

        Raises:
          InvalidArgumentError: for an index out of range.
        """
        with _LOCK:
            elements = self._own_elements()
            if 0 <= index < len(elements):
                return elements[index]
        raise InvalidArgumentError(
            f"Trying to access element {index} in a list with {self.length()} elements."
        )

    def with_element(
        self, index: int, value: Any, may_grow: bool = False
    ) -> TensorList:
        """The list with one element replaced.

        Raises:
          InvalidArgumentError: for an index out of range or a shape that does not fit.
        """
        self.check_element(value)
        with _LOCK:
            elements = self._own_elements()
            if may_grow and index >= len(elements):
                grown = [*elements, *[None] * (index + 1 - len(elements))]
                grown[index] = value
                return self.with_elements(grown)
            if 0 <= index < len(elements):
                old = elements[index]
                elements[index] = value
                return self._hand_on(elements, lambda each: _put(each, index, old))
        raise InvalidArgumentError(
            f"Trying to modify element {index} in a list with {self.length()} elements."
        )

    def check_element(self, value: Any) -> None:
        """Refuses what cannot replace an element.

        Raises:
          InvalidArgumentError: for a shape that does not fit.
        """
        self._check_shape(value, "Tried to set a tensor with incompatible shape at")

    def push(self, value: Any) -> TensorList:
        """The list with one element more at its end.

        Raises:
          InvalidArgumentError: if the list is full or the shape does not fit.
        """
        self._check_shape(value, "Tried to append a tensor with incompatible shape to")
        with _LOCK:
            elements = self._own_elements()
            if len(elements) == self.max_elements:
                raise InvalidArgumentError(
                    "Tried to push item into a full list; list size: "
                    f"{len(elements)}, max_num_elements: {self.max_elements}."
                )
            elements.append(value)
            return self._hand_on(elements, list.pop)

    def pop(self) -> tuple[TensorList, Any]:
        """The list without its last element, and that element.

        Raises:
          InvalidArgumentError: if the list is empty.
        """
        with _LOCK:
            elements = self._own_elements()
            if not elements:
                raise InvalidArgumentError("Trying to pop from an empty list.")
            last = elements.pop()
            return self._hand_on(elements, lambda each: each.append(last)), last

    def with_elements(self, elements: list[Any]) -> TensorList:
        """A list of the same kind with other elements."""
        return TensorList(self.dtype, self.element_shape, elements, self.max_elements)

    def known_element_shape(self, asked: Shape, values: Sequence[Any]) -> Shape:
        """The element shape, merged from the list, the request, and the elements.

        Raises:
          InvalidArgumentError: if these disagree.
        """
        shape = self.element_shape
        try:
            shape = shape.merge_with(asked)
            for given in {np.shape(value) for value in values if value is not None}:
                shape = shape.merge_with(Shape(given))
        except ValueError as error:
            raise InvalidArgumentError(
                f"Incompatible shapes in a list of elements {self.element_shape}: "
                f"{error}"
            ) from None
        return shape

    def is_exactly(self, value: Any, sizes: Any) -> bool:
        """Whether a value has exactly the shape of the list and of ``sizes``."""
        if value is None or not self.dtype.has_numpy or sizes.ndim != 1:
            return False
        shape: tuple[int, ...] = value.shape
        return shape == self.element_shape.sizes and shape == tuple(sizes.tolist())

    def filled(self, values: Sequence[Any], asked: Shape) -> list[Any]:
        """The elements, with zeros in place of unwritten elements.

        Raises:
          InvalidArgumentError: if zeros are needed and their shape is not known.
        """
        shape = self.known_element_shape(asked, values)
        if all(value is not None for value in values):
            return list(values)
        return [self._zeros(shape) if each is None else each for each in values]

    def __add__(self, other: TensorList) -> TensorList:
        """The element-wise sum; unwritten elements count as zero.

        Raises:
          InvalidArgumentError: for lists of different lengths.
        """
        mine, others = self.elements(), other.elements()
        if len(mine) != len(others):
            raise InvalidArgumentError(
                "Trying to add two lists of tensors with different lengths. One is "
                f"size {len(mine)} and other is size {len(others)}."
            )
        return self.with_elements([_sum(a, b) for a, b in zip(mine, others)])

    def zeros_like(self) -> TensorList:
        """A list with zeros in the shape of each element."""
        return self.with_elements([_zeros_like(each) for each in self.elements()])

    def __repr__(self) -> str:
        return f"TensorList({self.dtype.name}, {self.element_shape}, {self.length()})"

    def _zeros(self, shape: Shape) -> Any:
        if not self.dtype.has_numpy:
            return TensorList(self.dtype, UNKNOWN, [])
        if not shape.is_fully_defined():
            raise InvalidArgumentError(
                "Trying to read an uninitialized tensor but element_shape is not fully "
                f"defined: {shape}."
            )
        zero: Any = b"" if self.dtype.name == "string" else 0
        return np.full(shape.as_ints(), zero, self.dtype.numpy_dtype)

    def _check_shape(self, value: Any, problem: str) -> None:
        allowed = self.element_shape
        if allowed.sizes is None or getattr(value, "shape", None) == allowed.sizes:
            return
        given = np.shape(value) if self.dtype.has_numpy else ()
        if not allowed.is_compatible_with(Shape(given)):
            raise InvalidArgumentError(
                f"{problem} a list. Item element shape: {list(given)} list shape: "
                f"{allowed}."
            )

    def _hand_on(
        self, elements: list[Any], undo: Callable[[list[Any]], object]
    ) -> TensorList:
        """A new version that takes the elements over, already changed."""
        successor = self.with_elements(elements)
        self._elements, self._successor, self._undo = None, successor, undo
        return successor

    def _own_elements(self) -> list[Any]:
        if self._elements is None:
            self._elements = self._rebuilt()
            self._successor = self._undo = None
        return self._elements

    def _rebuilt(self) -> list[Any]:
        """The elements of the newest version, with every step since undone."""
        undoing = []
        version = self
        while version._elements is None:
            undoing.append(version._undo)
            assert version._successor is not None
            version = version._successor
        elements = list(version._elements)
        for undo in reversed(undoing):
            assert undo is not None
            undo(elements)
        return elements


def _put(elements: list[Any], index: int, value: Any) -> None:
    elements[index] = value


def _sum(a: Any, b: Any) -> Any:
    if a is None or b is None:
        return b if a is None else a
    return a + b


def _zeros_like(value: Any) -> Any:
    if value is None:
        return None
    return value.zeros_like() if isinstance(value, TensorList) else np.zeros_like(value)


def as_element_shape(sizes: Any) -> Shape:
    """The shape that an ``element_shape`` argument means; -1 is unknown.

    >>> as_element_shape(np.int32(-1)), as_element_shape(np.array([2, -1]))
    (TensorShape(None), TensorShape([2, None]))
    """
    if np.ndim(sizes) == 0:
        if int(sizes) == -1:
            return UNKNOWN
        raise InvalidArgumentError(
            "The only valid scalar shape tensor is the fully unknown shape, -1, not "
            f"{sizes}."
        )
    return Shape([None if size < 0 else size for size in np.asarray(sizes).tolist()])
