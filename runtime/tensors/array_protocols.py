"""What Python and NumPy read of a tensor with a value: numbers, bytes, rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.context import CURRENT


class ArrayProtocols:
    """The part of an eager tensor by which Python takes it for a number or a sequence.

    >>> x = tf.constant([1, 2])
    >>> len(x), [int(each) for each in x], float(x[0]), range(3)[x[1]]
    (2, [1, 2], 1.0, 2)
    """

    __slots__ = ()

    _array: Any

    if TYPE_CHECKING:
        # runtime.tensor_operators attaches it
        def __getitem__(self, key: Any) -> Any: ...

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = np.asarray(self._array)
        if CURRENT.get() is not None:
            tell_tapes(self)
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        if copy:
            return array.copy()
        return read_only(array)

    def __buffer__(self, flags: int) -> memoryview:
        """The elements, to read; Python asks for it from 3.12 on."""
        return memoryview(self.__array__())

    def __bytes__(self) -> bytes:
        array = self.__array__()
        if not array.shape and array.dtype.kind in "iu":
            return bytes(int(array))  # as Python does with all that is an index
        if array.dtype.kind == "O":
            raise TypeError("a tensor of strings has no bytes of its own")
        data: bytes = array.tobytes()
        return data

    def __bool__(self) -> bool:
        return bool(self._array)

    def __int__(self) -> int:
        return int(self._scalar())

    def __float__(self) -> float:
        return float(self._scalar())

    def __complex__(self) -> complex:
        return complex(self._scalar())

    def __index__(self) -> int:
        scalar = self._scalar()
        if not hasattr(scalar, "__index__"):
            raise TypeError(
                f"only integer scalar tensors can be an index, not {self!r}"
            )
        index: int = scalar.__index__()
        return index

    def _scalar(self) -> Any:
        array = self._array
        if CURRENT.get() is not None:
            tell_tapes(self)
        if getattr(array, "shape", ()):
            raise TypeError(
                "only 0-dimensional arrays can be converted to Python scalars"
            )
        return array[()]

    def __len__(self) -> int:
        shape = self._array.shape
        if not shape:
            raise TypeError("Scalar tensor has no `len()`")
        return int(shape[0])

    def __iter__(self) -> Iterator[Any]:
        if not self._array.shape:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return map(self.__getitem__, range(len(self)))


def tell_tapes(tensor: ArrayProtocols) -> None:
    """Tells the tapes that Python takes a value, which they cannot follow."""
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        if hasattr(tape, "note_departure"):
            tape.note_departure(tensor)


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array, or a view of it, with writing disabled."""
    if array.flags.writeable:
        array = array.view()
        array.flags.writeable = False
    return array


__all__ = ["ArrayProtocols", "read_only", "tell_tapes"]
