"""Memory layout of CPython's and NumPy's objects, verified once at run time.

Native code reads the fields of its arguments directly: no call through ctypes, no
conversion. The offsets of these fields are verified once, with objects of known
contents.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, Final

import numpy as np

from runtime.native.llvm.element_types import Element

HEAD: Final = object.__basicsize__
TYPE: Final = HEAD - 8
DATA: Final = HEAD
"""Of an array: the pointer to its elements. Of a NumPy number: the number itself."""
RANK: Final = HEAD + 8
SIZES: Final = HEAD + 16
DTYPE: Final = HEAD + 40
FLAGS: Final = HEAD + 48
USABLE: Final = 0x101
"""Flags of an array whose elements are aligned and lie one behind the other."""


def _read(address: int, kind: Any) -> Any:
    return kind.from_address(address).value


@cache
def is_as_expected() -> bool:
    """Whether this interpreter and NumPy lay out objects as native code expects."""
    if ctypes.sizeof(ctypes.c_void_p) != 8 or TYPE < 0:
        return False
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    number, apart = np.float64(0.75), array[:, ::2]
    place = id(array)
    sizes = _read(place + SIZES, ctypes.c_void_p)
    return (
        _read(place + TYPE, ctypes.c_void_p) == id(np.ndarray)
        and _read(place + DATA, ctypes.c_void_p) == array.ctypes.data
        and _read(place + RANK, ctypes.c_int) == 2
        and [_read(sizes + 8 * axis, ctypes.c_int64) for axis in (0, 1)] == [2, 3]
        and _read(place + DTYPE, ctypes.c_void_p) == id(array.dtype)
        and _read(place + FLAGS, ctypes.c_int) & USABLE == USABLE
        and not _read(id(apart) + FLAGS, ctypes.c_int) & 1
        and _read(id(number) + TYPE, ctypes.c_void_p) == id(np.float64)
        and _read(id(number) + DATA, ctypes.c_double) == 0.75
    )


def numpy_dtype(element: Element) -> np.dtype[Any]:
    """NumPy's dtype of an element type: the shared instance that most arrays have."""
    return np.dtype(element.name)


class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_FASTCALL: Final = 0x80


class NativeFunction:
    """Machine code that Python calls with objects, as it calls its own in C."""

    def __init__(self, address: int, context: Any) -> None:
        self._method = _Method(b"native", address, _FASTCALL, None)
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype = ctypes.py_object
        make.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        self.call: Any = make(ctypes.addressof(self._method), context, None)
        """Takes objects; the context is the first of the C function's arguments."""
