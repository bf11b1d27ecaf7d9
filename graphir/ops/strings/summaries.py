"""Text of tensors, as TensorFlow's kernels print them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np


def summarized(array: Any, at_ends: int = 3) -> str:
    """The text of ``tf.print`` and StringFormat: so many elements at each end.

    >>> print(summarized(np.arange(10), 2), summarized(np.float32(0.1)))
    [0 1 ... 8 9] 0.1
    >>> print(summarized(np.array([b"a", b"b"], object)))
    ["a" "b"]
    """
    if hasattr(array, "elements"):
        return f"<tensor list of {array.length()} elements>"
    array = _as_array(array)
    limit = array.size if at_ends < 0 else min(at_ends, array.size)
    if array.dtype.kind == "b" and not limit:
        return ""  # TensorFlow writes nothing for no booleans
    if array.dtype.kind == "c" and array.ndim:
        return _without_axes(array.size, limit)
    return _bracketed(array, limit, array.ndim, array.ndim)


def _without_axes(size: int, limit: int) -> str:
    """What TensorFlow writes for dtypes that it has no text for: complex numbers."""
    shown = " ".join(["?"] * limit) + ("..." if limit < size else "")
    return f"[{shown}]"


def _as_array(value: Any) -> np.ndarray[Any, Any]:
    if isinstance(value, bytes):
        array = np.empty((), object)
        array[()] = value
        return array
    return np.asarray(value)


def _bracketed(array: Any, limit: int, rank: int, left: int) -> str:
    if not left and not limit:
        return "..."
    if not left:
        # indexing gave an element already, unless the array was a scalar
        element = array[()] if isinstance(array, np.ndarray) else array
        return element_text(element, is_quoted=True)
    size = array.shape[0]
    # between rows a line for each axis below, then one space for each bracket open
    gap = " " if left == 1 else "\n" * (left - 1) + " " * (rank - left + 1)
    shown = [
        _bracketed(array[index], limit, rank, left - 1)
        for index in range(min(limit, size))
    ]
    if size > 2 * limit:
        # of an empty tensor, or where none is wanted, the dots stand after a gap
        shown += ["..."] if limit else ["", "..."]
    shown += [
        _bracketed(array[index], limit, rank, left - 1)
        for index in range(max(size - limit, limit), size)
    ]
    return f"[{gap.join(shown)}]"


def first_elements(array: Any, limit: int = 3) -> str:
    """The text of an Assert's data: the first elements, then dots.

    >>> first_elements(np.arange(5)), first_elements(np.eye(2, dtype=int), 4)
    ('0 1 2...', '[1 0][0 1]')
    """
    array = _as_array(array)
    count = array.size if limit < 0 else min(limit, array.size)
    elements = (
        iter(array.ravel().tolist()) if array.dtype == object else iter(array.flat)
    )
    text = "".join(_rows(array.shape, elements, [count], 0))
    return text + ("..." if array.size > count else "")


def _rows(
    shape: tuple[int, ...], elements: Iterator[Any], left: list[int], depth: int
) -> Iterator[str]:
    if not shape:
        if left[0]:
            left[0] -= 1
            yield element_text(next(elements))
        return
    for index in range(shape[0]):
        if not left[0]:
            if len(shape) == 1 and depth:
                yield "..."
            return
        if len(shape) > 1:
            yield "["
            yield from _rows(shape[1:], elements, left, depth + 1)
            yield "]"
            continue
        left[0] -= 1
        yield (" " if index else "") + element_text(next(elements))


def element_text(value: Any, is_quoted: bool = False) -> str:
    """One element: numbers with as many digits as they need, booleans as 0 or 1.

    >>> element_text(np.float32(np.pi)), element_text(np.float64(0.1))
    ('3.14159274', '0.1')
    """
    if isinstance(value, bytes):
        return _string_text(value, is_quoted)
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (complex, np.complexfloating)):
        return "?"  # TensorFlow has no text for complex numbers
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.float64)):
        return _shortest(float(value), np.float64, 15, 17)
    return _shortest(float(value), np.float32, 6, 9)


def _shortest(value: float, kind: Any, short: int, long: int) -> str:
    if value != value:
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    text = f"{value:.{short}g}"
    if kind(float(text)) == kind(value):
        return text
    return f"{value:.{long}g}"


_ESCAPES = {9: b"\\t", 10: b"\\n", 13: b"\\r", 34: b'\\"', 39: b"\\'", 92: b"\\\\"}


def _string_text(value: bytes, is_quoted: bool) -> str:
    # bytes above 127 may be parts of UTF-8 and stay as they are
    escaped = b"".join(
        _ESCAPES.get(byte)
        or (bytes([byte]) if byte >= 32 and byte != 127 else b"\\%03o" % byte)
        for byte in value
    )
    text = escaped.decode("utf-8", "surrogateescape")
    return f'"{text}"' if is_quoted else text
