"""Data types of tensors: names, NumPy types and wire numbers in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import ml_dtypes
import numpy as np

REFERENCE_OFFSET: Final = 100
"""A reference type's wire number is its base type's plus this."""


class DType:
    """The element type of a tensor; one object per type, compared by identity.

    A reference dtype (``float32_ref``) is only met in graphs of TensorFlow 1.

    >>> as_dtype("half").name, float32.short_name, int8.min
    ('float16', 'f32', -128)
    """

    __slots__ = (
        "__weakref__",
        "_base",
        "_kind",
        "_numpy",
        "itemsize_bits",
        "name",
        "number",
        "short_name",
        "signature_name",
    )

    def __init__(self, row: tuple[Any, ...], base: DType | None = None) -> None:
        self.name: str = row[0]
        self.short_name: str = row[1]
        self.signature_name: str = row[2]
        self.number: int = row[3]
        self._numpy: np.dtype[Any] | None = None if row[4] is None else np.dtype(row[4])
        self._kind: str = row[5]
        self.itemsize_bits: int = row[6]
        self._base = base

    @property
    def base_dtype(self) -> DType:
        """This type without the reference mark."""
        return self if self._base is None else self._base

    @property
    def is_ref(self) -> bool:
        """Whether this is a reference type of a TensorFlow 1 graph."""
        return self._base is not None

    @property
    def reference(self) -> DType:
        """This type with the reference mark.

        >>> float32.reference
        tf.float32_ref
        """
        return self if self.is_ref else _BY_NUMBER[self.number + REFERENCE_OFFSET]

    @property
    def has_numpy(self) -> bool:
        """Whether a NumPy array can hold values of this type."""
        return self._numpy is not None

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The NumPy type that holds the elements.

        Raises:
          TypeError: for ``resource`` and ``variant``, which have none.
        """
        if self._numpy is None:
            raise TypeError(f"Elements of dtype {self.name} have no NumPy type.")
        return self._numpy

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy scalar class (``np.float32``), TensorFlow's spelling."""
        return self.numpy_dtype.type

    @property
    def as_datatype_enum(self) -> int:
        """The number on the wire."""
        return self.number

    @property
    def real_dtype(self) -> DType:
        """The type of the real part: itself unless complex."""
        if self.base_dtype is complex64:
            return float32
        return float64 if self.base_dtype is complex128 else self

    @property
    def is_floating(self) -> bool:
        """Whether elements are real floating-point numbers."""
        return self._kind == "f"

    @property
    def is_integer(self) -> bool:
        """Whether elements are integers; false for bool and quantized types."""
        return self._kind in "iu"

    @property
    def is_unsigned(self) -> bool:
        """Whether elements are unsigned integers."""
        return self._kind == "u"

    @property
    def is_complex(self) -> bool:
        """Whether elements are complex numbers."""
        return self._kind == "c"

    @property
    def is_bool(self) -> bool:
        """Whether elements are truth values."""
        return self._kind == "b"

    @property
    def is_quantized(self) -> bool:
        """Whether elements are quantized numbers."""
        return self._kind == "q"

    @property
    def is_numpy_compatible(self) -> bool:
        """Whether NumPy can hold the elements as numbers or bytes."""
        return self.has_numpy

    @property
    def is_numeric(self) -> bool:
        """Whether elements are numbers that arithmetic accepts."""
        return self._kind in "iufcq"

    @property
    def size(self) -> int:
        """Bytes of one element; 1 where it is not fixed."""
        return max(1, self.itemsize_bits // 8)

    @property
    def limits(self) -> tuple[Any, Any]:
        """Least and greatest intensity of a pixel: 0, and 1 of floats.

        >>> uint8.limits, float32.limits
        ((0, 255), (0, 1))

        Raises:
          ValueError: for a dtype that images do not have.
        """
        if self is bool_:
            return False, True
        if self._kind in "iu" and self.itemsize_bits >= 8:
            return 0, self.max
        if self in (float16, float32, float64):
            return 0, 1
        raise ValueError(f"{self} is no dtype of images: it has no limits.")

    @property
    def min(self) -> Any:
        """Smallest finite value."""
        return self._limit("min")

    @property
    def max(self) -> Any:
        """Largest finite value."""
        return self._limit("max")

    def _limit(self, which: str) -> Any:
        if self._kind == "b":
            return which == "max"
        if self._kind in "iuq":
            return int(getattr(_iinfo(self.numpy_dtype), which))
        if self._kind == "f":
            return getattr(_finfo(self.numpy_dtype), which)
        raise TypeError(f"Cannot find {which}imum value of {self}.")

    def is_compatible_with(self, other: object) -> bool:
        """Whether the other type is the same up to the reference mark."""
        return as_dtype(other).base_dtype is self.base_dtype

    # --- a dtype as an argument of a traced function

    def is_subtype_of(self, other: object) -> bool:
        """Whether a trace for the other dtype accepts this dtype: if they are equal."""
        return self is other

    def most_specific_common_supertype(self, types: Iterable[Any]) -> DType | None:
        """This dtype if all others equal it, else None."""
        return self if all(each is self for each in types) else None

    def placeholder_value(self, placeholder_context: Any) -> DType:
        """The argument of the traced function: the dtype itself."""
        return self

    def flatten(self) -> list[Any]:
        """The specs of the tensors in it: none."""
        return []

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors in it: none."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> DType:
        """The dtype itself, which takes no tensors."""
        return self

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value, if it is this dtype.

        Raises:
          ValueError: if it is another.
        """
        if value is not self:
            raise ValueError(f"Can not cast {value!r} to {self!r}")
        return value

    def __int__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self is other
        if other is None:
            return False
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)

    def __copy__(self) -> DType:
        return self

    def __deepcopy__(self, memo: object) -> DType:
        return self


# name, short name in the text form, name in signatures, wire number, NumPy type,
# kind (f float, i int, u unsigned, c complex, b bool, s string, q quantized,
# h handle), bits of one element
_TABLE: Final = (
    ("float32", "f32", "float", 1, np.float32, "f", 32),
    ("float64", "f64", "double", 2, np.float64, "f", 64),
    ("int32", "i32", "int32", 3, np.int32, "i", 32),
    ("uint8", "u8", "uint8", 4, np.uint8, "u", 8),
    ("int16", "i16", "int16", 5, np.int16, "i", 16),
    ("int8", "i8", "int8", 6, np.int8, "i", 8),
    ("string", "str", "string", 7, np.object_, "s", 0),
    ("complex64", "c64", "complex64", 8, np.complex64, "c", 64),
    ("int64", "i64", "int64", 9, np.int64, "i", 64),
    ("bool", "bool", "bool", 10, np.bool_, "b", 8),
    ("qint8", "qi8", "qint8", 11, np.int8, "q", 8),
    ("quint8", "qu8", "quint8", 12, np.uint8, "q", 8),
    ("qint32", "qi32", "qint32", 13, np.int32, "q", 32),
    ("bfloat16", "bf16", "bfloat16", 14, ml_dtypes.bfloat16, "f", 16),
    ("qint16", "qi16", "qint16", 15, np.int16, "q", 16),
    ("quint16", "qu16", "quint16", 16, np.uint16, "q", 16),
    ("uint16", "u16", "uint16", 17, np.uint16, "u", 16),
    ("complex128", "c128", "complex128", 18, np.complex128, "c", 128),
    ("float16", "f16", "half", 19, np.float16, "f", 16),
    ("resource", "resource", "resource", 20, None, "h", 0),
    ("variant", "variant", "variant", 21, None, "h", 0),
    ("uint32", "u32", "uint32", 22, np.uint32, "u", 32),
    ("uint64", "u64", "uint64", 23, np.uint64, "u", 64),
    ("float8_e5m2", "f8e5m2", "float8_e5m2", 24, ml_dtypes.float8_e5m2, "f", 8),
    ("float8_e4m3fn", "f8e4m3fn", "float8_e4m3fn", 25, ml_dtypes.float8_e4m3fn, "f", 8),
    (
        "float8_e4m3fnuz",
        "f8e4m3fnuz",
        "float8_e4m3fnuz",
        26,
        ml_dtypes.float8_e4m3fnuz,
        "f",
        8,
    ),
    (
        "float8_e4m3b11fnuz",
        "f8e4m3b11fnuz",
        "float8_e4m3b11fnuz",
        27,
        ml_dtypes.float8_e4m3b11fnuz,
        "f",
        8,
    ),
    (
        "float8_e5m2fnuz",
        "f8e5m2fnuz",
        "float8_e5m2fnuz",
        28,
        ml_dtypes.float8_e5m2fnuz,
        "f",
        8,
    ),
    ("int4", "i4", "int4", 29, ml_dtypes.int4, "i", 4),
    ("uint4", "u4", "uint4", 30, ml_dtypes.uint4, "u", 4),
    ("int2", "i2", "int2", 31, ml_dtypes.int2, "i", 2),
    ("uint2", "u2", "uint2", 32, ml_dtypes.uint2, "u", 2),
    ("float4_e2m1fn", "f4e2m1fn", "float4_e2m1fn", 33, ml_dtypes.float4_e2m1fn, "f", 4),
)

# ml_dtypes ships no types for these two
_iinfo: Any = ml_dtypes.iinfo
_finfo: Any = ml_dtypes.finfo

_BY_NAME: dict[str, DType] = {}
_BY_NUMBER: dict[int, DType] = {}
_BY_NUMPY: dict[np.dtype[Any], DType] = {}


def _register(row: tuple[Any, ...]) -> DType:
    dtype = DType(row)
    name, short_name, signature_name, number, numpy_type, kind, bits = row
    reference = DType(
        (
            name + "_ref",
            short_name + "_ref",
            signature_name + "_ref",
            number + REFERENCE_OFFSET,
            numpy_type,
            kind,
            bits,
        ),
        dtype,
    )
    for each in (dtype, reference):
        _BY_NUMBER[each.number] = each
        for alias in (each.name, each.short_name, each.signature_name):
            _BY_NAME[alias] = each
    if numpy_type is not None and not dtype.is_quantized:
        _BY_NUMPY[np.dtype(numpy_type)] = dtype
    return dtype


ALL: Final = tuple(_register(row) for row in _TABLE)
"""Every base type, in the order of the wire numbers."""

float32, float64, int32, uint8, int16, int8, string, complex64, int64 = ALL[:9]
bool_, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16 = ALL[9:17]
complex128, float16, resource, variant, uint32, uint64 = ALL[17:23]
float8_e5m2, float8_e4m3fn, float8_e4m3fnuz = ALL[23:26]
float8_e4m3b11fnuz, float8_e5m2fnuz, int4, uint4 = ALL[26:30]
int2, uint2, float4_e2m1fn = ALL[30:]

_BY_PYTHON: Final[dict[Any, DType]] = {
    float: float32,
    int: int32,
    bool: bool_,
    complex: complex128,
    str: string,
    bytes: string,
    object: string,
}


def as_dtype(type_value: Any) -> DType:
    """The DType for a DType, a name, a wire number, or a NumPy or Python type.

    >>> as_dtype(np.int64), as_dtype("float"), as_dtype(10), as_dtype(float)
    (tf.int64, tf.float32, tf.bool, tf.float32)

    Raises:
      TypeError: if the value names no element type.
    """
    value = type_value
    if isinstance(value, DType):
        return value
    found: DType | None = None
    if isinstance(value, str):
        found = _BY_NAME.get(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        found = _BY_NUMBER.get(value)
    elif isinstance(value, type) and value in _BY_PYTHON:
        found = _BY_PYTHON[value]
    else:
        found = _from_numpy(value)
    if found is None:
        raise TypeError(
            f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow "
            f"DType."
        )
    return found


def _from_numpy(value: Any) -> DType | None:
    # on a NumPy scalar class `dtype` is a descriptor, not a type
    dtype = value if isinstance(value, type) else getattr(value, "dtype", value)
    if dtype is None or isinstance(dtype, (DType, bytes)):
        return None  # a tensor is no element type, though it has one
    try:
        numpy_dtype = np.dtype(dtype)
    except TypeError:
        return None
    if numpy_dtype.kind in "SUT":
        return string
    # newbyteorder: a big-endian array holds the same element type
    return _BY_NUMPY.get(numpy_dtype) or _BY_NUMPY.get(numpy_dtype.newbyteorder("="))


def of_array(array: Any) -> DType:
    """The DType of a NumPy array or scalar.

    >>> of_array(np.zeros(2, np.float64))
    tf.float64

    Raises:
      TypeError: if NumPy's type has no counterpart (dates, records).
    """
    found = _BY_NUMPY.get(array.dtype)
    if found is not None:
        return found
    found = _from_numpy(array.dtype)
    if found is None:
        raise TypeError(f"NumPy dtype {array.dtype} has no tensor dtype.")
    return found


def names() -> Iterator[str]:
    """Every accepted spelling of a type."""
    return iter(_BY_NAME)
