"""Python's buffer protocol for eager tensors: memoryview, bytes, hashlib, struct.

From Python 3.12 on a class defines `__buffer__`. Before, only C types have buffers: the
buffer slot of the class is set to a function that returns the array's buffer.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

from graphir.errors import OpError

_BUFFER_SLOT: Final = 20
"""Where a type of Python 3.10 and 3.11 keeps its buffer functions, in words."""


_PROTOTYPE: Final = ctypes.PYFUNCTYPE(
    ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int
)
_buffer_of: Final = _PROTOTYPE(("PyObject_GetBuffer", ctypes.pythonapi))


def _get_buffer(value: Any, view: int, flags: int) -> int:
    try:
        answer: int = _buffer_of(value.__array__(), view, flags)
        return answer
    except (BufferError, ValueError, OpError):
        # to be written to, of a dtype that Python knows no format for, or not whole
        return -1


_GET_BUFFER: Final = _PROTOTYPE(_get_buffer)
"""Kept here, since the slot holds no reference."""


def give_buffers(kind: type) -> None:
    """Lets instances of a class with `__array__` be read as buffers, before 3.12."""
    is_known = sys.implementation.name == "cpython" and not hasattr(sys, "getobjects")
    if sys.version_info >= (3, 12) or not is_known:
        return
    word = ctypes.sizeof(ctypes.c_void_p)
    slot = ctypes.c_void_p.from_address(id(kind) + _BUFFER_SLOT * word)
    functions = (ctypes.c_void_p * 2).from_address(slot.value or 0)
    functions[0] = ctypes.cast(_GET_BUFFER, ctypes.c_void_p).value


__all__ = ["give_buffers"]
