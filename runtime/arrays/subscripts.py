"""``tensor[...]``: integers, slices, the ellipsis, new axes, tensors and masks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.arrays.indexing import boolean_mask
from runtime.context import CURRENT, op_scope
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor, wrap

newaxis: Final = None
"""In a subscript, a new axis of size 1."""

_PLAIN: Final = (int, slice, type(None), type(Ellipsis))


@dataclass
class _Bounds:
    """Begin, end, stride and masks of a strided slice, an entry for each subscript."""

    begin: list[Any] = field(default_factory=list)
    end: list[Any] = field(default_factory=list)
    strides: list[Any] = field(default_factory=list)
    masks: dict[str, int] = field(default_factory=dict)

    def add(self, begin: Any, end: Any, stride: Any, *masks: str) -> None:
        for mask in masks:
            self.masks[mask] = self.masks.get(mask, 0) | 1 << len(self.begin)
        self.begin.append(begin)
        self.end.append(end)
        self.strides.append(stride)

    def attrs(self) -> dict[str, int]:
        names = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
        return {f"{name}_mask": self.masks.get(name, 0) for name in names}

    def vectors(self) -> list[Tensor]:
        """Begin, end and strides as tensors."""
        dtype = self.dtype()
        return [
            _vector(entries, dtype, label)
            for entries, label in (
                (self.begin, "stack"),
                (self.end, "stack_1"),
                (self.strides, "stack_2"),
            )
        ]

    def dtype(self) -> DType:
        """int64 if any bound is int64, since all bounds have the same dtype.

        Raises:
          ValueError: for an integer of more than 64 bits.
        """
        entries = (*self.begin, *self.end, *self.strides)
        found = {each.dtype for each in entries if hasattr(each, "dtype")}
        bits = max((_bits(each) for each in entries), default=0)
        if bits > 63:
            raise ValueError("A bound of a slice is out of range: it has over 64 bits.")
        return dtypes.int64 if dtypes.int64 in found or bits > 31 else dtypes.int32


def get_item(tensor: TensorLike, key: Any) -> Tensor:
    """The part of the tensor that the subscript names, as NumPy's basic indexing.

    A boolean tensor or array is a mask; scalar integer tensors are treated as integers.

    >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
    >>> x[1, ::2].numpy().tolist(), x[..., tf.newaxis].shape
    ([4, 6], TensorShape([2, 3, 1]))

    Raises:
      TypeError: for a subscript that is none of these.
      InvalidArgumentError: out of range (traced: ValueError).
    """
    if type(tensor) is EagerTensor and CURRENT.get() is None:
        taken = _take_plainly(tensor, key)
        if taken is not None:
            return taken
    if _is_mask(key):
        return boolean_mask(tensor, key)
    bounds = _bounds_of(key)
    with op_scope(None, "strided_slice") as scope:
        vectors = bounds.vectors()
        return apply_single("StridedSlice", [tensor, *vectors], bounds.attrs(), scope)


def assign_item(handle: Tensor, dtype: DType, key: Any, value: Any) -> Any:
    """Replaces the part of a variable that the subscript names.

    Raises:
      TypeError: for a subscript that names no part.
      ValueError: for a value of another dtype.
    """
    bounds = _bounds_of(key)
    new = convert_to_tensor(value, dtype, name="value")
    inputs = [handle, *bounds.vectors(), new]
    return apply_op("ResourceStridedSliceAssign", inputs, bounds.attrs())


def _bounds_of(key: Any) -> _Bounds:
    bounds = _Bounds()
    for entry in key if isinstance(key, (list, tuple)) else (key,):
        _add_entry(bounds, entry)
    return bounds


def _take_plainly(tensor: EagerTensor, key: Any) -> Tensor | None:
    """The part as a view where the subscript is plain; None where it is not."""
    entries = key if type(key) is tuple else (key,)
    for entry in entries:
        if type(entry) not in _PLAIN:
            return None
        if type(entry) is slice and not _is_plain_slice(entry):
            return None
    try:
        return wrap(np.asarray(tensor._array)[key], tensor.dtype)
    except (IndexError, ValueError):
        return None  # the op says what is wrong


def _is_plain_slice(entry: slice) -> bool:
    parts = (entry.start, entry.stop, entry.step)
    return all(part is None or type(part) is int for part in parts)


def _is_mask(key: Any) -> bool:
    dtype = getattr(key, "dtype", None)
    return dtype is not None and dtypes.as_dtype(dtype).is_bool and key.ndim != 0


def _add_entry(bounds: _Bounds, entry: Any) -> None:
    if isinstance(entry, slice):
        _add_slice(bounds, entry)
    elif entry is Ellipsis:
        bounds.add(0, 0, 1, "ellipsis")
    elif entry is None:
        bounds.add(0, 0, 1, "new_axis")
    else:
        index = _index(entry)
        bounds.add(index, index + 1, 1, "shrink_axis")


def _add_slice(bounds: _Bounds, entry: slice) -> None:
    given = (entry.start, entry.stop, entry.step)
    start, stop, step = (None if each is None else _index(each) for each in given)
    kind = next(
        (each.dtype for each in (start, stop, step) if isinstance(each, Tensor)), None
    )
    masks = []
    if start is None:
        masks.append("begin")
        start = _missing(0, kind)
    if stop is None:
        masks.append("end")
        stop = _missing(0, kind)
    bounds.add(start, stop, _missing(1, kind) if step is None else step, *masks)


def _missing(number: int, kind: DType | None) -> Any:
    """A bound that was left out, in the type of those that are tensors."""
    if kind is None:
        return number
    return constant_of(np.array(number, kind.numpy_dtype), kind)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor)


def _index(value: Any) -> Any:
    """An integer or a scalar integer tensor.

    Raises:
      TypeError: for anything else.
    """
    if isinstance(value, (bool, float, str, bytes)):
        _refuse(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if hasattr(value, "dtype") and not isinstance(value, np.generic):
        tensor = convert_to_tensor(value)
        if tensor.dtype.is_integer and tensor.shape.rank in (0, None):
            return _of_index_type(tensor)
    if hasattr(value, "__index__") and not hasattr(value, "dtype"):
        return value.__index__()
    return _refuse(value)


def _of_index_type(tensor: Tensor) -> Tensor:
    if tensor.dtype in (dtypes.int32, dtypes.int64):
        return tensor
    return apply_single("Cast", [tensor], {"DstT": dtypes.int32})


def _refuse(value: Any) -> NoReturn:
    raise TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
        f"tf.int32/tf.int64 tensors are valid indices, got {value!r}"
    )


def _bits(entry: Any) -> int:
    """How many bits an integer takes besides its sign."""
    if not isinstance(entry, int):
        return 0
    return (entry if entry >= 0 else ~entry).bit_length()


def _vector(entries: list[Any], dtype: DType, label: str) -> Tensor:
    if not any(map(_is_tensor, entries)):
        return convert_to_tensor(np.array(entries, dtype.numpy_dtype), name=label)
    same = [
        apply_op("Cast", [each], {"DstT": dtype})
        if _is_tensor(each) and each.dtype is not dtype
        else each
        for each in entries
    ]
    return convert_to_tensor(same, dtype, name=label)
