"""Conversion of Python and NumPy values to arrays, by TensorFlow's dtype rules.

Python ints are int32 (int64 where they do not fit), floats float32; NumPy arrays keep
their dtype; numbers inside a list count as Python's, float64 excepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.shapes import Shape

_INT32_MIN: Final = -(2**31)
_INT32_END: Final = 2**31

_KINDS: Final[dict[type, str]] = {
    bool: "b",
    int: "i",
    float: "f",
    complex: "c",
    str: "s",
    bytes: "s",
}
_SEQUENCES: Final = (list, tuple, range, Shape)


def to_array(value: Any, dtype: DType | None = None) -> tuple[Any, DType]:
    """The value as a NumPy scalar or a fresh array, and its dtype.

    >>> to_array([1, 2.5])
    (array([1. , 2.5], dtype=float32), tf.float32)

    Raises:
      ValueError: for a value that has no array, like None or a ragged list, and for
        integers beyond 64 bits, or beyond what a float can hold.
      TypeError: for a value that the dtype cannot hold.
    """
    kind = _KINDS.get(type(value))
    if kind is not None:
        return _from_scalar(value, kind, dtype)
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_numpy(value, dtype)
    if isinstance(value, _SEQUENCES):
        return _from_sequence(value, dtype)
    if hasattr(value, "__array__") and not isinstance(value, type):
        return _from_numpy(np.asarray(value), dtype)
    if is_other_sequence(value):
        return _from_sequence(value, dtype)
    kind = _kind_of_type(type(value))
    if kind == "?":
        raise _unsupported(value)
    return _from_scalar(value, kind, dtype)


def is_other_sequence(value: Any) -> bool:
    """Whether the value counts as a list though it is no list or tuple.

    It has a length, items by position and in a loop: a deque, an `array.array`, a
    class of the user's. Text, arrays and mappings do not, nor do sets and views,
    which have no positions.

    >>> from collections import deque
    >>> is_other_sequence(deque([1])), is_other_sequence({1}), is_other_sequence("a")
    (True, False, False)
    """
    kind = type(value)
    return (
        kind not in _KINDS
        and hasattr(kind, "__getitem__")
        and hasattr(kind, "__len__")
        # items by number alone may go on without end
        and (hasattr(kind, "__iter__") or kind is memoryview)
        and not hasattr(kind, "__array__")
        and not issubclass(kind, (str, bytes, Mapping, type))
    )


def _from_scalar(value: Any, kind: str, dtype: DType | None) -> tuple[Any, DType]:
    if dtype is None:
        dtype = _default_dtype(kind, value)
    elif not _can_hold(dtype, kind):
        raise _cannot_convert(value, dtype)
    if kind == "s":
        scalar = np.empty((), object)
        scalar[()] = value.encode() if isinstance(value, str) else bytes(value)
        return scalar, dtype
    if kind == "i":
        return _integer_scalar(value, dtype), dtype
    return _cast(np.asarray(value), dtype)[()], dtype


def _integer_scalar(value: int, dtype: DType) -> Any:
    if dtype.is_integer:
        _check_range(value, value, dtype)
        # what 64 bits hold and the dtype does not wraps around, as in C
        wrapped = np.asarray(int(value) & 0xFFFFFFFFFFFFFFFF, np.uint64)
        return wrapped.astype(np.int64).astype(dtype.numpy_dtype)[()]
    return _cast(_wide([value], np.float64), dtype)[0]


def _check_range(low: int, high: int, dtype: DType) -> None:
    """Refuses integers beyond 64 bits, which have a sign unless the dtype has none."""
    end = 2**64 if dtype is dtypes.uint64 else 2**63
    if not -(2**63) <= low <= high < end:
        raise _out_of_range()


def _wide(numbers: list[Any], kind: Any) -> np.ndarray[Any, Any]:
    """The array of Python's numbers, some of which may be too large for a float."""
    try:
        return np.array(numbers, kind)
    except OverflowError:
        raise _out_of_range() from None


def _out_of_range() -> ValueError:
    return ValueError(
        "Can't convert Python sequence with out-of-range integer to Tensor."
    )


