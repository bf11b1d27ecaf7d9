"""Dtype promotion: NumPy's rules, and the rules with weak dtypes.

Python numbers have weak dtypes, which the dtype of another operand replaces. They exist
in the modes ``safe`` and ``all``; ``safe`` refuses promotions that may lose bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import is_weak
from runtime.tensors.likes import TensorLike


class Kind(NamedTuple):
    """A dtype, and whether it is weak."""

    dtype: DType
    is_weak: bool = False

    def __str__(self) -> str:
        return f"({self.dtype!r}, weak={self.is_weak})"


_WEAK: Final = {int: dtypes.int32, float: dtypes.float32, complex: dtypes.complex128}
_ORDER: Final = "buifc"


def leaves(value: TensorLike) -> Iterator[Any]:
    """The tensors, arrays and numbers of nested lists.

    >>> from runtime.numpy_api.promotion import leaves
    >>> list(leaves([1, (2.5, [3])]))
    [1, 2.5, 3]
    """
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from leaves(each)
    else:
        yield value


def numpy_result_type(values: Iterable[Any]) -> DType:
    """The dtype to which NumPy promotes arrays and numbers.

    >>> from runtime.numpy_api.promotion import numpy_result_type
    >>> numpy_result_type([tf.constant([1], tf.int8), 2]).name
    'int8'

    Raises:
      TypeError: for dtypes without a common one.
    """
    kinds = [_for_numpy(leaf) for value in values for leaf in leaves(value)]
    return as_dtype(np.result_type(*kinds)) if kinds else SETTINGS.default_float


def _for_numpy(leaf: Any) -> Any:
    """A number as it is, of others the dtype."""
    if type(leaf) is int:
        return leaf
    if type(leaf) is float:
        return np.float32 if SETTINGS.prefer_float32 else leaf
    if type(leaf) is complex:
        return np.complex64 if SETTINGS.prefer_float32 else leaf
    return dtype_of(leaf).numpy_dtype


def dtype_of(leaf: TensorLike) -> DType:
    """The dtype of a tensor, an array, a string or a Python number.

    >>> from runtime.numpy_api.promotion import dtype_of
    >>> dtype_of(True).name, dtype_of("a").name
    ('bool', 'string')
    """
    found = getattr(leaf, "dtype", None)
    if found is not None:
        return as_dtype(found).base_dtype
    if isinstance(leaf, (str, bytes)):
        return dtypes.string
    return as_dtype(np.asarray(leaf).dtype)


def result_kind(values: Iterable[Any]) -> Kind:
    """The dtype of values together by the mode that is set.

    >>> from runtime.numpy_api.promotion import result_kind
    >>> result_kind([tf.constant([1], tf.int8), 2.5]).dtype.name
    'float64'

    Raises:
      TypeError: for dtypes without a common one, or where ``safe`` refuses it.
    """
    values = list(values)
    if not SETTINGS.is_weak:
        return Kind(numpy_result_type(values))
    kinds = [kind_of(leaf) for value in values for leaf in leaves(value)]
    return reduce(common, kinds) if kinds else Kind(SETTINGS.default_float)


def kind_of(leaf: Any) -> Kind:
    """The dtype of a value, weak for Python numbers and weak tensors."""
    if type(leaf) in _WEAK:
        return Kind(_WEAK[type(leaf)], True)
    return Kind(dtype_of(leaf), is_weak(leaf))


def common(left: Kind, right: Kind) -> Kind:
    """The dtype of two together, with weak dtypes.

    >>> from runtime.numpy_api.promotion import Kind, common
    >>> str(common(Kind(tf.uint8), Kind(tf.float32, True)))
    '(tf.float64, weak=True)'

    Raises:
      TypeError: in the mode ``safe``, if bits may be lost; for other than numbers.
    """
    if left == right:
        return left
    if left.dtype is right.dtype:
        return Kind(left.dtype)
    found = _widest(*sorted((left, right), key=_rank))
    if found is None:
        raise TypeError(f"There is no dtype for {left} and {right} together.")
    if SETTINGS.mode == "safe" and not _keeps_all(left, right, found):
        raise TypeError(
            f"In promotion mode PromoMode.SAFE, implicit dtype promotion between "
            f"{left} and {right} is disallowed. You need to explicitly specify the "
            f"dtype in your op, or relax your dtype promotion rules (such as from "
            f"SAFE mode to ALL mode)."
        )
    return found


def _letter(dtype: DType) -> str:
    for letter in ("b", "u", "i", "f", "c"):
        name = {"b": "bool", "u": "unsigned", "i": "integer", "f": "floating"}
        if getattr(dtype, f"is_{name.get(letter, 'complex')}"):
            return letter
    return "?"


def _rank(kind: Kind) -> tuple[int, bool]:
    return _ORDER.find(_letter(kind.dtype)), not kind.is_weak


def _widest(low: Kind, high: Kind) -> Kind | None:
    """The common dtype; ``low`` is of the same or the lower sort of numbers."""
    first, second = _letter(low.dtype), _letter(high.dtype)
    if "?" in (first, second):
        return None
    if first == "b":
        return high
    if second in "ui":
        return _of_integers(low, high)
    if low.is_weak and not high.is_weak:
        return high  # a weak one of no higher sort gives way
    if not high.is_weak:
        return Kind(_of_floats(low.dtype, high.dtype))
    return _with_weak(low, high)


def _of_integers(low: Kind, high: Kind) -> Kind:
    if low.is_weak or high.is_weak:
        return high if low.is_weak else low
    if low.dtype.is_unsigned != high.dtype.is_unsigned and low.dtype.size == 8:
        return Kind(dtypes.float64, True)
    return Kind(as_dtype(np.result_type(low.dtype.numpy_dtype, high.dtype.numpy_dtype)))


def _of_floats(low: DType, high: DType) -> DType:
    if not (low.is_floating or low.is_complex):
        return high
    if high.is_floating:
        return _wider_float(low, high)
    is_double = dtypes.float64 in (low.real_dtype, high.real_dtype)
    return dtypes.complex128 if is_double else dtypes.complex64


def _wider_float(low: DType, high: DType) -> DType:
    if low.size == high.size:
        return dtypes.float32  # bfloat16 and float16
    return low if low.size > high.size else high


def _with_weak(low: Kind, high: Kind) -> Kind:
    """A weak float or complex number with what is of no higher sort."""
    if high.dtype.is_floating:
        if low.dtype.is_floating:
            return low  # the weak one gives way
        return high if low.is_weak else Kind(dtypes.float64, True)
    if low.is_weak or not (low.dtype.is_floating or low.dtype.is_complex):
        return Kind(dtypes.complex128, True)
    if low.dtype.is_complex:
        return low
    return Kind(_of_floats(low.dtype, dtypes.complex64))


_EXACT_BITS: Final = {
    "bfloat16": 8,
    "float16": 11,
    "float32": 24,
    "float64": 53,
    "complex64": 24,
    "complex128": 53,
}
"""The number of bits of the integers that a dtype represents exactly."""


def _keeps_all(left: Kind, right: Kind, found: Kind) -> bool:
    """Whether every value of both is one of the dtype found."""
    if found.dtype not in (left.dtype, right.dtype):
        return False
    return all(_is_kept(each, found) for each in (left, right))


def _is_kept(kind: Kind, found: Kind) -> bool:
    if kind.dtype is found.dtype or kind.dtype.is_bool:
        return True
    if kind.is_weak:
        return True
    if not kind.dtype.is_integer or found.dtype.is_integer:
        return True
    bits = kind.dtype.size * 8 - (not kind.dtype.is_unsigned)
    return bits <= _EXACT_BITS[found.dtype.name]
