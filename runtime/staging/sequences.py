"""`enumerate`, `zip`, `map`, `reversed` over tensors: lazy sequences of items.

A loop over such a sequence is staged like a loop over a tensor; other Python code can
iterate over the items if their number is known statically.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.errors import OperatorNotAllowedInGraphError
from runtime.staging.lists import StagedList
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor


class StagedSequence:
    """Items by position, and their number: an int or an int32 tensor."""

    def __init__(self, length: Any, item: Callable[[Any], Any]) -> None:
        self.length = length
        self.item = item

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self.length, Tensor):
            raise OperatorNotAllowedInGraphError(
                "It is not known while tracing how many items there are. Take them in "
                "a `for` statement of converted code, or use tf.map_fn."
            )
        return map(self.item, range(self.length))

    def mapped(self, function: Callable[[Any], Any]) -> StagedSequence:
        """A sequence of the function's results for the items."""
        return StagedSequence(
            self.length, lambda position: function(self.item(position))
        )

    def __getitem__(self, position: Any) -> Any:
        return self.item(position)


def as_sequence(values: Any) -> StagedSequence:
    """The items of a tensor, a list or tuple of alike values, or a staged sequence.

    Raises:
      TypeError: for a value of another type, or a tensor without axes.
    """
    if isinstance(values, StagedSequence):
        return values
    if isinstance(values, StagedList):
        return StagedSequence(values.length(), values.__getitem__)
    if not isinstance(values, (Tensor, list, tuple, range)):
        raise TypeError(
            f"{values!r} of type {type(values).__name__} cannot be staged together "
            "with tensors: make it a list or a tensor first."
        )
    tensor = values if isinstance(values, Tensor) else convert_to_tensor(list(values))
    return StagedSequence(length_of(tensor), lambda position: tensor[position])


def length_of(tensor: Tensor) -> Any:
    """The number of items of a tensor: an int, or a tensor if not static.

    Raises:
      TypeError: for a tensor without axes.
    """
    if tensor.shape.rank == 0:
        raise TypeError(f"Cannot iterate over a scalar tensor: {tensor!r}.")
    size = None if tensor.shape.rank is None else tensor.shape[0]
    if size is not None:
        return size
    return apply_op("Shape", [tensor], {"out_type": dtypes.int32})[0]


def staged_enumerate(iterable: Any, start: Any = 0) -> StagedSequence:
    """Pairs of a number, from `start`, and an item."""
    items = as_sequence(iterable)
    return StagedSequence(
        items.length, lambda position: (position + start, items.item(position))
    )


def staged_zip(*iterables: Any, strict: bool = False) -> Any:
    """Tuples of items of several sequences, up to the shortest."""
    if strict:
        return NotImplemented
    sequences = [as_sequence(each) for each in iterables]
    length = sequences[0].length
    for each in sequences[1:]:
        length = _shorter(length, each.length)
    return StagedSequence(
        length, lambda position: tuple(each.item(position) for each in sequences)
    )


def _shorter(first: Any, second: Any) -> Any:
    if isinstance(first, Tensor) or isinstance(second, Tensor):
        return apply_op("Minimum", [first, second])
    return min(first, second)


def staged_map(function: Callable[..., Any], *iterables: Any) -> Any:
    """A sequence of the converted function's results for the items."""
    from autograph import converted_call

    items = staged_zip(*iterables)
    return StagedSequence(
        items.length,
        lambda position: converted_call(function, items.item(position), None),
    )


def staged_reversed(sequence: Any) -> StagedSequence:
    """The items in reverse order."""
    items = as_sequence(sequence)
    return StagedSequence(
        items.length, lambda position: items.item(items.length - 1 - position)
    )


def staged_iter(values: Any, *sentinel: Any) -> Any:
    """Python's iterator over the items, if their number is static."""
    return NotImplemented if sentinel else iter(as_sequence(values))