def _default_dtype(kind: str, value: Any) -> DType:
    if kind == "i":
        return _int_dtype(value, value)
    if kind == "f":
        return dtypes.float32
    if kind == "b":
        return dtypes.bool_
    return dtypes.complex128 if kind == "c" else dtypes.string


def _int_dtype(low: int, high: int) -> DType:
    if low >= _INT32_MIN and high < _INT32_END:
        return dtypes.int32
    if low >= -(2**63) and high < 2**63:
        return dtypes.int64
    raise _out_of_range()


_NOT_FROM_BOOL: Final = frozenset(
    {
        *(dtypes.int8, dtypes.int16, dtypes.uint8, dtypes.uint16, dtypes.uint32),
        *(dtypes.bfloat16, dtypes.complex64),
    }
)
"""Dtypes that accept Python's numbers, but not True and False."""


def _can_hold(dtype: DType, kind: str) -> bool:
    if kind == "s":
        return dtype is dtypes.string
    if kind == "b" and dtype in _NOT_FROM_BOOL:
        return False
    if dtype.is_complex:
        return True
    if dtype.is_floating:
        return kind in "bif"
    if dtype.is_integer or dtype.is_quantized:
        return kind in "bi"
    return dtype.is_bool and kind == "b"


def _cast(array: np.ndarray[Any, Any], dtype: DType) -> np.ndarray[Any, Any]:
    if array.dtype == dtype.numpy_dtype:
        return array
    with np.errstate(all="ignore"):
        return array.astype(dtype.numpy_dtype)


def _from_numpy(value: Any, dtype: DType | None) -> tuple[Any, DType]:
    kind = value.dtype.kind
    if kind in "SUTO":
        return _from_text_array(value, dtype)
    if kind in "mM":
        unit = "DATETIME" if kind == "M" else "TIMEDELTA"
        raise ValueError(
            "Failed to convert a NumPy array to a Tensor (Unsupported numpy type: "
            f"NPY_{unit})."
        )
    try:
        own = dtypes.of_array(value)
    except TypeError:
        raise ValueError(
            f"Failed to convert a NumPy array to a Tensor (Unsupported numpy type: "
            f"{value.dtype})."
        ) from None
    if dtype is not None and dtype is not own:
        if dtype is dtypes.string or not dtype.has_numpy:
            raise _cannot_convert(value, dtype)
        return _cast(value, dtype)[()], dtype
    if isinstance(value, np.generic):
        return value, own
    # a writable array may change later; a read-only one is shared
    native = np.array(value, own.numpy_dtype, copy=value.flags.writeable or None)
    return (native if native.shape else native[()]), own


def _from_text_array(value: Any, dtype: DType | None) -> tuple[Any, DType]:
    if dtype is not None and dtype is not dtypes.string:
        raise _cannot_convert(value, dtype)
    array = np.asarray(value)
    result = np.empty(array.shape, object)
    flat = result.ravel() if array.shape else result.reshape(1)
    for index, each in enumerate(array.ravel().tolist()):
        if not isinstance(each, (str, bytes)):
            raise ValueError(
                "Failed to convert a NumPy array to a Tensor (Unsupported object type "
                f"{type(each).__name__})."
            )
        flat[index] = each.encode() if isinstance(each, str) else each
    return result, dtypes.string


def _from_sequence(value: Any, dtype: DType | None) -> tuple[Any, DType]:
    stacked = _stack_arrays(value) if isinstance(value, (list, tuple)) else None
    if stacked is not None:
        # arrays in a list count as nested lists: int64 becomes int32
        return _narrowed(stacked, dtype)
    leaves, dims = _leaves(value)
    if not leaves:
        empty = dtype or dtypes.float32
        return np.zeros(dims, empty.numpy_dtype), empty
    kinds = {_kind_of_type(each) for each in set(map(type, leaves))}
    if "?" in kinds:
        raise _unsupported(next(x for x in leaves if _kind_of_type(type(x)) == "?"))
    kind = _common_kind(kinds, leaves[0])
    if dtype is None:
        dtype = _dtype_of_leaves(kind, leaves)
    elif not _can_hold(dtype, kind):
        raise _cannot_convert(value, dtype)
    return _fill(leaves, dims, kind, dtype), dtype


