"""`tf.debugging.assert_shapes`: sizes by name, checked statically where possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
from runtime.debugging.structure_checks import (
    assert_rank,
    assert_rank_at_least,
    assert_rank_in,
    intro,
)
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class _Known:
    """The size a symbol stands for, and where it was first seen."""

    size: Any
    origin: str


def assert_shapes(
    shapes: Any,
    data: Any = None,
    summarize: int | None = None,
    message: Any = None,
    name: str | None = None,
) -> None:
    """Fails unless tensors have shapes in which equal symbols mean equal sizes.

    ``shapes`` are pairs (or a dict) of a tensor and a sequence of numbers, symbols,
    and None or ``"."`` for any size; a leading ``...`` or ``"*"`` matches any axes.

    >>> x, y = tf.ones([2, 3]), tf.ones([3])
    >>> tf.debugging.assert_shapes([(x, ("N", "D")), (y, ("D",))])

    Raises:
      ValueError: if a size is known to be another one, or a shape is none.
      InvalidArgumentError: if it turns out so when the graph runs.
    """
    pairs = shapes.items() if isinstance(shapes, Mapping) else shapes
    with op_scope(name, "assert_shapes"):
        seen: dict[Any, _Known] = {}
        for value, wanted in list(pairs):
            tensor = value if hasattr(value, "shape") else convert_to_tensor(value)
            _check_shape(tensor, wanted, seen, message)


def _described(tensor: Any) -> str:
    if isinstance(tensor, SymbolicTensor):
        return f"Tensor {tensor.name}"
    return f"Tensor shape={tensor.shape} dtype={tensor.dtype.name}"


def _check_shape(
    tensor: Any, wanted: Any, seen: dict[Any, _Known], message: Any
) -> None:
    if not isinstance(wanted, Iterable):
        raise ValueError(
            f"{_described(tensor)}.  Specified shape must be an iterable.  An iterable "
            f"has the attribute `__iter__` or `__getitem__`.  Received specified "
            f"shape: {wanted}"
        )
    symbols = list(wanted)
    is_open = bool(symbols) and _is_rest(symbols[0])
    symbols = symbols[1:] if is_open else symbols
    for index, symbol in enumerate(symbols):
        if _is_rest(symbol):
            raise ValueError(
                f"{_described(tensor)} specified shape index {index + is_open}.  "
                "Symbol `...` or `*` for a variable number of unspecified dimensions "
                "is only allowed as the first entry"
            )
    _check_symbol_count(tensor, len(symbols), is_open, message)
    sizes = _sizes(tensor)
    for index, symbol in enumerate(symbols):
        position = index - len(symbols) if is_open else index
        if symbol is not None and symbol != "." and sizes:
            _check_size(tensor, (position, sizes[position]), symbol, seen, message)


def _is_rest(symbol: Any) -> bool:
    return symbol is ... or (isinstance(symbol, str) and symbol == "*")


def _check_symbol_count(tensor: Any, count: int, is_open: bool, message: Any) -> None:
    if is_open:
        assert_rank_at_least(tensor, count, message)
    elif count <= 1:
        # a scalar counts as a vector of one element
        assert_rank_in(tensor, [0, 1], message)
    else:
        assert_rank(tensor, count, message)


def _sizes(tensor: Any) -> list[Any]:
    """A number or a tensor for each axis."""
    shape = tensor.shape
    if shape.rank == 0:
        return [1]
    known = None if shape.rank is None else shape.as_list()
    if known is not None and None not in known:
        return list(known)
    whole = apply_op("Shape", [tensor])
    if known is None:
        return _OpenSizes(whole)
    return [whole[axis] if size is None else size for axis, size in enumerate(known)]


class _OpenSizes(list[Any]):
    """Sizes of a tensor whose rank is not known yet."""

    def __init__(self, whole: Any) -> None:
        super().__init__([None])
        self._whole = whole

    def __getitem__(self, position: Any) -> Any:
        return self._whole[position]


def _check_size(
    tensor: Any,
    axis: tuple[int, Any],
    symbol: Any,
    seen: dict[Any, _Known],
    message: Any,
) -> None:
    position, size = axis
    if isinstance(symbol, (int, float)):
        known = _Known(int(symbol), "Specified explicitly")
    elif symbol in seen:
        known = seen[symbol]
    else:
        origin = f"Specified by {_lowered(_described(tensor))} dimension {position}"
        seen[symbol] = _Known(size, origin)
        return
    text = (
        f"{intro(message)}{known.origin}.  {_described(tensor)} dimension {position} "
        f"must have size"
    )
    if isinstance(size, Tensor) or isinstance(known.size, Tensor):
        same = apply_op("Equal", [size, known.size])
        Assert(same, [text, known.size, "Received size", size])
    elif size != known.size:
        raise ValueError(
            f"{text} {known.size}.  Received size {size}, shape {tensor.shape}"
        )


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