def _stack_arrays(value: Any) -> Any:
    if not value or type(value[0]) is not np.ndarray or not value[0].shape:
        return None
    first = value[0]
    same = all(
        type(each) is np.ndarray
        and each.shape == first.shape
        and each.dtype == first.dtype
        for each in value
    )
    return np.stack(value) if same and first.dtype.kind in "biufcV" else None


def _narrowed(array: Any, dtype: DType | None) -> tuple[Any, DType]:
    own = dtypes.of_array(array)
    if dtype is None and own is dtypes.int64 and array.size:
        dtype = _int_dtype(int(array.min()), int(array.max()))
    if dtype is None:
        return array, own
    return _cast(array, dtype), dtype


def _leaves(value: Any) -> tuple[list[Any], list[int]]:
    """The leaves of a nested sequence, and its shape."""
    level = [value]
    dims: list[int] = []
    while level:
        nested = sum(map(_is_nested, level))
        if not nested:
            break
        lengths = {len(each) if _is_nested(each) else -1 for each in level}
        if len(lengths) > 1:
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
        dims.append(lengths.pop())
        level = list(chain.from_iterable(level))
    return level, dims


def _is_nested(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, _SEQUENCES) or is_other_sequence(value)


def _kind_of_type(kind_of: type) -> str:
    known = _KINDS.get(kind_of)
    if known is not None:
        return known
    for base, kind in _KINDS.items():
        if issubclass(kind_of, base):
            return kind
    if issubclass(kind_of, (np.generic, np.ndarray)):
        if issubclass(kind_of, np.integer):
            return "i"
        if issubclass(kind_of, np.bool_):
            return "b"
        return "c" if issubclass(kind_of, np.complexfloating) else "f"
    return "i" if hasattr(kind_of, "__index__") else "?"


_MAY_FOLLOW: Final = {
    "i": frozenset("bif"),
    "f": frozenset("bif"),
    "c": frozenset("bifc"),
}


def _common_kind(kinds: set[str], first: Any) -> str:
    if len(kinds) == 1:
        return kinds.pop()
    # the first says what may follow: True after an int is 1, an int after True is none
    leading = _kind_of_type(type(first))
    if kinds <= _MAY_FOLLOW.get(leading, frozenset()):
        return "f" if leading == "i" and "f" in kinds else leading
    raise ValueError("Can't convert Python sequence with mixed types to Tensor.")


def _dtype_of_leaves(kind: str, leaves: list[Any]) -> DType:
    if kind == "i":
        return _int_dtype(int(min(leaves)), int(max(leaves)))
    if kind == "f" and isinstance(leaves[0], np.generic):
        own = dtypes.of_array(leaves[0])
        return own if own.is_floating else dtypes.float32
    return _default_dtype(kind, leaves[0])


def _fill(leaves: list[Any], dims: list[int], kind: str, dtype: DType) -> Any:
    if kind == "s":
        flat = np.empty(len(leaves), object)
        flat[:] = [x.encode() if isinstance(x, str) else x for x in leaves]
        return flat.reshape(dims)
    if kind == "i" and dtype.is_integer:
        low, high = int(min(leaves)), int(max(leaves))
        _check_range(low, high, dtype)
        if high >= 2**63:
            leaves = [int(each) & 0xFFFFFFFFFFFFFFFF for each in leaves]
            return np.array(leaves, np.uint64).reshape(dims)
        return _cast(np.array(leaves, np.int64), dtype).reshape(dims)
    wide = {"b": np.bool_, "i": np.float64, "f": np.float64, "c": np.complex128}[kind]
    return _cast(_wide(leaves, wide), dtype).reshape(dims)


def _unsupported(value: Any) -> ValueError:
    return ValueError(
        f"Attempt to convert a value ({value!r}) with an unsupported type "
        f"({type(value)}) to a Tensor."
    )


def _cannot_convert(value: Any, dtype: DType) -> TypeError:
    return TypeError(
        f"Cannot convert {value!r} to EagerTensor of dtype {dtype.signature_name}"
    )
